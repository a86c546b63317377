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

from kifu.replay.chance import Chance
from kifu.replay.games.yuhodo.cards import CARD, HAND
from kifu.replay.games.yuhodo.rules import GAME, Yuhodo

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
    state = Yuhodo(GAME.read_options(given), len(seats), Chance(SEED))
    state.totals = [0, *map(int, fields.get("points", " ".join("0" for _ in seats)).split())]
    for seat in seats:
        state.hands[seat] = cards(fields[f"hand {seat}"])
        opened = fields.get(f"opened {seat}", "").split("|")
        state.opened[seat] = [tuple(cards(part)) for part in opened if part]
        state.rivers[seat] = cards(fields.get(f"river {seat}", ""))
        state.ready[seat] = str(seat) in fields.get("ready", "").split()
    state.market = cards(fields.get("market", ""))
    state.pile = cards(fields.get("pile", ""))[::-1]
    state.next_seat = int(fields.get("turn", "1"))
    if "took" in fields:
        state.taken = CARD[fields["took"]]
        state.phase = "act"
        state.begun = True
        state.turn = 1
    assert all(len(state.hands[s]) == HAND + (s == state.next_seat and state.phase == "act")
               for s in seats)  # fmt: skip
    return state


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
