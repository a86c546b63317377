"""Who may act, and who may know it; why nobody, or not this seat, may act now."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove, State, WrongActor
from kifu.replay.states.coded import Coded
from kifu.replay.table import ALL, Fact


def nothing_to_play(state: State | Coded) -> IllegalMove:
    """The error to raise for any move if the game is over, or waits for a chance event that has no
    outcome.

    >>> from kifu.replay.chance import Chance
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> options = nimmt.settle(nimmt.read_options({}), 2)
    >>> print(nothing_to_play(nimmt.start(options, 2, Chance(None, []))))
    the outcome of deal/1 is not known, so nothing can be played
    """
    if state.is_over:
        return IllegalMove(Words("the game is over", "対戦は終わっています"))
    return IllegalMove(
        Words(
            f"the outcome of {state.missing} is not known, so nothing can be played",
            f"{state.missing}の結果がわからないので、できる手がありません",
        )
    )


def not_on_turn(seat: int, *acting: int) -> WrongActor:
    """The error to raise for a move of `seat` if only the seats `acting` may act.

    >>> print(not_on_turn(2, 1, 3))
    seat 1 or 3 is to move, not seat 2
    """
    en = f"seat {' or '.join(map(str, acting))} is to move, not seat {seat}"
    return WrongActor(Words(en, f"席{seat}ではなく、席{'か'.join(map(str, acting))}の番です"))


def of_own_turn(state: Coded, wishing: list[int]) -> list[tuple[int, dict[str, Fact]]]:
    """What a step says of who may act as its `private` facts: to each of the seats `wishing`, which
    may act out of turn as far as they can know, that it may; to ALL, who may. No facts where only
    the seat on turn may.
    """
    acting, on_turn = state.to_move(), state.next_seat
    found = [(1 << seat, sorted((seat, on_turn))) for seat in wishing if seat != on_turn]
    if len(acting) > 1:
        found.append((1 << ALL, acting))
    return [(viewers, {"to_move": " ".join(map(str, seats))}) for viewers, seats in found]
