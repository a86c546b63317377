"""Sayings: the sentences of a match as patterns, each once, and what stands in their blanks."""

from __future__ import annotations

import re
from functools import lru_cache

from kifu.replay.game import Words

#: What stands in a blank: a number, or the token of a card. The pieces between have no digit.
_BLANK = re.compile(r"([A-Za-z]?[0-9]+)")

#: A sentence cut at its blanks: text, and the place of what stands in each blank.
Pattern = list[str | int]

#: A sentence as the data have it: `[place of its pattern, "what stands in its blanks"]`, or the
#: place alone.
Said = int | list[int | str]


class Sayings:
    """The patterns of the sentences said so far, in English and Japanese, in order of first use."""

    def __init__(self) -> None:
        self._places: dict[_Key, int] = {}
        self.patterns: list[list[Pattern]] = []

    def said(self, words: Words, *known: str) -> Said:
        """A sentence as the place of its pattern, with what stands in its blanks where that is
        more than `known`, which is not said again: the blanks name `known` first, then the rest.

        >>> sayings = Sayings()
        >>> sayings.said(Words("{1} takes row 3: 12.", "{1}は3列目(12)を取った。"), "1", "r3")
        [0, '3 12']
        >>> sayings.patterns[0][0]
        ['{', 0, '} takes row ', 2, ': ', 3, '.']
        """
        key, rest = _cut_in_both(words.en, words.ja, known)
        place = self._places.setdefault(key, len(self.patterns))
        if place == len(self.patterns):
            self.patterns.append([[*pattern] for pattern in key])
        return [place, rest] if rest else place


_Key = tuple[tuple[str | int, ...], tuple[str | int, ...]]


# Matches of a game say the same sentences again and again.
@lru_cache(maxsize=1 << 14)
def _cut_in_both(en: str, ja: str, known: tuple[str, ...]) -> tuple[_Key, str]:
    """The patterns of a sentence, and what stands in its blanks beside `known`."""
    fields = list(known)
    key = _cut(en, fields), _cut(ja, fields)
    return key, " ".join(fields[len(known) :])


def _cut(text: str, fields: list[str]) -> tuple[str | int, ...]:
    """A sentence cut at its blanks; what stands in them joins `fields` where it is not there.

    A blank takes the first field of its text that the sentence has not named yet, so that equal
    numbers don't make another pattern.
    """
    pattern: Pattern = [*_BLANK.split(text)]
    free: list[str | int | None] = [*fields]
    for place in range(1, len(pattern), 2):
        part = pattern[place]
        if part in free:
            field = free.index(part)
            free[field] = None
        else:
            field = len(fields)
            fields.append(str(part))
            free.append(None)
        pattern[place] = field
    return tuple([part for part in pattern if part != ""])
