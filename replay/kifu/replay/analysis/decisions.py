"""The moments of a record that are to be judged, each as one viewer knows it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.replay.analysis.outcome import shares_of
from kifu.replay.chance import UNKNOWN, has_unknown, unrolled
from kifu.replay.game import Game, State
from kifu.replay.match import Match
from kifu.replay.memory import Memory
from kifu.replay.players.asking import may_pass
from kifu.replay.table import PUBLIC, Step, as_seen
from kifu.replay.verdict import in_words


class NotJudged(KifuError):
    """The error for a record that can't be analysed. The message tells about this record; `reason`
    is the same for all records with that problem, so they can be counted (the message, if not
    given).

    >>> NotJudged("deal/1 has no outcome", "no deal").reason
    'no deal'
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message


def _lacking(label: str, outcome: str) -> NotJudged:
    """The NotJudged error (returned, not raised) for a deal with unknown cards. `outcome` is the
    deal of the event `label` as a `Chance` tag has it (`_*9` for nine unknown cards); the message
    says how many of its cards are unknown, which is the first, counted from 1, and what to do.
    ValueError if none is unknown.
    """
    cards = unrolled(outcome)
    message = (
        f"the record can't be analysed, because the Chance tag of {label} leaves "
        f"{cards.count(UNKNOWN)} of its cards unknown, first card {cards.index(UNKNOWN) + 1}: "
        f"kifu fmt fills in what the moves prove, you write the others there in place of _"
    )
    return NotJudged(message, "cards of their deals are not known (_)")


def first_memories(game: Game, state: State, options: Any, seats: int) -> list[Memory]:
    """What each viewer remembers at ply 0, at position `state`, as a new list: at index 0 an
    onlooker who sees no hand, at index s seat s. `options` are those of the match, `seats` is the
    number of seats. `state` is not changed.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> options = nimmt.read_options({})
    >>> state = nimmt.start(options, 3, Chance(derived_seed("doc")))
    >>> memories = first_memories(nimmt, state, options, 3)
    >>> [memory.hidden.get("hand/2") for memory in memories]
    [10, 10, None, 10]
    """
    backs = game.layout(options, seats).backs
    return [Memory(viewer, state.view(viewer), backs) for viewer in range(seats + 1)]


class Watcher:
    """One viewer (a seat, or PUBLIC: somebody who sees no hand) who follows a match from its first
    position `state`, with settled `options`. `memory` is what it remembers; `saw` is a digest of
    all that it saw, the same for every match that looked the same to it so far. Call `expect`
    before each move and `watch` for each step after it. `state` is not kept. Raises WrongActor for
    a seat that the match does not have.
    """

    def __init__(self, game: Game, options: Any, state: State, seats: int, viewer: int) -> None:
        self.game = game
        self.viewer = viewer
        table = state.view(viewer)
        self.memory = Memory(viewer, table, game.layout(options, seats).backs)
        self._saw = hashlib.shake_256(f"{game.name} {game.rules} {seats} {viewer}".encode())
        # Not the defaults: an option that a game gets later must not deal its matches again.
        self._saw.update(_encode(game.write_options(options, seats)))
        self._saw.update(_encode(table))

    def expect(self, state: State, move: str, seat: int) -> None:
        """Called before each move: `seat` is about to play the legal `move` in `state`. Notes in
        `memory` which hidden cards the move rules out. `saw` and `state` stay as they are.
        """
        self.memory.bar(self.game.analysis.barred(state, move, seat))

    def watch(self, step: Step) -> None:
        """Update `memory` and `saw` by one step that a move caused; steps must come in their order,
        each once. The step may show hidden cards: only what the viewer sees of it is used.
        """
        self.memory.see(step)
        self._saw.update(_encode(as_seen(step, self.viewer)))

    @property
    def saw(self) -> str:
        """The digest of everything that this viewer has seen so far, 32 hex digits. Before the
        first step, that is the game with its options and seats, who the viewer is, and the table at
        the first position as the viewer sees it.
        """
        return self._saw.copy().hexdigest(16)


_encode = msgspec.json.Encoder(order="sorted").encode


class Viewpoint(Struct):
    """One moment to be judged: what `viewer` (a seat, or PUBLIC) knows just before ply `ply`
    (counted from 1). `state` is the full position, hidden cards included; `memory` is what the
    viewer remembers of hidden cards, and `saw` a digest of all that it has seen. `state` and
    `memory` are changed as soon as the next moment is asked for.

    For a seat that is to choose, `options` are its moves ("" for passing, if it may) and `played`
    is the index (from 0) of the one that it played. For PUBLIC, `options` is empty.
    """

    ply: int
    viewer: int
    state: Any
    memory: Memory
    saw: str
    options: list[str] = []
    played: int = 0


