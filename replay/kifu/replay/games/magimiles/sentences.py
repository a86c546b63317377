"""What a move of MAGiMiLES, what follows from it, and the rule that forbids one are called in
English and in Japanese.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove
from kifu.replay.games.magimiles import position
from kifu.replay.games.magimiles.cards import CARD_BITS, TARGET_OF
from kifu.replay.games.magimiles.options import (
    ATTRIBUTE_NAMES,
    ATTRIBUTES,
    CARDS,
    COLOURS,
    CYCLE,
    SUPPORT,
    Cards,
    Cycle,
    Options,
    Rule,
)
from kifu.replay.games.magimiles.position import Position
from kifu.replay.states.authoring import (
    CARD_NOT_HELD,
    GAME_ENDS,
    ROUND_BEGINS,
    clauses,
    joined,
    listed,
    not_on_turn,
    nothing_to_play,
    one_of,
    values_of,
)
from kifu.replay.table import Step

#: What a card is called of which only the back is seen.
BACK_NAMES = {
    "r_": Words("a red-backed card", "背面が赤のカード"),
    "g_": Words("a green-backed card", "背面が緑のカード"),
    "b_": Words("a blue-backed card", "背面が青のカード"),
    "_": Words("a card", "カード"),
}


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what the token `move` does if `seat` plays it from `state`, with `{1}`
    in place of seat 1's name. A veiled token (see `veil`) is described by the card's back. `state`
    isn't changed.
    """
    kind, one, other = move[0], "", ""
    token, _, target = move.lstrip("=^").partition(">")
    cards: list[int] = []
    if kind == "p":
        piles = move[1::3]
        one, other, kind = piles[0], piles[-1], kind * len(piles)
        cards = [card for pile in piles for card in state.pile(int(pile))]
    elif kind == "t":
        seats = [int(digit) for digit in move[1:]]
        one, other = (f"{{{each}}}" for each in seats)
        cards = [state.mains[each] for each in seats]
        cards += [card for layer, card, _target in state.cards_laid() if layer in seats]
    elif kind == "^":
        other = f"{{{state.partner(seat)}}}"
    elif target:
        kind, other = "own" if int(target) == seat else ">", f"{{{target}}}"
        cards = [state.mains[int(target)]]
    elif kind != "=":
        follows = "follow" if state.follows(state.tables.card[move]) else "other"
        kind = follows if state.played else "lead"
    seen = " ".join([state.tables.tokens[card] for card in cards])
    values = {"who": f"{{{seat}}}", "one": one, "other": other, "cards": seen}
    words, name = _MOVES[kind], BACK_NAMES.get(token) or Words(token, token)
    return words.filled(card=name, **values)


#: What is said of a move, by its kind: the first sign of its token, twice for two piles; a support
#: card at one's own main card or another one; a main card that is led, follows, or does not.
_MOVES = {
    "p": Words("{who} picks pile {one} ({cards}).", "{who}は束{one}({cards})を選びました。"),
    "pp": Words(
        "{who} picks piles {one} and {other} ({cards}).",
        "{who}は束{one}と束{other}({cards})を選びました。",
    ),
    "t": Words(
        "{who} takes what {one} and {other} have played ({cards}).",
        "{who}は{one}と{other}の使用したカード({cards})を受け取りました。",
    ),
    "=": Words("{who} declares with {card}, face down.", "{who}は{card}を伏せて宣言しました。"),
    "^": Words("{who} passes {card} to {other}.", "{who}は{card}を{other}に渡しました。"),
    "own": Words(
        "{who} lays {card} on their own {cards}.", "{who}は自分の{cards}に{card}を出しました。"
    ),
    ">": Words(
        "{who} lays {card} on {other}'s {cards}.", "{who}は{other}の{cards}に{card}を出しました。"
    ),
    "lead": Words("{who} leads {card}.", "{who}は{card}をリードしました。"),
    "follow": Words("{who} follows with {card}.", "{who}は{card}でフォローしました。"),
    "other": Words(
        "{who} plays {card} and does not follow.", "{who}はフォローせずに{card}を出しました。"
    ),
}


def veil(state: Position, move: str, seat: int) -> str:
    """The token of `move` as those see it who may not see the card that `seat` lays or passes: the
    back in place of the card, such as `r_>2`, `=g_`. Tokens that hide no card are returned as they
    are.
    """
    back = state.tables.back
    if move[0] in "=^":
        return move[0] + back[state.tables.card.get(move[1:], 0)]
    if ">" in move:
        code = state.lexicon.codes[move]
        return f"{back[code & CARD_BITS]}>{TARGET_OF[code]}"
    return move


