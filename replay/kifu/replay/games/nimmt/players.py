"""Players of 6 nimmt!: a random one, a simple one, so that simulated matches look like matches, and
the one by whom matches are played on in thought; and what a seat can't know, which is dealt again
for that.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.native import i64, vec
from kifu.replay.analysis.dealing import WorldChance, demand_known, shuffle
from kifu.replay.elements.arrays import places_of, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.nimmt.cards import FULL, HEADS, LARGEST, LEFT, PICK, RIGHT, ROWS, TAKE
from kifu.replay.games.nimmt.choosing import SEATS, Rows, greedy_choice, reference_choice
from kifu.replay.games.nimmt.position import CHOOSE, DRAFT, NOWHERE, WIDE, Position


def random_choice(state: Position, seat: i64, lots: Lots) -> i64:
    """A random card of the hand of `seat`, all cards of which are known."""
    # The card in this place of the hand, counted from the nearer end. Counting asks nothing at each
    # card that a processor could guess wrongly.
    held, place = state.held, lots.below(state.left)
    card: i64 = 0
    if 2 * place < state.left:
        while place >= 0:
            card += 1
            place -= held[card] == seat
        return card
    place = state.left - place
    card = LARGEST + 1
    while place > 0:
        card -= 1
        place -= held[card] == seat
    return card


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It chooses a card as `greedy_choice` says; takes the row
    with the fewest heads; lays a card where it takes the fewest, at the left if equal; and picks,
    in a draft, the card with the fewest heads, of several the lowest.
    """
    codes = state.legal_codes(seat)
    if state.stage == CHOOSE:
        count: i64 = len(codes)
        return codes[greedy_choice(state.ends, state.sizes, _fewest(state), codes, 0, count)]
    best, least = codes[0], _simple_cost(state, codes[0])
    for at in range(1, len(codes)):
        cost = _simple_cost(state, codes[at])
        if cost < least:
            best, least = codes[at], cost
    return best


def _fewest(state: Position) -> i64:
    """The number of heads on the row with the fewest."""
    fewest: i64 = LARGEST
    for row in range(ROWS):
        fewest = min(fewest, heads_in(state, row))
    return fewest


def _simple_cost(state: Position, move: i64) -> i64:
    """How bad a move looks to the simple player, higher for worse. The move (its code) is a pick, a
    row to take, or an end of a row to lay the card at. No two moves of a position cost the same.
    """
    if state.stage == DRAFT:
        card = move - PICK
        return HEADS[card] << 8 | card
    if move < RIGHT:
        return heads_in(state, move - TAKE) << 8 | move
    # Of two places the left end comes first.
    if move < LEFT:
        return _heads_if_full(state, move - RIGHT) << 8 | move
    return _heads_if_full(state, move - LEFT) << 8


def _heads_if_full(state: Position, row: i64) -> i64:
    """The heads on row `row` (from 0) if it is full, so that a card laid there takes them,
    else 0.
    """
    return heads_in(state, row) if state.sizes[row] == FULL else 0


def heads_in(state: Position, row: i64) -> i64:
    """The number of heads on the cards of a row (from 0)."""
    heads: i64 = 0
    for at in range(WIDE * row, WIDE * row + state.sizes[row]):
        heads += HEADS[state.rows[at]]
    return heads


# The player by whom matches are played on in thought


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move. It chooses a card as `reference_choice` says.
    Everything else, and with more than SEATS seats or unknown cards in hand the choice too, is as
    by the simple player.
    """
    if state.stage != CHOOSE or state.unknown[seat] > 0 or state.n > SEATS:
        return greedy_code(state, seat)
    rows = Rows(state.n, state.deck_size, state.stock)
    ranks = ranks_of(state)
    load_rows(state, rows, ranks)
    rows.prepare()
    hand = places_of(seat, state.held)
    hand_ranks = zeros(len(hand))
    for at in range(len(hand)):
        hand_ranks[at] = ranks[hand[at]]
    return hand[reference_choice(rows, hand, hand_ranks, 0, len(hand))]


def ranks_of(state: Position) -> vec[i64]:
    """The rank of each card (the index): how many cards that are not revealed yet are lower."""
    held, n, ranks = state.held, state.n, zeros(LARGEST + 1)
    lower: i64 = 0
    for card in range(1, LARGEST + 1):
        ranks[card] = lower
        # Nothing is asked that a processor could guess wrongly.
        lower += held[card] <= n
    if state.stage == CHOOSE and state.waiting < n:
        for chosen in state.choices:
            if chosen > 0:
                for card in range(chosen + 1, LARGEST + 1):
                    ranks[card] += 1
    return ranks


def load_rows(state: Position, rows: Rows, ranks: vec[i64]) -> None:
    """Set the rows' cards, sizes, heads and ranks in `rows` to those of the position; `ranks` has
    the rank of each card (see `ranks_of`).
    """
    rows.ends, rows.sizes = state.ends[:], state.sizes[:]
    rows.heads, rows.ranks = zeros(ROWS), zeros(ROWS)
    for row in range(ROWS):
        rows.heads[row] = heads_in(state, row)
        rows.ranks[row] = ranks[state.ends[row]]


# What a seat can't know, dealt again


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` can't see (hands and stock) are dealt again
    at random by `lots`; choices of others that are not revealed are taken back. Drafted hands lie
    open, so they stay. `memory` is not used: a card that was seen lies open, or is out of the
    round. Raises CannotDeal if the record has unknown cards.
    """
    unknown: i64 = 0
    for count in state.unknown:
        unknown += count
    demand_known(state.missing, unknown)
    world = state.copy()
    assert isinstance(world, Position)
    world.chance = WorldChance(lots)
    viewer: i64 = seat
    if state.stage == CHOOSE:
        _take_back(world, viewer)
    if not state.drafted:
        _deal(world, viewer, lots)
    return world


def _take_back(world: Position, seat: i64) -> None:
    """Put the chosen cards of all seats but `seat` back into their hands, in `world` itself, which
    then waits for every seat without a choice.
    """
    choices, held = world.choices, world.held
    world.waiting = 0
    world.next_seat = 0
    for other in range(world.n, 0, -1):
        card = choices[other]
        if card != 0 and other != seat:
            held[card] = other
            choices[other] = 0
        if choices[other] == 0:
            world.waiting += 1
            world.next_seat = other


def _deal(world: Position, seat: i64, lots: Lots) -> None:
    """Deal the cards that `seat` does not see, at random by `lots`: to each other hand as many as
    it had, the rest to the stock.
    """
    held, n = world.held, world.n
    cards = zeros(LARGEST)
    size: i64 = 0
    for card in range(1, LARGEST + 1):
        if held[card] == NOWHERE or (held[card] <= n and held[card] != seat):
            cards[size] = card
            size += 1
            held[card] = NOWHERE
    cards = cards[:size]
    shuffle(cards, n * world.left, lots)
    at: i64 = 0
    for other in range(1, n + 1):
        if other != seat:
            for _ in range(world.left):
                held[cards[at]] = other
                at += 1
