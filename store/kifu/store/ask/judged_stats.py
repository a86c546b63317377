"""Statistics of analyses: what decisions were worth.

Each row speaks of one engine: values of different engines are never put together.
"""

from __future__ import annotations

from collections.abc import Sequence

from kifu.replay.judgements.scale import level
from kifu.store.ask.sql import ResultRows, ask
from kifu.store.tables import Connection

#: A margin is half the width of an interval of 95 %: `ratio_margin` is that of sum(y) / sum(x),
#: where each match is a draw. Points lost below 0 and accuracies above 100 are errors of
#: estimation.
MACROS = """
    CREATE TEMP MACRO exact(x) AS CAST(x AS DECIMAL(18, 12));
    CREATE TEMP MACRO exact_sum(x) AS CAST(sum(CAST(x AS DECIMAL(38, 12))) AS DOUBLE);
    CREATE TEMP MACRO ratio_margin(y, x) AS student(count(*)) * sqrt(
        greatest(
            0, sum(y * y) - 2 * sum(y) / nullif(sum(x), 0) * sum(x * y)
            + (sum(y) / nullif(sum(x), 0)) ** 2 * sum(x * x)
        ) * count(*) / nullif(count(*) - 1, 0)
    ) / nullif(sum(x), 0);
    CREATE TEMP MACRO at_least_0(x) AS CASE WHEN x < 0 THEN 0 ELSE x END;
    CREATE TEMP MACRO at_most_100(x) AS CASE WHEN x > 100 THEN 100 ELSE x END;
"""

#: What is asked of the analyses of the chosen matches: `judged_of` has one row for each, `decided`
#: one for each judged decision, `summed` one for each seat. Of `exact` numbers the sum is the same
#: in any order.
VIEWS = """
    CREATE TEMP VIEW judged_of AS
        SELECT matches.key, matches.game, matches.options, matches.month, matches.event,
            matches.seats, chosen.key AS own, chosen.engine
        FROM matches JOIN chosen_analyses() AS chosen ON chosen.play = matches.play;
    CREATE TEMP VIEW decided AS
        SELECT judged_of.*, judgement.* EXCLUDE (record, options), seated.player, seated.person,
            seated.is_asked
        FROM judged_of JOIN judgement ON judgement.record = judged_of.own
        JOIN seated ON seated.key = judged_of.key AND seated.seat = judgement.seat;
    CREATE TEMP VIEW summed AS
        SELECT judged_of.*, judged_seat.* EXCLUDE (record), seated.player, seated.person,
            seated.is_asked
        FROM judged_of JOIN judged_seat ON judged_seat.record = judged_of.own
        JOIN seated ON seated.key = judged_of.key AND seated.seat = judged_seat.seat;
"""

#: The judged decisions of finished matches, with the kind of move that was played, as far as the
#: archive was indexed with situations or moves.
_OF_KINDS = """
    SELECT decided.*, coalesce(faced.kind, played.kind) AS kind
    FROM decided JOIN matches USING (key)
    LEFT JOIN situation AS faced ON faced.record = decided.key AND faced.ply = decided.ply
    LEFT JOIN move AS played ON played.record = decided.key AND played.ply = decided.ply
    WHERE decided.is_asked AND matches.finished
"""

MISTAKES_BY_KIND = f"""
    WITH kinds AS ({_OF_KINDS})
    SELECT
        player, <game>, engine, kind, count(*) AS choices,
        count(*) FILTER (mark = '??') AS blunders,
        count(*) FILTER (mark = '?') AS mistakes,
        count(*) FILTER (mark = '?!') AS doubtful,
        CAST(sum(exact(points)) AS DOUBLE) AS lost_in_all
    FROM kinds GROUP BY person, player, <game>, engine, kind
    ORDER BY player, <game>, engine, kind
"""

#: So many of a kind.
WORST = 10
WORST_MISTAKES = f"""
    WITH kinds AS ({_OF_KINDS} AND mark IS NOT NULL)
    SELECT
        player, <game>, engine, kind, mark, loss, points, hex_id(record.play) AS match,
        hex_id(record.record) AS record, ply, seat
    FROM kinds JOIN (SELECT key, play, record FROM record) AS record ON record.key = kinds.own
    QUALIFY row_number() OVER (
        PARTITION BY person, <game>, engine, kind
        ORDER BY list_position(['??', '?', '?!'], mark), points DESC, match, ply
    ) <= {WORST}
    ORDER BY
        player, <game>, engine, kind, list_position(['??', '?', '?!'], mark), points DESC,
        match, ply
"""

