"""What a move of 6 nimmt!, and what follows from it, is called in English and in Japanese; and
why a move is refused.
"""

from __future__ import annotations

from functools import partial

from kifu.notation.words import Words
from kifu.replay.authoring import (
    CARD_NOT_HELD,
    GAME_ENDS,
    ROUND_BEGINS,
    joined,
    not_on_turn,
    nothing_to_play,
    told,
    values_of,
)
from kifu.replay.codes.coded import no_seat
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.nimmt import position
from kifu.replay.games.nimmt.position import FULL, Position, heads_words
from kifu.replay.table import Step


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what the token `move` does if `seat` plays it from `state`, with `{1}`
    in place of seat 1's name. The move must be legal there: that is not checked, and another text
    gives a wrong sentence or any error. `state` isn't changed.
    """
    who = f"{{{seat}}}"
    if move[0] == "+":
        return Words(f"{who} picks {move[1:]}.", f"{who}は{move[1:]}を手札に選びました。")
    if move[0] not in "r<>":
        return Words(f"{who} chooses {move}.", f"{who}は{move}を選びました。")
    card, row = state.to_be_placed()[-1], state.row(int(move[1]))
    cards, heads = " ".join(map(str, row)), _heads(state, row)
    if move[0] == "r":
        return Words(
            f"{who} takes row {move[1]} ({cards}: {heads.en}); {card} is its new first card.",
            f"{who}は{move[1]}列目({cards}、{heads.ja})を引き取り、{card}を置きました。",
        )
    end, end_ja = ("left", "左端") if move[0] == "<" else ("right", "右端")
    if len(row) < FULL:
        return Words(
            f"{who} lays {card} at the {end} end of row {move[1]}.",
            f"{who}は{card}を{move[1]}列目の{end_ja}に置きました。",
        )
    return Words(
        f"{who} lays {card} at the {end} end of row {move[1]} and takes it ({cards}: {heads.en}).",
        f"{who}は{card}を{move[1]}列目の{end_ja}に置き、その列({cards}、{heads.ja})を引き取りました。",
    )


def consequences(state: Position, move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move caused, as a new list in the order of `steps`: rows taken, a new
    round, the end. `steps` are all steps of the move, beginning with its own. A row that the answer
    `rK`, `>K` or `<K` itself takes is left out, since the sentence of the move names it: for these
    the first step is skipped. Of `state` only the heads on the cards count. [] if there is nothing
    to say.
    """
    caused = steps[1:] if move[0] in "r<>" else steps
    return told(caused, _TOLD, partial(_values, state))


_TOLD = {
    "take": Words(
        "{who} takes row {row} ({cards}: {heads}).",
        "{who}は{row}列目({cards}、{heads})を引き取りました。",
    ),
    "deal": ROUND_BEGINS,
    "end": GAME_ENDS,
}


def _values(state: Position, step: Step) -> dict[str, object]:
    """What the sentence about a step may name (see `values_of`); for the step `take`, in which a
    row is taken, also `row`, its number from 1 as text, and `heads`, those of its cards in words.
    """
    values = values_of(step)
    if step.kind == "take":
        heads = _heads(state, [int(motion.card) for motion in step.motions])
        values |= {"row": step.motions[0].src[-1], "heads": heads}
    return values


def headline(state: Position, move: str, steps: list[Step]) -> Words | None:
    """What a move has led to, as one text: the rows taken, and who has to choose a row or a place;
    or that the draft ends; or, after the last choice of a turn, that nobody takes a row. `steps`
    are all steps of the move, beginning with its own; of `state` only the heads on the cards count.
    None if nothing of this follows.

    >>> from kifu.replay.players.new_match import new_match
    >>> from kifu.replay.table import Motion
    >>> state = new_match("nimmt", seats=3).state
    >>> fifth = Step("place", [Motion("67", "choice/3", "row/1", 4)], {}, 3)
    >>> row = [Motion(card, "row/1", "taken/1") for card in ("37", "55", "64", "65", "67")]
    >>> headline(state, "69", [fifth, Step("take", row, {}, 1)]).en
    "{3}'s 67 costs {1} 12 heads."
    """
    laid: dict[str, int] = {}
    sentences: list[Words] = []
    for place, step in enumerate(steps):
        if step.kind == "place":
            laid[step.motions[0].card] = step.seat
        elif step.kind == "take":
            values = _values(state, step)
            chosen = place == 0 and move[0] == "r"
            sentences.append(
                _CHOSEN.filled(**values)
                if chosen
                else _sixth_taken(step, values, laid, steps[place + 1 :])
            )
        elif step.kind in _ASKED:
            sentences.append(_asked(step, steps))
        elif step.kind == "pick" and step.motions[1:]:
            sentences.append(_rows_begin(step))
    if not sentences:
        return _NOTHING_TAKEN if steps[1:] and steps[1].kind == "reveal" else None
    return joined(sentences, " ", "")


_CHOSEN = Words("{who} takes row {row} for {heads}.", "{who}は{row}列目の{heads}を引き取りました。")
_NOTHING_TAKEN = Words(
    "All cards find a place, and nobody takes a row.",
    "全員のカードが列に置かれ、引き取りはありませんでした。",
)

