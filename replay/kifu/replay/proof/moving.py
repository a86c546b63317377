"""The laws of what a move does: steps fold into views, and show nobody what is hidden from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kifu.replay.game import Layout, State
from kifu.replay.table import ALL, EVERY, PUBLIC, UNKNOWN, SeenStep, Step, Table, as_seen, fold


def named(viewer: int) -> str:
    """What a viewer is called in a fault.

    >>> [named(viewer) for viewer in (PUBLIC, 2, ALL)]
    ['the public', 'seat 2', 'everyone']
    """
    return {PUBLIC: "the public", ALL: "everyone"}.get(viewer, f"seat {viewer}")


def folded(
    tables: Mapping[int, Table], steps: list[Step], order: Mapping[str, int], state: State
) -> Iterator[str]:
    """Apply the steps of a move to each viewer's table in `tables`, and yield what is different
    from its view of `state`, the position after the move. Each table becomes that view. `order` is
    the place of each card in the canonical order.
    """
    for viewer, table in tables.items():
        wrong = ""
        for step in steps:
            try:
                fold(table, as_seen(step, viewer), order)
            except (KeyError, ValueError, IndexError):
                wrong = (
                    f"step {step.kind!r} moves a card from a place where {named(viewer)} does "
                    "not have it"
                )
                break
        view = state.view(viewer)
        if not wrong and table != view:
            wrong = f"after the steps, the table of {named(viewer)} has {_difference(table, view)}"
        if wrong:
            yield wrong
        table.zones, table.facts = view.zones, view.facts


def _difference(table: Table, view: Table) -> str:
    for name, cards in view.zones.items():
        held = table.zones.get(name)
        if held != cards:
            return f"{name} {_cards(held)}, but view has {_cards(cards)}"
    for name, value in view.facts.items():
        if table.facts.get(name) != value:
            return f"{name}={table.facts.get(name)}, but view has {value}"
    return "a zone or a fact that view does not have"


def _cards(cards: list[str] | None) -> str:
    if cards is None:
        return "is missing"
    return f"({' '.join(cards[:20])}{' ...' if len(cards) > 20 else ''})"


def leaked(
    before: Mapping[int, set[str]], steps: list[Step], state: State, layout: Layout
) -> Iterator[str]:
    """Faults in words: cards that the steps of a move show to a viewer although it sees them face
    up neither before the move (`before`: the faces it saw) nor in `state`, after it.
    """
    public = {card for step in steps for card in _tokens(as_seen(step, PUBLIC))}
    for viewer, known in before.items():
        if viewer == ALL:
            continue
        own = {zone.name for zone in layout.zones if zone.seat and zone.seat == viewer}
        seen = [as_seen(step, viewer) for step in steps]
        shown = {card for step in seen for card in _tokens(step)}
        held = {motion.enters for step in seen for motion in step.motions if motion.dst in own}
        for card in sorted(shown - known - faces(state.view(viewer)) - public - held):
            yield f"a step shows {card} to {named(viewer)}, whose tables do not have it"


def faces(table: Table) -> set[str]:
    """The tokens of the cards that a table shows face up, without the backs."""
    return {card for cards in table.zones.values() for card in cards if card[-1:] != UNKNOWN}


def _tokens(step: SeenStep) -> set[str]:
    cards = {card for motion in step.motions for card in (motion.leaves, motion.enters)}
    return {card for card in cards if card[-1:] != UNKNOWN} - {EVERY}


class Hands:
    """How many cards of others' hands were seen and how many were hidden, in all matches of a
    game: where all of them are always seen, the hands hide nothing.
    """

    def __init__(self) -> None:
        self.shown = [0, 0]
        self.hidden = [0, 0]

    def see(self, layout: Layout, viewer: int, table: Table) -> None:
        """Count the seen and the hidden cards of others' hands in the table of `viewer`, PUBLIC or
        a seat.
        """
        for zone in layout.zones:
            if zone.kind == "hand" and zone.seat and zone.seat != viewer:
                cards = table.zones.get(zone.name, [])
                known = sum(card[-1:] != UNKNOWN for card in cards)
                self.shown[viewer > 0] += known
                self.hidden[viewer > 0] += len(cards) - known

    def open(self) -> Iterator[str]:
        """Faults in words: the public, or every seat, has seen every card of the others' hands in
        all matches.
        """
        for seated, who in enumerate(("the public", "every seat")):
            if self.shown[seated] and not self.hidden[seated]:
                yield (
                    f"{who} sees every card of the other hands in every match; put cards "
                    "that everybody may see into a zone of the kind pool or row"
                )
