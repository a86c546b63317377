"""What a move of Atarayo, and what follows from it, is called in English and in Japanese; and why a
move is refused: the first rule that it breaks.
"""

from __future__ import annotations

import re

from kifu.notation.words import Words
from kifu.replay.authoring import (
    GAME_ENDS,
    ROUND_BEGINS,
    clauses,
    joined,
    listed,
    not_on_turn,
    nothing_to_play,
    one_of,
    told,
    values_of,
)
from kifu.replay.codes.arrays import bit
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.atarayo import display, legal
from kifu.replay.games.atarayo.cards import (
    CALL,
    CALLERS,
    DRAW,
    LEXICON,
    NAMED,
    NUMBERS,
    RESIST,
    SIZE,
    STACK,
    TOKENS,
    cards_of,
    is_play,
    spelled,
)
from kifu.replay.games.atarayo.legal import Legal
from kifu.replay.table import Step


def describe(state: Legal, move: str, seat: int) -> Words:
    """A sentence that says what the token `move` does if `seat` plays it from `state`, with `{1}`
    in place of seat 1's name; of a call it names the hands with all their cards. The move must be
    legal there: that is not checked, and another text gives a wrong sentence or any error. `state`
    isn't changed.
    """
    who = _hand_words(state.names[state.hand])
    if is_play(LEXICON.code(move)):
        return _play(state, move, who)
    if move[0] == "A":
        return _call(state, move)
    if move[0] == "f":
        card = move[1:]
        return Words(
            f"{{{seat}}} makes {card} the field card.", f"{{{seat}}}は{card}を場札にしました。"
        )
    if move == "x":
        return _accept(state, who)
    if move == "d":
        return Words(f"{who.en} draws a card.", f"{who.ja}は1枚引きました。")
    return Words(f"{who.en} passes.", f"{who.ja}はパスしました。")


