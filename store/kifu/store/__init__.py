"""kifu.store: the archive, where matches are indexed, found and asked about.

>>> from kifu.store import Archive, Filters
>>> archive = Archive("games.duckdb")   # opens nothing yet
"""

from kifu.store.archive import Archive
from kifu.store.ask.filters import Filters
from kifu.store.ask.search import Found, Hit
from kifu.store.ask.sql import QueryError
from kifu.store.database import ArchiveError
from kifu.store.index.ingest import Report

__all__ = ["Archive", "ArchiveError", "Filters", "Found", "Hit", "QueryError", "Report"]
