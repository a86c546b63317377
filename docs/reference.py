"""The reference of the Python API: every public name of the four packages, from its docstring."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from kifu.replay import Observation, registry

PARTS = ("notation", "replay", "store", "site")

INTRO = """\
# The Python API

Made by `make docs` from the docstrings; do not edit it here.

Import every name below from its package: `from kifu.replay import check`. A package imports a name
when it is first used, so `import kifu.replay` costs next to nothing. All of it is typed.

Whatever else the modules hold may change between versions, except for what
[adding a game](adding-a-game.md) and [importing](importing.md) say a package of your own can use.

Seats and plies count from 1; ply 0 is the position after the first deal. Sizes and offsets are in
bytes, columns in characters, times in seconds. Every error that you can do something about is a
`kifu.notation.KifuError`; its `exit_code` is that of the command line.
"""


ARRAYS = """\
## Arrays

What a seat sees as an array of whole numbers, by game, here with default options and as few seats
as it allows; `Observation(...).rows` has the others. Whose something is counts from the seat that
looks: 1 is its own, 2 the next seat's, 0 nobody's. A row of a fact or zone with a `k` has the
same cells for each seat, in this order: of `score/k` in Yuhodo (`1+3+0=4`), four for the seat that
looks, then four for the next one. -32768 is a number that there is not.
"""


def reference_page() -> str:
    """The whole page."""
    parts = [INTRO]
    for part in PARTS:
        package = import_module(f"kifu.{part}")
        parts.append(f"## kifu.{part}\n\n{_prose(inspect.getdoc(package) or '')}")
        parts += [_entry(package, name) for name in package.__all__]
    parts += [ARRAYS, *map(_array, registry.BUILT_IN)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _array(name: str) -> str:
    """The array of a game as a table; cards, which are written alike, in one row."""
    game = registry.game(name)
    options = game.read_options({})
    sight = Observation(game, options, game.seats(options)[0])
    rows = [row for row in sight.rows if not row.what.startswith("card `")]
    cards = [row for row in sight.rows if row.what.startswith("card `")]
    tokens = dict.fromkeys(row.what.removeprefix("card ") for row in cards)
    deck = f"each of {len(cards)} cards: {', '.join(tokens)}"
    rows.append(cards[0]._replace(what=deck, cells=cards[0].cells * len(cards)))
    lines = [f"| {row.at} | {row.cells} | {row.what} | {row.values} |" for row in sorted(rows)]
    moves = f"There are {len(sight.moves)} numbers of moves; number 1 is `{sight.moves[1]}`."
    head = ["| from | cells | what | values |", "|--:|--:|---|---|"]
    return "\n".join([f"### {game.title.en}", "", moves, "", *head, *lines])


def example_of(found: object) -> bool:
    """Whether the docstring of a function or class, or of one of its methods, has an example."""
    methods = [method for _, method in _methods(found)] if isinstance(found, type) else []
    return any(">>>" in (inspect.getdoc(one) or "") for one in (found, *methods))


def _entry(package: ModuleType, name: str) -> str:
    found = getattr(package, name)
    home = vars(package)["_homes"][name]
    title = f"### {package.__name__}.{name}\n"
    if inspect.isfunction(found):
        return f"{title}\n{_code(_header(found))}\n\n{_prose(inspect.getdoc(found) or '')}"
    if inspect.isclass(found):
        return f"{title}\n{_class(found)}"
    return f"{title}\n{_constant(import_module(home), name, found)}"


def _class(found: type) -> str:
    parts = [_code(_header(found)), _prose(inspect.getdoc(found) or "")]
    if issubclass(found, Exception):
        parts.append(f"Exit code of the command line: {getattr(found, 'exit_code', 1)}.")
    for name, method in _methods(found):
        parts.append(f"#### {found.__name__}.{name}\n\n{_code(_header(method))}")
        parts.append(_prose(inspect.cleandoc(method.__doc__ or "")))
    return "\n\n".join(filter(None, parts))


def _methods(found: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The name and function of the constructor, public methods and properties of a class, in the
    order of its source; those of the classes of kifu's that it derives from come first.
    """
    homes = [home for home in reversed(found.__mro__) if home.__module__.startswith("kifu.")]
    for name, member in chain.from_iterable(vars(home).items() for home in homes):
        if isinstance(member, property):
            member = member.fget
        if isinstance(member, cached_property):
            member = member.func
        if isinstance(member, classmethod | staticmethod):
            member = member.__func__
        is_own = inspect.isfunction(member) and member.__module__.startswith("kifu.")
        if is_own and (name == "__init__" or name[0] != "_"):
            yield name, member


def _header(found: Any) -> str:
    """A function or class as its source has it, as far as its docstring; of a class its fields,
    too.
    """
    source = inspect.cleandoc("\n" + inspect.getsource(found))
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    decorators = [f"@{ast.unparse(one)}" for one in node.decorator_list]
    lines = source.splitlines()
    fields = [
        lines[at]
        for one in (node.body if isinstance(node, ast.ClassDef) else [])
        if isinstance(one, ast.AnnAssign)
        for at in range(one.lineno - 1, one.end_lineno or 0)
    ]
    return "\n".join([*decorators, *lines[node.lineno - 1 : node.body[0].lineno - 1], *fields])


def _constant(module: ModuleType, name: str, value: object) -> str:
    """A constant with the `#:` comment above it, or else what its module says."""
    source = Path(inspect.getsourcefile(module) or "").read_text("utf-8")
    said = re.search(rf"((?:^#: .*\n)+){name}\b", source, re.MULTILINE)
    text = inspect.getdoc(module) or ""
    if said is not None:
        text = re.sub(r"^#: ", "", said[1], flags=re.MULTILINE)
    shown = f"{name}: str" if isinstance(value, str) else f"{name} = {value!r}"
    return f"{_code(shown)}\n\n{text.strip()}"


def _prose(text: str) -> str:
    """A docstring as Markdown: its examples become blocks of code."""
    parts = []
    for paragraph in text.split("\n\n"):
        prose, mark, example = paragraph.partition(">>> ")
        if prose.strip():
            parts.append(prose.rstrip())
        if mark:
            parts.append(f"```pycon\n{mark}{example.rstrip()}\n```")
    return re.sub(r"\n```\n\n```pycon\n", "\n\n", "\n\n".join(parts))


def _code(text: str) -> str:
    return f"```python\n{text}\n```"
