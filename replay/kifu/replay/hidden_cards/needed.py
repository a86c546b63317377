"""Which cards of a chance event must be known before a match can go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from kifu.replay.chance import UNKNOWN, Chance, OutcomeRequest, rolled, unrolled
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.track import Ply

#: What is turned up at once is never more cards, nor further apart in the deck.
WINDOW = 20
#: After so many moves nothing is found by trying, because it would take too long.
_MOST_PLIES = 2000
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


def places_needed(
    course: UnfinishedMatch, label: str, cards: list[str], request: OutcomeRequest
) -> list[int]:
    """The indices, from 0, of the unknown cards among `cards`, the outcome of event `label` as far
    as it is known, that must be known before the match can go on. Empty if it can go on, or if they
    can't be found. `request` is what the match asked of the event.

    Found by trying made-up cards: the last place from which they let the match go on, then the
    places after it that are not needed for that. Cards before it, which hands have drawn since, are
    not changed. If no made-up cards will do, a small event of which nothing is known needs all.
    """
    unseen = [place for place, card in enumerate(cards) if card == UNKNOWN]
    spare = spare_cards(course, label, cards, request)

    def goes_on(places: Sequence[int]) -> bool:
        trial = cards.copy()
        for place, card in zip(places, spare, strict=False):
            trial[place] = card
        chance = Chance(course.seed, course.with_outcome(label, " ".join(trial)))
        try:
            state, _ = course.played(chance)
        except IllegalMove:
            return False
        refused = any(finding.code == "KF505" for finding in chance.findings)
        return not refused and state.missing != label

    if len(course.plies) > _MOST_PLIES or goes_on([]):
        return []
    window = min(WINDOW, len(spare))
    for first in reversed(range(len(unseen))):
        needed = unseen[first : first + window]
        if not goes_on(needed):
            continue
        for place in needed.copy():
            others = [other for other in needed if other != place]
            if goes_on(others):
                needed = others
        return needed
    return unseen if request.need <= len(unseen) == len(cards) <= WINDOW else []


def spare_cards(
    course: UnfinishedMatch, label: str, cards: list[str], request: OutcomeRequest
) -> list[str]:
    """The cards of the deck that no move since event `label` can have shown, and that are not in
    `cards`, the event's outcome as far as it is known; then those equal cards of which some may
    have been shown. `request` is what the match asked of the event.
    """
    _, since = course.played(Chance(course.seed, course.with_outcome(label, None)), label)
    moves = " ".join(move for _, move in course.plies[since:])
    there_are, known = Counter(request.cards), Counter(cards)
    spare: list[str] = []
    doubtful: list[str] = []
    for card in there_are:  # in the order of the deck
        shown = moves.count(card)
        sure = max(there_are[card] - known[card] - shown, 0)
        spare += [card] * sure
        doubtful += [card] * (there_are[card] - max(known[card], shown) - sure)
    return spare + doubtful


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
    for place in places_needed(course, label, cards, asked):
        cards[place] = _CARD
    return f'[Chance "{label}: {rolled(" ".join(cards))}"]'
