"""Which cards of a chance event must be known before a match can go on."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kifu.replay.chance import UNKNOWN, Chance, OutcomeRequest, rolled, unrolled
from kifu.replay.game import Game, State
from kifu.replay.track import Ply

#: A small event has so many cards at most.
_SMALL = 20
#: In a tag that is shown to be filled in: a card that must be known.
_CARD = "CARD"


class UnfinishedMatch(Struct):
    """A match so far, which may wait for a chance event."""

    game: Game
    options: Any
    seats: int
    plies: list[Ply]
    outcomes: list[tuple[str, str]]
    seed: str | None = None

    def with_outcome(self, label: str, outcome: str | None) -> list[tuple[str, str]]:
        """The match's outcomes as (label, outcome), with that of event `label` replaced by
        `outcome`; None: without it.
        """
        others = [each for each in self.outcomes if each[0] != label]
        return others if outcome is None else [*others, (label, outcome)]

    def asked(self, label: str) -> OutcomeRequest:
        """What the match asked of the chance event `label`, which must have happened: how many
        cards, of which deck.
        """
        chance = Chance(self.seed, self.outcomes)
        self.played(chance, label)
        return chance.asked[label]

    def played(self, chance: Chance, until: str = "") -> tuple[State, int]:
        """Replay the match's moves with `chance` in place of its own outcomes, as far as the moves
        that come before the match asks for the event `until`. Returns the position reached and how
        many moves were played. Raises IllegalMove.
        """
        state = self.game.start(self.options, self.seats, chance)
        for count, (seat, move) in enumerate(self.plies):
            if until in chance.asked:
                return state, count
            state.play(move, seat)
        return state, len(self.plies)


def places_needed(course: UnfinishedMatch, label: str, cards: list[str]) -> list[int]:
    """The indices, from 0, of the unknown ones among `cards`, the outcome of event `label` as far
    as it is known, that must be known before the match can go on. Empty if it can go on, or waits
    for cards of a hand, whose places nobody knows.

    A game says them (see `Chance.refuse`); of one that does not, a small event of which nothing is
    known needs all.
    """
    chance = Chance(course.seed, course.with_outcome(label, " ".join(cards)))
    state, _ = course.played(chance)
    unseen = [place for place, card in enumerate(cards) if card == UNKNOWN]
    if label in chance.lacking:
        return [place for place in unseen if place in chance.lacking[label]]
    is_small = chance.asked[label].need <= len(unseen) == len(cards) <= _SMALL
    return unseen if state.missing == label and is_small else []


def tag_to_write(course: UnfinishedMatch, label: str) -> str:
    """The Chance tag for the event `label`, for which the match waits, as it would have to be
    written: CARD where a card must be known, `_` where it may be unknown; N is a number.

    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> tag_to_write(UnfinishedMatch(nimmt, nimmt.read_options({}), 2, [], []), "deal/1")
    '[Chance "deal/1: _*20 CARD CARD CARD CARD"]'
    """
    asked = course.asked(label)
    if not asked.cards:
        return f'[Chance "{label}: N"]'
    written = dict(course.outcomes).get(label)
    cards = [UNKNOWN] * asked.need if written is None else unrolled(written)
    for place in places_needed(course, label, cards):
        cards[place] = _CARD
    return f'[Chance "{label}: {rolled(" ".join(cards))}"]'
