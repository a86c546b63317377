"""The command of this part: `kifu view`."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote

import click

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.words import LANGUAGES
from kifu.replay.commands.shared_options import data_option
from kifu.replay.table import ALL
from kifu.site.commands.drawing_options import force_option, record_option
from kifu.site.commands.open_match import open_match, viewer_named
from kifu.site.commands.output import write_output
from kifu.site.commands.preview_options import base_url_option, has_raster


@click.command()
@click.argument("path")
@click.option("-o", "--output", required=True, metavar="FILE", help="the page; - is stdout")
@record_option
@click.option("--as", "eyes", default="all", show_default=True, metavar="VIEWER",
              help="open the page as this viewer sees it: all, public, or a seat")  # fmt: skip
@click.option("--redact", is_flag=True,
              help="leave out of the page everything that this viewer can't see")  # fmt: skip
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True,
              help=("the language for readers whose browser prefers neither; "
                    "readers can switch"))  # fmt: skip
@click.option("--no-what-if", is_flag=True,
              help="leave out what other moves would have led to")  # fmt: skip
@base_url_option("the address of the folder that the page will be in; for previews of links to it, "
                 "with a PNG image beside FILE")  # fmt: skip
@force_option
@data_option
@click.pass_context
def view(
    ctx: click.Context,
    path: str,
    output: str,
    number: int,
    eyes: str,
    redact: bool,
    lang: str,
    no_what_if: bool,
    base_url: str,
    force: bool,
) -> None:
    """Write one record of PATH as a replay page: a single, self-contained HTML file.

    A record with an error is shown up to the error; the page and stderr say what is wrong, and the
    exit code is 1. A chronicle, a match without rules, becomes a page of its lines, for everyone.
    A page that kifu wrote is overwritten without --force. With --base-url links to the page are
    shown with an image: a PNG that never shows how the match ended, for which the extra kifu[cards]
    is needed.
    """
    from kifu.replay.timeline import timeline
    from kifu.replay.verdict import is_sound
    from kifu.site.page.chronicle import render_chronicle
    from kifu.site.page.viewer import render
    from kifu.site.picture.card import card_image

    viewer = viewer_named(eyes)
    if base_url and output == "-":
        raise UsageError("--base-url needs -o FILE, whose name is the end of the page's address")
    url = base_url and f"{base_url}{_quoted(output)}"
    _vet_page(output, path, force)
    match = open_match(path, number)
    if match.record.game == "chronicle":
        if redact or viewer != ALL:
            raise KifuError("a chronicle does not say what a seat could see; view it with --as all")
        page = render_chronicle(match.record, match.findings, lang, url=url)
    else:
        line = timeline(match)
        image = _image(output, path, force) if url and has_raster() else ""
        page = render(
            line,
            viewer=viewer,
            redact=redact,
            language=lang,
            what_if="none" if no_what_if else "all",
            url=url,
            image=image and f"{base_url}{_quoted(image)}",
        )
        if image:
            write_output(image, card_image(line, lang, viewer=viewer), force=True)
    write_output(output, page.encode(), force=True)
    if not is_sound(match.findings):
        ctx.exit(1)


def _quoted(file: str) -> str:
    return quote(os.fsencode(Path(file).name))


def _vet_page(output: str, path: str, force: bool) -> None:
    """Raise UsageError if the page `output` would overwrite the record at `path` or, without
    `force`, a file that is not a page of kifu's.
    """
    if output == "-" or not Path(output).exists():
        return
    if Path(output).is_dir():
        raise UsageError(f"{output} is a folder; name a file")
    if path != "-" and Path(path).exists() and Path(output).samefile(path):
        raise UsageError(f"{output} is the record itself; name another file for the page")
    if not force and not _is_ours(Path(output)):
        raise UsageError(
            f"{output} already exists and is no page of kifu's; use --force to overwrite it"
        )


def _image(output: str, path: str, force: bool) -> str:
    """The path of the preview image, beside the page `output`. Raises UsageError if it would
    overwrite the page, the record at `path` or, without `force`, a file that is not the image of
    the page there.
    """
    if Path(output).is_dir():
        raise UsageError(f"{output} is a folder; name a file")
    image = Path(output).with_suffix(".png")
    same = image == Path(output)
    if same or (path != "-" and image.exists() and image.samefile(path)):
        raise UsageError(
            f"the preview image would overwrite {image}; name another file for the page"
        )
    if image.exists() and not force and not _names(Path(output), image):
        raise UsageError(
            f"{image} already exists and is not the image of {output}; use --force to overwrite it"
        )
    return str(image)


def _names(page: Path, image: Path) -> bool:
    """Whether `page` is a page of kifu's whose head names `image` as its preview image."""
    if not page.exists() or not _is_ours(page):
        return False
    with page.open("rb") as file:
        named = re.search(rb'"og:image" content="[^"]*/([^"/]*)"', file.read(_LONGEST_HEAD))
    return named is not None and named[1].decode() == _quoted(str(image))


def _is_ours(page: Path) -> bool:
    """Whether the file is a page that kifu wrote, by its head; such a page may be overwritten."""
    if not page.is_file():
        return False
    with page.open("rb") as file:
        return _HEAD.match(file.read(_LONGEST_HEAD)) is not None


#: The head of a page as far as the line that says what has made it.
_HEAD = re.compile(
    rb'<!doctype html>\n<html lang="[a-z]+">\n<head>\n(?:<meta [^<>]*>\n)*'
    rb'<meta name="generator" content="kifu [^"]*">\n'
)
_LONGEST_HEAD = 1 << 14
