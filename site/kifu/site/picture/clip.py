"""Clips: a passage of a match as one animated image, a frame for each ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from kifu.notation.errors import KifuError, LimitHit, UsageError, install_extra
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline
from kifu.site.content.highlight import turned
from kifu.site.content.notes import excerpt
from kifu.site.look.blocks import Block
from kifu.site.look.colours import palette
from kifu.site.look.raster import png
from kifu.site.look.text import is_wide
from kifu.site.picture.layout import sheet
from kifu.site.picture.moment import scene_drawn, vet_look
from kifu.site.picture.scene import Scene, scene

if TYPE_CHECKING:
    from PIL import Image

#: What a clip can be, by the ends of its file's name, and how Pillow writes it.
_SAVED: dict[str, dict[str, object]] = {
    "webp": {"lossless": True, "quality": 60, "method": 3}, "png": {}, "gif": {"disposal": 1},
}  # fmt: skip
#: How wide a clip is where nothing is said, in pixels.
WIDTH = 600
#: The most frames of a clip, and the most pixels of them all together: every frame is in memory
#: until the clip is written, three bytes for each pixel.
FRAMES, PIXELS = 200, 100_000_000

#: The width for which a frame is laid out: narrower than that of a picture, so that the smallest
#: letters have 11 pixels in a clip of 600.
_LAID = 760
# How long a frame is shown, in milliseconds: at least, for each letter of what is to be read, for
# each that is as wide as it is high, for a move with consequences, at most; and the last one.
_LEAST, _LETTER, _WIDE, _EVENT, _MOST, _END = 1000, 45, 110, 900, 6500, 2500


def clip(
    timeline: Timeline,
    first: int | None = None,
    last: int | None = None,
    form: str = "webp",
    *,
    viewer: int = ALL,
    language: str = "en",
    theme: str = "light",
    width: int = WIDTH,
) -> bytes:
    """The moments after ply `first` to after ply `last`, both included, as an animated image that
    runs in a loop. `form` is "webp", "png" (APNG) or "gif" (KeyError for another one, raised only
    after all was drawn), `width` is in pixels (ValueError below 1).

    If `first` or `last` is None, it is the ply that the tag `From` or `To` names, otherwise 0 (the
    start) or the last ply; impossible tags are passed over (see `excerpt`). How long a frame is
    shown depends on how much there is to read (see `frame_time`); the last one stays 2.5 seconds
    longer. What `viewer` (a seat, ALL or PUBLIC) may not know is not in the image. The same record,
    fonts and versions of resvg and Pillow give the same bytes. All frames are in memory until the
    image is made.

    Raises KifuError for plies or a seat that the record does not have, LimitHit for more than
    FRAMES plies or PIXELS pixels, and UsageError without the extra `cards`, if `first` is above
    `last`, or for a language or theme that there isn't.
    """
    require_clips()
    vet_look(theme, language)
    timeline = turned(timeline, viewer)
    moments = [
        scene(timeline, ply, viewer=viewer, language=language)
        for ply in passage(timeline, first, last)
    ]
    held = [frame_time(moment) for moment in moments]
    held[-1] += _END
    blocks = [(moment, sheet(moment, _LAID)) for moment in moments]
    return _encoded(_frames(blocks, theme, width), held, form)


def passage(timeline: Timeline, first: int | None, last: int | None) -> range:
    """The plies of a clip from `first` to `last`, both included. If one of them is None, it is the
    ply that the tag From or To names, otherwise 0 (the start) or the last ply that can be replayed;
    impossible tags are passed over (see `excerpt`). Raises KifuError for a ply after the last one
    that can be replayed, UsageError (a KifuError, too) if `first` is above `last`, KifuError if
    `first` is below 0, and LimitHit for more than FRAMES plies.
    """
    plies = len(timeline.moments)
    begin, end = excerpt(timeline.record, plies)
    begin, end = begin if first is None else first, end if last is None else last
    if max(begin, end) > plies:
        raise KifuError(
            f"--from {begin} --to {end}: the last ply of the record that can be replayed is {plies}"
        )
    if begin > end:
        raise UsageError(f"--from {begin} --to {end}: the first ply is after the last one")
    if begin < 0:
        raise KifuError(f"--from {begin}: there is no ply {begin}; 0 is the start")
    if end - begin >= FRAMES:
        raise LimitHit(
            f"{begin} to {end} are {end - begin + 1} plies, and a clip has at most "
            f"{FRAMES}; choose fewer with --from and --to"
        )
    return range(begin, end + 1)


def frame_time(moment: Scene) -> int:
    """How many milliseconds a frame is shown: at least 1000, longer the more there is to read,
    longer still if something happens (a headline, a change of score, a win), and at most 6500. A
    multiple of 10, as GIF needs.
    """
    said = " ".join([moment.headline, moment.sentence, *moment.consequences])
    wide = sum(map(is_wide, said))
    time = _LEAST + _WIDE * wide + _LETTER * (len(said) - wide)
    if moment.headline or any(moment.changes) or moment.won:
        time += _EVENT
    return min(time, _MOST) // 10 * 10


def require_clips() -> None:
    """Raise UsageError, which says what to install, unless clips can be made."""
    for package, module in (("resvg-py", "resvg_py"), ("pillow", "PIL")):
        if find_spec(module) is None:
            raise UsageError(f"a clip needs the package {package}: {install_extra('cards')}")


def _frames(blocks: Sequence[tuple[Scene, Block]], theme: str, width: int) -> Iterator[Image.Image]:
    """Yield the frames of the moments, which must not be empty, as RGB images. All are `width`
    pixels wide and as high as the highest one; lower ones are filled up at the bottom with the
    paper's colour. Each frame is drawn when it is asked for. Asking for the first one raises
    LimitHit if all frames together have more than PIXELS pixels, and ValueError for an unknown
    theme.
    """
    from PIL import Image

    high = max(round(block.height * width / block.width) for _, block in blocks)
    if high * width * len(blocks) > PIXELS:
        raise LimitHit(
            f"{len(blocks)} frames of {width} × {high} pixels are too many; choose fewer "
            "plies with --from and --to, or a smaller --width"
        )
    ground = palette(theme)["paper"].code
    for moment, block in blocks:
        image = png(scene_drawn(moment, block, width, theme))
        frame = Image.new("RGB", (width, high), ground)
        with Image.open(BytesIO(image)) as drawn:
            frame.paste(drawn.convert("RGB"), (0, 0))
        yield frame


def _encoded(frames: Iterator[Image.Image], held: list[int], form: str) -> bytes:
    """The animated image in the format `form` ("webp", "png" or "gif"; KeyError for another one),
    which repeats for ever; `held` has the milliseconds of each frame. Takes all frames first, so it
    raises what they raise; there must be at least one. GIF and APNG get 256 colours a frame, which
    is enough for the few colours of the table and the edges of letters.
    """
    from PIL import Image

    made = list(frames)
    if form != "webp":
        few = Image.Quantize.FASTOCTREE
        made = [frame.quantize(256, few, dither=Image.Dither.NONE) for frame in made]
    out = BytesIO()
    further = {"append_images": made[1:], "duration": held, "loop": 0, **_SAVED[form]}
    made[0].save(out, form.upper(), save_all=True, **further)
    return out.getvalue()
