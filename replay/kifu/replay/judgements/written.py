"""An analysis in a record: written into it, taken out again, and what a viewer may know of it
(docs/notation.md). It is read in `notes`.

A record holds one analysis, so that values of different engines are never mixed. All that an
engine wrote can be recognised: the tags by their names, comments and variations by their author,
whom the tag `Analysis` names, and a glyph by the comment that says it is the engine's.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kifu.notation.record import Line, Note, Record
from kifu.replay.judgements import notes as engine_notes
from kifu.replay.judgements.judgement import Analysis, Judgement
from kifu.replay.judgements.notes import read as read
from kifu.replay.match import Match
from kifu.replay.table import ALL
from kifu.replay.timeline import turn_with

#: Glyphs that say what somebody thinks of a move; the first six numbers mean the same.
_OPINIONS = frozenset(["!", "?", "!!", "??", "!?", "?!", *(f"${n}" for n in range(1, 7))])


def write(match: Match, analysis: Analysis) -> Record:
    """A copy of the match's record with the analysis written into it, in place of any that it has.
    Notes of people stay as they are. A glyph is written only where nobody put an opinion; marked
    moves also get the best option as a variation (see `better_lines`), but none if the record can't
    be replayed. Numbers are rounded, and of the options the best 16 and the one played are written.
    The match is not changed; the copy shares with its record what stays the same. O(moves + legal
    moves at the marked plies).

    Raises ValueError for an analysis that the record can't hold: with plies or seats that it does
    not have, a ply that is judged twice, chances not for exactly its seats, a `through` after its
    last ply, NaN, infinity or numbers beyond 10**8, moves, marks or options that can't be
    read back, or an engine whose name and version can't be an author (see `notes.author`).

    >>> from kifu.replay import replay
    >>> from kifu.replay.judgements.judgement import Engine, Judgement, Option
    >>> options = [Option("59", 0.31, 2.0, 0.4, 0.1), Option("71", 0.2, -1.5, 0.9, 3.5)]
    >>> judged = Judgement(1, 1, "71", 0.11, 0.01, 3.5, 0.9, options, "?")
    >>> analysis = Analysis(Engine("x", "1", 400, "evening"), [], [judged], 2)
    >>> record = Record(game="nimmt", rules=1, options={"rounds": "1"}, seats=["Mio", "Jun"],
    ...     seed="shake256-1:00112233445566778899aabbccddeeff", moves="71 54")
    >>> annotated = write(replay(record), analysis)
    >>> sign, comment, better = annotated.notes
    >>> comment.text[:44]
    '[%by x 1] [%judged 1 71 0.11 0.01 3.5 0.9 ?]'
    >>> comment.text[45:]
    '[%options 59 0.31 2 0.4 0.1, 71 0.2 -1.5 0.9 3.5] [%sign ?]'
    >>> sign.glyph, better.line.moves
    ('?', '#1 1. 59 54')
    >>> clear(annotated) == record, read(annotated) == analysis
    (True, True)
    """
    bare = clear(match.record)
    author = engine_notes.author(analysis.engine)
    tags = [*bare.tags, *engine_notes.tags_of(analysis)]
    judged = {judgement.ply: judgement for judgement in analysis.judgements}
    chances = dict(analysis.chances)
    signed = signs(bare.notes, analysis.judgements)
    own: list[Note] = []
    for ply in sorted({*judged, *chances}):
        sign = signed.get(ply, "")
        own += [Note(at=ply, glyph=sign)] if sign else []
        text = engine_notes.comment(author, judged.get(ply), chances.get(ply), sign)
        own.append(Note(at=ply, text=text))
    found = read(replace(bare, tags=tags, notes=own))
    if found is None or _extent(found) != _extent(analysis):
        raise ValueError(
            "a record can't hold this analysis: each ply is judged once, plies, seats and chances "
            "are those of the record, and moves, numbers and marks are as docs/notation.md has them"
        )
    lines = better_lines(match, author, found.judgements)
    notes = [*bare.notes, *own, *(Note(at=ply, line=line) for ply, line in lines.items())]
    return replace(bare, tags=tags, notes=sorted(notes, key=lambda note: note.at))


def _extent(analysis: Analysis) -> object:
    """What must be equal (==) after an analysis was written and read again: its judged plies, each
    with its seat and whether it has options; the plies of its chances; and `through`.
    """
    judged = [(each.ply, each.seat, bool(each.options)) for each in analysis.judgements]
    return sorted(judged), sorted(ply for ply, _ in analysis.chances), analysis.through


def signs(notes: Sequence[Note], judgements: Sequence[Judgement]) -> dict[int, str]:
    """The glyphs that an engine may write, ply -> glyph: those of `judgements`, without the plies
    where `notes` have a glyph of somebody's opinion (`!`, `?`, `$1` and so on) already. Judgements
    without a mark have none.
    """
    taken = {note.at for note in notes if note.glyph in _OPINIONS}
    return {each.ply: each.glyph for each in judgements if each.glyph and each.ply not in taken}


def clear(record: Record) -> Record:
    """The record without its analysis: without the engine's tags, comments and variations, and the
    glyphs directly before its comments that these say are its own. What people added to an engine's
    comment stays, as a comment of their own; what they added inside its variation goes with that.
    Comments of an engine that no readable tag `Analysis` names stay, too. It is a new record, which
    shares all but `tags` and `notes` with `record`; or `record` itself if it has none of the tags
    of an analysis. O(size).
    """
    if not any(name in engine_notes.TAGS for name, _ in record.tags):
        return record
    authors = engine_notes.authors(record)
    notes: list[Note] = []
    for note in record.notes:
        if not engine_notes.is_own(note, authors):
            notes.append(note)
            continue
        sign = engine_notes.sign_of(note)
        if sign and notes and (notes[-1].at, notes[-1].glyph) == (note.at, sign):
            notes.pop()
        if note.text is not None and (left := engine_notes.words_of_people(note)):
            notes.append(left)
    tags = [(name, value) for name, value in record.tags if name not in engine_notes.TAGS]
    return replace(record, tags=tags, notes=notes)


def better_lines(match: Match, author: str, judged: Sequence[Judgement]) -> dict[int, Line]:
    """The best option of each judgement that has a mark (`?!`, `?`, `??`), as a variation by
    `author` in game form: ply -> variation. `judged` is in the order of plies, and names seats of
    the match. The match is not changed.

    A variation is that one move. Where seats choose at the same time, the choices that come after
    it in the record and did not depend on it are played after it, as long as seats ascend, and a
    comment says that this is hindsight. There is no variation if the best option is not known, is
    the move that was played, is to pass, or is illegal in the real position, and none for plies
    after the first one that can't be played. {} if the record can't be replayed. O(moves + legal
    moves at the marked plies).
    """
    lines: dict[int, Line] = {}
    if match.game is None or match.line is None:
        return lines
    game = match.game
    for judgement in (each for each in judged if each.glyph and each.options):
        best, before = judgement.options[0].move, judgement.ply - 1
        if before > len(match.plies):
            break
        state = match.position(before)
        if best == judgement.move or best not in state.legal_moves(judgement.seat):
            continue
        hindsight = " [%hindsight]" if state.at_once else ""
        words: list[str] = []
        last = 0
        for seat, move in turn_with(match, judgement.ply, judgement.seat, best, state):
            if seat < last:  # the game form writes them in the order of seats
                break
            last = seat
            words += [*game.marks(state, move), game.word(state, seat, move)]
            state.play(move, seat)
        note = Note(at=0, text=f"[%by {author}]{hindsight}")
        lines[judgement.ply] = Line(" ".join(words), [note])
    return lines


def seen_by(analysis: Analysis, viewer: int, through: int | None = None) -> Analysis:
    """The part of an analysis that `viewer` (PUBLIC, a seat, ALL) may know, up to ply `through`
    (None: all of it): the analysis itself if ALL gets all of it, else a copy whose own `through` is
    at most that ply. A judgement shows a hand as options, so only its own seat and ALL get it;
    everybody gets the public chances. In a copy `note` is "", as it may name a card.

    >>> from kifu.replay.judgements.judgement import Engine, Judgement
    >>> judged = [Judgement(ply, ply, "5", 0.1, 0.01, 1, 0.2, []) for ply in (1, 2)]
    >>> analysis = Analysis(Engine("strong", "1", 9, "a"), [], judged, 2)
    >>> [judgement.seat for judgement in seen_by(analysis, 2).judgements]
    [2]
    """
    last = analysis.through if through is None else min(through, analysis.through)
    if viewer == ALL and last == analysis.through:
        return analysis
    return replace(
        analysis,
        chances=[chance for chance in analysis.chances if chance[0] <= last],
        judgements=[j for j in analysis.judgements if j.ply <= last and viewer in (ALL, j.seat)],
        through=last,
        note="",  # it may name a card
    )


def visible_notes(match: Match, viewer: int) -> list[Note]:
    """The notes of a match that `viewer` (PUBLIC, a seat, ALL) may know. ALL gets the record's own
    list, with all of them: don't change it. Others get a new list, in the order of plies, of glyphs
    alone: those that people wrote, and the engine's for the viewer's own decisions. Comments,
    variations and checkpoints may reveal hidden cards.
    """
    if viewer == ALL:
        return match.record.notes
    glyphs = [
        Note(at=note.at, glyph=note.glyph) for note in clear(match.record).notes if note.glyph
    ]
    analysis = match.analysis and seen_by(match.analysis, viewer)
    own = signs(glyphs, analysis.judgements) if analysis else {}
    glyphs += [Note(at=ply, glyph=glyph) for ply, glyph in own.items()]
    return sorted(glyphs, key=lambda note: note.at)
