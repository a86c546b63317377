"""What `kifu record` asks people, in English and Japanese."""

from __future__ import annotations

from kifu.replay.game import Words
from kifu.replay.show.sheet import Language

HELP = Words(
    """\
MOVE ...                  the moves as they are made, SEAT:MOVE where it must be said whose;
                          marks like 3. may be typed between them and are checked
:moves                    every legal move of those who may act
:table                    show the table
:undo [N]                 take the last move (the last N) back
:say TEXT                 write a comment on the last move
:known LABEL N=CARD ...   card N of that deal, from 1, has been seen, or was typed wrongly
:quit                     stop here; kifu record --resume FILE goes on
:end                      the match stops unfinished, and the log is closed""",
    """\
手 ...                    行われた手を順に。誰の手かは 席:手 で示す。
                          3. のような番号を間に書いてもよい(合っているか確かめる)
:moves                    動ける席にできる手をすべて見る
:table                    場を見る
:undo [N]                 直前の手(最後のN手)を取り消す
:say 文                   直前の手にコメントを書く
:known 名前 N=カード ...  その配札のN枚目(1から)がわかった、または打ち間違えた
:quit                     ここでやめる。kifu record --resume FILE で続ける
:end                      途中で終わりにして記録を閉じる""",
)

_WORDS = {
    "deal": Words(
        "{0}: {1} cards or more of {2}, top first; _ for one that nobody has seen, _*9 for nine of "
        "them, ... for the rest",
        "{0}: {2}枚のうち{1}枚以上を上から順に。"
        "誰も見ていない札は _、それが9枚なら _*9、残り全部は ...",
    ),
    "choice": Words("{0}: a number from 1 to {1}> ", "{0}: 1から{1}までの数> "),
    "turned_up": Words(
        "Card {0} is turned up; which, of {1}?> ", "{1}の{0}枚目が表になりました。何の札?> "
    ),
    "all_turned_up": Words(
        "Cards {0} are turned up; which, of {1}?> ", "{1}の{0}枚目が表になりました。何の札?> "
    ),
    "shows": Words(
        "With {0} {1} ({2}) shows {3} and {4} more; which?> ",
        "{0}で{1} ({2}) が{3}とほかに{4}枚を見せました。何の札?> ",
    ),
    "no_card": Words("no card", "カードなし"),
    "hidden": Words(
        "The table can't be shown before {0} is known.", "{0}がわかるまで、場は表示できません。"
    ),
    "command": Words("A command, such as :known or :undo> ", ":known や :undo などの命令> "),
    "illegal": Words("{0} can't be played: {1}", "{0}はできません: {1}"),
    "undone": Words("Taken back: {0}.", "{0}手取り消しました。"),
    "written": Words("Written down.", "書きました。"),
}  # fmt: skip


def said(what: str, language: Language, *values: object) -> str:
    """
    >>> said("choice", "en", "starter", 2), said("choice", "ja", "starter", 2)
    ('starter: a number from 1 to 2> ', 'starter: 1から2までの数> ')
    """
    text: str = getattr(_WORDS[what], language)
    return text.format(*values)
