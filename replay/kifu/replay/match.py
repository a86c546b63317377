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

#: Positions are kept so many plies apart, or further apart in a match of very many plies.
_APART, _MOST_KEPT = 32, 256


class NoPosition(KifuError):
    """A ply that the record does not have, or that its good moves do not reach."""


class Match(Struct, eq=False):
    """A record replayed (see `replay`).

    `game` and `options` are None as far as the record names none that are known (for an unknown
    rules revision, `game` is the newest one). `line` is the main
    line as it was played, None if the record could not be set up, and for a chronicle, whose lines
    are `chronicled`. `findings` are those of the replay, variations included; they know plies and
    tokens. After `check` they know places in the file, are sorted by them, and have those of
    reading and lint among them. `events` are those of chance in the main line (see
    `Chance.events`).
    """

    record: Record
    game: Game | None = None
    options: Any = None
    line: Track | None = None
    chronicled: list[Ply] = []
    findings: list[Diagnostic] = []
    events: dict[str, tuple[Sequence[str], Any]] = {}
    #: Positions `_APART` plies or more apart, from ply 0 on, as far as somebody has asked for later
    #: ones.
    _kept: list[State] = []
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
        """The seat and the token of each move of the main line, up to the first illegal one."""
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
        """Make `line`, which is at ply 0, the main line."""
        self.line = line
        self._kept = [line.state.copy()]

    def position(self, ply: int) -> State:
        """The position after ply `ply` of the main line (0: before the first move), as a copy that
        may be played on. Raises NoPosition for a ply that the line does not have, or that comes
        after an illegal move. Plays a few moves; for ascending plies, one move each.

        >>> from kifu.replay import replay
        >>> match = replay(Record(
        ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
        ...     seed="shake256-1:00112233445566778899aabbccddeeff",
        ... ))
        >>> match.position(2).to_move(), match.position(3).scores()
        ([2], [66, 65])
        """
        plies = self.plies
        if not self._kept or not 0 <= ply <= len(plies):
            last = len(plies) if self._kept else 0
            why = f"the last ply that can be replayed is {last}"
            if self.findings:
                why = f"{why} ({self.findings[0].message})"
            raise NoPosition(f"there is no ply {ply}: {why}")
        apart = max(_APART, len(plies) // _MOST_KEPT)
        nearest = min(ply // apart, len(self._kept) - 1)
        if self._reached is None or not nearest * apart <= self._ply <= ply:
            self._reached, self._ply = self._kept[nearest].copy(), nearest * apart
        state = self._reached
        for at in range(self._ply, ply):
            seat, token = plies[at]
            state.play(token, seat)
            if at + 1 == len(self._kept) * apart:
                self._kept.append(state.copy())
        self._ply = ply
        return state.copy()
