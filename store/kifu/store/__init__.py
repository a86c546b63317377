"""kifu.store: the archive, where matches are indexed, found and asked about.

>>> from kifu.store import Archive, Filters
>>> archive = Archive("games.duckdb")   # opens nothing yet
"""

from kifu.store.archive import Archive
from kifu.store.database import ArchiveError
from kifu.store.filters import Filters
from kifu.store.ingest import Report
from kifu.store.search import Found, Hit
from kifu.store.sql import QueryError

__all__ = ["Archive", "ArchiveError", "Filters", "Found", "Hit", "QueryError", "Report"]
