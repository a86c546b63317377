"""Frames: compressed files written in parts that can be unpacked one by one.

A part is a frame of zstd or a member of gzip with some records. So a file that is cut off loses its
last records only, and one record is read without those before it: the sizes of the parts are in
their headers, of gzip in a field of kifu's own.
"""

from __future__ import annotations

import os
import struct
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import islice
from typing import IO, BinaryIO, Self

#: The approximate bytes of a part before it is packed.
SIZE = 1 << 17
#: The most parts of a file, and the most blocks of a zstd frame, that are looked at.
MOST, MOST_BLOCKS = 1 << 18, 16

_GZIP = b"\x1f\x8b\x08"
#: The head of a member with kifu's field: method, flags (a field follows), no time; the field has
#: the bytes of the whole member.
_MEMBER = struct.Struct("<3sBIBBHBBHI")
_HAS_FIELD, _FIELD, _FIELD_BYTES = 4, (ord("K"), ord("F")), 4
_ZSTD, _SKIPPABLE = 0xFD2FB528, 0x184D2A50
#: Where parts begin: in the file, and in what it unpacks to.
Starts = tuple[list[int], list[int]]


class Framed:
    """A stream that packs what is written into it: parts end between two calls of `write`."""

    def __init__(self, file: IO[bytes], compression: str) -> None:
        self._file = file
        self._pack = _gzipped if compression == "gz" else _zstd()
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
        self._file.write(self._pack(bytes(self._held)))
        self._held.clear()
        self._is_empty = False


def _zstd() -> Callable[[bytes], bytes]:
    import zstandard

    return zstandard.ZstdCompressor().compress


def _gzipped(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = packer.compress(data) + packer.flush()
    size = _MEMBER.size + len(body) + 8
    field = (*_FIELD, _FIELD_BYTES, size)
    head = _MEMBER.pack(_GZIP, _HAS_FIELD, 0, 2, 255, 4 + _FIELD_BYTES, *field)
    return head + body + struct.pack("<II", zlib.crc32(data), len(data))


def nearest(file: BinaryIO, compression: str, offset: int) -> tuple[int, int]:
    """Where to begin reading a file packed as `compression` ("gz" or "zst") to reach byte `offset`
    of the unpacked stream: the start of the part with that byte, or of an earlier part (where parts
    don't give their sizes, or are small). Returns its offset in the file, and that in the unpacked
    stream. Moves the place of `file`. Raises OSError.
    """
    about = os.fstat(file.fileno())
    key = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
    found = _KNOWN.get(key)
    if found is None:
        found = _starts(file, about.st_size, compression)
        if len(_KNOWN) >= _REMEMBERED:
            _KNOWN.pop(next(iter(_KNOWN)), None)
        _KNOWN[key] = found
    starts, unpacked = found
    at = bisect_right(unpacked, offset) - 1
    return starts[at], unpacked[at]


#: The parts of files: of so many, those looked through last (see `_REMEMBERED`).
_KNOWN: dict[tuple[int, int, int, int], Starts] = {}
_REMEMBERED = 16


def _starts(file: BinaryIO, size: int, compression: str) -> Starts:
    parts = _gzip_part if compression == "gz" else _zstd_part
    starts, unpacked = [0], [0]
    place = offset = 0
    for _ in range(MOST):
        part = parts(file, place, size)
        if part is None or place + part[0] >= size:
            break
        place, offset = place + part[0], offset + part[1]
        # Of parts that unpack to little, one in a while is enough.
        if offset - unpacked[-1] >= SIZE // 2:
            starts.append(place)
            unpacked.append(offset)
    return starts, unpacked


def _gzip_part(file: BinaryIO, place: int, size: int) -> tuple[int, int] | None:
    """The packed and the unpacked size of the gzip member at the offset `place` of a file of `size`
    bytes; None if its header does not give them.
    """
    head = _at(file, place, _MEMBER.size)
    if len(head) < _MEMBER.size:
        return None
    magic, flags, _, _, _, fields, one, two, length, packed = _MEMBER.unpack(head)
    ours = (_GZIP, _HAS_FIELD, 4 + _FIELD_BYTES, *_FIELD, _FIELD_BYTES)
    if (magic, flags, fields, one, two, length) != ours:
        return None
    if not _MEMBER.size + 8 < packed <= size - place:
        return None
    return packed, int.from_bytes(_at(file, place + packed - 4, 4), "little")


def _zstd_part(file: BinaryIO, place: int, size: int) -> tuple[int, int] | None:
    """The packed and the unpacked size of the zstd frame at the offset `place` of a file of `size`
    bytes; None if its header does not give them.
    """
    head = _at(file, place, 18)
    if len(head) < 8:
        return None
    magic = int.from_bytes(head[:4], "little")
    if magic & ~15 == _SKIPPABLE:
        return 8 + int.from_bytes(head[4:8], "little"), 0
    about = head[4]
    is_single = bool(about & 32)
    content_bytes = (1 if is_single else 0, 2, 4, 8)[about >> 6]
    if magic != _ZSTD or not content_bytes:
        return None
    at = 5 + (not is_single) + (0, 1, 2, 4)[about & 3]
    unpacked = int.from_bytes(head[at : at + content_bytes], "little")
    unpacked += 256 if content_bytes == 2 else 0
    at += content_bytes
    blocks = list(islice(_blocks(file, place + at, size), MOST_BLOCKS + 1))
    if len(blocks) > MOST_BLOCKS:
        return None
    at += sum(blocks)
    return at + (4 if about & 4 else 0), unpacked


def _blocks(file: BinaryIO, place: int, size: int) -> Iterator[int]:
    """The size of each block of a zstd frame in bytes, with its header. The first block begins at
    the offset `place` of a file of `size` bytes.
    """
    is_last = False
    while not is_last and place < size:
        head = int.from_bytes(_at(file, place, 3), "little")
        is_last, kind = bool(head & 1), head >> 1 & 3
        block = 3 + (1 if kind == 1 else head >> 3)
        place += block
        yield block


def _at(file: BinaryIO, place: int, size: int) -> bytes:
    file.seek(place)
    return file.read(size)
