"""Atarayo as the rest of kifu knows it."""

from __future__ import annotations

import re

from kifu.notation.words import Words
from kifu.replay.game import Game
from kifu.replay.games.atarayo import display, sentences
from kifu.replay.games.atarayo.exchanges import actor
from kifu.replay.games.atarayo.options import Options, seats, settle
from kifu.replay.games.atarayo.question import question
from kifu.replay.games.atarayo.rules import start
from kifu.replay.games.atarayo.worlds import redeal

_COLOURED = "[bprgy](?:[1-79]|1[023])"
_CARD = f"(?:{_COLOURED}|8|11)"
# Also what can't be a play, so that its refusal names the rule and is not only "no move".
_PLAY = rf"{_CARD}(?:\+{_CARD})*(?:=[a-z])?"

GAME = Game(
    name="atarayo",
    title=Words("Atarayo", "可惜夜"),
    rules=1,
    options=Options,
    seats=seats,
    settle=settle,
    # A first field card, a play, a draw, a pass, an attack accepted, a call.
    token=re.compile(rf"f{_COLOURED}|{_PLAY}|[dx-]|A[1-5]{{1,4}}C?|A[12][LR](?:C[LR]){{0,3}}"),
    card=re.compile(r"(?:^f?|\+)([bprgy]?[0-9]+)"),
    start=start,
    layout=display.layout,
    actor=actor,
    offers=lambda state, seat: state.offers(seat),
    tell=sentences.tell,
    redeal=redeal,
    stretch=lambda state: state.stretch(),
    greedy=lambda state, seat: state.lexicon.token(state.greedy_code(seat)),
    question=question,
    chances={
        "deal/R": Words(
            "the shuffle of all 65 cards for the deal of round R",
            "第Rラウンドの配札(65枚すべてのシャッフル)",
        ),
        "reshuffle/R/K": Words(
            "the K-th shuffle of the discards into a new pile in round R",
            "第Rラウンドで捨札をK回目にシャッフルした山札",
        ),
    },
    events={
        "call": Words("a hand calls Akimahen", "『あきまへん』の宣言"),
        "counter": Words("a call is countered", "『あきまへん』の宣言を仕返す"),
        "burst": Words("a hand bursts", "バースト"),
        "open": Words("a hand is opened by an attack", "13による手札の公開"),
        "point": Words("the point card comes out", "点札が公開される"),
        "reshuffle": Words("the discards are reshuffled", "捨て札が山札になる"),
    },
    highlights=("call", "counter", "burst"),
    classes={
        "one card": Words("plays one card", "1枚出す"),
        "several cards": Words("plays several cards together", "複数枚をまとめて出す"),
        "draw": Words("draws a card", "1枚引く"),
        "pass": Words("passes", "パスする"),
        "accept": Words("accepts what is due", "受け入れる"),
        "field card": Words("chooses the first field card", "最初の場札を選ぶ"),
        "call": Words("calls Akimahen", "『あきまへん』を宣言する"),
        "countered call": Words(
            "calls Akimahen, and the call is countered", "『あきまへん』が仕返される"
        ),
    },
    option_sets=[
        {},
        {"draw2": "ends_turn"},
        {"spent6": "faq"},
        {"mode": "duel"},
        {"mode": "duel", "goal": "standby"},
    ],
)
