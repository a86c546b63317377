"""What `kifu play` and `kifu record` say to people, in English and Japanese."""

from __future__ import annotations

from kifu.notation.words import Words

PLAY_HELP = Words(
    """\
MOVE       play it
Enter      let the moment pass, where you may
:moves     every legal move, in words
:table     show the table again
:undo      take back up to your last move (:undo N: the last N moves of anybody)
:say TEXT  write a comment on the last move
:quit      stop here; kifu play --resume FILE goes on
:end       give the match up: the log is closed and its seed published""",
    """\
手         その手をする
Enter      見送れるときに見送る
:moves     できる手をすべて言葉で見る
:table     場をもう一度見る
:undo      自分の直前の手まで戻す(:undo N なら最後のN手)
:say 文    直前の手にコメントを書く
:quit      ここでやめる。kifu play --resume FILE で続ける
:end       対戦を打ち切る。記録を閉じてシードを公開する""",
)

RECORD_HELP = Words(
    """\
MOVE ...                  the moves as they are made, SEAT:MOVE where it must be said whose;
                          marks like 3. may be typed between them and are checked
:moves                    every legal move of those who may act
:table                    show the table
:undo [N]                 take the last move (the last N) back
:say TEXT                 write a comment on the last move
:known LABEL N=CARD ...   card N of that deal, from 1, has been seen, or was typed wrongly
:known LABEL N            the outcome of an event such as Atarayo's starter/2, before that deal
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
:known 名前 N             可惜夜の starter/2 などの結果を、その配札の前に書く
:quit                     ここでやめる。kifu record --resume FILE で続ける
:end                      途中で終わりにして記録を閉じる""",
)

YOU_MAY_PLAY = Words("You may play (:help explains more):", "できる手(:help で説明):")
ENTER_PASSES = Words(", Enter lets it pass", "、Enterで見送り")
NO_PERSON = Words("Seat {0} is not played by a person here.", "席{0}に座っている人はいません。")
NO_COMMAND = Words(
    "There is no command :{0} here; :help lists them.",
    ":{0} という命令はありません。:help で一覧を見られます。",
)
NO_COMMENT = Words("Type the comment after :say.", ":say のあとにコメントを書いてください。")
ILLEGAL = Words("That can't be played: {0}.", "その手はできません: {0}")
TOO_MANY = Words(
    "That can't be taken back; only {0} moves were made.",
    "戻せません。これまでの手は{0}手です。",
)
TAKEN_BACK = Words("Taken back: {0}.", "{0}手取り消しました。")
WRITTEN = Words("Written down.", "書きました。")
# What only `kifu record` asks.
HINT_DEAL = Words(
    "({0}: type the cards that are asked for, or all that are known of the deal, {1} to {2} cards, "
    "top first: _ for a card that nobody has seen, _*9 for nine, ... for the rest)",
    "({0}: 聞かれたカードだけ、または配札全体({1}〜{2}枚、上から順)を入力。"
    "誰も見ていない札は _、それが9枚なら _*9、残り全部は ...)",
)
ONE_TO = Words("(1 to {0})", "(1〜{0})")
ASK_OUTCOME = Words(
    "What came of {0}? (Enter: nobody has seen it)> ", "{0}の結果は?(誰も見ていなければEnter)> "
)
ASK_TURNED_UP = Words(
    "Card {0} of {1}, counted from the top, is turned up. Which card is it?> ",
    "{1}の上から{0}枚目が表になりました。何の札?> ",
)
ASK_ALL_TURNED_UP = Words(
    "Cards {0} of {1}, counted from the top, are turned up. Which cards are they?> ",
    "{1}の上から{0}枚目が表になりました。何の札?> ",
)
ASK_SHOWN = Words(
    "With {0} {1} shows {2} and {3} more; which?> ",
    "{0}で{1} が{2}とほかに{3}枚を見せました。何の札?> ",
)
NO_CARD = Words("no card", "カードなし")
TABLE_UNKNOWN = Words(
    "The table can't be shown before {0} is known.", "{0}がわかるまで、場は表示できません。"
)
ASK_COMMAND = Words(
    "Name the cards of {0} by their place with :known {0} N=CARD ..., or take a move back> ",
    "{0}のカードを :known {0} N=カード ... で書くか、:undo で戻してください> ",
)
NOT_PLAYED = Words("{0} can't be played: {1}", "{0}はできません: {1}")
HOW_MANY = Words(
    ":undo takes a number of moves, not {0}.",
    ":undo には手の数を書いてください。{0}ではありません。",
)
