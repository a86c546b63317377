"""Yuhodo (遊宝洞 item 02), rules revision 1, as the rest of kifu knows it.

Read in the order of its page (docs/rules/yuhodo.md): `options` (sections 3 and 4), `cards` (2),
`shapes` (goal shapes and what they score; 2 and 7), `position` (what a position is), `legal` (what
is legal in it), `rules` (the deal, a move and what follows from it; 5 to 10), `display` and
`sentences` (what people see; 9). Then `players` (also what matches are compared by), and this
module, which says also why a move is worse.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import (
    ENDS,
    LATER,
    STATE,
    Analysing,
    Archiving,
    Game,
    Happening,
    Ranking,
    Reasons,
    Turns,
    Wording,
)
from kifu.replay.games.yuhodo import display, players, rules, sentences
from kifu.replay.games.yuhodo.options import Options, seats, settle
from kifu.replay.games.yuhodo.position import TAKE, Position, unseen_by
from kifu.replay.games.yuhodo.shapes import UNIT, distance, helpful
from kifu.replay.states.authoring import SOON
from kifu.replay.states.coded import greedy, reference


def outlook(state: Any, seat: int) -> dict[str, int]:
    """Of the hand of `seat`: "lacks", how many cards it lacks for a goal shape; "market", whether a
    card of the market would bring it nearer (False unless a card is to be taken); "helpful", how
    many unseen cards would. If the seat has gone out, it is the hand before its last card.
    """
    shape, on_offer = state.shapes[seat], list(state.market) if state.stage == TAKE else []
    if state.out == seat:  # before it got the card with which it has gone out
        shape -= UNIT[state.taken or state.thrown[state.discards] & 63]
    lacks = distance(shape)
    return {
        "lacks": lacks,
        "market": any(distance(shape + UNIT[card]) < lacks for card in on_offer),
        "helpful": helpful(shape, unseen_by(state, seat)),
    }


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """What `seat` has won between `before` and `after`: "goal-later", how many points, at least 0,
    and "leads", whether it then has more points than anybody else, and has won some.
    """
    scores, at = after.scores(), seat - 1
    won = max(0, scores[at] - before.scores()[at])
    return {"goal-later": won, "leads": won > 0 and scores[at] > sorted(scores)[-2]}


#: What a hand is like, the plainest first.
_HAND = ("lacks", "market", "helpful")

REASONS = Reasons(
    happenings={
        "goal": Happening(
            ENDS, 1, SOON.filled(Words("you go out", "ゴールし")), kinds="goal", causes=_HAND
        ),
        "goal-they": Happening(
            ENDS,
            -1,
            SOON.filled(Words("somebody else goes out", "ほかの人がゴールし")),
            kinds="goal",
            who="they",
        ),
        "goal-later": Happening(
            LATER,
            1,
            Words("you go out in this short game", "このショート・ゲームでゴールし"),
            each=Words("{n} points on average", "平均{n}点"),
            is_points=True,
            causes=_HAND,
        ),
        "lacks": Happening(
            STATE,
            -1,
            amount=Words(
                "your hand lacks {n} cards for a goal on average at your next turn",
                "次の自分の番に、手札はゴールまであと平均{n}枚になり",
            ),
        ),
        "market": Happening(
            STATE,
            1,
            Words(
                "the market has a card at your next turn that brings your hand nearer to a goal",
                "次の自分の番に、手札をゴールに近づけるカードが場札にあり",
            ),
        ),
        "helpful": Happening(
            STATE,
            1,
            amount=Words(
                "{n} unseen cards on average would bring your hand nearer to a goal at your next"
                " turn",
                "次の自分の番に、引けば手が進む見えていない札は平均{n}枚になり",
            ),
        ),
        "leads": Happening(
            LATER,
            1,
            Words(
                "you go out in this short game with enough points to lead alone",
                "このショート・ゲームのゴールで得点が単独トップになり",
            ),
        ),
    },
    outlook=outlook,
    outcome=outcome,
)


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """The question to the person who types in the outcome of event `label`, or its cards at the
    indices `places` (from 0): the starter, a market, or cards turned up. None if a general question
    is enough.

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


def actor(state: Position, token: str) -> int:
    """The seat that plays `token` if the record writes none: the seat on turn (0: nobody); 0 for a
    claim, whose seat must be written.
    """
    return 0 if is_claim(state, token) else state.next_seat


def is_claim(state: Position, token: str) -> bool:
    """Whether `token` claims a discard, and so belongs to the turn of the seat that discarded."""
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
        actor=actor,
        late=is_claim,
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
    reasons=REASONS,
)
