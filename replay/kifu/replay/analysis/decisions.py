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
from kifu.replay.elements.memory import Memory
from kifu.replay.game import Game, State
from kifu.replay.match import Match
from kifu.replay.players.asking import may_pass
from kifu.replay.table import PUBLIC, Step, as_seen
from kifu.replay.verdict import in_words


class NotJudged(KifuError):
    """A record that can't be analysed; the message says why, and `reason` the same of any record.

    >>> NotJudged("deal/1 has no outcome", "no deal").reason
    'no deal'
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message


def _lacking(label: str, outcome: str) -> NotJudged:
    """The error for unknown cards in the deal of event `label`; it says how many of `outcome` are
    unknown, which is the first, and what to do.
    """
    cards = unrolled(outcome)
    message = (
        f"the record can't be analysed, because the Chance tag of {label} leaves "
        f"{cards.count(UNKNOWN)} of its cards unknown, first card {cards.index(UNKNOWN) + 1}: "
        f"kifu fmt fills in what the moves prove, you write the others there in place of _"
    )
    return NotJudged(message, "cards of their deals are not known (_)")


def first_memories(game: Game, state: State, options: Any, seats: int) -> list[Memory]:
    """The memories of a match at ply 0, which is in `state`: at index 0 that of an onlooker who
    sees no hand, then each seat's.

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
    """One viewer who follows a match: what it remembers, as `memory`, and a digest of all that it
    saw, which is the same in every match that looks the same to it so far.
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
        """Called before each move: `seat` is about to play `move` in `state`. Notes which hidden
        cards the move rules out.
        """
        self.memory.bar(self.game.analysis.barred(state, move, seat))

    def watch(self, step: Step) -> None:
        """Update the memory and the digest by a step that a move caused. It may have hidden things
        in it: only what the viewer sees of it is used.
        """
        self.memory.see(step)
        self._saw.update(_encode(as_seen(step, self.viewer)))

    @property
    def saw(self) -> str:
        """The digest of everything that this viewer has seen so far, 32 hex digits."""
        return self._saw.copy().hexdigest(16)


_encode = msgspec.json.Encoder(order="sorted").encode


class Viewpoint(Struct):
    """What `viewer` knows before ply `ply` (counted from 1) of the position `state`, which has all
    that is hidden too. `state` and `memory` go on as soon as the next moment is asked for.

    A seat that chooses has `options`, "" where it may pass, and the place of the one that it
    `played`. PUBLIC has none.
    """

    ply: int
    viewer: int
    state: Any
    memory: Memory
    saw: str
    options: list[str] = []
    played: int = 0


class Follower:
    """Follows a match from its start for several viewers; each moment is valued for one of them."""

    def __init__(
        self, game: Game, options: Any, state: State, seats: int, viewers: Sequence[int]
    ) -> None:
        self.game = game
        self.watchers = {viewer: Watcher(game, options, state, seats, viewer) for viewer in viewers}
        self._ply = 1

    def expect(self, state: State, move: str, seat: int) -> None:
        """Called before each move: `seat` is about to play `move` in `state`."""
        for watcher in self.watchers.values():
            watcher.expect(state, move, seat)
        self._ply += 1

    def see(self, steps: Iterable[Step]) -> None:
        """Show all watchers the steps that a move caused; called after each move."""
        for step in steps:
            for watcher in self.watchers.values():
                watcher.watch(step)

    def moment(self, state: State, viewer: int) -> Viewpoint:
        """What `viewer` knows of `state`, the position reached. For a seat, `options` are the legal
        moves that it may be shown (`Offers.visible`), with "" at the end if it may pass, and
        `played` is 0, since its move is not known yet.
        """
        watcher = self.watchers[viewer]
        options: list[str] = []
        if viewer != PUBLIC:
            options = list(self.game.offers.visible(state, viewer))
            if may_pass(state, viewer):
                options.append("")
        return Viewpoint(self._ply, viewer, state, watcher.memory, watcher.saw, options)


class Playback:
    """A record that can be gone through move by move.

    `through` is the last ply that can be replayed, and `state` the position after it. If the match
    is not over there and the record has errors, `note` names the first one; else it is "". Raises
    NotJudged if the record can't be analysed.
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
        """The teams, each as a list of the seats that win together; an empty list without teams."""
        return self.game.ranking.teams(self.options, self.seats)

    def results(self) -> list[float]:
        """Each seat's share of the match after its last move, in seat order: 1/k if the seat, or
        its team, is one of k winners, otherwise 0. If it is not over, all have an even share.
        """
        return shares_of(self.state.winners(), self.seats, self.teams)

    def check_seat(self, seat: int) -> None:
        """Raise NotJudged for a seat that the record does not have."""
        if not 1 <= seat <= self.seats:
            raise NotJudged(
                f"there is no seat {seat}; the seats are {in_words(range(1, self.seats + 1))}"
            )

    def moments(self, seats: frozenset[int]) -> Iterator[Viewpoint]:
        """The moments to be judged, in order: the position as PUBLIC knows it wherever a turn or
        round begins, and every decision of these seats between two options or more, if what
        the seat wished for (`Offers.wished`) is one of them. O(plies x (seats + 1)).
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
