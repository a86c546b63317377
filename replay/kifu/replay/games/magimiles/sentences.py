"""What a move of MAGiMiLES, what follows from it, and the rule that forbids one are called in
English and in Japanese.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove
from kifu.replay.games.magimiles.cards import CARD_BITS, TARGET_OF
from kifu.replay.games.magimiles.data import (
    ATTRIBUTE_NAMES,
    ATTRIBUTES,
    CARDS,
    COLOURS,
    CYCLE,
    SUPPORT,
    Cards,
    Cycle,
    Rule,
)
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.position import (
    CAN_FOLLOW,
    HAND_KNOWN,
    NOT_IN_HAND,
    NOT_TO_MOVE,
    Position,
)
from kifu.replay.states.authoring import not_on_turn, nothing_to_play
from kifu.replay.states.game_words import CARD_NOT_HELD, GAME_ENDS, ROUND_BEGINS, listed
from kifu.replay.table import Step

#: What a card is called of which only the back is seen.
BACK_NAMES = {
    "r_": Words("a red-backed card", "背面が赤のカード"),
    "g_": Words("a green-backed card", "背面が緑のカード"),
    "b_": Words("a blue-backed card", "背面が青のカード"),
    "_": Words("a card", "カード"),
}


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what `move` is, if `seat` plays it from `state`, which stays as it is. A
    veiled token, with a card's back in place of the card, is described by its back.
    """
    who = f"{{{seat}}}"
    if move[0] == "p":
        return _picking(state, move, who)
    if move[0] == "t":
        return _taking(state, move, who)
    if move[0] == "=":
        card = _named(move[1:])
        return Words(
            f"{who} declares with {card.en}, face down.",
            f"{who}は{card.ja}を伏せて宣言しました。",
        )
    if move[0] == "^":
        card, other = _named(move[1:]), f"{{{state.partner(seat)}}}"
        return Words(
            f"{who} passes {card.en} to {other}.",
            f"{who}は{card.ja}を{other}に渡しました。",
        )
    if ">" in move:
        return _supporting(state, move, seat)
    return _playing(state, move, seat)


def veil(state: Position, move: str, seat: int) -> str:
    """The token of `move` for those who may not see the card that `seat` lays or passes with it:
    with the card's back in its place. The token itself if it hides no card.
    """
    back = state.tables.back
    if move[0] in "=^":
        return move[0] + back[state.tables.card.get(move[1:], 0)]
    if ">" in move:
        code = state.codes[move]
        return f"{back[code & CARD_BITS]}>{TARGET_OF[code]}"
    return move


