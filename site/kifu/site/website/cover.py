"""Covers: what the lists of a site tell of a match before its result: a turn, in a picture and a
sentence.

The turn is the turning point of the match. Where that is the last ply, or there is none, it is a
table early in the match, without a sentence. What comes after it is in no cover.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.finale import Turning, known_chances
from kifu.site.content.highlight import fall
from kifu.site.content.judgements import ShownAnalysis
from kifu.site.content.sentences import named
from kifu.site.look.turning_sheet import Curve
from kifu.site.page.preview import short
from kifu.site.picture.card import early_ply

#: The most characters of a sentence.
SENTENCE = 160


class Cover(Struct, frozen=True):
    """A turn of a match: its ply, and the sentence of it; "" where the cover has only a picture of
    the table after the ply. The chances of the side that lost most in it (see `highlight.fall`).
    """

    ply: int
    sentence: str
    chances: Curve | None = None


def cover(
    line: Timeline,
    audience: Audience,
    turn: Turning | None,
    found: ShownAnalysis | None,
    language: str,
) -> Cover:
    """The cover of a match: its turning point `turn`, if there is one and it is not the last ply,
    with the chances of the analysis `found` or, without one, those in comments, as far as a cover
    may show them (see `highlight.fall`). Otherwise a table early in the match, on a redacted page
    the last one, with neither a sentence nor chances.
    """
    last = len(line.moments)
    if audience.redacted:
        return Cover(last, "")
    if turn is None or turn.ply == last:
        return Cover(min(early_ply(line), last), "")
    sentence = short(named(turn.words, line, language), SENTENCE)
    chances = fall(line, known_chances(line, audience, found), turn.ply, language)
    return Cover(turn.ply, sentence, chances)
