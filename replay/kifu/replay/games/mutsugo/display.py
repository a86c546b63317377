"""What people see of a match of 6つ子7組: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.mutsugo.cards import CARD, CARDS, DECK, PRINTED, TOKEN, tokens_of
from kifu.replay.games.mutsugo.options import Options, settle
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.states.game_words import DEAL_UNKNOWN, HAND_ZONE, OVER, PILE_ZONE, TURN
from kifu.replay.table import (
    ALL,
    END,
    NOBODY,
    OPEN,
    SORTED,
    UNKNOWN,
    Fact,
    Motion,
    Step,
    Table,
    only,
)

# The zones, where cards lie: layout, views and steps take their names from here.

#: By seat; more seats than the most of the game.
_SETS: Final[list[str]] = [f"sets/{number}" for number in range(6)]
_HAND: Final[list[str]] = [f"hand/{number}" for number in range(6)]
_FREE: Final = "free"
_PILE: Final = "pile"

#: The facts of seats.
_POINTS: Final[list[str]] = [f"points/{seat}" for seat in range(6)]
_CARDS: Final[list[str]] = [f"cards/{seat}" for seat in range(6)]


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: its zones, the names of facts and phases, and how
    each card is drawn. The fact `made` is the numbers of the sets that the seat on turn has made in
    this turn, "-" for none.
    """
    by_seat = range(1, seats + 1)
    zones = [Zone(_FREE, "pool", 0, Words("Free cards", "フリーカード"))]
    zones += [Zone(_SETS[seat], "melds", seat, Words("Sets", "セット")) for seat in by_seat]
    zones += [Zone(_HAND[seat], "hand", seat, HAND_ZONE) for seat in by_seat]
    zones.append(Zone(_PILE, "pile", 0, PILE_ZONE))
    return Layout(
        zones=zones,
        seat_facts={"points": Words("Scored", "得点")},
        table_facts={
            "turn": TURN,
            "target": Words("Cards to win", "規定の得点枚数"),
            "made": Words("Made this turn", "新しい"),
        },
        phases={
            "waiting": DEAL_UNKNOWN,
            "start": Words("The Start Draw comes next", "スタートドロウをしてください"),
            "main": Words("Sets and refills are possible", "セットと補充ができます"),
            "closing": Words("A card has been discarded", "手札を1枚捨てました"),
            "over": OVER,
        },
        faces={token: _face(token) for token in DECK},
        values={"made": _made_words(settle(options, seats).target or 0)},
    )


