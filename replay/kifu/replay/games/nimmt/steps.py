"""The steps of 6 nimmt!: what a watcher sees, and which watcher."""

from __future__ import annotations

from typing import Final

from kifu.replay.games.nimmt.cards import LARGEST, ROWS
from kifu.replay.games.nimmt.position import MARKET, Position
from kifu.replay.table import (
    END,
    EVERY,
    NOBODY,
    OPEN,
    SORTED,
    UNKNOWN,
    Fact,
    Motion,
    Step,
    all_but,
    only,
)

# Names are made once: a match says each of them a hundred times.
_TOKENS: Final[list[str]] = [str(card) for card in range(LARGEST + 1)]
_ROWS: Final[list[str]] = [f"row/{number}" for number in range(1, ROWS + 1)]
#: By seat the names of its zones and facts, and its mask; more seats than the most of the game.
_HAND: Final[list[str]] = [f"hand/{seat}" for seat in range(12)]
_CHOICE: Final[list[str]] = [f"choice/{seat}" for seat in range(12)]
_TAKEN: Final[list[str]] = [f"taken/{seat}" for seat in range(12)]
_CARDS: Final[list[str]] = [f"cards/{seat}" for seat in range(12)]
_HEADS: Final[list[str]] = [f"heads/{seat}" for seat in range(12)]
_POINTS: Final[list[str]] = [f"points/{seat}" for seat in range(12)]
_ONLY: Final[list[int]] = [only(seat) for seat in range(12)]


def collect(state: Position) -> Step:
    """All cards of the last round go back, face down."""
    zones = [*_ROWS, *_TAKEN[1 : state.n + 1]]
    return Step("collect", [Motion(EVERY, zone, "deck") for zone in zones])


def deal(state: Position) -> Step:
    """A round has been dealt, or its cards lie face up to be picked."""
    motions = [
        Motion(_TOKENS[card], "deck", "market", SORTED, NOBODY) for card in state.cards_at(MARKET)
    ]
    for seat in range(1, state.n + 1):
        hand = [_TOKENS[card] for card in state.hand(seat)]
        hand += [UNKNOWN] * state.unknown[seat]
        zone, mine = _HAND[seat], _ONLY[seat]
        motions += [Motion(card, "deck", zone, SORTED, NOBODY, mine) for card in hand]
    motions += [
        Motion(_TOKENS[card], "deck", _ROWS[k - 1], END, NOBODY)
        for k in range(1, ROWS + 1)
        for card in state.row(k)
    ]
    facts: dict[str, Fact] = {"round": state.round, "turn": state.turn}
    facts |= {_CARDS[seat]: state.hand_size(seat) for seat in range(1, state.n + 1)}
    facts["deck"] = state.market or state.stock
    return Step("deal", motions, {**facts, **_phase(state)})


def pick(state: Position, card: int, seat: int, last: bool) -> Step:
    """`seat` has picked; after the last pick the four cards left begin the rows."""
    motions = [Motion(_TOKENS[card], "market", _HAND[seat], SORTED)]
    if last:
        firsts = [(k, state.row(k)[0]) for k in range(1, ROWS + 1)]
        motions += [Motion(_TOKENS[first], "market", _ROWS[k - 1]) for k, first in firsts]
    facts: dict[str, Fact] = {_CARDS[seat]: len(state.hand(seat)), "deck": state.market}
    return Step("pick", motions, facts | _phase(state), seat)


def choose(state: Position, seat: int) -> Step:
    """`seat` has laid its choice face down."""
    hand, choice, card = _HAND[seat], _CHOICE[seat], _TOKENS[state.choices[seat]]
    mine = _ONLY[seat]
    if state.drafted:
        # The others know the hand; it must not give the choice away before the reveal.
        motions = [
            Motion(card, hand, choice, END, mine, mine, mine),
            Motion(UNKNOWN, "", choice, END, NOBODY, NOBODY, all_but(seat)),
        ]
    else:
        motions = [Motion(card, hand, choice, END, mine, mine)]
    facts: dict[str, Fact] = {_CARDS[seat]: state.left - 1, "to_move": _to_move(state)}
    return Step("choose", motions, facts, seat)


def reveal(state: Position) -> Step:
    """All choices are turned up."""
    motions = []
    for seat in range(1, state.n + 1):
        hand, choice, card = _HAND[seat], _CHOICE[seat], _TOKENS[state.choices[seat]]
        motions.append(Motion(card, choice, choice, END, _ONLY[seat]))
        if state.drafted:
            motions.append(Motion(card, hand, "", END, OPEN, OPEN, all_but(seat)))
    return Step("reveal", motions)


def place(state: Position, card: int, row: int, at: int) -> Step:
    """A card lies at place `at` of its row (from 0) now."""
    seat = state.owner(card)
    return Step("place", [Motion(_TOKENS[card], _CHOICE[seat], _ROWS[row], at)], {}, seat)


def take(state: Position, seat: int, row: int) -> Step:
    """`seat` takes the cards of a row (from 0); their heads are counted already."""
    zone, taken = _ROWS[row], _TAKEN[seat]
    motions = [Motion(_TOKENS[card], zone, taken) for card in state.row(row + 1)]
    heads = state.heads[seat]
    return Step("take", motions, {_HEADS[seat]: heads, _POINTS[seat]: state.target - heads}, seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """No card moves; the turn, the phase or who is to move has changed."""
    return Step(kind, [], {"turn": state.turn, **_phase(state)}, seat)


def _phase(state: Position) -> dict[str, Fact]:
    return {"phase": state.phase, "to_move": _to_move(state)}


def _to_move(state: Position) -> str:
    return " ".join([_TOKENS[seat] for seat in state.to_move()])
