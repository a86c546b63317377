"""What matches of MAGiMiLES are compared by: classes of moves, what a seat faces, the exact
position; and why a move is worse than another (see `kifu.replay.game.Reasons`).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.codes.arrays import bit, count, filled, members, packed, unpacked
from kifu.replay.game import FLOW, GAINED, LATER, POINTS, Happening, Reasons
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    KIND_AT,
    NEEDED,
    PLACES,
    SORTS,
    SUPPORT_CARD,
)
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    PHASES,
    PICK2,
    SUPPORT,
    TAKE,
    WAITING,
    Position,
    holders,
)

# The classes of moves

CLASSES: Final = {
    "main card": Words("lays a main card", "メインカードを出す"),
    "declared card": Words("lays a main card face down to declare", "カードを伏せて宣言する"),
    "passed card": Words("passes a card to the partner", "チームメイトにカードを渡す"),
    "own support": Words(
        "lays a support card at its own main card",
        "自分のメインカードにサポートカードを出す",
    ),
    "support for another": Words(
        "lays a support card at another main card",
        "ほかの人のメインカードにサポートカードを出す",
    ),
    "piles": Words("picks piles", "カードの束を選ぶ"),
    "cards taken": Words("takes cards", "カードを受け取る"),
}


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of the legal move with this code by `seat`: its place, from 1, in CLASSES; 0 for
    code 0, which is no move. A support card on the seat's own main card is "own support", any other
    one "support for another", with four seats also one on the partner's.
    """
    if move == 0:
        return 0
    sort = SORTS[move >> KIND_AT]
    if sort < 3:
        return sort + 1
    # Two classes are of support cards.
    return 4 if (move >> KIND_AT) - SUPPORT_CARD == seat else sort + 2


# What a seat faces


