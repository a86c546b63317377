"""Is anything lost if a writer is killed? `python -m tests.campaigns.kills [KILLS [WORK...]]`.

Every work on an archive and on a lake runs in turn, each in a child that is killed (SIGKILL) at a
random moment; `index` and `watch`, which go on from their commits, three times. After each kill the
archive must open, and no record or match may be there twice; what changes no answer must have
changed none. Then the work is done again: all answers must equal those of an undisturbed run, and
no file may be left over, in the folder for temporary files either. `lake client` is killed while
two workers read for it, and these must end, too; in `lake worker` one of these is killed, and the
client must end. In `lake together` four children commit at once instead: nothing may be missing.
What is killed commits as often as it can. To begin something takes most of a run, so what is done
again commits as seldom as usual, and in one process, without workers. Prints a row for each kind of
work.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from threading import Thread
from types import SimpleNamespace
from typing import Any

import duckdb  # noqa: F401  (imported once, for every child)
import msgspec
import numpy  # noqa: F401  (imported once, for every child)
from msgspec.structs import replace

from kifu.notation.errors import KifuError
from kifu.notation.files import writer
from kifu.notation.record import Note, Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.ask.sql import ask
from kifu.store.index import ingest
from kifu.store.index.course import Detail
from kifu.store.index.ingest import unsaid
from kifu.store.index.watching import watch
from kifu.store.opening import reading

SOUND = """
    SELECT count(*) = count(DISTINCT (source, number)) AS placed_once FROM place
