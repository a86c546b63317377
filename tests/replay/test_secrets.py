"""Nothing that a viewer gets depends on what is hidden from it: in a world that is dealt again from
what it has seen, its table, situation, offers, steps and sentences are the same to the last byte.
"""

from __future__ import annotations

import msgspec
import pytest

from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.game import Game, State
from kifu.replay.games.atarayo.cards import KIND
from kifu.replay.lots import Lots
from kifu.replay.registry import game
from kifu.replay.table import PUBLIC, Step, as_seen

from . import atarayo_positions as atarayo
from . import yuhodo_positions as yuhodo
from .analysis.deal_laws import deal_again, expected, moments
from .cases import Case, every_case


@pytest.mark.matrix(5)
@every_case
def test_what_is_hidden_from_a_viewer_changes_nothing_that_it_gets(case: Case) -> None:
    lots, compared = Lots(case.name), 0
    for moment in moments(case, "secrets"):
        if moment.state.is_over or moment.ply > 200:
            break
        viewer = lots.below(case.seats + 1)
        state, world = expected(moment, viewer), deal_again(case, moment, viewer, f"{moment.ply}")
        assert world.view(viewer) == state.view(viewer)
        assert world.marks() == state.marks()
        if viewer:
            assert world.situation(viewer) == state.situation(viewer)
            offers = [case.game.offers.visible(each, viewer) for each in (world, state)]
            assert offers[0] == offers[1]
        for seat in state.to_move():
            moves = [move for move in state.legal_moves(seat) if move in world.legal_moves(seat)]
            move = moves[lots.below(len(moves))] if moves else ""
            there, here = (gets(case.game, each, seat, move, viewer) for each in (world, state))
            if there[0] == here[0]:
                compared += move != ""
                assert there == here, (moment.ply, viewer, seat, move)
    assert compared > 5


def gets(
    game: Game, state: State, seat: int, move: str, viewer: int
) -> tuple[list[tuple[str, str]], bytes]:
    """The cards that a move lets `viewer` see (test_laws.py says which), and all that it gets."""
    if not move:
        return [], b""
    steps: list[Step] = []
    after, veil = state.copy(), game.words.veil(state, move, seat)
    said: list[Words | None] = [state.describe(veil or move, seat)]
    after.play(move, seat, steps.append)
    said += [*game.words.consequences(after, move, steps)]
    said.append(game.words.headline(after, move, steps))
    seen = [as_seen(step, viewer) for step in steps]
    cards = [(motion.leaves, motion.enters) for step in seen for motion in step.motions]
    return cards, msgspec.json.encode((veil, said, seen, after.view(viewer)))


def test_with_drafted_hands_a_choice_is_not_given_away_before_the_reveal() -> None:
    nimmt = game("nimmt")
    options = nimmt.read_options({"deck": "tactics", "hands": "drafted", "rounds": "1"})
    state = nimmt.start(options, 3, Chance())
    while state.to_move() == [state.next_seat]:
        state.play(state.legal_moves(state.next_seat)[0])
    before, one, two = state.view(1), state.copy(), state.copy()
    steps: list[list[Step]] = [[], []]
    for world, card, seen in zip((one, two), state.legal_moves(2), steps, strict=False):
        world.play(card, 2, seen.append)
    assert [as_seen(step, 1) for step in steps[0]] == [as_seen(step, 1) for step in steps[1]]
    assert one.view(1) == two.view(1)
    assert one.view(PUBLIC) == two.view(PUBLIC)
    assert one.view(2) != two.view(2)
    assert one.view(1).zones["hand/2"] == before.zones["hand/2"]
    assert one.view(1).facts["cards/2"] == 9


def test_unknown_cards_of_a_hand_do_not_tell_of_other_hands() -> None:
    """What an unknown card may be depends on cards that its seat may not know."""
    mutsugo = game("mutsugo")
    deal = "c1 _ _ _ {} {} {} {} " + " ".join(["_"] * 34).replace("_", "t2", 1)
    one, two = (
        mutsugo.start(mutsugo.read_options({}), 2, Chance(None, [("deal", deal.format(*hand))]))
        for hand in (["c2", "c3", "c4", "c5"], ["s1", "s5", "p5", "x6"])
    )
    assert one.legal_moves(1) == two.legal_moves(1)
    for state in (one, two):
        state.play("t2")
    assert one.legal_moves(1) != two.legal_moves(1)
    assert one.situation(1) == two.situation(1)
    assert one.view(1) == two.view(1)


def test_a_seat_that_does_not_know_its_own_cards_may_call_whatever_lies_elsewhere() -> None:
    case = Case(game("atarayo"), {}, 3)
    compared = strict = 0
    for moment in moments(case, "unknown"):
        for viewer in (1, 2, 3) if getattr(moment.state, "window", 0) else ():
            views = set()
            for number in range(4):
                world = deal_again(case, moment, PUBLIC, f"{number}")
                hand = list(world.owners).index(viewer)
                opened = world.open_in(hand)
                unknown = [0] * (world.size[hand] - len(opened))
                atarayo.set_hand(world, hand, opened + unknown, len(opened))
                strict += viewer in world.to_move()
                views.add((msgspec.json.encode(world.view(viewer)), world.situation(viewer)))
            assert len(views) == 1
            compared += 1
        if compared > 100:
            break
    assert compared > 20 and strict


def test_the_point_card_is_none_of_a_seats_own_unknown_cards() -> None:
    state = atarayo.called_on("y3", ["b1", "b2", "_"])
    atarayo.set_heap(state, atarayo.kinds("p3 r3 g3"), atarayo.kinds("y3"))
    atarayo.set_pile(state, [0] * 5)
    assert state.view(3).facts["to_move"] == "2 3"
    state.point = KIND["b3"]
    assert state.view(3).facts["to_move"] == "2"
    assert state.to_move() == [2]


def test_only_the_winner_shows_a_hand() -> None:
    state = yuhodo.position("""
        hand 1  d4 a1 a3 a5 a7 i1 i3 i4
        hand 2  h1 h1 h1 h3 a2 i1 i2
        hand 3  d5 D6 a4 a6 i2 i3 i4
        hand 4  d2 d3 a2 a2 a2 h6 H6
        opened 4  i1 i1 I1
        ready   4
        took    d4
        market  d7
        pile    a5 a6 h7 d1
        options  games=1""")
    state = yuhodo.play(state, "-d4 4:G")
    for viewer in (PUBLIC, 1, 2, 3, 4):
        zones = state.view(viewer).zones
        assert zones["goal/4"] == ["h6", "H6", "a2", "a2", "a2", "d2", "d3", "d4"]
        for seat in (1, 2, 3):
            assert (zones[f"hand/{seat}"] == ["_"] * 7) == (seat != viewer)
