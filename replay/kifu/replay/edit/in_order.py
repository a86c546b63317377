"""The order in which a redacted record writes the cards of a chance event.

That a viewer knows a card does not say where it was dealt: a hand that lies open at the end was
dealt in some order, and some of its cards were drawn. Of all the ways to write what the viewer
knows, a redacted record has the first one: the earliest places, and the first cards of the deck.

Nothing is known here about the rules of a game: whether two cards may change places is tried.
"""

from __future__ import annotations

from collections.abc import Mapping

from kifu.replay.hidden_cards.trial import Shuffle, Trial
from kifu.replay.table import ALL, Table


def in_order(trial: Trial, learned: Mapping[str, Mapping[int, int]]) -> dict[str, str]:
    """The outcomes of the shuffles of a match by label, with its known cards in the first order in
    which the match looks the same to the viewer.

    In `trial` the cards are unknown that the viewer does not know; `learned` has by label the
    places of the others, and the ply at which the viewer saw each first. The shuffles of `trial`
    get the new order. O(plies x cards of one chance event).
    """
    for label, shuffle in trial.shuffles.items():
        if learned[label] and len(shuffle.cards) > 1:
            event = _Event(trial, shuffle, learned[label])
            _take_early_places(event)
            _sort(event)
    return {
        label: " ".join(map(shuffle.token, range(len(shuffle.cards))))
        for label, shuffle in trial.shuffles.items()
    }


class _Event:
    """A shuffle whose cards are to be put in order. `learned` says of each known card at which ply
    the viewer saw it first, and `late` in which zone, of those that the viewer saw later than they
    left a pile.
    """

    def __init__(self, trial: Trial, shuffle: Shuffle, learned: Mapping[int, int]) -> None:
        self.trial = trial
        self.shuffle = shuffle
        self.cards = shuffle.cards
        self.learned = {shuffle.cards[place]: ply for place, ply in learned.items()}
        self.late = {
            card: zone
            for card, ply in self.learned.items()
            if ply > shuffle.ply and (zone := self._turned_up_in(shuffle.deck[card - 1], ply))
        }

    def may_change(self, here: int, there: int) -> bool:
        """Exchange the cards at two places, if the viewer sees the same then and all moves are
        legal; otherwise False, and nothing is changed.
        """
        cards = self.cards
        cards[here], cards[there] = cards[there], cards[here]
        label, tried = self.shuffle.label, dict(enumerate(cards))
        if self.trial.noticed(label, tried) is None:
            self.trial.chance.tried[label] = tried
            return True
        cards[here], cards[there] = cards[there], cards[here]
        return False

    def _turned_up_in(self, token: str, ply: int) -> str:
        """The zone where the viewer saw a card at ply `ply` of the match, though it was there
        before; "" if the card came from a pile then.
        """
        steps = self.trial.seen[ply]
        assert not isinstance(steps, Table)
        motions = [motion for step in steps for motion in step.motions]
        turned = [each.src for each in motions if each.enters == token != each.leaves]
        return next((zone for zone in turned if zone and zone not in self.trial.piles), "")

    def lies_in(self, place: int) -> str:
        """The zone where the card at a place of the outcome lies after the event; "" for a pile,
        and where nobody knows.
        """
        written = set(map(self.shuffle.token, range(len(self.cards))))
        deck = self.shuffle.deck
        other = next((at for at, token in enumerate(deck) if token not in written), None)
        if other is None:
            return ""
        tried = dict(enumerate(self.cards)) | {place: other + 1}
        found = self.trial.after(self.shuffle.label, tried).view(ALL).zones.items()
        zones = (zone for zone, lying in found if deck[other] in lying)
        return next((zone for zone in zones if zone not in self.trial.piles), "")


def _take_early_places(event: _Event) -> None:
    """Put late cards into earlier places of unknown cards.

    Of cards that were seen at the same ply only the first one is tried: where another one may be,
    it may be, too. Nor is a place tried whose card came to another hand.
    """
    last = max((place for place, card in enumerate(event.cards) if card in event.late), default=0)
    for here in range(last):
        if event.cards[here]:
            continue
        zone = event.lies_in(here)
        tried: set[int] = set()
        for there in range(here + 1, last + 1):
            card = event.cards[there]
            if card not in event.late or zone not in ("", event.late[card]):
                continue
            if event.learned[card] not in tried:
                tried.add(event.learned[card])
                if event.may_change(here, there):
                    break


def _sort(event: _Event) -> None:
    """Exchange known cards until no exchange makes their order an earlier one: late ones, and those
    that the viewer saw when they were dealt, in one hand or on the table.
    """
    shuffle, trial = event.shuffle, event.trial
    first = {token: at for at, token in reversed([*enumerate(shuffle.deck)])}
    rank = [0, *(first[token] for token in shuffle.deck)]
    table = trial.after(shuffle.label, {}).view(trial.viewer)
    zones = {card: {zone} for card, zone in event.late.items()}
    for card, ply in event.learned.items():
        if ply <= shuffle.ply:
            token = shuffle.deck[card - 1]
            zones[card] = {zone for zone, lying in table.zones.items() if token in lying}
    known = [place for place, card in enumerate(event.cards) if card in zones]
    for here in known:
        for there in sorted(known, key=lambda place: rank[event.cards[place]]):
            one, other = event.cards[here], event.cards[there]
            if rank[other] >= rank[one]:
                break
            if there < here or (one in event.late) != (other in event.late):
                continue
            lying = zones[one] | zones[other]
            tried = zones[one] & zones[other] or lying.isdisjoint(event.trial.hands)
            if tried and event.may_change(here, there):
                break
