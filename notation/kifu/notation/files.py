"""Files of records: their form by name, reading and writing them.

What a form is read or written with is imported when a file of that form comes.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, TYPE_CHECKING, BinaryIO, NamedTuple, Protocol, TypeVar

from kifu.notation.diagnostics import diagnostic
from kifu.notation.errors import KifuError, NotationError, UsageError
from kifu.notation.full_disk import written
from kifu.notation.move_words import LARGEST_RECORD
from kifu.notation.packed import Packed, Unpacked, blocks_of
from kifu.notation.reading import Reading
from kifu.notation.record import Record

if TYPE_CHECKING:
    from pathlib import Path

Made = TypeVar("Made")

_FORMS = {".kifu": "text", ".jsonl": "json"}
_COMPRESSIONS = {".gz": "gz", ".zst": "zst"}
#: What the name of an archive usually ends in.
_ARCHIVE = ".duckdb"


class Form(NamedTuple):
    """The form of a file, `"text"` or `"json"`, and its compression (`""`, `"gz"`, `"zst"`)."""

    kind: str
    compression: str


def form_of(path: str | os.PathLike[str]) -> Form:
    """The form of a file by its name. UsageError for a name that says none.

    >>> form_of("games/2026.jsonl.zst")
    Form(kind='json', compression='zst')
    """
    stem, last = os.path.splitext(os.fspath(path))
    compression = _COMPRESSIONS.get(last, "")
    suffix = os.path.splitext(stem)[1] if compression else last
    if last == _ARCHIVE:
        raise UsageError(
            f"{os.fspath(path)} is the name of an archive, not of a file of records; `kifu find` "
            "says where an archive's records are, and `kifu index` adds records to it"
        )
    if suffix not in _FORMS:
        raise UsageError(
            f"{os.fspath(path)}: the name has no known extension; use .kifu or .jsonl, "
            "followed by .gz or .zst if it is compressed"
        )
    return Form(_FORMS[suffix], compression)


def read(path: str | os.PathLike[str]) -> Iterator[Reading]:
    """The records of a file, one at a time in bounded memory; `-` is standard input.

    Bad content never raises: readings carry diagnostics. When the first record is asked for,
    OSError where the file can't be opened, UsageError where its name says no form.

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
        kind, compression = form_of(name)
        yield from read_stream(file, kind, compression)


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """The file at `path`, open to be read. Raises OSError, also for a folder, and for a pipe or a
    device, which could block or never end.
    """
    from stat import S_ISDIR, S_ISREG

    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(file).st_mode
    if not S_ISREG(mode):
        os.close(file)
        if S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        raise OSError(errno.EINVAL, "it is not a file", os.fspath(path))
    return os.fdopen(file, "rb")


