"""How honest judgements are, and the scale of kifu's own players.

    python -m benchmarks.judging [SHARE] [GAME ...]

In positions of matches at a table, each of PLAYERS is asked for its choice, and the decision is
judged: what each of them loses is known from the same worlds. Prints the table of
docs/inside/analysis.md, a row for each game's usual number of seats (the first in TABLES): the
accuracy of those who draw lots, which is 0 of an honest judge, in however many worlds, and how many
points a choice each of PLAYERS loses. The latter, of all numbers of seats, is written into the file
of the scale (see `kifu.replay.judgements.scale`); with a GAME, what other games have there stays,
but nothing that another version of the engine measured. A share below 1 tries all this with fewer
choices and writes nothing.

What follows ± is a standard error, between matches.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from math import fsum, sqrt
from statistics import fmean

import msgspec
from benchmarks.measure import ROOT, table

from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.game import Game
from kifu.replay.judgements.judgement import Judgement
from kifu.replay.judgements.scale import Scale, known, table_of
from kifu.replay.match import replay
from kifu.replay.players.new_match import maker_of
from kifu.replay.players.simulate import simulate
from kifu.replay.table import PUBLIC

#: The numbers of seats of each game, the usual one first.
TABLES = {
    "nimmt": (4, 3, 5, 2, 6),
    "mutsugo": (3, 2, 4),
    "magimiles": (4, 2),
    "atarayo": (4, 3, 5),
    "yuhodo": (3, 2, 4),
}
#: The weakest first; `strong` is asked in STRONG worlds.
PLAYERS = ("random", "greedy", "reference", "strong:64")
STRONG = 64
#: How often lots are drawn.
LOTS = 64
#: Worlds of `quick` and `normal`. The scale is judged in FEW.
FEW, MANY = 50, 200
#: One of so many choices is judged, so that they are of many matches: so many choices and matches
#: at least, and at the usual table until the accuracy of lots has no larger an error.
EVERY, CHOICES, MATCHES, ENOUGH = 29, 300, 20, 0.7
#: The scale names a player who loses less than the one before by so many standard errors of the
#: difference.
CLEAR = 2.0
FILE = ROOT / "replay/kifu/replay/judgements/scale.json"

#: A sum, and the number of what was summed or another sum, of one match.
Pair = tuple[float, float]


def ratio(found: Sequence[Pair]) -> Pair:
    """The sum of the first numbers divided by that of the second ones, and its standard error, by
    how much matches differ. `found` has a pair for each match: at least two, whose second numbers
    don't add up to 0.

    >>> ratio([(1.0, 2.0), (3.0, 2.0)])
    (1.0, 0.5)
    """
    mean, off = _ratio(found)
    return mean, _error(off)


def apart(one: Sequence[Pair], other: Sequence[Pair]) -> Pair:
    """How far two such ratios (see `ratio`) are apart, the first minus the second, and the standard
    error of that. `one` and `other` have pairs of the same matches, at least two, in the same
    order; ValueError if they have not equally many.

    >>> apart([(1.0, 2.0), (3.0, 2.0)], [(0.0, 2.0), (2.0, 2.0)])
    (0.5, 0.0)
    """
    (mean, off), (less, also) = _ratio(one), _ratio(other)
    return mean - less, _error([here - there for here, there in zip(off, also, strict=True)])


def _ratio(found: Sequence[Pair]) -> tuple[float, list[float]]:
    """The ratio (see `ratio`) and, for each match, by how much it contributes to the difference
    from it: its first number minus the ratio times its second one, divided by the sum of all second
    numbers, which must not be 0.
    """
    whole = fsum([each for _, each in found])
    mean = fsum([each for each, _ in found]) / whole
    return mean, [(one - mean * other) / whole for one, other in found]


def _error(off: Sequence[float]) -> float:
    return sqrt(fsum([each * each for each in off]) * len(off) / (len(off) - 1))


def shown(found: Pair, digits: int) -> str:
    """A value and its standard error as text, both with so many `digits` after the point.

    >>> shown((1.234, 0.056), 2)
    '1.23 ± 0.06'
    """
    return f"{found[0]:.{digits}f} ± {found[1]:.{digits}f}"


def match(name: str, seats: int, players: Sequence[str], number: int) -> Record:
    """The record of a new match of the game called `name`, played to its end by these players
    (names, at least one), who take the seats in turn, beginning with another one in each match.
    `number` (0 or more) makes the match: the same arguments give the same record. Raises UsageError
    for players or a number of seats that the game does not have, UnknownGame for a game.
    """
    chosen = [players[(seat + number) % len(players)] for seat in range(seats)]
    (record,) = simulate(
        registry.game(name), 1, seed=f"judging {number}", seats=seats, players=chosen
    )
    return record


class Table:
    """The measurements at a table (a game and a number of seats). They are empty at first:
    `look` and `look_on` add to them. By player, `lost` has for each match the sum of the points
    that it lost, and in how many choices (only if FEW is one of the `budgets`). For each of
    `budgets` (numbers of worlds), `kept` has for each match 100 times the sum of the points by
    which lots were better than the mean option, and the sum of those at stake. `choices` and
    `matches` count both.
    """

    def __init__(self, name: str, seats: int, budgets: Sequence[int]) -> None:
        self.name, self.seats, self.budgets = name, seats, budgets
        self.choices = self.matches = 0
        self.lost: dict[str, list[Pair]] = {player: [] for player in PLAYERS}
        self.kept: dict[int, list[Pair]] = {worlds: [] for worlds in budgets}

    def look(self, share: float) -> None:
        """Look at matches until there are enough choices and matches and, if MANY is one of the
        budgets, until the errors of the accuracy of lots are small enough. `share` (above 0; 1 is a
        measurement) is how much of that is asked for.
        """
        error = ENOUGH / sqrt(share) if MANY in self.budgets else float("inf")
        while (
            self.choices < share * CHOICES
            or self.matches < max(2, share * MATCHES)
            or any(ratio(found)[1] > error for found in self.kept.values())
        ):
            self.look_on()

    def look_on(self) -> None:
        """Play and judge one more match, one of EVERY choices of it, and add it to `lost` and
        `kept`, also if none of its choices was judged (its sums are then 0).
        """
        course = Playback(replay(match(self.name, self.seats, PLAYERS[:3], self.matches)))
        begin = (course.game, course.options, course.seats, course.state)
        judges = {worlds: Valuer(*begin, Plan(worlds, f"{worlds}")) for worlds in self.budgets}
        strong = Valuer(*begin, Plan(STRONG, "strong"))
        lost: dict[str, list[float]] = {player: [] for player in PLAYERS}
        kept: dict[int, list[Pair]] = {worlds: [] for worlds in judges}
        for number, moment in enumerate(choices_of(course)):
            if (number + self.matches) % EVERY:  # another phase in each match
                continue
            self.choices += 1
            asked = moves_of(course.game, moment, f"{self.matches} {number}")
            asked["strong:64"] = [strong.choice(moment)]
            for worlds, valuer in judges.items():
                found = losses(valuer.judged(moment))
                stake = fmean(found[move] for move in moment.options if move)
                own = {
                    player: fmean(found[move] for move in moves)
                    for player, moves in asked.items()
                    if all(moves)  # nobody judges who passes
                }
                kept[worlds].append((100 * (stake - own["random"]), stake))
                if worlds == FEW:
                    for player, points in own.items():
                        lost[player].append(points)
        self.matches += 1
        for player, each in lost.items():
            self.lost[player].append((fsum(each), len(each)))
        for worlds, pairs in kept.items():
            above, stakes = ([pair[at] for pair in pairs] for at in (0, 1))
            self.kept[worlds].append((fsum(above), fsum(stakes)))


def losses(judgement: Judgement) -> dict[str, float]:
    """The points that each option (a move, "": to pass) of the judgement loses against the best
    one, as a new dict. They are differences of the options' points, shifted so that the played move
    loses `judgement.points`.
    """
    worth = {option.move: option.points for option in judgement.options}
    best = judgement.points + worth[judgement.move]
    return {move: best - points for move, points in worth.items()}


def choices_of(course: Playback) -> Iterator[Viewpoint]:
    """The choices of all seats of a match between two options or more, in the order of play, as the
    moments of `Playback.moments` that are not PUBLIC; each holds only until the next one is asked
    for.
    """
    for moment in course.moments(frozenset(range(1, course.seats + 1))):
        if moment.viewer != PUBLIC:
            yield moment


def moves_of(game: Game, moment: Viewpoint, text: str) -> dict[str, list[str]]:
    """By player (the first three of PLAYERS), a list of the moves that it chooses at this moment,
    "" for passing: one of `greedy` and one of `reference`; of `random` LOTS draws without passing,
    each drawn again until it is a move. Equal calls give equal moves; `text` is the seed. The
    moment stays as it is.
    """
    makers = {player: maker_of(player) for player in PLAYERS[:3]}
    found = {
        player: [game.offers.wished(maker(game, text)(moment.state, moment.viewer))]
        for player, maker in makers.items()
    }
    lots = (makers["random"](game, f"{text} {lot}") for lot in count())
    drawn = (game.offers.wished(lot(moment.state, moment.viewer)) for lot in lots)
    found["random"] = [*islice(filter(None, drawn), LOTS)]
    return found


def ladder(lost: Mapping[str, Sequence[Pair]]) -> dict[str, float]:
    """The points that players lose a choice, rounded to thousandths: in the order of `lost`, the
    first player, and then each that clearly loses less than the last one taken (by more than CLEAR
    standard errors of the difference). `lost` has for each player pairs of points and choices, of
    the same matches, at least two, in the same order.

    >>> ladder({"random": [(4.0, 2), (6.0, 2)], "greedy": [(1.0, 2), (3.0, 2)]})
    {'random': 2.5, 'greedy': 1.0}
    """
    kept: list[str] = []
    for player, found in lost.items():
        gap, error = apart(lost[kept[-1]], found) if kept else (1.0, 0.0)
        if gap > CLEAR * error:
            kept.append(player)
    return {player: round(ratio(lost[player])[0], 3) for player in kept}


def main() -> None:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    engine = f"{NAME} {VERSION}"
    rows, scale = [], {**known(engine)} if sys.argv[2:] else {}
    every = [(name, seats) for name in sys.argv[2:] or TABLES for seats in sorted(TABLES[name])]
    for name, seats in every:
        is_usual = seats == TABLES[name][0]
        found = Table(name, seats, (FEW, MANY) if is_usual else (FEW,))
        found.look(share)
        kept = [shown(ratio(pairs), 1) for pairs in found.kept.values()]
        figures = [shown(ratio(pairs), 2) for pairs in found.lost.values()]
        scale[table_of(name, {}, seats)] = ladder(found.lost)
        row = [f"{name} of {seats}", str(found.choices), *kept, *figures]
        print(*row, file=sys.stderr, flush=True)
        rows += [row] if is_usual else []
    head = "table|choices|accuracy of lots in 50 worlds|in 200|points lost: random"
    print(*table(f"{head}|{'|'.join(PLAYERS[1:])}", rows), sep="\n")
    if share == 1:
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(Scale(engine, scale))) + b"\n")


if __name__ == "__main__":
    main()
