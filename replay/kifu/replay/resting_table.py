"""The table at rest after a ply, as it is drawn: what has just happened can be seen on it.

The table after a ply is drawn after everything was swept away: a trick that is won has left its
zones, a row that is taken is gone. A resting table still shows what left an open zone in the ply,
and stops before the whole table is cleared for a new round. It is made from steps alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from kifu.replay.game import Layout
from kifu.replay.table import (
    EVERY,
    UNKNOWN,
    SeenMotion,
    SeenStep,
    Step,
    Table,
    as_seen,
    entering,
    leaving,
)

#: Kinds of zones in which cards lie to be looked at: what leaves them stays in sight.
LASTING = ("row", "pool", "choice", "melds")
#: Values of a fact that has nothing to say.
NOTHING = ("", "-", "–")


class Lying(Struct, eq=False):
    """A card of a zone as it is drawn. If it has left the zone in this ply, `left` is the zone that
    it went to ("": out of the game) and `step` the index of the step; otherwise None and -1.
    """

    card: str
    left: str | None = None
    step: int = -1


class Gain(Struct, frozen=True):
    """Cards that a seat got in one step: `out` are the zones that they came from (none of its own),
    `into` is the zone that they went to.
    """

    seat: int
    out: tuple[str, ...]
    into: str


class RestingTable:
    """The table at rest: the `zones` with what lies there and what has left, `facts`, and `gains`.
    It begins as the table `before` the ply, to which `fold` applies step after step.
    """

    def __init__(self, before: Table, layout: Layout) -> None:
        self.zones = {name: [Lying(card) for card in cards] for name, cards in before.zones.items()}
        self.facts = dict(before.facts)
        self.gains: list[Gain] = []
        self._kinds = {zone.name: zone.kind for zone in layout.zones}
        self._owners = {zone.name: zone.seat for zone in layout.zones} | {"": 0}
        self._order = {token: place for place, token in enumerate(layout.faces)}

    def table(self) -> Table:
        """The table as it is without the cards that have left: a new Table with new zones. Its
        facts are this object's own dict, which later folds change.
        """
        zones = {name: [each.card for each in _live(cards)] for name, cards in self.zones.items()}
        return Table(zones, self.facts)

    def fold(self, step: SeenStep, place: int) -> None:
        """Apply `step`, the one with the index `place` in its ply, to zones, facts and gains.

        - A card that leaves a zone of a kind in `LASTING` still lies there, marked as having left.
        - If all cards of a zone go at once (EVERY), none stays, and as many UNKNOWN cards come to
          the end of the other zone.
        - The facts of the step are set, with one exception. Where a card has so left a zone of a
          seat, a fact of this seat is not set to a value that says nothing ("", "-" or "–"): what
          was counted of the card is seen as long as the card is. A fact named like a zone is set
          all the same.

        Raises KeyError for a zone that there is not, and ValueError if a card is not where the step
        says. The motions before the faulty one are then applied, but not facts and gains.
        """
        gone: list[SeenMotion] = []
        for motion in step.motions:
            if motion.leaves == EVERY:
                count = len(_live(self.zones[motion.src]))
                self.zones[motion.dst] += [Lying(UNKNOWN) for _ in range(count)]
                self.zones[motion.src] = []
                continue
            if motion.src and self._leave(motion, place):
                gone.append(motion)
            if motion.dst:
                self._enter(motion)
        self.gains += self._gains(step, gone)
        owners = {self._owners[motion.src] for motion in gone} - {0}
        for name, fact in step.facts.items():
            # What was counted of the cards that a seat had lying there is seen as long as they are.
            spent = fact in NOTHING and name.partition("/")[2] in map(str, owners)
            if not spent or name in self.zones:
                self.facts[name] = fact

    def _leave(self, motion: SeenMotion, place: int) -> bool:
        """Let a card leave its zone in the step with the index `place`. True if it stays there,
        marked as having left; those that left in earlier steps are then removed from the zone.
        False if it is taken away: its zone is of another kind, or it moves within its zone. The
        motion must come from a zone. Raises KeyError for a zone that there is not, and ValueError
        if the card is not there.
        """
        cards = self.zones[motion.src]
        live = _live(cards)
        card = live[leaving([each.card for each in live], motion)]
        if motion.src == motion.dst or self._kinds[motion.src] not in LASTING:
            cards.remove(card)
            return False
        # Of what was swept away twice in a ply, the last is shown.
        cards[:] = [each for each in cards if each.left is None or each.step == place]
        card.left, card.step = motion.dst, place
        return True

    def _enter(self, motion: SeenMotion) -> None:
        """Insert the card that comes into a zone among its cards, at the motion's index, not
        counting cards marked as having left. With END, or an index past the last card, it comes
        after all cards, those too; with SORTED, to its place in canonical order. The motion must go
        to a zone. Raises KeyError for one that there is not.
        """
        cards = self.zones[motion.dst]
        live = _live(cards)
        at = entering([each.card for each in live], motion, self._order)
        where = cards.index(live[at]) if at < len(live) else len(cards)
        cards.insert(where, Lying(motion.enters))

    def _gains(self, step: SeenStep, gone: Sequence[SeenMotion]) -> Iterator[Gain]:
        """Yield what seats got in a step: a Gain for each zone of a seat that cards came into from
        other owners' zones. Only the motions `gone` count, whose cards left visible places. A seat
        that did not act itself gains only what comes into a pile.
        """
        for zone in dict.fromkeys(motion.dst for motion in gone):
            seat = self._owners[zone]
            sources = dict.fromkeys(motion.src for motion in gone if motion.dst == zone)
            out = tuple(src for src in sources if self._owners[src] != seat)
            if seat and out and (seat == step.seat or self._kinds[zone] == "pile"):
                yield Gain(seat, out, zone)


def resting_table(
    before: Table, steps: Sequence[Step], viewer: int, layout: Layout
) -> RestingTable:
    """The table after a ply as `viewer` (PUBLIC, a seat, ALL) sees it: cards that have just left a
    visible place are still there, marked, and it is not yet cleared for a new round: then its phase
    is "", since nobody has anything to do there. It is made from the viewer's table `before` the
    ply (not changed) and the ply's steps. Raises KeyError or ValueError if these do not fit
    together. O(cards that move, and those of their zones).

    >>> from kifu.replay.game import Words, Zone
    >>> from kifu.replay.table import Motion
    >>> row, won = Words("Row", "列"), Words("Won", "獲得")
    >>> layout = Layout([Zone("row", "row", 0, row), Zone("won", "pile", 1, won)], {}, {}, {}, {})
    >>> take = Step("take", [Motion("5", "row", "won"), Motion("7", "row", "won")], seat=1)
    >>> still = resting_table(Table({"row": ["5", "7"], "won": []}, {}), [take], 30, layout)
    >>> [(each.card, each.left) for each in still.zones["row"]], still.gains[0].into
    ([('5', 'won'), ('7', 'won')], 'won')
    """
    still, shown = RestingTable(before, layout), until_cleared(steps)
    for place, step in enumerate(steps[:shown]):
        still.fold(as_seen(step, viewer), place)
    if shown < len(steps):
        still.facts["phase"] = ""
    return still


def until_cleared(steps: Sequence[Step]) -> int:
    """How many of a ply's steps come before the first one that clears the table: it takes all cards
    (EVERY) out of more than one zone. All of them if none does.

    >>> from kifu.replay.table import Motion
    >>> clear = Step("collect", [Motion(EVERY, "row/1", "deck"), Motion(EVERY, "row/2", "deck")])
    >>> until_cleared([Step("place"), clear, Step("deal")]), until_cleared([Step("place")])
    (1, 1)
    """
    for place, step in enumerate(steps):
        if len({motion.src for motion in step.motions if motion.card == EVERY}) > 1:
            return place
    return len(steps)


def _live(cards: Sequence[Lying]) -> list[Lying]:
    """The cards among `cards` that have not left the zone."""
    return [each for each in cards if each.left is None]
