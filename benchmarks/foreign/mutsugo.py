"""Two players of 6つ子7組, each with an idea of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from kifu.replay.game import Game, State
from kifu.replay.players.asking import Player
from kifu.replay.players.players import Maker

HAND = 4
UNKNOWN = "_"


def fit(one: str, other: str) -> bool:
    """Whether two cards may be in one set: of one mark, or of one number."""
    return one[0] == other[0] or one[1] == other[1]


def group(cards: Sequence[str], card: str) -> int:
    """The size of the largest set that a card could make with these.

    >>> group(["c1", "c2", "s1"], "c7"), group(["c1", "s2"], "x7")
    (3, 1)
    """
    kinds = [[other for other in cards if other != card and other[at] == card[at]] for at in (0, 1)]
    return 1 + max(map(len, kinds))


def sets_among(legal: Sequence[str]) -> list[str]:
    return [move for move in legal if "+" in move]


def size_of(move: str) -> int:
    """The cards of a set.

    >>> size_of("c1+c2<c4")
    3
    """
    return move.count("+") + 1 + ("<" in move)


def loosest(hand: Sequence[str]) -> str:
    """The card that goes with the fewest others."""
    return min(hand, key=lambda card: (group(hand, card), sum(fit(card, each) for each in hand)))


def patient(state: State, seat: int) -> str:
    """Rules of thumb: sets of three are robbed soon, so it waits for four, unless its hand is full,
    a card is robbed by it or the match is won.
    """
    legal, table = state.legal_moves(seat), state.view(seat)
    hand, free = table.zones[f"hand/{seat}"], table.zones["free"]
    score, target = state.scores()[seat - 1], int(table.facts["target"])
    made = sorted(sets_among(legal), key=lambda move: (-size_of(move), move))
    for move in made:
        robs = "<" in move and move.partition("<")[2] not in free
        full = len(hand) > HAND or len(table.zones["pile"]) < 2 * len(state.scores())
        if size_of(move) > 3 or robs or full or score + size_of(move) >= target:
            return move
    draws = [move for move in legal if move in free]
    liked = max(draws, key=lambda card: (group(hand, card), card), default="")
    if liked and group(hand, liked) >= 3:
        return liked
    if discards := [move for move in legal if move.startswith("-")]:
        return min(discards, key=lambda move: (move[1:] != loosest(hand), move))
    late = len(table.zones["pile"]) <= len(state.scores())
    if "d" in legal and not (late and "/" in legal):
        return "d"
    return "/" if "/" in legal else legal[0]


def one_step(state: State, seat: int) -> str:
    """A search of one step, whose end has a simple value; of drawing from the pile it knows only
    what a card is worth on average.
    """
    best, most = "", float("-inf")
    for move in state.legal_moves(seat):
        if move.startswith("~"):
            continue
        if move == "d":
            worth = value(state, seat) + _unknown_card(state)
        elif move == "/":
            worth = value(state, seat)
        else:
            after = state.copy()
            after.play(move, seat)
            worth = value(after, seat)
        if worth > most:
            best, most = move, worth
    return best


def value(state: State, seat: int) -> float:
    """How well a seat is off, by what it sees."""
    zones, scores = state.view(seat).zones, state.scores()
    if state.is_over:
        return 100.0 if seat in state.winners() else -100.0
    others = [score for other, score in enumerate(scores, 1) if other != seat]
    worth = 2.0 * scores[seat - 1] - 1.2 * max(others) - 0.5 * sum(others) / len(others)
    hand = [card for card in zones[f"hand/{seat}"] if card != UNKNOWN]
    worth += sum(0.45 for one, other in combinations(hand, 2) if fit(one, other))
    worth += sum(0.8 for three in combinations(hand, 3) if _is_set(three))
    # What lies free is there for the others.
    return worth - 0.15 * len(zones["free"]) - 0.9 * max(0, len(hand) - HAND)


def _is_set(cards: Sequence[str]) -> bool:
    return len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1


def _unknown_card(state: State) -> float:
    """What a card from the pile is worth: less at the end, when small hands win."""
    late = sum(state.scores()) > 0 and len(state.view(0).zones["pile"]) < 2 * len(state.scores())
    return -0.5 if late else 0.9


def playing(choose: Callable[[State, int], str]) -> Maker:
    """The maker of a player that needs no luck."""

    def make(game: Game, text: str) -> Player:
        return choose

    return make


PLAYERS: dict[str, Maker] = {"patient": playing(patient), "one-step": playing(one_step)}
