"""A match replayed with other cards than were dealt: who would notice, and which hands its moves
prove.

Nothing is known here about the rules of a game. What a card is for is found by trying: the match
is played with that card unknown, or another one in its place, and what a viewer sees is compared
with what it saw in the match.

A hand is proved as far as its cards are shown while no unknown card enters or leaves it: they were
dealt to it, then. The steps of the match say which cards are shown, and where the cards of a deal
come to is found by dealing others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import MOST_FINDINGS, is_error
from kifu.notation.rows import counted
from kifu.replay.chance import UNKNOWN, Chance, has_unknown, rolled, unrolled
from kifu.replay.game import IllegalMove, State
from kifu.replay.match import Match, replay, start_of
from kifu.replay.table import ALL, END, EVERY, SeenMotion, SeenStep, Step, as_seen, fold
from kifu.replay.track import Ply


class Shuffle(Struct):
    """A shuffle, the chance event `label`, that happened with ply `ply` (0: before the first move):
    its `deck` in canonical order, and its `cards`, top first, as places in the deck from 1, 0 for
    an unknown one. `before` is the position before that ply, None for ply 0.
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
    """A match as `viewer` saw it, played by `plies` with the outcomes of `chance`, which can be
    played again with other cards. `match` itself stays as it is; `chance` belongs to the trial from
    then on, which changes it.

    `seen[ply]` is what the viewer saw: the steps of the ply, for ply 0 one that lays out the table.
    For any viewer but ALL, cards that show only a back are `_` there. `shuffles` are by label, in
    the order in which they happened. The cards of those in `arranged` (label -> cards) are in
    another order than in the match. `hands` and `piles` are names of zones. Raises IllegalMove if a
    move is illegal with these outcomes, WrongActor for a viewer that there isn't, and NotBegun if
    `match` could not be set up.
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
                if label not in self.shuffles and chance.asked[label][0]:
                    self.shuffles[label] = Shuffle(label, ply, list(deck), list(cards), before)
                    self._digests[ply] = state.digest()

    def before(self, label: str, cards: Mapping[int, int]) -> State:
        """A new position from which the match can be played on as if the shuffle `label` had these
        `cards`. It is the one before the ply of that shuffle; for a shuffle at ply 0, it is the one
        at ply 0, when the shuffle has happened already.

        `cards` has places in the shuffle (from 0) -> the card there, as its place in the deck (from
        1; 0 is an unknown card). All other places keep the card that the shuffle has. Other
        shuffles are as `arranged` has them, else as in the match.

        Play on only until the next call of `before`, `after` or `noticed`: it changes the outcomes
        that all positions of the trial use. Raises KeyError if no shuffle `label` has happened.
        """
        shuffle = self.shuffles[label]
        tried = [cards.get(place, card) for place, card in enumerate(shuffle.cards)]
        self._chance.tried = self.arranged | {label: tried}
        if shuffle.before is None:
            return start_of(self._match, self._chance)
        return shuffle.before.copy()

    def after(self, label: str, cards: Mapping[int, int]) -> State:
        """A new position, right after the ply of the shuffle `label`, with these `cards`; for both,
        and for how long it may be played on, see `before`. Raises IllegalMove if the move of that
        ply is then illegal, and KeyError if no shuffle `label` has happened.
        """
        state = self.before(label, cards)
        self._look(state, self.shuffles[label].ply)
        return state

    def noticed(self, label: str, cards: Mapping[int, int], token: str = "") -> int | None:
        """The first ply at which the viewer would see something else if the shuffle `label` had
        these cards (see `before`), or at which a move would be illegal; None if there is none. With
        `token`, only the plies at which the viewer saw such a card in the match are compared, and
        if a move would be illegal, the answer is the first of these plies from that move on. Raises
        KeyError if no shuffle `label` has happened. No position from `before` or `after` can be
        played on afterwards.
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
        """For each ply from 0, the set of cards (tokens) in what the viewer sees then (see `seen`).
        It has `_` for cards that are not seen, `*` where all cards of a zone move at once and, for
        ALL, backs. Empty for a ply that shows no card. It is made once and kept: don't change it.
        """
        return [set().union(*(step.cards for step in seen)) for seen in self.seen]

    def _look(self, state: State, ply: int) -> list[SeenStep]:
        """Play ply `ply` in `state`, which must be the position before it, and return the steps as
        the viewer sees them. Ply 0 plays nothing, and gives one step that lays out the table of
        `state`. Raises IllegalMove, with `state` unchanged, if the move is illegal there.
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
    """A copy of `step` with `_` in place of every card that shows one of `backs`; `step` itself if
    there are no backs. If a motion takes an unknown card off the table, and the next one brings a
    card from outside, these two become one motion.
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


