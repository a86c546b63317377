"""The scene: one moment of a match as one viewer sees it, with all that a picture says of it."""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.replay.game import Layout
from kifu.replay.resting_table import Lying, RestingTable, resting_table, until_cleared
from kifu.replay.table import (
    ALL,
    END,
    EVERY,
    PUBLIC,
    SORTED,
    Motion,
    Table,
    as_seen,
    fold,
    sees,
)
from kifu.replay.timeline import Moment, Timeline
from kifu.site.content.audience import Audience, audience_of, visible_timeline
from kifu.site.content.data import heading_of, remark_of
from kifu.site.content.notes import excerpt, note_data
from kifu.site.content.sentences import (
    changes_after,
    headline_of,
    named,
    seats_to_move,
    sentence_after,
)
from kifu.site.content.slots import branches
from kifu.site.look.text import shown


class Scene(Struct, frozen=True, kw_only=True):
    """One moment of a match as `viewer` sees it (a seat, ALL or PUBLIC), with the texts in
    `language`. It is after `ply` of the `plies` of the line at `path` ("" is the main line).

    `lying` has the cards to draw in each zone, with those that have just left it; `fresh` maps
    (zone, index) of each card that came with the move to the seat that brought it (0: the zone's
    own seat). `changes` are those of the scores, in seat order. `actors` are the seats that acted
    last or got something, `acting` those that may act now, `on_turn` those that must, and `won` the
    winners, only at the end of the main line. `remark` is what must be said wherever the match is
    shown ("": nothing), `glyphs` the marks of the move (`?!`).
    """

    title: str
    heading: list[str]
    remark: str
    language: str
    viewer: int
    seats: list[str]
    layout: Layout
    table: Table
    lying: dict[str, list[Lying]]
    changes: list[int]
    actors: list[int]
    acting: list[int]
    on_turn: list[int]
    won: list[int]
    fresh: dict[tuple[str, int], int]
    headline: str
    sentence: str
    consequences: list[str]
    glyphs: list[str]
    path: str
    ply: int
    plies: int


def scene(
    timeline: Timeline, ply: int | None, *, path: str = "", viewer: int = ALL, language: str = "en"
) -> Scene:
    """The moment after `ply` of the line at `path` as `viewer` (a seat, ALL or PUBLIC) sees it.
    `path` is "" for the main line, or the address of a variation as pages have it (`9.1/2.1`, see
    `branches`), in which plies count from 1. Ply 0 is the start, of a variation the position that
    it begins in. None is the last ply; in the main line, that of the tag `To` if there is one and
    it is possible (see `excerpt`). If the ply ends a round, the table is the one before it is
    cleared. `language` is "en" or "ja"; any other gives English.

    What `viewer` may not know is in no part of it; the timeline is not changed. Raises KifuError
    for a ply, a line or a seat that there isn't, and UsageError for a variation unless the viewer
    is ALL.
    """
    audience = audience_of(timeline, viewer)
    timeline = visible_timeline(timeline, audience)
    moments, base = _line(timeline, path, audience)
    at = _chosen_ply(timeline, ply, path, len(moments) - base) + base
    seats = [shown(name) for name in timeline.record.seats]
    still, public = _stills(timeline, moments[:at], viewer)
    table = still.table()
    acting = seats_to_move(table.facts)
    last = not path and at == len(moments)
    notes = moments[at - 1].notes if at else timeline.notes
    return Scene(
        title=timeline.game.title.text(language),
        heading=list(map(shown, heading_of(timeline.record))),
        remark=remark_of(timeline).text(language),
        language=language,
        viewer=viewer,
        seats=seats,
        layout=timeline.layout,
        table=table,
        lying=still.zones,
        changes=changes_after(moments[:at], len(seats)),
        actors=[gain.seat for gain in still.gains] or [moments[at - 1].seat if at else 0],
        acting=acting,
        on_turn=[seat for seat in seats_to_move(public.facts) if seat in acting],
        won=timeline.winners if last and timeline.over and not timeline.draw else [],
        fresh=_fresh(timeline.layout, table, moments[at - 1], viewer) if at else {},
        headline=headline_of(timeline, moments[at - 1], language) if at else "",
        sentence=sentence_after(timeline, moments[:at], viewer, language),
        consequences=[named(w, timeline, language) for w in moments[at - 1].consequences]
        if at
        else [],
        glyphs=[data["glyph"] for note in notes if "glyph" in (data := note_data(note))],
        path=path,
        ply=at - base,
        plies=len(moments) - base,
    )


