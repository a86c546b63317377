"""Parts: the index of a site, as shards that its page loads as it needs them.

Matches are numbered from the oldest on, so that a new one changes the last part and the words
that it is found by, and no other file.

- `index/rows-K.js`: a thousand matches as the rows in HTML that the index shows, and
  `index/rows-K.json` their data.
- `index/words-XX-YY.js`: the words that begin alike, by two characters or by one that is not Latin
  (their code points in hex), as pairs: a word, and the numbers of its matches as `packed` writes
  them (`5 1.3` is 5, 7, 8, 9).
- `index/columns.js`: what filters ask: "kinds" has each game, year, number of seats and whether
  there are notes that occur together, "of" the place there of each match.

How texts are folded before they are compared is the same in the script of the index
(static/search.ts); a test tries both on every character.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from kifu.site.website.folder import Put, as_json, put_shard
from kifu.site.website.matches import ListedMatch, NamedMatch

#: The number of matches in a part.
SIZE = 1000
#: The length to which words are cut, and the most words that a piece has.
_LONG = 40
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
#: The marks on letters that are left out: accents, and the vowels of Hebrew and Arabic. Those that
#: make another letter of one (か and が) stay.
_MARKS = re.compile(
    "[\u0300-\u036f\u05b0-\u05bd\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
#: Katakana that hiragana has too, 96 code points before it.
_HIRAGANA = {code: code - 96 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}


def put_parts(
    put: Put,
    matches: Sequence[NamedMatch],
    rows: Callable[[Sequence[NamedMatch]], list[str]],
    data: Callable[[str, ListedMatch], Any],
    title: Callable[[str], str],
) -> dict[str, Any]:
    """Write with `put` the files of the index of `matches`, which come newest first. For each part
    of up to SIZE matches (0 has the oldest), these are `index/rows-NUMBER.js` with its rows and
    `index/rows-NUMBER.json` with its data. For the whole index, they are `index/columns.js` with
    the kind of each match, and for each beginning of a word `index/words-HEX.js` with the matches
    that have its words.

    `rows` makes the HTML rows of a part, one text for each match in their order: it gets at most
    SIZE matches at a time, oldest first. `data` makes the JSON of one match, from its page name and
    the match. `title` is the title of a game from its name.

    Returns what the page needs to load them: `count` of matches, `size` of a part (SIZE), `buckets`
    (how the words of each file begin), `kinds`, each (game, year or "", number of seats, 1 with
    remarks else 0) that occurs, `games` as [name, title], and `version`, a digest of the `.js`
    files. Without matches, only `index/columns.js` is written, `count` is 0 and the lists are
    empty. Raises what `put` and the other functions raise.
    """
    running = hashlib.blake2b(digest_size=8)

    def put_part(name: str, content: Any) -> None:
        """Write the shard `index/NAME.js` of the index, which hands `content` as JSON to the page
        (see `put_shard`), and add it to the digest of all shards, which depends on their order.
        `name` is without `index/` and `.js`. Raises what `put` raises.
        """
        running.update(hashlib.blake2b(put_shard(put, f"index/{name}", content)).digest())

    words: dict[str, array[int]] = defaultdict(lambda: array("L"))
    kinds: dict[tuple[str, str, int, int], int] = {}
    columns: list[int] = []
    for first in range(0, len(matches), SIZE):
        end = len(matches) - first
        part = matches[max(0, end - SIZE) : end][::-1]
        put_part(f"rows-{first // SIZE}", rows(part))
        listed = {"matches": [data(name, match) for name, match in part]}
        put(f"index/rows-{first // SIZE}.json", as_json(listed) + b"\n")
        for number, (_, match) in enumerate(part, first):
            for word in _words_of(match, title(match.game)):
                words[word].append(number)
            columns.append(kinds.setdefault(_kind(match), len(kinds)))
    put_part("columns", {"kinds": list(kinds), "of": columns})
    buckets = []
    for bucket, held in groupby(sorted(words), _bucket):
        put_part(_bucket_name(bucket), [(word, packed(words[word])) for word in held])
        buckets.append(bucket)
    return {
        "count": len(matches), "size": SIZE, "buckets": buckets, "kinds": list(kinds),
        "games": [[name, title(name)] for name in sorted({kind[0] for kind in kinds})],
        "version": running.hexdigest(),
    }  # fmt: skip


def part_files(count: int) -> list[str]:
    """The paths of the JSON files of an index of `count` matches; the first has the oldest matches.
    [] for no matches.
    """
    return [f"index/rows-{part}.json" for part in range(-(-count // SIZE))]


def words_in(text: str) -> Iterator[str]:
    """The words by which a text can be found, folded: each piece between spaces, and the rest of a
    piece after a sign such as a hyphen or, in text of full-width letters, from any letter on. At
    most _LONG words of a piece, each cut to _LONG characters; some may come twice.

    >>> list(words_in("Anne-Marie 山田 D"))
    ['anne-marie', 'marie', '山田', '田', 'd']
    """
    for piece in folded(text).split():
        starts = [0, *(place for place in range(1, len(piece)) if _begins(piece, place))]
        for place in starts[:_LONG]:
            yield piece[place : place + _LONG]


def packed(numbers: Iterable[int]) -> str:
    """Whole numbers as text; they are 0 or more, ascending, and each comes once. For each run of
    consecutive numbers it has how many numbers are left out before it (the first counts from 0),
    and after a dot how many the run has, if more than one; in base 36, with spaces between runs. ""
    for no numbers.

    >>> packed([5, 7, 8, 9, 100])
    '5 1.3 2i'
    """
    runs: list[tuple[int, int]] = []
    free = 0
    for number in numbers:
        if runs and number == free:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((number - free, 1))
        free = number + 1
    return " ".join(_base36(gap) + (f".{_base36(many)}" if many > 1 else "") for gap, many in runs)


def folded(text: str) -> str:
    """A text for comparing: without differences of case and width, without accents, with hiragana
    in place of katakana. Marks that make another letter stay, as in が. Half a surrogate pair
    becomes `?`. Spaces are kept.

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