def consequences(state: Legal, move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move caused, as a new list in the order of `steps`: the point card, a
    reshuffle, a burst, the points of a round, a new round, the end. `steps` are all its steps,
    beginning with its own; only they are looked at. [] if there is nothing to say.
    """
    return told(steps, _TOLD, _values)


_TOLD = {
    "point": Words("{cards} is the point card.", "{cards}が点札になりました。"),
    "reshuffle": Words(
        "The discards are shuffled into a new pile.", "捨て札を切り直して山札にしました。"
    ),
    "burst": Words(
        "{who} has ten cards and bursts.", "{who}は手札が10枚になり、バーストしました。"
    ),
    "score": Words("The score is {score}.", "勝利点は{score}です。"),
    "deal": ROUND_BEGINS,
    "end": GAME_ENDS,
}


def _values(step: Step) -> dict[str, object]:
    """What the sentence about a step may name (see `values_of`); of the step `score`, also the
    points of all seats.
    """
    values = values_of(step)
    if step.kind == "score":
        points = step.facts.items()
        values["score"] = clauses(
            Words(f"{{{fact[-1]}}} {count}", f"{{{fact[-1]}}}が{count}") for fact, count in points
        )
    return values


def headline(state: Legal, move: str, steps: list[Step]) -> Words | None:
    """What a move has led to, in one sentence: who wins or bursts, which ends the round; or what
    draws bring up from the pile. `steps` are all steps of the move, beginning with its own; `state`
    is not looked at. None if the sentence that describes the move says all.

    >>> headline(None, "A2", [Step("call", [], {}, 2), Step("score"), Step("deal")]).en
    '{2} calls Akimahen and wins the round.'
    """
    by_kind = {step.kind: step for step in steps}
    if move[0] == "A" and "score" in by_kind:
        return _round_won(steps, "end" in by_kind)
    for kind in ("burst", "point", "reshuffle"):
        if kind in by_kind:
            return told([by_kind[kind]], _TOLD)[0]
    return None


def _round_won(steps: list[Step], over: bool) -> Words:
    """The sentence of a round won by a call or, after counters, by the last counter. `steps` are
    those of the move; with `over`, it also ends the match.
    """
    speakers = {kind: [step.seat for step in steps if step.kind == kind] for kind in _SPEAKING}
    calling = listed([f"{{{seat}}}" for seat in dict.fromkeys(speakers["call"])])
    countering = listed([f"{{{seat}}}" for seat in dict.fromkeys(speakers["counter"][-1:])])
    if countering.en:
        won = "wins the game" if over else "wins the round"
        return Words(
            f"{countering.en} calls back on {calling.en} and {won}.",
            f"{countering.ja}が{calling.ja}の『あきまへん』に仕返して{_WON[over]}。",
        )
    one = len(set(speakers["call"])) == 1
    won = "the game" if over and one else "the round"
    verbs = f"calls Akimahen and wins {won}" if one else f"call Akimahen and win {won}"
    return Words(f"{calling.en} {verbs}.", f"{calling.ja}が『あきまへん』で{_WON[over and one]}。")


#: The kinds of steps in which somebody speaks.
_SPEAKING = ("call", "counter")
#: How a round is won, and how the match.
_WON = {False: "上がりました", True: "上がり、勝ちました"}


def _play(state: Legal, move: str, who: Words) -> Words:
    """The sentence of the play `move`, with the colour that it names or its effect; `who` is the
    hand in words.
    """
    stack, effect = _stack(move.partition("=")[0].split("+")), _effect(state, move)
    ja = f"出し、{effect.ja}。" if effect.ja else "出しました。"
    return Words(f"{who.en} plays {stack.en}{effect.en}.", f"{who.ja}は{stack.ja}{ja}")


def _stack(cards: list[str]) -> Words:
    """The words for the cards of a play, bottom first. Different cards are named in order, since
    the top one decides what may follow.
    """
    if len(cards) == 1:
        return Words(cards[0], f"{cards[0]}を")
    if len({*cards}) == 1:
        count = ("two", "three", "four", "five")[len(cards) - 2]
        return Words(f"{count} {cards[0]}s", f"{cards[0]}を{len(cards)}枚")
    en = ", then ".join(cards[:-1]) + f" with {cards[-1]} on top"
    return Words(en, f"{cards[0]}の上に{'、その上に'.join(cards[1:])}を重ねて")


def _effect(state: Legal, move: str) -> Words:
    """What the play `move` causes from `state`, as the end of its sentence (" and skips the next
    hand"); empty words if it has no effect.
    """
    play = LEXICON.code(move)
    count, named = SIZE[play], NAMED[play]
    match NUMBERS[cards_of(play)[0]]:
        case 2:
            hands = "the next hand" if count == 1 else f"the next {count} hands"
            skipped = "次の手番" if count == 1 else f"続く{count}つの手番"
            return Words(f" and skips {hands}", f"{skipped}をスキップしました")
        case 5 if state.attack:
            return Words(" and passes the attack on", "アタックを次へ受け流しました")
        case 6:
            amount = state.amount + 2 * count
            return Words(
                f" and attacks: the next hand has to draw {amount}",
                f"次の手札に{amount}枚引かせるアタックをしました",
            )
        case 9:
            times = "" if count == 1 else f" {count} times"
            turned = "逆に" if count == 1 else f"{count}回逆に"
            return Words(f" and reverses the direction{times}", f"回り順を{turned}しました")
        case 11:
            colour = display.COLOUR_WORDS[named]
            return Words(f" and names {colour.en}", f"{colour.ja}を指定しました")
        case 13:
            return Words(
                " and attacks: the next hand has to open",
                "次の手札を公開させるアタックをしました",
            )
        case _:
            return Words("", "")


def _accept(state: Legal, who: Words) -> Words:
    """The sentence of accepting the attack that is pending; `who` is the hand in words."""
    if state.amount:
        return Words(
            f"{who.en} accepts the attack, drawing {state.amount} cards.",
            f"{who.ja}はアタックを受け、{state.amount}枚引きました。",
        )
    return Words(
        f"{who.en} accepts the attack, opening the hand.",
        f"{who.ja}はアタックを受け、手札を公開しました。",
    )


def _call(state: Legal, move: str) -> Words:
    """The sentence of the call `move`: the hands that call and those that call back, each with its
    cards, which all see now.
    """
    code = LEXICON.code(move)
    hands = [_shown(state, hand) for hand in state.hands_of(code)]
    calling, countering = hands[: CALLERS[code - CALL]], hands[CALLERS[code - CALL] :]
    verb, number = "calls" if len(calling) == 1 else "call", state.number_called()
    who = joined(calling, " and ", "、")
    called = Words(
        f"{who.en} {verb} Akimahen on {number}", f"{who.ja}{number}に『あきまへん』を宣言しました"
    )
    back = [Words(f"{hand.en} calls back", f"{hand.ja}宣言を仕返しました") for hand in countering]
    said = joined([called, *back], "; ", "。")
    return Words(f"{said.en}.", f"{said.ja}。")


def _shown(state: Legal, hand: int) -> Words:
    """The words for a hand (its number) with all its cards, as it is shown in a call."""
    who = _hand_words(state.names[hand])
    cards = " ".join(display.in_order(state.cards_in(hand)))
    return Words(f"{who.en} with {cards}", f"{who.ja}は{cards}で")


def _hand_words(name: str) -> Words:
    """The words for a hand, by its name (see `hand_names`): "{1}", in the duel "{1} (left)"."""
    who = f"{{{name[:1]}}}"
    return {
        "": Words(who, who),
        "L": Words(f"{who} (left)", f"{who}(左)"),
        "R": Words(f"{who} (right)", f"{who}(右)"),
    }[name[1:]]


_EXPECTED = Words("expected {0}; got {1}", "できるのは{0}です。{1}ではありません")
_PLAY_FORM = Words(
    "write cards of one number, each at most as often as the game has it (b4+r4), an 11 with"
    " one of the colours b p r g y (11=r); got {0}",
    "出せるのは、あるだけの枚数の同じ数字のカードで (b4+r4)、11だけが色 b p r g y の1つを指定します"
    " (11=r)。{0}ではありません",
)
_CALL_FORM = Words(
    "a call names hands of this table in seat order, each once in an exchange; got {0}",
    "宣言は、この卓の手札を席の順に、一度のやりとりで1回ずつ書きます。{0}ではありません",
)

#: What a rule of calls says, by its number in `legal`.
_BROKEN = {
    legal.NO_PLAY: Words(
        "there is no card to call on: nobody has played since the last draw",
        "宣言する相手がいません。最後に引かれてから、まだだれも出していません",
    ),
    legal.OWN_PLAY: Words(
        "seat {3} played the card itself; only other seats can call on it",
        "出したのは席{3}です。宣言できるのはほかの人だけです",
    ),
    legal.NO_MATCH: Words("hand {0} does not add up to {1}", "手札{0}の合計は{1}ではありません"),
    legal.TOO_FEW: Words(
        "on {2} cards only a hand with {2} of one number can call; hand {0} has fewer",
        "{2}枚重ねに宣言できるのは同じ数字が{2}枚ある手札だけです。手札{0}にはありません",
    ),
    legal.NO_COUNTER: Words(
        "hand {0} can't counter: it does not add up to {1}",
        "手札{0}は仕返せません。合計が{1}ではありません",
    ),
}


def refusal(state: Legal, why: int, code: int, seat: int) -> IllegalMove:
    """The error, to be raised by the caller, for the move with this code by `seat` (0: no seat is
    written). `why` is what `Legal.why_not` returned, not 0. It is a WrongActor if another seat
    would have to make the move; otherwise an IllegalMove, and always one if the match is over or
    waits for chance. For code 0 it is about the text in `state.word`.
    """
    move = state.token(code)
    if state.is_over or state.missing is not None:
        return nothing_to_play(state)
    whose = state.seat_of(code)
    if code >= CALL and state.why_no_call(code) == legal.NO_MOVE:
        return IllegalMove(of_token(state, move))
    if seat in (0, whose) or code == 0:
        if why == legal.NOT_HELD:
            name = state.names[state.hand]
            en = f"hand {name} does not hold {move}"
            return IllegalMove(Words(en, f"手札{name}に{move}はありません"))
        if why == legal.NO_FIT:
            return IllegalMove(_no_fit(state, STACK[code] & 63))
        if code < CALL:
            return IllegalMove(of_token(state, move))
        rule, name = why & (bit(legal.BREAKING) - 1), state.names[why >> legal.BREAKING]
        named = name, state.number_called(), state.together, state.called_upon()
        return IllegalMove(_BROKEN[rule].filled(*named))
    if is_play(code) and state.phase != "choose":
        return not_on_turn(seat, whose)
    en = f"only seat {whose} can play {move}, not seat {seat}"
    return WrongActor(Words(en, f"{move}ができるのは席{whose}で、席{seat}ではありません"))


def _no_fit(state: Legal, kind: int) -> Words:
    """Why the card of this kind can't be the bottom card of a play now, as text."""
    name, bottom, field = state.names[state.hand], TOKENS[kind], state.field[-1]
    on, number = spelled([field], state.named), NUMBERS[field]
    if state.phase == "attacked":
        answers = Words(f"a {state.attack} or a 5", f"{state.attack}か5")
        if number == RESIST:
            answers = Words(
                f"a 5, or a {state.attack} of its colour", f"5か、同じ色の{state.attack}"
            )
        return _NO_ANSWER.filled(bottom, name, on, answers)
    if state.spent and number == DRAW and NUMBERS[kind] == RESIST:
        return Words(
            f"with spent6=faq, of the 5s only one of the same colour can be played on {on}",
            f"spent6=faqでは、{on}に出せる5は同じ色のものだけです",
        )
    return Words(
        f"{bottom} has neither the colour nor the number of {on}",
        f"{bottom}は色も数字も{on}に合いません",
    )


_NO_ANSWER = Words(
    "{0} can't answer the attack on hand {1}; on {2} play {3}",
    "{0}では手札{1}へのアタックに応えられません。{2}には{3}で応えます",
)


def of_token(state: Legal, move: str) -> Words:
    """Why a token is no move of this phase, as text: what is wrong with its spelling, or which
    moves the phase has. The match must go on: KeyError if it is over or waits.
    """
    if re.fullmatch("A[12][LR](C[LR])*" if state.duel else "A[1-5]+C?", move):
        return (_CALL_FORM if state.window else _BROKEN[legal.NO_PLAY]).filled(move)
    if not LEXICON.code(move) and re.match("[bprgy]?[0-9]", move):
        return _PLAY_FORM.filled(move)
    expected = {
        "choose": one_of([f"f{TOKENS[card]}" for card in state.revealed]),
        "act": Words("a play, d or a call", "カードを出すか、d か、宣言"),
        "drawn": Words("after a draw, a play or -", "引いたあとはカードを出すか -"),
        "attacked": Words(
            "under attack, an answer, x or a call", "アタックには応えるカードか、x か、宣言"
        ),
        "called": Words("the call, or its counter", "その宣言か、仕返し"),
    }[state.phase]
    return _EXPECTED.filled(expected, move)
