"""Workers: they end with the command that began them, however that ends, without a word."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

from .running import Running, children, has_threads, is_alive, kifu, write

#: Of each command that has workers: its arguments, and how many workers it has.
COMMANDS = {
    "index": ("index {out}/a.duckdb {logs}/many.kifu --moves --jobs 2", 2),
    "analyse": ("analyse {logs}/games.kifu -o {out}/a.kifu --jobs 2", 2),
    "simulate": ("simulate nimmt --games 100000 -o {out}/a.kifu --jobs 2", 2),
    "site": ("site {logs}/games.duckdb -o {out}/site --jobs 2", 2),
}
#: `kifu`, to which every log is large enough for many workers.
KIFU = """
from kifu.cli import main
from kifu.store.index import ingest
ingest.SIZE = 1
main()
"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty matches in a file, the same many times, and their archive."""
    folder = tmp_path_factory.mktemp("logs")
    records = simulate(game("nimmt"), 30, seats=2, seed="workers", options={"rounds": "1"})
    log = write(folder / "games.kifu", records)
    (folder / "many.kifu").write_bytes(b"\n".join([log.read_bytes()] * 20))
    assert kifu("index", folder / "games.duckdb", log).exit_code == 0
    return folder


@pytest.mark.matrix
@pytest.mark.parametrize("name", COMMANDS)
def test_no_worker_outlives_a_command_that_is_killed(name: str, logs: Path, tmp_path: Path) -> None:
    line, workers = COMMANDS[name]
    given = [part.format(logs=logs, out=tmp_path) for part in line.split()]
    with Running(*given, code=KIFU) as running:
        running.until(lambda: sum(map(has_threads, children(running.process.pid))) >= workers)
        begun = children(running.process.pid)
        running.process.kill()
        running.process.wait()
        end = time.monotonic() + Running.PATIENCE
        while any(map(is_alive, begun)) and time.monotonic() < end:
            time.sleep(0.05)
        assert [process for process in begun if is_alive(process)] == []
    assert running.said_of("leaked") == 0