def read_stream(
    fp: BinaryIO,
    form: str,
    compression: str = "",
    *,
    number: int = 1,
    line: int = 1,
    offset: int = 0,
) -> Iterator[Reading]:
    """The records of an open binary stream. `form` is "text" or "json"; "" finds it and the
    compression out from the first bytes. `compression` is "" (none), "gz" or "zst". `number`,
    `line` and `offset` are those of the first record, for a stream that continues another one.
    A packed stream that is broken ends with a reading that has a finding (KF001) and no record.
    Raises UsageError for another form, when the first record is asked for.

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
    blocks = iter(unpacked)
    if not form:
        first = next(blocks, b"")
        blocks = chain([first], blocks)
        form = _kind_of(first)
    reading: Reading | None = None
    for reading in _readings(blocks, form, number, line, offset):
        yield reading
    if unpacked.damage is not None:
        if reading is not None:
            number, offset = reading.number + 1, reading.offset + reading.size
        yield damaged(unpacked.damage, form, number, offset)


def damaged(damage: str, form: str, number: int, offset: int) -> Reading:
    """The last reading of a compressed stream that is broken, without a record. `damage` says what
    is wrong, and becomes a finding. `number` and `offset` are those of the record that would follow
    the last one read.
    """
    message = f"{damage}; the records before it were read"
    finding = diagnostic("KF001", message, record=number, offset=offset)
    return Reading(None, [finding], number, None, offset, 0, form)


def _readings(
    blocks: Iterable[bytes], form: str, number: int, line: int, offset: int
) -> Iterator[Reading]:
    if form == "text":
        from kifu.notation.reader import read_text

        return read_text(blocks, number, line, offset)
    if form in ("json", "live"):
        from kifu.notation.log import read_lines

        return read_lines(blocks, number, line, offset)
    raise UsageError(f"{form!r} is not a form of records; choose text or json")


def read_at(
    path: str | os.PathLike[str], offset: int, *, number: int = 1, line: int = 1
) -> Reading:
    """The record that begins at `offset` (of the uncompressed stream), as `skim` gives it.

    `number` and `line` go into the reading and its findings. A compressed file is read from its
    start. Elsewhere than where a record begins, what follows is read as if one began there.
    Raises LookupError if no record follows, UsageError for a name that says no form, and OSError.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "evening.kifu")
    ...     size = path.write_text('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59\\n*\\n')
    ...     read_at(path, 0).record.seats
    ['Aki']
    """
    with open(path, "rb") as file:
        kind, compression = form_of(path)
        start = 0 if compression else offset
        file.seek(start)
        unpacked = Unpacked(blocks_of(file, _SMALL), compression, _SMALL)
        blocks = from_offset(unpacked, offset - start)
        for reading in _readings(blocks, kind, number, line, offset):
            return reading
        if unpacked.damage is not None:
            return damaged(unpacked.damage, kind, number, offset)
    raise LookupError(f"{os.fspath(path)}: no record begins at byte {offset}")


def from_offset(blocks: Iterable[bytes], offset: int) -> Iterator[bytes]:
    """The blocks of a stream from byte `offset` on."""
    for block in blocks:
        if offset < len(block):
            yield block[offset:] if offset else block
        offset = max(0, offset - len(block))


#: What is read at a time where one record is wanted.
_SMALL = 1 << 14


def _compression_of(first: bytes) -> str:
    if first.startswith(b"\x1f\x8b"):
        return "gz"
    return "zst" if first.startswith(b"\x28\xb5\x2f\xfd") else ""


def _kind_of(first: bytes) -> str:
    return "json" if first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else "text"


class Sink(Protocol):
    """Where bytes are written."""

    def write(self, data: bytes, /) -> int:
        """Write `data`. Returns the number of bytes."""


class Writer(Protocol):
    """Where records are written, one after the other."""

    def write(self, record: Record) -> None:
        """Write `record`. NotationError if the file's form can't hold it; text is looked at closely
        (see `lint`), JSON is not.
        """


@contextlib.contextmanager
def writer(path: str | os.PathLike[str], force: bool = False) -> Iterator[Writer]:
    """A context that gives a Writer of records for the file `path`, whose name decides the form.
    `-` is standard output, as text.

    At its end the file appears, whole; if an error ends it, the file is as it was before.
    UsageError if it exists, unless `force` is set: then it is replaced. Other errors as in
    `form_of` and `whole_file`.

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
        yield StreamWriter(sys.stdout.buffer, "text")
        sys.stdout.buffer.flush()
        return
    kind, compression = form_of(name)
    with whole_file(name, force) as file, packing(file, compression) as stream:
        yield StreamWriter(stream, kind)


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str], force: bool = False) -> Iterator[IO[bytes]]:
    """A context that gives an open file. At its end the file `path` appears, whole; if an error
    ends it, the file is as it was before.

    If `path` is a link, the file that it leads to is written. UsageError if that is a folder, or a
    file that exists, unless `force` is set: then the file is replaced. KifuError if its folder is
    missing or the disk is full.
    """
    from pathlib import Path

    target = Path(destination(path))
    if not target.parent.is_dir():
        raise KifuError(f"there is no folder {target.parent} to write {target.name} into")
    if target.is_dir():
        raise UsageError(f"{path} is a folder; name a file")
    if target.exists() and not force:
        raise UsageError(f"{path} already exists; use --force to overwrite it")
    kept = "it is as it was before" if target.exists() else "nothing was written"
    remove_leftovers(target)
    with written(path, kept):
        scratch, file = made_beside(target, lambda path: path.open("xb"))
        try:
            with file:
                yield file
            if not force and target.exists():
                raise UsageError(f"{path} already exists; use --force to overwrite it")
            scratch.replace(target)
        finally:
            scratch.unlink(missing_ok=True)


@contextlib.contextmanager
def whole_folder(target: Path, mode: int = 0o777) -> Iterator[Path]:
    """A context with a new folder beside `target`. At its end the folder becomes `target`, whole;
    if an error ends it, nothing changes. KifuError if there is no folder for `target` to be in,
    UsageError if there is a `target` at the end.
    """
    if not target.parent.is_dir():
        raise KifuError(f"there is no folder {target.parent} to create {target.name} in")
    with _folder_beside(target, mode) as scratch:
        yield scratch
        if os.path.lexists(target):
            raise UsageError(f"{target} has been made by somebody else meanwhile; it stays")
        scratch.rename(target)


@contextlib.contextmanager
def scratch_folder(beside: str) -> Iterator[Path]:
    """A context with a new folder that only its owner may read, gone at its end: beside the path
    `beside` or, if that is `-` or nobody may write there, in the system's folder for temporary
    files. What killed processes have left of such folders is removed first.
    """
    import tempfile
    from pathlib import Path

    target = Path(beside).absolute()
    if beside == "-" or not os.access(target.parent, os.W_OK):
        target = Path(tempfile.gettempdir(), "kifu")
    with _folder_beside(target, 0o700) as scratch:
        yield scratch


