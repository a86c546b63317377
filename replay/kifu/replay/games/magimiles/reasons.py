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


def outlook(state: Position, seat: i64) -> dict[str, int]:
    """Of the last full trick, 1 or 0 for each of: "trick", the side of `seat` won it; "trump", it
    did so with a total equal to the trump; "trumped", another side did that. Means nothing before
    the first trick.
    """
    best = state.ranking[0]
    own, matched = state.holder(best) == state.holder(seat), state.totals[best] == state.trump
    return {"trick": own, "trump": own and matched, "trumped": matched and not own}


def outcome(before: Position, after: Position, seat: i64) -> dict[str, int]:
    """What the side of `seat` has won in `after`, a position at the scoring: "cards", how many;
    "weak", the points that cards of its weak attributes cost it. If the declarations were over in
    `before`, also "scores:CARD" or "costs:CARD" -> points, for each card of the hand of `seat` in
    `before` that its side won. {} if `before` is earlier than the declarations.
    """
    if before.stage < DECLARE:
        return {}
    side, tables = after.holder(seat), after.tables
    hand, won = before.hands[seat], members(after.kept[side])
    found = {"cards": len(won), "weak": 0}
    for other in after.seats:
        declared = after.declared[other]
        if not declared or after.holder(other) != side:
            continue
        for card in won:
            score = tables.points(card, declared)
            found["weak"] += max(0, -score)
            if before.stage > DECLARE and score and hand >> card & 1:
                name = f"{'scores' if score > 0 else 'costs'}:{tables.tokens[card]}"
                found[name] = found.get(name, 0) + max(score, -score)
    return found


#: (name, good, English, Japanese) of a card that the side gets.
_GOT = [
    (
        "scores",
        1,
        "your side gets {}, which scores, by the scoring",
        "得点になる{}が得点計算までに自分のチームのものになり",
    ),
    (
        "costs",
        -1,
        "your side gets {}, which costs points, by the scoring",
        "失点になる{}が得点計算までに自分のチームのものになり",
    ),
]

REASONS = Reasons(
    happenings={
        "trick": Happening(
            FLOW,
            1,
            Words("your side wins the trick", "自分のチームがトリックに勝ち"),
        ),
        "trump": Happening(
            FLOW,
            1,
            Words("your side matches the trump", "自分のチームの数値が切札と同じになり"),
        ),
        "trumped": Happening(
            FLOW,
            -1,
            Words("somebody else matches the trump", "ほかの人の数値が切札と同じになり"),
            who="they",
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
        "cards": Happening(
            LATER,
            1,
            amount=Words(
                "your side wins {n} cards on average by the scoring",
                "得点計算までに自分のチームは平均{n}枚を獲得し",
            ),
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
            f"{name}:{token}": Happening(
                LATER, good, Words(en.format(token), ja.format(token)), is_points=True
            )
            for name, good, en, ja in _GOT
            for token in tables_of(Options()).tokens[1:]
        },
    },
    standing=standing,
    outlook=outlook,
    outcome=outcome,
    common_turn=True,
)
