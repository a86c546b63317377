"""The social card of a match: the image with which a link to it is shown elsewhere."""

from __future__ import annotations

from kifu.notation.record import tag
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline
from kifu.site.content.highlight import find_highlight
from kifu.site.content.notes import excerpt
from kifu.site.look.raster import png
from kifu.site.picture.moment import social_card, story_preview
from kifu.site.picture.scene import scene

#: The card shows the table after this part of the first round.
_EARLY = 3


def card_image(line: Timeline, language: str, *, viewer: int = ALL, css: str = "") -> bytes:
    """The preview image of a match as PNG, 1200 x 630 pixels, as `viewer` (a seat, ALL or PUBLIC)
    sees it; it never shows how the match ended. It shows the turning point. If the match has none
    (it is not over, or a draw, say), if that is the last ply, or if the record has a tag `From`, it
    shows the table after `early_ply` instead. `css` is the site's theme. `language` is "en" or "ja"
    (any other gives English).

    Raises UsageError without the extra `cards`, after all was laid out, and KifuError for a seat
    that there isn't.
    """
    highlight = None if tag(line.record, "From") else find_highlight(line, viewer, language)
    if highlight is not None and highlight.ply < len(line.moments):
        return png(story_preview(highlight, css))
    return png(social_card(scene(line, early_ply(line), viewer=viewer, language=language), css))


def early_ply(line: Timeline) -> int:
    """A ply for the preview image that does not show how the match ended: that of the tag `From`,
    unless that is 0, or impossible beside the tag `To` (see `excerpt`), or the end of a match that
    is over. Otherwise it is a third of the number of plies in the first round, rounded down (of all
    plies, if the record has one round only); so it is 0, the start, if these are fewer than 3.
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
