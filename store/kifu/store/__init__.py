"""The archive, where matches are indexed, found and asked about.

>>> from kifu.store import Archive, Filters
>>> archive = Archive("games.duckdb")   # opens nothing yet

Each name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from kifu.notation.public import publish

if TYPE_CHECKING:
    from kifu.store.archive import Archive as Archive
    from kifu.store.ask.filters import Filters as Filters
    from kifu.store.ask.search import Found as Found, Hit as Hit
    from kifu.store.ask.sql import QueryError as QueryError
    from kifu.store.errors import ArchiveError as ArchiveError
    from kifu.store.index.entering import Report as Report

__all__ = publish(__name__)
