"""An engine that knows nothing: a judgement of every choice, made up from a text, quickly.

What shows, stores or rewrites an analysis is tested with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from kifu.notation.native import i64, vec
from kifu.notation.record import Record
from kifu.replay.analysis.odds import ONE
from kifu.replay.analysis.trying import Onward
from kifu.replay.codes.arrays import zeros
from kifu.replay.judgements.judgement import Analysis, Engine, Judgement, Marks, Option
from kifu.replay.lots import Lots
from kifu.replay.match import replay
from kifu.replay.players.asking import may_pass

FAKE = Engine("fake", "1", 40, "made up")


def judged(record: Record, text: str = "made up", engine: Engine = FAKE) -> Analysis:
    """An analysis of a record; the text determines every number in it."""
    match = replay(record)
    lots, state = Lots(text), match.position(0)
    judgements = []
    chances = [(0, _shares(lots, len(record.seats)))]
    for ply, (seat, move) in enumerate(match.plies, 1):
        legal = [*state.legal_moves(seat), *([""] if may_pass(state, seat) else [])]
        if len(legal) > 1 and move in legal:
            marks = match.played.game.analysis.marks
            judgements.append(_judgement(lots, ply, seat, move, legal, marks))
        state.play(move, seat)
        if state.marks() or ply == len(match.plies):
            chances.append((ply, _shares(lots, len(record.seats))))
    return Analysis(engine, chances, judgements, len(match.plies))


def _judgement(
    lots: Lots, ply: int, seat: int, move: str, legal: list[str], marks: Marks
) -> Judgement:
    options = [Option(token, lots.below(1000) / 1999, lots.below(99) / 7 - 7) for token in legal]
    options.sort(key=lambda one: (-(one.points if marks.by_points else one.share), one.move))
    unit = 20 if marks.by_points else 1000
    best = options[0]
    options = [
        replace(
            option,
            se=lots.below(40) / unit,
            loss=best.points - option.points if marks.by_points else best.share - option.share,
        )
        for option in options
    ]
    played = next(option for option in options if option.move == move)
    loss = max(option.share for option in options) - played.share
    points = max(option.points for option in options) - played.points
    se, points_se = lots.below(30) / 1000, lots.below(30) / 10
    glyph = marks.glyph(points, points_se) if marks.by_points else marks.glyph(loss, se)
    gain = (lots.below(200) / 100 - 1) if marks.by_points else (lots.below(200) / 1000 - 0.1)
    return Judgement(
        ply, seat, move, loss, se, points, points_se, options, glyph, lots.below(9) == 0,
        points + lots.below(200) / 100, gain,
    )  # fmt: skip


def _shares(lots: Lots, seats: int) -> list[float]:
    parts = [int(lots.below(1000)) + 1 for _ in range(seats)]
    return [part / sum(parts) for part in parts]


class MadeWorlds:
    """A world player that makes up how many points an option (an index) is worth in a world that is
    played on in a way, and what `share` of 64 it wins; a 64th for each point if there is no
    `share`.
    """

    def __init__(
        self, made: Callable[[int, int], int], share: Callable[[int], int] | None = None
    ) -> None:
        self.made = made
        self.share = share

    def worth(self, world: Any, seat: int, options: list[str], onward: Onward) -> list[int]:
        points = [self.made(place, onward.way) for place in range(len(options))]
        won = map(self.share, range(len(options))) if self.share else points
        return [*(int(ONE) // 64 * each for each in won), *points]

    def chances(self, world: Any) -> vec[i64]:
        return zeros(2)

    def choice(self, world: Any, seat: int, onward: Onward) -> str:
        return ""
