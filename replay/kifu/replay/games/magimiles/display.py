"""What people see of a match of MAGiMiLES: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.magimiles.cards import ALL_CARD, PLACES, tables_of
from kifu.replay.games.magimiles.data import ATTRIBUTE_NAMES
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.position import (
    NO_TRUMP,
    PILES,
    TAKE,
    Position,
    holders,
)
from kifu.replay.games.magimiles.sentences import BACK_NAMES
from kifu.replay.states.game_words import DEAL_UNKNOWN, HAND_ZONE, OVER, ROUND
from kifu.replay.states.zones import moved
from kifu.replay.table import (
    ALL,
    END,
    EVERY,
    NOBODY,
    OPEN,
    UNKNOWN,
    Fact,
    Motion,
    Step,
    Table,
    all_but,
    only,
)


def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: its zones, the names of facts and phases, and how
    each card is drawn, fronts before backs.
    """
    zones = [Zone("trump", "choice", 0, Words("Trump card", "切札"))]
    if seats == 2:
        zones += [Zone(f"pile/{k}", "pool", 0, Words(f"Pile {k}", f"束{k}")) for k in range(1, 5)]
    for seat in range(1, seats + 1):
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
#: For each attribute: the shape on its cards and their colour class.
_LOOKS = [("flame", 4), ("leaf", 6), ("drop", 2), ("prism", 0)]


def _faces(options: Options) -> dict[str, Face]:
    data = tables_of(options)
    faces = {}
    for card in data.card.values():
        words, number = ATTRIBUTE_NAMES[data.attribute[card]], data.number[card]
        pip, colour = _LOOKS[data.attribute[card]]
        name = Words(f"{words.en} {number}", f"{words.ja}の{number}")
        faces[data.tokens[card]] = Face(str(number), name, 1, pip, colour)
    for back, (pip, colour) in zip(BACKS, _LOOKS[:ALL_CARD], strict=False):
        name = BACK_NAMES[back]
        faces[back] = Face("", name, 1, pip, colour, back=True)
    return faces


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.

