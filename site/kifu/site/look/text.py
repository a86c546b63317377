"""Text in pictures: SVG has no text layout, so what fits where is estimated here.

Widths are in em, and those of the widest of the common fonts: a text may turn out narrower than
estimated, but never wider. Unknown characters get a length that the renderer must keep
(`is_measured`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from kifu.notation.rows import printable

#: Marks the place where a text was shortened.
ELLIPSIS = "…"

#: A name that is written from right to left is kept apart from the sentence around it.
_ISOLATED = "\u2068{}\u2069"
_JOINERS = "\u200c\u200d"

_WIDTHS = {
    character: width
    for characters, width in (
        (" ", 0.36), ("ijl.,:;'|", 0.43), ("fIJrt()[]!-/\\\"`", 0.54), ("mwMW@%", 1.12),
        ("ABCDEFGHKLNOPQRSTUVXYZ&#<>=+~^", 0.94),
    )
    for character in characters
}  # fmt: skip
_LETTER = 0.75
_COMMON = "−▶◇★●▼■×…·–—‘’“”✓"


def shown(text: str) -> str:
    r"""A text of a record as a picture can hold it: Python's escapes replace control characters
    (line breaks and tabs, too), characters that set a direction, and all others that are not
    printable, such as the no-break space. Joiners (U+200C, U+200D) and the wide space U+3000 stay.

    >>> shown("a\x00b\u202ec")
    'a\\x00b\\u202ec'
    """
    return printable(text, keep=_JOINERS)


def isolated(name: str) -> str:
    """A name to be put into a sentence. If it has characters written from right to left, characters
    that isolate its direction from the text around it are put on both sides; any other name is
    unchanged.

    >>> isolated("Aki")
    'Aki'
    """
    turns = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return _ISOLATED.format(name) if turns else name


def width_of(text: str, size: float) -> float:
    """The greatest width that a text can have in any common font, in the unit of the font size
    `size`; 0 for an empty text. If the text has characters that are not measured (see
    `is_measured`), this is an estimate, and a font may need more.

    >>> width_of("千恵", 10), round(width_of("Aki", 10), 1)
    (20.8, 21.2)
    """
    return size * sum(map(_em, text))


def is_measured(text: str) -> bool:
    """Whether the widths of all characters are known (see `width_of`).

    >>> is_measured("Émile 千恵 Ωμέγα"), is_measured("ﷺ")
    (True, False)
    """
    return all(map(_is_known, text))


def is_common(text: str) -> bool:
    """Whether the text has only characters that common fonts are taken to have: all below U+0250
    (Latin letters), full-width ones (kanji and kana, but also hangul and emoji) and a few signs
    (_COMMON).

    >>> is_common("▶ 手番 ★"), is_common("↻")
    (True, False)
    """
    return all(character < "\u0250" or is_wide(character) or character in _COMMON
               for character in text)  # fmt: skip


def is_wide(character: str) -> bool:
    """Whether a character is full-width: as wide as it is high.

    >>> is_wide("恵"), is_wide("k")
    (True, False)
    """
    return unicodedata.east_asian_width(character) in ("W", "F")


def fitted(text: str, size: float, width: float) -> str:
    """The text, shortened with an ellipsis if it is wider than `width` in the font size `size` (see
    `width_of`; both in the same unit), without spaces before the ellipsis. If nothing else fits, it
    is only the ellipsis, even if that is wider than `width`.

    >>> fitted("Aki", 10, 40), fitted("Akihiko", 10, 40)
    ('Aki', 'Akih…')
    """
    if width_of(text, size) <= width:
        return text
    room = width - width_of(ELLIPSIS, size)
    end = 0
    for character in text:
        room -= size * _em(character)
        if room < 0:
            break
        end += 1
    return text[:end].rstrip() + ELLIPSIS


def wrapped(text: str, size: float, width: float, lines: int) -> list[str]:
    """The text in at most `lines` lines (1 or more), none wider than `width` in the font size
    `size`: [""] for an empty text. A line that is too wide is cut with an ellipsis (see `fitted`):
    the last one if more lines would be needed, and any line with a single long word. An ellipsis
    alone may be wider than `width`. Lines have no white space at their ends.

    Lines break only at spaces (U+0020) and beside full-width characters, and never before
    punctuation that closes (see `_words`). Of a text, 4096 characters are read: more than fit.

    >>> wrapped("Aki takes row 3", 10, 70, 2), wrapped("千恵は列を取る", 10, 45, 2)
    (['Aki takes', 'row 3'], ['千恵は列', 'を取る'])
    >>> [len(line) for line in wrapped("i" * 5000, 1, 9999, 1)]
    [4096]
    """
    made, used = [""], 0.0
    for word in _words(text.strip()[:4096]):
        full = used + width_of(word.rstrip(), size) > width
        if full and made[-1] and len(made) < lines:
            made.append("")
            used = 0
        made[-1] += word
        used += width_of(word, size)
    return [fitted(line.strip(), size, width) for line in made]


def _words(text: str) -> Iterable[str]:
    """The pieces of a text that must not be split into two lines, in order: words between spaces,
    each with the spaces after it, and single full-width characters. Joined, they are the text; none
    for an empty text. Spaces at the start of the text, and after a full-width character, are pieces
    of their own.

    Closing punctuation stays with what is before it, even with a space between them. The categories
    of Unicode decide (Pe, Pf, Po, Lm), so `·` counts as closing; but a `"`, `#`, `&` or `@` after a
    space begins a word.

    >>> list(_words('Aki says "Match #2" ·')), list(_words("千恵、 次"))
    (['Aki ', 'says ', '"Match ', '#2" ·'], ['千', '恵、', ' ', '次'])
    """
    piece = ""
    for before, character in zip(f" {text}", text, strict=False):
        opens = before == " " and character in '"#&@'
        closes = not opens and unicodedata.category(character) in ("Pe", "Pf", "Po", "Lm")
        wide = is_wide(before) or is_wide(character)
        if piece and not closes and (wide or (before == " " and character != " ")):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


@lru_cache(4096)
def _em(character: str) -> float:
    """The greatest width of a character in common fonts, for a font size of 1: measured, or else
    estimated by its kind; 0 for marks on another character.
    """
    known = _WIDTHS.get(character)
    if known is not None:
        return known
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if is_wide(character) or unicodedata.east_asian_width(character) == "A":
        return 1.04
    if _is_arrow(character):
        return 1.04
    if unicodedata.east_asian_width(character) == "H":
        return 0.55
    if character > "\x7f":
        return 1.2 if character.isupper() else 0.95
    return _LETTER


def _is_arrow(character: str) -> bool:
    """Whether a character is an arrow (U+2190 to U+21FF). Such characters are about as wide as they
    are high.
    """
    return "\u2190" <= character < "\u2200"


def _is_known(character: str) -> bool:
    """Whether `_em` knows, or safely estimates, the greatest width of a character."""
    return (
        character < "\u0180"
        or "\u0370" <= character < "\u0460"
        or unicodedata.east_asian_width(character) in ("W", "F", "H", "A")
        or unicodedata.category(character) in ("Mn", "Cf")
        or character in _COMMON
        or _is_arrow(character)
    )
