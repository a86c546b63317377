"""Search: how texts are folded before they are compared, in Python and in the script of the index.

The script has the same steps (static/search.ts), and a test tries both on every character.
"""

from __future__ import annotations

import re
import unicodedata

#: The marks on letters that are left out: accents, and the vowels of Hebrew and Arabic. Those that
#: make another letter of one (か and が) stay.
_MARKS = re.compile(
    "[\u0300-\u036f\u05b0-\u05bd\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
#: Katakana that hiragana has too, 96 code points before it.
_HIRAGANA = {code: code - 96 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}


def folded(text: str) -> str:
    """A text for comparing: without differences of case and width, without marks on letters, with
    hiragana in place of katakana.

    >>> folded("Élodie ＡＫＩ"), folded("ｴﾛﾃﾞｨ") == folded("えろでぃ")
    ('elodie aki', True)
    """
    if text.isascii():
        return text.lower()
    whole = text.encode("utf-8", "replace").decode()
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", whole))
    # A sigma that ends a word is not the end of what somebody has typed so far.
    lower = bare.translate(_HIRAGANA).lower().replace("ς", "σ")
    return unicodedata.normalize("NFC", lower)
