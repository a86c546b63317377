"""A page is made of one replay: nothing starts the game a second time to show, judge or cut it.
What a redacted page may hold is found by trying, which starts it a few times more.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.replay.cases import SHORT
from tests.replay.fake_engine import judged

from kifu.notation.record import Line, Note, Record
from kifu.replay.game import Game
from kifu.replay.judgements.written import write
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.replayer import replay
from kifu.replay.timeline import timeline
from kifu.site import render


def counting(found: Game, starts: list[int]) -> Game:
    """The game, which notes the number of seats at every start."""

    def start(options: Any, seats: int, chance: Any) -> Any:
        starts.append(seats)
        return found.start(options, seats, chance)

    return replace(found, start=start)


@pytest.mark.matrix
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_page_starts_the_game_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = 2 if name == "magimiles" else 3
    (plain,) = simulate(game(name), 1, seats=seats, seed="starts", options=SHORT[name])
    match = replay(plain)
    move = match.position(0).legal_moves(match.plies[0][0])[-1]
    variation = Note(at=1, line=Line(f"{match.plies[0][0]}:{move}", [Note(at=1, text="Or so.")]))
    annotated = replace(plain, notes=[Note(at=1, text="One."), variation])
    analysed = write(match, judged(plain))
    starts: list[int] = []
    counted = counting(game(name), starts)
    monkeypatch.setattr("kifu.replay.replayer.registered", lambda name: counted)
    records: list[Record] = [plain, annotated, analysed]
    for record in records:
        starts.clear()
        assert len(render(timeline(replay(record)))) > 10_000
        assert starts == [seats]
