"""How a move of Yuhodo is refused: with the rule that it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.replay.game import Words

OVER = Words("the game is over", "対局は終わっています")
WAITING = Words(
    "{0} is not known, so nothing can be played", "{0}の結果がわからないので、何も指せません"
)
NO_SEAT = Words("there is no seat {0}", "席{0}はありません")
NOT_ON_TURN = Words("seat {0} is on turn, not seat {1}", "席{1}ではなく、席{0}の番です")
NO_ACT = Words(
    "seat {0} goes out, opens or discards; {1} is none of these",
    "席{0}はゴールするか、オープンするか、捨てます。{1}はどれでもありません",
)

#: Of the discard that may be claimed.
WHO_CLAIMS = Words(
    "a claim needs the seat that claims, SEAT:{0}", "誰が取るのか、席:{0} のように書いてください"
)
NO_DISCARD = Words("there is no discard that can be claimed now", "いま取れる捨札はありません")
OWN_DISCARD = Words(
    "seat {0} has discarded this card and can't claim it", "席{0}は自分で捨てたカードを取れません"
)

#: Of sets.
NO_BIG_SET = Words(
    "{0} names no three cards, in canonical order, that are a big set",
    "{0}は、決まった順に書いたビッグセットの3枚ではありません",
)
NO_PAIR = Words(
    "{0} names no two cards, in canonical order, that are a big set with {1}",
    "{0}は、{1}とビッグセットになる2枚を決まった順に書いたものではありません",
)
READY_OPENS_NOT = Words(
    "seat {0} is Ready, so it opens and gains nothing",
    "席{0}はレディなので、オープンもゲインもできません",
)
TOO_FEW = Words("the hand of seat {0} has too few {1} for that", "席{0}の手札には{1}が足りません")

#: Of discards, and of Ready.
READY_DISCARDS = Words(
    "seat {0} is Ready and discards the card just taken, {1}",
    "席{0}はレディなので、いまテイクした{1}を捨てます",
)
NOT_HELD = Words("{1} is not in the hand of seat {0}", "{1}は席{0}の手札にありません")
READY_ALREADY = Words("seat {0} is Ready already", "席{0}はもうレディです")
READY_NEEDS_SET = Words(
    "Ready needs an opened set (ready=opened), and seat {0} has none",
    "レディにはオープンしたセットが要ります(ready=opened)。席{0}にはありません",
)
TOO_FAR = Words(
    "without {0} the hand is {1} away from a goal shape, not one",
    "{0}を捨てるとゴールの形まであと{1}枚で、1枚ではありません",
)

#: Of a goal.
GOAL_NEEDS_SET = Words(
    "a goal needs an opened set, and seat {0} has none",
    "ゴールにはオープンしたセットが要ります。席{0}にはありません",
)
GOAL_NEEDS_READY = Words(
    "a goal on a discard needs Ready, which seat {0} has not declared",
    "捨札でゴールするにはレディの宣言が要ります。席{0}は宣言していません",
)
NO_GOAL = Words(
    "the hand is no goal shape (a small set and two big sets), but {0} away",
    "手札がゴールの形(スモールセット1つとビッグセット2つ)まであと{0}枚です",
)
OWN_WAIT = Words(
    "{0} in the own river makes a goal shape too (rules=advanced)",
    "自分の捨札の{0}でもゴールの形になります(rules=advanced)",
)


def no_take(legal: Sequence[str], move: str, has_market: bool) -> Words:
    """What is to be done instead of `move` by the seat on turn, which may play `legal`."""
    if has_market:
        en = f"a card of the market is to be taken, {' or '.join(legal)}"
        ja = f"場札をテイクします({'か'.join(legal)})"
    else:
        en = "the market is empty: the discard is to be claimed, or left with m"
        ja = "場札がありません。捨札を取るか、m で見送ります"
    return Words(f"{en}; {move} is not that", f"{ja}。{move}はそうではありません")
