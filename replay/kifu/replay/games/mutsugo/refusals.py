"""How a move of 6つ子7組 is refused: with the first rule that it breaks."""

from __future__ import annotations

from kifu.replay.game import IllegalMove, Words
from kifu.replay.games.mutsugo.cards import HAND, LARGEST_HAND

#: A rule: whether it is kept, what it says, and what stands for {0}, {1} in that.
Rule = tuple[bool, Words, *tuple[object, ...]]

OVER = Words("the game is over", "対局は終わっています")
WAITING = Words(
    "the outcome of {0} is not known far enough, so nothing can be played",
    "{0}の結果が十分にわからないので、何も指せません",
)
NOT_ON_TURN = Words("seat {0} is to move, not seat {1}", "席{1}ではなく、席{0}の番です")
NO_MOVE = Words(
    "{0} is no card, no set and no other move of this game",
    "{0}はカードでもセットでもなく、このゲームの手ではありません",
)

#: What the phases `start` and `closing` say to a move that is not theirs.
DRAW_FIRST = Words(
    "a Start Draw comes first: d, or a free card",
    "まずスタートドロウをします(d、または場のフリーカード)",
)
ONLY_CLOSING = Words(
    "a card has been discarded, so only ~K and / may follow",
    "捨て札をしたので、あとは ~K と / だけができます",
)

REFILL = Words(
    f"only a hand of fewer than {HAND} cards is refilled",
    f"補充できるのは手札が{HAND}枚より少ないときだけです",
)
TOO_MANY = Words(
    f"with {LARGEST_HAND} cards one must be discarded or a set made",
    f"手札が{LARGEST_HAND}枚のときは、1枚捨てるかセットを作らなければなりません",
)
NOT_FREE = Words("{0} is no free card", "{0}はフリーカードではありません")
NOT_HELD = Words("the hand of seat {0} does not hold {1}", "席{0}の手札に{1}はありません")
NO_CARD = Words(
    "-CARD was expected, '{0}' is no card", "-カード と指します。「{0}」はカードではありません"
)
TOO_FEW = Words(
    f"a card is discarded only from a hand of {LARGEST_HAND}, this one has {{0}}",
    f"捨てるのは手札が{LARGEST_HAND}枚のときだけです。いまは{{0}}枚です",
)

#: Of a set that is to be made.
ONE_FROM_TABLE = Words(
    "the set may have at most one card from the table", "場から使えるカードは1枚までです"
)
SPELLING = Words(
    "a set is written c1+c2+c3 or c1+c2<c3, with cards of this game",
    "セットは c1+c2+c3 や c1+c2<c3 のように、このゲームのカードで書きます",
)
TWO_FROM_HAND = Words(
    "at least two cards of a set come from the hand", "セットには手札から2枚以上を使います"
)
THREE_CARDS = Words("a set has three cards or more", "セットは3枚以上です")
IN_ORDER = Words(
    "the hand cards of a set are written once each and in order: {0}",
    "セットの手札は1枚ずつ順に書きます: {0}",
)
ALIKE = Words(
    "all cards of a set have the same number or the same mark",
    "セットは同じ数字どうしか同じマークどうしで作ります",
)

#: Of a card that a set is to take from the table.
NOT_ON_TABLE = Words(
    "{0} is no free card and in nobody's set",
    "{0}はフリーカードでも誰かのセットのカードでもありません",
)
OWN_SET = Words(
    "{0} is in a set of your own, which is not on the table: dissolve it first",
    "{0}は自分のセットのカードで、場にはありません。先に解散してください",
)
TOO_SMALL = Words(
    "a set of {0} cards takes none from a set of {1}: it must have more cards than that",
    "{0}枚のセットは、{1}枚のセットから取れません。それより多くの枚数が要ります",
)

#: Of a set that is to be dissolved; what a seat has is `count_of` its sets.
NO_SET = {
    "none": Words(
        "~{0} is no set of seat {1}, which has none",
        "~{0}というセットはありません。席{1}にセットはありません",
    ),
    "one": Words(
        "~{0} is no set of seat {1}, which has only set 1",
        "~{0}というセットはありません。席{1}のセットは1だけです",
    ),
    "more": Words(
        "~{0} is no set of seat {1}, which has sets 1 to {2}",
        "~{0}というセットはありません。席{1}のセットは1から{2}までです",
    ),
}
MADE_NOW = Words(
    "set {0} was made this turn, so it can't be dissolved yet",
    "セット{0}はこの手番で作ったので、まだ解散できません",
)


def no_set(sets: list[list[int]]) -> Words:
    """What is said of a number that is none of these sets.

    >>> no_set([[1, 2, 3]]).en
    '~{0} is no set of seat {1}, which has only set 1'
    """
    return NO_SET["more" if len(sets) > 1 else "one" if sets else "none"]


def demand(*rules: Rule) -> None:
    """Raise IllegalMove with the first of the rules that is not kept.

    >>> demand((True, NOT_FREE, "c4"), (False, NOT_FREE, "c5"))
    Traceback (most recent call last):
    kifu.replay.game.IllegalMove: c5 is no free card
    """
    for kept, rule, *values in rules:
        if not kept:
            raise IllegalMove(rule.filled(*values))
