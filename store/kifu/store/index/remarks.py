"""Remarks: the comments and glyphs on the moves of a record and its variations, and what an
analysis in it says: who judged, every decision, chances, sums.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.comments import commands, without_commands
from kifu.notation.record import Note, Record
from kifu.replay.judgements.judgement import Analysis, Judgement, SeatReport
from kifu.replay.judgements.written import read
from kifu.store.fold import folded

#: Glyphs that can be written in two ways; archives and pages have them as signs.
SIGNS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


class Remark(Struct, omit_defaults=True, gc=False):
    """One remark. `variation` is the path of its line ("4.1/2.1" as in diagnostics, "" for the main
    line), `ply` counts within that line. `kind` is "comment", "line comment" or "glyph". `text` is
    what a reader sees: without commands, which may name the `author`.
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
    """The remarks of a record in their order; `plies` is the length of its main line.

    Comments that have only commands (clocks) are left out.
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
    """What is kept of a note of the variation with the address `path`: a glyph, a line comment or a
    comment. None for a variation, and for a comment that has nothing but commands.
    """
    if note.glyph is not None:
        return Remark(note.at, path, "glyph", glyph=sign(note.glyph))
    if note.rem is not None:
        return _line_comment(note.at, path, note.rem)
    text = without_commands(note.text) if note.text else ""
    if not note.text or not text:
        return None
    author = dict(reversed(commands(note.text))).get("by")
    return Remark(note.at, path, "comment", note.lang, author, text, folded(text))


def _line_comment(ply: int, path: str, text: str) -> Remark:
    """A line comment after this ply of the line with the address `path`."""
    return Remark(ply, path, "line comment", text=text, folded=folded(text))


class JudgedRow(Struct, omit_defaults=True, gc=False):
    """One judged decision as a row: `best` is the best option, the shares are those of the best
    and of the played option (None where they are not known), and `ahead` is by how many points each
    other option is better than the played one (None where that has no value).
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
    """An analysis as rows: one of the table `judged`, and those of `judgement` (`decisions`),
    `chance` and `judged_seat`.
    """

    engine: str
    worlds: int
    through: int
    decisions: list[JudgedRow]
    chances: list[ChanceRow]
    seats: list[SeatReport]


def analysis_of(record: Record, plies: int) -> Analysis | None:
    """The analysis that is written in a record, up to ply `plies`; None if there is none."""
    found = read(record)
    if found is None:
        return None
    found.judgements[:] = [judgement for judgement in found.judgements if judgement.ply <= plies]
    found.chances[:] = [chance for chance in found.chances if chance[0] <= plies]
    return found


def judged(analysis: Analysis) -> JudgedRows:
    """An analysis as rows for the archive's tables."""
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
    """The row of a judgement. What is said of the played move is None if it is none of the options,
    and what is said of the best one if there are no options.
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
