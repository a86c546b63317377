"""How a position of Atarayo is shown, named and digested."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.atarayo.cards import COLOUR, COLOURS, NUMBERS, TOKENS
from kifu.replay.games.atarayo.options import Options, hand_names, settle
from kifu.replay.games.atarayo.position import PHASES, Position
from kifu.replay.games.atarayo.views import in_order
from kifu.replay.states.game_words import HAND_ZONE, OVER, PILE_ZONE, ROUND, TURN

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


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """The zones, facts, phases and faces of a table."""
    options = settle(options, seats)
    zones = [
        Zone("field", "row", 0, Words("Field", "場")),
        Zone("pile", "pile", 0, PILE_ZONE),
        Zone("revealed", "pool", 0, Words("Revealed", "公開札")),
        Zone("point", "choice", 0, Words("Point card", "点札")),
        Zone("discards", "pile", 0, Words("Discards", "捨て札")),
    ]
    duel = options.mode == "duel"
    titles = {
        "": HAND_ZONE,
        "L": Words("Left hand", "左の手札"),
        "R": Words("Right hand", "右の手札"),
    }
    for name in sorted(hand_names(options, seats)):
        zones.append(Zone(f"hand/{name}", "hand", int(name[0]), titles[name[1:]]))
    score = Words("Points (8: Standby)", "勝利点(8はStandby)")
    seat_facts = {
        "score": Words("Markers", "勝利点マーカー") if options.goal == "first3" else score
    }
    if duel:
        seat_facts["open_left"] = Words("Open on the left", "左の公開札")
        seat_facts["open_right"] = Words("Open on the right", "右の公開札")
    else:
        seat_facts["open"] = Words("Open cards", "公開札")
    hand_on_turn = {"current": Words("Hand on turn", "いまの手番")} if duel else {}
    hands = {
        f"{seat}{side}": Words(f"seat {seat}, {en}", f"席{seat}の{ja}の手札")
        for seat in range(1, seats + 1)
        for side, en, ja in (("L", "left", "左"), ("R", "right", "右"))
    }
    return Layout(
        zones=zones,
        seat_facts=seat_facts,
        table_facts={
            "round": ROUND,
            "turn": TURN,
            **hand_on_turn,
            "direction": Words("Direction", "回り順"),
            "colour": Words("Named colour", "指定の色"),
            "attack": Words("Attack (+ cards to draw)", "アタック(+引く枚数)"),
            "above": Words("Above the face-up card", "点札が出るまでの枚数"),
        },
        phases={
            "choose": Words("The first field card is being chosen", "最初の場札を選んでいます"),
            "act": Words("A card is to be played or drawn", "カードを出すか引きます"),
            "drawn": Words("A card was drawn; play or pass", "引いた後、出すかパスします"),
            "attacked": Words("An attack is to be answered", "アタックを受けています"),
            "waiting": Words("What was shuffled is not known", "シャッフルの結果が不明です"),
            "over": OVER,
        },
        faces={TOKENS[kind]: _face(kind) for kind in range(1, len(TOKENS))},
        values={"colour": dict(zip(COLOURS, COLOUR_WORDS[1:], strict=True)), "current": hands},
    )


def digest(state: Position) -> str:
    """The digest of the position: BLAKE2b, 8 bytes, over `canonical`."""
    return hashlib.blake2b(canonical(state).encode(), digest_size=8).hexdigest()


def canonical(state: Position) -> str:
    """The whole position in one line of ASCII: what the page counts as the position, with the
    game, its options and the number of seats before it. Frozen for rules revision 1.

    Played cards are in canonical order, whatever the order they were played in: it no longer
    matters. So does the size of the last play only while it can be called on.
    """
    options, by_name = state.options, state.by_name
    # Positions with the default are digested as they were before there was this option.
    spent6 = "" if options.spent6 == "any" else f" {options.spent6}"
    called = f"{state.names[state.window]} {len(state.field)}" if state.window else ""
    parts = [
        f"atarayo 1 {state.n}",
        f"{options.mode} {options.draw2} {options.goal}{spent6}",
        f"{state.round} {state.turn} {int(state.fresh)} {state.phase}",
        f"{state.names[state.hand]} {state.direction}",
        "/".join([" ".join(in_order(state.cards_in(hand))) for hand in by_name]),
        "/".join([" ".join(in_order(state.open_in(hand))) for hand in by_name]),
        " ".join(_tokens(state.field[-1:])) + ("=" + COLOURS[state.named - 1]) * bool(state.named),
        called,
        " ".join(in_order([*state.discards, *state.field[:-1]])),
        " ".join(_tokens(state.pile)),
        str(len(state.deck) - state.up if state.up else 0),
        " ".join(in_order([state.point] if state.point else [])),
        " ".join(in_order(state.revealed)),
        f"{state.attack} {state.amount}",
        " ".join(map(str, state.scores())),
        str(state.reshuffles),
    ]
    return "|".join(parts)


def situation(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `code` (see `situation`):

    - mode, goal and seats; phase; whether its own hand's turn it is (`own`, else `other`);
    - `field`: the number of the field card; `colour`: whether a colour was named for it;
    - `attack`: none, the cards to draw (`draw2`, `draw4`, `draw6` for six or more) or `open`;
    - `hand`: cards in the hand (of the duel's two the one whose turn it is or comes next);
    - `fits`: how many of them may be laid down now, as they would be in their turn;
    - `call`: whether the seat may call; `standby`: whether it would win by that.
    """
    attack = code >> 9 & 7
    key = [
        f"{state.options.mode} {state.options.goal} n{state.n} {PHASES[code & 7]}",
        "own" if code >> 3 & 1 else "other",
        f"field={code >> 4 & 15}",
        f"colour={'named' if code >> 8 & 1 else 'printed'}",
        f"attack={'none' if attack == 0 else 'open' if attack == 7 else f'draw{attack}'}",
        f"hand={code >> 12 & 15}",
        f"fits={code >> 16 & 15}",
        f"call={'yes' if code >> 20 & 1 else 'no'}",
        f"standby={'yes' if code >> 21 & 1 else 'no'}",
    ]
    return " ".join(key)


def _face(kind: int) -> Face:
    """The number, and its effect as the card is called: `red 6, draw2`."""
    number, colour = NUMBERS[kind], COLOUR[kind]
    effect, words = EFFECTS.get(number), COLOUR_WORDS[colour]
    en, ja = (f"{words.en} {number}", f"{words.ja}の{number}") if colour else (f"{number}",) * 2
    name = Words(f"{en}, {effect.en}", f"{ja}、{effect.ja}") if effect else Words(en, ja)
    pip = PIPS[colour] or ("wild" if number == 8 else "choice")
    return Face(str(number), name, 1, pip, CLASSES[colour])


def _tokens(cards: Iterable[int]) -> list[str]:
    return [TOKENS[card] for card in cards]
