"""What people see of a match of 6つ子7組: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from functools import lru_cache

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.mutsugo.cards import CARD, DECK, PRINTED, SMALLEST, TOKEN, tokens_of
from kifu.replay.games.mutsugo.options import Options, settle
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.states.game_words import DEAL_UNKNOWN, HAND_ZONE, OVER, PILE_ZONE, TURN
from kifu.replay.states.zones import by_seat, moved, table
from kifu.replay.table import END, SORTED, UNKNOWN, Fact, Step, Table


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: its zones, the names of facts and phases, and how
    each card is drawn. The fact `made` is the numbers of the sets that the seat on turn has made in
    this turn, "-" for none.
    """
    return Layout(
        zones=[
            Zone("free", "pool", 0, Words("Free cards", "フリーカード")),
            *by_seat(seats, "sets", "melds", Words("Sets", "セット")),
            *by_seat(seats, "hand", "hand", HAND_ZONE),
            Zone("pile", "pile", 0, PILE_ZONE),
        ],
        seat_facts={"points": Words("Scored", "得点")},
        table_facts={
            "turn": TURN,
            "target": Words("Cards to win", "規定の得点枚数"),
            "made": Words("Made this turn", "新しい"),
        },
        phases={
            "waiting": DEAL_UNKNOWN,
            "start": Words("The Start Draw comes next", "スタートドロウをしてください"),
            "main": Words("Sets and refills are possible", "セットと補充ができます"),
            "closing": Words("A card has been discarded", "手札を1枚捨てました"),
            "over": OVER,
        },
        faces={token: _face(token) for token in DECK},
        values={"made": _made_words(settle(options, seats).target or 0)},
    )


def _made_words(target: int) -> dict[str, Words]:
    """By the value of the fact `made`, what it is called: "sets 1 and 2". A seat has won once the
    cards of its sets, at least three each, are `target`.
    """
    found = {}
    sets = range(1, -(-target // SMALLEST) + 1)
    for first in sets:
        found[str(first)] = Words(f"set {first}", f"セット{first}")
        for last in sets[first:]:
            en, ja = ("and", "と") if last == first + 1 else ("to", "〜")
            made = " ".join(map(str, sets[first - 1 : last]))
            found[made] = Words(f"sets {first} {en} {last}", f"セット{first}{ja}{last}")
    return found


#: The shape of each mark and its colour class.
_SHAPES = {
    "c": ("circle", 2),
    "s": ("square", 6),
    "p": ("plus", 3),
    "t": ("triangle", 5),
    "x": ("cross", 4),
    "a": ("star", 0),
}


def _face(token: str) -> Face:
    shape, colour = _SHAPES[token[0]]
    name = Words(f"{shape} {token[1]}", PRINTED[CARD[token]])
    return Face(token[1], name, pips=1, pip=shape, colour=colour)


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` (a seat, PUBLIC or ALL) sees it.

    Hands and free cards are in canonical order, unknown cards of a hand last. Another seat's hand
    is shown as backs, even cards that everybody saw go there.
    """
    zones = {"free": tokens_of(state.free_cards()), "pile": [UNKNOWN] * len(state.pile())}
    facts = {"target": state.target, **_now(state)}
    for seat in range(1, state.n + 1):
        zones[f"sets/{seat}"] = [TOKEN[card] for cards in state.sets_of(seat) for card in cards]
        zones[f"hand/{seat}"] = tokens_of(state.hand(seat)) + [UNKNOWN] * state.unknown[seat]
        facts |= _counts(state, seat)
    return table(zones, facts, viewer)


def _now(state: Position) -> dict[str, Fact]:
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join(map(str, state.to_move())),
        "made": " ".join(map(str, state.made_this_turn())) or "-",
    }


def _counts(state: Position, seat: int) -> dict[str, Fact]:
    """Three facts of `seat`: how many cards it has in sets and in hand, and the sizes of
    its sets.
    """
    return {
        f"points/{seat}": state.score[seat],
        f"cards/{seat}": state.size[seat],
        f"sets/{seat}": " ".join(str(len(cards)) for cards in state.sets_of(seat)),
    }


# How cards move: the steps of a move, as a watcher gets them


def opened(card: int) -> Step:
    """The step of a Start Open, in which `card`, the top of the pile, becomes a free card."""
    return Step("open", [moved(TOKEN[card], "pile", "free", SORTED)])


def move(state: Position, kind: str, cards: list[int], src: str, dst: str, seat: int) -> Step:
    """The step in which `cards` (0: one that the record does not know) go from the zone `src` to
    `dst` by a move of `seat`; `state` is the position after it.
    """
    motions = [
        moved(TOKEN[card] or UNKNOWN, src, dst, SORTED if dst == "free" else END) for card in cards
    ]
    return Step(kind, motions, {**_counts(state, seat), **_now(state)}, seat)


def make(state: Position, cards: list[int], seat: int, taken: int, owner: int) -> Step:
    """The step in which `seat` makes a set of `cards`. `taken`, unless 0, is the one of them that
    comes from the table: a free card (`owner` 0), or robbed from a set of the seat `owner`. `state`
    is the position after it.
    """
    table, sets = f"sets/{owner}" if owner else "free", f"sets/{seat}"
    step = move(state, "rob" if owner else "set", cards, f"hand/{seat}", sets, seat)
    if taken:
        step.motions[cards.index(taken)] = moved(TOKEN[taken], table, sets)
    if owner:
        step.facts |= _counts(state, owner)
    return step


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """A step in which no card moves: a turn ends, the match can't go on, or has ended; `kind` is
    its name. Once the match is over it gives the counts of `seat`, which caused it, and of the
    winners.
    """
    facts = _now(state)
    for each in [seat, *state.winners()] if state.is_over else []:
        facts |= _counts(state, each)
    return Step(kind, [], facts, seat)
