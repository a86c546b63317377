"""The steps of 6 nimmt!: what a watcher sees, and which watcher.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.games.nimmt.cards import ROWS
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


def collect(state: Position) -> Step:
    """All cards of the last round go back, face down."""
    zones = [f"row/{row}" for row in range(1, ROWS + 1)]
    zones += [f"taken/{seat}" for seat in range(1, state.n + 1)]
    return Step("collect", [Motion(EVERY, zone, "deck") for zone in zones])


def deal(state: Position) -> Step:
    """A round has been dealt, or its cards lie face up to be picked."""
    motions = [
        Motion(str(card), "deck", "market", SORTED, NOBODY) for card in state.cards_at(MARKET)
    ]
    for seat in range(1, state.n + 1):
        hand = [*map(str, state.hand(seat)), *[UNKNOWN] * state.unknown[seat]]
        zone = f"hand/{seat}"
        motions += [Motion(card, "deck", zone, SORTED, NOBODY, only(seat)) for card in hand]
    motions += [
        Motion(str(card), "deck", f"row/{k}", END, NOBODY)
        for k in range(1, ROWS + 1)
        for card in state.row(k)
    ]
    facts: dict[str, Fact] = {"round": state.round, "turn": state.turn}
    facts |= {f"cards/{seat}": state.hand_size(seat) for seat in range(1, state.n + 1)}
    facts["deck"] = state.market or state.stock
    return Step("deal", motions, {**facts, **_phase(state)})


def pick(state: Position, card: int, seat: int, last: bool) -> Step:
    """`seat` has picked; after the last pick the four cards left begin the rows."""
    motions = [Motion(str(card), "market", f"hand/{seat}", SORTED)]
    if last:
        firsts = [(k, state.row(k)[0]) for k in range(1, ROWS + 1)]
        motions += [Motion(str(first), "market", f"row/{k}") for k, first in firsts]
    facts: dict[str, Fact] = {f"cards/{seat}": len(state.hand(seat)), "deck": state.market}
    return Step("pick", motions, facts | _phase(state), seat)


def choose(state: Position, seat: int) -> Step:
    """`seat` has laid its choice face down."""
    hand, choice, card = f"hand/{seat}", f"choice/{seat}", str(state.choices[seat])
    mine = only(seat)
    if state.drafted:
        # The others know the hand; it must not give the choice away before the reveal.
        motions = [
            Motion(card, hand, choice, END, mine, mine, mine),
            Motion(UNKNOWN, "", choice, END, NOBODY, NOBODY, all_but(seat)),
        ]
    else:
        motions = [Motion(card, hand, choice, END, mine, mine)]
    facts: dict[str, Fact] = {f"cards/{seat}": state.left - 1}
    return Step("choose", motions, facts | _to_move(state), seat)


def reveal(state: Position) -> Step:
    """All choices are turned up."""
    motions = []
    for seat in range(1, state.n + 1):
        hand, choice, card = f"hand/{seat}", f"choice/{seat}", str(state.choices[seat])
        motions.append(Motion(card, choice, choice, END, only(seat)))
        if state.drafted:
            motions.append(Motion(card, hand, "", END, OPEN, OPEN, all_but(seat)))
    return Step("reveal", motions)


def place(state: Position, card: int, row: int, at: int) -> Step:
    """A card lies at place `at` of its row (from 0) now."""
    seat = state.owner(card)
    return Step("place", [Motion(str(card), f"choice/{seat}", f"row/{row + 1}", at)], {}, seat)


def take(state: Position, seat: int, row: int) -> Step:
    """`seat` takes the cards of a row (from 0); their heads are counted already."""
    motions = [Motion(str(card), f"row/{row + 1}", f"taken/{seat}") for card in state.row(row + 1)]
    points = state.target - state.heads[seat]
    return Step(
        "take", motions, {f"heads/{seat}": state.heads[seat], f"points/{seat}": points}, seat
    )


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """No card moves; the turn, the phase or who is to move has changed."""
    return Step(kind, [], {"turn": state.turn, **_phase(state)}, seat)


def _phase(state: Position) -> dict[str, Fact]:
    return {"phase": state.phase, **_to_move(state)}


def _to_move(state: Position) -> dict[str, Fact]:
    return {"to_move": " ".join([str(seat) for seat in state.to_move()])}
