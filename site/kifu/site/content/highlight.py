"""The highlight of a match: its turning point, with all that one picture says of it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from kifu.replay.authoring import AND
from kifu.replay.game import Face
from kifu.replay.judgements.judgement import Judgement
from kifu.replay.ranking import first_of_sides
from kifu.replay.resting_table import until_cleared
from kifu.replay.table import ALL, Step, sees
from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience, audience_of, visible_match, visible_timeline
from kifu.site.content.data import heading_of
from kifu.site.content.finale import (
    Chances,
    Turning,
    known_chances,
    teams_of,
    turning,
    with_turning,
)
from kifu.site.content.judgements import ShownAnalysis, judged, percent
from kifu.site.content.sentences import (
    changes_shown,
    headline_of,
    named,
    resting_after,
    sentence_after,
)
from kifu.site.look.text import isolated, shown
from kifu.site.look.turning_sheet import Curve, Decision, Highlight
from kifu.site.texts import PAGE

#: The most cards that a picture shows.
CARDS = 8
#: Where the result must stay hidden, chances are shown up to so many plies after the turn.
_AFTER = 3


def find_highlight(line: Timeline, viewer: int, language: str) -> Highlight | None:
    """The highlight of a match as `viewer` (ALL, PUBLIC or a seat) knows it. Chances are from the
    analysis in the record or, without one and for ALL only, from comments. Decisions are from the
    analysis, and only for ALL. The highlight says how the match ended; `untold` makes one of it
    that does not. Any language but "ja" gives English.

    None for a match without a turning point (see `turning`): one that is not over, a draw, or one
    in which no headline names a player. Raises KifuError for a seat that there isn't. For any
    viewer but ALL, parts of the match are played again many times (see `visible_match`).
    """
    audience = audience_of(line, viewer)
    line = visible_timeline(line, audience)
    found = judged(line, audience, visible_match(line, audience))
    turn = turning(line, audience, found)
    return highlight_of(with_turning(line, turn), audience, found, turn, language)


def turned(line: Timeline, viewer: int) -> Timeline:
    """A timeline as a picture for `viewer` (ALL, PUBLIC or a seat) may hold it (see
    `visible_timeline`), in which the headline of the turning point, if there is one, begins with
    the player whose turning point it is, as on a page. Raises KifuError for an unknown seat.
    """
    audience = audience_of(line, viewer)
    line = visible_timeline(line, audience)
    return with_turning(line, turning(line, audience, judged(line, audience, None)))


def highlight_of(
    line: Timeline,
    audience: Audience,
    found: ShownAnalysis | None,
    turn: Turning | None,
    language: str,
) -> Highlight | None:
    """The highlight at the turning point `turn` of the match `line`, in `language`, as the audience
    may know it; an open audience knows everything, whatever it opens with. None if `turn` is None.
    It says how the match ended; `untold` gives a copy of it that does not.

    Its title is the headline of the ply, or else its sentence. Chances are from the analysis
    `found` or, if that is None, from comments (see `known_chances`). If `turn` has no chances,
    there is no `curve` and no `fall`. Decisions are from `found`, and there are none without it or
    for a redacted audience. The scores are sorted by place. Names and tags are made printable (see
    `look.text.shown`), but not escaped.
    """
    if turn is None:
        return None
    viewer = audience.opens if audience.redacted else ALL
    moments = line.moments[: turn.ply]
    seats = [shown(name) for name in line.record.seats]
    title = headline_of(line, moments[-1], language)
    number = PAGE["move_of"].text(language, ply=turn.ply, plies=len(line.moments))
    places = line.game.ranking.places(line.scores, line.winners)
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    heading = heading_of(line.record)
    known = known_chances(line, audience, found) if turn.after else []
    place = _place(known, turn.ply)
    return Highlight(
        ply=turn.ply,
        language=language,
        seats=seats,
        faces=line.layout.faces,
        title=title or sentence_after(line, moments, viewer, language),
        about=[line.game.title.text(language), number, *map(shown, heading)],
        cards=cards_moved(line, turn.ply, viewer),
        taker=_taker(line, turn.ply, viewer),
        changes=changes_shown(moments, len(seats)),
        curve=_curve(line, known, place, turn.who, language) if place else None,
        fall=fall(line, known, turn.ply, language),
        decisions=_decisions(found, line, language) if found and viewer == ALL else [],
        scores=[(seat + 1, line.scores[seat]) for seat in order],
    )


def untold(found: Highlight) -> Highlight:
    """A copy of a highlight that hides how the match ended: no scores or decisions, `fall` in place
    of `curve`, and an `invitation` to open the match.
    """
    invitation = PAGE["who_wins"].text(found.language)
    return replace(
        found, curve=found.fall, fall=None, decisions=[], scores=[], invitation=invitation
    )


def description(found: Highlight) -> str:
    """A highlight as text for readers who can't see its picture: its title, then a line for each
    decision, "NAME: WORDS". It has no chances and no scores.
    """
    return "\n".join([found.title, *(f"{each.name}: {each.words}" for each in found.decisions)])


def cards_moved(line: Timeline, ply: int, viewer: int) -> list[str]:
    """The tokens of the cards that move in the main step of `ply` (from 1) and whose faces `viewer`
    sees (see `_moved`), in the order in which they move. If there are none, those of the last ply
    before it that has some. Each token is there once, and there are at most CARDS; [] if no ply up
    to `ply` has any, and for ply 0. Raises IndexError for a ply after the last one.
    """
    moved = (_moved(line, at, viewer) for at in range(ply, 0, -1))
    return list(dict.fromkeys(next(filter(None, moved), [])))[:CARDS]


def _taker(line: Timeline, ply: int, viewer: int) -> str:
    """The token of the card that took cards from a common row in a ply (from 1), such as the sixth
    card of a row in 6 nimmt!. It is the first card that came into the row in that ply, without the
    cards that were taken (those that `_moved` gives), and of those that `viewer` sees face up. ""
    if there is no such card, or if its token is a back or no card of the game.
    """
    rows = {zone.name for zone in line.layout.zones if zone.kind == "row" and not zone.seat}
    motions = [motion for step in line.moments[ply - 1].steps for motion in step.motions]
    taken = _moved(line, ply, viewer)
    left = {motion.src for motion in motions if motion.card in taken} & rows
    came = [
        motion.card
        for motion in motions
        if motion.dst in left and motion.card not in taken and sees(motion.seen, viewer)
    ]
    return came[0] if came and _is_open(line.layout.faces, came[0]) else ""


def _is_open(faces: Mapping[str, Face], token: str) -> bool:
    """Whether a token is a card in `faces` that is not a back. It does not say who sees it."""
    return token in faces and not faces[token].back


def _moved(line: Timeline, ply: int, viewer: int) -> list[str]:
    """The tokens of the cards that move in a ply (from 1) and whose faces `viewer` sees after the
    motion: all those of one step, in the order of its motions, then those that lie where a card was
    turned up in its place, such as the rest of a hand; a token may be there twice.

    First only the cards that do not come from a pile or from outside the table count: of the step
    that has most of them, these are returned; but steps of the seat that `changes_shown` has
    first go before those of others. If no step has any, it is the step that deals most, and the
    cards that it deals (from a pile or from outside). Of equal steps, it is the first. If a step
    clears the table (see `until_cleared`), only the steps before it count, so what is dealt
    afterwards does not. [] if no step has such cards.
    """
    moment = line.moments[ply - 1]
    zones = {zone.name: zone for zone in line.layout.zones}
    still = resting_after(line, ply, viewer).table().zones
    changes = changes_shown(line.moments[max(0, ply - 2) : ply], len(line.record.seats))

    def moved(step: Step, dealt: bool) -> list[str]:
        """The tokens of the cards in this step whose faces `viewer` sees: with `dealt` those from a
        pile or from outside the table, otherwise the others.
        """
        own = [
            motion
            for motion in step.motions
            if sees(motion.seen, viewer)
            and dealt == (not motion.src or zones[motion.src].kind == "pile")
        ]
        beside = [card for motion in own if motion.src == motion.dst for card in still[motion.src]]
        cards = [motion.card for motion in own] + beside
        return [card for card in cards if _is_open(line.layout.faces, card)]

    before_cleared = moment.steps[: until_cleared(moment.steps)]
    laid = [(step.seat, moved(step, dealt=False)) for step in before_cleared]
    own = (cards for seat, cards in laid if changes and seat == changes[0][0])
    return (
        max(own, key=len, default=[])
        or max((cards for _, cards in laid), key=len, default=[])
        or max((moved(step, dealt=True) for step in before_cleared), key=len, default=[])
    )


def fall(line: Timeline, known: list[Chances], ply: int, language: str) -> Curve | None:
    """The curve of the side that lost most at `ply`: from the last chances in `known` before the
    ply to the first ones at the ply or later. If no side lost, it is the side that gained least; of
    equals, that of the first seat. `known` must be sorted by ply, and have the chances of all
    seats.

    The points of the curve are all chances in `known` up to `_AFTER` plies after `ply`; up to the
    first ones at or after `ply`, if these are later still.

    None if no chances are known before the ply, or none at or after it; and always in a match of
    two sides (see `first_of_sides`), since the curve would say who wins.
    """
    teams = teams_of(line)
    place = _place(known, ply)
    if not place or len(set(first_of_sides(len(line.record.seats), teams))) == 2:
        return None
    lost = [was - now for was, now in zip(known[place - 1][1], known[place][1], strict=True)]
    seat = lost.index(max(lost)) + 1
    losers = next((team for team in teams if seat in team), [seat])
    until = max(ply + _AFTER, known[place][0])
    soon = [each for each in known if each[0] <= until]
    return _curve(line, soon, place, losers, language)


def _place(known: list[Chances], ply: int) -> int:
    """The index in `known`, which must be sorted by ply, of the first chances at or after `ply`. It
    is 0 if there are no chances before the ply, and 0 also if there are none at or after it. So 0
    always means that nothing is known of how the chances changed at the ply.
    """
    return next((place for place, (at, _) in enumerate(known) if at >= ply), 0)


def _curve(
    line: Timeline, known: list[Chances], place: int, side: list[int], language: str
) -> Curve:
    """The curve of the chances of the seats `side` over all of `known`; its name joins those of the
    seats, and its chances are those of the first of them (partners have the same). The change that
    it marks is from the chances at the index `place` - 1 to those at `place`, which must be 1 or
    more. It is "good" if the chances rose, otherwise "bad", also if they stayed equal.
    """
    points = [(ply, shares[side[0] - 1]) for ply, shares in known]
    (_, was), (ply, now) = points[place - 1 : place + 1]
    names = [isolated(shown(line.record.seats[seat - 1])) for seat in side]
    return Curve(
        label=PAGE["chance_of"].text(language, who=AND.text(language).join(names)),
        seat=side[0],
        points=[(ply, round(share, 4)) for ply, share in points],
        plies=len(line.moments),
        ply=ply,
        before=percent(was, now - was),
        after=percent(now, now - was),
        colour="good" if now > was else "bad",
    )


def _decisions(found: ShownAnalysis, line: Timeline, language: str) -> list[Decision]:
    """The best and the worst of the decisions in `found.options` (those that can be said in words),
    in this order, in `language`; of equals, the earlier one. Either is left out if there is none,
    so that the list may be [].

    The best one is that with the largest `_lead`, if this is above 0. The worst one is the one that
    lost most, among those with a glyph (`?!`, `?` or `??`); its sentence also names the best
    option. Both are in the unit by which the game marks (win share or points), which the page shows
    beside them. The sentences say every move, even one that was made face down.
    """
    by_points = found.marks.by_points
    judgements = [judgement for judgement, _ in found.options.values()]
    right = [each for each in judgements if _lead(each, by_points) > 0]
    wrong = [each for each in judgements if each.glyph and found.options[each.ply][1]]
    decisions = []
    if right:
        best = max(right, key=lambda each: (_lead(each, by_points), -each.ply))
        said = _said(line, best, language)
        decisions.append(Decision(best.ply, PAGE["best_decision"].text(language), said, "good"))
    if wrong:
        worst = max(wrong, key=lambda each: (each.points if by_points else each.loss, -each.ply))
        option = named(found.options[worst.ply][1][0], line, language)
        said = PAGE["better_was"].text(language, move=_said(line, worst, language), best=option)
        name = PAGE["worst_decision"].text(language)
        decisions.append(Decision(worst.ply, name, said, "bad"))
    return decisions


def _lead(judgement: Judgement, by_points: bool) -> float:
    """By how much the move played was better than the second-best option, in points if `by_points`,
    otherwise in win share (as a number from 0 to 1); 0 if it was not the best option, or if there
    was only one.
    """
    if len(judgement.options) < 2 or judgement.options[0].move != judgement.move:
        return 0.0
    best, second = judgement.options[:2]
    return best.points - second.points if by_points else best.share - second.share


def _said(line: Timeline, judgement: Judgement, language: str) -> str:
    """The sentence about the move that `judgement` judges, with the names of players and cards. It
    says the move even if it was made face down.
    """
    return sentence_after(line, line.moments[: judgement.ply], ALL, language)
