"""Late: when the viewers of a match get to know a move whose card was put down unseen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kifu.replay.game import Layout
from kifu.replay.table import EVERY, OPEN, UNKNOWN, Motion
from kifu.replay.timeline import Moment


def blind_zones(layout: Layout) -> frozenset[str]:
    """The names of the zones, of all seats and the table, in which a card put down face down can't
    be distinguished from the other cards: hands and piles.
    """
    return frozenset(zone.name for zone in layout.zones if zone.kind in ("hand", "pile"))


def known_at(moments: list[Moment], viewer: int, blind: frozenset[str]) -> list[int | None]:
    """When `viewer` (PUBLIC, a seat or ALL) gets to know each move: for each of `moments` (one for
    each ply), in order, the number (from 1) of the moment at which the viewer learns which move it
    was. It is the move's own number if the viewer knows at once, and None if never. `moments` must
    begin at the start of the match, and are not changed; [] without moments. O(motions).

    A move that names a card which it puts down unseen is known when that card is next seen where it
    was put. If that is a zone of `blind` (names, see `blind_zones`), it is never known, since a
    card seen to leave it may be another one. A viewer who does not see the card go still takes it
    to be where it was. Of equal cards in one place, the one that was laid first leaves first.
    """
    late = known_late(moments, [viewer], blind)
    return [next(iter(later), place) or None for place, later in enumerate(late, 1)]


def known_late(
    moments: list[Moment], viewers: Sequence[int], blind: frozenset[str]
) -> list[dict[int, int]]:
    """For each of `moments` (one for each ply), in order: which of `viewers` (ALL, PUBLIC or seats)
    do not know at once which move it was, and when they get to know it (see `known_at`). `moments`
    must begin at the start of the match, and `blind` is what `blind_zones` gives.

    Each moment has a dict: the number (from 1) of the later moment at which some viewers get to
    know the move, 0 if they never do -> the mask of these viewers, with the bit `1 << viewer` for
    each (not for its place in `viewers`). The dict is {} if all know the move at once; the list is
    [] without moments. No viewer may be in `viewers` twice. The moments are not changed.
    O(motions).
    """
    asked = sum(1 << viewer for viewer in viewers)
    late: list[dict[int, int]] = [{} for _ in moments]
    laid = _Laid(blind)
    for place, moment in enumerate(moments, 1):
        hidden = _cards_played_unseen(moment, asked)
        for motion, mask in hidden:
            late[place - 1][0] = late[place - 1].get(0, 0) | mask
            laid.lay(motion, mask, place)
        for step in moment.steps if laid.cards else []:
            for motion in step.motions:
                if motion.card == EVERY:
                    laid.sweep(motion)
                elif (motion.card, motion.src) in laid.cards:
                    for mask, move in laid.follow(motion, hidden):
                        _learn(late[move - 1], mask, 0 if move == place else place)
    return late


def _learn(later: dict[int, int], mask: int, place: int) -> None:
    """Change `later`, the dict of one move as in `known_late`: the viewers in `mask` get to know
    the move at the moment `place` (from 1), so they go from `later[0]` (never), where they must be,
    to `later[place]`. With `place` 0 they know it at once, and are only taken out of `later[0]`.
    The key 0 is removed once no viewer is left there.
    """
    later[0] ^= mask
    if not later[0]:
        del later[0]
    if place:
        later[place] = later.get(place, 0) | mask


#: Motions, each with the mask of the viewers from whom it hides the card that the move names.
_Hidden = list[tuple[Motion, int]]


class _Laid:
    """The cards that moves have put down and that some viewers have not seen. `cards` has, by
    (card, zone where these viewers believe it to be), pairs of the mask of the viewers and the
    number (from 1) of the move, in the order of the moves.
    """

    def __init__(self, blind: frozenset[str]) -> None:
        """No card is put down yet. In a zone of `blind` (names), a card that is put down can't be
        followed.
        """
        self.blind = blind
        self.cards: dict[tuple[str, str], list[tuple[int, int]]] = {}

    def lay(self, motion: Motion, mask: int, move: int) -> None:
        """Note that move number `move` (from 1) put down a card that the viewers in `mask` did not
        see. From then on it is in `cards` at its new place, unless that is a zone of `blind`.
        Viewers in `mask` who did not see the motion at all still believe the card to be where it
        was: for them it is in `cards` at the place where the motion began.
        """
        zones = [(motion.src, mask & ~motion.to)]
        if motion.dst not in self.blind:
            zones.append((motion.dst, mask & motion.to))
        for zone, viewers in zones:
            if viewers:
                self.cards.setdefault((motion.card, zone), []).append((viewers, move))

    def sweep(self, motion: Motion) -> None:
        """Forget the cards in the zone that `motion` empties, for all viewers who see the
        motion.
        """
        for key in [key for key in self.cards if key[1] == motion.src]:
            laid = self.cards.pop(key)
            left = [(mask & ~motion.to, move) for mask, move in laid if mask & ~motion.to]
            if left:
                self.cards[key] = left

    def follow(self, motion: Motion, hidden: _Hidden) -> list[tuple[int, int]]:
        """Follow a card that was put down unseen, as `motion` takes it further. Viewers who see its
        face now are no longer in `cards`; returned are pairs of their mask and the number of the
        move that put it down, [] if nobody sees it. For those who see the motion but not the face,
        the card is in `cards` at its new place afterwards; if that is a zone of `blind`, they have
        lost it. For those who do not see the motion, it stays where it was. Of equal cards there,
        the one that was laid first goes.

        `hidden` are the motions by which the current move itself puts a card down, each with the
        viewers who don't see that card. If `motion` is one of them, nothing changes for these
        viewers: what they believe of a card put down earlier stays. Raises KeyError if `cards` has
        no such card where the motion begins.
        """
        moved = motion.to
        for played, mask in hidden:
            if played is motion:
                moved &= ~mask
        left, gone = [], []
        for mask, move in self.cards.pop((motion.card, motion.src)):
            # Of equal cards, the one that was laid first goes.
            left.append((mask & ~moved, move))
            gone.append((mask & moved, move))
            moved &= ~mask
        if left := [(mask, move) for mask, move in left if mask]:
            self.cards[motion.card, motion.src] = left
        seen = motion.was | motion.seen
        for mask, move in gone:
            self.lay(motion, mask & ~seen, move)
        return [(mask & seen, move) for mask, move in gone if mask & seen]


def _cards_played_unseen(moment: Moment, viewers: int) -> _Hidden:
    """The motions, in the first step of a moment, of the card that its move names and whose face
    not all of `viewers` (a mask) see. Each is paired with the mask of the viewers who do not see
    it; those who do not see the motion at all are among them. A viewer is only in the first such
    mask. [] if all see the card, or if the moment has no steps.
    """
    hidden: _Hidden = []
    for motion in moment.steps[0].motions if moment.steps else []:
        shown = motion.to & (motion.was | motion.seen)
        if shown == OPEN or motion.card == UNKNOWN or not _names(moment.move, motion.card):
            continue
        if viewers & ~shown:
            hidden.append((motion, viewers & ~shown))
            viewers &= shown
    return hidden


@lru_cache(maxsize=4096)
def _names(move: str, card: str) -> bool:
    """Whether the token `move` names `card`. No digit may follow the card's token in it. Before a
    card that begins with a digit, there may be no digit, no letter and no `>`: `b3>1` names `b3`,
    but not `1`, which is a place; `11` does not name `1`.
    """
    before = r"(?<![0-9A-Za-z>])" if card[0].isdigit() else ""
    return re.search(rf"{before}{re.escape(card)}(?!\d)", move) is not None
