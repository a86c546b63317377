"""MAGiMiLES as the rest of kifu knows it."""

from __future__ import annotations

import re

from kifu.notation.words import Words
from kifu.replay.game import Game
from kifu.replay.games.magimiles import display, sentences
from kifu.replay.games.magimiles.options import Options, seats
from kifu.replay.games.magimiles.question import question
from kifu.replay.games.magimiles.rules import start
from kifu.replay.games.magimiles.worlds import barred, redeal

GAME = Game(
    name="magimiles",
    title=Words("MAGiMiLES", "マギマイルズ"),
    rules=1,
    options=Options,
    seats=seats,
    token=re.compile(
        r"[=^]?[rgba](?:0|[1-9][0-9]?)|[rgba](?:0|[1-9][0-9]?)>[1-4]|p[1-4](?:\+p[1-4])?|t(?:12|13|23)"
    ),
    card=re.compile(r"([rgba][0-9]+)"),
    start=start,
    layout=display.layout,
    veil=sentences.veil,
    tell=sentences.tell,
    headline=sentences.headline,
    remark=sentences.remark,
    teams=lambda options, seats: [[1, 3], [2, 4]] if seats == 4 else [],
    draws=True,
    redeal=redeal,
    reference=lambda state, seat: state.lexicon.token(state.reference_code(seat)),
    barred=barred,
    stretch=lambda state: state.stretch(),
    greedy=lambda state, seat: state.lexicon.token(state.greedy_code(seat)),
    question=question,
    chances={
        "deal/R": Words(
            "the shuffle of the 36 cards; R is 1, with three seats the round",
            "36枚のシャッフル。Rは1、3人ではラウンドの番号",
        )
    },
    events={
        "trick": Words("a trick is won", "トリックに勝利する"),
        "take": Words("cards are taken, of three seats", "3人で遊ぶ時にカードを受け取る"),
        "trumped": Words("a trick is won with the trump", "数値が切札の数と同じになって勝利する"),
    },
    highlights=("trumped",),
    classes={
        "main card": Words("lays a main card", "メインカードを出す"),
        "declared card": Words("lays a main card face down to declare", "カードを伏せて宣言する"),
        "passed card": Words("passes a card to the partner", "味方にカードを渡す"),
        "own support": Words(
            "lays a support card at its own main card", "自分のメインカードにサポートカードを出す"
        ),
        "support for another": Words(
            "lays a support card at another main card",
            "ほかの人のメインカードにサポートカードを出す",
        ),
        "piles": Words("picks piles", "カードの束を選ぶ"),
        "cards taken": Words("takes cards", "カードを受け取る"),
    },
    option_sets=[
        {},
        {"cycle": "rbg"},
        {"all_follow": "only_if_unable"},
        {"all_follow": "forced", "all_lead": "free"},
        {"rounds": "3"},
        {"supports": "clockwise"},
    ],
)
