"""What a move of 6 nimmt! has led to, in one sentence: whose card costs whom how much."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.games.nimmt.cards import HEADS
from kifu.replay.table import Step


def headline(move: str, steps: list[Step]) -> Words | None:
    """The rows that are taken, one after the other; None where none is.

    >>> from kifu.replay.table import Motion
    >>> fifth = Step("place", [Motion("67", "choice/3", "row/1", 4)], {}, 3)
    >>> row = [Motion(card, "row/1", "taken/1") for card in ("37", "55", "64", "65", "67")]
    >>> headline("69", [fifth, Step("take", row, {}, 1)]).en
    "{3}'s 67 costs {1} 12 heads."
    """
    laid: dict[str, int] = {}
    told: list[Words] = []
    for place, step in enumerate(steps):
        if step.kind == "place":
            laid[step.motions[0].card] = step.seat
        elif step.kind == "take":
            chosen = place == 0 and move[0] == "r"
            told.append(_chosen(step) if chosen else _taken(step, laid, steps[place + 1 :]))
    if not told:
        return None
    return Words(" ".join(words.en for words in told), "".join(words.ja for words in told))


def _taken(step: Step, laid: dict[str, int], further: list[Step]) -> Words:
    """A row is taken by the sixth card; whoever laid the fifth in the same turn has caused it."""
    heads, counted = _heads(step)
    last, row, who = step.motions[-1].card, step.motions[0].src[-1], f"{{{step.seat}}}"
    cause = laid.get(last, step.seat)
    if cause != step.seat:
        return Words(
            f"{{{cause}}}'s {last} costs {who} {counted}.",
            f"{{{cause}}}の{last}で、{who}が牛{heads}頭を引き取りました。",
        )
    card = next((each.motions[0].card for each in further if each.kind == "place"), last)
    return Words(
        f"{who}'s {card} takes row {row}: {counted}.",
        f"{who}の{card}が6枚目。{row}列目の牛{heads}頭を引き取りました。",
    )


def _chosen(step: Step) -> Words:
    heads, counted = _heads(step)
    row, who = step.motions[0].src[-1], f"{{{step.seat}}}"
    return Words(
        f"{who} takes row {row} for {counted}.",
        f"{who}は{row}列目の牛{heads}頭を引き取りました。",
    )


def _heads(step: Step) -> tuple[int, str]:
    heads = sum(HEADS[int(motion.card)] for motion in step.motions)
    return heads, f"{heads} head{'' if heads == 1 else 's'}"
