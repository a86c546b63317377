"""The file that a command writes: `-` is standard output."""

from __future__ import annotations

from pathlib import Path

import click

from kifu.notation.errors import UsageError


def vet_new(output: str, force: bool) -> None:
    """Raise UsageError if `output` is a folder, or a file that exists already and `force` is not
    set.
    """
    if output != "-" and Path(output).is_dir():
        raise UsageError(f"{output} is a folder; name a file")
    if output != "-" and not force and Path(output).exists():
        raise UsageError(f"{output} already exists; use --force to overwrite it")


def write_output(output: str, content: bytes, force: bool) -> None:
    """Write the file `output` in one step. Raises UsageError if it exists, unless `force` is set:
    then it is replaced.
    """
    from kifu.notation.disk import whole_file

    if output == "-":
        click.echo(content, nl=False)
        return
    with whole_file(output, force) as file:
        file.write(content)
