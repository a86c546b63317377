"""Simulated matches: whole games played by players, the same call giving the same records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from kifu.notation.errors import LimitHit, UsageError
from kifu.notation.record import Record
from kifu.replay.chance import derived_seed
from kifu.replay.game import Game
from kifu.replay.players.asking import BadWish
from kifu.replay.players.bots import PATIENCE, Bot
from kifu.replay.players.new_match import MOST_PLIES, NewMatch, header_of, play_by, start
from kifu.replay.players.players import POLICIES, Maker, bot_of, maker_of
from kifu.replay.states.coded import as_coded
from kifu.replay.states.playout import EachItsOwn, written_out


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
    """`count` finished records in game form, one after the other.

    `seed` is any printable text; game i gets a seed of its own from it and i, whoever plays, so
    that other players meet the same deals. `seats` is None for as few as the game allows. `players`
    are names or bots as `players.maker_of` takes them, one for all seats or one for each. Raises
    UsageError for what the game does not allow, before the first match, and LimitHit where a match
    does not end. If a bot fails, its match is the last one, as far as it was played, and then
    BadWish is raised.

    >>> from kifu.replay import registry
    >>> nimmt = registry.game("nimmt")
    >>> record, = simulate(nimmt, 1, seats=3, seed="doc", options={"rounds": "1"})
    >>> record.seats, record.options, record.end
    (['random 1', 'random 2', 'random 3'], {'rounds': '1'}, '=')
    """
    header = header_of(game, options or {}, seats)
    seats = len(header.seats)
    each = list(players) * seats if len(players) == 1 else list(players)
    if len(each) != seats:
        message = f"{len(each)} players are named for {seats} seats; name one, or one for each"
        raise UsageError(message)
    makers = [maker_of(who, patience) for who in each]
    if not seed.isprintable():
        raise UsageError("a seed is printable text")
    bots = [bot_of(who) for who in each]
    names = [bot.name if bot else str(who) for bot, who in zip(bots, each, strict=True)]
    header.seats = [f"{name} {seat}" for seat, name in enumerate(names, 1)]
    header.tags = [("Event", f"Simulation {seed}")]
    if said := sorted({bot.in_record for bot in bots if bot}):
        header.tags.append(("Bots", ", ".join(said)))
    headers = (_numbered(header, seed, number) for number in range(1, count + 1))
    if {*names} <= {*POLICIES} and as_coded(start(game, _numbered(header, seed, 1))) is not None:
        return (_by_policies(game, header, names) for header in headers)
    return _by_players(game, headers, makers)


def _numbered(header: Record, seed: str, number: int) -> Record:
    return replace(
        header,
        tags=[*header.tags, ("Round", str(number))],
        seed=derived_seed(f"simulate:{seed}:{number}"),
    )


def _by_policies(game: Game, record: Record, names: Sequence[str]) -> Record:
    """Complete `record`, whose players are called `names`. Raises LimitHit after MOST_PLIES."""
    state = as_coded(start(game, record))
    assert state is not None
    policies = [POLICIES[name](f"{record.seed}:{seat}") for seat, name in enumerate(names, 1)]
    words = written_out(state, EachItsOwn(policies), MOST_PLIES)
    if words is None:
        raise LimitHit(f"the match is not over after {MOST_PLIES} plies")
    record.moves = " ".join(words)
    record.result, record.end = state.scores(), "="
    record.winner = state.winners() if game.ranking.needs_winner(state) else None
    return record


def _by_players(game: Game, headers: Iterable[Record], makers: Sequence[Maker]) -> Iterator[Record]:
    """The matches that players play, one after the other. After one in which a bot failed, as far
    as it was played, BadWish is raised.
    """
    for header in headers:
        match = NewMatch(game, header)
        try:
            play_by(match, [make(game, f"{header.seed}:{k}") for k, make in enumerate(makers, 1)])
        except BadWish:
            yield match.record()
            raise
        yield match.record()
