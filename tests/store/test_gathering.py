"""Files of records become an archive for as long as it takes, and nothing of it stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.gathering import opened

from .conftest import Write

#: Gathers a log for what is to be written, and is killed.
KILLED = """
import os, sys
from kifu.store.gathering import opened
with opened([sys.argv[1]], sys.argv[2], 1, print):
    os.kill(os.getpid(), 9)
"""


def test_what_a_killed_run_leaves_lies_beside_its_output_until_the_next_one(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    log, temporary, out = str(write("logs/a.jsonl", played[:2])), tmp_path / "tmp", tmp_path / "out"
    temporary.mkdir()
    out.mkdir()
    command = [sys.executable, "-c", KILLED, log, str(out / "site")]
    done = subprocess.run(command, env={**os.environ, "TMPDIR": str(temporary)}, check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = out.iterdir()
    assert left.name.startswith(".site.") and left.stat().st_mode & 0o77 == 0
    assert not list(temporary.iterdir())
    pattern = log.replace(".jsonl", ".*")
    with opened([pattern], str(out / "site"), 1, print) as archive:
        assert not left.exists() or left == Path(archive).parent
        assert Archive(archive).find().total == 2
    assert not list(out.iterdir())
