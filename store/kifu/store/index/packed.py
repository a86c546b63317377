"""Packed columns: all values that a piece of a log brings to a column of the archive, as one text.

NUL is between the values, since no record that is sound has one in its header. Where every row has
the same value, the text is that value alone. DuckDB takes such texts apart several times faster
than it takes in an object for each value, and they go from process to process as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NUL = "\0"
T = TypeVar("T")
#: SQL for the value that a text means, where a column has gaps: of one whose values are never
#: empty, and of one whose texts are `marked`.
GAPS = "nullif({0}, '')"
MARKED = "CASE WHEN {0} <> '' THEN substring({0}, 2) END"


class Packed(Struct):
    """Rows of some pieces: how many each piece has, at least one, and by column a text for each
    piece.
    """

    counts: list[int] = field(default_factory=list)
    columns: dict[str, list[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(self.counts)

    def add(self, more: Packed) -> None:
        """Append the rows of `more`, which has the same columns."""
        self.counts += more.counts
        for name, texts in more.columns.items():
            self.columns.setdefault(name, []).extend(texts)

    def values(self, name: str) -> list[str]:
        """The values of a column, of all pieces."""
        return [value for values in self.each(name) for value in values]

    def each(self, name: str) -> Iterator[list[str]]:
        """The values of a column, piece by piece."""
        return map(unpacked, self.columns.get(name, ()), self.counts)

    def derive(self, name: str, source: str, change: Callable[[str], str]) -> None:
        """Let each value of a column be what `change` makes of that of the column `source`."""
        texts = [packed(list(map(change, values))) for values in self.each(source)]
        self.columns[name] = texts

    def of(self, names: Iterable[str], more: Mapping[str, list[str]] | None = None) -> Packed:
        """The same rows with these columns, and `more`."""
        columns = {name: self.columns[name] for name in names if name in self.columns}
        return Packed(self.counts, columns | dict(more or {}))

    def chosen(self, kept: Sequence[bool]) -> Packed:
        """The rows for which `kept` says so."""
        own = cut(kept, self.counts)
        columns = {
            name: [
                packed(list(compress(values, some)))
                for values, some in zip(self.each(name), own, strict=True)
                if any(some)
            ]
            for name in self.columns
        }
        return Packed([sum(some) for some in own if any(some)], columns)


def pack(columns: Mapping[str, Sequence[str]]) -> Packed:
    """The rows of one piece; `columns` have the same length, which may be 0.

    >>> pack({"name": ["Aki", "Ben"], "seat": ["1", "1"]})
    Packed(counts=[2], columns={'name': ['Aki\\x00Ben'], 'seat': ['1']})
    """
    (count, *_) = {len(values) for values in columns.values()}
    return piece(count, {name: packed(values) for name, values in columns.items()} if count else {})


def piece(count: int, texts: Mapping[str, str]) -> Packed:
    """The rows of one piece, so many, by column its text."""
    return Packed([count], {name: [text] for name, text in texts.items()}) if count else Packed()


def packed(values: Sequence[str]) -> str:
    """Some values, at least one, as one text.

    >>> packed(["Aki", "Ben"]), packed(["Aki", "Aki"])
    ('Aki\\x00Ben', 'Aki')
    """
    first = values[0]
    if first == values[-1] and values.count(first) == len(values):
        return first
    return NUL.join(values)


def unpacked(text: str, count: int) -> list[str]:
    """The `count` values of a text.

    >>> unpacked(packed(["a", "b"]), 2), unpacked(packed(["a", "a"]), 2)
    (['a', 'b'], ['a', 'a'])
    """
    return text.split(NUL) if NUL in text else [text] * count


def written(values: Sequence[T], write: Callable[[T], str] = str) -> str:
    """Some values, at least one, as the text of what `write` makes of each.

    >>> written([7, 7]), written([7, None], gapped)
    ('7', '7\\x00')
    """
    first = values[0]
    if first == values[-1] and values.count(first) == len(values):
        return write(first)
    return packed(list(map(write, values)))


def gapped(value: object) -> str:
    """A value as a text, "" for None.

    >>> gapped(1), gapped(None)
    ('1', '')
    """
    return "" if value is None else str(value)


def marked(value: str | None) -> str:
    """A text that may be empty, with a mark before it; "" for None.

    >>> marked("Aki"), marked(""), marked(None)
    ('=Aki', '=', '')
    """
    return "" if value is None else f"={value}"


def insert(
    connection: DuckDBPyConnection,
    table: str,
    rows: Packed,
    meaning: Mapping[str, str],
    beside: Sequence[str] = (),
) -> None:
    """Append `rows` to `table`. `meaning` is the SQL of the value for a column that is not its
    text; in it, {0} is the text, and the columns `beside`, which are not the table's, have theirs.
    """
    if not rows.counts:
        return
    # A column that is nothing but gaps stays at home.
    held = [name for name, texts in rows.columns.items() if name not in meaning or any(texts)]
    query, parameters = relation(rows.of(held))
    own = [name for name in held if name not in beside]
    names = ", ".join(f'"{name}"' for name in own)
    values = ", ".join(meaning.get(name, "{0}").format(f'"{name}"') for name in own)
    connection.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM ({query})", parameters)


def relation(rows: Packed) -> tuple[str, dict[str, Sequence[str] | Sequence[int]]]:
    """A query for the columns of `rows`, all of them texts, with a row's number in its piece from
    0 as `nth`; and the query's parameters.
    """
    inner, outer = ["unnest($counts) AS counted"], ["unnest(range(counted)) AS nth"]
    parameters: dict[str, Sequence[str] | Sequence[int]] = {"counts": rows.counts}
    for at, (name, texts) in enumerate(rows.columns.items()):
        inner.append(f"unnest($c{at}) AS c{at}")
        value = f"c{at}"
        if any(NUL in text for text in texts):
            texts = [_spread(text, count) for text, count in zip(texts, rows.counts, strict=True)]
            value = f"unnest(string_split(c{at}, chr(0)))"
        outer.append(f'{value} AS "{name}"')
        parameters[f"c{at}"] = texts
    return f"SELECT {', '.join(outer)} FROM (SELECT {', '.join(inner)})", parameters


def _spread(text: str, count: int) -> str:
    """A text with all its values, also where they are the same."""
    return text if NUL in text else NUL.join([text] * count)


def cut(values: Sequence[T], counts: Iterable[int]) -> list[Sequence[T]]:
    """Values in parts of so many.

    >>> cut("abcde", [2, 3])
    ['ab', 'cde']
    """
    parts = []
    start = 0
    for count in counts:
        parts.append(values[start : start + count])
        start += count
    return parts
