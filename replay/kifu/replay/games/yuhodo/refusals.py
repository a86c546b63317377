"""How a move of yuhodo is refused: with the rule that it breaks."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove
from kifu.replay.games.yuhodo import legal
from kifu.replay.games.yuhodo.cards import TOKEN
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position
from kifu.replay.states.acting import not_on_turn, nothing_to_play
from kifu.replay.states.coded import no_seat

#: What a rule says, by its number in `legal`.
_BROKEN = {
    # Of the discard that may be claimed.
    legal.NO_DISCARD: Words("there is no discard to claim", "いま取れる捨札はありません"),
    legal.OWN_DISCARD: Words(
        "seat {0} has discarded this card and can't claim it",
        "席{0}は自分で捨てたカードを取れません",
    ),
    # Of sets.
    legal.READY_OPENS_NOT: Words(
        "seat {0} is Ready, so it can't open or gain a set",
        "席{0}はレディなので、オープンもゲインもできません",
    ),
    legal.TOO_FEW: Words("seat {0} has too few {1} in its hand", "席{0}の手札には{1}が足りません"),
    # Of discards, and of Ready.
    legal.READY_DISCARDS: Words(
        "seat {0} is Ready, so it must discard the card just taken, {1}",
        "席{0}はレディなので、いまテイクした{1}を捨てます",
    ),
    legal.NOT_HELD: Words("{1} is not in the hand of seat {0}", "{1}は席{0}の手札にありません"),
    legal.READY_ALREADY: Words("seat {0} is Ready already", "席{0}はもうレディです"),
    legal.READY_NEEDS_SET: Words(
        "Ready needs an opened set (ready=opened), but seat {0} has none",
        "レディにはオープンしたセットが要ります(ready=opened)。席{0}にはありません",
    ),
    legal.TOO_FAR: Words(
        "Ready needs a hand that is 1 card away from a goal shape; without {1} it is {2}",
        "レディはあと1枚でゴール形になるときだけです({1}を捨てるとあと{2}枚)",
    ),
    # Of a goal.
    legal.GOAL_NEEDS_SET: Words(
        "a goal needs an opened set, but seat {0} has none",
        "ゴールにはオープンしたセットが要ります。席{0}にはありません",
    ),
    legal.GOAL_NEEDS_READY: Words(
        "a goal on a discard needs Ready, which seat {0} has not declared",
        "捨札でゴールするにはレディの宣言が要ります。席{0}は宣言していません",
    ),
    legal.NO_GOAL: Words(
        "the hand needs {1} more for a goal shape (a small set and two big sets)",
        "手札がゴール形(スモールセット1つとビッグセット2つ)になるまで、あと{1}枚です",
    ),
    legal.OWN_WAIT: Words(
        "{1}, which this seat discarded, also completes the hand (rules=advanced)",
        "自分の捨札の{1}でもゴール形になります(rules=advanced)",
    ),
}


def broken(state: Position, why: int, seat: int, cards: int = 0) -> IllegalMove:
    """The error for a move of `seat` that breaks the rule with the number `why` (see `legal`).
    `cards` (packed) are those that the move lays, if any; the message names them.
    """
    named: list[object] = []
    match why:
        case legal.NO_GOAL:
            named = [legal.away(state, seat)]
        case legal.OWN_WAIT:
            named = [TOKEN[legal.own_wait(state, seat)]]
        case legal.TOO_FEW:
            named = [TOKEN[state.lacks(seat, cards)]]
        case legal.READY_DISCARDS:
            named = [TOKEN[state.taken]]
        case legal.NOT_HELD:
            named = [TOKEN[cards]]
        case legal.TOO_FAR:
            named = [TOKEN[cards], legal.away_if_laid(state, seat, cards)]
    return IllegalMove(_BROKEN[why].filled(seat, *named))


def of_word(state: Position, word: str, seat: int) -> IllegalMove:
    """The error for a word that `seat` (0: not written) can't play now: who may act, what the phase
    allows, or what is wrong with the word's spelling.
    """
    if state.stage == TAKE:
        if word[:1] in ("G", "N"):
            return of_claim(state, word, seat)
        if seat and seat != state.next_seat:
            return not_on_turn(seat, state.next_seat)
        return no_take(state, word)
    if state.stage != ACT:
        return nothing_to_play(state)
    if seat and seat != state.next_seat:
        return not_on_turn(seat, state.next_seat)
    if word[:1] == "o":
        return IllegalMove(
            Words(
                f"{word} does not name three cards of a big set in canonical order",
                f"{word}は、決まった順に書いたビッグセットの3枚ではありません",
            )
        )
    seat = state.next_seat
    return IllegalMove(
        Words(
            f"seat {seat} must go out, open a set or discard; {word} is none of these",
            f"席{seat}はゴールするか、オープンするか、捨てます。{word}はどれでもありません",
        )
    )


def of_claim(state: Position, word: str, seat: int) -> IllegalMove:
    """The error for an illegal claim: no seat is written (`seat` 0), the seat may not claim, or its
    cards make no set with the discard.
    """
    if not seat:
        en = f"write which seat claims the discard, SEAT:{word}"
        ja = f"だれが取るのか、席:{word} のように書いてください"
        return IllegalMove(Words(en, ja))
    if not 1 <= seat <= state.n:
        return no_seat(seat)
    why = legal.why_no_claim(state, seat)
    if why:
        return broken(state, why, seat)
    card = TOKEN[state.window]
    return IllegalMove(
        Words(
            f"{word} does not name two cards, in canonical order, that make a big set with {card}",
            f"{word}は、{card}とビッグセットになる2枚を決まった順に書いたものではありません",
        )
    )


def no_take(state: Position, move: str) -> IllegalMove:
    """The error for a move that the seat on turn can't make in TAKE; it says which moves it can
    make.
    """
    market = [TOKEN[card] for card in sorted(set(state.market_cards()))]
    if market:
        en = f"take a card of the market, {' or '.join(market)}"
        ja = f"場札をテイクします({'か'.join(market)})"
    else:
        en = "the market is empty: claim the discard, or play m"
        ja = "場札がありません。捨札を取るか、m で見送ります"
    return IllegalMove(Words(f"{en}; got {move}", f"{ja}。{move}はそうではありません"))
