"""How a move of Atarayo is refused: with the rule that it breaks. What a call may break is said
where it is read, in `atarayo_calls`.
"""

from __future__ import annotations

from kifu.replay.games.atarayo_cards import (
    CHOICE,
    COLOUR_OF_LETTER,
    COPIES,
    KIND,
    NUMBERS,
    RESIST,
    TOKENS,
    spelled,
)
from kifu.replay.games.atarayo_position import Position


def of_play(state: Position, move: str, cards: tuple[int, ...]) -> str:
    """Which rule forbids to play `cards`."""
    name, bottom, field = state.names[state.hand], TOKENS[cards[0]], state.field[-1]
    on = spelled((field,), state.named)
    if not state.holds(cards):
        return f"hand {name} does not hold {move}"
    if state.phase != "attacked":
        return f"{bottom} has neither the colour nor the number that goes on {on}"
    answers = f"a {state.attack} or a 5"
    if NUMBERS[field] == RESIST:
        answers = f"a 5, or a {state.attack} of its colour,"
    return f"{bottom} does not answer the attack on hand {name}; on {on} {answers} does"


def of_token(state: Position, move: str) -> str:
    """What is wrong with a token that is no play, or not one for this phase."""
    expected = {
        "choose": " or ".join(f"f{TOKENS[card]}" for card in state.revealed),
        "act": "a play, d or a call",
        "drawn": "behind a draw a play or -",
        "attacked": "under attack an answer, x or a call",
    }[state.phase]
    return of_spelling(move) or f"{expected} was expected, not {move}"


def of_spelling(move: str) -> str:
    """Which rule a token breaks that names cards and yet is no play; "" for any other token.

    >>> of_spelling("b4+r7"), of_spelling("b4+r4"), of_spelling("d")
    ('the cards of a stack have the same number', '', '')
    """
    stack, _, colour = move.partition("=")
    cards = [KIND.get(word, 0) for word in stack.split("+")]
    if 0 in cards:
        return ""
    rare = [TOKENS[card] for card in cards if cards.count(card) > COPIES[card]]
    for broken, rule in (
        (len({NUMBERS[card] for card in cards}) > 1, "the cards of a stack have the same number"),
        (rare, f"there are not so many {''.join(rare[:1])} in the game"),
        ("=" in move and cards[0] != CHOICE, "only an 11 names a colour"),
        (
            cards[0] == CHOICE and colour not in COLOUR_OF_LETTER,
            "an 11 names one of the colours b p r g y: 11=r",
        ),
    ):
        if broken:
            return rule
    return ""
