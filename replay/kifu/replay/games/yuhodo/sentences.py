"""What a move of Yuhodo, and what follows from it, is called in English and in Japanese; and why a
move is refused: the rule that it breaks.
"""

from __future__ import annotations

from functools import lru_cache

from kifu.notation.words import Words
from kifu.replay.authoring import (
    GAME_ENDS,
    listed,
    not_on_turn,
    nothing_to_play,
    one_of,
    told,
    values_of,
)
from kifu.replay.codes.coded import no_seat
from kifu.replay.game import IllegalMove
from kifu.replay.games.yuhodo import display, legal
from kifu.replay.games.yuhodo.cards import CARD, LAID, TOKEN
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position
from kifu.replay.table import Step


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what the token `move` (without a seat) does if `seat` (from 1) plays it
    from `state`, with `{1}` in place of seat 1's name. The move must be legal there. That isn't
    checked: other text gives a wrong sentence or any error. `state` isn't changed.
    """
    who = f"{{{seat}}}"
    cards = _named_in(move)
    if move == "m":
        return Words("Nobody claims the discard.", "捨札はだれにも取られませんでした。")
    if move == "G":
        return _describe_goal(state, who)
    if move[0] == "o":
        return Words(f"{who} opens {cards.en}.", f"{who}は{cards.ja}をオープンしました。")
    if move[0] == "N":
        gained, owner = _NAMES[state.window], f"{{{state.discarder}}}"
        return Words(
            f"{who} gains {owner}'s {gained.en} with {cards.en}.",
            f"{who}は{owner}の捨てた{gained.ja}を{cards.ja}でゲインしました。",
        )
    if move[0] != "-":
        return Words(f"{who} takes {cards.en}.", f"{who}は{cards.ja}をテイクしました。")
    if move[-1] == "R":
        return Words(
            f"{who} discards {cards.en} and declares Ready.",
            f"{who}は{cards.ja}を捨て、レディを宣言しました。",
        )
    return Words(f"{who} discards {cards.en}.", f"{who}は{cards.ja}を捨てました。")


def offer(state: Position, move: str, seat: int) -> Words | None:
    """What the move `m` is called in a list of choices: to leave the discard. None for any other
    move: its text is then made from `describe`. `state` and `seat` aren't used.
    """
    return Words("leave the discard", "捨札を見送る") if move == "m" else None


def consequences(state: Position, move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move caused, as a new list in the order of `steps`: a new market, the
    hand of a goal, bonus checks, points, the end and so on; [] if there is nothing to say. `steps`
    are all steps of the move, the first one its own. `state` and `move` aren't used.
    """
    return told(steps, _TOLD, _values)


_NAMES = {card: display.face(card).name for card in CARD.values()}


def _values(step: Step) -> dict[str, object]:
    """The values that the sentence about a step may name, as a new dict: those of `values_of`, but
    `cards` are the names of its cards as a sentence lists them, without unknown cards.
    """
    names = [_NAMES[CARD[motion.card]] for motion in step.motions if motion.card in CARD]
    return {**values_of(step), "cards": listed(names)}


@lru_cache(maxsize=4096)
def _named_in(move: str) -> Words:
    """The names of all cards in the token `move`, in its order, as a sentence lists them. Both
    texts are empty if no card is in it (`m`, `G`).
    """
    tokens = [move[place : place + 2] for place in range(len(move) - 1)]
    return listed([_NAMES[CARD[token]] for token in tokens if token in CARD])


def _describe_goal(state: Position, who: str) -> Words:
    """The sentence that a seat goes out; `who` is the seat as `{1}`. If a discard may be claimed in
    `state`, it says on which card, and whose.
    """
    if not state.window:
        return Words(f"{who} goes out.", f"{who}がゴールしました。")
    card = _NAMES[state.window]
    return Words(
        f"{who} goes out on {{{state.discarder}}}'s {card.en}.",
        f"{who}は{{{state.discarder}}}の捨てた{card.ja}でゴールしました。",
    )


def headline(state: Position, move: str, steps: list[Step]) -> Words | None:
    """One sentence about what a move has led to: how a short game ends, or a new market because
    nobody claimed the discard. None if the sentence that describes the move says all. `steps` are
    all steps of the move, the first one its own; there is always one. `state` and `move` aren't
    used.

    >>> headline(None, "G", [Step("goal", seat=2), Step("score", [], {"score/2": "1+3+0=4"}, 2)]).en
    '{2} goes out for 4 points.'
    """
    by_kind = {step.kind: step for step in steps}
    for kind in {"instant", "void"} & by_kind.keys():
        return told([by_kind[kind]], _TOLD)[0]
    if "goal" in by_kind and "score" in by_kind:
        return _went_out(by_kind["score"], by_kind.get("pay"))
    if steps[0].kind == "pass" and "market" in by_kind:
        return Words(
            "Nobody claims the discard, and a new market is laid out.",
            "捨札はだれにも取られず、新しい場札が並びました。",
        )
    return None


def _went_out(score: Step, pay: Step | None) -> Words:
    """One sentence that says who goes out, for how many points in all (from the step `score`) and,
    if there is a step `pay`, on whose discard, and that this seat pays. Seats are written `{1}`.
    """
    who = f"{{{score.seat}}}"
    points = str(score.facts[f"score/{score.seat}"]).rpartition("=")[2]
    counted = f"{points} point{'' if points == '1' else 's'}"
    if pay is None:
        return Words(f"{who} goes out for {counted}.", f"{who}がゴールし、{points}点を得ました。")
    payer = f"{{{pay.seat}}}"
    return Words(
        f"{who} goes out on {payer}'s discard for {counted}, and {payer} pays.",
        f"{who}が{payer}の捨札でゴールして{points}点を得、{payer}は点数を失いました。",
    )


