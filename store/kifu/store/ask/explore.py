"""Explore: what was played where like cards were faced, and how it went.

A situation is what a game's rules make of a position for one seat, so coarse that it comes up
in many matches. Each match counts as its main record has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store.ask.filters import Filters, conditions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Choice(Struct, kw_only=True):
    """A move that was played in the situation: how many `times`, and which `share` that is of
    all. Of those times, `decided` were in matches with a winner and `won` by the seat that then
    won; `mean_score` is that of the seat at the end of finished matches. None where there is none.
    """

    move: str
    times: int
    share: float
    decided: int
    won: int
    win_share: float | None
    mean_score: float | None


class Explored(Struct):
    """Every move that was played in a situation, the most frequent first: `times` in all, in so
    many `matches`.
    """

    situation: str
    times: int
    matches: int
    choices: list[Choice]


def explore(
    connection: DuckDBPyConnection, archive: str, situation: str, filters: Filters
) -> Explored:
    """What was played in the situation with this key (16 hex digits), in matches that the
    filters ask for.
    """
    found = conditions(filters, archive)
    where = " AND ".join(["r.main", *(condition for condition, _ in found)])
    parameters = [str(int(situation, 16)), *(value for _, values in found for value in values)]
    query = _FACED.format(where=where)
    total, *rows = connection.execute(_CHOICES.format(faced=query), parameters).fetchall()
    times, matches = total[1:3]
    choices = [
        Choice(
            move=move,
            times=count,
            share=count / times,
            decided=decided,
            won=won,
            win_share=won / decided if decided else None,
            mean_score=mean,
        )
        for move, count, _, decided, won, mean in rows
    ]
    return Explored(situation, times, matches, choices)


#: `{where}` is put together from the fixed pieces of `filters`, never from what was asked.
_FACED = """
    SELECT
        s.move, s.record, r.winners IS NOT NULL AS decided,
        list_contains(r.winners, s.seat) AS won,
        CASE WHEN r.finished THEN r.scores[s.seat] END AS score
    FROM situation AS s JOIN record AS r ON r.key = s.record JOIN variant AS v ON v.id = r.variant
    WHERE s.key = CAST(? AS UBIGINT) AND {where}
"""
#: The first row is that of all moves together; it is there even where there is no move. Only
#: there matches are counted: to tell apart those of each move takes longer than all else.
_CHOICES = """
    WITH faced AS MATERIALIZED ({faced})
    SELECT
        NULL AS move, count(*) AS times, count(DISTINCT record), count(*) FILTER (decided),
        count(*) FILTER (won), avg(score)
    FROM faced
    UNION ALL
    SELECT move, count(*), NULL, count(*) FILTER (decided), count(*) FILTER (won), avg(score)
    FROM faced GROUP BY move
    ORDER BY move IS NOT NULL, times DESC, move
"""