#: The backs in the order in which a hand shows them, and a card that is not known.
BACKS: Final = ("r_", "g_", "b_", UNKNOWN)


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` (a seat, PUBLIC or ALL) sees it. Hands are in canonical order; those of
    others show their backs, red, then green, then blue. A card of the trick is in the zone of the
    seat whose main card it is, or supports.
    """
    tokens = state.tables.tokens
    zones: dict[str, list[str]] = {
        "trump": [tokens[state.trump_card]] if state.trump_card else [],
        "deck": [UNKNOWN] * int(state.deck_size()),
    }
    facts = {**_table_facts(state), **_scores(state)}
    if state.n == 2:
        for pile in range(1, PILES + 1):
            zones[f"pile/{pile}"] = [tokens[card] for card in state.pile(pile)]
    for seat in range(1, state.n + 1):
        main, declared = state.mains[seat], state.declared[seat]
        zones[f"main/{seat}"] = [tokens[main]] if main else []
        zones[f"support/{seat}"] = [
            _shown(state, card, layer, viewer, state.stage == TAKE)
            for layer, card, target in state.cards_laid()
            if target == seat
        ]
        hand = [_shown(state, card, seat, viewer, False) for card in state.hand(seat)]
        if viewer not in (seat, ALL):
            hand.sort(key=BACKS.index)
        zones[f"hand/{seat}"] = hand
        zones[f"declared/{seat}"] = (
            [_shown(state, declared, seat, viewer, state.is_over)]
            if declared or state.covered >> seat & 1
            else []
        )
        facts |= {f"total/{seat}": state.totals[seat] if main else "-", **_cards(state, seat)}
        if state.n == 4:
            facts[f"team/{seat}"] = "AB"[(seat - 1) % 2]
    for seat in holders(state.n):
        zones[f"won/{seat}"] = [tokens[card] for card in state.cards_won(seat)]
    return Table(zones, facts)


def _shown(state: Position, card: i64, layer: i64, viewer: i64, turned: bool) -> str:
    """How `card`, laid face down by seat `layer`, looks to `viewer`: its token for that seat, for
    ALL, or once it is `turned` up; else its back.
    """
    is_known = turned or viewer in (layer, ALL)
    return state.tables.tokens[card] if is_known else state.tables.back[card]


# The facts


def _table_facts(state: Position) -> dict[str, Fact]:
    """The facts of the table that belong to no seat, such as round, trump and phase."""
    return {
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join([str(seat) for seat in state.to_move()]),
        "deck": state.deck_size(),
        "trump": "-" if state.trump == NO_TRUMP else state.trump,
    }


def _scores(state: Position) -> dict[str, Fact]:
    return {f"score/{seat}": points for seat, points in enumerate(state.scores(), 1)}


def _cards(state: Position, seat: int) -> dict[str, Fact]:
    return {f"cards/{seat}": state.hand_size(seat)}


# How cards move: the steps of a move, as a watcher gets them


def deal(state: Position) -> Step:
    """The step in which hands are dealt to three or four seats; `state` is the position
    after it.
    """
    motions, facts = [], _table_facts(state)
    for seat in range(1, state.n + 1):
        motions += [_moved(state, card, "deck", f"hand/{seat}") for card in state.hand(seat)]
        facts |= _cards(state, seat)
    return Step("deal", motions, facts)


def lay_piles(state: Position) -> Step:
    """The step in which the four piles of a round for two seats are laid out face up; `state` is
    the position after it.
    """
    motions = [
        _moved(state, card, "deck", f"pile/{pile}")
        for pile in range(1, PILES + 1)
        for card in state.pile(pile)
    ]
    return Step("piles", motions, _table_facts(state))


def pick(state: Position, seat: int, picked: int) -> Step:
    """The step in which `seat` takes the piles in the mask `picked` (bit k for pile k + 1) into its
    hand. In `state` the hand has their cards, but the piles still lie on the table.
    """
    motions = [
        _moved(state, card, f"pile/{pile}", f"hand/{seat}")
        for pile in range(1, PILES + 1)
        if picked >> pile - 1 & 1
        for card in state.pile(pile)
    ]
    return Step("pick", motions, _cards(state, seat), seat)


def draw(state: Position, seat: int, card: int) -> Step:
    """The step in which `seat` draws `card` from the deck."""
    motion = _moved(state, card, "deck", f"hand/{seat}")
    return Step("draw", [motion], {**_cards(state, seat), "deck": state.deck_size()}, seat)


def trump(state: Position) -> Step:
    """The step in which the trump card is turned up; `state` is the position after it."""
    motion = _moved(state, state.trump_card, "deck", "trump")
    return Step("trump", [motion], {"deck": state.deck_size(), "trump": state.trump})


def pass_on(state: Position, seat: int, card: int, before: int) -> Step:
    """The step in which `seat` passes `card` to its partner, the only one who then sees its front.
    `before` are the known cards of the hand before it (see `_from_hand`), `state` is the position
    after it.
    """
    other = state.partner(seat)
    motions = _from_hand(state, seat, card, f"hand/{other}", before)
    return Step("pass", motions, {**_cards(state, seat), **_cards(state, other)}, seat)


def declare(state: Position, seat: int, card: int, before: int) -> Step:
    """The step in which `seat` lays `card` face down as its declaration. `before` are the known
    cards of the hand before it (see `_from_hand`).
    """
    motions = _from_hand(state, seat, card, f"declared/{seat}", before, only(seat))
    return Step("declare", motions, _cards(state, seat), seat)


def main(state: Position, seat: int, card: int, before: int) -> Step:
    """The step in which `seat` plays `card` as its main card. `before` are the known cards of the
    hand before it (see `_from_hand`).
    """
    motions = _from_hand(state, seat, card, f"main/{seat}", before)
    facts = {**_cards(state, seat), f"total/{seat}": state.totals[seat], **_table_facts(state)}
    return Step("main", motions, facts, seat)


def support(state: Position, seat: int, card: int, target: int, before: int) -> Step:
    """The step in which `seat` lays `card` face down on the main card of seat `target`. `before`
    are the known cards of the hand before it (see `_from_hand`).
    """
    motions = _from_hand(state, seat, card, f"support/{target}", before, only(seat))
    return Step("support", motions, {**_cards(state, seat), **_table_facts(state)}, seat)


def reveal(state: Position) -> Step:
    """The step in which the support cards are turned up where they lie, in the order in which they
    were laid. A seat does not see its own change, since it knew the card.
    """
    motions: list[Motion] = []
    for seat, card, target in state.cards_laid():
        zone = f"support/{target}"
        motion = _moved(state, card, zone, zone, sum(other.src == zone for other in motions))
        motion.was, motion.to = NOBODY, all_but(seat)
        motions.append(motion)
    return Step("reveal", motions)


def apply(state: Position, seat: int, target: int) -> Step:
    """The step in which the support card of `seat` changes the total of the main card of seat
    `target`; `state` has the new total.
    """
    return Step("apply", [], {f"total/{target}": state.totals[target]}, seat)


def award(state: Position, taken: int) -> Step:
    """The step in which the cards of a trick are given out: what the seats in the mask `taken` have
    played to the best seat of `state.ranking`, the rest, with three seats, to the second best.
    """
    best, second = state.ranking[0], state.ranking[1]
    played = [(seat, state.mains[seat], f"main/{seat}") for seat in state.seats_in()]
    played += [(seat, card, f"support/{target}") for seat, card, target in state.cards_laid()]
    motions = [
        Motion(state.tables.tokens[card], zone, f"won/{state.holder(winner)}")
        for winner, seats in ((best, taken), (second, ~taken))
        for seat, card, zone in played
        if seats >> seat & 1
    ]
    facts: dict[str, Fact] = {f"total/{seat}": "-" for seat in state.seats_in()}
    return Step("take" if state.n == 3 else "trick", motions, facts, best)


def score(state: Position) -> Step:
    """The step in which the declared cards are turned up and points are given, at the end of a
    round; `state` is the position after it.
    """
    motions = []
    for seat, card in enumerate(state.declared):
        if card:
            motion = _moved(state, card, f"declared/{seat}", f"declared/{seat}")
            motion.was = only(seat)
            motions.append(motion)
    return Step("score", motions, _scores(state))


def collect(state: Position) -> Step:
    """The step in which all cards on the table go back into the deck, face down, after a round."""
    zones = ["trump"]
    for seat in range(1, state.n + 1):
        zones += [f"won/{seat}", f"declared/{seat}"]
    return Step("collect", [Motion(EVERY, zone, "deck") for zone in zones], {"trump": "-"})


def status(state: Position, kind: str) -> Step:
    """A step in which no card moves and round, turn, phase or who may act has changed; `kind` is
    its name.
    """
    return Step(kind, [], _table_facts(state))


def _moved(state: Position, card: int, src: str, dst: str, at: int = END) -> Motion:
    """The motion of `card` (see `zones.moved`), which those who do not see its front know by its
    back.
    """
    motion = moved(state.tables.tokens[card], src, dst, at)
    motion.back = state.tables.back[card]
    return motion


def _from_hand(
    state: Position, seat: int, card: int, dst: str, before: int, seen: int = OPEN
) -> list[Motion]:
    """The motions by which `card` goes from the hand of `seat` to the zone `dst`, where the viewers
    in the mask `seen` see its front, in a hand its owner. `before` are the cards of the hand that
    were known, a mask. If `card` was not among them, an unknown card leaves the table, and `card`
    comes in. If it is 0, nobody knows it, and the cards that were known are replaced by unknown
    ones.
    """
    hand = f"hand/{seat}"
    motion = _moved(state, card, hand, dst)
    motion.seen &= seen
    if before >> card & 1:
        return [motion]
    if card:
        motion.src, motion.was = "", NOBODY
        return [Motion(UNKNOWN, hand, ""), motion]
    known = [other for other in range(1, PLACES) if before >> other & 1]
    return [
        *[_moved(state, other, hand, "") for other in known],
        *[Motion(UNKNOWN, "", hand) for _ in known],
        Motion(UNKNOWN, hand, dst, motion.at),
    ]
