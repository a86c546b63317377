"""A new match, played in memory: move by move, or by players to its end.

A player is a function from a position and a seat to one of the seat's legal moves, or to "" where
the seat may pass and does. It looks at nothing but that and, where it wants luck, at a stream of
its own that a text determines. One that is Attentive also remembers what its seat saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec.structs import replace

from kifu.notation.errors import LimitHit, UsageError
from kifu.notation.record import Record
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.playout import GreedyPolicy, Policy, RandomPolicy, ReferencePolicy
from kifu.replay.form import game_form
from kifu.replay.game import Game, State
from kifu.replay.lots import Lots
from kifu.replay.match import Match, replay
from kifu.replay.players.asking import Player, may_pass, next_move
from kifu.replay.players.bots import PATIENCE, Bot, Named, Seated, installed, named
from kifu.replay.registry import game as game_of
from kifu.replay.table import Step
from kifu.replay.verdict import in_words


@runtime_checkable
class Attentive(Protocol):
    """A player that remembers what its seat saw: it is shown the match from its start."""

    def sit_down(self, state: State, options: Any, seats: int, seat: int) -> None:
        """Begin a match for `seats` seats in the position `state`; this player has seat `seat`.
        `options` are those of the match, settled. `state` is played on afterwards: the player
        copies what it keeps, and changes nothing.
        """

    def expect(self, state: State, move: str, seat: int) -> None:
        """Called before each move: `seat`, any of the match, is about to play `move` in `state`.
        The player does not change `state`, which is played on afterwards.
        """

    def see(self, steps: Sequence[Step]) -> None:
        """Called after each move, with all steps that it caused, so that the player can remember
        them. They also show what the player's seat may not see, which the player must ignore.
        """

    def __call__(self, state: State, seat: int) -> str:
        """The move that the player chooses for `seat` in `state`; "" if it may pass and does. The
        player does not change `state`. It may be asked several times before the next move, and in a
        position that never comes in the match (see `next_move`).
        """


#: Makes a player for a game; the text determines everything that the player draws by lot.
Maker = Callable[[Game, str], Player]


def random_player(game: Game, text: str) -> Player:
    """A player that chooses with the same chance among the moves that its seat may wish for, as far
    as it can know (`Offers.visible`). If it may pass, passing (the answer "") is one more choice.
    The seat must be able to act. `text` is its seed: its k-th choice uses the k-th word of
    `Lots(text)`.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({}), 2, Chance(derived_seed("doc")))
    >>> one, other = random_player(nimmt, "a text"), random_player(nimmt, "a text")
    >>> [one(state, 1), one(state, 2)] == [other(state, 1), other(state, 2)]
    True
    """
    lots = Lots(text)

    def play(state: State, seat: int) -> str:
        moves = [*game.offers.visible(state, seat), *[""] * may_pass(state, seat)]
        return moves[lots.below(len(moves))]

    return play


def maker_of(who: str | Bot, patience: float = PATIENCE) -> Maker:
    """A function of a game and a text (the seed) that makes the player. `who` is the name of one of
    kifu's players ("random", "greedy", "reference", "strong", "strong:400"), the name of a bot (see
    `bots.named`), or a bot itself. A bot may think for `patience` seconds per move (0: no limit).
    The module of a bot that is named is run.

    Raises UsageError for an unknown name, a wrong number after `strong:`, and a bot that can't be
    loaded. The function raises it if `strong` is to play a game that can't be analysed.

    >>> maker_of("greedy") is PLAYERS["greedy"]
    True
    >>> maker_of("perfect")
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: there is no player 'perfect'; the players are random, ...
    """
    if (bot := bot_of(who)) is not None:
        return lambda game, text: Seated(game, bot, text, patience)
    if who in PLAYERS:
        return PLAYERS[who]
    from kifu.replay.analysis.strong import Strong, worlds_of

    worlds = worlds_of(str(who))
    return lambda game, text: Strong(game, worlds, text)


def bot_of(who: str | Bot) -> Named | None:
    """The bot that `who` is, or that it names; None for kifu's own players, whatever follows
    `strong:`. A bot that is given itself gets a name made of its module and function, such as
    "mine:play", and no version. A bot that is named is loaded: its module is run, but a program is
    not started yet. Raises UsageError if there is no such name, and if the bot can't be loaded (see
    `bots.named`).
    """
    if not isinstance(who, str):
        return Named(who, f"{who.__module__}:{getattr(who, '__qualname__', type(who).__name__)}")
    if who in PLAYERS or who.partition(":")[0] == STRONG:
        return None
    if ":" not in who and who not in (others := installed()):
        names = ", ".join([*PLAYERS, f"{STRONG}[:WORLDS]", *others])
        raise UsageError(
            f"there is no player {who!r}; the players are {names}, and bots as MODULE:FUNCTION or "
            "command:PROGRAM"
        )
    return named(who)


#: The players that can be asked for by name, beside STRONG with a number of worlds after it.
PLAYERS: dict[str, Maker] = {
    "random": random_player,
    "greedy": lambda game, text: game.greedy,
    "reference": lambda game, text: game.analysis.reference or game.greedy,
}
STRONG = "strong"
#: The same as policies for states whose moves are numbers: they choose the same moves.
POLICIES: dict[str, Callable[[str], Policy]] = {
    "random": lambda text: RandomPolicy(Lots(text)),
    "greedy": lambda text: GreedyPolicy(),
    "reference": lambda text: ReferencePolicy(),
}


#: A match that goes on for longer would not fit into a record (16 MiB).
MOST_PLIES = 2_000_000


class NewMatch:
    """A match that is being played (see `new_match`). `state` is the position reached: look at it
    or copy it, but change it only by `play`. `plies` has (seat, token) for each move so far.

    >>> match = new_match("nimmt", seats=3, seed="doc", options={"rounds": "1"})
    >>> match.play_out(["greedy", "random", lambda turn: turn.moves[0]])
    >>> match.state.is_over, match.plies[0][0]
    (True, 1)
    """

    def __init__(self, game: Game, header: Record) -> None:
        """Begin a match with the options, number of seats, and seed or outcomes of `header`, which
        is kept as it is, not copied; its moves are ignored. The first deal is made at once, and
        `plies` is empty. If the outcome of that deal is not known, `state` waits for it; a
        malformed seed counts as none, and only `record` raises for it. Raises OptionError for
        options that the game does not have or allow. Neither the number of seats nor that `header`
        is one of `game` is checked.
        """
        self.game = game
        self.header = header
        self.plies: list[tuple[int, str]] = []
        self.state = start(game, header)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.header.seats)

    def play(self, move: str, seat: int = 0, watch: Callable[[Step], None] | None = None) -> None:
        """Play a move of `seat` (0: the seat that the token belongs to), with all that follows from
        it, on `state` itself; `plies` gets it, too. `watch` gets each step as it happens, the move
        itself first.

        Raises IllegalMove with the reason (WrongActor for a seat that may not act, or if 0 does not
        say whose move it is), and LimitHit if there are MOST_PLIES moves already; the match is then
        unchanged.
        """
        if len(self.plies) == MOST_PLIES:
            raise LimitHit(f"the match is not over after {MOST_PLIES} plies")
        seat = seat or self.game.seat_of(self.state, move)
        self.state.play(move, seat, watch)
        self.plies.append((seat, move))

    def choose(self, who: str | Bot, seat: int, patience: float = PATIENCE) -> str:
        """The move that the player `who` (see `maker_of`) would make now at `seat`, which must be
        able to act; "" if it passes. A bot may think for `patience` seconds (0: no limit). Nothing
        is played. The same match gives the same answer: a new player is made for it, and shown all
        moves so far. Raises BadWish if a bot fails; UsageError for a player that does not exist or
        can't be loaded, and if `strong` is to play a game that can't be analysed; NotBegun if the
        header can't be replayed, for a wrong number of seats, say. O(moves).
        """
        return wish_of(who, self.replayed(), self.state, seat, patience)

    def play_out(self, players: Sequence[str | Bot]) -> None:
        """Let `players`, one for each seat in seat order, play to the end (see `maker_of`); no move
        is played if the match is over. A bot may think for PATIENCE seconds per move. The match
        must not come to a chance event without an outcome: this may then never return.

        Before any move, raises UsageError for another number of players, for one that does not
        exist or can't be loaded, and if `strong` is to play a game that can't be analysed. Raises
        BadWish if a bot fails, and LimitHit if the match has MOST_PLIES moves and is not over; the
        moves made before that stay in the match.
        """
        if len(players) != self.seats:
            raise UsageError(f"{len(players)} players are named for {self.seats} seats")
        seed = self.header.seed
        play_by(self, [maker_of(who)(self.game, f"{seed}:{k}") for k, who in enumerate(players, 1)])

    def record(self) -> Record:
        """What was played so far, as a new record in game form, with the seed or outcomes. If the
        match is over, it has the result and the end "=", otherwise the end "*" and no result. Its
        lists of seats and tags are those of the header: don't change them. Raises NotationError if
        the header has errors, such as a malformed seed. O(moves).
        """
        record = game_form(self.replayed())
        return replace(record, end="=") if self.state.is_over else record

    def replayed(self) -> Match:
        """What was played so far, replayed from the start as a new Match. The end of its record is
        "*", even if the match is over. Nothing is raised if the header is wrong: the match has the
        findings. O(moves).
        """
        moves = " ".join(f"{seat}:{move}" for seat, move in self.plies)
        return replay(replace(self.header, moves=moves, end="*"))


def new_match(
    name: str,
    *,
    seats: int | None = None,
    seed: str = "1",
    options: Mapping[str, str] | None = None,
    names: Sequence[str] = (),
) -> NewMatch:
    """A new match of the game called `name`, for `seats` seats (None: as many as `names`, but at
    least the fewest that it allows). The first deal is made, and no move is played. `seed` is any
    text and determines every card; the record gets a seed made from it. `options` are those that
    differ from the defaults (name -> text as in a record). `names` are the players' names, in seat
    order; a seat without one is "Player 2" and so on, by its number. Raises UsageError for what the
    game does not allow or too many names, and UnknownGame.

    >>> match = new_match("nimmt", seats=2, seed="doc", options={"rounds": "1"})
    >>> while not match.state.is_over:
    ...     seat = match.state.to_move()[0]
    ...     match.play(match.state.legal_moves(seat)[0], seat)
    >>> record = match.record()
    >>> len(match.plies), record.result == match.state.scores(), record.end
    (20, True, '=')
    """
    game = game_of(name)
    header = header_of(game, options or {}, seats, names)
    return NewMatch(game, replace(header, seed=derived_seed(f"new:{seed}")))


def play_by(match: NewMatch, players: Sequence[Player]) -> None:
    """Let `players`, one for each seat in seat order, play `match` itself on to its end. How many
    there are is not checked. Those that are Attentive are first shown all moves so far, then each
    new one. No move is played if the match is over. It must not come to a chance event without an
    outcome: this may then never return.

    Raises BadWish if a bot fails, or a player wishes for what is no move of the game; IllegalMove
    for a move that is not legal, also for "" from a seat that must act; LimitHit if the match has
    MOST_PLIES moves and is not over. What else a player raises comes through. The moves before that
    stay.
    """
    attentive = []
    for seat, player in enumerate(players, 1):
        if isinstance(player, Attentive):
            show_match(player, match.replayed(), seat)
            attentive.append(player)
    while not match.state.is_over:
        seat, move = next_move(match.state, players)
        for player in attentive:
            player.expect(match.state, move, seat)
        steps: list[Step] = []
        match.play(move, seat, steps.append if attentive else None)
        for player in attentive:
            player.see(steps)


def wish_of(
    who: str | Bot, match: Match, state: State, seat: int, patience: float = PATIENCE
) -> str:
    """The move that the player `who` (see `maker_of`) would make in `state` at `seat`, which must
    be able to act; "" if it passes. `state` is the position after all plies of `match` that could
    be replayed. A bot may think for `patience` seconds (0: no limit). Nothing is played. A new
    player is made for it and shown the match; the same match gives the same answer, if a bot plays
    so.

    Raises BadWish if a bot fails; UsageError for a player that does not exist or can't be loaded,
    or if `strong` is to play a game that can't be analysed; NotJudged if `strong` can't deal the
    hidden cards again, because the record has unknown cards; NotBegun if the match can't be set up.
    """
    text = f"play:{match.record.seed}:{len(match.plies)}:{seat}"
    player = maker_of(who, patience)(match.played.game, text)
    if isinstance(player, Attentive):
        show_match(player, match, seat)
    return player(state, seat)


def header_of(
    game: Game, options: Mapping[str, str], seats: int | None, names: Sequence[str] = ()
) -> Record:
    """A record without moves and seed, for these options and this number of seats (None: as many as
    `names`, but at least the fewest that are allowed). The seats' names are `names`, in seat order,
    then "Player 2" and so on. Raises UsageError for what the game does not allow, and for more
    names than seats.
    """
    try:
        chosen = game.read_options(options)
        allowed = game.seats(chosen)
        count = max(allowed[0], len(names)) if seats is None else seats
        if count not in allowed:
            played = f"{game.name} with these options" if options else game.name
            raise UsageError(f"{played} is for {in_words(allowed)} seats, not {count}")
        settled = game.settle(chosen, count)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if len(names) > count:
        raise UsageError(f"{len(names)} names are given for {count} seats")
    return Record(
        game=game.name,
        rules=game.rules,
        options=game.write_options(settled, count),
        seats=[*names, *(f"Player {seat}" for seat in range(len(names) + 1, count + 1))],
    )


def start(game: Game, header: Record) -> State:
    """The position after the first deal, with the options, number of seats, and seed or outcomes of
    `header`. If the outcome of that deal is not known, the state waits for it (see
    `State.missing`). Raises OptionError for options that the game does not have or allow; the
    number of seats is not checked.
    """
    options = game.read_options(header.options)
    state: State = game.start(options, len(header.seats), Chance(header.seed, header.chance))
    return state


def show_match(player: Attentive, match: Match, seat: int) -> None:
    """Seat `player` at `seat` and show it every move of `match` that could be replayed, from the
    start, with all steps, so that it can play on from there. `match` is not changed. Raises
    NoPosition if the match can't be set up.
    """
    state = match.position(0)
    player.sit_down(state, match.options, len(match.record.seats), seat)
    for actor, move in match.plies:
        player.expect(state, move, actor)
        steps: list[Step] = []
        state.play(move, actor, steps.append)
        player.see(steps)
