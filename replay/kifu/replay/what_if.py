"""What if: another move in the place of one that was played, and what follows from it.

Nothing is guessed. The other move is played by the rules; in a turn that all seats play at once,
so are the choices that the others really made in it, and what follows from them by itself. It ends
where somebody would have to decide in the new position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kifu.replay.game import State
from kifu.replay.match import Match, NoPosition
from kifu.replay.replaying.track import Ply
from kifu.replay.table import ALL
from kifu.replay.timeline import Moment, moments


def other_moves(match: Match, ply: int, *chosen: str) -> list[str]:
    """The other legal moves of the seat that made the move of `ply`, in the order of the game's
    page: those that the seat could be shown (`Offers.visible`) and that name only cards whose
    places the record gives.

    With the moves `chosen` in place of that move (see `what_if`): what the seat has to choose next.
    Empty where nobody or somebody else decides, and where a move is a combination of cards, because
    these are too many. Raises NoPosition where the match has no such ply, IllegalMove for a chosen
    move that the rules forbid.

    >>> from kifu.replay import replay
    >>> from kifu.notation.record import Record
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> other_moves(match, 3), len(other_moves(match, 1))
    (['r1', 'r2', 'r3'], 9)
    >>> other_moves(match, 2, "2"), other_moves(match, 2, "54")
    (['r1', 'r2', 'r3', 'r4'], [])
    """
    (seat, played), state = _decision(match, ply)
    game = match.game
    assert game is not None
    if chosen:
        for after, move in _line(match, ply, chosen, state):
            state.play(move, after)
        if state.to_move() != [seat]:
            return []
    if game.offers.combination(state, seat) is not None:
        return []
    cards = {card for zone in state.view(ALL).zones.values() for card in zone}
    return [
        move
        for move in game.offers.visible(state, seat)
        if (chosen or move != played) and cards.issuperset(game.cards(move))
    ]


def what_if(match: Match, ply: int, *chosen: str) -> list[Moment]:
    """The moments that follow if the moves `chosen` replace the move of `ply`: that of the first
    chosen move, then those of the seats that had still to choose in the same turn. If the seat then
    has to decide again, the next chosen move is played, and so on.

    Raises NoPosition where the match has no such ply, IllegalMove where the rules forbid a move.

    >>> from kifu.replay import replay
    >>> from kifu.notation.record import Record
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> [(moment.ply, moment.seat, moment.move) for moment in what_if(match, 1, "66")]
    [(1, 1, '66'), (2, 2, '1')]
    >>> [moment.headline.en for moment in what_if(match, 3, "r1")]
    ['{2} takes row 1 for 5 heads.']
    """
    _, state = _decision(match, ply)
    assert match.game is not None
    return moments(match.game, state, _line(match, ply, chosen, state), {}, first=ply)


def _decision(match: Match, ply: int) -> tuple[Ply, State]:
    """The move of ply `ply` (from 1) and the position before it. Raises NoPosition."""
    if not 0 < ply <= len(match.plies):
        raise NoPosition(f"there is no move {ply}: the match has {len(match.plies)}")
    return match.plies[ply - 1], match.position(ply - 1)


def _line(match: Match, ply: int, chosen: Sequence[str], state: State) -> Iterator[Ply]:
    """The moves of a what-if, one by one. The caller must play each on `state`, the position before
    `ply`, before it asks for the next.
    """
    seat = match.plies[ply - 1][0]
    waiting = {*state.to_move()} - {seat} if state.at_once else set[int]()
    yield seat, chosen[0]
    for other, move in match.plies[ply:]:
        if not state.at_once or other not in waiting:
            break
        waiting.remove(other)
        yield other, move
    for move in chosen[1:]:
        yield seat, move
