"""Decisions: the moves of a record one by one, each with what its player could see and do.

A record is replayed in one go. The position before a move and what follows from it are computed
only when you ask for them, which is cheapest in the order of the moves.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.diagnostics import Findings
from kifu.replay.elements.circumstances import class_of, legal_of, round_of, turn_of
from kifu.replay.game import Game, State
from kifu.replay.match import Match, NoPosition
from kifu.replay.observer import Observer
from kifu.replay.table import Step, Table
from kifu.replay.track import Track


class Decision(Struct, eq=False, gc=False):
    """One move of a match: its ply from 1, the seat that made it, and its token."""

    ply: int
    seat: int
    move: str
    _match: Match
    #: Round, turn, class and number of legal moves (see `elements.circumstances`).
    _met: int

    @property
    def round(self) -> int | None:
        """The number of the round of this move, from 1; None if the game has no rounds."""
        return round_of(self._met) or None

    @property
    def turn(self) -> int | None:
        """The number of the turn of this move, from 1; None before the first turn (in a draft, for
        example), and if the game has no turns.
        """
        return turn_of(self._met) or None

    @property
    def legal(self) -> int:
        """How many moves were legal for the seat, as `legal_moves` lists them; 65,535 for more."""
        return legal_of(self._met)

    @property
    def kind(self) -> str | None:
        """The name of the move's class, one of the game's `classes`; None if it has no class."""
        place = class_of(self._met)
        return list(self.game.archive.classes)[place - 1] if place else None

    @property
    def cards(self) -> list[str]:
        """The cards that the move's token names, in that order; empty for a move without any, such
        as taking a row.
        """
        return self.game.cards(self.move)

    @property
    def legal_moves(self) -> list[str]:
        """Every token that the seat could have played, with the one that it played, in the order of
        the game's page.
        """
        return self.state.legal_moves(self.seat)

    @property
    def state(self) -> State:
        """The position before the move, as a copy that may be played on."""
        return self._match.position(self.ply - 1)

    @property
    def game(self) -> Game:
        """The game that was played."""
        assert self._match.game is not None
        return self._match.game

    @property
    def steps(self) -> list[Step]:
        """What happened on the table by this move: the move itself, and its consequences (a deal, a
        score).
        """
        found: list[Step] = []
        self.state.play(self.move, self.seat, found.append)
        return found

    def view(self, viewer: int | None = None) -> Table:
        """The table before the move as `viewer` (PUBLIC, a seat, ALL; by default the seat that made
        it) saw it.
        """
        return self.state.view(self.seat if viewer is None else viewer)

    def __repr__(self) -> str:
        return f"Decision(ply={self.ply}, seat={self.seat}, move={self.move!r})"


def decisions(match: Match) -> list[Decision]:
    """The moves of a match's main line, up to the first illegal one. Raises NoPosition where the
    record can't be set up, or has no rules. O(moves); each view or state asked for in the order of
    the moves plays one move more.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay import replay
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> [(made.ply, made.seat, made.move, made.turn) for made in decisions(match)]
    [(1, 1, '59', 1), (2, 2, '1', 1), (3, 2, 'r4', 1)]
    >>> decisions(match)[2].legal_moves, decisions(match)[0].view().zones["row/4"]
    (['r1', 'r2', 'r3', 'r4'], ['13'])
    """
    if match.line is None:
        why = "; ".join(finding.message for finding in match.findings) or "it has no rules"
        raise NoPosition(f"the {match.record.game or 'nameless'} record can't be replayed: {why}")
    assert match.game is not None
    observer = Observer()
    line = Track(match.game, match.position(0), match.record.moves, Findings())
    line.observer = observer
    line.advance(len(match.plies))
    return [
        Decision(ply, seat, move, match, met)
        for ply, ((seat, move), met) in enumerate(zip(match.plies, observer.moves, strict=True), 1)
    ]
