"""What people see of a match of Atarayo: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.authoring import HAND_ZONE, OVER, PILE_ZONE, ROUND, TURN, moved, of_own_turn
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.atarayo.cards import (
    COLOUR,
    COLOURS,
    KINDS,
    NUMBERS,
    TOKENS,
    cards_of,
    tokens_of,
)
from kifu.replay.games.atarayo.legal import Legal
from kifu.replay.games.atarayo.options import Options, fact_name, hand_names, settle
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
    only,
)

#: The shape and the colour class of each colour, and what it is called.
PIPS = ["", "arrows", "mist", "plum", "rings", "diamond"]
CLASSES = [0, 2, 5, 4, 6, 3]
COLOUR_WORDS = [
    Words("", ""),
    Words("blue", "青(矢絣)"),
    Words("purple", "紫(霞)"),
    Words("red", "赤(梅)"),
    Words("green", "緑(七宝)"),
    Words("yellow", "黄(菱)"),
]
EFFECTS = {
    2: Words("skip", "スキップ"),
    5: Words("resist", "レジスト"),
    6: Words("draw2", "ドロー2"),
    8: Words("wild", "ワイルド"),
    9: Words("reverse", "リバース"),
    11: Words("choice", "チョイス"),
    13: Words("open", "オープン"),
}


def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match, as a new Layout: zones in the order shown, the
    names of facts and phases, and how each card is drawn. `options` need not be settled.
    """
    options = settle(options, seats)
    duel, markers = options.mode == "duel", options.goal == "first3"
    titles = {
        "": HAND_ZONE,
        "L": Words("Left hand", "左の手札"),
        "R": Words("Right hand", "右の手札"),
    }
    hands = [
        Zone(f"hand/{name}", "hand", int(name[0]), titles[name[1:]])
        for name in sorted(hand_names(options, seats))
    ]
    opened = {"open": Words("Open cards", "公開した手札")}
    if duel:
        opened = {
            "open_left": Words("Open, left", "左の公開した手札"),
            "open_right": Words("Open, right", "右の公開した手札"),
        }
    score = Words("Markers", "勝利点マーカー") if markers else Words("Points", "勝利点")
    return Layout(
        zones=[
            Zone("field", "row", 0, Words("Field", "場")),
            Zone("pile", "pile", 0, PILE_ZONE),
            Zone("revealed", "pool", 0, Words("Revealed", "公開された2枚")),
            Zone("point", "choice", 0, Words("Point card", "点札")),
            Zone("discards", "pile", 0, Words("Discards", "捨て札")),
            *hands,
        ],
        seat_facts={"score": score, **opened},
        table_facts={
            "round": ROUND,
            "turn": TURN,
            **({"current": Words("Hand on turn", "いまの手番")} if duel else {}),
            "direction": Words("Direction", "回り順"),
            "colour": Words("Named colour", "指定の色"),
            "attack": Words("Attack", "アタック"),
            "above": Words("Cards above the face-up card", "点札が出るまでの枚数"),
        },
        phases={
            "choose": Words("The first field card is being chosen", "最初の場札を選んでいます"),
            "act": Words("A card is to be played or drawn", "カードを出すか引きます"),
            "drawn": Words("A card was drawn; play or pass", "引いた後、出すかパスします"),
            "attacked": Words("An attack is to be answered", "アタックを受けています"),
            "called": Words("A call may be countered", "『あきまへん』に仕返せます"),
            "waiting": Words("What was shuffled is not known", "シャッフルの結果が不明です"),
            "over": OVER,
        },
        faces={TOKENS[kind]: _face(kind) for kind in range(1, len(TOKENS))},
        values=_values(seats, markers),
        codes={
            **dict.fromkeys(("current", "window"), ("-", *hand_names(options, seats))),
            "direction": ("↻", "↺"),
            "open": "hand/",
            "open_left": "hand/L",
            "open_right": "hand/R",
        },
    )


def _values(seats: int, markers: bool) -> dict[str, dict[str, Words]]:
    """A new dict, fact -> value -> its text, for the facts `colour`, `current` (the two hands of
    each seat, as in the duel), `attack` (`6+2` to `6+10`, `13`) and, unless `markers` are played
    for, `score`, whose value 8 is called Standby.
    """
    hands = {
        f"{seat}{side}": Words(f"seat {seat}, {en}", f"席{seat}の{ja}の手札")
        for seat in range(1, seats + 1)
        for side, en, ja in (("L", "left", "左"), ("R", "right", "右"))
    }
    attacks = {
        f"6+{amount}": Words(f"draw {amount} cards", f"{amount}枚引く")
        for amount in range(2, 11, 2)
    }
    attacks["13"] = Words("open the hand", "手札を公開")
    standby = {} if markers else {"score": {"8": Words("8 (Standby)", "8点(Standby)")}}
    colours = dict(zip(COLOURS, COLOUR_WORDS[1:], strict=True))
    return {"colour": colours, "current": hands, "attack": attacks, **standby}


