"""Running `kifu`, and writing files for it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Self

from click.testing import CliRunner, Result

from kifu import cli
from kifu.notation.files import writer
from kifu.notation.log import read_lines
from kifu.notation.record import Record


def kifu(*args: object, text: str | bytes | None = None) -> Result:
    """Run a command in this process, with `text` as its stdin."""
    return CliRunner().invoke(cli.main, list(map(str, args)), input=text)


def stdout_of(*args: object) -> str:
    """What a command prints; it succeeds."""
    done = kifu(*args)
    assert done.exit_code == 0, done.output
    return done.stdout


def write(path: Path, records: Iterable[Record]) -> Path:
    with writer(path, force=True) as file:
        for record in records:
            file.write(record)
    return path


def record_of(log: Path) -> Record:
    """The one record of a log, which has no fault."""
    (found,) = read_lines([log.read_bytes()])
    assert found.diagnostics == [] and found.record is not None
    return found.record


def content(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by their paths in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def children(process: int) -> list[int]:
    """The processes that a process has begun, and that have not ended."""
    return [
        int(stat.parent.name)
        for stat in Path("/proc").glob("[0-9]*/stat")
        if _stat(stat)[1:2] == [str(process)] and is_alive(int(stat.parent.name))
    ]


def is_alive(process: int) -> bool:
    """Whether there is a process with this number that has not ended."""
    return _stat(Path(f"/proc/{process}/stat"))[:1] not in ([], ["Z"])


def has_threads(process: int) -> bool:
    """Whether a process has more than one thread, as workers have that have begun their work."""
    return _stat(Path(f"/proc/{process}/stat"))[17:18] not in ([], ["0"], ["1"])


def _stat(file: Path) -> list[str]:
    """What the system says of a process, from its state on; nothing where it is gone."""
    try:
        return file.read_text().rpartition(")")[2].split()
    except OSError:
        return []


class Running:
    """`kifu` in a process of its own, and the lines that it says on stderr; leaving the context
    ends it, however the test went.
    """

    #: Seconds that anything is waited for: many times what a busy machine needs.
    PATIENCE = 120

    def __init__(self, *args: object, code: str = "from kifu.cli import main; main()") -> None:
        self.said: list[str] = []
        command = [sys.executable, "-c", code, *map(str, args)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            self.said.extend(iter(stream.readline, ""))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()

    def said_of(self, words: str) -> int:
        """How many lines have the words in them."""
        return sum(words in line for line in self.said)

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true."""
        end = time.monotonic() + self.PATIENCE
        while not true():
            assert time.monotonic() < end and self.process.poll() is None, self.said
            time.sleep(0.05)

    def interrupt(self, by: signal.Signals = signal.SIGINT) -> int:
        """Press Ctrl-C, or send another signal; the exit code."""
        self.process.send_signal(by)
        code = self.process.wait(self.PATIENCE)
        self._reader.join()
        return code
