"""A lake whose logs many processes read: whoever dies, nothing is lost and nothing doubled."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.lake import cluster

from .conftest import Write
from .lake_pair import Pair


@pytest.fixture
def logs(write: Write, played: list[Record]) -> list[Path]:
    """Four logs, each with three matches, of which one is in the next log too."""
    return [write(f"{n:02}.kifu", played[2 * n : 2 * n + 3]) for n in range(4)]


def commits_of(lake: Archive) -> int:
    return len(list(Path(lake.path).glob("_delta_log/*.json")))


def test_a_worker_of_another_kifu_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = cluster.worked_with()
    cluster.vet(cluster.worked_with(), mine)
    others = {"contents_in_use": lambda: [b"other"], "game_names": list, "__version__": "0"}
    for name, other in others.items():
        with monkeypatch.context() as patch, pytest.raises(KifuError, match="another version of"):
            patch.setattr(cluster, name, other)
            cluster.vet(cluster.worked_with(), mine)


@pytest.mark.parametrize(
    "address",
    ["tcp://10.0.0.1:8786", "10.0.0.1:8786", "ucx://x:1", "local", "tls://host", "tls://[::1:80",
     "tls://host:port", "tls://a..b:80", "tls://host:80/a"],
)  # fmt: skip
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
    """A scheduler and two workers, each a process of its own, with certificates in files; one of
    the workers is killed at the first commit.
    """
    for name, path in _certificates(tmp_path).items():
        monkeypatch.setenv(f"DASK_DISTRIBUTED__COMM__TLS__{name}", path)
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    address_file = tmp_path / "scheduler.json"
    common = ["--protocol", "tls", "--no-dashboard"]
    scheduler = [*dask, "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(address_file)]
    started = [_started([*scheduler, *common], tmp_path)]
    try:
        _wait_for(address_file.exists)
        address = json.loads(address_file.read_text("utf-8"))["address"]
        assert address.startswith("tls://127.0.0.1:")
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", address]
        single = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"]
        started += [_started([*worker, *single, *common], tmp_path) for _ in range(2)]
        code = "from kifu.cli import main; main()"
        command = [sys.executable, "-c", code, "index", pair.lake.path, *map(str, logs)]
        with subprocess.Popen(
            [*command, "--cluster", address], stderr=subprocess.PIPE, text=True
        ) as running:
            _wait_for(lambda: commits_of(pair.lake) > 1)
            started[-1].kill()
            _, said = running.communicate(timeout=120)
    finally:
        for process in started:
            process.kill()
            process.wait()
    assert running.returncode == 0, said
    assert "12 records" in said
    pair.archive.index(logs)
    pair.vet()


def _wait_for(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not is_so() and time.monotonic() < until:
        time.sleep(0.1)


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
