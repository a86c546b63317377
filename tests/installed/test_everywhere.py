"""Campaigns of what is installed, each in an environment of its own: the compiled suite, the sdist
on every other Python that is here, the extras, the lowest versions, and what to do about broken
binaries.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from docs.consoles import consoles

from .environments import (
    ENGLISH,
    HERE,
    ROOT,
    VERSIONS,
    copied,
    expect_whole,
    new,
    pip,
    python_of,
    run,
)

pytestmark = pytest.mark.campaign

#: The Pythons that kifu is for, but for the one that runs the tests.
OTHERS = [each for each in VERSIONS if each != f"{sys.version_info[0]}.{sys.version_info[1]}"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
#: What the tests of the notation and of the replay import, and runs them.
TESTING = [
    "pytest>=8.3",
    "pytest-xdist>=3.6",
    "hypothesis>=6.100",
    "coverage>=7.6",
    "pygls>=2.1",
    "pettingzoo>=1.27",
]
#: The extras that a page tells a reader to install.
EXTRAS = sorted(
    {
        extra
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/ja/*.md")]
        for extra in re.findall(r"pip install[^`\n]*\[(\w+)\]'", page.read_text("utf-8"))
    }
)


def test_the_tests_of_the_notation_and_of_the_replay_pass_compiled(
    installed: Path, tmp_path: Path
) -> None:
    python = copied(installed, tmp_path, *TESTING)
    run(
        python, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT),
        "-o", "addopts=--import-mode=importlib --strict-markers --strict-config",
        "-m", "not campaign or compiled", "-p", "no:cacheprovider", "-n", "2",
        "--dist", "worksteal",
        str(ROOT / "tests/notation"), str(ROOT / "tests/replay"),
        cwd=tmp_path, KIFU_COMPILE="1",
    )  # fmt: skip


@pytest.mark.parametrize("version", OTHERS)
def test_the_sdist_compiles_and_works(sdist: Path, tmp_path: Path, version: str) -> None:
    """As `pip install` does it where there is no wheel, but that the C compiler optimizes nothing.
    For the Python that runs the tests the wheel is built from the sdist, as users get it.
    """
    python = python_of(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    made = new(tmp_path, str(sdist), python=python, flags="-O0")
    expect_whole(made, tmp_path, ENGLISH)


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_all_that_its_commands_need(
    wheel: Path, installed: Path, tmp_path: Path, extra: str
) -> None:
    python = copied(installed, tmp_path, f"kifu[{extra}] @ {wheel.as_uri()}")
    run(python, "-I", str(HERE / "extras.py"), extra, cwd=tmp_path)


def test_a_data_set_is_read_by_the_programs_of_others(installed: Path, tmp_path: Path) -> None:
    programs = "datasets>=3", "pandas", "polars", "pyarrow"
    python = copied(installed, tmp_path, *programs)
    run(python, "-I", str(HERE / "extras.py"), "dataset", cwd=tmp_path)


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="packages as old have no wheels for 3.13")
def test_the_lowest_versions_that_are_allowed_are_enough(wheel: Path, tmp_path: Path) -> None:
    """Of everything that kifu asks for, and of every extra."""
    wanted = [*PROJECT["dependencies"]]
    for extra in EXTRAS:
        wanted += PROJECT["optional-dependencies"][extra]
    lowest = "\n".join(line.replace(">=", "==").partition(",")[0] for line in wanted)
    python = new(tmp_path, f"kifu[{','.join(EXTRAS)}] @ {wheel.as_uri()}", constraints=lowest)
    expect_whole(python, tmp_path, consoles())
    run(python, "-I", str(HERE / "extras.py"), *EXTRAS, cwd=tmp_path)


def test_broken_binaries_are_mended_as_the_message_says(
    wheel: Path, installed: Path, tmp_path: Path
) -> None:
    python = copied(installed, tmp_path)
    kifu = python.with_name("kifu")
    for rules, source, cwd in (
        ("compiled rules", str(wheel), tmp_path),
        ("rules from source", ".", ROOT),
    ):
        pip(python, "uninstall", "--quiet", "--yes", "mypy_extensions", cwd=tmp_path)
        done = subprocess.run([kifu, "games"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert "can't be loaded: No module named 'mypy_extensions'" in done.stderr
        again, without = re.findall(r"pip (install --force[-\w ]*) kifu\)", done.stderr)
        words = (again if rules == "compiled rules" else without).split()
        pip(python, *words, source, cwd=cwd, KIFU_COMPILE="0")
        assert rules in run(kifu, "--version", cwd=tmp_path)
