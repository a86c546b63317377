"""A problem: a decision as its seat knew it, as a record that ends with it.

Everything that is written of a problem is made from this record. It holds nothing that the seat did
not know when it had to decide.
"""

from __future__ import annotations

from hashlib import blake2b
from string import ascii_uppercase

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.files import dumps
from kifu.notation.record import Record
from kifu.replay.chance import UNKNOWN, unrolled
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.judgements.judgement import Analysis, Judgement
from kifu.replay.judgements.written import write
from kifu.replay.match import Match, replay
from kifu.replay.timeline import timeline
from kifu.replay.track import Ply
from kifu.replay.verdict import is_sound
from kifu.site.content.late import blind_zones, known_at
from kifu.site.problems.candidates import Candidate, Confirmed

#: What a problem says of its match where its players are named.
TAGS = ("Event", "Site", "Date", "Round", "Table")


class Problem(Struct):
    """A decision to solve: the match as its seat knew it, which ends with the decision, and the
    judgement of that decision. `phase` is the third of the whole match that the decision is from:
    0, 1 or 2.
    """

    match: Match
    judgement: Judgement
    phase: int

    @property
    def record(self) -> Record:
        """The record of the match, with the judgement in it."""
        return self.match.record

    @property
    def id(self) -> str:
        """A digest of the record, 16 hex digits: a reader's browser stores answers under it."""
        return blake2b(dumps(self.record).encode(), digest_size=8).hexdigest()


def problem_of(candidate: Candidate, known: Confirmed, *, named: bool) -> Problem | None:
    """Make a problem of a candidate, one of those that `candidates` finds, that `known` confirms.
    Its record has only what the seat knew and ends, unfinished, with the decision; the tags `From`
    and `To` are the plies before and after it, and it has the judgement, rounded as records have
    it. If `named`, it keeps the names of the seats, and of the other tags those in `TAGS`.
    Otherwise the seats are called A, B and so on, and no tag says which match it is. The
    candidate's record is not changed.

    None if the game is not installed, or if no record can hold just what the seat knew: cards that
    others played face down are still unknown to it, say.
    """
    whole = replay(candidate.record)
    if whole.game is None:
        return None
    before = _known_plies(whole, candidate)
    if before is None:
        return None
    own = whole.plies[candidate.ply - 1]
    words = _words(whole.game, whole.position(0), [*before, own])
    if words is None:
        return None
    record = candidate.record
    ply = len(before) + 1
    tags = [(name, text) for name, text in record.tags if named and name in TAGS]
    cut = Record(
        game=record.game,
        rules=record.rules,
        options=record.options,
        seats=record.seats if named else list(ascii_uppercase[: len(record.seats)]),
        tags=[*tags, ("From", str(ply - 1)), ("To", str(ply))],
        seed=record.seed,
        chance=record.chance,
        moves=" ".join(words),
        end="*",
    )
    seen = _seen(cut, candidate.seat, ply)
    if seen is None:
        return None
    analysis = Analysis(known.engine, [], [replace(known.judgement, ply=ply)], ply)
    shown = replay(write(seen, analysis))
    assert shown.analysis is not None
    # As the record has it: rounded, and of very many options only the best ones.
    [judgement] = shown.analysis.judgements
    return Problem(shown, judgement, candidate.part[2])


def _known_plies(match: Match, candidate: Candidate) -> list[Ply] | None:
    """The plies before the candidate's decision that its seat knew then. Those that others chose
    at the same time, which it could not see, are left out; None if there is any other ply that it
    does not know.
    """
    moments = timeline(match).moments[: candidate.ply - 1]
    known = known_at(moments, candidate.seat, blind_zones(match.layout))
    if None not in known:
        return match.plies[: len(moments)]
    first = known.index(None)
    if not all(match.position(ply).at_once for ply in range(first, len(moments) + 1)):
        return None
    return [ply for ply, at in zip(match.plies, known, strict=False) if at is not None]


def _words(game: Game, state: State, line: list[Ply]) -> list[str] | None:
    """The words of a record's moves (round and turn marks, and moves) for the plies `line`, which
    start from `state`. Plays them in `state`, which is changed. None if one is illegal (`state` is
    then after those before it).
    """
    words: list[str] = []
    for seat, move in line:
        words += [*game.marks(state, move), game.word(state, seat, move)]
        try:
            state.play(move, seat)
        except IllegalMove:
            return None
    return words


def _seen(cut: Record, seat: int, ply: int) -> Match | None:
    """The match of `cut`, whose last ply is `ply`, as the seat knew it before that ply. What that
    ply itself drew is unknown, since it came after the decision. None if no record can express
    that.
    """
    match = replay(cut)
    tags = [name for name, _ in cut.tags]
    before, after = redacted(match, seat, ply - 1, tags), redacted(match, seat, ply, tags)
    if before is None or after is None:
        return None
    dealt = dict(before.record.chance)
    chance = [
        (label, dealt.get(label) or " ".join([UNKNOWN] * len(unrolled(outcome))))
        for label, outcome in after.record.chance
    ]
    seen = replay(replace(after.record, chance=chance))
    return seen if is_sound(seen.findings) and len(seen.plies) == ply else None
