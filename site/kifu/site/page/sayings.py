"""Sayings: the sentences of a match as patterns, each once, and what stands in their blanks.

A blank is a number, the token of a card, or the name of a card, which the page knows already.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from kifu.replay.game import Face, Words

#: What stands in a blank beside names: a number, or the token of a card. The pieces between have
#: no digit.
_BLANK = "[A-Za-z]?[0-9]+"

#: A sentence cut at its blanks: text, and the place of what stands in each blank, -1 - place where
#: that is a card by its name.
Pattern = list[str | int]

#: A sentence as the data have it: `[place of its pattern, "what stands in its blanks"]`, or the
#: place alone.
Said = int | list[int | str]


class Names(Struct, frozen=True):
    """The names that cards have in one language -> their tokens, and what finds blanks."""

    tokens: dict[str, str]
    blank: re.Pattern[str]


class Sayings:
    """The patterns of the sentences said so far, in English and Japanese, in order of first use.

    They name the cards of `faces`.
    """

    def __init__(self, faces: Mapping[str, Face] | None = None) -> None:
        every = [(token, face.name) for token, face in (faces or {}).items()]
        self._names = (
            _names(tuple((name.en, token) for token, name in every)),
            _names(tuple((name.ja, token) for token, name in every)),
        )
        self._cut: dict[tuple[str, str, tuple[str, ...]], Said] = {}
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
        >>> sayings = Sayings({"h4": Face("4", Words("Human 4", "人間4"))})
        >>> sayings.said(Words("{1} takes Human 4.", "{1}は人間4を取った。"), "1", "h4")
        0
        >>> sayings.patterns[0][1]
        ['{', 0, '}は', -2, 'を取った。']
        """
        asked = (words.en, words.ja, known)
        said = self._cut.get(asked)
        if said is None:
            said = self._cut[asked] = self._said(words, known)
        return said

    def _said(self, words: Words, known: tuple[str, ...]) -> Said:
        fields = list(known)
        en, ja = self._names
        key = _cut(words.en, en, fields), _cut(words.ja, ja, fields)
        place = self._places.setdefault(key, len(self.patterns))
        if place == len(self.patterns):
            self.patterns.append([[*pattern] for pattern in key])
        rest = " ".join(fields[len(known) :])
        return [place, rest] if rest else place


_Key = tuple[tuple[str | int, ...], tuple[str | int, ...]]


# All matches of a game have the same cards.
@lru_cache(maxsize=64)
def _names(named: tuple[tuple[str, str], ...]) -> Names:
    """Of names that several cards have, the first card's; a blank holds no space."""
    tokens: dict[str, str] = {}
    for name, token in named:
        if not re.fullmatch(_BLANK, name) and " " not in token and name:
            tokens.setdefault(name, token)
    longest = sorted(tokens, key=lambda name: (-len(name), name))
    found = "".join(f"{re.escape(name)}(?![0-9])|" for name in longest)
    return Names(tokens, re.compile(f"({found}{_BLANK})"))


def _cut(text: str, names: Names, fields: list[str]) -> tuple[str | int, ...]:
    """A sentence cut at its blanks; what stands in them joins `fields` where it is not there.

    A blank takes the first field of its text that the sentence has not named yet, so that equal
    numbers don't make another pattern.
    """
    pattern: Pattern = [*names.blank.split(text)]
    free: list[str | None] = [*fields]
    for place in range(1, len(pattern), 2):
        part = str(pattern[place])
        token = names.tokens.get(part)
        wanted = part if token is None else token
        if wanted in free:
            field = free.index(wanted)
            free[field] = None
        else:
            field = len(fields)
            fields.append(wanted)
            free.append(None)
        pattern[place] = field if token is None else -1 - field
    return tuple([part for part in pattern if part != ""])
