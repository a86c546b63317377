"""Kill who writes a lake: `python -m benchmarks.lake_kills [KILLS [WORK...]]`.

Index, compact and erase run in turn, each in a child that is killed (SIGKILL) at a random moment;
the child plans, reads and commits. After each kill the lake must open and have no match twice. Then
the work is done again: all answers must equal those of an undisturbed run. `committer` kills a
child at a random moment of one of its commits, `client` the client of a cluster on this machine,
whose workers must end, too. `worker` kills one of its workers, and the run must reach its end.
`together` has four children commit at once: no log may be missing, and none be there twice.
`bucket` does the same in object storage (moto's server). Prints a row for each kind of work.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from threading import Thread
from typing import Any

import duckdb  # noqa: F401  (imported once, for every child)
import msgspec
import numpy  # noqa: F401  (imported once, for every child)
from benchmarks.kills import ALL, QUESTIONS, in_child
from pytest import MonkeyPatch
from tests.store.test_lake_s3 import served

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.lake import indexing
from kifu.store.lake.table import Table
from kifu.store.upkeep import erasing

#: Children that commit at once.
AT_ONCE = 4


class _Fixed:
    """In the place of `os`: what an erased name is called depends on a secret."""

    urandom = staticmethod(bytes)


def main(kills: int, only: Sequence[str] = ()) -> int:
    """Kill so often, and print what was found; 1 where anything was wrong."""
    indexing.TOGETHER = 1
    vars(erasing)["os"] = _Fixed
    root = Path(mkdtemp())
    try:
        made(root / "base")
        moments = random.Random(17)
        wrong = 0
        for name in only or [*WORKS, "committer", "client", "worker", "together", "bucket"]:
            if name == "together":
                found = together(root, str(root / "together.lake"), kills)
            elif name == "bucket":
                found = in_bucket(root, kills)
            elif name == "committer":
                found = committers_killed(root, moments, kills)
            elif name == "client":
                found = clients_killed(root, moments, kills)
            elif name == "worker":
                found = workers_killed(root, moments, kills)
            else:
                found = killed(root, name, moments, kills)
            print(f"{name:8} {kills} times: {'; '.join(found) or 'nothing lost, nothing twice'}")
            wrong += len(found)
        return bool(wrong)
    finally:
        rmtree(root)


def killed(root: Path, name: str, moments: random.Random, kills: int) -> list[str]:
    """What was wrong after each of so many kills at one kind of work, and how many hit it."""
    work, hit = WORKS[name], 0
    wrong: list[str] = []
    whole = Path(copytree(root / "base", root / f"{name}-whole"))
    begun = time.monotonic()
    in_child(lambda: work(whole))
    seconds = time.monotonic() - begun
    wanted = in_child(lambda: answers(whole))
    for _ in range(kills):
        folder = Path(copytree(root / "base", root / "tried"))
        try:
            hit += try_once(folder, work, moments.uniform(0, seconds), wanted)
        except RuntimeError as error:
            wrong.append(str(error).splitlines()[-1])
        rmtree(folder)
    print(f"{name:8} {hit} of {kills} were killed before their end")
    return wrong


def try_once(folder: Path, work: Callable[[Path], object], seconds: float, wanted: str) -> bool:
    """Do the work, killed after so many seconds, and do it again; whether the kill hit it. Raises
    RuntimeError where a lake can't be opened, or answers otherwise than `wanted`.
    """
    hit = in_child(lambda: work(folder), seconds) == "killed"
    if in_child(lambda: answers(folder, ONCE)) != "[]":
        raise RuntimeError("a match is there twice")
    in_child(lambda: work(folder))
    if in_child(lambda: answers(folder)) != wanted:
        raise RuntimeError("another answer")
    return hit


def committers_killed(root: Path, moments: random.Random, kills: int) -> list[str]:
    """What was wrong where a run was killed in a commit, so many times."""
    whole = Path(copytree(root / "base", root / "committer-whole"))
    seconds = msgspec.json.decode(in_child(partial(commits_of, whole)), type=list[float])
    wanted = in_child(partial(answers, whole))
    wrong: list[str] = []
    hit = 0
    for _ in range(kills):
        folder = Path(copytree(root / "base", root / "tried"))
        number = moments.randrange(len(seconds))
        moment = moments.uniform(0, seconds[number])
        try:
            hit += in_child(partial(commits_of, folder, number, moment)) == "killed"
            wrong += after_a_kill(folder, wanted)
        except RuntimeError as error:
            wrong.append(str(error).splitlines()[-1])
        rmtree(folder)
    print(f"committer {hit} of {kills} were killed, of {len(seconds)} commits each")
    return wrong


def commits_of(folder: Path, number: int = -1, moment: float = 0) -> str:
    """Index logs in this process, and kill it so many seconds after the commit of this number has
    begun; how many seconds each commit took.
    """
    commit = Table.commit
    seconds: list[float] = []

    def timed(self: Table, *given: Any, **more: Any) -> None:
        if len(seconds) == number:
            kill_after(os.getpid(), moment)
        begun = time.monotonic()
        commit(self, *given, **more)
        seconds.append(time.monotonic() - begun)

    with MonkeyPatch.context() as patched:
        patched.setattr(Table, "commit", timed)
        index_many(folder)
    return msgspec.json.encode(seconds).decode()


def kill_after(process: int, seconds: float) -> None:
    """Kill a process from another one: a thread of it would wait for the commit."""
    if not os.fork():
        time.sleep(seconds)
        os.kill(process, signal.SIGKILL)
        os._exit(0)


def after_a_kill(folder: Path, wanted: str) -> list[str]:
    """Do the rest of the work of a run that was killed; what is wrong before or after it."""
    wrong = []
    if in_child(partial(answers, folder, ONCE)) != "[]":
        wrong.append("a match is there twice")
    in_child(partial(index_many, folder))
    if in_child(partial(answers, folder)) != wanted:
        wrong.append("another answer")
    return wrong


def index_many(folder: Path) -> None:
    at(folder).index([folder / "many"], asked=ALL)


def clients_killed(root: Path, moments: random.Random, kills: int) -> list[str]:
    """What was wrong where the client of two workers was killed, so many times."""
    whole = Path(copytree(root / "base", root / "client-whole"))
    begun = time.monotonic()
    said = run_with_workers(whole)
    seconds = time.monotonic() - begun
    wrong = [said] if said else []
    wanted = in_child(partial(answers, whole))
    hit = 0
    for _ in range(kills):
        folder = Path(copytree(root / "base", root / "tried"))
        moment = moments.uniform(0, seconds)
        try:
            workers, was_killed = killed_client(folder, moment)
            hit += was_killed
            if still_there(workers):
                wrong.append("a worker outlives its client")
            wrong += after_a_kill(folder, wanted)
        except RuntimeError as error:
            wrong.append(str(error).splitlines()[-1])
        print(f"client   killed after {moment:.1f} s", flush=True)
        rmtree(folder)
    print(f"client   {hit} of {kills} were killed before their end")
    return wrong


def killed_client(folder: Path, moment: float) -> tuple[list[Any], bool]:
    """Index logs by two workers, and kill the client so many seconds later; its workers then, and
    whether it was still at work.
    """
    with subprocess.Popen(_command(folder), stderr=subprocess.DEVNULL) as process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        workers = workers_of(process.pid)
        process.kill()
    return workers, process.returncode == -signal.SIGKILL


def still_there(processes: list[Any]) -> list[Any]:
    """Those of the processes that are at work yet after a minute."""
    found: list[Any] = import_module("psutil").wait_procs(processes, timeout=60)[1]
    return found


def together(root: Path, url: str, rounds: int) -> list[str]:
    """What is wrong where four commit to a lake at once, so many times in all."""
    records = list(simulate(game("nimmt"), rounds, seats=2, seed="more", options={"rounds": "1"}))
    folder = Path(mkdtemp(dir=root))
    for number, record in enumerate(records):
        put(folder / f"{number:03}.jsonl", [record])
    logs = sorted(folder.iterdir())
    whole = Archive(f"{folder}.lake")
    in_child(lambda: whole.index([folder], asked=ALL))
    said: list[str] = []

    def commit(log: Path) -> None:
        try:
            in_child(lambda: Archive(url).index([log], asked=ALL))
        except RuntimeError as error:
            said.append(str(error).splitlines()[-1])

    for start in range(0, rounds, AT_ONCE):
        threads = [Thread(target=commit, args=[log]) for log in logs[start : start + AT_ONCE]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    there = int(in_child(lambda: str(len(Archive(url).query("FROM sources")))))
    print(f"{there} of {rounds} logs that {AT_ONCE} committed at once are there")
    if there != rounds:
        said.append(f"{there} of {rounds} logs are there")
    # A bucket has no folder to which the paths of logs are relative.
    less = {"FROM sources": "SELECT * EXCLUDE path FROM sources",
            "FROM records": "SELECT * EXCLUDE path FROM records"}  # fmt: skip
    questions = [less.get(question, question) for question in QUESTIONS]
    found, wanted = (in_child(partial(rows_of, each, questions)) for each in (Archive(url), whole))
    return said if found == wanted else [*said, "another answer"]


def in_bucket(root: Path, rounds: int) -> list[str]:
    """As `together`, in object storage on this machine."""
    with MonkeyPatch.context() as environment, served(environment, conditional=True):
        return together(root, "s3://club/games", rounds)


def workers_killed(root: Path, moments: random.Random, kills: int) -> list[str]:
    """What was wrong where one of two workers was killed, so many times."""
    whole = Path(copytree(root / "base", root / "worker-whole"))
    begun = time.monotonic()
    said = run_with_workers(whole)
    seconds = time.monotonic() - begun
    wanted = in_child(lambda: answers(whole))
    wrong = [said] if said else []
    for _ in range(kills):
        folder = Path(copytree(root / "base", root / "tried"))
        try:
            said = run_with_workers(folder, moments.uniform(0, seconds), moments)
            if said:
                wrong.append(said)
            elif in_child(partial(answers, folder)) != wanted:
                wrong.append("another answer")
        except RuntimeError as error:
            wrong.append(str(error).splitlines()[-1])
        rmtree(folder)
    return wrong


def run_with_workers(folder: Path, moment: float = 0, dice: random.Random | None = None) -> str:
    """Index logs by two workers, of which one is killed about `moment` seconds later, if that is
    before the end; the last line of what went wrong.
    """
    with subprocess.Popen(_command(folder), stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + moment
        while dice is not None and process.poll() is None:
            workers = workers_of(process.pid)
            if workers and time.monotonic() >= until:
                dice.choice(workers).kill()
                print(f"worker   killed after {moment:.1f} s", flush=True)
                break
            time.sleep(0.02)
        _, said = process.communicate()
    return said.strip().splitlines()[-1] if process.returncode else ""


def workers_of(client: int) -> list[Any]:
    """The processes of Dask's that work for a client."""
    psutil = import_module("psutil")
    found = []
    with suppress(psutil.Error):  # the client has ended, or one that was found
        for child in psutil.Process(client).children(recursive=True):
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def _command(folder: Path) -> list[str]:
    return [sys.executable, "-c", _RUN, str(folder / "games.lake"), str(folder / "many")]


