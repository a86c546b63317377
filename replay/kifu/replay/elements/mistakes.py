"""Mistakes: how much a decision must have lost for sure to get `?!`, `?` or `??`."""

from __future__ import annotations

from msgspec import Struct

#: The marks, worst first.
GLYPHS = ("??", "?", "?!")
#: A loss minus this many standard errors is what 95 of 100 repetitions would find at least.
ONE_SIDED = 1.645


class Marks(Struct, frozen=True):
    """From which loss on a decision is doubtful (`?!`), a mistake (`?`) or a blunder (`??`): in win
    share or, where `by_points`, in points. The same says which option is the best one. Where the
    moves of a turn come in `any_order`, one loses nothing while the best one can still be played.
    Where a seat often `goes_on` to move again, a move gets no mark for what its next moves make up
    for.

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
        """The mark for a `loss` with the standard error `se`: `?!`, `?` or `??`; "" if the loss is
        too small, or may be 0 or nearly so.
        """
        sure = loss - ONE_SIDED * se
        least = (self.blunder, self.mistake, self.doubtful)
        return next(
            (glyph for glyph, bound in zip(GLYPHS, least, strict=True) if sure >= bound), ""
        )
