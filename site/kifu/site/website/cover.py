"""Covers: how the lists of a site present a match without its result: one turn, as a picture and a
sentence.

The turn is the turning point of the match. If that is the last ply, or there is none, the cover is
a table early in the match, without a sentence. What comes after it is in no cover.
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
    """How lists present a match: the table after `ply`, and the sentence about that ply ("" if
    there is only a picture). `chances` are those of the side that lost most in it; None if they are
    unknown or would show who wins (see `highlight.fall`).
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
    """The cover of a match: its turning point `turn`, with its sentence and the chances. These are
    from the analysis `found` or, without one, from comments.

    If there is no turning point or it is the last ply, the cover is a table early in the match; if
    the audience is redacted, it is always the table after the last ply. Neither has a sentence or
    chances.
    """
    last = len(line.moments)
    if audience.redacted:
        return Cover(last, "")
    if turn is None or turn.ply == last:
        return Cover(min(early_ply(line), last), "")
    sentence = short(named(turn.words, line, language), SENTENCE)
    chances = fall(line, known_chances(line, audience, found), turn.ply, language)
    return Cover(turn.ply, sentence, chances)
