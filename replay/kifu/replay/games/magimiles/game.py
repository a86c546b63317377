"""MAGiMiLES (マギマイルズ), rules revision 1, as the rest of kifu knows it.

Read in the order of its page (docs/rules/magimiles.md): `options` (the rule data, which are card
list, support table and cycle; sections 2, 3, 4, 8) and `data_file` (such data from a file), `cards`
(these as play wants them, and the tokens), `position` (what a position is, which rule forbids a
move, what cards are worth), `rules` (the deal, a move and what follows from it; 5 to 12), `display`
and `sentences` (what people see; 11). Then `keys` (what matches are compared by, why a move is
worse), `players`, and this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.codes.coded import greedy, reference
from kifu.replay.game import Analysing, Archiving, Game, Ranking, Wording
from kifu.replay.games.magimiles import display, keys, players, rules, sentences
from kifu.replay.games.magimiles.options import Options, seats


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """What to ask the person who types in the cards at the indices `places` (from 0) of the outcome
    of event `label`.

    For `declared/R/S` it asks what seat S has declared, whatever the places. For a deal of two
    seats it asks for cards of the piles, except for the place 18, which is the trump card; with
    more seats always for the trump card. None for a deal without places: a general question is
    asked then. `options` make no difference.

    >>> question(Options(), 3, "deal/1", [33]).en
    'Which is the trump card?'
    >>> question(Options(), 2, "deal/1", [5]).en
    'Which cards of the piles are unknown (1)? Pile 1 first, four a pile'
    >>> question(Options(), 2, "deal/1", [20]).en
    'Which cards of the piles are unknown (1)? Pile 1 first, four a pile'
    >>> question(Options(), 4, "declared/1/3", [0]).en
    'Which card has seat 3 declared?'
    """
    if label.startswith("declared/"):
        return Words(
            f"Which card has seat {label[-1]} declared?", f"席{label[-1]}が宣言したカードは?"
        )
    if not places:
        return None
    # Of two seats: four piles, a card for each seat, the trump card, and the other four piles.
    if seats == 2 and 18 not in places:
        return Words(
            f"Which cards of the piles are unknown ({len(places)})? Pile 1 first, four a pile",
            f"束のカードのうち、まだ書かれていない{len(places)}枚は? 束1から順に(1束4枚)",
        )
    return Words("Which is the trump card?", "切札のカードは?")


GAME = Game(
    name="magimiles",
    title=Words("MAGiMiLES", "マギマイルズ"),
    rules=1,
    options=Options,
    seats=seats,
    token=re.compile(
        r"[=^]_|[=^]?[rgba](?:0|[1-9][0-9]?)|[rgba](?:0|[1-9][0-9]?)>[1-4]|p[1-4](?:\+p[1-4])?|t(?:12|13|23)"
    ),
    start=rules.start,
    layout=display.layout,
    greedy=greedy,
    option_sets=[
        {},
        {"cycle": "rbg"},
        {"all_follow": "only_if_unable"},
        {"all_follow": "forced", "all_lead": "free"},
        {"rounds": "3"},
        {"supports": "clockwise"},
    ],
    ranking=Ranking(
        teams=lambda options, seats: [[1, 3], [2, 4]] if seats == 4 else [],
        draws=True,
    ),
    words=Wording(
        question=question,
        consequences=sentences.consequences,
        headline=sentences.headline,
        veil=sentences.veil,
        remark=sentences.remark,
        aid=sentences.aid,
    ),
    archive=Archiving(
        events={
            "trick": Words("a trick is won", "トリックに勝利する"),
            "take": Words("cards are taken, of three seats", "3人で遊ぶ時にカードを受け取る"),
            "trumped": Words(
                "a trick is won with the trump", "数値が切札の数と同じになって勝利する"
            ),
        },
        highlights=("trumped",),
        classes=keys.CLASSES,
        card=re.compile(r"([rgba][0-9]+)"),
    ),
    analysis=Analysing(
        redeal=players.redeal,
        barred=players.barred,
        stretch=lambda state: state.stretch(),
        reference=reference,
    ),
    reasons=keys.REASONS,
)