_RUN = """
import sys
from kifu.store import Archive
from kifu.store.index.ingest import Asked
from kifu.store.lake import indexing
indexing.TOGETHER = 1
Archive(sys.argv[1]).index([sys.argv[2]], asked=Asked(jobs=2), moves=True, cluster="local")
"""


def made(folder: Path) -> None:
    """A lake with one log, and two more logs that overlap with it."""
    records = list(simulate(game("nimmt"), 24, seats=2, seed="kills", options={"rounds": "1"}))
    for number, record in enumerate(records):
        record.seats = ["Aki", ["Ben", "Chie"][number % 2]]
    put(folder / "one" / "log.jsonl", records[:12])
    put(folder / "two" / "a.jsonl", records[8:16])
    put(folder / "two" / "b.jsonl", records[12:])
    for number in range(12):
        put(folder / "many" / f"{number:02}.jsonl", records[number : number + 6])
    in_child(lambda: at(folder).index([folder / "one"], asked=ALL))


def put(log: Path, records: Sequence[Record]) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    with writer(log) as out:
        for record in records:
            out.write(record)


def at(folder: Path) -> Archive:
    return Archive(folder / "games.lake")


WORKS: dict[str, Callable[[Path], object]] = {
    "index": lambda folder: at(folder).index([folder / "two"], asked=ALL),
    "compact": lambda folder: at(folder).compact(kept=0),
    "erase": lambda folder: at(folder).erase("Ben"),
}
ONCE = ("SELECT match FROM games GROUP BY match HAVING count(*) > 1",)


def answers(folder: Path, questions: Sequence[str] = QUESTIONS) -> str:
    """The answers to all questions."""
    return rows_of(at(folder), questions)


def rows_of(archive: Archive, questions: Sequence[str]) -> str:
    """The rows that answer the questions, in an order of their own."""
    rows = [row for sql in questions for row in sorted(map(repr, archive.query(sql)))]
    return msgspec.json.encode(rows).decode()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2:]))
