"""The command `kifu picture`: one moment of a match as an image."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.notation.errors import UsageError
from kifu.replay.commands.shared_options import viewer_named
from kifu.site.commands.shared_options import draw, drawing_options

if TYPE_CHECKING:
    from kifu.replay.timeline import Timeline

FORMS = (".svg", ".png")


@click.command()
@click.argument("path")
@click.option("--at", "ply", type=click.IntRange(0), metavar="PLY", default=None,
              help=("the ply to show; 0 is the start [default: the record's tag To, else the last "
                  "one]"))  # fmt: skip
@click.option("-o", "--output", required=True, metavar="FILE",
              help="the image, .svg or .png; - is SVG on stdout")  # fmt: skip
@click.option("--line", default="", metavar="PATH",
              help="a variation: 9.1 is the first after ply 9; --at then counts in it")  # fmt: skip
@click.option("--width", type=click.IntRange(120, 4000), default=960, show_default=True,
              metavar="PX", help="the width in pixels")  # fmt: skip
@click.option("--story", is_flag=True,
              help="draw the turning point of the match, 1200 x 630 pixels, with the points "
              "at the end")  # fmt: skip
@click.option("--square", is_flag=True, help="with --story: 1080 x 1080 pixels")
@drawing_options
@click.pass_context
def picture(
    ctx: click.Context,
    path: str,
    ply: int | None,
    output: str,
    number: int,
    line: str,
    eyes: str,
    lang: str,
    theme: str,
    width: int,
    story: bool,
    square: bool,
    force: bool,
) -> None:
    """Draw one moment of a record of PATH: its table, or with --story the turning point of the
    match.

    PNG needs the extra `cards` (pip install 'kifu[cards]', or '.[cards]' in a clone). A record with
    an error is drawn up to the error; stderr says what is wrong, and the exit code is 1. With
    --story, nothing is drawn of a match that has no turning point: one that is not over (an error
    may cut off its end), a draw, or one in which no headline names a player.
    """
    from kifu.site.look.raster import png, require_raster
    from kifu.site.picture import moment as pictures

    viewer, suffix = viewer_named(eyes), _suffix(output)
    if suffix == ".png":
        require_raster()
    if square and not story:
        raise UsageError("--square is a size of --story; give that, too")
    if story and (ply is not None or line or width != pictures.WIDTH):
        raise UsageError("--story has its own moment and size; leave --at, --line and --width out")

    def made(match: Timeline) -> bytes:
        """The content of the file: the moment or the story of `match`, as PNG or as SVG in UTF-8.
        Raises KifuError for a moment, seat or turning point that it does not have.
        """
        if story:
            image = pictures.story(match, viewer=viewer, language=lang, theme=theme, square=square)
        else:
            image = pictures.picture(
                match, ply, path=line, viewer=viewer, language=lang, theme=theme, width=width
            )
        return png(image) if suffix == ".png" else image.encode()

    draw(ctx, path, number, output, force, made)


def _suffix(output: str) -> str:
    """The suffix of the file name `output`, one of FORMS, in lower case; ".svg" for "-", standard
    output. Raises UsageError for another one, or none.
    """
    suffix = ".svg" if output == "-" else Path(output).suffix.lower()
    if suffix not in FORMS:
        raise UsageError(f"{output} must end in {' or '.join(FORMS)}, which decides the format")
    return suffix
