"""How a move of 6 nimmt! is refused: with the rule that it breaks."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.nimmt.position import Position


def no_pick(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = f"expected a pick, +CARD; got {move}"
    return IllegalMove(Words(en, f"手札を選ぶ番です。{move}ではなく、+カード と書きます"))


def not_face_up(card: int) -> IllegalMove:
    return IllegalMove(Words(f"card {card} is no longer face up", f"{card}はもう場にありません"))


def chosen_already(state: Position, seat: int) -> WrongActor:
    open_seats = " ".join(map(str, state.to_move()))
    en = f"seat {seat} has already chosen; still to choose: {open_seats}"
    return WrongActor(Words(en, f"席{seat}はもう選びました。まだなのは席{open_seats}です"))


def no_card(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = f"choose a card of the hand; {move} is not a card"
    return IllegalMove(Words(en, f"カードを選ぶ番です。{move}はカードではありません"))


def not_in_hand(card: int, seat: int) -> IllegalMove:
    en = f"card {card} is not in the hand of seat {seat}"
    return IllegalMove(Words(en, f"{card}は席{seat}の手札にありません"))


def no_answer(state: Position, card: int, code: int) -> IllegalMove:
    """The move is not an answer to a card with two nearest places, or with none."""
    move = state.token(code)
    en, ja = "fits no row, so take a row", "はどの列にも置けないので、1列引き取ります"
    if state.professional and state.nearest_places(card):
        en, ja = "has two nearest places, so choose one", "には差が同じ置き場所が2つあります"
    return IllegalMove(
        Words(
            f"card {card} {en}; got {move}",
            f"{card}{ja}。{move}では答えになりません",
        )
    )
