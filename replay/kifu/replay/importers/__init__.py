"""Importers: logs of other platforms -> records.

An importer is a function of a log's bytes and its name. It keeps what the log says, says what
it had to infer, and invents nothing: a log that contradicts the rules becomes a record up to
there, and a finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct, field

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.errors import KifuError
from kifu.notation.record import Record

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Imported(Struct):
    """What an importer made of a log. In a finding `token` is the place in the log (a JSON
    path, say), and `record` counts from 1 among the matches of the log. `counts` are what the
    importer has counted in it, by name.
    """

    records: list[Record]
    findings: list[Diagnostic]
    counts: Counter[str] = field(default_factory=Counter)


Importer = Callable[[bytes, str], Imported]

#: Source -> "module:function" of the importers that come with kifu.
BUILT_IN = {
    "traces": "kifu.replay.importers.traces:import_traces",
    "take6": "kifu.replay.importers.take6:import_take6",
    "bga": "kifu.replay.importers.bga:import_bga",
}
GROUP = "kifu.importers"


class UnknownSource(KifuError):
    """No importer has this name."""


def importer(source: str) -> Importer:
    """The importer called `source`: one of the table, else a stranger's entry point.

    >>> importer("traces").__name__
    'import_traces'
    >>> importer("bgg")
    Traceback (most recent call last):
    kifu.replay.importers.UnknownSource: there is no importer 'bgg'; the importers are traces, ...
    """
    if source in BUILT_IN:
        module, _, name = BUILT_IN[source].partition(":")
        found: Importer = getattr(import_module(module), name)
        return found
    point = _strangers().get(source)
    if point is None:
        raise UnknownSource(
            f"there is no importer {source!r}; the importers are {', '.join(sources())}"
        )
    try:
        loaded: Importer = point.load()
    except Exception as error:
        raise UnknownSource(f"importer {source}: {point.value} can't be loaded: {error}") from error
    return loaded


def sources() -> list[str]:
    """The names of all importers: kifu's own, then strangers' by name."""
    return [*BUILT_IN, *_strangers()]


@cache
def _strangers() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    found = {point.name: point for point in entry_points(group=GROUP)}
    return {name: found[name] for name in sorted(found) if name not in BUILT_IN}
