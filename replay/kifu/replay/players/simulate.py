"""Simulated matches: whole games played by players, the same call giving the same records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import LimitHit, UsageError
from kifu.notation.record import Record
from kifu.replay.chance import derived_seed
from kifu.replay.codes.coded import as_coded
from kifu.replay.codes.playout import EachItsOwn, written_out
from kifu.replay.game import Game
from kifu.replay.players.asking import BadWish
from kifu.replay.players.bots import PATIENCE, Bot
from kifu.replay.players.new_match import (
    MOST_PLIES,
    POLICIES,
    Maker,
    NewMatch,
    bot_of,
    header_of,
    maker_of,
    play_by,
)


def simulate(
    game: Game,
    count: int,
    *,
    seed: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    players: Sequence[str | Bot] = ("random",),
    patience: float = PATIENCE,
) -> Iterator[Record]:
    """Play `count` matches, and yield each as a finished record in game form; none if `count` is 0
    or less. A match is played when its record is asked for.

    `seed` is any printable text. Match i gets its own seed from `seed` and i, whoever plays, so
    that other players meet the same deals. `seats` is None for as few as the game allows. `players`
    are names or bots as `new_match.maker_of` takes them, one for all seats or one for each; a bot
    may think for `patience` seconds per move (0: no limit).

    The call itself raises UsageError for what the game does not allow, for another number of
    players, a player that does not exist or can't be loaded, and a seed that is not printable. The
    first match raises it if `strong` is to play a game that can't be analysed. A match of more than
    MOST_PLIES moves raises LimitHit. If a bot fails, its unfinished match is the last record, and
    asking for another one raises BadWish.

    >>> from kifu.replay import registry
    >>> nimmt = registry.game("nimmt")
    >>> record, = simulate(nimmt, 1, seats=3, seed="doc", options={"rounds": "1"})
    >>> record.seats, record.options, record.end
    (['random 1', 'random 2', 'random 3'], {'rounds': '1'}, '=')
    """
    run = simulation(
        game, seed=seed, seats=seats, options=options, players=players, patience=patience
    )
    return until_failed(map(run.play, range(1, count + 1)))


#: A match, and why it was not played to its end; None if it was.
Played = tuple[Record, BadWish | None]


def until_failed(played: Iterable[Played]) -> Iterator[Record]:
    """Yield the records of these matches, in order. If a bot failed in one, its record is still
    yielded (as far as it was played); when the next one is asked for, its BadWish is raised, and no
    further match is taken from `played`, so none is played. What `played` raises comes through.
    """
    for record, failed in played:
        yield record
        if failed is not None:
            raise failed


class Simulation(Struct, frozen=True):
    """Matches that can be played by their numbers, from 1, in any order (see `simulate`). `header`
    is what all records have in common, `names` and `makers` are those of the players in seat order.
    """

    game: Game
    header: Record
    seed: str
    names: list[str]
    makers: list[Maker]

    def play(self, number: int) -> Played:
        """Play the match with this number (from 1). Returns its record and None or, if a bot
        failed, the record up to there and the BadWish (not raised). The same number gives the same
        match. Raises LimitHit after MOST_PLIES moves, and UsageError if `strong` is to play a game
        that can't be analysed.
        """
        header = self._numbered(number)
        match = NewMatch(self.game, header)
        texts = [f"{header.seed}:{seat}" for seat in range(1, match.seats + 1)]
        state = as_coded(match.state)
        if state is not None and {*self.names} <= {*POLICIES}:
            # The same match as by the makers, in a tenth of the time.
            policies = [POLICIES[name](text) for name, text in zip(self.names, texts, strict=True)]
            words = written_out(state, EachItsOwn(policies), MOST_PLIES)
            if words is None:
                raise LimitHit(f"the match is not over after {MOST_PLIES} plies")
            header.moves, header.result, header.end = " ".join(words), state.scores(), "="
            header.winner = state.winners() if self.game.ranking.needs_winner(state) else None
            return header, None
        try:
            made = zip(self.makers, texts, strict=True)
            play_by(match, [make(self.game, text) for make, text in made])
        except BadWish as error:
            return match.record(), error
        return match.record(), None

    def has(self, record: Record, number: int) -> bool:
        """Whether `record` could be the match with this number of this simulation: all fields must
        be those of its header (tags, seats, options, seed; no notes), except for what was played
        (moves, end, result and winner), which is not compared. Nothing is played.
        """
        header = self._numbered(number)
        header.moves, header.end = record.moves, record.end
        header.result, header.winner = record.result, record.winner
        return record == header

    def _numbered(self, number: int) -> Record:
        """A new header of the match with this number: with a tag `Round` and a seed of its own,
        without moves or notes. Its options are the same object as those of `header`: don't change
        them.
        """
        return replace(
            self.header,
            seats=[*self.header.seats],
            tags=[*self.header.tags, ("Round", str(number))],
            notes=[],
            seed=derived_seed(f"simulate:{self.seed}:{number}"),
        )


def simulation(
    game: Game,
    *,
    seed: str,
    seats: int | None,
    options: Mapping[str, str] | None,
    players: Sequence[str | Bot],
    patience: float,
) -> Simulation:
    """The Simulation for these arguments of `simulate`, checked; bots are loaded, but nothing is
    played. Seats are called `NAME 1`, `NAME 2` and so on, after their players. Raises UsageError
    for what the game does not allow, for another number of players, a player that does not exist or
    can't be loaded, and a seed that is not printable.
    """
    header = header_of(game, options or {}, seats)
    seats = len(header.seats)
    each = list(players) * seats if len(players) == 1 else list(players)
    if len(each) != seats:
        raise UsageError(
            f"{len(each)} players are named for {seats} seats; name one, or one for each"
        )
    makers = [maker_of(who, patience) for who in each]
    if not seed.isprintable():
        raise UsageError("a seed is printable text")
    bots = [bot_of(who) for who in each]
    names = [bot.name if bot else str(who) for bot, who in zip(bots, each, strict=True)]
    header.seats = [f"{name} {seat}" for seat, name in enumerate(names, 1)]
    header.tags = [("Event", f"Simulation {seed}")]
    if said := sorted({bot.in_record for bot in bots if bot}):
        header.tags.append(("Bots", ", ".join(said)))
    return Simulation(game, header, seed, names, makers)
