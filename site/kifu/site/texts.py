"""Texts: what pages and pictures say, from texts.toml, and which of these texts a page's script
gets.

A page holds only the texts that its script may need. Those of an analysis, of variations or of an
offered record are left out if the page has none. Texts that only Python writes are left out, too,
unless Python wrote them into this page: the script says them again when its reader changes the
language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kifu.notation.errors import UsageError
from kifu.notation.words import LANGUAGES, Words
from kifu.replay.authoring import AND, COMMON_TURN, ROUND, TURN
from kifu.replay.game import Layout
from kifu.store.index.remarks import sign

#: The texts by table and key; those that the games share with pages are in the first table.
TABLES = {
    table: {key: Words(*both) for key, both in texts.items()}
    for table, texts in tomllib.loads(
        files("kifu.site").joinpath("texts.toml").read_text("utf-8")
    ).items()
}
TABLES["script"] |= {"round": ROUND, "turn": COMMON_TURN, "turn_or_round": TURN, "and": AND}

#: What replay pages and pictures say, and what the other pages of a site say, by key.
PAGE = {key: words for table in TABLES if table != "site" for key, words in TABLES[table].items()}
SITE = PAGE | TABLES["site"]

#: The tables of which the script of no page gets a text, and that of which it gets what is asked.
_UNSAID, _ASKED = ("written", "picture", "site"), "asked"


@cache
def page_words(language: str) -> dict[str, str]:
    """What replay pages and pictures say, by key, in `language` ("en" or "ja"); texts that only the
    other pages of a site say are not among them. Raises UsageError for any other language. The dict
    is shared by all callers: don't change it.

    >>> page_words("ja")["play"]
    '再生'
    """
    if language not in LANGUAGES:
        spoken = " or ".join(LANGUAGES)
        raise UsageError(f"a page can be in {spoken}, not {language!r}")
    return {key: words.text(language) for key, words in PAGE.items()}


@cache
def site_words(language: str) -> dict[str, str]:
    """All texts by key, in `language`: those of replay pages and pictures, and those that only the
    other pages of a site say. Any language but "ja" gives English. The dict is shared by all
    callers: don't change it.

    >>> site_words("ja")["players"]
    'プレイヤー'
    """
    return {key: words.text(language) for key, words in SITE.items()}


def script_words(parts: Iterable[str], asked: Iterable[str]) -> list[list[str]]:
    """The texts that the script of one page may need, as three lists in the same order: their keys,
    the texts in English, the texts in Japanese. (Each language packs better by itself.) Three kinds
    of texts are in them:

    - those of the keys `asked`, for which Python has written the key into the page; these come
      first, sorted by key;
    - those of the table "script", which every page's script may say;
    - those of the tables `parts`, which belong to parts of the page, such as "analysis".

    Raises KeyError for a table or key that there isn't. Also for a key in `asked` of the table
    "site", whose texts only the other pages of a site say.

    >>> keys, english, japanese = script_words((), {"end_="})
    >>> keys[0], english[0], japanese[0], "learn" in keys, "end_*" in keys
    ('end_=', 'finished', '終局まで', False, False)
    """
    words = {key: PAGE[key] for key in sorted(asked)}
    for table in ("script", *parts):
        words |= TABLES[table]
    return [[*words], [each.en for each in words.values()], [each.ja for each in words.values()]]


@cache
def all_script_words() -> list[list[str]]:
    """All texts that a page's script may ever say, as `script_words` gives them with all parts and
    all keys of the table "asked". Not those of the tables "written", "picture" and "site". The
    lists are shared: don't change them.
    """
    parts = [table for table in TABLES if table not in (*_UNSAID, _ASKED)]
    return script_words(parts, TABLES[_ASKED])


def in_both(words: Words) -> list[str]:
    """Words as a list: English, Japanese."""
    return [words.en, words.ja]


def mark_words(mark: str, layout: Layout, language: str) -> str:
    """The words for a mark in the move list: `11.` begins turn 11, `#2` begins round 2. A game may
    have its own words for turn and round, in `layout.table_facts`. Any language but "ja" gives
    English. What is no mark is not refused: everything without `#` in front counts as a turn.

    >>> layout = Layout([], {}, {"turn": Words("Trick", "トリック")}, {}, {})
    >>> mark_words("#2", layout, "en"), mark_words("11.", layout, "ja")
    ('Round 2', '第11トリック')
    """
    unit = "round" if mark.startswith("#") else "turn"
    name = layout.table_facts.get(unit, PAGE[unit]).text(language)
    return PAGE["counted"].text(language, unit=name, n=mark.strip("#."))


def glyph_name(glyph: str, language: str) -> str:
    """What a glyph means, in a word or two, such as "mistake". The glyph is a number (`$2`) or a
    sign (`?`). One without a name gives words with its number, such as "remark 14". Any language
    but "ja" gives English. What is no glyph is not refused: it counts as one without a name, and
    its first character is left out.

    >>> glyph_name("$2", "en"), glyph_name("$14", "ja")
    ('mistake', '記号14')
    """
    words = PAGE.get(f"glyph_{sign(glyph)}", PAGE["glyph_other"])
    return words.text(language, n=glyph[1:])