class Follower:
    """Follows a match from its first position `state` for several `viewers` (seats, or PUBLIC), and
    gives the moment of any of them. `options` are settled. Call `expect` before each move and `see`
    after it. `watchers` has what each viewer saw, by viewer. Raises WrongActor for a seat that the
    match does not have.
    """

    def __init__(
        self, game: Game, options: Any, state: State, seats: int, viewers: Sequence[int]
    ) -> None:
        self.game = game
        self.watchers = {viewer: Watcher(game, options, state, seats, viewer) for viewer in viewers}
        self._ply = 1

    def expect(self, state: State, move: str, seat: int) -> None:
        """Called before each move: `seat` is about to play the legal `move` in `state`, which stays
        as it is. It also counts the ply, so ask for the moment of this move before.
        """
        for watcher in self.watchers.values():
            watcher.expect(state, move, seat)
        self._ply += 1

    def see(self, steps: Iterable[Step]) -> None:
        """Called after each move: show all watchers the steps that it caused, in their order. They
        may show hidden cards: only what a viewer sees of them is used.
        """
        for step in steps:
            for watcher in self.watchers.values():
                watcher.watch(step)

    def moment(self, state: State, viewer: int) -> Viewpoint:
        """What `viewer` knows at `state`, the position reached. Its `ply` is that of the next move:
        1 more than the calls of `expect` so far. A seat must be able to act there; then `options`
        are the legal moves that it may be shown (`Offers.visible`), with "" at the end if it may
        pass. `played` is always 0, since the move is not known yet. For PUBLIC, `options` is empty.
        The result shares `state` and the viewer's memory, so it holds only until the next move.

        Raises KeyError for a viewer that isn't followed. That the seat can act is not checked:
        otherwise `options` may be [""], or IndexError is raised if nobody can.
        """
        watcher = self.watchers[viewer]
        options: list[str] = []
        if viewer != PUBLIC:
            options = list(self.game.offers.visible(state, viewer))
            if may_pass(state, viewer):
                options.append("")
        return Viewpoint(self._ply, viewer, state, watcher.memory, watcher.saw, options)


class Playback:
    """A record prepared for analysis, to be gone through move by move.

    `through` is the last ply that can be replayed, and `state` the position after it; `game`, the
    settled `options` and `plies` (seat and move of each) are the match's own. If the match is not
    over there and the record has errors, `note` names the first one; otherwise it is "". Raises
    NotJudged if the record can't be analysed: a chronicle, a record that can't be replayed, a game
    that can't deal again, or a deal that is not wholly known.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.record = record = match.record
        if record.game == "chronicle":
            raise NotJudged("a chronicle has no rules, so it can't be analysed")
        if match.game is None or match.state is None:
            why = "; ".join(finding.message for finding in match.findings)
            raise NotJudged(f"the record can't be replayed: {why}", "it can't be replayed")
        if match.game.analysis.redeal is None:
            message = (
                f"{match.game.name} can't be analysed: the game has no function that deals "
                "hidden cards again"
            )
            raise NotJudged(message)
        if match.state.missing is not None and not match.plies:
            why = match.findings[0].message if match.findings else "no move was made"
            raise NotJudged(f"the record can't be analysed: {why}", "their deal is not known")
        for label, outcome in record.chance:
            if has_unknown(outcome):
                raise _lacking(label, outcome)
        self.game = match.game
        self.options = match.options
        self.plies = match.plies
        self.state = match.state
        self.through = len(match.plies)
        self.note = ""
        errors = [finding for finding in match.findings if finding.severity == "error"]
        if not match.state.is_over and errors:
            self.note = f"judged up to ply {self.through}: {errors[0].message}"

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.record.seats)

    @property
    def teams(self) -> list[list[int]]:
        """The teams, each as a list of the seats that win together; an empty list if the game has
        none.
        """
        return self.game.ranking.teams(self.options, self.seats)

    def results(self) -> list[float]:
        """Each seat's share of the win in `state`, after the last ply that can be replayed
        (`moments` does not move it), in seat order, as a new list. If k sides won (or drew), each
        of their seats has 1/k and all others have 0. Without winners, as before the end of the
        match, every seat has 1 divided by the number of sides.
        """
        return shares_of(self.state.winners(), self.seats, self.teams)

    def check_seat(self, seat: int) -> None:
        """Raise NotJudged if the record has no such seat; otherwise do nothing."""
        if not 1 <= seat <= self.seats:
            raise NotJudged(
                f"there is no seat {seat}; the seats are {in_words(range(1, self.seats + 1))}"
            )

    def moments(self, seats: frozenset[int]) -> Iterator[Viewpoint]:
        """The moments to be judged, in the order of play, replayed from ply 0 as they are asked
        for, again for each call; `state` does not move. Nothing if no ply can be replayed. There
        are two kinds:

        - a PUBLIC moment before ply 1 and before each ply where the mark of a turn or round is due
          (see `State.marks`), so also before a claim that still belongs to the turn before;
        - a decision, wherever one of `seats` chose between two options or more; none if `seats` is
          empty. Left out is a decision whose move (`Offers.wished`) is none of the options.

        At the same ply, the PUBLIC moment comes first. A moment holds only until the next one is
        asked for, because they share position and memories. Whether hidden cards can be dealt again
        is not tried. Raises WrongActor, when the first moment is asked for, for a seat that the
        record does not have. O(plies x (seats + 1)).
        """
        state = self.match.position(0)
        viewers = (PUBLIC, *sorted(seats))
        follower = Follower(self.game, self.options, state, self.seats, viewers)
        for ply, (seat, move) in enumerate(self.plies, 1):
            if ply == 1 or state.marks():
                yield follower.moment(state, PUBLIC)
            if seat in seats:
                moment = follower.moment(state, seat)
                wished = self.game.offers.wished(move)
                if len(moment.options) > 1 and wished in moment.options:
                    moment.played = moment.options.index(wished)
                    yield moment
            follower.expect(state, move, seat)
            steps: list[Step] = []
            state.play(move, seat, steps.append)
            follower.see(steps)
