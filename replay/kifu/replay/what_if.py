"""What if: another move in the place of one that was played, and what follows from it.

Nothing is guessed. The other move is played by the rules; in a turn that all seats play at once,
so are the choices that the others really made in it, and what follows from them by itself. It ends
where somebody would have to decide in the new position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from msgspec import Struct

from kifu.replay.game import State
from kifu.replay.match import Match, NoPosition
from kifu.replay.table import ALL
from kifu.replay.timeline import Moment, moments
from kifu.replay.track import Ply, made_at_once


def other_moves(match: Match, ply: int, *chosen: str) -> list[str]:
    """The other legal moves that the seat could have made at `ply`, in the order of the game's
    page: those that it could be shown (`Offers.visible`), without those that name a card whose
    place the record does not give.

    With the moves `chosen` in place of that move (see `what_if`): what the seat may choose next. []
    if nobody or another seat decides then, or if a move is a combination of cards, of which there
    are too many. Raises NoPosition if the match has no such ply, IllegalMove for a chosen move that
    the rules forbid.

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
    return choices(_after(match, ply, chosen))


def what_if(match: Match, ply: int, *chosen: str) -> list[Moment]:
    """The moments that follow if the moves `chosen` replace the move of `ply`: that of the first
    chosen move, then those of the seats that moved at the same time in the match. If the seat then
    has to decide again, the next chosen move is played, and so on. [] without chosen moves.

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
    return _after(match, ply, chosen).moments


class WhatIf(Struct, frozen=True):
    """The decision of `ply`, with other moves in place of the one that was played. `moments` are
    these moves and what followed, `state` is the position after them. If `moments` is empty,
    nothing has been chosen yet.
    """

    match: Match
    ply: int
    moments: list[Moment]
    state: State

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.match.plies[self.ply - 1][0]


def decision(match: Match, ply: int) -> WhatIf:
    """The decision at a ply (from 1), with nothing chosen yet. Raises NoPosition if the match has
    no such ply.
    """
    if not 0 < ply <= len(match.plies):
        raise NoPosition(f"there is no move {ply}: the match has {len(match.plies)}")
    return WhatIf(match, ply, [], match.position(ply - 1))


def choices(at: WhatIf) -> list[str]:
    """The moves that the seat of a what-if may choose next, as `other_moves` lists them. As its
    first choice: all but the move that it played in the match, even if other seats may act, too.
    After that: [] unless it alone may act. [] if a move is a combination of cards.
    """
    state, seat, game = at.state, at.seat, at.match.game
    assert game is not None
    if at.moments and state.to_move() != [seat]:
        return []
    if game.offers.combination(state, seat) is not None:
        return []
    played = "" if at.moments else at.match.plies[at.ply - 1][1]
    cards = {card for zone in state.view(ALL).zones.values() for card in zone}
    return [
        move
        for move in game.offers.visible(state, seat)
        if move != played and cards.issuperset(game.cards(move))
    ]


def choose(at: WhatIf, move: str) -> WhatIf:
    """A new what-if, in which the seat of `at` has played `move` next. After its first move, the
    others play what they played in the match at the same time. Raises IllegalMove.
    """
    game, state = at.match.game, at.state.copy()
    assert game is not None
    ply, seat = at.ply, at.seat
    plies = [(seat, move)] if at.moments else turn_with(at.match, ply, seat, move, state)
    made = moments(game, state, plies, {}, first=ply + len(at.moments))
    return WhatIf(at.match, ply, [*at.moments, *made], state)


def _after(match: Match, ply: int, chosen: Sequence[str]) -> WhatIf:
    """The what-if in which the moves `chosen` replace the move of `ply`, one after the other."""
    return reduce(choose, chosen, decision(match, ply))


def turn_with(match: Match, ply: int, seat: int, chosen: str, state: State) -> Iterator[Ply]:
    """Yield the move `chosen` by `seat` in place of ply `ply` of the match, then the moves after
    that ply which others made at the same time. `state` is the position before ply `ply`; play each
    move in it before you take the next. Ends where seats no longer choose at once.
    """
    last = made_at_once(state, match.plies, ply - 1)
    yield seat, chosen
    for made in match.plies[ply:last]:
        if not state.at_once:  # the chosen move may end what was at once
            return
        yield made
