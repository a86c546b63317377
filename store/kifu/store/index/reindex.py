"""Reindex: read sources that an archive knows once more, each the way it was read before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import add
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from kifu.store.index import ingest
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings, Progress, Report
from kifu.store.paths import located, sources

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Ways(Struct, frozen=True):
    """How sources were read: those at the paths `trusted` without a replay, all others with one
    and with this indexing detail.
    """

    trusted: frozenset[str]
    detail: Detail


def ways(connection: DuckDBPyConnection, archive: str) -> Ways:
    """Which sources of the archive were read without a replay, and all detail that any of the
    others was read with.
    """
    names = connection.execute(_TRUSTED).fetchall()
    (row,) = connection.execute(_DETAIL).fetchall()
    events, situations, moves = map(bool, row)
    trusted = frozenset(located(name, archive) for (name,) in names)
    return Ways(trusted, Detail(events=events, situations=situations, moves=moves))


_TRUSTED = "SELECT path FROM source GROUP BY path HAVING NOT arg_max(replayed, id)"
_DETAIL = "SELECT bool_or(events), bool_or(situations), bool_or(moves) FROM source"


def reindex(
    archive: str,
    paths: Sequence[str],
    before: Ways,
    settings: IndexSettings,
    say: Callable[[str], None],
    advance: Callable[[Progress], None],
    wait: float,
) -> Report:
    """Read `paths` again, each with or without a replay as in `before`: in up to two runs, those
    without a replay first. `before` also gives the detail, instead of `settings`. The report and
    the progress are the sums over both runs. The caller holds the archive's lock. Raises as
    `ingest.index` does.
    """
    total, done = Report(), Progress()
    for detail, some in _parted(paths, before):
        here = Progress()

        def tell(progress: Progress, earlier: Progress = done) -> None:
            nonlocal here
            here = progress
            advance(_sum(earlier, progress))

        own = replace(settings, detail=detail)
        report = ingest.index(archive, sources(some), own, say, tell, wait)
        total, done = _sum(total, report), _sum(done, here)
    return total


def _parted(paths: Sequence[str], before: Ways) -> Iterator[tuple[Detail, list[str]]]:
    for detail, trusted in ((Detail(replayed=False), True), (before.detail, False)):
        some = [path for path in paths if (path in before.trusted) == trusted]
        if some:
            yield detail, some


_Counts = TypeVar("_Counts", Report, Progress)


def _sum(one: _Counts, other: _Counts) -> _Counts:
    return type(one)(*map(add, astuple(one), astuple(other)))
