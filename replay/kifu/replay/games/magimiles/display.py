"""What people see of a match of MAGiMiLES: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.authoring import (
    COMMON,
    DEAL_UNKNOWN,
    HAND_ZONE,
    OVER,
    ROUND,
    Shown,
    changing,
    facts_of,
    moved,
)
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.magimiles.cards import ALL_CARD, BACKS, PILES, PLACES, tables_of
from kifu.replay.games.magimiles.options import ATTRIBUTE_NAMES, Options
from kifu.replay.games.magimiles.position import TAKE, Position, holders
from kifu.replay.games.magimiles.sentences import BACK_NAMES
from kifu.replay.table import (
    ALL,
    END,
    EVERY,
    NOBODY,
    OPEN,
    UNKNOWN,
    Motion,
    Step,
    Table,
    all_but,
    only,
)


def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: zones in the order shown, the names of facts and
    phases, and how each card is drawn (fronts, then backs). A new Layout with each call.
    """
    zones = [Zone("trump", "choice", 0, Words("Trump card", "切札"))]
    if seats == 2:
        zones += [Zone(f"pile/{k}", "pool", 0, Words(f"Pile {k}", f"束{k}")) for k in _PILES]
    for seat in range(1, seats + 1):
        zones += [
            Zone(f"main/{seat}", "choice", seat, Words("Main card", "メインカード")),
            Zone(f"support/{seat}", "row", seat, Words("Support cards", "サポートカード")),
            Zone(f"hand/{seat}", "hand", seat, HAND_ZONE),
            Zone(f"declared/{seat}", "choice", seat, Words("Declared", "宣言")),
        ]
    won, teams = Words("Cards won", "獲得カード"), dict[str, Words]()
    if seats == 4:
        won = Words("Cards won by the team", "チームの獲得カード")
        teams["team"] = Words("Team", "チーム")
    zones += [Zone(f"won/{seat}", "pile", seat, won) for seat in holders(seats)]
    zones.append(Zone("deck", "pile", 0, Words("Deck", "山札")))
    return Layout(
        zones=zones,
        seat_facts={
            **teams,
            "score": Words("Score", "得点"),
            "cards": Words("Cards", "手札枚数"),
            "total": Words("Total", "数値"),
        },
        table_facts={
            "round": ROUND,
            "turn": Words("Trick", "トリック"),
            "trump": Words("Trump", "切札"),
        },
        phases=_PHASES,
        faces=_faces(options),
        codes={"team": ("A", "B")},
    )


_PHASES = {
    "pick1": Words("A pile is being picked", "束を選んでいます"),
    "pick2": Words("Two piles are being picked", "束を2つ選んでいます"),
    "pass1": Words("A card is being passed", "カードを渡しています"),
    "pass2": Words("A card is being passed back", "カードを返しています"),
    "declare": Words("An attribute is being declared", "属性を宣言しています"),
    "main": Words("Main cards are being played", "メインカードを出しています"),
    "support": Words("Support cards are being laid", "サポートカードを出しています"),
    "take": Words("The best seat takes cards", "1番目のプレイヤーが受け取るカードを選んでいます"),
    "waiting": DEAL_UNKNOWN,
    "over": OVER,
}
#: For each attribute: the shape on its cards and their colour class.
_LOOKS = [("flame", 4), ("leaf", 6), ("drop", 2), ("prism", 0)]


def _faces(options: Options) -> dict[str, Face]:
    """Token -> how the card is drawn, as a new dict: the fronts in deck order (equal cards have
    one), then the three backs `r_`, `g_`, `b_`.
    """
    data = tables_of(options)
    faces = {}
    for card in data.card.values():
        words, number = ATTRIBUTE_NAMES[data.attribute[card]], data.number[card]
        pip, colour = _LOOKS[data.attribute[card]]
        name = Words(f"{words.en} {number}", f"{words.ja}の{number}")
        faces[data.tokens[card]] = Face(str(number), name, 1, pip, colour)
    for back, (pip, colour) in zip(BACKS, _LOOKS[:ALL_CARD], strict=False):
        faces[back] = Face("", BACK_NAMES[back], 1, pip, colour, back=True)
    return faces


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.

_PILES = range(1, PILES + 1)


