"""What a move of 6つ子7組, and what follows from it, is called in English and in Japanese."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.games.mutsugo.cards import CARD, PRINTED, cards_of
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.games.mutsugo.tokens import LEXICON, hand_of, taken_of
from kifu.replay.states.game_words import listed
from kifu.replay.table import Fact, Step


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence that says what `move` is, if `seat` plays it from `state`, which stays as it is.
    Cards are named as they are printed.
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
    code = LEXICON.code(move)
    hand, taken = cards_of(hand_of(code)), taken_of(code)
    cards, size = _printed([*hand, taken] if taken else hand), len(hand) + bool(taken)
    en, ja = f"{who} makes a set of {size}: {cards}", f"{size}枚のセット({cards})を作りました。"
    owner = state.owner_of(taken) if taken else 0
    if not taken:
        return Words(f"{en}.", f"{who}は{ja}")
    card = PRINTED[taken]
    if not owner:
        return Words(
            f"{en}, with the free card {card}.", f"{who}はフリーカードの{card}を使い、{ja}"
        )
    return Words(
        f"{en}, robbing {{{owner}}} of {card}.", f"{who}は{{{owner}}}から{card}を奪い、{ja}"
    )


def consequences(move: str, steps: list[Step]) -> list[Words]:
    """Sentences about what a move caused: a card that was opened, the end. `steps` begin with the
    step of the move itself.
    """
    sentences = []
    for step in steps:
        if step.kind == "open":
            card = PRINTED[CARD[step.motions[0].card]]
            sentences.append(
                Words(
                    f"{card} is opened as a free card.",
                    f"スタートオープン: {card}がフリーカードになりました。",
                )
            )
        elif step.kind == "target":
            points, who = step.facts[f"points/{step.seat}"], f"{{{step.seat}}}"
            sentences.append(
                Words(
                    f"{who} has {points} scored cards. The game is over.",
                    f"{who}は{points}枚を得点化しました。ゲーム終了です。",
                )
            )
        elif step.kind == "pile":
            sentences.append(
                Words(
                    "The pile is empty. The game is over.",
                    "山札がゼロになりました。ゲーム終了です。",
                )
            )
            sentences += _draw_sentence(step)
    return sentences


def headline(move: str, steps: list[Step]) -> Words | None:
    """What a move has led to: a set and the scored cards of its seat, cards that become free
    (anybody may draw them), or the end of the match. `steps` begin with the step of the move. None
    if the sentence of the move itself says all.

    >>> from kifu.replay.table import Motion
    >>> laid = [Motion(card, "hand/1", "sets/1") for card in ("c1", "c2", "c3")]
    >>> headline("c1+c2+c3", [Step("set", laid, {"points/1": 9}, 1)]).en
    '{1} makes a set of 3 and has 9 scored cards.'
    """
    ends = next((step for step in steps if step.kind == "pile"), None)
    if ends is not None:
        return _pile_is_empty(ends)
    step = steps[-1] if steps[-1].kind == "open" else steps[0]
    who, by = f"{{{step.seat}}}", f"{{{steps[0].seat}}}"
    cards = " ".join([PRINTED[CARD[each.card]] for each in step.motions if each.card in CARD])
    match step.kind:
        case "set" | "rob":
            return _scored(step, any(other.kind == "target" for other in steps))
        case "dissolve":
            return Words(
                f"{who} dissolves set {move[1:]}, and {cards} become free cards.",
                f"{who}が{move[1:]}番目のセットを解散させ、{cards}がフリーカードになりました。",
            )
        case "discard":
            return Words(
                f"{who} discards {cards}, which becomes a free card.",
                f"{who}の捨てた{cards}がフリーカードになりました。",
            )
        case "open":
            return Words(
                f"{by} ends the turn, and {cards} is opened as a free card.",
                f"{by}が手番を終え、スタートオープンで{cards}がフリーカードになりました。",
            )
        case _:
            return None


def _scored(step: Step, won: bool) -> Words:
    """The sentence for a new set (`step`) and the cards that its seat has scored by now; `won`:
    with it, the seat wins.
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


def _pile_is_empty(step: Step) -> Words:
    """The sentence for a match that the empty pile ends (`step`): who wins, or shares the match."""
    best = _best(step.facts)
    seats = listed(best)
    if best[1:]:
        return Words(
            f"The pile is empty, and {seats.en} have a draw.",
            f"山札がゼロになり、{seats.ja}の引き分けです。",
        )
    return Words(
        f"The pile is empty, and {seats.en} wins.", f"山札がゼロになり、{seats.ja}の勝ちです。"
    )


def _draw_sentence(step: Step) -> list[Words]:
    """A list with the sentence that the match is a draw; empty if one seat has won. `step` is the
    last one of the match.
    """
    best = _best(step.facts)
    seats = listed(best)
    en = f"It is a draw between {seats.en}."
    return [Words(en, f"{seats.ja}の引き分けです。")] if best[1:] else []


def _best(facts: dict[str, Fact]) -> list[str]:
    """The winners, as `{1}` and so on, by the `facts` of the match's last step; several if they
    share the match.
    """
    ranks = {
        int(name[7:]): (int(facts[f"cards/{name[7:]}"]), -int(points))
        for name, points in facts.items()
        if name.startswith("points/")
    }
    return [f"{{{seat}}}" for seat in sorted(ranks) if ranks[seat] == min(ranks.values())]


def _printed(cards: list[int]) -> str:
    return " ".join(PRINTED[card] for card in sorted(cards))
