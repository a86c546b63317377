"""The compiled wheel of this tree."""

from __future__ import annotations

import fcntl
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from .environments import ROOT, build

FOLDER = ROOT / "build" / "wheel"


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The compiled wheel. It is built once for each state of what it is made of, whoever asks."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made_of = FOLDER / "made-of"
    with open(FOLDER / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        now = _digest()
        if not made_of.exists() or made_of.read_text() != now:
            for old in FOLDER.glob("*.whl"):
                old.unlink()
            done = build("wheel", FOLDER, KIFU_COMPILE="1")
            assert done.returncode == 0, done.stderr
            made_of.write_text(now)
    (path,) = FOLDER.glob("*.whl")
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
