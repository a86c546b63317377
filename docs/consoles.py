"""Run the commands of a page and put what they really print below them.

A block of ```console holds commands (lines that begin with `$ `) and their output. They are run
in the order of the page, in one new folder; stdout is a terminal there, as it is for the reader.
Before that, every block of ```kifu is written to the file that the line above it names.

`python docs/consoles.py PAGE...` compares: it exits with 1 where a command prints something else.
It needs nothing but Python, and runs the `kifu` of the environment whose Python runs it.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
import threading
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Its commands need several machines.
ELSEWHERE = ROOT / "docs" / "lake.md"

BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
RECORD = re.compile(r"^.*`([a-z]+\.kifu)`.*\n\n```kifu\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
STYLE = re.compile(r"\x1b\[[0-9;]*m")
SECONDS = re.compile(r"\b\d+\.\d s(?:, \d+/s)?$", re.MULTILINE)


def consoles() -> list[Path]:
    """The pages whose commands are run."""
    pages = [*ROOT.glob("README*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/ja/*.md")]
    return sorted(page for page in pages if page != ELSEWHERE and BLOCK.search(_text(page)))


def is_japanese(page: Path) -> bool:
    """Whether a page is written in Japanese."""
    return page.parent.name == "ja" or page.name.endswith(".ja.md")


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
    output: list[bytes] = []
    listener = threading.Thread(target=lambda: output.extend(iter(lambda: _read(ours), b"")))
    listener.start()
    said = shell.communicate(timeout=120)[1]
    listener.join()
    os.close(ours)
    text = (b"".join(output) + said).decode().replace("\r\n", "\n")
    return re.sub(r" +$", "", STYLE.sub("", text), flags=re.MULTILINE)


def _text(page: Path) -> str:
    return page.read_text("utf-8")


def _differences(page: Path) -> str:
    """The lines of a page that are not what its commands print now, as a diff; "" if all are."""
    with tempfile.TemporaryDirectory() as folder:
        now = retold(_text(page), Path(folder))
    if same(_text(page), now):
        return ""
    lines = unified_diff(
        _text(page).splitlines(), now.splitlines(), str(page), "what is printed now", lineterm=""
    )
    return "\n".join(lines)


def _read(terminal: int) -> bytes:
    """The next bytes; none when the other end is closed (Linux raises then)."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


if __name__ == "__main__":
    sys.exit("\n".join(filter(None, (_differences(Path(page)) for page in sys.argv[1:]))) or 0)
