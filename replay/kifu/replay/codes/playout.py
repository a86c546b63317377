"""Playouts: matches played to their end by policies, without a word or a table.

A policy chooses codes (see `coded`); `players` has players that choose tokens, for any game.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, mypyc_attr, vec
from kifu.replay.codes.arrays import zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.lots import Lots

#: What a policy gives for a seat that may leave it to others to go on, and does.
PASS: Final[i64] = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Chooses the moves of a seat, or of all seats. It gets the whole state: an honest one looks
    only at what the seat can see.
    """

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        """The code of the legal move that `seat`, which may act, chooses, or PASS (0). A policy
        must not give PASS unless `may_pass`. Nothing that it gives is checked. `state` is not
        changed.
        """
        raise NotImplementedError


class RandomPolicy(Policy):
    """Chooses any move that the seat may wish for with the same chance; if it may pass, PASS is one
    more.
    """

    def __init__(self, lots: Lots) -> None:
        self.lots = lots

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        """The code of a random move that `seat` may wish for, each with the same chance; if
        `may_pass`, PASS (0) is one more choice. Without anything to choose from it is PASS, even if
        the seat may not pass. One number is drawn from the policy's lots in any case. `state` is
        not changed.
        """
        return state.random_code(seat, self.lots, may_pass)


class GreedyPolicy(Policy):
    """Every seat plays as the game's own simple player."""

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        """The code of the move that the game's simple player chooses for `seat`, which must be able
        to act; PASS (0) if it passes. `may_pass` changes nothing: the player itself must pass only
        where it may. `state` is not changed.
        """
        return state.greedy_code(seat)


class ReferencePolicy(Policy):
    """Every seat plays as the game's reference player, with which analysis plays matches on."""

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        """The code of the move that the game's reference player chooses for `seat`, which must be
        able to act; PASS (0) if it passes. In a game without one, it is the simple player's.
        `may_pass` changes nothing: the player itself must pass only where it may. `state` is not
        changed.
        """
        return state.reference_code(seat)


class EachItsOwn(Policy):
    """Every seat plays by its own policy; `policies` are in seat order."""

    def __init__(self, policies: list[Policy]) -> None:
        self.policies = policies

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        """What the seat's own policy, which gets all arguments, chooses: the code of a move, or
        PASS (0).
        """
        return self.policies[seat - 1].choose(state, seat, may_pass)


def ask(state: Coded, policy: Policy, wishes: vec[i64], stated: i64 = 0) -> i64:
    """Ask the seats that may act for their wishes until it is decided who moves next. Returns that
    seat; `wishes[seat]` is then the code to play, but nothing is played.

    The seat that must act if nobody else does, the one on turn or the highest, is asked last; it is
    not asked if others wish to act and it has no claim.

    `wishes` is an array with a place for each seat (index 0 is unused), which is filled by
    `policy`; for the seat `stated` (0: none) it already holds the wish, so it is not asked the
    first time. `state` stays as it is, or as `Coded.resolve` leaves it. Some seat must be able to
    act (see `is_stuck`), otherwise this may never end.
    """
    while True:
        acting, last = state.acting(), state.next_seat
        if last == 0:
            for seat in state.seats:
                if acting >> seat & 1:
                    last = seat
        wished = False
        for seat in state.seats:
            if seat != stated:
                wishes[seat] = PASS
                if seat != last and acting >> seat & 1:
                    wishes[seat] = policy.choose(state, seat, True)
            wished = wished or (wishes[seat] != PASS and seat != last)
        if last != stated and (not wished or state.may_claim(last)):
            wishes[last] = policy.choose(state, last, False)
        moves = state.resolve(wishes)
        if moves:
            return moves
        stated = 0


def play_next(state: Coded, policy: Policy, wishes: vec[i64], stated: i64 = 0) -> i64:
    """Play the next move in `state`: that of the seat on turn if no other may act, otherwise the
    one that `ask` decides (see there for `wishes` and `stated`). Returns the seat that moved;
    `wishes[seat]` is its code. If no other seat may act, the places of the others in `wishes` stay
    as they were. Some seat must be able to act (see `is_stuck`). Whether the policy's choice is
    legal is not checked.
    """
    seat = state.next_seat
    if seat == 0 or state.others_may_act():
        seat = ask(state, policy, wishes, stated)
    elif seat != stated:
        wishes[seat] = policy.choose(state, seat, False)
    state.make(wishes[seat], seat)
    return seat


def is_stuck(state: Coded) -> bool:
    """Whether nobody can act: the game is over, or the match waits for a chance event whose outcome
    is not known (`state.missing`). `state` is not changed.
    """
    return state.next_seat == 0 and state.acting() == 0


def playout(state: Coded, policy: Policy, most: i64 = 1 << 30) -> i64:
    """Play `state` itself on, every seat by `policy`, to its end, to a chance event without an
    outcome, or for `most` moves. Returns how many moves were played, 0 if none could be. Whether
    the policy's moves are legal is not checked.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.lots import QuickLots
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({"rounds": "1"}), 4, Chance(derived_seed("doc")))
    >>> playout(state, RandomPolicy(QuickLots("doc"))) >= 40, state.is_over
    (True, True)
    """
    wishes = zeros(state.n + 1)
    played: i64 = 0
    while played < most and not is_stuck(state):
        play_next(state, policy, wishes)
        played += 1
    return played


def written_out(state: Coded, policy: Policy, most: int) -> list[str] | None:
    """Play `state` itself on to its end, every seat by `policy`. Returns the words of the moves in
    game form, with round and turn marks: [] if it is over already; None if it is not over after
    `most` moves, which are then played. The state must not come to a chance event without an
    outcome: this may then never return. Raises IllegalMove if the policy chooses an illegal move.
    """
    wishes = zeros(state.n + 1)
    words: list[str] = []
    for _ in range(most):
        if state.is_over:
            return words
        marks = state.marks()
        seat = ask(state, policy, wishes)
        code = wishes[seat]
        if not state.is_late(code):
            words += marks
        token = state.lexicon.token(code)
        words.append(token if seat == state.seat_of(code) else f"{seat}:{token}")
        state.play_code(code, seat)
    return words if state.is_over else None
