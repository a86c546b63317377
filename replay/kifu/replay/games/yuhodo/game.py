"""Yuhodo (遊宝洞 item 02), rules revision 1, as the rest of kifu knows it.

Read in the order of its page (docs/rules/yuhodo.md): `options` (sections 3 and 4), `cards` (2),
`shapes` (goal shapes and what they score; 2 and 7), `position` (what a position is), `legal` (what
is legal in it), `rules` (the deal, a move and what follows from it; 5 to 10), `display` and
`sentences` (what people see; 9). Then `players` (also what matches are compared by), `reasons` (why
a move is worse), and this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.codes.coded import greedy, reference
from kifu.replay.game import Analysing, Archiving, Game, Ranking, Turns, Wording
from kifu.replay.games.yuhodo import display, players, reasons, rules, sentences
from kifu.replay.games.yuhodo.options import Options, seats, settle


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """What to ask the person who types in the outcome of event `label`, or its cards at the indices
    `places` (from 0). For `starter` it asks for the seat. Otherwise it asks which cards are turned
    up; if there are `seats` + 1 places, which cards lie in the market. None for a deal without
    places: a general question is asked then. `options` make no difference.

    >>> question(Options(), 2, "starter", []).en
    'Which seat starts short game 1?'
    """
    if label == "starter":
        return Words("Which seat starts short game 1?", "最初のショート・ゲームを始める席は?")
    if len(places) == seats + 1:
        return Words(f"Which {seats + 1} cards lie in the market?", f"場札の{seats + 1}枚は?")
    if len(places) > 1:
        return Words(f"Which {len(places)} cards are turned up?", f"表にした{len(places)}枚は?")
    return Words("Which card is turned up?", "表にしたカードは?") if places else None


_CARD = "(?:[hadHAD][1-7]|[iI][1-4])"


GAME = Game(
    name="yuhodo",
    title=Words("Yuhodo item 02", "遊宝洞 item 02"),
    rules=1,
    options=Options,
    settle=settle,
    seats=seats,
    token=re.compile(f"{_CARD}|-{_CARD}R?|[mG]|N{_CARD}{{2}}|o{_CARD}{{3}}"),
    start=rules.start,
    layout=display.layout,
    greedy=greedy,
    option_sets=[
        {"games": "1"},
        {"games": "2", "target": "1", "ready": "opened"},
        {"rules": "advanced", "games": "2"},
        {"rules": "advanced", "games": "1", "item_reds": "all"},
    ],
    ranking=Ranking(needs_winner=lambda state: state.champion > 0),
    turns=Turns(
        actor=lambda state, token: state.seat_of(state.lexicon.code(token)),
        late=lambda state, token: state.is_late(state.lexicon.code(token)),
    ),
    words=Wording(
        question=question,
        consequences=sentences.consequences,
        headline=sentences.headline,
        veil=lambda state, move, seat: move,
        offer=sentences.offer,
    ),
    archive=Archiving(
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
        classes=players.CLASSES,
        card=re.compile(f"({_CARD})"),
    ),
    analysis=Analysing(
        redeal=players.redeal,
        stretch=lambda state: state.round,
        reference=reference,
    ),
    reasons=reasons.REASONS,
)
