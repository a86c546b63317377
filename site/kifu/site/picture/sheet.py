"""The sheet: the table of a scene with the texts above and below it.

Above are the game, the event and the table's facts; below, what was played and what followed.
"""

from __future__ import annotations

from kifu.replay.show.resting_table import NOTHING
from kifu.replay.table import ALL, PUBLIC
from kifu.site.look.blocks import (
    EMPTY,
    Block,
    Item,
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
from kifu.site.look.text import fitted, shown, width_of, wrapped
from kifu.site.picture.layout import felt
from kifu.site.picture.scene import Scene
from kifu.site.texts import PAGE, glyph_name

#: The space around everything.
MARGIN = 24.0


def sheet(scene: Scene, width: float) -> Block:
    """The whole picture of a scene, `width` wide in units of the picture; its parts decide the
    height.
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
    """The picture in the proportions of `width` to `height`, but not in that size: of several
    layouts the one that leaves least of it empty, with margins to fill it up.
    """
    shape = width / height
    made = [sheet(scene, wide) for wide in (820, 900, 1000, 1120, 1260, 1420, 1600, 1800)]
    best = min(made, key=lambda block: (max(block.width / shape, block.height), -block.width))
    high = max(best.width / shape, best.height)
    wide = high * shape
    return placed(wide, high, ((wide - best.width) / 2, (high - best.height) / 2, best))


def _head(scene: Scene, room: float) -> Block:
    """The head of the picture, `room` wide: the seal, the title and the event, and on the right the
    words of `_eyes`.
    """
    seal = Panel(0, 2, 26, 44, 4, "stamp")
    letters = [
        Text(13, 19 + 18 * place, (TextRun(letter, 16, "on-stamp", 700),), "middle", "serif")
        for place, letter in enumerate("棋譜")
    ]
    eyes = fitted(_eyes(scene), 14, room / 3)
    items: list[Item] = [seal, *letters]
    if eyes:
        items.append(Text(room, 20, (TextRun(eyes, 14, "soft"),), "end", room=room / 3))
    left = room - 40 - (width_of(eyes, 14) + 16 if eyes else 0)
    title = fitted(scene.title, 24, left)
    about = " · ".join(scene.heading)
    lines = stacked(
        [
            line_of([TextRun(title, 24, "ink", 600)], 28, left, "serif"),
            line_of([fitted_run(about, 14, room - 40, "soft")], 20, room - 40) if about else EMPTY,
        ]
    )
    return placed(room, 48, (0, 0, Block(room, 48, tuple(items))),
                  (40, (48 - lines.height) / 2, lines))  # fmt: skip


def _eyes(scene: Scene) -> str:
    """The words that say through whose eyes the picture is seen; "" for ALL."""
    if scene.viewer == ALL:
        return ""
    public = PAGE["public"].text(scene.language)
    name = public if scene.viewer == PUBLIC else scene.seats[scene.viewer - 1]
    return f"{PAGE['view'].text(scene.language)}: {name}"


def _remark(scene: Scene, room: float) -> list[Block]:
    lines = wrapped(scene.remark, 13, room, 2) if scene.remark else []
    return [line_of([TextRun(line, 13, "accent")], 18, room) for line in lines]


def _status(scene: Scene, room: float) -> Block:
    """The table's facts, within the width `room`, without those whose value is empty or a dash; the
    phase is on the right, or below if it does not fit there.
    """
    facts = []
    for name, title in scene.layout.table_facts.items():
        value = scene.table.facts.get(name, "")
        said = shown(scene.layout.fact_words(name, value).text(scene.language))
        if said not in NOTHING:
            run = TextRun(title.text(scene.language), 14, "soft")
            facts.append(line_of([run, TextRun(said, 17, "ink", 700, spaces=1)], 24, room))
    line = flowed(facts, room, 7, 0)
    phase = scene.layout.phases.get(str(scene.table.facts.get("phase", "")))
    words = phase.text(scene.language) if phase else ""
    if not words:
        return line
    end = Block(room, 24, (Text(room - 2, 17, (TextRun(words, 14, "soft"),), "end", room=room),))
    if line.height <= end.height and line.width + width_of(words, 14) + 16 <= room:
        return placed(room, end.height, (0, 0, end), (0, 0, line))
    return stacked([line, end])


def _caption(scene: Scene, room: float) -> Block:
    """The headline of the move, or else its sentence, with its glyphs, in at most two lines within
    the width `room`; on the right the ply and the number of plies.
    """
    number = TextRun(f"{scene.ply} / {scene.plies}", 14, "soft")
    if scene.path:
        words = f"{PAGE['variation'].text(scene.language)} {scene.path}: {number.words}"
        number = TextRun(words, 14, "accent")
    number_room = width_of(number.words, 14) + 18
    glyphs = [
        run
        for glyph in map(shown, scene.glyphs[:3])
        for run in (
            TextRun(glyph, 21, "accent", 700, spaces=2),
            TextRun(glyph_name(glyph, scene.language), 14, "soft", spaces=1),
        )
    ]
    lines = wrapped(scene.headline or scene.sentence, 21, room - number_room, 2)
    blocks = [line_of([TextRun(line, 21, "ink", 600)], 30, room - number_room, "serif")
              for line in lines]  # fmt: skip
    if glyphs and room_of([TextRun(lines[-1], 21), *glyphs]) <= room - number_room:
        blocks[-1] = line_of([TextRun(lines[-1], 21, "ink", 600), *glyphs], 30, room, "serif")
    elif glyphs:
        blocks.append(line_of(glyphs, 30, room, "serif"))
    said = stacked(blocks)
    end = Text(room, 21, (number,), "end", room=number_room)
    return placed(room, said.height, (0, 0, said), (0, 0, Block(room, 30, (end,))))


def _followed(scene: Scene, room: float) -> list[Block]:
    """What followed from the move, below its caption: the move's own sentence, if the caption has
    its headline instead, and the consequences. A block for each of at most two lines in all, `room`
    wide in units of the picture; the rest is cut with an ellipsis.
    """
    said = [*([scene.sentence] if scene.headline else []), *scene.consequences]
    lines = wrapped(" ".join(said), 15, room, 2) if said else []
    return [line_of([TextRun(line, 15, "soft")], 21, room) for line in lines]
