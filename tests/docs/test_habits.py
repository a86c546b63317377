"""CONTRIBUTING's habits: the check of commit messages, and what the workflows and hooks name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from .pages import ROOT

CHECK = ROOT / ".ci" / "commit_message.py"


def checked(what: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, CHECK, what],
        cwd=folder, capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "message",
    ["Fix it", "x" * 72, "Fix it\n", "Fix it\n\nIt was wrong.\n", "Fix it\n# a remark of git\n",
     "棋" * 72, "Fix it\n\nWhy.\n# ------------------------ >8 ------------------------\n+x"],
)  # fmt: skip
def test_a_good_message_passes(message: str, tmp_path: Path) -> None:
    (tmp_path / "MESSAGE").write_text(message, "utf-8")
    done = checked("MESSAGE", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("x" * 73, "the subject has 73 characters; 72 are allowed"),
        ("Fix it.", "the subject ends in a full stop"),
        ("Fix it\nand that", "the line below the subject must be empty"),
        ("\n\nFix it", "the subject is empty"),
        ("# only remarks", "the subject is empty"),
    ],
)
def test_a_bad_message_is_refused_and_why(message: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "MESSAGE").write_text(message, "utf-8")
    done = checked("MESSAGE", tmp_path)
    assert done.returncode == 1 and said in done.stderr


def test_every_commit_of_a_range_is_checked(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        names = ["-c", "user.name=Aki", "-c", "user.email=aki@example.org"]
        subprocess.run(["git", *names, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    for message in ("Begin " + "x" * 80, "Go on", "Go " + "on " * 30, "End"):
        git("commit", "--allow-empty", "--no-verify", "--message", message)
    assert checked("HEAD~1..HEAD", tmp_path).returncode == 0
    done = checked("HEAD~3..HEAD", tmp_path)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "'Go on on on" in done.stderr


def test_the_workflow_runs_on_three_systems_what_is_there() -> None:
    text = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    for system in ("ubuntu", "macos", "windows"):
        assert len(re.findall(rf"os: \[.*\b{system}-", text)) == 2, "from source and compiled"
    paths = re.findall(r"\btests/\w+|\.ci/\S+", text)
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []
    assert '"3.11"' in text and '"3.14"' in text


def test_the_hooks_name_programs_that_are_there() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert set(re.findall(r"entry: python (\S+ \S+|\S+)", text)) == {
        "-m ruff", "-m mypy", ".ci/commit_message.py",
    }  # fmt: skip


def test_the_extension_has_the_version_of_kifu() -> None:
    """A candidate, 1.2.3rc1, has an extension 1.2.3: VS Code knows numbers only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text("utf-8"))
    assert extension["version"] == project["version"].partition("rc")[0]
    vsix = f"kifu-{extension['version']}.vsix"
    assert vsix in (ROOT / "docs/editors.md").read_text("utf-8")


def test_the_citation_names_what_the_project_says_of_itself() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {project['version']}" in lines
    assert f"license: {project['license']}" in lines
    assert f"url: {project['urls']['Homepage']}" in lines
    assert f"  - name: {project['authors'][0]['name']}" in lines


def test_the_actions_of_the_workflows_are_pinned_by_a_commit() -> None:
    """A tag can be moved, a commit can't; the comment says which version it is."""
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        every = re.findall(r"uses: (.*)", path.read_text("utf-8"))
        assert every, path
        for used in every:
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), used
