"""What people see of a match of 6 nimmt!: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.nimmt.cards import HAND, HEADS, LARGEST, ROWS, TOKENS
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.position import (
    CHOOSE,
    MARKET,
    PHASES,
    TAKEN,
    WIDE,
    Position,
)
from kifu.replay.states.game_words import (
    COMMON_TURN,
    DEAL_UNKNOWN,
    HAND_ZONE,
    OVER,
    ROUND,
)
from kifu.replay.table import (
    ALL,
    END,
    EVERY,
    NOBODY,
    OPEN,
    SORTED,
    UNKNOWN,
    Fact,
    Motion,
    Step,
    Table,
    all_but,
    only,
)

# The zones, where cards lie: layout, views and steps take their names from here.

#: By row, from 0.
_ROW: Final[list[str]] = [f"row/{number}" for number in range(1, ROWS + 1)]
#: By seat; more seats than the most of the game.
_HAND: Final[list[str]] = [f"hand/{number}" for number in range(12)]
_CHOICE: Final[list[str]] = [f"choice/{number}" for number in range(12)]
_TAKEN: Final[list[str]] = [f"taken/{number}" for number in range(12)]
_MARKET: Final = "market"
_DECK: Final = "deck"

#: The facts of seats.
_POINTS: Final[list[str]] = [f"points/{seat}" for seat in range(12)]
_HEADS: Final[list[str]] = [f"heads/{seat}" for seat in range(12)]
_CARDS: Final[list[str]] = [f"cards/{seat}" for seat in range(12)]


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: its zones, the names of facts and phases, and how
    each card is drawn.
    """
    by_seat = range(1, seats + 1)
    zones = [Zone(_ROW[k], "row", 0, Words(f"Row {k + 1}", f"{k + 1}列目")) for k in range(ROWS)]
    if options.hands == "drafted":
        zones.append(Zone(_MARKET, "pool", 0, Words("Face-up cards", "公開カード")))
    zones += [
        Zone(_CHOICE[seat], "choice", seat, Words("Choice", "出したカード")) for seat in by_seat
    ]
    zones += [Zone(_HAND[seat], "hand", seat, HAND_ZONE) for seat in by_seat]
    zones += [
        Zone(_TAKEN[seat], "pile", seat, Words("Taken", "引き取ったカード")) for seat in by_seat
    ]
    zones.append(Zone(_DECK, "pile", 0, Words("Stock", "山札")))
    highest = LARGEST if options.deck == "standard" else HAND * seats + ROWS
    return Layout(
        zones=zones,
        seat_facts={"points": Words("Points", "持ち点"), "heads": Words("Heads", "失点(牛マーク)")},
        table_facts={"round": ROUND, "turn": COMMON_TURN},
        phases={
            "draft": Words("Hands are being picked", "手札を選んでいます"),
            "choose": Words("Cards are being chosen", "カードを選んでいます"),
            "place": Words("A place is being chosen", "置き場所を選んでいます"),
            "waiting": DEAL_UNKNOWN,
            "over": OVER,
        },
        faces={str(card): _face(card, HEADS[card]) for card in range(1, highest + 1)},
    )


#: By heads: the colour class of a card.
_INKS = {1: 0, 2: 2, 3: 6, 5: 3, 7: 4}


