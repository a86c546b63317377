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
    """The best line for `seat` that begins with `move`, as tokens with single blanks between;
    `move` alone if no further move makes it better.

    The line is made move by move. The next move is always the one that is worth most to the seat on
    average over these worlds (see `WorldPlayer.worth`), among those that are legal for it in all of
    them; of equal ones the first as text. That ends after LONGEST further moves, when in some world
    the turn is over, or when no move is legal in all of them. Of the lines so found, the one with
    the highest worth is returned, of equal ones the shortest.

    `worlds` are pairs of a position and how it is played on; there must be at least one, and the
    positions stay as they are. `move` is a token (not "", to pass) that must be legal in each,
    otherwise IllegalMove may be raised. `kind` is what worth means: 0 the chance to win, 1 points.
    """
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
        options = next_moves(states, seat, moves[-1])
    return " ".join(moves[:best])


def next_moves(states: Sequence[Any], seat: int, move: str) -> list[str]:
    """Play `move` of `seat` in each of these states (at least one) themselves. Returns the seat's
    next moves that are legal in all of them, as a new list sorted as text; [] if in one of them its
    turn is over (a mark of a turn or round comes next), or if there are none. Raises IllegalMove
    where `move` is not legal; the states before have then moved on.
    """
    for state in states:
        state.play(move, seat)
    if any(state.marks() for state in states):
        return []
    return sorted(set.intersection(*({*state.legal_moves(seat)} for state in states)))