"""
ONCE = "SELECT count(*) = count(DISTINCT match) AS once FROM games"
# A bucket has no folder to which the paths of logs are relative.
QUESTIONS = (
    "FROM games", "SELECT * EXCLUDE path FROM records", "FROM seats", "FROM players", "FROM tags",
    "FROM notes", "FROM events", "FROM situations", "FROM moves", "FROM rounds",
    "SELECT * EXCLUDE path FROM bad_records", "SELECT * EXCLUDE path FROM sources",
)  # fmt: skip
ALL = Detail(events=True, situations=True, moves=True)
#: The files of a folder when nothing is at work.
LASTING = {
    "games.duckdb", "games.duckdb.people", "games.lake", "other.duckdb", "one", "two", "many",
    "saved",
}  # fmt: skip

#: What a work does in a folder.
Work = Callable[[Path], object]
#: Is given the process of a child that is at work, and does what is done to it.
Blow = Callable[[int], None]


class Tried(msgspec.Struct):
    """What became of one kind of work."""

    hit: int = 0
    ended: int = 0
    wrong: list[str] = []


def main(kills: int, only: Sequence[str] = ()) -> int:
    """Kill so often, and print what was found; 1 where anything was wrong."""
    game("nimmt")
    root = Path(mkdtemp())
    tempfile.tempdir = mkdtemp(dir=root)
    works = only or [*WORKS, TOGETHER]
    found = {name: Tried() for name in works}
    moments = random.Random(17)
    try:
        make_archive(root / "archive")
        ingest.SIZE, ingest.RECORDS, ingest.SECONDS = 1, 2, 0.01
        if any("lake" in name for name in works):
            make_lake(root / "lake")
            import_module("distributed")  # once, for every child
        for number in range(kills):
            name = works[number % len(works)]
            folder = root / "tried"
            try:
                if name == TOGETHER:
                    together(root, folder, found[name])
                else:
                    try_once(root, folder, name, moments, found[name])
            except RuntimeError as error:
                found[name].wrong.append(str(error).splitlines()[-1])
            rmtree(folder, ignore_errors=True)
        for name, tried in found.items():
            print(f"{name:13} {tried.hit:3} killed, {tried.ended:3} ended before, ", end="")
            print("; ".join(tried.wrong) or "nothing lost, nothing twice")
        return any(tried.wrong for tried in found.values())
    finally:
        rmtree(root)


def try_once(root: Path, folder: Path, name: str, moments: random.Random, tried: Tried) -> None:
    """Do the work in a folder of its own, killed; look at it; do it again and compare."""
    base, work = root / ("lake" if name.startswith("lake") else "archive"), WORKS[name]
    longest, wanted = undisturbed(base, work)
    copytree(base, folder)
    for _ in range(3 if name in ("index", "watch") else 1):
        hit_once(folder, name, moments.uniform(0, longest), tried)
    if name in KEEPING and in_child(partial(answers, folder)) != wanted:
        tried.wrong.append("another answer at once")
    if name != "backup" or not (folder / "saved").exists():
        in_child(partial(at_once, _by_itself if work is _by_workers else work, folder))
    if in_child(partial(answers, folder)) != wanted:
        tried.wrong.append("another answer")
    if name == "erase" and any(b"enedikt" in path.read_bytes() for path in folder.glob("games.*")):
        tried.wrong.append("the name is in the archive still")
    odd = {path.name for path in folder.iterdir()} - LASTING
    odd |= {path.name for path in Path(tempfile.gettempdir()).iterdir()}
    tried.wrong += [f"{path} is left over" for path in sorted(odd)]


def hit_once(folder: Path, name: str, seconds: float, tried: Tried) -> None:
    """Do the work until it is killed after so many seconds, and look at what is there."""
    workers = list[Any]()
    if in_child(partial(WORKS[name], folder), partial(kill, seconds, name, workers)) == "killed":
        tried.hit += 1
    else:
        tried.ended += 1
    if workers and import_module("psutil").wait_procs(workers, timeout=60)[1]:
        tried.wrong.append("a worker outlives its client")
    if said := in_child(partial(unsound, folder)):
        tried.wrong.append(said)


def at_once(work: Work, folder: Path) -> None:
    """Do the work in few commits, as users do."""
    ingest.RECORDS = ingest.SECONDS = 99
    work(folder)


@cache
def undisturbed(base: Path, work: Work) -> tuple[float, str]:
    """The seconds that a work takes in a copy of a folder, and all answers after it."""
    whole = Path(mkdtemp(dir=base.parent))
    copytree(base, whole, dirs_exist_ok=True)
    begun = time.monotonic()
    in_child(partial(work, whole))
    return time.monotonic() - begun, in_child(partial(answers, whole))


def together(root: Path, folder: Path, tried: Tried) -> None:
    """Four logs are committed to a new lake at once."""
    _, wanted = undisturbed(root / "logs", _by_itself)
    copytree(root / "logs", folder)
    logs = sorted((folder / "many").iterdir())
    lake = lake_at(folder)

    def commit(log: Path) -> None:
        try:
            in_child(lambda: lake.index([log], detail=ALL))
        except RuntimeError as error:
            tried.wrong.append(str(error).splitlines()[-1])

    threads = [Thread(target=commit, args=[log]) for log in logs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tried.ended += len(logs)
    tried.wrong += ["another answer"] * (in_child(partial(rows_of, [lake])) != wanted)


def make_archive(folder: Path) -> None:
    """An archive with one log and an alias, and another one with two others, in which there are
    copies, some of them with notes, and a bad record.
    """
    records = played(24, 3)
    put(folder / "one" / "log.jsonl.zst", records[:14])
    put(folder / "two" / "log.jsonl.zst", records[10:])
    noted = [replace(record, notes=[Note(at=1, text="a note")]) for record in records[8:12]]
    put(folder / "two" / "noted.kifu", [*noted, replace(records[20], result=[9, 9, 9])])

    def index() -> None:
        archive = at(folder)
        archive.index([folder / "one"], detail=ALL)
        archive.alias("Chie", "Aki")
        Archive(folder / "other.duckdb").index([folder / "two"], detail=ALL)

    in_child(index)


def make_lake(folder: Path) -> None:
    """A lake with one log, and more logs that overlap with it and with each other; `logs` beside it
    has these alone.
    """
    records, logs = played(8, 2), folder.with_name("logs")
    for first in range(2, 6):
        put(logs / "many" / f"{first}.jsonl", records[first : first + 2])
    copytree(logs, folder)
    put(folder / "one" / "log.jsonl", records[:4])
    in_child(lambda: lake_at(folder).index([folder / "one"], detail=ALL))


def played(count: int, seats: int) -> list[Record]:
    records = list(
        simulate(game("nimmt"), count, seats=seats, seed="kills", options={"rounds": "1"})
    )
    for number, record in enumerate(records):
        record.seats = ["Aki", "Benedikt" if number % 2 or seats > 2 else "Chie", "Chie"][:seats]
    return records


def put(log: Path, records: Sequence[Record]) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    with writer(log) as out:
        for record in records:
            out.write(record)


def at(folder: Path) -> Archive:
    return Archive(folder / "games.duckdb")


def lake_at(folder: Path) -> Archive:
    return Archive(folder / "games.lake")


def _by_itself(folder: Path) -> None:
    lake_at(folder).index([folder / "many"], detail=ALL)


def _by_workers(folder: Path) -> str:
    """Index with two workers; "killed" where one of them was."""
    try:
        lake_at(folder).index([folder / "many"], detail=ALL, jobs=2)
    except KifuError as error:
        assert "a worker process died" in str(error)
        return "killed"
    return ""


def _watched(folder: Path) -> None:
    """Watch the logs for two looks."""
    stop: Any = SimpleNamespace(is_set=iter([False, False, True]).__next__, wait=time.sleep)
    watch(at(folder), str(folder / "two"), ALL, unsaid, unsaid, poll=0.1, stop=stop)


WORKS: dict[str, Work] = {
    "absorb": lambda folder: at(folder).absorb(folder / "other.duckdb"),
    "backup": lambda folder: at(folder).back_up(folder / "saved"),
    "compact": lambda folder: at(folder).compact(),
    "erase": lambda folder: at(folder).erase_everywhere("Benedikt"),
    "index": lambda folder: at(folder).index([folder / "two"], detail=ALL),
    "rebuild": lambda folder: at(folder).rebuild(),
    "watch": _watched,
    "lake index": _by_itself,
    "lake compact": lambda folder: lake_at(folder).compact(kept=0),
    "lake erase": lambda folder: lake_at(folder).erase("Benedikt"),
    "lake client": _by_workers,
    "lake worker": _by_workers,
}
#: The works that change no answer.
KEEPING = {"compact", "rebuild", "lake compact"}
#: Four at once, of whom nobody is killed.
TOGETHER = "lake together"


def answers(folder: Path) -> str:
    """The answers to all questions, of a backup as well."""
    found = [lake_at(folder) if (folder / "games.lake").exists() else at(folder)]
    if (folder / "saved").exists():
        found.append(Archive(folder / "saved" / "archive.duckdb"))
    return rows_of(found)


def rows_of(archives: Sequence[Archive]) -> str:
    """The rows that answer the questions, in an order of their own; pseudonyms are alike."""
    rows = []
    for archive in archives:
        # Each question by itself would open the archive again.
        with reading(archive.path) as connection:
            for sql in QUESTIONS:
                answer = ask(connection, sql)
                rows.append(
                    sorted(repr(dict(zip(answer.columns, row, strict=True))) for row in answer)
                )
    # What an erased name is called depends on a secret, and ids and sizes on that.
    text = re.sub(r"erased-[0-9a-f]{8}", "erased", repr(rows))
    if "erased" in text:
        text = re.sub(
            r"'(record|digest)': (UUID\()?'[0-9a-f-]{32,36}'|'(offset|size|bytes)': \d+", "", text
        )
        text = repr(sorted(text.split("{")))
    return text


def unsound(folder: Path) -> str:
    """What is wrong with the archive, "" where nothing is."""
    is_lake = (folder / "games.lake").exists()
    archive, queries = (lake_at(folder), [ONCE]) if is_lake else (at(folder), [ONCE, SOUND])
    found = [pair for sql in queries for row in archive.query(sql) for pair in row.items()]
    return ", ".join(name for name, is_so in found if not is_so)


def in_child(work: Callable[[], object], blow: Blow = lambda child: None) -> str:
    """What `work` gives in a child, or "killed" where `blow` killed that. Raises RuntimeError where
    it fails.
    """
    reader, sink = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reader)
            said, code = work(), 0
        except BaseException:
            said, code = traceback.format_exc(), 1
        try:
            with open(sink, "wb") as file:
                file.write(msgspec.json.encode(said if isinstance(said, str) else ""))
        finally:
            os._exit(code)
    os.close(sink)
    blow(child)
    with open(reader, "rb") as file:
        data = file.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed"
    text: str = msgspec.json.decode(data, type=str)
    if os.WEXITSTATUS(status):
        raise RuntimeError(text.strip())
    return text


def kill(seconds: float, name: str, workers: list[Any], child: int) -> None:
    """Kill the child, or for `lake worker` a worker of its, after so many seconds, unless it has
    ended; all its `workers` are put down.
    """
    if is_at_work(child, time.monotonic() + seconds):
        workers += workers_of(child)
        doomed = [each.pid for each in workers] if name == "lake worker" else [child]
        for process in doomed[:1]:
            os.kill(process, signal.SIGKILL)


def is_at_work(child: int, until: float) -> bool:
    """Whether the child is still at work then, which is waited for."""
    while time.monotonic() < until:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return False
        time.sleep(0.001)
    return True


def workers_of(client: int) -> list[Any]:
    """The processes that work for a client."""
    psutil = import_module("psutil")
    found = []
    with suppress(psutil.Error):  # the client has ended, or one that was found
        for child in psutil.Process(client).children(recursive=True):
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2:]))
