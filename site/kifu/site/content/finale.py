"""The finale: how a match ended, as its page shows it to who has seen the end.

The places, the turning point, and the hands that lie open at the end. docs/viewer.md says how the
turning point is defined.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from kifu.notation.words import Words
from kifu.replay.elements.placing import sides
from kifu.replay.game import Game, Zone
from kifu.replay.table import PUBLIC, UNKNOWN
from kifu.replay.timeline import Moment, Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.judgements import ShownAnalysis, percent
from kifu.site.content.notes import chances

#: The chance of each seat after a ply.
Chances = tuple[int, list[float]]

#: The number of sides on the podium; those after them are listed below it.
STEPS = 4


class Side(Struct, frozen=True):
    """The seats that play together, by place; `shared` where another side has the same place."""

    place: int
    shared: bool
    seats: list[int]
    scores: list[int]
    won: bool
    drawn: bool


class Turning(Struct, frozen=True):
    """The ply that decided a match for the seats `who`. `words` say what happened in it, None where
    the page must not say. `before` and `after` are their chance in per cent, "" where nobody knows.
    """

    ply: int
    who: list[int]
    words: Words | None
    before: str = ""
    after: str = ""


class OpenCards(Struct, frozen=True):
    """The cards that lie open before a seat at the end, by zone."""

    seat: int
    zones: list[tuple[Zone, list[str]]]


class Finale(Struct, frozen=True):
    """How a match ended. `who` are the winners, or those who have a draw."""

    draw: bool
    who: list[int]
    together: bool
    podium: list[Side]
    others: list[Side]
    turning: Turning | None
    hands: list[OpenCards]


def finale(timeline: Timeline, audience: Audience, found: ShownAnalysis | None) -> Finale | None:
    """The finale of a match, with the turning point by the analysis `found` (None: without one);
    None where the record ends before the match does.
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
        hands=_open_cards(timeline, [seat for side in placed for seat in side.seats]),
    )


def turning(timeline: Timeline, audience: Audience, found: ShownAnalysis | None) -> Turning | None:
    """The turning point of a finished match.

    If the chances to win are known (from `found` or comments) and the winners' chance ever grew, it
    is the ply in which it grew most, the first of several, else the ply after which they led to the
    end. None for a draw, and, without such a growth, for a match that is not won by points.
    """
    winners, moments = timeline.winners, timeline.moments
    if timeline.draw or not winners:
        return None
    leaders = [one[0] for one in sides(winners, teams_of(timeline))]
    swing = _swing(known_chances(timeline, audience, found), leaders)
    if swing:
        ply, before, after = swing
        close = after - before
        words = _words(moments[ply - 1], audience)
        return Turning(ply, winners, words, percent(before, close), percent(after, close))
    ply = last_change(timeline.game, [moment.scores for moment in moments], winners)
    return Turning(ply, winners, _words(moments[ply - 1], audience)) if ply else None


def known_chances(
    timeline: Timeline, audience: Audience, found: ShownAnalysis | None
) -> list[Chances]:
    """The chances to win, ply by ply, that a page may show: those of the analysis `found` or,
    without one, those in comments. None of the latter if fewer than half of the plies have them, or
    if the page is redacted.
    """
    if found is not None:
        return found.analysis.chances
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


def last_change(game: Game, scores: Sequence[Sequence[int]], winners: list[int]) -> int:
    """The ply after which exactly the seats `winners` led for the rest of the match; 0 if others
    have as many points at the end. `scores[k - 1]` has the scores after ply k.

    >>> from kifu.replay.registry import game
    >>> last_change(game("nimmt"), [[66, 66], [66, 60], [50, 60], [50, 41]], [1])
    4
    """
    before = len(scores)
    seen: Sequence[int] | None = None
    while before:
        # Most plies change no score.
        if scores[before - 1] != seen and not _lead(game, scores[before - 1], winners):
            break
        before -= 1
        seen = scores[before]
    return before + 1 if before < len(scores) else 0


def _lead(game: Game, scores: Sequence[int], seats: list[int]) -> bool:
    places = game.ranking.places(scores, [])
    return [seat for seat, place in enumerate(places, 1) if place == 1] == seats


def _swing(known: list[Chances], leaders: list[int]) -> tuple[int, float, float] | None:
    """The ply in which the winners' chance to win grew most, and that chance before and after it;
    None if it never grew. `known` are the chances ply by ply; `leaders` has one seat of each
    winning side.
    """
    sums = [(ply, sum(shares[seat - 1] for seat in leaders)) for ply, shares in known]
    grown = [(after - before, ply, before, after) for (_, before), (ply, after) in pairwise(sums)]
    if not grown:
        return None
    gain, ply, before, after = max(grown, key=lambda each: (each[0], -each[1]))
    return (ply, before, after) if gain > 0 else None


def _words(moment: Moment, audience: Audience) -> Words | None:
    """The sentence about a ply: its headline, which everyone may read, or else the move's own
    sentence; without a headline None on a redacted page, whose viewer may not know the move.
    """
    return moment.headline or (None if audience.redacted else moment.words)


def teams_of(timeline: Timeline) -> list[list[int]]:
    """The teams, each a list of the seats that win together; empty if each seat plays alone."""
    return timeline.game.ranking.teams(timeline.match.options, len(timeline.record.seats))


def _sides(timeline: Timeline, teams: list[list[int]]) -> list[Side]:
    """The sides (a team, or a seat that plays alone) sorted by place, then in seat order."""
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


def _open_cards(timeline: Timeline, order: list[int]) -> list[OpenCards]:
    """The cards that lie face up in front of each seat of `order` at the end: hands that the rules
    reveal, and melds. Seats without such cards are left out.
    """
    shown = timeline.table(len(timeline.moments), PUBLIC).zones
    lying = [zone for zone in timeline.layout.zones if zone.kind in ("hand", "melds")]
    found = []
    for seat in order:
        own = [(zone, shown[zone.name]) for zone in lying if zone.seat == seat]
        open_ = [(zone, cards) for zone, cards in own if cards and UNKNOWN not in cards]
        if open_:
            found.append(OpenCards(seat, open_))
    return found
