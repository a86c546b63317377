"""Match: a record replayed once, for everything that shows, edits, judges or indexes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.errors import KifuError
from kifu.notation.record import Record
from kifu.replay.game import Game, State
from kifu.replay.track import Ply, Track

if TYPE_CHECKING:
    from kifu.replay.judgements.judgement import Analysis


class NoPosition(KifuError):
    """A ply that the record does not have, or that its good moves do not reach."""


class Match(Struct, eq=False):
    """A record replayed (see `replay`).

    `game` and `options` are None if the record does not name them properly (for an unknown rules
    revision, `game` is the newest one). `line` is the main line as it was played; None if the
    record could not be set up, and for a chronicle, whose moves are in `chronicled`. `findings` are
    those of the replay, variations included, with ply and token. After `check` they also have
    places in the file, are sorted by them, and include those of reading and lint. `events` are the
    chance events of the main line (see `Chance.events`).
    """

    record: Record
    game: Game | None = None
    options: Any = None
    line: Track | None = None
    chronicled: list[Ply] = []
    findings: list[Diagnostic] = []
    events: dict[str, tuple[Sequence[str], Any]] = {}
    #: The position at ply 0, None as `line` is.
    _start: State | None = None
    #: The last position that was asked for, and its ply.
    _reached: State | None = None
    _ply: int = 0
    _analysis: list[Analysis | None] = []

    @property
    def state(self) -> State | None:
        """The position after the last legal move of the main line; None if the record could not be
        set up, and for a chronicle.
        """
        return None if self.line is None else self.line.state

    @property
    def plies(self) -> list[Ply]:
        """The seat and the token of each move of the main line, up to the first illegal one; [] if
        the record could not be set up.
        """
        return self.chronicled if self.line is None else self.line.plies

    @property
    def analysis(self) -> Analysis | None:
        """The analysis that the record holds, None if it has none; read when it is first asked
        for.
        """
        from kifu.replay.judgements.written import read  # analysis builds on this module

        if not self._analysis:
            self._analysis.append(read(self.record))
        return self._analysis[0]

    def begin(self, line: Track) -> None:
        """Make `line`, which is at ply 0, the main line, and keep its position as ply 0."""
        self.line = line
        self._start = line.state.copy()

    def position(self, ply: int) -> State:
        """A copy, which may be played on, of the position after ply `ply` of the main line (0:
        before the first move). Raises NoPosition for a ply that the line does not have, or that
        comes after an illegal move. Ask for ascending plies: then it plays on from the last one,
        otherwise from the start.

        >>> from kifu.replay import replay
        >>> match = replay(Record(
        ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
        ...     seed="shake256-1:00112233445566778899aabbccddeeff",
        ... ))
        >>> match.position(2).to_move(), match.position(3).scores()
        ([2], [66, 65])
        """
        last = self.line.ply if self.line else 0
        if self._start is None or not 0 <= ply <= last:
            why = f"the last ply that can be replayed is {last}"
            if self.findings:
                why = f"{why} ({self.findings[0].message})"
            raise NoPosition(f"there is no ply {ply}: {why}")
        if ply == 0:
            return self._start.copy()
        if self._reached is None or ply < self._ply:
            self._reached, self._ply = self._start.copy(), 0
        for at in range(self._ply, ply):
            seat, token = self.plies[at]
            self._reached.play(token, seat)
        self._ply = ply
        return self._reached.copy()
