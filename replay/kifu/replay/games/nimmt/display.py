"""What people see of a match of 6 nimmt!: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.authoring import (
    COMMON,
    COMMON_TURN,
    DEAL_UNKNOWN,
    HAND_ZONE,
    OVER,
    ROUND,
    Shown,
    by_seat,
    changing,
    facts_of,
    moved,
)
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.position import (
    DRAFT,
    FULL,
    ROWS,
    TOKENS,
    Position,
    deck_of,
    heads_by,
    heads_words,
)
from kifu.replay.table import (
    ALL,
    END,
    EVERY,
    NOBODY,
    OPEN,
    SORTED,
    UNKNOWN,
    Motion,
    Step,
    Table,
    all_but,
    only,
)


def layout(options: Options, seats: int) -> Layout:
    """A new Layout with what is the same in every table of a match: the zones in the order shown,
    the names of facts and phases, and how each card is drawn.
    """
    zones = [Zone(f"row/{k}", "row", 0, Words(f"Row {k}", f"{k}列目")) for k in range(1, ROWS + 1)]
    if options.hands == "drafted":
        zones.append(Zone("market", "pool", 0, Words("Face-up cards", "公開カード")))
    zones += by_seat(seats, "choice", "choice", Words("Chosen", "選んだカード"))
    zones += by_seat(seats, "hand", "hand", HAND_ZONE)
    zones += by_seat(seats, "taken", "pile", Words("Cards taken", "引き取ったカード"))
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
        faces={token: _face(int(token), options) for token in deck_of(options, seats)},
        takes=FULL + 1,
    )


#: By heads: the colour class of a card.
_INKS = {1: 0, 2: 2, 3: 6, 5: 3, 7: 4}


def _face(card: int, options: Options) -> Face:
    """How the card with the number `card` (1 to 104) is drawn: its number, as many head symbols as
    it has heads by the `options`, and a colour that depends on the number of heads.
    """
    heads = heads_by(options)[0][card]
    name = Words(f"{card}, {heads_words(heads)}", f"{card}、牛{heads}頭")
    return Face(str(card), name, heads, "head", _INKS[heads])


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: int) -> Table:
    """A new table, as `viewer` sees it: a seat, PUBLIC for what everybody sees, or ALL for all that
    is known. The cards are those that `Position.lying` gives, with `_` for a card that the viewer
    doesn't see. The zone `deck` is the stock, whose cards nobody sees, not even ALL. `state` isn't
    changed.
    """
    own = [f"{name}/{seat}" for seat in state.seats for name in ("choice", "hand", "taken")]
    names = [*(f"row/{row}" for row in range(1, ROWS + 1)), "market", *own]
    zones = dict(zip(names, map(_tokens, state.lying(viewer)), strict=True))
    zones["deck"] = [UNKNOWN] * int(state.stock)
    return Table(zones, facts_of(state, _FACTS, _FACTS))


def _tokens(cards: list[int]) -> list[str]:
    """The tokens of these cards, in the order given; `_` for 0, a card that isn't seen."""
    return [TOKENS[card] if card else UNKNOWN for card in cards]


#: The facts: those of the table, and of a seat.
_FACTS: Shown = {
    **COMMON,
    "round": lambda state, seat: state.round,
    "deck": lambda state, seat: state.market or state.stock,
    "cards/": lambda state, seat: state.hand_size(seat),
    "heads/": lambda state, seat: state.heads[seat],
    "points/": lambda state, seat: state.target - state.heads[seat],
}
#: The facts that a step tells by its kind; {0} is its seat.
_CHANGED = {
    "deal": "round turn deck phase to_move cards/",
    "pick": "cards/{0} deck phase to_move",
    "choose": "cards/{0} to_move",
    "take": "heads/{0} points/{0}",
    **dict.fromkeys(("low", "tie", "turn", "end"), "turn phase to_move"),
    **dict.fromkeys(("collect", "reveal", "place"), ""),
}


# How cards move: the steps of a move, as a watcher gets them


def step(state: Position, kind: str, seat: int, card: int, row: int, at: int) -> Step:
    """The step `kind` of `seat` (0: nobody): its motions and the facts that change. `state` is the
    position after the step and isn't changed; only for `take`, the row taken must still be there.

    - `collect`, `deal`, `reveal` are of all seats; `turn` and `end` change facts only, and so do
      `low` and `tie` of the seat that is asked. These use neither `card` nor `row`.
    - `choose`: `seat` lays down the card that it has chosen, which `state` knows.
    - `pick`: `seat` takes the face-up `card`. The last pick also moves the cards that begin the
      rows.
    - `place`: `card` goes to index `at` of `row` (both from 0). The step is of the card's owner,
      whatever `seat` is.
    - `take`: `seat` takes the cards of `row`.

    Raises KeyError for any other kind.
    """
    if kind == "place":
        seat = state.owner(card)
    motions = _motions(state, kind, seat, card, row, at)
    return changing(state, _FACTS, _CHANGED, kind, motions, seat)


def _motions(state: Position, kind: str, seat: int, card: int, row: int, at: int) -> list[Motion]:
    """The motions of a step; [] if no card moves, and for an unknown kind. The arguments are those
    of `step`, but for `place`, `seat` must be the card's owner. `_of_all` makes those of the steps
    that are of all seats.
    """
    hand, choice, mine = f"hand/{seat}", f"choice/{seat}", only(seat)
    match kind:
        case "pick":
            motions = [Motion(TOKENS[card], "market", hand, SORTED)]
            if state.stage != DRAFT:  # after the last pick the four cards left begin the rows
                rows = [(each, TOKENS[state.row(each)[0]]) for each in range(1, ROWS + 1)]
                motions += [Motion(first, "market", f"row/{each}") for each, first in rows]
            return motions
        case "choose":
            # Where the others know the hand, it must not give the choice away before the reveal.
            to, token = mine if state.drafted else OPEN, TOKENS[state.choices[seat]]
            motions = [Motion(token, hand, choice, END, mine, mine, to)]
            if state.drafted:
                motions.append(Motion(UNKNOWN, "", choice, END, NOBODY, NOBODY, all_but(seat)))
            return motions
        case "place":
            return [Motion(TOKENS[card], choice, f"row/{row + 1}", at)]
        case "take":
            tokens = _tokens(state.row(row + 1))
            return [Motion(token, f"row/{row + 1}", f"taken/{seat}") for token in tokens]
    return _of_all(state, kind)


def _of_all(state: Position, kind: str) -> list[Motion]:
    """The motions of the steps `collect`, `deal` and `reveal`; [] for any other kind."""
    seats, rows = state.seats, range(1, ROWS + 1)
    motions: list[Motion] = []
    match kind:
        case "collect":
            zones = [*(f"row/{row}" for row in rows), *(f"taken/{seat}" for seat in seats)]
            motions = [Motion(EVERY, zone, "deck") for zone in zones]
        case "deal":
            lying, hands = view(state, ALL).zones, [f"hand/{seat}" for seat in seats]
            for zone in ["market", *hands, *(f"row/{row}" for row in rows)]:
                at = SORTED if zone == "market" else END
                motions += [moved(token, "deck", zone, at) for token in lying[zone]]
        case "reveal":
            for seat in seats:
                token, zone, others = TOKENS[state.choices[seat]], f"choice/{seat}", all_but(seat)
                motions.append(Motion(token, zone, zone, END, only(seat)))
                if state.drafted:
                    motions.append(Motion(token, f"hand/{seat}", "", END, OPEN, OPEN, others))
    return motions
