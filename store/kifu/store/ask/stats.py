"""Statistics: the matches of an archive, counted.

Each topic is one SQL question over the view `seated` (a row for each seat of each match that was
selected) or `selected` itself. A share comes with the ends of its Wilson interval and a mean with
those of Student's, both at 95 %. Of a win that k sides share, or a draw, each has 1/k; `wins`
adds that up, `sole_wins` and `shared_wins` count the two sorts. Scores count where the match was
finished, and only within one game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.store.ask import judged_stats, ratings, strength
from kifu.store.ask.filters import Filters
from kifu.store.ask.intervals import INTERVALS
from kifu.store.ask.search import select
from kifu.store.ask.sql import ResultRows, ask
from kifu.store.errors import ArchiveError
from kifu.store.fold import folded
from kifu.store.people import strangers
from kifu.store.tables import Connection


class Topic(Struct, frozen=True):
    """A question that `count` answers. `what` says in words what it asks. `rows` is its SQL, in
    which `<game>` is yet to be replaced (see `_counted_by`), or a function that returns the rows,
    given the connection and further columns to separate them by. `personal`: each row is about one
    player, in the column `player`.
    """

    what: str
    rows: str | Callable[[Connection, Sequence[str]], ResultRows]
    personal: bool = False


#: What is said of some seats: how often they won, and what they scored.
_RESULTS = """
    count(*) AS matches,
    count(*) FILTER (won IS NOT NULL) AS decided,
    coalesce(sum(share), 0) AS wins,
    count(*) FILTER (share = 1) AS sole_wins,
    count(*) FILTER (share > 0 AND share < 1) AS shared_wins,
    wins / nullif(decided, 0) AS win_share,
    wilson_end(wins, decided, -1) AS win_low,
    wilson_end(wins, decided, 1) AS win_high,
    avg(score) AS mean_score,
    mean_score - mean_margin(score) AS score_low,
    mean_score + mean_margin(score) AS score_high
"""

#: What rows can be counted by, each with the column of `matches` and `seated` that tells.
BY = {"option": "options", "month": "month", "event": "event"}
#: Asks for the variants of a game to be counted together.
MIXED = "game"

#: `<game>` is replaced by the game and the other columns that rows are counted by.
TOPICS = {
    "games": Topic(
        "each game by number of seats: how many matches, how long",
        """
        SELECT
            <game>, seats, count(*) AS matches, count(*) FILTER (finished) AS finished,
            avg(rounds) FILTER (finished) AS mean_rounds,
            avg(turns) FILTER (finished) AS mean_turns,
            min(turns) FILTER (finished) AS least_turns,
            median(turns) FILTER (finished) AS median_turns,
            max(turns) FILTER (finished) AS most_turns,
            avg(plies) FILTER (finished) AS mean_moves,
            count(*) FILTER (key IN (SELECT key FROM seated WHERE share > 0 AND share < 1))
                AS shared_wins,
            count(*) FILTER (drawn) AS draws,
            min(date_from) AS first_day, max(date_to) AS last_day
        FROM matches GROUP BY ALL ORDER BY <game>, seats
        """,
    ),
    "lengths": Topic(
        "how many finished matches took how many turns",
        """
        SELECT <game>, seats, turns, count(*) AS matches, avg(plies) AS mean_moves
        FROM matches WHERE finished AND turns IS NOT NULL
        GROUP BY ALL ORDER BY <game>, seats, turns
        """,
    ),
    "seats": Topic(
        "wins and scores by seat; even_share is a seat's share if no seat had an advantage",
        f"""
        WITH counted AS (
            SELECT <game>, seats, seat, {_RESULTS} FROM seated GROUP BY <game>, seats, seat
        )
        SELECT
            *,
            -- Rounded: the last digits of a sum depend on the order in which rows come.
            round(sum(wins) OVER same_table, 9) / nullif(sum(decided) OVER same_table, 0)
                AS even_share
        FROM counted WINDOW same_table AS (PARTITION BY <game>, seats)
        ORDER BY <game>, seats, seat
        """,
    ),
    "players": Topic(
        "each player in each game: results and the distribution of the scores",
        f"""
        SELECT
            player, <game>, {_RESULTS},
            min(score) AS least_score,
            quantile_cont(score, 0.25) AS lower_quarter,
            quantile_cont(score, 0.5) AS median_score,
            quantile_cont(score, 0.75) AS upper_quarter,
            max(score) AS most_score
        FROM seated WHERE is_asked GROUP BY person, player, <game>
        ORDER BY player, <game>
        """,
        True,
    ),
    "opponents": Topic(
        "head to head: how often a player came in ahead of another, and by how much",
        """
        SELECT
            own.player, other.player AS opponent, own.<game>, count(*) AS matches,
            count(*) FILTER (own.place < other.place) AS ahead,
            count(*) FILTER (own.place > other.place) AS behind,
            count(*) FILTER (own.place = other.place) AS level,
            (ahead + level / 2) / nullif(ahead + behind + level, 0) AS ahead_share,
            wilson_end(ahead + level / 2, ahead + behind + level, -1) AS ahead_low,
            wilson_end(ahead + level / 2, ahead + behind + level, 1) AS ahead_high,
            avg(CAST(own.score AS BIGINT) - other.score) AS mean_difference,
            mean_difference - mean_margin(CAST(own.score AS BIGINT) - other.score)
                AS difference_low,
            mean_difference + mean_margin(CAST(own.score AS BIGINT) - other.score)
                AS difference_high
        FROM seated AS own
        JOIN seated AS other ON other.key = own.key AND other.person <> own.person
        WHERE own.is_asked GROUP BY own.person, own.player, other.person, other.player,
            own.<game>
        ORDER BY own.player, own.<game>, matches DESC, opponent
        """,
        True,
    ),
    "ratings": Topic(
        "each player's rating in each game by all results, the best first", ratings.standing, True
    ),
    "history": Topic("each player's rating by all results up to each month", ratings.history, True),
    "strength": Topic(
        "each player's strength by judged decisions, beside the rating by results",
        strength.standing,
        True,
    ),
    "mistakes-by-kind": Topic(
        "what each player's judged decisions lost, by engine and kind of move",
        judged_stats.MISTAKES_BY_KIND,
        True,
    ),
    "worst-mistakes": Topic(
        f"the {judged_stats.WORST} worst mistakes of each player in each kind of move, by engine",
        judged_stats.WORST_MISTAKES,
        True,
    ),
    "accuracy": Topic("how well each player chose, by engine", judged_stats.accuracy, True),
}

#: The topics about what analyses say: without one they have no rows.
JUDGED = {
    "strength",
    "mistakes-by-kind",
    "worst-mistakes",
    "accuracy",
}

#: What the questions are asked of.
VIEWS = """
    CREATE TEMP VIEW matches AS
        SELECT
            variant.game, variant.options, record.*,
            CASE WHEN date_trunc('month', date_from) = date_trunc('month', date_to)
                THEN strftime(date_from, '%Y-%m') END AS month
        FROM selected JOIN record USING (key)
        JOIN variant ON variant.id = record.variant;
    CREATE TEMP VIEW seated AS
        SELECT
            matches.key, matches.game, matches.options, matches.month, matches.event,
            matches.seats, seat.seat, seat.side, seat.place, seat.won, seat.share,
            CASE WHEN matches.finished THEN seat.score END AS score,
            person.id AS person, person.name AS player, person.id IN (FROM asked_of) AS is_asked
        FROM matches
        JOIN seat ON seat.record = matches.key
        JOIN player ON player.id = seat.player
        JOIN player AS person ON person.id = player.person;
