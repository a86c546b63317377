"""The layout of a picture: the place of everything in a scene.

The table is laid as the page lays it (`zones`): rows that are what the game is about beside the
seats, everything else in the middle above them; of a seat its name, what is counted, its zones,
and in front of it what it has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from kifu.replay.game import Zone
from kifu.replay.show.resting_table import NOTHING
from kifu.replay.table import Fact
from kifu.site.look.blocks import (
    EMPTY,
    HIGH,
    Badge,
    Block,
    DrawnCard,
    Panel,
    Text,
    TextRun,
    fitted_run,
    flowed,
    line_of,
    placed,
    room_of,
    stacked,
)
from kifu.site.look.text import fitted, shown, width_of
from kifu.site.look.zones import fronts, heaps, is_board, lanes, lies_down, melds
from kifu.site.picture.scene import Scene
from kifu.site.texts import PAGE

#: What a row of a board has room for.
SLOTS = 6
#: More seats than these have smaller cards and no board beside them.
MANY = 4
#: A table with less room than this has a smaller board, and the seats below it.
_NARROW = 700

# Widths of cards: in the middle of the table, in its piles and pools, of a seat.
_MIDDLE, _MIDDLE_MANY, _MIDDLE_NARROW, _PILE, _BOARD_PILE, _POOL = 68, 56, 40, 35, 27, 40
_HAND, _HAND_WIDE, _LANE_ROW, _FRONT, _FRONT_ROW = 31, 36, 28, 44, 32
_GAP, _TIGHT = 4.8, 2.6
_PADDING, _BETWEEN = 9.0, 8.0


def felt(scene: Scene, width: float) -> Block:
    """The whole table with all seats, `width` wide in units of the picture."""
    edge = 18.0
    inner = width - 2 * edge
    board, many = is_board(scene.layout), len(scene.seats) > MANY
    narrow = inner < _NARROW
    middle = _MIDDLE_MANY if many else _MIDDLE
    if board and not (many or narrow):
        rows = _board(scene, middle)
        seats = _seats(scene, inner - rows.width - 20, 1, rows.height)
        body = placed(inner, seats.height, (0, 0, rows), (rows.width + 20, 0, seats))
    else:
        if board:
            above = _wide_board(scene, _MIDDLE_NARROW if narrow else middle, inner)
        else:
            above = _commons(scene, middle, inner)
        body = stacked([above, _seats(scene, inner, 2, 0)], gap=14)
    height = body.height + 2 * edge
    ground = Block(width, height, (Panel(0, 0, width, height, 18, "felt"),))
    return placed(width, height, (0, 0, ground), (edge, edge, body))


def _board(scene: Scene, width: float) -> Block:
    """The rows in the middle of the table, one below the other, with the pools above and the piles
    below them; each card of a row is `width` wide.
    """
    rows = [_row(scene, zone, width) for zone in _common(scene, "row")]
    pools = [_titled(scene, zone, _POOL, rows[0].width) for zone in _common(scene, "pool")]
    others = [_pile(scene, zone, _BOARD_PILE, beside=True) for zone in _common(scene, "pile")]
    piles = flowed(others, rows[0].width, 20, 4)
    body = stacked([*pools, *rows], gap=7)
    height = body.height + (piles.height and piles.height + 7)
    corner = (rows[0].width - piles.width, body.height + 7, piles)
    return placed(rows[0].width, height, (0, 0, body), corner)


def _wide_board(scene: Scene, width: float, room: float) -> Block:
    """The rows in the middle of the table, two side by side, with the pools above and the piles
    below them, all within the width `room`; each card of a row is `width` wide.
    """
    half = (room - 20) / 2
    rows = [_row(scene, zone, width, half) for zone in _common(scene, "row")]
    pools = [_titled(scene, zone, _POOL, room) for zone in _common(scene, "pool")]
    piles = [_pile(scene, zone, _BOARD_PILE, beside=True) for zone in _common(scene, "pile")]
    return stacked([*pools, flowed(rows, room, 20, 7), flowed(piles, room, 20, 4)], gap=9)


def _row(scene: Scene, zone: Zone, width: float, room: float = 0) -> Block:
    """A row of a board: its name, and its cards, each `width` wide, on a lane. The block is at
    least `room` wide.
    """
    cards = _cards(scene, zone, width, 9999)
    title = line_of([_title_run(scene, zone, 56)], cards.height or width * HIGH, 60)
    slots = max(SLOTS, len(scene.lying[zone.name]))
    long = slots * (width + _GAP) - _GAP
    lane = Block(long, width * HIGH, (Panel(-4, -3, long + 8, width * HIGH + 6, 8, "seat"),))
    return placed(max(room, 64 + long), width * HIGH, (0, 0, title), (64, 0, lane), (64, 0, cards))


def _commons(scene: Scene, width: float, room: float) -> Block:
    """The zones in the middle of a table without a board, side by side in lines of at most `room`.
    A card is `width` wide; in pools and piles it has a fixed width instead. Empty pools, piles and
    melds are left out, and empty rows too if a pool has cards.
    """
    pools = any(scene.lying[zone.name] for zone in _common(scene, "pool"))
    blocks = []
    for zone in scene.layout.zones:
        cards = scene.lying[zone.name]
        gone = not cards and (
            zone.kind in ("pool", "pile", "melds") or (pools and zone.kind == "row")
        )
        if zone.seat or gone:
            continue
        if zone.kind == "pile":
            blocks.append(_pile(scene, zone, _PILE, beside=False))
        else:
            blocks.append(_titled(scene, zone, _POOL if zone.kind == "pool" else width, room))
    return flowed(blocks, room, 24, 9)


def _seats(scene: Scene, room: float, columns: int, height: float) -> Block:
    """All seats in `columns` columns, together `room` wide; a seat alone in its line is as wide as
    the line. Seats of a line are equally high. Lines that are lower than `height` together are made
    higher to fill it, each by the same amount.
    """
    numbers = list(range(1, len(scene.seats) + 1))
    lines = [numbers[at : at + columns] for at in range(0, len(numbers), columns)]
    wide = (room - _BETWEEN * (columns - 1)) / columns
    widths = {seat: room if len(line) == 1 else wide for line in lines for seat in line}
    bodies = {seat: _seat(scene, seat, widths[seat] - 2 * _PADDING) for seat in numbers}
    heights = [max(bodies[seat].height for seat in line) + 2 * _PADDING - 2 for line in lines]
    spare = max(0, height - sum(heights) - _BETWEEN * (len(lines) - 1)) / len(lines)
    stack = []
    for line, high in zip(lines, heights, strict=True):
        panels = [_panel(scene, widths[seat], high + spare, bodies[seat]) for seat in line]
        stack.append(flowed(panels, room, _BETWEEN, 0))
    return stacked(stack, gap=_BETWEEN)


def _panel(scene: Scene, width: float, height: float, body: Block) -> Block:
    """`body`, what a seat has, on the seat's background of this width and height."""
    ground = Block(width, height, (Panel(0, 0, width, height, 12, "seat"),))
    top = max(_PADDING - 2, (height - body.height) / 2) if is_board(scene.layout) else _PADDING - 2
    return placed(width, height, (0, 0, ground), (_PADDING, top, body))


