"""Remarks: the comments and glyphs on the moves of a record and its variations, and what an
analysis in it says: who judged, every decision, chances, sums.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.comments import first_commands, without_commands
from kifu.notation.record import Note, Record
from kifu.replay.judgements.judgement import Analysis, Judgement, SeatReport
from kifu.replay.judgements.written import read
from kifu.store.fold import folded

#: Glyphs that can be written in two ways; archives and pages have them as signs.
SIGNS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


class Remark(Struct, omit_defaults=True, gc=False):
    """One remark. `kind` is "comment", "line comment" or "glyph". `variation` is the path of its
    line ("4.1/2.1" as in diagnostics, "" for the main line); `ply` counts within that line. `text`
    is what a reader sees, without commands; `author` is from a command in it, `folded` is the text
    as searches compare it. What a kind does not have is None.
    """

    ply: int
    variation: str
    kind: str
    lang: str | None = None
    author: str | None = None
    text: str | None = None
    folded: str | None = None
    glyph: str | None = None


def remarks(record: Record, plies: int) -> list[Remark]:
    """The remarks of a record: line comments between its tags (as ply 0), then its glyphs, comments
    and line comments in the order of the moves, with those of each variation where it branches off,
    then line comments below the moves (as ply `plies`, the length of the main line). Those of a
    variation have its path, and their ply within it; `4.1/2.1` is the first variation at ply 4, and
    in it the first at its ply 2. [] if there are none.

    Glyphs come as signs (`$4` as `??`, see `sign`), comments without their commands. Comments in
    which nothing is left then are left out, and so are check digits and variations without remarks.
    Line comments come as they are, also empty ones.
    """
    heads = [text for name, text in record.tags if name == ";"]
    found = [_line_comment(0, "", text) for text in heads]
    # Lines still to be gone through, the deepest last: nesting is as deep as the input says.
    branches: dict[int, int] = {}
    open_lines = [(iter(record.notes), "", branches)]
    while open_lines:
        notes, path, branches = open_lines[-1]
        note = next(notes, None)
        if note is None:
            open_lines.pop()
        elif note.line is not None:
            branches[note.at] = branches.get(note.at, 0) + 1
            step = f"{note.at}.{branches[note.at]}"
            inner = f"{path}/{step}" if path else step
            open_lines.append((iter(note.line.notes), inner, {}))
        else:
            remark = _remark(note, path)
            if remark is not None:
                found.append(remark)
    found += [_line_comment(plies, "", text) for text in record.tail]
    return found


def sign(glyph: str) -> str:
    """A glyph as people write it: `$1` to `$6` as `!`, `?` and so on; any other is unchanged.

    >>> sign("$4"), sign("??"), sign("$10")
    ('??', '??', '$10')
    """
    return SIGNS.get(glyph, glyph)


def _remark(note: Note, path: str) -> Remark | None:
    """The remark for a note of the line with the path `path`, at the note's own ply: a glyph (as a
    sign, see `sign`), a line comment as it is, or a comment without its commands, with the note's
    language. None for a variation, for check digits, and for a comment that is empty or has only
    commands. The author is the argument of the first command `by` of a comment ("" if that has
    none); None without such a command, and for glyphs and line comments.
    """
    if note.glyph is not None:
        return Remark(note.at, path, "glyph", glyph=sign(note.glyph))
    if note.rem is not None:
        return _line_comment(note.at, path, note.rem)
    text = without_commands(note.text) if note.text else ""
    if not note.text or not text:
        return None
    author = first_commands(note.text).get("by")
    return Remark(note.at, path, "comment", note.lang, author, text, folded(text))


def _line_comment(ply: int, path: str, text: str) -> Remark:
    """A line comment after ply `ply` of the line with the path `path`. Its text is `text` as it is,
    also "" or with commands; it has no author and no language.
    """
    return Remark(ply, path, "line comment", text=text, folded=folded(text))


class JudgedRow(Struct, omit_defaults=True, gc=False):
    """A judged decision, as a row of the table `judgement`. `loss` is in win share, with its
    standard error `se`; `points` is what it lost in points. `mark` is its glyph (None: none),
    `options` how many there were. `best` is the best option, `best_share` and `move_share` the win
    shares of that and of the played one. `ahead` has, for each other option in its order, by how
    many points it is better than the played one (below 0: worse). None is for what is not known.
    """

    ply: int
    seat: int
    move: str
    loss: float
    se: float
    points: float
    mark: str | None
    options: int
    best: str | None
    best_share: float | None
    move_share: float | None
    ahead: list[float] | None


class ChanceRow(Struct, gc=False):
    """The win share of a seat after a ply, a row of the table `chance`."""

    ply: int
    seat: int
    chance: float


class JudgedRows(Struct, gc=False):
    """An analysis as rows: the columns of the table `judged` (`engine` with its version, `worlds`,
    `through`), and rows of `judgement` (`decisions`), `chance` (`chances`) and `judged_seat`
    (`seats`).
    """

    engine: str
    worlds: int
    through: int
    decisions: list[JudgedRow]
    chances: list[ChanceRow]
    seats: list[SeatReport]


def analysis_of(record: Record, plies: int) -> Analysis | None:
    """The analysis that is written in a record, without decisions and chances after ply `plies`;
    its seats' sums are without them, too, but `through` stays as it is and may be later. None if
    the record has no analysis, or one that can't be read or whose engine saw every hand (see
    `read`).
    """
    found = read(record)
    if found is None:
        return None
    found.judgements[:] = [judgement for judgement in found.judgements if judgement.ply <= plies]
    found.chances[:] = [chance for chance in found.chances if chance[0] <= plies]
    return found


def judged(analysis: Analysis) -> JudgedRows:
    """An analysis as rows for the archive's tables, in the order of the analysis: decisions by ply,
    chances by ply and then by seat (from 1), seats ascending. Its lists are [] where it has
    nothing. `engine` is the engine's name and version with a space between.
    """
    engine = analysis.engine
    return JudgedRows(
        engine=f"{engine.name} {engine.version}",
        worlds=engine.worlds,
        through=analysis.through,
        decisions=[_decision(each) for each in analysis.judgements],
        chances=[
            ChanceRow(ply, seat, share)
            for ply, shares in analysis.chances
            for seat, share in enumerate(shares, 1)
        ],
        seats=analysis.seats,
    )


def _decision(judgement: Judgement) -> JudgedRow:
    """The row of a judgement. `options` is their number; `best` is the move of the first one and
    `best_share` its win share (None if there are no options). `ahead` has, for each option but the
    played move, in their order, by how many points it is better (below 0: worse); [] if there is no
    other. `ahead` and `move_share`, the win share of the played move, are None if that move is none
    of the options. `mark` is the glyph, None if it is "".
    """
    played = next((each for each in judgement.options if each.move == judgement.move), None)
    best = judgement.options[0] if judgement.options else None
    ahead = None
    if played is not None:
        others = (each for each in judgement.options if each is not played)
        ahead = [each.points - played.points for each in others]
    return JudgedRow(
        ply=judgement.ply,
        seat=judgement.seat,
        move=judgement.move,
        loss=judgement.loss,
        se=judgement.se,
        points=judgement.points,
        mark=judgement.glyph or None,
        options=len(judgement.options),
        best=best.move if best else None,
        best_share=best.share if best else None,
        move_share=played.share if played else None,
        ahead=ahead,
    )
