"""yuhodo as the rest of kifu knows it."""

from __future__ import annotations

import re

from kifu.notation.words import Words
from kifu.replay.game import Game
from kifu.replay.games.yuhodo import display
from kifu.replay.games.yuhodo.options import Options, seats, settle
from kifu.replay.games.yuhodo.position import TAKE, Position
from kifu.replay.games.yuhodo.question import question
from kifu.replay.games.yuhodo.rules import start
from kifu.replay.games.yuhodo.worlds import redeal
from kifu.replay.states.game_words import DISCARDS


def actor(state: Position, token: str) -> int:
    """Claims have their actor written; every other token is by the seat on turn."""
    return 0 if is_claim(state, token) else state.next_seat


def is_claim(state: Position, token: str) -> bool:
    """Whether the token claims a discard; it belongs to the discarder's turn."""
    return state.stage == TAKE and token[:1] in ("G", "N")


_CARD = "(?:[hadHAD][1-7]|[iI][1-4])"

GAME = Game(
    name="yuhodo",
    title=Words("Yuhodo item 02", "遊宝洞 item 02"),
    rules=1,
    options=Options,
    settle=settle,
    seats=seats,
    token=re.compile(f"{_CARD}|-{_CARD}R?|[mG]|N{_CARD}{{2}}|o{_CARD}{{3}}"),
    card=re.compile(f"({_CARD})"),
    start=start,
    actor=actor,
    late=is_claim,
    needs_winner=lambda state: state.champion > 0,
    layout=display.layout,
    veil=lambda state, move, seat: move,
    tell=display.tell,
    offer=display.offer,
    redeal=redeal,
    reference=lambda state, seat: state.lexicon.token(state.reference_code(seat)),
    stretch=lambda state: state.stretch(),
    greedy=lambda state, seat: state.lexicon.token(state.greedy_code(seat)),
    question=question,
    chances={
        "starter": Words("the seat that starts short game 1", "最初のショート・ゲームを始める席"),
        "deal/R": Words(
            "the shuffle of all 100 cards, for the deal of short game R",
            "ショート・ゲームRの配札(100枚すべてのシャッフル)",
        ),
    },
    events={
        "goal": Words("a seat goes out", "ゴール"),
        "ready": Words("a seat declares Ready", "レディ"),
        "open": Words("a seat opens a set", "オープン"),
        "gain": Words("a seat gains a discard", "ゲイン"),
        "pay": Words("a seat pays for its discard", "捨札でゴールされて点数を失う"),
        "void": Words("a short game ends without a goal", "山札切れ"),
        "instant": Words("a third set of Items wins at once", "Itemの条件による勝利"),
    },
    highlights=("goal", "ready", "instant"),
    classes={
        "no claim": Words("nobody claims the discard", "だれも捨札を取らない"),
        "take": Words("takes a card", "テイクする"),
        "goal": Words("goes out", "ゴールする"),
        "open": Words("opens a set", "オープンする"),
        "discard": DISCARDS,
        "discard and Ready": Words(
            "discards a card and declares Ready", "カードを捨ててレディを宣言する"
        ),
        "gain": Words("gains the discard", "ゲインする"),
    },
    option_sets=[
        {"games": "1"},
        {"games": "2", "target": "1", "ready": "opened"},
        {"rules": "advanced", "games": "2"},
        {"rules": "advanced", "games": "1", "item_reds": "all"},
    ],
)
