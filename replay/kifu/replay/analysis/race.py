"""A race: the options of a decision, tried in one world after the other, with what each is worth so
far, and how sure that is.
"""

from __future__ import annotations

from itertools import chain
from math import fsum, sqrt

from kifu.notation.native import i64, vec
from kifu.replay.analysis.judgement import Option
from kifu.replay.analysis.loss import (
    Loss,
    errors,
    in_the_running,
    loss_of,
    losses_by_way,
    means,
    means_by_way,
    they_part,
)
from kifu.replay.analysis.odds import ONE
from kifu.replay.analysis.sums import columns, first_best, gaps, longer, totals
from kifu.replay.elements.arrays import NONE
from kifu.replay.elements.mistakes import Marks

#: The strong player leaves the reference policy where something is better by so many standard
#: errors.
SURE = 1.0


class Race:
    """The options of a decision with their values so far: win shares (of ONE) and points (times
    `rivals`, the number of seats of other sides), one world after the other; and the sums of those
    of the position. Options that are clearly worse drop out; of them, the difference from the
    played option is kept, with its error.
    """

    def __init__(self, options: list[str], played: int, rivals: int, marks: Marks) -> None:
        self.options = options
        self.played = played
        self.rivals = rivals
        self.marks = marks
        self.worlds = 0
        self.shares = self.points = NONE
        self._position = [0, 0]
        self._order = options
        self._dropped: dict[str, tuple[float, float]] = {}
        self._dropped_se: dict[str, float] = {}

    def make_room(self, worlds: int) -> None:
        """Make the arrays of values long enough for `worlds` worlds in all."""
        size = worlds * len(self.options)
        self.shares, self.points = longer(self.shares, size), longer(self.points, size)

    def narrow(self) -> None:
        """Drop the options that are clearly worse than the best one both by win share and in
        points, but never the played one.
        """
        count = len(self.options)
        running = [in_the_running(each, count, self.played) for each in (self.shares, self.points)]
        kept = {*chain.from_iterable(running)}
        if len(kept) < count:
            apart = self._errors(self.played)
            self._dropped_se |= {
                move: apart[place] for place, move in enumerate(self.options) if place not in kept
            }
        self._keep(sorted(kept))

    def add_to_position(self, share: int, points: int) -> None:
        """Add what the position is worth in one more world."""
        self._position[0] += share
        self._position[1] += points

    def position(self) -> Option:
        """The mean value of the position, as of an option without a move."""
        share, points = self._position
        return Option("", share / (ONE * self.worlds), points / (self.rivals * self.worlds))

    def lost(self) -> Loss:
        """How much win share the played option lost against the best one (see `loss_of`)."""
        return loss_of(self.shares, len(self.options), self.played, ONE)

    def lost_points(self) -> Loss:
        """How many points the played option lost against the best one (see `loss_of`)."""
        return loss_of(self.points, len(self.options), self.played, self.rivals)

    def errors(self, best: str) -> dict[str, float]:
        """The standard error of the distance of each option (move -> error) from the option `best`,
        in the unit by which the game marks decisions. With options that dropped out, the errors of
        both distances from the played option are added as if independent.
        """
        around = self.options.index(best) if best in self.options else self.played
        apart = self._errors(around)
        beyond = self._dropped_se.get(best, 0.0)
        found = {move: [each, beyond] for move, each in zip(self.options, apart, strict=True)}
        for move, each in self._dropped_se.items():
            found[move] = [each, apart[self.played], beyond]
        return {move: sqrt(fsum([each * each for each in parts])) for move, parts in found.items()}

    def _errors(self, other: int) -> list[float]:
        values, unit = self._marked()
        return errors(values, len(self.options), other, unit)

    def _marked(self) -> tuple[vec[i64], int]:
        """The values of all worlds by which the game marks decisions (points or win share), and
        what they must be divided by.
        """
        return (self.points, self.rivals) if self.marks.by_points else (self.shares, ONE)

    def parted(self, move: str) -> list[float]:
        """The loss of the option `move` by each way of playing on (see `ways`), in the unit by
        which the game marks decisions. Empty if the ways agree within their errors, if all would
        give the same mark, or if the option dropped out.
        """
        if move not in self.options:
            return []
        values, unit = self._marked()
        losses = losses_by_way(values, len(self.options), self.options.index(move), unit)
        alike = len({self.marks.glyph(each.loss, 0.0) for each in losses}) < 2
        return [] if alike or not they_part(losses) else [each.loss for each in losses]

    def glyph(self, move: str) -> str:
        """The mark that the option `move` would get, had it been played."""
        values, unit = self._marked()
        lost = loss_of(values, len(self.options), self.options.index(move), unit)
        return self.marks.glyph(lost.loss, lost.se)

    def is_best_in_each_way(self, move: str) -> bool:
        """Whether the option `move` is the best one by every single way of playing on (see `ways`),
        and the played one so much worse that it would be marked.
        """
        values, unit = self._marked()
        place = self.options.index(move)
        return all(
            way[place] == max(way) and self.marks.glyph(way[place] - way[self.played], 0.0)
            for way in means_by_way(values, len(self.options), unit)
        )

    def halve(self) -> None:
        """Drop the half of the options with the lower win shares (of equal ones, with fewer
        points), but not the played one.
        """
        count = len(self.options)
        shares, points = totals(self.shares, count), totals(self.points, count)
        order = sorted(range(count), key=lambda place: (-shares[place], -points[place]))
        self._keep(sorted({*order[: (count + 1) // 2], self.played}))

    def _keep(self, kept: list[int]) -> None:
        count = len(self.options)
        if len(kept) == count:
            return
        shares, points = self._means()
        for place in {*range(count)} - {*kept}:
            share, point = shares[place] - shares[self.played], points[place] - points[self.played]
            self._dropped[self.options[place]] = share, point
        self.shares = columns(self.shares, count, kept)
        self.points = columns(self.points, count, kept)
        self.options = [self.options[place] for place in kept]
        self.played = kept.index(self.played)

    def best(self) -> str:
        """The move of the option with the highest mean win share."""
        return self.options[first_best(totals(self.shares, len(self.options)))]

    def surely_better(self, values: vec[i64]) -> str:
        """The move of the option with the highest mean of `values` if it is better than the played
        one by more than SURE standard errors; otherwise the played move.
        """
        count = len(self.options)
        best = int(first_best(totals(values, count)))
        more, squares = gaps(values, count, best, self.played)
        mean = int(more) / self.worlds
        spread = max(0.0, int(squares) / self.worlds - mean * mean)
        sure = mean > SURE * sqrt(spread / self.worlds)
        return self.options[best if sure else self.played]

    def valued(self) -> list[Option]:
        """Every option, dropped ones too, with its mean win share and points, in the order of the
        moment.
        """
        shares, points = self._means()
        here = {move: place for place, move in enumerate(self.options)}
        found = []
        for move in self._order:
            share, point = self._dropped.get(move, (0.0, 0.0))
            place = here.get(move, self.played)
            found.append(Option(move, shares[place] + share, points[place] + point))
        return found

    def _means(self) -> tuple[list[float], list[float]]:
        count = len(self.options)
        return means(self.shares, count, ONE), means(self.points, count, self.rivals)
