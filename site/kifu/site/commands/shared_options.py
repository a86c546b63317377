"""What the commands that draw share: the match that they open, their options, the file that they
write (`-` is standard output).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from kifu.notation.errors import UsageError, install_extra
from kifu.replay.commands.shared_options import (
    data_option,
    force_option,
    lang_option,
    record_option,
)

if TYPE_CHECKING:
    from kifu.replay.match import Match
    from kifu.replay.timeline import Timeline

_BASE_URL = re.compile(
    r"https?://(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:/[^\s?#\"<>\\]*)?"
)


def vet_new(output: str, source: str, force: bool) -> None:
    """Raise UsageError if `output` is a folder, the file `source` that is read or, without `force`,
    any file that exists. `-` for either is no file.
    """
    file = Path(output)
    if output == "-" or not file.exists():
        return
    if file.is_dir():
        raise UsageError(f"{output} is a folder; name a file")
    if source != "-" and Path(source).exists() and file.samefile(source):
        raise UsageError(f"{output} is the record itself; name another file")
    if not force:
        raise UsageError(f"{output} already exists; use --force to overwrite it")


def draw(
    ctx: click.Context,
    path: str,
    number: int,
    output: str,
    force: bool,
    made: Callable[[Timeline], bytes],
) -> None:
    """Write to the file `output` (`-`: standard output) what `made` makes of record `number` (from
    1) of the file `path` (`-`: standard input). Prints the record's findings on stderr. If one of
    them is an error, the image is written all the same, and then click's Exit is raised with code
    1.

    Raises UsageError if `output` may not be written (see `vet_new`), or if the name of `path` says
    no form of record. Raises KifuError if there is no such record, it can't be read or replayed at
    all, or is a chronicle, or if the folder of `output` is missing or the disk is full. Raises any
    other OSError of reading or writing, and what `made` raises. After all of these, `output` is as
    it was before.
    """
    from kifu.replay.timeline import timeline
    from kifu.replay.verdict import is_sound

    vet_new(output, path, force)
    match = open_match(path, number)
    write_output(output, made(timeline(match)), force)
    if not is_sound(match.findings):
        ctx.exit(1)


def write_output(output: str, content: bytes, force: bool) -> None:
    """Write `content` as the file `output` in one step, or to standard output if `output` is `-`.
    If the file is a link, the file it leads to is written. With `force`, a file that exists is
    replaced, and its permissions stay.

    Raises UsageError if `output` is a folder, or if the file exists and `force` is not set;
    KifuError if its folder does not exist or the disk is full; and any other OSError. The old file
    then stays. Standard output raises OSError only, and may then have a part of the content.
    """
    from kifu.notation.disk import whole_file

    if output == "-":
        click.echo(content, nl=False)
        return
    with whole_file(output, force) as file:
        file.write(content)


def open_match(path: str, number: int) -> Match:
    """Record `number` (from 1) of a file (`-`: standard input), replayed and checked. Its findings
    are printed on stderr; a match with errors, and a chronicle, are returned like any other. Raises
    KifuError if there is no such record, or if nothing of it can be read (its findings are printed
    first); UsageError if the name of the file says no form of record; and OSError if the file can't
    be opened.
    """
    from kifu.notation.rows import report
    from kifu.replay.commands.show import open_record

    match = open_record(path, number)
    for finding in match.findings:
        click.echo(report(finding), err=True)
    return match


def drawing_options(command: Any) -> Any:
    """A decorator for the function of a command, below `click.command`: adds the options
    `--record`, `--as`, `--lang`, `--theme`, `--force` and `--data`, which help lists in this order.
    Returns a new function, which first loads the rule data of `--data` and then calls `command`
    with the values of the others as `number`, `eyes`, `lang`, `theme` and `force`. Bad rule data
    makes the new function raise KifuError; a file of it that can't be read, OSError.
    """
    for option in (
        data_option,
        force_option("FILE"),
        click.option("--theme", type=click.Choice(["light", "dark"]), default="light",
                     show_default=True),
        lang_option,
        click.option("--as", "eyes", default="all", show_default=True, metavar="VIEWER",
                     help="as this viewer sees it: all, public, or the number of a seat; what the "
                     "viewer can't see is not in the file"),
        record_option,
    ):  # fmt: skip
        command = option(command)
    return command


def base_url_option(what: str) -> Callable[[Any], Any]:
    """The click option `--base-url` with the help `what`. Its value is "" if the option is not
    given or empty, otherwise the result of `vetted_base_url`, whose UsageError ends the command.
    """
    return click.option("--base-url", metavar="URL", default="", help=what, callback=_vetted)


def vetted_base_url(given: str) -> str:
    """The base URL `given`, with a `/` at its end. It must begin with `http://` or `https://` in
    lower case, and have a host; a port and a path are allowed. Raises UsageError for anything else,
    also "", and for an address with a user name, a query, a fragment, a space, a double quotation
    mark, `<`, `>` or a backslash.

    >>> vetted_base_url("https://example.org/kifu")
    'https://example.org/kifu/'
    """
    with suppress(ValueError):  # of a port or an address in brackets that can't be
        if given.isprintable() and _BASE_URL.fullmatch(given) and urlsplit(given).port != 0:
            return given if given.endswith("/") else f"{given}/"
    raise UsageError(f"--base-url takes https://HOST/PATH, not {given[:80]!r}")


def has_raster() -> bool:
    """Whether PNG images can be made. If they can't, prints on stderr that there are no preview
    images, and what to install; raises nothing.
    """
    from kifu.site.look.raster import can_raster

    if not can_raster():
        needed = f"they need the package resvg-py, {install_extra('cards')}"
        click.echo(f"no preview images: {needed}", err=True)
    return can_raster()


def _vetted(_ctx: click.Context, _option: click.Parameter, given: str) -> str:
    """The callback of the option `--base-url`: the `vetted_base_url` of what was given; "" if the
    option is not given or empty. Raises UsageError.
    """
    return vetted_base_url(given) if given else ""
