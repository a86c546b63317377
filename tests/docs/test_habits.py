"""What the workflows and hooks name is there, and every version and citation is that of kifu."""

from __future__ import annotations

import json
import re

from .pages import PROJECT, ROOT


def test_the_workflow_runs_on_three_systems_what_is_there() -> None:
    text = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    for system in ("ubuntu", "macos", "windows"):
        assert len(re.findall(rf"os: \[.*\b{system}-", text)) == 2, "from source and compiled"
    paths = re.findall(r"\btests/\w+|\.ci/\S+", text)
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []
    assert '"3.11"' in text and '"3.14"' in text


def test_the_hooks_name_programs_that_are_there() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert set(re.findall(r"entry: python -m (\S+)", text)) == {"ruff", "mypy"}


def test_the_extension_has_the_version_of_kifu() -> None:
    """A candidate, 1.2.3rc1, has an extension 1.2.3: VS Code knows numbers only."""
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text("utf-8"))
    assert extension["version"] == PROJECT["version"].partition("rc")[0]
    vsix = f"kifu-{extension['version']}.vsix"
    assert vsix in (ROOT / "docs/editors.md").read_text("utf-8")


def test_the_citation_names_what_the_project_says_of_itself() -> None:
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {PROJECT['version']}" in lines
    assert f"license: {PROJECT['license']}" in lines
    assert f"url: {PROJECT['urls']['Homepage']}" in lines
    assert f"  - name: {PROJECT['authors'][0]['name']}" in lines


def test_the_actions_of_the_workflows_are_pinned_by_a_commit() -> None:
    """A tag can be moved, a commit can't; the comment says which version it is."""
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        every = re.findall(r"uses: (.*)", path.read_text("utf-8"))
        assert every, path
        for used in every:
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), used
