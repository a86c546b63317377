"""The layout of a picture: the place of everything on the table of a scene, and of the texts above
and below it.

In the middle are the zones of no seat; below them the seats, two side by side, each with its name,
what is counted, and its zones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby, pairwise

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.table import ALL, PUBLIC, Fact
from kifu.site.content.sentences import facts_in_words
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
    seal,
    stacked,
)
from kifu.site.look.text import fitted, shown, width_of, wrapped
from kifu.site.picture.scene import Scene
from kifu.site.texts import PAGE, glyph_name

#: What a row of a board has room for, at least.
SLOTS = 6
#: How wide cards are: in the middle of the table, and of a seat, by the kind of their zone.
_MIDDLE = {"row": 60, "choice": 60, "hand": 60, "melds": 60, "pool": 40, "pile": 35}
_OWN = {"row": 30, "choice": 44, "hand": 34, "melds": 34, "pool": 34}
_EDGE, _PADDING, _BETWEEN = 18.0, 9.0, 8.0
_GAP, _TIGHT = 4.8, 2.6
#: The space around everything.
MARGIN = 24.0
#: This many common rows are a board, which is beside the seats instead of above them.
BOARD = 3


def felt(scene: Scene, width: float) -> Block:
    """The felt with the whole table, `width` wide in units of the picture: the common zones, and
    below them all seats. They decide the height.
    """
    inner = width - 2 * _EDGE
    body = stacked([_middle(scene, inner), _seats(scene, inner)], gap=14)
    height = body.height + 2 * _EDGE
    ground = Block(width, height, (Panel(0, 0, width, height, 18, "felt"),))
    return placed(width, height, (0, 0, ground), (_EDGE, _EDGE, body))


def counted(
    scene: Scene, facts: Iterable[tuple[Words, Words]], room: float, size: float, ground: str
) -> list[Block]:
    """A block with a line of text for each of `facts` (title, value), in order: the title in the
    font size `size`, then the value, bold and a little larger; [] for no facts. A block is at most
    `room` wide, but its text is not shortened. `ground` is what they are written on, "paper" or
    "felt", which decides the colours.
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


def sheet(scene: Scene, width: float) -> Block:
    """The whole picture of a scene, `width` wide in units of the picture; its parts decide the
    height. From the top: head, remark, facts of the table, felt, caption, what followed. Head, felt
    and caption are always there; the other parts are left out if they have nothing to say.
    """
    room = width - 2 * MARGIN
    body = stacked(
        [
            _head(scene, room),
            *_remark(scene, room),
            stacked([_status(scene, room), felt(scene, room)], gap=5),
            stacked([_caption(scene, room), *_followed(scene, room)], gap=3),
        ],
        gap=10,
    )
    return placed(width, body.height + 2 * MARGIN - 6, (MARGIN, MARGIN - 4, body))


def card_sheet(scene: Scene, width: float, height: float) -> Block:
    """The picture of a scene in the proportions of `width` to `height`, but not in that size. It
    tries several widths, and takes the layout that fits into the smallest picture of these
    proportions, so that everything is large when it is scaled. Margins fill up what is empty.
    """
    shape = width / height
    made = (sheet(scene, wide) for wide in (820, 1000, 1260, 1600))
    best = min(made, key=lambda block: max(block.width / shape, block.height))
    high = max(best.width / shape, best.height)
    wide = high * shape
    return placed(wide, high, ((wide - best.width) / 2, (high - best.height) / 2, best))


def is_board(layout: Layout) -> bool:
    """Whether BOARD or more rows belong to no seat. Such rows are drawn as a board, two to a line
    (see `_middle`).
    """
    return sum(zone.kind == "row" and not zone.seat for zone in layout.zones) >= BOARD


def heaps(cards: Sequence[str], faces: Mapping[str, Face]) -> list[tuple[str, int]]:
    """The cards to draw for a pile, each as (token, number): one for each run of face-down cards, a
    back, and one for each run of face-up cards, the first of them. The number is how many cards the
    run has; 0, which is not shown, for a single card, and if the whole pile is one run. [] for an
    empty pile.

    >>> from kifu.replay.game import Words
    >>> faces = {"7": Face("7", Words("7", "7"))}
    >>> heaps(["_", "_", "_"], faces), heaps(["_", "_", "7", "_"], faces)
    ([('_', 0)], [('_', 2), ('7', 0), ('_', 0)])
    """
    runs = [list(run) for _, run in groupby(cards, lambda token: lies_down(token, faces))]
    return [(run[0], len(run) if len(runs) > 1 and len(run) > 1 else 0) for run in runs]


def melds(cards: Sequence[str], sizes: Fact) -> list[Sequence[str]]:
    """The cards of a zone of melds, grouped; `sizes` is the zone's fact, a text with the size of
    each group, "3 4". [] if it is "". Cards that the sizes do not cover are left out; if there are
    too few cards, the last groups are shorter or empty. Raises ValueError for sizes that are not
    whole numbers.

    >>> melds(["c1", "c2", "c3", "x7"], "3 1")
    [['c1', 'c2', 'c3'], ['x7']]
    """
    ends = list(accumulate(map(int, str(sizes).split()), initial=0))
    return [cards[start:end] for start, end in pairwise(ends)]


def lies_down(token: str, faces: Mapping[str, Face]) -> bool:
    """Whether a token is shown as a face-down card: its face is a back, or `faces` has none."""
    face = faces.get(token)
    return face is None or face.back


