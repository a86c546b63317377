"""Atarayo (可惜夜), rules revision 1, as the rest of kifu knows it.

Read in the order of its page (docs/rules/atarayo.md): `cards` (section 2, moves as codes),
`options` (3 and 4), `position` (what a position is and who acts), `legal` (which rule forbids a
move; plays and calls), `rules` (a deal, a move and what follows from it; 5 to 8 and
10), `display` and `sentences` (what people see; 9). Then `players` (also what matches are
compared by), `reasons` (why a move is worse), and this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.codes.coded import greedy
from kifu.replay.game import Analysing, Archiving, Game, Offers, Turns, Wording
from kifu.replay.games.atarayo import display, players, reasons, rules, sentences
from kifu.replay.games.atarayo.options import Options, seats, settle


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """The question to the person who types in cards of the chance event `label`; `places` are the
    indices (from 0) of those that must be known. Of a deal, two places are the two revealed cards,
    and one place is the other revealed card. Of a reshuffle without places it asks whether anybody
    saw the new pile. None in all other cases: then a general question is enough. `options` and
    `seats` aren't used.

    >>> question(Options(), 3, "deal/1", [0, 1]).en
    'Which two cards are revealed?'
    """
    if label.startswith("reshuffle/"):
        if places:
            return None
        return Words(
            "The discards are shuffled into a new pile. Did anybody see its cards?",
            "捨て札をシャッフルして新しい山札にします。見えたカードはありますか?",
        )
    if len(places) == 2:
        return Words("Which two cards are revealed?", "公開された2枚は?")
    if places:
        return Words("Which is the other revealed card?", "公開されたもう1枚は?")
    return None


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
    start=rules.start,
    layout=display.layout,
    greedy=greedy,
    option_sets=[
        {},
        {"draw2": "ends_turn"},
        {"spent6": "faq"},
        {"mode": "duel"},
        {"mode": "duel", "goal": "standby"},
    ],
    turns=Turns(actor=lambda state, token: state.seat_of(state.lexicon.code(token))),
    words=Wording(
        question=question,
        consequences=sentences.consequences,
        headline=sentences.headline,
    ),
    # Of a call, the first caller's part: others call with it, or counter it.
    offers=Offers(
        visible=lambda state, seat: state.offers(seat),
        wished=lambda move: re.sub("^(A[12][LR]|A[1-5]).*", r"\1", move),
    ),
    archive=Archiving(
        events={
            "call": Words("a hand calls Akimahen", "『あきまへん』の宣言"),
            "counter": Words("a call is countered", "『あきまへん』の宣言を仕返す"),
            "burst": Words("a hand bursts", "バースト"),
            "open": Words("a hand is opened by an attack", "13による手札の公開"),
            "point": Words("the point card comes out", "点札が公開される"),
            "reshuffle": Words("the discards are reshuffled", "捨て札が山札になる"),
        },
        highlights=("call", "counter", "burst"),
        classes=players.CLASSES,
        card=re.compile(r"(?:^f?|\+)([bprgy]?[0-9]+)"),
    ),
    analysis=Analysing(redeal=players.redeal, stretch=lambda state: state.round),
    reasons=reasons.REASONS,
)
