"""Section 6 of MAGiMiLES's page: how a round is dealt and prepared, up to its first trick.

Each function changes the position that it is given. Those that play a move say whether the setup
is over.
"""

from __future__ import annotations

from kifu.replay.game import IllegalMove, Words
from kifu.replay.games.magimiles import steps
from kifu.replay.games.magimiles.position import NEEDED, PICKS, Phase, Position
from kifu.replay.table import Watch

#: How many cards are dealt to a pile (2 seats) or to a hand.
DEALT = {2: 4, 3: 11, 4: 8}
PILES = 4


def go_on(state: Position, phase: Phase, seat: int, watch: Watch | None) -> None:
    """The next phase: `seat` is to move, 0: nobody, or either partner."""
    state.phase = phase
    state.next_seat = seat
    if watch:
        watch(steps.status(state, "end" if phase == "over" else "phase"))


def begin_round(state: Position, watch: Watch | None) -> None:
    """The deal of a round; with two players the only one, from which both rounds come."""
    state.round += 1
    state.turn = 0
    state.leader = state.round
    deck = state.chance.shuffle(_label(state), state.tables.deck, NEEDED[state.n])
    if deck is None:
        _wait(state, watch)
        return
    state.deck = [state.tables.deck_cards[card] for card in deck]
    state.count_unseen()
    if state.n == 2:
        lay_piles(state, watch)
        return
    for seat in range(1, state.n + 1):
        for card in state.draw(DEALT[state.n]):
            state.hold(seat, card)
    if watch:
        watch(steps.deal(state))
    _turn_trump(state, "declare" if state.n == 3 else "pass1", watch)


def _label(state: Position) -> str:
    """The chance event that the cards of this round come from."""
    return "deal/1" if state.n == 2 else f"deal/{state.round}"


def _wait(state: Position, watch: Watch | None) -> None:
    """The deal is not known as far as it must be, so nothing can be played on."""
    state.missing = _label(state)
    go_on(state, "waiting", 0, watch)


def _turn_trump(state: Position, following: Phase, watch: Watch | None) -> None:
    """Turn up the trump card; the starter then begins the phase that follows."""
    card = state.deck[state.dealt]
    if not card:
        state.chance.refuse(_label(state), "the trump card must be known")
        _wait(state, watch)
        return
    state.dealt += 1
    state.trump_card = card
    state.trump = state.tables.number[card]
    if watch:
        watch(steps.trump(state))
    go_on(state, following, state.leader, watch)


# 2 players: the piles


def lay_piles(state: Position, watch: Watch | None) -> None:
    """Four piles are laid out, face up."""
    if 0 in state.deck[state.dealt : state.dealt + PILES * DEALT[2]]:
        state.chance.refuse(_label(state), "the cards of the piles must be known")
        _wait(state, watch)
        return
    state.piles = [state.draw(DEALT[2]) for _ in range(PILES)]
    if watch:
        watch(steps.lay_piles(state))
    go_on(state, "pick1", 1, watch)


def pick(state: Position, move: str, seat: int, watch: Watch | None) -> bool:
    """`pK` of seat 1, then `pK+pL` of seat 2; the last pile goes to seat 1 by itself. In round 1
    each seat then draws its extra card and the trump is turned up.
    """
    picked = PICKS[state.phase].get(move)
    if picked is None or not all(state.piles[pile] for pile in picked):
        one = state.phase == "pick1"
        legal = state.legal_moves(seat)
        en = f"{'one pile is' if one else 'two of the piles left are'} to be picked"
        ja = "束を1つ選びます" if one else "残りの束から2つ選びます"
        raise IllegalMove(
            Words(
                f"{en}, {' or '.join(legal)}; {move} is not that",
                f"{ja}({'か'.join(legal)})。{move}はそうではありません",
            )
        )
    _take_piles(state, seat, picked, watch)
    if state.phase == "pick1":
        go_on(state, "pick2", 2, watch)
        return False
    _take_piles(state, 1, [k for k, pile in enumerate(state.piles) if pile], watch)
    if state.round == 2:
        return True
    for other in (1, 2):
        _draw_one(state, other, watch)
    _turn_trump(state, "declare", watch)
    return False


def _take_piles(state: Position, seat: int, picked: list[int], watch: Watch | None) -> None:
    hand = state.hands[seat]
    for pile in picked:
        for card in state.piles[pile]:
            hand[card] += 1
    if watch:
        watch(steps.pick(state, seat, picked))
    for pile in picked:
        state.piles[pile] = []


def _draw_one(state: Position, seat: int, watch: Watch | None) -> None:
    """`seat` draws the next card of the deck: an extra card, or its team's draw card."""
    (card,) = state.draw(1)
    state.hold(seat, card)
    if watch:
        watch(steps.draw(state, seat, card))


# 4 players: the exchange


def pass_on(state: Position, move: str, seat: int, watch: Watch | None) -> None:
    """`^CARD` of a partner, then of the other; then either of them declares."""
    card = state.tables.passed.get(move)
    if card is None:
        en = f"a card is to be passed to the partner, ^CARD; {move} is not that"
        raise IllegalMove(
            Words(en, f"チームメイトに渡すカードを ^カード と指します。{move}はそうではありません")
        )
    unknown = state.leave(card, seat)
    receiver = state.partner(seat)
    state.hold(receiver, card)
    if watch:
        watch(steps.pass_on(state, seat, card, unknown))
    if state.phase == "pass1":
        go_on(state, "pass2", receiver, watch)
    else:
        state.either = receiver
        go_on(state, "declare", 0, watch)


# The declaration


def declare(state: Position, move: str, seat: int, watch: Watch | None) -> bool:
    """`=CARD`: of every seat in turn, or of one partner of each team, who draws a card for it."""
    card = state.tables.declared.get(move)
    if card is None:
        en = f"a card of the hand is to be declared, =CARD; {move} is not that"
        raise IllegalMove(
            Words(en, f"宣言する手札を =カード と指します。{move}はそうではありません")
        )
    unknown = state.leave(card, seat)
    state.declared[seat] = card
    if watch:
        watch(steps.declare(state, seat, card, unknown))
    if state.n == 4:
        _draw_one(state, seat, watch)
        team, state.either = state.either, 0
        if team == 1:
            go_on(state, "pass1", 2, watch)
        return team == 2
    over = all(state.declared[1:])
    if not over:
        go_on(state, "declare", seat % state.n + 1, watch)
    return over