#: Intervals are between matches; of one match, that of the points lost is by the luck of the worlds
#: alone, and the accuracy has none. The `level` is that of matches at one table (see
#: `judgements.scale`).
ACCURACY = """
    WITH summed_up AS (
        SELECT
            player, <game>, engine, count(*) AS matches, sum(choices) AS choices,
            sum(points) / sum(choices) AS points_lost,
            CASE
                WHEN count(*) > 1 THEN ratio_margin(points, choices)
                ELSE 1.9599640 * sum(points_se) / sum(choices)
            END AS lost_margin,
            100 - 100 * sum(points) / nullif(sum(stake), 0) AS kept,
            CASE WHEN count(*) > 1 THEN 100 * ratio_margin(points, stake) END AS kept_margin,
            100 * sum(agreed) / sum(choices) AS agreement, sum(blunders) AS blunders,
            sum(mistakes) AS mistakes, sum(doubtful) AS doubtful,
            max(concat_ws(' ', game, seats, nullif(options, ''))) AS highest,
            CASE WHEN highest = min(concat_ws(' ', game, seats, nullif(options, '')))
                THEN highest END AS at_table
        FROM summed WHERE is_asked AND choices > 0
        GROUP BY person, player, <game>, engine
    )
    SELECT
        player, <game>, engine, matches, choices,
        at_least_0(points_lost) AS points_lost,
        at_least_0(summed_up.points_lost - lost_margin) AS points_low,
        at_least_0(summed_up.points_lost + lost_margin) AS points_high,
        CASE WHEN matches > 1 THEN 'matches' ELSE 'worlds' END AS interval_of,
        at_most_100(kept) AS accuracy,
        at_most_100(kept - kept_margin) AS accuracy_low,
        at_most_100(kept + kept_margin) AS accuracy_high,
        agreement, blunders, mistakes, doubtful,
        at_table AS level
    FROM summed_up ORDER BY player, <game>, engine
"""


def accuracy(connection: Connection, by: Sequence[str]) -> ResultRows:
    """How well each player chose, as each engine judged it: a row for each player in the table
    `asked_of`, game, combination of values of the columns `by` of `matches` (such as "options" or
    "month"; not checked here), and engine, sorted in this order. No rows without analyses.
    Unfinished matches count, too; a match without a choice of the player does not. A match in which
    the player has two seats counts twice. Of several analyses of a match by one engine, only one
    counts: that with the most worlds (see the macro `chosen_analyses`).

    Columns: player, game, `by`, engine, matches, choices; points_lost (per choice), points_low,
    points_high; interval_of; accuracy (how much of the points at stake was not lost), accuracy_low,
    accuracy_high, agreement (how many choices were the best option; all in percent); blunders,
    mistakes, doubtful (how many); level. The ends are those of 95 % intervals. Points below 0 are
    given as 0, and accuracies above 100 as 100.

    `interval_of` says what the interval of the points lost is between: "matches" or, if there is
    only one match, "worlds"; the accuracy then has no ends (None). The accuracy itself is None if
    nothing was at stake. `level` says in words between which of kifu's own players the points lost
    are; None if that was not measured, or if the matches differ in game, options or number of
    seats.

    Needs the tables, views and macros that `stats.count` makes. The query runs at once; its rows
    are read as they are asked for: until all are taken, the connection must not execute anything
    else. Raises QueryError, LimitHit if it needs more memory than it may have, and DuckDB's own
    error if the archive's file is damaged or can't be read; each may also come while the rows are
    read.
    """
    found = ask(connection, ACCURACY.replace("<game>", ", ".join(["game", *by])))
    places = [found.columns.index(name) for name in ("engine", "points_low", "points_high")]
    return ResultRows(
        found.columns,
        (
            (*own, level(table or "", *(own[place] for place in places)).words or None)
            for *own, table in found
        ),
    )
