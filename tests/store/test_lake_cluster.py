"""A lake whose logs many processes read: whoever dies, nothing is lost and nothing doubled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

import kifu
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.index.ingest import IndexSettings
from kifu.store.lake import cluster, handshake
from kifu.store.lake.indexing import index
from kifu.store.lake.task import Receipt, Task

from .conftest import Write
from .lake_pair import Pair


@pytest.fixture
def logs(write: Write, played: list[Record]) -> list[Path]:
    """Four logs, each with three matches, of which one is in the next log too."""
    return [write(f"{n:02}.kifu", played[2 * n : 2 * n + 3]) for n in range(4)]


@pytest.mark.campaign
def test_a_killed_worker_loses_nothing_and_doubles_nothing(pair: Pair, logs: list[Path]) -> None:
    pair.archive.index(logs)
    with cluster.workers("local", 2) as done:
        killed: list[int] = []

        def workers(tasks: Iterable[Task]) -> Iterator[Receipt]:
            for receipt in done(tasks):
                yield receipt
                if not killed:
                    killed.append(_kill_a_child())

        report = index(
            pair.lake.path, (list(map(str, logs)), []), IndexSettings(), print, print, workers
        )
    assert killed
    assert report.records == 12
    pair.vet()


@pytest.mark.campaign
def test_a_worker_killed_while_it_starts_is_started_again(pair: Pair, logs: list[Path]) -> None:
    pair.archive.index(logs[:2])
    killed: list[int] = []

    def kill() -> None:
        until = time.monotonic() + 60
        while not killed and time.monotonic() < until:
            with suppress(IndexError):
                killed.append(_kill_a_child())

    killer = threading.Thread(target=kill)
    killer.start()
    pair.lake.index(logs[:2], cluster="local")
    killer.join()
    assert killed
    pair.vet()


def _kill_a_child() -> int:
    """Kill a process of Dask's that works for this one."""
    psutil = import_module("psutil")
    found = psutil.Process().children(recursive=True)
    working = [child for child in found if "spawn_main" in " ".join(child.cmdline())]
    working[0].kill()
    return int(working[0].pid)


@pytest.mark.campaign
def test_four_who_commit_at_once_bring_in_everything(pair: Pair, logs: list[Path]) -> None:
    """The fourth brings in what the first does, too, once or twice."""
    pair.archive.index(logs)
    parts = [logs[:2], logs[2:3], logs[3:], logs[:2]]
    reports = []

    def bring(part: list[Path]) -> None:
        reports.append(Archive(pair.lake.path).index(part))

    pair.lake.index(logs[:1])
    threads = [threading.Thread(target=bring, args=[part]) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reports) == 4
    pair.vet()


INDEX = """
import sys
from kifu.store import Archive
Archive(sys.argv[1]).index(sys.argv[2:])
"""


@pytest.mark.campaign
def test_a_run_killed_again_and_again_gets_to_its_end(pair: Pair, logs: list[Path]) -> None:
    """Each run is killed as soon as the lake has so many commits more, in the middle of others."""
    pair.archive.index(logs)
    known = 0
    for more in (2, 1, 4, 3):
        command = [sys.executable, "-c", INDEX, pair.lake.path, *map(str, logs)]
        wanted = commits_of(pair.lake) + more
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while process.poll() is None and commits_of(pair.lake) < wanted:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if os.path.exists(f"{pair.lake.path}/_delta_log"):
            known, before = len(pair.lake.query("FROM records")), known
            assert known >= before
    pair.lake.index(logs)
    pair.vet()


def commits_of(lake: Archive) -> int:
    return len(list(Path(lake.path).glob("_delta_log/*.json")))


def test_a_worker_of_another_kifu_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, whole = handshake.code(), handshake.code_and_rule_data()
    handshake.vet(handshake.code_and_rule_data(), whole)
    monkeypatch.setattr(handshake, "contents_in_use", lambda: [b"other"])
    with pytest.raises(KifuError, match="another version of kifu, other games or other rule data"):
        handshake.vet(handshake.code_and_rule_data(), whole)
    handshake.code.cache_clear()
    monkeypatch.setattr(handshake, "game_names", lambda: [])
    monkeypatch.setattr(kifu, "__path__", [])
    with pytest.raises(KifuError, match="install the same on every machine"):
        handshake.vet(handshake.code(), mine)
    handshake.code.cache_clear()


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:8786", "10.0.0.1:8786", "ucx://x:1", "Local"])
def test_a_scheduler_without_tls_is_refused(pair: Pair, logs: list[Path], address: str) -> None:
    with pytest.raises(UsageError, match="tls://HOST:PORT"):
        pair.lake.index(logs, cluster=address)
    with pytest.raises(UsageError, match="for a lake"):
        pair.archive.index(logs, cluster=address)


def test_a_scheduler_by_tls_needs_certificates(pair: Pair, logs: list[Path]) -> None:
    with pytest.raises(UsageError, match="needs certificates"):
        pair.lake.index(logs, cluster="tls://127.0.0.1:9")


@pytest.mark.campaign
def test_workers_on_other_machines_by_tls(
    pair: Pair, logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scheduler and a worker, each a process of its own, with certificates in files."""
    for name, path in _certificates(tmp_path).items():
        monkeypatch.setenv(f"DASK_DISTRIBUTED__COMM__TLS__{name}", path)
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    address_file = tmp_path / "scheduler.json"
    common = ["--protocol", "tls", "--no-dashboard"]
    scheduler = [*dask, "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(address_file)]
    started = [_started([*scheduler, *common], tmp_path)]
    try:
        until = time.monotonic() + 60
        while not address_file.exists() and time.monotonic() < until:
            time.sleep(0.1)
        address = json.loads(address_file.read_text("utf-8"))["address"]
        assert address.startswith("tls://127.0.0.1:")
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", address]
        single = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"]
        started.append(_started([*worker, *single, *common], tmp_path))
        code = "from kifu.cli import main; main()"
        command = [sys.executable, "-c", code, "index", pair.lake.path, *map(str, logs)]
        done = subprocess.run(
            [*command, "--cluster", address], capture_output=True, text=True, timeout=120
        )
    finally:
        for process in started:
            process.kill()
            process.wait()
    assert done.returncode == 0, done.stderr
    assert "12 records" in done.stderr
    pair.archive.index(logs)
    pair.vet()


def _started(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=folder, stdout=silent, stderr=silent)


def _certificates(folder: Path) -> dict[str, str]:
    """A certificate and its key in files, by the names of Dask's settings."""
    made = cluster.dask().Security.temporary()
    for name, text in (("ca.pem", made.tls_ca_file), ("key.pem", made.tls_client_key)):
        (folder / name).write_text(text, "utf-8")
    certificate, key = str(folder / "ca.pem"), str(folder / "key.pem")
    sides = ("SCHEDULER", "WORKER", "CLIENT")
    return (
        {"CA_FILE": certificate}
        | {f"{side}__CERT": certificate for side in sides}
        | {f"{side}__KEY": key for side in sides}
    )