def _made_words(target: int) -> dict[str, Words]:
    """By the value of the fact `made`, what it is called: "sets 1 and 2". A seat has won once the
    cards of its sets, at least three each, are `target`.
    """
    found = {}
    for first in range(1, -(-target // 3) + 1):
        found[str(first)] = Words(f"set {first}", f"セット{first}")
        made = str(first)
        for last in range(first + 1, -(-target // 3) + 1):
            made += f" {last}"
            between = Words("and", "と") if last == first + 1 else Words("to", "〜")
            found[made] = Words(
                f"sets {first} {between.en} {last}", f"セット{first}{between.ja}{last}"
            )
    return found


#: The shape of each mark and its colour class.
_SHAPES = {
    "c": ("circle", 2),
    "s": ("square", 6),
    "p": ("plus", 3),
    "t": ("triangle", 5),
    "x": ("cross", 4),
    "a": ("star", 0),
}


def _face(token: str) -> Face:
    shape, colour = _SHAPES[token[0]]
    name = Words(f"{shape} {token[1]}", PRINTED[CARD[token]])
    return Face(token[1], name, pips=1, pip=shape, colour=colour)


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` (a seat, PUBLIC or ALL) sees it.

    Hands and free cards are in canonical order, unknown cards of a hand last. Another seat's hand
    is shown as backs, even cards that everybody saw go there.
    """
    zones = {_FREE: tokens_of(state.free_cards())}
    facts: dict[str, Fact] = {
        "turn": state.turn,
        "target": state.target,
        "phase": state.phase,
        "to_move": " ".join([str(seat) for seat in state.to_move()]),
        "made": " ".join([str(number) for number in state.made_this_turn()]) or "-",
    }
    for seat in range(1, state.n + 1):
        sets = state.sets_of(seat)
        zones[_SETS[seat]] = [TOKEN[card] for cards in sets for card in cards]
        known = tokens_of(state.hand(seat)) if viewer in (seat, ALL) else []
        size: int = state.size[seat]
        zones[_HAND[seat]] = known + [UNKNOWN] * (size - len(known))
        facts[_POINTS[seat]] = state.score[seat]
        facts[_CARDS[seat]] = size
        facts[_SETS[seat]] = " ".join([str(len(cards)) for cards in sets])
    pile: int = CARDS - state.top
    zones[_PILE] = [UNKNOWN] * pile
    return Table(zones, facts)


# How cards move: the steps of a move, as a watcher gets them


def opened(state: Position, card: int) -> Step:
    """The step of a Start Open, in which `card`, the top of the pile, becomes a free card; `state`
    is the position after it.
    """
    return Step("open", [Motion(TOKEN[card], _PILE, _FREE, SORTED, NOBODY)])


def draw(state: Position, card: int, seat: int) -> Step:
    """The step in which `seat` draws `card` from the pile; 0 for a card that the record does not
    know.
    """
    token = TOKEN[card] or UNKNOWN
    motion = Motion(token, _PILE, _HAND[seat], SORTED, NOBODY, only(seat))
    return Step("draw", [motion], _counts(state, seat) | _now(state), seat)


def take(state: Position, card: int, seat: int) -> Step:
    """The step in which `seat` takes the free card `card` into its hand; `state` is the position
    after it.
    """
    motion = Motion(TOKEN[card], _FREE, _HAND[seat], SORTED, OPEN, only(seat))
    return Step("take", [motion], _counts(state, seat) | _now(state), seat)


def make(state: Position, cards: list[int], seat: int, taken: int, owner: int) -> Step:
    """The step in which `seat` makes a set of `cards`. `taken`, unless 0, is the one of them that
    comes from the table: a free card (`owner` 0), or robbed from a set of the seat `owner`. `state`
    is the position after it.
    """
    hand, sets = _HAND[seat], _SETS[seat]
    table = _SETS[owner] if owner else _FREE
    motions = [
        Motion(TOKEN[card], table, sets)
        if card == taken
        else Motion(TOKEN[card], hand, sets, END, only(seat))
        for card in cards
    ]
    facts = _counts(state, seat) | _now(state)
    if owner:
        facts |= _counts(state, owner)
    return Step("rob" if owner else "set", motions, facts, seat)


def discard(state: Position, card: int, seat: int) -> Step:
    """The step in which the hand card `card` of `seat` becomes a free card; `state` is the position
    after it.
    """
    motion = Motion(TOKEN[card], _HAND[seat], _FREE, SORTED, only(seat))
    return Step("discard", [motion], _counts(state, seat) | _now(state), seat)


def dissolve(state: Position, cards: list[int], seat: int) -> Step:
    """The step in which `cards`, those of a set of `seat`, become free cards; `state` is the
    position after it.
    """
    motions = [Motion(TOKEN[card], _SETS[seat], _FREE, SORTED) for card in cards]
    return Step("dissolve", motions, _counts(state, seat) | _now(state), seat)


def end_turn(state: Position, seat: int) -> Step:
    """The step that ends the turn of `seat` and begins the next turn; `state` is the position after
    it.
    """
    return Step("turn", [], _now(state), seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """A step in which no card moves: the match can't go on, or has ended; `kind` is its name. It
    gives the counts of `seat`, which caused it (0: nobody), and of the winners.
    """
    facts = _counts(state, seat) if seat else {}
    for winner in state.winners():
        facts |= _counts(state, winner)
    return Step(kind, [], facts | _now(state), seat)


def _now(state: Position) -> dict[str, Fact]:
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join(map(str, state.to_move())),
        "made": " ".join(map(str, state.made_this_turn())) or "-",
    }


def _counts(state: Position, seat: int) -> dict[str, Fact]:
    """Three facts of `seat`: how many cards it has in sets and in hand, and the sizes of
    its sets.
    """
    return {
        _POINTS[seat]: state.score[seat],
        _CARDS[seat]: state.size[seat],
        _SETS[seat]: " ".join(str(len(cards)) for cards in state.sets_of(seat)),
    }
