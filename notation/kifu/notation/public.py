"""A package's public names, each imported when it is first used.

A package imports its names under `TYPE_CHECKING`, each by `from MODULE import NAME as NAME`, where
editors and type checkers find them. Python does not run these lines: `publish` reads them, and a
module is imported when one of its names is first used.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_IMPORT = re.compile(r"^    from (kifu[.\w]+) import (\([^)]*\)|.*)", re.MULTILINE)
_NAME = re.compile(r"(\w+) as \1\b")


def publish(package: str) -> list[str]:
    """Make the names that the source of `package` imports under `TYPE_CHECKING` importable from it.
    These are lines `from kifu... import NAME as NAME`, indented by four blanks; imports in another
    form are not found. Call it in that package's own `__init__`; its module object gets another
    class for that.

    Returns the names, sorted, for `__all__`. Nothing of them is imported yet: a wrong module or
    name raises ImportError or AttributeError when the name is first used. A public name hides a
    module of the same name: `kifu.replay.timeline` is the function, and `from kifu.replay.timeline
    import timeline` finds the module all the same.

    >>> import kifu.notation, kifu.notation.record
    >>> kifu.notation.Record is kifu.notation.record.Record
    True
    """
    module = sys.modules[package]
    module.__class__ = _Package
    loader: Any = module.__loader__  # which reads from a zip, too
    found = _IMPORT.findall(loader.get_data(module.__file__).decode())
    homes = {name: home for home, names in found for name in _NAME.findall(names)}
    module.__dict__["_homes"] = homes
    return sorted(homes)


class _Package(ModuleType):
    """A package whose public names are imported from their modules when they are first used."""

    #: The module that has each public name.
    _homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        """A public name that was not used before: imported from its module, and kept here.
        AttributeError for any other name; what importing the module raises comes through.
        """
        home = self._homes.get(name)
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(import_module(home), name)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute, but ignore a module that would replace a public name."""
        # The import system sets a module as an attribute of its package once it is loaded.
        if not (name in self._homes and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """All names, sorted, with the public ones that were not imported yet."""
        return sorted({*super().__dir__(), *self._homes})
