"""What each option of a decision is worth: the means over worlds, with common worlds for all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from kifu.replay.analysis.dealing import CannotDeal
from kifu.replay.analysis.decisions import NotJudged, Viewpoint
from kifu.replay.analysis.equity import equity_of
from kifu.replay.analysis.lines import line_after
from kifu.replay.analysis.odds import ONE, Odds
from kifu.replay.analysis.reasons import Counting, reason
from kifu.replay.analysis.trying import Onward, kernel_of, trial_of
from kifu.replay.analysis.values import (
    Loss,
    Values,
    is_decided,
    losses,
    losses_by_way,
    they_part,
)
from kifu.replay.analysis.ways import REFERENCE, WAYS, way_of
from kifu.replay.elements.lots import QuickLots
from kifu.replay.elements.placing import first_of_sides
from kifu.replay.game import Game, State
from kifu.replay.judgements.judgement import Judgement, Option
from kifu.replay.states.coded import as_coded

#: After this many worlds, and again each time after half as many more, a decision ends if its best
#: option is AHEAD standard errors ahead of each other one (as GNU Backgammon's rollouts do), or if
#: the standard error is EXACT times the least loss that gets a mark, or less; that is for a budget
#: of NORMAL worlds, and with the square root of the worlds for others.
FIRST = 50
AHEAD = 3.0
EXACT = 0.7
NORMAL = 200
#: The strong player leaves the reference policy where something is better by so many standard
#: errors.
SURE = 1.0
#: The public chance is the mean of this many worlds, or of the budget if that is less.
PUBLIC_WORLDS = 200
#: So many times as many where worlds are played to the end of the match, since each of them says
#: only who wins it.
WHOLE_MATCHES = 4
#: Worlds in which reasons are counted, and of how many options beside the one that was played.
REASON_WORLDS = 200
MOST_REASONS = 16
#: Win shares are the first of the two kinds of value in a table, points the second.
SHARES, POINTS = 0, 1

#: The values of options in worlds: by world, kind of value and option. Shares are of ONE, points
#: times the number of seats of other sides.
Table = NDArray[np.int64]


class Plan(Struct, frozen=True):
    """How much work a decision gets: at most `worlds` worlds. All random numbers come from
    `seed`.
    """

    worlds: int
    seed: str = "1"


class Valuer:
    """Values moments of one match; `state` is a position of it. The result depends only on the plan
    and on what the moment's viewer saw.
    """

    def __init__(self, game: Game, options: Any, seats: int, state: State, plan: Plan) -> None:
        self.game = game
        self.marks = game.analysis.marks
        self.plan = plan
        self.sides = first_of_sides(seats, game.ranking.teams(options, seats))
        equity = equity_of(game.name, game.write_options(options, seats), seats)
        self.public_worlds = min(plan.worlds, PUBLIC_WORLDS)
        if equity is None:
            self.public_worlds *= WHOLE_MATCHES
        odds = Odds([] if equity is None else equity.weights, self.sides)
        self.trial = trial_of(game, state, odds, in_stretch=equity is not None)
        self.counting = Counting(game, kernel_of(game.name), odds, in_stretch=equity is not None)

    def worlds(self, moment: Viewpoint, use: str = "world") -> Iterator[Any]:
        """Endless random worlds: positions that look to the moment's viewer like the real one;
        others for another `use`.
        """
        lots = QuickLots(f"kifu/{use}:{self.plan.seed}:{moment.viewer}:{moment.saw}")
        redeal = self.game.analysis.redeal
        assert redeal is not None
        while True:
            try:
                yield redeal(moment.state, moment.viewer, moment.memory, lots)
            except CannotDeal as error:
                raise NotJudged(f"the record can't be analysed: {error}") from None

    def judged(self, moment: Viewpoint) -> Judgement:
        """The judgement of this moment's decision. It ends before the budget does when the best
        option is clearly ahead (see AHEAD), whichever was played.
        """
        options, position = self._tables(moment)
        kind, unit = self._marked(moment)
        judgement, worlds, played = self._judgement(moment, options), len(options), moment.played
        gain = int(options[:, kind, played].sum()) - int(position[:, kind].sum())
        # Who passes makes no ply, so nobody was judged where the lot fell on passing.
        moves = [at for at, move in enumerate(moment.options) if move]
        points = self._settled(moment, options)[:, POINTS].sum(0)
        above_mean = int(points[played]) - int(points[moves].sum()) / len(moves)
        return replace(
            judgement,
            stake=judgement.points + above_mean / (worlds * self._rivals(moment)),
            gain=gain / (worlds * unit),
        )

    def with_reasons(self, moment: Viewpoint, judgement: Judgement) -> Judgement:
        """The judgement of this moment's decision with a reason, where one is found, for each
        option that would have a mark: for the first MOST_REASONS, and the one that was played.
        Counted in as many worlds as the plan has, REASON_WORLDS at most. They are not those of the
        decision: the option that is best there may be so by luck, for which there is no reason.

        The mark of the move that was played is checked first (see `_checked`). Where the moves of a
        turn come in any order, only a move that keeps it gets a reason.
        """
        judgement, lines = self._checked(moment, judgement)
        best, *others = judgement.options
        worse = [
            option.move
            for place, option in enumerate(others)
            if option.move in lines
            and (place < MOST_REASONS or option.move == judgement.move)
            and self._would_mark(option)
        ]
        if not worse or not self.game.reasons.happenings or as_coded(moment.state) is None:
            return judgement
        moves, rivals = [best.move, *worse], self._rivals(moment)
        counted, rows = [], []
        for world, onward in self._some(moment, "reason"):
            happened, worth = self.counting.after(
                world, moment.viewer, [lines[move] for move in moves], onward
            )
            counted.append(happened)
            rows.append(worth)
        table = np.array(rows).reshape(len(rows), 2, -1) / np.array([[[ONE], [rivals]]])
        kind, _ = self._marked(moment)
        found = {
            move: reason(
                self.game,
                [(each[at], each[0]) for each in counted],
                table[:, kind, [at, 0]],
                table[:, POINTS, [at, 0]],
                (move, best.move),
                rivals,
            )
            for at, move in enumerate(worse, 1)
        }
        options = [replace(each, reason=found.get(each.move)) for each in judgement.options]
        return replace(judgement, options=options)

    def _some(self, moment: Viewpoint, use: str) -> Iterator[tuple[Any, Onward]]:
        """Worlds for this `use`, as many as the plan has, REASON_WORLDS at most, each with how it
        is played on.
        """
        numbers = range(min(self.plan.worlds, REASON_WORLDS))
        return self._onward(moment, self.worlds(moment, use), numbers)

    def _checked(self, moment: Viewpoint, judgement: Judgement) -> tuple[Judgement, dict[str, str]]:
        """The judgement, and by its first move the line (see `lines`) of each option that may get a
        reason: the option alone. But where a seat often goes on to move, a mark is checked: it is
        lower, or none, if a good line after the move that was played makes up for what is lost, by
        more than one after the best option brings. The loss stays as it is. These two then have
        their lines; where the moves of a turn come in any order, there are no others, and where no
        mark is left, there are none. A line is found in some worlds and valued in others.
        """
        lines = {option.move: option.move for option in judgement.options}
        if as_coded(moment.state) is None or not self.marks.goes_on:
            return judgement, lines
        if self.marks.any_order:
            lines = {}
        if not judgement.glyph:
            return judgement, lines
        kind, unit = self._marked(moment)
        worlds, seat = [*self._some(moment, "world")], moment.viewer
        tried = min(FIRST, len(worlds) // 2)
        more = []
        for move in (judgement.move, judgement.options[0].move):
            line = line_after(self.trial, worlds[:tried], seat, move, kind) if move else ""
            rows = [
                self.counting.after(world, seat, [line, move], onward)[1]
                for world, onward in worlds[tried:]
            ]
            (better, alone) = np.array(rows).reshape(-1, 2, 2)[:, kind].mean(0).tolist()
            lines[move] = line if better > alone else move
            more.append(max(0.0, better - alone) / unit)
        played = next(each for each in judgement.options if each.move == judgement.move)
        loss = (played.loss or 0.0) - max(0.0, more[0] - more[1])
        glyph = self.marks.glyph(loss, played.se or 0.0)
        return replace(judgement, glyph=glyph), lines if glyph else {}

    def _would_mark(self, option: Option) -> str:
        """The glyph (`?!`, `?`, `??`) that this option would get as a move; "" for none."""
        return self.marks.glyph(option.loss or 0.0, option.se or 0.0)

    def clear(self, moment: Viewpoint) -> Judgement | None:
        """The judgement of this moment's decision if one option is clearly the best: each other
        one, the played one too, would be marked; in the worlds of each way of playing on (see
        `ways`) alone it is the best, too, and the played one would be marked; and the played one
        has no higher win share. Otherwise None. All worlds of the plan are tried, three or more, so
        it does not matter what is best in the mean of the ways.
        """
        worlds = self._onward(moment, self.worlds(moment), range(self.plan.worlds))
        rows = [
            self.trial.worth(world, moment.viewer, moment.options, onward)
            for world, onward in worlds
        ]
        table = np.array(rows).reshape(len(rows), 2, -1)
        judgement, _ = self._checked(moment, self._judgement(moment, table))
        best, played = moment.options.index(judgement.options[0].move), moment.played
        kind, unit = self._marked(moment)
        ways = [table[way::WAYS, kind].mean(0) / float(unit) for way in range(WAYS)]
        is_clear = (
            judgement.glyph
            and self._would_mark(judgement.options[1])
            and all(each[best] == each.max() for each in ways)
            and all(self.marks.glyph(each[best] - each[played], 0.0) for each in ways)
            and table[:, SHARES, best].sum() >= table[:, SHARES, played].sum()
        )
        return judgement if is_clear else None

    def choice(self, moment: Viewpoint) -> str:
        """The option with the highest value or, if that is not better by more than the standard
        error of the difference, the move of the reference policy, by which worlds are played on.

        As many rollouts as the plan has worlds for each option, in rounds that take the same number
        of them: after each round the worse half of the options drops out (sequential halving:
        Karnin et al. 2013).
        """
        worlds = self.worlds(moment)
        first = next(worlds)
        worlds = chain([first], worlds)
        base = self.trial.choice(first, moment.viewer, Onward(REFERENCE, ""))
        left, count = moment.options, len(moment.options)
        table = np.empty((0, 2, count), dtype=np.int64)
        rounds = (count - 1).bit_length()
        for _ in range(rounds):
            each = max(1, self.plan.worlds * count // (rounds * len(left)))
            more = [
                self.trial.worth(world, moment.viewer, left, Onward(REFERENCE, ""))
                for world in islice(worlds, each)
            ]
            table = np.concatenate([table, np.array(more).reshape(each, 2, -1)])
            shares, points = table.sum(0)
            order = sorted(range(len(left)), key=lambda at: (-shares[at], -points[at]))
            better = order[: (len(left) + 1) // 2]
            kept = [at for at, move in enumerate(left) if at in better or move == base]
            left, table = [left[at] for at in kept], table[:, :, kept]
        for kind in (SHARES, POINTS):
            values = table[:, kind]
            best = int(values.sum(0).argmax())
            if base not in left or _is_surely_better(values, best, left.index(base)):
                return left[best]
        return base

    def chances(self, moment: Viewpoint) -> list[float]:
        """Each seat's chance to win (a team's for each partner), in seat order, if all seats play
        equally well from now on. The chances of all sides add up to 1.
        """
        totals = [0] * len(self.sides)
        for world in islice(self.worlds(moment), self.public_worlds):
            for place, share in enumerate(self.trial.chances(world)):
                totals[place] += share
        whole = sum(totals[side - 1] for side in {*self.sides})
        return [total / whole for total in totals]

    def _onward(
        self, moment: Viewpoint, worlds: Iterator[Any], numbers: range
    ) -> Iterator[tuple[Any, Onward]]:
        """The worlds with these numbers, the next ones of `worlds`, each with how it is played
        on.
        """
        text = f"kifu/ways:{self.plan.seed}:{moment.viewer}:{moment.saw}"
        for number, world in zip(numbers, worlds, strict=False):
            yield world, Onward(way_of(number), f"{text}:{number}")

    def _tables(self, moment: Viewpoint) -> tuple[Table, Any]:
        """Two arrays, of as many worlds as the decision needs: the values of the options (by world,
        kind of value and option), and of the position, where the seat plays as the others do (by
        world and kind of value).
        """
        seat, options, worlds = moment.viewer, moment.options, self.worlds(moment)
        table = np.empty((0, 2, len(options)), dtype=np.int64)
        own: list[list[int]] = []
        enough = min(FIRST, self.plan.worlds)
        kind, unit = self._marked(moment)
        exact = EXACT * self.marks.doubtful * unit * sqrt(NORMAL / self.plan.worlds)
        while True:
            rows: list[list[int]] = []
            for world, onward in self._onward(moment, worlds, range(len(table), enough)):
                worth = self.trial.worth(world, seat, options, onward)
                rows.append(worth)
                move = self.trial.choice(world, seat, onward)
                if move in options:
                    own.append(worth[options.index(move) :: len(options)])
                else:
                    own.append(self.trial.worth(world, seat, [move], onward))
            table = np.concatenate([table, np.array(rows).reshape(len(rows), 2, -1)])
            if enough == self.plan.worlds or is_decided(table[:, kind], AHEAD, exact):
                return table, np.array(own)
            enough = min(self.plan.worlds, enough + enough // 2)

    def _judgement(self, moment: Viewpoint, table: Table) -> Judgement:
        """The judgement of a decision whose options have these values, without what was at stake,
        gain and reasons. The options are in order, the best one first.
        """
        kind, unit = self._marked(moment)
        best = int(table[:, kind].sum(0).argmax())
        table = self._settled(moment, table)
        rivals, played, values = self._rivals(moment), moment.played, table[:, kind]
        shares, points = table.mean(0)
        sums = values.sum(0)
        order = sorted(range(len(sums)), key=lambda at: (-sums[at], at != best))
        by_share, by_points = losses(table[:, SHARES], ONE), losses(table[:, POINTS], rivals)
        main = by_points if self.marks.by_points else by_share
        in_ways = losses_by_way(values, unit)
        return Judgement(
            moment.ply,
            moment.viewer,
            moment.options[played],
            by_share[played].loss,
            by_share[played].se,
            by_points[played].loss,
            by_points[played].se,
            [
                Option(
                    moment.options[at],
                    float(shares[at]) / float(ONE),
                    float(points[at]) / rivals,
                    main[at].se,
                    main[at].loss,
                )
                for at in order
            ],
            self.marks.glyph(main[played].loss, main[played].se),
            any(self._part([way[at] for way in in_ways]) for at in (order[0], played)),
        )

    def _part(self, found: list[Loss]) -> bool:
        """Whether an option loses more or less by how others play: by each way of playing on it
        loses this much, and these differ by more than their errors and would be marked differently.
        """
        return len({self.marks.glyph(each.loss, 0.0) for each in found}) > 1 and they_part(found)

    def _settled(self, moment: Viewpoint, table: Table) -> Table:
        """The table, with the values of the best option also for each one after which it can still
        be played, in a game whose moves of a turn come in any order: that one has lost nothing yet,
        and what follows it is judged as the next decision. `table` itself stays as it is.
        """
        best = int(table[:, self._marked(moment)[0]].sum(0).argmax())
        if not (self.marks.any_order and moment.options[best]):
            return table
        table = table.copy()
        for at, move in enumerate(moment.options):
            if move and at != best:
                after = moment.state.copy()
                after.play(move, moment.viewer)
                if moment.options[best] in after.legal_moves(moment.viewer):
                    table[:, :, at] = table[:, :, best]
        return table

    def _marked(self, moment: Viewpoint) -> tuple[int, int]:
        """The kind of value by which the game marks decisions, and what it must be divided by."""
        return (POINTS, self._rivals(moment)) if self.marks.by_points else (SHARES, ONE)

    def _rivals(self, moment: Viewpoint) -> int:
        """How many seats are of other sides than the moment's viewer."""
        return sum(side != self.sides[moment.viewer - 1] for side in self.sides)


def _is_surely_better(values: Values, one: int, other: int) -> bool:
    """Whether option `one` is better than `other` by more than SURE standard errors."""
    gaps = (values[:, one] - values[:, other]).astype(float)
    mean = float(gaps.mean())
    return mean > SURE * float(gaps.std()) / sqrt(len(gaps))
