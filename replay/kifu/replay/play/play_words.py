"""What `kifu play` says to people, in English and Japanese."""

from __future__ import annotations

from kifu.replay.game import Words
from kifu.replay.show.sheet import Language

HELP = Words(
    """\
MOVE       play it; SEAT:MOVE plays it for another person's seat
Enter      let the moment pass, where you may
:moves     every legal move, in words
:table     show the table again
:seat N    hand the terminal to seat N, which may act too
:undo      take back up to your last move (:undo N: the last N moves of anybody)
:say TEXT  write a comment on the last move
:quit      stop here; kifu play --resume FILE goes on
:end       give the match up: the log is closed and its seed published""",
    """\
手         その手をする。席:手 なら別の人の席の手になる
Enter      見送れるときに見送る
:moves     できる手をすべて言葉で見る
:table     場をもう一度見る
:seat N    同時に動ける席Nに端末を渡す
:undo      自分の直前の手まで戻す(:undo N なら最後のN手)
:say 文    直前の手にコメントを書く
:quit      ここでやめる。kifu play --resume FILE で続ける
:end       対戦を打ち切る。記録を閉じてシードを公開する""",
)

_WORDS = {
    "offer": Words("You may play (:help explains more):", "できる手(:help で説明):"),
    "more": Words("  and {0} more, which :moves lists", "  ほかに{0}手(:moves で一覧)"),
    "pass": Words(", Enter lets it pass", "、Enterで見送り"),
    "turn": Words(
        "{0} ({1}) is to act. Enter shows what this seat sees, SEAT:MOVE acts first> ",
        "{0} ({1}) の番です。Enterでこの席の場を表示、先に動く人は 席:手> ",
    ),
    "bot": Words(
        "{0} ({1}) is to act. Enter goes on, SEAT:MOVE acts first> ",
        "{0} ({1}) の番です。Enterで進行、先に動く人は 席:手> ",
    ),
    "given": Words("Enter shows what {0} ({1}) sees> ", "Enterで{0} ({1}) の場を表示> "),
    "no_person": Words(
        "Seat {0} is not played by a person here.", "席{0}に座っている人はいません。"
    ),
    "no_command": Words(
        "There is no command :{0} here; :help lists them.",
        ":{0} という命令はありません。:help で一覧を見られます。",
    ),
    "no_other": Words(
        "{0} is not another person's seat that has to act now.",
        "席{0}は、いま動けるとわかっている別の人の席ではありません。",
    ),
    "nobody": Words("Nobody", "(なし)"),
    "no_comment": Words("Type the comment after :say.", ":say のあとにコメントを書いてください。"),
    "illegal": Words("That can't be played: {0}.", "その手はできません: {0}"),
    "too_many": Words(
        "That can't be taken back; only {0} moves were made.",
        "戻せません。これまでの手は{0}手です。",
    ),
    "undone": Words("Taken back: {0}.", "{0}手戻しました。"),
    "written": Words("Written down.", "書きました。"),
}


def said(what: str, language: Language, *values: object) -> str:
    """
    >>> said("undone", "en", 2), said("undone", "ja", 2)
    ('Taken back: 2.', '2手戻しました。')
    """
    text: str = getattr(_WORDS[what], language)
    return text.format(*values)
