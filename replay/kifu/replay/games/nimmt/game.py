"""6 nimmt! (ニムト), rules revision 1, as the rest of kifu knows it.

Read in the order of its page (docs/rules/nimmt.md): `options` (sections 3 and 4), `position` (the
cards, what a position is, what is legal in it and why not; 2, 6 and 7), `rules` (a move and what
follows from it, the end, marks; 6, 8, 10), `display` (what each seat may see; 9), `sentences` (what
people read). Then `keys` (what matches are compared by), `players`, `reasons` (why a move is
worse), and this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.codes.coded import greedy, reference
from kifu.replay.game import Analysing, Archiving, Game, Wording
from kifu.replay.games.nimmt import display, keys, players, position, reasons, rules, sentences
from kifu.replay.games.nimmt.options import Options, seats
from kifu.replay.judgements.judgement import Marks


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """The question to the person who types in the cards that begin the rows. `places` are the
    indices (from 0) of those cards in the deal, all four or some of them; the question names their
    rows. None if `places` is empty: then a general question about the deal is enough. `label` isn't
    used.

    >>> question(Options(), 2, "deal/1", [20, 21, 22, 23]).en
    'Which four cards begin rows 1 to 4?'
    """
    rows = [place - position.HAND * seats + 1 for place in places]
    if not rows:
        return None
    if len(rows) == position.ROWS:
        return Words("Which four cards begin rows 1 to 4?", "列1〜4の最初のカード4枚は?")
    which = " ".join(map(str, rows))
    if len(rows) == 1:
        return Words(f"Which card begins row {which}?", f"列{which}の最初のカードは?")
    return Words(f"Which cards begin rows {which}?", f"列{which}の最初のカードは?")


GAME = Game(
    name="nimmt",
    title=Words("6 nimmt!", "ニムト"),
    rules=1,
    options=Options,
    seats=seats,
    token=re.compile(r"\+?(?:[1-9][0-9]?|10[0-4])|[r<>][1-4]"),
    start=rules.start,
    layout=display.layout,
    greedy=greedy,
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
        question=question,
        consequences=sentences.consequences,
        headline=sentences.headline,
    ),
    archive=Archiving(
        events={"take": Words("a row is taken", "列を引き取る")},
        highlights=("take",),
        classes=keys.CLASSES,
        card=re.compile(r"^\+?([0-9]+)"),
    ),
    analysis=Analysing(
        redeal=players.redeal,
        stretch=lambda state: state.round,
        reference=reference,
        marks=Marks(doubtful=1.5, mistake=4, blunder=8, by_points=True),
    ),
    reasons=reasons.REASONS,
)
