"""The order in which a redacted record writes the cards of a chance event.

That a viewer knows a card does not say where it was dealt: a hand that lies open at the end was
dealt in some order, and some of its cards were drawn. Of all the ways to write what the viewer
knows, a redacted record has the first one: the earliest places, and the first cards of the deck.

Nothing is known here about the rules of a game: whether two cards may change places is tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial

import msgspec
from msgspec import Struct

from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.game import IllegalMove, State
from kifu.replay.match import Match
from kifu.replay.table import ALL, SeenMotion, SeenStep, Step, Table, as_seen

#: A card of an outcome: the label and the place in it.
Card = tuple[str, int]
#: What a viewer sees of one ply; of ply 0 the table.
Seen = list[SeenStep] | Table


def in_order(match: Match, viewer: int, learned: Mapping[Card, int]) -> list[tuple[str, str]]:
    """The outcomes of a match as (label, cards), with its known cards in the first order in which
    the match looks the same to `viewer`.

    `match` is one without findings, in which the cards are unknown that the viewer does not know;
    `learned` says of each other card at which ply the viewer saw it first, but for those that lay
    on its table at the start. O(plies x cards of one chance event).
    """
    courses = _Courses(match, viewer)
    for event in courses.events:
        event.learned = {
            card: learned.get((event.label, place), 0)
            for place, card in enumerate(event.cards)
            if card
        }
        event.late = {
            card: zone
            for card, ply in event.learned.items()
            if ply > event.ply and (zone := courses.turned_up_in(event.deck[card - 1], ply))
        }
        if event.learned and len(event.cards) > 1:
            _take_early_places(courses, event)
            _sort(courses, event)
    written = {
        event.label: " ".join(event.deck[card - 1] if card else UNKNOWN for card in event.cards)
        for event in courses.events
    }
    return [(label, written.get(label, outcome)) for label, outcome in match.record.chance]


class _Event(Struct):
    """A shuffle that happens with ply `ply` (0: before the first move): its `deck`, and its `cards`
    as places in the deck from 1, 0 for an unknown one. `before` is the position before that ply,
    None for ply 0, and `after` what the viewer's table is after it. `learned` says of each known
    card at which ply the viewer saw it first, and `late` in which zone, of those that the viewer
    saw later than they left a pile.
    """

    label: str
    deck: Sequence[str]
    cards: list[int]
    ply: int = -1
    before: State | None = None
    after: Table = msgspec.field(default_factory=lambda: Table({}, {}))
    learned: dict[int, int] = {}
    late: dict[int, str] = {}


class _Dealing(Chance):
    """Chance whose outcomes are written, until they are changed in `dealt`."""

    def __init__(self, outcomes: Sequence[tuple[str, str]]) -> None:
        super().__init__(None, outcomes)
        self.dealt: dict[str, _Event] = {}

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        if label not in self.dealt:
            cards = super().shuffle(label, names, need)
            if cards is None:
                return None
            self.dealt[label] = _Event(label, names, cards)
        return self.dealt[label].cards.copy()


class _Courses:
    """A match as `viewer` sees it, and how it would go if cards were dealt otherwise."""

    def __init__(self, match: Match, viewer: int) -> None:
        assert match.game is not None
        seats = len(match.record.seats)
        layout = match.game.layout(match.options, seats)
        self._chance = _Dealing(match.record.chance)
        self._start = partial(match.game.start, match.options, seats, self._chance)
        self._plies = match.plies
        self._viewer = viewer
        self._backs = layout.backs
        self.hands = {zone.name for zone in layout.zones if zone.kind == "hand"}
        self._piles = {zone.name for zone in layout.zones if zone.kind == "pile"}
        self._seen: list[Seen] = []
        self._digests: dict[int, str] = {}
        self._follow()
        self.events = list(self._chance.dealt.values())

    def may_change(self, event: _Event, here: int, there: int) -> bool:
        """Exchange the cards at two places of the event, if the viewer sees the same then and all
        moves are legal; otherwise False, and nothing is changed.
        """
        cards = event.cards
        cards[here], cards[there] = cards[there], cards[here]
        if self._looks_same(event):
            return True
        cards[here], cards[there] = cards[there], cards[here]
        return False

    def turned_up_in(self, token: str, ply: int) -> str:
        """The zone where the viewer saw the face of a card at ply `ply` (from 1) of the match,
        though it was there before; "" if the card came from a pile then.
        """
        steps = self._seen[ply]
        assert not isinstance(steps, Table)
        motions = [motion for step in steps for motion in step.motions]
        turned = [each.src for each in motions if each.enters == token != each.leaves]
        return next((zone for zone in turned if zone and zone not in self._piles), "")

    def lies_in(self, event: _Event, place: int) -> str:
        """The zone where the card at a place of the event's outcome lies after it; "" for a pile,
        and where nobody knows.
        """
        cards = event.cards
        written = {event.deck[card - 1] for card in cards if card}
        other = next((at for at, token in enumerate(event.deck) if token not in written), None)
        if other is None:
            return ""
        event.cards = [*cards[:place], other + 1, *cards[place + 1 :]]
        state = self._start() if event.before is None else event.before.copy()
        seen = self._look(state, event.ply)
        event.cards = cards
        found = [] if seen is None else state.view(ALL).zones.items()
        zones = (zone for zone, lying in found if event.deck[other] in lying)
        return next((zone for zone in zones if zone not in self._piles), "")

    def _looks_same(self, event: _Event) -> bool:
        state = self._start() if event.before is None else event.before.copy()
        for ply in range(event.ply, len(self._seen)):
            if self._look(state, ply) != self._seen[ply]:
                return False
            if ply in self._digests and state.digest() == self._digests[ply]:
                return True
        return True

    def _follow(self) -> None:
        """Play the match once, as its record has it."""
        state = self._start()
        before = None
        for ply in range(len(self._plies) + 1):
            before = state.copy() if ply else None
            seen = self._look(state, ply)
            assert seen is not None, "the plies of a match are legal"
            self._seen.append(seen)
            for event in self._chance.dealt.values():
                if event.ply < 0:
                    event.ply, event.before, event.after = ply, before, state.view(self._viewer)
                    self._digests[ply] = state.digest()

    def _look(self, state: State, ply: int) -> Seen | None:
        """Play ply `ply` in `state`, the position before it, and return what the viewer sees of it
        (of ply 0 the table); None if it is illegal there.
        """
        if not ply:
            return table_without(self._backs, state.view(self._viewer))
        seat, token = self._plies[ply - 1]
        steps: list[Step] = []
        try:
            state.play(token, seat, steps.append)
        except IllegalMove:
            return None
        return [step_without(self._backs, as_seen(step, self._viewer)) for step in steps]


def _take_early_places(courses: _Courses, event: _Event) -> None:
    """Put late cards into earlier places of unknown cards.

    Of cards that were seen at the same ply only the first one is tried: where another one may be,
    it may be, too. Nor is a place tried whose card came to another hand.
    """
    last = max((place for place, card in enumerate(event.cards) if card in event.late), default=0)
    for here in range(last):
        if event.cards[here]:
            continue
        zone = courses.lies_in(event, here)
        tried: set[int] = set()
        for there in range(here + 1, last + 1):
            card = event.cards[there]
            if card not in event.late or zone not in ("", event.late[card]):
                continue
            if event.learned[card] not in tried:
                tried.add(event.learned[card])
                if courses.may_change(event, here, there):
                    break


def _sort(courses: _Courses, event: _Event) -> None:
    """Exchange known cards until no exchange makes their order an earlier one: late ones, and those
    that the viewer saw when they were dealt, in one hand or on the table.
    """
    first = {token: at for at, token in reversed([*enumerate(event.deck)])}
    rank = [0, *(first[token] for token in event.deck)]
    zones = {card: {zone} for card, zone in event.late.items()}
    for card, ply in event.learned.items():
        if ply <= event.ply:
            token = event.deck[card - 1]
            zones[card] = {zone for zone, lying in event.after.zones.items() if token in lying}
    known = [place for place, card in enumerate(event.cards) if card in zones]
    for here in known:
        for there in sorted(known, key=lambda place: rank[event.cards[place]]):
            one, other = event.cards[here], event.cards[there]
            if rank[other] >= rank[one]:
                break
            if there < here or (one in event.late) != (other in event.late):
                continue
            lying = zones[one] | zones[other]
            tried = zones[one] & zones[other] or lying.isdisjoint(courses.hands)
            if tried and courses.may_change(event, here, there):
                break


def table_without(backs: Set[str], table: Table) -> Table:
    """`table` with `_` in place of every card that shows one of `backs`."""
    if not backs:
        return table
    zones = {
        name: [UNKNOWN if card in backs else card for card in cards]
        for name, cards in table.zones.items()
    }
    return Table(zones, table.facts)


def step_without(backs: Set[str], step: SeenStep) -> SeenStep:
    """`step` with `_` in place of every card that shows one of `backs`. If an unknown card leaves
    the table so that one with a back can come in its place, these two motions become one.
    """
    if not backs:
        return step
    motions: list[SeenMotion] = []
    for motion in step.motions:
        leaves, enters = (
            UNKNOWN if card in backs else card for card in (motion.leaves, motion.enters)
        )
        src = motion.src
        gone = motions[-1] if motions else None
        if gone and not src and not gone.dst and gone.leaves == UNKNOWN:
            motions.pop()
            leaves, src = UNKNOWN, gone.src
        motions.append(SeenMotion(leaves, enters, src, motion.dst, motion.at))
    return SeenStep(step.kind, motions, step.facts, step.seat)
