"""The deal of a page: what its reader needs to deal the cards again and compare.

docs/notation.md, "Chance", says how a seed becomes cards and a commitment a promise.
"""

from __future__ import annotations

from typing import Any

from kifu.replay.chance import COMMIT, SEED, UNKNOWN
from kifu.replay.match import Match
from kifu.site.content.audience import Audience
from kifu.site.content.moments import UniqueParts


def deal_data(match: Match, audience: Audience) -> dict[str, Any]:
    """The data with which a page's script can check the deal: `seed`, `commit` (the commitment, if
    there is one), `decks` (each a text of the tokens of its cards in canonical order) and `events`.
    An event is `[label, index in decks, cards]` for each chance event of the main line; `cards` is
    a text of the tokens that came up, "_" for an unknown one. Only `commit` if the record has no
    seed.

    Empty without seed and commitment, for a seed of another form, without chance events, and on a
    redacted page, whose reader must not know the seed.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay import replay, timeline
    >>> from kifu.site.content.audience import open_audience
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="", end="*",
    ...     options={"deck": "tactics"}, seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> deal_data(match, open_audience(timeline(match), 0))["events"][0][:2]
    ['deal/1', 0]
    """
    seed, commit = match.record.seed, match.record.commit
    if audience.redacted:
        return {}
    promised = {} if commit is None or not COMMIT.fullmatch(commit) else {"commit": commit}
    if seed is None:
        return promised
    if not SEED.fullmatch(seed) or not match.events:
        return {}
    decks = UniqueParts()
    events = [
        [label, decks.place(" ".join(deck)), _written(deck, cards)]
        for label, (deck, cards) in match.events.items()
    ]
    return {"seed": seed, **promised, "decks": decks.parts, "events": events}


def _written(deck: Any, cards: Any) -> str:
    """The tokens of cards, separated by spaces. Each of `cards` is a place in `deck`, counted from
    1; 0 is an unknown card, "_".
    """
    return " ".join(deck[card - 1] if card else UNKNOWN for card in cards)
