"""A judgement: what one decision was worth, and all of them in a match as plain data.

A seat's *win share* is 1/k of a match that k sides win, its own among them, and 0 of a match that
its side does not win: partners have the share of their side. All values are means over worlds:
positions in which everything the seat can't know is dealt by lot.
"""

from __future__ import annotations

from msgspec import Struct

#: No number is shown whose interval of 95 % is wider, in hundredths of what was at stake.
WIDEST = 40.0
#: Nor one of fewer choices: they don't say how wide their interval is.
FEWEST = 8


def unsaid(choices: int, width: float | None) -> str:
    """Why the numbers of so many choices, whose accuracy has an interval of this `width` (None if
    there is none), are not shown to people: "too_few_choices" or "too_wide"; "" if they are.

    >>> unsaid(7, 10.0), unsaid(30, 41.0), unsaid(30, 40.0)
    ('too_few_choices', 'too_wide', '')
    """
    if choices < FEWEST:
        return "too_few_choices"
    return "too_wide" if width is None or width > WIDEST else ""


class Option(Struct, frozen=True):
    """One move that the seat could make: its value as win share (0 to 1) and in points (the
    seat's score minus the mean score of its rivals at the end; positive is better).

    `se` is the standard error of how far it is from the best option, in the same worlds, in points
    or win share as the game marks; 0 where that never changes, and None for the best option.

    `ways` is not empty where it depends on how others play how good the option is: what it loses
    against the best one if all play on like the reference player, like the simple one, or
    carelessly (see `ways`), in the same unit. It is known of the best
    option and of the one that was played.
    """

    move: str
    share: float
    points: float
    se: float | None = None
    ways: list[float] = []


class Judgement(Struct, frozen=True):
    """What the move at `ply` (counted from 1) lost against the best option.

    `loss` is win share, `points` are points, each against the option that is the best by it, and 0
    or more but for the error of estimation; `se` and `points_se` are their standard errors.
    `options` holds every option that was valued, the best first; a move that was the only one is
    not judged. `glyph` is the mark that it got, `"??"`, `"?"`, `"?!"` or `""` (see
    `elements.mistakes`). `sight` is "seat" where the worlds hide what the seat could not know,
    "all" where every hand was seen.
    """

    ply: int
    seat: int
    move: str
    loss: float
    se: float
    points: float
    points_se: float
    options: list[Option]
    glyph: str = ""
    sight: str = "seat"

    @property
    def depends(self) -> bool:
        """Whether which option is best, or how bad the move was, depends on how the
        others play on.
        """
        return any(option.ways for option in self.options)


class Engine(Struct, frozen=True):
    """What judged: its name and version, how many worlds it took at most for a decision, the text
    that all its lots come from, and its sight. With `until` it stopped where the standard error of
    a loss was so small. Values of different engines are never mixed.
    """

    name: str
    version: str
    worlds: int
    seed: str
    sight: str = "seat"
    until: float = 0.0


class SeatReport(Struct, frozen=True):
    """One seat's match in numbers.

    `choices` counts decisions with two options or more. `points` is the sum of what they lost in
    points, `points_se` the standard error of its mean over choices (None where there are fewer than
    two), and `points_stake` the sum of what was at stake: what drawing lots would have lost.
    `accuracy` is the part of that stake that was not lost, from 0 (as good as drawing lots) to 100
    (always the best option), with an interval of 95 %; None where nothing could be lost. Choices
    can be worse than lots, and estimates of few choices better than the best. `loss` and `stake`
    are the same sums in win share.

    `gain` is by how much the choices were better than those of the players by whom worlds are
    played on, all together: the sum of the value of each move less that of the position, in points
    or win share as the game marks. `gain_se` is its standard error, by how much the choices differ
    (None of fewer than two). Both are None in a record whose engine doesn't say.

    `luck_deal` is win share from the deal, `skill` from choosing better than the others, and
    `luck_others` is the rest: later cards, what others held, and what worlds estimate wrongly,
    which is too much to call it luck. The three add up to the seat's win share less an even one.
    None where the match was not judged to its end; the last two also where not all seats were
    judged, since it is not known then how well the others chose.
    """

    seat: int
    choices: int
    points: float
    points_se: float | None
    points_stake: float
    accuracy: float | None
    accuracy_low: float | None
    accuracy_high: float | None
    loss: float
    stake: float
    luck_deal: float | None = None
    luck_others: float | None = None
    skill: float | None = None
    gain: float | None = None
    gain_se: float | None = None

    @property
    def unsaid(self) -> str:
        """Why the numbers are not shown to people; "" if they are (see the function)."""
        if self.accuracy_low is None or self.accuracy_high is None or self.points_se is None:
            return unsaid(self.choices, None)
        return unsaid(self.choices, self.accuracy_high - self.accuracy_low)


class Analysis(Struct, frozen=True):
    """A judged match. `chances` are each seat's win share, which is that of its side, for
    somebody who sees no hand, as pairs of ply (0 is the start, k is after the k-th move) and
    shares in seat order. `through` is the
    last ply that could be replayed; `note` names the first error of a record whose match is not
    over there."""

    engine: Engine
    chances: list[tuple[int, list[float]]]
    judgements: list[Judgement]
    seats: list[SeatReport]
    through: int
    note: str = ""
