"""How a move of yuhodo is refused: with the rule that it breaks."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove
from kifu.replay.games.yuhodo import legal
from kifu.replay.games.yuhodo.cards import TOKEN
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position
from kifu.replay.states.acting import not_on_turn, nothing_to_play
from kifu.replay.states.coded import no_seat

NO_ACT = Words(
    "seat {0} must go out, open a set or discard; {1} is none of these",
    "席{0}はゴールするか、オープンするか、捨てます。{1}はどれでもありません",
)

#: Of the discard that may be claimed.
WHO_CLAIMS = Words(
    "write which seat claims the discard, SEAT:{0}", "だれが取るのか、席:{0} のように書いてください"
)
NO_DISCARD = Words("there is no discard to claim", "いま取れる捨札はありません")
OWN_DISCARD = Words(
    "seat {0} has discarded this card and can't claim it", "席{0}は自分で捨てたカードを取れません"
)

#: Of sets.
NO_BIG_SET = Words(
    "{0} does not name three cards of a big set in canonical order",
    "{0}は、決まった順に書いたビッグセットの3枚ではありません",
)
NO_PAIR = Words(
    "{0} does not name two cards, in canonical order, that make a big set with {1}",
    "{0}は、{1}とビッグセットになる2枚を決まった順に書いたものではありません",
)
READY_OPENS_NOT = Words(
    "seat {0} is Ready, so it can't open or gain a set",
    "席{0}はレディなので、オープンもゲインもできません",
)
TOO_FEW = Words("seat {0} has too few {1} in its hand", "席{0}の手札には{1}が足りません")

#: Of discards, and of Ready.
READY_DISCARDS = Words(
    "seat {0} is Ready, so it must discard the card just taken, {1}",
    "席{0}はレディなので、いまテイクした{1}を捨てます",
)
NOT_HELD = Words("{1} is not in the hand of seat {0}", "{1}は席{0}の手札にありません")
READY_ALREADY = Words("seat {0} is Ready already", "席{0}はもうレディです")
READY_NEEDS_SET = Words(
    "Ready needs an opened set (ready=opened), but seat {0} has none",
    "レディにはオープンしたセットが要ります(ready=opened)。席{0}にはありません",
)
TOO_FAR = Words(
    "Ready needs a hand that is 1 card away from a goal shape; without {0} it is {1}",
    "レディはあと1枚でゴール形になるときだけです({0}を捨てるとあと{1}枚)",
)

#: Of a goal.
GOAL_NEEDS_SET = Words(
    "a goal needs an opened set, but seat {0} has none",
    "ゴールにはオープンしたセットが要ります。席{0}にはありません",
)
GOAL_NEEDS_READY = Words(
    "a goal on a discard needs Ready, which seat {0} has not declared",
    "捨札でゴールするにはレディの宣言が要ります。席{0}は宣言していません",
)
NO_GOAL = Words(
    "the hand needs {0} more for a goal shape (a small set and two big sets)",
    "手札がゴール形(スモールセット1つとビッグセット2つ)になるまで、あと{0}枚です",
)
OWN_WAIT = Words(
    "{0}, which this seat discarded, also completes the hand (rules=advanced)",
    "自分の捨札の{0}でもゴール形になります(rules=advanced)",
)


#: By the reason of `legal`.
_BROKEN = {
    legal.NO_DISCARD: NO_DISCARD,
    legal.OWN_DISCARD: OWN_DISCARD,
    legal.GOAL_NEEDS_SET: GOAL_NEEDS_SET,
    legal.GOAL_NEEDS_READY: GOAL_NEEDS_READY,
    legal.NO_GOAL: NO_GOAL,
    legal.OWN_WAIT: OWN_WAIT,
    legal.READY_OPENS_NOT: READY_OPENS_NOT,
    legal.TOO_FEW: TOO_FEW,
    legal.READY_DISCARDS: READY_DISCARDS,
    legal.NOT_HELD: NOT_HELD,
    legal.READY_ALREADY: READY_ALREADY,
    legal.READY_NEEDS_SET: READY_NEEDS_SET,
    legal.TOO_FAR: TOO_FAR,
}


def broken(state: Position, why: int, seat: int, cards: int = 0) -> IllegalMove:
    """The error for a move of `seat` that breaks the rule with the number `why` (see `legal`).
    `cards` (packed) are those that the move lays, if any; the message names them.
    """
    rule = _BROKEN[why]
    if rule is NO_GOAL:
        return IllegalMove(rule.filled(legal.away(state, seat)))
    if rule is OWN_WAIT:
        return IllegalMove(rule.filled(TOKEN[legal.own_wait(state, seat)]))
    if rule is TOO_FEW:
        return IllegalMove(rule.filled(seat, TOKEN[state.lacks(seat, cards)]))
    if rule is READY_DISCARDS:
        return IllegalMove(rule.filled(seat, TOKEN[state.taken]))
    if rule is NOT_HELD:
        return IllegalMove(rule.filled(seat, TOKEN[cards]))
    if rule is TOO_FAR:
        return IllegalMove(rule.filled(TOKEN[cards], legal.away_if_laid(state, seat, cards)))
    return IllegalMove(rule.filled(seat))


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
        return IllegalMove(NO_BIG_SET.filled(word))
    return IllegalMove(NO_ACT.filled(state.next_seat, word))


def of_claim(state: Position, word: str, seat: int) -> IllegalMove:
    """The error for an illegal claim: no seat is written (`seat` 0), the seat may not claim, or its
    cards make no set with the discard.
    """
    if not seat:
        return IllegalMove(WHO_CLAIMS.filled(word))
    if not 1 <= seat <= state.n:
        return no_seat(seat)
    why = legal.why_no_claim(state, seat)
    if why:
        return broken(state, why, seat)
    return IllegalMove(NO_PAIR.filled(word, TOKEN[state.window]))


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
