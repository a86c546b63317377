"""Statistics of analyses: what decisions were worth, and whether the chances that an engine gave
came true.

Each row speaks of one engine with one sight: values of different engines are never put together.
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
#: one for each judged decision, `summed` one for each seat, `foreseen` one for each public chance
#: of a side with the win share that came of it. The last position of a match is over: it foresees
#: nothing. `even` is the win share of a seat where no side is better (see `partners`). Of `exact`
#: numbers the mean is the same in any order.
VIEWS = """
    CREATE TEMP VIEW judged_of AS
        SELECT matches.key, matches.game, matches.options, matches.month, matches.event,
            matches.seats, matches.plies, matches.variant, chosen.key AS own, chosen.engine,
            chosen.sight
        FROM matches JOIN chosen_analyses() AS chosen ON chosen.play = matches.play;
    CREATE TEMP VIEW decided AS
        SELECT judged_of.*, judgement.* EXCLUDE (record, options), seated.player, seated.person,
            seated.is_asked
        FROM judged_of JOIN judgement ON judgement.record = judged_of.own
        JOIN seated ON seated.key = judged_of.key AND seated.seat = judgement.seat;
    CREATE TEMP VIEW summed AS
        SELECT judged_of.*, judged_seat.* EXCLUDE (record), seated.player, seated.person,
            seated.is_asked, seated.share, 1.0 / coalesce(partner.sides, judged_of.seats) AS even
        FROM judged_of JOIN judged_seat ON judged_seat.record = judged_of.own
        JOIN seated ON seated.key = judged_of.key AND seated.seat = judged_seat.seat
        LEFT JOIN partner ON partner.variant = judged_of.variant
            AND partner.seats = judged_of.seats AND partner.seat = judged_seat.seat;
    CREATE TEMP VIEW foreseen AS
        SELECT
            judged_of.*, chance.ply, chance.chance, seated.share,
            1.0 / coalesce(partner.sides, judged_of.seats) AS even
        FROM judged_of JOIN chance ON chance.record = judged_of.own
        JOIN seated ON seated.key = judged_of.key AND seated.seat = chance.seat
        LEFT JOIN partner ON partner.variant = judged_of.variant
            AND partner.seats = judged_of.seats AND partner.seat = chance.seat
        WHERE chance.ply < judged_of.plies AND seated.share IS NOT NULL
            AND coalesce(partner.side, chance.seat) = chance.seat;
"""

MISTAKES = """
    SELECT
        player, <game>, engine, sight, count(DISTINCT own) AS matches, count(*) AS choices,
        count(*) FILTER (mark = '??') AS blunders,
        count(*) FILTER (mark = '?') AS mistakes,
        count(*) FILTER (mark = '?!') AS doubtful,
        max(points) AS worst_points
    FROM decided WHERE is_asked GROUP BY person, player, <game>, engine, sight
    ORDER BY player, <game>, engine, sight
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
        player, <game>, engine, sight, kind, count(*) AS choices,
        count(*) FILTER (mark = '??') AS blunders,
        count(*) FILTER (mark = '?') AS mistakes,
        count(*) FILTER (mark = '?!') AS doubtful,
        CAST(sum(exact(points)) AS DOUBLE) AS lost_in_all
    FROM kinds GROUP BY person, player, <game>, engine, sight, kind
    ORDER BY player, <game>, engine, sight, kind
"""

#: So many of a kind.
WORST = 10
WORST_MISTAKES = f"""
    WITH kinds AS ({_OF_KINDS} AND mark IS NOT NULL)
    SELECT
        player, <game>, engine, sight, kind, mark, loss, points, hex_id(record.play) AS match,
        hex_id(record.record) AS record, ply, seat
    FROM kinds JOIN (SELECT key, play, record FROM record) AS record ON record.key = kinds.own
    QUALIFY row_number() OVER (
        PARTITION BY person, <game>, engine, sight, kind
        ORDER BY list_position(['??', '?', '?!'], mark), points DESC, match, ply
    ) <= {WORST}
    ORDER BY
        player, <game>, engine, sight, kind, list_position(['??', '?', '?!'], mark), points DESC,
        match, ply
"""

#: Intervals are between matches; of one match, that of the points lost is by the luck of the worlds
#: alone, and the accuracy has none. The `level` is that of matches at one table (see
#: `judgements.scale`).
ACCURACY = """
    WITH summed_up AS (
        SELECT
            player, <game>, engine, sight, count(*) AS matches, sum(choices) AS choices,
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
        GROUP BY person, player, <game>, engine, sight
    )
    SELECT
        player, <game>, engine, sight, matches, choices,
        at_least_0(points_lost) AS points_lost,
        at_least_0(summed_up.points_lost - lost_margin) AS points_low,
        at_least_0(summed_up.points_lost + lost_margin) AS points_high,
        CASE WHEN matches > 1 THEN 'matches' ELSE 'worlds' END AS interval_of,
        at_most_100(kept) AS accuracy,
        at_most_100(kept - kept_margin) AS accuracy_low,
        at_most_100(kept + kept_margin) AS accuracy_high,
        agreement, blunders, mistakes, doubtful,
        at_table AS level
    FROM summed_up ORDER BY player, <game>, engine, sight
"""


def accuracy(connection: Connection, by: Sequence[str]) -> ResultRows:
    """The rows of ACCURACY, by the columns `by` of `matches`; the level in words, None where there
    is none.
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


CALIBRATION = """
    WITH clamped AS (
        SELECT
            *, least(9, CAST(floor(10 * chance) AS INTEGER)) + 1 AS decile,
            greatest(1e-6, least(1 - 1e-6, chance)) AS sure
        FROM foreseen
    ), scored AS (
        SELECT
            *, avg(exact((chance - share) ** 2)) OVER same_engine AS brier,
            1 - brier / nullif(avg(exact((even - share) ** 2)) OVER same_engine, 0)
                AS brier_skill,
            -avg(exact(share * ln(sure) + (1 - share) * ln(1 - sure))) OVER same_engine AS log_loss
        FROM clamped WINDOW same_engine AS (PARTITION BY <game>, engine, sight)
    )
    SELECT
        <game>, engine, sight, decile, count(*) AS chances, count(DISTINCT own) AS matches,
        avg(exact(chance)) AS mean_chance, avg(exact(share)) AS mean_share,
        mean_share - mean_chance AS gap,
        any_value(brier) AS brier, any_value(brier_skill) AS brier_skill,
        any_value(log_loss) AS log_loss
    FROM scored GROUP BY <game>, engine, sight, decile
    ORDER BY <game>, engine, sight, decile
"""