def _begins(piece: str, place: int) -> bool:
    """Whether a word to be found begins at a place (1 or more) of `piece`, which must be folded
    (see `folded`): a letter or digit after a character that is neither, or any full-width letter,
    whatever is before it.
    """
    here, before = piece[place], piece[place - 1]
    if not here.isalnum():
        return False
    return not before.isalnum() or unicodedata.east_asian_width(here) == "W"


def _words_of(match: ListedMatch, title: str) -> set[str]:
    """The words by which a match is found, folded as `words_in` gives them, each once: those of its
    players' names, of the name and the `title` of its game, and of its event, site and date.
    """
    texts = [chair.name for chair in match.chairs]
    texts += [match.game, title, match.event or "", match.site or "", match.date or ""]
    return {word for text in texts for word in words_in(text)}


def _kind(match: ListedMatch) -> tuple[str, str, int, int]:
    """What the filters ask of a match: game, year, number of seats, 1 if it has remarks else 0. The
    year is the first four digits of the date as text; "" without a date, or if it begins otherwise.
    """
    year = re.match(r"\d{4}", match.date or "")
    return match.game, year[0] if year else "", len(match.chairs), int(bool(match.remarks))


def _bucket(word: str) -> str:
    """The beginning of a word (not "") by which words share a file: one character or, if the first
    is before U+024F (a Latin letter, a digit and so on), two, as far as the word has two.
    """
    return word[: 1 if word > "\u024f" else 2]


def _bucket_name(bucket: str) -> str:
    """The name of the shard of a bucket: `words-` and the code points in hex (`words-61-6e`)."""
    return "-".join(["words", *(f"{ord(character):x}" for character in bucket)])


def _base36(number: int) -> str:
    """A number, 0 or more, in base 36 with lower-case letters."""
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits
