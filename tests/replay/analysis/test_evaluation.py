"""Evaluations: they look at what is there, stop where they should, and what they say is so."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.replay.cases import Case, all_cases

from kifu.replay import registry
from kifu.replay.analysis.dealing import WorldChance
from kifu.replay.analysis.equity import Evaluation, evaluation_of
from kifu.replay.analysis.evaluator import POINT, Evaluator
from kifu.replay.analysis.fit_evaluation import Evaluated, evaluated, explained, weights_of
from kifu.replay.analysis.kernel import NO_MOVE
from kifu.replay.analysis.rollouts import play_next
from kifu.replay.analysis.trying import early_trial_of, evaluator_of
from kifu.replay.analysis.ways import REFERENCE
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.elements.lots import QuickLots
from kifu.replay.games.magimiles.evaluation import BAD, GOOD, LEADS, NUMBERS, OWN, SO_FAR
from kifu.replay.games.magimiles.rules import Magimiles
from kifu.replay.games.yuhodo.rules import Yuhodo
from kifu.replay.states.coded import Coded
from kifu.replay.states.playout import PASS, RandomPolicy, ReferencePolicy, playout
from kifu.replay.table import ALL

MAGIMILES = registry.game("magimiles")
TRICKS = [case for case in all_cases() if case.game is MAGIMILES]
CASES = [case for case in all_cases() if evaluator_of(case.game.name, []) is not None]
TEXT = st.text("abcdefgh", min_size=6, max_size=6)
USUAL = [(name, seats) for name in ("magimiles", "yuhodo") for seats in (2, 3, 4)]


def evaluation(game: str, seats: int) -> Evaluation:
    found = evaluation_of(game, {}, seats)
    assert found is not None
    return found


def evaluator(game: str, seats: int) -> Evaluator:
    found = evaluator_of(game, evaluation(game, seats).weights)
    assert found is not None
    return found


def position(case: Case, text: str) -> Coded:
    """A position of a match at random, at some place before its end."""
    state = case.start(text)
    state.chance = WorldChance(QuickLots(text))
    plies = playout(state.copy(), RandomPolicy(QuickLots(f"{text} moves")))
    playout(state, RandomPolicy(QuickLots(f"{text} moves")), QuickLots(text).below(plies))
    return state


def between_tricks(case: Case, text: str) -> Magimiles:
    """A position at random in which a trick begins."""
    state, looking = position(case, text), evaluator("magimiles", case.seats)
    while not looking.is_due(state):
        play_next(state, 0, ReferencePolicy())
        if state.is_over:
            state = position(case, text := f"{text} again")
    assert isinstance(state, Magimiles)
    return state


@given(text=TEXT, case=st.sampled_from(TRICKS))
def test_all_cards_that_are_left_are_looked_at_by_each_seat_once(text: str, case: Case) -> None:
    """By its declared cards, each card counts that is in a hand, or that its side has won or
    declared.
    """
    state = between_tricks(case, text)
    hands = [card for seat in range(1, state.n + 1) for card in state.hand(seat)]
    for seat in range(1, state.n + 1):
        side = [each for each in range(1, state.n + 1) if state.holder(each) == state.holder(seat)]
        own = [card for each in side for card in state.hand(each)]
        won = [card for each in side for card in state.cards_won(each)]
        looks = evaluator("magimiles", state.n).looks(state, seat)
        declared = [state.declared[each] for each in side if state.declared[each]]
        points = [{card: state.worth(1 << card, row) for card in range(1, 37)} for row in declared]
        every = sum(each[card] for each in points for card in [*hands, *won])
        every += sum(each[card] for each, card in zip(points, declared, strict=True))
        assert looks[SO_FAR] + looks[OWN] + looks[GOOD] + looks[BAD] == every
        assert looks[OWN] == sum(each[card] for each in points for card in own)
        assert looks[BAD] <= 0 <= looks[GOOD]
        assert looks[NUMBERS] == sum(state.tables.number[card] for card in own)
        assert looks[LEADS] == (state.leader in side)


def test_what_is_looked_at_in_a_match_of_two_teams() -> None:
    """Summed up by hand, by section 9 of the page: blue is weak to green, and red to blue."""
    options = MAGIMILES.settle(MAGIMILES.read_options({}), 4)
    state = MAGIMILES.start(options, 4, Chance(derived_seed("two teams")))
    assert isinstance(state, Magimiles)
    looking = evaluator("magimiles", 4)
    while not looking.is_due(state):
        play_next(state, 0, ReferencePolicy())
    tokens = state.tables.tokens
    hands = [" ".join(tokens[card] for card in state.hand(seat)) for seat in (1, 2, 3, 4)]
    assert hands == [
        "r1 r2 r4 r6 g3 g5 g7 a6",
        "r3 r9 g1 g8 g9 b4 b5 b6",
        "r5 g4 b3 b7 b8 b9 a7 a8",
        "r8 g6 b1 a1 a2 a4 a5 a9",
    ]
    assert [tokens[state.declared[seat]] for seat in (3, 4)] == ["b2", "r7"]
    assert state.leader == 1
    first = {SO_FAR: 2, LEADS: 1, NUMBERS: 34 + 51, OWN: 27 - 19 + 3, GOOD: 16 + 5, BAD: -24}
    second = {SO_FAR: 7, LEADS: 0, NUMBERS: 45 + 36, OWN: 20 - 16 + 5, GOOD: 18 + 3, BAD: -27}
    for seat, said in enumerate([first, second, first, second], 1):
        assert dict(enumerate(looking.looks(state, seat))) == said


def test_what_is_looked_at_in_a_short_game() -> None:
    """Counted by hand, in a match of Yuhodo: what a hand lacks, and which cards help."""
    yuhodo = registry.game("yuhodo")
    options = yuhodo.settle(yuhodo.read_options({}), 3)
    state = yuhodo.start(options, 3, Chance(derived_seed("short game")))
    assert isinstance(state, Yuhodo)
    looking = evaluator("yuhodo", 3)
    looking.load(state.copy())
    while not looking.is_due(state):
        play_next(state, 0, ReferencePolicy())
    assert state.turn == 6 and state.phase == "act" and state.next_seat == 1
    zones = state.view(ALL).zones
    assert [" ".join(zones[f"hand/{seat}"]) for seat in (1, 2, 3)] == [
        "h2 h3 h4 h5 h5 H5 a6 d3",
        "a1 a1 a4 D5 d7 I2 I3",
        "A2 a3 a4 A4 A6 i1 i3",
    ]
    opened = [" ".join(zones[f"opened/{seat}"]) for seat in (1, 2, 3)]
    assert opened == ["D1 d2 D3", "h1 h2 h3", "i4 i4 I4"]
    assert (zones["market"], zones["river/2"]) == (["a6", "d3"], ["A7", "a2"])
    # Seat 1 lacks one card, of a pair: two a6 or one d3. Seat 3 lacks two: one of four a5, and one
    # of a pair, of three i1 or three i3.
    assert [[*looking.looks(state, seat)][:6] for seat in (1, 3)] == [
        [0, 0, 0, 3, 2 + 1, 2 + 1],
        [0, 0, 2, 4, 4 + 3 + 3, 0],
    ]
    lacks = [[*looking.looks(state, seat)][6:] for seat in (1, 2, 3)]
    assert [(sum(each), each.index(1)) for each in lacks] == [(1, 5 + 1), (1, 5 + 3), (1, 5 + 2)]


def stops(case: Case, world: Coded, state: Coded) -> bool:
    """Whether `state`, later in the same stretch as `world`, is where rollouts stop, by the rules'
    own words.
    """
    if isinstance(state, Magimiles):
        return state.phase == "main" and not state.seats_in()
    assert isinstance(state, Yuhodo) and isinstance(world, Yuhodo)
    return state.phase == "act" and state.turn >= world.turn + 2 * case.seats


@given(text=TEXT, case=st.sampled_from(CASES))
def test_worlds_are_played_until_they_are_evaluated_or_end(text: str, case: Case) -> None:
    state, lots = position(case, text), QuickLots(f"{text} choices")
    weights = evaluation(case.game.name, case.seats).weights
    kernel, before = evaluator(case.game.name, case.seats), state.digest()
    seats = state.to_move()
    seat = seats[lots.below(len(seats))]
    codes = [*state.legal_codes(seat), *[PASS] * (len(seats) > 1 and seat == seats[0])]
    code = codes[lots.below(len(codes))]
    assert kernel.load(state)
    kernel.play(code, seat, REFERENCE, QuickLots(text))
    assert state.digest() == before
    rules = state.copy()
    if code == PASS:
        play_next(rules, seat, ReferencePolicy())
    else:
        rules.play_code(code, seat)
    while not rules.is_over and rules.stretch() == state.stretch():
        if stops(case, state, rules):
            break
        play_next(rules, 0, ReferencePolicy())
    assert kernel.following().digest() == rules.digest()
    assert kernel.is_over == rules.is_over
    if rules.is_over:
        assert kernel.winners == rules.winners()
    assert kernel.rounds == rules.facts()["turns" if case.game is MAGIMILES else "rounds"]
    if rules.is_over or rules.stretch() != state.stretch():
        assert [*kernel.scores] == [POINT * score for score in rules.scores()]
        return
    for each, score in enumerate(kernel.scores, 1):
        looks = kernel.looks(rules, each)
        assert score == sum(w * look for w, look in zip(weights, looks, strict=True))


def test_a_short_game_that_ends_is_worth_its_points() -> None:
    """Nothing is expected of the next one, which has been dealt."""
    state = Case(registry.game("yuhodo"), {}, 3).start("ends")
    assert isinstance(state, Yuhodo)
    goal, kernel = state.lexicon.code("G"), evaluator("yuhodo", 3)
    while state.phase != "act" or goal not in [*state.legal_codes(state.next_seat)]:
        play_next(state, 0, ReferencePolicy())
    assert kernel.load(state)
    kernel.play(goal, state.next_seat, REFERENCE, QuickLots(""))
    ended = kernel.following()
    assert isinstance(ended, Yuhodo) and (ended.round, ended.turn) == (2, 0)
    assert max(ended.scores()) > 0
    assert [*kernel.scores] == [POINT * score for score in ended.scores()]


def test_a_position_that_can_be_evaluated_is_not_played_on() -> None:
    state = between_tricks(Case(MAGIMILES, {}, 3), "at once")
    kernel = evaluator("magimiles", 3)
    assert kernel.load(state)
    kernel.play(NO_MOVE, 0, REFERENCE, QuickLots(""))
    assert kernel.following().digest() == state.digest() and not kernel.is_over


@pytest.mark.parametrize(("name", "seats"), USUAL)
def test_who_is_expected_to_be_ahead_is(name: str, seats: int) -> None:
    """In matches that nothing was fitted to, near their end."""
    looking, weights = evaluator_of(name, []), evaluation(name, seats).weights
    assert looking is not None
    found = [*evaluated(registry.game(name), {}, seats, 120, looking)]
    late = max(each.progress for each in found) - 1
    assert 0.7 < explained(weights, [each for each in found if each.progress == late]) < 1
    assert explained(weights, [each for each in found if each.progress == 0]) > 0.05
    assert explained([0] * len(weights), found) == 0


def test_weights_are_found_again() -> None:
    """From positions whose points are a weighted sum of what they look like."""
    lots, weights = QuickLots("weights"), [64, -7, 130]
    found = []
    for match in range(60):
        looks = [[lots.below(1000) * POINT for _ in weights] for _side in range(3)]
        points = [sum(w * x for w, x in zip(weights, row, strict=True)) // POINT for row in looks]
        found.append(Evaluated(match, 0, looks, points, [1.0, 0.0, 0.0]))
    assert weights_of(found) == weights
    assert explained(weights, found) == pytest.approx(1)


@pytest.mark.parametrize(("name", "seats"), USUAL)
def test_there_is_a_weight_for_all_that_is_looked_at(name: str, seats: int) -> None:
    state = Case(registry.game(name), {}, seats).start()
    looks = evaluator(name, seats).looks(state, 1)
    assert len(evaluation(name, seats).weights) == len(looks)


def early(game: str, given: dict[str, str], seats: int) -> Any:
    rules = registry.game(game)
    return early_trial_of(rules, rules.settle(rules.read_options(given), seats), seats)


def test_only_usual_matches_are_evaluated() -> None:
    assert all(early(name, {}, seats) is not None for name, seats in USUAL)
    assert early("magimiles", {"rounds": "3"}, 3) is None
    assert early("magimiles", {"all_lead": "free"}, 4) is None
    assert early("yuhodo", {"rules": "advanced"}, 3) is None
    assert early("mutsugo", {}, 3) is None
