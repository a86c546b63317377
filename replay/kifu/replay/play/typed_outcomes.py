"""Chance at a table: what is asked of the one who types, and the cards as they become known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from kifu.notation.errors import NotationError
from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove
from kifu.replay.recording.recorder import Recorder
from kifu.replay.table import ALL, UNKNOWN

#: What is turned up at once is never more cards, nor further apart in the deck.
WINDOW = 20


class Asked(Struct, frozen=True):
    """What a game asked of a chance event: at least `need` cards of the deck `cards`; or, where
    there is no deck, one of `need` numbers.
    """

    cards: list[str]
    need: int


class _Noting(Chance):
    """Chance that notes what it was asked for."""

    def __init__(self, outcomes: Sequence[tuple[str, str]]) -> None:
        super().__init__(None, outcomes)
        self.asked: dict[str, Asked] = {}

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        self.asked[label] = Asked(list(names), need)
        return super().shuffle(label, names, need)

    def choice(self, label: str, n: int) -> int | None:
        self.asked[label] = Asked([], n)
        return super().choice(label, n)


def asked_of(recorder: Recorder, label: str) -> Asked:
    """What the match, as far as it has come, asked of the event `label`, which has happened."""
    chance = _Noting(recorder.record.chance)
    _plies_before(recorder, chance, label)
    return chance.asked[label]


def expand(text: str, asked: Asked) -> list[str]:
    """The cards that were typed: `_*30` are thirty that nobody has seen, `...` (or nothing at
    all) is the rest that is needed, unseen.

    >>> expand("_*3 12 _ ...", Asked([], 7))
    ['_', '_', '_', '12', '_', '_', '_']
    """
    cards: list[str] = []
    for word in (text or "...").split():
        repeated = re.fullmatch(r"_\*([1-9][0-9]{0,2})", word)
        if word == "...":
            cards += [UNKNOWN] * (asked.need - len(cards))
        elif repeated:
            cards += [UNKNOWN] * int(repeated[1])
        else:
            cards.append(word)
    return cards


def places_needed(recorder: Recorder, label: str, cards: list[str], asked: Asked) -> list[int]:
    """Which unseen cards (places from 0) must be known before the match can go on; none where
    it can, or where that can't be found out.

    Found by trying: the last place from which made-up cards let the match go on, then the places
    after it that are not needed for that. Cards before it, which hands have drawn since, are not
    changed.
    """
    unseen = [place for place, card in enumerate(cards) if card == UNKNOWN]
    spare = _spare(recorder, label, cards, asked)

    def goes_on(places: Sequence[int]) -> bool:
        trial = cards.copy()
        for place, card in zip(places, spare, strict=False):
            trial[place] = card
        try:
            state, wrong = recorder.try_outcome(label, " ".join(trial))
        except NotationError:
            return False
        return not wrong and state.missing != label

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
    return []


def hand_places(
    recorder: Recorder, label: str, cards: list[str], asked: Asked, seat: int
) -> tuple[list[str], list[int]]:
    """What is known of the hand that `seat` had before the last move, if the event had this
    outcome, and places (from 0) for its unseen cards, in the order in which it got them.

    Which of its cards it has played is not known; these places are those that it got last, so
    that every card that it has shown may be one that it had before.
    """
    hand = _held(recorder, label, cards, seat)
    spare = _spare(recorder, label, cards, asked)
    places: list[int] = []
    for place in reversed([place for place, known in enumerate(cards) if known == UNKNOWN]):
        if len(places) == hand.count(UNKNOWN) or not spare:
            break
        trial = cards.copy()
        trial[place] = spare[0]
        held = _held(recorder, label, trial, seat)
        if held.count(spare[0]) > hand.count(spare[0]):
            places.append(place)
    return [card for card in hand if card != UNKNOWN], places[::-1]


def _held(recorder: Recorder, label: str, cards: list[str], seat: int) -> list[str]:
    """The hand of `seat` before the last move, if the event had this outcome; nothing if the moves
    are not possible with it.
    """
    others = [known for known in recorder.record.chance if known[0] != label]
    chance = Chance(None, [*others, (label, " ".join(cards))])
    try:
        state = recorder.state_at(len(recorder.plies) - 1, chance)
    except IllegalMove:
        return []
    options = recorder.game.read_options(recorder.record.options)
    layout = recorder.game.layout(options, len(recorder.record.seats))
    zones = state.view(ALL).zones
    hands = [zone.name for zone in layout.zones if zone.kind == "hand" and zone.seat == seat]
    return [card for name in hands for card in zones[name]]


def _spare(recorder: Recorder, label: str, cards: list[str], asked: Asked) -> list[str]:
    """Cards of the deck that have certainly not been seen since the event."""
    others = [known for known in recorder.record.chance if known[0] != label]
    since = _plies_before(recorder, Chance(None, others), label)
    moves = " ".join(move for _, move in recorder.plies[since:])
    left = Counter(asked.cards) - Counter(cards)
    return [
        card
        for card, count in sorted(left.items(), key=lambda item: asked.cards.index(item[0]))
        for _ in range(count - moves.count(card))
    ]


def _plies_before(recorder: Recorder, chance: Chance, label: str) -> int:
    """How many moves of the match can be played until it waits for the event, if it does."""
    options = recorder.game.read_options(recorder.record.options)
    state = recorder.game.start(options, len(recorder.record.seats), chance)
    for count, (seat, move) in enumerate(recorder.plies):
        if state.missing == label:
            return count
        state.play(move, seat)
    return len(recorder.plies)
