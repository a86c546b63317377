"""Statistics of analyses: what decisions were worth, how lucky players were, and whether the
chances that an engine gave came true.

Each row speaks of one engine with one sight: values of different engines are never put together.
"""

from __future__ import annotations

#: What is asked of the analyses of the chosen matches: `judged_of` has one row for each, `decided`
#: one for each judged decision, `summed` one for each seat, `foreseen` one for each public chance
#: of a side with the win share that came of it. The last position of a match is over: it foresees
#: nothing. `even` is the win share of a seat where no side is better (see `partners`). Of `exact`
#: numbers the mean is the same in any order.
VIEWS = """
    CREATE TEMP MACRO exact(x) AS CAST(x AS DECIMAL(18, 12));
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
        100 * avg(loss) AS loss_per_100,
        100 * (avg(loss) - mean_margin(loss)) AS loss_low,
        100 * (avg(loss) + mean_margin(loss)) AS loss_high,
        100 * avg(points) AS points_per_100,
        max(loss) AS worst
    FROM decided WHERE is_asked GROUP BY person, player, <game>, engine, sight
    ORDER BY player, <game>, engine, sight
"""

ACCURACY = """
    SELECT
        player, <game>, engine, sight, count(*) AS matches, sum(choices) AS choices,
        avg(accuracy) AS mean_accuracy,
        mean_accuracy - mean_margin(accuracy) AS accuracy_low,
        mean_accuracy + mean_margin(accuracy) AS accuracy_high,
        min(accuracy) AS least_accuracy, max(accuracy) AS most_accuracy,
        100 * sum(loss) / nullif(sum(choices), 0) AS loss_per_100
    FROM summed WHERE is_asked GROUP BY person, player, <game>, engine, sight
    ORDER BY player, <game>, engine, sight
"""

LUCK = """
    SELECT
        player, <game>, engine, sight, count(*) AS matches,
        avg(share - even) AS over_even,
        avg(luck_deal) AS luck_of_deal,
        luck_of_deal - mean_margin(luck_deal) AS luck_low,
        luck_of_deal + mean_margin(luck_deal) AS luck_high,
        avg(share) - luck_of_deal AS win_share_without_luck
    FROM summed WHERE is_asked AND luck_deal IS NOT NULL AND share IS NOT NULL
    GROUP BY person, player, <game>, engine, sight
    ORDER BY player, <game>, engine, sight
"""

CALIBRATION = """
    WITH told AS (
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
        FROM told WINDOW same_engine AS (PARTITION BY <game>, engine, sight)
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
