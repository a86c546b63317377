"""Records of card-game matches: the text form, the log form, and what is wrong with them.

    from kifu.notation import read, loads, dumps

`read` yields every record of a file with its findings and never raises on bad content. `loads`
reads one sound record and `dumps` writes it as text; they raise NotationError where there is none.
Each name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from kifu.notation.public import publish

if TYPE_CHECKING:
    from kifu.notation.errors import (
        Diagnostic as Diagnostic,
        diagnostic as diagnostic,
        is_error as is_error,
        Busy as Busy,
        KifuError as KifuError,
        LimitHit as LimitHit,
        NotationError as NotationError,
        UsageError as UsageError,
    )
    from kifu.notation.files import (
        dumps as dumps,
        loads as loads,
        read as read,
        read_at as read_at,
        read_stream as read_stream,
        writer as writer,
    )
    from kifu.notation.record import (
        Line as Line,
        Note as Note,
        Reading as Reading,
        Record as Record,
        tag as tag,
    )
    from kifu.notation.version import __version__ as __version__

__all__ = publish(__name__)
