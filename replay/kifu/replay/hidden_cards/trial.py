"""A match replayed with other cards than were dealt: who would notice, and which it needs.

Nothing is known here about the rules of a game. What a card is for is found by trying: the match
is played with that card unknown, or another one in its place, and what a viewer sees is compared
with what it saw in the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from msgspec import Struct

from kifu.notation.log import with_outcome
from kifu.replay.chance import UNKNOWN, Chance, OutcomeRequest, rolled, unrolled
from kifu.replay.game import IllegalMove, State
from kifu.replay.match import Match
from kifu.replay.table import ALL, END, SeenMotion, SeenStep, Step, as_seen
from kifu.replay.track import Ply


class Shuffle(Struct):
    """A shuffle that happened with ply `ply` (0: before the first move): its `deck`, and its
    `cards` as places in the deck from 1, 0 for an unknown one. `before` is the position before that
    ply, None at the start.
    """

    label: str
    ply: int
    deck: list[str]
    cards: list[int]
    before: State | None

    @property
    def tokens(self) -> list[str]:
        """The cards of the outcome; `_` for an unknown one."""
        return [self.deck[card - 1] if card else UNKNOWN for card in self.cards]


class Trial:
    """A match as one viewer saw it, which can be played again with other cards.

    `seen[ply]` is what the viewer saw: the steps of the ply, for ply 0 one that lays out the table.
    For any viewer but ALL, cards that show only a back are `_` there. `shuffles` are by label, in
    the order in which they happened. The cards of those in `arranged` are in another order than in
    the match. Raises IllegalMove if a move is illegal with the outcomes of `chance`.
    """

    def __init__(self, match: Match, plies: Sequence[Ply], chance: Chance, viewer: int) -> None:
        zones = match.layout.zones
        self.hands = {zone.name for zone in zones if zone.kind == "hand"}
        self.piles = {zone.name for zone in zones if zone.kind == "pile"}
        self.plies = plies
        self.viewer = viewer
        self._backs = frozenset() if viewer == ALL else match.layout.backs
        self._match, self._chance = match, chance
        self.shuffles: dict[str, Shuffle] = {}
        self.arranged: dict[str, list[int]] = {}
        #: The digest after each ply with which a shuffle happens.
        self._digests: dict[int, str] = {}
        self.seen: list[list[SeenStep]] = []
        state = start_of(match, chance)
        for ply in range(len(plies) + 1):
            before = state.copy() if ply else None
            self.seen.append(self._look(state, ply))
            for label, (deck, cards) in chance.events.items():
                if label not in self.shuffles and chance.asked[label].cards:
                    self.shuffles[label] = Shuffle(label, ply, list(deck), list(cards), before)
                    self._digests[ply] = state.digest()

    def before(self, label: str, cards: Mapping[int, int]) -> State:
        """A new position, right before the ply of the shuffle `label`, from which the match goes on
        as if that shuffle had at these places these cards (place from 0 -> number from 1, 0
        unknown), until the next call.
        """
        shuffle = self.shuffles[label]
        tried = [cards.get(place, card) for place, card in enumerate(shuffle.cards)]
        self._chance.tried = self.arranged | {label: tried}
        if shuffle.before is None:
            return start_of(self._match, self._chance)
        return shuffle.before.copy()

    def after(self, label: str, cards: Mapping[int, int]) -> State:
        """The position after the ply of the shuffle `label` in place of the one `before`. Raises
        IllegalMove if the move of that ply is then illegal.
        """
        state = self.before(label, cards)
        self._look(state, self.shuffles[label].ply)
        return state

    def noticed(self, label: str, cards: Mapping[int, int], token: str = "") -> int | None:
        """The first ply at which the viewer would see something else if the shuffle `label` had
        these cards (see `before`), or at which a move would be illegal; None if there is none. With
        `token`, only plies at which the viewer sees such a card are compared; after an illegal
        move, the answer is the next of these.
        """
        first = self.shuffles[label].ply
        looks = [
            ply for ply in range(first, len(self.seen)) if not token or token in self.tokens[ply]
        ]
        state = self.before(label, cards)
        for ply in range(first, max(looks, default=-1) + 1):
            try:
                if ply in looks:
                    if self._look(state, ply) != self.seen[ply]:
                        return ply
                elif ply:
                    seat, move = self.plies[ply - 1]
                    state.play(move, seat)
            except IllegalMove:
                return min(look for look in looks if look >= ply)
            if ply in self._digests and state.digest() == self._digests[ply]:
                return None
        return None

    @cached_property
    def tokens(self) -> list[set[str]]:
        """For each ply from 0, the set of cards (tokens) in what the viewer sees then (see `seen`),
        with `_` and, for ALL, backs.
        """
        return [set().union(*(step.cards for step in seen)) for seen in self.seen]

    def _look(self, state: State, ply: int) -> list[SeenStep]:
        """Play ply `ply` in `state`, and return the steps as the viewer sees them; of ply 0, which
        plays nothing, one step that lays out the table.
        """
        if ply:
            steps: list[Step] = []
            seat, move = self.plies[ply - 1]
            state.play(move, seat, steps.append)
            return [step_without(self._backs, as_seen(step, self.viewer)) for step in steps]
        table = state.view(self.viewer)
        motions = [
            SeenMotion(UNKNOWN, card, "", zone, END)
            for zone, cards in table.zones.items()
            for card in cards
        ]
        return [step_without(self._backs, SeenStep("", motions, table.facts))]


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


#: In a tag that is shown to be filled in: a card that must be known.
_CARD = "CARD"


class Gap(Struct):
    """A chance event that a match waits for: what the match asks of it (how many cards, of which
    deck), its `cards` as far as they are known (`_` for the others), and the `places` among them,
    from 0 and ascending, that must be known before the match can go on. For a choice, there are
    neither cards nor places.

    `places` is [], too, if the match waits for cards of a hand, whose places nobody knows. A game
    says which it needs (see `Chance.refuse`). If it does not, all cards are needed.
    """

    request: OutcomeRequest
    cards: list[str]
    places: list[int]


def gap(match: Match, label: str) -> Gap:
    """The gap of the event `label`: what a match that waits for it must know. The match is replayed
    for it, and not changed. Raises KeyError if the match has not come to that event.
    """
    seed, outcomes = match.record.seed, match.record.chance
    chance = Chance(seed, outcomes)
    played(match, chance, label)
    request, written = chance.asked[label], dict(outcomes).get(label)
    if not request.cards:
        return Gap(request, [], [])
    cards = [UNKNOWN] * request.need if written is None else unrolled(written)
    chance = Chance(seed, with_outcome(outcomes, (label, " ".join(cards))))
    state, _ = played(match, chance)
    needed = chance.lacking.get(label, range(len(cards) if state.missing == label else 0))
    return Gap(request, cards, [place for place in needed if cards[place] == UNKNOWN])


def start_of(match: Match, chance: Chance) -> State:
    """The position of a match at ply 0, with `chance` in place of its own outcomes."""
    return match.played.game.start(match.options, len(match.record.seats), chance)


def played(match: Match, chance: Chance, until: str = "") -> tuple[State, int]:
    """Play the moves of a match with `chance` in place of its own outcomes, until the event `until`
    is asked for ("": to the end). Returns the position reached and how many moves were played.
    Raises IllegalMove for a move that is not legal with these outcomes.
    """
    state = start_of(match, chance)
    for count, (seat, move) in enumerate(match.plies):
        if until in chance.asked:
            return state, count
        state.play(move, seat)
    return state, len(match.plies)


def tag_to_write(match: Match, label: str) -> str:
    """The Chance tag for the event `label`, for which the match waits, to be filled in: CARD where
    a card must be known, `_` where it may be unknown; N in place of the outcome of a choice.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay.match import replay
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], end="*")
    >>> tag_to_write(replay(record), "deal/1")
    '[Chance "deal/1: _*20 CARD CARD CARD CARD"]'
    """
    found = gap(match, label)
    if not found.cards:
        return f'[Chance "{label}: N"]'
    for place in found.places:
        found.cards[place] = _CARD
    return f'[Chance "{label}: {rolled(" ".join(found.cards))}"]'
