"""6 nimmt! as the rest of kifu knows it."""

from __future__ import annotations

import re

from kifu.notation.words import Words
from kifu.replay.game import Analysing, Archiving, Game, Wording
from kifu.replay.games.nimmt import display
from kifu.replay.games.nimmt.classes import CLASSES
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
    start=start,
    layout=display.layout,
    greedy=lambda state, seat: state.lexicon.token(state.greedy_code(seat)),
    option_sets=[
        {},
        {"rounds": "2"},
        {"deck": "tactics", "target": "30"},
        {"placement": "professional"},
        {"deck": "tactics", "placement": "professional", "rounds": "1"},
        {"deck": "tactics", "hands": "drafted", "target": "20"},
        {"deck": "tactics", "hands": "drafted", "placement": "professional", "rounds": "2"},
    ],
    words=Wording(
        chances={
            "deal/R": Words(
                "the shuffle of the cards used, for the deal of round R",
                "第Rラウンドの配札(使うカードのシャッフル)",
            )
        },
        question=question,
        tell=display.tell,
        headline=headline,
    ),
    archive=Archiving(
        events={"take": Words("a row is taken", "列を引き取る")},
        highlights=("take",),
        classes=CLASSES,
        card=re.compile(r"^\+?([0-9]+)"),
    ),
    analysis=Analysing(
        redeal=redeal,
        stretch=lambda state: state.stretch(),
        reference=lambda state, seat: state.lexicon.token(state.reference_code(seat)),
    ),
)
