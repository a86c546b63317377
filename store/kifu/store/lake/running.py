"""A run of `kifu index` into a lake: by this process, or by a cluster that it opens."""

from __future__ import annotations

from collections.abc import Callable

from kifu.store.index.ingest import IndexSettings, Progress, Report
from kifu.store.lake.indexing import index
from kifu.store.lake.table import needed


def run(
    url: str,
    listed: tuple[list[str], list[str]],
    asked: IndexSettings,
    say: Callable[[str], None],
    advance: Callable[[Progress], None],
    cluster: str | None,
) -> Report:
    """Index into the lake at `url`; see `indexing.index`. `cluster` is `local` (as many processes
    as `asked` has jobs) or a scheduler's address, None for this process alone. Raises UsageError
    for another address.
    """
    needed()
    if cluster is None:
        return index(url, listed, asked, say, advance)
    # Imported here: one process needs no cluster.
    from kifu.store.lake.cluster import workers

    with workers(cluster, asked.jobs) as done:
        return index(url, listed, asked, say, advance, done)
