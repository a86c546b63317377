"""The layout of a picture: the place of everything on the table of a scene.

In the middle are the zones of no seat; below them the seats, two side by side, each with its name,
what is counted, and its zones.
"""

from __future__ import annotations

from collections.abc import Iterable

from kifu.notation.words import Words
from kifu.replay.game import Zone
from kifu.site.content.tables import facts_in_words
from kifu.site.look.blocks import (
    EMPTY,
    HIGH,
    Badge,
    Block,
    DrawnCard,
    Panel,
    TextRun,
    fitted_run,
    flowed,
    line_of,
    placed,
    room_of,
    stacked,
)
from kifu.site.look.text import shown
from kifu.site.look.zones import heaps, is_board, lies_down, melds
from kifu.site.picture.scene import Scene
from kifu.site.texts import PAGE

#: What a row of a board has room for, at least.
SLOTS = 6

#: How wide cards are: in the middle of the table, and of a seat, by the kind of their zone.
_MIDDLE = {"row": 60, "choice": 60, "hand": 60, "melds": 60, "pool": 40, "pile": 35}
_OWN = {"row": 30, "choice": 44, "hand": 34, "melds": 34, "pool": 34}
_EDGE, _PADDING, _BETWEEN = 18.0, 9.0, 8.0
_GAP, _TIGHT = 4.8, 2.6


def felt(scene: Scene, width: float) -> Block:
    """The whole table with all seats, `width` wide in units of the picture."""
    inner = width - 2 * _EDGE
    body = stacked([_middle(scene, inner), _seats(scene, inner)], gap=14)
    height = body.height + 2 * _EDGE
    ground = Block(width, height, (Panel(0, 0, width, height, 18, "felt"),))
    return placed(width, height, (0, 0, ground), (_EDGE, _EDGE, body))


def counted(
    scene: Scene, facts: Iterable[tuple[Words, Words]], room: float, size: float, ground: str
) -> list[Block]:
    """A line of text for each of `facts` (title, value): the title in `size`, then the value, bold
    and a little larger. Each is at most `room` wide. `ground` is what they are written on, "paper"
    or "felt", which decides the colours.
    """
    soft, strong = ("soft", "ink") if ground == "paper" else ("on-felt-soft", "on-felt")
    runs = [
        (
            TextRun(title.text(scene.language), size, soft),
            TextRun(shown(value.text(scene.language)), size + 3, strong, 700, spaces=1),
        )
        for title, value in facts
    ]
    return [line_of(each, size + 8, room) for each in runs]


def _middle(scene: Scene, room: float) -> Block:
    """The zones that belong to no seat, side by side in lines at most `room` wide. Empty zones are
    left out, except rows and choices. The rows of a board are two to a line, each on a lane with
    places for SLOTS cards or more.
    """
    board, blocks = is_board(scene.layout), []
    rows = [zone.name for zone in scene.layout.zones if zone.kind == "row" and not zone.seat]
    half, slots = (room - 20) / 2, max([SLOTS, *(len(scene.lying[name]) for name in rows)])
    for zone in scene.layout.zones:
        if zone.seat or not (scene.lying[zone.name] or zone.kind in ("row", "choice")):
            continue
        if board and zone.kind == "row":
            blocks.append(_zone(scene, zone, min(60, half / slots - _GAP), half, slots))
        else:
            blocks.append(_zone(scene, zone, _MIDDLE[zone.kind], room))
    return flowed(blocks, room, 20, 9)


def _seats(scene: Scene, room: float) -> Block:
    """All seats in two columns; a seat alone in its line is as wide as the line. Seats of a line
    are equally high.
    """
    numbers = list(range(1, len(scene.seats) + 1))
    lines = []
    for at in range(0, len(numbers), 2):
        pair = numbers[at : at + 2]
        wide = (room - _BETWEEN * (len(pair) - 1)) / len(pair)
        bodies = [_seat(scene, seat, wide - 2 * _PADDING) for seat in pair]
        high = max(body.height for body in bodies) + 2 * _PADDING
        ground = Block(wide, high, (Panel(0, 0, wide, high, 12, "seat"),))
        panels = [placed(wide, high, (0, 0, ground), (_PADDING, _PADDING, each)) for each in bodies]
        lines.append(flowed(panels, room, _BETWEEN, 0))
    return stacked(lines, gap=_BETWEEN)


def _seat(scene: Scene, seat: int, room: float) -> Block:
    """What a seat has, `room` wide: its name, then the facts of the seat and the number of cards in
    each of its piles, then its other zones. Empty zones are left out, except choices, which keep
    their places.
    """
    own = [zone for zone in scene.layout.zones if zone.seat == seat]
    facts = facts_in_words(scene.layout, scene.table.facts, seat)
    for zone in own:
        if zone.kind == "pile" and (size := str(len(scene.table.zones[zone.name]))):
            facts.append((zone.title, Words(size, size)))
    known = counted(scene, facts, room, 13, "felt")
    zones = [
        _zone(scene, zone, _OWN[zone.kind], room)
        for zone in own
        if zone.kind != "pile" and (scene.lying[zone.name] or zone.kind == "choice")
    ]
    head = stacked([_name(scene, seat, room), flowed(known, room, 9, 0)])
    return stacked([head, flowed(zones, room, 14, 5)], gap=3)


