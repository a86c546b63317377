"""What a viewer sees: tables of zones, and the steps that change them.

A *viewer* is a small int: `PUBLIC` (0) sees what everyone may see, k sees what seat k may
see, `ALL` sees everything that is known at all. A *mask* is a set of viewers, bit v for
viewer v. A *table* is what one viewer sees at one moment. A *step* is what happens at once:
cards move between zones, facts change. `as_seen` narrows a step to what one viewer may know
of it, and `fold` applies such a step to that viewer's table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from msgspec import Struct

#: The viewer who sees what everybody may see.
PUBLIC: Final = 0
#: The viewer who sees everything.
ALL: Final = 30
#: The mask of every viewer.
OPEN = (1 << 31) - 1
#: The mask of nobody: not even a viewer who sees everything knows the card.
NOBODY = 0
UNKNOWN = "_"
#: In a motion's `card`: all cards of the zone at once.
EVERY = "*"

#: Where a card enters a zone: at its end, or in its place in the canonical order of cards.
END = -1
SORTED = -2

Fact = int | str


def only(seat: int) -> int:
    """The mask of this seat and ALL.

    >>> sees(only(2), 2), sees(only(2), 1), sees(only(2), ALL), sees(only(2), PUBLIC)
    (True, False, True, False)
    """
    return 1 << seat | 1 << ALL


def all_but(seat: int) -> int:
    """The mask of all viewers except two: this seat and ALL.

    >>> sees(all_but(2), 2), sees(all_but(2), PUBLIC), sees(all_but(2), ALL)
    (False, True, False)
    """
    return OPEN ^ only(seat)


def sees(mask: int, viewer: int) -> bool:
    """Whether `viewer` is in `mask`."""
    return bool(mask >> viewer & 1)


class Motion(Struct, array_like=True, omit_defaults=True, gc=False):
    """A card (its token) leaves zone `src` and enters `dst` at index `at`. An empty zone name is
    the world outside the table.

    Masks of viewers: `was` see its face before, `seen` see it after, and only for `to` does the
    motion happen at all. Who does not see the face sees `back`. With the card EVERY, all cards of
    `src` go to `dst`, where each is UNKNOWN.
    """

    card: str
    src: str
    dst: str
    at: int = END
    was: int = OPEN
    seen: int = OPEN
    to: int = OPEN
    back: str = UNKNOWN


class Step(Struct, omit_defaults=True, gc=False):
    """What happens at once. `kind` is the game's word for it (`"deal"`, `"take"`), `seat` who does
    it (0: nobody), `facts` the new values of the facts that changed (`"heads/2": 12`). `private`
    has what not every viewer may know: pairs of a mask and facts, which replace those of the same
    name for the viewers in the mask.
    """

    kind: str
    motions: list[Motion] = []
    facts: dict[str, Fact] = {}
    seat: int = 0
    private: list[tuple[int, dict[str, Fact]]] = []


Watch = Callable[[Step], None]


class Table(Struct):
    """The zones with the tokens of their cards in order (UNKNOWN for a face not seen), and
    the facts: round, turn, phase, counters of a seat as `"name/seat"`, and `"to_move"`, the
    seats that may act as far as the viewer can know, separated by spaces.
    """

    zones: dict[str, list[str]]
    facts: dict[str, Fact]

    @property
    def cards(self) -> set[str]:
        """All different tokens in the zones, backs and UNKNOWN too."""
        return {card for cards in self.zones.values() for card in cards}


class SeenMotion(Struct, array_like=True, gc=False):
    """A motion as one viewer sees it: the card as it `leaves` and as it `enters` (UNKNOWN or a back
    if its face is not seen), from zone `src` to index `at` of zone `dst`. `back` is what it looked
    like where its face was not known.
    """

    leaves: str
    enters: str
    src: str
    dst: str
    at: int
    back: str = UNKNOWN


class SeenStep(Struct, omit_defaults=True, gc=False):
    """A step as one viewer sees it; nothing that the viewer may not know is in it."""

    kind: str
    motions: list[SeenMotion] = []
    facts: dict[str, Fact] = {}
    seat: int = 0

    @property
    def cards(self) -> set[str]:
        """All tokens of cards as they leave and enter zones, backs, UNKNOWN and EVERY too."""
        return {card for each in self.motions for card in (each.leaves, each.enters)}


def as_seen(step: Step, viewer: int) -> SeenStep:
    """A new step that shows `step` as `viewer` sees it. Motions that are not for the viewer are
    left out. A face that the viewer does not see becomes the card's back. The `private` facts for
    this viewer replace the public facts of the same names; those for others are left out. `step` is
    not changed.

    >>> deal = Step("deal", [Motion("55", "deck", "hand/1", SORTED, NOBODY, only(1))])
    >>> as_seen(deal, 1).motions[0].enters, as_seen(deal, 2).motions[0].enters
    ('55', '_')
    """
    motions = [
        SeenMotion(
            card if card == EVERY or sees(was, viewer) else back,
            card if card == EVERY or sees(seen, viewer) else back,
            src,
            dst,
            at,
            back,
        )
        for card, src, dst, at, was, seen, to, back in map(msgspec.structs.astuple, step.motions)
        if sees(to, viewer)
    ]
    facts = dict(step.facts)
    for mask, shown in step.private:
        if sees(mask, viewer):
            facts.update(shown)
    return SeenStep(step.kind, motions, facts, step.seat)


def fold(table: Table, step: SeenStep, order: Mapping[str, int]) -> None:
    """Apply `step` to `table` in place. O(cards in the zones touched).

    `order` gives each token's place in the canonical order of the game's cards, for zones that are
    kept sorted. A card whose face was not known in its zone leaves as its back, or as UNKNOWN. With
    EVERY, all cards of a zone go to the end of another, as UNKNOWN; both must be zones of the
    table.

    Raises KeyError for a zone that the table does not have, and ValueError where a card is not
    where the step says: steps and views disagree. The motions before that one are applied already,
    the facts are not. If it was the zone to enter that is missing, the card has left its old zone.
    """
    for motion in step.motions:
        if motion.leaves == EVERY:
            cards = table.zones[motion.src]
            table.zones[motion.dst].extend([UNKNOWN] * len(cards))
            cards.clear()
            continue
        if motion.src:
            cards = table.zones[motion.src]
            del cards[leaving(cards, motion)]
        if motion.dst:
            cards = table.zones[motion.dst]
            cards.insert(entering(cards, motion, order), motion.enters)
    table.facts.update(step.facts)


def leaving(cards: list[str], motion: SeenMotion) -> int:
    """The index among a zone's `cards` of the one that a motion takes: as it leaves, else as its
    back, else an unknown one. Raises ValueError if there is none of these.
    """
    for look in (motion.leaves, motion.back):
        if look in cards:
            return cards.index(look)
    return cards.index(UNKNOWN)


def entering(cards: list[str], motion: SeenMotion, order: Mapping[str, int]) -> int:
    """The index among a zone's `cards` at which the card that a motion brings is inserted:
    `motion.at` itself; for END, the number of cards; for SORTED, its place by `order`, after equal
    ones. Tokens that `order` lacks come last.
    """
    if motion.at == SORTED:
        place = order.get(motion.enters, len(order))
        return sum(order.get(other, len(order)) <= place for other in cards)
    return len(cards) if motion.at == END else motion.at
