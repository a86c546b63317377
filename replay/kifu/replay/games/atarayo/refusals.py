"""How a move of Atarayo is refused: with the first rule that it breaks."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.elements.arrays import bit
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.atarayo import calls
from kifu.replay.games.atarayo.calls import actor, called_upon, number_called
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
from kifu.replay.games.atarayo.tokens import STACK, UPON, is_play, spelled, spoken
from kifu.replay.states.acting import not_on_turn, nothing_to_play

SAME_NUMBER = Words(
    "all cards of a stack must have the same number", "重ねて出すのは同じ数字だけです"
)
ONLY_ELEVEN = Words("only an 11 can name a colour", "色を指定するのは11だけです")
NAMES_COLOUR = Words(
    "an 11 must name one of the colours b p r g y: 11=r", "11は b p r g y の色を1つ指定します: 11=r"
)


IN_ORDER = Words(
    "write the callers in seat order, each once", "宣言する人は席の順に1度ずつ書きます"
)
USED = Words(
    "hand {0} has been used in this exchange already", "手札{0}はこのやりとりでもう使いました"
)
#: What a rule of calls says, by its number in `calls`.
_BROKEN = {
    calls.NO_PLAY: Words(
        "there is no card to call on: nobody has played since the last draw",
        "宣言する相手がいません。最後に引かれてから、まだだれも出していません",
    ),
    calls.OWN_PLAY: Words(
        "seat {3} played the card itself; only other seats can call on it",
        "出したのは席{3}です。宣言できるのはほかの人だけです",
    ),
    calls.NO_MATCH: Words("hand {0} does not add up to {1}", "手札{0}の合計は{1}ではありません"),
    calls.TOO_FEW: Words(
        "on {2} cards only a hand with {2} of one number can call; hand {0} has fewer",
        "{2}枚重ねに宣言できるのは同じ数字が{2}枚ある手札だけです。手札{0}にはありません",
    ),
    calls.NO_COUNTER: Words(
        "hand {0} can't counter: it does not add up to {1}",
        "手札{0}は仕返せません。合計が{1}ではありません",
    ),
}


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
    """The first rule that a call breaks; None if `move` does not have the form of a call at this
    table, or breaks none.
    """
    callers, counters = spoken(move)
    in_duel = move[-1:] in ("L", "R")
    if not callers or in_duel != state.duel or max(callers) > state.hands or len(callers) > state.n:
        return None
    if state.window and sorted(set(callers)) != callers:
        return IN_ORDER
    counters = [state.window if hand == UPON else hand for hand in counters]
    why = calls.why_not(
        state, sum({bit(hand) for hand in callers}), sum({bit(h) for h in counters})
    )
    rule, breaking = why & (bit(calls.BREAKING) - 1), why >> calls.BREAKING
    used = [hand for at, hand in enumerate(counters) if hand in (callers + counters[:at])]
    if used and rule in (0, calls.NO_COUNTER):
        return USED.filled(state.names[used[0]])
    if not rule:
        return None
    hands = [hand for hand in callers + counters if breaking >> hand & 1]
    name = state.names[hands[0]] if hands else ""
    return _BROKEN[rule].filled(name, number_called(state), state.together, called_upon(state))


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
        "called": Words("the call, or its counter", "その宣言か、仕返し"),
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
