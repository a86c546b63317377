"""The steps of MAGiMiLES: what a watcher sees, and which watcher."""

from __future__ import annotations

from kifu.replay.games.magimiles.position import Position
from kifu.replay.games.magimiles.views import table_facts
from kifu.replay.table import (
    END,
    EVERY,
    NOBODY,
    OPEN,
    SORTED,
    UNKNOWN,
    Fact,
    Motion,
    Step,
    all_but,
    only,
)


def deal(state: Position) -> Step:
    """The hands of three or four seats have been dealt."""
    motions = [
        _from_deck(state, card, f"hand/{seat}", SORTED, only(seat))
        for seat in range(1, state.n + 1)
        for card in state.hand(seat)
    ]
    facts = {f"cards/{seat}": state.hand_size(seat) for seat in range(1, state.n + 1)}
    return Step("deal", motions, {**facts, **table_facts(state)})


def lay_piles(state: Position) -> Step:
    """The four piles of a round of two lie face up."""
    motions = [
        _from_deck(state, card, f"pile/{k}", END, OPEN)
        for k in range(1, 5)
        for card in state.pile(k)
    ]
    return Step("piles", motions, table_facts(state))


def pick(state: Position, seat: int, picked: int) -> Step:
    """`seat` has taken piles (a mask) into its hand; they are still among `state.piles`."""
    motions = [
        Motion(
            state.tables.tokens[card], f"pile/{pile}", f"hand/{seat}", SORTED, OPEN, only(seat),
            OPEN, state.tables.back[card],
        )
        for pile in range(1, 5)
        if picked >> pile - 1 & 1
        for card in state.pile(pile)
    ]  # fmt: skip
    return Step("pick", motions, _cards(state, seat), seat)


def draw(state: Position, seat: int, card: int) -> Step:
    """`seat` has drawn a card."""
    motion = _from_deck(state, card, f"hand/{seat}", SORTED, only(seat))
    return Step("draw", [motion], {**_cards(state, seat), "deck": state.deck_size()}, seat)


def trump(state: Position) -> Step:
    """The trump card is turned up."""
    motion = _from_deck(state, state.trump_card, "trump", END, OPEN)
    return Step("trump", [motion], {"deck": state.deck_size(), "trump": state.trump})


def pass_on(state: Position, seat: int, card: int, unknown: bool) -> Step:
    """`seat` has passed a card to its partner. The giver knows where it lies, but the partner's
    hand looks to it as to anybody.
    """
    other = state.partner(seat)
    motions = _from_hand(state, seat, card, f"hand/{other}", SORTED, only(other), unknown)
    return Step("pass", motions, {**_cards(state, seat), **_cards(state, other)}, seat)


def declare(state: Position, seat: int, card: int, unknown: bool) -> Step:
    """`seat` has laid a card face down as its declaration."""
    motions = _from_hand(state, seat, card, f"declared/{seat}", END, only(seat), unknown)
    return Step("declare", motions, _cards(state, seat), seat)


def main(state: Position, seat: int, card: int, unknown: bool) -> Step:
    """`seat` has played its main card."""
    motions = _from_hand(state, seat, card, f"main/{seat}", END, OPEN, unknown)
    facts = {**_cards(state, seat), f"total/{seat}": state.totals[seat], **table_facts(state)}
    return Step("main", motions, facts, seat)


def support(state: Position, seat: int, card: int, target: int, unknown: bool) -> Step:
    """`seat` has laid a support card face down on a main card."""
    motions = _from_hand(state, seat, card, f"support/{target}", END, only(seat), unknown)
    return Step("support", motions, {**_cards(state, seat), **table_facts(state)}, seat)


def reveal(state: Position) -> Step:
    """The support cards are turned up where they lie, in the order in which they were laid. Whoever
    has laid a card has seen it lie there all the time.
    """
    motions = []
    below = [0] * 5
    for seat, card, target in state.cards_laid():
        token, zone = state.tables.tokens[card], f"support/{target}"
        at, to, back = below[target], all_but(seat), state.tables.back[card]
        motions.append(Motion(token, zone, zone, at, NOBODY, OPEN, to, back))
        below[target] += 1
    return Step("reveal", motions)


def apply(state: Position, seat: int, target: int) -> Step:
    """The support card of `seat` has had its effect."""
    return Step("apply", [], {f"total/{target}": state.totals[target]}, seat)


def trumped(seat: int) -> Step:
    """`seat` is best with a total equal to the trump."""
    return Step("trumped", seat=seat)


def award(state: Position, taken: int) -> Step:
    """The cards of the trick go to those who won them: what the seats `taken` (a mask) have played
    to the best seat, which has won the trick. With three seats this is what its own move does.
    """
    best, second = state.ranking[0], state.ranking[1]
    motions = []
    for winner, seats in ((best, taken), (second, ~taken)):
        kept = f"won/{state.holder(winner)}"
        motions += [
            Motion(state.tables.tokens[state.mains[seat]], f"main/{seat}", kept)
            for seat in state.seats_in()
            if seats >> seat & 1
        ]
        motions += [
            Motion(state.tables.tokens[card], f"support/{target}", kept)
            for seat, card, target in state.cards_laid()
            if seats >> seat & 1
        ]
    facts: dict[str, Fact] = {f"total/{seat}": "-" for seat in state.seats_in()}
    return Step("take" if state.n == 3 else "trick", motions, facts, best)


def score(state: Position) -> Step:
    """The declared cards are turned up and the round or the match is scored."""
    motions = [
        Motion(
            state.tables.tokens[card], f"declared/{seat}", f"declared/{seat}", END, only(seat),
            OPEN, OPEN, state.tables.back[card],
        )
        for seat, card in enumerate(state.declared)
        if card
    ]  # fmt: skip
    facts: dict[str, Fact] = {f"score/{k}": points for k, points in enumerate(state.scores(), 1)}
    return Step("score", motions, facts)


def collect(state: Position) -> Step:
    """All cards of the last round go back, face down."""
    zones = ["trump"]
    for seat in range(1, state.n + 1):
        zones += [f"won/{seat}", f"declared/{seat}"]
    return Step("collect", [Motion(EVERY, zone, "deck") for zone in zones], {"trump": "-"})


def status(state: Position, kind: str) -> Step:
    """No card moves; the round, the turn, the phase or who is to move has changed."""
    return Step(kind, [], table_facts(state))


def _cards(state: Position, seat: int) -> dict[str, Fact]:
    return {f"cards/{seat}": state.hand_size(seat)}


def _from_deck(state: Position, card: int, dst: str, at: int, seen: int) -> Motion:
    """A card of the deck, whose front and back nobody has seen."""
    token, back = state.tables.tokens[card], state.tables.back[card]
    return Motion(token, "deck", dst, at, NOBODY, seen, OPEN, back)


def _from_hand(
    state: Position, seat: int, card: int, dst: str, at: int, seen: int, unknown: bool
) -> list[Motion]:
    """A card of a hand. One that had not been known leaves as such, for its owner too."""
    token, back, hand = state.tables.tokens[card], state.tables.back[card], f"hand/{seat}"
    if not unknown:
        return [Motion(token, hand, dst, at, only(seat), seen, OPEN, back)]
    return [
        Motion(UNKNOWN, hand, ""),
        Motion(token, "", dst, at, NOBODY, seen, OPEN, back),
    ]
