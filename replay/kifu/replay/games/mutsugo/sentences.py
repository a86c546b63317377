"""What a move of 6つ子7組, and what follows from it, is called in English and in Japanese; and
why a move is refused.
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.authoring import listed, not_on_turn, nothing_to_play, told, values_of
from kifu.replay.game import IllegalMove
from kifu.replay.games.mutsugo import position
from kifu.replay.games.mutsugo.position import (
    CARD,
    END,
    FEWEST_FROM_HAND,
    FROM_HAND,
    HAND,
    LARGEST_HAND,
    LEXICON,
    NAMED,
    PRINTED,
    SMALLEST,
    TOKEN,
    Position,
    cards_of,
    size_of,
)
from kifu.replay.table import Step


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what the token `move` does if `seat` plays it from `state`, with `{1}`
    in place of seat 1's name, and cards as they are printed (●3). The move must be legal there:
    that is not checked, and another text gives a wrong sentence or any error. `state` isn't
    changed.
    """
    who = f"{{{seat}}}"
    if move == "d":
        return Words(f"{who} draws from the pile.", f"{who}は山札から1枚引きました。")
    if move == "/":
        return Words(f"{who} ends the turn.", f"{who}は手番を終了しました。")
    if move in CARD:
        card = PRINTED[CARD[move]]
        return Words(
            f"{who} takes the free card {card}.",
            f"{who}はフリーカードの{card}を手札に加えました。",
        )
    if move[0] == "-":
        card = PRINTED[CARD[move[1:]]]
        return Words(f"{who} discards {card}.", f"{who}は{card}を捨てました。")
    if move[0] == "~":
        cards = _printed(state.sets_of(seat)[int(move[1:]) - 1])
        return Words(
            f"{who} dissolves set {move[1:]} ({cards}).",
            f"{who}は{move[1:]}番目のセット({cards})を解散させました。",
        )
    return _describe_set(state, move, who)


def _describe_set(state: Position, move: str, who: str) -> Words:
    """The sentence for making a set (`move` is its token), with the card that it takes or robs;
    `who` is the seat as `{1}`.
    """
    code = LEXICON.code(move)
    hand, taken = cards_of(FROM_HAND[code]), NAMED[code]
    cards, size = _printed([*hand, taken] if taken else hand), len(hand) + bool(taken)
    en, ja = f"{who} makes a set of {size}: {cards}", f"{size}枚のセット({cards})を作りました。"
    if not taken:
        return Words(f"{en}.", f"{who}は{ja}")
    card = PRINTED[taken]
    if state.free >> taken & 1:
        return Words(
            f"{en}, with the free card {card}.", f"{who}はフリーカードの{card}を使い、{ja}"
        )
    owner = state.owners[state.set_with(taken)]
    return Words(
        f"{en}, robbing {{{owner}}} of {card}.", f"{who}は{{{owner}}}から{card}を奪い、{ja}"
    )


