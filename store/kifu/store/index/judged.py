"""What an archive keeps of a record's analysis: who judged, every decision, chances, sums."""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.record import Record
from kifu.replay.judgements.judgement import Analysis, Judgement, Option, SeatReport
from kifu.replay.judgements.written import read


class JudgedRow(Struct, omit_defaults=True, gc=False):
    """One judged decision as a row: `best` is the best option, the shares are those of the best
    and of the played option (None where they are not known), and `ahead` is by how many points each
    other option is better than the played one (None where that has no value).
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
    ahead: list[float] | None


class ChanceRow(Struct, gc=False):
    """The win share of a seat after a ply, a row of the table `chance`."""

    ply: int
    seat: int
    chance: float


class JudgedRows(Struct, gc=False):
    """An analysis as rows: one of the table `judged`, and those of `judgement` (`decisions`),
    `chance` and `judged_seat`.
    """

    engine: str
    sight: str
    worlds: int
    through: int
    decisions: list[JudgedRow]
    chances: list[ChanceRow]
    seats: list[SeatReport]


def analysis_of(record: Record, plies: int) -> Analysis | None:
    """The analysis that is written in a record, up to ply `plies`; None if there is none."""
    found = read(record)
    if found is None:
        return None
    found.judgements[:] = [judgement for judgement in found.judgements if judgement.ply <= plies]
    found.chances[:] = [chance for chance in found.chances if chance[0] <= plies]
    return found


def judged(analysis: Analysis) -> JudgedRows:
    """An analysis as rows for the archive's tables."""
    engine = analysis.engine
    return JudgedRows(
        engine=f"{engine.name} {engine.version}",
        sight=engine.sight,
        worlds=engine.worlds,
        through=analysis.through,
        decisions=[_decision(each) for each in analysis.judgements],
        chances=[
            ChanceRow(ply, seat, share)
            for ply, shares in analysis.chances
            for seat, share in enumerate(shares, 1)
        ],
        seats=analysis.seats,
    )


def _decision(judgement: Judgement) -> JudgedRow:
    played = next((each for each in judgement.options if each.move == judgement.move), None)
    best = judgement.options[0] if judgement.options else None
    return JudgedRow(
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
        move_share=played.share if played else None,
        ahead=_ahead(judgement, played),
    )


def _ahead(judgement: Judgement, played: Option | None) -> list[float] | None:
    if played is None:
        return None
    return [each.points - played.points for each in judgement.options if each is not played]
