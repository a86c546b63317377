"""A judgement: what one decision was worth, and all of them in a match as plain data.

A seat's *win share* is 1/k of a match that k sides win, its own among them, and 0 of a match that
its side does not win: partners have the share of their side. All values are means over worlds:
positions in which everything the seat can't know is dealt by lot. `Marks` say how much a decision
must have lost for sure to be a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum, sqrt
from statistics import stdev

from msgspec import Struct

#: The marks, worst first.
GLYPHS = ("??", "?", "?!")
#: A loss minus this many standard errors is what 95 of 100 repetitions would find at least.
ONE_SIDED = 1.645


class Marks(Struct, frozen=True):
    """From which loss on a decision is doubtful (`?!`), a mistake (`?`) or a blunder (`??`). Losses
    are in win share (0 to 1) or, if `by_points`, in points; the best option is chosen by the same
    unit.

    `any_order`: the moves of a turn come in any order, so a move loses nothing while the best one
    can still be played.

    >>> marks = Marks()
    >>> marks.glyph(0.11, 0.012), marks.glyph(0.11, 0.06), marks.glyph(0.01, 0.0)
    ('?', '', '')
    """

    doubtful: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.10
    by_points: bool = False
    any_order: bool = False

    def glyph(self, loss: float, se: float) -> str:
        """The mark for a `loss` with the standard error `se`: `??`, `?`, `?!`, or "" for none. The
        loss minus 1.645 standard errors must be at least the bound of the mark (`blunder`,
        `mistake` or `doubtful`); the worst mark for which it is counts. Both are in the unit of the
        bounds.
        """
        sure = loss - ONE_SIDED * se
        least = (self.blunder, self.mistake, self.doubtful)
        return next(
            (glyph for glyph, bound in zip(GLYPHS, least, strict=True) if sure >= bound), ""
        )


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why an option is worse than the best one. `what` names a happening (see `game.Happening`): of
    so many `worlds`, it came in `often` after the option and in `best_often` after the best one;
    `mean` and `best_mean` are how often (or how much) it came on average over all worlds. `then`
    are the seat's next moves there after the best one, with blanks between, and `own_then` those
    after the option.
    """

    what: str
    worlds: int
    often: int
    best_often: int
    mean: float
    best_mean: float
    then: str = ""
    own_then: str = ""


class Option(Struct, frozen=True, omit_defaults=True):
    """One move that the seat could make ("": to pass): its value as win share (0 to 1) and in
    points (the seat's score minus the mean score of its rivals at the end; positive is better).

    `loss` is what it loses against the best option, and `se` the standard error of that, both in
    points or win share, as the game marks. Both are None if written by an engine before version 8.
    `reason` says why it is worse than the best option; None if none was looked for or found.
    """

    move: str
    share: float
    points: float
    se: float | None = None
    loss: float | None = None
    reason: Reason | None = None


class Judgement(Struct, frozen=True):
    """What the move of `seat` at `ply` (counted from 1) lost against the best option.

    `loss` is in win share, `points` in points, each against the option that is the best by it; both
    are 0 or more, but for errors of estimation. `se` and `points_se` are their standard errors.
    `options` are all that were valued, the best first; read from a record, the best 16 and the one
    played. `glyph` is the mark: `"??"`, `"?"`, `"?!"` or `""` (see `Marks`). `depends`
    is true if it depends on how others play which option is the best, or how bad the move was.

    `stake` is how many points a random move would have lost. `gain` is how much more the move is
    worth than the move of the players by whom worlds are played on, in points or win share as the
    game marks. Both are None if written by an engine before version 8.
    """

    ply: int
    seat: int
    move: str
    loss: float
    se: float
    points: float
    points_se: float
    options: list[Option]
    glyph: str = ""
    depends: bool = False
    stake: float | None = None
    gain: float | None = None

    @property
    def reason(self) -> Reason | None:
        """Why the move that was played is worse than the best option; None if `options` does not
        have that move, or has no reason for it.
        """
        return next((each.reason for each in self.options if each.move == self.move), None)


class Engine(Struct, frozen=True):
    """What judged: its name and version, the most worlds that it took for a decision, and the seed
    of all its random numbers. Values of different engines are never mixed.
    """

    name: str
    version: str
    worlds: int
    seed: str


