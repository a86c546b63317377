"""The file that a command writes: `-` is standard output."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.notation.errors import UsageError
from kifu.site.commands.open_match import open_match

if TYPE_CHECKING:
    from kifu.replay.timeline import Timeline


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
    """Write to the file `output` what `made` makes of record `number` (from 1) of the file `path`.
    Prints the record's findings on stderr. If it has an error, the image is written all the same,
    and the command exits with 1. Raises what `vet_new` and `open_match` raise.
    """
    from kifu.replay.timeline import timeline
    from kifu.replay.verdict import is_sound

    vet_new(output, path, force)
    match = timeline(open_match(path, number))
    write_output(output, made(match), force)
    if not is_sound(match.findings):
        ctx.exit(1)


def write_output(output: str, content: bytes, force: bool) -> None:
    """Write `content` as the file `output` in one step, or to standard output if that is `-`.
    Raises UsageError if the file exists, unless `force` is set: then it is replaced.
    """
    from kifu.notation.disk import whole_file

    if output == "-":
        click.echo(content, nl=False)
        return
    with whole_file(output, force) as file:
        file.write(content)
