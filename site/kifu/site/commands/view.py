"""The command `kifu view`: a match as one replay page."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

import click

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.words import LANGUAGES
from kifu.replay.commands.shared_options import (
    data_option,
    force_option,
    record_option,
    viewer_named,
)
from kifu.replay.table import ALL
from kifu.site.commands.shared_options import (
    base_url_option,
    has_raster,
    open_match,
    vet_new,
    write_output,
)


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
@force_option("FILE")
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
    With --base-url links to the page are shown with an image, a PNG that never shows how the match
    ended (a chronicle has none). Without the extra kifu[cards] the page has no image; stderr says
    so.
    """
    from kifu.replay.timeline import timeline
    from kifu.replay.verdict import is_sound
    from kifu.site.page.chronicle import render_chronicle
    from kifu.site.page.viewer import render
    from kifu.site.picture.card import card_image

    viewer = viewer_named(eyes)
    if base_url and Path(output).suffix != ".html":
        raise UsageError("--base-url needs -o FILE.html, the end of the page's address")
    url = base_url and f"{base_url}{_quoted(output)}"
    image = str(Path(output).with_suffix(".png")) if url and has_raster() else ""
    for file in filter(None, (output, image)):
        vet_new(file, path, force)
    match = open_match(path, number)
    if match.record.game == "chronicle":
        if redact or viewer != ALL:
            raise KifuError("a chronicle does not say what a seat could see; view it with --as all")
        page = render_chronicle(match.record, match.findings, lang, url=url)
    else:
        line = timeline(match)
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
            write_output(image, card_image(line, lang, viewer=viewer), force)
    write_output(output, page.encode(), force)
    if not is_sound(match.findings):
        ctx.exit(1)


def _quoted(file: str) -> str:
    """The name of `file`, without its folder, percent-encoded for a URL."""
    return quote(os.fsencode(Path(file).name))
