"""The steps of yuhodo: what a watcher sees, and which watcher."""

from __future__ import annotations

from collections.abc import Iterable

from kifu.replay.games.yuhodo.cards import SIZE, TOKEN
from kifu.replay.games.yuhodo.position import Position
from kifu.replay.table import (
    ALL,
    END,
    EVERY,
    NOBODY,
    OPEN,
    SORTED,
    Fact,
    Motion,
    Step,
    only,
)


def collect(state: Position) -> Step:
    """All cards of the last short game go back, face down."""
    zones = ["market", "window", "bonus"]
    for seat in range(1, state.n + 1):
        zones += [f"hand/{seat}", f"opened/{seat}", f"river/{seat}", f"goal/{seat}"]
    return Step("collect", [Motion(EVERY, zone, "pile") for zone in zones])


def deal(state: Position) -> Step:
    """Hands have been dealt for a short game."""
    motions = []
    facts: dict[str, Fact] = {"round": state.round, "turn": 0, "starter": state.starter}
    for seat in range(1, state.n + 1):
        motions += [_drawn(card, seat) for card in state.dealt(seat)]
        facts |= {f"ready/{seat}": "–", f"opened/{seat}": "", f"goal/{seat}": ""}
        facts[f"score/{seat}"] = ""
    return _step(state, "deal", motions, facts)


def market(state: Position) -> Step:
    """Cards have been turned up."""
    motions = [Motion(TOKEN[card], "pile", "market", END, NOBODY) for card in state.market_cards()]
    return _step(state, "market", motions)


def take(state: Position, closed: int) -> Step:
    """The seat on turn has taken a card; before, the discard of seat `closed` may have lain in
    the window.
    """
    seat, card = state.next_seat, state.taken
    motions = [Motion(TOKEN[card], "market", f"hand/{seat}", SORTED, OPEN, only(seat))]
    return _step(state, "take", [*motions, *_close(state, closed)], {"turn": state.turn}, seat)


def pass_by(state: Position, closed: int) -> Step:
    """Nobody has claimed the discard of seat `closed`."""
    return _step(state, "pass", _close(state, closed), {"turn": state.turn}, state.next_seat)


def wait(state: Position, closed: int) -> Step:
    """Nothing can be played on; the discard of seat `closed` may have lain in the window."""
    return _step(state, "wait", _close(state, closed))


def gain(state: Position, seat: int, gained: int) -> Step:
    """`seat` has made a set with the discard `gained`."""
    motions = []
    cards = state.sets_of(seat)[-1]
    from_hand = cards.copy()
    from_hand.remove(gained)
    for card in cards:
        if card in from_hand:
            from_hand.remove(card)
            motions.append(_laid(card, seat, f"opened/{seat}"))
        else:
            motions.append(Motion(TOKEN[card], "window", f"opened/{seat}"))
    return _step(state, "gain", motions, _opened(state, seat), seat)


def open_set(state: Position, seat: int) -> Step:
    """`seat` has opened a set."""
    motions = [_laid(card, seat, f"opened/{seat}") for card in state.sets_of(seat)[-1]]
    return _step(state, "open", motions, _opened(state, seat), seat)


def draw(state: Position, seat: int, drawn: list[int]) -> Step:
    """`seat` has drawn cards after a new set."""
    return _step(state, "draw", [_drawn(card, seat) for card in drawn], {}, seat)


def discard(state: Position, seat: int) -> Step:
    """`seat` has discarded the card in the window."""
    return _step(state, "discard", [_laid(state.window, seat, "window")], {}, seat)


def ready(state: Position, seat: int) -> Step:
    """`seat` has declared Ready."""
    return _step(state, "ready", [], {f"ready/{seat}": "✓"}, seat)


def goal(state: Position, claimed: int) -> Step:
    """A seat goes out, with the discard `claimed` if that is not 0; it shows its hand as the
    sets that count.
    """
    seat = state.out
    zone = f"goal/{seat}"
    motions = []
    sets = state.split_sets()
    for card in [card for cards in sets for card in cards]:
        if card == claimed:
            motions.append(Motion(TOKEN[card], "window", zone))
            claimed = 0
        else:
            motions.append(_laid(card, seat, zone))
    facts: dict[str, Fact] = {zone: _sizes(sets)}
    return _step(state, "goal", motions, facts, seat)


def score(state: Position) -> Iterable[Step]:
    """The bonus checks, each for itself, and the points."""
    for card in state.bonus():
        yield _step(state, "bonus", [Motion(TOKEN[card], "pile", "bonus", END, NOBODY)])
    seat = state.out
    facts: dict[str, Fact] = {
        f"points/{seat}": state.totals[seat],
        f"score/{seat}": state.tally(),
    }
    yield _step(state, "score", [], facts, seat)


def pay(state: Position, seat: int) -> Step:
    """`seat`, whose discard was claimed for a goal, has paid."""
    return _step(state, "pay", [], {f"points/{seat}": state.totals[seat]}, seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """No card moves; the phase or who is to move has changed."""
    return _step(state, kind, [], {}, seat)


def _step(
    state: Position,
    kind: str,
    motions: list[Motion],
    facts: dict[str, Fact] | None = None,
    seat: int = 0,
) -> Step:
    """A step with what it may have changed: the phase, the pile, and who is to move, where only
    a seat itself knows whether it may claim the discard.
    """
    acting = state.to_move()
    on_turn = str(state.next_seat or "")
    told: dict[str, Fact] = {"phase": state.phase, "pile": SIZE - state.top, "to_move": on_turn}
    private: list[tuple[int, dict[str, Fact]]] = [
        (1 << other, {"to_move": " ".join(map(str, sorted((other, state.next_seat))))})
        for other in acting
        if other != state.next_seat
    ]
    if private:
        private.append((1 << ALL, {"to_move": " ".join(map(str, acting))}))
    return Step(kind, motions, {**told, **(facts or {})}, seat, private)


def _drawn(card: int, seat: int) -> Motion:
    """A card from the pile comes to a hand."""
    return Motion(TOKEN[card], "pile", f"hand/{seat}", SORTED, NOBODY, only(seat))


def _laid(card: int, seat: int, zone: str) -> Motion:
    """A card of a hand is laid open."""
    return Motion(TOKEN[card], f"hand/{seat}", zone, END, only(seat))


def _close(state: Position, seat: int) -> list[Motion]:
    """The discard of `seat` (0: there is none) can't be claimed any more."""
    latest = TOKEN[state.thrown[state.discards - 1] & 63]
    return [Motion(latest, "window", f"river/{seat}")] if seat else []


def _opened(state: Position, seat: int) -> dict[str, Fact]:
    return {f"opened/{seat}": _sizes(state.sets_of(seat))}


def _sizes(sets: Iterable[Iterable[int]]) -> str:
    return " ".join([str(len(list(cards))) for cards in sets])
