"""Indexing: from files of records to rows of the archive."""