class SeatReport(Struct, frozen=True):
    """One seat's match in numbers.

    `choices` counts decisions with two options or more, `agreed` those in which the option with the
    highest value was played; `blunders`, `mistakes` and `doubtful` count the marks `??`, `?` and
    `?!`. `points` is the sum of what the choices lost, in points, `points_se` its standard error
    from the random worlds alone, `loss` the same sum in win share.

    `stake` is the sum of what random moves would have lost, in points. `accuracy` is 100 * (1 -
    points / stake): 0 is as good as random moves, 100 always the best option; it can lie outside 0
    to 100. `gain` is by how much all choices together were better than those of the players by whom
    worlds are played on, in points or win share as the game marks; `gain_se` is its standard error
    from how much the choices differ. `stake` and `accuracy` are None unless the stake is above 0,
    `gain` unless every judgement has one, `gain_se` also for fewer than two choices.
    """

    seat: int
    choices: int
    agreed: int
    blunders: int
    mistakes: int
    doubtful: int
    points: float
    points_se: float
    loss: float
    stake: float | None = None
    accuracy: float | None = None
    gain: float | None = None
    gain_se: float | None = None


class Analysis(Struct, frozen=True):
    """A judged match. `chances` are pairs of a ply (0 is the start, k is after the k-th move) and
    each seat's chance to win then, in seat order, for somebody who sees no hand; partners have the
    chance of their side. `judgements` are in the order of plies. `through` is the last ply that
    could be replayed; `note` names the first error of a record whose match is not over there,
    otherwise it is "".
    """

    engine: Engine
    chances: list[tuple[int, list[float]]]
    judgements: list[Judgement]
    through: int
    note: str = ""

    @property
    def seats(self) -> list[SeatReport]:
        """The report of each seat that has a judgement, ascending; [] without judgements."""
        seats = sorted({judgement.seat for judgement in self.judgements})
        return [report(seat, (j for j in self.judgements if j.seat == seat)) for seat in seats]


def report(seat: int, judgements: Iterable[Judgement]) -> SeatReport:
    """The numbers of `seat` from its `judgements`; SeatReport says what each means. All judgements
    are taken, whatever seat they name, and each is one choice. It is agreed if the first of its
    options was played. If one judgement has no stake, `stake` and `accuracy` are None; if one has
    no gain, `gain` and `gain_se` are.

    Without any judgement, the counts, `points`, `points_se`, `loss` and `gain` are 0; `stake`,
    `accuracy` and `gain_se` are None.

    >>> options = [Option("7", 0.4, 2.0), Option("5", 0.3, 1.0)]
    >>> lost = Judgement(1, 2, "5", 0.1, 0.01, 1.5, 0.3, options, "?!", False, 2.0, -1.0)
    >>> best = Judgement(3, 2, "7", 0.0, 0.0, 0.0, 0.4, options, "", False, 1.0, 0.5)
    >>> found = report(2, [lost, best])
    >>> found.choices, found.agreed, found.doubtful, found.points, found.accuracy
    (2, 1, 1, 1.5, 50.0)
    >>> found.gain, found.gain_se
    (-0.5, 1.5)
    """
    own = [*judgements]
    marks = [judgement.glyph for judgement in own]
    points = fsum([judgement.points for judgement in own])
    stakes = [judgement.stake for judgement in own if judgement.stake is not None]
    gains = [judgement.gain for judgement in own if judgement.gain is not None]
    stake = fsum(stakes) if len(stakes) == len(own) else 0.0
    return SeatReport(
        seat,
        len(own),
        sum(j.move == j.options[0].move for j in own if j.options),
        marks.count("??"),
        marks.count("?"),
        marks.count("?!"),
        points,
        sqrt(fsum([judgement.points_se**2 for judgement in own])),
        fsum([judgement.loss for judgement in own]),
        stake if stake > 0 else None,
        100 * (1 - points / stake) if stake > 0 else None,
        fsum(gains) if len(gains) == len(own) else None,
        stdev(gains) * sqrt(len(gains)) if 1 < len(gains) == len(own) else None,
    )
