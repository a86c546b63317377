"""Chance at a table: what is asked of the one who types, and the cards as they become known."""

from __future__ import annotations

import re
from collections import Counter

from msgspec.structs import replace

from kifu.notation.live import with_outcome
from kifu.replay.chance import Chance, OutcomeRequest
from kifu.replay.hidden_cards.needed import played
from kifu.replay.recording.recorder import Recorder
from kifu.replay.replayer import replay
from kifu.replay.table import ALL, UNKNOWN


def expand(text: str, request: OutcomeRequest) -> list[str]:
    """The cards of an outcome typed as `text`, one by one. `_*30` is thirty unknown ones; `...`,
    and an empty text, are as many as `request` needs beyond the cards before them.

    >>> expand("_*3 12 _ ...", OutcomeRequest([], 7))
    ['_', '_', '_', '12', '_', '_', '_']
    """
    cards: list[str] = []
    for word in (text or "...").split():
        repeated = re.fullmatch(r"_\*([1-9][0-9]{0,2})", word)
        if word == "...":
            cards += [UNKNOWN] * (request.need - len(cards))
        elif repeated:
            cards += [UNKNOWN] * int(repeated[1])
        else:
            cards.append(word)
    return cards


def hand_places(
    recorder: Recorder, label: str, cards: list[str], request: OutcomeRequest, seat: int
) -> tuple[list[str], list[int]]:
    """The known cards of the hand that `seat` had before the last move if event `label` had the
    outcome `cards`; and the indices in `cards` of the hand's unknown cards, in the order in which
    it got them.

    Which of its cards it has played is not known; these indices are those that it got last, so that
    every card that it has shown may be one that it had before.
    """
    hand = _held(recorder, label, cards, seat)
    _, since = played(recorder.match(), Chance(None, recorder.record.chance), label)
    moves = " ".join(move for _, move in recorder.plies[since:])
    free = Counter(request.cards) - Counter(cards)
    #: A card that the moves can least have shown.
    spare = max(free, key=lambda card: free[card] - moves.count(card), default="")
    places: list[int] = []
    for place in reversed([place for place, known in enumerate(cards) if known == UNKNOWN]):
        if len(places) == hand.count(UNKNOWN) or not spare:
            break
        trial = cards.copy()
        trial[place] = spare
        held = _held(recorder, label, trial, seat)
        if held.count(spare) > hand.count(spare):
            places.append(place)
    return [card for card in hand if card != UNKNOWN], places[::-1]


def _held(recorder: Recorder, label: str, cards: list[str], seat: int) -> list[str]:
    """The hand of `seat` before the last move if event `label` had the outcome `cards`; an empty
    list if the moves are not possible then.
    """
    outcomes = with_outcome(recorder.record.chance, (label, " ".join(cards)))
    match = replay(replace(recorder.so_far(), chance=outcomes))
    before = len(recorder.plies) - 1
    if match.game is None or len(match.plies) < before:
        return []
    layout = match.game.layout(match.options, len(match.record.seats))
    zones = match.position(before).view(ALL).zones
    hands = [zone.name for zone in layout.zones if zone.kind == "hand" and zone.seat == seat]
    return [card for name in hands for card in zones[name]]
