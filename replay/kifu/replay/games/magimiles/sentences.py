"""What a move of MAGiMiLES, what follows from it, and the rule that forbids one are called in
English and in Japanese.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.authoring import (
    CARD_NOT_HELD,
    GAME_ENDS,
    ROUND_BEGINS,
    clauses,
    joined,
    not_on_turn,
    nothing_to_play,
    one_of,
    values_of,
)
from kifu.replay.game import IllegalMove
from kifu.replay.games.magimiles import position
from kifu.replay.games.magimiles.cards import CARD_BITS
from kifu.replay.games.magimiles.options import (
    ATTRIBUTE_NAMES,
    ATTRIBUTES,
    CARDS,
    COLOURS,
    CYCLE,
    SUPPORT,
    Cards,
    Options,
    Rule,
)
from kifu.replay.games.magimiles.position import Position
from kifu.replay.table import Step

#: What a card is called of which only the back is seen.
BACK_NAMES = {
    "r_": Words("a red-backed card", "背面が赤のカード"),
    "g_": Words("a green-backed card", "背面が緑のカード"),
    "b_": Words("a blue-backed card", "背面が青のカード"),
    "_": Words("a card", "カード"),
}


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what the token `move` (without a seat) does if `seat` (from 1) plays it
    from `state`, with `{1}` in place of seat 1's name. The move must be legal there, or be such a
    token with the back in place of the card (see `veil`). That isn't checked: other text gives a
    wrong sentence or any error. `state` isn't changed.
    """
    kind, ends, cards = move[0], move[1:].replace("+p", ""), list[int]()
    token, _, target = move.lstrip("=^").partition(">")
    if kind == "p":
        cards = [card for pile in ends for card in state.pile(int(pile))]
        kind *= len(ends)
    elif kind == "t":
        cards = [state.mains[int(each)] for each in ends]
        cards += [card for layer, card, _target in state.cards_laid() if str(layer) in ends]
    elif kind == "^":
        ends = str(state.partner(seat))
    elif target:
        kind, ends = "own" if int(target) == seat else ">", target
        cards = [state.mains[int(target)]]
    elif kind != "=":
        follows = "follow" if state.follows(state.tables.card[move]) else "other"
        kind = follows if state.played else "lead"
    seen = " ".join([state.tables.tokens[card] for card in cards])
    return _MOVES[kind].filled(
        who=f"{{{seat}}}",
        card=BACK_NAMES.get(token, token),
        one=ends[0],
        other=ends[-1],
        cards=seen,
    )


#: What is said of a move, by its kind: the first sign of its token, twice for two piles; a support
#: card at one's own main card or another one; a main card that is led, follows, or does not.
_MOVES = {
    "p": Words("{who} picks pile {one} ({cards}).", "{who}は束{one}({cards})を選びました。"),
    "pp": Words(
        "{who} picks piles {one} and {other} ({cards}).",
        "{who}は束{one}と束{other}({cards})を選びました。",
    ),
    "t": Words(
        "{who} takes what {{{one}}} and {{{other}}} have played ({cards}).",
        "{who}は{{{one}}}と{{{other}}}の使用したカード({cards})を受け取りました。",
    ),
    "=": Words("{who} declares with {card}, face down.", "{who}は{card}を伏せて宣言しました。"),
    "^": Words("{who} passes {card} to {{{other}}}.", "{who}は{card}を{{{other}}}に渡しました。"),
    "own": Words(
        "{who} lays {card} on their own {cards}.",
        "{who}は自分の{cards}に{card}を出しました。",
    ),
    ">": Words(
        "{who} lays {card} on {{{other}}}'s {cards}.",
        "{who}は{{{other}}}の{cards}に{card}を出しました。",
    ),
    "lead": Words("{who} leads {card}.", "{who}は{card}をリードしました。"),
    "follow": Words("{who} follows with {card}.", "{who}は{card}でフォローしました。"),
    "other": Words(
        "{who} plays {card} and does not follow.",
        "{who}はフォローせずに{card}を出しました。",
    ),
}


def veil(state: Position, move: str, seat: int) -> str:
    """The token of `move` for those who may not see its card, which is declared, passed or laid as
    support: the back in place of the card, such as `r_>2`, `=g_`, or `_` if the back isn't known. A
    token without a hidden card is returned as it is. `state` gives only the backs; `seat` isn't
    used.
    """
    token = move.lstrip("=^").partition(">")[0]
    back = state.tables.back[state.tables.card.get(token, 0)]
    return move.replace(token, back) if token != move else move


