"""Four players of 6 nimmt!, each with an idea of its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kifu.replay.game import Game, State
from kifu.replay.players.asking import Player
from kifu.replay.players.new_match import Maker

CARDS = 104
ROOM = 5


def heads_of(card: int) -> int:
    """The heads on a card of 6 nimmt! (a number from 1).

    >>> [heads_of(card) for card in (55, 11, 20, 15, 1)]
    [7, 5, 3, 2, 1]
    """
    worths = {55: 7, 11: 5, 10: 3, 5: 2}
    return next((worth for number, worth in worths.items() if card % number == 0), 1)


HEADS = [0, *map(heads_of, range(1, CARDS + 1))]


class Row(NamedTuple):
    """A row: its last card, how many cards it has, and their heads."""

    end: int
    size: int
    heads: int


class Sight(NamedTuple):
    """What a seat sees before it chooses a card: the rows, its hand, the cards that it has not
    seen, and how many others play.
    """

    rows: list[Row]
    hand: list[int]
    unseen: list[int]
    others: int


#: Chooses a card.
Chooser = Callable[[Sight, random.Random], int]


def sight_of(state: State, seat: int) -> Sight:
    """The view of `seat` in `state`, a position of 6 nimmt! with 104 cards and four rows. Its
    `unseen` holds the cards that the seat sees in no zone.
    """
    zones = state.view(seat).zones
    cards_of = {name: [int(card) for card in zones[name] if card.isdigit()] for name in zones}
    rows = [cards_of[f"row/{number}"] for number in range(1, 5)]
    seen = {card for cards in cards_of.values() for card in cards}
    return Sight(
        [Row(row[-1], len(row), sum(HEADS[card] for card in row)) for row in rows],
        cards_of[f"hand/{seat}"],
        [card for card in range(1, CARDS + 1) if card not in seen],
        len(state.scores()) - 1,
    )


def playing(choose: Chooser) -> Maker:
    """The maker of a player that chooses cards by `choose`, and takes the row with the fewest
    heads, of equal ones the first. A single legal move is played without asking. It knows the usual
    game alone: no draft and no left ends. The text given to the maker is the seed of its luck.
    """

    def make(game: Game, text: str) -> Player:
        luck = random.Random(text)

        def play(state: State, seat: int) -> str:
            legal = state.legal_moves(seat)
            if len(legal) == 1:
                return legal[0]
            sight = sight_of(state, seat)
            if legal[0].startswith("r"):
                return min(legal, key=lambda move: sight.rows[int(move[1:]) - 1].heads)
            return str(choose(sight, luck))

        return play

    return make


def place_of(rows: Sequence[Row], card: int) -> int:
    """The index (from 0) of the row that a card belongs to, the one with the highest last card
    below it; -1 if the card is lower than all.

    >>> rows = [Row(20, 1, 3), Row(50, 5, 9)]
    >>> [place_of(rows, card) for card in (7, 33, 90)]
    [-1, 0, 1]
    """
    best, end = -1, 0
    for place, row in enumerate(rows):
        if end < row.end < card:
            best, end = place, row.end
    return best


def turn(rows: list[Row], cards: Sequence[int], taken: list[int]) -> None:
    """Lay the `cards` of a turn, that of seat k (from 0) at place k, and add the heads that each
    seat takes to `taken`, also by place. A sixth card takes its row, a card that is lower than all
    rows the row with the fewest heads. `rows` and `taken` are changed; `cards` are all different.
    """
    for card in sorted(cards):
        place = place_of(rows, card)
        if place < 0:
            place = min(range(len(rows)), key=lambda each: rows[each].heads)
            taken[cards.index(card)] += rows[place].heads
            rows[place] = Row(card, 1, HEADS[card])
        elif rows[place].size == ROOM:
            taken[cards.index(card)] += rows[place].heads
            rows[place] = Row(card, 1, HEADS[card])
        else:
            _, size, heads = rows[place]
            rows[place] = Row(card, size + 1, heads + HEADS[card])


def thumb(sight: Sight, luck: random.Random) -> int:
    """The card of the hand that rules of thumb choose: lose an awkward card where nobody can spoil
    it; else stay close to a row that has room; else take the cheapest row with the lowest card.
    `luck` isn't used.
    """
    return by_thumb(sight.rows, sight.hand, sight.unseen, sight.others)


def by_thumb(rows: Sequence[Row], hand: Sequence[int], unseen: Sequence[int], others: int) -> int:
    safe, close = [], []
    for card in hand:
        place = place_of(rows, card)
        if place < 0:
            continue
        room = ROOM - rows[place].size
        between = sum(rows[place].end < other < card for other in unseen)
        if room > min(others, between):
            safe.append((between, card))
        elif room:
            close.append((between, card))
    if safe:
        return max(safe)[1]
    lowest = min(hand)
    if place_of(rows, lowest) < 0 and min(row.heads for row in rows) <= 2:
        return lowest
    return min(close)[1] if close else lowest


def monte_carlo(sight: Sight, luck: random.Random, worlds: int = 24) -> int:
    """The card of the hand that costs fewest heads compared with the others' in so many `worlds`
    (plain Monte Carlo): the others get unseen cards by lot, and everybody plays the round on at
    random. Of equal ones the lowest card. Drawn from `luck`.
    """
    hand, seats = sight.hand, sight.others + 1
    size = len(hand)
    lost = dict.fromkeys(hand, 0)
    for _ in range(worlds):
        dealt = luck.sample(sight.unseen, sight.others * size)
        others = [dealt[at : at + size] for at in range(0, len(dealt), size)]
        rest = luck.sample(hand, size)
        for card in hand:
            own = [card, *(other for other in rest if other != card)]
            rows, taken = list(sight.rows), [0] * seats
            for cards in zip(own, *others, strict=True):
                turn(rows, cards, taken)
            lost[card] += seats * taken[0] - sum(taken)
    return min(hand, key=lambda card: (lost[card], card))


def one_turn(sight: Sight, luck: random.Random, worlds: int = 60) -> int:
    """The card of the hand that does best in this turn alone (see `best_answer`), if the others
    play any unseen cards: so many `worlds` are drawn from `luck`.
    """
    turns = [tuple(luck.sample(sight.unseen, sight.others)) for _ in range(worlds)]
    return best_answer(sight, turns)


def second_guess(sight: Sight, luck: random.Random, worlds: int = 24) -> int:
    """The card of the hand that does best in this turn (see `best_answer`) against players who go
    by rules of thumb, with hands of any unseen cards: so many `worlds` are drawn from `luck`.
    """
    size, turns = len(sight.hand), []
    for _ in range(worlds):
        dealt = luck.sample(sight.unseen, sight.others * size)
        hands = [dealt[at : at + size] for at in range(0, len(dealt), size)]
        hidden = [*sight.unseen, *sight.hand]
        turns.append(tuple(by_thumb(sight.rows, hand, hidden, sight.others) for hand in hands))
    return best_answer(sight, turns)


def best_answer(sight: Sight, turns: Sequence[tuple[int, ...]]) -> int:
    """The card of the hand that does best on average over `turns` (each the cards of the others in
    one possible turn): the heads that it takes, less the mean of what the others take, plus what
    the rest of the hand is about to cost (see `trouble`). Of equal ones the lowest card.
    """
    lost = dict.fromkeys(sight.hand, 0.0)
    for card in sight.hand:
        rest = [other for other in sight.hand if other != card]
        for others in turns:
            rows, taken = list(sight.rows), [0] * (sight.others + 1)
            turn(rows, (card, *others), taken)
            lost[card] += taken[0] - sum(taken[1:]) / sight.others + trouble(rows, rest)
    return min(sight.hand, key=lambda card: (lost[card], card))


def trouble(rows: Sequence[Row], hand: Sequence[int]) -> float:
    """About how many heads the cards of `hand` will cost, by what each would meet in `rows` now: a
    rough formula, 0 for an empty hand. `rows` isn't empty.
    """
    cheapest = min(row.heads for row in rows)
    cost = 0.0
    for card in hand:
        place = place_of(rows, card)
        if place < 0:
            cost += 0.35 * cheapest
        else:
            row = rows[place]
            cost += 0.03 * row.heads * row.size * min(1.0, (card - row.end) / 25 + 0.2)
    return cost


PLAYERS: dict[str, Maker] = {
    "thumb": playing(thumb),
    "monte-carlo": playing(monte_carlo),
    "one-turn": playing(one_turn),
    "second-guess": playing(second_guess),
}