def _seat(scene: Scene, seat: int, room: float) -> Block:
    """What a seat has, `room` wide in units of the picture: name, counts and zones on the left,
    wrapped or shortened to fit, and on the right the zones in front of it.
    """
    front = _front(scene, seat)
    left = room - (front.width + 14 if front.width else 0)
    body = stacked([_head(scene, seat, left), _lanes(scene, seat, left)], gap=3)
    height = max(body.height, front.height)
    top = (height - front.height) / 2
    return placed(room, height, (0, 0, body), (room - front.width, top, front))


def _head(scene: Scene, seat: int, room: float) -> Block:
    """The mark, name, state, clock and counts of a seat, `room` wide: on one line if they fit,
    otherwise with the counts below. Where a name has no room, its state is only a sign, then the
    clock is below, too; only then is the name shortened.
    """
    name, clock = scene.seats[seat - 1], fitted(scene.clocks.get(seat, ""), 13, room / 3)
    for words, beside in ((True, clock), (False, clock), (False, "")):
        after = _state(scene, seat, words)
        clock_room = width_of(beside, 13) + 10 if beside else 0
        left = room - 36 - room_of(after) - clock_room
        if width_of(name, 16) <= left:
            break
    acted = seat in scene.actors
    colour = "on-glow" if acted else f"seat-felt {seat}" if seat < 11 else "on-felt"
    own = fitted_run(name, 16, left, colour, 600)
    pill = (Panel(-3, 0, 37 + room_of([own]), 24, 12, "glow"),) if acted else ()
    end = 36 + room_of([own])
    named = (26, 0, line_of([own], 24, left)), (end, 0, line_of(after, 24, room_of(after)))
    at_end = Text(room, 16.7, (TextRun(beside, 13),), "end", room=clock_room, opacity=0.9)
    items = (*pill, Badge(9, 12, seat, "glow" if acted else "felt"), *((at_end,) if beside else ()))
    facts: list[tuple[TextRun, ...]] = [*_counts(scene, seat)]
    free = room - end - room_of(after) - 16
    whole = [run for fact in facts for run in fact]
    if facts and not clock and room_of(whole) <= free:
        counts = Text(room, 17, tuple(whole), "end", room=free)
        return placed(room, 24, (0, 0, Block(room, 24, (*items, counts))), *named)
    if clock != beside:
        facts.append((TextRun(clock, 13, "on-felt-soft", spaces=3),))
    lines = [line_of(runs, 20, room) for runs in _lines(facts, room)]
    first = placed(room, 24, (0, 0, Block(room, 24, items)), *named)
    return stacked([first, *lines])


