"""Which cards of a chance event must be known before a match can go on."""

from __future__ import annotations

from kifu.notation.live import with_outcome
from kifu.replay.chance import UNKNOWN, Chance, OutcomeRequest, rolled, unrolled
from kifu.replay.game import State
from kifu.replay.match import Match

#: A small event has so many cards at most.
_SMALL = 20
#: In a tag that is shown to be filled in: a card that must be known.
_CARD = "CARD"


def asked(match: Match, label: str) -> OutcomeRequest:
    """What a match asked of the chance event `label`: how many cards, of which deck. KeyError if
    the match has not come to that event.
    """
    chance = Chance(match.record.seed, match.record.chance)
    played(match, chance, label)
    return chance.asked[label]


def played(match: Match, chance: Chance, until: str = "") -> tuple[State, int]:
    """Play the moves of a match with `chance` in place of its own outcomes, until the event `until`
    is asked for ("": to the end). Returns the position reached and how many moves were played.
    Raises IllegalMove for a move that is not legal with these outcomes.
    """
    assert match.game is not None
    state: State = match.game.start(match.options, len(match.record.seats), chance)
    for count, (seat, move) in enumerate(match.plies):
        if until in chance.asked:
            return state, count
        state.play(move, seat)
    return state, len(match.plies)


def places_needed(match: Match, label: str, cards: list[str]) -> list[int]:
    """The indices in `cards`, from 0 and ascending, of the unknown cards that must be known before
    the match can go on. `cards` is the outcome of event `label` as far as it is known. [] if the
    match can go on, or waits for cards of a hand, whose places nobody knows.

    A game says which it needs (see `Chance.refuse`). If it does not, a small event of which nothing
    is known needs all its cards.
    """
    outcomes = with_outcome(match.record.chance, (label, " ".join(cards)))
    chance = Chance(match.record.seed, outcomes)
    state, _ = played(match, chance)
    unseen = [place for place, card in enumerate(cards) if card == UNKNOWN]
    if label in chance.lacking:
        return [place for place in unseen if place in chance.lacking[label]]
    is_small = chance.asked[label].need <= len(unseen) == len(cards) <= _SMALL
    return unseen if state.missing == label and is_small else []


def tag_to_write(match: Match, label: str) -> str:
    """The Chance tag for the event `label`, for which the match waits, to be filled in: CARD where
    a card must be known, `_` where it may be unknown; N in place of the outcome of a choice.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay.replayer import replay
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], end="*")
    >>> tag_to_write(replay(record), "deal/1")
    '[Chance "deal/1: _*20 CARD CARD CARD CARD"]'
    """
    request = asked(match, label)
    if not request.cards:
        return f'[Chance "{label}: N"]'
    written = dict(match.record.chance).get(label)
    cards = [UNKNOWN] * request.need if written is None else unrolled(written)
    for place in places_needed(match, label, cards):
        cards[place] = _CARD
    return f'[Chance "{label}: {rolled(" ".join(cards))}"]'
