"""Cards that a record doesn't know: whatever happened stays legal, and steps lead to the tables of
all who look on, up to where a card must be known. With and without them, every token that isn't
listed is refused in English and in Japanese, and changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import cast

import pytest

from kifu.replay.chance import UNKNOWN, Chance, derived_seed
from kifu.replay.codes.coded import Coded
from kifu.replay.game import IllegalMove
from kifu.replay.players.asking import next_move
from kifu.replay.players.new_match import random_player
from kifu.replay.table import ALL

from .cases import Case, every_case
from .remembering import Remembering
from .shown import Onlookers, unseen

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
#: Of the cards of a deal, every so many are unknown.
EVERY = 5


@pytest.mark.matrix(5)
@every_case
def test_a_match_with_unknown_cards_is_replayed_up_to_one_that_must_be_known(case: Case) -> None:
    chance = Remembering(derived_seed(f"unknown {case.name}"))
    plies = played(case, start(case, chance))
    whole, veiled = start(case, chance), with_unknown_cards(case, chance)
    onlookers, compared = Onlookers(case.game, veiled, case.seats), 0
    for ply, (seat, move) in enumerate(plies):
        if veiled.missing is not None:
            break
        assert {*whole.to_move()} <= {*veiled.to_move()}
        for acting in whole.to_move():
            assert {*whole.legal_moves(acting)} <= {*veiled.legal_moves(acting)}
        if ply % 40 == 7:
            for state in (whole, veiled):
                what_is_not_listed_is_refused(state, [move for _, move in plies], ply // 40)
        whole.play(move, seat)
        onlookers.watch(veiled, unseen(veiled, seat, move) if seat == 1 else move, seat)
        compared += 1
    assert compared > 1
    assert veiled.missing is not None or veiled.scores() == whole.scores()
    for seat, move in plies[compared:]:
        whole.play(move, seat)
    what_is_not_listed_is_refused(whole, [move for _, move in plies], 0)


@every_case
def test_no_card_is_lost_or_doubled(case: Case) -> None:
    chance = Remembering(derived_seed(f"lost {case.name}"))
    state, plies = start(case, chance), played(case, start(case, chance))
    deck = Counter[str]()
    for deal in chance.outcomes.values():
        deck |= Counter(deal)
    size = sum(map(len, state.view(ALL).zones.values()))
    for seat, move in plies:
        state.play(move, seat)
        cards = Counter(card for zone in state.view(ALL).zones.values() for card in zone)
        assert cards.total() <= size
        assert all(count <= (deck[card] or 1) for card, count in cards.items() if card != UNKNOWN)


def start(case: Case, chance: Chance) -> Coded:
    return cast("Coded", case.game.start(case.game.read_options(case.given), case.seats, chance))


def played(case: Case, state: Coded) -> list[tuple[int, str]]:
    """The plies of a random match, at most 300."""
    players, plies = [random_player(case.game, case.name)] * case.seats, list[tuple[int, str]]()
    while not state.is_over and len(plies) < 300:
        plies.append(next_move(state, players))
        state.play(plies[-1][1], plies[-1][0])
    return plies


def with_unknown_cards(case: Case, chance: Remembering) -> Coded:
    """The start of the match with unknown cards anywhere, among the first, or behind them: where it
    can begin.
    """
    for (first, last), at_first in product([(0, 999), (0, 15), (16, 999)], range(EVERY)):
        hidden = range(first + at_first, last, EVERY)
        written = [
            (label, " ".join(UNKNOWN if at in hidden else card for at, card in enumerate(cards)))
            for label, cards in chance.outcomes.items()
            if len(cards) > 1
        ]
        written += [(label, card) for label, (card, *more) in chance.outcomes.items() if not more]
        state = start(case, Chance(None, written))
        if state.missing is None:
            return state
    raise AssertionError("no match can begin")


def what_is_not_listed_is_refused(state: Coded, moves: list[str], turn: int) -> None:
    """Of a seventh of all tokens that have a code from the start, another one at each `turn`,
    these moves, and words that are none.
    """
    mangled = ["", "?", *(move[:-1] + "~" for move in moves), *(move * 2 for move in moves)]
    digest = state.digest()
    listed = {seat: {*state.legal_moves(seat)} for seat in range(1, state.n + 1)}
    for seat in {0, state.n, state.n + 1, *state.to_move()[:2]}:
        for token in {*[*state.lexicon.codes][turn % 7 :: 7], *moves, *mangled}:
            if token not in listed.get(seat or state.seat_of(state.lexicon.code(token)), ()):
                with pytest.raises(IllegalMove) as refused:
                    state.play(token, seat)
                words = refused.value.reason
                assert str(refused.value) == words.en != words.ja
                assert JAPANESE.search(words.ja)
    assert state.digest() == digest
