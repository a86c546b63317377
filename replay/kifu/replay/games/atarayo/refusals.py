"""How a move of Atarayo is refused: with the rule that it breaks. What a call may break is said
where it is read, in `calls`.
"""

from __future__ import annotations

from kifu.replay.game import Words
from kifu.replay.games.atarayo.cards import (
    CHOICE,
    COLOUR_OF_LETTER,
    COPIES,
    KIND,
    NUMBERS,
    RESIST,
    TOKENS,
    spelled,
)
from kifu.replay.games.atarayo.position import Position

SAME_NUMBER = Words("the cards of a stack have the same number", "重ねて出すのは同じ数字だけです")
ONLY_ELEVEN = Words("only an 11 names a colour", "色を指定するのは11だけです")
NAMES_COLOUR = Words(
    "an 11 names one of the colours b p r g y: 11=r", "11は b p r g y の色を1つ指定します: 11=r"
)


def of_any(state: Position) -> Words:
    """Why nothing at all can be played."""
    if state.is_over:
        return Words("the game is over", "対局は終わっています")
    return Words(
        f"the outcome of {state.missing} is not known, so nothing can be played",
        f"{state.missing}の結果がわからないので、何も指せません",
    )


def of_play(state: Position, move: str, cards: tuple[int, ...]) -> Words:
    """Which rule forbids to play `cards`."""
    name, bottom, field = state.names[state.hand], TOKENS[cards[0]], state.field[-1]
    on = spelled((field,), state.named)
    if not state.holds(cards):
        return Words(f"hand {name} does not hold {move}", f"手札{name}に{move}はありません")
    if state.phase != "attacked":
        return Words(
            f"{bottom} has neither the colour nor the number that goes on {on}",
            f"{bottom}は色も数字も{on}に合いません",
        )
    answers = Words(f"a {state.attack} or a 5", f"{state.attack}か5")
    if NUMBERS[field] == RESIST:
        answers = Words(f"a 5, or a {state.attack} of its colour,", f"5か、同じ色の{state.attack}")
    return Words(
        f"{bottom} does not answer the attack on hand {name}; on {on} {answers.en} does",
        f"{bottom}では手札{name}へのアタックに応えられません。{on}には{answers.ja}で応えます",
    )


def of_token(state: Position, move: str) -> Words:
    """What is wrong with a token that is no play, or not one for this phase."""
    choices = [f"f{TOKENS[card]}" for card in state.revealed]
    expected = {
        "choose": Words(" or ".join(choices), "か".join(choices)),
        "act": Words("a play, d or a call", "カードを出すか、d か、宣言"),
        "drawn": Words("behind a draw a play or -", "引いたあとはカードを出すか -"),
        "attacked": Words(
            "under attack an answer, x or a call", "アタックには応えるカードか、x か、宣言"
        ),
    }[state.phase]
    return of_spelling(move) or Words(
        f"{expected.en} was expected, not {move}", f"{expected.ja}で指します。{move}ではありません"
    )


def of_spelling(move: str) -> Words | None:
    """Which rule a token breaks that names cards and yet is no play; None for any other token.

    >>> of_spelling("b4+r7").en, of_spelling("b4+r4"), of_spelling("d")
    ('the cards of a stack have the same number', None, None)
    """
    stack, _, colour = move.partition("=")
    cards = [KIND.get(word, 0) for word in stack.split("+")]
    if 0 in cards:
        return None
    rare = [TOKENS[card] for card in cards if cards.count(card) > COPIES[card]]
    for broken, rule in (
        (len({NUMBERS[card] for card in cards}) > 1, SAME_NUMBER),
        (
            rare,
            Words(
                f"there are not so many {''.join(rare[:1])} in the game",
                f"{''.join(rare[:1])}はそんなに枚数がありません",
            ),
        ),
        ("=" in move and cards[0] != CHOICE, ONLY_ELEVEN),
        (cards[0] == CHOICE and colour not in COLOUR_OF_LETTER, NAMES_COLOUR),
    ):
        if broken:
            return rule
    return None