def situation_code(state: Position, seat: i64) -> i64:
    """What `seat` (from 1) faces as one number, in 6 bits each, the first in the lowest: the phase,
    then the numbers that `situation_text` writes for it, in that order. In the phases `waiting` and
    `over` it is the phase alone. Of hidden cards, only those that the seat knows count. The seat
    need not be to move.
    """
    stage, numbers = state.stage, list[int]()
    if stage <= PICK2:
        numbers = sorted([state.pile_sum(bit(pile)) // 10 for pile in members(state.piles)])
    elif stage <= DECLARE:
        *colours, every = [count(state.hands[seat] & cards) for cards in state.tables.cards_of]
        numbers = [*sorted(colours, reverse=True), every]
    elif stage == MAIN:
        numbers = [state.hand_size(seat)]
        if state.played:
            # A colour or all; below, at or above the trump; how many can follow, 3 at most.
            number = state.tables.number[state.mains[state.order[0]]]
            numbers.append(2 if state.led == ALL_CARD else 1)
            numbers.append((number >= state.trump) + (number > state.trump))
            numbers.append(min(count(state.hands[seat] & state.tables.allowed[state.led]), 3))
    elif stage == SUPPORT:
        own = state.own_main(seat)
        rank = state.rank_with(own, state.standings[own])
        numbers = [state.hand_size(seat), state.laid, rank]
    elif stage == TAKE:
        for other in state.order:
            worth = state.worth(state.shown_by(bit(other)), state.declared[seat])
            numbers.append(1 + (worth > 0) - (worth < 0))
        numbers.sort(reverse=True)
    return packed(filled([stage, *numbers]))


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`, as one line: the number of
    seats, the three names of rule data, the phase, then by phase

    - `pick1`, `pick2`: the sum of the numbers of each pile left, divided by 10 and rounded down,
      ascending.
    - `pass1`, `pass2`, `declare`: how many cards of each colour are in hand, the largest count
      first, then how many of the attribute all.
    - `main`: how many cards are in hand, then the lead: `own` if the seat leads, otherwise whether
      the led card is a colour or all, whether its number is below, at or above the trump, and how
      many cards in hand are among those allowed to a seat that has to follow (`3`: or more). If a
      card of the attribute all was led, these are the cards of that attribute, even with
      `all_lead=free`.
    - `support`: how many cards are in hand; how many support cards are laid; the rank of the main
      card of the seat or its partner before any support card counts (`1`: best).
    - `take`: for each seat in the trick, whether its cards there score, cost or neither for the
      seat that faces this (`+`, `-`, `0`): `+` first, `-` last.

    Unknown cards count only in the number of cards in hand. A seat that isn't to move has the key
    that it would have if it were. Of `state`, only the options and the number of seats are used.
    """
    options, (phase, *numbers) = state.options, unpacked(code, 5)
    told = _TEXTS.get(PHASES[phase], "")
    if phase == MAIN and numbers[1]:
        led, against = ("colour", "all")[numbers[1] - 1], ("below", "at", "above")[numbers[2]]
        told = f"hand={{0}} lead={led}.{against} follow={{3}}"
    elif phase == TAKE:
        told = f"worth={''.join(['-0+'[sign] for sign in numbers[:3]])}"
    key = [f"n{state.n}", options.cards, options.support, options.cycle, PHASES[phase]]
    return " ".join([*key, told.format(*numbers)]).rstrip()


#: By phase: what is told of it, from the numbers in its code; of MAIN for the seat that leads.
_COLOURS = "colours={0}.{1}.{2} all={3}"
_TEXTS: Final = {
    "pick1": "piles={0}.{1}.{2}.{3}",
    "pick2": "piles={0}.{1}.{2}",
    "pass1": _COLOURS,
    "pass2": _COLOURS,
    "declare": _COLOURS,
    "main": "hand={0} lead=own",
    "support": "hand={0} laid={1} rank={2}",
}


# The exact position


def canonical(state: Position) -> str:
    """The whole position as one line of ASCII, hidden cards included; its digest is made of it, so
    it is frozen for rules revision 1. Parts are separated by `|`: game, revision and number of
    seats; options; round, trick and phase; seats to move; leader; hands; piles; trump card;
    declared cards; main cards; support cards; cards won; scores; the cards of the deck that can
    still come into play. An unknown card is `_`.
    """
    options, tokens = state.options, state.tables.tokens
    # Positions with the default are digested as they were before there was this option.
    supports = "" if options.supports == "number" else f" {options.supports}"

    def named(cards: list[int]) -> str:
        """The tokens of cards, separated by spaces."""
        return " ".join([tokens[card] for card in cards])

    parts = [
        f"magimiles 1 {state.n}",
        f"{options.cards} {options.support} {options.cycle} "
        f"{options.all_follow} {options.all_lead} {options.rounds}{supports}",
        f"{state.round} {state.turn} {state.phase}",
        str(state.next_seat) if state.next_seat else " ".join(map(str, state.to_move())),
        str(state.leader),
        "/".join(named(state.hand(seat)) for seat in state.seats),
        "/".join(named(state.pile(k)) for k in range(1, 5)),
        named([state.trump_card]) if state.trump_card else "",
        " ".join(
            f"{seat}:{tokens[card]}"
            for seat, card in enumerate(state.declared)
            if card or state.covered >> seat & 1
        ),
        " ".join(f"{seat}:{tokens[state.mains[seat]]}" for seat in state.seats_in()),
        " ".join(f"{seat}:{tokens[card]}>{target}" for seat, card, target in state.cards_laid()),
        "/".join(named(sorted(state.cards_won(seat))) for seat in holders(state.n)),
        " ".join(map(str, state.scores())),
        named(list(state.deck[state.dealt : NEEDED[state.n]])),
    ]
    return "|".join(parts)


def standing(state: Position) -> list[int]:
    """The points of all seats, in seat order, as they would be if it was scored now, as a new list:
    the scores, and what the cards won since the deal (with two seats: in both rounds) are worth by
    the declared cards. Declared cards themselves don't count. Cards won by a side whose declared
    card isn't known count 0. Partners have the same points. When the match is over or waits for a
    chance event, it is the scores alone.
    """
    points = state.points[:]
    if not state.is_over and state.stage != WAITING:
        for seat in state.seats:
            holder = state.holder(seat)
            points[holder] += state.worth(state.kept[holder], state.declared[seat])
    return [points[state.holder(seat)] for seat in state.seats]


def outcome(before: Position, after: Position, seat: i64) -> dict[str, int]:
    """What the cards won have brought when a round is scored, by happening, as a new dict. `after`
    is a position in which that has just been done and the cards won are still there; `before` is an
    earlier one of the same deal. A side is a seat or, with four seats, a team. The declared cards
    themselves are left out.

    - "own:won" is what the cards won by the side of `seat` score for it, "theirs:won" the sum for
      all other sides. Both may be negative.
    - If all have declared in `before`, also "KIND:CARD" for each known card that `seat` then has in
      hand and that scores something for the side that wins it. The value is its points without the
      sign, at least 1. KIND is "scores" (plus) or "costs" (minus) for the side of `seat`, "feeds"
      (plus) or "harms" (minus) for another side.

    {} if piles are being picked (in round 2, too) or cards passed in `before`, or if it waits for a
    chance event.
    """
    if before.stage < DECLARE:
        return {}
    tables, found = after.tables, {"own:won": 0, "theirs:won": 0}
    hand = before.hands[seat] if before.stage > DECLARE else i64(0)
    for other in after.seats:
        holder, declared = after.holder(other), after.declared[other]
        won, is_own = after.kept[holder], holder == after.holder(seat)
        found["own:won" if is_own else "theirs:won"] += after.worth(won, declared)
        for card in members(won & hand):
            score = tables.scored[PLACES * declared + card]
            if score:
                kind = (_OWN if is_own else _THEIRS)[score < 0]
                found[f"{kind}:{tables.tokens[card]}"] = max(score, -score)
    return found


#: What a card of the hand does to the side that wins it, where it has points and where it costs
#: some: one's own side, and others.
_OWN = ("scores", "costs")
_THEIRS = ("feeds", "harms")
#: (kind, whose, good, English, Japanese)
_GOT = [
    (
        "scores",
        "I",
        1,
        "{cards} scores for you or your team at the end",
        "{cards}が最後に自分(のチーム)の得点になり",
    ),
    (
        "costs",
        "I",
        -1,
        "{cards} costs you or your team points at the end",
        "{cards}が最後に自分(のチーム)の失点になり",
    ),
    (
        "feeds",
        "they",
        -1,
        "{cards} scores for others at the end",
        "{cards}が最後にほかの人の得点になり",
    ),
    (
        "harms",
        "they",
        1,
        "{cards} costs others points at the end",
        "{cards}が最後にほかの人の失点になり",
    ),
]

REASONS = Reasons(
    happenings={
        "trick": Happening(
            FLOW,
            1,
            Words("you or your team wins the trick", "自分(のチーム)がトリックに勝ち"),
            kinds="trick take",
        ),
        GAINED: Happening(
            POINTS,
            1,
            amount=Words(
                "this trick brings you {n} points on average",
                "このトリックの得点は平均{n}点になり",
            ),
        ),
        "given": Happening(
            POINTS,
            -1,
            amount=Words(
                "this trick brings the others {n} points together on average",
                "このトリックでほかの人の得点は合わせて平均{n}点になり",
            ),
            who="they",
        ),
        "own:won": Happening(
            LATER,
            1,
            amount=Words(
                "at the end you (with your team) score {n} points on average",
                "得点計算で自分(のチーム)は平均{n}点になり",
            ),
            is_points=True,
        ),
        "theirs:won": Happening(
            LATER,
            -1,
            amount=Words(
                "at the end the others together score {n} points on average",
                "得点計算でほかの人は合わせて平均{n}点になり",
            ),
            who="they",
            is_points=True,
        ),
        **{
            kind: Happening(LATER, good, Words(en, ja), who=who, is_points=True)
            for kind, who, good, en, ja in _GOT
        },
    },
    standing=standing,
    outcome=outcome,
    common_turn=True,
)
