"""The finale: how a match ended, as its page shows it to readers who have seen the end.

The places and the turning point, which docs/viewer.md defines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.words import Words
from kifu.replay.ranking import sides
from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.judgements import ShownAnalysis, percent
from kifu.site.content.notes import chances
from kifu.site.content.sentences import changes_after, seats_in

#: The chance of each seat after a ply.
Chances = tuple[int, list[float]]

#: Between the sentences of a headline, in either language.
_BETWEEN = re.compile(r"(?<=[.])\s+|(?<=。)")
#: The number of sides on the podium; those after them are listed below it.
STEPS = 4


class Side(Struct, frozen=True):
    """One side of the result: the seats of a team, or one seat that plays alone. `place` counts
    from 1; `shared` if another side has the same place. `scores` has one for each seat, or a single
    one if all are equal. `won` if the side has won, `drawn` if it shares a draw.
    """

    place: int
    shared: bool
    seats: list[int]
    scores: list[int]
    won: bool
    drawn: bool


class Turning(Struct, frozen=True):
    """The turning point of a match: the ply after which the side of the seats `who` had gained or
    lost most (see `turning`). `words` is the headline of that ply, with the sentences about the
    player first. `before` and `after` are the side's chance to win, in per cent as text ("31"). If
    no chances are known, both are "", and `points` is the change of the score.
    """

    ply: int
    who: list[int]
    words: Words
    before: str = ""
    after: str = ""
    points: int = 0


class Finale(Struct, frozen=True):
    """How a match ended. `who` are the winners, or in a draw the seats that share it; `together` if
    they are several and one team. `podium` and `others` are the sides by place: at most STEPS on
    the podium, the rest in `others`. `turning` is None without a turning point.
    """

    draw: bool
    who: list[int]
    together: bool
    podium: list[Side]
    others: list[Side]
    turning: Turning | None


def finale(timeline: Timeline, audience: Audience, found: ShownAnalysis | None) -> Finale | None:
    """The finale of a match; None if the record ends before the match does. Of up to STEPS sides,
    all are on the podium; of more, only the first three. `who` is the timeline's own list of
    winners.

    `audience` and `found`, the analysis that the page shows (None: none), decide with which values
    the turning point is found (see `turning`, which also says when there is none).
    """
    if not timeline.over:
        return None
    teams = teams_of(timeline)
    placed = _sides(timeline, teams)
    steps = STEPS if len(placed) <= STEPS else 3
    return Finale(
        draw=timeline.draw,
        who=timeline.winners,
        together=len(timeline.winners) > 1 and len(sides(timeline.winners, teams)) == 1,
        podium=placed[:steps],
        others=placed[steps:],
        turning=turning(timeline, audience, found),
    )


def turning(timeline: Timeline, audience: Audience, found: ShownAnalysis | None) -> Turning | None:
    """The turning point of a match: a ply, and the side of a player whom the headline of that ply
    names. None if the match is not over, is drawn or has no winners, and if no ply that counts has
    a headline that names a player.

    It compares every pair of such a ply and such a player. What counts is how a value of that
    player changes: from the last one known before the ply to the first one known at the ply or
    later. The value is the player's chance to win (see `known_chances`) or, if no chances are known
    in the whole match, the player's score after each ply. A ply with no known value before it, or
    none at it or later, does not count. So the first ply does not count by scores, since there is
    no score before it.

    The turning point is the pair that is first by these questions, the most important first:
    - The ply is not the last one of the match.
    - The value changed.
    - The player's score changed in that ply, too, in the same direction as the value; next best is
      a change in the other direction, then a value that rose without a change of the score, since
      a sentence such as that of a trick says a success.
    - The value changed most, up or down.
    - The ply is the latest; of players with the same ply, the one whom the headline names first.
    """
    if timeline.draw or not (timeline.over and timeline.winners):
        return None
    known = known_chances(timeline, audience, found)
    values: Sequence[tuple[int, Sequence[float]]] = known or [
        (moment.ply, moment.scores) for moment in timeline.moments
    ]
    # Chances are known at the end of a turn; what changed them may have happened earlier in it.
    told = [
        (ply, seat, before[seat - 1], after[seat - 1])
        for (start, before), (end, after) in pairwise(values)
        for ply in range(start + 1, end + 1)
        for seat in seats_in(timeline.moments[ply - 1])
    ]
    if not told:
        return None

    def size(each: tuple[int, int, float, float]) -> tuple[bool, bool, bool, bool, float, int]:
        """The sort key of (ply, seat, value before, value after); the largest wins."""
        ply, seat, was, now = each
        around = timeline.moments[max(0, ply - 2) : ply]
        points = changes_after(around, len(timeline.scores))[seat - 1]
        agreed = now < was if points < 0 else now > was
        early = ply != len(timeline.moments)
        return early, was != now, points != 0, agreed, abs(now - was), ply

    ply, seat, was, now = max(told, key=size)
    headline = timeline.moments[ply - 1].headline
    assert headline is not None  # a player is named in it
    words = _led_by(headline, seat)
    who = next((team for team in teams_of(timeline) if seat in team), [seat])
    if known:
        return Turning(ply, who, words, percent(was, now - was), percent(now, now - was))
    return Turning(ply, who, words, points=round(now - was))


def with_turning(timeline: Timeline, turning: Turning | None) -> Timeline:
    """A copy of a timeline whose headline at the turning point is that of `turning`; without one,
    the timeline itself.
    """
    if turning is None:
        return timeline
    moments = [*timeline.moments]
    place = turning.ply - 1
    moments[place] = replace(moments[place], headline=turning.words)
    return replace(timeline, moments=moments)


def _led_by(headline: Words, seat: int) -> Words:
    """A headline with the sentences that name `seat` first, otherwise in their order.

    >>> _led_by(Words("{3} takes a row. {2}'s 96 costs 11.", "{3}が1列。{2}の96が11頭。"), 2)
    Words(en="{2}'s 96 costs 11. {3} takes a row.", ja='{2}の96が11頭。{3}が1列。')
    """

    def led(text: str) -> list[str]:
        """The sentences of one language in their new order."""
        return sorted(_BETWEEN.split(text), key=lambda said: f"{{{seat}}}" not in said)

    return Words(" ".join(led(headline.en)).rstrip(), "".join(led(headline.ja)))


def known_chances(
    timeline: Timeline, audience: Audience, found: ShownAnalysis | None
) -> list[Chances]:
    """The chances to win that a page may show, each as (ply, [chance of each seat, 0 to 1]), in the
    order of plies; a ply of which no chances are known is not there.

    With an analysis `found`, they are the analysis's own, up to the last ply of the timeline; ply 0
    is the start. There may be none. Without one (None), they are those that comments on the plies
    of the main line state (not those before the first ply); of several at a ply, the last one
    counts. Then it is [] if the page is redacted, or if fewer than half of the plies have chances.
    """
    if found is not None:
        return [each for each in found.analysis.chances if each[0] <= len(timeline.moments)]
    if audience.redacted:
        return []
    seats = len(timeline.record.seats)
    said = [
        (moment.ply, given[-1])
        for moment in timeline.moments
        if moment.notes
        and (given := [c["eval"] for note in moment.notes if (c := chances(note, seats))])
    ]
    return said if 2 * len(said) >= len(timeline.moments) else []


def teams_of(timeline: Timeline) -> list[list[int]]:
    """The teams, each a list of the seats that win together. A seat that is in no team plays alone;
    [] if all do.
    """
    return timeline.game.ranking.teams(timeline.match.options, len(timeline.record.seats))


def _sides(timeline: Timeline, teams: list[list[int]]) -> list[Side]:
    """The sides (each of `teams`, and each seat that is in none), sorted by place; sides with the
    same place by their first seat. A team has the best place of its seats. Sides with the same
    place share it, and the next one's place is the number of sides before it, plus 1.

    `scores` has those of the side's seats, in the order of the team, but a single one if all are
    equal. A side whose first seat is among the winners has `won` or, if the match is a draw,
    `drawn`; so nobody has either while there are no winners.
    """
    of = {seat: team for team in teams for seat in team}
    seats = range(1, len(timeline.record.seats) + 1)
    groups = sorted({tuple(of.get(seat, [seat])) for seat in seats})
    by_seat = timeline.game.ranking.places(timeline.scores, timeline.winners)
    best = {group: min(by_seat[seat - 1] for seat in group) for group in groups}
    placed = sorted(groups, key=lambda group: (best[group], group))
    found = []
    for group in placed:
        ahead = sum(best[other] < best[group] for other in groups)
        scores = [timeline.scores[seat - 1] for seat in group]
        level = sum(best[other] == best[group] for other in groups) > 1
        first = group[0] in timeline.winners
        found.append(
            Side(
                place=ahead + 1,
                shared=level,
                seats=list(group),
                scores=scores[:1] if len(set(scores)) == 1 else scores,
                won=first and not timeline.draw,
                drawn=first and timeline.draw,
            )
        )
    return found
