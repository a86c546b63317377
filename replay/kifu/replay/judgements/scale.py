"""The scale: between which of kifu's own players somebody is, by points lost a choice.

What these lose was measured by `python -m benchmarks` in positions of matches at tables of several
sizes, as one version of the engine judges, and is in `scale.json` beside this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
from msgspec import Struct

from kifu.replay.judgements.judgement import Engine, SeatReport
from kifu.replay.match import Match


class Scale(Struct, frozen=True):
    """The measurements: the `engine` (name and version) that judged them, and for each table (see
    `table_of`) the points that each player loses per choice, from the worst player to the best.
    """

    engine: str
    tables: dict[str, dict[str, float]]


class Level(NamedTuple):
    """Between which of kifu's players somebody is: the next `worse` one and the next `better` one,
    by name; "" if there is none on that side.
    """

    worse: str = ""
    better: str = ""

    @property
    def words(self) -> str:
        """The level in English: "between WORSE and BETTER", "WORSE or better" or "BETTER or worse";
        "" if both names are "".

        >>> Level("greedy", "strong:64").words, Level("greedy").words, Level().words
        ('between greedy and strong:64', 'greedy or better', '')
        """
        if self.worse and self.better:
            return f"between {self.worse} and {self.better}"
        return (
            f"{self.worse} or better" if self.worse else self.better and f"{self.better} or worse"
        )


def table_of(game: str, options: Mapping[str, str], seats: int) -> str:
    """The name of a table, the key for all that is measured per table: the game, the number of
    seats, and `options` as `key=value`, sorted by key. Give only the options that differ from their
    defaults.

    >>> table_of("nimmt", {"rounds": "3"}, 4)
    'nimmt 4 rounds=3'
    """
    return " ".join([game, str(seats), *(f"{key}={options[key]}" for key in sorted(options))])


def level(table: str, engine: str, low: float, high: float) -> Level:
    """The level of somebody who loses between `low` and `high` points per choice at this table (see
    `table_of`). `engine` is the name and version of the engine that judged, with a blank between.

    Of the level, `worse` is the best of the players that lose more than `high`, and `better` the
    worst of those that lose less than `low`; each is "" if there is no such player. Both are "" if
    nothing was measured for this table and engine.

    >>> level("nimmt 4", "kifu 7", 0.0, 0.1)
    Level(worse='', better='')
    """
    players = known(engine).get(table, {})
    worse = [player for player, lost in players.items() if lost > high]
    better = [player for player, lost in players.items() if lost < low]
    return Level(worse[-1] if worse else "", better[0] if better else "")


def level_in(match: Match, engine: Engine, report: SeatReport) -> Level:
    """The level of a seat in a match that this engine judged, from its `report`: by the points lost
    per choice, with their 95 % interval. Both names are "" if nothing was measured for its table.
    Raises ZeroDivisionError for a report without choices, and NotBegun if the match can't be set
    up.
    """
    game, seats = match.played.game, len(match.record.seats)
    table = table_of(game.name, game.write_options(match.options, seats), seats)
    lost, margin = report.points / report.choices, 1.96 * report.points_se / report.choices
    return level(table, f"{engine.name} {engine.version}", lost - margin, lost + margin)


def known(engine: str) -> dict[str, dict[str, float]]:
    """The measurements of the scale: table -> player -> points lost per choice, from the worst
    player to the best. {} if `engine` (name and version) is not the one that judged them. The dicts
    are shared: don't change them.
    """
    scale = _scale()
    return scale.tables if engine == scale.engine else {}


@cache
def _scale() -> Scale:
    """The scale that comes with kifu, read once."""
    content = files(__package__ or "").joinpath("scale.json").read_bytes()
    return msgspec.json.decode(content, type=Scale)
