"""Covers: what the lists of a site tell of a match before its result: a turn, in a picture and a
sentence.

The turn is the turning point of the match. Where that is the last ply, or there is none, it is the
ply before the end in which most points changed. What comes after it is in no cover.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from msgspec import Struct

from kifu.notation.words import Words
from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.finale import Turning, known_chances, teams_of
from kifu.site.content.judgements import ShownAnalysis, percent
from kifu.site.page.preview import short
from kifu.site.picture.card import early_ply

#: The most characters of a sentence.
SENTENCE = 160
#: The chances go on for so many plies after the turn, and have at most so many points, beside those
#: of the plies as near to the turn.
_AFTER, _POINTS = 3, 60


class Chances(Struct, frozen=True):
    """The chance to win, in per cent, of the `seat` that lost most of it in a turn, ply `at` of
    `plies`: `before` and `after` it as they are written, and (ply, chance) up to soon after it.
    """

    seat: int
    at: int
    plies: int
    before: str
    after: str
    points: list[tuple[int, float]]


class Cover(Struct, frozen=True):
    """A turn of a match: its ply, and the sentence of it; "" where the cover has only a picture of
    the table after the ply. Whether it is the turning point. `chances` are None where nobody knows
    them, and where only two sides play: there they say who wins.
    """

    ply: int
    sentence: str
    chances: Chances | None = None
    turning: bool = False


def cover(
    line: Timeline,
    audience: Audience,
    turn: Turning | None,
    found: ShownAnalysis | None,
    written: Callable[[Words], str],
) -> Cover:
    """The cover of a match: its turning point `turn`, if it is not the last ply, otherwise the ply
    of `_liveliest`, otherwise a table early in the match without a sentence; with the chances of
    the analysis `found` (None: without one). `written` makes text of a sentence. On a redacted
    page, the present table without a sentence.
    """
    last = len(line.moments)
    if audience.redacted:
        return Cover(last, "")
    words = turn.words if turn and turn.ply < last else None
    ply = turn.ply if turn and words else _liveliest(line)
    if not ply:
        return Cover(min(early_ply(line), last), "")
    moment = line.moments[ply - 1]
    sentence = short(written(words or moment.headline or moment.words), SENTENCE)
    return Cover(ply, sentence, _chances(line, audience, found, ply), words is not None)


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


def _chances(
    line: Timeline, audience: Audience, found: ShownAnalysis | None, ply: int
) -> Chances | None:
    """The chances of the seat whose chance fell most in the ply; None if they are not known, or if
    only two sides play.
    """
    seats = len(line.record.seats)
    if seats == 2 or len(teams_of(line)) == 2:
        return None
    known = known_chances(line, audience, found)
    turns = [(before, after) for (_, before), (at, after) in pairwise(known) if at == ply]
    if not turns:
        return None
    [(before, after)] = turns
    lost = [old - new for old, new in zip(before, after, strict=True)]
    seat = lost.index(max(lost))
    points = [(at, round(100 * shares[seat], 1)) for at, shares in known if at <= ply + _AFTER]
    step = -(-len(points) // _POINTS)
    near = [each for place, each in enumerate(points)
            if not (len(points) - 1 - place) % step or abs(each[0] - ply) <= _AFTER]  # fmt: skip
    was, now = (percent(shares[seat], lost[seat]) for shares in (before, after))
    return Chances(seat + 1, ply, len(line.moments), was, now, near)
