"""Frames: compressed files written in parts, so that one that is cut off loses its last part only.

A part is a frame of zstd or a member of gzip with some records.
"""

from __future__ import annotations

import gzip
from typing import IO, Self

#: The approximate bytes of a part before it is packed.
SIZE = 1 << 17


class Framed:
    """A stream that packs what is written into it: parts end between two calls of `write`."""

    def __init__(self, file: IO[bytes], compression: str) -> None:
        self._file = file
        self._compression = compression
        self._held = bytearray()
        self._is_empty = True

    def write(self, data: bytes) -> int:
        """Write a record, or any bytes that are to stay in one part. Returns the number
        of bytes.
        """
        if len(self._held) >= SIZE:
            self._end()
        self._held += data
        return len(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        if kind is None and (self._held or self._is_empty):
            self._end()

    def _end(self) -> None:
        self._file.write(_packed(bytes(self._held), self._compression))
        self._held.clear()
        self._is_empty = False


def _packed(data: bytes, compression: str) -> bytes:
    if compression == "gz":
        return gzip.compress(data, mtime=0)
    import zstandard

    return zstandard.ZstdCompressor().compress(data)
