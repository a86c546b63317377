"""Why a move of Atarayo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, EVENT, LATER, STATE, Happening, Reasons
from kifu.replay.states.authoring import SOON

#: By the kind of a step: whether it is good to do or suffer, when it is a reason, and what it is
#: called if one does it oneself, and if others do.
_KINDS = {
    "call": (
        1,
        ENDS,
        Words("you call Akimahen", "『あきまへん』を宣言し"),
        Words("somebody else calls Akimahen", "ほかの人が『あきまへん』を宣言し"),
    ),
    "counter": (
        1,
        ENDS,
        Words("you counter a call", "『あきまへん』を仕返し"),
        Words("somebody else counters a call", "ほかの人が『あきまへん』を仕返し"),
    ),
    "burst": (
        -1,
        ENDS,
        Words("you burst", "バーストし"),
        Words("somebody else bursts", "ほかの人がバーストし"),
    ),
    "open": (
        -1,
        EVENT,
        Words("you have to open your hand", "手札を公開することになり"),
        Words("somebody else has to open their hand", "ほかの人が手札を公開することになり"),
    ),
}
_LATER = Words("{0} in the rest of the round", "ラウンドが終わるまでに{0}")


def outlook(state: Any, seat: int) -> dict[str, int]:
    """How many cards `seat` has in its hands ("cards"), and all others in theirs ("theirs"); always
    both keys.
    """
    found = {"cards": 0, "theirs": 0}
    for hand, name in enumerate(state.names):
        if name:
            found["cards" if state.owners[hand] == seat else "theirs"] += state.size[hand]
    return found


def _happenings() -> dict[str, Happening]:
    """What may happen, by name: each kind in _KINDS, done by oneself or (`-they`) by others, before
    one's next turn; for those that end the round also later (`-later`); then "cards" and "theirs",
    the number of cards in hands.
    """
    found: dict[str, Happening] = {}
    for kind, (good, stage, *both) in _KINDS.items():
        for who, sign, words in zip(("I", "they"), (good, -good), both, strict=True):
            name = kind if who == "I" else f"{kind}-they"
            times = [("", stage, SOON), ("-later", LATER, _LATER)]
            for suffix, when, text in times[: 2 if stage == ENDS else 1]:
                clause = text.filled(words)
                found[name + suffix] = Happening(when, sign, clause, kinds=kind, who=who)
    found["cards"] = Happening(
        STATE,
        -1,
        amount=Words(
            "you have {n} cards on average at your next turn", "次の自分の番の手札は平均{n}枚になり"
        ),
    )
    found["theirs"] = Happening(
        STATE,
        1,
        amount=Words(
            "the others together have {n} cards on average at your next turn",
            "次の自分の番に、ほかの人の手札は合わせて平均{n}枚になり",
        ),
        who="they",
    )
    return found


REASONS = Reasons(happenings=_happenings(), outlook=outlook)
