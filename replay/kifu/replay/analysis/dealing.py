"""Dealing again: what the re-deals of all games have in common. Everything comes from lots, nothing
from the match's own chance.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar, final

from kifu.notation.native import i64, vec
from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import NONE, bit, counted, zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.lots import Lots, QuickLots

S = TypeVar("S", bound=Coded)

_HALF: Final[i64] = (1 << 32) - 1
_WORD: Final[i64] = 1 << 30


class CannotDeal(Exception):
    """Raised if hidden cards can't be dealt again; `reason` says why, in both languages.

    >>> str(CannotDeal(Words("a card is not known", "不明なカードがあります")))
    'a card is not known'
    """

    def __init__(self, reason: Words) -> None:
        super().__init__(reason.en)
        self.reason = reason


def demand_known(missing: str | None, unknown: i64) -> None:
    """Raise CannotDeal if the match waits for the outcome of a chance event (`missing` is its
    label, or None), or if `unknown`, the number of unknown cards, is not 0. Otherwise do nothing.
    """
    if missing is not None:
        raise CannotDeal(
            Words(
                f"the outcome of {missing} is not known, so hidden cards can't be dealt again",
                f"{missing}の結果が不明なので、配り直せません",
            )
        )
    if unknown:
        raise CannotDeal(
            Words(
                "the record has unknown cards, so hidden cards can't be dealt again",
                "記録に不明なカードがあるので、配り直せません",
            )
        )


def world_of(state: S, unknown: i64, lots: Lots) -> S:
    """A copy of `state` whose later chance events are determined by `lots`, from which two numbers
    are drawn. Hidden cards are still those of `state`, which is not changed: the caller must deal
    them again in the copy. Raises CannotDeal if the match waits for a chance event, or if
    `unknown`, the number of unknown cards in it as the caller has counted them, is not 0.
    """
    demand_known(state.missing, unknown)
    world = state.copy()
    world.chance = WorldChance(lots)
    return world


def shuffle(cards: vec[i64], need: i64, lots: Lots) -> None:
    """Shuffle `cards` in place as far as needed: its first `need` places get a random choice of all
    cards in random order. The other places hold the rest, in no order to rely on. `need` may be
    more than there are cards: then all are shuffled. A number is drawn from `lots` for each of
    these places, but for the last one of `cards`.

    >>> cards = vec[i64]([1, 2, 3, 4])
    >>> shuffle(cards, 4, Lots("a text"))
    >>> sorted(cards)
    [1, 2, 3, 4]
    """
    size: i64 = len(cards)
    for at in range(min(need, size - 1)):
        other = at + lots.below(size - at)
        card = cards[other]
        cards[other] = cards[at]
        cards[at] = card


def share_out(allowed: list[int], room: list[int], lots: Lots) -> list[int]:
    """Deal cards to groups at random; returns the group (from 0) of each card, as a new list, []
    without cards. `allowed[card]` is a bit mask of the groups that the card may go to (bit g for
    group g, 63 groups at most). `room[group]` is how many cards the group takes. In all there must
    be as much room as there are cards, which is not checked: more raises IndexError; with less, the
    missing room counts as room of group 0. Neither list is changed. Raises CannotDeal if there is
    no such deal.

    This is `deal_within` with Python lists; see there for the chances of deals and the numbers
    drawn from `lots`.

    >>> share_out([2, 2, 4], [0, 2, 1], Lots("a text"))
    [1, 1, 2]
    """
    return list(deal_within(vec[i64](allowed), vec[i64](room), lots))


def deal_within(allowed: vec[i64], room: vec[i64], lots: Lots) -> vec[i64]:
    """Deal cards to groups at random; returns the group (from 0) of each card, as a new array,
    empty without cards. `allowed[card]` is a bit mask of the groups that the card may go to (bit g
    for group g, 63 groups at most). `room[group]` is how many cards the group takes. In all there
    must be as much room as there are cards, which is not checked: more raises IndexError; with
    less, the missing room counts as room of group 0. Neither array is changed. Raises CannotDeal if
    there is no such deal.

    If every card may go to every group with room, all deals have the same chance. Otherwise one
    deal is found, and then random pairs of cards change places where both may, 16 tries for each
    card: the deals that such changes can reach then have nearly the same chances.

    For n cards, n - 1 numbers are drawn from `lots`, also before CannotDeal; the changes draw 32n
    more.

    >>> sorted(deal_within(vec[i64]([3, 3, 3]), vec[i64]([2, 1]), Lots("a text")))
    [0, 0, 1]
    >>> list(deal_within(vec[i64]([3, 1, 3]), vec[i64]([1, 2]), Lots("a text")))
    [1, 0, 1]
    """
    groups = zeros(len(allowed))
    at: i64 = 0
    every: i64 = 0
    for group in range(len(room)):
        if room[group] > 0:
            every |= bit(group)
        for _place in range(room[group]):
            groups[at] = group
            at += 1
    shuffle(groups, at, lots)
    free = True
    for mask in allowed:
        if mask & every != every:
            free = False
    if free:
        return groups
    dealt = _Matching(allowed, groups).groups_of()
    for _change in range(16 * at):
        one, other = lots.below(at), lots.below(at)
        if allowed[one] >> dealt[other] & 1 and allowed[other] >> dealt[one] & 1:
            group = dealt[one]
            dealt[one] = dealt[other]
            dealt[other] = group
    return dealt


@final
class _Matching:
    """Finds a place for every card while it is made. `groups` has the group of each place,
    `allowed` the mask of groups of each card; there are as many places as cards, and neither array
    is changed. `at[place]` is the card there, counted from 1. Card k begins at place k: if its
    group fits, it stays there, unless others need the place. Raises CannotDeal if there is no such
    assignment.
    """

    def __init__(self, allowed: vec[i64], groups: vec[i64]) -> None:
        self.allowed = allowed
        self.groups = groups
        self.at = zeros(len(groups))
        self._tried = NONE
        size: i64 = len(groups)
        homeless = zeros(size)
        for card in range(size):
            if allowed[card] >> groups[card] & 1:
                self.at[card] = card + 1
            else:
                homeless[card] = 1
        for card in range(size):
            if homeless[card]:
                self._tried = zeros(size)
                if not self._place(card):
                    why = "no hands fit what the seat has seen", "見えたことに合う手札がありません"
                    raise CannotDeal(Words(why[0], why[1]))

    def _place(self, card: i64) -> bool:
        """Give a card (its index, from 0) a place, moving other cards if need be. Places marked in
        `_tried` are left out; a place that is tried, for this card or one to be moved, is marked
        there. The caller makes `_tried` all 0 before. True if the card has a place now; False, with
        nothing moved, if that is impossible.
        """
        size: i64 = len(self.groups)
        for place in range(size):
            if not self._tried[place] and self.allowed[card] >> self.groups[place] & 1:
                self._tried[place] = 1
                if self.at[place] == 0 or self._place(self.at[place] - 1):
                    self.at[place] = card + 1
                    return True
        return False

    def groups_of(self) -> vec[i64]:
        """The group that each card is dealt to, as a new array: at index c, that of the card with
        the index c (from 0) in `allowed`. Every card has one, because making the object raises
        CannotDeal otherwise. It is empty if there are no cards.
        """
        found = zeros(len(self.groups))
        for place in range(len(self.groups)):
            found[self.at[place] - 1] = self.groups[place]
        return found


@final
class WorldChance(Chance):
    """The chance of a random world: the outcome of an event depends only on the lots that this was
    made with and on the event's label, deck and number of cards, not on what was asked before. So
    all copies of a world meet the same deals. Making it draws two numbers from `lots`; nothing else
    does. Every event has an outcome (but `named` gives 0, as if nothing was written), and nothing
    is noted in `asked` or `events`.

    >>> chance = WorldChance(Lots("a text"))
    >>> deal = chance.shuffle("deal/2", ["a", "b", "c"], 3)
    >>> sorted(deal or []), deal == chance.shuffle("deal/2", ["a", "b", "c"], 3)
    ([1, 2, 3], True)
    """

    def __init__(self, lots: Lots) -> None:
        super().__init__()
        self._one: i64 = lots.below(_WORD)
        self._other: i64 = lots.below(_WORD)

    def deal(self, label: str, names: Sequence[str], need: i64) -> vec[i64]:
        """The first `need` cards of a random order of the cards 1 to n, where n is how many `names`
        there are, as a new array; all n if `need` is more. It is never None. Equal calls give equal
        cards, and a smaller `need` gives the same order, cut off. What the names are makes no
        difference. `asked`, `events` and `tried` play no part.
        """
        cards = counted(len(names))
        shuffle(cards, need, self._lots_of(label))
        return cards[:need]

    def choice(self, label: str, n: int) -> int:
        """A random whole number from 0 to n - 1, never None; always the same for this label and
        `n`.
        """
        return self._lots_of(label).below(n)

    def _lots_of(self, label: str) -> QuickLots:
        """New lots for the event with this label. Equal labels get lots with the same numbers."""
        digest: i64 = 2166136261  # FNV-1a of the label, 32 bits
        for char in label.encode():
            digest = (digest ^ char) * 16777619 & _HALF
        lots = QuickLots("")
        lots.begin(self._one, self._other, digest)
        return lots
