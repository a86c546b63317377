"""Lines: how a seat goes on where it moves several times in a turn.

The players by whom worlds are played on have rules of thumb for that. After a move that fits these
rules they find what is best, after another one they miss it: then the move looks worse than it is.
So before a move gets a mark, the next moves of its seat are searched, after it and after the best
option alike.

A line is one move or more of a turn, one right after the other, parted by spaces as in a record. It
is chosen without knowing what comes: its moves are legal in all worlds in which it was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kifu.replay.analysis.trying import Onward, WorldPlayer

#: So many moves follow the first one of a line at most.
LONGEST = 5


def line_after(
    trial: WorldPlayer, worlds: Sequence[tuple[Any, Onward]], seat: int, move: str, kind: int
) -> str:
    """The best line for `seat` that begins with `move`, as tokens with blanks between; `move` alone
    if no more moves make it better, or if `seat` has none in some world.

    The line is made move by move. The next move is always the one that is worth most on average
    over these worlds, among those that are legal in all of them. That ends after LONGEST more
    moves, when the turn is over in some world, or when no move is legal in all of them. Of the
    lines so found, the one with the highest worth is returned, of equal ones the shortest.

    `worlds` isn't empty, and the worlds stay as they are; `move` must be legal in each. `kind` is
    what worth means: 0 the chance to win, 1 points.
    """
    if not _next_moves([worlds[0][0].copy()], seat, move):
        return move
    states = [world.copy() for world, _ in worlds]
    moves, best, most, options = list[str](), 0, None, [move]
    while options and len(moves) <= LONGEST:
        rows = [
            trial.worth(state, seat, options, onward)
            for state, (_, onward) in zip(states, worlds, strict=True)
        ]
        sums = np.sum(rows, axis=0).reshape(2, -1)[kind]
        at = int(sums.argmax())
        moves.append(options[at])
        if most is None or sums[at] > most:
            most, best = sums[at], len(moves)
        options = _next_moves(states, seat, moves[-1])
    return " ".join(moves[:best])


def _next_moves(states: Sequence[Any], seat: int, move: str) -> list[str]:
    """Play `move` of `seat` in each of these states themselves. Returns the seat's next moves that
    are legal in all of them, sorted; none if its turn is over in one.
    """
    for state in states:
        state.play(move, seat)
    if any(state.marks() for state in states):
        return []
    return sorted(set.intersection(*({*state.legal_moves(seat)} for state in states)))
