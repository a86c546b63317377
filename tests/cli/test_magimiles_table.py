"""A match of MAGiMiLES typed in by somebody who sees the table only: what is laid or passed face
down is `=_` and `^_` until it is turned up, if it ever is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.replay import use_data
from kifu.replay.chance import Chance
from kifu.replay.games.magimiles.cards import tables_of
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.table import ALL, PUBLIC

from .running import kifu, record_of

GAME = game("magimiles")
#: A box whose all cards are three of a kind, with three backs: one of two is known, one of none.
BOX = """
game = "magimiles"
name = "box"

[cards]
r = [1, 2, 3, 4, 5, 6, 7, 8, 9]
g = [1, 2, 3, 4, 5, 6, 7, 8, 9]
b = [1, 2, 3, 4, 5, 6, 7, 8, 9]
a = [1, 1, 1, 2, 2, 2, 3, 3, 3]
backs = { r = [1, 2], g = [1], b = [1] }

[cycle]
weak = { r = "b", g = "r", b = "g" }
"""


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "box.toml"
    path.write_text(BOX, "utf-8")
    return path


def typed(match: Record) -> Iterator[str]:
    """What is typed of the match, line by line, as the table shows it."""
    found, seats = replay(match), len(match.seats)
    names = tables_of(found.options).deck
    deck = [names[card - 1] for card in Chance(match.seed).shuffle("deal/1", names, 35) or []]
    yield " ".join(deck[:16]) if seats == 2 else deck[{3: 33, 4: 32}[seats]]
    for ply, (seat, move) in enumerate(found.plies):
        if (seats, ply) == (2, 2):
            yield deck[18]
        elif ply > 2 and re.fullmatch("p[1-4]", move):
            yield " ".join(deck[19:35])
        yield f"{seat}:{move[0]}_" if move[0] in "=^" else f"{seat}:{move}"
    table = found.position(len(found.plies)).view(ALL).zones
    for seat in range(1, seats + 1):
        yield from table[f"declared/{seat}"]


@pytest.mark.parametrize("boxed", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_is_typed_by_somebody_who_sees_the_table_only(
    tmp_path: Path, box: Path, seats: int, boxed: bool
) -> None:
    options = use_data(box).options if boxed else {}
    (match,) = simulate(GAME, 1, seats=seats, seed="table", options=options, players=["greedy"])
    path, page, archive = (str(tmp_path / name) for name in ("m.jsonl", "m.html", "m.duckdb"))
    data = ("--data", str(box)) if boxed else ()
    given = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    done = kifu(
        "record", "magimiles", "--seats", str(seats), "-o", path, *given, *data,
        text="".join(f"{line}\n" for line in typed(match)),
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    record = record_of(Path(path))
    assert record.result == match.result and record.end == "="
    assert ("^_" in record.moves, "=_" in record.moves) == (seats == 4, True)
    checked = kifu("check", path, *data)
    assert (checked.exit_code, checked.stdout) == (0, "")
    assert kifu("view", path, "-o", page, *data).exit_code == 0
    assert kifu("index", archive, path, "--strict", "--events", *data).exit_code == 0
    assert kifu("find", archive, "--format", "csv").output.count("magimiles") == 1
    declared = next(ply for ply, (_, move) in enumerate(replay(record).plies) if move == "=_")
    assert shown_as_declared(record, declared) in game_cards(match)


def shown_as_declared(record: Record, ply: int) -> str:
    """What those who see everything see of the declaration that is made with this ply."""
    match = replay(record)
    zones = match.position(ply + 1).view(ALL).zones
    (card,) = zones[f"declared/{match.plies[ply][0]}"]
    return card


def game_cards(match: Record) -> set[str]:
    """The cards that the moves of a match name."""
    return {card for _, move in replay(match).plies for card in GAME.cards(move)}


def test_a_match_that_is_not_scored_needs_no_declared_card(tmp_path: Path) -> None:
    (match,) = simulate(GAME, 1, seats=3, seed="table", players=["greedy"])
    *lines, _first, _second, _third = typed(match)
    path = str(tmp_path / "m.jsonl")
    done = kifu("record", "magimiles", "--seats", "3", "-o", path,
                text="".join(f"{line}\n" for line in [*lines, ":quit"]))  # fmt: skip
    assert "Which card has seat 1 declared?> " in done.stdout
    record = record_of(Path(path))
    assert replay(record).findings == []
    assert [shown_as_declared(record, ply) for ply in range(3)] == ["_"] * 3
    record.end = "="
    (finding,) = replay(record).findings
    assert finding.code == "KF501"
    assert '[Chance "declared/1/1: CARD"]' in finding.message


def test_a_declared_card_that_can_not_be_is_refused_with_its_place(tmp_path: Path) -> None:
    (match,) = simulate(GAME, 1, seats=3, seed="table", players=["greedy"])
    *lines, _first, _second, _third = typed(match)
    played = next(line for line in lines if re.fullmatch("1:[rgba][1-9]", line))[2:]
    path = str(tmp_path / "m.jsonl")
    done = kifu("record", "magimiles", "--seats", "3", "-o", path,
                text="".join(f"{line}\n" for line in [*lines, played]))  # fmt: skip
    assert done.exit_code == 1
    assert f"card {played} is not in the hand of seat 1" in done.stderr


def test_where_the_hand_is_known_the_card_is_written(tmp_path: Path) -> None:
    (match,) = simulate(GAME, 1, seats=3, seed="table")
    match.moves = re.sub(r"=[rgba]\d", "=_", match.moves, count=1)
    (finding, *_) = replay(match).findings
    assert "the whole hand of seat 1 is known: write the card" in finding.message


def test_those_who_may_not_know_a_declared_card_get_it_when_it_is_turned_up() -> None:
    (match,) = simulate(GAME, 1, seats=3, seed="table", players=["greedy"])
    trump, *_moves, one, two, three = typed(match)
    plies = len(replay(match).plies)
    shown = [(f"declared/1/{seat}", card) for seat, card in enumerate((one, two, three), 1)]
    match.chance = [("deal/1", f"_*33 {trump}"), *shown]
    match.seed, match.moves = None, re.sub(r"=[rgba]\d", "=_", match.moves)
    for viewer, upto, known in (
        (PUBLIC, plies - 1, ["_", "_", "_"]),
        (2, 6, ["_", two, "_"]),
        (PUBLIC, plies, [one, two, three]),
    ):
        seen = redacted(replay(match), viewer, upto)
        assert seen is not None
        assert [card for _, card in seen.record.chance[1:]] == known
