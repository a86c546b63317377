"""Names in texts: found as a reader recognises them, in any case and width of letters.

A name is not found within an ASCII word, unless only an s follows (a genitive); other scripts write
names without a gap. A name of several words is also found across a line break.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

#: Returns the name for the units (see `_units`) of a run of words, None if that is no name.
Recognise = Callable[[str], str | None]
#: The most words of a name that `Recognise` is asked for.
_LONGEST = 5


class Span(NamedTuple):
    """A name in a text, from `start` to before `end`; `name` is as it was given."""

    start: int
    end: int
    name: str


class Names:
    """Names to be found in texts. `recognise` may know further names: it is asked for each run of
    words that is none of the added names.

    >>> Names(["Aki", "Ben Ito"]).find("AKI beats Ben\\nIto, but not Akita.")
    [Span(start=0, end=3, name='Aki'), Span(start=10, end=17, name='Ben Ito')]
    """

    def __init__(self, names: Iterable[str], recognise: Recognise | None = None) -> None:
        self._as_written: set[str] = set()
        self._by_units: dict[str, str] = {}
        self._lengths: dict[str, list[int]] = {}
        self._recognise = recognise
        for name in names:
            self.add(name)

    def __len__(self) -> int:
        return len(self._as_written)

    def add(self, name: str) -> None:
        """Add a name to those that are found; a blank one is ignored."""
        units, _ = _units(name.strip())
        if not units or name in self._as_written:
            return
        self._as_written.add(name)
        self._by_units.setdefault(units, name)
        lengths = self._lengths.setdefault(units[0], [])
        if len(units) not in lengths:
            lengths.append(len(units))
            lengths.sort(reverse=True)

    def find(self, text: str) -> list[Span]:
        """The names in `text` from left to right; of those that begin together, the longest."""
        units, origins = _units(text)
        found = []
        at, count = 0, len(units)
        while at < count:
            length = self._name_length_at(units, origins, at)
            if length:
                start, end = origins[at], origins[at + length]
                found.append(Span(start, end, self._name(text[start:end], units[at : at + length])))
            at += length or 1
        return found

    def exchange(self, text: str, by: Callable[[str], str]) -> str:
        """`text` with each name in it replaced by `by(name)`; `name` is as it was added (see
        `Span.name`).
        """
        parts, last = [], 0
        for start, end, name in self.find(text):
            parts += [text[last:start], by(name)]
            last = end
        return "".join([*parts, text[last:]]) if parts else text

    def _name_length_at(self, units: str, origins: list[int], at: int) -> int:
        """The length of the longest added name that begins at index `at` of `units`, else of the
        longest that `recognise` knows there; 0 if no name begins there. `units` and `origins` are
        what `_units` returns for a text.
        """
        lengths = self._lengths.get(units[at])
        if (lengths is None and self._recognise is None) or not _may_part(units, origins, at):
            return 0
        for length in lengths or ():
            end = at + length
            if units[at:end] in self._by_units and _may_end_before(units, origins, length, end):
                return length
        if self._recognise is None:
            return 0
        ends = [end for end in _word_ends(units, at) if self._recognise(units[at:end])]
        return ends[-1] - at if ends else 0

    def _name(self, written: str, units: str) -> str:
        """The name that was found as `written`: itself if it was added so, else the first added
        name with the same `units` (see `_units`), else what `recognise` gives.
        """
        if written in self._as_written:
            return written
        known = self._by_units.get(units)
        return known or (self._recognise and self._recognise(units)) or written


#: ASCII with single spaces.
_SIMPLE = re.compile(r"(?:[!-~]| (?! ))*+")


@lru_cache(maxsize=1 << 12)
def _folded(character: str) -> str:
    """A character decomposed and case folded; perhaps several characters."""
    once = unicodedata.normalize("NFKD", character).casefold()
    return unicodedata.normalize("NFKD", once)


def _units(text: str) -> tuple[str, list[int]]:
    """The characters of `text` by which names are compared (decomposed, case folded, one space for
    white space), called units; and for each unit the index in `text` that it comes from, with the
    length of `text` after the last one.
    """
    if _SIMPLE.fullmatch(text):
        return text.lower(), list(range(len(text) + 1))
    units: list[str] = []
    origins: list[int] = []
    for place, character in enumerate(text):
        folded = " " if character.isspace() else _folded(character)
        if folded == " " and units and units[-1] == " ":
            continue
        units += folded
        origins += [place] * len(folded)
    return "".join(units), [*origins, len(text)]


def _may_part(units: str, origins: list[int], at: int) -> bool:
    """Whether a name may begin or end just before the unit with the index `at` (see `_units`): not
    inside an ASCII word, nor between a letter and its marks.
    """
    if at == 0 or at == len(units):
        return True
    if origins[at - 1] == origins[at] or unicodedata.combining(units[at]):
        return False
    return not (_is_word(units[at - 1]) and _is_word(units[at]))


def _may_end_before(units: str, origins: list[int], length: int, end: int) -> bool:
    """Whether a name of `length` units may end just before the unit with the index `end` (see
    `_units`). After a name of 3 units or more, the `s` of a genitive may follow.
    """
    if end >= len(units) or _may_part(units, origins, end):
        return end <= len(units)
    return length > 2 and units[end] == "s" and _may_part(units, origins, end + 1)


def _is_word(unit: str) -> bool:
    """Whether a unit belongs to an ASCII word: a letter, a digit or `_`."""
    return unit.isascii() and (unit.isalnum() or unit == "_")


def _word_ends(units: str, at: int) -> list[int]:
    """Where one word, two words, up to `_LONGEST` words that begin at the unit `at` end, as indices
    after the last unit; empty if no word begins there.
    """
    if not units[at].isalnum():
        return []
    ends = [
        end
        for end in range(at + 1, len(units) + 1)
        if units[end - 1].isalnum() and (end == len(units) or not units[end].isalnum())
    ]
    return ends[:_LONGEST]
