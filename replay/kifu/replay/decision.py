"""Decisions: the moves of a record one by one, each with what its player could see and do.

A record is replayed in one go. The position before a move and what follows from it are computed
only when you ask for them, which is cheapest in the order of the moves.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.replay.game import Game, State
from kifu.replay.match import Match, NoPosition
from kifu.replay.observer import observe
from kifu.replay.table import Step, Table


class Decision(Struct, eq=False, gc=False):
    """One move of a match: its `ply` from 1, the `seat` that made it, and its token `move`. `round`
    and `turn` count from 1; None if the game has none, and `turn` also before the first one (in a
    draft, for example). `kind` is its class, one of the game's `classes`, None if it has none.
    `legal` is how many legal moves the seat had.
    """

    ply: int
    seat: int
    move: str
    round: int | None
    turn: int | None
    kind: str | None
    legal: int
    _match: Match

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
    noted, kinds = observe(match, legal=True), [None, *match.game.archive.classes]
    each = zip(noted.rounds, noted.turns, noted.kinds, noted.legal, match.plies, strict=True)
    return [
        Decision(ply, seat, move, begun or None, turn or None, kinds[kind], legal, match)
        for ply, (begun, turn, kind, legal, (seat, move)) in enumerate(each, 1)
    ]
