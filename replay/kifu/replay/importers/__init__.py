"""Importers: logs of other platforms -> records.

An importer reads an open log and yields what it made of it, a match or a log at a time. It keeps
what the log says, reports what it had to infer, and invents nothing: a log that contradicts the
rules becomes a record up to there, and a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import IO

from msgspec import Struct, field

from kifu.notation.errors import Diagnostic
from kifu.notation.errors import KifuError
from kifu.replay.registry import added
from kifu.notation.record import Record


class Imported(Struct):
    """Records that an importer made of a log or of a part of it, and what it found there. A match
    that can't become a record has findings only.

    In a finding, `record` counts the matches of the log from 1, `line` its lines, and `token` is
    the place in the log, a JSON path for example.

    >>> from kifu.notation import Record
    >>> Imported([Record(game="nimmt", rules=1, seats=["Aki", "Ben"], end="*")]).findings
    []
    """

    records: list[Record]
    findings: list[Diagnostic] = field(default_factory=list)

    def take(self, number: int, record: Record | None, findings: list[Diagnostic]) -> None:
        """Add what match `number` (from 1) of the log has become: its record (None: it can't have
        one) and the findings about it, which get that number.
        """
        if record is not None:
            self.records.append(record)
        for finding in findings:
            finding.record = number
        self.findings += findings


#: An open log and its name for messages -> what was made of it, part by part.
Importer = Callable[[IO[bytes], str], Iterable[Imported]]

#: Source -> "module:function" of the importers that come with kifu. They take a whole log as bytes.
BUILT_IN = {
    "traces": "kifu.replay.importers.traces:import_traces",
    "bga": "kifu.replay.importers.bga:import_bga",
}
GROUP = "kifu.importers"


class UnknownSource(KifuError):
    """No importer has this name."""


def importer(source: str) -> Importer:
    """The importer called `source`: one of kifu's own, else a package's entry point. Raises
    UnknownSource if there is none, it can't be loaded, or it is no function.

    >>> from io import BytesIO
    >>> [part.records for part in importer("traces")(BytesIO(b"[]"), "log.json")]
    [[]]
    >>> importer("bgg")
    Traceback (most recent call last):
    kifu.replay.importers.UnknownSource: there is no importer 'bgg'; the importers are traces, ...
    """
    if source in BUILT_IN:
        module, _, name = BUILT_IN[source].partition(":")
        return _of_whole_logs(getattr(import_module(module), name))
    point = added(GROUP).get(source)
    if point is None:
        raise UnknownSource(
            f"there is no importer {source!r}; the importers are {', '.join(sources())}"
        )
    try:
        loaded: Importer = point.load()
    except Exception as error:
        raise UnknownSource(f"importer {source}: {point.value} can't be loaded: {error}") from error
    if not callable(loaded):
        raise UnknownSource(f"importer {source}: {point.value} is not a function")
    return loaded


def sources() -> list[str]:
    """The names of all importers: kifu's own, then those of packages by name."""
    return [*{**BUILT_IN, **added(GROUP)}]


def _of_whole_logs(read: Callable[[bytes], Imported]) -> Importer:
    """An importer that reads the file to its end, gives the bytes to `read`, and yields the one
    `Imported` that comes back.
    """

    def imported(file: IO[bytes], _name: str) -> Iterator[Imported]:
        yield read(file.read())

    return imported
