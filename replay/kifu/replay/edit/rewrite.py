"""Rewriting a file of records in game form, in its own place, or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.disk import destination, whole_file
from kifu.notation.errors import NotationError
from kifu.notation.files import Writer, form_of, read
from kifu.notation.packed import Packed, Unpacked, blocks_of
from kifu.notation.record import Record
from kifu.replay.check import check
from kifu.replay.form import game_form
from kifu.replay.hidden_cards.proved import filled
from kifu.replay.verdict import is_sound


class Rewritten(Struct):
    """What `rewrite` found: whether the game form differs from the file (`changes`), and for each
    record with proved cards a sentence about what was filled in, or why not (`filled`).
    """

    changes: bool
    filled: list[str]


def rewrite(path: Path, *, keep: bool) -> Rewritten:
    """Bring the records of the file `path` into game form, and fill in the cards that their moves
    prove. With `keep`, nothing is written: only find out what would change.

    The new file is written beside the old one and replaces it in one step, with the same form,
    compression and permissions; a file that would not change is not touched. Raises NotationError,
    with the findings, if a record has errors, and for a live log; UsageError if the name says no
    form; KifuError if the disk is full.
    """
    path = Path(destination(path))
    kind, compression = form_of(path)
    mode = path.stat().st_mode
    said: list[str] = []
    changes = False
    with suppress(_Kept), whole_file(path, force=True) as file:
        with Packed(file, compression) as stream:
            new = Writer(stream, kind)
            for record in _formed(path, said):
                new.write(record)
        file.flush()
        changes = _digest(path, compression) != _digest(Path(file.name), compression)
        if keep or not changes:
            raise _Kept
        os.chmod(file.name, mode)
    return Rewritten(changes, said)


class _Kept(Exception):
    """The file stays as it is."""


def _formed(path: Path, said: list[str]) -> Iterator[Record]:
    """Yield the records of the file in game form; a sentence is added to `said` for each with
    proved cards. After the first record with errors none are yielded, but all are read; then
    NotationError is raised with all errors.
    """
    sound = True
    errors: list[Diagnostic] = []
    for reading in read(path):
        if reading.form == "live":
            message = f"{path} is a live log; make a record of it with kifu convert"
            raise NotationError(message)
        match = check(reading)
        findings = reading.diagnostics if match is None else match.findings
        sound = sound and match is not None and is_sound(findings)
        errors += [finding for finding in findings if not is_sound([finding])]
        if match is not None and sound:
            found = filled(match)
            if str(found):
                said.append(f"record {reading.number}: {found}")
            yield game_form(found.match)
    if not sound:
        raise NotationError(f"{path} has errors and was left unchanged", errors)


def _digest(path: Path, compression: str) -> bytes:
    """The digest of a file's uncompressed content; `compression` is its own ("": none)."""
    digest = hashlib.blake2b()
    with open(path, "rb") as file:
        for block in Unpacked(blocks_of(file), compression):
            digest.update(block)
    return digest.digest()
