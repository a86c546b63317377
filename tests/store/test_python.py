"""The archive for programs: records in file order, answers as tables, filters that are vetted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay.decision import decisions
from kifu.replay.match import NoPosition
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.replayer import replay
from kifu.replay.table import Step
from kifu.store import Archive, ArchiveError, Filters
from kifu.store.identity import record_id

from .conftest import Write, shared, written


@pytest.mark.parametrize("name", game_names())
def test_decisions_are_the_moves_with_what_lay_before_them(name: str) -> None:
    (record,) = simulate(game(name), 1, seed="decisions", players=["random"])
    seen: list[tuple[Any, ...]] = []
    match = replay(record)
    state, plies = match.position(0), match.plies
    for seat, move in plies:
        steps: list[Step] = []
        seen.append((state.view(seat), state.view(0), state.legal_moves(seat), steps))
        state.play(move, seat, steps.append)
    found = decisions(replay(record))
    assert [(made.seat, made.move) for made in found] == plies
    assert [made.ply for made in found] == list(range(1, len(plies) + 1))
    for made, (own, public, legal, steps) in list(zip(found, seen, strict=True))[:60]:
        assert (made.view(), made.view(0), made.legal_moves) == (own, public, legal)
        assert made.legal == len(legal)
        assert made.steps == steps
        assert made.move in legal


def test_decisions_can_be_asked_in_any_order_and_give_states_of_ones_own(
    played: list[Record],
) -> None:
    found = decisions(replay(played[0]))
    for made in (found[20], found[3], found[19], found[3]):
        made.state.play(made.move, made.seat)
        assert made.state.digest() == replay(played[0]).position(made.ply - 1).digest()


def test_decisions_end_at_the_first_bad_move_and_need_rules(played: list[Record]) -> None:
    words = played[0].moves.split()
    cut = replace(played[0], moves=" ".join([*words[:6], "r9", *words[6:]]))
    assert [made.move for made in decisions(replay(cut))] == words[2:5] + words[5:6]
    with pytest.raises(NoPosition, match="the chronicle record can't be replayed: it has no rules"):
        decisions(replay(Record(game="chronicle", rules=0, seats=["Aki"], moves="e")))
    with pytest.raises(NoPosition, match="no game"):
        decisions(replay(Record(game="nimt", rules=1, seats=["Aki", "Ben"])))


@pytest.mark.matrix
@pytest.mark.parametrize("name", ["a.jsonl.zst", "a.kifu", "a.jsonl.gz"])
def test_records_come_in_the_order_of_their_files(
    archive: Archive, write: Write, played: list[Record], name: str
) -> None:
    archive.index(write(name, played), moves=True)
    found = [record_id(record) for record in archive.records()]
    assert found == [record_id(record) for record in played]
    some = dict(archive.matches(Filters(players=["Aki"], seat=1)))
    hits = archive.find(Filters(players=["Aki"], seat=1)).hits
    assert sorted(some) == sorted(hit.id for hit in hits)
    assert len(some) == 10
    assert not archive.lacks("moves")
    with pytest.raises(UsageError, match="it may lack events, situations, moves, not 'x'"):
        archive.lacks("x")


def test_a_record_that_is_gone_is_said(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", played[:5])
    archive.index([path])
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    lost: list[Any] = []
    assert len(list(archive.records(lost=lost.append))) == 3
    assert len(lost) == 2
    with pytest.raises(ArchiveError, match="can't be read"):
        list(archive.records())


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    archive, logs = Archive(folder / holder), written(folder, "a.jsonl", played[:6])
    archive.index([logs], events=True, situations=True, moves=True)
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path, holder: str) -> Iterator[Archive]:
    yield from shared(shelf, holder)


def test_index_takes_what_is_to_be_noted(filled: Archive) -> None:
    assert not any(map(filled.lacks, ("events", "situations", "moves")))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 7}, "players: Expected `array`, got `int`"),
        ({"players": [7]}, r"players: Expected `str`, got `int` - at `\$\[0\]`"),
        ({"options": "rounds=3"}, "options: Expected `array`, got `str`"),
        ({"options": [("rounds",)]}, "options: Expected `array` of length 2, got 1"),
        ({"seat": 0}, "seat: Expected `int` >= 1"),
        ({"seat": "1"}, "seat: Expected `int | null`, got `str`"),
        ({"score_min": True}, "score_min: Expected `int"),
        ({"result": "0 54"}, "result: Expected `array"),
        ({"date": 2026}, "date: Expected `str"),
    ],
)
def test_filters_that_can_be_no_question_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Filters(**given)


def test_equal_filters_have_one_hash() -> None:
    assert hash(Filters(players=["Aki"], result=[1])) == hash(
        Filters(players=("Aki",), result=(1,))
    )
