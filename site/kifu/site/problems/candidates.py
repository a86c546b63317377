"""Candidates: the mistakes of analysed matches from which problems are made, and their order.

By the analysis that the archive has, one option must be better than every other one by enough to be
marked. What is taken first depends on the matches alone, not on their order. Candidates are judged
again, in ten times the worlds of their analysis and in others: a problem remains where the same
option is clearly the best one, however the others play on.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.record import Record, plies
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.codes.coded import as_coded
from kifu.replay.judgements.judgement import Analysis, Engine, Judgement, Marks
from kifu.replay.judgements.written import clear, read
from kifu.replay.match import Match, replay
from kifu.replay.registry import UnknownGame, game
from kifu.site.content.audience import ERASED
from kifu.store.fold import folded

#: The thirds of a match: early, middle, late.
PHASES = 3
#: What problems are spread over: the game, the seat and the third of the match.
Part = tuple[str, int, int]
#: By how much to multiply the number of worlds of the analysis, and how many worlds at most.
TIMES, MOST = 10, 20_000
#: How often to judge again, each time with other lots: worlds of one walk are alike, so their error
#: is larger than estimated.
TURNS = 2


class Candidate(Struct, frozen=True):
    """A mistake that an analysis marked, from which a problem may be made: the record without that
    analysis, the ply and seat of the decision, the move that was played and the best one. `worlds`
    and `seed` are those of the engine that analysed the match.
    """

    record: Record
    ply: int
    seat: int
    move: str
    best: str
    worlds: int
    seed: str

    @property
    def part(self) -> Part:
        """The group of the candidate, over which problems are spread: the game, the seat, and the
        third of the match (0 to 2) that the decision is in.
        """
        whole = max(1, len(plies(self.record.moves)))
        return self.record.game, self.seat, (self.ply - 1) * PHASES // whole


class Found(Struct):
    """The candidates, in the order in which problems are to be made of them. `analysed` is how many
    finished matches this version of the engine analysed; `others`, how many another engine or
    version did, which give no candidates.
    """

    candidates: list[Candidate]
    analysed: int
    others: int


def candidates(
    records: Iterable[Record], number: int, seed: str, players: frozenset[str] = frozenset()
) -> Found:
    """Find the candidates from which up to `number` problems are to be made: clear mistakes in
    those finished matches of `records` that this version of the engine has analysed. If `players`
    (folded names, see `store.fold`) are given, only their mistakes count; an erased player's never
    do. The result has the
    candidates in the order in which to use them ([] if there are none), and counts the finished,
    analysed matches, whoever played.

    Of each game, seat and third of a match at most `number` + 3 are kept, chosen by `seed` (any
    text), so there may be many more than `number` in all. All records are taken. Then the matches
    of what is kept are replayed, and candidates that can't be replayed are left out (see
    `_spread`). Raises only what iterating `records` raises.
    """
    kept: dict[Part, list[tuple[int, int, Candidate]]] = defaultdict(list)
    analysed = others = met = 0
    for record in records:
        analysis = read(record)
        if analysis is None or record.end != "=":
            continue
        if not _is_ours(analysis):
            others += 1
            continue
        analysed += 1
        for candidate in _of(clear(record), analysis):
            name = record.seats[candidate.seat - 1]
            if ERASED.fullmatch(name) or (players and folded(name) not in players):
                continue
            met += 1
            held = kept[candidate.part]
            heapq.heappush(held, (-_lot(candidate, seed), met, candidate))
            if len(held) > number + PHASES:
                heapq.heappop(held)
    held = [each for part in kept.values() for each in part]
    return Found(list(_spread(sorted(held, key=lambda each: -each[0]))), analysed, others)


def kind_of(match: Match, ply: int, seat: int, move: str) -> str:
    """The kind of move (a key of `game.archive.classes`) that `move` is, if `seat` plays it as ply
    `ply` (from 1), where it must be legal; it need not be what was played. "" if the game has no
    kind for it. Raises NoPosition if the match can't be replayed up to ply `ply` - 1. The match is
    not changed.
    """
    state, archive = match.position(ply - 1), match.played.game.archive
    if (coded := as_coded(state)) is not None:
        number = coded.answers.keys.class_of(coded, coded.lexicon.code(move), seat)
        return list(archive.classes)[number - 1] if number else ""
    return archive.move_class(state, move, seat)


class Confirmed(Struct, frozen=True):
    """A judgement that confirms a candidate, and the engine that made it."""

    judgement: Judgement
    engine: Engine


def confirmed(candidate: Candidate) -> Confirmed | None:
    """Judge a candidate TURNS times, each time in other random worlds (deals of what its seat could
    not see), TIMES as many as in its analysis but at most MOST. Returns the last judgement, and the
    engine with its worlds and seed, if the best option of the analysis was clearly the best each
    time (see `Valuer.clear`). Returns None as soon as it was not, or if the match can't be judged.
    The same candidate always gives the same result. `candidate.worlds` must be 1 or more.
    """
    worlds = min(TIMES * candidate.worlds, MOST)
    found = None
    for turn in range(TURNS, 0, -1):
        plan = Plan(worlds, seed=f"{candidate.seed} again {turn}")
        try:
            judgement = _confirming(candidate, plan)
        except KifuError:
            return None
        if judgement is None:
            return None
        found = Confirmed(judgement, Engine(NAME, VERSION, plan.worlds, plan.seed))
    return found


def _is_ours(analysis: Analysis) -> bool:
    """Whether this version of kifu's engine judged, in worlds: only then are the marks comparable,
    and can be confirmed.
    """
    engine = analysis.engine
    return engine.worlds > 0 and (engine.name, engine.version) == (NAME, VERSION)


def _of(record: Record, analysis: Analysis) -> Iterator[Candidate]:
    """Yield a candidate for each decision of a match that has a mark (`?!`, `?` or `??`) in
    `analysis` and whose best option is clearly the best (see `_is_clear`), by ply. Yields nothing
    for a game that is not installed. `record` is that of the match without its analysis.
    """
    try:
        marks = game(record.game).analysis.marks
    except UnknownGame:
        return
    engine = analysis.engine
    for judgement in analysis.judgements:
        if judgement.glyph and judgement.options and _is_clear(judgement, marks):
            best = judgement.options[0].move
            yield Candidate(
                record, judgement.ply, judgement.seat, judgement.move, best, engine.worlds,
                engine.seed,
            )  # fmt: skip


def _is_clear(judgement: Judgement, marks: Marks) -> bool:
    """Whether the best option is better than the second-best by at least the loss that is doubtful
    (`marks.doubtful`): in points if the game is marked by points, otherwise in win share. Standard
    errors don't count. False if the best option was played, is the only one, or is to pass (which
    can't be clicked on), or if `judgement.depends` is set. The judgement must have an option.
    """
    best, *others = judgement.options
    if not best.move or best.move == judgement.move or not others or judgement.depends:
        return False
    second = others[0]
    apart = best.points - second.points if marks.by_points else best.share - second.share
    return apart >= marks.doubtful


def _lot(candidate: Candidate, seed: str) -> int:
    """A pseudorandom number of 64 bits for a candidate, determined by `seed`, the match and the
    ply.
    """
    record = candidate.record
    text = msgspec.json.encode([seed, record.seed, record.chance, record.moves, candidate.ply])
    return int.from_bytes(blake2b(text, digest_size=8).digest())


def _spread(drawn: Iterable[tuple[int, int, Candidate]]) -> Iterator[Candidate]:
    """Yield the candidates in the order in which problems are made of them. `drawn` has them as
    (number, number, candidate), in random order; the numbers are not used.

    Candidates are in one group if they have the same game, seat and third of the match, the same
    kind of the move that was played, and the same kind of the best move. The first round yields the
    first candidate of each group, the second round the second one, and so on; within a round, the
    groups are sorted.

    When the first one is asked for, all are taken, and the match of each is replayed. A candidate
    is left out if its game is not installed, if its match can't be replayed up to its ply, or if
    one of the two moves is not legal.
    """
    buckets: dict[tuple[Part, str], list[Candidate]] = defaultdict(list)
    for _, _, candidate in drawn:
        match = replay(candidate.record)
        if match.game is None or candidate.ply > len(match.plies):
            continue
        legal = match.position(candidate.ply - 1).legal_moves(candidate.seat)
        if candidate.best in legal and candidate.move in legal:
            kinds = [
                kind_of(match, candidate.ply, candidate.seat, move)
                for move in (candidate.move, candidate.best)
            ]
            buckets[candidate.part, " / ".join(kinds)].append(candidate)
    for turn in range(max(map(len, buckets.values()), default=0)):
        for key in sorted(buckets):
            yield from buckets[key][turn : turn + 1]


def _confirming(candidate: Candidate, plan: Plan) -> Judgement | None:
    """Judge a candidate once, with the worlds and the seed of `plan`, which must have 3 worlds or
    more. None if no option is clearly the best (see `Valuer.clear`), if another one than the
    candidate's `best` is, or if the record has no decision of this seat at this ply.

    Raises NotJudged, a KifuError, if the match can't be judged: it can't be replayed (its game is
    not installed, say), its cards are not all known, or they can't be dealt again. Raises KifuError
    if kifu's file of models is broken.
    """
    course = Playback(replay(candidate.record))
    valuer = Valuer(course.game, course.options, course.seats, course.state, plan)
    for moment in course.moments(frozenset([candidate.seat])):
        if (moment.viewer, moment.ply) == (candidate.seat, candidate.ply):
            judgement = valuer.clear(moment)
            is_same = judgement is not None and judgement.options[0].move == candidate.best
            return judgement if is_same else None
    return None
