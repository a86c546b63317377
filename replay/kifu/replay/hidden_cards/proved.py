"""The hands that a record does not know and its moves prove, and the record with them.

A hand is proved as far as its cards are shown while no unknown card enters or leaves it: they were
dealt to it, then. Nothing is known here about the rules of a game: the steps of the match say which
cards are shown, and where the cards of a deal come to is found by dealing others.
"""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import MOST_FINDINGS, is_error
from kifu.replay.chance import UNKNOWN, Chance, has_unknown, rolled, unrolled
from kifu.replay.hidden_cards.trial import Shuffle, Trial
from kifu.replay.match import Match, replay
from kifu.replay.show.report import counted
from kifu.replay.table import ALL, EVERY, SeenStep, Table, fold

#: What happens in a hand, in order: a ply, and the card that it shows, or "" where an unknown card
#: enters or leaves the hand.
_Shown = list[tuple[int, str]]


class Filled(Struct):
    """`match` with all cards that its moves prove; `counts` is label of a chance event -> how many
    of its cards were filled in. If `why_not` is not "", none were, for this reason, `match` is the
    old one, and `counts` has what could have been. If nothing is proved, `counts` is {} and `match`
    the old one.
    """

    match: Match
    counts: dict[str, int] = {}
    why_not: str = ""

    def __str__(self) -> str:
        """A sentence about what was filled in, or why not; "" if there was nothing to do."""
        if not self.counts:
            return ""
        counts = self.counts.items()
        cards = " and ".join(f"{counted(count, 'card')} of {label}" for label, count in counts)
        if self.why_not:
            return f"left out {cards}, which the moves prove: {self.why_not}"
        return f"filled in {cards}, which the moves prove"


def filled(match: Match) -> Filled:
    """A match with the cards that the moves of `match` prove filled in, replayed. If that gives an
    error which `match` does not have, such as a wrong checkpoint or an illegal variation, no card
    is filled in; likewise if there are too many findings to know. The main line of `match` must
    have no errors.

    >>> from kifu.notation.record import Record
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="59 10", end="*",
    ...     chance=[("deal/1", "_*20 12 55 3 88")])
    >>> found = filled(replay(record))
    >>> str(found), found.match.record.chance[0][1]
    ('filled in 2 cards of deal/1, which the moves prove', '59 _*9 10 _*9 12 55 3 88')
    """
    chance = proved(match)
    counts = {
        label: count
        for (label, old), (_, new) in zip(match.record.chance, chance, strict=True)
        if old != new and (count := unrolled(old).count(UNKNOWN) - unrolled(new).count(UNKNOWN))
    }
    if not counts:
        return Filled(match)
    after = replay(replace(match.record, chance=chance))
    if len(after.findings) > MOST_FINDINGS:  # which are not all
        return Filled(match, counts, "the record has too many findings")
    known = {(found.code, found.variation, found.ply, found.token) for found in match.findings}
    for found in filter(is_error, after.findings):
        if (found.code, found.variation, found.ply, found.token) not in known:
            place = f"variation {found.variation}" if found.variation else "the main line"
            wrong = "has another checkpoint" if found.code == "KF413" else "is not possible"
            why_not = f"with them {place} {wrong}: {found.code} {found.message}"
            return Filled(match, counts, why_not)
    return Filled(after, counts)


def proved(match: Match) -> list[tuple[str, str]]:
    """The record's outcomes, as (label, cards), with the cards that its moves prove. Those of a
    hand are in the order of the deck; what is written stays, and `_` where nothing is proved.
    Unchanged if the record has a seed or a commitment, which determines all cards, or can't be
    replayed. O(plies).

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
    """For each hand, what the match shows of it: plies and cards, "" for an unknown one. A card
    that comes from outside the table, after an unknown one has left a hand for there, is that one:
    `=a3` in Magimiles takes a `_` away and lays an a3 down.
    """
    found: dict[str, _Shown] = {hand: [] for hand in trial.hands}
    table = match.position(0).view(ALL)
    order = {token: place for place, token in enumerate(match.layout.faces)}
    for ply, steps in enumerate(trial.seen[1:], 1):
        gone: list[str] = []
        for motion in (motion for step in steps for motion in step.motions):
            src, card = motion.src, motion.enters
            known = card not in (EVERY, UNKNOWN, motion.back)
            if known and not src and gone:
                found[gone.pop(0)].append((ply, card))
            elif src in found and not motion.dst and motion.leaves == UNKNOWN:
                gone.append(src)
            elif src in found and (not known or _was_unknown(table, src, motion.leaves, card)):
                found[src].append((ply, card if known else ""))
            if motion.dst in found and not known:
                found[motion.dst].append((ply, ""))
            fold(table, SeenStep("", [motion]), order)
        for hand in gone:
            found[hand].append((ply, ""))
    return found


def _was_unknown(table: Table, hand: str, leaves: str, card: str) -> bool:
    """Whether `card`, which leaves a hand of `table` as `leaves`, was an unknown card there. It may
    leave as `_`, or by its name, if the hand has an unknown card and not this one.
    """
    there = table.zones[hand]
    return UNKNOWN in there and (leaves != card or card not in there)


def _proven(trial: Trial, shuffle: Shuffle, shown: dict[str, _Shown]) -> list[str]:
    """All cards of a shuffle, in its order, with those that are proved; `_` for the others. Cards
    that a hand shows are proved only if all its unknown cards came by this shuffle.
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
    """To which hand each unknown one among the `cards` of a shuffle was dealt: hand -> places, from
    0. Found by dealing cards that differ in their places and looking where they are. Places that
    come to no hand are left out.
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
    """The cards that a hand shows after the deal at `ply`, in the order shown, until an unknown
    card enters or leaves it.
    """
    dealt = [at for at, (when, card) in enumerate(shown, 1) if when <= ply and not card]
    later = (card for _, card in shown[dealt[-1] if dealt else 0 :])
    return list(takewhile(bool, later))
