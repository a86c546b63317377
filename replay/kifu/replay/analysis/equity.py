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

from kifu.notation.errors import KifuError
from kifu.replay.analysis.odds import FEATURES
from kifu.replay.judgements.scale import table_of

FILE = "equity.json"
#: Changes whenever the same weights mean something else.
VERSION = 2
#: No weight is as large: it would not fit where slopes are worked out.
_LARGEST = 1000


class Equity(Struct, frozen=True):
    """One fitted model: `weights` are those of `odds.Odds`, in the order of `odds.features`;
    `matches` is how many matches it was fitted to.
    """

    matches: int
    weights: list[float]


def equity_of(game: str, options: Mapping[str, str], seats: int) -> Equity | None:
    """The model for matches of this game (its name) with these options and number of seats; None if
    kifu has none. `options` are texts by name, only those that differ from their defaults, as
    `Game.write_options` gives them. The model is shared: don't change its list. Raises KifuError if
    the file of models, read at the first call, is broken or of another version.
    """
    return _models().models.get(table_of(game, options, seats))


class EquityFile(Struct, frozen=True, forbid_unknown_fields=True):
    """All models, by the names that `table_of` gives, and the `version` of what weights mean."""

    version: int
    models: dict[str, Equity]


def equity_file(text: bytes) -> EquityFile:
    """The models in the bytes of an equity file. Raises KifuError if the file is broken or of
    another version, or if a model has not FEATURES weights, each below 1000 in size.

    >>> equity_file(b'{"version":2,"models":{}}').models
    {}
    """
    try:
        found = msgspec.json.decode(text, type=EquityFile)
    except msgspec.DecodeError as error:
        raise KifuError(f"{FILE} of kifu.replay.analysis is broken ({error}): {_REMEDY}") from None
    if found.version != VERSION:
        raise KifuError(
            f"{FILE} of kifu.replay.analysis is of version {found.version}, and this kifu reads "
            f"version {VERSION}: {_REMEDY}"
        )
    for key, model in found.models.items():
        if len(model.weights) != FEATURES or max(map(abs, model.weights)) >= _LARGEST:
            raise KifuError(
                f"{FILE} of kifu.replay.analysis is broken (the model {key!r} has other than "
                f"{FEATURES} weights below {_LARGEST}): {_REMEDY}"
            )
    return found


_REMEDY = "install kifu again"


@cache
def _models() -> EquityFile:
    """The models that come with kifu, read once per process; the object is shared. Raises KifuError
    if the file is broken or of another version.
    """
    return equity_file(files(__package__ or "").joinpath(FILE).read_bytes())
