"""Explore: what was played where like cards were faced, and how it went.

A situation is what a game's rules make of a position for one seat, so coarse that it comes up
in many matches. Each match counts as its main record has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.store.ask.answers import Rows, rows_of
from kifu.store.ask.filters import Filters, number_of_key
from kifu.store.ask.intervals import INTERVALS, NORMAL
from kifu.store.ask.search import condition_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: By what moves can be counted.
By = Literal["kind", "move"]
BY: tuple[By, ...] = ("kind", "move")


class PlayedOption(Struct):
    """What was played in the situation: moves of a `kind`, or one `move`. `times` is how often,
    `share` its part of all. Of those times, `decided` were in matches with a winner, and `won` by
    the seat; a win that k sides share counts 1/k, as in `stats`. `win_low` and `win_high` are the
    ends of the interval of `win_share`, `score_low` and `score_high` those of `mean_score`, the
    seat's mean score in finished matches; None where there are too few.
    """

    kind: str | None
    move: str | None
    times: int
    share: float
    decided: int
    won: float
    win_share: float | None
    win_low: float | None
    win_high: float | None
    mean_score: float | None
    score_low: float | None
    score_high: float | None


class Explored(Struct):
    """What was played in a situation, the most frequent first: `times` in all, in this number of
    `matches`.
    """

    situation: str
    times: int
    matches: int
    choices: list[PlayedOption]

    @property
    def rows(self) -> Rows:
        """The choices as rows."""
        return rows_of(PlayedOption, self.choices)


def explore(
    connection: DuckDBPyConnection,
    archive: str,
    situation: str,
    filters: Filters,
    by: By,
) -> Explored:
    """The moves that were played in the situation with this key (16 hex digits), in matches that
    pass `filters`: counted `by` "kind" of move, as the game names it, or by single "move". A move
    without a kind is counted by itself. An unknown situation has no choices. Raises UsageError for
    another `by`, and for a situation that is no key.
    """
    if by not in BY:
        raise UsageError(f"moves are counted by {' or '.join(BY)}, not by {by!r}")
    others = replace(filters, situation=None)
    where, values = condition_of(connection, archive, others)
    faced = _FACED if others == Filters() else _FACED_WHERE.format(where=where)
    parameters = [number_of_key(situation), *values]
    kind, move = ("kind", "CASE WHEN kind IS NULL THEN move END") if by == "kind" else _BY_MOVE
    query = _CHOICES.format(faced=faced, kind=kind, move=move)
    connection.execute(INTERVALS)
    rows = connection.execute(query, parameters).fetchall()
    choices = [PlayedOption(*row) for *row, _ in rows]
    times = sum(choice.times for choice in choices)
    return Explored(situation, times, rows[0][-1] if rows else 0, choices)


#: A move by itself is of one kind here and of another there.
_BY_MOVE = ("CAST(NULL AS VARCHAR)", "move")

#: How a match ended is in the rows of its situations, and nearly all records are main ones: without
#: filters, no other table is read.
_FACED = """
    SELECT * FROM situation
    WHERE key = CAST(? AS UBIGINT) AND record NOT IN (SELECT key FROM record WHERE NOT main)
"""
#: `{where}` is put together from the fixed pieces of `filters`, never from what was asked.
_FACED_WHERE = """
    SELECT s.*
    FROM situation AS s JOIN record AS r ON r.key = s.record JOIN variant AS v ON v.id = r.variant
    WHERE s.key = CAST(? AS UBIGINT) AND r.main AND {where}
"""
#: Sums of integers are the same in whatever order DuckDB adds them. The matches of each move are
#: not counted: to tell them apart takes longer than all else.
_CHOICES = f"""
    WITH faced AS MATERIALIZED (
        SELECT {{kind}} AS kind, {{move}} AS move, record, share, final_score FROM ({{faced}})
    ), played AS (
        SELECT
            kind, move, count(*) AS times, count(share) AS decided, coalesce(sum(share), 0) AS won,
            count(final_score) AS over, sum(final_score) AS score,
            sum(CAST(final_score AS BIGINT) * final_score) AS squares,
            {NORMAL} * sqrt((over * squares - score * score) / nullif(over - 1, 0) / over / over)
                AS margin
        FROM faced GROUP BY kind, move
    )
    SELECT
        kind, move, times, times / sum(times) OVER (), decided, won, won / nullif(decided, 0),
        wilson_end(won, decided, -1), wilson_end(won, decided, 1),
        score / nullif(over, 0) AS mean_score, mean_score - margin, mean_score + margin,
        (SELECT count(DISTINCT record) FROM faced)
    FROM played ORDER BY times DESC, kind, move
"""
