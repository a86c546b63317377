"""What is noted of each move of a match: where it was made, of which class it is, what its player
faced, what happened.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from kifu.replay.elements.arrays import filled
from kifu.replay.match import Match
from kifu.replay.states.coded import as_coded, note_line
from kifu.replay.table import Step

#: Gets the number of the ply that led to a step, the step, and by how much it changed its seat's
#: score (0 for a step of nobody's).
Happening = Callable[[int, Step, int], None]


class Noted(Struct):
    """What was noted of the legal moves of a main line: lists with an item for each move, and
    `totals`, the scores in seat order at the beginning of each round.

    `rounds` and `turns` count from 1; 0 is a move before the first one. `kinds` are the places of
    the moves' classes in the game's `classes`, from 1; 0 is a move without. `legal` are the numbers
    of legal moves. `situations` are what the seats faced, each a `situation_code` (see
    `coded.Answers`) or, in a game of a package, a text key. These two are empty unless asked for.
    """

    rounds: list[int] = []
    turns: list[int] = []
    kinds: list[int] = []
    legal: list[int] = []
    situations: list[int | str] = []
    totals: list[list[int]] = []


def observe(
    match: Match,
    happening: Happening | None = None,
    *,
    legal: bool = False,
    situations: bool = False,
) -> Noted:
    """Play the main line of a match again, up to the first illegal move, and note each move; the
    number of legal moves if `legal`, and the situations if `situations` is set. `happening` is
    called with each step whose kind is among the `events` of the game. An empty Noted for a
    chronicle, and for a record that can't be set up. O(moves).
    """
    noted = Noted()
    if match.line is None or match.game is None:
        return noted
    state, game = match.position(0), match.game
    coded, scores, at = as_coded(state), state.scores(), 0

    def watch(step: Step) -> None:
        before, scores[:] = scores.copy(), state.scores()
        if happening is not None and step.kind in game.archive.events:
            value = scores[step.seat - 1] - before[step.seat - 1] if step.seat else 0
            happening(at if coded is None else coded.ply, step, value)

    if coded is not None:
        state = coded
        coded.watch = coded.steps_for(watch if happening else None, False)
        codes = coded.lexicon.read_line(match.line.tokens)
        lists = noted.rounds, noted.turns, noted.kinds, noted.legal, noted.situations, noted.totals
        note_line(coded, codes, filled(match.line.seats), legal, situations, *lists)
        return noted
    kinds, place = ["", *game.archive.classes], {"#": 0, ".": 0}
    for at, (seat, move) in enumerate(match.plies, 1):  # noqa: B007 - `watch` reads it
        for mark in game.marks(state, move):
            place[mark.strip("0123456789")] = int(mark.strip("#."))
            if mark[0] == "#":
                noted.totals.append(state.scores())
        noted.rounds.append(place["#"])
        noted.turns.append(place["."])
        kind = game.archive.move_class(state, move, seat)
        noted.kinds.append(kinds.index(kind) if kind in kinds else 0)
        if legal:
            noted.legal.append(len(state.legal_moves(seat)))
        if situations:
            noted.situations.append(state.situation(seat))
        state.play(move, seat, watch if happening else None)
    return noted
