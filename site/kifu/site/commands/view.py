"""The command of this part: `kifu view`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.notation.errors import UsageError
from kifu.notation.words import LANGUAGES
from kifu.replay.commands.data_option import data_option
from kifu.replay.table import PUBLIC
from kifu.site.commands.drawing_options import force_option, record_option
from kifu.site.commands.open_match import open_match, viewer_named

if TYPE_CHECKING:
    from kifu.site.page.what_ifs import WhatIfs


@click.command()
@click.argument("path")
@click.option("-o", "--output", required=True, metavar="FILE", help="the page; - is stdout")
@record_option
@click.option("--as", "eyes", default="all", show_default=True, metavar="VIEWER",
              help="open the page as this viewer sees it: all, public, or a seat")  # fmt: skip
@click.option("--redact", is_flag=True,
              help="leave out of the page everything that this viewer can't see")  # fmt: skip
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True,
              help="the language of the page; readers can switch")  # fmt: skip
@click.option("--no-what-if", is_flag=True,
              help="leave out what other moves would have led to")  # fmt: skip
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
    force: bool,
) -> None:
    """Write one record of PATH as a replay page: a single, self-contained HTML file.

    A record with an error is shown up to the error; the page and stderr say what is wrong, and the
    exit code is 1. A chronicle, a match without rules, becomes a page of its lines, for everyone.
    A page that kifu wrote is overwritten without --force.
    """
    from kifu.replay.show.chronicle import demand_everyone
    from kifu.replay.timeline import timeline
    from kifu.replay.verdict import is_sound
    from kifu.site.page.chronicle import render_chronicle
    from kifu.site.page.viewer import render

    viewer = viewer_named(eyes)
    if output != "-" and Path(output).exists():
        force = force or _is_ours(Path(output))
        if not force:
            raise UsageError(
                f"{output} already exists and is no page of kifu's; use --force to overwrite it"
            )
        if path != "-" and Path(path).exists() and Path(output).samefile(path):
            raise UsageError(f"{output} is the record itself; name another file for the page")
    match = open_match(path, number)
    if match.record.game == "chronicle":
        demand_everyone(PUBLIC if redact else viewer)
        page = render_chronicle(match.record, match.findings, lang)
    else:
        line = timeline(match)
        what_if: WhatIfs = "none" if no_what_if else "all"
        page = render(line, viewer=viewer, redact=redact, language=lang, what_if=what_if)
    _write(output, page, force)
    if not is_sound(match.findings):
        ctx.exit(1)


def _is_ours(page: Path) -> bool:
    """Whether the file is a page that kifu wrote, as its head says; then it may be overwritten."""
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


def _write(output: str, page: str, force: bool) -> None:
    """Write the page to the file `output` in one step, so that nobody ever reads half of it (`-`:
    to stdout). Raises UsageError where the file exists, unless `force` is set.
    """
    from kifu.notation.files import whole_file

    encoded = page.encode("utf-8")
    if output == "-":
        click.echo(encoded, nl=False)
        return
    with whole_file(output, force) as file:
        file.write(encoded)
