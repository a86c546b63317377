"""Equity: each seat's chance to win a match from the scores at the end of a round.

A conditional logit (McFadden 1974): seat i wins with a chance in proportion to exp(score * slope),
and the slope is a weighted sum of features of the match (`odds.features`). The weights were fitted
to matches of reference players (see `fit`). They are in `equity.json` beside this module, a model
for each game, set of options and number of seats. Without a model, a rollout continues to the end
of the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

FILE = "equity.json"


class Equity(Struct, frozen=True):
    """One model: `weights` as `odds.Odds` takes them, fitted to this number of `matches`."""

    matches: int
    weights: list[float]


def key_of(game: str, options: Mapping[str, str], seats: int) -> str:
    """The name of a model: the game, the number of seats, and the options that differ from their
    defaults.

    >>> key_of("nimmt", {"rounds": "3"}, 4)
    'nimmt 4 rounds=3'
    """
    return " ".join([game, str(seats), *(f"{key}={options[key]}" for key in sorted(options))])


def equity_of(game: str, options: Mapping[str, str], seats: int) -> Equity | None:
    """The model for matches of this game, options and number of seats; None where there is none."""
    return _models().get(key_of(game, options, seats))


@cache
def _models() -> dict[str, Equity]:
    text = files(__package__ or "").joinpath(FILE).read_bytes()
    return msgspec.json.decode(text, type=dict[str, Equity])
