"""What people see of a match of Yuhodo: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from kifu.notation.words import Words
from kifu.replay.authoring import (
    HAND_ZONE,
    OVER,
    PILE_ZONE,
    TURN,
    Shown,
    by_seat,
    facts_of,
    moved,
    of_own_turn,
    table,
)
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.yuhodo.cards import (
    AT,
    CARD,
    DRAWN,
    HAND,
    KINDS,
    SIZE,
    TOKEN,
    unpacked,
)
from kifu.replay.games.yuhodo.options import Options
from kifu.replay.games.yuhodo.position import THROWER, Position
from kifu.replay.table import ALL, EVERY, Motion, Step, Table

#: Letter of an attribute -> its name, pip and colour class.
_ATTRIBUTES = {
    "h": ("Human", "human", 2),
    "a": ("Angel", "angel", 3),
    "d": ("Demon", "demon", 5),
    "i": ("Item", "item", 6),
}


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: zones in the order shown, the names of facts and
    phases, and how each card is drawn. Cached: calls with equal arguments return the same Layout,
    which must not be changed.
    """
    return Layout(
        zones=[
            Zone("market", "row", 0, Words("Market", "場札")),
            Zone("window", "choice", 0, Words("Latest discard", "今捨てられた捨札")),
            Zone("bonus", "pool", 0, Words("Bonus check", "ボーナス・チェック")),
            *by_seat(seats, "goal", "melds", Words("Goal", "ゴール形")),
            *by_seat(seats, "hand", "hand", HAND_ZONE),
            *by_seat(seats, "opened", "melds", Words("Opened", "オープン")),
            *by_seat(seats, "river", "row", Words("Discards", "捨札")),
            Zone("pile", "pile", 0, PILE_ZONE),
        ],
        seat_facts={"points": Words("Points", "得点"), "ready": Words("Ready", "レディ")},
        table_facts={"round": Words("Short game", "ショート・ゲーム"), "turn": TURN},
        phases={
            "take": Words("A card is to be taken", "テイクする番です"),
            "act": Words("A set is to be opened or a card discarded", "オープンか捨札をする番です"),
            "waiting": Words("A chance event is not known", "偶然の結果が不明です"),
            "over": OVER,
        },
        faces={TOKEN[card]: face(card) for card in CARD.values()},
        codes={"ready": ("–", "✓"), "score": 4},
    )


def face(card: int) -> Face:
    """How a card (its number, from 2; 0 has no face) is drawn, and its name: `Human 4`, `red Human
    4`.
    """
    kind, is_red = divmod(card, 2)
    letter, title = KINDS[kind]
    attribute, pip, colour = _ATTRIBUTES[letter]
    plain = f"{attribute} {title}"
    if is_red:
        return Face(str(title), Words(f"red {plain}", f"赤字の{plain}"), 1, pip, colour, "red")
    return Face(str(title), Words(plain, plain), 1, pip, colour)


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: int) -> Table:
    """The table as `viewer` sees it, as a new one. The viewer is a seat, PUBLIC (what everybody
    sees) or ALL (all that is known).

    - Hands are in canonical order, unknown cards last. Every card of another seat's hand is `_`,
      and so is every card of the pile, for ALL too.
    - The discard that may be claimed is in the zone `window`, not in its river.
    - The hand of a seat that went out is in `goal/SEAT`, as its three sets.
    - The fact `to_move` names the seat on turn, and the viewer if it may claim the discard. For ALL
      it names every seat that may act.
    """
    zones = {
        zone.name: [TOKEN[card] for card in _LIES[zone.name.partition("/")[0]](state, zone.seat)]
        for zone in layout(state.options, state.n).zones
    }
    acting = [
        str(seat) for seat in state.to_move() if viewer in (seat, ALL) or seat == state.next_seat
    ]
    facts = {**facts_of(state, _FACTS, _FACTS), "to_move": " ".join(acting)}
    return table(zones, facts, viewer)


def _flat(sets: Iterable[int]) -> list[int]:
    """The cards of several sets, each packed, as one list, in their order."""
    return [card for cards in sets for card in unpacked(cards)]


def _sizes(sets: Iterable[int]) -> str:
    """How many cards each set, packed, has, as text: "3 3"; "" for no sets."""
    return " ".join([str(len(unpacked(cards))) for cards in sets])


