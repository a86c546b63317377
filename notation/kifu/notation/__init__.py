"""Records of card-game matches: the text form, the log form, and what is wrong with them.

    from kifu.notation import read, loads, dumps

`read` yields every record of a file with its findings and never raises on bad content. `load`,
`loads`, `load_all`, `dump` and `dumps` are faces like those of `json`: they give plain records,
and raise NotationError where one is not sound. Each name is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kifu.notation.diagnostics import Diagnostic as Diagnostic
    from kifu.notation.diagnostics import is_error as is_error
    from kifu.notation.errors import KifuError as KifuError
    from kifu.notation.errors import NotationError as NotationError
    from kifu.notation.errors import UsageError as UsageError
    from kifu.notation.faces import dump as dump
    from kifu.notation.faces import dumps as dumps
    from kifu.notation.faces import load as load
    from kifu.notation.faces import load_all as load_all
    from kifu.notation.faces import loads as loads
    from kifu.notation.files import read as read
    from kifu.notation.files import read_at as read_at
    from kifu.notation.files import read_stream as read_stream
    from kifu.notation.files import writer as writer
    from kifu.notation.reading import Reading as Reading
    from kifu.notation.record import Line as Line
    from kifu.notation.record import Note as Note
    from kifu.notation.record import Record as Record
    from kifu.notation.record import tag as tag
    from kifu.notation.skim import Skimmed as Skimmed

_HOME = {
    "Diagnostic": "diagnostics",
    "KifuError": "errors",
    "Line": "record",
    "Note": "record",
    "NotationError": "errors",
    "Reading": "reading",
    "Record": "record",
    "Skimmed": "skim",
    "UsageError": "errors",
    "dump": "faces",
    "dumps": "faces",
    "is_error": "diagnostics",
    "load": "faces",
    "load_all": "faces",
    "loads": "faces",
    "read": "files",
    "read_at": "files",
    "read_stream": "files",
    "tag": "record",
    "writer": "files",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
