"""A match replayed with other cards than were dealt: who would notice, and which it needs.

Nothing is known here about the rules of a game. What a card is for is found by trying: the match
is played with that card unknown, or another one in its place, and what a viewer sees is compared
with what it saw in the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cached_property, partial

from msgspec import Struct

from kifu.notation.log import with_outcome
from kifu.replay.chance import UNKNOWN, Chance, OutcomeRequest, rolled, unrolled
from kifu.replay.game import IllegalMove, State
from kifu.replay.match import Match
from kifu.replay.table import ALL, SeenMotion, SeenStep, Step, Table, as_seen
from kifu.replay.track import Ply

#: What a viewer sees of one ply; of ply 0 the table.
Seen = list[SeenStep] | Table


class Shuffle(Struct):
    """A shuffle that happened with ply `ply` (0: before the first move): its `deck`, and its
    `cards` as places in the deck from 1, 0 for an unknown one. `before` is the position before that
    ply, None at the start; `digest` is the digest of the position after it.
    """

    label: str
    ply: int
    deck: list[str]
    cards: list[int]
    before: State | None
    digest: str

    def token(self, place: int) -> str:
        """The card at the index `place` of the outcome; `_` if it is unknown."""
        return self.deck[self.cards[place] - 1] if self.cards[place] else UNKNOWN


class Trial:
    """A match as one viewer saw it, which can be played again with other cards.

    `seen[ply]` is what the viewer saw: for ply 0 the table, for others the steps. For any viewer
    but ALL, cards that show only a back are `_` there. `shuffles` are by label, in the order in
    which they happened. Raises IllegalMove if a move is illegal with the outcomes of `chance`.
    """

    def __init__(self, match: Match, plies: Sequence[Ply], chance: Chance, viewer: int) -> None:
        layout = match.layout
        self.hands = {zone.name for zone in layout.zones if zone.kind == "hand"}
        self.piles = {zone.name for zone in layout.zones if zone.kind == "pile"}
        self.order = {token: place for place, token in enumerate(layout.faces)}
        self.plies = plies
        self.viewer = viewer
        self._backs = frozenset() if viewer == ALL else layout.backs
        self.chance = chance
        self._start = partial(start_of, match, chance)
        self._asked = 0
        self.shuffles: dict[str, Shuffle] = {}
        #: The digest after each ply with which a shuffle happens.
        self._digests: dict[int, str] = {}
        state = self._start()
        self._note(0, None, state)
        self.first = state.copy()
        self.seen = [self._look(state, 0)]
        for ply in range(1, len(plies) + 1):
            before = state.copy()
            self.seen.append(self._look(state, ply))
            self._note(ply, before, state)

    def after(self, label: str, cards: Mapping[int, int]) -> State:
        """A new position, right after the ply of the shuffle `label`, if at these places it has
        these cards (place from 0 -> number from 1, 0 unknown); with {}, it has its own. Raises
        IllegalMove if the move of that ply is then illegal.
        """
        shuffle = self.shuffles[label]
        with self.chance.trying(label, cards):
            if shuffle.before is None:
                return self._start()
            state = shuffle.before.copy()
            self.play(state, shuffle.ply)
            return state

    def play(self, state: State, ply: int) -> None:
        """Play ply `ply` of the match in `state`; for 0, do nothing. Raises IllegalMove."""
        if ply:
            seat, token = self.plies[ply - 1]
            state.play(token, seat)

    def noticed(self, label: str, cards: Mapping[int, int], token: str = "") -> int | None:
        """The first ply at which the viewer would see something else if the shuffle `label` had
        these cards (see `after`), or at which a move would be illegal; None if there is none. With
        `token`, only plies at which the viewer sees such a card are compared; after an illegal
        move, the answer is the next of these. Nothing is changed.
        """
        shuffle = self.shuffles[label]
        plies = range(shuffle.ply, len(self.seen))
        looks = {ply for ply in plies if not token or token in self.tokens[ply]}
        if not looks:
            return None
        with self.chance.trying(label, cards):
            state = self._start() if shuffle.before is None else shuffle.before.copy()
            for ply in range(shuffle.ply, max(looks) + 1):
                try:
                    if ply in looks and self._look(state, ply) != self.seen[ply]:
                        return ply
                    if ply not in looks:
                        self.play(state, ply)
                except IllegalMove:
                    return min(look for look in looks if look >= ply)
                if ply in self._digests and state.digest() == self._digests[ply]:
                    return None
        return None

    @property
    def steps(self) -> list[list[SeenStep]]:
        """What the viewer saw of each ply from 1 on."""
        return [seen for seen in self.seen if not isinstance(seen, Table)]

    @cached_property
    def tokens(self) -> list[set[str]]:
        """For each ply from 0, the set of cards (tokens) in what the viewer sees then (see `seen`),
        with `_` and, for ALL, backs.
        """
        return [
            seen.cards if isinstance(seen, Table) else set().union(*(step.cards for step in seen))
            for seen in self.seen
        ]

    @cached_property
    def certain(self) -> set[str]:
        """The cards that the viewer sees at ply 0 and that are dealt only once before it."""
        first = [shuffle for shuffle in self.shuffles.values() if not shuffle.ply]
        dealt = Counter(
            shuffle.token(place) for shuffle in first for place in range(len(shuffle.cards))
        )
        return {token for token in self.tokens[0] if dealt[token] == 1}

    def _look(self, state: State, ply: int) -> Seen:
        """Play ply `ply` in `state`, and return the steps as the viewer sees them; of ply 0, which
        plays nothing, the table as the viewer sees it.
        """
        if not ply:
            return table_without(self._backs, state.view(self.viewer))
        seat, token = self.plies[ply - 1]
        steps: list[Step] = []
        state.play(token, seat, steps.append)
        return [step_without(self._backs, as_seen(step, self.viewer)) for step in steps]

    def _note(self, ply: int, before: State | None, after: State) -> None:
        """Add the shuffles that have happened with ply `ply` to `shuffles`. `before` and `after`
        are the positions around it.
        """
        if len(self.chance.asked) == self._asked:
            return
        self._asked = len(self.chance.asked)
        for label, asked in self.chance.asked.items():
            if label not in self.shuffles and asked.cards and label in self.chance.events:
                cards = list(self.chance.events[label][1])
                digest = self._digests[ply] = after.digest()
                self.shuffles[label] = Shuffle(label, ply, list(asked.cards), cards, before, digest)


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


#: A small event has so many cards at most.
_SMALL = 20
#: In a tag that is shown to be filled in: a card that must be known.
_CARD = "CARD"


class Gap(Struct):
    """A chance event that a match waits for: what the match asks of it (how many cards, of which
    deck), its `cards` as far as they are known (`_` for the others), and the `places` among them,
    from 0 and ascending, that must be known before the match can go on. For a choice, there are
    neither cards nor places.

    `places` is [], too, if the match waits for cards of a hand, whose places nobody knows. A game
    says which it needs (see `Chance.refuse`). If it does not, a small event of which nothing is
    known needs all its cards.
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
    unseen = [place for place, card in enumerate(cards) if card == UNKNOWN]
    if label in chance.lacking:
        places = [place for place in unseen if place in chance.lacking[label]]
        return Gap(request, cards, places)
    is_small = request.need <= len(unseen) == len(cards) <= _SMALL
    return Gap(request, cards, unseen if state.missing == label and is_small else [])


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
