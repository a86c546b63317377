"""Absent: what a question asks for and no match of the archive has, with what there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store import people
from kifu.store.ask.filters import Filters, at_source, conditions
from kifu.store.fold import folded
from kifu.store.paths import located, stored

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Players that are looked up, and tags.
MOST_ASKED = 10
#: Words that are there and are named: those most like the one that is not.
MOST_NAMED = 5
#: Characters that are shown of such a word, and of what is asked for; paths, which often differ at
#: their ends, are shown whole.
MOST_SHOWN = 60


class _Part(Struct):
    """A part of a question: what is asked for, in words, and as filters of its own; the words that
    there may be instead, as SQL with at most one parameter, and the one they are compared with.
    """

    what: str
    alone: Filters
    there: str
    like: str
    of: str | None = None


def absent(connection: DuckDBPyConnection, archive: str, filters: Filters) -> Iterator[str]:
    """A line for the user about each player, game, tag, termination, glyph and source in `filters`
    that no match of the archive at the path `archive` has, with those that it has and that are most
    like it, if any. Of players, and of tags, the first ten are looked up.
    """
    names = [*filters.players, *filters.present]
    if filters.winner is not None:
        names.append(filters.winner)
    yield from people.strangers(connection, list(dict.fromkeys(names))[:MOST_ASKED])
    for parts in _parts(filters, archive):
        for part in parts:
            if not _is_met(connection, archive, part.alone):
                yield f"there is no {part.what} in the archive{_instead(connection, archive, part)}"
                break


def _parts(filters: Filters, archive: str) -> Iterator[list[_Part]]:
    """The parts of a question that are looked up, each after a more general one, if there is one:
    a tag before its content.
    """
    if filters.game is not None:
        game = Filters(game=filters.game)
        yield [_Part(f"match of {_shown(filters.game)!r}", game, _GAMES, filters.game)]
    tags = dict.fromkeys(filters.tags)
    if filters.event_name is not None:
        tags["Event", filters.event_name] = None
    for name, part in list(tags)[:MOST_ASKED]:
        content = Filters(tags=[(name, part)])
        yield [
            _tag(name),
            _Part(f"tag {_shown(name)} with {_shown(part)!r}", content, _CONTENTS, part, name),
        ]
    text = filters.termination
    if text is not None:
        ended = Filters(termination=text)
        yield [
            _tag("Termination"),
            _Part(f"tag Termination {_shown(text)!r}", ended, _CONTENTS, text, "Termination"),
        ]
    if filters.glyph is not None:
        glyph = Filters(glyph=filters.glyph)
        yield [_Part(f"glyph {_shown(filters.glyph)!r}", glyph, _GLYPHS, filters.glyph)]
    if filters.source is not None:
        like = stored(filters.source, archive)
        source = Filters(source=filters.source)
        yield [_Part(f"source {filters.source!r}", source, _SOURCES, like)]


def _tag(name: str) -> _Part:
    return _Part(f"tag {_shown(name)!r}", Filters(tags=[(name, "")]), _TAGS, name)


_GAMES = "SELECT game AS word FROM record JOIN variant ON variant.id = record.variant"
_TAGS = "SELECT name AS word FROM tag"
_CONTENTS = "SELECT value AS word FROM tag WHERE name = ?"
_GLYPHS = "SELECT glyph AS word FROM note WHERE glyph IS NOT NULL"
_SOURCES = "SELECT path AS word FROM source"
#: `{there}` is one of the above.
_ALIKE = """
    SELECT word, count(*) OVER () FROM (SELECT DISTINCT word FROM ({there}))
    ORDER BY jaro_winkler_similarity(lower(word[:100]), ?) DESC, word LIMIT ?
"""


def _is_met(connection: DuckDBPyConnection, archive: str, filters: Filters) -> bool:
    """Whether any record of the archive passes `filters`. Filters that name a source are met by the
    source itself, even if it has no record.
    """
    query = "SELECT 1 FROM record AS r JOIN variant AS v ON v.id = r.variant"
    found = conditions(filters, archive)
    if filters.source is not None:
        query, found = "SELECT 1 FROM source", [at_source(filters, archive)]
    where = " AND ".join(condition for condition, _ in found)
    values = [value for _, values in found for value in values]
    return bool(connection.execute(f"{query} WHERE {where} LIMIT 1", values).fetchall())


def _instead(connection: DuckDBPyConnection, archive: str, part: _Part) -> str:
    """The end of a line that says what there is instead of what `part` asks for; "" for nothing."""
    of = [] if part.of is None else [part.of]
    like = folded(part.like)[:100]
    query = _ALIKE.format(there=part.there)
    rows = connection.execute(query, [*of, like, MOST_NAMED]).fetchall()
    if not rows:
        return ""
    are_paths = part.there is _SOURCES
    words = [located(word, archive) if are_paths else _shown(word) for word, _ in rows]
    more = rows[0][1] - len(rows)
    return f"; it has {', '.join(words)}{f' and {more:,} more' if more else ''}"


def _shown(word: str) -> str:
    return f"{word[:MOST_SHOWN]}…" if len(word) > MOST_SHOWN else word
