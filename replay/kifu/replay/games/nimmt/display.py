"""What people see of a match of 6 nimmt!: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from functools import lru_cache

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.nimmt.cards import HEADS, ROWS, TOKENS, deck_of, heads_words
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.position import CHOOSE, MARKET, TAKEN, Position
from kifu.replay.states.game_words import COMMON_TURN, DEAL_UNKNOWN, HAND_ZONE, OVER, ROUND
from kifu.replay.states.zones import by_seat, moved
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


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: its zones, the names of facts and phases, and how
    each card is drawn.
    """
    zones = [Zone(f"row/{k}", "row", 0, Words(f"Row {k}", f"{k}列目")) for k in range(1, ROWS + 1)]
    if options.hands == "drafted":
        zones.append(Zone("market", "pool", 0, Words("Face-up cards", "公開カード")))
    zones += by_seat(seats, "choice", "choice", Words("Choice", "出したカード"))
    zones += by_seat(seats, "hand", "hand", HAND_ZONE)
    zones += by_seat(seats, "taken", "pile", Words("Taken", "引き取ったカード"))
    zones.append(Zone("deck", "pile", 0, Words("Stock", "山札")))
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
        faces={token: _face(int(token)) for token in deck_of(options, seats)},
    )


#: By heads: the colour class of a card.
_INKS = {1: 0, 2: 2, 3: 6, 5: 3, 7: 4}


