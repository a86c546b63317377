"""Text as the archive takes it: folded, so that what a reader takes for the same is the same."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """`text` as it is compared and searched: NFKC, case folded, each run of white space one space.

    Full-width letters become ASCII and half-width katakana full-width; hiragana and katakana stay
    different.

    >>> folded("Ｋｉｆｕ ﾆﾑﾄ") == folded("KIFU ニムト")
    True
    """
    if text.isascii():
        return " ".join(text.lower().split())
    # Case folding can leave characters that NFKC would compose: hence once more after it.
    once = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", once).split())


def is_unicode(text: str) -> bool:
    """Whether a str is valid Unicode, without the lone surrogates by which Python represents bytes
    that are not UTF-8.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
