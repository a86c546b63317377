"""Run the tour of a README and put what the commands really print below them.

A block of ```console holds commands (lines that begin with `$ `) and their output. They are run
in the order of the page, in one new folder; stdout is a terminal there, as it is for the reader.
Before that, every block of ```kifu is written to the file that the line above it names.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import threading
from pathlib import Path

BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
RECORD = re.compile(r"^.*`([a-z]+\.kifu)`.*\n\n```kifu\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
STYLE = re.compile(r"\x1b\[[0-9;]*m")
SECONDS = re.compile(r"\b\d+\.\d s(?:, \d+/s)?$", re.MULTILINE)


def retold(page: str, folder: Path) -> str:
    """The page with the output of every command as it is now. Uses `folder`, which is empty."""
    for match in RECORD.finditer(page):
        (folder / match[1]).write_text(match[2], encoding="utf-8")

    def rerun(block: re.Match[str]) -> str:
        commands = COMMAND.findall(block[0])
        return "".join(f"$ {command}\n{printed(command, folder)}" for command in commands)

    return BLOCK.sub(rerun, page)


def same(one: str, other: str) -> bool:
    """Whether two pages are equal but for how long commands took."""
    return SECONDS.sub("", one) == SECONDS.sub("", other)


def printed(command: str, folder: Path) -> str:
    """What a shell command prints: first on stdout, which is a terminal, then on stderr."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    terminal = {"PATH": path, "TERM": "xterm", "COLUMNS": "130", "LC_ALL": "C.UTF-8"}
    ours, theirs = pty.openpty()
    shell = subprocess.Popen(
        ["sh", "-c", command], cwd=folder, env=terminal,
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(theirs)
    told: list[bytes] = []
    listener = threading.Thread(target=lambda: told.extend(iter(lambda: _read(ours), b"")))
    listener.start()
    said = shell.communicate(timeout=120)[1]
    listener.join()
    os.close(ours)
    text = (b"".join(told) + said).decode().replace("\r\n", "\n")
    return re.sub(r" +$", "", STYLE.sub("", text), flags=re.MULTILINE)


def _read(terminal: int) -> bytes:
    """The next bytes; none when the other end is closed (Linux raises then)."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
