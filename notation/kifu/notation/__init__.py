"""Records of card-game matches: the text form, the log form, and what is wrong with them.

    from kifu.notation import read, loads, dumps

`read` yields every record of a file with its findings and never raises on bad content. `load`,
`loads`, `load_all`, `dump` and `dumps` are like those of `json`: they give plain records, and raise
NotationError where one is not sound. Each name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from kifu.notation.public import publish

if TYPE_CHECKING:
    from kifu.notation.api import dump as dump
    from kifu.notation.api import load as load
    from kifu.notation.api import load_all as load_all
    from kifu.notation.api import loads as loads
    from kifu.notation.diagnostics import Diagnostic as Diagnostic
    from kifu.notation.diagnostics import diagnostic as diagnostic
    from kifu.notation.diagnostics import is_error as is_error
    from kifu.notation.errors import Busy as Busy
    from kifu.notation.errors import KifuError as KifuError
    from kifu.notation.errors import LimitHit as LimitHit
    from kifu.notation.errors import NotationError as NotationError
    from kifu.notation.errors import UsageError as UsageError
    from kifu.notation.files import dumps as dumps
    from kifu.notation.files import read as read
    from kifu.notation.files import read_at as read_at
    from kifu.notation.files import read_stream as read_stream
    from kifu.notation.files import writer as writer
    from kifu.notation.reading import Reading as Reading
    from kifu.notation.record import Line as Line
    from kifu.notation.record import Note as Note
    from kifu.notation.record import Record as Record
    from kifu.notation.record import tag as tag
    from kifu.notation.version import __version__ as __version__

__all__ = publish(
    __name__,
    {
        "Busy": "errors",
        "Diagnostic": "diagnostics",
        "KifuError": "errors",
        "LimitHit": "errors",
        "Line": "record",
        "NotationError": "errors",
        "Note": "record",
        "Reading": "reading",
        "Record": "record",
        "UsageError": "errors",
        "__version__": "version",
        "diagnostic": "diagnostics",
        "dump": "api",
        "dumps": "files",
        "is_error": "diagnostics",
        "load": "api",
        "load_all": "api",
        "loads": "api",
        "read": "files",
        "read_at": "files",
        "read_stream": "files",
        "tag": "record",
        "writer": "files",
    },
)