def view(state: Position, viewer: int) -> Table:
    """The table as `viewer` sees it, as a new one. The viewer is a seat, PUBLIC (what everybody
    sees) or ALL (all that is known).

    - A main card is in `main/SEAT` of its seat. A support card is in `support/SEAT` of the seat
      whose main card it is laid on.
    - Hands are in canonical order, unknown cards (`_`) last. Of a hand of another seat only the
      backs are seen: red, green, blue, then unknown backs (`_`).
    - Support cards are seen only by the seat that laid them, until all of the trick are laid;
      declared cards, until the match is over. Others see their backs.
    - The cards of the deck are `_` for everybody, ALL too.
    """
    lies = {"trump": _open([state.trump_card]), "deck": [(0, 0)] * (PLACES - 1 - state.dealt)}
    for pile in _PILES if state.n == 2 else ():
        lies[f"pile/{pile}"] = _open(state.pile(pile))
    for seat in state.seats:
        declared = state.declared[seat], 0 if state.is_over else seat
        lies[f"hand/{seat}"] = [(card, seat) for card in state.hand(seat)]
        lies[f"main/{seat}"] = _open([state.mains[seat]])
        lies[f"declared/{seat}"] = [declared] if declared[0] or state.covered >> seat & 1 else []
        lies[f"support/{seat}"] = [
            (card, 0 if state.stage == TAKE else layer)
            for layer, card, target in state.cards_laid()
            if target == seat
        ]
    for seat in holders(state.n):
        lies[f"won/{seat}"] = _open(state.cards_won(seat))
    tokens, backs = state.tables.tokens, state.tables.back
    zones = {
        zone: [
            tokens[card] if viewer == ALL or own in (0, viewer) else backs[card]
            for card, own in cards
        ]
        for zone, cards in lies.items()
    }
    for seat in state.seats:
        if viewer not in (seat, ALL):
            zones[f"hand/{seat}"].sort(key=BACKS.index)
    names = [name for name in _FACTS if name != "team/" or state.n == 4]
    return Table(zones, facts_of(state, _FACTS, names))


def _open(cards: list[int]) -> list[tuple[int, int]]:
    """Pairs (card, 0), for cards that everyone sees; 0 in `cards` is no card and is left out."""
    return [(card, 0) for card in cards if card]


# The facts

_FACTS: Shown = {
    "round": lambda state, seat: state.round,
    **COMMON,
    "deck": lambda state, seat: PLACES - 1 - state.dealt,
    "trump": lambda state, seat: state.trump if state.trump_card else "-",
    "score/": lambda state, seat: state.points[state.holder(seat)],
    "total/": lambda state, seat: state.totals[seat] if state.mains[seat] else "-",
    "cards/": lambda state, seat: state.hand_size(seat),
    "team/": lambda state, seat: "AB"[(seat - 1) % 2],
}
_COMMON = "round turn phase to_move deck trump"
#: The facts that a step tells by its kind, each of which is here; {0} is its seat, {1} the other
#: one that it is about.
_CHANGED = {
    "deal": f"{_COMMON} cards/",
    "piles": _COMMON,
    "pick": "cards/{0}",
    "draw": "cards/{0} deck",
    "trump": "deck trump",
    "pass": "cards/{0} cards/{1}",
    "declare": "cards/{0}",
    "main": f"cards/{{0}} total/{{0}} {_COMMON}",
    "support": f"cards/{{0}} {_COMMON}",
    "apply": "total/{1}",
    "score": "score/",
    "collect": "trump",
    **dict.fromkeys(("turn", "phase", "end"), _COMMON),
    **dict.fromkeys(("reveal", "trumped", "take", "trick"), ""),
}

# How cards move: the steps of a move, as a watcher gets them

#: Where a card goes that is laid from the hand, by the kind of step.
_LAID = {
    "pass": "hand/{1}",
    "declare": "declared/{0}",
    "main": "main/{0}",
    "support": "support/{1}",
}


