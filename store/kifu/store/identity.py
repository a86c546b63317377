"""Identity: the ids of records, matches and deals, 32 hex digits each."""

from __future__ import annotations

import hashlib
from functools import cache

from kifu.notation.log import encode_json
from kifu.notation.record import Record

#: Game, rules revision (0 for none), options as a tag has them, number of seats.
Variant = tuple[str, int, str, int]


def variant_of(record: Record, options: str) -> Variant:
    """The variant of a record: (game, rules revision, `options`, number of seats). The revision is
    0 if the record names none. `options` is the text of the Options tag with the defaults left out,
    and is taken as it is; those of the record are not looked at.
    """
    return record.game, record.rules or 0, options, len(record.seats)


def record_id(record: Record) -> str:
    """The id of a record by all its content, comments and variations too, 32 hex digits; the same
    whether it is written as text or JSON. Raises NotationError if JSON can't hold it.
    """
    return _hash(b"record", encode_json(record))


def play_id(variant: Variant, moves: str, scores: str) -> str:
    """The id of a finished match, 32 hex digits, by these arguments alone: the same for every log
    that has it, and for two matches that are equal in all of them.

    `moves` are in game form, without marks, separated by spaces ("" for none). `scores` is a list
    of numbers as Python writes it (`[66, 64]`), or "" if they are not known; it tells apart matches
    with the same moves and different deals.
    """
    game, rules, options, seats = variant
    text = f"{game}\n{rules}\n{options}\n{seats}\n{moves}\n{scores}"
    return _hash(b"play", text.encode())


def unfinished_id(source: str, number: int) -> str:
    """The id of an unfinished match, 32 hex digits, by its place alone: `source` is the archive's
    name of the file (see `paths.stored`), `number` that of the record in it, from 1. So equal
    records at two places are two matches, and under another name of the file it has another id.
    """
    return _hash(b"unfinished", f"{source}\n{number}".encode())


def chronicle_id(record: Record) -> str:
    """The id of a finished match of a game without rules, 32 hex digits: by the whole record, since
    without rules its moves can't be compared. So two logs of one match that differ at all, also in
    a comment, are two matches. It is never equal to a `record_id`. Raises NotationError if JSON
    can't hold the record.
    """
    return _hash(b"without rules", record_id(record).encode())


def deal_id(variant: Variant, digest: str) -> str:
    """The id of a match's first deal, 32 hex digits: the same for the same cards in the same
    variant. `digest` is that of the position before the first move (`State.digest`), in which an
    unknown card counts as unknown.
    """
    return _hash(b"deal", "\n".join([*map(str, variant), digest]).encode())


def _hash(kind: bytes, data: bytes) -> str:
    """The BLAKE2b digest of `data`, which may be empty: 16 bytes, as 32 hex digits. `kind` counts,
    too: the same data of another kind has another digest. A `kind` of more than 16 bytes raises
    ValueError, and zero bytes at its end don't count.
    """
    # A copy takes less time than to begin one, and ids are made by the hundred thousand.
    digest = _begun(kind).copy()
    digest.update(data)
    return digest.hexdigest()


@cache
def _begun(kind: bytes) -> hashlib.blake2b:
    """A hash object of hashlib for ids of this `kind` (BLAKE2b, digests of 16 bytes), to which no
    data was given. Every call with this `kind` returns the same object: copy it, and update the
    copy. A `kind` of more than 16 bytes raises ValueError.
    """
    return hashlib.blake2b(digest_size=16, person=kind)
