"""Lists of legal moves: choices are infinitives in English and plain, not past, in Japanese."""

import random
import re

import pytest

from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.game import Game
from kifu.replay.registry import game
from kifu.replay.show.report import from_sentence, offer

PLIES = 60
#: What no choice has: a polite Japanese verb at the end of a clause, or a verb of the third person.
POLITE = re.compile(r"ま(?:した|す)(?=$|[。(])")
THIRD_PERSON = re.compile(r"(?:\A|\) | and )(?!pass\b)[a-z]+s\b")


@pytest.mark.parametrize("name", ["nimmt", "atarayo", "mutsugo", "magimiles", "yuhodo"])
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
