"""Mutsugo: the tokens of sets, and legal moves with unknown cards."""

from __future__ import annotations

from itertools import combinations

import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.arrays import filled
from kifu.replay.game import IllegalMove
from kifu.replay.games.mutsugo.game import GAME
from kifu.replay.games.mutsugo.options import Options
from kifu.replay.games.mutsugo.position import (
    CARD,
    FROM_HAND,
    LEXICON,
    MASK,
    NAMED,
    TOKEN,
    cards_of,
    sets_with,
)
from kifu.replay.games.mutsugo.rules import Mutsugo, start
from kifu.replay.players.new_match import random_player
from kifu.replay.table import PUBLIC

from .mutsugo_positions import NOWHERE, free_of, move_card, on_table, refusal, where_is
from .remembering import Remembering


def write_set(hand: tuple[int, ...], taken: int) -> str:
    """The token of a set."""
    mine = "+".join([TOKEN[card] for card in hand])
    return f"{mine}<{TOKEN[taken]}" if taken else mine


#: Every token that can be a set of this game at all.
SETS = sorted(
    write_set(hand, taken)
    for group in map(cards_of, MASK)
    for size in range(2, 6)
    for hand in combinations(group, size)
    for taken in (0, *(card for card in group if card not in hand))
    if size > 2 or taken
)


def can_play(state: Mutsugo, token: str) -> bool:
    try:
        state.copy().play(token)
    except IllegalMove:
        return False
    return True


def test_every_set_that_can_be_written_is_read_as_it_is_written() -> None:
    assert len(SETS) == len(set(SETS)) == 4277
    for token in SETS:
        code = LEXICON.code(token)
        assert LEXICON.token(code) == token
        assert code in sets_with(FROM_HAND[code], filled([1 << NAMED[code]] * 6))
        assert write_set(tuple(cards_of(FROM_HAND[code])), NAMED[code]) == token
        assert GAME.token.fullmatch(token)


# Cards that are not known


def test_a_hand_with_an_unknown_card_may_hold_any_card_that_nobody_has_placed() -> None:
    state = on_table(["c1 _ _", "s1"], ["", ""], "c7", "a1 a2 a3")
    assert "c1+c2+c3" in state.legal_moves(1)
    assert "c2+c3<c7" in state.legal_moves(1)
    assert refusal(state, "c2+c3+c4") == "c4 is not in the hand of seat 1"
    assert refusal(state, "s1+s2+s3") == "s1 is not in the hand of seat 1"
    assert refusal(state, "a1+a4+a5") == "a1 is not in the hand of seat 1"
    state.play("c1+c2+c3")
    assert (state.unknown[1], state.size(1), where_is(state, CARD["c2"])) == (0, 0, -1)


def test_an_unknown_card_is_drawn_and_discarded() -> None:
    state = on_table(["c1 c2 c3 c4", "s1"], ["", ""], "", "_ a1", "start")
    state.play("d")
    assert state.view(1).zones["hand/1"] == ["c1", "c2", "c3", "c4", "_"]
    state.play("-x7")
    assert (free_of(state), state.unknown[1]) == ("x7", 0)


def test_a_card_that_is_opened_must_be_known() -> None:
    state = on_table(["c1", "s1"], ["", ""], "", "_ a1")
    state.play("/")
    assert (state.missing, state.to_move(), state.marks()) == ("deal", [], ())
    assert [finding.message for finding in state.chance.findings] == [
        "deal: card 41 is opened at the start of turn 10, so it must be known"
    ]
    assert "the outcome of deal is not known" in refusal(state, "d")


def test_a_deal_that_is_not_known_ends_the_replay_at_once() -> None:
    state = start(Options(), 2, Chance())
    assert (state.missing, state.to_move(), state.legal_moves(1)) == ("deal", [], [])
    assert state.view(PUBLIC).zones["pile"] == ["_"] * 42


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_unknown_cards_a_move_is_legal_where_some_deal_allows_it(seats: int) -> None:
    chance = Remembering(derived_seed(f"some deal {seats}"))
    state = start(Options(20), seats, chance)
    hidden = [*range(1, 4 * seats, 3), *range(40, 41 if seats == 4 else 40)]
    tokens = [*chance.outcomes["deal"]]
    for at in hidden:
        tokens[at] = "_"
    obscured = start(Options(20), seats, Chance(None, [("deal", " ".join(tokens))]))
    play = random_player(GAME, "some deal")
    while not state.is_over:
        seat = state.next_seat
        legal = obscured.legal_moves(seat)
        assert set(state.legal_moves(seat)) <= set(legal)
        for token in legal[::5]:
            assert can_play(world_for(obscured, token, seat), token)
        move = play(state, seat)
        state.play(move)
        obscured.play(move)


def world_for(state: Mutsugo, token: str, seat: int) -> Mutsugo:
    """A position without unknown cards in hands that looks like `state`, in which the cards that
    `token` names are, if they can be, in the hand of `seat`.
    """
    world = state.copy()
    named = [word for word in token.removeprefix("-").partition("<")[0].split("+") if word in CARD]
    wanted = [CARD[word] for word in named if where_is(state, CARD[word]) == NOWHERE]
    others = [
        card for card in range(1, 43) if where_is(state, card) == NOWHERE and card not in wanted
    ]
    for owner in (seat, *(other for other in range(1, state.n + 1) if other != seat)):
        for _ in range(world.unknown[owner]):
            card = wanted.pop() if wanted else others.pop()
            move_card(world, card, owner)
        world.unknown[owner] = 0
    assert not wanted
    return world
