"""Again: sources that an archive knows are read once more, each in the way it was read before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import add
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from kifu.store.index import ingest
from kifu.store.index.course import Detail
from kifu.store.index.ingest import Asked, Progress, Report
from kifu.store.paths import located, sources

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Ways(Struct, frozen=True):
    """How sources were read: those of the paths `trusted` without a replay, all others with one,
    and then so much was found out.
    """

    trusted: frozenset[str]
    detail: Detail


def ways(connection: DuckDBPyConnection, archive: str) -> Ways:
    """How the sources of an archive of any schema so far were read."""
    columns = {name for name, *_ in connection.execute("DESCRIBE source").fetchall()}
    if "replayed" not in columns:
        return Ways(frozenset(), Detail())
    names = connection.execute(_TRUSTED).fetchall()
    noted = [name for name in ("events", "situations", "moves") if name in columns]
    flags = ", ".join([f"bool_or({name})" for name in noted])
    (row,) = connection.execute(f"SELECT {flags} FROM source").fetchall()
    detail = Detail(**{name: bool(flag) for name, flag in zip(noted, row, strict=True)})
    return Ways(frozenset(located(name, archive) for (name,) in names), detail)


_TRUSTED = "SELECT path FROM source GROUP BY path HAVING NOT arg_max(replayed, id)"


def index_again(
    archive: str,
    paths: Iterable[str],
    before: Ways,
    asked: Asked,
    say: Callable[[str], None],
    advance: Callable[[Progress], None],
    wait: float,
) -> Report:
    """Index `paths` in two runs, the trusted ones first; the report and the progress of both
    together. Of `asked`, the detail is that of `before`. For the holder of the archive's lock.
    Raises as `ingest.index` does.
    """
    total, done = Report(), Progress()
    for detail, some in _parted(paths, before):
        here = Progress()

        def tell(progress: Progress, behind: Progress = done) -> None:
            nonlocal here
            here = progress
            advance(_sum(behind, progress))

        listed = sources(some)
        here_asked = replace(asked, detail=detail)
        report = ingest.index(archive, listed, here_asked, say, tell, wait)
        total, done = _sum(total, report), _sum(done, here)
    return total


def _parted(paths: Iterable[str], before: Ways) -> Iterator[tuple[Detail, list[str]]]:
    every = list(paths)
    ways = ((Detail(replayed=False), True), (before.detail, False))
    for detail, trusted in ways:
        some = [path for path in every if (path in before.trusted) == trusted]
        if some:
            yield detail, some


_Counts = TypeVar("_Counts", Report, Progress)


def _sum(one: _Counts, other: _Counts) -> _Counts:
    return type(one)(*map(add, astuple(one), astuple(other)))