#: What a card meets, by the kind of the step in which its owner is asked.
_ASKED = {
    "low": Words(
        "{card} fits no row, so {who} has to take one.",
        "{card}は置ける列がなく、{who}が列を1つ引き取ります。",
    ),
    "tie": Words(
        "{card} fits two places, and {who} has to choose one.",
        "{card}は差が同じ置き場所が2つあり、{who}が選びます。",
    ),
}


def _asked(step: Step, steps: list[Step]) -> Words:
    """The sentence of the step `low` or `tie`, in which a card fits no row, or two places, so that
    its owner is asked. The card is named only if `steps`, those of the same move, reveal it.
    """
    who, own = f"{{{step.seat}}}", f"choice/{step.seat}"
    revealed = [motion.card for other in steps for motion in other.motions if motion.src == own]
    en, ja = (revealed[0], revealed[0]) if revealed else ("card", "カード")
    return _ASKED[step.kind].filled(card=Words(f"{who}'s {en}", f"{who}の{ja}"), who=who)


def _rows_begin(step: Step) -> Words:
    """The sentence of the last pick of a draft (`step`), after which the four cards left begin the
    rows.
    """
    card, *firsts = [motion.card for motion in step.motions]
    who, cards = f"{{{step.seat}}}", " ".join(firsts)
    return Words(
        f"{who} picks {card}, and {cards} begin the rows.",
        f"{who}が{card}を手札に選び、残った{cards}が各列の最初のカードになりました。",
    )


def _sixth_taken(
    step: Step, values: dict[str, object], laid: dict[str, int], further: list[Step]
) -> Words:
    """The sentence of the step `take` in which a sixth card takes a row. If another seat laid the
    row's last card in the same move, it names that seat and card as the cause; otherwise the next
    card placed, which is the sixth. `values` are what the sentence may name (see `_values`), `laid`
    the cards laid in this move so far (token -> seat), `further` the steps after this one.
    """
    last = step.motions[-1].card
    cause = laid.get(last, step.seat)
    if cause != step.seat:
        return _COSTS.filled(**values, cause=f"{{{cause}}}", card=last)
    card = next((each.motions[0].card for each in further if each.kind == "place"), last)
    return _SIXTH.filled(**values, card=card)


_COSTS = Words(
    "{cause}'s {card} costs {who} {heads}.", "{cause}の{card}で、{who}が{heads}を引き取りました。"
)
_SIXTH = Words(
    "{who}'s {card} is the sixth card of row {row} and costs {heads}.",
    "{who}の{card}が{row}列目の6枚目になり、{heads}を引き取りました。",
)


def _heads(state: Position, row: list[int]) -> Words:
    """The sum of the heads on these cards in words: "12 heads"."""
    heads = sum(state.heads_on[card] for card in row)
    return Words(heads_words(heads), f"牛{heads}頭")


# Why a move is refused

#: What a rule says, by its number in `position`.
_BROKEN = {
    position.CHOSEN: Words(
        "seat {0} has already chosen; still to choose: {1}",
        "席{0}はもう選びました。まだなのは席{1}です",
    ),
    position.NO_CARD: Words(
        "seat {1} has not chosen a card yet; {0} is not a card",
        "席{1}はまだカードを選んでいません。{0}はカードではありません",
    ),
    position.NOT_IN_HAND: CARD_NOT_HELD,
    position.NO_PICK: Words(
        "expected a pick, +CARD; got {0}", "手札を選ぶ番です。{0}ではなく、+カード と書きます"
    ),
    position.NOT_FACE_UP: Words(
        "{0} is not among the cards face up", "{0}のカードは場にありません"
    ),
    position.NO_ANSWER: Words(
        "card {1} fits no row, so take a row; got {0}",
        "{1}はどの列にも置けないので、1列引き取ります。{0}では答えになりません",
    ),
}
_ELSEWHERE = Words(
    "card {0} can't be in the hand of seat {1}: it was played already (perhaps that was the "
    "mistake), lies elsewhere or isn't in the deck",
    "{0}は席{1}の手札ではありえません。すでに出されたか(前の入力の間違いかもしれません)、"
    "ほかの場所にあるか、この対局にないカードです",
)
_TWO_PLACES = Words(
    "card {1} has two nearest places, so choose one; got {0}",
    "{1}には差が同じ置き場所が2つあります。{0}では答えになりません",
)


def refusal(state: Position, rule: int, code: int, seat: int) -> IllegalMove:
    """The error, to be raised by the caller, for the move with this code by `seat` (0: the one on
    turn), which breaks the rule with the number `rule`, as `Position.why_not` gives it (not 0). It
    is a WrongActor for a seat that has chosen already, isn't on turn or doesn't exist; otherwise an
    IllegalMove, also if nobody is on turn. For code 0 it is about the text in `state.word`.
    """
    seat = seat or state.next_seat
    if rule == position.NOT_TO_MOVE:
        return not_on_turn(seat, state.next_seat) if state.next_seat else nothing_to_play(state)
    if rule == position.NO_SEAT:
        return no_seat(seat)
    move, about, words = state.token(code), seat, _BROKEN[rule]
    if rule == position.CHOSEN:
        return WrongActor(words.filled(seat, " ".join(map(str, state.to_move()))))
    if rule == position.NO_ANSWER:
        about = state.to_be_placed()[-1]
        words = _TWO_PLACES if state.places(about) else words
    elif rule == position.NOT_IN_HAND and state.unknown[seat]:
        words = _ELSEWHERE
    return IllegalMove(words.filled(move, about))
