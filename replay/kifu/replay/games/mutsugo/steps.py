"""The steps of 6つ子7組: what a watcher sees, and which watcher."""

from __future__ import annotations

from kifu.replay.games.mutsugo.cards import TOKEN
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.table import END, NOBODY, OPEN, SORTED, UNKNOWN, Fact, Motion, Step, only


def opened(state: Position, card: int) -> Step:
    """Start Open has made the top card of the pile a free card."""
    return Step("open", [Motion(TOKEN[card], "pile", "free", SORTED, NOBODY)])


def draw(state: Position, card: int, seat: int) -> Step:
    """`seat` has drawn from the pile, a card not known to anybody where `card` is 0."""
    token = TOKEN[card] or UNKNOWN
    motion = Motion(token, "pile", f"hand/{seat}", SORTED, NOBODY, only(seat))
    return Step("draw", [motion], _counts(state, seat) | _now(state), seat)


def take(state: Position, card: int, seat: int) -> Step:
    """A free card has come to the hand of `seat`."""
    motion = Motion(TOKEN[card], "free", f"hand/{seat}", SORTED, OPEN, only(seat))
    return Step("take", [motion], _counts(state, seat) | _now(state), seat)


def make(state: Position, cards: list[int], seat: int, taken: int, owner: int) -> Step:
    """`seat` has made a set of `cards`. One of them, `taken`, comes from the table unless it is 0:
    a free card, or one robbed from a set of `owner`.
    """
    hand, sets = f"hand/{seat}", f"sets/{seat}"
    table = f"sets/{owner}" if owner else "free"
    motions = [
        Motion(TOKEN[card], table, sets)
        if card == taken
        else Motion(TOKEN[card], hand, sets, END, only(seat))
        for card in cards
    ]
    facts = _counts(state, seat) | _now(state)
    if owner:
        facts |= _counts(state, owner)
    return Step("rob" if owner else "set", motions, facts, seat)


def discard(state: Position, card: int, seat: int) -> Step:
    """A hand card has become a free card."""
    motion = Motion(TOKEN[card], f"hand/{seat}", "free", SORTED, only(seat))
    return Step("discard", [motion], _counts(state, seat) | _now(state), seat)


def dissolve(state: Position, cards: list[int], seat: int) -> Step:
    """The cards of a set of `seat` have become free cards."""
    motions = [Motion(TOKEN[card], f"sets/{seat}", "free", SORTED) for card in cards]
    return Step("dissolve", motions, _counts(state, seat) | _now(state), seat)


def end_turn(state: Position, seat: int) -> Step:
    """The turn of `seat` is over, the next one's begins."""
    return Step("turn", [], _now(state), seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """No card moves; the match can't go on, or is over by what `seat` did. Of a draw it says again
    what is counted of those who have it.
    """
    seats = state.winners()
    facts = _counts(state, seat) if seat else {}
    if len(seats) > 1:
        for equal in seats:
            facts |= _counts(state, equal)
    return Step(kind, [], facts | _now(state), seat)


def _now(state: Position) -> dict[str, Fact]:
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join(map(str, state.to_move())),
        "made": " ".join(map(str, state.made_this_turn())) or "-",
    }


def _counts(state: Position, seat: int) -> dict[str, Fact]:
    """What is counted of a seat, and the sizes of its sets."""
    return {
        f"points/{seat}": state.score[seat],
        f"cards/{seat}": state.size[seat],
        f"sets/{seat}": " ".join(str(len(cards)) for cards in state.sets_of(seat)),
    }
