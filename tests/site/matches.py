"""Matches of every game, and Python's own tables of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.game import Layout, State
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.resting_table import RestingTable, resting_table, until_cleared
from kifu.replay.table import ALL, PUBLIC, Table
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render

Case = tuple[str, dict[str, str], int]


def cases() -> Iterator[Case]:
    """Every option set of every game, each with another number of seats, five at most."""
    for name in BUILT_IN:
        for number, options in enumerate(game(name).option_sets):
            allowed = [n for n in game(name).seats(game(name).read_options(options)) if n < 6]
            yield name, options, allowed[number % len(allowed)]


CASES = list(cases())
NAMES = [f"{name}-{seats}-{' '.join(options.values())}" for name, options, seats in CASES]


#: Matches that look different from one another, with many seats.
LOOKS: list[Case] = [
    ("nimmt", {"rounds": "1", "deck": "tactics", "hands": "drafted"}, 5),
    ("atarayo", {}, 5),
    ("atarayo", {"mode": "duel"}, 2),
    ("mutsugo", {"target": "42"}, 4),
    ("magimiles", {}, 2),
    ("magimiles", {}, 4),
    ("yuhodo", {"games": "1"}, 4),
]
LOOK_NAMES = [f"{name}-{seats}" for name, _options, seats in LOOKS]


#: A match of which there are only words.
CHRONICLE = """[Game "chronicle"]
[Rules "0"]
[Seat "Anna"]
[Seat "千恵"]
[Event "Bridge night"]
[Date "2025-03-01"]
[Result "3 5"]
[Winner "2"]

{A quiet start.} 1:e {builds a <b>bridge</b>} 2:e {passes} e
=
"""


def some(cases: Sequence[Any], names: Sequence[str], *quick: str) -> list[Any]:
    """Cases as parameters of a test: `make test` tries the named ones, the campaign all others."""
    assert {*quick} <= {*names}
    return [
        pytest.param(case, id=name, marks=() if name in quick else pytest.mark.campaign)
        for case, name in zip(cases, names, strict=True)
    ]


def some_rows(rows: Sequence[Sequence[Any]], names: Sequence[str], *quick: str) -> list[Any]:
    """As `some`, for a test with several parameters."""
    return [
        pytest.param(*row, id=each.id, marks=each.marks)
        for row, each in zip(rows, some(rows, names, *quick), strict=True)
    ]


#: One match of every game: the last of its looks.
GAMES: dict[str, Case] = {case[0]: case for case in LOOKS}


def some_games(*quick: str) -> list[Any]:
    """A match of every game, of which `make test` tries the named ones."""
    return some([*GAMES.values()], [*GAMES], *quick)


def some_looks(*quick: str) -> list[Any]:
    """All looks, of which `make test` tries the named ones."""
    return some(LOOKS, LOOK_NAMES, *quick)


def played(case: Case, seed: str, players: Sequence[str] = ("random", "greedy")) -> Record:
    """A finished match; the players take turns at the seats."""
    name, options, seats = case
    at_table = [players[seat % len(players)] for seat in range(seats)]
    [record] = simulate(game(name), 1, seats=seats, seed=seed, options=options, players=at_table)
    return record


def viewed(record: Record, language: str = "en") -> str:
    """The page of a match as `kifu view` makes it: with what-ifs."""
    return render(timeline(replay(record)), language=language, what_if="all")


def middling(name: str, options: dict[str, str]) -> Record:
    """Of three matches of four good players, the one that is of middle length."""
    found = simulate(game(name), 3, seats=4, seed="weight", options=options, players=["greedy"])
    return sorted(found, key=lambda record: len(record.moves))[1]


def viewers(record: Record) -> list[int]:
    """Everyone who can look at a match."""
    return [ALL, PUBLIC, *range(1, len(record.seats) + 1)]


def states(record: Record) -> Iterator[State]:
    """The position of every ply, one after the other: the same object, played on."""
    match = replay(record)
    assert match.game is not None
    state = match.game.start(match.options, len(record.seats), Chance(record.seed, record.chance))
    yield state
    for seat, token in match.plies:
        state.play(token, seat)
        yield state


def tables(record: Record) -> list[dict[int, Table]]:
    """What every viewer sees at every ply."""
    return [{who: state.view(who) for who in viewers(record)} for state in states(record)]


def held_at(
    line: Timeline, expected: list[dict[int, Table]], ply: int, viewer: int
) -> RestingTable:
    """Python's still of a ply: from the view before it and its steps."""
    steps = line.moments[ply - 1].steps if ply else []
    still = resting_table(expected[max(0, ply - 1)][viewer], steps, viewer, line.layout)
    if until_cleared(steps) == len(steps):
        # Nothing is left over for the next ply: what lies there is the position itself.
        assert still.table().zones == expected[ply][viewer].zones
    return still


def as_said(text: str, layout: Layout) -> str:
    """A sentence as the script says it: a card is its text, behind which its shape stands."""
    printed = {face.name.ja: face.text for face in layout.faces.values() if not face.back}
    signs = "|".join(re.escape(name) for name in printed if re.fullmatch(r"[^\w\s]\d+", name))
    text = re.sub(
        r"\b[A-Za-z]\w*[^\W_]\b",
        lambda card: layout.faces[card[0]].text if card[0] in layout.faces else card[0],
        text,
    )
    return re.sub(signs, lambda card: printed[card[0]], text) if signs else text


#: What plain lines say of the moves themselves: without notes, variations and what followed.
PLAINLY_SAID = """(lines) => lines.map((line) => {
  const move = line.cloneNode(true);
  for (const other of [...move.children]) if (!other.matches("bdi")) other.remove();
  return move.textContent.trim();
})"""
