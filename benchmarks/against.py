"""Is this tree slower than another commit? `python -m benchmarks.against [--commit COMMIT]`.

The other commit and this tree, both compiled where they can be, take turns at each task of `rates`
on matches of every game, and at whole commands on a log of 6 nimmt!. The archives that they index
must hold the same rows. Prints the figures, and how many times as much the
trees do a second as the other commit, or how many times less they take.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import duckdb
from benchmarks.matches import write_kinds, write_many
from benchmarks.measure import (
    COMMIT,
    Spent,
    Trees,
    commands,
    figure,
    kifu,
    machine,
    older_tree,
    rates,
    run,
    sources,
    table,
    this_tree,
)  # fmt: skip

#: A work for `measure.commands`.
Work = Callable[[str, str], Spent]

#: Ways to index.
WAYS = {
    "replayed": [],
    "with situations": ["--situations"],
    "with events": ["--events"],
    "with moves": ["--moves"],
}
#: Of so many matches of the log, one is simulated, verified, judged, or gets pages.
FEWER = 100
#: What tells one archive from another, and where a run happened to commit.
APART = ("meta", "batch")
_SHARED = """
    SELECT table_name, string_agg(format('"{}"', column_name), ', ' ORDER BY column_index)
    FROM (FROM duckdb_columns() WHERE database_name = 'one')
    SEMI JOIN (FROM duckdb_columns() WHERE database_name = 'other')
        USING (table_name, column_name, data_type)
    SEMI JOIN (FROM duckdb_tables() WHERE database_name = 'one') USING (table_name)
    GROUP BY table_name ORDER BY table_name
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--sources", action="store_true", help="this tree's sources, too")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="tasks and commands with this in their names")
    parser.add_argument("--share", type=float, default=1, help="of the matches of each game")
    parser.add_argument("--games", type=int, default=20_000, help="matches of the log; 0: none")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees = {**older_tree(given.commit, folder), **this_tree(folder)}
        if given.sources:
            trees["sources"] = sources()
        write_kinds(folder / "matches", given.share)
        print(f"Medians of {given.rounds} rounds, processor time. {machine()}.\n")
        done = rates(trees, folder / "matches", given.rounds, given.only)
        print(*compared("what, a second", trees, done), "", sep="\n", flush=True)
        if given.games:
            works = {
                name: work
                for name, work in all_works(folder, given.games).items()
                if given.only in name
            }
            spent = commands(trees, works, given.rounds)
            took = {
                work: {tree: each.processors for tree, each in of.items()}
                for work, of in spent.items()
            }
            print(*compared("seconds of processors", trees, took, less=True), sep="\n")
            vet_same(folder, trees, works)


def compared(
    title: str, trees: Trees, found: Mapping[str, Mapping[str, float]], *, less: bool = False
) -> list[str]:
    """A row a task: the figures of all trees, and how many times the first one's they are, or, if
    `less` is better, the other way round.
    """
    first, *others = trees
    rows = []
    for task, figures in found.items():
        old, cells = figures.get(first), []
        for tree in others:
            new = figures.get(tree)
            times = f" (x{(old / new if less else new / old):.2f})" if new and old else ""
            cells.append(f"{figure(new)}{times}" if new else "")
        rows.append([task, figure(old) if old else "", *cells])
    return table("|".join([title, *trees]), rows)


def all_works(folder: Path, games: int) -> dict[str, Work]:
    """Every whole command that is compared, on a log of so many matches."""
    log, *more = write_many(folder / "logs", games)
    few, fewer = folder / "few.jsonl", max(1, games // FEWER)
    with log.open() as lines:
        few.write_text("".join(next(lines) for _ in range(fewer)))
    return {
        "python -c pass": lambda tree, path: run(path, "-c", "pass"),
        "check, one record": partial(checked, folder, few),
        "check, the log": lambda tree, path: kifu(path, "check", str(log), *map(str, more)),
        **{f"index, {way}": partial(indexed, folder, [log, *more], way) for way in WAYS},
        "simulate": lambda tree, path: kifu(
            path, "simulate", "nimmt", "--seats", "4", "--games", str(fewer), "--force",
            "-o", str(folder / f"simulated {tree}.jsonl"),
        ),
        "analyse": partial(analysed, folder, few),
        "verify": partial(verified, folder, few),
        "site": partial(built, folder, few),
    }  # fmt: skip


def checked(folder: Path, few: Path, _tree: str, path: str) -> Spent:
    one = folder / "one.jsonl"
    one.write_text(few.read_text().partition("\n")[0] + "\n")
    return kifu(path, "check", str(one))


def indexed(folder: Path, logs: list[Path], way: str, tree: str, path: str) -> Spent:
    archive = folder / f"{way} {tree}.duckdb"
    archive.unlink(missing_ok=True)
    return kifu(path, "index", str(archive), *map(str, logs), "--jobs", "2", *WAYS[way])


def analysed(folder: Path, few: Path, tree: str, path: str) -> Spent:
    out = folder / f"analysed {tree}.jsonl"
    with few.open() as lines:
        (folder / "two.jsonl").write_text(
            "".join(line for line, _ in zip(lines, "12", strict=False))
        )
    return kifu(
        path, "analyse", str(folder / "two.jsonl"), "--budget", "8", "--force", "-o", str(out)
    )


def verified(folder: Path, few: Path, tree: str, path: str) -> Spent:
    return kifu(path, "verify", _archive(folder, few, tree, path))


def built(folder: Path, few: Path, tree: str, path: str) -> Spent:
    out = folder / f"site {tree}"
    shutil.rmtree(out, ignore_errors=True)
    return kifu(path, "site", _archive(folder, few, tree, path), "-o", str(out), "--jobs", "2")


def _archive(folder: Path, few: Path, tree: str, path: str) -> str:
    """An archive of the few: each tree has its own schema, so its own archive."""
    archive = folder / f"few {tree}.duckdb"
    if not archive.exists():
        kifu(path, "index", str(archive), str(few))
    return str(archive)


def vet_same(folder: Path, trees: Trees, works: Mapping[str, Work]) -> None:
    """Raises AssertionError where the archives of two trees differ in a column that both have."""
    first, *others = trees
    for way in WAYS:
        for tree in others if f"index, {way}" in works else ():
            vet_rows(folder / f"{way} {first}.duckdb", folder / f"{way} {tree}.duckdb")


def vet_rows(one: Path, other: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{one}' AS one (READ_ONLY)")
        connection.execute(f"ATTACH '{other}' AS other (READ_ONLY)")
        for name, columns in connection.execute(_SHARED).fetchall():
            for here, there in (("one", "other"), ("other", "one")):
                rows = (
                    f"SELECT {columns} FROM {here}.{name} EXCEPT ALL "
                    f"SELECT {columns} FROM {there}.{name} LIMIT 1"
                )
                found = name not in APART and connection.execute(rows).fetchall()
                assert not found, f"{name}: {other} has other rows than {one}"


if __name__ == "__main__":
    main()
