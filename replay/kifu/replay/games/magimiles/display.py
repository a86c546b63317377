"""How a position of MAGiMiLES is shown and digested: section 11 of the page."""

from __future__ import annotations

import hashlib

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.magimiles.cards import ALL_CARD, tables_of
from kifu.replay.games.magimiles.data import COLOUR_WORDS
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    NEEDED,
    PASS1,
    PASS2,
    PHASES,
    PICK1,
    PICK2,
    SUPPORT,
    TAKE,
    Position,
    holders,
)
from kifu.replay.games.magimiles.sentences import BACK_NAMES
from kifu.replay.states.game_words import DEAL_UNKNOWN, HAND_ZONE, OVER, ROUND


def layout(options: Options, seats: int) -> Layout:
    """The zones, facts, phases and faces of a table; the backs come after the faces."""
    by_seat = range(1, seats + 1)
    zones = [Zone("trump", "choice", 0, Words("Trump card", "切札"))]
    if seats == 2:
        zones += [Zone(f"pile/{k}", "pool", 0, Words(f"Pile {k}", f"束{k}")) for k in range(1, 5)]
    for seat in by_seat:
        zones += [
            Zone(f"main/{seat}", "choice", seat, Words("Main card", "メインカード")),
            Zone(f"support/{seat}", "row", seat, Words("Support cards", "サポートカード")),
            Zone(f"hand/{seat}", "hand", seat, HAND_ZONE),
            Zone(f"declared/{seat}", "choice", seat, Words("Declared", "宣言")),
        ]
    won = Words("Cards won", "獲得カード")
    teams: dict[str, Words] = {}
    if seats == 4:
        won = Words("Cards won by the team", "チームの獲得カード")
        teams = {"team": Words("Team", "チーム")}
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

#: For each attribute: its names, the shape on its cards and their colour class.
ATTRIBUTE_LOOKS = [
    (COLOUR_WORDS["r"], "flame", 4),
    (COLOUR_WORDS["g"], "leaf", 6),
    (COLOUR_WORDS["b"], "drop", 2),
    (Words("all", "オール"), "prism", 0),
]


def _faces(options: Options) -> dict[str, Face]:
    data = tables_of(options)
    faces = {}
    for card in data.card.values():
        words, pip, colour = ATTRIBUTE_LOOKS[data.attribute[card]]
        number = data.number[card]
        name = Words(f"{words.en} {number}", f"{words.ja}の{number}")
        faces[data.tokens[card]] = Face(str(number), name, 1, pip, colour)
    for (back, name), (_words, pip, colour) in zip(
        BACK_NAMES.items(), ATTRIBUTE_LOOKS[:ALL_CARD], strict=True
    ):
        faces[back] = Face("", name, 1, pip, colour, back=True)
    return faces


def digest(state: Position) -> str:
    """The digest of the position: BLAKE2b, 8 bytes, over `canonical`."""
    return hashlib.blake2b(canonical(state).encode(), digest_size=8).hexdigest()


def canonical(state: Position) -> str:
    """The whole position in one line of ASCII: what the page counts as the position, with the
    game, its options and the number of seats before it. Frozen for rules revision 1.
    """
    options, tokens = state.options, state.tables.tokens
    # Positions with the default are digested as they were before there was this option.
    supports = "" if options.supports == "number" else f" {options.supports}"

    def named(cards: list[int]) -> str:
        return " ".join([tokens[card] for card in cards])

    by_seat = range(1, state.n + 1)
    parts = [
        f"magimiles 1 {state.n}",
        f"{options.cards} {options.support} {options.cycle} "
        f"{options.all_follow} {options.all_lead} {options.rounds}{supports}",
        f"{state.round} {state.turn} {state.phase}",
        " ".join(map(str, state.to_move())),
        str(state.leader),
        "/".join(named(state.hand(seat)) for seat in by_seat),
        "/".join(named(state.pile(k)) for k in range(1, 5)),
        named([state.trump_card]) if state.trump_card else "",
        " ".join(f"{seat}:{tokens[card]}" for seat, card in enumerate(state.declared) if card),
        " ".join(f"{seat}:{tokens[state.mains[seat]]}" for seat in state.seats_in()),
        " ".join(f"{seat}:{tokens[card]}>{target}" for seat, card, target in state.cards_laid()),
        "/".join(named(sorted(state.cards_won(seat))) for seat in holders(state.n)),
        " ".join(map(str, state.scores())),
        named(list(state.deck[state.dealt : NEEDED[state.n]])),
    ]
    return "|".join(parts)


def situation(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `code` (see `situation`): seats and rule data,
    the phase, then by phase

    - `pick1`, `pick2`: the sums of the numbers of the piles left, ascending, in tens.
    - `pass1`, `pass2`, `declare`: the cards of each colour in hand, descending, and the all cards.
    - `main`: the cards in hand; the lead: `own`, or whether it is a colour or all and its number
      below, at or above the trump; how many cards can follow it (`3`: or more).
    - `support`: the cards in hand; how many support cards lie; how the main card of the seat or
      its team has before any of them counts (`1`: best).
    - `take`: what the cards of each seat in the trick are worth to it (`+`, `0`, `-`), best first.

    Cards that are not known count in hands only. A seat that does not act faces what it would
    if it did.
    """
    options, phase = state.options, code & 15
    key = [f"n{state.n}", options.cards, options.support, options.cycle, PHASES[phase]]
    code >>= 4
    if phase in (PICK1, PICK2):
        key.append(f"piles={_joined(_fields(code, 6, 4 if phase == PICK1 else 3))}")
    elif phase in (PASS1, PASS2, DECLARE):
        *colours, every = _fields(code, 6, 4)
        key += [f"colours={_joined(colours)}", f"all={every}"]
    elif phase == MAIN:
        hand, kind, trump, follow = _fields(code, 6, 4)
        key += [f"hand={hand}", f"lead={LEADS[kind]}"]
        if kind:
            key[-1] += f".{('below', 'at', 'above')[trump]}"
            key.append(f"follow={follow}")
    elif phase == SUPPORT:
        hand, laid, rank = _fields(code, 6, 3)
        key += [f"hand={hand}", f"laid={laid}", f"rank={rank}"]
    elif phase == TAKE:
        key.append(f"worth={''.join('-0+'[sign] for sign in _fields(code, 6, 3))}")
    return " ".join(key)


LEADS = ("own", "colour", "all")


def _fields(code: int, bits: int, count: int) -> list[int]:
    """The numbers that a code is made of, from the lowest bits on."""
    return [code >> bits * at & (1 << bits) - 1 for at in range(count)]


def _joined(numbers: list[int]) -> str:
    return ".".join(map(str, numbers))
