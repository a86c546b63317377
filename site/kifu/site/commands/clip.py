"""The command `kifu clip`: a passage of a match as an animated image."""

from __future__ import annotations

from pathlib import Path

import click

from kifu.notation.errors import UsageError
from kifu.replay.commands.shared_options import viewer_named
from kifu.site.commands.shared_options import draw, drawing_options

#: What is written, by the end of the file's name.
FORMS = {".webp": "webp", ".png": "png", ".apng": "png", ".gif": "gif"}


@click.command()
@click.argument("path")
@click.option("--from", "first", type=click.IntRange(0), metavar="PLY", default=None,
              help=("the ply of the first frame; 0 is the start [default: the record's tag From, "
                  "else the start]"))  # fmt: skip
@click.option("--to", "last", type=click.IntRange(0), metavar="PLY", default=None,
              help=("the ply of the last frame [default: the record's tag To, "
                    "else the end]"))  # fmt: skip
@click.option("-o", "--output", required=True, metavar="FILE",
              help="the image, .webp, .png (APNG) or .gif")  # fmt: skip
@click.option("--width", type=click.IntRange(240, 1600), default=600, show_default=True,
              metavar="PX", help="the width in pixels")  # fmt: skip
@drawing_options
@click.pass_context
def clip(
    ctx: click.Context,
    path: str,
    first: int | None,
    last: int | None,
    output: str,
    number: int,
    eyes: str,
    lang: str,
    theme: str,
    width: int,
    force: bool,
) -> None:
    """Make an animated image of a passage of a record of PATH: a picture for each ply, each shown
    as long as it takes to read.

    Needs the extra `cards` (pip install 'kifu[cards]', or '.[cards]' in a clone). A clip has at
    most 200 plies. A record with an error is drawn up to the error; stderr says what is wrong, and
    the exit code is 1.
    """
    from kifu.site.picture import clip as clips

    viewer, form = viewer_named(eyes), _form(output)
    clips.require_clips()
    draw(
        ctx, path, number, output, force,
        lambda match: clips.clip(
            match, first, last, form, viewer=viewer, language=lang, theme=theme, width=width
        ),
    )  # fmt: skip


def _form(output: str) -> str:
    """The format of the clip by the ending of the file name `output`, in upper or lower case:
    "webp" for `.webp`, "png" for `.png` and `.apng`, "gif" for `.gif`. Raises UsageError for
    another ending, or none.
    """
    form = FORMS.get(Path(output).suffix.lower())
    if form is None:
        raise UsageError(f"{output} must end in .webp, .png or .gif, which decides the format")
    return form
