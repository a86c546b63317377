"""A judgement: what one decision was worth, and all of them in a match as plain data.

A seat's *win share* is 1/k of a match that k sides win, its own among them, and 0 of a match that
its side does not win: partners have the share of their side. All values are means over worlds:
positions in which everything the seat can't know is dealt by lot.
"""

from __future__ import annotations

from msgspec import Struct

#: Marks by how much win share a decision lost for sure (see `Judgement.sure_loss`), worst first.
THRESHOLDS = (("??", 0.10), ("?", 0.05), ("?!", 0.02))
#: A loss minus this many standard errors is what 95 of 100 repetitions would find at least.
ONE_SIDED = 1.645


class Option(Struct, frozen=True):
    """One move that the seat could make: its value as win share (0 to 1) and in points (the
    seat's score minus the mean score of its rivals at the end; positive is better)."""

    move: str
    share: float
    points: float


class Judgement(Struct, frozen=True):
    """What the move at `ply` (counted from 1) lost against the best option.

    `loss` is win share, `points` are points, both 0 or more but for the error of estimation; `se`
    is the standard error of `loss`. `options` holds every option that was valued, the best first;
    a move that was the only one is not judged. `sight` is "seat" where the worlds hide what the
    seat could not know, "all" where every hand was seen.

    >>> options = [Option("7", 0.31, 2.0), Option("12", 0.20, -1.5)]
    >>> judgement = Judgement(9, 2, "12", 0.11, 0.012, 3.5, options, "seat")
    >>> round(judgement.sure_loss, 3), judgement.glyph
    (0.09, '?')
    """

    ply: int
    seat: int
    move: str
    loss: float
    se: float
    points: float
    options: list[Option]
    sight: str = "seat"

    @property
    def sure_loss(self) -> float:
        """The loss less what may be chance in its estimation."""
        return self.loss - ONE_SIDED * self.se

    @property
    def glyph(self) -> str:
        """`"??"`, `"?"`, `"?!"`, or `""` where the decision lost little or nothing for sure."""
        sure = self.sure_loss
        return next((glyph for glyph, least in THRESHOLDS if sure >= least), "")


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

    `choices` counts decisions with two options or more; `loss` is the sum of their losses.
    `accuracy` runs from 0 (as good as drawing lots) to 100 (always the best option) with an
    interval of 95 %; None where nothing could be lost. `luck_deal` is win share from the deal,
    `skill` from choosing better than the others, and `luck_others` is the rest: later cards, what
    others held, and what worlds estimate wrongly, which is too much to call it luck. The three add
    up to the seat's win share less an even one. None where the match was not judged to its end; the
    last two also where not all seats were judged, since it is not known then how well the others
    chose.
    """

    seat: int
    choices: int
    loss: float
    points: float
    accuracy: float | None
    accuracy_low: float | None
    accuracy_high: float | None
    luck_deal: float | None
    luck_others: float | None
    skill: float | None = None


class Analysis(Struct, frozen=True):
    """A judged match. `chances` are each seat's win share, which is that of its side, for
    somebody who sees no hand, as pairs of ply (0 is the start, k is after the k-th move) and
    shares in seat order. `through` is the
    last ply that could be replayed; `note` says why it is not the last one, where it is not."""

    engine: Engine
    chances: list[tuple[int, list[float]]]
    judgements: list[Judgement]
    seats: list[SeatReport]
    through: int
    note: str = ""