def _face(kind: int) -> Face:
    """How a card of this kind is drawn, and its name by colour, number and effect: `red 6,
    draw2`.
    """
    number, colour = NUMBERS[kind], COLOUR[kind]
    effect, words = EFFECTS.get(number), COLOUR_WORDS[colour]
    en, ja = (f"{words.en} {number}", f"{words.ja}の{number}") if colour else (f"{number}",) * 2
    name = Words(f"{en}, {effect.en}", f"{ja}、{effect.ja}") if effect else Words(en, ja)
    pip = PIPS[colour] or ("wild" if number == 8 else "choice")
    return Face(str(number), name, 1, pip, CLASSES[colour])


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Legal, viewer: int) -> Table:
    """The table as `viewer` (a seat, PUBLIC for what everybody sees, or ALL for all that is known)
    sees it, as a new one. Hands are in canonical order, unseen cards last; of other seats' hands
    only open cards are seen, by ALL every known card. The pile has its top first, and only its
    face-up card is seen, by ALL, too. The latest of the discards is first. The fact `to_move` names
    the seat on turn and, of those that may call, only the viewer; for ALL it names all (ascending;
    "" for nobody).
    """
    pile = [UNKNOWN] * len(state.pile)
    if state.up:
        pile[state.above] = TOKENS[state.deck[state.up]]
    zones = {
        "pile": pile,
        "field": tokens_of(state.field),
        "discards": tokens_of(state.discards[::-1]),
        "point": [TOKENS[state.point]] if state.point else [],
        "revealed": tokens_of(state.revealed),
    }
    facts = {"round": state.round, **_pile(state), **_now(state), **_scores(state)}
    acting = [
        str(seat)
        for seat in state.seats
        if seat == state.next_seat or (viewer in (seat, ALL) and state.may_call(seat, viewer))
    ]
    facts["to_move"] = " ".join(acting)
    for hand in state.by_name:
        name, cards, opened = state.names[hand], state.cards_in(hand), state.open_in(hand)
        seen = cards if viewer in (state.owners[hand], ALL) else opened
        hidden = [0] * (len(cards) - len(seen))
        zones[f"hand/{name}"] = in_order([*seen, *hidden])
        facts |= _hand(state, hand, len(cards), opened)
    return Table(zones, facts)


def in_order(cards: list[int]) -> list[str]:
    """The tokens of `cards` (kinds) in canonical order; `_`, for unknown ones, comes last.

    >>> in_order([56, 0, 4])
    ['b4', '8', '_']
    """
    return tokens_of(sorted(cards, key=lambda card: card or KINDS))


# The facts: those that most moves change, of the pile, of the seats, and of a hand


def _now(state: Legal) -> dict[str, Fact]:
    """The facts that most moves change: turn, phase, seat and hand on turn, direction, named
    colour, attack (`6+4`: draw four cards; `13`), and as `window` the hand whose play can be called
    on. "-" is none. `to_move` is only the seat on turn ("" for nobody).
    """
    attack: Fact = f"{state.attack}+{state.amount}" if state.amount else str(state.attack or "-")
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": str(state.next_seat or ""),
        "current": state.names[state.hand] or "-",
        "direction": "↻" if state.direction == 1 else "↺",
        "colour": COLOURS[state.named - 1] if state.named else "-",
        "attack": attack,
        "window": state.names[state.window] or "-",
    }


def _pile(state: Legal) -> dict[str, Fact]:
    """The facts `pile`, how many cards it has, and `above`, how many are above its face-up card
    ("-" if it has none).
    """
    return {"pile": len(state.pile), "above": str(state.above) if state.up else "-"}


def _scores(state: Legal) -> dict[str, Fact]:
    """The facts `score/SEAT`: each seat's points or markers."""
    return {f"score/{seat}": points for seat, points in enumerate(state.scores(), 1)}


def _hand(state: Legal, hand: int, size: int, opened: list[int]) -> dict[str, Fact]:
    """The facts of a hand (its number): that it has `size` cards, and the tokens of the open ones,
    `opened` (kinds), "-" for none.
    """
    name = state.names[hand]
    cards = " ".join(in_order(opened)) or "-"
    return {fact_name("cards", name): size, fact_name("open", name): cards}