def _state(scene: Scene, seat: int, words: bool) -> list[TextRun]:
    """What is said after the name of a seat: whether it may act, in words or only as a sign, how
    its score has changed, and whether it has won.
    """
    runs = []
    if seat in scene.acting:
        due = seat in scene.on_turn
        said = PAGE["to_move" if due else "may_act"].text(scene.language) if words else ""
        sign = "▶" if due else "◇"
        runs.append(TextRun(f"{sign} {said}".rstrip(), 12, "on-felt-soft", spaces=3))
    if change := scene.changes[seat - 1]:
        runs.append(TextRun(f"{change:+}".replace("-", "−"), 14, spaces=3, weight=700))
    return [*runs, *([TextRun("★", 15, "glow", 700, spaces=2)] if seat in scene.won else [])]


def _counts(scene: Scene, seat: int) -> list[tuple[TextRun, TextRun]]:
    """The facts of a seat and the number of cards in each of its piles, as (title, value), without
    those whose value is empty or a dash.
    """
    layout, language = scene.layout, scene.language
    counted = [
        (title.text(language), _said(scene, fact, f"{fact}/{seat}"))
        for fact, title in layout.seat_facts.items()
    ]
    counted += [
        (zone.title.text(language), str(len(scene.table.zones[zone.name])))
        for zone in layout.zones
        if zone.seat == seat and zone.kind == "pile"
    ]
    return [
        (TextRun(title, 13, "on-felt-soft", spaces=3), TextRun(value, 16, "on-felt", 700, spaces=1))
        for title, value in counted
        if value not in NOTHING
    ]


def _said(scene: Scene, fact: str, name: str) -> str:
    value: Fact = scene.table.facts.get(name, "")
    return shown(scene.layout.fact_words(fact, value).text(scene.language))


def _lines(facts: Sequence[tuple[TextRun, ...]], room: float) -> list[list[TextRun]]:
    """The facts in lines of at most `room`; the runs of each stay on one line."""
    lines: list[list[TextRun]] = []
    for fact in facts:
        if lines and room_of([*lines[-1], *fact]) <= room:
            lines[-1] += fact
        else:
            lines.append([*fact])
    return lines


def _lanes(scene: Scene, seat: int, room: float) -> Block:
    """The zones below a seat's name that hold cards, in lines of at most `room`. A single hand has
    a line of its own, two of several hands share one. If a hand is the only zone, it keeps its
    place when it is empty.
    """
    zones = lanes(scene.layout)[seat]
    hands = [zone for zone in zones if zone.kind == "hand"]
    wide = room if len(hands) < 2 else (room - 14) / 2
    card = _hand_width(scene)
    blocks = []
    for zone in zones:
        if zone.kind == "hand" and (len(zones) == 1 or scene.table.zones[zone.name]):
            block = _titled(scene, zone, card, wide, named=len(zones) > 1)
            blocks.append(Block(wide, max(block.height, card * HIGH), block.items))
        elif zone.kind != "hand" and scene.lying[zone.name]:
            width = _LANE_ROW if zone.kind == "row" else card
            blocks.append(_titled(scene, zone, width, room))
    return flowed(blocks, room, 14, 5)


def _hand_width(scene: Scene) -> float:
    few = len(scene.seats) <= MANY and not is_board(scene.layout)
    return _HAND_WIDE if few else _HAND


def _front(scene: Scene, seat: int) -> Block:
    """The zones in front of a seat (see `zones.fronts`), side by side. Empty ones are left out, but
    a single zone keeps its place.
    """
    zones = fronts(scene.layout)[seat]
    blocks = []
    for zone in zones:
        if len(zones) > 1 and not scene.lying[zone.name]:
            continue
        width = _FRONT if zone.kind == "choice" else _FRONT_ROW
        blocks.append(_titled(scene, zone, width, 9999, named=len(zones) > 1))
    height = max((block.height for block in blocks), default=0)
    x, places = 0.0, []
    for block in blocks:
        places.append((x, height - block.height, block))
        x += block.width + 10
    return placed(max(x - 10, 0), height, *places)


