"""Playouts: matches played to their end by policies, without a word or a table.

A policy chooses codes (see `coded`); `players` has players that choose tokens, for any game.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, mypyc_attr, vec
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.states.coded import Coded

#: What a policy gives for a seat that may leave it to others to go on, and does.
PASS: Final[i64] = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Chooses the moves of a seat, or of all. It may look at the whole state, so a policy that is
    to be honest looks at nothing that the seat can't see.
    """

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        """The code of a legal move of `seat`, or, only if `may_pass`, PASS."""
        raise NotImplementedError


class RandomPolicy(Policy):
    """Every legal move has the same chance; where the seat may pass, that counts as one more."""

    def __init__(self, lots: Lots) -> None:
        self.lots = lots

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        return state.random_code(seat, self.lots, may_pass)


class GreedyPolicy(Policy):
    """The game's own simple player."""

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        return state.greedy_code(seat)


class ReferencePolicy(Policy):
    """The game's reference player, with which analysis plays matches on."""

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        return state.reference_code(seat)


def play_on(state: Coded, policies: list[Policy], codes: vec[i64], seats: vec[i64]) -> i64:
    """Play until the game is over, a chance event has no outcome, or the arrays are full.
    `policies` has one for each seat, in seat order; `codes[k]` and `seats[k]` get the code and the
    seat of move k (from 0).

    Returns how many moves were played.
    """
    size: i64 = len(codes)
    for ply in range(size):
        if state.next_seat == 0 and state.acting() == 0:
            return ply
        seat = state.next_seat
        code: i64 = PASS
        if state.out_of_turn or state.shared or seat == 0:
            acting = state.acting()
            last = seat
            if last == 0:
                last = highest(acting)
            seat = 0
            while code == PASS and seat < state.n:
                seat += 1
                if acting >> seat & 1 and seat != last:
                    code = policies[seat - 1].choose(state, seat, True)
            if code == PASS:
                seat = last
        if code == PASS:
            code = policies[seat - 1].choose(state, seat, False)
        state.play_code(code, seat)
        codes[ply] = code
        seats[ply] = seat
    return size


def playout(state: Coded, policy: Policy, most: i64 = 1 << 30) -> i64:
    """Play `state` on to its end, every seat by `policy`, but at most `most` moves.

    Returns how many moves were played.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.elements.lots import QuickLots
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({"rounds": "1"}), 4, Chance(derived_seed("doc")))
    >>> playout(state, RandomPolicy(QuickLots("doc"))) >= 40, state.is_over
    (True, True)
    """
    policies = [policy] * state.n
    played: i64 = 0
    while played < most:
        size = min(most - played, _CHUNK)
        codes, seats = zeros(size), zeros(size)
        count = play_on(state, policies, codes, seats)
        played += count
        if count < size:
            break
    return played


_CHUNK: Final[i64] = 512


def words_of(state: Coded, codes: vec[i64], seats: vec[i64]) -> list[str]:
    """The words of the moves with these codes and seats, played in `state` itself: with the marks
    that are due and the seats that must be written, in the order played.
    """
    words: list[str] = []
    for ply in range(len(codes)):
        code, seat = codes[ply], seats[ply]
        if not state.out_of_turn or not state.is_late(code):
            begun, turn = state.round_due(), state.turn_due()
            if begun:
                words.append(f"#{begun}")
            if turn:
                words.append(f"{turn}.")
        due = state.next_seat
        if state.out_of_turn:
            due = state.seat_of(code)
        token = state.lexicon.token(code)
        words.append(token if seat == due else f"{seat}:{token}")
        state.play_code(code, seat)
    return words


def highest(seats: i64) -> i64:
    """The highest seat in a mask of seats."""
    seat: i64 = 0
    while seats >> seat + 1:
        seat += 1
    return seat
