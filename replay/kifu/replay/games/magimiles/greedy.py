"""A simple player of MAGiMiLES, so that simulated matches look like matches."""

from __future__ import annotations

from kifu.replay.games.magimiles.cards import ALL_CARD
from kifu.replay.games.magimiles.position import Position


def greedy(state: Position, seat: int) -> str:
    """A simple player: the piles of the highest sums; a card passed on that has little company in
    the hand; the declaration that would make the hand worth most, with a low card; the highest
    main card; the support card that leaves its own side best, as far as it knows, and is low; the
    cards that are worth most.

    Of two partners who may act, the lower one leaves it to the other, but for the declaration of
    a hand with three or more all cards and the lead of an all card.
    """
    moves = state.legal_moves(seat)
    if state.either == seat and not _wants(state, seat):
        return ""
    if state.phase in ("pick1", "pick2"):
        return max(moves, key=lambda move: (_sum(state, move), move))
    if state.phase == "take":
        return max(moves, key=lambda move: (_gain(state, move, seat), move))
    if state.phase == "support":
        return min(moves, key=lambda move: _after(state, move, seat))
    card = state.tables.card
    if state.phase == "declare":
        return max(moves, key=lambda move: (_hope(state, card[move[1:]], seat), move))
    if state.phase == "main":
        return max(moves, key=lambda move: (state.tables.number[card[move]], move))
    return min(moves, key=lambda move: (_company(state, card[move[1:]], seat), move))


def _wants(state: Position, seat: int) -> bool:
    """Whether the lower partner acts itself."""
    attributes = [state.tables.attribute[card] for card in state.hand(seat)]
    return attributes.count(ALL_CARD) >= (3 if state.phase == "declare" else 1)


def _sum(state: Position, move: str) -> int:
    number = state.tables.number
    return sum(number[card] for pile in move[1::3] for card in state.piles[int(pile) - 1])


def _gain(state: Position, move: str, seat: int) -> int:
    """What the cards that `tKL` takes are worth to the seat."""
    cards = [state.mains[int(other)] for other in move[1:]]
    cards += [card for layer, card, _target in state.supports if str(layer) in move[1:]]
    return state.worth(cards, state.declared[seat])


def _after(state: Position, move: str, seat: int) -> tuple[int, int, str]:
    """Where the main card of the seat's side would stand if no other support card counted, then
    how high the card spent on it is.
    """
    card, target = state.tables.supported[move]
    times, plus = state.tables.effect[card][state.mains[target]]
    totals = state.totals.copy()
    totals[target] = totals[target] * times + plus
    ranking = sorted(state.order, key=lambda other: state.standing(other, totals[other]))
    sides = [state.holder(other) for other in ranking]
    return (sides.index(state.holder(seat)), state.tables.number[card], move)


def _hope(state: Position, card: int, seat: int) -> tuple[int, int]:
    """What the hand would be worth under a declaration, then how low its card is."""
    known = [held for held in state.hand(seat) if held]
    worth = state.worth(known, card) if card in known else 0
    return (worth, -state.tables.number[card])


def _company(state: Position, card: int, seat: int) -> tuple[int, int]:
    """How many cards of a card's attribute the hand holds, then its number."""
    attribute = state.tables.attribute
    held = [attribute[other] for other in state.hand(seat)]
    return (held.count(attribute[card]), state.tables.number[card])