@contextlib.contextmanager
def _folder_beside(target: Path, mode: int) -> Iterator[Path]:
    """A context with a new folder beside `target`, removed at the end unless it was renamed."""
    import shutil

    remove_leftovers(target)
    scratch, _ = made_beside(target, lambda path: path.mkdir(mode))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def made_beside(target: Path, make: Callable[[Path], Made]) -> tuple[Path, Made]:
    """Call `make` with a path beside `target` that does not exist yet, so that what it makes there
    can replace `target` once it is whole. Returns the path, and the result of `make`.

    A process that was killed leaves what it made (see `remove_leftovers`). A later process may have
    the same number, so the next name is tried while `make` raises FileExistsError. Any other
    OSError that names this path is raised with the name of `target` instead.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = [made_beside(Path(folder, "games"), Path.mkdir)[0] for _ in range(2)]
    ...     made[0].parent == made[1].parent, made[0] == made[1]
    (True, False)
    """
    number = 0
    while True:
        counted = f".{number}" if number else ""
        path = target.with_name(f"{_hidden(target)}.{os.getpid()}{counted}")
        try:
            return path, make(path)
        except FileExistsError:
            number += 1
        except OSError as error:
            if error.filename != str(path):
                raise
            raise OSError(error.errno, error.strerror, str(target)) from None


def remove_leftovers(target: Path) -> None:
    """Remove what `made_beside` has made for `target` in processes that have ended since."""
    import re
    import shutil

    name = re.compile(rf"{re.escape(_hidden(target))}\.([0-9]+)(?:\.[0-9]+)?")
    for path in target.parent.iterdir():
        found = name.fullmatch(path.name)
        if found is None or _is_running(int(found[1])):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):  # of another user's, say: it is in nobody's way
                path.unlink()


def _hidden(target: Path) -> str:
    """How the names of all files begin that `made_beside` makes for `target`."""
    name = target.name
    if len(os.fsencode(name)) > _LONGEST_NAME:
        from hashlib import blake2b

        name = blake2b(os.fsencode(name), digest_size=16).hexdigest()
    return f".{name}"


#: Bytes of a name that leave room for more: a file system allows 255.
_LONGEST_NAME = 200


def _is_running(process: int) -> bool:
    """Whether there is a process with this number, perhaps another user's."""
    if sys.platform == "win32":
        return True  # nobody can ask there: signal 0 is Ctrl-C
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def destination(path: str | os.PathLike[str]) -> str:
    """The file that `path` means: `path` itself or, if that is a link, the file it leads to.

    Use it before you replace a file: replacing a link would leave its file as it was. Raises
    OSError if links lead in a circle.

    >>> destination("games.kifu")
    'games.kifu'
    """
    name = os.fspath(path)
    if not os.path.islink(name):
        return name
    found = os.path.realpath(name)
    if os.path.islink(found):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)
    return found


class StreamWriter:
    """Writes records of the form `kind` into a stream."""

    def __init__(self, stream: Sink, kind: str) -> None:
        self._stream = stream
        self._kind = kind
        self._encode = _encoder(kind)
        self._first = True

    def write(self, record: Record) -> None:
        """Write `record` in the writer's form. NotationError if the form can't hold it, or if it
        is larger than a record may be.
        """
        data = self._encode(record)
        if len(data) > LARGEST_RECORD:
            raise _too_large(len(data))
        apart = b"\n" if self._kind == "text" and not self._first else b""
        self._stream.write(apart + data)
        self._first = False


def _encoder(kind: str) -> Callable[[Record], bytes]:
    """A function that encodes a record in the form `kind` ("text" or "json"), and raises
    NotationError if the form can't hold it.
    """
    if kind == "text":
        return lambda record: dumps(record).encode()
    from kifu.notation.log import encode_json

    return lambda record: encode_json(record) + b"\n"


def dumps(record: Record) -> str:
    """`record` in the plain form. NotationError with the findings if text can't hold it.

    >>> dumps(Record(game="nimmt", rules=1, seats=["Aki"], moves="59", end="*"))[-5:]
    '59\\n*\\n'
    """
    from kifu.notation.lint import lint
    from kifu.notation.plain import write_text

    findings = lint(record)
    if findings:
        message = f"the record can't be written: {findings[0].code} {findings[0].message}"
        raise NotationError(message, findings)
    text = write_text(record)
    size = len(text.encode())
    if size > LARGEST_RECORD:
        raise _too_large(size)
    return text


def _too_large(size: int) -> NotationError:
    finding = diagnostic(
        "KF010", f"the record has {size} bytes; at most {LARGEST_RECORD} are allowed"
    )
    message = f"the record can't be written: KF010 {finding.message}"
    return NotationError(message, [finding])


def packing(file: IO[bytes], compression: str) -> contextlib.AbstractContextManager[Sink]:
    """A context that gives a stream: what is written to it goes into `file`, compressed as
    `compression` says ("": not at all). The bytes of one `write` stay in one part (see `packed`).
    The same records make the same bytes.
    """
    if not compression:
        return contextlib.nullcontext(file)
    return Packed(file, compression)