def _middle(scene: Scene, room: float) -> Block:
    """The zones that belong to no seat, side by side in lines at most `room` wide. Empty zones are
    left out, except rows and choices; without any zone, the block has width and height 0. The rows
    of a board are two to a line. Each lies on a lane with SLOTS places, or more if one of the rows
    has more cards; then its cards are narrower.
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
    each of its piles (0, too), then its other zones. Facts without a value are left out, and so are
    empty zones, except choices, which keep their places.
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
    """The line above a seat's cards, `room` wide: its mark and its name, on gold if it is one of
    the scene's `actors`, then its state (see `_state`). The name is shortened to the room that the
    state leaves. From seat 11 on, names have the common colour.
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
    """The cards of a zone that is no pile, each `width` wide, in lines at most `room` wide. Cards
    that the last move brought are marked. In zones that belong to no seat, the mark says which seat
    brought them, if one did. Cards that the move took away are drawn as gone, in their old places.

    In a zone of melds, the zone's fact says how many cards each meld has. Each meld has its number,
    from 1, before it; cards beyond those sizes are not drawn. The cards that are gone come after
    all melds. Without cards, a block of width and height 0. Raises ValueError for a fact that has
    anything but whole numbers.
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
    """A pile, drawn as a few cards (see `heaps`), each `width` wide, in one line, and after them
    the number of all its cards. EMPTY for an empty pile.
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


def _head(scene: Scene, room: float) -> Block:
    """The head of the picture, `room` wide: the seal, the title, and below that the scene's heading
    (event, place, date and so on; nothing if it is empty); on the right, whose view it is, unless
    that is ALL. Texts that are too wide are shortened.
    """
    eyes = fitted(_eyes(scene), 14, room / 3)
    end = (Text(room, 20, (TextRun(eyes, 14, "soft"),), "end", room=room / 3),) if eyes else ()
    left = room - 40 - (width_of(eyes, 14) + 16 if eyes else 0)
    title = fitted(scene.title, 24, left)
    about = " · ".join(scene.heading)
    lines = stacked(
        [
            line_of([TextRun(title, 24, "ink", 600)], 28, left, "serif"),
            line_of([fitted_run(about, 14, room - 40, "soft")], 20, room - 40) if about else EMPTY,
        ]
    )
    return placed(room, 48, (0, 0, Block(room, 48, end)), (0, 2, seal(26)),
                  (40, (48 - lines.height) / 2, lines))  # fmt: skip


def _eyes(scene: Scene) -> str:
    """The words that say whose view the picture is, such as "Seen by: Mio", or "Seen by:
    Spectators" for PUBLIC; "" for ALL.
    """
    if scene.viewer == ALL:
        return ""
    public = PAGE["public"].text(scene.language)
    name = public if scene.viewer == PUBLIC else scene.seats[scene.viewer - 1]
    return f"{PAGE['view'].text(scene.language)}: {name}"


def _remark(scene: Scene, room: float) -> list[Block]:
    """The scene's remark about the match, `room` wide: one line of text in each block, at most two.
    A longer remark ends with an ellipsis. [] if there is none.
    """
    lines = wrapped(scene.remark, 13, room, 2) if scene.remark else []
    return [line_of([TextRun(line, 13, "accent")], 18, room) for line in lines]


def _status(scene: Scene, room: float) -> Block:
    """The facts of the table (not those of seats) and then its phase, side by side in lines at most
    `room` wide. A fact without a title or a value, and a phase without a name, are left out. With
    nothing to say, a block of width and height 0.
    """
    facts = counted(scene, facts_in_words(scene.layout, scene.table.facts), room, 14, "paper")
    if phase := scene.layout.phases.get(str(scene.table.facts.get("phase", ""))):
        facts.append(line_of([TextRun(phase.text(scene.language), 14, "soft")], 22, room))
    return flowed(facts, room, 9, 0)


def _caption(scene: Scene, room: float) -> Block:
    """What is said of the move, `room` wide. On the left is its headline or, if it has none, its
    sentence (at the start, one that names the players), in at most two lines; a longer text ends
    with an ellipsis. Below that are its first three glyphs with their names, if it has any. On the
    right are the ply and the number of plies, "9 / 40", in a variation after the path; these are
    not shortened.
    """
    number, colour = f"{scene.ply} / {scene.plies}", "soft"
    if scene.path:
        number = f"{PAGE['variation'].text(scene.language)} {scene.path}: {number}"
        colour = "accent"
    left = room - width_of(number, 14) - 18
    lines = wrapped(scene.headline or scene.sentence, 21, left, 2)
    blocks = [line_of([TextRun(line, 21, "ink", 600)], 30, left, "serif") for line in lines]
    glyphs = [
        run
        for glyph in map(shown, scene.glyphs[:3])
        for run in (
            TextRun(glyph, 21, "accent", 700, spaces=2),
            TextRun(glyph_name(glyph, scene.language), 14, "soft", spaces=1),
        )
    ]
    said = stacked([*blocks, line_of(glyphs, 30, room, "serif")])
    end = Text(room, 21, (TextRun(number, 14, colour),), "end", room=room - left)
    return placed(room, said.height, (0, 0, said), (0, 0, Block(room, 30, (end,))))


def _followed(scene: Scene, room: float) -> list[Block]:
    """What followed from the move, below its caption: the move's own sentence, if the caption has
    its headline instead, and the consequences. A block for each of at most two lines in all, `room`
    wide in units of the picture; the rest is cut with an ellipsis. [] if there is nothing to say.
    """
    said = [*([scene.sentence] if scene.headline else []), *scene.consequences]
    lines = wrapped(" ".join(said), 15, room, 2) if said else []
    return [line_of([TextRun(line, 15, "soft")], 21, room) for line in lines]
