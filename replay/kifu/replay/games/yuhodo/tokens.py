"""The tokens of yuhodo as codes, in the order in which legal moves are listed.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.lexicon import Lexicon
from kifu.replay.games.yuhodo.cards import BIG_SETS, CARD, PAIRS_WITH, TOKEN, packed

# The code of a token: to take a card is that card, any other token one of these and, from OPEN on,
# the place of a set, a card (which is 2 or more) or the place of a pair.
MAKE: Final[i64] = 1
GOAL: Final[i64] = 52
OPEN: Final[i64] = 53
DISCARD: Final[i64] = 223
DECLARE: Final[i64] = 273
GAIN: Final[i64] = 325

#: By place in canonical order: the cards of each big set, packed.
SETS: Final = vec[i64]([packed(cards) for cards in BIG_SETS.values()])
#: By card: the place of the first big set that begins with it or a later card.
SETS_FROM: Final = vec[i64](
    [sum([cards[0] < card for cards in BIG_SETS.values()]) for card in range(len(TOKEN) + 1)]
)

_ALL_PAIRS: Final = sorted({pair for pairs in PAIRS_WITH for pair in pairs.values()})
_PLACE: Final = {pair: place for place, pair in enumerate(_ALL_PAIRS)}
_ALL_TOKENS: Final = {pair: token for pairs in PAIRS_WITH for token, pair in pairs.items()}
#: By place in canonical order: the cards of each pair that makes a big set, packed.
PAIRS: Final = vec[i64]([packed(pair) for pair in _ALL_PAIRS])
#: For one card after the other, the places of the pairs that make a big set with it. Those of a
#: card begin at `FITTING_FROM[card]`.
FITTING: Final = vec[i64]([_PLACE[pair] for pairs in PAIRS_WITH for pair in pairs.values()])
FITTING_FROM: Final = vec[i64](
    [sum([len(pairs) for pairs in PAIRS_WITH[:card]]) for card in range(len(TOKEN) + 1)]
)


def _codes() -> dict[str, int]:
    """The code of every token, by token."""
    codes: dict[str, int] = {"m": MAKE, "G": GOAL}
    for token, card in CARD.items():
        codes[token] = card
        codes[f"-{token}"] = DISCARD + card
        codes[f"-{token}R"] = DECLARE + card
    for place, token in enumerate(BIG_SETS):
        codes[f"o{token}"] = OPEN + place
    for place, pair in enumerate(_ALL_PAIRS):
        codes[f"N{_ALL_TOKENS[pair]}"] = GAIN + place
    return codes


LEXICON: Final = Lexicon(_codes())

_SORTED: Final = {token: place for place, token in enumerate(sorted(LEXICON.tokens))}
#: By code: the place of its token among all, sorted as text.
RANK: Final = vec[i64]([_SORTED[token] for token in LEXICON.tokens])
