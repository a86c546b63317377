"""Frequent: the situations that came up often, with what was played in each, by one question.

`explore` asks about one situation; a site publishes all of them. Only finished matches count: what
is played in one that goes on may still be hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.store.ask.filters import Filters
from kifu.store.ask.intervals import INTERVALS
from kifu.store.ask.search import select
from kifu.store.tables import fetched

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class PlayedKind(Struct, frozen=True, gc=False):
    """The moves of a `kind` (None: without one) that were played in a situation: how often, and the
    share of the win that their seats got, with the ends of its interval. These are None where too
    few seats played such a move to say so.
    """

    kind: str | None
    times: int
    win_share: float | None
    win_low: float | None
    win_high: float | None


class FrequentSituation(Struct, frozen=True, gc=False):
    """A situation of a `game` by its key (16 hex digits), how often it came up, and what was
    played, the most frequent first.
    """

    game: str
    situation: str
    times: int
    kinds: list[PlayedKind]


def frequent(
    connection: DuckDBPyConnection, archive: str, filters: Filters, least: int, most: int
) -> Iterator[FrequentSituation]:
    """The situations that came up at least `least` times in the finished matches that pass
    `filters`, by game and key. Of each game at most `most`, the most frequent ones; equally
    frequent ones are all in or all out. Raises UsageError for a `least` or `most` below 1.

    The share of the win for a kind of move is given where at least `least` seats played it. A seat
    that faced the situation several times in a match counts once (by Kish's number, if seats
    decided unequally often).
    """
    if least < 1 or most < 1:
        raise UsageError(f"least ({least}) and most ({most}) must be 1 or more")
    select(connection, archive, filters)
    connection.execute(INTERVALS)
    connection.execute(_CHOSEN)
    connection.execute(_MET, {"least": least})
    games = connection.execute(_GAMES, {"most": most}).fetchall()
    for game, decisions, too_few in games:
        for low, high in _ranges(1 + decisions // _TOGETHER):
            asked = {"game": game, "too_few": too_few, "least": least, "low": low, "high": high}
            rows = fetched(connection.execute(_PLAYED, asked))
            for (key, times), own in groupby(rows, key=lambda row: row[:2]):
                kinds = [PlayedKind(*row[2:]) for row in own]
                yield FrequentSituation(game, f"{key:016x}", times, kinds)


def _ranges(number: int) -> Iterator[tuple[str, str]]:
    """The keys (0 to 2^64 - 1) in `number` equal ranges: the first and the last key of each, as
    decimal numbers in text.
    """
    for part in range(number):
        yield str((part << 64) // number), str(((part + 1 << 64) // number) - 1)


#: Decisions that are counted together, which bounds the memory.
_TOGETHER = 1_000_000
_CHOSEN = """
    CREATE TEMP TABLE chosen AS
    SELECT DISTINCT main.key AS record, variant.game
    FROM selected JOIN record AS own USING (key)
    JOIN record AS main ON main.play = own.play AND main.main
    JOIN variant ON variant.id = main.variant
    WHERE main.finished
"""
_MET = """
    CREATE TEMP TABLE met AS
    SELECT chosen.game, situation.key, count(*) AS times
    FROM situation JOIN chosen USING (record) GROUP BY chosen.game, situation.key
    HAVING count(*) >= $least
"""
_GAMES = """
    SELECT game, CAST(sum(times) AS BIGINT), coalesce(max(times) FILTER (place > $most), 0)
    FROM (SELECT *, row_number() OVER (PARTITION BY game ORDER BY times DESC) AS place FROM met)
    GROUP BY game ORDER BY game
"""
#: `seats` is Kish's number: of equal weights, how many seats decided. Shares are added up as
#: decimals: the sum is the same in any order.
_PLAYED = """
    WITH known AS (
        SELECT key, times FROM met
        WHERE game = $game AND times > $too_few
            AND key BETWEEN CAST($low AS UBIGINT) AND CAST($high AS UBIGINT)
    ), seated AS (
        SELECT
            situation.key, situation.kind, situation.record, situation.seat, count(*) AS times,
            count(situation.share) AS decided, any_value(situation.share) AS share
        FROM situation JOIN known USING (key) JOIN chosen USING (record)
        WHERE situation.key BETWEEN CAST($low AS UBIGINT) AND CAST($high AS UBIGINT)
            AND chosen.game = $game
        GROUP BY situation.key, situation.kind, situation.record, situation.seat
    ), played AS (
        SELECT
            key, kind, sum(times) AS times,
            CAST(sum(CAST(decided * share AS DECIMAL(28, 12))) AS DOUBLE) / nullif(sum(decided), 0)
                AS win_share,
            sum(decided) ** 2 / nullif(sum(decided * decided), 0) AS seats
        FROM seated GROUP BY key, kind
    )
    SELECT
        key, known.times, kind, CAST(played.times AS BIGINT),
        CASE WHEN seats >= $least THEN win_share END,
        CASE WHEN seats >= $least THEN wilson_end(win_share * seats, seats, -1) END,
        CASE WHEN seats >= $least THEN wilson_end(win_share * seats, seats, 1) END
    FROM known JOIN played USING (key)
    ORDER BY key, played.times DESC, kind
"""
