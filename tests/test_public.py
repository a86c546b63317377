"""The public names of the four packages: found by looking, imported late, typed, documented."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from docs.reference import example_of, reference_page

ROOT = Path(__file__).parents[1]
PARTS = ("notation", "replay", "store", "site")
NAMES = [(part, name) for part in PARTS for name in import_module(f"kifu.{part}").__all__]


@cache
def page() -> str:
    """docs/reference.md as it should be."""
    return reference_page()


@pytest.mark.parametrize("part", PARTS)
def test_type_checkers_see_the_same_names(part: str) -> None:
    tree = ast.parse((ROOT / part / "kifu" / part / "__init__.py").read_text("utf-8"))
    typed = {
        alias.name: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name
    }
    assert typed == vars(import_module(f"kifu.{part}"))["_homes"]


@pytest.mark.parametrize(("part", "name"), NAMES)
def test_a_public_name_is_no_module_whatever_was_imported_before(part: str, name: str) -> None:
    package = import_module(f"kifu.{part}")
    home = import_module(vars(package)["_homes"][name])
    assert getattr(package, name) is getattr(home, name)
    assert not isinstance(getattr(package, name), ModuleType)
    assert name in dir(package)


@pytest.mark.parametrize("part", PARTS)
def test_a_missing_thing_is_reported(part: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'kifu.{part}' has no attribute 'nothing'"):
        import_module(f"kifu.{part}").nothing  # noqa: B018


def test_a_package_imports_nothing_before_it_is_asked() -> None:
    code = (
        "import sys, kifu.notation, kifu.replay, kifu.store, kifu.site\n"
        "print(*(name for name in sys.modules if name.count('.') > 1 and name[:5] == 'kifu.'))\n"
        "import kifu.replay.timeline, kifu.replay.players.simulate, kifu.replay.games.nimmt.game\n"
        "from kifu.replay import timeline, game, game_names, simulate\n"
        "import kifu.replay.games.nimmt.keys as keys\n"
        "print(*(type(found).__name__ for found in (timeline, game, game_names, simulate, keys)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "kifu.notation.public\nfunction function function function module\n"


@pytest.mark.parametrize(("part", "name"), NAMES)
def test_a_public_name_is_explained_with_an_example_where_it_can_be_called(
    part: str, name: str
) -> None:
    found = getattr(import_module(f"kifu.{part}"), name)
    assert f"### kifu.{part}.{name}\n" in page()
    if isinstance(found, str | int):
        return
    assert found.__doc__ and f"{found.__doc__.strip().splitlines()[0]}\n" in page()
    plain = isinstance(found, type) and issubclass(found, msgspec.Struct | Exception)
    assert plain or example_of(found)


def test_methods_signatures_and_exit_codes_are_on_the_page() -> None:
    text = page()
    assert "def query(" in text and "timeout: float | None = None" in text
    assert "#### Archive.query\n" in text
    assert "class LimitHit(KifuError):\n```\n" in text
    assert "Exit code of the command line: 4." in text