def consequences(state: Position, move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move caused, as a new list in the order of `steps`: effects of support
    cards, tricks, the trump, points, the end; [] if there is nothing to say. `steps` are all steps
    of the move, the first one its own. Of that one nothing is said, except what the second best
    seat gets when cards are taken. `state` and `move` aren't used.
    """
    sentences = []
    laid: list[str] = []
    for step in steps:
        kind = _kind(step)
        if kind == "reveal":
            laid = [motion.card for motion in step.motions]
        elif kind == "score":
            sentences.append(_scored(step))
        elif kind in _TOLD:
            card = laid.pop(0) if kind == "apply" else ""
            sentences.append(_TOLD[kind].filled(card=card, **_values(step)))
    return sentences


def _kind(step: Step) -> str:
    """The kind of a step; but `best` for the step that enters the phase `take`, where the best seat
    is to choose cards.
    """
    is_take = step.kind == "phase" and step.facts["phase"] == "take"
    return "best" if is_take else step.kind


def _values(step: Step) -> dict[str, object]:
    """The values that sentences about a step may name, as a new dict: all of `values_of`, and

    - `other`: in a step `take` the number of the second best seat, in a step `apply` that of the
      seat whose total changes;
    - `given`: in a step `take`, the tokens of the cards that the second best seat gets, separated
      by blanks;
    - `total`: in a step `apply`, the new total.

    In steps of other kinds these three mean nothing.
    """
    given = [motion for motion in step.motions if motion.dst != f"won/{step.seat}"]
    fact, total = next(iter(step.facts.items()), ("", ""))
    return {
        **values_of(step),
        "other": (given[0].dst if given else fact)[-1:],
        "given": " ".join([motion.card for motion in given]),
        "total": total,
    }


#: What is said of a step, by its kind.
_TOLD = {
    "apply": Words(
        "{who}'s {card} makes {{{other}}}'s total {total}.",
        "{who}の{card}で{{{other}}}の数値は{total}になりました。",
    ),
    "trumped": Words("{who}'s total matches the trump.", "{who}の数値は切札の数と同じです。"),
    "best": Words("{{{to_move}}} is best.", "{{{to_move}}}のランクが1番強いです。"),
    "trick": Words("{who} wins the trick.", "{who}がトリックに勝利しました。"),
    "take": Words(
        "{{{other}}} is second best and gets {given}.",
        "2番目の{{{other}}}は{given}を受け取りました。",
    ),
    "trump": Words("The trump is {trump}.", "切札は{trump}です。"),
    "deal": ROUND_BEGINS,
    "piles": Words("Four new piles are laid out.", "新しい4つの束が並びました。"),
    "end": GAME_ENDS,
}


def headline(state: Position, move: str, steps: list[Step]) -> Words | None:
    """One sentence about what a move has led to: who wins the trick, and with which total, takes
    cards or is to choose them. None if nothing of this follows. `state` is the position after the
    move, in which the seats keep the totals of their last trick; `steps` are all steps of the move,
    the first one its own. `move` isn't used.

    >>> from kifu.replay.players.new_match import new_match
    >>> state = new_match("magimiles", seats=4).state
    >>> headline(state, "g5>2", [Step("trick", [], {}, 2), Step("turn")]).en
    '{2} wins the trick and its 4 cards with a total of 0.'
    """
    by_kind = {_kind(step): step for step in steps}
    for kind, words in _HEADLINES.items():
        if step := by_kind.get(kind):
            return words.filled(
                last=Words("last ", "最後の") if "score" in by_kind else "",
                matched=Words(", matching the trump", "切札と同じ") if "trumped" in by_kind else "",
                **_values(step) | {"total": state.totals[step.seat]},
            )
    return None


#: By the kind of the step that decides; the first of them that is there is said.
_HEADLINES = {
    "trick": Words(
        "{who} wins the {last}trick and its 4 cards with a total of {total}{matched}.",
        "{who}が{matched}数値{total}で{last}トリックに勝ち、4枚を獲得しました。",
    ),
    "take": Words(
        "{who} takes 4 cards, and {{{other}}} gets 2 as second best.",
        "{who}が4枚、2番目の{{{other}}}が2枚を受け取りました。",
    ),
    "best": Words(
        "{{{to_move}}} wins the trick{matched}, and chooses what to take.",
        "{{{to_move}}}の{matched}数値が1番強く、トリックに勝って受け取るカードを選びます。",
    ),
}


def remark(options: Options) -> Words | None:
    """A sentence that names the rule data of `options` (card list, support table, cycle) that kifu
    has invented, since the published rules don't give them. None if all three are a user's data.
    """
    house = [
        words
        for part, words in (
            (CARDS, Words("card list", "カード構成")),
            (SUPPORT, Words("support table", "サポート効果")),
            (CYCLE, Words("weakness cycle", "弱点属性")),
        )
        if "@" not in getattr(options, part.part)  # which a user's name has
    ]
    return _HOUSE.filled(joined(house, ", ", "・")) if house else None


_HOUSE = Words(
    "House data, not the published game's: {0}. No result is official.",
    "{0}は公開されていないため、kifuの仮のデータです。結果は公式のものではありません。",
)


def aid(options: Options) -> list[tuple[Words, list[Words]]]:
    """What players have printed on the cards, as (title, lines): the support table, the weak
    attributes and the card list, in this order.

    >>> [title.en for title, _lines in aid(Options())]
    ['Support table (n: number of the support card; the first line that fits)', \
'Weak attributes', 'Cards']
    >>> aid(Options())[0][1][1].ja
    '何でも → オール(同じ数字): × 3'
    """
    cycle = CYCLE[options.cycle]
    weaknesses = [
        _WEAKNESS.filled(_CALLED[own], _CALLED[cycle.weak[own]], _CALLED[cycle.beats[own]])
        for own in COLOURS
    ]
    return [
        (
            Words(
                "Support table (n: number of the support card; the first line that fits)",
                "サポート効果(nはサポートカードの数字。上から見て最初に当てはまる行)",
            ),
            [_rule(rule) for rule in SUPPORT[options.support]],
        ),
        (Words("Weak attributes", "弱点属性"), weaknesses),
        (Words("Cards", "カード構成"), _card_list(CARDS[options.cards])),
    ]


#: A colour, its weak attribute, and the colour that it beats.
_WEAKNESS = Words("{0}: {1} (beats {2})", "{0}: {1}({2}に勝つ)")


def _rule(rule: Rule) -> Words:
    """The line of a rule in the support table, such as `red on a colour (the same colour): + n`."""
    conditions = [_CONDITIONS[each] for each in (rule.relation, rule.number) if each != "any"]
    said = joined(conditions, ", ", "、")
    if conditions:
        said = Words(f" ({said.en})", f"({said.ja})")
    return _RULE.filled(_CALLED[rule.support], _CALLED[rule.main], said, _EFFECTS[rule.effect])


#: A support card, a main card, the conditions in brackets, and the effect.
_RULE = Words("{0} on {1}{2}: {3}", "{0} → {1}{2}: {3}")


def _card_list(cards: Cards) -> list[Words]:
    """The lines of a card list, as a new list: one for each attribute with its numbers, then one
    with the backs of the cards of the attribute all, by number ("not known" where a back isn't
    given).
    """
    line = Words("{0}: {1}", "{0}: {1}")
    lines = [
        line.filled(_CALLED[attribute], " ".join(map(str, numbers)))
        for attribute, numbers in cards.numbers.items()
    ]
    backs = []
    for number in sorted(set(cards.numbers["a"])):
        back = joined([_CALLED[colour] for colour in cards.backs.get(number, "")], "/", "・")
        backs.append(Words(f"{number} {back.en or 'not known'}", f"{number}は{back.ja or '不明'}"))
    title = Words("Backs of all cards", "オールの背面")
    return [*lines, line.filled(title, joined(backs, ", ", "、"))]


_CALLED = {
    "any": Words("any card", "何でも"),
    "colour": Words("a colour", "色"),
    **dict(zip(ATTRIBUTES, ATTRIBUTE_NAMES, strict=True)),
}
#: How the support card's colour relates to the main card's, and its number to the printed one.
_CONDITIONS = {
    "same": Words("the same colour", "同じ色"),
    "beats": Words("a colour that it beats", "勝つ色"),
    "beaten": Words("a colour that beats it", "負ける色"),
    "lower": Words("with a lower number", "小さい数字"),
    "equal": Words("with the same number", "同じ数字"),
    "higher": Words("with a higher number", "大きい数字"),
}
_EFFECTS: dict[str, Words | str] = {
    "add": "+ n",
    "subtract": "- n",
    "double": "× 2",
    "triple": "× 3",
    "nothing": Words("no effect", "効果なし"),
}


def _scored(step: Step) -> Words:
    """The sentence with all declared cards and all seats' scores, from a step of the kind
    `score`.
    """
    scores = clauses(
        Words(f"{{{fact[-1]}}} {score}", f"{{{fact[-1]}}}が{score}点")
        for fact, score in step.facts.items()
    )
    cards = clauses(
        Words(
            f"{{{motion.src[-1]}}} declared {motion.card}", f"{{{motion.src[-1]}}}が{motion.card}"
        )
        for motion in step.motions
    )
    return Words(
        f"{cards.en}. The scores are {scores.en}.", f"宣言は{cards.ja}、得点は{scores.ja}です。"
    )


# Why a move is forbidden


def refusal(state: Position, rule: int, code: int, seat: int) -> IllegalMove:
    """The error for the move with this code by `seat` (0: written without a seat), which is
    returned for the caller to raise. `rule`, never 0, is the rule that forbids it, as
    `Position.why_not` gave it. The error says what was expected.

    It is a WrongActor if the seat may not act but another one may. Otherwise it is an IllegalMove,
    also where either partner may act and no seat is written. For code 0 it is about the text in
    `state.word`.
    """
    seat = seat or state.next_seat
    tables, acting = state.tables, state.to_move()
    if rule == position.NOT_TO_MOVE:
        if seat and acting:
            return not_on_turn(seat, *acting)
        return IllegalMove(_EITHER.filled(*acting)) if acting else nothing_to_play(state)
    choices: list[Words | str] = [*state.legal_moves(seat)]
    if rule == position.CAN_FOLLOW:
        attributes = zip(ATTRIBUTE_NAMES, tables.cards_of, strict=True)
        choices = [name for name, cards in attributes if cards & tables.allowed[state.led]]
    elif state.stage == position.SUPPORT:
        choices = [Words(f"CARD>{k}", f"カード>{k}") for k in sorted(state.seats_in())]
    words = _BROKEN.get(rule) or _EXPECTED[state.phase]
    return IllegalMove(
        words.filled(
            tables.tokens[code & CARD_BITS],
            seat,
            move=state.token(code),
            led=tables.tokens[state.mains[state.order[0]]],
            choices=one_of(choices),
        )
    )


_EITHER = Words(
    "either partner may act, so write which one does: {0}: or {1}:",
    "どちらも動けるので、だれが動くか書いてください: {0}: か {1}:",
)
#: Of the card {0} and the seat {1}, by the number of the rule that forbids the move.
_BROKEN = {
    position.NOT_IN_HAND: CARD_NOT_HELD,
    position.CAN_FOLLOW: Words(
        "{led} was led and seat {1} can follow: its main card must be {choices}, not {0}",
        "リードは{led}で、席{1}はフォローできます。{0}ではなく{choices}属性のカードを出します",
    ),
    position.HAND_KNOWN: Words(
        "{move} is for a card that nobody knows, but the whole hand of seat {1} is known: "
        "write the card",
        "{move}はわからないカードの書き方です。席{1}の手札はすべてわかっているので、"
        "カードを書いてください",
    ),
}
#: What is expected in each phase, where the token is another one.
_EXPECTED = {
    "pick1": Words(
        "pick one pile, {choices}; got {move}",
        "束を1つ選びます({choices})。{move}はそうではありません",
    ),
    "pick2": Words(
        "pick two of the remaining piles, {choices}; got {move}",
        "残りの束から2つ選びます({choices})。{move}はそうではありません",
    ),
    "pass1": Words(
        "pass a card to your partner, ^CARD; got {move}",
        "チームメイトに渡すカードを ^カード と書きます。{move}はそうではありません",
    ),
    "declare": Words(
        "declare a card of the hand, =CARD; got {move}",
        "宣言する手札を =カード と書きます。{move}はそうではありません",
    ),
    "main": Words(
        "play a main card; {move} is not a card of this deck",
        "メインカードを出す番です。{move}はカード構成にありません",
    ),
    "support": Words(
        "lay a support card on a main card of the trick, {choices}; got {move}",
        "サポートカードはトリックのメインカードに出します({choices})。{move}はそうではありません",
    ),
    "take": Words(
        "the best seat must name the two seats whose cards it takes, t12, t13 or t23; got {move}",
        "1位の席が、カードを取る2つの席を t12、t13、t23 で選びます。{move}はそうではありません",
    ),
}
_EXPECTED["pass2"] = _EXPECTED["pass1"]
