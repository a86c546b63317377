"""Positions of yuhodo written down as text, for the tests and for the examples of the rules page.

Lines of a name, two spaces or more, and a value:

    options   rules=advanced games=1    what differs from the defaults
    points    3 0                       the totals, if they are not all 0
    hand 1    h1 h2 a4                  the hands; there are as many seats as hands
    opened 1  h1 h2 H3 | i1 i1 I1       opened sets, if there are any
    river 1   d4 i2                     discards, the latest last
    ready     2 4                       the seats that are Ready
    market    d7 h3
    pile      a5 a3                     the top first
    turn      2                         the seat that is to take; 1 if not said
    took      h3                        the card of its hand that it has taken, if it has
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import packed, zeros
from kifu.replay.games.yuhodo import shapes
from kifu.replay.games.yuhodo.cards import AT, CARD, DECK, HAND, SIZE, TOKEN, WIDE, unpacked
from kifu.replay.games.yuhodo.game import GAME
from kifu.replay.games.yuhodo.position import OPENER, PHASES, THROWER
from kifu.replay.games.yuhodo.rules import Yuhodo, start
from kifu.replay.games.yuhodo.shapes import UNIT

if TYPE_CHECKING:
    from kifu.notation.native import i64, vec

#: By card: a place of the deck where it lies.
PLACE = {card: place for place, card in enumerate(AT)}

SEED = "shake256-1:00112233445566778899aabbccddeeff"


def fields_of(text: str) -> dict[str, str]:
    """The lines of a text by their names; values may be empty."""
    lines = [line.strip().partition("  ") for line in text.strip().splitlines()]
    return {name: value.strip() for name, _, value in lines}


def tokens(text: str) -> list[str]:
    return text.split()


def cards(text: str) -> list[int]:
    return [CARD[token] for token in text.split()]


def position(text: str) -> Yuhodo:
    """The position that the lines of `text` describe; what they don't say is empty."""
    fields = fields_of(text)
    seats = range(1, 1 + sum(name.startswith("hand ") for name in fields))
    given = dict(option.split("=") for option in fields.get("options", "").split())
    state = start(GAME.read_options(given), len(seats), Chance(SEED))
    next_seat = int(fields.get("turn", "1"))
    state.clear()
    state.next_seat, state.stage = next_seat, PHASES.index("take")
    for seat, points in enumerate(fields.get("points", "").split(), 1):
        state.totals[seat] = int(points)
    for seat in seats:
        set_hand(state, seat, cards(fields[f"hand {seat}"]))
        for part in fields.get(f"opened {seat}", "").split("|"):
            if part:
                open_set(state, seat, cards(part))
        for card in cards(fields.get(f"river {seat}", "")):
            throw(state, seat, card)
        state.ready |= (str(seat) in fields.get("ready", "").split()) << seat
    lay_out(state, cards(fields.get("market", "")), cards(fields.get("pile", "")))
    if "took" in fields:
        state.taken = CARD[fields["took"]]
        state.stage = PHASES.index("act")
        state.begun = True
        state.turn = 1
    assert all(len(state.hand(s)) == HAND + (s == state.next_seat and state.phase == "act")
               for s in seats)  # fmt: skip
    return state


def deal(*hidden: int) -> str:
    """The deck in canonical order, of which some places (from 0) are not known."""
    return " ".join("_" if place in hidden else token for place, token in enumerate(DECK))


def hiding(*places: int, **options: str) -> Yuhodo:
    """Ply 0 of that deal for two seats, the first of which starts."""
    chance = Chance(None, [("starter", "1"), ("deal/1", deal(*places))])
    return start(GAME.read_options(options), 2, chance)


def set_hand(state: Yuhodo, seat: int, hand: Iterable[int]) -> None:
    """Let these be the cards of a hand."""
    for card in range(WIDE):
        state.held[WIDE * seat + card] = 0
    state.shapes[seat] = state.hands[seat] = 0
    for card in hand:
        state.hold(seat, card)


def open_set(state: Yuhodo, seat: int, three: Sequence[int]) -> None:
    """Let a seat have opened these three cards."""
    state.sets = numbers([*state.sets, seat << OPENER | packed(numbers(three))])
    state.melds[seat] += 1


def throw(state: Yuhodo, seat: int, card: int) -> None:
    """Let this be the latest discard of a seat."""
    state.thrown[state.discards] = seat << THROWER | card
    state.discards += 1


def lay_out(state: Yuhodo, market: Sequence[int], pile: Sequence[int]) -> None:
    """Let these be the cards of the market, and of the pile from its top."""
    state.deck = zeros(SIZE)
    state.top = SIZE - len(pile)
    state.market = numbers(market)
    set_pile(state, pile)


def set_pile(state: Yuhodo, pile: Sequence[int]) -> None:
    """Let these be the cards of the pile, as many as there are, from its top."""
    assert state.top + len(pile) == SIZE
    state.deck = state.deck[:]
    for at, card in enumerate(pile, state.top):
        state.deck[at] = PLACE[card]


def shape_of(hand: Iterable[int]) -> int:
    """The shape of known cards."""
    return sum(UNIT[card] for card in hand)


def numbers(items: Sequence[int]) -> vec[i64]:
    """The same as an array."""
    array = zeros(len(items))
    for at, number in enumerate(items):
        array[at] = number
    return array


def split(hand: Sequence[int]) -> list[list[int]]:
    """Eight cards as a small set and two big sets; empty if they are no goal shape."""
    return [unpacked(part) for part in shapes.split(numbers(sorted(hand)))]


def play(state: Yuhodo, moves: str) -> Yuhodo:
    """Play moves as a record writes them, without marks; gives the same state back."""
    for word in moves.split():
        actor, _, token = word.rpartition(":")
        state.play(token, int(actor or GAME.seat_of(state, token)))
    return state


def legal(state: Yuhodo) -> list[str]:
    """Every legal move of every seat, as a record writes it."""
    seats = range(1, state.n + 1)
    return [GAME.word(state, seat, move) for seat in seats for move in state.legal_moves(seat)]


def hand(state: Yuhodo, seat: int) -> str:
    """A hand in canonical order."""
    return " ".join(state.view(seat).zones[f"hand/{seat}"])


def pile(state: Yuhodo) -> str:
    """The pile, top first."""
    return " ".join(TOKEN[card] for card in state.pile())
