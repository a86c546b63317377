"""The compiled wheel of this tree, quickly and as users get it."""

from __future__ import annotations

import fcntl
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from .environments import ROOT, build

FOLDER = ROOT / "build" / "wheels"


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The compiled wheel as users get it. It is built once for each state of what it is made of,
    whoever asks.
    """
    return _built("optimized")


@pytest.fixture(scope="session")
def quick_wheel() -> Path:
    """The same, but that the C compiler optimizes nothing: it is there in half of the time."""
    return _built("quick", CFLAGS="-O0")


def _built(name: str, **environment: str) -> Path:
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    made_of = folder / "made-of"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        now = _digest()
        if not made_of.exists() or made_of.read_text() != now:
            for old in folder.glob("*.whl"):
                old.unlink()
            done = build("wheel", folder, KIFU_COMPILE="1", **environment)
            assert done.returncode == 0, done.stderr
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