#: The cards that lie in a zone, by its name without a seat.
_LIES: dict[str, Callable[[Position, int], list[int]]] = {
    "market": lambda state, seat: list(state.market),
    "window": lambda state, seat: [state.window] if state.window else [],
    "bonus": lambda state, seat: state.bonus(),
    "goal": lambda state, seat: _flat(state.split) if seat == state.out else [],
    "hand": lambda state, seat: [] if seat == state.out else state.hand(seat),
    "opened": lambda state, seat: _flat(state.opened_sets(seat)),
    "river": lambda state, seat: state.river(seat)[: -1 if seat == state.discarder else None],
    "pile": lambda state, seat: state.pile(),
}
_FACTS: Shown = {
    "round": lambda state, seat: state.round,
    "starter": lambda state, seat: state.starter,
    "phase": lambda state, seat: state.phase,
    "pile": lambda state, seat: SIZE - state.top,
    "to_move": lambda state, seat: str(state.next_seat or ""),
    "turn": lambda state, seat: state.turn,
    "goal/": lambda state, seat: _sizes(state.split) if seat == state.out else "",
    "score/": lambda state, seat: state.tally() if seat == state.out else "",
    "opened/": lambda state, seat: _sizes(state.opened_sets(seat)),
    "points/": lambda state, seat: state.totals[seat],
    "ready/": lambda state, seat: "✓" if state.ready >> seat & 1 else "–",
}
#: The facts that a step tells by its kind, each of which is here, beside those that any step may
#: change; {0} is its seat.
_CHANGED = {
    "deal": "round starter turn goal/ score/ opened/ ready/",
    "take": "turn",
    "pass": "turn",
    "open": "opened/{0}",
    "gain": "opened/{0}",
    "ready": "ready/{0}",
    "goal": "goal/{0}",
    "score": "score/{0} points/{0}",
    "pay": "points/{0}",
    **dict.fromkeys(["wait", "market", "draw", "discard", "bonus", "void", "instant", "end"], ""),
}


# How cards move: the steps of a move, as a watcher gets them


def step(state: Position, kind: str, seat: int, card: int, closed: int, known: int) -> Step:
    """The step `kind` of `seat` (0: nobody): its motions, and the facts that change. `state` is the
    position after it, and isn't changed. Raises KeyError for a kind that the game doesn't have.

    - `card` is the card that a bonus check turns up, or the discard that is claimed; 0 for all
      else.
    - `closed` is the discard, as a card, that can no longer be claimed and goes to the river of its
      seat, or 0.
    - `known` isn't used: every game's `step` has it (see `Coded.tell`).

    The fact `to_move` names only the seat on turn. A seat that may claim the discard gets a private
    value of its own, since only it knows that it may.
    """
    if kind == "collect":
        seats, names = state.seats, ("hand", "opened", "river", "goal")
        zones = ["market", "window", "bonus", *[f"{name}/{k}" for k in seats for name in names]]
        return Step(kind, [Motion(EVERY, zone, "pile") for zone in zones])
    changed = f"phase pile to_move {_CHANGED[kind]}".format(seat).split()
    motions = _motions(state, kind, seat, card)
    if closed:
        discarder = state.thrown[state.discards - 1] >> THROWER
        motions.append(moved(TOKEN[closed], "window", f"river/{discarder}"))
    private = of_own_turn(state, state.to_move())
    return Step(kind, motions, facts_of(state, _FACTS, changed), seat, private)


def _motions(state: Position, kind: str, seat: int, card: int) -> list[Motion]:
    """The motions of a step, except that of a discard that goes to its river unclaimed; [] if no
    card moves. `state` is the position after the step; the arguments are those of `step`.
    """
    hand = f"hand/{seat}"
    cards, src, dst = list[int](), "pile", hand
    match kind:
        case "deal":
            return [
                moved(TOKEN[AT[place]], "pile", f"hand/{owner}")
                for owner in state.seats
                for place in state.deck[HAND * (owner - 1) : HAND * owner]
            ]
        case "market":
            cards, dst = list(state.market), "market"
        case "take":
            cards, src = [state.taken], "market"
        case "draw":
            cards = [AT[place] for place in state.deck[state.top - DRAWN : state.top]]
        case "discard":
            cards, src, dst = [state.window], hand, "window"
        case "bonus":
            cards, dst = [card], "bonus"
        case "open" | "gain":
            cards, src, dst = unpacked(state.opened_sets(seat)[-1]), hand, f"opened/{seat}"
        case "goal":
            cards, src, dst = _flat(state.split), hand, f"goal/{seat}"
    motions = [moved(TOKEN[each], src, dst) for each in cards]
    if card in cards and src == hand:
        # Of equal cards the claimed one is the last of a new set, the first of a goal.
        at = cards.index(card) + (cards.count(card) - 1 if kind == "gain" else 0)
        motions[at] = moved(TOKEN[card], "window", dst)
    return motions
