"""Compressed streams: gzip and zstd, read in bounded memory as far as they are whole.

kifu writes them in parts (frames of zstd, members of gzip) with some records each, so that a file
that is cut off loses its last part only.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Any, BinaryIO, Self

BLOCK = 1 << 20
#: Compressed bytes are taken in small pieces: so little is lost in front of damage, and so
#: little can swell up at once.
PIECE = 1024
LARGEST_WINDOW = 128 << 20
#: The approximate bytes of a part before it is packed.
PART = 1 << 17


def blocks_of(file: BinaryIO, size: int = BLOCK) -> Iterator[bytes]:
    """The bytes of an open file from its place on, at most `size` at a time."""
    return iter(lambda: file.read(size), b"")


class Unpacked:
    """Iterate over it for the unpacked blocks of a stream, of about `size` bytes each.
    `compression` is `"gz"` or `"zst"`; with `""` the blocks come as they are. Never raises for a
    damaged stream: it ends early.

    `damage` says, after the last block, what is wrong with the stream; None if it is whole.
    """

    def __init__(self, blocks: Iterable[bytes], compression: str, size: int = BLOCK) -> None:
        self.damage: str | None = None
        self._size = size
        self._blocks = blocks
        self._compression = compression

    def __iter__(self) -> Iterator[bytes]:
        if self._compression:
            return self._unpacked()
        return iter(self._blocks)

    def _unpacked(self) -> Iterator[bytes]:
        """Yield the unpacked blocks, up to the damage if there is any; then `damage` is set."""
        held = bytearray()
        unpacker = None  # between two members or frames
        padding = b"\0" if self._compression == "gz" else b""
        for block in self._blocks:
            for start in range(0, len(block), PIECE):
                piece = block[start : start + PIECE]
                # Between members there may be zeros: gzip files may be padded.
                while piece := piece if unpacker else piece.lstrip(padding):
                    if unpacker is None:
                        unpacker, errors = _new(self._compression)
                    try:
                        held += unpacker.decompress(piece)
                    except errors as error:
                        self.damage = f"the {self._compression} stream is damaged: {error}"
                        yield bytes(held)
                        return
                    piece = unpacker.unused_data
                    if unpacker.eof:
                        unpacker = None
                if len(held) >= self._size:
                    yield bytes(held)
                    held.clear()
        if unpacker is not None:
            self.damage = f"the {self._compression} stream is cut off"
        yield bytes(held)


def _new(compression: str) -> tuple[Any, type[Exception]]:
    """A new decompressor for one member or frame, of `zlib` or `zstandard`, and its errors."""
    if compression == "gz":
        return zlib.decompressobj(wbits=31), zlib.error
    import zstandard

    unpacker = zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)
    return unpacker.decompressobj(), zstandard.ZstdError


class Packed:
    """A stream that compresses what is written into it, in parts, and writes these to `file`. A
    part never ends within one call of `write`; the last one is written at the end of the context,
    and not if an error ends it. With the compression `""` the bytes stay as they are. The same
    input always gives the same bytes.
    """

    def __init__(self, file: IO[bytes], compression: str) -> None:
        self._file = file
        self._compression = compression
        self._held = bytearray()
        self._is_empty = True

    def write(self, data: bytes) -> int:
        """Write a record, or any bytes that must stay in one part. They are held until the part is
        full. Returns their number.
        """
        if len(self._held) >= PART:
            self._end()
        self._held += data
        return len(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        if kind is None and (self._held or self._is_empty):
            self._end()

    def _end(self) -> None:
        """Write what is held to the file as one part, and hold nothing."""
        self._file.write(_packed(bytes(self._held), self._compression))
        self._held.clear()
        self._is_empty = False


def _packed(data: bytes, compression: str) -> bytes:
    """Bytes compressed as one part; the same bytes with the compression ""."""
    if not compression:
        return data
    if compression == "gz":
        return gzip.compress(data, mtime=0)
    import zstandard

    return zstandard.ZstdCompressor().compress(data)