def _face(card: int, heads: int) -> Face:
    """How a card with this many bull heads is drawn: in a calm colour for few heads, in red for
    seven.
    """
    plural = "" if heads == 1 else "s"
    name = Words(f"{card}, {heads} head{plural}", f"{card}、牛{heads}頭")
    return Face(str(card), name, heads, "head", _INKS[heads])


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` (a seat, PUBLIC or ALL) sees it.

    Hands are ascending, unknown cards last. With drafted hands, which all know, others see a chosen
    card in the hand until it is revealed.
    """
    zones: dict[str, list[str]] = {}
    for row in range(ROWS):
        zones[_ROW[row]] = _row(state, row)
    for seat in range(1, state.n + 1):
        zones[_HAND[seat]] = _hand(state, seat, viewer)
        zones[_CHOICE[seat]] = _choice(state, seat, viewer)
        zones[_TAKEN[seat]] = _taken(state, seat)
    zones[_MARKET] = _tokens(state.cards_at(MARKET)) if state.market else []
    zones[_DECK] = [UNKNOWN] * int(state.stock)
    return Table(zones, _facts(state))


def _row(state: Position, row: i64) -> list[str]:
    """The tokens of a row (numbered from 0), from left to right."""
    begin = WIDE * row
    rows = state.rows
    return [TOKENS[rows[at]] for at in range(begin, begin + state.sizes[row])]


def _hand(state: Position, seat: i64, viewer: i64) -> list[str]:
    is_own = viewer in (seat, ALL)
    if not is_own and not state.drafted:
        return [UNKNOWN] * int(_held_by(state, seat) + state.unknown[seat])
    cards = state.hand(seat)
    if not state.drafted:
        return _tokens(cards) + [UNKNOWN] * int(state.unknown[seat])
    chosen = state.choices[seat] if state.stage == CHOOSE else 0
    return _tokens(cards if is_own or chosen == 0 else sorted([*cards, chosen]))


def _held_by(state: Position, seat: i64) -> i64:
    """How many known cards the hand of `seat` has."""
    held = state.held
    found: i64 = 0
    for card in range(1, LARGEST + 1):
        if held[card] == seat:
            found += 1
    return found


def _choice(state: Position, seat: i64, viewer: i64) -> list[str]:
    """The chosen card of `seat` as a list of one token (`_` for other viewers until the reveal);
    empty before the choice and once the card is placed.
    """
    card = state.choices[seat]
    if card == 0:
        return []
    if state.stage == CHOOSE:
        return [TOKENS[card] if viewer in (seat, ALL) else UNKNOWN]
    placing = state.placing
    for at in range(state.to_place):
        if placing[at] == card:
            return [TOKENS[card]]
    return []


def _taken(state: Position, seat: i64) -> list[str]:
    """The tokens of the cards that a seat has taken in this round, in the order taken."""
    taken, held = state.taken, state.held
    found: list[str] = []
    for at in range(state.took):
        if held[taken[at]] == TAKEN + seat:
            found.append(TOKENS[taken[at]])
    return found


def _facts(state: Position) -> dict[str, Fact]:
    facts: dict[str, Fact] = {
        "round": state.round,
        "turn": state.turn,
        "phase": PHASES[state.stage],
        "to_move": " ".join([TOKENS[seat] for seat in state.to_move()]),
        "deck": state.market or state.stock,
    }
    target, all_heads = state.target, state.heads
    for seat in range(1, state.n + 1):
        facts[_POINTS[seat]] = target - all_heads[seat]
        facts[_HEADS[seat]] = all_heads[seat]
        facts[_CARDS[seat]] = state.hand_size(seat)
    return facts


def _tokens(cards: list[int]) -> list[str]:
    return [TOKENS[card] for card in cards]


# How cards move: the steps of a move, as a watcher gets them
#: By seat its mask.
_ONLY: Final[list[int]] = [only(seat) for seat in range(12)]


def collect(state: Position) -> Step:
    """The step in which all cards on the table go back into the deck, face down, after a round."""
    zones = [*_ROW, *_TAKEN[1 : state.n + 1]]
    return Step("collect", [Motion(EVERY, zone, _DECK) for zone in zones])


def deal(state: Position) -> Step:
    """The step of a deal, or of laying out all cards face up for a draft. `state` is the position
    after it.
    """
    motions = [
        Motion(TOKENS[card], _DECK, _MARKET, SORTED, NOBODY) for card in state.cards_at(MARKET)
    ]
    for seat in range(1, state.n + 1):
        hand = [TOKENS[card] for card in state.hand(seat)]
        hand += [UNKNOWN] * state.unknown[seat]
        zone, mine = _HAND[seat], _ONLY[seat]
        motions += [Motion(card, _DECK, zone, SORTED, NOBODY, mine) for card in hand]
    motions += [
        Motion(TOKENS[card], _DECK, _ROW[k - 1], END, NOBODY)
        for k in range(1, ROWS + 1)
        for card in state.row(k)
    ]
    facts: dict[str, Fact] = {"round": state.round, "turn": state.turn}
    facts |= {_CARDS[seat]: state.hand_size(seat) for seat in range(1, state.n + 1)}
    facts["deck"] = state.market or state.stock
    return Step("deal", motions, {**facts, **_phase(state)})


def pick(state: Position, card: int, seat: int, last: bool) -> Step:
    """The step in which `seat` picks a card in a draft; after the `last` pick of all, the four
    cards left begin the rows. `state` is the position after it.
    """
    motions = [Motion(TOKENS[card], _MARKET, _HAND[seat], SORTED)]
    if last:
        firsts = [(k, state.row(k)[0]) for k in range(1, ROWS + 1)]
        motions += [Motion(TOKENS[first], _MARKET, _ROW[k - 1]) for k, first in firsts]
    facts: dict[str, Fact] = {_CARDS[seat]: len(state.hand(seat)), "deck": state.market}
    return Step("pick", motions, facts | _phase(state), seat)


def choose(state: Position, seat: int) -> Step:
    """The step in which `seat` lays its chosen card face down; `state` is the position after it."""
    hand, choice, card = _HAND[seat], _CHOICE[seat], TOKENS[state.choices[seat]]
    mine = _ONLY[seat]
    if state.drafted:
        # The others know the hand; it must not give the choice away before the reveal.
        motions = [
            Motion(card, hand, choice, END, mine, mine, mine),
            Motion(UNKNOWN, "", choice, END, NOBODY, NOBODY, all_but(seat)),
        ]
    else:
        motions = [Motion(card, hand, choice, END, mine, mine)]
    facts: dict[str, Fact] = {_CARDS[seat]: state.left - 1, "to_move": _to_move(state)}
    return Step("choose", motions, facts, seat)


def reveal(state: Position) -> Step:
    """The step in which all chosen cards are turned up; `state` has them all still to be placed."""
    motions = []
    for seat in range(1, state.n + 1):
        hand, choice, card = _HAND[seat], _CHOICE[seat], TOKENS[state.choices[seat]]
        motions.append(Motion(card, choice, choice, END, _ONLY[seat]))
        if state.drafted:
            motions.append(Motion(card, hand, "", END, OPEN, OPEN, all_but(seat)))
    return Step("reveal", motions)


def place(state: Position, card: int, row: int, at: int) -> Step:
    """The step in which a card goes from its owner's place into row `row` at the index `at` (both
    from 0); `state` is the position after it.
    """
    seat = state.owner(card)
    return Step("place", [Motion(TOKENS[card], _CHOICE[seat], _ROW[row], at)], {}, seat)


def take(state: Position, seat: int, row: int) -> Step:
    """The step in which `seat` takes the cards of a row (numbered from 0). In `state` their heads
    are counted, but the cards are still in the row.
    """
    zone, taken = _ROW[row], _TAKEN[seat]
    motions = [Motion(TOKENS[card], zone, taken) for card in state.row(row + 1)]
    heads = state.heads[seat]
    return Step("take", motions, {_HEADS[seat]: heads, _POINTS[seat]: state.target - heads}, seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """A step in which no card moves and turn, phase or who may act has changed; `kind` is its name.
    `seat` is the seat that causes it, 0 for none.
    """
    return Step(kind, [], {"turn": state.turn, **_phase(state)}, seat)


def _phase(state: Position) -> dict[str, Fact]:
    return {"phase": state.phase, "to_move": _to_move(state)}


def _to_move(state: Position) -> str:
    return " ".join([TOKENS[seat] for seat in state.to_move()])
