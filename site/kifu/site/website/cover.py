"""Covers: what the lists of a site tell of a match before its result: a turn, in a picture and a
sentence.

The turn is the turning point of the match. Where that is the last ply, or there is none, it is the
ply before the end in which most points changed. What comes after it is in no cover.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.finale import Turning, known_chances
from kifu.site.content.highlight import fall
from kifu.site.content.in_words import InWords
from kifu.site.content.judgements import ShownAnalysis
from kifu.site.look.turning_sheet import Curve
from kifu.site.page.preview import short
from kifu.site.picture.card import early_ply

#: The most characters of a sentence.
SENTENCE = 160


class Cover(Struct, frozen=True):
    """A turn of a match: its ply, and the sentence of it; "" where the cover has only a picture of
    the table after the ply. The chances of the side that lost most in it (see `highlight.fall`).
    Whether it is the turning point.
    """

    ply: int
    sentence: str
    chances: Curve | None = None
    turning: bool = False


def cover(
    line: Timeline,
    audience: Audience,
    turn: Turning | None,
    found: ShownAnalysis | None,
    in_words: InWords,
) -> Cover:
    """The cover of a match: its turning point `turn`, if it is not the last ply, otherwise the ply
    of `_liveliest`, otherwise a table early in the match without a sentence; with the chances of
    the analysis `found` (None: without one), in the words of `in_words`. On a redacted page, the
    present table without a sentence.
    """
    last = len(line.moments)
    if audience.redacted:
        return Cover(last, "")
    words = turn.words if turn and turn.ply < last else None
    ply = turn.ply if turn and words else _liveliest(line)
    if not ply:
        return Cover(min(early_ply(line), last), "")
    moment = line.moments[ply - 1]
    sentence = short(in_words.text(words or moment.headline or moment.words), SENTENCE)
    chances = fall(line, known_chances(line, audience, found), ply, in_words.language)
    return Cover(ply, sentence, chances, words is not None)


def _liveliest(line: Timeline) -> int:
    """Of the plies that have a headline and are not the last, the one in which most points changed;
    if none changed, the one in which most cards moved. The latest if several are equal, 0 if there
    is none.
    """
    most, best = (0, 0), 0
    before = line.moments[0].scores if line.moments else []
    for ply, moment in enumerate(line.moments[:-1], 1):
        changed = sum(abs(new - old) for old, new in zip(before, moment.scores, strict=True))
        before = moment.scores
        if moment.headline:
            weight = changed, 0 if changed else sum(len(step.motions) for step in moment.steps)
            if weight >= most:
                most, best = weight, ply
    return best
