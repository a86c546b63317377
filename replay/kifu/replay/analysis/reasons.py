"""Why an option is worse than the best one: what happens after the two, counted in the same worlds.

A reason is a happening (see `game.Happening`) that comes more often after the one than after the
other (exact sign test over the worlds), that is as good or as bad as the game says, and that
explains enough of the loss: the difference of its means, times what one more of it changes in the
value. That is the slope of the value on the count, within each of the two options, or known, where
it is counted in points. Slopes are no causes, so the game names what may be said at all. Where
nothing is found, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from kifu.replay.analysis.kernel import Kernel
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.rollouts import MOST, finish, play_after
from kifu.replay.analysis.trying import Onward
from kifu.replay.analysis.ways import CARELESS, NO_LOTS, policy_of
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import QuickLots
from kifu.replay.game import ENDS, EVENT, FLOW, GAINED, KEPT, LATER, NOW, STATE, Game, Happening
from kifu.replay.judgements.judgement import Reason
from kifu.replay.states.coded import Coded
from kifu.replay.states.playout import PASS, is_stuck, play_next

#: How often each happening came after one option in one world, or how much of it.
Counts = dict[str, int]
#: The kind of a step and its seat.
Event = tuple[str, int]

#: The chance at most that anything is found where the two options are alike.
ALPHA = 0.02
#: A reason explains this part of the loss at least, or as much more than all of it.
LEAST = 0.3
LEAST_POINTS = 0.2
#: Of two reasons the plainer one is said if it explains nearly as much.
NEARLY = 0.75
#: What ends the round is a reason if it comes in so much more of the worlds, whatever the slope.
SURE = 0.5
#: A reason differs by this part of the larger mean.
MUCH = 0.1
#: A row, or another detail, is named if nearly all of a happening has it.
MOSTLY = 0.8
#: A count that varies less than this, as a sum of squares, has no slope.
_STILL = 1.5
#: Before the names of the happenings that an option itself is: of these nothing is said.
ITSELF = "="


class Counting:
    """Plays worlds on to the end of the stretch and counts what happens. `kernel` and `odds` play
    them on and value their ends, with `in_stretch` there, otherwise at the end of the match.
    """

    def __init__(self, game: Game, kernel: Kernel, odds: Odds, *, in_stretch: bool) -> None:
        self.reasons = game.reasons
        self.kernel = kernel
        kernel.is_watched = True
        self.odds = odds
        self.sides = list(odds.sides)
        self.in_stretch = in_stretch
        self._named: dict[tuple[str, str], list[tuple[str, int]]] = {}
        self._has_later = False
        for name, happening in self.reasons.happenings.items():
            if happening.kinds and happening.stage == LATER:
                self._has_later = True
            for kind in happening.kinds.split():
                said = self._named.setdefault((kind, happening.who), [])
                said.append((name, happening.stage))

    def after(
        self, world: Coded, seat: int, lines: list[str], onward: Onward
    ) -> tuple[list[Counts], list[int]]:
        """The counts of happenings after each of these lines of `seat` (see `lines`; "": it
        passes), in their order, and what their ends are worth, as `WorldPlayer.worth` gives it.
        Moves are played in copies; of `world` itself only `one_stretch` is changed.
        """
        found, shares, points = [], [], []
        way, text = onward
        lots = QuickLots(text) if way == CARELESS else NO_LOTS
        for line in lines:
            world.one_stretch = True
            found.append(self._run(world, seat, line, way, lots))
            if not self.in_stretch and not self.kernel.is_over:
                world.one_stretch = False
                lots.restart()
                before, code = _last_of(world, seat, line)
                play_after(self.kernel, before, code, seat, False, way, lots)
            shares.append(int(self.odds.of(self.kernel)[seat - 1]))
            points.append(int(self.odds.ahead(self.kernel.scores, seat)))
        return found, shares + points

    def _run(self, world: Coded, seat: int, line: str, way: int, lots: QuickLots) -> Counts:
        """The counts of happenings after this line ("": `seat` passes), played in a copy of `world`
        to the end of the stretch, up to a move that is not legal there. `kernel` is left with the
        scores and winners at the end.
        """
        lots.restart()
        move, *more = line.split(" ")
        kernel, code = self.kernel, world.lexicon.code(move)
        if kernel.load(world):
            kernel.play(code, seat, way, lots)
            return self.reasons.played(kernel, seat)
        found, state, events, here = Counts(), world.copy(), list[Event](), world.stretch()
        policy, wishes = policy_of(way, lots), zeros(state.n + 1)
        before = self.reasons.standing(state)
        if self._named:
            state.watch = lambda kind, seat, card, other, known: events.append((kind, seat))
        actor = seat
        if code == PASS or state.is_claim(code):
            wishes[seat] = code
            actor = int(play_next(state, policy, wishes, seat))
        else:
            state.play_code(code, seat)
        is_end = is_stuck(state) or state.stretch() != here
        if actor == seat and move:
            self._itself(found, events, seat)
            if is_end:  # what the seat then has is of another round
                for name in self.reasons.outlook(state, seat):
                    if self.reasons.happenings[name].stage == STATE:
                        found[f"{ITSELF}{name}"] = 1
        for token in more:
            code = world.lexicon.code(token)
            if state.why_not(code, seat):
                break
            state.play_code(code, seat)
            is_end = is_stuck(state)
        passed = False
        for _ in range(MOST):
            passed = passed or state.turn_due() > 0 or state.round_due() > 0
            on_turn = self.reasons.common_turn or (state.next_seat == seat and actor != seat)
            if is_end or (passed and on_turn):
                break
            actor = int(play_next(state, policy, wishes))
            is_end = is_stuck(state) or state.stretch() != here
        self._count(found, events, seat, is_near=True)
        events.clear()
        self._look(found, state, seat, before)
        if is_end:
            kernel.read(state)
        else:
            if not self._has_later:
                state.watch = None
            finish(kernel, state, True, way, lots)
            self._count(found, events, seat, is_near=False)
        found.update(self.reasons.outcome(world, state, seat))
        return found

    def _itself(self, found: Counts, events: list[Event], seat: int) -> None:
        """Note in `found` which happenings a move of `seat` itself is: its first of these `events`,
        and what belongs to it (Ready, but not a burst).
        """
        for at, (kind, whose) in enumerate(events):
            for name, stage in self._named.get((kind, "I"), ()):
                if whose == seat and (at == 0 or stage == EVENT):
                    found[f"{ITSELF}{name}"] = 1

    def _count(self, found: Counts, events: list[Event], seat: int, *, is_near: bool) -> None:
        """Add to `found` the happenings that these events are to `seat`; those that are counted for
        the whole stretch only, unless the events are near: before the seat's next turn.
        """
        for kind, whose in events:
            if not whose:
                continue
            who = "I" if self.sides[whose - 1] == self.sides[seat - 1] else "they"
            for name, stage in self._named.get((kind, who), ()):
                if is_near or stage == LATER:
                    found[name] = found.get(name, 0) + 1

    def _look(self, found: Counts, state: Coded, seat: int, before: list[int]) -> None:
        """Add to `found` what `seat` has in `state`, and the points that its side and its rivals
        have got since they were `before`, which is in seat order.
        """
        found.update(self.reasons.outlook(state, seat))
        for place, (now, then) in enumerate(zip(self.reasons.standing(state), before, strict=True)):
            own = self.sides[place] == self.sides[seat - 1]
            if self.sides[place] == place + 1:
                name = GAINED if own else "given"
                found[name] = found.get(name, 0) + now - then


class _Measure(NamedTuple):
    """A happening with its counts by world and option (the option, the best one), by how much the
    option has more of it, and which part of the loss that explains.
    """

    name: str
    happening: Happening
    counts: Any
    gap: float
    part: float

    @property
    def fit(self) -> float:
        """How well this explains the loss: 1 for all of it, 0.5 for half of it or twice as much."""
        return self.part if self.part <= 1 else 1 / self.part

    @property
    def least(self) -> float:
        """The least `fit` of a reason: less where points are counted, which need no estimate."""
        return LEAST_POINTS if self.happening.is_points else LEAST

    @property
    def is_much(self) -> bool:
        """Whether one of the two moves brings much more of it on average (see MUCH)."""
        return abs(self.gap) >= MUCH * float(self.counts.mean(0).max())

    @property
    def is_clear(self) -> bool:
        """Whether one of the two moves brings much more of it (see `is_much`), and it is `apart` in
        SURE of the worlds at least.
        """
        return self.is_much and self.apart >= SURE * len(self.counts)

    @property
    def apart(self) -> int:
        """In how many worlds there is more of it after one of the two, less those in which there is
        more after the other; 0 or more.
        """
        return abs(int(np.sign(self.counts @ [1, -1]).sum()))


def _last_of(world: Coded, seat: int, line: str) -> tuple[Coded, int]:
    """The position before the last move of this line of `seat` that is legal, and that move's code;
    `world` itself for a line of one move.
    """
    first, *more = line.split(" ")
    before, code = world, world.lexicon.code(first)
    for token in more:
        after, following = before.copy(), world.lexicon.code(token)
        after.play_code(code, seat)
        if after.why_not(following, seat):
            break
        before, code = after, following
    return before, code


def reason(
    game: Game,
    pairs: Sequence[tuple[Counts, Counts]],
    values: Any,
    points: Any,
    moves: tuple[str, str],
    rivals: int,
) -> Reason | None:
    """Why the first of two moves is worse than the second, the best one. None if it isn't worse on
    average, or if no happening is sure and explains enough of the loss.

    `pairs` has for each world the counts after the first and after the second move; `moves` are
    their tokens ("": to pass). `values[world, move]` is what the end is worth in the measure by
    which the game marks (see `Marks`), `points[world, move]` in points. `rivals` is the number of
    seats on other sides.
    """
    loss = float((values[:, 1] - values[:, 0]).mean())
    if loss <= 0:
        return None
    table = game.reasons.happenings
    per_point = 1.0 if game.analysis.marks.by_points else _slope(points, values) or 0.0
    found, tried, order = [], 0, [*table]
    plainest = len(order)  # of what the seat then has, that which surely speaks for the move
    for name, counts in _counted(table, pairs, moves, rivals):
        happening = table[name]
        gap = float((counts[:, 0] - counts[:, 1]).mean())
        if gap == 0:
            continue
        tried += 1
        if not happening.is_points and name != GAINED:
            slope = _slope(counts, values)
        else:
            slope = happening.good * (1 if happening.who == "I" else 1 / rivals) * per_point
        part = -gap * (slope or 0.0) / loss
        measure = _Measure(name, happening, counts, gap, part)
        if gap * happening.good >= 0:
            if happening.stage == STATE and _chance(counts) <= ALPHA:
                plainest = min(plainest, order.index(name))
            continue
        if part <= 0 and slope is not None and happening.stage != STATE:
            continue
        found.append((_chance(counts), measure))
    sure = [
        each
        for chance, each in found
        if chance <= ALPHA / tried
        and each.is_much
        and (each.happening.stage != STATE or order.index(each.name) < plainest)
    ]
    chosen = _chosen(sure)
    if chosen is None:
        return None
    clear = {m.name: m for m in sure if m.is_clear}
    causes = [clear[name] for name in chosen.happening.causes if name in clear]
    if not causes and not (chosen.happening.words or chosen.happening.amount):
        return None
    return _said([*causes, chosen][0], pairs, moves, table, rivals)


def _counted(
    table: Any, pairs: Sequence[tuple[Counts, Counts]], moves: tuple[str, str], rivals: int
) -> Iterator[tuple[str, Any]]:
    """The name of each happening that is compared, sorted, with its counts as an array
    [world, move]. `table` has the game's happenings by name.

    Left out are details (names with a dot) and what one of the two moves itself is. From the points
    that the seat gained, those that each of `rivals` gained on average are subtracted. Of kept
    cards, that of the best move (kept after the other one) is compared with that of the other move
    (kept after the best one).
    """
    names = {name for pair in pairs for counts in pair for name in counts}
    for name in sorted(names & {*table}):
        if "." in name or name == "given" or f"{ITSELF}{name}" in names:
            continue
        card, others = name.partition(":")[::2]
        if table[name].stage == KEPT and moves[0] in ("", others):
            continue
        other = name
        if table[name].stage == KEPT and others == moves[1] and f"{card}:{moves[0]}" in table:
            other = f"{card}:{moves[0]}"
        counts = _array(pairs, name, other)
        if name == GAINED:
            counts = counts - _array(pairs, "given", "given") / rivals
        yield name, counts


def _array(pairs: Sequence[tuple[Counts, Counts]], name: str, other: str) -> Any:
    """The counts of `name` after the first move and of `other` after the second, by world and
    move; 0 where there are none.
    """
    return np.array([[one.get(name, 0), two.get(other, 0)] for one, two in pairs], dtype=float)


def _chosen(sure: list[_Measure]) -> _Measure | None:
    """The one of the measures in `sure` that becomes the reason; None if none explains enough, as
    for an empty list.

    What ends the round comes first. Then, up to the seat's next turn, the plainest stage (see
    NOW) whose best measure fits nearly as well as the best of all; then kept cards, then the rest
    of the round. A FLOW counts only if the points that it brings are sure as well.
    """

    def best_of(stages: Sequence[int]) -> _Measure | None:
        fitting = [m for m in sure if m.happening.stage in stages and m.fit >= m.least]
        return max(fitting, key=lambda m: m.fit, default=None)

    ends = [m for m in sure if m.happening.stage == ENDS]
    ends = [m for m in ends if m.fit >= LEAST or m.is_clear]
    if ends:
        return max(ends, key=lambda m: m.apart)
    if not any(m.name == GAINED for m in sure):
        sure = [m for m in sure if m.happening.stage != FLOW]
    top = best_of(NOW)
    for stage in NOW:
        plain = best_of([stage])
        if top is not None and plain is not None and plain.fit >= NEARLY * top.fit:
            return plain
    return best_of([KEPT]) or best_of([LATER])


def _said(
    chosen: _Measure,
    pairs: Sequence[tuple[Counts, Counts]],
    moves: tuple[str, str],
    table: Any,
    rivals: int,
) -> Reason:
    """The reason with the counts as they are said: of the points those of the seat or those of its
    rivals, whichever differ more; of a row that nearly all of it has, the row.
    """
    name, counts = chosen.name, chosen.counts
    if name == GAINED:
        own, theirs = _array(pairs, GAINED, GAINED), _array(pairs, "given", "given")
        more = (own[:, 1] - own[:, 0]).mean() < (theirs[:, 0] - theirs[:, 1]).mean() / rivals
        name, counts = ("given", theirs) if more else (GAINED, own)
    for detail in table:
        if detail.startswith(f"{name}."):
            of_it = _array(pairs, detail, detail)
            if (of_it > 0).sum() >= MOSTLY * (counts > 0).sum():
                name, counts = detail, of_it
                break
    often = (counts > 0).sum(0).tolist()
    means = (counts.mean(0).round(2) + 0.0).tolist()  # no -0.0
    return Reason(name, len(pairs), *often, *means)


def _slope(counts: Any, values: Any) -> float | None:
    """By how much the value rises with one more of it, within each of the two options; None if
    the counts hardly vary. Both arguments are by world and option.
    """
    apart = counts - counts.mean(0)
    spread = float((apart * apart).sum())
    together = float((apart * (values - values.mean(0))).sum())
    return together / spread if spread >= _STILL else None


def _chance(counts: Any) -> float:
    """The chance of so unequal signs, or more, if both options were alike (exact sign test).

    >>> _chance(np.array([[1, 0]] * 5 + [[1, 1]]))
    0.0625
    """
    signs = np.sign(counts[:, 0] - counts[:, 1])
    more, less = int((signs > 0).sum()), int((signs < 0).sum())
    many, term, total = more + less, 1, 0
    for drawn in range(min(more, less) + 1):
        total += term
        term = term * (many - drawn) // (drawn + 1)
    return float(min(1.0, 2 * total / 2**many))