def _titled(scene: Scene, zone: Zone, width: float, room: float, named: bool = True) -> Block:
    """A zone: its name, if `named`, and below it its cards, each `width` wide, in lines of at most
    `room`. An empty choice is drawn as the place of a card.
    """
    cards = _cards(scene, zone, width, room)
    if not cards.height:
        cards = _vacant(width) if zone.kind == "choice" else Block(0, width * HIGH)
    title = line_of([_title_run(scene, zone, room)], 17, room) if named else EMPTY
    return stacked([title, cards], gap=1)


def _vacant(width: float) -> Block:
    """The place of a card that is not there, `width` wide."""
    height = width * HIGH
    return Block(width, height, (Panel(0, 0, width, height, width * 0.1, "seat"),))


def _title_run(scene: Scene, zone: Zone, room: float) -> TextRun:
    return fitted_run(zone.title.text(scene.language), 12, room, "on-felt-soft")


def _cards(scene: Scene, zone: Zone, width: float, room: float) -> Block:
    """The cards of a zone, each `width` wide, in lines of at most `room`, with those that have just
    left. Melds are apart from each other and numbered.
    """
    tokens = scene.table.zones[zone.name]
    gap = _GAP if zone.kind in ("row", "choice") else _TIGHT
    blocks = [_card(scene, zone, at, width) for at in range(len(tokens))]
    gone = [
        Block(width, width * HIGH, (DrawnCard(0, 0, width, each.card, gone=True),))
        for each in scene.lying[zone.name]
        if each.left is not None
    ]
    if zone.kind != "melds":
        rest = iter(blocks), iter(gone)
        drawn = [next(rest[each.left is not None]) for each in scene.lying[zone.name]]
        return flowed(drawn, room, gap, gap)
    groups, start = [], 0
    for number, group in enumerate(melds(tokens, scene.table.facts[zone.name]), 1):
        label = line_of([TextRun(str(number), 12)], width * HIGH, 16)
        inside = flowed(blocks[start : start + len(group)], room - 12, 2, 2)
        groups.append(placed(12 + inside.width, inside.height, (0, 0, label), (12, 0, inside)))
        start += len(group)
    return flowed([*groups, *gone], room, 13, 5)


def _card(scene: Scene, zone: Zone, place: int, width: float) -> Block:
    """The card at the index `place` of a zone, `width` wide. If it is a back before another back in
    a hand, the block is narrower than the card, so that they overlap.
    """
    tokens = scene.table.zones[zone.name]
    token, after = tokens[place], tokens[place + 1 : place + 2]
    by = scene.fresh.get((zone.name, place))
    over = 0.0
    faces = scene.layout.faces
    if zone.kind == "hand" and after and all(lies_down(each, faces) for each in (token, *after)):
        over = width * (0.3 if token in faces else 0.6)
    card = DrawnCard(0, 0, width, token, by is not None, by or 0)
    return Block(width - over, width * HIGH, (card,))


def _pile(scene: Scene, zone: Zone, width: float, beside: bool) -> Block:
    """A pile: its cards as `zones.heaps` chooses them, each `width` wide, and its number of cards;
    its name is before them if `beside`, otherwise above. Empty for an empty pile.
    """
    tokens = scene.table.zones[zone.name]
    if not tokens:
        return EMPTY
    high = width * HIGH
    title = line_of([_title_run(scene, zone, 160)], high if beside else 17, 160)
    parts = [title] if beside else []
    for token, size in heaps(tokens, scene.layout.faces):
        down = lies_down(token, scene.layout.faces)
        lower = [DrawnCard(shift, shift, width, "_") for shift in (3, 1.5) if down]
        parts.append(Block(width + 4, high, (*lower, DrawnCard(0, 0, width, token))))
        if size:
            parts.append(line_of([TextRun(str(size), 12)], high, 60))
    parts.append(line_of([TextRun(str(len(tokens)), 16, "on-felt", 700)], high, 60))
    row = flowed(parts, 9999, 7, 0)
    return row if beside else stacked([title, row], gap=1)


def _common(scene: Scene, kind: str) -> list[Zone]:
    """The zones of a kind that belong to no seat and hold cards; all of the kind "row"."""
    return [
        zone
        for zone in scene.layout.zones
        if not zone.seat and zone.kind == kind and (kind == "row" or scene.lying[zone.name])
    ]
