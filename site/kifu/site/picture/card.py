"""The social card of a match: the image with which a link to it is shown elsewhere."""

from __future__ import annotations

from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline
from kifu.site.page.excerpt import excerpt
from kifu.site.picture.moment import social_card
from kifu.site.picture.raster import png
from kifu.site.picture.scene import scene

#: The card shows the table after this part of the first round.
_EARLY = 3


def card_image(line: Timeline, language: str, *, viewer: int = ALL, css: str = "") -> bytes:
    """The preview image of a match as PNG: the table early in the match, or at the ply of its tag
    `From`, so that nobody sees how it ended, as `viewer` sees it. `css` is the site's theme.
    """
    moment = scene(line, early_ply(line), viewer=viewer, language=language)
    return png(social_card(moment, css))


def early_ply(line: Timeline) -> int:
    """The ply that a match's preview image shows: that of its tag `From` unless the match is over
    then, or one in its first round.
    """
    plies = len(line.moments)
    first, _ = excerpt(line.record, plies)
    if first and not (line.over and first == plies):
        return first
    rounds = (
        ply
        for ply, moment in enumerate(line.moments)
        if ply and any("#" in m for m in moment.marks)
    )
    return next(rounds, plies) // _EARLY
