"""The errors that kifu raises, each with the exit code it has on the command line."""

from __future__ import annotations

from kifu.notation.diagnostics import Diagnostic


class KifuError(Exception):
    """The base of kifu's errors that a user can do something about: the message says what is wrong,
    where, and how to go on. `exit_code` is the one of the command line.
    """

    exit_code = 1


class NotationError(KifuError, ValueError):
    """A record that can't be read or written; `diagnostics` has the findings."""

    def __init__(self, message: str, diagnostics: list[Diagnostic] | None = None) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics or []


class UsageError(KifuError, ValueError):
    """The call itself is wrong: an unknown form, a file that would be overwritten."""

    exit_code = 2


class Busy(KifuError):
    """Somebody else holds the file; the same call may succeed later."""

    exit_code = 3


class LimitHit(KifuError):
    """A limit was reached. Nothing was silently cut off."""

    exit_code = 4


def install_extra(extra: str) -> str:
    """The command line that installs kifu with `extra`, an optional part such as `cards`.

    >>> install_extra("cards")
    "pip install 'kifu[cards]' (in a clone of kifu: pip install '.[cards]')"
    """
    return f"pip install 'kifu[{extra}]' (in a clone of kifu: pip install '.[{extra}]')"
