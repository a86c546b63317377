"""Mistakes: how much a decision must have lost for sure to get `?!`, `?` or `??`."""

from __future__ import annotations

from msgspec import Struct

#: The marks, worst first.
GLYPHS = ("??", "?", "?!")
#: A loss minus this many standard errors is what 95 of 100 repetitions would find at least.
ONE_SIDED = 1.645


class Marks(Struct, frozen=True):
    """From which loss on a decision is doubtful (`?!`), a mistake (`?`) or a blunder (`??`). Losses
    are in win share (0 to 1) or, if `by_points`, in points; the best option is chosen by the same
    unit.

    `any_order`: the moves of a turn come in any order, so a move loses nothing while the best one
    can still be played. `goes_on`: a seat often moves again, so a move gets no mark for a loss that
    its next moves make up for.

    >>> marks = Marks()
    >>> marks.glyph(0.11, 0.012), marks.glyph(0.11, 0.06), marks.glyph(0.01, 0.0)
    ('?', '', '')
    """

    doubtful: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.10
    by_points: bool = False
    any_order: bool = False
    goes_on: bool = False

    def glyph(self, loss: float, se: float) -> str:
        """The mark for a `loss` with the standard error `se`: `??`, `?`, `?!`, or "" for none. The
        loss minus 1.645 standard errors must reach the bound of the mark.
        """
        sure = loss - ONE_SIDED * se
        least = (self.blunder, self.mistake, self.doubtful)
        return next(
            (glyph for glyph, bound in zip(GLYPHS, least, strict=True) if sure >= bound), ""
        )
