"""Why an option is worse than the best one: what happens after the two, counted in the same worlds.

A reason is a happening (see `game.Happening`) that comes more often after the one than after the
other (exact sign test over the worlds), that is as good or as bad as the game says, and that
explains enough of the loss: the difference of its means, times what one more of it changes in the
value. That is the slope of the value on the count, within each of the two options; what is counted
in points explains the part of the lost points that it is. Slopes are no causes, so the game names
what may be said at all. Where nothing is found, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

import numpy as np

from kifu.notation.native import i64, vec
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.reached import Reached
from kifu.replay.analysis.rollouts import MOST, finish, play_after
from kifu.replay.analysis.trying import Onward
from kifu.replay.analysis.ways import CARELESS, NO_LOTS, policy_of
from kifu.replay.codes.arrays import filled, zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.playout import PASS, is_stuck, play_next
from kifu.replay.game import ENDS, EVENT, FLOW, GAINED, KEPT, LATER, SOONER, STATE, Game, Happening
from kifu.replay.judgements.judgement import Reason
from kifu.replay.lots import QuickLots

#: How often each happening came after one option in one world, or how much of it.
Counts = dict[str, int]
#: The kind of a step and its seat.
Event = tuple[str, int]

#: The chance at most that anything is found where the two options are alike.
ALPHA = 0.02
#: A reason explains this part of the loss at least, or as much more than all of it.
LEAST = 0.3
LEAST_POINTS = 0.22
#: Kept cards explain this part together, if they are a reason, and are so many at most.
LEAST_CARDS = 0.45
MOST_CARDS = 4
#: Of two reasons the plainer one is said if it explains nearly as much.
NEARLY = 0.75
#: What ends the round is a reason if it comes in so much more of the worlds, whatever the slope.
SURE = 0.5
#: A reason differs by this part of the larger mean.
MUCH = 0.15
#: A row, or another detail, is named if nearly all of a happening has it.
MOSTLY = 0.95
#: A count that varies less than this, as a sum of squares, has no slope.
_STILL = 1.5
#: Before the names of the happenings that an option itself is: of these nothing is said.
ITSELF = "="


class Counting:
    """Plays worlds (positions with hidden cards dealt at random) on to the end of the stretch,
    usually a round, and counts which happenings come for a seat (see `game.Happening`). `odds`
    value the ends: the end of the stretch if `in_stretch`, otherwise the end of the match. The
    game's states must be a `Coded`.
    """

    def __init__(self, game: Game, odds: Odds, *, in_stretch: bool) -> None:
        self.reasons = game.reasons
        self.reached = Reached()
        self.odds = odds
        self.sides = list(odds.sides)
        #: The first seat of each side.
        self.firsts = sorted({*self.sides})
        self.in_stretch = in_stretch
        #: Kind of step -> the happenings that it is: name, `who` and stage of each.
        self._named: dict[str, list[tuple[str, str, int]]] = {}
        self._has_later = False
        for name, happening in self.reasons.happenings.items():
            if happening.kinds and happening.stage == LATER:
                self._has_later = True
            for kind in happening.kinds.split():
                said = self._named.setdefault(kind, [])
                said.append((name, happening.who, happening.stage))

    def after(
        self, world: Coded, seat: int, lines: list[str], onward: Onward
    ) -> tuple[list[Counts], list[int]]:
        """Play each of `lines` of `seat` on in a copy of `world`. A line is one move, or several of
        the seat in a row with blanks between; "" is to pass. Its first move must be legal:
        otherwise IllegalMove is raised. That is not checked of a claim, a call and passing, and a
        text that is no token counts as passing.

        Returns the counts of happenings up to the end of the stretch, one new dict for each line in
        their order (see `_run`), and a list of what the ends are worth to the seat: first the
        chance to win of each line, times ONE, then the points ahead of each line, summed over the
        rivals (see `Odds.ahead`). These ends are of the stretch if `in_stretch`, otherwise of the
        match. All lines get the same lots. Of `world` itself only `one_stretch` is changed. It may
        then be True or False: set it before `world` is played on.
        """
        found, shares, points = [], [], []
        way, text = onward
        lots = QuickLots(text) if way == CARELESS else NO_LOTS
        before = self.reasons.standing(world)
        for line in lines:
            world.one_stretch = True
            found.append(self._run(world, seat, line, way, lots, before))
            if not self.in_stretch and not self.reached.is_over:
                world.one_stretch = False
                lots.restart()
                last, code = last_of(world, seat, line)
                play_after(self.reached, last, code, seat, False, way, lots)
            shares.append(int(self.odds.of(self.reached)[seat - 1]))
            points.append(int(self.odds.ahead(self.reached.scores, seat)))
        return found, shares + points

    def _run(
        self, world: Coded, seat: int, line: str, way: int, lots: QuickLots, before: list[int]
    ) -> Counts:
        """Play `line` of `seat` in a copy of `world`, then all seats in this `way` to the end of
        the stretch (usually a round). Returns the counts of happenings as a new dict; what did not
        happen may be left out. `one_stretch` of `world` must be set, so that nothing goes on into
        the next round; `world` isn't changed. `lots` begin again. `before` are the points there
        (the game's `standing`). Afterwards `reached` has the result at the end (see `Reached`).

        The line is one move, or several with blanks between; "" is to pass. Its first move must be
        legal, otherwise IllegalMove is raised; but a claim, a call and passing are not checked, and
        a text that is no token counts as passing. From the first later one that is not legal, the
        rest is dropped.

        Steps count to the end of the stretch for happenings of the stage LATER, and up to the
        seat's next turn for others. The game's `outlook` and the points (see `_look`) are taken at
        that turn, or at the end if there is none; its `outcome` at the end.

        A key `={name}` with the value 1 marks a happening that can be no reason: one that the first
        move of the line is itself and, if that move ends the stretch, each of the stage STATE that
        the `outlook` then has.
        """
        lots.restart()
        move, *more = line.split(" ")
        reached, code = self.reached, world.lexicon.code(move)
        found, state, events, here = Counts(), world.copy(), list[Event](), world.stretch()
        state.noted = []
        policy, wishes = policy_of(way, lots), zeros(state.n + 1)
        named = self._named

        def watch(kind: str, seat: int, card: int, other: int, known: int) -> None:
            if kind in named or not events:  # a move is itself what it does first
                events.append((kind, seat))

        if named:
            state.watch = watch
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
            reached.read(state)
        else:
            if not self._has_later:
                state.watch = None
            finish(reached, state, True, way, lots)
            self._count(found, events, seat, is_near=False)
        found.update(self.reasons.outcome(world, state, seat))
        return found

    def _itself(self, found: Counts, events: list[Event], seat: int) -> None:
        """Note in `found`, as keys `={name}` with the value 1, which happenings the seat's own move
        is: those that the first of `events` is, and those of stage EVENT that any of them is. Only
        events of `seat` itself count, not of its partner, and happenings whose `who` is "I". Such
        happenings are never given as reasons. Without events nothing is noted.
        """
        for at, (kind, whose) in enumerate(events):
            for name, who, stage in self._named.get(kind, ()):
                if who == "I" and whose == seat and (at == 0 or stage == EVENT):
                    found[f"{ITSELF}{name}"] = 1

    def _count(self, found: Counts, events: list[Event], seat: int, *, is_near: bool) -> None:
        """Add 1 to `found[name]` for each happening that one of these `events` is. For an event of
        the own side of `seat` these are happenings whose `who` is "I", for an event of another side
        those with "they"; events of no seat (0) are ignored. If `is_near` (before the seat's next
        turn), happenings of all stages count, otherwise only those of stage LATER.
        """
        for kind, whose in events:
            if not whose:
                continue
            of_whom = "I" if self.sides[whose - 1] == self.sides[seat - 1] else "they"
            for name, who, stage in self._named.get(kind, ()):
                if who == of_whom and (is_near or stage == LATER):
                    found[name] = found.get(name, 0) + 1

    def _look(self, found: Counts, state: Coded, seat: int, before: list[int]) -> None:
        """Set in `found` what `seat` has in `state` (the game's `outlook`), and add the points that
        were won since `before` (points by seat, as the game's `standing` gives them): under
        "gained" those of the seat's own side, under "given" the sum of those of all other sides.
        Each side counts once. `state` is not changed.
        """
        found.update(self.reasons.outlook(state, seat))
        now = self.reasons.standing(state)
        for first in self.firsts:
            name = GAINED if first == self.sides[seat - 1] else "given"
            found[name] = found.get(name, 0) + now[first - 1] - before[first - 1]


@final
class _Measure:
    """A happening compared after an option and after the best one. `counts` are how often it came:
    for each world first after the option, then after the best one.

    - `gap` is by how much the option has more of it on average (negative: less).
    - `part` is the part of the option's loss that this explains (1: all of it, NaN: unknown), in
      the end no more than all that is `about` the same explains together. It begins with 0.
    - In so many worlds there is `more` or `less` of it after the option than after the best one;
      `apart` is the size of the difference.
    - `is_much`: the two means differ by at least MUCH times the larger one (always if that is
      below 0). `is_clear`: also, `apart` is at least SURE (half) of the number of worlds.
    """

    def __init__(self, name: str, happening: Happening, counts: vec[i64]) -> None:
        self.name, self.happening, self.counts, self.part = name, happening, counts, 0.0
        option, best, more, less = i64(0), i64(0), i64(0), i64(0)
        for at in range(0, len(counts), 2):
            one, other = counts[at], counts[at + 1]
            option += one
            best += other
            more += one > other
            less += one < other
        worlds: int = len(counts) // 2
        self.more, self.less, self.apart = int(more), int(less), abs(int(more - less))
        self.gap = int(option - best) / worlds
        self.is_much = abs(self.gap) >= MUCH * (int(max(option, best)) / worlds)
        self.is_clear = self.is_much and self.apart >= SURE * worlds

    @property
    def kind(self) -> str:
        """The name without the card that it is about."""
        return self.name.partition(":")[0]

    @property
    def about(self) -> str:
        """What this is about: measures about the same explain no more of the loss than they do
        together. It is "" for all that ends the round or happens by the seat's next turn (ENDS,
        EVENT); otherwise what comes after the colon in the name, a card; without a colon the whole
        name.
        """
        if self.happening.stage in (ENDS, EVENT):
            return ""
        return self.name.partition(":")[2] or self.name

    @property
    def fit(self) -> float:
        """How well this explains the loss: 1 for exactly all of it, 0.5 for half of it or for twice
        as much; 0 if it explains nothing, below 0 if it speaks against the loss. NaN if `part` is
        unknown: it is then never as large as `least`.
        """
        return self.part if self.part <= 1 else 1 / self.part

    @property
    def least(self) -> float:
        """The least `fit` of a reason: LEAST_POINTS for a happening counted in points, which needs
        no estimate, LEAST for others.
        """
        return LEAST_POINTS if self.happening.is_points else LEAST

    @property
    def chance(self) -> float:
        """The p-value of an exact two-sided sign test: how likely so unequal numbers of worlds with
        `more` and `less`, or more unequal ones, would be if both options were alike. Worlds with as
        much after both are left out; 1.0 if all are.

        >>> _Measure("", Happening(1, 1), vec[i64]([1, 0] * 5 + [1, 1])).chance
        0.0625
        """
        many, term, total = self.more + self.less, 1, 0
        for drawn in range(min(self.more, self.less) + 1):
            total += term
            term = term * (many - drawn) // (drawn + 1)
        return float(min(1.0, 2 * total / 2**many))


def last_of(world: Coded, seat: int, line: str) -> tuple[Coded, int]:
    """The position before the last legal move of this line of `seat`, and that move's code (0 for
    the line "", to pass). What follows the first illegal move is dropped. The position is `world`
    itself if that leaves one move, otherwise a copy. `world` isn't changed. IllegalMove if a line
    of several moves begins with an illegal one.
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
    average, or if no happening will do. `then` and `own_then` of the Reason are left empty.

    A happening will do if all of this holds:

    1. It speaks against the first move: on average it comes more often and is bad, or less often
    and is good, as the game says (`good`). 2. It differs for sure: the two means by at least MUCH
    times the larger one, and the sign test finds it (ALPHA, divided by the number of happenings
    whose means differ at all). 3. If its stage is STATE: nothing plainer surely speaks for the
    first move. Plainer are happenings of this stage that come before it in the game's table. 4. All
    that is `about` the same together explains some of the loss, or an unknown part of it. 5. It
    explains enough of the loss itself (see `_chosen` and `_with_cards_together`). 6. If its stage
    is KEPT: it explains more than the first move saves by what the seat itself does up to its next
    turn (EVENT), as far as that surely speaks for that move, and more than the two cards that are
    compared save. If any event does, whatever its stage, the Reason names the detail `NAME.though`
    of a happening that has one.

    There are two exceptions:

    - What ends the round or match need not do in the fifth way if it differs clearly (see
      `is_clear` of `_Measure`).
    - If one of its `causes` differs clearly, a happening need not do in the second and third way.
      The cause must do in the first three ways, and in the fourth and sixth, too, unless its stage
      is STATE. Such a cause is always the reason in its place.

    `pairs` has for each world (at least one) the counts after the first and after the second move,
    as `Counting.after` gives them; `moves` are their tokens ("": to pass). `values[world, move]` is
    what the end is worth in the unit by which the game marks (points or win share), `points[world,
    move]` in points, both arrays for the seat that moves, in the order of `pairs`. `rivals` is the
    number of other sides (not of their seats). Nothing is changed.
    """
    loss = float((values[:, 1] - values[:, 0]).mean())
    if loss <= 0:
        return None
    table = game.reasons.happenings
    lost = float((points[:, 1] - points[:, 0]).mean())
    per_point = loss / lost if lost > 0 else 0.0
    counted, whole = _by_name(pairs), dict[str, float]()
    measured = [each for each in _measured(table, counted, moves, rivals) if each.gap != 0]
    for each in measured:
        happening = each.happening
        if each.name == GAINED or (happening.is_points and happening.who != "I"):
            slope = happening.good * (1 / rivals) * per_point
        elif happening.is_points:
            slope = happening.good * per_point
        else:
            slope = _slope(_array(each.counts), values)
        each.part = -each.gap * slope / loss
        whole[each.about] = whole.get(each.about, 0.0) + each.part
    # What the seat itself does by its next turn may surely speak for the move (below 0).
    own = [m for m in measured if m.happening.stage == EVENT and m.happening.who == "I"]
    eased = min(0.0, sum(m.part for m in own if m.chance <= ALPHA))
    found, order = list[_Measure](), [*table]
    plainest = len(order)  # of what the seat then has, what surely speaks for the move
    least = max(LEAST_CARDS, -eased)
    for each in measured:
        stage = each.happening.stage
        if each.gap * each.happening.good >= 0:
            if stage == STATE and each.chance <= ALPHA:
                plainest = min(plainest, order.index(each.name))
            if each.name in order and stage == KEPT:
                least = max(least, -each.part)
        elif not whole[each.about] <= 0 or stage == STATE:
            each.part = min(each.part, whole[each.about])
            found.append(each)
    found = _with_cards_together(found, moves, least)
    sure = {
        each.name: each
        for each in found
        if each.is_much
        and (each.happening.stage != STATE or order.index(each.name) < plainest)
        and each.chance <= ALPHA / len(measured)
    }
    clear = [name for name, each in sure.items() if each.is_clear]
    # Where a clear cause is said in place of it, it need not differ for sure itself.
    chosen = _chosen(
        [each for each in found if each.name in sure or {*each.happening.causes} & {*clear}]
    )
    if chosen is None:
        return None
    said = next((sure[name] for name in chosen.happening.causes if name in clear), chosen)
    if eased:
        counted[f"{said.kind}.though"] = said.counts
    return _said(said, counted, table, rivals)


def _by_name(pairs: Sequence[tuple[Counts, Counts]]) -> dict[str, vec[i64]]:
    """The counts by name, each a new array: for each world first after the one move, then after the
    other; 0 where it did not come. It has the names that came at all, the keys `={name}` (see
    `Counting._run`) among them, and always "given".
    """
    at, size = i64(0), 2 * len(pairs)
    found = {"given": zeros(size)}
    for pair in pairs:
        for counts in pair:
            for name, often in counts.items():
                if name not in found:
                    found[name] = zeros(size)
                found[name][at] = often
            at += 1
    return found


def _measured(
    table: Any, counted: dict[str, vec[i64]], moves: tuple[str, str], rivals: int
) -> list[_Measure]:
    """The happenings that are compared, as new measures, each with `part` 0; [] if none is left.
    They are in the order of their names, the kinds counted together (see below) last. `table` has
    the game's happenings by name. `counted` has their counts by name, for each world first after
    the first of the two `moves`, then after the second, and always "given" (see `_by_name`).
    `moves` are tokens, `rivals` is the number of other sides (not of their seats). Nothing is
    changed.

    - Left out are names that are not in `table`, details (names with a dot), "given", and what one
      of the two moves is itself.
    - "gained" is `rivals` times the points of the seat's own side, minus "given". It `is_much` only
      if one of these two alone is, too: one of them is shown.
    - A happening of the stage KEPT has its card after a colon (`card:44`), in `table` it hasn't.
      Those of the cards that `moves` play don't come by themselves: they are added up under the
      name before the colon (`card`).
    """
    measured, together = list[_Measure](), dict[str, vec[i64]]()
    for name in sorted(counted):
        kind, card = name.partition(":")[::2]
        happening, counts = table.get(name, table.get(kind)), counted[name]
        if happening is None or "." in name or name == "given" or f"{ITSELF}{name}" in counted:
            continue
        if name == GAINED:
            theirs = counted["given"]
            counts = filled([rivals * own - one for own, one in zip(counts, theirs, strict=True)])
        if happening.stage == KEPT and card in moves:
            more = together.get(kind, zeros(len(counts)))
            together[kind] = filled([one + other for one, other in zip(counts, more, strict=True)])
        else:
            measured.append(_Measure(name, happening, counts))
        if name == GAINED:
            sides = [_Measure(name, table[name], counted[each]) for each in (GAINED, "given")]
            measured[-1].is_much &= any([side.is_much for side in sides])
    return measured + [_Measure(kind, table[kind], both) for kind, both in together.items()]


def _with_cards_together(
    found: list[_Measure], moves: tuple[str, str], least: float
) -> list[_Measure]:
    """`found` with one measure in place of all those of kept cards (KEPT), at its end: of the cards
    that explain most, as few as together explain more than this part of the loss, counted together.
    What the cards of both `moves` are together counts as one card. None of MOST_CARDS or fewer
    explain so much: then there is no such measure. Nothing is changed.
    """
    rest = [each for each in found if each.happening.stage != KEPT]
    kept = [each for each in found if each.happening.stage == KEPT]
    kept.sort(key=lambda each: -each.part)
    for size in range(1, MOST_CARDS + 1):
        some = kept[:size]
        part = sum(each.part for each in some)
        if part > least:
            names = [each.name.partition(":")[2] or "+".join(moves) for each in some]
            counts = [sum(column) for column in zip(*[each.counts for each in some], strict=True)]
            name = f"{some[0].kind}:{'+'.join(names)}"
            together = _Measure(name, some[0].happening, filled(counts))
            together.part = part
            return [*rest, together]
    return rest


def _array(counts: vec[i64]) -> Any:
    """These counts as a new array [world, move] of floats, with two columns: the one move and the
    other. `counts` has two numbers for each world, as `_by_name` gives them; without any, the array
    has no rows.
    """
    return np.array([*counts], dtype=float).reshape(-1, 2)


def _chosen(sure: list[_Measure]) -> _Measure | None:
    """The measure that becomes the reason; None if none of `sure` explains enough. `sure` isn't
    changed.

    - First choice: what ends the round or match (ENDS), if its `fit` is LEAST or more or it is
      clear (see `is_clear`), however little it then explains. Of several the one with the largest
      `apart`, of equal ones what comes most often.
    - Second choice: what comes up to the seat's next turn, or becomes of kept cards (the stages in
      SOONER). The best measure of the first stage in this order whose `fit` is at least NEARLY
      times the best `fit` in all of these stages. Measures of the stage FLOW count only if the
      points (GAINED) are in `sure`, too.
    - Third choice: the rest of the round (LATER), by the best `fit`.

    In the second and third choice, a measure counts only if its `fit` is its `least` or more.
    """

    def best_of(stages: Sequence[int]) -> _Measure | None:
        fitting = [m for m in sure if m.happening.stage in stages and m.fit >= m.least]
        return max(fitting, key=lambda m: m.fit, default=None)

    ends = [m for m in sure if m.happening.stage == ENDS]
    ends = [m for m in ends if m.fit >= LEAST or m.is_clear]
    if ends:
        return max(ends, key=lambda m: (m.apart, sum(m.counts)))
    if not any(m.name == GAINED for m in sure):
        sure = [m for m in sure if m.happening.stage != FLOW]
    top = best_of(SOONER)
    for stage in SOONER:
        plain = best_of([stage])
        if top is not None and plain is not None and plain.fit >= NEARLY * top.fit:
            return plain
    return best_of([LATER])


def _said(chosen: _Measure, counted: dict[str, vec[i64]], table: Any, rivals: int) -> Reason:
    """The Reason that names the chosen measure, with its cards: the number of worlds, in how many
    of them it came after each of the two moves, and the two means, rounded to hundredths. `then`
    and `own_then` are left empty. `counted` has the counts by name (see `_by_name`) of at least one
    world, `table` the game's happenings by name; nothing is changed. Another name, with its own
    counts, is taken for:

    - the points: "given" if one rival side gets more by the first move, on average, than the seat's
      own side loses by it; otherwise "gained". The counts of "given" are of all rivals;
    - a happening with details (`take.4` of `take`): the first detail in `table` that comes in at
      least MOSTLY times as many cases (worlds, after either move) as the happening.
    """
    name, counts = chosen.kind, _array(chosen.counts)
    if name == GAINED:
        own, theirs = _array(counted[GAINED]), _array(counted["given"])
        more = (own[:, 1] - own[:, 0]).mean() < (theirs[:, 0] - theirs[:, 1]).mean() / rivals
        name, counts = ("given", theirs) if more else (GAINED, own)
    for detail in table:
        if detail in counted and detail.startswith(f"{name}."):
            of_it = _array(counted[detail])
            if (of_it > 0).sum() >= MOSTLY * (counts > 0).sum():
                name, counts = detail, of_it
                break
    often = (counts > 0).sum(0).tolist()
    means = (counts.mean(0).round(2) + 0.0).tolist()  # no -0.0
    return Reason(name + chosen.name[len(chosen.kind) :], len(counts), *often, *means)


def _slope(counts: Any, values: Any) -> float:
    """By how much the value rises with one more of the happening, as a least-squares slope within
    each of the two options, taken together. NaN if the counts hardly vary. Both arguments are
    arrays [world, move].
    """
    apart = counts - counts.mean(0)
    spread = float((apart * apart).sum())
    together = float((apart * (values - values.mean(0))).sum())
    return together / spread if spread >= _STILL else float(np.nan)
