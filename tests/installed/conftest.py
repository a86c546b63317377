"""The compiled wheel of this tree, quickly and as users get it."""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from .environments import ROOT, build, new, run

FOLDER = ROOT / "build" / "wheels"


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist. pip keeps what it builds, by the path: so there is another one for each state."""
    folder = tmp_path_factory.mktemp(_digest())
    done = build("sdist", folder)
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("*.tar.gz")
    return path


@pytest.fixture(scope="session")
def wheel(sdist: Path) -> Path:
    """The compiled wheel as users get it, whom pip builds it from the sdist. It is built once for
    each state of what it is made of, whoever asks.
    """

    def built(folder: Path) -> None:
        words = ["--quiet", "--disable-pip-version-check", "--no-deps", "-w", str(folder)]
        command = ["-m", "pip", "wheel", *words, str(sdist)]
        run(sys.executable, *command, cwd=folder, KIFU_COMPILE="1")

    return _kept("optimized", built)


@pytest.fixture(scope="session")
def quick_wheel() -> Path:
    """The same of this tree, but that the C compiler optimizes nothing: it is there in half of the
    time.
    """

    def built(folder: Path) -> None:
        done = build("wheel", folder, KIFU_COMPILE="1", CFLAGS="-O0")
        assert done.returncode == 0, done.stderr

    return _kept("quick", built)


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with this wheel and nothing but what it asks for. Tests that
    install more do that in copies.
    """
    return new(tmp_path_factory.mktemp("installed"), str(wheel))


def _kept(name: str, build_into: Callable[[Path], None]) -> Path:
    """The wheel of this name, built again where it is of another state."""
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    made_of = folder / "made-of"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        now = _digest()
        if not made_of.exists() or made_of.read_text() != now:
            for old in folder.glob("*.whl"):
                old.unlink()
            build_into(folder)
            made_of.write_text(now)
    (path,) = folder.glob("*.whl")
    return path


def _digest() -> str:
    """Of the Python and of every file that goes into a wheel or says how it is made."""
    digest = sha256(sys.version.encode())
    files = [ROOT / name for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")]
    for part in ("notation", "replay", "store", "site"):
        files += sorted((ROOT / part / "kifu").rglob("*"))
    for path in files:
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"\n{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()
