"""The social card of a match: the image with which a link to it is shown elsewhere."""

from __future__ import annotations

from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import Timeline
from kifu.site.page.excerpt import excerpt
from kifu.site.picture.moment import social_card
from kifu.site.picture.raster import png
from kifu.site.picture.scene import scene

#: The card shows the table after this part of the first round.
_EARLY = 3


def card_image(line: Timeline, language: str, *, playing: bool, css: str = "") -> bytes:
    """The preview image of a match as PNG: the table early in the match, or at the ply of its tag
    `From`, so that nobody sees how it ended; of a match that is still `playing`, as spectators see
    it. `css` is the site's theme.
    """
    viewer = PUBLIC if playing else ALL
    moment = scene(line, early_ply(line), viewer=viewer, language=language)
    return png(social_card(moment, css))


def early_ply(line: Timeline) -> int:
    """The ply that a match's preview image shows: that of its tag `From`, or one in its first
    round.
    """
    first, _ = excerpt(line.record, len(line.moments))
    if first:
        return first
    rounds = (
        ply
        for ply, moment in enumerate(line.moments)
        if ply and any("#" in m for m in moment.marks)
    )
    return next(rounds, len(line.moments)) // _EARLY
