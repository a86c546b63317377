"""Phrases: the sentences of a match as patterns, each once, and the values of their blanks.

A blank is a number, the token of a card, or the name of a card, which the page knows already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from kifu.notation.words import Words
from kifu.replay.game import Face

#: The value of a blank that is not a name: a number, or the token of a card. The text between
#: blanks has no digit.
_BLANK = "[A-Za-z]?[0-9]+"

#: A sentence cut at its blanks: text, and the index of the value of each blank; -1 - index for a
#: card by its name.
Pattern = list[str | int]


class Phrases:
    """The patterns of the sentences packed so far, in order of first use: `patterns` has `[English,
    Japanese]` for each. `faces` are the cards whose names count as blanks (none without `faces`).
    """

    def __init__(self, faces: Mapping[str, Face] | None = None) -> None:
        """Begin without patterns. `faces` (token -> face) are the cards whose names count as blanks
        of a sentence, so that sentences about different cards share a pattern; None: no names do.
        """
        self._cut = _cutter(tuple((token, face.name) for token, face in (faces or {}).items()))
        self._places: dict[str, int] = {}
        self.patterns: list[list[Pattern]] = []

    def packed(self, words: Words, *known: str) -> str:
        """A sentence as text: the index of its pattern in `patterns`, then the values of its
        blanks, separated by spaces. A new pattern is appended to `patterns`, also for a sentence
        without text.

        A value in `known` (the seat, the move) fills one blank in each language without being in
        that text; if the sentence has the value again, it is in the text. In a pattern, the number
        n is the value at index n, or -1 - n for the name of the card with that token; the values
        are those of `known`, then those in the text.

        >>> phrases = Phrases()
        >>> phrases.packed(Words("{1} takes row 3: 12.", "{1}は3列目(12)を取った。"), "1", "r3")
        '0 3 12'
        >>> phrases.patterns[0][0]
        ['{', 0, '} takes row ', 2, ': ', 3, '.']
        >>> phrases = Phrases({"h4": Face("4", Words("Human 4", "人間4"))})
        >>> phrases.packed(Words("{1} takes Human 4.", "{1}は人間4を取った。"), "1", "h4")
        '0'
        >>> phrases.patterns[0][1]
        ['{', 0, '}は', -2, 'を取った。']
        """
        cut = self._cut(words.en, words.ja, known)
        place = self._places.setdefault(cut.key, len(self.patterns))
        if place == len(self.patterns):
            self.patterns.append([[*cut.en], [*cut.ja]])
        return f"{place} {cut.rest}" if cut.rest else str(place)


def shortest(said: str) -> int | str:
    """A packed sentence, as a number if it is only the index of its pattern.

    >>> shortest("18"), shortest("18 4")
    (18, '18 4')
    """
    return int(said) if said.isdigit() else said


class _Cut(NamedTuple):
    """A sentence cut at its blanks: its patterns in both languages, a `key` that is the same only
    for the same patterns, and `rest`, the values of its blanks that are not known, separated by
    spaces.
    """

    en: Pattern
    ja: Pattern
    key: str
    rest: str


class _Names(NamedTuple):
    """The names of cards in one language: `tokens` has the token for each name, and `blank` finds
    names, numbers and tokens in a sentence.
    """

    tokens: dict[str, str]
    blank: re.Pattern[str]


@lru_cache(maxsize=8)
def _cutter(named: tuple[tuple[str, Words], ...]) -> Callable[[str, str, tuple[str, ...]], _Cut]:
    """A function that cuts sentences into patterns, with blanks for numbers, tokens and the names
    of the cards `named`, given as (token, name). It is called as `cut(en, ja, known)`, with a
    sentence in English and in Japanese, and the values that the reader of the result has already.
    It returns a `_Cut`: the pattern in each language (see `_cut`), a key that only equal patterns
    share, and `rest`, the values of the other blanks, separated by spaces ("" for none). Each value
    in `known` fills one blank in each language; if a sentence has it again, it is in `rest`, too.

    The function keeps its last 16,384 results. The functions for the last 8 lists of cards are
    kept, too, so all who ask for the same cards share one: don't change the lists in a result.
    """
    names_en = _names([(name.en, token) for token, name in named])
    names_ja = _names([(name.ja, token) for token, name in named])

    # Matches of a game say the same sentences again and again.
    @lru_cache(maxsize=1 << 14)
    def cut(en: str, ja: str, known: tuple[str, ...]) -> _Cut:
        """Cut a sentence in both languages. Both share one list of values, those in `known` first,
        so a value that both have is in `rest` once.
        """
        fields = list(known)
        first, second = _cut(en, names_en, fields), _cut(ja, names_ja, fields)
        # No text between blanks has a digit, so it can't be taken for the index of a blank.
        key = "\0".join([str(part) for part in [*first, "\0", *second]])
        return _Cut(first, second, key, " ".join(fields[len(known) :]))

    return cut


def _names(named: list[tuple[str, str]]) -> _Names:
    """What to look for in a sentence: the names of cards, from pairs of a name and a token, and
    always numbers and tokens. If several cards have the same name, the first counts. Left out are
    names that are empty or begin like a number or a token, and cards whose token has a space.
    """
    tokens: dict[str, str] = {}
    for name, token in named:
        if name and not re.match(_BLANK, name) and " " not in token:
            tokens.setdefault(name, token)
    longest = sorted(tokens, key=lambda name: (-len(name), name))
    found = "".join(f"{re.escape(name)}(?![0-9])|" for name in longest)
    return _Names(tokens, re.compile(f"({found}{_BLANK})"))


def _cut(text: str, names: _Names, fields: list[str]) -> Pattern:
    """The pattern of a sentence: its fixed texts and, for each blank, the index of its value in
    `fields`, or -1 - index where the sentence has the card's name.

    A blank takes the first equal value in `fields` that no blank before it has taken, so that a
    value which happens to recur gives the same pattern as two different ones. If there is none
    left, its value is appended to `fields`, which is changed in place.
    """
    pattern: Pattern = []
    free: list[str | None] = [*fields]
    is_blank = False
    for part in names.blank.split(text):
        if is_blank:
            token = names.tokens.get(part)
            wanted = part if token is None else token
            if wanted in free:
                field = free.index(wanted)
                free[field] = None
            else:
                field = len(fields)
                fields.append(wanted)
                free.append(None)
            pattern.append(field if token is None else -1 - field)
        elif part:
            pattern.append(part)
        is_blank = not is_blank
    return pattern
