"""Environments that hold what a user installs, and none of the developers' packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from docs.consoles import consoles, is_japanese
from hatch_build import COMPILED

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
#: What says how something is built; a test says it itself.
LEFT_OUT = ("CC", "CFLAGS", "KIFU_COMPILE")
#: What pip is asked. What nobody imports is not compiled.
INSTALL = ("install", "--quiet", "--disable-pip-version-check", "--no-compile")
#: The pages whose commands are run; those of Japanese ones are run in `tests/docs`, too.
ENGLISH = [page for page in consoles() if not is_japanese(page)]
#: The Pythons that kifu is for.
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def build(target: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build a "wheel" or an "sdist" into `folder`, with these settings of the environment."""
    kept = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", target],
        cwd=ROOT, env=kept | environment, capture_output=True, text=True, timeout=1800, check=False,
    )  # fmt: skip


def new(
    folder: Path, *wanted: str, python: str = sys.executable, constraints: str = "", flags: str = ""
) -> Path:
    """The Python of a new environment in `folder`, in which this is installed, by that Python.

    `constraints` are lines of a file of constraints, `flags` are of the C compiler.
    """
    made = _empty(folder, python)
    (folder / "constraints.txt").write_text(constraints)
    words = [*INSTALL, "-c", "constraints.txt", *wanted]
    pip(made, *words, cwd=folder, KIFU_COMPILE="1", CFLAGS=flags)
    return made


def copied(python: Path, folder: Path, *wanted: str) -> Path:
    """The Python of a copy, in `folder`, of the environment of `python`, in which this is installed
    as well.

    The copy's files are links: pip replaces files, and writes into none.
    """
    made, command = _empty(folder, sys.executable), python.with_name("kifu")
    ours, theirs = made.parents[1], python.parents[1]
    shutil.copytree(theirs / "lib", ours / "lib", copy_function=os.link, dirs_exist_ok=True)
    shutil.copy(command, made.parent)
    text = command.read_text("utf-8").replace(str(theirs), str(ours))
    made.with_name("kifu").write_text(text, "utf-8")
    if wanted:
        pip(made, *INSTALL, *wanted, cwd=folder)
    return made


def _empty(folder: Path, python: str) -> Path:
    """A new environment. It has no pip of its own: to put one there takes as long as to install
    kifu.
    """
    run(python, "-m", "venv", "--without-pip", str(folder / "venv"), cwd=folder)
    return folder / "venv" / "bin" / "python"


def expect_whole(python: Path, folder: Path, pages: Iterable[Path]) -> None:
    """Every binary is loaded, and the commands of these pages print what the pages say."""
    modules = [path.removesuffix(".py").replace("/", ".") for path in COMPILED]
    run(python, "-I", str(HERE / "smoke.py"), *modules, cwd=folder)
    run(python, "-I", str(ROOT / "docs/consoles.py"), *map(str, pages), cwd=folder)


def pip(python: Path, *words: str, cwd: Path, **environment: str) -> None:
    """Run the pip of this environment for the one of `python`."""
    command = ["-m", "pip", "--python", str(python), *words]
    run(sys.executable, *command, cwd=cwd, **environment)


def run(command: str | Path, *words: str, cwd: Path, **environment: str) -> str:
    """What a command prints, of which nothing comes from this checkout or its environment; it must
    exit with 0.
    """
    ours = ("PYTHON", "VIRTUAL_ENV", "KIFU", "COVERAGE", "PYTEST")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    for name in LEFT_OUT:
        kept.pop(name, None)
    done = subprocess.run(
        [command, *words], cwd=cwd, env=kept | environment, timeout=1800, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, f"{command} {' '.join(words)}\n{done.stdout}"
    return done.stdout


def python_of(version: str) -> str | None:
    """A Python of this version, on the PATH or of pyenv, that can make environments; or None."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    found = [
        shutil.which(f"python{version}"),
        *map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python"))),
    ]
    asked = ["-c", "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"]
    for python in filter(None, found):
        done = subprocess.run([python, *asked], capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return python
    return None
