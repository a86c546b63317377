"""Explore: what was played where like cards were faced, and how it went.

A situation is what a game's rules make of a position for one seat, so coarse that it comes up
in many matches. `explore` asks about one of them, and counts each match as its main record has it;
`frequent` asks about all that came up often, for a site. There only finished matches count: what is
played in one that goes on may still be hidden. `FILE@PLY` names the position after that ply of the
record in a file, `FILE#N@PLY` that of its N-th record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import read_numbered
from kifu.replay.match import replay
from kifu.store.ask.filters import Filters, number_of_key
from kifu.store.ask.intervals import INTERVALS
from kifu.store.ask.search import condition_of, select
from kifu.store.ask.sql import Rows, ask
from kifu.store.index.course import situation_key
from kifu.store.tables import Connection, fetched

_MOMENT = re.compile(
    r"(?P<path>.+?)(?:#(?P<number>[1-9][0-9]{0,8}))?@(?P<ply>[0-9]{1,9})", re.DOTALL
)
KEY = re.compile(r"[0-9a-f]{16}")


def situation_named(text: str, seat: int | None = None) -> str:
    """The key (16 hex digits, in lower case) of the situation that `seat` (from 1) faces in the
    position that `text` names. `text` is `FILE@PLY` (the file's first record) or `FILE#N@PLY` (its
    N-th, from 1); ply 0 is before the first move, and the file `-` is standard input. Or it is such
    a key, which is returned as it is, whatever `seat` is. Without a `seat`, it is the seat to move:
    if several may move, the one that moves next, or else the first. A seat that is given need not
    be to move.

    Raises UsageError for other text and for a file whose name is not that of a file of records,
    OSError if the file can't be opened, and KifuError if there is no such record, ply or seat, if
    the record can't be read or replayed so far, or if, without a `seat`, nobody is to move.
    """
    if KEY.fullmatch(text):
        return text
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise UsageError(f"{text!r} names no position; write FILE@PLY, or FILE#RECORD@PLY")
    path, number = found["path"], int(found["number"] or 1)
    record = read_numbered(path, number).record
    if record is None:
        raise KifuError(f"{path}: record {number} can't be read; kifu check says why")
    match = replay(record)
    state = match.position(int(found["ply"]))
    open_seats = state.to_move()
    if seat is None:
        if not open_seats:
            why = state.missing and f"the outcome of {state.missing} is not known"
            raise KifuError(f"{text}: no seat is to move here: {why or 'the match is over'}")
        seat = state.next_seat or open_seats[0]
    if not 1 <= seat <= len(record.seats):
        raise KifuError(f"{text}: there is no seat {seat}; the record has {len(record.seats)}")
    return f"{situation_key(match.played.game, state.situation(seat)):016x}"


#: By what moves can be counted.
By = Literal["kind", "move"]
BY: tuple[By, ...] = ("kind", "move")


class Explored(Struct):
    """What was played in a situation: `times` in all, in this number of `matches`. Each row of
    `choices`, the most frequent first, is about a `kind` of move, or one `move`: `times` is how
    often it was played, `share` its part of all. Of those times, `decided` were in matches with a
    winner, and `won` by the seat; a win that k sides share counts 1/k. `win_share` is won /
    decided, with the ends `win_low` and `win_high` of its interval; `mean_score` is the seat's mean
    score in finished matches, with the ends `score_low` and `score_high`. None where there are too
    few.
    """

    situation: str
    times: int
    matches: int
    choices: Rows


def explore(
    connection: Connection,
    archive: str,
    situation: str,
    filters: Filters,
    by: By,
) -> Explored:
    """The moves that were played in the situation with this key (16 hex digits, in lower case), in
    matches, also unfinished ones, whose main record passes `filters` (`filters.situation` is
    ignored). The result has the key (`situation`), how many moves these are (`times`), in how many
    `matches`, and `choices`: a row for each "kind" of move or single "move", as `by` says. With
    "kind", the column `move` is None, except for moves without a kind, which are counted by
    themselves; with "move", `kind` is None. For an unknown situation, or in an archive indexed
    without situations, there are no choices and both counts are 0. `archive` is the archive's path.

    Columns: kind, move, times, share (of all times), decided (times in matches with a winner), won
    (of these; a win that k sides share is 1/k), win_share, win_low, win_high, mean_score (in
    finished matches), score_low, score_high; the most frequent first. The ends are of 95 %
    intervals; None where there are too few.

    All rows are read before it returns. Makes temporary SQL macros, which stay on the connection
    and do no harm to a second call, and no table. Raises UsageError for another `by`, for a
    situation that is no key, for a `filters.same_deal` that is no id, for a filter that nothing can
    match, and for more than 100 conditions; ArchiveError if `filters.same_deal` names nothing, or
    its deal is not known; LimitHit if it needs more memory than it may have; QueryError if it is
    interrupted; and DuckDB's own error if the archive's file is damaged.
    """
    if by not in BY:
        raise UsageError(f"moves are counted by {' or '.join(BY)}, not by {by!r}")
    others = replace(filters, situation=None)
    where, values = condition_of(connection, archive, others)
    parameters = [number_of_key(situation), *values]
    kind, move = ("kind", "CASE WHEN kind IS NULL THEN move END") if by == "kind" else _BY_MOVE
    query = _CHOICES.format(where=where, kind=kind, move=move)
    connection.execute(INTERVALS)
    found = ask(connection, query, parameters)
    rows = list(found)
    choices = Rows(found.columns[1:], [own for _, *own in rows])
    times = sum(choice["times"] for choice in choices)
    return Explored(situation, times, rows[0][0] if rows else 0, choices)


#: A move by itself is of one kind here and of another there.
_BY_MOVE = ("CAST(NULL AS VARCHAR)", "move")

#: `{where}` is put together from the fixed pieces of `filters`, never from what was asked.
#: Sums of integers and decimals are the same in whatever order DuckDB adds them. The matches of
#: each move are not counted: to tell them apart takes longer than all else.
_CHOICES = """
    WITH faced AS MATERIALIZED (
        SELECT {kind} AS kind, {move} AS move, s.record, share, final_score
        FROM situation AS s JOIN record AS r ON r.key = s.record
        JOIN variant AS v ON v.id = r.variant
        WHERE s.key = CAST(? AS UBIGINT) AND r.main AND {where}
    ), played AS (
        SELECT
            kind, move, count(*) AS times, count(share) AS decided,
            coalesce(CAST(sum(CAST(share AS DECIMAL(38, 12))) AS DOUBLE), 0) AS won,
            count(final_score) AS over, sum(final_score) AS score,
            sum(CAST(final_score AS BIGINT) * final_score) AS squares,
            student(over) * sqrt(
                (over * squares - score * score) / nullif(over - 1, 0) / over / over
            ) AS margin
        FROM faced GROUP BY kind, move
    )
    SELECT
        (SELECT count(DISTINCT record) FROM faced) AS matches, kind, move, times,
        times / sum(times) OVER () AS share, decided, won, won / nullif(decided, 0) AS win_share,
        wilson_end(won, decided, -1) AS win_low, wilson_end(won, decided, 1) AS win_high,
        score / nullif(over, 0) AS mean_score, mean_score - margin AS score_low,
        mean_score + margin AS score_high
    FROM played ORDER BY times DESC, kind, move