def step(state: Position, kind: str, seat: int, card: int, other: int, known: int) -> Step:
    """The step `kind`: its motions, and the facts that change. `state` is the position after it,
    except that picked piles are still on the table, and so are the cards of a trick just won; it
    isn't changed.

    - `seat` is the seat that acts (0: nobody), `card` the card that moves; 0 if it isn't known, or
      if no single card moves.
    - `other` is the partner (`pass`), the seat of the main card (`support`, `apply`), or the mask
      of the piles, bit k for pile k (`pick`). It isn't used for other kinds.
    - `known` is the mask of the known cards of the hand before, used if a card is laid or passed.

    Raises KeyError for a kind that the game doesn't have.
    """
    if kind in _LAID:
        seen = only(seat) if kind in ("declare", "support") else OPEN
        motions = _from_hand(state, seat, card, _LAID[kind].format(seat, other), known, seen)
    else:
        motions = _motions(state, kind, seat, card, other)
    made = changing(state, _FACTS, _CHANGED, kind, motions, seat, other)
    if kind in ("take", "trick"):
        made.facts = {f"total/{played}": "-" for played in state.seats_in()}
    return made


def _motions(state: Position, kind: str, seat: int, card: int, other: int) -> list[Motion]:
    """The motions of a step in which no card is laid from a hand; [] if none moves. Arguments as
    for `step`.
    """
    seats, hand, tokens = state.seats, f"hand/{seat}", state.tables.tokens
    ways: list[tuple[int, str, str]] = []
    match kind:
        case "deal":
            ways = [(held, "deck", f"hand/{own}") for own in seats for held in state.hand(own)]
        case "piles":
            ways = [(laid, "deck", f"pile/{pile}") for pile in _PILES for laid in state.pile(pile)]
        case "pick":
            picked = [pile for pile in _PILES if other >> pile & 1]
            ways = [(got, f"pile/{pile}", hand) for pile in picked for got in state.pile(pile)]
        case "draw":
            ways = [(card, "deck", hand)]
        case "trump":
            ways = [(card, "deck", "trump")]
        case "collect":
            zones = [f"{name}/{owner}" for owner in seats for name in ("won", "declared")]
            return [Motion(EVERY, zone, "deck") for zone in ("trump", *zones)]
        case "take" | "trick":
            lain = {state.mains[each]: f"main/{each}" for each in state.seats_in()}
            lain |= {laid: f"support/{at}" for _layer, laid, at in state.cards_laid()}
            return [
                Motion(tokens[got], lain[got], f"won/{owner}")
                for owner in (*seats[seat - 1 :], *seats[: seat - 1])  # the winner's first
                for got in lain
                if state.kept[owner] >> got & 1
            ]
        case "reveal":
            motions: list[Motion] = []
            for layer, laid, at in state.cards_laid():
                zone = f"support/{at}"
                place = sum(motion.src == zone for motion in motions)
                motions.append(_moved(state, laid, zone, zone, place))
                # A seat does not see its own change, since it knew the card.
                motions[-1].was, motions[-1].to = NOBODY, all_but(layer)
            return motions
        case "score":
            motions = []
            for layer, laid in enumerate(state.declared):
                if laid:
                    motions.append(_moved(state, laid, f"declared/{layer}", f"declared/{layer}"))
                    motions[-1].was = only(layer)
            return motions
    return [_moved(state, *way) for way in ways]


def _moved(state: Position, card: int, src: str, dst: str, at: int = END) -> Motion:
    """The motion of `card` from zone `src` to zone `dst` (see `authoring.moved`), at place `at` of
    `dst`; whoever doesn't see its front sees the card's back.
    """
    motion = moved(state.tables.tokens[card], src, dst, at)
    motion.back = state.tables.back[card]
    return motion


def _from_hand(
    state: Position, seat: int, card: int, dst: str, before: int, seen: int = OPEN
) -> list[Motion]:
    """The motions by which `card` goes from the hand of `seat` to the zone `dst`. Of the viewers
    there, only those in the mask `seen` see its front. `before` is the mask of the cards that were
    known in the hand.

    If `card` isn't one of them, an unknown card leaves the table, and `card` comes into `dst` from
    outside. If `card` is 0, nobody knows it: then all known cards of the hand become unknown, and
    an unknown card moves.
    """
    hand = f"hand/{seat}"
    is_known = before >> card & 1
    motion = _moved(state, card, hand if is_known else "", dst)
    motion.seen &= seen
    if is_known:
        return [motion]
    if card:
        return [Motion(UNKNOWN, hand, ""), motion]
    known = [other for other in range(1, PLACES) if before >> other & 1]
    return [
        *[_moved(state, other, hand, "") for other in known],
        *[Motion(UNKNOWN, "", hand) for _ in known],
        Motion(UNKNOWN, hand, dst, motion.at),
    ]