def _face(card: int) -> Face:
    """How a card is drawn: in a calm colour for few heads, in red for seven."""
    heads: int = HEADS[card]
    name = Words(f"{card}, {heads_words(heads)}", f"{card}、牛{heads}頭")
    return Face(str(card), name, heads, "head", _INKS[heads])


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` (a seat, PUBLIC or ALL) sees it.

    Hands are ascending, unknown cards last. With drafted hands, which all know, others see a chosen
    card in the hand until it is revealed.
    """
    zones: dict[str, list[str]] = {
        "market": _tokens(state.cards_at(MARKET)),
        "deck": [UNKNOWN] * int(state.stock),
    }
    facts = {"round": state.round, "turn": state.turn, **_deck(state), **_phase(state)}
    for row in range(1, ROWS + 1):
        zones[f"row/{row}"] = _tokens(state.row(row))
    for seat in range(1, state.n + 1):
        is_own = viewer in (seat, ALL)
        chosen = state.choices[seat] if state.stage == CHOOSE else 0
        cards = state.hand(seat)
        if state.drafted and chosen and not is_own:
            cards = sorted([*cards, chosen])
        zones[f"hand/{seat}"] = _tokens(cards) + [UNKNOWN] * int(state.unknown[seat])
        if not is_own and not state.drafted:
            zones[f"hand/{seat}"] = [UNKNOWN] * len(zones[f"hand/{seat}"])
        zones[f"choice/{seat}"] = _tokens(
            [card for card in state.to_be_placed() if state.owner(card) == seat]
        )
        if chosen:
            zones[f"choice/{seat}"] = [TOKENS[chosen] if is_own else UNKNOWN]
        taken = state.taken[: state.took]
        zones[f"taken/{seat}"] = _tokens([c for c in taken if state.held[c] == TAKEN + seat])
        facts |= {**_cards(state, seat), **_points(state, seat)}
    return Table(zones, facts)


def _tokens(cards: list[int]) -> list[str]:
    return [TOKENS[card] for card in cards]


# The facts: those of the whole table, and of a seat


def _deck(state: Position) -> dict[str, Fact]:
    return {"deck": state.market or state.stock}


def _phase(state: Position) -> dict[str, Fact]:
    return {"phase": state.phase, **_to_move(state)}


def _to_move(state: Position) -> dict[str, Fact]:
    return {"to_move": " ".join(map(str, state.to_move()))}


def _cards(state: Position, seat: int) -> dict[str, Fact]:
    return {f"cards/{seat}": state.hand_size(seat)}


def _points(state: Position, seat: int) -> dict[str, Fact]:
    heads = state.heads[seat]
    return {f"heads/{seat}": heads, f"points/{seat}": state.target - heads}


# How cards move: the steps of a move, as a watcher gets them


def collect(state: Position) -> Step:
    """The step in which all cards on the table go back into the deck, face down, after a round."""
    zones = [f"row/{row}" for row in range(1, ROWS + 1)]
    zones += [f"taken/{seat}" for seat in range(1, state.n + 1)]
    return Step("collect", [Motion(EVERY, zone, "deck") for zone in zones])


def deal(state: Position) -> Step:
    """The step of a deal, or of laying out all cards face up for a draft. `state` is the position
    after it.
    """
    motions = [moved(TOKENS[card], "deck", "market", SORTED) for card in state.cards_at(MARKET)]
    facts = {"round": state.round, "turn": state.turn, **_deck(state), **_phase(state)}
    for seat in range(1, state.n + 1):
        hand = _tokens(state.hand(seat)) + [UNKNOWN] * state.unknown[seat]
        motions += [moved(card, "deck", f"hand/{seat}") for card in hand]
        facts |= _cards(state, seat)
    for row in range(1, ROWS + 1):
        motions += [moved(TOKENS[card], "deck", f"row/{row}") for card in state.row(row)]
    return Step("deal", motions, facts)


def pick(state: Position, card: int, seat: int, last: bool) -> Step:
    """The step in which `seat` picks a card in a draft; after the `last` pick of all, the four
    cards left begin the rows. `state` is the position after it.
    """
    motions = [Motion(TOKENS[card], "market", f"hand/{seat}", SORTED)]
    if last:
        firsts = [(row, TOKENS[state.row(row)[0]]) for row in range(1, ROWS + 1)]
        motions += [Motion(first, "market", f"row/{row}") for row, first in firsts]
    facts = {**_cards(state, seat), **_deck(state), **_phase(state)}
    return Step("pick", motions, facts, seat)


def choose(state: Position, seat: int) -> Step:
    """The step in which `seat` lays its chosen card face down; `state` is the position after it."""
    hand, choice, card, mine = f"hand/{seat}", f"choice/{seat}", state.choices[seat], only(seat)
    # Where the others know the hand, it must not give the choice away before the reveal.
    motions = [Motion(TOKENS[card], hand, choice, END, mine, mine, mine if state.drafted else OPEN)]
    if state.drafted:
        motions.append(Motion(UNKNOWN, "", choice, END, NOBODY, NOBODY, all_but(seat)))
    return Step("choose", motions, {**_cards(state, seat), **_to_move(state)}, seat)


def reveal(state: Position) -> Step:
    """The step in which all chosen cards are turned up; `state` has them all still to be placed."""
    motions = []
    for seat in range(1, state.n + 1):
        card, choice = TOKENS[state.choices[seat]], f"choice/{seat}"
        motions.append(Motion(card, choice, choice, END, only(seat)))
        if state.drafted:
            motions.append(Motion(card, f"hand/{seat}", "", END, OPEN, OPEN, all_but(seat)))
    return Step("reveal", motions)


def place(state: Position, card: int, row: int, at: int) -> Step:
    """The step in which a card goes from its owner's place into row `row` at the index `at` (both
    from 0); `state` is the position after it.
    """
    seat = state.owner(card)
    motion = Motion(TOKENS[card], f"choice/{seat}", f"row/{row + 1}", at)
    return Step("place", [motion], {}, seat)


def take(state: Position, seat: int, row: int) -> Step:
    """The step in which `seat` takes the cards of a row (numbered from 0). In `state` their heads
    are counted, but the cards are still in the row.
    """
    zone, taken = f"row/{row + 1}", f"taken/{seat}"
    motions = [Motion(TOKENS[card], zone, taken) for card in state.row(row + 1)]
    return Step("take", motions, _points(state, seat), seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """A step in which no card moves and turn, phase or who may act has changed; `kind` is its name.
    `seat` is the seat that causes it, 0 for none.
    """
    return Step(kind, [], {"turn": state.turn, **_phase(state)}, seat)
