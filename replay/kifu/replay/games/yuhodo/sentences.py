"""What a move of Yuhodo, and what follows from it, is called in English and in Japanese."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kifu.notation.words import Words
from kifu.replay.games.yuhodo.cards import CARD
from kifu.replay.games.yuhodo.display import face
from kifu.replay.games.yuhodo.position import Position
from kifu.replay.states.game_words import GAME_ENDS, listed
from kifu.replay.table import Step


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what `move` is, if `seat` plays it from `state`, which stays as
    it is.
    """
    who = f"{{{seat}}}"
    en, ja = _named_in(move)
    if move == "m":
        return Words("Nobody claims the discard.", "捨札はだれにも取られませんでした。")
    if move == "G":
        return _describe_goal(state, who)
    if move[0] == "o":
        return Words(f"{who} opens {en}.", f"{who}は{ja}をオープンしました。")
    if move[0] == "N":
        (gained, gained_ja), owner = _named([state.window]), f"{{{state.discarder}}}"
        return Words(
            f"{who} gains {owner}'s {gained} with {en}.",
            f"{who}は{owner}の捨てた{gained_ja}を{ja}でゲインしました。",
        )
    if move[0] != "-":
        return Words(f"{who} takes {en}.", f"{who}は{ja}をテイクしました。")
    if move[-1] == "R":
        return Words(
            f"{who} discards {en} and declares Ready.",
            f"{who}は{ja}を捨て、レディを宣言しました。",
        )
    return Words(f"{who} discards {en}.", f"{who}は{ja}を捨てました。")


def offer(state: Position, move: str, seat: int) -> Words | None:
    """How a list of choices words the move `m`, which lets the discard pass; None for other moves,
    whose sentence (see `describe`) does.
    """
    return Words("leave the discard", "捨札を見送る") if move == "m" else None


def consequences(move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move caused: a market, bonus checks, points, the end. `steps` begin
    with the step of the move itself; of a goal, the hand is said.
    """
    return [words for step in steps for words in _consequences_of(step)]


_NAMES = {card: face(card).name for card in CARD.values()}


def _named(cards: Iterable[int]) -> tuple[str, str]:
    """The names of cards, joined to one text in English and one in Japanese."""
    names = [_NAMES[card] for card in cards]
    return listed([name.en for name in names]).en, listed([name.ja for name in names]).ja


@lru_cache(maxsize=4096)
def _named_in(move: str) -> tuple[str, str]:
    """The names of the cards in a move's token, joined to one text in English and one in
    Japanese.
    """
    places = range(len(move) - 1)
    return _named([CARD[move[k : k + 2]] for k in places if move[k : k + 2] in CARD])


def _describe_goal(state: Position, who: str) -> Words:
    if not state.window:
        return Words(f"{who} goes out.", f"{who}がゴールしました。")
    card, card_ja = _named([state.window])
    return Words(
        f"{who} goes out on {{{state.discarder}}}'s {card}.",
        f"{who}は{{{state.discarder}}}の捨てた{card_ja}でゴールしました。",
    )


def headline(move: str, steps: list[Step]) -> Words | None:
    """What a move has led to: how a short game ends, or a new market because nobody claimed the
    discard. `steps` begin with the step of the move. None if the sentence of the move itself says
    all.

    >>> headline("G", [Step("goal", seat=2), Step("score", [], {"score/2": "1+3+0=4"}, 2)]).en
    '{2} goes out for 4 points.'
    """
    by_kind = {step.kind: step for step in steps}
    if "instant" in by_kind or "void" in by_kind:
        (words,) = _consequences_of(by_kind.get("instant") or by_kind["void"])
        return words
    if "goal" in by_kind and "score" in by_kind:
        return _went_out(by_kind["score"], by_kind.get("pay"))
    if steps[0].kind == "pass" and "market" in by_kind:
        return Words(
            "Nobody claims the discard, and a new market is laid out.",
            "捨札はだれにも取られず、新しい場札が並びました。",
        )
    return None


def _went_out(score: Step, pay: Step | None) -> Words:
    """The sentence for a goal with its points (the step `score`), and for the seat that pays for it
    (the step `pay`; None if nobody does).
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


def _consequences_of(step: Step) -> list[Words]:
    if step.kind not in _TOLD:
        return []
    words, seat, facts = _TOLD[step.kind], step.seat, step.facts
    en, ja = _named([CARD[motion.card] for motion in step.motions if motion.card in CARD])
    values = {
        "who": f"{{{seat}}}",
        "round": facts.get("round"),
        "points": facts.get(f"points/{seat}"),
        "score": facts.get(f"score/{seat}"),
    }
    return [Words(words.en.format(cards=en, **values), words.ja.format(cards=ja, **values))]
