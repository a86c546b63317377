"""What several games say alike: zones, phases and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kifu.notation.words import Words

HAND_ZONE = Words("Hand", "手札")
PILE_ZONE = Words("Pile", "山札")
ROUND = Words("Round", "ラウンド")
TURN = Words("Turn", "手番")
#: A turn in which every seat acts.
COMMON_TURN = Words("Turn", "ターン")
#: Between two names.
AND = Words(" and ", "と")
#: What the glyphs after a move mean.
GLYPHS = {
    "!": Words("good move", "好手"),
    "?": Words("mistake", "悪手"),
    "!!": Words("brilliant move", "妙手"),
    "??": Words("blunder", "大悪手"),
    "!?": Words("interesting move", "面白い手"),
    "?!": Words("dubious move", "疑問手"),
}
CARD_NOT_HELD = Words("card {0} is not in the hand of seat {1}", "{0}は席{1}の手札にありません")
DISCARDS = Words("discards a card", "カードを捨てる")

#: What a phase is called where the deal is not known, and after the last move.
DEAL_UNKNOWN = Words("The deal is not known", "配札が不明です")
OVER = Words("The game is over", "ゲーム終了")

#: What happens, in a reason of analysis.
SOON = Words("{0} before your next turn", "次の自分の番までに{0}")
ROUND_BEGINS = Words("Round {0} begins.", "第{0}ラウンドの開始です。")
GAME_ENDS = Words("The game is over.", "ゲーム終了です。")


def listed(names: Sequence[str]) -> Words:
    """Names as a sentence lists them: with commas, and "and" before the last one (in Japanese only
    between two).

    >>> listed(["{1}", "{2}", "{4}"])
    Words(en='{1}, {2} and {4}', ja='{1}、{2}、{4}')
    """
    ja = (AND.ja if len(names) == 2 else "、").join(names)
    return Words(AND.en.join([", ".join(names[:-1]), names[-1]] if names[1:] else names), ja)


def one_of(choices: Iterable[Words | str]) -> Words:
    """These choices as a text that says what was expected, with "or" between them. A plain text is
    the same in both languages.

    >>> one_of(["t12", "t13"])
    Words(en='t12 or t13', ja='t12かt13')
    """
    both = [Words(one, one) if isinstance(one, str) else one for one in choices]
    return Words(" or ".join([one.en for one in both]), "か".join([one.ja for one in both]))
