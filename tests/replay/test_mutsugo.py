"""The rules of 6つ子7組, section by section of docs/rules/mutsugo.md.

At the end, the tokens of sets, and legal moves with unknown cards. The worked examples of the page
are in test_mutsugo_page.py.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.arrays import filled
from kifu.replay.form import game_form
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
from kifu.replay.match import replay
from kifu.replay.players.new_match import random_player
from kifu.replay.table import PUBLIC

from .mutsugo_positions import (
    NOWHERE,
    SEED,
    free_of,
    lay_set,
    move_card,
    on_table,
    refusal,
    where_is,
)
from .remembering import Remembering

# What is refused, and why


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("c1+c2<c4<c5", "write a set of 3 cards or more"),
        ("c1+c2<c4+c5", "write a set of 3 cards or more"),
        ("c1+c2+s3", "write a set of 3 cards or more"),
        ("c1+c2<s4", "write a set of 3 cards or more"),
        ("c1+c2", "write a set of 3 cards or more"),
        ("c1<c4", "write a set of 3 cards or more"),
        ("c2+c1+c3", "write a set of 3 cards or more"),
        ("c1+c1+c2", "write a set of 3 cards or more"),
        ("c1+c2+c8", "write a set of 3 cards or more"),
        ("c1+c2<", "write a set of 3 cards or more"),
        ("+", "write a set of 3 cards or more"),
        ("c1+c2+c5", "c5 is not in the hand of seat 1"),
        ("c1+c2<c3", "c3 is neither a free card nor in anybody's set"),
        ("c1+c2<c6", "c6 is neither a free card nor in anybody's set"),
        ("s3+p3<x3", "x3 is in your own set: dissolve that set first"),
        ("s3+p3<t3", "a set of 3 cards can't rob a set of 3: it must have more cards"),
        ("d", "you can only refill a hand of fewer than 4 cards"),
        ("c4", "you can only refill a hand of fewer than 4 cards"),
        ("/", "with 5 cards in hand, discard one or make a set"),
        ("-c5", "c5 is not in the hand of seat 1"),
        ("-c8", "-c8 is neither a card nor a set"),
        ("~2", "no set ~2: the sets of seat 1 are numbered from 1, 1 in all"),
        ("~0", "no set ~0: the sets of seat 1"),
        ("~01", "no set ~01: the sets of seat 1"),
        ("c8", "c8 is neither a card nor a set nor another move of this game"),
        ("", " is neither a card nor a set nor another move"),
    ],
)
def test_a_refusal_names_the_rule(token: str, why: str) -> None:
    state = on_table(["c1 c2 c3 s3 p3", "c6"], ["x1+x2+x3", "t1+t2+t3"], "c4")
    assert why in refusal(state, token)


@pytest.mark.parametrize(
    ("phase", "hand", "token", "why"),
    [
        ("start", "c1 c2", "/", "begin with a Start Draw"),
        ("start", "c1 c2", "-c1", "begin with a Start Draw"),
        ("start", "c1 c2", "c9", "c9 is neither a card"),
        ("start", "c1 c2", "c5", "c5 is not a free card"),
        ("main", "c1 c2", "-c1", "only discard with 5 cards in hand; this hand has 2"),
        ("main", "c1 c2", "c5", "c5 is not a free card"),
        ("main", "c1 c2", "~1", "no set ~1: the sets of seat 1 are numbered from 1, 0 in all"),
        ("closing", "c1 c2 c3", "d", "after a discard only ~K and / are possible"),
        ("closing", "c1 c2 c3", "-c1", "after a discard only ~K and / are possible"),
        ("closing", "c1 c2 c3", "s3", "after a discard only ~K and / are possible"),
    ],
)
def test_a_refusal_names_what_the_phase_asks_for(
    phase: str, hand: str, token: str, why: str
) -> None:
    assert why in refusal(on_table([hand, ""], ["", ""], "s3", phase=phase), token)


def test_a_finished_record_needs_its_winner() -> None:
    state = start(Options(3), 2, Chance(SEED))
    moves = []
    while not state.is_over:
        moves.append(GAME.greedy(state, state.next_seat))
        state.play(moves[-1])
    given = Record(game="mutsugo", rules=1, options={"target": "3"}, seats=["Aki", "Ben"],
                   seed=SEED, moves=" ".join(moves), end="=")  # fmt: skip
    (finding,) = replay(given).findings
    assert (finding.code, finding.expected) == ("KF412", [str(state.winners()[0])])
    given.winner = state.winners()
    assert replay(given).findings == []
    form = game_form(replay(given))
    assert form.moves.startswith("#1 1. ")
    assert form.result == state.scores()


# The end


@pytest.mark.parametrize(
    ("hands", "scores", "winners"),
    [
        ([2, 3, 4], [3, 9, 9], [1]),
        ([3, 3, 4], [3, 6, 9], [2]),
        ([3, 3, 3], [6, 6, 3], [1, 2]),
        ([4, 4, 4], [0, 0, 0], [1, 2, 3]),
    ],
)
def test_an_empty_pile_is_won_by_the_smallest_hand_and_then_by_scored_cards(
    hands: list[int], scores: list[int], winners: list[int]
) -> None:
    state = on_table([""] * 3, [""] * 3, pile="p1", phase="closing")
    for seat in (1, 2, 3):
        state.unknown[seat] = hands[seat - 1]
        lay_set(state, seat, 2 ** scores[seat - 1] - 1)
    state.play("/")
    assert (state.is_over, state.winners()) == (True, winners)
    assert (state.turn, state.facts()) == (10, {"rounds": 1, "turns": 9})
    assert refusal(state, "p1") == "the game is over"


def test_with_four_seats_nothing_is_opened_and_the_pile_may_stay() -> None:
    state = on_table(["c1", "c2", "c3", "c4"], [""] * 4, "s1", pile="p1")
    for token in ("/", "s1", "/", "d"):
        assert not state.is_over
        state.play(token)
    assert (state.is_over, state.winners()) == (True, [1, 4])


# What an observer gets


def test_the_table_says_which_sets_were_made_this_turn() -> None:
    state = on_table(["c1 c2 c3 p1 p2", "a1"], ["x1+x2+x4", "p3+p4"])
    assert state.view(PUBLIC).facts["made"] == "-"
    state.play("c1+c2+c3")
    state.play("p1+p2<p3")
    facts = state.view(PUBLIC).facts
    assert (facts["sets/1"], facts["sets/2"], facts["made"]) == ("3 3 3", "1", "2 3")
    assert refusal(state, "~2") == "set 2 was made this turn, so it can't be dissolved yet"
    state.play("~1")
    assert state.view(PUBLIC).facts["made"] == "1 2"
    state.play("/")
    assert state.view(PUBLIC).facts["made"] == "-"


def test_the_sets_of_a_turn_are_said_as_people_say_them() -> None:
    settled = GAME.settle(GAME.read_options({}), 4)
    layout = GAME.layout(settled, 4)
    said = [layout.fact_words("made", value) for value in ("2", "1 2", "2 3 4", "-")]
    assert [words.en for words in said] == ["set 2", "sets 1 and 2", "sets 2 to 4", "-"]
    assert [words.ja for words in said] == ["セット2", "セット1と2", "セット2〜4", "-"]
    most = settled.target // 3
    assert {" ".join(map(str, range(first, last + 1))) for first in range(1, most + 1)
            for last in range(first, most + 1)} == {*layout.values["made"]}  # fmt: skip


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
