"""Lists of legal moves, in English and Japanese, and the classes of moves, each move in one."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.errors import Findings
from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.decision import decisions, observe
from kifu.replay.game import Archiving, Game
from kifu.replay.match import Match, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.sentences import from_sentence, offer
from kifu.replay.track import Track

PLIES = 60
#: What no choice has: a polite Japanese verb at the end of a clause, or a verb of the third person.
POLITE = re.compile(r"ま(?:した|す)(?=$|[。(])")
THIRD_PERSON = re.compile(r"(?:\A|\) | and )(?!pass\b)[a-z]+s\b")


@pytest.mark.parametrize("name", game_names())
def test_every_legal_move_is_offered_as_something_to_do(name: str) -> None:
    found = game(name)
    for number, options in enumerate(found.option_sets):
        for words in offered(found, options, random.Random(number)):
            assert not POLITE.search(words.ja), words
            assert not THIRD_PERSON.search(words.en), words


def offered(found: Game, given: dict[str, str], lots: random.Random) -> list[Words]:
    """Every choice that a seat has in the first plies of a match played by lot."""
    options = found.read_options(given)
    seats = found.seats(options)[0]
    options = found.settle(options, seats)
    state = found.start(options, seats, Chance("shake256-1:" + "07" * 16, []))
    words = []
    for _ in range(PLIES):
        if state.is_over:
            break
        moves = [(seat, move) for seat in state.to_move() for move in state.legal_moves(seat)]
        words += [offer(found, state, move, seat) for seat, move in moves]
        seat, move = lots.choice(moves)
        state.play(move, seat)
    assert words
    return words


@pytest.mark.parametrize(
    ("sentence", "choice"),
    [
        (("{1} carries 5.", "{1}は5を運びました。"), ("carry 5", "5を運ぶ")),
        (("{1} does and goes.", "{1}は5を渡します。"), ("do and go", "5を渡す")),
        (
            ("{1} (left) plays r5.", "{1}(左)はr5を出しました。"),
            ("(left) play r5", "(左)r5を出す"),
        ),
        (("{2} plays 5.", "{2}は5を読みました。"), ("{2} plays 5", "{2}は5を読む")),
        (("Nobody claims.", "だれも取りません。"), ("Nobody claims", "だれも取りません")),
    ],
)
def test_a_sentence_becomes_a_choice(sentence: tuple[str, str], choice: tuple[str, str]) -> None:
    assert from_sentence(Words(*sentence), 1) == Words(*choice)


@pytest.mark.parametrize("name", game_names())
def test_every_move_of_kifu_s_own_games_is_of_a_kind(name: str) -> None:
    played = game(name)
    classes = played.archive.classes
    assert 1 <= len(classes) <= 255
    assert all(words.en and words.ja for words in classes.values())
    assert all("\n" not in key and key.strip() == key for key in classes)
    for options in played.option_sets:
        for record in simulate(played, 1, seed="kinds", players=["random"], options=options):
            assert all(made.kind in classes for made in decisions(replay(record)))


def test_a_game_of_a_stranger_names_its_kinds_by_a_function() -> None:
    nimmt = game("nimmt")
    (record,) = simulate(nimmt, 1, seed="strange")

    def low_or_none(state: Any, move: str, seat: int) -> str:
        return "low" if move.isdigit() and int(move) < 50 else ""

    named = {"low": Words("a low card", "低いカード")}
    archiving = Archiving(classes=named, move_class=low_or_none)
    strange = replace(nimmt, archive=archiving)
    state = replay(record).position(0)
    track = Track(strange, Strange(state), record.moves, Findings())
    match = Match(record, strange, line=track, _start=track.state.copy())
    track.advance()
    noted = observe(match, legal=True)
    tokens = [move for _, move in track.plies]
    assert noted.kinds == [int(move.isdigit() and int(move) < 50) for move in tokens]
    assert noted.legal == observe(replay(record), legal=True).legal


class Strange:
    """A state that kifu knows nothing of but what every state gives."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def copy(self) -> Strange:
        return Strange(self._state.copy())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)
