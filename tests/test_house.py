"""docs/inside/house.md: imports lead leftwards, never in a circle, and each folder has its row.

The scripts of the pages import one another in no circle, either.
"""

from __future__ import annotations

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from kifu.replay.registry import BUILT_IN

ROOT = Path(__file__).parents[1]
PARTS = ("notation", "replay", "store", "site")


def _modules() -> dict[str, Path]:
    """Every module of kifu by its dotted name; a package by that of its folder."""
    found = {}
    for part in PARTS:
        for path in (ROOT / part / "kifu").rglob("*.py"):
            names = path.relative_to(ROOT / part).with_suffix("").parts
            found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


MODULES = _modules()


def _imported(tree: ast.AST, deep: bool) -> set[str]:
    """The modules of kifu that a module imports: when it is loaded, or at any time."""
    found = set()
    nodes = list(ast.walk(tree)) if deep else list(_at_once(tree))
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            found |= inner or {node.module}
    return found & MODULES.keys()


def _at_once(tree: ast.AST) -> list[ast.AST]:
    """What runs when a module is loaded: not what stands in functions or under TYPE_CHECKING."""
    found: list[ast.AST] = []
    for node in ast.iter_child_nodes(tree):
        typing = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if not typing and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found += [node, *_at_once(node)]
    return found


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    """Every module of kifu, parsed: not when the tests are collected, which every worker does."""
    return {name: ast.parse(path.read_text("utf-8")) for name, path in MODULES.items()}


def test_all_parts_are_here(trees: dict[str, ast.Module]) -> None:
    assert {name.split(".")[1] for name in MODULES if name.count(".")} >= set(PARTS)
    assert "kifu.replay.match" in _imported(trees["kifu.replay.timeline"], deep=True)


@pytest.mark.parametrize("part", PARTS)
def test_imports_lead_leftwards(part: str, trees: dict[str, ast.Module]) -> None:
    right = PARTS[PARTS.index(part) + 1 :]
    wrong = [
        (name, other)
        for name, tree in trees.items()
        if name.startswith(f"kifu.{part}")
        for other in _imported(tree, deep=True)
        if other.split(".")[1] in right
    ]
    assert not wrong


#: The folders of `site`: each may import those before it, but none of its own set.
LAYERS = ({"look"}, {"content"}, {"page", "picture"}, {"website"}, {"problems"}, {"commands"})


def test_imports_within_the_site_lead_leftwards(trees: dict[str, ast.Module]) -> None:
    rank = {folder: place for place, layer in enumerate(LAYERS) for folder in layer}
    wrong = [
        (name, other)
        for name, tree in trees.items()
        for other in _imported(tree, deep=True)
        if name.startswith("kifu.site.") and other.startswith("kifu.site.")
        and (folders := (name.split(".")[2], other.split(".")[2]))[0] != folders[1]
        and folders[0] in rank and rank.get(folders[1], -1) >= rank[folders[0]]
    ]  # fmt: skip
    assert {name.split(".")[2] for name in MODULES if name.count(".") > 2
            and name.startswith("kifu.site.")} == rank.keys()  # fmt: skip
    assert not wrong


def test_only_commands_import_commands(trees: dict[str, ast.Module]) -> None:
    inside = re.compile(r"kifu\.\w+\.commands\b")
    wrong = [
        (name, other)
        for name, tree in trees.items()
        if not inside.match(name)
        for other in _imported(tree, deep=True)
        if inside.match(other)
    ]
    assert any(map(inside.match, MODULES)) and not wrong


def test_no_module_imports_itself_in_a_circle(trees: dict[str, ast.Module]) -> None:
    TopologicalSorter({name: _imported(tree, deep=False) for name, tree in trees.items()}).prepare()


def test_no_script_of_a_page_imports_itself_in_a_circle() -> None:
    imports = re.compile(r'^(?:import|\}).*"\./([\w-]+\.ts)";$', re.MULTILINE)
    scripts = [
        path for path in ROOT.glob("site/kifu/site/static/*.ts") if not path.name.endswith(".d.ts")
    ]
    graph = {path.name: {*imports.findall(path.read_text("utf-8"))} for path in scripts}
    used = set().union(*graph.values())
    begun_with = {f"{name}.ts" for name in ["main", "shared", "index", "lists", "problems"]}
    assert "now.ts" in used and used <= graph.keys() <= used | begun_with
    TopologicalSorter(graph).prepare()


def test_every_folder_of_modules_has_its_row() -> None:
    page = (ROOT / "docs/inside/house.md").read_text("utf-8")
    named = re.findall(r"^\| `(\w+/\w+)` \|", page, re.MULTILINE)
    folders = {
        name.removeprefix("kifu.").replace(".", "/")
        for name, path in MODULES.items()
        if path.name == "__init__.py" and name.count(".") == 2
    }
    assert sorted(named) == sorted(folders)


def test_what_the_page_names_is_there() -> None:
    page = (ROOT / "docs/inside/house.md").read_text("utf-8")
    named = set(re.findall(rf"`((?:{'|'.join(PARTS)})\.[\w.]+)`", page))
    assert named
    assert {f"kifu.{name}" for name in named} <= MODULES.keys()


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_reading_order_names_each_file_of_the_game(name: str) -> None:
    """`game` says in what order to read its package."""
    path = MODULES[BUILT_IN[name].partition(":")[0]]
    order = path.read_text("utf-8").partition("Read in the order")[2].partition('"""')[0]
    files = {path.stem for path in path.parent.glob("*.py")} - {"game", "__init__"}
    assert sorted(re.findall("`([a-z_]+)`", order)) == sorted(files)
