"""Simulated matches: whole games played by players, the same call giving the same records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kifu.notation.errors import LimitHit, UsageError
from kifu.notation.record import Record
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.elements.arrays import zeros
from kifu.replay.form import game_form
from kifu.replay.game import Game, State
from kifu.replay.options import OptionError
from kifu.replay.players.asking import Player, next_move
from kifu.replay.players.players import POLICIES, Attentive, maker_of
from kifu.replay.replayer import replay
from kifu.replay.states.coded import Coded, as_coded
from kifu.replay.states.playout import Policy, play_on, words_of
from kifu.replay.table import Step
from kifu.replay.verdict import too_many_or_few

#: A match that goes on for longer would not fit into a record (16 MiB).
MOST_PLIES = 2_000_000


def simulate(
    game: Game,
    count: int,
    *,
    seed: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    players: Sequence[str] = ("random",),
) -> Iterator[Record]:
    """`count` finished records in game form, one after the other.

    `seed` is any printable text; game i gets a seed of its own from it and i, whoever plays, so
    that other players meet the same deals. `seats` is None for as few as the game allows. `players`
    are names as `players.maker_of` takes them, one for all seats or one for each. Raises UsageError
    for what the game does not allow, before the first match, and LimitHit where a match does not
    end.

    >>> from kifu.replay import registry
    >>> nimmt = registry.game("nimmt")
    >>> record, = simulate(nimmt, 1, seats=3, seed="doc", options={"rounds": "1"})
    >>> record.seats, record.options, record.end
    (['random 1', 'random 2', 'random 3'], {'rounds': '1'}, '=')
    """
    try:
        chosen = game.read_options(options or {})
    except OptionError as error:
        raise UsageError(str(error)) from None
    allowed = game.seats(chosen)
    if seats is None:
        seats = allowed[0]
    if seats not in allowed:
        raise UsageError(too_many_or_few(game, options or {}, seats))
    names = list(players) * seats if len(players) == 1 else list(players)
    if len(names) != seats:
        message = f"{len(names)} players are named for {seats} seats; name one, or one for each"
        raise UsageError(message)
    for name in names:
        maker_of(name)
    if not seed.isprintable():
        raise UsageError("a seed is printable text")
    written = game.write_options(chosen, seats)
    return (_match(game, written, names, seed, number) for number in range(1, count + 1))


def play_out(game: Game, record: Record, players: Sequence[Player]) -> None:
    """Play a match to its end, and write the moves, the end and, if the game needs the tag, the
    winners into `record`, but not the scores.

    `record` has options, seats and a seed or outcomes for every chance event, and no moves yet;
    `players` are in seat order. Raises LimitHit where the match does not end within what a record
    can hold.
    """
    state = _start(game, record)
    attentive = _attentive(game, record, state, players)
    words: list[str] = []
    while not state.is_over:
        if len(words) == MOST_PLIES:
            raise _too_long()
        seat, move = next_move(state, players)
        words.append(game.word(state, seat, move))
        _play(state, move, seat, attentive)
    record.moves = " ".join(words)
    _end(game, record, state)


def show_match(player: Attentive, record: Record, seat: int) -> None:
    """Let `player` begin at `seat` and see all moves of a sound record, so that it can play on from
    its end.
    """
    match = replay(record)
    assert match.game is not None
    state = _start(match.game, record)
    player.sit_down(state, match.options, len(record.seats), seat)
    for actor, move in match.plies:
        _play(state, move, actor, [player])


def _play(state: State, move: str, seat: int, attentive: Sequence[Attentive]) -> None:
    """Play `move` in `state` itself. The `attentive` players expect it before (`expect`) and see
    its steps after it (`see`).
    """
    for player in attentive:
        player.expect(state, move, seat)
    steps: list[Step] = []
    state.play(move, seat, steps.append if attentive else None)
    for player in attentive:
        player.see(steps)


def _attentive(
    game: Game, record: Record, state: State, players: Sequence[Player]
) -> list[Attentive]:
    """Those of the players (in seat order) that are Attentive, once each has begun (`sit_down`) in
    `state`, the start of the match.
    """
    found = []
    for seat, player in enumerate(players, 1):
        if isinstance(player, Attentive):
            options = game.settle(game.read_options(record.options), len(players))
            player.sit_down(state, options, len(players), seat)
            found.append(player)
    return found


def _match(
    game: Game, options: dict[str, str], names: Sequence[str], seed: str, number: int
) -> Record:
    record = Record(
        game=game.name,
        rules=game.rules,
        options=options,
        seats=[f"{name} {seat}" for seat, name in enumerate(names, 1)],
        tags=[("Event", f"Simulation {seed}"), ("Round", str(number))],
        seed=derived_seed(f"simulate:{seed}:{number}"),
    )
    state = _start(game, record)
    if (coded := as_coded(state)) is not None and {*names} <= {*POLICIES}:
        policies = [POLICIES[name](f"{record.seed}:{seat}") for seat, name in enumerate(names, 1)]
        record.moves = " ".join(_words(game, record, coded, policies))
        record.result = state.scores()
        _end(game, record, state)
        return record
    players = [maker_of(name)(game, f"{record.seed}:{seat}") for seat, name in enumerate(names, 1)]
    play_out(game, record, players)
    return game_form(replay(record))


def _words(game: Game, record: Record, state: Coded, policies: list[Policy]) -> list[str]:
    """The words, in game form, of a match that the policies (one a seat) play in `state` from its
    start to its end. Raises LimitHit after MOST_PLIES plies.
    """
    follower = as_coded(_start(game, record))
    assert follower is not None
    words: list[str] = []
    plies = 0
    while not state.is_over:
        room = min(_ROOM, MOST_PLIES - plies)
        if not room:
            raise _too_long()
        codes, seats = zeros(room), zeros(room)
        count = play_on(state, policies, codes, seats)
        words += words_of(follower, codes[:count], seats[:count])
        plies += count
    return words


#: Moves that are played in one go.
_ROOM = 512


def _start(game: Game, record: Record) -> State:
    options = game.read_options(record.options)
    state: State = game.start(options, len(record.seats), Chance(record.seed, record.chance))
    return state


def _end(game: Game, record: Record, state: State) -> None:
    """Write terminator and, if the game needs the tag, winners into the record; `state` is the last
    position.
    """
    record.winner = state.winners() if game.ranking.needs_winner(state) else None
    record.end = "="


def _too_long() -> LimitHit:
    return LimitHit(f"the match is not over after {MOST_PLIES} plies")
