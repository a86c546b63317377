"""Positions of MAGiMiLES set up for tests, and how tests read them."""

from __future__ import annotations

from kifu.replay.chance import Chance
from kifu.replay.games.magimiles.game import GAME
from kifu.replay.games.magimiles.position import MAIN
from kifu.replay.games.magimiles.rules import Magimiles
from kifu.replay.games.magimiles.rules import start as start_with

SEED = "shake256-1:00112233445566778899aabbccddeeff"


def start(seats: int, options: dict[str, str] | None = None, seed: str = SEED) -> Magimiles:
    """The position at ply 0."""
    return start_with(GAME.read_options(options or {}), seats, Chance(seed))


def written(seats: int, deal: str, options: dict[str, str] | None = None) -> Magimiles:
    """The same with the first deal written out."""
    chance = Chance(None, [("deal/1", deal)])
    return start_with(GAME.read_options(options or {}), seats, chance)


def to_tricks(state: Magimiles) -> Magimiles:
    """Play the first legal move until the first trick."""
    while state.phase != "main":
        seat = state.to_move()[0]
        state.play(state.legal_moves(seat)[0], seat)
    return state


def trick(
    trump: int, hands: dict[int, str], options: dict[str, str] | None = None, led_by: int = 0
) -> Magimiles:
    """The start of a trick that seat 1 leads; with `led_by` either partner of that seat's team may
    lead it. Every seat has declared b9.
    """
    state = start(len(hands), options)
    for seat, cards in hands.items():
        hold(state, seat, cards)
        declare(state, seat, "b9")
    state.trump, state.stage, state.turn = trump, MAIN, 1
    state.leader = state.next_seat = 1
    if led_by:
        state.next_seat, state.either = 0, state.holder(led_by)
    return state


def hold(state: Magimiles, seat: int, cards: str) -> None:
    """Let these be the cards of a hand, `_` one that is not known."""
    tokens = cards.split()
    state.hands[seat] = mask_of(state, [token for token in tokens if token != "_"])
    state.unknown[seat] = tokens.count("_")


def hide(state: Magimiles, cards: str) -> None:
    """Let these be the cards of which nobody knows where they are."""
    state.unseen = mask_of(state, cards.split())


def declare(state: Magimiles, seat: int, card: str) -> None:
    """Let this, or none, be the declared card of a seat."""
    state.declared[seat] = state.tables.card[card] if card else 0


def mask_of(state: Magimiles, cards: list[str]) -> int:
    """Cards, each at most once, as a mask."""
    return sum(1 << state.tables.card[token] for token in cards)


def helpers(state: Magimiles) -> list[int]:
    """The seats that still lay support cards, in order."""
    return list(state.helpers[state.laid : state.played])