#: What happens in a hand, in order: a ply, and the card that was unknown until it left the hand
#: there, or "" where a card enters or leaves the hand and stays unknown.
_Shown = list[tuple[int, str]]


def filled(match: Match) -> tuple[Match, str]:
    """A match with the cards that the moves of `match` prove filled in, replayed; and a sentence
    that says how many, "" if nothing is proved. If filling in gives an error which `match` does not
    have, such as a wrong checkpoint or an illegal variation, no card is filled in, and the sentence
    says why; likewise if there are too many findings to know. Whenever no card is filled in, the
    match is the old one. The main line of `match` must have no errors.

    >>> from kifu.notation.record import Record
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="59 10", end="*",
    ...     chance=[("deal/1", "_*20 12 55 3 88")])
    >>> found, said = filled(replay(record))
    >>> said, found.record.chance[0][1]
    ('filled in 2 cards of deal/1, which the moves prove', '59 _*9 10 _*9 12 55 3 88')
    """
    chance = proved(match)
    counts = [
        f"{counted(count, 'card')} of {label}"
        for (label, old), (_, new) in zip(match.record.chance, chance, strict=True)
        if old != new and (count := unrolled(old).count(UNKNOWN) - unrolled(new).count(UNKNOWN))
    ]
    if not counts:
        return match, ""
    cards = f"{' and '.join(counts)}, which the moves prove"
    after = replay(replace(match.record, chance=chance))
    if len(after.findings) > MOST_FINDINGS:  # which are not all
        return match, f"left out {cards}: the record has too many findings"
    known = {(found.code, found.variation, found.ply, found.token) for found in match.findings}
    for found in filter(is_error, after.findings):
        if (found.code, found.variation, found.ply, found.token) not in known:
            place = f"variation {found.variation}" if found.variation else "the main line"
            return match, f"left out {cards}: with them {place} has {found.code} {found.message}"
    return after, f"filled in {cards}"


def proved(match: Match) -> list[tuple[str, str]]:
    """The record's outcomes, as (label, cards), with the cards that its moves prove. Those of a
    hand are in the order of the deck; what is written stays, and `_` where nothing is proved. The
    record's own list, unchanged, if it has a seed or a commitment, which determines all cards, if
    no card is unknown, if there are no moves, or if it can't be replayed; else a new one. O(plies).

    >>> from kifu.notation.record import Record
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="59 10 98 60", end="*",
    ...     chance=[("deal/1", "_*20 12 55 3 88")])
    >>> proved(replay(record))
    [('deal/1', '59 98 _*8 10 60 _*8 12 55 3 88')]
    """
    record = match.record
    if record.seed is not None or record.commit is not None or match.state is None:
        return record.chance
    gaps = {label for label, outcome in record.chance if has_unknown(outcome)}
    if not gaps or not match.plies:
        return record.chance
    trial = Trial(match, match.plies, Chance(None, record.chance), ALL)
    shown = _shown(match, trial)
    proven = {
        label: rolled(" ".join(_proven(trial, shuffle, shown)))
        for label, shuffle in trial.shuffles.items()
        if label in gaps
    }
    return [(label, proven.get(label, outcome)) for label, outcome in record.chance]


