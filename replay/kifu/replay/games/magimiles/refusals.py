"""How a move of MAGiMiLES is refused: with the rule that it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove
from kifu.replay.games.magimiles.data import ATTRIBUTES, COLOUR_WORDS
from kifu.replay.games.magimiles.options import duties
from kifu.replay.states.acting import not_on_turn, nothing_to_play

if TYPE_CHECKING:
    from kifu.replay.games.magimiles.position import Position


def not_to_move(state: Position, seat: int) -> IllegalMove:
    """The error for a move of a seat that may not act now, or of nobody (`seat` 0) where either of
    two partners may act.
    """
    acting = state.to_move()
    if not acting:
        return nothing_to_play(state)
    if not seat:
        one, other = acting
        en = f"either partner may act, so write which one does: {one}: or {other}:"
        ja = f"どちらも動けるので、だれが動くか書いてください: {one}: か {other}:"
        return IllegalMove(Words(en, ja))
    return not_on_turn(seat, *acting)


def not_in_hand(state: Position, card: int, seat: int) -> IllegalMove:
    token = state.tables.tokens[card]
    en = f"card {token} is not in the hand of seat {seat}"
    return IllegalMove(Words(en, f"{token}は席{seat}の手札にありません"))


# 6. Setup


def no_pick(state: Position, code: int, seat: int) -> IllegalMove:
    one, move = state.phase == "pick1", state.token(code)
    legal = state.legal_moves(seat)
    en = f"pick {'one pile' if one else 'two of the remaining piles'}"
    ja = "束を1つ選びます" if one else "残りの束から2つ選びます"
    return IllegalMove(
        Words(
            f"{en}, {' or '.join(legal)}; got {move}",
            f"{ja}({'か'.join(legal)})。{move}はそうではありません",
        )
    )


def no_pass(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = f"pass a card to your partner, ^CARD; got {move}"
    ja = f"チームメイトに渡すカードを ^カード と書きます。{move}はそうではありません"
    return IllegalMove(Words(en, ja))


def no_declaration(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = f"declare a card of the hand, =CARD; got {move}"
    ja = f"宣言する手札を =カード と書きます。{move}はそうではありません"
    return IllegalMove(Words(en, ja))


# 7. Tricks


def no_main_card(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = f"play a main card; {move} is not a card of this deck"
    ja = f"メインカードを出す番です。{move}はこの山のカードではありません"
    return IllegalMove(Words(en, ja))


def can_follow(state: Position, card: int, seat: int) -> IllegalMove:
    """The error for playing `card`, which may not be played on the card that was led, since the
    hand of `seat` has a card that follows.
    """
    tokens = state.tables.tokens
    token, led = tokens[card], tokens[state.mains[state.order[0]]]
    _duty, allowed = duties(state.options)[ATTRIBUTES.index(led[0])]
    may = " or ".join(_NAMES[attribute].en for attribute in allowed)
    may_ja = "か".join(_NAMES[attribute].ja for attribute in allowed)
    return IllegalMove(
        Words(
            f"{led} was led and seat {seat} can follow: its main card must be {may}, not {token}",
            f"リードは{led}で、席{seat}はフォローできます。"
            f"{token}ではなく{may_ja}のカードを出します",
        )
    )


_NAMES = {
    **COLOUR_WORDS,
    "a": Words("all", "オール属性"),
}


def no_support(state: Position, code: int) -> IllegalMove:
    """The error for a move (its code), in the phase SUPPORT, that lays no support card, or not on a
    main card of the trick.
    """
    move, seats = state.token(code), sorted(state.seats_in())
    on = " or ".join(f"CARD>{seat}" for seat in seats)
    on_ja = "か".join(f"カード>{seat}" for seat in seats)
    return IllegalMove(
        Words(
            f"lay a support card on a main card of the trick, {on}; got {move}",
            f"サポートカードはトリックのメインカードに出します({on_ja})。"
            f"{move}はそうではありません",
        )
    )


def no_taking(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = "the best seat must name the two seats whose cards it takes, t12, t13 or t23"
    ja = "1位の席が、カードを取る2つの席を t12、t13、t23 で選びます"
    return IllegalMove(Words(f"{en}; got {move}", f"{ja}。{move}はそうではありません"))
