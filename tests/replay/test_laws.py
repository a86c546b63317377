"""What holds for every registered game, at every ply and for every viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import Game, IllegalMove, State, WrongActor
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.registry import game, games
from kifu.replay.table import ALL, EVERY, PUBLIC, UNKNOWN, SeenStep, Step, Table, as_seen, fold


class Case(NamedTuple):
    """A game with options and seats, and a text that determines everything else."""

    game: Game
    options: dict[str, str]
    seats: int
    text: str

    def start(self) -> State:
        options = self.game.read_options(self.options)
        return self.game.start(options, self.seats, Chance(derived_seed(self.text)))

    def viewers(self) -> list[int]:
        return [PUBLIC, *range(1, self.seats + 1), ALL]

    def order(self) -> dict[str, int]:
        layout = self.game.layout(self.game.read_options(self.options), self.seats)
        return {token: place for place, token in enumerate(layout.faces)}


def cases() -> Iterator[Case]:
    """Every option set of every game with the fewest, the most and two counts between."""
    for name in games():
        for options in game(name).option_sets:
            allowed = game(name).seats(game(name).read_options(options))
            for seats in sorted({allowed[0], allowed[len(allowed) // 3], allowed[-1]}):
                yield Case(game(name), options, seats, f"{name} {options} {seats}")


CASES = list(cases())
IDS = [case.text for case in CASES]
every_case = pytest.mark.parametrize("case", CASES, ids=IDS)


def played(case: Case, state: State) -> Iterator[tuple[int, str]]:
    """Choose moves at random until the game is over; whoever asks plays them."""
    play = random_player(case.game, case.text)
    turn = 0
    while not state.is_over:
        acting = state.to_move()
        seat = acting[turn * 7919 % len(acting)]
        turn += 1
        move = play(state, seat)
        yield (seat, move) if move else next_move(state, [play] * case.seats)


@every_case
def test_folding_the_steps_as_seen_gives_the_view(case: Case) -> None:
    state, order = case.start(), case.order()
    tables = {viewer: state.view(viewer) for viewer in case.viewers()}
    for seat, move in played(case, state):
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        for viewer, table in tables.items():
            for step in steps:
                fold(table, as_seen(step, viewer), order)
            assert table == state.view(viewer), (viewer, seat, move)


@every_case
def test_steps_show_a_viewer_no_card_that_its_tables_do_not_show(case: Case) -> None:
    state = case.start()
    before = {viewer: tokens(state.view(viewer)) for viewer in case.viewers()}
    zones = case.game.layout(case.game.read_options(case.options), case.seats).zones
    own = {
        viewer: {zone.name for zone in zones if zone.seat and viewer in (zone.seat, ALL)}
        for viewer in case.viewers()
    }
    for seat, move in played(case, state):
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        for viewer in case.viewers():
            after = tokens(state.view(viewer))
            shown = {card for step in steps for card in step_tokens(as_seen(step, viewer))}
            laid_open = {card for step in steps for card in step_tokens(as_seen(step, PUBLIC))}
            held = entered(steps, viewer, own[viewer])
            assert shown <= before[viewer] | after | laid_open | held
            before[viewer] = after


@every_case
def test_a_watcher_changes_nothing(case: Case) -> None:
    watched, bare = case.start(), case.start()
    for seat, move in played(case, watched):
        watched.play(move, seat, lambda step: None)
        bare.play(move, seat)
        assert watched.digest() == bare.digest()


@every_case
def test_a_legal_move_is_playable_and_a_token_of_the_game(case: Case) -> None:
    state = case.start()
    for seat, move in played(case, state):
        legal = state.legal_moves(seat)
        assert len(set(legal)) == len(legal)
        for token in legal:
            assert case.game.token.fullmatch(token)
            trial = state.copy()
            trial.play(token, seat)
        assert not [other for other in range(case.seats + 2) if other not in state.to_move()
                    and state.legal_moves(other)]  # fmt: skip
        state.play(move, seat)


@every_case
def test_a_refused_move_changes_nothing(case: Case) -> None:
    state = case.start()
    layout = case.game.layout(case.game.read_options(case.options), case.seats)
    strange = [*list(layout.faces)[:: len(layout.faces) // 9], "r1", ">2", "+3", "d", "/", "", "é"]
    for turn, (seat, move) in enumerate(played(case, state)):
        if turn % 5 == 0:
            before = state.digest(), state.view(ALL), state.marks()
            for token in strange:
                trial = state.copy()
                for actor in (0, seat, -seat, case.seats + 1):
                    if token in state.legal_moves(actor or case.game.seat_of(state, token)):
                        state.copy().play(token, actor)
                        continue
                    with pytest.raises(IllegalMove) as refused:
                        trial.play(token, actor)
                    assert str(refused.value)
                assert (trial.digest(), trial.view(ALL), trial.marks()) == before, token
        state.play(move, seat)
    with pytest.raises(IllegalMove):
        state.play(strange[0])


@every_case
def test_copies_go_their_own_ways(case: Case) -> None:
    state = case.start()
    for turn, (seat, move) in enumerate(played(case, state)):
        if turn % 11 == 3:
            digest, table = state.digest(), state.view(ALL)
            trial = state.copy()
            trial.play(move, seat)
            assert (state.digest(), state.view(ALL)) == (digest, table)
        state.play(move, seat)


@every_case
def test_the_same_moves_give_the_same_everything(case: Case) -> None:
    one, two = case.start(), case.start()
    for seat, move in played(case, one):
        assert one.describe(move, seat) == two.describe(move, seat)
        one.play(move, seat)
        two.play(move, seat)
        assert one.digest() == two.digest()
        assert [one.situation(s) for s in case.viewers()[1:-1]] == [
            two.situation(s) for s in case.viewers()[1:-1]
        ]
    assert one.scores() == two.scores()
    assert one.winners() == two.winners() != []
    assert one.facts() == two.facts()


def tokens(table: Table) -> set[str]:
    """The cards whose faces a table shows; a token of a back ends in `_`."""
    return {card for cards in table.zones.values() for card in cards if card[-1] != UNKNOWN}


def step_tokens(step: SeenStep) -> set[str]:
    cards = {card for motion in step.motions for card in (motion.leaves, motion.enters)}
    return {card for card in cards if card[-1] != UNKNOWN} - {EVERY}


def entered(steps: list[Step], viewer: int, zones: set[str]) -> set[str]:
    """The cards that the viewer saw come into its own `zones`: a card that is drawn and leaves
    the hand by the same move, as the round ends with it, is on neither table.
    """
    seen = (motion for step in steps for motion in as_seen(step, viewer).motions)
    return {motion.enters for motion in seen if motion.dst in zones}


@pytest.mark.parametrize(
    "wrong", [0, -1, "n + 1", 64, 10**20, -(10**20), "10**5000", True, "1", None]
)
@pytest.mark.parametrize("name", games())
def test_a_seat_that_is_not_there_is_refused_alike_by_every_call(name: str, wrong: Any) -> None:
    case = next(case for case in CASES if case.game.name == name)
    state = case.start()
    seat = {"n + 1": case.seats + 1, "10**5000": 10**5000}.get(wrong, wrong)
    move = state.legal_moves(state.to_move()[0])[0]
    calls: list[Callable[[], object]] = [
        lambda: state.legal_moves(seat),
        lambda: state.situation(seat),
        lambda: state.describe(move, seat),
        lambda: case.game.offers(state, seat),
    ]
    if seat != 0:  # nobody's token, and everybody's view
        calls += [
            lambda: state.play(move, seat),
            lambda: state.play("nonsense", seat, lambda step: None),
            lambda: state.view(seat),
        ]
    shown = "with so long a number" if wrong == "10**5000" else str(seat)
    before = state.digest()
    for call in calls:
        with pytest.raises(WrongActor, match=f"^there is no seat {shown}$"):
            call()
    assert state.digest() == before
