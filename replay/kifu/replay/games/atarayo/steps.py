"""The steps of Atarayo: what a watcher sees, and which watcher."""

from __future__ import annotations

from kifu.replay.games.atarayo.cards import COLOURS, TOKENS
from kifu.replay.games.atarayo.options import fact_name
from kifu.replay.games.atarayo.position import Position
from kifu.replay.games.atarayo.tokens import cards_of
from kifu.replay.table import ALL, END, EVERY, NOBODY, OPEN, SORTED, Fact, Motion, Step, only


def collect(state: Position) -> Step:
    """All cards of the last round go back into the pile, face down."""
    motions = [Motion(EVERY, f"hand/{name}", "pile") for name in state.names[1:]]
    motions += [Motion(EVERY, zone, "pile") for zone in ("field", "discards", "point")]
    if state.up:
        card = TOKENS[state.deck[state.up]]
        motions.append(Motion(card, "pile", "pile", END, OPEN, NOBODY))
    return Step("collect", motions)


def deal(state: Position) -> Step:
    """A round has been dealt."""
    motions = []
    for hand in state.by_name:
        zone, seen = f"hand/{state.names[hand]}", only(state.owners[hand])
        motions += [
            Motion(TOKENS[card], "pile", zone, SORTED, NOBODY, seen)
            for card in state.cards_in(hand)
        ]
    for card in state.revealed:
        motions.append(Motion(TOKENS[card], "pile", "revealed", END, NOBODY))
    for card in state.field:
        motions.append(Motion(TOKENS[card], "pile", "field", END, NOBODY))
    if state.up:
        card = state.deck[state.up]
        motions.append(Motion(TOKENS[card], "pile", "pile", state.above, NOBODY))
    facts: dict[str, Fact] = {"round": state.round}
    for hand in state.by_name:
        facts |= _hand_facts(state, hand, state.size[hand], [])
    return _with_status(state, Step("deal", motions, facts | _pile(state)))


def choose(state: Position) -> Step:
    """The starter has chosen the first field card; the other one goes into the pile."""
    field, other = state.field[0], state.deck[state.up]
    motions = [
        Motion(TOKENS[field], "revealed", "field"),
        Motion(TOKENS[other], "revealed", "pile", state.above),
    ]
    return _with_status(state, Step("choose", motions, _pile(state), state.starter))


def play(state: Position, code: int) -> Step:
    """The cards of a play leave the hand whose turn it is; the step is given before they do."""
    cards = cards_of(code)
    seat, name = state.next_seat, state.names[state.hand]
    motions = [Motion(TOKENS[card], "field", "discards", 0) for card in state.field]
    opened = state.open_in(state.hand)
    for card in cards:
        was = OPEN if card in opened else only(seat)
        if card in opened:
            opened.remove(card)
        motions.append(Motion(TOKENS[card], f"hand/{name}", "field", END, was))
    left = state.size[state.hand] - len(cards)
    return Step("play", motions, _hand_facts(state, state.hand, left, opened), seat)


def act(kind: str, seat: int) -> Step:
    """`seat` does something that by itself moves no card."""
    return Step(kind, [], {}, seat)


def draw(state: Position, card: int) -> Step:
    """The hand whose turn it is has drawn a card."""
    seat, zone = state.next_seat, f"hand/{state.names[state.hand]}"
    motion = Motion(TOKENS[card], "pile", zone, SORTED, NOBODY, only(seat))
    facts = _hand_facts(state, state.hand, state.size[state.hand], state.open_in(state.hand))
    return Step("draw", [motion], facts | _pile(state), seat)


def point(state: Position) -> Step:
    """The face-up card of the pile has come to its top and is the point card."""
    return Step("point", [Motion(TOKENS[state.point], "pile", "point")], _pile(state))


def reshuffle(state: Position) -> Step:
    """The discards become the pile; the step is given while they still lie there."""
    motions = [Motion(EVERY, "discards", "pile")]
    motions += [
        Motion(TOKENS[card], "field", "pile", END, OPEN, NOBODY) for card in state.field[:-1]
    ]
    facts: dict[str, Fact] = {"pile": len(state.discards) + len(state.field) - 1}
    return Step("reshuffle", motions, facts)


def shown(state: Position, kind: str, hand: int) -> Step:
    """A hand is laid open, by an attack, a call or a counter; the step is given before."""
    seat, zone = state.owners[hand], f"hand/{state.names[hand]}"
    cards = state.cards_in(hand)
    opened = [card for card in cards if card]
    hidden = [card for card in cards[state.bare[hand] :] if card]
    motions = [Motion(TOKENS[card], zone, zone, SORTED, only(seat)) for card in hidden]
    return Step(kind, motions, _hand_facts(state, hand, len(cards), opened), seat)


def score(state: Position) -> Step:
    """The round is over, and its points are given."""
    return Step("score", [], {f"score/{seat}": points for seat, points in _scores(state)})


def status(state: Position, kind: str) -> Step:
    """No card moves; the turn, the phase or who is to move has changed."""
    return _with_status(state, Step(kind, [], {}, state.next_seat))


def _with_status(state: Position, step: Step) -> Step:
    """`step` with what any move may have changed. Only the seat itself sees that it may call."""
    owner = str(state.next_seat or "")
    step.facts |= {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": owner,
        "current": state.names[state.hand] or "-",
        "direction": "↻" if state.direction == 1 else "↺",
        "colour": COLOURS[state.named - 1] if state.named else "-",
        "attack": str(state.attack or "-") + (f"+{state.amount}" if state.amount else ""),
        "window": state.names[state.window] or "-",
    }
    acting = state.to_move()
    if len(acting) > 1:
        step.private = [(1 << ALL, {"to_move": " ".join(map(str, acting))})]
        for seat in acting:
            both = sorted({seat, state.next_seat})
            step.private.append((1 << seat, {"to_move": " ".join(map(str, both))}))
    return step


def _hand_facts(state: Position, hand: int, size: int, opened: list[int]) -> dict[str, Fact]:
    name = state.names[hand]
    cards = " ".join([TOKENS[card] for card in sorted(opened)])
    return {fact_name("cards", name): size, fact_name("open", name): cards or "-"}


def _pile(state: Position) -> dict[str, Fact]:
    return {"pile": len(state.pile), "above": str(state.above) if state.up else "-"}


def _scores(state: Position) -> list[tuple[int, int]]:
    return list(enumerate(state.scores(), 1))
