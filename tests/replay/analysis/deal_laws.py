"""The laws of re-deals, as what the tests look for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.replay.cases import Case

from kifu.replay.analysis.decisions import first_memories
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.playout import GreedyPolicy, RandomPolicy, playout
from kifu.replay.game import Game, State
from kifu.replay.games.magimiles.cards import tables_of
from kifu.replay.lots import Lots, QuickLots
from kifu.replay.memory import Memory
from kifu.replay.players.asking import next_move
from kifu.replay.players.new_match import PLAYERS
from kifu.replay.registry import game, game_names
from kifu.replay.table import ALL, UNKNOWN, Table


def cases(names: list[str], every: bool = False) -> Iterator[Case]:
    """The option sets of these games with the fewest and the most seats, or all numbers."""
    for name in names:
        for given in game(name).option_sets:
            allowed = game(name).seats(game(name).read_options(given))
            for seats in allowed if every else sorted({allowed[0], allowed[-1]}):
                yield Case(game(name), given, seats)


def analysed() -> list[str]:
    """The games that can be dealt again."""
    return [name for name in game_names() if game(name).analysis.redeal is not None]


class Moment(NamedTuple):
    """A position of a match, and what each viewer remembers there.

    `begun` is the position before the choices that are made at the same time, and `chosen` are
    those made since.
    """

    ply: int
    state: State
    memories: list[Memory]
    begun: State
    chosen: list[tuple[int, str]]


def moments(case: Case, text: str) -> Iterator[Moment]:
    """Every position of a match of players who play at random or greedily, by lot."""
    options = case.game.read_options(case.given)
    state = case.game.start(options, case.seats, Chance(derived_seed(f"{case.name} {text}")))
    memories = first_memories(case.game, state, options, case.seats)
    lots = Lots(f"{case.name} {text} players")
    makers = [PLAYERS[("random", "greedy")[lots.below(2)]] for _ in range(case.seats)]
    players = [make(case.game, f"{text} {seat}") for seat, make in enumerate(makers)]
    begun, chosen, ply = state.copy(), list[tuple[int, str]](), 0
    while True:
        yield Moment(ply, state, memories, begun, chosen)
        if state.is_over:
            return
        seat, move = next_move(state, players)
        play_on_seen(case.game, state, move, seat, memories)
        chosen.append((seat, move))
        ply += 1
        if not state.at_once or len(state.to_move()) == case.seats:
            begun, chosen = state.copy(), []


def deal_again(case: Case, moment: Moment, viewer: int, text: str) -> Any:
    """The moment dealt again for a viewer."""
    assert case.game.analysis.redeal is not None
    return case.game.analysis.redeal(moment.state, viewer, moment.memories[viewer], QuickLots(text))


def expected(moment: Moment, viewer: int) -> State:
    """The position without what others have chosen and not shown."""
    state = moment.begun.copy()
    for seat, move in moment.chosen:
        if seat == viewer:
            state.play(move, seat)
    return state


def breaches(case: Case, moment: Moment, viewer: int, text: str, to_the_end: bool) -> list[str]:
    """What is wrong with one world, in words."""
    before = moment.state.digest()
    world = deal_again(case, moment, viewer, text)
    state, memory, found = expected(moment, viewer), moment.memories[viewer], []
    if moment.state.digest() != before:
        found.append("the match itself has changed")
    if world.view(viewer) != state.view(viewer):
        found.append(f"the table of the seat: {world.view(viewer)} for {state.view(viewer)}")
    if viewer:
        offered, meant = (case.game.offers.visible(one, viewer) for one in (world, state))
        if offered != meant:
            found.append(f"what is offered: {offered} for {meant}")
    found += [f"the world: {wrong}" for wrong in against(memory, world)]
    if deal_again(case, moment, viewer, text).digest() != world.digest():
        found.append("the same lots give another world")
    if world.copy().digest() != world.digest():
        found.append("the copy of the world is another one")
    if to_the_end:
        found += play_out(world.copy(), text)
    return found


def untrue(moment: Moment) -> list[str]:
    """What a viewer remembers that is not so, in words."""
    return [
        f"the match: {wrong}"
        for memory in moment.memories
        for wrong in against(memory, moment.state)
    ]


def against(memory: Memory, state: State) -> list[str]:
    """What of a memory is not so in a position."""
    whole, seen = state.view(ALL), state.view(memory.seat)
    hidden = {
        zone: Counter(cards) - Counter(seen.zones[zone]) for zone, cards in whole.zones.items()
    }
    # Nobody sees what lies in a pile.
    closed = {zone for zone, cards in whole.zones.items() if UNKNOWN in cards}
    wrong = [
        f"{token} does not lie in {zone}"
        for zone in whole.zones.keys() - closed
        for token, count in Counter(memory.known_in(zone)).items()
        if hidden[zone][token] < count
    ]
    wrong += [
        f"{seen_card.token} lies in none of {sorted(seen_card.zones)}"
        for seen_card in memory.seen_cards
        if not seen_card.zones & closed
        and not any(hidden[zone][seen_card.token] for zone in seen_card.zones)
    ]
    wrong += [
        f"{token} lies in {zone}"
        for zone, tokens in memory.barred.items()
        for token in tokens
        if hidden[zone][token]
    ]
    return wrong


def hidden_cards(zone: str, whole: Table, seen: Table) -> Counter[str]:
    """The cards of a zone whose faces somebody does not see."""
    return Counter(whole.zones[zone]) - Counter(seen.zones[zone])


class Spread(NamedTuple):
    """How evenly some tokens, which nothing sets apart for the seat, came to lie in a zone:
    `score` is that of chi-square on the scale of the standard normal distribution.
    """

    zone: str
    tokens: list[str]
    score: float


def spreads(case: Case, moment: Moment, viewer: int, worlds: int) -> list[Spread]:
    """How evenly the hidden cards of a moment are dealt, of which nothing is remembered. Tokens of
    which there are as many hidden copies, with the same back, are alike.

    The score is made from what a token has more than the mean of those alike, world by world, so
    that it holds for whatever number of cards the zone gets.
    """
    back_of = _backs(case)
    seen = expected(moment, viewer).view(viewer)
    excess: dict[tuple[str, tuple[str, int]], dict[str, float]] = {}
    squares: dict[tuple[str, tuple[str, int]], float] = {}
    alike = _alike(case, moment, viewer, back_of)
    for number in range(worlds):
        whole = deal_again(case, moment, viewer, f"spread {number}").view(ALL)
        for zone in whole.zones:
            there = hidden_cards(zone, whole, seen)
            for kind, tokens in alike.items():
                mean = sum(there[token] for token in tokens) / len(tokens)
                sums = excess.setdefault((zone, kind), dict.fromkeys(tokens, 0.0))
                for token in tokens:
                    sums[token] += there[token] - mean
                    more = (there[token] - mean) ** 2
                    squares[zone, kind] = squares.get((zone, kind), 0.0) + more
    found = []
    for (zone, kind), sums in excess.items():
        if squares[zone, kind] == 0:
            continue
        size = len(sums)
        each = squares[zone, kind] / size
        chi = sum(value * value for value in sums.values()) / each * (size - 1) / size
        found.append(Spread(zone, alike[kind], _normal(chi, size - 1)))
    return found


def _backs(case: Case) -> Callable[[str], str]:
    """What a card looks like from behind, in a game whose cards differ there."""
    if case.game.name != "magimiles":
        return lambda token: UNKNOWN
    tables = tables_of(case.game.read_options(case.given))
    return lambda token: tables.back[tables.card[token]]


class _Names(Chance):
    """Chance without a deal that notes which cards were to be shuffled."""

    def __init__(self) -> None:
        super().__init__()
        self.names: Sequence[str] = []

    def deal(self, label: str, names: Sequence[str], need: int) -> None:
        self.names = names
        return None

    def choice(self, label: str, n: int) -> int | None:
        return 0


def _alike(
    case: Case, moment: Moment, viewer: int, back_of: Callable[[str], str]
) -> dict[tuple[str, int], list[str]]:
    """The hidden tokens, by back and number of hidden copies."""
    chance = _Names()
    case.game.start(case.game.read_options(case.given), case.seats, chance)
    left = Counter(chance.names)
    for cards in expected(moment, viewer).view(viewer).zones.values():
        left.subtract(card for card in cards if card in left)
    kinds: dict[tuple[str, int], list[str]] = {}
    for token, copies in left.items():
        if copies:
            kinds.setdefault((back_of(token), copies), []).append(token)
    return {kind: tokens for kind, tokens in kinds.items() if len(tokens) > 1}


def _normal(chi: float, freedom: int) -> float:
    """Chi-square on the scale of the standard normal distribution (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(spread))


def play_out(world: State, text: str) -> list[str]:
    """Play a world to its end, at random and by the simple player in turn."""
    lots = QuickLots(f"{text} on")
    policy = RandomPolicy(lots) if lots.below(2) else GreedyPolicy()
    try:
        if isinstance(world, Coded):
            playout(world, policy, 20_000)
        while not world.is_over:
            seat = world.to_move()[0]
            moves = world.legal_moves(seat)
            world.play(moves[lots.below(len(moves))], seat)
    except Exception as error:
        return [f"not played to the end: {error!r}"]
    return [] if world.is_over else [f"not over: {world.missing}"]


def play_on_seen(game: Game, state: State, move: str, seat: int, memories: list[Memory]) -> None:
    """Play a move of `seat`, and let every memory take in what it sees of that. Raises IllegalMove
    as `State.play` does; then nothing has changed.
    """
    pairs = list(game.analysis.barred(state, move, seat))
    steps: list[Any] = []
    state.play(move, seat, steps.append)
    for memory in memories:
        if pairs:
            memory.bar(pairs)
        for step in steps:
            memory.see(step)
