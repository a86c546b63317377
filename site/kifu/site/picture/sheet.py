"""The sheet: the table of a scene with the texts above and below it.

Above are the game, the event and the table's facts; below, what was played and what followed.
"""

from __future__ import annotations

from kifu.replay.table import ALL, PUBLIC
from kifu.site.content.tables import facts_in_words
from kifu.site.look.blocks import (
    EMPTY,
    Block,
    Text,
    TextRun,
    fitted_run,
    flowed,
    line_of,
    placed,
    seal,
    stacked,
)
from kifu.site.look.text import fitted, shown, width_of, wrapped
from kifu.site.picture.layout import counted, felt
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
    """The picture of a scene in the proportions of `width` to `height`, but not in that size. It
    tries several widths, takes the layout that leaves the least space empty, and adds margins to
    fill it up.
    """
    shape = width / height
    made = (sheet(scene, wide) for wide in (820, 1000, 1260, 1600))
    best = min(made, key=lambda block: max(block.width / shape, block.height))
    high = max(best.width / shape, best.height)
    wide = high * shape
    return placed(wide, high, ((wide - best.width) / 2, (high - best.height) / 2, best))


def _head(scene: Scene, room: float) -> Block:
    """The head of the picture, `room` wide: the seal, the title, and below that the event, its
    place and its date; on the right, whose view it is, unless that is ALL.
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
    """The words that say whose view the picture is, such as "View: Mio"; "" for ALL."""
    if scene.viewer == ALL:
        return ""
    public = PAGE["public"].text(scene.language)
    name = public if scene.viewer == PUBLIC else scene.seats[scene.viewer - 1]
    return f"{PAGE['view'].text(scene.language)}: {name}"


def _remark(scene: Scene, room: float) -> list[Block]:
    """The scene's remark about the match, a block for each of at most two lines; [] if there is
    none.
    """
    lines = wrapped(scene.remark, 13, room, 2) if scene.remark else []
    return [line_of([TextRun(line, 13, "accent")], 18, room) for line in lines]


def _status(scene: Scene, room: float) -> Block:
    """The table's facts and the phase, in lines of at most `room`."""
    facts = counted(scene, facts_in_words(scene.layout, scene.table.facts), room, 14, "paper")
    if phase := scene.layout.phases.get(str(scene.table.facts.get("phase", ""))):
        facts.append(line_of([TextRun(phase.text(scene.language), 14, "soft")], 22, room))
    return flowed(facts, room, 9, 0)


def _caption(scene: Scene, room: float) -> Block:
    """The headline of the move, or else its sentence, in at most two lines within the width `room`,
    then its glyphs; on the right the ply and the number of plies.
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
    wide in units of the picture; the rest is cut with an ellipsis.
    """
    said = [*([scene.sentence] if scene.headline else []), *scene.consequences]
    lines = wrapped(" ".join(said), 15, room, 2) if said else []
    return [line_of([TextRun(line, 15, "soft")], 21, room) for line in lines]
