"""What people see of a match of 6つ子7組: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.authoring import (
    COMMON,
    DEAL_UNKNOWN,
    HAND_ZONE,
    OVER,
    PILE_ZONE,
    TURN,
    Shown,
    by_seat,
    facts_of,
    moved,
    table,
)
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.mutsugo.options import Options, settle
from kifu.replay.games.mutsugo.position import (
    CARD,
    DECK,
    PRINTED,
    SMALLEST,
    TOKEN,
    Position,
    cards_of,
    tokens_of,
)
from kifu.replay.table import END, SORTED, UNKNOWN, Step, Table


def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match, as a new Layout: zones in the order shown, the
    names of facts and phases, and how each card is drawn. The fact `made` has the numbers of the
    sets that the seat on turn has made in this turn, "-" for none. `options` need not be settled.
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
    """A new dict, value of the fact `made` -> its text, for every run of consecutive set numbers:
    "1" -> "set 1", "1 2" -> "sets 1 and 2", "1 2 3" -> "sets 1 to 3". The highest number is a third
    of `target`, rounded up. A seat whose sets were robbed can have higher numbers; these have no
    text here. {} for the target 0.
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
    """How a card is drawn: its number and its mark, in the mark's colour."""
    shape, colour = _SHAPES[token[0]]
    name = Words(f"{shape} {token[1]}", PRINTED[CARD[token]])
    return Face(token[1], name, pips=1, pip=shape, colour=colour)


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: int) -> Table:
    """The table as `viewer` (a seat, PUBLIC for what everybody sees, or ALL for all that is known)
    sees it, as a new one. Hands and free cards are in canonical order, unknown cards of a hand
    last; sets in the order of making, the cards of each ascending. Other seats' hands are all
    backs, also for cards that were seen to go there; ALL sees every hand. The pile is all backs for
    everybody, ALL too.
    """
    zones = {"free": tokens_of(cards_of(state.free)), "pile": [UNKNOWN] * len(state.pile())}
    for seat in state.seats:
        zones[f"sets/{seat}"] = [TOKEN[card] for cards in state.sets_of(seat) for card in cards]
        zones[f"hand/{seat}"] = tokens_of(state.hand(seat)) + [UNKNOWN] * state.unknown[seat]
    return table(zones, facts_of(state, _FACTS, _FACTS), viewer)


_FACTS: Shown = {
    **COMMON,
    "target": lambda state, seat: state.target,
    "made": lambda state, seat: " ".join(map(str, state.made_this_turn())) or "-",
    "points/": lambda state, seat: state.score(seat),
    "cards/": lambda state, seat: state.size(seat),
    "sets/": lambda state, seat: " ".join(str(len(cards)) for cards in state.sets_of(seat)),
}
_NOW = "turn phase to_move made"
_COUNTS = "points/{0} cards/{0} sets/{0}"


# How cards move: the steps of a move, as a watcher gets them

#: By the kind of the step: where cards come from and go to; {0} is its seat.
_WAYS = {
    "open": ("pile", "free"),
    "take": ("free", "hand/{0}"),
    "draw": ("pile", "hand/{0}"),
    "discard": ("hand/{0}", "free"),
    "dissolve": ("sets/{0}", "free"),
    "set": ("hand/{0}", "sets/{0}"),
    "rob": ("hand/{0}", "sets/{0}"),
}


def step(state: Position, kind: str, seat: int, card: int, owner: int, cards: int) -> Step:
    """The step `kind` of `seat` (0: nobody): its motions and the facts that change. `state` is the
    position after it, and isn't changed. By kind:

    - `open`, `take`, `draw`, `discard`: one card moves, `card` (0: an unknown one); `cards` is 0.
    - `dissolve`: the cards of the mask `cards` become free; `card` is 0.
    - `set`, `rob`: the cards of the mask `cards` become a set. `card` is the one of them that comes
      from the table, 0 if none does: from a set of the seat `owner`, or from the free cards if
      `owner` is 0.
    - Any other kind: no card moves. If the match is over, the counts of `seat` and of the winners
      are among the facts.
    """
    if kind not in _WAYS:
        about = [seat, *state.winners()] if state.is_over else []
        names = " ".join([_NOW, *(_COUNTS.format(each) for each in about)])
        return Step(kind, [], facts_of(state, _FACTS, names.split()), seat)
    src, dst = (zone.format(seat) for zone in _WAYS[kind])
    at = SORTED if dst == "free" else END
    laid = cards_of(cards) or [card]
    motions = [moved(TOKEN[each] or UNKNOWN, src, dst, at) for each in laid]
    names = "" if kind == "open" else f"{_NOW} {_COUNTS.format(seat)}"
    if cards and card:
        motions[laid.index(card)] = moved(TOKEN[card], f"sets/{owner}" if owner else "free", dst)
        names += f" {_COUNTS.format(owner)}" if owner else ""
    return Step(kind, motions, facts_of(state, _FACTS, names.split()), seat)
