"""The wheels, pure and compiled, and the sdist are whole, and a wheel asks for all it needs."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hatch_build
import pytest
from hatch_build import COMPILED, RUNTIME

from .environments import ENGLISH, ROOT, build, expect_whole, new

PARTS = ("notation", "replay", "store", "site")
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def held(wheel: Path) -> set[str]:
    """The files of a wheel, without what is said about it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def needs(wheel: Path) -> list[str]:
    """What is installed with a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode().splitlines()
    needed = (line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires"))
    return [line for line in needed if "extra ==" not in line]


def sources() -> set[str]:
    """Every file of the parts, by its path under the part: `kifu/store/schema.sql`."""
    return {
        path.relative_to(ROOT / part).as_posix()
        for part in PARTS
        for path in (ROOT / part / "kifu").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_pure_wheel_holds_every_file_of_the_parts(tmp_path: Path) -> None:
    done = build("wheel", tmp_path, KIFU_COMPILE="0")
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*-py3-none-any.whl")
    assert held(wheel) == sources()
    asked = {line.partition(">")[0].partition("<")[0] for line in RUNTIME}
    assert not [line for line in needs(wheel) if line.startswith(tuple(asked))]
    assert "without its compiled rules" not in done.stderr + done.stdout


def test_the_compiled_wheel_works_with_nothing_but_what_it_asks_for(
    quick_wheel: Path, tmp_path: Path
) -> None:
    expect_binaries(quick_wheel)
    expect_whole(new(tmp_path, str(quick_wheel)), tmp_path, ENGLISH)


@pytest.mark.campaign
def test_it_works_as_users_get_it(wheel: Path, installed: Path, tmp_path: Path) -> None:
    expect_binaries(wheel)
    expect_whole(installed, tmp_path, ENGLISH)


def expect_binaries(wheel: Path) -> None:
    """It holds the binaries beside their sources."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{version}-{version}-" in wheel.name
    binaries = {path.removesuffix(".py") + SUFFIX for path in COMPILED}
    assert held(wheel) == sources() | binaries | {f"kifu__mypyc{SUFFIX}"}


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("settings", "made", "why"),
    [
        ({"CC": "/nowhere/cc"}, 1, "without its compiled rules: there is no C compiler"),
        ({"CC": "false"}, 1, "without its compiled rules: false can't compile a file"),
        ({"CC": "/nowhere/cc", "KIFU_COMPILE": "1"}, 0, "KIFU_COMPILE=1, but there is no C comp"),
        ({"KIFU_COMPILE": "yes"}, 0, "KIFU_COMPILE is 0 or 1, not 'yes'"),
    ],
)
def test_without_a_compiler_the_wheel_is_pure_or_refused(
    tmp_path: Path, settings: dict[str, str], made: int, why: str
) -> None:
    done = build("wheel", tmp_path, **settings)
    assert (done.returncode == 0) == bool(made) and why in done.stdout + done.stderr
    assert len(list(tmp_path.glob("*-py3-none-any.whl"))) == len(list(tmp_path.iterdir())) == made


def test_what_fails_while_it_is_compiled_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def fail(root: Path, folder: Path) -> list[Path]:
        raise SystemExit("error: command 'cc' failed")

    def compile_rules() -> dict[str, Any]:
        built: dict[str, Any] = {"force_include": {}, "dependencies": []}
        app: Any = SimpleNamespace(display_warning=said.append)
        nothing: Any = None
        hook = hatch_build.CompiledRules(
            str(ROOT), {}, nothing, nothing, str(tmp_path), "wheel", app
        )
        try:
            hook.initialize("standard", built)
        finally:
            hook.finalize("standard", built, "")
        return built

    monkeypatch.setattr(hatch_build, "compile_tree", fail)
    monkeypatch.delenv("KIFU_COMPILE", raising=False)
    assert compile_rules() == {"force_include": {}, "dependencies": []}
    assert said == [
        "kifu is built without its compiled rules: compiling failed (error: command 'cc' failed)"
    ]
    monkeypatch.setenv("KIFU_COMPILE", "1")
    with pytest.raises(SystemExit):
        compile_rules()


def test_an_editable_install_runs_the_sources(tmp_path: Path) -> None:
    """An edited source behind a binary that was made of an older one would not be run."""
    code = "import sys; from hatchling.build import build_editable; build_editable(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True, timeout=100)
    (wheel,) = tmp_path.glob("*-py3-none-any.whl")
    assert all(name.endswith(".pth") for name in held(wheel))


@pytest.mark.campaign
def test_the_sdist_holds_what_is_needed_to_build_and_test(tmp_path: Path) -> None:
    assert build("sdist", tmp_path).returncode == 0
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"pyproject.toml", "README.md", "README.ja.md", "LICENSE", "SECURITY.md", "Makefile"}
    assert wanted | {"hatch_build.py", "tests/installed/smoke.py"} <= names
