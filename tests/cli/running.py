"""Running `kifu`, and writing files for it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner, Result

from kifu import cli
from kifu.notation.files import writer
from kifu.notation.record import Record


def kifu(*args: object) -> Result:
    return CliRunner().invoke(cli.main, list(map(str, args)))


def write(path: Path, records: Iterable[Record]) -> Path:
    with writer(path, force=True) as file:
        for record in records:
            file.write(record)
    return path
