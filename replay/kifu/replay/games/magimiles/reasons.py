"""Why a move of MAGiMiLES is worse than another (see `kifu.replay.game.Reasons`).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.elements.arrays import members
from kifu.replay.game import FLOW, GAINED, LATER, POINTS, Happening, Reasons
from kifu.replay.games.magimiles.cards import tables_of
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.position import DECLARE, WAITING, Position


def standing(state: Position) -> list[int]:
    """The points of all seats, in seat order, plus what the cards won in this round would score now
    by the declared cards as far as these are known (partners share). When the match is over or
    waits for a card, the points alone.
    """
    points = state.scores()
    if state.is_over or state.stage == WAITING:
        return points
    for seat in state.seats:
        card = state.declared[seat]
        if card:
            score = state.worth(state.kept[state.holder(seat)], card)
            points[seat - 1] += score
            if state.n == 4:
                points[state.partner(seat) - 1] += score
    return points


def outcome(before: Position, after: Position, seat: i64) -> dict[str, int]:
    """Points by the cards won in `after`, a position at the scoring: "weak", what cards of its weak
    attributes cost the side of `seat`. If the declarations were over in `before`, also "KIND:CARD"
    for each card of the hand of `seat` in `before` that counts for the side that won it: what it
    "scores" or "costs" the side of `seat`, "feeds" or "harms" another side. {} if `before` is
    earlier than the declarations.
    """
    if before.stage < DECLARE:
        return {}
    side, tables, hand = after.holder(seat), after.tables, before.hands[seat]
    found = {"weak": 0}
    for other in after.seats:
        holder, declared = after.holder(other), after.declared[other]
        if not declared:  # its partner has declared for both
            continue
        for card in members(after.kept[holder]):
            score = tables.points(card, declared)
            if holder == side:
                found["weak"] += max(0, -score)
            if before.stage > DECLARE and score and hand >> card & 1:
                kind = (_OWN if holder == side else _THEIRS)[score < 0]
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
        "your side gets {}, which scores, by the scoring",
        "得点になる{}が得点計算までに自分のチームのものになり",
    ),
    (
        "costs",
        "I",
        -1,
        "your side gets {}, which costs points, by the scoring",
        "失点になる{}が得点計算までに自分のチームのものになり",
    ),
    (
        "feeds",
        "they",
        -1,
        "others get {}, which scores for them, by the scoring",
        "ほかの人の得点になる{}が得点計算までにその人のものになり",
    ),
    (
        "harms",
        "they",
        1,
        "others get {}, which costs them points, by the scoring",
        "ほかの人の失点になる{}が得点計算までにその人のものになり",
    ),
]

REASONS = Reasons(
    happenings={
        "trick": Happening(
            FLOW,
            1,
            Words("your side wins the trick", "自分のチームがトリックに勝ち"),
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
        "weak": Happening(
            LATER,
            -1,
            amount=Words(
                "the weak attribute costs your side {n} points on average",
                "弱点属性のカードで自分のチームは平均{n}点を失い",
            ),
            is_points=True,
        ),
        **{
            f"{kind}:{token}": Happening(
                LATER, good, Words(en.format(token), ja.format(token)), who=who, is_points=True
            )
            for kind, who, good, en, ja in _GOT
            for token in tables_of(Options()).tokens[1:]
        },
    },
    standing=standing,
    outcome=outcome,
    common_turn=True,
)
