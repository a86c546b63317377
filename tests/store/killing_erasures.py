"""Kill erasures: `python killing_erasures.py KILLS FOLDER LOGS|FILE`, in a process of its own.

FOLDER holds an archive `games.duckdb` and its log in `logs`. Each of KILLS children, forked before
this process has threads, erases Zacharias from a copy of it (with LOGS from the log, too) and kills
itself at a moment of its own: after so many calls of functions and returns from DuckDB. Then
children ask and write to the archive, as commands would. What is wrong is printed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType

import click
import duckdb  # noqa: F401  (imported once, for every child)
import numpy  # noqa: F401  (imported once, for every child)

from kifu import cli
from kifu.replay.registry import game

NAME = b"acharias"
PART = os.path.join("kifu", "store")


def main(kills: int, folder: Path, logs: bool) -> None:
    game("nimmt")
    for verb in "find", "index", "player":
        cli.main.get_command(click.Context(cli.main), verb)
    erase = ["player", "erase", "games.duckdb", "Zacharias", *(["--logs"] if logs else [])]
    whole = copied(folder, "whole")
    counted = int(run(whole, lambda: print(moments(erase, None)))[1].splitlines()[-1])
    assert not named_in(whole, logs)
    for kill in range(kills):
        at = counted * (kill + 1) // (kills + 1)
        here = copied(folder, str(kill))
        status, _, _ = run(here, partial(moments, erase, at))
        assert os.WIFSIGNALED(status), f"{at} of {counted}: not killed"
        for problem in problems(here, logs):
            print(f"killed at {at} of {counted}: {problem}")
        shutil.rmtree(here)
    print("kills:", kills)


def problems(folder: Path, logs: bool) -> list[str]:
    """What is wrong after a kill: the next run that writes must end it, and erasing again must end
    it in the logs.
    """
    found = []
    _, rows, _ = run(folder, lambda: kifu("find", "games.duckdb", "--player", "Zacharias"))
    code, _, said = run(folder, lambda: kifu("index", "games.duckdb", "logs"))
    if code:
        found.append(f"index failed: {said}")
    if not rows and named_in(folder, logs=False):
        found.append("the name is in the archive after a run that writes")
    erased = ("player", "erase", "games.duckdb", "Zacharias", *(["--logs"] if logs else []))
    code, _, said = run(folder, lambda: kifu(*erased))
    if code or named_in(folder, logs):
        found.append(f"the name is there still: {said}")
    _, rows, said = run(folder, lambda: kifu("find", "games.duckdb"))
    if len(rows.splitlines()) != 5:
        found.append(f"at the end: {rows} {said}")
    return [*found, *(f"{name} is left over at the end" for name in leftovers(folder))]


def leftovers(folder: Path) -> list[str]:
    ends = (".compact", ".journal", ".new", ".tmp", ".lock", ".erasing")
    return [path.name for path in folder.rglob("*") if path.name.endswith(ends)]


def named_in(folder: Path, logs: bool) -> bool:
    """Whether any file has the name, those of the logs only where `logs`."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return any(NAME in path.read_bytes() for path in files if logs or path.parent == folder)


def copied(folder: Path, name: str) -> Path:
    return Path(shutil.copytree(folder, folder.with_name(f"{folder.name}-{name}")))


def kifu(*args: str) -> None:
    cli.main(list(args))


def moments(args: list[str], at: int | None) -> int:
    """Run a command and count its moments; behind the one with the number `at`, be killed."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal counted
        if event in ("call", "c_call", "c_return") and PART in frame.f_code.co_filename:
            counted += 1
            if counted == at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    try:
        with contextlib.suppress(SystemExit):
            kifu(*args)
    finally:
        sys.setprofile(None)
    return counted


def run(folder: Path, work: Callable[[], object]) -> tuple[int, str, str]:
    """Do `work` in a child whose folder that is: its status, what it printed and what it said."""
    names = [f"{folder}.out", f"{folder}.err"]
    child = os.fork()
    if not child:
        code = 70
        try:
            os.chdir(folder)
            for number, name in enumerate(names, start=1):
                os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
            work()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    out, err = (Path(name).read_text("utf-8") for name in names)
    return status, out, err


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "LOGS")
