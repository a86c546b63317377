"""Names: where each page of a site is, so that any name makes a safe and lasting path."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

#: Digits of a match's id in its path; all 32 where two matches would have the same.
_DIGITS = 16


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """`name` as part of a path: its Latin letters and digits in lower case (at most 40 characters;
    none if it has none), and a digest of the whole name, so that different names give different
    paths, even on a disk that ignores case.

    >>> slug("Émile  O'Hara"), slug("千恵"), slug("../../etc")
    ('emile-o-hara-4be8fa12cb', 'ea6452550c', 'etc-37b3685cea')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall("[a-z0-9]+", plain))[:40].strip("-")
    # A name may hold half a surrogate pair, which has no UTF-8.
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
    return f"{words}-{digest}" if words else digest


def match_path(name: str) -> str:
    """The path of the files of the match `name` (see `match_names`), without their ending. Their
    folder is named after the first two characters.

    >>> match_path("0123456789abcdef")
    'matches/01/0123456789abcdef'
    """
    return f"matches/{name[:2]}/{name}"


def match_page_path(name: str) -> str:
    """The path of the page of the match `name` (see `match_names`)."""
    return f"{match_path(name)}.html"


def match_names(ids: Iterable[str]) -> dict[str, str]:
    """For each match id (32 hex digits), the name of its page: the first 16 digits of the id. Ids
    that begin with the same 16 digits keep all 32; so does an id that comes twice. {} for no ids.

    >>> match_names(["0123456789abcdef" + "0" * 16])
    {'0123456789abcdef0000000000000000': '0123456789abcdef'}
    """
    every = list(ids)
    shared = Counter(identity[:_DIGITS] for identity in every)
    return {
        identity: identity[:_DIGITS] if shared[identity[:_DIGITS]] == 1 else identity
        for identity in every
    }
