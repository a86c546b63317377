"""What a seat remembers of cards that it has seen and sees no more: where they can be now.

A memory is made from steps alone and knows no game. Cards that are face up are not in it: the
position has them.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final, NamedTuple, final

from kifu.notation.native import i64
from kifu.replay.table import EVERY, UNKNOWN, Step, Table

#: Hidden cards in a zone whose cards nobody counts.
_UNCOUNTED: Final[i64] = 1 << 30


class SeenCard(NamedTuple):
    """A card whose face was seen and is now hidden. It was hidden first in the zone `first`, and is
    now in one of `zones`; `back` is the token of its back there.
    """

    token: str
    back: str
    first: str
    zones: frozenset[str]


@final
class Memory:
    """What the viewer `seat` (0: somebody who sees no hand) knows of hidden cards.

    `seen_cards` are the cards that it remembers, one entry each. `barred` has, by zone, the tokens
    that no card hidden there can have. `hidden` counts the hidden cards of each zone that has any
    (2**30 or so where a whole zone was moved to). All of it is bounded by the cards and zones of
    the table.

    It begins with the table at ply 0 as the seat sees it; `backs` are the tokens that mean a card's
    back there. Then give it every step, with `see`.

    >>> from kifu.replay.table import Motion, only
    >>> memory = Memory(1, Table({"free": ["a1"], "hand/2": ["_"]}, {}))
    >>> memory.see(Step("take", [Motion("a1", "free", "hand/2", seen=only(2))]))
    >>> memory.known_in("hand/2")
    ['a1']
    >>> memory.see(Step("lay", [Motion("a1", "hand/2", "free", was=only(2))]))
    >>> memory.known_in("hand/2")
    []
    """

    def __init__(self, seat: int, table: Table, backs: Container[str] = ()) -> None:
        self.seat = seat
        self.seen_cards: list[SeenCard] = []
        self.barred: dict[str, frozenset[str]] = {}
        self.hidden: dict[str, int] = {}
        for zone, cards in table.zones.items():
            count = len([card for card in cards if card == UNKNOWN or card in backs])
            if count:
                self.hidden[zone] = count

    def copy(self) -> Memory:
        """An independent memory that knows the same."""
        other = Memory(self.seat, _NOWHERE)
        other.seen_cards = self.seen_cards.copy()
        other.barred = self.barred.copy()
        other.hidden = self.hidden.copy()
        return other

    def known_in(self, zone: str) -> list[str]:
        """The tokens of the hidden cards that must be in this zone, as far as the viewer remembers,
        in the order in which they were hidden; a token comes once for each such card. [] if it
        remembers none.
        """
        return [
            each.token for each in self.seen_cards if zone in each.zones and len(each.zones) == 1
        ]

    def bar(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Note, for each pair of zone and token, that no card now hidden in the zone has the token:
        it goes to the attribute `barred`, beside what was barred before. Call it with what a move
        rules out, before `see` gets the steps of that move.

        >>> memory = Memory(1, Table({"hand/2": ["_"]}, {}))
        >>> memory.bar([("hand/2", "r5")])
        >>> memory.barred["hand/2"]
        frozenset({'r5'})
        """
        for zone, token in pairs:
            self.barred[zone] = self.barred.get(zone, _NO_TOKENS) | {token}

    def see(self, step: Step) -> None:
        """Bring `seen_cards`, `barred` and `hidden` up to date with a step, which is given with all
        faces. Only its motions count, and what the viewer may not see of them has no influence.
        Nothing changes by a motion that it does not see at all, or by a card whose face it sees
        before and after. Steps must come in their order, each once.
        """
        viewer: i64 = self.seat
        for motion in step.motions:
            to: i64 = motion.to
            if to >> viewer & 1 == 0:
                continue
            card: str = motion.card
            if card == EVERY:
                self._sweep(motion.src, motion.dst)
                continue
            was: i64 = motion.was
            seen: i64 = motion.seen
            before, after = was >> viewer & 1, seen >> viewer & 1
            if before and after:
                continue
            known = card if (before or after) and card != UNKNOWN else ""
            src: str = motion.src
            dst: str = motion.dst
            barred = self.barred.get(src, _NO_TOKENS)
            if before == 0 and src:
                self._leave(known, src, dst if after == 0 else "", motion.back)
            if after == 0 and dst:
                self._enter(known, barred, dst, motion.back)

    def _leave(self, known: str, src: str, dst: str, back: str) -> None:
        """Note that one hidden card leaves `src`: `hidden` then counts one less there.

        `known` is the card if the viewer knows which it is: one remembered card with this token is
        forgotten, and `dst` and `back` mean nothing. "" means an unknown card with this `back`:
        each remembered card that may be in `src` and may have that back (see `_blur`) may from now
        on also be in `dst`, or is forgotten if `dst` is "" (the card is not hidden any more).

        If no hidden card is left in `src`, nothing is barred there any more, and no remembered card
        can be there: one that could only be there is forgotten.
        """
        if known:
            self._forget(known, src)
        else:
            self._blur(src, dst, back)
        left = self.hidden.get(src, 0) - 1
        if left > 0:
            self.hidden[src] = left
            return
        self.hidden.pop(src, None)
        self.barred.pop(src, None)
        self.seen_cards = [
            seen_card._replace(zones=seen_card.zones - {src})
            for seen_card in self.seen_cards
            if seen_card.zones != {src}
        ]

    def _enter(self, known: str, barred_before: frozenset[str], dst: str, back: str) -> None:
        """Note that a hidden card comes into `dst`: `hidden` then counts one more there.

        If the viewer knows the card, `known` is its token: it is remembered as being in `dst`, with
        this `back`, and its token is not barred there any more; `barred_before` means nothing.

        "" means an unknown card, which has none of the tokens `barred_before`; `back` means
        nothing. `dst` then bars only tokens that neither this card nor those hidden there before
        can have. If none was hidden there, that is all of `barred_before`.
        """
        before = self.hidden.get(dst, 0)
        self.hidden[dst] = before + 1
        barred = self.barred.get(dst, _NO_TOKENS)
        if known:
            self.seen_cards.append(SeenCard(known, back, dst, frozenset((dst,))))
            barred -= {known}
        elif before == 0:
            barred = barred_before
        else:
            barred &= barred_before
        if barred:
            self.barred[dst] = barred
        else:
            self.barred.pop(dst, None)

    def _forget(self, token: str, src: str) -> None:
        """Forget the remembered card `token` after it was seen leaving `src`. Of several such
        cards, it is the one that may be in the fewest zones; if there is none, nothing happens.
        """
        known = self.seen_cards
        found = [at for at, one in enumerate(known) if one.token == token and src in one.zones]
        if found:
            del known[min(found, key=lambda at: len(known[at].zones))]

    def _blur(self, src: str, dst: str, back: str) -> None:
        """Note that an unseen card with this back has moved from `src` to `dst`: every remembered
        card with that back that may be in `src` may now also be in `dst`. With `dst` "" (it isn't
        hidden any more), all of these are forgotten. A back `_`, of either card, fits every back.
        `hidden` and `barred` do not change.
        """
        kept: list[SeenCard] = []
        for seen_card in self.seen_cards:
            # A `_` is any back.
            alike = seen_card.back == back or UNKNOWN in (seen_card.back, back)
            if src not in seen_card.zones or not alike:
                kept.append(seen_card)
            elif dst:
                kept.append(seen_card._replace(zones=seen_card.zones | {dst}))
        self.seen_cards = kept

    def _sweep(self, src: str, dst: str) -> None:
        """Note that all cards of `src` have moved face down to `dst`, among its cards. Every
        remembered card that may be in `src` or in `dst` is forgotten, also one that may be
        elsewhere. In both zones nothing is barred any more; `hidden` has no `src`, and counts 2**30
        cards in `dst`.
        """
        self.seen_cards = [
            seen_card
            for seen_card in self.seen_cards
            if src not in seen_card.zones and dst not in seen_card.zones
        ]
        self.barred.pop(src, None)
        self.barred.pop(dst, None)
        self.hidden.pop(src, None)
        self.hidden[dst] = _UNCOUNTED


_NO_TOKENS: Final[frozenset[str]] = frozenset()
_NOWHERE: Final = Table({}, {})