def _chosen_ply(timeline: Timeline, ply: int | None, path: str, plies: int) -> int:
    """The ply to show of a line: the main line or, unless `path` is "", the variation at `path`. It
    is `ply`, or if that is None, the last ply of the line; in the main line, the ply of the
    record's tag `To` if there is one and it is possible (see `excerpt`). `plies` is how many plies
    of the line can be replayed. In a variation, `ply`, `plies` and the result count its own plies
    only; 0 is the position that it begins in. Raises KifuError for a ply that there isn't.
    """
    if ply is None:
        return plies if path else excerpt(timeline.record, plies)[1]
    if ply > plies:
        where = f"the variation {path}" if path else "the record"
        raise KifuError(f"--at {ply}: the last ply of {where} that can be replayed is {plies}")
    if ply < 0:
        raise KifuError(f"--at {ply}: there is no ply {ply}; 0 is the start")
    return ply


def _line(timeline: Timeline, path: str, audience: Audience) -> tuple[list[Moment], int]:
    """The moments from the start of the match to the end of the variation at `path` (see
    `branches`; "" is the main line), and how many of them are before it (0 for the main line).
    Raises KifuError for a variation that there isn't, UsageError for any variation if the audience
    is redacted.
    """
    if not path:
        return timeline.moments, 0
    if audience.redacted:
        raise UsageError(
            "the variation has cards that nobody has seen yet; it can be drawn with --as all only"
        )
    for address, branch, before in branches(timeline):
        if address == path:
            return [*before, *branch.moments], len(before)
    raise KifuError(f"the record has no variation {shown(path)!r}, such as 9.1 or 9.1/2.1")


def _stills(
    timeline: Timeline, moments: list[Moment], viewer: int
) -> tuple[RestingTable, RestingTable]:
    """The table at rest after the last of `moments`, as a picture shows it: as `viewer` sees it,
    and as the public does. Cards that the last move took away from a zone of open cards (a row, a
    pool, a choice, melds) are still in it, marked as having left; but if all cards of the zone went
    at once (EVERY), none is. If that move ends a round, the table is not yet cleared. `moments`
    must begin at the start of the match; without any, it is the table at the start. The timeline is
    not changed.
    """
    order = {token: place for place, token in enumerate(timeline.layout.faces)}
    steps = moments[-1].steps if moments else []
    stills = []
    for eyes in (viewer, PUBLIC):
        start = timeline.table(0, eyes)
        table = Table({name: list(cards) for name, cards in start.zones.items()}, {**start.facts})
        for moment in moments[:-1]:
            for step in moment.steps:
                fold(table, as_seen(step, eyes), order)
        stills.append(resting_table(table, steps, eyes, timeline.layout))
    return stills[0], stills[1]


def _fresh(layout: Layout, table: Table, moment: Moment, viewer: int) -> dict[tuple[str, int], int]:
    """The cards of `table` that came with the move of `moment`: (zone, index in the zone) -> the
    seat that brought the card; {} if there are none. The seat is given only for cards in zones that
    belong to no seat; it is 0 in a zone of a seat, and if no seat brought the card. `table` is what
    `viewer` (a seat, ALL or PUBLIC) sees after the move or, if the move clears the table, just
    before that.

    Left out are: cards in piles; cards that came into a hand if `viewer` does not see the face, or
    if more than three cards moved in the same step; cards that `viewer` does not see move; all
    cards of a zone that moved at once (EVERY); cards that are no longer there; and what happened
    from the clearing of the table on.
    """
    zones = {zone.name: zone for zone in layout.zones}
    found: dict[tuple[str, int], int] = {}
    for step in moment.steps[: until_cleared(moment.steps)]:
        for motion in step.motions:
            if motion.card == EVERY or not motion.dst or not sees(motion.to, viewer):
                continue
            kind, owner = zones[motion.dst].kind, zones[motion.dst].seat
            drawn = sees(motion.seen, viewer) and len(step.motions) < 4
            place = _landed(table.zones[motion.dst], motion, viewer)
            if kind == "pile" or (kind == "hand" and not drawn) or place is None:
                continue
            by = (motion.src and zones[motion.src].seat) or step.seat
            found[motion.dst, place] = 0 if owner else by
    return found


def _landed(cards: list[str], motion: Motion, viewer: int) -> int | None:
    """The index, in `cards`, of the card that a motion brought into a zone. `cards` are the tokens
    in that zone now, as `viewer` (a seat, ALL or PUBLIC) sees them; a viewer who does not see the
    face sees the motion's `back`. If the card is not at the index that the motion names, or it
    names none (END, SORTED), it is the last card with the same token. None if no card has that
    token.
    """
    token = motion.card if sees(motion.seen, viewer) else motion.back
    if motion.at not in (END, SORTED) and cards[motion.at : motion.at + 1] == [token]:
        return motion.at
    return max((place for place, card in enumerate(cards) if card == token), default=None)
