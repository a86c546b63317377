"""Where a match shows cards that its record did not know, and where each such card was till then.

Nothing is known here about the rules of a game. That a card was not known, and which zone it
came from, is seen from the steps of the match. Where a place of a deal comes to is found by
trying: the card there is taken to be known, and the zone is the one that has one unknown card
less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.game import IllegalMove, State
from kifu.replay.hidden_cards.trial import Trial
from kifu.replay.match import Match
from kifu.replay.table import ALL, EVERY, SeenStep, Table, fold

#: In `Alike.zones`: nobody knows where the cards are.
ANYWHERE = "*"
#: So many cards are tried at a place, until one of them stays there to the end.
_CARDS_TRIED = 3


class Shown(NamedTuple):
    """A card that became known with ply `ply` (from 0) and was hidden in `zone` until then."""

    ply: int
    zone: str
    card: str


class Alike(Struct):
    """Places (from 0) of an event's outcome whose cards may change places: no position after it
    is another one then. `zones` says where the cards are before each ply that shows cards.
    """

    label: str
    places: list[int]
    zones: dict[int, str]


class Dealt(Struct):
    """A shuffle that has happened with ply `ply` (from 1; 0: before the first one).

    `cards` are those that are written, `deck` all that there are, `left` those that are not
    written.
    """

    ply: int
    deck: list[str]
    cards: list[str]
    left: Counter[str]


class Showing:
    """A match as its record knows it: `events` by label, and the cards `shown`."""

    def __init__(self, match: Match, outcomes: list[tuple[str, str]]) -> None:
        trial = self._trial = Trial(match, match.plies, Chance(None, outcomes), ALL)
        written = dict(outcomes)
        self.events: dict[str, Dealt] = {}
        for label, shuffle in trial.shuffles.items():
            if label in written:
                cards = list(map(shuffle.token, range(len(shuffle.cards))))
                left = Counter(shuffle.deck) - Counter(cards)
                self.events[label] = Dealt(shuffle.ply, shuffle.deck, cards, left)
        self.shown: list[Shown] = []
        #: Before each ply that shows cards: how many unknown cards each zone has.
        self._unknown: dict[int, dict[str, int]] = {}
        #: The hands that no unknown card leaves but where they are cleared, and the plies (from 0)
        #: with which each is.
        self._closed = trial.hands.copy()
        self._cleared: dict[str, list[int]] = {}
        self._follow()

    def alike(self, label: str) -> list[Alike]:
        """The unknown places of event `label` that matter later, in groups of places whose cards
        may change places without any later position being different. O(plies) where all of them
        are in hands from which no unknown card goes, otherwise O(places x plies).
        """
        event = self.events[label]
        card = next(iter(event.left.elements()), None)
        if card is None:
            return []
        if hands := self._hands(label):
            return [Alike(label, places, self._stay(event, zone)) for zone, places in hands.items()]
        found: dict[str, Alike] = {}
        for place, written in enumerate(event.cards):
            if written == UNKNOWN:
                digest = self._position_with(label, {place: card}).digest()
                found.setdefault(digest, Alike(label, [], {})).places.append(place)
        found.pop(self._trial.shuffles[label].digest, None)
        for alike in found.values():
            alike.zones = self._zones(label, alike.places[0])
        return list(found.values())

    def _hands(self, label: str) -> dict[str, list[int]]:
        """The unknown places of event `label` by the hand to which their cards are dealt, if all of
        them come to hands in which their order does not matter, and which no unknown card leaves;
        otherwise empty. Found by dealing all cards that are left, then those of each hand again in
        another order.
        """
        event = self.events[label]
        places = [place for place, written in enumerate(event.cards) if written == UNKNOWN]
        cards = list(event.left.elements())
        if len({*cards, *event.cards}) < len(cards) + len(event.cards) - len(places) + 1:
            return {}
        dealt = dict(zip(places, cards, strict=False))
        position = self._position_with(label, dealt)
        at = {card: zone for zone, lying in position.view(ALL).zones.items() for card in lying}
        hands: dict[str, list[int]] = {}
        for place, card in dealt.items():
            hands.setdefault(at.get(card, ""), []).append(place)
        if not self._closed.issuperset(hands):
            return {}
        turned = {
            place: dealt[other]
            for places in hands.values()
            for place, other in zip(places, [*places[1:], places[0]], strict=True)
        }
        same = self._position_with(label, turned).digest() == position.digest()
        return hands if same else {}

    def _stay(self, event: Dealt, hand: str) -> dict[int, str]:
        """The zones of `Alike` for cards that stay in `hand` till they are shown, or till the hand
        is cleared.
        """
        cleared = (ply for ply in self._cleared.get(hand, []) if ply >= event.ply)
        last = next(cleared, len(self._trial.plies))
        return dict.fromkeys((ply for ply in self._unknown if event.ply <= ply <= last), hand)

    def _follow(self) -> None:
        """Go through the steps of the match, and fill `shown`."""
        table = self._trial.first.view(ALL)
        for ply, steps in enumerate(self._trial.steps):
            unknown = _unknown_cards(table)
            fresh = [
                Shown(ply, *each) for step in steps for each in self._newly_known(ply, table, step)
            ]
            if fresh:
                self.shown += fresh
                self._unknown[ply] = unknown

    def _newly_known(self, ply: int, table: Table, step: SeenStep) -> Iterator[tuple[str, str]]:
        """Apply `step` of ply `ply` (from 0) to `table`, what was known before it, and yield the
        cards that become known by it as (zone where the card was unknown, card). The card may also
        come from outside, after an unknown one has left the zone. What leaves hands is noted.
        """
        gone: list[str] = []
        for motion in step.motions:
            src, card = motion.src, motion.enters
            if card == EVERY:
                self._cleared.setdefault(src, []).append(ply)
            elif card in (UNKNOWN, motion.back) and motion.dst:
                self._closed.discard(src)
            if src and not motion.dst and motion.leaves == UNKNOWN:
                gone.append(src)
            elif card not in (EVERY, UNKNOWN, motion.back):
                if not src and gone:
                    yield gone.pop(0), card
                elif src and self._was_unknown(motion.leaves, card, src, table):
                    yield src, card
            fold(table, SeenStep(step.kind, [motion]), self._trial.order)

    def _was_unknown(self, leaves: str, card: str, src: str, table: Table) -> bool:
        """Whether `card`, which moves from the zone `src`, was unknown there. `leaves` is how it
        looked in that zone: "_", a back, or its face.
        """
        if src in self._trial.piles or UNKNOWN not in table.zones[src]:
            return False
        return leaves != card or card not in table.zones[src]

    def _position_with(self, label: str, cards: dict[int, str]) -> State:
        """The position right after event `label` as if `cards` (index -> card, all of them
        different) were in its outcome.
        """
        numbers = self._numbers(self.events[label], cards)
        return self._trial.after(label, dict(zip(cards, numbers, strict=True)))

    def _numbers(self, event: Dealt, cards: dict[int, str]) -> list[int]:
        """The numbers (from 1) in the event's deck of cards that its outcome does not have yet. Of
        equal cards, the outcome's own take the first numbers.
        """
        numbers: dict[str, list[int]] = {}
        for number, token in enumerate(event.deck, 1):
            numbers.setdefault(token, []).append(number)
        written = Counter(event.cards)
        return [numbers[card][written[card]] for card in cards.values()]

    def _zones(self, label: str, place: int) -> dict[int, str]:
        """Where the card at the index `place` of event `label`'s outcome is before each ply that
        shows cards: ply -> zone.
        """
        best: dict[int, str] = {}
        longest = -1
        for card in self._late_cards(label)[:_CARDS_TRIED]:
            zones, length = self._traced(label, place, card)
            if length > longest:
                best, longest = zones, length
            if longest == len(self._trial.plies):
                break
        return best

    def _late_cards(self, label: str) -> list[str]:
        """The cards of event `label`'s deck that its outcome does not have, in the order in which
        to try them: first cards that the match does not show after the event, then those shown
        last.
        """
        event = self.events[label]
        shown: dict[str, list[int]] = {}
        for ply, _, card in self.shown:
            if ply >= event.ply:
                shown.setdefault(card, []).append(ply)

        def how_late(card: str) -> int:
            plies = shown.get(card, [])
            return len(self._trial.plies) if event.left[card] > len(plies) else plies[0]

        return sorted(event.left, key=how_late, reverse=True)

    def _traced(self, label: str, place: int, card: str) -> tuple[dict[int, str], int]:
        """Where the card at the index `place` of event `label`'s outcome is before each ply that
        shows cards (ply -> zone), found by playing on as if it were `card`; and the first ply that
        is impossible then, or the number of plies.
        """
        event = self.events[label]
        state = self._position_with(label, {place: card})
        zones: dict[int, str] = {}
        for ply in range(event.ply, len(self._trial.plies)):
            if ply in self._unknown:
                here = _unknown_cards(state.view(ALL))
                lacking = [
                    zone
                    for zone, count in self._unknown[ply].items()
                    if here.get(zone) == count - 1
                ]
                zones[ply] = lacking[0] if len(lacking) == 1 else ""
            try:
                self._trial.play(state, ply + 1)
            except IllegalMove:
                return zones | {later: ANYWHERE for later in self._unknown if later > ply}, ply
            if self._trial.is_as_played(state, ply + 1):
                break
        return zones, len(self._trial.plies)


def _unknown_cards(table: Table) -> dict[str, int]:
    return {zone: cards.count(UNKNOWN) for zone, cards in table.zones.items()}
