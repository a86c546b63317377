"""Thumbnails: the cards of a turn, and whose points changed in it, as one small SVG.

It has the colours of both sides, of which the reader's system chooses one. It holds no text of a
record: figures of cards, marks of seats, numbers.
"""

from __future__ import annotations

from kifu.replay.timeline import Timeline
from kifu.site.content.highlight import cards_moved
from kifu.site.content.sentences import changes_shown
from kifu.site.look.colours import THEMES, palette
from kifu.site.look.drawing import badge_shape, pips_of
from kifu.site.look.shapes import outline
from kifu.site.look.templates import environment

#: The size of a thumbnail in its own unit.
WIDTH, HEIGHT = 340, 164
#: From one card, which is 100 x 125, to the next; the space around all; a card's greatest scale.
_STEP, _EDGE, _LARGEST = 108, 20, 0.7
#: The most cards of one line.
_LINE = 5
#: What its classes are painted with, by the names of the palette.
_PAINT = {"f": "felt", "l": "seat", "k": "card", "t": "on-felt", "m": "felt-edge"}


def thumbnail(timeline: Timeline, ply: int, viewer: int, css: str = "") -> str:
    """A small SVG image, WIDTH x HEIGHT, with a newline at its end. It shows the cards whose faces
    `viewer` saw move in the main step of `ply` or, if there were none, in that of the last ply
    before it with some (see `cards_moved`; no cards if no ply has any); and the first
    two at most of the changes of points in `ply`, with their seats (see `changes_shown`). `ply`
    counts from 1; for 0, the start, there are neither cards nor seats. The image has the colours of
    both themes, of which the reader's system chooses. `css` is a site's theme, whose colours
    replace kifu's.

    Raises IndexError for a ply after the last one. `viewer` is a seat, ALL or PUBLIC; that there is
    such a seat is not checked.
    """
    faces = [timeline.layout.faces[token] for token in cards_moved(timeline, ply, viewer)]
    changes = changes_shown(timeline.moments[:ply], len(timeline.record.seats))[:2]
    half = -(-len(faces) // 2) if len(faces) > _LINE else _LINE
    lines = [line for line in (faces[:half], faces[half:]) if line]
    long = _STEP * len(lines[0]) - 8 if lines else 100
    room = WIDTH - 2 * _EDGE - (56 if changes else 0)
    size = min(_LARGEST, room / long, (HEIGHT - 2 * _EDGE) / (145 * len(lines) or 145))
    top = HEIGHT / 2 - size * (145 * len(lines) - 20) / 2
    classes = _PAINT | {f"c{face.colour}": f"c{face.colour}" for face in faces}
    classes |= {f"s{seat}": f"seat-felt {seat}" for seat, _ in changes}
    sides = [
        {name: colours.get(known, colours["on-felt"]) for name, known in sorted(classes.items())}
        for colours in (palette(theme, css) for theme in THEMES)
    ]
    values = {
        "lines": [
            (_EDGE + (room - long * size) / 2, top + 145 * size * number, line)
            for number, line in enumerate(lines)
        ],
        "long": long,
        "scale": size,
        "changes": changes,
        "size": (WIDTH, HEIGHT),
        "sides": sides,
        "pips": sorted({(face.pips, face.pip) for face in faces if face.pips and face.pip}),
        "outline": outline,
        "pips_of": pips_of,
        "badge_shape": badge_shape,
    }
    return environment("en").get_template("thumbnail.svg.j2").render(values) + "\n"
