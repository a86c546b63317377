"""How a move of Atarayo is refused: with the first rule that it breaks."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.atarayo.calls import actor, called_upon, is_match, number_called, parsed
from kifu.replay.games.atarayo.cards import (
    CHOICE,
    COLOUR_OF_LETTER,
    COPIES,
    DRAW,
    KIND,
    NUMBERS,
    RESIST,
    TOKENS,
)
from kifu.replay.games.atarayo.position import Position
from kifu.replay.games.atarayo.tokens import STACK, is_play, spelled
from kifu.replay.states.acting import not_on_turn, nothing_to_play

SAME_NUMBER = Words(
    "all cards of a stack must have the same number", "重ねて出すのは同じ数字だけです"
)
ONLY_ELEVEN = Words("only an 11 can name a colour", "色を指定するのは11だけです")
NAMES_COLOUR = Words(
    "an 11 must name one of the colours b p r g y: 11=r", "11は b p r g y の色を1つ指定します: 11=r"
)


NOTHING_CALLED = Words(
    "there is no card to call on: nobody has played since the last draw",
    "宣言する相手がいません。最後に引かれてから、まだだれも出していません",
)
IN_ORDER = Words(
    "write the callers in seat order, each once", "宣言する人は席の順に1度ずつ書きます"
)


def of_play(state: Position, play: int) -> IllegalMove:
    """The error for the illegal play with the code `play`: the first rule that it breaks."""
    bottom_kind, move = STACK[play] & 63, state.token(play)
    name, bottom, field = state.names[state.hand], TOKENS[bottom_kind], state.field[-1]
    on = spelled([field], state.named)
    if not state.holds(play):
        return _because(f"hand {name} does not hold {move}", f"手札{name}に{move}はありません")
    if (
        state.phase != "attacked"
        and state.spent
        and {NUMBERS[field], NUMBERS[bottom_kind]}
        == {
            DRAW,
            RESIST,
        }
    ):
        return _because(
            f"with spent6=faq only a 5 of the same colour can be played on {on}",
            f"spent6=faqでは、{on}に出せる5は同じ色のものだけです",
        )
    if state.phase != "attacked":
        return _because(
            f"{bottom} has neither the colour nor the number of {on}",
            f"{bottom}は色も数字も{on}に合いません",
        )
    answers = Words(f"a {state.attack} or a 5", f"{state.attack}か5")
    if NUMBERS[field] == RESIST:
        answers = Words(f"a 5, or a {state.attack} of its colour", f"5か、同じ色の{state.attack}")
    return _because(
        f"{bottom} can't answer the attack on hand {name}; on {on} play {answers.en}",
        f"{bottom}では手札{name}へのアタックに応えられません。{on}には{answers.ja}で応えます",
    )


def of_move(state: Position, move: str, seat: int) -> IllegalMove:
    """The error for an illegal move that is no play: nobody may act, another seat may, a rule
    forbids it, or it is no token at all.
    """
    if state.is_over or state.missing is not None:
        return nothing_to_play(state)
    whose = actor(state, move)
    if seat in (0, whose):
        return IllegalMove(of_call(state, move) or of_token(state, move))
    if is_play(state.lexicon.code(move)) and state.phase != "choose":
        return not_on_turn(seat, whose)
    en = f"only seat {whose} can play {move}, not seat {seat}"
    return WrongActor(Words(en, f"{move}ができるのは席{whose}で、席{seat}ではありません"))


def _because(en: str, ja: str) -> IllegalMove:
    return IllegalMove(Words(en, ja))


def of_call(state: Position, move: str) -> Words | None:
    """The first rule that a call breaks; None if `move` does not have the form of a call, or breaks
    none.
    """
    callers, counters = parsed(state, move)
    if not callers:
        return None
    if not state.window:
        return NOTHING_CALLED
    if sorted(set(callers)) != callers:
        return IN_ORDER
    number, same, upon = number_called(state), state.stack, called_upon(state)
    own = [hand for hand in callers if state.owners[hand] == upon]
    off = [hand for hand in callers if not is_match(state, hand, 1)]
    few = [hand for hand in callers if same > 1 and not is_match(state, hand, same)]
    silent = [hand for hand in counters if not is_match(state, hand, 1)]
    twice = [hand for at, hand in enumerate(counters) if hand in (callers + counters[:at])]
    for broken, rule in (
        (own, Words(
            f"seat {upon} played the card itself; only other seats can call on it",
            f"出したのは席{upon}です。宣言できるのはほかの人だけです")),
        (off, Words(
            f"hand {_first(state, off)} does not add up to {number}",
            f"手札{_first(state, off)}の合計は{number}ではありません")),
        (few, Words(
            f"on {same} cards only a hand with {same} of one number can call;"
            f" hand {_first(state, few)} has fewer",
            f"{same}枚重ねに宣言できるのは同じ数字が{same}枚ある手札だけです。"
            f"手札{_first(state, few)}にはありません")),
        (twice, Words(
            f"hand {_first(state, twice)} has been used in this exchange already",
            f"手札{_first(state, twice)}はこのやりとりでもう使いました")),
        (silent, Words(
            f"hand {_first(state, silent)} can't counter: it does not add up to {number}",
            f"手札{_first(state, silent)}は仕返せません。合計が{number}ではありません")),
    ):  # fmt: skip
        if broken:
            return rule
    return None


def _first(state: Position, hands: list[int]) -> str:
    return state.names[hands[0]] if hands else ""


def of_token(state: Position, move: str) -> Words:
    """Why a token is not a move of this phase: its spelling, or which moves the phase has."""
    choices = [f"f{TOKENS[card]}" for card in state.revealed]
    expected = {
        "choose": Words(" or ".join(choices), "か".join(choices)),
        "act": Words("a play, d or a call", "カードを出すか、d か、宣言"),
        "drawn": Words("after a draw, a play or -", "引いたあとはカードを出すか -"),
        "attacked": Words(
            "under attack, an answer, x or a call", "アタックには応えるカードか、x か、宣言"
        ),
    }[state.phase]
    return of_spelling(move) or Words(
        f"expected {expected.en}; got {move}",
        f"できるのは{expected.ja}です。{move}ではありません",
    )


def of_spelling(move: str) -> Words | None:
    """What is wrong with the spelling of a play; None if nothing is, or if `move` is not made of
    cards.

    >>> of_spelling("b4+r7").en, of_spelling("b4+r4"), of_spelling("d")
    ('all cards of a stack must have the same number', None, None)
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
                f"the game has fewer copies of {''.join(rare[:1])}",
                f"{''.join(rare[:1])}はそんなに枚数がありません",
            ),
        ),
        ("=" in move and cards[0] != CHOICE, ONLY_ELEVEN),
        (cards[0] == CHOICE and colour not in COLOUR_OF_LETTER, NAMES_COLOUR),
    ):
        if broken:
            return rule
    return None
