"""6 nimmt! as the rest of kifu knows it."""

from __future__ import annotations

import re

from kifu.replay.game import Game, Words
from kifu.replay.games.nimmt import table
from kifu.replay.games.nimmt.options import Options, seats
from kifu.replay.games.nimmt.rules import start

GAME = Game(
    name="nimmt",
    title=Words("6 nimmt!", "ニムト"),
    rules=1,
    options=Options,
    seats=seats,
    token=re.compile(r"\+?(?:[1-9][0-9]?|10[0-4])|[r<>][1-4]"),
    start=start,
    layout=table.layout,
    tell=table.tell,
    greedy=lambda state, seat: state.lexicon.token(state.greedy_code(seat)),
    chances={"deal/R": "the shuffle of the cards used, for the deal of round R"},
    events={"take": Words("a row is taken", "列を引き取る")},
    highlights=("take",),
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