def consequences(state: Position, move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what the move with the token `move` caused, in the order of `steps`: effects
    of support cards, tricks, the trump, points, the end. `steps` begin with the move's own step, of
    which only what the second best seat gets is said. [] if there is nothing to say.
    """
    sentences = []
    laid: list[str] = []
    for step in steps:
        kind = "best" if step.kind == "phase" and _is_take(step) else step.kind
        if kind == "reveal":
            laid = [motion.card for motion in step.motions]
        elif kind == "score":
            sentences.append(_scored(step))
        elif kind in _TOLD:
            values = {**_values(step), "card": laid.pop(0) if kind == "apply" else ""}
            sentences.append(_TOLD[kind].filled(**values))
    return sentences


def _values(step: Step) -> dict[str, object]:
    """The values that sentences about a step may name: the step's facts, and

    - `who` and others of `values_of`; `other`: the second best seat that gets cards, or the seat
      whose total changes to `total`
    - `won`: how many cards move; `own`: how many of them go to the seat of the step
    - `given`, `number`: the tokens of the other cards, separated by spaces, and their number
    """
    given = [motion for motion in step.motions if motion.dst != f"won/{step.seat}"]
    fact, total = next(iter(step.facts.items()), ("", ""))
    other = given[0].dst if given else fact
    return {
        **values_of(step),
        "other": f"{{{other.partition('/')[2]}}}",
        "won": len(step.motions),
        "own": len(step.motions) - len(given),
        "given": " ".join([motion.card for motion in given]),
        "number": len(given),
        "total": total,
    }


#: What is said of a step, by its kind (`best`: the phase in which the best seat takes cards).
_TOLD = {
    "apply": Words(
        "{who}'s {card} makes {other}'s total {total}.",
        "{who}の{card}で{other}の数値は{total}になりました。",
    ),
    "trumped": Words("{who}'s total matches the trump.", "{who}の数値は切札の数と同じです。"),
    "best": Words("{{{to_move}}} is best.", "{{{to_move}}}のランクが1番強いです。"),
    "trick": Words("{who} wins the trick.", "{who}がトリックに勝利しました。"),
    "take": Words(
        "{other} is second best and gets {given}.", "2番目の{other}は{given}を受け取りました。"
    ),
    "trump": Words("The trump is {trump}.", "切札は{trump}です。"),
    "deal": ROUND_BEGINS,
    "piles": Words("Four new piles are laid out.", "新しい4つの束が並びました。"),
    "end": GAME_ENDS,
}


def headline(state: Position, move: str, steps: list[Step]) -> Words | None:
    """What a move has led to, in one sentence: who wins the trick, takes its cards or chooses them,
    or the trump. `steps` begin with the step of the move. None if nothing of this follows.

    >>> from kifu.replay.table import Motion
    >>> won = [Motion(card, "main/1", "won/2") for card in ("r3", "g5")]
    >>> headline(None, "g5>2", [Step("trick", won, {}, 2), Step("turn")]).en
    '{2} wins the trick and its 2 cards.'
    """
    by_kind = {step.kind: step for step in steps if step.kind != "phase" or _is_take(step)}
    last = Words("the last trick", "最後のトリック") if "score" in by_kind else _TRICK
    matched = "matched" if "trumped" in by_kind else ""
    for kind in ("trick", "take", "phase"):
        if kind in by_kind:
            values = _values(by_kind[kind])
            words = _HEADLINES.get(matched + kind, _HEADLINES[kind])
            return words.filled(trick=last, **values)
    if "trump" not in by_kind or move[0] != "p":
        return None
    piles, values = [*move[1::3]], _values(by_kind["trump"])
    values["who"] = f"{{{steps[0].seat}}}"
    picked = listed([Words(pile, f"束{pile}") for pile in piles])
    words = Words(f"{'piles' if piles[1:] else 'pile'} {picked.en}", picked.ja)
    return _HEADLINES["trump"].filled(piles=words, **values)


def _is_take(step: Step) -> bool:
    """Whether after this step, which has a fact `phase`, the best seat is to take cards."""
    return step.facts["phase"] == "take"


_TRICK = Words("the trick", "トリック")
#: By the kind of the step that decides; with `matched`, the total is the trump.
_HEADLINES = {
    "trick": Words(
        "{who} wins {trick} and its {won} cards.", "{who}が{trick}に勝ち、{won}枚を獲得しました。"
    ),
    "matchedtrick": Words(
        "{who} matches the trump and wins {trick} and its {won} cards.",
        "{who}が切札と同じ数値で{trick}に勝ち、{won}枚を獲得しました。",
    ),
    "phase": Words(
        "{{{to_move}}} is best and chooses what to take.",
        "{{{to_move}}}が1番強く、受け取るカードを選びます。",
    ),
    "matchedphase": Words(
        "{{{to_move}}} matches the trump and chooses what to take.",
        "{{{to_move}}}は数値が切札と同じで1番強く、受け取るカードを選びます。",
    ),
    "take": Words(
        "{who} takes {own} cards, and {other} gets {number} as second best.",
        "{who}が{own}枚、2番目の{other}が{number}枚を受け取りました。",
    ),
    "trump": Words(
        "{who} picks {piles}, and the trump is {trump}.",
        "{who}が{piles}を選び、切札は{trump}に決まりました。",
    ),
}


def remark(options: Options) -> Words | None:
    """A remark that lists the rule data (card list, support table, cycle) of `options` that is
    kifu's own invention, since the published rules don't give it; None if all of it is a user's.
    """
    house = [
        words
        for part, words in (
            (CARDS, Words("card list", "カード構成")),
            (SUPPORT, Words("support table", "サポート効果")),
            (CYCLE, Words("weakness cycle", "弱点属性")),
        )
        if part.is_house(getattr(options, part.part))
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
    return [
        (_SUPPORT_TABLE, [_rule(rule) for rule in SUPPORT[options.support]]),
        (
            Words("Weak attributes", "弱点属性"),
            [_weakness(colour, cycle) for colour in COLOURS],
        ),
        (Words("Cards", "カード構成"), _card_list(CARDS[options.cards])),
    ]


def _weakness(colour: str, cycle: Cycle) -> Words:
    """The line of a colour (a letter) in the list of weak attributes: its name, the attribute that
    is its weakness, and the colour that it beats, by `cycle`.
    """
    name, weak, beaten = (
        _CALLED[each] for each in (colour, cycle.weak[colour], cycle.beats[colour])
    )
    return Words(
        f"{name.en}: {weak.en} (beats {beaten.en})", f"{name.ja}: {weak.ja}({beaten.ja}に勝つ)"
    )


def _rule(rule: Rule) -> Words:
    """The line of a rule in the support table, such as `red on a colour (the same colour): + n`."""
    conditions = [_RELATIONS.get(rule.relation), _COMPARED.get(rule.number)]
    said = joined([words for words in conditions if words is not None], ", ", "、")
    support, main, effect = _CALLED[rule.support], _CALLED[rule.main], _EFFECTS[rule.effect]
    return Words(
        f"{support.en} on {main.en}{f' ({said.en})' if said.en else ''}: {effect.en}",
        f"{support.ja} → {main.ja}{f'({said.ja})' if said.ja else ''}: {effect.ja}",
    )


def _card_list(cards: Cards) -> list[Words]:
    """A line with the numbers of each attribute, then one with the backs of the all cards ("not
    known" where a back isn't given).
    """
    lines = []
    for attribute, numbers in cards.numbers.items():
        listed_numbers = " ".join(map(str, numbers))
        name = _CALLED[attribute]
        lines.append(Words(f"{name.en}: {listed_numbers}", f"{name.ja}: {listed_numbers}"))
    backs = []
    for number in sorted(set(cards.numbers["a"])):
        back = joined([_CALLED[colour] for colour in cards.backs.get(number, "")], "/", "・")
        known = f"{number} {back.en or 'not known'}", f"{number}は{back.ja or '不明'}"
        backs.append(Words(*known))
    said = joined(backs, ", ", "、")
    lines.append(Words(f"Backs of all cards: {said.en}", f"オールの背面: {said.ja}"))
    return lines


_CALLED = {
    "any": Words("any card", "何でも"),
    "colour": Words("a colour", "色"),
    **dict(zip(ATTRIBUTES, ATTRIBUTE_NAMES, strict=True)),
}
_SUPPORT_TABLE = Words(
    "Support table (n: number of the support card; the first line that fits)",
    "サポート効果(nはサポートカードの数字。上から見て最初に当てはまる行)",
)
#: How the support card's colour relates to the main card's, and its number to the printed one.
_RELATIONS = {
    "same": Words("the same colour", "同じ色"),
    "beats": Words("a colour that it beats", "勝つ色"),
    "beaten": Words("a colour that beats it", "負ける色"),
}
_COMPARED = {
    "lower": Words("with a lower number", "小さい数字"),
    "equal": Words("with the same number", "同じ数字"),
    "higher": Words("with a higher number", "大きい数字"),
}
_EFFECTS = {
    "add": Words("+ n", "+ n"),
    "subtract": Words("- n", "- n"),
    "double": Words("× 2", "× 2"),
    "triple": Words("× 3", "× 3"),
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
    """The error, to be raised by the caller, for the move with this code by `seat` (0: written
    without a seat), which the rule with the number `rule` forbids (see `Position.why_not`). It says
    what was expected.
    """
    seat = seat or state.next_seat
    tables, acting, choices = state.tables, state.to_move(), list[Words | str]()
    token, told = tables.tokens[code & CARD_BITS], state.token(code)
    if rule == position.NOT_TO_MOVE:
        if seat and acting:
            return not_on_turn(seat, *acting)
        return IllegalMove(_EITHER.filled(*acting)) if acting else nothing_to_play(state)
    if rule == position.NOT_IN_HAND:
        return IllegalMove(CARD_NOT_HELD.filled(token, seat))
    if rule == position.HAND_KNOWN:
        return IllegalMove(_HAND_KNOWN.filled(told, seat))
    if rule == position.CAN_FOLLOW:
        words, led = _CAN_FOLLOW, tables.tokens[state.mains[state.order[0]]]
        for name, cards in zip(ATTRIBUTE_NAMES, tables.cards_of, strict=True):
            choices += [name] if cards & tables.allowed[state.led] else []
    else:
        words, token, led = _EXPECTED[state.phase], told, ""
        if state.phase in ("pick1", "pick2"):
            choices += state.legal_moves(seat)
        elif state.phase == "support":
            choices = [Words(f"CARD>{k}", f"カード>{k}") for k in sorted(state.seats_in())]
    return IllegalMove(words.filled(token, led, seat, choices=one_of(choices)))


_EITHER = Words(
    "either partner may act, so write which one does: {0}: or {1}:",
    "どちらも動けるので、だれが動くか書いてください: {0}: か {1}:",
)
_HAND_KNOWN = Words(
    "{0} is for a card that nobody knows, but the whole hand of seat {1} is known: write the card",
    "{0}はわからないカードの書き方です。席{1}の手札はすべてわかっているので、カードを書いてください",
)
_CAN_FOLLOW = Words(
    "{1} was led and seat {2} can follow: its main card must be {choices}, not {0}",
    "リードは{1}で、席{2}はフォローできます。{0}ではなく{choices}属性のカードを出します",
)
#: What is expected in each phase, where the token is another one.
_EXPECTED = {
    "pick1": Words(
        "pick one pile, {choices}; got {0}",
        "束を1つ選びます({choices})。{0}はそうではありません",
    ),
    "pick2": Words(
        "pick two of the remaining piles, {choices}; got {0}",
        "残りの束から2つ選びます({choices})。{0}はそうではありません",
    ),
    "pass1": Words(
        "pass a card to your partner, ^CARD; got {0}",
        "チームメイトに渡すカードを ^カード と書きます。{0}はそうではありません",
    ),
    "declare": Words(
        "declare a card of the hand, =CARD; got {0}",
        "宣言する手札を =カード と書きます。{0}はそうではありません",
    ),
    "main": Words(
        "play a main card; {0} is not a card of this deck",
        "メインカードを出す番です。{0}はカード構成にありません",
    ),
    "support": Words(
        "lay a support card on a main card of the trick, {choices}; got {0}",
        "サポートカードはトリックのメインカードに出します({choices})。{0}はそうではありません",
    ),
    "take": Words(
        "the best seat must name the two seats whose cards it takes, t12, t13 or t23; got {0}",
        "1位の席が、カードを取る2つの席を t12、t13、t23 で選びます。{0}はそうではありません",
    ),
}
_EXPECTED["pass2"] = _EXPECTED["pass1"]
