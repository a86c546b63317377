"""What would have been better, as variations of a record."""

from __future__ import annotations

from collections.abc import Iterable

from kifu.notation.record import Line, Note
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.judgements.judgement import Judgement
from kifu.replay.match import Match
from kifu.replay.track import Ply


def better_lines(match: Match, author: str, judged: Iterable[Judgement]) -> dict[int, Line]:
    """The best option of each judgement with a mark (`?!`, `?`, `??`), as a variation by `author`
    in game form: ply -> variation. `judged` is in the order of plies.

    A variation is that one move. Where seats choose at the same time, the others' choices, which
    did not depend on it, are played after it, and a comment says that this is hindsight. There is
    no variation if the best option is not known, is to pass, or is illegal in the real position,
    and none after the last ply that can be replayed. O(moves + legal moves at the marked plies).
    """
    lines: dict[int, Line] = {}
    if match.game is None or match.line is None:
        return lines
    plies = match.plies
    marked = [judgement for judgement in judged if judgement.glyph and judgement.options]
    for judgement in marked:
        best, before = judgement.options[0].move, judgement.ply - 1
        if before > len(plies):
            break
        state = match.position(before)
        if best == judgement.move or best not in state.legal_moves(judgement.seat):
            continue
        hindsight = " [%hindsight]" if state.at_once else ""
        moves = _line(match.game, state, judgement.seat, best, plies[judgement.ply :])
        note = Note(at=0, text=f"[%by {author}]{hindsight}")
        lines[judgement.ply] = Line(" ".join(moves), [note])
    return lines


def _line(game: Game, state: State, seat: int, best: str, after: list[Ply]) -> list[str]:
    """The words (with marks) of the move `best` by `seat` in `state`. Where seats choose at once,
    also of the choices of later seats among the plies `after` the judged one. `state` is played on.
    """
    words = [*game.marks(state, best), game.word(state, seat, best)]
    if not state.at_once:
        return words
    state.play(best, seat)
    last = seat
    for other, move in after:
        # The game form writes them in the order of seats.
        if not state.at_once or other <= last or other not in state.to_move():
            break
        last = other
        chosen = [*game.marks(state, move), game.word(state, other, move)]
        try:
            state.play(move, other)
        except IllegalMove:
            break
        words += chosen
    return words
