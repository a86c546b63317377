"""Packages that add games, importers or commands: which of them an error comes from."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

#: The groups of entry points by which a package adds to kifu, and what it adds.
GROUPS = {"kifu.games": "game", "kifu.importers": "importer", "kifu.commands": "command"}
_OWN = "kifu"
_FILE = re.compile(r'^ *File "(.+?)", line', re.MULTILINE)


def at_fault(error: BaseException) -> str:
    """The package that an error comes from, with its module and what it adds: the one whose code is
    in the traceback (also that of a worker process). "" if only kifu's is.
    """
    files = [Path(name) for name in _FILE.findall("".join(traceback.format_exception(error)))]
    for point in _strangers():
        for file in reversed(files):
            module = _module(point, file)
            if module and point.dist is not None:
                name = f"{point.dist.name} {point.dist.version}"
                return f"{name}, module {module}, which adds the {GROUPS[point.group]} {point.name}"
    return ""


def _strangers() -> Iterator[EntryPoint]:
    for group in GROUPS:
        for point in entry_points(group=group):
            if point.module.partition(".")[0] != _OWN:
                yield point


def _module(point: EntryPoint, file: Path) -> str:
    """The dotted name of the module in `file` if the package of the entry point `point` has it;
    else "".
    """
    top = point.module.partition(".")[0]
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return ""
    if spec is None or spec.origin is None:
        return ""
    if Path(spec.origin) == file:
        return top
    for folder in spec.submodule_search_locations or ():
        if file.is_relative_to(folder):
            return ".".join([top, *file.relative_to(folder).with_suffix("").parts])
    return ""
