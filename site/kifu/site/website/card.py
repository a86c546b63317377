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
    """The card as PNG: the table early in the match, or where its tag `From` says that it becomes
    worth showing, so that nobody sees how it ended. Of a match that is still being played it
    shows what spectators see. `css` is the theme of the site.
    """
    viewer = PUBLIC if playing else ALL
    moment = scene(line, early_ply(line), viewer=viewer, language=language)
    return png(social_card(moment, css))


def early_ply(line: Timeline) -> int:
    """The ply of a match that its card shows: where it becomes worth showing, or one in its first
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
