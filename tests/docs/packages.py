"""Packages of strangers that tests install: a command line that knows them, and their modules."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from click.testing import CliRunner

from kifu.cli import main
from kifu.replay import registry
from kifu.replay.registry import added

from .pages import ROOT as ROOT

Kifu = Callable[..., "subprocess.CompletedProcess[str]"]


def installed(package: Path, tmp_path: Path) -> Kifu:
    """The command line, in processes where the package is installed."""
    path = os.pathsep.join(_paths(package, tmp_path))

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "kifu", *args],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip

    return run


def known(package: Path, tmp_path: Path) -> Kifu:
    """The command line in this process, which knows the package only as long as a command runs."""
    paths = _paths(package, tmp_path)

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        loaded = set(sys.modules)
        sys.path[:0] = paths
        _forget_strangers()
        try:
            with contextlib.chdir(tmp_path):
                done = CliRunner().invoke(main, args, env={"PYTHONPATH": os.pathsep.join(paths)})
        finally:
            del sys.path[: len(paths)]
            for name in {path.stem for path in package.glob("*.py")} - loaded:
                sys.modules.pop(name, None)
            _forget_strangers()
        return subprocess.CompletedProcess(args, done.exit_code, done.stdout, done.stderr)

    return run


def _forget_strangers() -> None:
    added.cache_clear()
    registry._stranger.cache_clear()


def _paths(package: Path, tmp_path: Path) -> list[str]:
    """Where modules are found when the package is installed: what `pip` would have written is in
    `tmp_path`.
    """
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    name = project["name"].replace("-", "_")
    info = tmp_path / "installed" / f"{name}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n")
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in points.items())])
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups) + "\n")
    given = os.environ.get("PYTHONPATH", "")
    return [str(info.parent), str(package), *filter(None, [given])]


def module_of(path: Path) -> ModuleType:
    """The module in a file, under a name of its own."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_example", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where the types of its options are looked up
    spec.loader.exec_module(module)
    return module