"""


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
    connection: Connection, archive: str, filters: Filters, least: int, most: int
) -> Iterator[FrequentSituation]:
    """The situations that came up at least `least` times in finished matches that have a record
    which passes `filters`, sorted by game and key; none if the archive was indexed without
    situations. They are counted as the main records have them. At most `most` of each game are
    given, the most frequent ones. Where several are equally frequent and not all of them fit, none
    of these is given. Each comes with its `game`, its key (`situation`, 16 hex digits), how often
    it came up (`times`), and the `kinds` of moves that were played in it (None: moves without a
    kind), the most frequent first. `archive` is the archive's path.

    A kind of move has a share of the win only if at least `least` seats chose it and their matches
    were won by somebody; otherwise the share and its ends are None. Seats of different matches
    count separately. A seat that chose it several times in a match counts as one; if some seats did
    so more often than others, the number of seats is Kish's effective number, which is smaller.

    Nothing happens before the first item is asked for, and errors come then, too: UsageError for a
    `least` or `most` below 1, for a filter that nothing can match, for a `filters.same_deal` that
    is no id, and for more than 100 conditions; ArchiveError if `filters.same_deal` names nothing,
    or its deal is not known; and DuckDB's own errors, also for lack of memory. Leaves the table
    `selected` on the connection, which must not have one yet (see `search.select`), and temporary
    macros. Until all is taken, the connection must not execute anything else.
    """
    if least < 1 or most < 1:
        raise UsageError(f"least ({least}) and most ({most}) must be 1 or more")
    select(connection, archive, filters)
    connection.execute(INTERVALS)
    rows = fetched(connection.execute(_MET, {"least": least, "most": most}))
    for (name, key, times), own in groupby(rows, key=lambda row: row[:3]):
        kinds = [PlayedKind(*row[3:]) for row in own]
        yield FrequentSituation(name, f"{key:016x}", times, kinds)


#: `seats` is Kish's number: of equal weights, how many seats decided. Shares are added up as
#: decimals: the sum is the same in any order.
_MET = """
    WITH chosen AS (
        SELECT DISTINCT main.key AS record, variant.game
        FROM selected JOIN record AS own USING (key)
        JOIN record AS main ON main.play = own.play AND main.main
        JOIN variant ON variant.id = main.variant
        WHERE main.finished
    ), met AS (
        SELECT game, key, count(*) AS met
        FROM situation JOIN chosen USING (record) GROUP BY game, key HAVING met >= $least
        QUALIFY count(*) OVER (PARTITION BY game ORDER BY met DESC) <= $most
    ), seated AS (
        SELECT
            game, key, met, kind, record, seat, count(*) AS times, count(share) AS decided,
            any_value(share) AS share
        FROM situation JOIN chosen USING (record) JOIN met USING (game, key)
        GROUP BY game, key, met, kind, record, seat
    ), played AS (
        SELECT
            game, key, met, kind, CAST(sum(times) AS BIGINT) AS times,
            CAST(sum(CAST(decided * share AS DECIMAL(28, 12))) AS DOUBLE) / nullif(sum(decided), 0)
                AS win_share,
            sum(decided) ** 2 / nullif(sum(decided * decided), 0) AS seats
        FROM seated GROUP BY game, key, met, kind
    )
    SELECT
        game, key, met, kind, times,
        CASE WHEN seats >= $least THEN win_share END,
        CASE WHEN seats >= $least THEN wilson_end(win_share * seats, seats, -1) END,
        CASE WHEN seats >= $least THEN wilson_end(win_share * seats, seats, 1) END
    FROM played ORDER BY game, key, times DESC, kind
"""
