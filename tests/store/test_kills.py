"""An index run that is killed at any moment, and run again, ends as if it had not been."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.archives import by_itself

from kifu.notation.record import Note, Record
from kifu.store import Archive

from .conftest import Contents, Write

kept_open = by_itself


#: A run with workers, in small pieces.
RUN = """
import sys
from kifu.store import Archive
from kifu.store.index import ingest
ingest.RECORDS, ingest.SIZE, ingest.AHEAD = 3, 1, 4000
print("begun", flush=True)
Archive(sys.argv[1]).index(sys.argv[2:], jobs=2)
"""


@pytest.fixture
def logs(write: Write, played: list[Record]) -> Path:
    """A folder of files, with notes, duplicates and bad records."""
    noted = [
        replace(record, notes=[Note(at=1, text=f"note {number}")])
        for number, record in enumerate(played[:3])
    ]
    bad = replace(played[9], result=[9, 9, 9])
    folder = write("logs/a.jsonl", [*played[:10], bad]).parent
    write("logs/b.kifu", [*noted, bad])
    write("logs/c.jsonl.gz", played[7:13])
    return folder


def children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def test_ctrl_c_ends_a_run_with_workers_at_once_and_cleanly(logs: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", RUN, str(tmp_path / "games.duckdb"), str(logs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        # The tracker of what they share, and the workers themselves.
        while len(children(process.pid)) < 3:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
    assert process.returncode not in (None, 0)
    # Python tells where the main process was; the workers say nothing.
    assert b"KeyboardInterrupt" in said
    assert b"spawn_main" not in said and b"SpawnProcess" not in said
    assert Archive(tmp_path / "games.duckdb").index([logs]).sources == 3
    assert not list(tmp_path.glob("*.lock"))


#: A run that may write so many bytes to each file.
LIMITED = """
import resource, sys
from kifu import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
cli.main(sys.argv[2:])
"""


@pytest.mark.campaign
def test_a_full_disk_is_said_and_loses_nothing(
    logs: Path, contents: Contents, tmp_path: Path
) -> None:
    archive, undisturbed = Archive(tmp_path / "games.duckdb"), Archive(tmp_path / "whole.duckdb")
    archive.index([logs / "a.jsonl"])

    def limited(size: int, *call: object) -> str:
        command = [sys.executable, "-B", "-c", LIMITED, str(size), *map(str, call)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 1, done.stderr
        return done.stderr

    said = limited(2_000, "index", archive.path, logs)
    assert "games.duckdb: this could not be written and was undone; what was" in said
    assert archive.find().total == 10
    assert "out.jsonl: File too large; nothing was written" in limited(
        500, "export", archive.path, "-o", tmp_path / "out.jsonl"
    )
    assert "the data set can't be written, so nothing was" in limited(
        500, "export", archive.path, "--dataset", tmp_path / "club", "--license", "CC0-1.0"
    )
    archive.index([logs])
    undisturbed.index([logs / "a.jsonl"])
    undisturbed.index([logs])
    assert contents(archive) == contents(undisturbed)
    names = ["games.duckdb", "logs", "whole.duckdb"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names


#: Rewriting an archive by a process that may write so many bytes to each file: too few to make
#: a new one, or to bring all rows into it.
REWRITE = """
import resource, sys
from kifu.notation.errors import KifuError
from kifu.store import Archive
archive = Archive(sys.argv[1])
for size in (50_000, 1_000_000):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    for work in archive.compact, archive.rebuild:
        try:
            work()
        except KifuError as error:
            print(error)
    assert archive.find().total == 13, size
"""


@pytest.mark.campaign
def test_a_disk_that_fills_up_while_an_archive_is_rewritten_leaves_the_old_one(
    logs: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "games.duckdb"
    Archive(archive).index([logs])
    command = [sys.executable, "-B", "-c", REWRITE, str(archive)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.duckdb", "logs"]
