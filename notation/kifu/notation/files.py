"""Files of records: their form by name, reading and writing them, compressed ones too, and folders.

Compressed streams are read in bounded memory as far as they are whole. kifu writes them in parts
(frames of zstd, members of gzip) with some records each, so that a file that is cut off loses its
last part only. What a form is read or written with is imported when a file of that form comes.
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import chain, islice
from typing import IO, Any, BinaryIO, NamedTuple, Self

from kifu.notation.disk import open_file, whole_file
from kifu.notation.errors import Diagnostic, KifuError, NotationError, UsageError, diagnostic
from kifu.notation.record import LARGEST_RECORD, Reading, Record, Start, demand_record, sound

_FORMS = {".kifu": "text", ".jsonl": "json"}
_COMPRESSIONS = {".gz": "gz", ".zst": "zst"}
#: What the name of an archive usually ends in.
_ARCHIVE = ".duckdb"

BLOCK = 1 << 20
#: Compressed bytes are taken in small pieces: so little is lost in front of damage, and so
#: little can swell up at once.
PIECE = 1024
LARGEST_WINDOW = 128 << 20
#: The approximate bytes of a part before it is packed.
PART = 1 << 17


class Form(NamedTuple):
    """The form of a file, `"text"` or `"json"`, and its compression (`""`, `"gz"`, `"zst"`)."""

    kind: str
    compression: str


def form_of(path: str | os.PathLike[str]) -> Form:
    """The form of a file by its name: text for `.kifu`, JSON lines for `.jsonl`, either with `.gz`
    or `.zst` after it if it is compressed. The file need not exist. UsageError for every other
    name, also for `-`, for the name of an archive, for `.KIFU` in capitals, and for a name with
    nothing before the ending.

    >>> form_of("games/2026.jsonl.zst")
    Form(kind='json', compression='zst')
    """
    stem, last = os.path.splitext(os.fspath(path))
    compression = _COMPRESSIONS.get(last, "")
    suffix = os.path.splitext(stem)[1] if compression else last
    if last == _ARCHIVE:
        raise UsageError(
            f"{os.fspath(path)} is the name of an archive, not of a file of records; `kifu find` "
            "says where an archive's records are, `kifu export ARCHIVE -o - | kifu analyse -` "
            "analyses them, and `kifu index` adds records"
        )
    if suffix not in _FORMS:
        raise UsageError(
            f"{os.fspath(path)}: the name has no known extension; use .kifu or .jsonl, "
            "followed by .gz or .zst if it is compressed"
        )
    return Form(_FORMS[suffix], compression)


def read(path: str | os.PathLike[str]) -> Iterator[Reading]:
    """Yield a reading for each record of a file, in bounded memory; nothing for an empty file. Its
    name says its form; `-` is standard input, whose form and compression are found from its first
    bytes.

    Bad content never raises: readings carry diagnostics. If a compressed file is damaged or cut
    off, one more reading comes at the end, with a finding (KF001) and no record. When the first
    record is asked for, OSError if the file can't be opened or is no ordinary file (a folder or a
    pipe, say), UsageError if its name says no form. The file is closed after the last record, or
    when the iterator is closed.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "evening.kifu")
    ...     size = path.write_text('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59\\n*\\n')
    ...     [(reading.number, reading.record.moves) for reading in read(path)]
    [(1, '1. 59')]
    """
    name = os.fspath(path)
    if name == "-":
        yield from read_stream(sys.stdin.buffer, "")
        return
    with open_file(name) as file:
        yield from read_stream(file, *form_of(name))


def read_stream(
    fp: BinaryIO,
    form: str,
    compression: str = "",
    *,
    number: int = 1,
    line: int = 1,
    offset: int = 0,
) -> Iterator[Reading]:
    """Yield a reading for each record of an open binary stream; nothing if it is empty or white
    space. `form` is "text" or "json" ("live" means the same as "json"), and `compression` is ""
    (none), "gz" or "zst" (which any other text means, too). With the form "", both are found from
    the first bytes, and `compression` is ignored. The stream is not closed. It is read in blocks of
    1 MiB, so it may be far past the record that was yielded last.

    `number`, `line` and `offset` are those of the first record, for a stream that continues another
    one. If it is not compressed, it must be at byte `offset` already: nothing is skipped. If it
    is compressed, it must be at its start: it is unpacked, and the first `offset` bytes of that
    are skipped.

    If a compressed stream is damaged or cut off, one more reading comes at the end, with a finding
    (KF001) and no record; the record before it may have lost its end. Raises UsageError for another
    form, when the first record is asked for.

    >>> from io import BytesIO
    >>> stream = BytesIO(b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n59\\n*\\n')
    >>> [reading.record.moves for reading in read_stream(stream, "text")]
    ['59']
    """
    packed = blocks_of(fp)
    if not form:
        first = next(packed, b"")
        packed = chain([first], packed)
        compression = _compression_of(first)
    unpacked = Unpacked(packed, compression)
    blocks = from_offset(unpacked, offset if compression else 0)
    if not form:
        first = next(blocks, b"")
        blocks = chain([first], blocks)
        form = kind_of(first)
    if form == "text":
        from kifu.notation.text import read_text as read_blocks
    elif form in ("json", "live"):
        from kifu.notation.log import read_lines as read_blocks
    else:
        raise UsageError(f"{form!r} is not a form of records; choose text or json")
    reading: Reading | None = None
    for reading in read_blocks(blocks, Start(number, line, offset)):
        yield reading
    if unpacked.damage is not None:
        if reading is not None:
            number, offset = reading.number + 1, reading.offset + reading.size
        message = f"{unpacked.damage}; the records before it were read"
        found = diagnostic("KF001", message, record=number, offset=offset)
        yield Reading(None, [found], number, None, offset, 0, form)


def read_at(
    path: str | os.PathLike[str], offset: int, *, number: int = 1, line: int = 1
) -> Reading:
    """The reading of the record that begins at byte `offset` of the uncompressed file.

    `number` and `line` go into the reading and its findings; they are not checked. A compressed
    file is unpacked from its start. If it is damaged before `offset`, the reading has no record
    (KF001). If it is damaged within the record, what comes before the damage is read as the record,
    and the damage itself is no finding (no KF001). At any other offset, what follows is read as if
    a record began there. Raises LookupError if only white space or nothing follows, UsageError for
    a name that says no form (`-`, too), and OSError if the file can't be read.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "evening.kifu")
    ...     size = path.write_text('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59\\n*\\n')
    ...     read_at(path, 0).record.seats
    ['Aki']
    """
    kind, compression = form_of(path)
    with open(path, "rb") as file:
        file.seek(0 if compression else offset)
        for reading in read_stream(
            file, kind, compression, number=number, line=line, offset=offset
        ):
            return reading
    raise LookupError(f"{os.fspath(path)}: no record begins at byte {offset}")


def from_offset(blocks: Iterable[bytes], offset: int) -> Iterator[bytes]:
    """Yield the blocks of a stream, cut anywhere, without its first `offset` bytes; nothing if it
    has no more.
    """
    for block in blocks:
        if offset < len(block):
            yield block[offset:] if offset else block
        offset = max(0, offset - len(block))


def _compression_of(first: bytes) -> str:
    """The compression, "gz", "zst" or "", of a stream whose first bytes these are."""
    if first.startswith(b"\x1f\x8b"):
        return "gz"
    return "zst" if first.startswith(b"\x28\xb5\x2f\xfd") else ""


def kind_of(first: bytes) -> str:
    """The form of a stream whose first bytes these are: "json" if they begin with `{` (after white
    space and a byte order mark), else "text", also without any bytes.
    """
    return "json" if first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else "text"


def blocks_of(file: BinaryIO) -> Iterator[bytes]:
    """An iterator over the bytes of an open file from its present place on, in blocks of at most
    BLOCK bytes, none of them empty. At the end of the file it has nothing.
    """
    return iter(lambda: file.read(BLOCK), b"")


class Unpacked:
    """Iterate over it, once, for the unpacked blocks of a stream, of about BLOCK bytes each; the
    last one may be empty. `compression` is `"gz"` or `"zst"`; with `""` the blocks come as they
    are. Never raises for a damaged stream: it ends early.

    `damage` says, after the last block, what is wrong with the stream; None if it is whole.
    """

    def __init__(self, blocks: Iterable[bytes], compression: str) -> None:
        self.damage: str | None = None
        self._blocks = blocks
        self._compression = compression

    def __iter__(self) -> Iterator[bytes]:
        if not self._compression:
            yield from self._blocks
            return
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
                if len(held) >= BLOCK:
                    yield bytes(held)
                    held.clear()
        if unpacker is not None:
            self.damage = f"the {self._compression} stream is cut off"
        yield bytes(held)


@contextlib.contextmanager
def writer(path: str | os.PathLike[str], force: bool = False) -> Iterator[Writer]:
    """A context that gives a Writer for the file `path`, whose name decides form and compression.
    `-` is standard output, as text.

    The file appears, whole, when the context ends, also if no record was written. If an error ends
    it, the file is as it was before (on standard output, what was written stays). If `path` is a
    link, the file that it leads to is written.

    When the context begins, UsageError if the file exists, unless `force` is set (then it is
    replaced); UsageError also, even with `force`, if it is a folder, a device or a pipe, or if its
    name says no form; KifuError if its folder is missing. When the context ends, UsageError if the
    file has come to exist meanwhile, unless `force` is set. At any time, KifuError if the disk is
    full, another OSError if the file can't be written.

    >>> import pathlib, tempfile
    >>> record = Record(game="nimmt", rules=1, seats=["Aki"], moves="59", end="*")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with writer(pathlib.Path(folder, "evening.jsonl")) as out:
    ...         out.write(record)
    ...     pathlib.Path(folder, "evening.jsonl").read_text()[:32]
    '{"kifu":1,"game":"nimmt","rules"'
    """
    name = os.fspath(path)
    if name == "-":
        yield Writer(sys.stdout.buffer, "text")
        sys.stdout.buffer.flush()
        return
    kind, compression = form_of(name)
    with whole_file(name, force) as file, Packed(file, compression) as stream:
        yield Writer(stream, kind)


class Writer:
    """Writes records of the form `kind` ("text" or "json") into a stream, one after the other."""

    def __init__(self, stream: IO[bytes] | Packed, kind: str) -> None:
        self._stream = stream
        self._kind = kind
        self._first = True

    def write(self, record: Record) -> None:
        """Write `record` in the writer's form, in text with a blank line after the one before.
        NotationError if the form can't hold it or if it is larger than a record may be; TypeError
        if it is no Record. Then nothing is written. Text is read back and compared, and a field of
        another type than it must have is a TypeError, too; in JSON, fields are not checked.
        """
        apart = b"\n" if self._kind == "text" and not self._first else b""
        self._stream.write(apart + _encoded(record, self._kind))
        self._first = False


class Packed:
    """A stream that compresses what is written into it, in parts, and writes these to `file`. A
    part never ends within one call of `write`; the last one is written at the end of the context,
    and not if an error ends it. If nothing was written, there is one empty part. With the
    compression `""` the bytes stay as they are. The same input always gives the same bytes.
    """

    def __init__(self, file: IO[bytes], compression: str) -> None:
        self._file = file
        self._compression = compression
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        """Write a record, or any bytes that must stay in one part (a gzip member or Zstandard
        frame). They are held, and reach the file with their part: when a later call finds about 128
        KiB or more held, or at the end of the context. Returns how many bytes `data` has.
        """
        if len(self._held) >= PART:
            self._end()
        self._held += data
        return len(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        if kind is None:
            self._end()

    def _end(self) -> None:
        """Write what is held to the file as one part (a gzip member or Zstandard frame), also if
        nothing is held. Nothing is held afterwards.
        """
        self._file.write(_packed(bytes(self._held), self._compression))
        self._held.clear()


def dumps(record: Record) -> str:
    """`record` in the plain form. NotationError, with the findings, if text can't hold it or it is
    larger than a record may be; TypeError if it is no Record, or a field has another type than it
    must have. `record` is not changed.

    >>> dumps(Record(game="nimmt", rules=1, seats=["Aki"], moves="59", end="*"))[-5:]
    '59\\n*\\n'
    """
    return _encoded(record, "text").decode()


def loads(text: str | bytes) -> Record:
    """The one record in `text`, which is a record in the text form, a line of a log, or a whole
    live log. Warnings don't count and are dropped. Raises NotationError, with the findings, on any
    error and if there is no record; also, without findings, if there is more than one.

    >>> loads('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n#1 1. 59\\n*\\n').seats
    ['Aki']
    """
    # Lone surrogates are no UTF-8; the reader says so and where.
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    found = [*islice(read_stream(BytesIO(data), kind_of(data)), 2)]
    if len(found) == 2:
        raise NotationError("there is more than one record; use read to read a file of them")
    if not found:
        none = diagnostic("KF301", "there is no record")
        raise NotationError(none.message, [none])
    return sound(found[0])


def _encoded(record: Record, kind: str) -> bytes:
    """A record as bytes of the form `kind` ("text" or "json"), the last line break included.
    NotationError if the form can't hold it (in text with the findings, in JSON without), or if it
    is too large (KF010). TypeError if it is no Record; for text, also if a field has another type
    than it must have.
    """
    findings: list[Diagnostic] = []
    if not isinstance(record, Record):
        demand_record(record)
    if kind == "text":
        from kifu.notation.lint import lint
        from kifu.notation.plain_form import write_text

        findings = lint(record)
        data = b"" if findings else write_text(record).encode()
    else:
        from kifu.notation.log import encode_json

        data = encode_json(record) + b"\n"
    if len(data) > LARGEST_RECORD:
        message = f"the record has {len(data)} bytes; at most {LARGEST_RECORD} are allowed"
        findings = [diagnostic("KF010", message)]
    if findings:
        message = f"the record can't be written: {findings[0].code} {findings[0].message}"
        raise NotationError(message, findings)
    return data


def read_numbered(path: str, number: int) -> Reading:
    """The reading of record `number` (from 1) of a file ("-" is stdin); its record is None if it
    can't be read. Raises KifuError if the file has no such record, UsageError if its name says no
    form, and OSError if it can't be opened.
    """
    last = 0
    for reading in read(path):
        last = reading.number
        if last == number:
            return reading
    raise KifuError(f"{path} has no record {number}; it has {last or 'none'}")


def files_within(folder: str, failed: Callable[[OSError], None]) -> Iterator[str]:
    """Yield the paths in `folder`, at any depth, whose names end like those of files of records.

    They come in the order of their names, those of a folder before those of the folders in it.
    Hidden files and folders and links to folders are left out; broken links are not. `failed` is
    called with an OSError for each folder that can't be read (also for `folder` itself, if it is
    missing, say), and for each pipe or device with such a name.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("b.jsonl.gz", "a.kifu", "notes.txt", ".hidden.kifu"):
    ...         open(os.path.join(folder, name), "w").close()
    ...     [os.path.basename(path) for path in files_within(folder, print)]
    ['a.kifu', 'b.jsonl.gz']
    """
    for parent, within, names in os.walk(folder, onerror=failed):
        within[:] = sorted(name for name in within if name[0] != ".")
        for name in sorted(names):
            path = os.path.join(parent, name)
            if name[0] == "." or not has_form(name) or os.path.isdir(path):
                continue
            if os.path.exists(path) and not os.path.isfile(path):
                failed(OSError(errno.EINVAL, "it is not a file", path))
            else:
                yield path


def has_form(path: str) -> bool:
    """True if a file name ends as those of records do, such as `.kifu` or `.jsonl.gz`. False for
    every name that `form_of` refuses, also for `-`, for `.KIFU` in capitals, and for a name with
    nothing before the ending. The file need not exist.

    >>> has_form("a.jsonl.zst"), has_form("a.duckdb")
    (True, False)
    """
    try:
        form_of(path)
    except UsageError:
        return False
    return True


def _new(compression: str) -> tuple[Any, type[Exception]]:
    """A new decompressor for one gzip member ("gz") or Zstandard frame (any other `compression`),
    and the class of the errors that it raises for damaged data.
    """
    if compression == "gz":
        return zlib.decompressobj(wbits=31), zlib.error
    import zstandard

    unpacker = zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)
    return unpacker.decompressobj(), zstandard.ZstdError


def _packed(data: bytes, compression: str) -> bytes:
    """`data` compressed, as one part that can be read by itself: a gzip member with the compression
    "gz", a Zstandard frame with "zst" (and any other text). With "" it is `data` itself. The same
    data always give the same bytes.
    """
    if not compression:
        return data
    if compression == "gz":
        return gzip.compress(data, mtime=0)
    import zstandard

    return zstandard.ZstdCompressor().compress(data)