def consequences(move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move (its token) caused: support cards, tricks, a trump, points, the
    end. `steps` begin with the step of the move itself, of which nothing is said but, if it takes
    cards, what the seat that is second best gets.
    """
    sentences = []
    laid: list[str] = []
    for step in steps:
        if step.kind == "reveal":
            laid = [motion.card for motion in step.motions]
        elif step.kind == "apply":
            sentences.append(_applied(step, laid.pop(0)))
        elif step.kind == "trumped":
            who = f"{{{step.seat}}}"
            sentences.append(
                Words(f"{who}'s total matches the trump.", f"{who}の数値は切札の数と同じです。")
            )
        elif step.kind == "phase" and step.facts["phase"] == "take":
            best = step.facts["to_move"]
            sentences.append(Words(f"{{{best}}} is best.", f"{{{best}}}のランクが1番強いです。"))
        elif step.kind == "trick":
            who = f"{{{step.seat}}}"
            sentences.append(Words(f"{who} wins the trick.", f"{who}がトリックに勝利しました。"))
        elif step.kind == "take":
            sentences.append(_given(step))
        elif step.kind == "trump":
            number = step.facts["trump"]
            sentences.append(Words(f"The trump is {number}.", f"切札は{number}です。"))
        elif step.kind == "score":
            sentences.append(_scored(step))
        elif step.kind == "deal":
            number = step.facts["round"]
            sentences.append(ROUND_BEGINS.filled(number))
        elif step.kind == "piles":
            sentences.append(Words("Four new piles are laid out.", "新しい4つの束が並びました。"))
        elif step.kind == "end":
            sentences.append(GAME_ENDS)
    return sentences


def headline(move: str, steps: list[Step]) -> Words | None:
    """What a move has led to, in one sentence: who wins the trick or takes its cards, who chooses
    them, the trump. `steps` begin with the step of the move. None if nothing has followed yet.

    >>> from kifu.replay.table import Motion
    >>> won = [Motion(card, "main/1", "won/2") for card in ("r3", "g5")]
    >>> headline("g5>2", [Step("trick", won, {}, 2), Step("turn")]).en
    '{2} wins the trick and its 2 cards.'
    """
    trumped = {step.seat for step in steps if step.kind == "trumped"}
    last = any(step.kind == "score" for step in steps)
    for step in steps:
        if step.kind == "trick":
            return _won(step, step.seat in trumped, last)
        if step.kind == "take":
            return _shared(step)
        if step.kind == "phase" and step.facts["phase"] == "take":
            return _may_take(str(step.facts["to_move"]), trumped)
        if step.kind == "trump" and move[0] == "p":
            return _trump_shown(move, steps[0].seat, step)
    return None


def remark(options: Options) -> Words | None:
    """The remark that parts of the rule data are kifu's own invention, since the published rules do
    not give them; None if all parts are a user's.
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
    en, ja = ", ".join(words.en for words in house), "・".join(words.ja for words in house)
    said = Words(
        f"House data, not the published game's: {en}. No result is official.",
        f"{ja}は公開されていないため、kifuの仮のデータです。結果は公式のものではありません。",
    )
    return said if house else None


def aid(options: Options) -> list[tuple[Words, list[Words]]]:
    """What is printed on the cards for those who play: the support table, the weak attributes and
    the card list, each as a title and lines.

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
            [_colour(colour, cycle) for colour in COLOURS],
        ),
        (Words("Cards", "カード構成"), _card_list(CARDS[options.cards])),
    ]


def _colour(colour: str, cycle: Cycle) -> Words:
    name, weak, beaten = (
        _CALLED[each] for each in (colour, cycle.weak[colour], cycle.beats[colour])
    )
    return Words(
        f"{name.en}: {weak.en} (beats {beaten.en})", f"{name.ja}: {weak.ja}({beaten.ja}に勝つ)"
    )


def _rule(rule: Rule) -> Words:
    conditions = [_RELATIONS.get(rule.relation), _COMPARED.get(rule.number)]
    said = [words for words in conditions if words is not None]
    en, ja = ", ".join([one.en for one in said]), "、".join([one.ja for one in said])
    support, main, effect = _CALLED[rule.support], _CALLED[rule.main], _EFFECTS[rule.effect]
    return Words(
        f"{support.en} on {main.en}{f' ({en})' if en else ''}: {effect.en}",
        f"{support.ja} → {main.ja}{f'({ja})' if ja else ''}: {effect.ja}",
    )


def _card_list(cards: Cards) -> list[Words]:
    """A line for each attribute, with the numbers; and one with the backs of the all cards."""
    lines = []
    for attribute, numbers in cards.numbers.items():
        listed_numbers = " ".join(map(str, numbers))
        name = _CALLED[attribute]
        lines.append(Words(f"{name.en}: {listed_numbers}", f"{name.ja}: {listed_numbers}"))
    en, ja = [], []
    for number in sorted(set(cards.numbers["a"])):
        backs = [_CALLED[colour] for colour in cards.backs.get(number, "")]
        en.append(f"{number} {'/'.join([one.en for one in backs]) or 'not known'}")
        ja.append(f"{number}は{'・'.join([one.ja for one in backs]) or '不明'}")
    lines.append(Words(f"Backs of all cards: {', '.join(en)}", f"オールの背面: {'、'.join(ja)}"))
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


def _won(step: Step, trumped: bool, last: bool) -> Words:
    who, cards = f"{{{step.seat}}}", len(step.motions)
    trick, trick_ja = ("the last trick", "最後のトリック") if last else ("the trick", "トリック")
    if trumped:
        return Words(
            f"{who} matches the trump and wins {trick} and its {cards} cards.",
            f"{who}が切札と同じ数値で{trick_ja}に勝ち、{cards}枚を獲得しました。",
        )
    return Words(
        f"{who} wins {trick} and its {cards} cards.",
        f"{who}が{trick_ja}に勝ち、{cards}枚を獲得しました。",
    )


def _may_take(best: str, trumped: set[int]) -> Words:
    who = f"{{{best}}}"
    if int(best) in trumped:
        return Words(
            f"{who} matches the trump and chooses what to take.",
            f"{who}は数値が切札と同じで1番強く、受け取るカードを選びます。",
        )
    return Words(
        f"{who} is best and chooses what to take.",
        f"{who}が1番強く、受け取るカードを選びます。",
    )


def _shared(step: Step) -> Words:
    """The sentence of a trick (`step`) whose cards the best and the second best of three seats
    share.
    """
    own = sum(motion.dst == f"won/{step.seat}" for motion in step.motions)
    others = [motion.dst for motion in step.motions if motion.dst != f"won/{step.seat}"]
    who, second = f"{{{step.seat}}}", f"{{{others[0].partition('/')[2]}}}"
    return Words(
        f"{who} takes {own} cards, and {second} gets {len(others)} as second best.",
        f"{who}が{own}枚、2番目の{second}が{len(others)}枚を受け取りました。",
    )


def _trump_shown(move: str, seat: int, step: Step) -> Words:
    """The sentence for `move`, by which `seat` picks its piles, and for the trump that is turned up
    next (`step`).
    """
    piles, trump = [*move[1::3]], step.facts["trump"]
    en = f"{{{seat}}} picks {'piles' if piles[1:] else 'pile'} {listed(piles).en}"
    ja = f"{{{seat}}}が{listed([f'束{pile}' for pile in piles]).ja}を選び"
    return Words(f"{en}, and the trump is {trump}.", f"{ja}、切札は{trump}に決まりました。")


def _named(token: str) -> Words:
    """The name of a card, or of a back, by its token."""
    return BACK_NAMES.get(token) or Words(token, token)


def _picking(state: Position, move: str, who: str) -> Words:
    piles = [int(pile) for pile in move[1::3]]
    tokens = state.tables.tokens
    cards = " ".join(tokens[card] for pile in piles for card in state.pile(pile))
    if len(piles) == 1:
        return Words(
            f"{who} picks pile {piles[0]} ({cards}).",
            f"{who}は束{piles[0]}({cards})を選びました。",
        )
    one, other = piles
    return Words(
        f"{who} picks piles {one} and {other} ({cards}).",
        f"{who}は束{one}と束{other}({cards})を選びました。",
    )


def _taking(state: Position, move: str, who: str) -> Words:
    tokens = state.tables.tokens
    seats = [int(digit) for digit in move[1:]]
    played = [state.mains[seat] for seat in seats]
    played += [card for seat, card, _target in state.cards_laid() if seat in seats]
    cards = " ".join(tokens[card] for card in played)
    one, other = (f"{{{seat}}}" for seat in seats)
    return Words(
        f"{who} takes what {one} and {other} have played ({cards}).",
        f"{who}は{one}と{other}の使用したカード({cards})を受け取りました。",
    )


def _supporting(state: Position, move: str, seat: int) -> Words:
    token, _, target = move.partition(">")
    card = _named(token)
    main = state.tables.tokens[state.mains[int(target)]]
    who = f"{{{seat}}}"
    if int(target) == seat:
        return Words(
            f"{who} lays {card.en} on their own {main}.",
            f"{who}は自分の{main}に{card.ja}を出しました。",
        )
    return Words(
        f"{who} lays {card.en} on {{{target}}}'s {main}.",
        f"{who}は{{{target}}}の{main}に{card.ja}を出しました。",
    )


def _playing(state: Position, move: str, seat: int) -> Words:
    who = f"{{{seat}}}"
    if not state.played:
        return Words(f"{who} leads {move}.", f"{who}は{move}をリードしました。")
    if state.follows(state.tables.card[move]):
        return Words(f"{who} follows with {move}.", f"{who}は{move}でフォローしました。")
    return Words(
        f"{who} plays {move} and does not follow.",
        f"{who}はフォローせずに{move}を出しました。",
    )


def _applied(step: Step, card: str) -> Words:
    """The sentence for a support card (its token `card`) that changes a main card's total, as
    `step` says.
    """
    ((fact, total),) = step.facts.items()
    layer, target = f"{{{step.seat}}}", f"{{{fact.partition('/')[2]}}}"
    return Words(
        f"{layer}'s {card} makes {target}'s total {total}.",
        f"{layer}の{card}で{target}の数値は{total}になりました。",
    )


def _given(step: Step) -> Words:
    """The sentence for the cards of a trick (`step`) that the second best of three seats gets."""
    given = [motion for motion in step.motions if motion.dst != f"won/{step.seat}"]
    second = f"{{{given[0].dst.partition('/')[2]}}}"
    cards = " ".join(motion.card for motion in given)
    return Words(
        f"{second} is second best and gets {cards}.",
        f"2番目の{second}は{cards}を受け取りました。",
    )


def _scored(step: Step) -> Words:
    """The sentence with the points of all seats, and the declared cards, that `step` shows."""
    scores = [(f"{{{fact.partition('/')[2]}}}", score) for fact, score in step.facts.items()]
    en = listed([f"{who} {score}" for who, score in scores]).en
    ja = "、".join([f"{who}が{score}点" for who, score in scores])
    cards = [(f"{{{motion.src.partition('/')[2]}}}", motion.card) for motion in step.motions]
    en_cards = listed([f"{who} declared {card}" for who, card in cards]).en
    ja_cards = "、".join([f"{who}が{card}" for who, card in cards])
    return Words(
        f"{en_cards}. The scores are {en}.",
        f"宣言は{ja_cards}、得点は{ja}です。",
    )


# Why a move is forbidden


def refusal(state: Position, rule: int, code: int, seat: int) -> IllegalMove:
    """The error for the move with this code by `seat` (0: nobody is on turn, and none is named),
    which the rule with the number `rule` forbids (see `Position.why_not`).
    """
    tables = state.tables
    token = tables.tokens[code & CARD_BITS]
    if rule == NOT_TO_MOVE:
        return _not_to_move(state, seat)
    if rule == NOT_IN_HAND:
        return IllegalMove(CARD_NOT_HELD.filled(token, seat))
    if rule == HAND_KNOWN:
        return IllegalMove(_HAND_KNOWN.filled(state.token(code), seat))
    if rule == CAN_FOLLOW:
        may = [
            name
            for name, cards in zip(ATTRIBUTE_NAMES, tables.cards_of, strict=True)
            if cards & tables.allowed[state.led]
        ]
        led = tables.tokens[state.mains[state.order[0]]]
        return IllegalMove(_with_choices(_CAN_FOLLOW, may, token, led, seat))
    if state.phase == "support":
        choices = [Words(f"CARD>{k}", f"カード>{k}") for k in sorted(state.seats_in())]
    else:
        choices = [Words(move, move) for move in state.legal_moves(seat)]
    return IllegalMove(_with_choices(_EXPECTED[state.phase], choices, state.token(code)))


def _not_to_move(state: Position, seat: int) -> IllegalMove:
    acting = state.to_move()
    if not acting:
        return nothing_to_play(state)
    if not seat:
        return IllegalMove(_EITHER.filled(*acting))
    return not_on_turn(seat, *acting)


def _with_choices(words: Words, choices: list[Words], *values: object) -> Words:
    """The words with `values` in place of {0}, {1}, ... and, in place of {choices}, these."""
    en, ja = " or ".join([one.en for one in choices]), "か".join([one.ja for one in choices])
    return Words(words.en.format(*values, choices=en), words.ja.format(*values, choices=ja))


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
