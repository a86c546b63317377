"""Kill what writes an archive: `python -m benchmarks.kills [KILLS [WORK...]]`.

Index, compact, rebuild, erase, absorb and backup run in turn, each in a child that is killed
(SIGKILL) at a random moment. After each kill the archive must open, its rows must equal its ledger,
and no match may be there twice. Then the work is done again: all answers must equal those of an
undisturbed run, and no file may be left over. Prints a row for each kind of work.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp

import duckdb  # noqa: F401  (imported once, for every child)
import msgspec
import numpy  # noqa: F401  (imported once, for every child)

from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.index import ingest, pieces
from kifu.store.index.course import Detail
from kifu.store.index.ingest import Asked

SOUND = """
    SELECT
        (SELECT sum(placed) + sum(quarantined) - sum(dropped) FROM batch) =
        (SELECT count(*) FROM place) + (SELECT count(*) FROM quarantine) AS ledger,
        (SELECT count(*) FROM games) = (SELECT count(DISTINCT match) FROM games) AS once,
        (SELECT count(*) FROM place) =
        (SELECT count(*) FROM (SELECT DISTINCT source, number FROM place)) AS placed_once
"""
QUESTIONS = (
    "FROM games", "FROM records", "FROM seats", "FROM players", "FROM tags", "FROM notes",
    "FROM events", "FROM situations", "FROM moves", "FROM rounds", "FROM sources",
)  # fmt: skip
ALL = Asked(detail=Detail(events=True, situations=True, moves=True), seconds=0.01)
#: The files of the folder when nothing is at work.
LASTING = {"games.duckdb", "games.duckdb.people", "other.duckdb", "one", "two", "saved"}


def main(kills: int, only: Sequence[str] = ()) -> int:
    """Kill so often, and print what was found; 1 where anything was wrong."""
    pieces.SIZE, pieces.BLOCK, ingest.FIRST_SECONDS = 1, 400, 0.01
    game("nimmt")
    root = Path(mkdtemp())
    try:
        made(root / "base")
        moments = random.Random(17)
        works = list(only) or sorted(WORKS)
        found = {name: Tried() for name in works}
        for number in range(kills):
            name = works[number % len(works)]
            try_once(root, name, moments, found[name])
        wrong = sum(len(tried.wrong) for tried in found.values())
        for name, tried in found.items():
            print(f"{name:8} {tried.killed:3} killed, {tried.ended:3} ended before, ", end="")
            print("; ".join(tried.wrong) or "nothing lost, nothing twice")
        return bool(wrong)
    finally:
        rmtree(root)


class Tried:
    """What became of one kind of work: the seconds and answers of an undisturbed run."""

    def __init__(self) -> None:
        self.killed = self.ended = 0
        self.seconds = 0.0
        self.answers = ""
        self.wrong: list[str] = []


def try_once(root: Path, name: str, moments: random.Random, tried: Tried) -> None:
    """Do the work in a folder of its own, killed; look at it; do it again and compare."""
    work = WORKS[name]
    if not tried.answers:
        whole = Path(copytree(root / "base", root / f"{name}-whole"))
        begun = time.monotonic()
        in_child(lambda: work(whole))
        tried.seconds = time.monotonic() - begun
        tried.answers = in_child(lambda: answers(whole))
    folder = Path(copytree(root / "base", root / "tried"))
    if in_child(lambda: work(folder), moments.uniform(0, tried.seconds)) == "killed":
        tried.killed += 1
    else:
        tried.ended += 1
    try:
        said = in_child(lambda: sound(folder))
        if said:
            tried.wrong.append(said)
        if name != "backup" or not (folder / "saved").exists():
            in_child(lambda: work(folder))
        if in_child(lambda: answers(folder)) != tried.answers:
            tried.wrong.append("another answer")
        odd = {path.name for path in folder.iterdir()} - LASTING
        tried.wrong += [f"{path} is left over" for path in sorted(odd)]
    except RuntimeError as error:
        tried.wrong.append(str(error).splitlines()[-1])
    rmtree(folder)


def made(folder: Path) -> None:
    """An archive with one log and an alias, and another one with another log."""
    folder.mkdir()
    records = list(simulate(game("nimmt"), 36, seats=3, seed="kills", options={"rounds": "1"}))
    for record in records:
        record.seats = ["Aki", "Ben", "Chie"]
    for name, some in (("one", records[:20]), ("two", records[16:])):
        (folder / name).mkdir()
        with writer(folder / name / "log.jsonl.zst") as out:
            for record in some:
                out.write(record)

    def index() -> None:
        archive = Archive(folder / "games.duckdb", wait=30)
        archive.index([folder / "one"], asked=ALL)
        archive.alias("Chie", "Aki")
        Archive(folder / "other.duckdb", wait=30).index([folder / "two"], asked=ALL)

    in_child(index)


def at(folder: Path) -> Archive:
    return Archive(folder / "games.duckdb", wait=30)


WORKS: dict[str, Callable[[Path], object]] = {
    "absorb": lambda folder: at(folder).absorb(folder / "other.duckdb"),
    "backup": lambda folder: at(folder).back_up(folder / "saved"),
    "compact": lambda folder: at(folder).compact(),
    "erase": lambda folder: at(folder).erase_everywhere("Ben"),
    "index": lambda folder: at(folder).index([folder / "two"], asked=ALL),
    "rebuild": lambda folder: at(folder).rebuild(),
}


def answers(folder: Path) -> str:
    """The answers to all questions, of a backup as well; pseudonyms are alike."""
    found = [at(folder)]
    if (folder / "saved").exists():
        found.append(Archive(folder / "saved" / "archive.duckdb", wait=30))
    rows = [sorted(map(repr, archive.query(sql))) for archive in found for sql in QUESTIONS]
    # What an erased name is called depends on a secret, and ids and sizes on that.
    text = re.sub(r"erased-[0-9a-f]{8}", "erased", repr(rows))
    if "erased" in text:
        text = re.sub(r"'(record|digest)': '[0-9a-f]{32}'|'(offset|size|bytes)': \d+", "", text)
        text = repr(sorted(text.split("{")))
    return text


def sound(folder: Path) -> str:
    """What is wrong with the archive, "" where nothing is."""
    (row,) = at(folder).query(SOUND)
    return ", ".join(name for name, is_so in row.items() if not is_so)


def in_child(work: Callable[[], object], seconds: float = 3600) -> str:
    """What `work` gives in a child, or "killed" where it was, after so many seconds. Raises
    RuntimeError where it fails.
    """
    reader, sink = os.pipe()
    child = os.fork()
    if not child:
        code = 1
        try:
            os.close(reader)
            said = work()
            with open(sink, "wb") as file:
                file.write(msgspec.json.encode(said if isinstance(said, str) else ""))
            code = 0
        except BaseException:
            with open(sink, "wb") as file:
                file.write(msgspec.json.encode(traceback.format_exc()))
        finally:
            os._exit(code)
    os.close(sink)
    if seconds < 3600:
        end_after(child, seconds)
    with open(reader, "rb") as file:
        data = file.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed"
    text: str = msgspec.json.decode(data, type=str)
    if os.WEXITSTATUS(status):
        raise RuntimeError(text.strip())
    return text


def end_after(child: int, seconds: float) -> None:
    """Kill the child after so many seconds, unless it has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:]))
