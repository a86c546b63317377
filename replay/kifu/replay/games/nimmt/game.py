"""6 nimmt! as the rest of kifu knows it."""

from __future__ import annotations

import re

from kifu.notation.words import Words
from kifu.replay.game import Game
from kifu.replay.games.nimmt import display
from kifu.replay.games.nimmt.headline import headline
from kifu.replay.games.nimmt.options import Options, seats
from kifu.replay.games.nimmt.question import question
from kifu.replay.games.nimmt.rules import start
from kifu.replay.games.nimmt.worlds import redeal

GAME = Game(
    name="nimmt",
    title=Words("6 nimmt!", "ニムト"),
    rules=1,
    options=Options,
    seats=seats,
    token=re.compile(r"\+?(?:[1-9][0-9]?|10[0-4])|[r<>][1-4]"),
    card=re.compile(r"^\+?([0-9]+)"),
    start=start,
    layout=display.layout,
    tell=display.tell,
    headline=headline,
    redeal=redeal,
    reference=lambda state, seat: state.lexicon.token(state.reference_code(seat)),
    stretch=lambda state: state.stretch(),
    greedy=lambda state, seat: state.lexicon.token(state.greedy_code(seat)),
    question=question,
    chances={
        "deal/R": Words(
            "the shuffle of the cards used, for the deal of round R",
            "第Rラウンドの配札(使うカードのシャッフル)",
        )
    },
    events={"take": Words("a row is taken", "列を引き取る")},
    highlights=("take",),
    classes={
        "only card": Words("the only card in the hand", "最後の1枚"),
        "lowest, below every row": Words(
            "the lowest card, lower than every row", "一番小さいカード(どの列にも置けない)"
        ),
        "lowest, a sixth": Words(
            "the lowest card, the sixth of its row", "一番小さいカード(列の6枚目)"
        ),
        "lowest, fits": Words("the lowest card, which fits a row", "一番小さいカード(列に置ける)"),
        "between, below every row": Words(
            "a card between, lower than every row", "中間のカード(どの列にも置けない)"
        ),
        "between, a sixth": Words(
            "a card between, the sixth of its row", "中間のカード(列の6枚目)"
        ),
        "between, fits": Words("a card between, which fits a row", "中間のカード(列に置ける)"),
        "highest, below every row": Words(
            "the highest card, lower than every row", "一番大きいカード(どの列にも置けない)"
        ),
        "highest, a sixth": Words(
            "the highest card, the sixth of its row", "一番大きいカード(列の6枚目)"
        ),
        "highest, fits": Words(
            "the highest card, which fits a row", "一番大きいカード(列に置ける)"
        ),
        "cheapest row": Words("takes a row that costs least", "牛が一番少ない列を引き取る"),
        "dearer row": Words(
            "takes a row that costs more than another", "もっと安い列があるのに引き取る"
        ),
        "right of a row": Words("lays the card at the right of a row", "列の右端に置く"),
        "left of a row": Words("lays the card at the left of a row", "列の左端に置く"),
        "low pick": Words("picks a card of the lowest third", "小さい3分の1のカードを選ぶ"),
        "middle pick": Words("picks a card of the middle third", "中間の3分の1のカードを選ぶ"),
        "high pick": Words("picks a card of the highest third", "大きい3分の1のカードを選ぶ"),
    },
    option_sets=[
        {},
        {"rounds": "2"},
        {"deck": "tactics", "target": "30"},
        {"placement": "professional"},
        {"deck": "tactics", "placement": "professional", "rounds": "1"},
        {"deck": "tactics", "hands": "drafted", "target": "20"},
        {"deck": "tactics", "hands": "drafted", "placement": "professional", "rounds": "2"},
    ],
)