# How cards move: the steps of a move, as a watcher gets them


#: The kinds of steps after which what most moves change may be another.
_STATUS = ("deal", "choose", "drawn", "wait", "accepted", "turn", "end")


def step(state: Legal, kind: str, seat: int, card: int, hand: int, known: int) -> Step:
    """The step `kind` of `seat` (0: nobody): its motions and the facts that change. `state` isn't
    changed. It must be the position before the step for `collect`, `play`, `reshuffle`, `open`,
    `call` and `counter`, and the position after it for all other kinds.

    - `card` is the card drawn (`draw`), or the code of the play (`play`); 0 for all else.
    - `hand` is the number of the hand that the step is about; 0: the hand on turn.
    - `known` isn't used: every game's `step` has it (see `Coded.tell`).

    A step of an unknown kind moves and changes nothing. Who may act is a private fact: a seat that
    may call learns of itself and the seat on turn, and ALL learns of all.
    """
    motions, facts = _changes(state, kind, card, hand or state.hand)
    private = []
    if kind in _STATUS:
        facts |= _now(state)
        wishing = [each for each in state.seats if state.may_call(each, each)]
        private = of_own_turn(state, wishing)
    return Step(kind, motions, facts, seat, private)


#: How cards move, and which facts change.
_Changes = tuple[list[Motion], dict[str, Fact]]


def _changes(state: Legal, kind: str, card: int, hand: int) -> _Changes:
    """(motions, changed facts) of the step `kind`, but for the facts that `_now` gives. `play`,
    `draw`, `open`, `call` and `counter` are about the hand number `hand`; other kinds are left to
    `_of_table`. `card` and `state` are as for `step`.
    """
    zone, cards, opened = f"hand/{state.names[hand]}", state.cards_in(hand), state.open_in(hand)
    match kind:
        case "play":
            laid = cards_of(card)
            motions = [Motion(TOKENS[old], "field", "discards", 0) for old in state.field]
            for each in laid:
                motions.append(moved(TOKENS[each], zone, "field"))
                if each in opened:
                    opened.remove(each)
                    motions[-1].was = OPEN
            return motions, _hand(state, hand, len(cards) - len(laid), opened)
        case "draw":
            facts = {**_hand(state, hand, len(cards), opened), **_pile(state)}
            return [moved(TOKENS[card], "pile", zone)], facts
        case "open" | "call" | "counter":
            # In what order the seat got them stays unknown.
            hidden = sorted(each for each in cards[state.bare[hand] :] if each)
            own = only(state.owners[hand])
            motions = [Motion(TOKENS[each], zone, zone, SORTED, own) for each in hidden]
            return motions, _hand(state, hand, len(cards), [each for each in cards if each])
    return _of_table(state, kind)


def _of_table(state: Legal, kind: str) -> _Changes:
    """(motions, changed facts) of a step about the pile, or in which a round begins or is scored;
    both empty for any other kind.
    """
    up = TOKENS[state.deck[state.up]] if state.up else ""
    match kind:
        case "collect":
            zones = [*(f"hand/{name}" for name in state.names[1:]), "field", "discards", "point"]
            motions = [Motion(EVERY, zone, "pile") for zone in zones]
            motions += [Motion(up, "pile", "pile", END, OPEN, NOBODY)] if up else []
            return motions, {}
        case "deal":
            facts: dict[str, Fact] = {"round": state.round, **_pile(state)}
            dealt = [(f"hand/{state.names[each]}", state.cards_in(each)) for each in state.by_name]
            dealt += [("revealed", state.revealed), ("field", state.field)]
            motions = [moved(TOKENS[got], "pile", zone) for zone, some in dealt for got in some]
            for each in state.by_name:
                facts |= _hand(state, each, state.size[each], [])
            return motions + (
                [Motion(up, "pile", "pile", state.above, NOBODY)] if up else []
            ), facts
        case "choose":
            field = Motion(TOKENS[state.field[0]], "revealed", "field")
            return [field, Motion(up, "revealed", "pile", state.above)], _pile(state)
        case "point":
            return [Motion(TOKENS[state.point], "pile", "point")], _pile(state)
        case "reshuffle":
            under = [TOKENS[old] for old in state.field[:-1]]
            motions = [Motion(card, "field", "pile", END, OPEN, NOBODY) for card in under]
            return [Motion(EVERY, "discards", "pile"), *motions], {"pile": int(state.high) - 1}
        case "score":
            return [], _scores(state)
    return [], {}
