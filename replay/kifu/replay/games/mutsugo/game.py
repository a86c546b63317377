"""6つ子7組 as the rest of kifu knows it."""

from __future__ import annotations

import re

from kifu.notation.words import Words
from kifu.replay.game import Game
from kifu.replay.games.mutsugo import display
from kifu.replay.games.mutsugo.options import Options, seats, settle
from kifu.replay.games.mutsugo.question import question
from kifu.replay.games.mutsugo.rules import DEAL, start
from kifu.replay.games.mutsugo.worlds import redeal
from kifu.replay.states.game_words import DISCARDS

_CARD = "[csptxa][1-7]"
# Also what can't be a set, so that its refusal names the rule and is not only "no move".
_SET = rf"{_CARD}(?:[+<]{_CARD})+"

GAME = Game(
    name="mutsugo",
    title=Words("Mutsugo", "6つ子7組"),
    rules=1,
    options=Options,
    seats=seats,
    settle=settle,
    token=re.compile(rf"{_SET}|-?{_CARD}|d|/|~(?:[1-9]|[1-3][0-9]|4[0-2])"),
    card=re.compile(f"({_CARD})"),
    start=start,
    layout=display.layout,
    # No token of this game names a hidden card, so all may read all of it.
    veil=lambda state, move, seat: move,
    tell=display.tell,
    redeal=redeal,
    reference=lambda state, seat: state.lexicon.token(state.reference_code(seat)),
    draws=True,
    greedy=lambda state, seat: state.lexicon.token(state.greedy_code(seat)),
    question=question,
    chances={
        DEAL: Words(
            "the shuffle of all 42 cards: the hands, then the pile",
            "42枚すべてのシャッフル。手札、山札の順",
        )
    },
    events={
        "rob": Words("a card is robbed from a set", "セットのカードが奪われる"),
        "dissolve": Words("a set is dissolved", "セットが解散する"),
        "target": Words("the target is reached", "規定の得点枚数に達する"),
        "pile": Words("the pile runs out", "山札がなくなる"),
    },
    highlights=("rob", "target", "pile"),
    classes={
        "end of turn": Words("ends the turn", "手番を終える"),
        "discard": DISCARDS,
        "draw": Words("draws from the pile", "山札から引く"),
        "dissolve": Words("dissolves a set", "セットを解散する"),
        "free card": Words("takes a free card", "フリーカードを取る"),
        "own set": Words("makes a set of its own cards", "手札だけでセットを作る"),
        "set with a free card": Words("makes a set with a free card", "フリーカードでセットを作る"),
        "set with a robbed card": Words(
            "makes a set with a robbed card", "奪ったカードでセットを作る"
        ),
    },
    option_sets=[{}, {"target": "42"}, {"target": "6"}],
    needs_winner=lambda state: True,
)