def _shown(match: Match, trial: Trial) -> dict[str, _Shown]:
    """What the match shows of each hand: for the name of every hand, the list of what happened in
    it (see `_Shown`), [] if nothing did. `trial` is that of the viewer ALL, and is not changed.

    A card that leaves a hand was unknown if the hand has an unknown card and not this one. If an
    unknown card leaves a hand for outside the table, and in the same ply a known card comes from
    outside, they are the same card: `=a3` in MAGiMiLES takes a `_` away and lays an a3 down.
    """
    found: dict[str, _Shown] = {hand: [] for hand in trial.hands}
    table = match.position(0).view(ALL)
    order = {token: place for place, token in enumerate(match.layout.faces)}
    for ply, steps in enumerate(trial.seen[1:], 1):
        gone: list[str] = []
        for motion in (motion for step in steps for motion in step.motions):
            src, card = motion.src, motion.enters
            there = table.zones.get(src, [])
            known = card not in (EVERY, UNKNOWN, motion.back)
            if known and not src and gone:
                found[gone.pop(0)].append((ply, card))
            elif src in found and not motion.dst and motion.leaves == UNKNOWN:
                gone.append(src)
            elif src in found and (not known or (UNKNOWN in there and card not in there)):
                found[src].append((ply, card if known else ""))
            if motion.dst in found and not known:
                found[motion.dst].append((ply, ""))
            fold(table, SeenStep("", [motion]), order)
        for hand in gone:
            found[hand].append((ply, ""))
    return found


def _proven(trial: Trial, shuffle: Shuffle, shown: dict[str, _Shown]) -> list[str]:
    """All cards of a shuffle, in its order, as a new list of tokens: those known or proved, and `_`
    for the others. `shown` is what `_shown` returns. Cards that a hand shows are proved only if all
    its unknown cards came by this shuffle.

    `shuffle` and `shown` stay as they are. No earlier position of `trial` can be played on
    afterwards (see `Trial.before`).
    """
    cards = shuffle.tokens
    left = Counter(shuffle.deck) - Counter(cards)
    table = trial.after(shuffle.label, {}).view(ALL)
    for hand, places in _hands(trial, shuffle, cards).items():
        if table.zones[hand].count(UNKNOWN) == len(places):
            fresh = [card for card in _first_shown(shown[hand], shuffle.ply) if left[card]]
            for place, card in zip(places, sorted(fresh, key=shuffle.deck.index), strict=False):
                cards[place] = card
            left -= Counter(fresh)
    return cards


def _hands(trial: Trial, shuffle: Shuffle, cards: list[str]) -> dict[str, list[int]]:
    """To which hand each unknown one among the `cards` of a shuffle (tokens, `_` for unknown) was
    dealt: hand -> places in the shuffle, from 0, ascending. Found by dealing different cards there
    and looking where they are; only cards of the deck that are not among `cards` can be dealt.
    Places that come to no hand are left out. {} if there are none, or no such card is left. No
    earlier position of `trial` can be played on afterwards.
    """
    unknown = [place for place, card in enumerate(cards) if card == UNKNOWN]
    first = {card: at for at, card in enumerate(shuffle.deck, 1) if card not in cards}
    hands: dict[str, list[int]] = {}
    while unknown and first:
        dealt = dict(zip(unknown, first.values(), strict=False))
        zones = trial.after(shuffle.label, dealt).view(ALL).zones
        at = {card: hand for hand in trial.hands for card in zones[hand]}
        for place, number in dealt.items():
            if hand := at.get(shuffle.deck[number - 1]):
                hands.setdefault(hand, []).append(place)
        unknown = unknown[len(dealt) :]
    return hands


def _first_shown(shown: _Shown, ply: int) -> list[str]:
    """The cards that a hand shows after the deal at `ply`, in the order shown, up to where a card
    enters or leaves it and stays unknown; [] if there are none.
    """
    dealt = [at for at, (when, card) in enumerate(shown, 1) if when <= ply and not card]
    return list(takewhile(bool, (card for _, card in shown[dealt[-1] if dealt else 0 :])))
