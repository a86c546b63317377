"""What an archive keeps of a record's analysis: who judged, every decision, chances, sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kifu.notation.record import Record
from kifu.replay.analysis.judgement import Analysis, Judgement
from kifu.replay.analysis.written import read
from kifu.store import columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckdb import DuckDBPyConnection

#: Sums of a seat that the table `judged_seat` has, in its order.
_SUMS = (
    "seat", "choices", "loss", "points", "accuracy", "accuracy_low", "accuracy_high", "luck_deal",
    "luck_others", "skill",
)  # fmt: skip
#: The tables that hold an analysis; each has the column `record`.
TABLES = ("judged", "judgement", "chance", "judged_seat")

#: The key of a record with its analysis, where it holds one.
Keyed = tuple[int, Analysis | None]


class Decision(Struct, gc=False):
    """One judged decision as a row: `best` is the best option, the shares are those of the best
    and of the played option (None where they are not known).
    """

    ply: int
    seat: int
    move: str
    loss: float
    se: float
    points: float
    mark: str | None
    options: int
    best: str | None
    best_share: float | None
    move_share: float | None


def analysis_of(record: Record, plies: int) -> Analysis | None:
    """The analysis of a record, of its first `plies` plies; None where it holds none."""
    found = read(record)
    if found is None:
        return None
    found.judgements[:] = [judgement for judgement in found.judgements if judgement.ply <= plies]
    found.chances[:] = [chance for chance in found.chances if chance[0] <= plies]
    return found


def enter_analyses(connection: DuckDBPyConnection, keyed: Sequence[Keyed]) -> None:
    """Enter the analyses of records."""
    rows = [(key, analysis) for key, analysis in keyed if analysis is not None]
    _insert(connection, "judged", [_judged(key, analysis) for key, analysis in rows])
    decisions = [
        {"record": key} | _fields(_decision(judgement))
        for key, analysis in rows
        for judgement in analysis.judgements
    ]
    _insert(connection, "judgement", decisions)
    chances = [
        {"record": key, "ply": ply, "seat": seat, "chance": share}
        for key, analysis in rows
        for ply, shares in analysis.chances
        for seat, share in enumerate(shares, 1)
    ]
    _insert(connection, "chance", chances)
    sums = [
        {"record": key} | {name: getattr(report, name) for name in _SUMS}
        for key, analysis in rows
        for report in analysis.seats
    ]
    _insert(connection, "judged_seat", sums)


def drop_analyses(connection: DuckDBPyConnection) -> None:
    """Take out the analyses of the records in the table `dropped`."""
    orphans = "record IN (SELECT record FROM dropped)"
    if connection.execute(f"SELECT count(*) FROM judged WHERE {orphans}").fetchall() != [(0,)]:
        for table in TABLES:
            connection.execute(f"DELETE FROM {table} WHERE {orphans}")


def _judged(key: int, analysis: Analysis) -> dict[str, Any]:
    engine = analysis.engine
    return {
        "record": key,
        "engine": f"{engine.name} {engine.version}",
        "sight": engine.sight,
        "worlds": engine.worlds,
        "through": analysis.through,
    }


def _decision(judgement: Judgement) -> Decision:
    shares = {option.move: option.share for option in judgement.options}
    best = judgement.options[0] if judgement.options else None
    return Decision(
        ply=judgement.ply,
        seat=judgement.seat,
        move=judgement.move,
        loss=judgement.loss,
        se=judgement.se,
        points=judgement.points,
        mark=judgement.glyph or None,
        options=len(judgement.options),
        best=best.move if best else None,
        best_share=best.share if best else None,
        move_share=shares.get(judgement.move),
    )


def _fields(row: Decision) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def _insert(connection: DuckDBPyConnection, table: str, rows: Iterable[dict[str, Any]]) -> None:
    given: dict[str, list[Any]] = {}
    for row in rows:
        for name, value in row.items():
            given.setdefault(name, []).append(value)
    if given:
        columns.insert(connection, table, given)
