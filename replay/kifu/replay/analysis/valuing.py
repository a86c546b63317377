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
from kifu.replay.analysis.lines import line_after, next_moves
from kifu.replay.analysis.odds import ONE, Odds
from kifu.replay.analysis.reasons import Counting, last_of, reason
from kifu.replay.analysis.trying import Onward, trial_of
from kifu.replay.analysis.values import (
    Loss,
    Values,
    is_decided,
    losses,
    losses_by_way,
    they_differ,
)
from kifu.replay.analysis.ways import REFERENCE, WAYS, way_of
from kifu.replay.codes.coded import as_coded
from kifu.replay.game import Game, State
from kifu.replay.judgements.judgement import GLYPHS, Judgement, Option, Reason
from kifu.replay.lots import QuickLots
from kifu.replay.ranking import first_of_sides

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
#: Worlds in which reasons are counted: that of the move that was played, those of other options,
#: and of how many of these.
REASON_WORLDS = 200
OTHER_WORLDS = 50
MOST_REASONS = 16
#: Win shares are the first of the two kinds of value in a table, points the second.
SHARES, POINTS = 0, 1

#: The values of options in worlds: by world, kind of value and option. Shares are of ONE, points
#: times the number of seats of other sides.
Table = NDArray[np.int64]


class Plan(Struct, frozen=True):
    """How much work a decision gets: at most `worlds` worlds. All random numbers come from the text
    `seed`.
    """

    worlds: int
    seed: str = "1"