def consequences(state: Position, move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move caused, as a new list: a card opened, the target reached, the
    pile empty, in the order of `steps`, and at last a draw. `state` is the position after the move;
    `steps` are all its steps, beginning with its own. `move` isn't used. [] if there is nothing to
    say.
    """
    winners = _winners(state)
    draw = [_DRAW.filled(listed(winners))] if winners[1:] else []
    return told(steps, _TOLD, _values) + draw


_TOLD = {
    "open": Words(
        "{cards} is opened as a free card.", "スタートオープン: {cards}がフリーカードになりました。"
    ),
    "target": Words(
        "{who} has {points} scored cards. The game is over.",
        "{who}は{points}枚を得点化しました。ゲーム終了です。",
    ),
    "pile": Words(
        "The pile is empty. The game is over.", "山札がゼロになりました。ゲーム終了です。"
    ),
}
_DRAW = Words("It is a draw between {0}.", "{0}の引き分けです。")


def _values(step: Step) -> dict[str, object]:
    """What the sentence about a step may name (see `values_of`), with its cards as printed (●3) and
    unknown ones left out.
    """
    cards = [PRINTED[CARD[motion.card]] for motion in step.motions if motion.card in CARD]
    return {**values_of(step), "cards": " ".join(cards)}


def headline(state: Position, move: str, steps: list[Step]) -> Words | None:
    """What a move has led to, in one sentence: that an empty pile ends the match, a new set and the
    scored cards of its seat, or cards that become free. `state` is the position after the move,
    read only for who wins by an empty pile. `steps` are all its steps, beginning with its own, and
    never empty. None if the sentence that describes the move says all.

    >>> from kifu.replay.table import Motion
    >>> laid = [Motion(card, "hand/1", "sets/1") for card in ("c1", "c2", "c3")]
    >>> headline(None, "c1+c2+c3", [Step("set", laid, {"points/1": 9}, 1)]).en
    '{1} makes a set of 3 and has 9 scored cards.'
    """
    if any(step.kind == "pile" for step in steps):
        return _pile_is_empty(state)
    step = steps[-1] if steps[-1].kind == "open" else steps[0]
    if step.kind in ("set", "rob"):
        return _scored(step, any(other.kind == "target" for other in steps))
    if step.kind not in _HEADLINES:
        return None
    return _HEADLINES[step.kind].filled(**_values(step), by=f"{{{steps[0].seat}}}", number=move[1:])


_HEADLINES = {
    "dissolve": Words(
        "{who} dissolves set {number}, and {cards} become free cards.",
        "{who}が{number}番目のセットを解散させ、{cards}がフリーカードになりました。",
    ),
    "discard": Words(
        "{who} discards {cards}, which becomes a free card.",
        "{who}の捨てた{cards}がフリーカードになりました。",
    ),
    "open": Words(
        "{by} ends the turn, and {cards} is opened as a free card.",
        "{by}が手番を終え、スタートオープンで{cards}がフリーカードになりました。",
    ),
}


def _scored(step: Step, won: bool) -> Words:
    """The sentence for a new set (`step`, of the kind `set` or `rob`) and the cards that its seat
    has scored by now. `won`: the seat wins with it.
    """
    who, size, points = f"{{{step.seat}}}", len(step.motions), step.facts[f"points/{step.seat}"]
    en, ja = f"{who} makes a set of {size}", f"{who}が{size}枚のセットを作り"
    if step.kind == "rob":
        (robbed,) = [each for each in step.motions if each.src != f"hand/{step.seat}"]
        card, owner = PRINTED[CARD[robbed.card]], f"{{{robbed.src.partition('/')[2]}}}"
        en = f"{who} robs {owner} of {card} for a set of {size}"
        ja = f"{who}が{owner}から{card}を奪って{size}枚のセットを作り"
    if won:
        return Words(
            f"{en}, has {points} scored cards and wins.", f"{ja}、{points}枚に達して勝ちました。"
        )
    return Words(f"{en} and has {points} scored cards.", f"{ja}、得点は{points}枚になりました。")


def _pile_is_empty(state: Position) -> Words:
    """The sentence for a match that the empty pile has ended: who wins, or who has a draw."""
    winners = _winners(state)
    seats = listed(winners)
    if winners[1:]:
        return Words(
            f"The pile is empty, and {seats.en} have a draw.",
            f"山札がゼロになり、{seats.ja}の引き分けです。",
        )
    return Words(
        f"The pile is empty, and {seats.en} wins.", f"山札がゼロになり、{seats.ja}の勝ちです。"
    )


def _winners(state: Position) -> list[str]:
    """The winning seats as `{1}` and so on, ascending; [] while the match goes on."""
    return [f"{{{seat}}}" for seat in state.winners()]


def _printed(cards: list[int]) -> str:
    """Cards as they are printed (●3 ■5), ascending, separated by spaces."""
    return " ".join(PRINTED[card] for card in sorted(cards))


# Why a move is refused: with the first rule that it breaks

#: What a rule says, by its number in `position`.
_BROKEN = {
    position.NO_MOVE: Words(
        "{0} is neither a card nor a set nor another move of this game",
        "{0}はカードでもセットでもなく、このゲームの手ではありません",
    ),
    position.DRAW_FIRST: Words(
        "begin with a Start Draw: d, or a free card",
        "まずスタートドロウをします(d、または場のフリーカード)",
    ),
    position.ONLY_CLOSING: Words(
        "after a discard only ~K and / are possible",
        "捨て札をしたので、あとは ~K と / だけができます",
    ),
    position.FULL_HAND: Words(
        f"you can only refill a hand of fewer than {HAND} cards",
        f"補充できるのは手札が{HAND}枚より少ないときだけです",
    ),
    position.NOT_FREE: Words("{0} is not a free card", "{0}はフリーカードではありません"),
    position.NOT_HELD: Words("{1} is not in the hand of seat {0}", "席{0}の手札に{1}はありません"),
    # Of a card that a set is to take from the table.
    position.NOT_ON_TABLE: Words(
        "{0} is neither a free card nor in anybody's set",
        "{0}はフリーカードでもだれかのセットのカードでもありません",
    ),
    position.OWN_SET: Words(
        "{0} is in your own set: dissolve that set first",
        "{0}は自分のセットのカードで、場にはありません。先に解散してください",
    ),
    position.TOO_SMALL: Words(
        "a set of {0} cards can't rob a set of {1}: it must have more cards",
        "{0}枚のセットで、{1}枚のセットからは奪えません。それより多くの枚数が要ります",
    ),
    position.TOO_FEW: Words(
        f"you can only discard with {LARGEST_HAND} cards in hand; this hand has {{0}}",
        f"捨てるのは手札が{LARGEST_HAND}枚のときだけです。いまは{{0}}枚です",
    ),
    position.TOO_MANY: Words(
        f"with {LARGEST_HAND} cards in hand, discard one or make a set",
        f"手札が{LARGEST_HAND}枚のときは、1枚捨てるかセットを作らなければなりません",
    ),
    position.NO_SET: Words(
        "there is no set {0}: the sets of seat {1} are numbered from 1, {2} in all",
        "{0}というセットはありません。席{1}のセットは全部で{2}組です",
    ),
    position.MADE_NOW: Words(
        "set {0} was made this turn, so it can't be dissolved yet",
        "セット{0}はこの手番で作ったので、まだ解散できません",
    ),
}
#: What position.NO_MOVE says of a word that is written like a set.
_NO_SUCH_SET = Words(
    f"write a set of {SMALLEST} cards or more of the same number or the same mark, "
    f"{FEWEST_FROM_HAND} to {LARGEST_HAND} of them from the hand, each once and in order, and at "
    "most one from the table, as c1+c2+c3 or c1+c2<c3, not {0}",
    f"{{0}}はセットになりません。同じ数字どうしか同じマークどうしの{SMALLEST}枚以上で、"
    f"うち{FEWEST_FROM_HAND}〜{LARGEST_HAND}枚は手札から順に1枚ずつ、場からは1枚までを、"
    "c1+c2+c3 や c1+c2<c3 のように書きます",
)


def refusal(state: Position, rule: int, code: int, seat: int) -> IllegalMove:
    """The error, to be raised by the caller, for the move with this code by `seat` (0: the one on
    turn), which breaks the rule with the number `rule`, as `Position.why_not` gives it (not 0). It
    is a WrongActor if another seat is on turn, otherwise an IllegalMove. For code 0 it is about the
    text in `state.word`. Cards are named by their tokens.
    """
    seat, word = seat or state.next_seat, state.token(code)
    if rule == position.NOT_TO_MOVE:
        return not_on_turn(seat, state.next_seat) if state.next_seat else nothing_to_play(state)
    if rule == position.NO_MOVE and word[:1] == "~":
        rule = position.NO_SET
    words = _BROKEN[rule]
    number, hand = NAMED[code], FROM_HAND[code]
    named: list[object] = [TOKEN[number]]
    match rule:
        case position.NO_MOVE:
            named = [word]
            if "+" in word or "<" in word:
                words = _NO_SUCH_SET
        case position.NO_SET:
            named = [word, seat, len(state.sets_of(seat))]
        case position.NOT_HELD:
            named = [seat, _not_held(state, 1 << number if code < END else hand, seat)]
        case position.TOO_SMALL:
            named = [size_of(code), len(cards_of(state.sets[state.set_with(number)]))]
        case position.TOO_FEW:
            named = [state.size(seat)]
        case position.MADE_NOW:
            named = [number]
    return IllegalMove(words.filled(*named))


def _not_held(state: Position, cards: int, seat: int) -> str:
    """Which cards of the mask `cards` are to blame if `seat` can't have all of them, as tokens with
    spaces between: those known to be elsewhere or, if there are none, the last ones, for which the
    hand has too few unknown cards.
    """
    missing = cards & ~state.hands[seat]
    strange = cards_of(missing & ~state.nowhere) or cards_of(missing)[state.unknown[seat] :]
    return " ".join([TOKEN[card] for card in strange])
