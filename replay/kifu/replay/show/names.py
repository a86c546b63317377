"""The names of seats, alone and in sentences."""

from __future__ import annotations

import re

from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.notation.words import Words


def name_of(record: Record, seat: int) -> str:
    """A seat's name; its number if it has no name, or the record no such seat.

    >>> name_of(Record(seats=["Aki", ""]), 1), name_of(Record(seats=["Aki", ""]), 2)
    ('Aki', '2')
    """
    name = record.seats[seat - 1] if 1 <= seat <= len(record.seats) else ""
    return printable(name) or str(seat)


def sentence(words: Words, record: Record, language: str) -> str:
    """The text of a sentence in which {1}, {2}, ... become the names of seats. Braces inside names
    are left as they are.

    >>> sentence(Words("{2} passes.", "{2}はパス。"), Record(seats=["{2}", "{1}"]), "en")
    '{1} passes.'
    """
    text = words.text(language)
    return re.sub(r"\{(\d+)\}", lambda seat: name_of(record, int(seat[1])), text)
