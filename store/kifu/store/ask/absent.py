"""Absent: what a question names and the archive does not have, with what it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kifu.store import people
from kifu.store.ask.filters import Filters, pairs
from kifu.store.fold import folded
from kifu.store.index.remarks import sign

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Words that are looked up, of each filter.
MOST_ASKED = 10
#: Words that are there and are named: those most like the one that is not.
MOST_NAMED = 5
#: Characters that are shown of a word.
MOST_SHOWN = 60
#: By filter: what it names, and all words of that sort that the archive has.
_THERE = {
    "game": ("match of", "SELECT game AS word FROM variant"),
    "options": ("option", "SELECT name AS word FROM setting"),
    "tags": ("tag", "SELECT name AS word FROM tag"),
    "glyph": ("glyph", "SELECT glyph AS word FROM note WHERE glyph IS NOT NULL"),
    "happened": ("event", "SELECT kind AS word FROM event"),
}
#: Whether there are matches and none was indexed with events.
_UNNOTED = "SELECT NOT bool_or(events) FROM record"
#: `{there}` is one of these.
_ALIKE = """
    SELECT word, count(*) OVER () FROM (SELECT DISTINCT word FROM ({there})) ORDER BY
        word = $word DESC, jaro_winkler_similarity(lower(word[:100]), $like) DESC, word
    LIMIT $most
"""


def absent(connection: DuckDBPyConnection, filters: Filters) -> Iterator[str]:
    """A line for the user about each player, game, option, tag, glyph and event that `filters` name
    and that the archive does not have, with those that it has and that are most like it, if any. Of
    each sort, the first ten are looked up.
    """
    winner = [] if filters.winner is None else [filters.winner]
    names = dict.fromkeys([*filters.players, *filters.present, *winner])
    yield from people.strangers(connection, list(names)[:MOST_ASKED])
    asked: dict[str, Iterable[str | None]] = {
        "game": [filters.game],
        "options": [name for name, _ in pairs(filters.options)],
        "tags": [name for name, _ in pairs(filters.tags)],
        "glyph": [filters.glyph and sign(filters.glyph)],
        "happened": ()
        if connection.execute(_UNNOTED).fetchall() == [(True,)]
        else filters.happened,
    }
    for name, words in asked.items():
        what, there = _THERE[name]
        for word in list(dict.fromkeys(words))[:MOST_ASKED]:
            if word is not None:
                yield from _said(connection, what, there, word)


def _said(connection: DuckDBPyConnection, what: str, there: str, word: str) -> Iterator[str]:
    values = {"word": word, "like": folded(word)[:100], "most": MOST_NAMED}
    rows = connection.execute(_ALIKE.format(there=there), values).fetchall()
    if rows and rows[0][0] == word:
        return
    more = rows[0][1] - len(rows) if rows else 0
    others = f" and {more:,} more" if more else ""
    instead = f"; it has {', '.join(_shown(each) for each, _ in rows)}{others}" if rows else ""
    yield f"there is no {what} {_shown(word)!r} in the archive{instead}"


def _shown(word: str) -> str:
    return f"{word[:MOST_SHOWN]}…" if len(word) > MOST_SHOWN else word