"""
#: The persons that the rows are to speak of.
_ASKED_OF = """
    CREATE TEMP TABLE asked_of AS SELECT DISTINCT person FROM player
    WHERE len($names) = 0 OR folded IN (SELECT unnest(CAST($names AS VARCHAR[])))
"""


def count(
    connection: Connection,
    archive: str,
    topic: str,
    filters: Filters,
    players: Sequence[str],
    by: Sequence[str],
) -> ResultRows:
    """The rows of `topic` (a name in `TOPICS`) over the matches that pass `filters`, read as they
    are asked for: until all are taken, the connection must not execute anything else. Of a match,
    one record counts: the main one if it passes, otherwise the one with the most notes. Columns and
    order are the topic's own. No rows if no match passes. `archive` is the archive's path. With
    `players` (names, compared folded; an alias names its person; none: all persons), only the rows
    about these persons are given, though all matches still count. Each set of options of a game has
    its own rows, unless `by` has "game", which counts them together ("option" beside it separates
    them again). "month" and "event" in `by` separate the matches by these; those without one have
    rows of their own, with None. A match that may have been played in either of two months has no
    month.

    Raises UsageError for an unknown topic or name in `by`, for "month" with the topic "history",
    for `players` with a topic whose rows are not about players, for a name that is not UTF-8, for a
    filter that nothing can match, for a `filters.same_deal` that is no id, and for more than 100
    conditions; ArchiveError for a player whom the archive does not have, and if `filters.same_deal`
    names nothing, or its deal is not known. LimitHit, for lack of memory, QueryError, if a query is
    interrupted, or DuckDB's own error may come at once or while the rows are read.

    Makes temporary tables, views and macros (`selected`, `asked_of`, `matches`, `seated`, ...) that
    stay on the connection, which must have none of them yet: so it can be called only once for each
    connection, also after an error, and not after `search.find` or `export.export`, which make
    `selected`, too.
    """
    if topic not in TOPICS:
        raise UsageError(f"there is no topic {topic!r}; the topics are {', '.join(TOPICS)}")
    if players and not TOPICS[topic].personal:
        raise UsageError(
            f"the rows of {topic} are not about single players; to choose matches, use --player"
        )
    _vet_by(topic, by)
    for why in strangers(connection, players):
        raise ArchiveError(why)
    select(connection, archive, filters)
    connection.execute(_ASKED_OF, {"names": [folded(name) for name in players]})
    connection.execute(INTERVALS)
    connection.execute(VIEWS)
    connection.execute(judged_stats.MACROS)
    connection.execute(judged_stats.VIEWS)
    wanted = {*by} if MIXED in by else {"option", *by}
    columns = [column for name, column in BY.items() if name in wanted]
    rows = TOPICS[topic].rows
    return (
        ask(connection, _counted_by(rows, columns))
        if isinstance(rows, str)
        else rows(connection, columns)
    )


def _vet_by(topic: str, by: Sequence[str]) -> None:
    """Raise UsageError for a name in `by` that is neither in `BY` nor `MIXED`, and for "month" with
    the topic "history", whose rows are by month already. Does not check `topic` itself.
    """
    for name in by:
        if name not in (*BY, MIXED):
            raise UsageError(f"rows can be counted by {', '.join([*BY, MIXED])}, not by {name!r}")
        if topic == "history" and name == "month":
            raise UsageError(f"the rows of {topic} are by month already; leave --by month out")


def _counted_by(sql: str, columns: Sequence[str]) -> str:
    """A topic's SQL in which `<game>` is replaced by the column `game` and the further `columns`,
    with commas between them, and `own.<game>` by the same columns of the table `own`. The names are
    not quoted. Rows are separated by these columns.
    """
    own = ", ".join([f"own.{column}" for column in ("game", *columns)])
    return sql.replace("own.<game>", own).replace("<game>", ", ".join(["game", *columns]))