class Valuer:
    """Values the moments of one match: decisions of a seat, and the public chances to win.
    `options` are settled; `state` is any position of the match, and is not kept. The result depends
    only on the plan and on what the moment's viewer saw, not on the cards hidden from it. The game
    must be able to deal hidden cards again (`Analysing.redeal`). Raises KifuError if kifu's file of
    models (see `equity`) is broken.
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
        self.counting = Counting(game, odds, in_stretch=equity is not None)
        #: Of the ply and best option asked for last: the options that only delay that one.
        self._delays: tuple[tuple[int, int], list[int]] = (0, 0), []

    def worlds(self, moment: Viewpoint, use: str = "world") -> Iterator[Any]:
        """Endless random worlds: new positions that agree with all that the moment's viewer knows,
        with the hidden cards dealt again. The same moment and `use` always give the same worlds,
        another `use` gives others. Each world is made when it is asked for, from the moment's state
        and memory, which are not changed and must not move on meanwhile. Raises NotJudged, at the
        first world asked for, if the cards can't be dealt again.
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
        """The judgement of this moment's decision, with `stake` (in points) and `gain` (in points
        or win share, as the game marks), but no reasons. It takes as many worlds as the plan
        allows. It ends before that if each other option is clearly worse than the best one, or its
        distance from the best one is known well enough (see FIRST); which option was played makes
        no difference.

        The moment must be a decision of a seat, with at least one move beside passing, and the plan
        have two worlds or more. The moment stays as it is. Raises NotJudged if the cards can't be
        dealt again.
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
        """A copy of `judgement`, which is that of this moment, in which options that would get a
        mark have a reason, where one is found. These are the played move, and those among the
        MOST_REASONS best options after the first one; with `Marks.any_order` only the played move.
        It is the judgement itself if no option needs a reason, or if the game has no happenings or
        no `Coded` states. Raises NotJudged if the cards can't be dealt again.

        Reasons are counted in new worlds, since an option that was best by luck in the worlds of
        the decision would have no reason. For the played move (if it needs none, for the best
        option that does) there are as many as the plan has, REASON_WORLDS at most; for the others
        OTHER_WORLDS at most.

        In the new worlds, both the played move and the best one go on with their lines (see
        `_lines`). If the played move loses less there than its mark asks for, it gets a lower mark
        or "", never a higher one; its loss stays. Where its mark is dropped, no option has a
        reason.
        """
        if as_coded(moment.state) is None or not self.game.reasons.happenings:
            return judgement
        lines = self._lines(moment, judgement)
        best, *others = judgement.options
        worse = [
            option.move
            for place, option in enumerate(others)
            if option.move in lines
            and (place < MOST_REASONS or option.move == judgement.move)
            and self._would_mark(option)
        ]
        if not worse:
            return judgement
        worse.sort(key=lambda move: move != judgement.move)
        found, loss = self._reasons(moment, best.move, worse, lines)
        if judgement.glyph:
            confirmed = self.marks.glyph(loss, 0.0)
            glyph = max(judgement.glyph, confirmed, key=[*GLYPHS, ""].index)
            judgement = replace(judgement, glyph=glyph)
            if not glyph:
                return judgement
        options = [replace(each, reason=found.get(each.move)) for each in judgement.options]
        return replace(judgement, options=options)

    def _reasons(
        self, moment: Viewpoint, best: str, worse: list[str], lines: dict[str, str]
    ) -> tuple[dict[str, Reason | None], float]:
        """Why each of the moves `worse` (at least one) is worse than the move `best`, by move
        (None: no reason is found), and what the first of them loses against it in these worlds, in
        the unit of marks (points or win share). Each move is played with the line that `lines` has
        for it, which must have all of them. The first of `worse` is counted in all worlds (see
        `_some`), the others in OTHER_WORLDS at most. Raises NotJudged if the cards can't be dealt
        again.
        """
        kind, _ = self._marked(moment)
        units = np.array([[ONE], [self._rivals(moment)]])
        tried, counted, worths = [lines[move] for move in (best, *worse)], [], []
        for number, (world, onward) in enumerate(self._some(moment, "reason")):
            some = tried if number < OTHER_WORLDS else tried[:2]
            happened, worth = self.counting.after(world, moment.viewer, some, onward)
            counted.append(happened)
            worths.append(worth)
        table = np.array(worths[:OTHER_WORLDS]).reshape(-1, 2, len(tried)) / units
        more = np.array(worths[OTHER_WORLDS:]).reshape(-1, 2, 2) / units
        found, loss = {}, 0.0
        for at, move in enumerate(worse, 1):
            values = table.take([at, 0], 2)
            if at == 1:
                values = np.concatenate([values, more[:, :, ::-1]])
                loss = float(np.mean(values[:, kind, 1] - values[:, kind, 0]))
            why = reason(
                self.game,
                [(each[at], each[0]) for each in counted if at < len(each)],
                values[:, kind],
                values[:, POINTS],
                (move, best),
                len({*self.sides}) - 1,
            )
            then, own_then = (lines[each].partition(" ")[2] for each in (best, move))
            if self.marks.any_order and own_then and not then:
                why = None  # what it goes on with is no less than what the move itself does
            found[move] = why and replace(why, then=then, own_then=own_then)
        return found, loss

    def _some(self, moment: Viewpoint, use: str) -> Iterator[tuple[Any, Onward]]:
        """The worlds for this `use`, as many as the plan has, REASON_WORLDS at most, made as they
        are asked for; each with the way in which it is played on. Raises NotJudged if the cards
        can't be dealt again.
        """
        numbers = range(min(self.plan.worlds, REASON_WORLDS))
        return self._onward(moment, self.worlds(moment, use), numbers)

    def _lines(self, moment: Viewpoint, judgement: Judgement) -> dict[str, str]:
        """Move -> the line by which a reason for it is counted (tokens with blanks between, see
        `lines`), for every option of the `judgement`. With `Marks.any_order` it has only the played
        and the best option, and it is {} if the played one has no mark.

        The line is the move alone, except where the played move has a mark. Then the played move
        and the best one each have the best line found in the first worlds of the decision (FIRST at
        most), since good next moves may make up for a bad first one. The line of a pass is always
        "".

        With `Marks.any_order`, the line of the best move may have the played move in it. Then the
        line of the played move is the same with these two moves exchanged, if that is legal. Raises
        NotJudged if the cards can't be dealt again.
        """
        lines = {option.move: option.move for option in judgement.options}
        marked = [judgement.move, judgement.options[0].move] if judgement.glyph else []
        if self.marks.any_order:
            lines = {move: move for move in marked}
        kind, _ = self._marked(moment)
        world, _ = next(self._some(moment, "world"))
        # Most moves end the turn: then no other world need be dealt.
        ahead = [
            move for move in marked if move and next_moves([world.copy()], moment.viewer, move)
        ]
        worlds = [*islice(self._some(moment, "world"), FIRST)] if ahead else []
        for move in ahead:
            lines[move] = line_after(self.trial, worlds, moment.viewer, move, kind)
        if self.marks.any_order and marked and marked[0] in lines[marked[1]].split(" "):
            # Both moves in the other order are no worse, though the search may have missed that.
            other = dict(zip(marked, reversed(marked), strict=True))
            swapped = [other.get(each, each) for each in lines[marked[1]].split(" ")]
            line = " ".join(swapped)
            if last_of(world, moment.viewer, line)[1] == world.lexicon.code(swapped[-1]):
                lines[marked[0]] = line
        return lines

    def _would_mark(self, option: Option) -> str:
        """The glyph (`?!`, `?`, `??`) that this option would get if it were played, as far as its
        loss and error say (None counts as 0); "" for none.
        """
        return self.marks.glyph(option.loss or 0.0, option.se or 0.0)

    def clear(self, moment: Viewpoint) -> Judgement | None:
        """The judgement of this moment's decision if its best option is clearly the best, otherwise
        None. It is clear if all of these hold:

        - the second best option and the played one would get a mark;
        - in the worlds of each way of playing on alone (see `ways`), the same option has the
          highest mean, and the played one would get a mark by its mean alone;
        - the best option's win share is no lower than that of the played one;
        - the played one keeps a mark in other worlds, as far as the game has reasons (see
          `with_reasons`).

        All worlds of the plan are tried, which must be three or more. The judgement has no stake,
        gain or reasons, but the mark that the played move has in these worlds. Raises NotJudged if
        the cards can't be dealt again.
        """
        worlds = self._onward(moment, self.worlds(moment), range(self.plan.worlds))
        rows = [
            self.trial.worth(world, moment.viewer, moment.options, onward)
            for world, onward in worlds
        ]
        table = np.array(rows).reshape(len(rows), 2, -1)
        judgement = self._judgement(moment, table)
        best, played = moment.options.index(judgement.options[0].move), moment.played
        kind, unit = self._marked(moment)
        ways = [table[way::WAYS, kind].mean(0) / float(unit) for way in range(WAYS)]
        is_clear = (
            judgement.glyph
            and self._would_mark(judgement.options[1])
            and all(each[best] == each.max() for each in ways)
            and all(self.marks.glyph(each[best] - each[played], 0.0) for each in ways)
            and table[:, SHARES, best].sum() >= table[:, SHARES, played].sum()
            and self.with_reasons(moment, judgement).glyph
        )
        return judgement if is_clear else None

    def choice(self, moment: Viewpoint) -> str:
        """The move to play at this moment ("": to pass), among two options or more. The options are
        tried in rounds, each in further worlds. After a round the better half (rounded up) by win
        share stays (of equal ones those with more points), and always the base: the move that the
        reference policy chooses in the first world (sequential halving: Karnin et al. 2013). Of the
        options that are left after the last round, the move is

        - the one with the highest win share, if it beats the base by more than SURE standard errors
          of the difference;
        - otherwise the one with the most points, on the same condition;
        - otherwise the base.

        If the base is none of the options, the one with the highest win share is played. `played`
        of the moment is not looked at, and the moment stays as it is. Raises NotJudged if the cards
        can't be dealt again.

        It takes about as many rollouts as the plan has worlds for each option, at least one for
        each option in a round, all played on by the reference policy.
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
        """Each seat's chance to win, 0 to 1 as a new list in seat order, if all seats play equally
        well from now on, as far as the moment's viewer can know; partners each have the chance of
        their team. The chances of all sides add up to 1. The moment stays as it is.

        It is the mean over `public_worlds` worlds: as many as the plan has, PUBLIC_WORLDS at most,
        and WHOLE_MATCHES times that where they are played to the end of the match. The plan must
        have one world or more. Raises NotJudged if the cards can't be dealt again, and
        ZeroDivisionError if the match ends without a winner in all worlds.
        """
        worlds = islice(self.worlds(moment), self.public_worlds)
        totals = [sum(shares) for shares in zip(*map(self.trial.chances, worlds), strict=True)]
        whole = sum(totals[side - 1] for side in {*self.sides})
        return [total / whole for total in totals]

    def _onward(
        self, moment: Viewpoint, worlds: Iterator[Any], numbers: range
    ) -> Iterator[tuple[Any, Onward]]:
        """Yield pairs of a world and the way in which it is played on (see `ways`), one for each
        number in `numbers` (worlds count from 0). The worlds are the next ones of `worlds`. Each is
        taken only when its pair is asked for, and none after the last pair.
        """
        text = f"kifu/ways:{self.plan.seed}:{moment.viewer}:{moment.saw}"
        for number, world in zip(numbers, worlds, strict=False):
            yield world, Onward(way_of(number), f"{text}:{number}")

    def _tables(self, moment: Viewpoint) -> tuple[Table, Any]:
        """The values in as many worlds as the decision needs (see FIRST), world 0 first, in two new
        arrays: [world, kind of value, option] for the options, and [world, kind of value] for one
        more move in each world. That is what `WorldPlayer.choice` gives for the seat there, as a
        player of the way in which the world is played on; it need not be one of the options. Kind 0
        is the win share times ONE, kind 1 the points times the number of rivals. The moment stays
        as it is. Raises NotJudged if the cards can't be dealt again.
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
            settled = self._settled(moment, table)[:, kind]
            if enough == self.plan.worlds or is_decided(settled, AHEAD, exact):
                return table, np.array(own)
            enough = min(self.plan.worlds, enough + enough // 2)

    def _judgement(self, moment: Viewpoint, table: Table) -> Judgement:
        """The judgement of a decision whose options have these values in two worlds or more, with
        `stake` and `gain` None and without reasons. With fewer than 48 worlds, `depends` is False.
        `table` is an array [world, kind of value, option] as `_tables` gives it, beginning with
        world 0, and isn't changed. The options of the judgement are in order, the best one (in the
        unit of marks) first.
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
            any(self._differ([way[at] for way in in_ways]) for at in (order[0], played)),
        )

    def _differ(self, found: list[Loss]) -> bool:
        """Whether the loss of an option depends on how others play. `found` are its losses, one for
        each way of playing on. Both must hold: two of them or more would get different marks
        (errors left aside), and two of them differ by more than their errors (see `they_differ`).
        These need not be the same two. False for an empty list.
        """
        return len({self.marks.glyph(each.loss, 0.0) for each in found}) > 1 and they_differ(found)

    def _settled(self, moment: Viewpoint, table: Table) -> Table:
        """A copy of `table` in which each option that only delays the best one has the values of
        the best one; `table` itself if there can't be any. `table`, an array [world, kind of value,
        option], is never changed. The best option is the one with the highest mean in the unit of
        marks, of equal ones the first.

        There can be such options only in a game with `Marks.any_order`, and if the best option
        isn't to pass. An option delays the best one if the best one is still legal after it:
        nothing is lost yet, and the next decision is judged on its own. Which ones do is kept until
        another ply or best option is asked for. The viewer is not looked at, so all decisions at a
        ply must be of the same seat.
        """
        if not self.marks.any_order:
            return table
        best = int(table[:, self._marked(moment)[0]].sum(0).argmax())
        if not moment.options[best]:
            return table
        if self._delays[0] != (moment.ply, best):
            self._delays = (moment.ply, best), [*_delaying(moment, best)]
        table = table.copy()
        table[:, :, self._delays[1]] = table[:, :, [best]]
        return table

    def _marked(self, moment: Viewpoint) -> tuple[int, int]:
        """The kind of value by which the game marks decisions, and the divisor that turns a value
        in the table into points or win share: (POINTS, number of rivals) or (SHARES, ONE).
        """
        return (POINTS, self._rivals(moment)) if self.marks.by_points else (SHARES, ONE)

    def _rivals(self, moment: Viewpoint) -> int:
        """How many seats belong to other sides than the moment's viewer."""
        return sum(side != self.sides[moment.viewer - 1] for side in self.sides)


def _delaying(moment: Viewpoint, best: int) -> Iterator[int]:
    """Yields the indices (from 0) of the moves that leave the option with the index `best` legal
    for the seat, ascending; nothing if there are none. Passing and `best` itself are left out. The
    option `best` must not be to pass. Each move is tried, as it is asked for, in a copy of the
    moment's state.
    """
    for at, move in enumerate(moment.options):
        if move and at != best:
            after = moment.state.copy()
            after.play(move, moment.viewer)
            if moment.options[best] in after.legal_moves(moment.viewer):
                yield at


def _is_surely_better(values: Values, one: int, other: int) -> bool:
    """Whether the mean of option `one` (an index from 0) is higher than that of option `other` by
    more than SURE standard errors of the difference; False if they are the same option. `values` is
    by world and option, of one world or more. With a single world the error counts as 0: it is then
    enough to be higher in that world.
    """
    gaps = (values[:, one] - values[:, other]).astype(float)
    mean = float(gaps.mean())
    return mean > SURE * float(gaps.std()) / sqrt(len(gaps))
