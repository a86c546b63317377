"""A package's public names, each imported when it is first used.

A package lists its names with the modules that have them, and imports none of those modules until
somebody asks. The imports under `TYPE_CHECKING` say the same to editors and type checkers; a test
compares the two.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any


def publish(package: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """Make `names` importable from `package`: they are listed by the module of the package that has
    them, which is imported when one of its names is first used.

    Returns the names, for `__all__`. A public name hides a module of the same name:
    `kifu.replay.check` is the function, and `from kifu.replay.check import check` finds the module
    all the same.

    >>> import kifu.notation, kifu.notation.record
    >>> kifu.notation.Record is kifu.notation.record.Record
    True
    """
    module = sys.modules[package]
    module.__class__ = _Package
    homes = {name: home for home in names for name in names[home]}
    module.__dict__["_homes"] = homes
    for name in homes:
        if isinstance(module.__dict__.get(name), ModuleType):
            del module.__dict__[name]
    return sorted(homes)


class _Package(ModuleType):
    _homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        home = self._homes.get(name)
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{self.__name__}.{home}"), name)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        # The import system sets a module as an attribute of its package once it is loaded.
        if not (name in self._homes and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._homes})