#: What is said of a step, by its kind.
_TOLD = {
    "market": Words("The new market is {cards}.", "新しい場札は{cards}です。"),
    "goal": Words("The hand was {cards}.", "手札は{cards}でした。"),
    "bonus": Words(
        "The bonus check turns up {cards}.", "ボーナス・チェックで{cards}がめくられました。"
    ),
    "score": Words(
        "{who} gets {score} points for sets, red cards and bonus.",
        "{who}の得点はセット、赤字、ボーナスで{score}点です。",
    ),
    "pay": Words(
        "{who} pays for the discard and has {points} points left.",
        "{who}は捨札の分を失い、{points}点になりました。",
    ),
    "void": Words(
        "The pile is too small, so the short game ends without points.",
        "山札が足りないので、このショート・ゲームは得点計算なしで終了です。",
    ),
    "instant": Words(
        "{who} has opened three sets of Items and wins the game at once.",
        "{who}はItemのセットを3つオープンし、その瞬間に勝者となりました。",
    ),
    "deal": Words("Short game {round} begins.", "ショート・ゲーム{round}の開始です。"),
    "end": GAME_ENDS,
}


#: What a rule says, by its number in `legal`.
_BROKEN = {
    # Of the discard that may be claimed.
    legal.NO_DISCARD: Words("there is no discard to claim", "いま取れる捨札はありません"),
    legal.OWN_DISCARD: Words(
        "seat {0} has discarded this card and can't claim it",
        "席{0}は自分で捨てたカードを取れません",
    ),
    legal.NO_PAIR: Words(
        "{1} does not name two cards, in canonical order, that make a big set with {2}",
        "{1}は、{2}とビッグセットになる2枚を決まった順に書いたものではありません",
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


def refusal(state: legal.Legal, why: int, code: int, seat: int) -> IllegalMove:
    """The error for the move with this code by `seat` (0: not written), which is returned for the
    caller to raise. `why`, never 0, is the rule that forbids it, as `Legal.why_not` gave it.

    While a seat is on turn, it is a WrongActor for a seat that isn't on turn and for one that
    doesn't exist; a claim is refused so only for a seat that doesn't exist. In all other cases it
    is a plain IllegalMove: also for a claim without a seat, and, while nobody is on turn, for any
    seat. For code 0 it is about the text in `state.word`.
    """
    word, cards = state.token(code), LAID[code]
    if state.stage == TAKE and word[:1] in ("G", "N"):
        if not seat:
            return IllegalMove(_NO_CLAIMER.filled(word))
        if not 1 <= seat <= state.n:
            return no_seat(seat)
        if code == 0:
            why = state.why_no_claim(seat) or legal.NO_PAIR
    seat = seat or state.next_seat
    named: list[object] = []
    match why:
        case legal.NOT_TO_MOVE:
            on_turn = state.next_seat
            return not_on_turn(seat, on_turn) if on_turn else nothing_to_play(state)
        case legal.NO_SUCH_MOVE:
            return _unexpected(state, word)
        case legal.NO_PAIR:
            named = [word, TOKEN[state.window]]
        case legal.NO_GOAL:
            named = [state.away(seat)]
        case legal.OWN_WAIT:
            named = [TOKEN[state.own_wait(seat)]]
        case legal.TOO_FEW:
            named = [TOKEN[state.lacks(seat, cards)]]
        case legal.READY_DISCARDS:
            named = [TOKEN[state.taken]]
        case legal.NOT_HELD:
            named = [TOKEN[cards]]
        case legal.TOO_FAR:
            named = [TOKEN[cards], state.away_if_laid(seat, cards)]
    return IllegalMove(_BROKEN[why].filled(seat, *named))


def _unexpected(state: Position, word: str) -> IllegalMove:
    """The error for a text that is no move of this phase (TAKE or ACT), which is returned for the
    caller to raise. It says which moves are.
    """
    if state.stage == ACT:
        words = _NO_SET if word[:1] == "o" else _NO_ACT
        return IllegalMove(words.filled(word, state.next_seat))
    market = [TOKEN[card] for card in sorted(set(state.market))]
    return IllegalMove((_NO_TAKE if market else _NO_MARKET).filled(one_of(market), word))


_NO_CLAIMER = Words(
    "write which seat claims the discard, SEAT:{0}",
    "だれが取るのか、席:{0} のように書いてください",
)
_NO_SET = Words(
    "{0} does not name three cards of a big set in canonical order",
    "{0}は、決まった順に書いたビッグセットの3枚ではありません",
)
_NO_ACT = Words(
    "seat {1} must go out, open a set or discard; {0} is none of these",
    "席{1}はゴールするか、オープンするか、捨てます。{0}はどれでもありません",
)
_NO_TAKE = Words(
    "take a card of the market, {0}; got {1}",
    "場札をテイクします({0})。{1}はそうではありません",
)
_NO_MARKET = Words(
    "the market is empty: claim the discard, or play m; got {1}",
    "場札がありません。捨札を取るか、m で見送ります。{1}はそうではありません",
)