def _name(scene: Scene, seat: int, room: float) -> Block:
    """The line above a seat's cards: its mark and its name, on gold if it is one of the scene's
    `actors`, then its state (see `_state`).
    """
    acted = seat in scene.actors
    colour = "on-glow" if acted else f"seat-felt {seat}" if seat < 11 else "on-felt"
    after = _state(scene, seat)
    left = room - 36 - (room_of(after) + 8 if after else 0)
    own = fitted_run(scene.seats[seat - 1], 16, left, colour, 600)
    end = 34 + room_of([own])
    ground = (Panel(-3, 0, end, 24, 12, "glow"),) if acted else ()
    mark = Block(room, 24, (*ground, Badge(9, 12, seat, "glow" if acted else "felt")))
    name, state = line_of([own], 24, room - 26), line_of(after, 24, room - end - 10)
    return placed(room, 24, (0, 0, mark), (26, 0, name), (end + 10, 0, state))


def _state(scene: Scene, seat: int) -> list[TextRun]:
    """What is drawn after the name of a seat: ▶ if it must act or ◇ if it may, with words; how its
    score has changed; and ★ if it has won. [] if none of these is so.
    """
    runs = []
    if seat in scene.acting:
        due = seat in scene.on_turn
        said = PAGE["to_move" if due else "may_act"].text(scene.language)
        runs.append(TextRun(f"{'▶' if due else '◇'} {said}", 12, "on-felt-soft"))
    if change := scene.changes[seat - 1]:
        runs.append(TextRun(f"{change:+}".replace("-", "−"), 14, spaces=3, weight=700))
    return [*runs, *([TextRun("★", 15, "glow", 700, spaces=2)] if seat in scene.won else [])]


def _zone(scene: Scene, zone: Zone, width: float, room: float, slots: int = 1) -> Block:
    """A zone: its title, and below it its cards, each `width` wide, in lines at most `room` wide.
    Under the cards of a zone with several `slots`, or that is empty, a lane is drawn with the room
    of `slots` cards.
    """
    cards = _pile(scene, zone, width) if zone.kind == "pile" else _cards(scene, zone, width, room)
    if slots > 1 or not cards.height:
        long, high = slots * (width + _GAP) - _GAP, cards.height or width * HIGH
        lane = Block(long, high, (Panel(0, 0, long, high, width * 0.1, "seat"),))
        cards = placed(long, high, (0, 0, lane), (0, 0, cards))
    title = fitted_run(zone.title.text(scene.language), 12, room, "on-felt-soft")
    return stacked([line_of([title], 17, room), cards], gap=1)


def _cards(scene: Scene, zone: Zone, width: float, room: float) -> Block:
    """The cards of a zone, each `width` wide, in lines at most `room` wide. Cards that the last
    move brought are marked, with the seat that brought them; those that it took away are drawn as
    gone. Melds are numbered from 1 and set apart, and what left them comes last.
    """
    gap = _GAP if zone.kind in ("row", "choice") else _TIGHT
    lying: list[Block] = []
    gone: list[Block] = []
    at = 0
    for each in scene.lying[zone.name]:
        left = each.left is not None
        by = None if left else scene.fresh.get((zone.name, at))
        card = DrawnCard(0, 0, width, each.card, by is not None, by or 0, left)
        block = Block(width, width * HIGH, (card,))
        (gone if left and zone.kind == "melds" else lying).append(block)
        at += not left
    if zone.kind != "melds":
        return flowed(lying, room, gap, gap)
    groups, rest = [], iter(lying)
    for number, group in enumerate(
        melds(scene.table.zones[zone.name], scene.table.facts[zone.name]), 1
    ):
        label = line_of([TextRun(str(number), 12)], width * HIGH, 16)
        inside = flowed([next(rest) for _ in group], room - 12, 2, 2)
        groups.append(placed(12 + inside.width, inside.height, (0, 0, label), (12, 0, inside)))
    return flowed([*groups, *gone], room, 13, 5)


def _pile(scene: Scene, zone: Zone, width: float) -> Block:
    """A pile, drawn as a few cards (see `zones.heaps`), each `width` wide, and the number of all
    its cards. EMPTY for an empty pile.
    """
    tokens = scene.table.zones[zone.name]
    if not tokens:
        return EMPTY
    high, parts = width * HIGH, []
    for token, size in heaps(tokens, scene.layout.faces):
        down = lies_down(token, scene.layout.faces)
        lower = [DrawnCard(shift, shift, width, "_") for shift in (3, 1.5) if down]
        parts.append(Block(width + 4, high, (*lower, DrawnCard(0, 0, width, token))))
        if size:
            parts.append(line_of([TextRun(str(size), 12)], high, 60))
    parts.append(line_of([TextRun(str(len(tokens)), 16, "on-felt", 700)], high, 60))
    return flowed(parts, 9999, 7, 0)
