"""Identity: the ids of records, matches and deals, 32 hex digits each."""

from __future__ import annotations

import hashlib
from functools import cache

from kifu.notation.log import encode_json
from kifu.notation.record import Record

#: Game, rules revision (0 for none), options as a tag has them, number of seats.
Variant = tuple[str, int, str, int]


def variant_of(record: Record, options: str) -> Variant:
    """The variant of a record: (game, rules revision or 0, `options`, number of seats). `options`
    is the text of its tag, without defaults.
    """
    return record.game, record.rules or 0, options, len(record.seats)


def record_id(record: Record) -> str:
    """The id of a record by all its content, 32 hex digits; the same in every form."""
    return _hash(b"record", encode_json(record))


def play_id(variant: Variant, moves: str, scores: str) -> str:
    """The id of a finished match, 32 hex digits: the same for every log that has it.

    `moves` are in game form, without marks, separated by spaces. `scores` (a list of numbers as
    Python writes it) tells apart matches with the same moves and different deals.
    """
    game, rules, options, seats = variant
    text = f"{game}\n{rules}\n{options}\n{seats}\n{moves}\n{scores}"
    return _hash(b"play", text.encode())


def unfinished_id(source: str, number: int) -> str:
    """The id of an unfinished match, 32 hex digits, by its place: `source` is the archive's name of
    the file, `number` that of the record in it. So equal records at two places are two matches.
    """
    return _hash(b"unfinished", f"{source}\n{number}".encode())


def chronicle_id(record: Record) -> str:
    """The id of a match without rules, 32 hex digits: by the whole record, since it has no moves to
    compare.
    """
    return _hash(b"without rules", record_id(record).encode())


def deal_id(variant: Variant, digest: str) -> str:
    """The id of a match's first deal, 32 hex digits: the same for the same cards in the same
    variant. `digest` is that of the position after the deal.
    """
    return _hash(b"deal", "\n".join([*map(str, variant), digest]).encode())


def _hash(kind: bytes, data: bytes) -> str:
    """BLAKE2b of `data` (16 bytes) as 32 hex digits; ids of another `kind` are never equal."""
    # A copy takes less time than to begin one, and ids are made by the hundred thousand.
    digest = _begun(kind).copy()
    digest.update(data)
    return digest.hexdigest()


@cache
def _begun(kind: bytes) -> hashlib.blake2b:
    """A BLAKE2b digest (16 bytes) for ids of this `kind`, without data. It is kept for later calls:
    copy it before you update it.
    """
    return hashlib.blake2b(digest_size=16, person=kind)
