"""Players from outside, for duels: they share no code and no idea with kifu's engine.

Who judges by its own way of playing likes its own kind. These players show whether it does: nothing
here comes from `kifu.replay.analysis`, nor from the players of a game, and nothing of kifu imports
them. Each looks only at what its seat sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.foreign import nimmt

from kifu.notation.record import Record
from kifu.replay.chance import derived_seed
from kifu.replay.game import Game
from kifu.replay.players.new_match import NewMatch, play_by
from kifu.replay.players.new_match import Maker, maker_of
from kifu.replay.players.simulate import simulate

#: By name: each plays 6 nimmt!, in its usual options.
PLAYERS: dict[str, Maker] = {**nimmt.PLAYERS}


def match_of(
    game: Game, players: Sequence[str], seed: str, options: Mapping[str, str] | None = None
) -> Record:
    """The finished record of a match of these players (names, in seat order, one for each seat), of
    kifu's or of PLAYERS here, with the deal that `simulate` has in its first match for this `seed`.
    `options` are texts by name (None: the defaults). The same arguments give the same record.
    Raises UsageError for an unknown player, and for what the game does not allow (OptionError with
    a player from outside).

    >>> from kifu.replay import registry
    >>> nimmt = registry.game("nimmt")
    >>> record = match_of(nimmt, ["thumb", "greedy"], "doc", {"rounds": "1"})
    >>> record.seats, record.end
    (['thumb 1', 'greedy 2'], '=')
    """
    seats, given = len(players), dict(options or {})
    if not {*players} & {*PLAYERS}:
        (record,) = simulate(game, 1, seed=seed, seats=seats, options=given, players=players)
        return record
    record = Record(
        game=game.name,
        rules=game.rules,
        options=game.write_options(game.read_options(given), seats),
        seats=[f"{name} {seat}" for seat, name in enumerate(players, 1)],
        seed=derived_seed(f"simulate:{seed}:1"),
    )
    makers = [PLAYERS[name] if name in PLAYERS else maker_of(name) for name in players]
    chosen = [maker(game, f"{record.seed}:{seat}") for seat, maker in enumerate(makers, 1)]
    match = NewMatch(game, record)
    play_by(match, chosen)
    return match.record()
