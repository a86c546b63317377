"""What many games repeat: words, zones and who sees them, steps, who may act, deals, copies."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, TypeVar

from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.coded import demand_seat as demand_seat
from kifu.replay.codes.coded import demand_viewer as demand_viewer
from kifu.replay.game import IllegalMove, State, WrongActor, Zone
from kifu.replay.table import (
    ALL,
    END,
    NOBODY,
    OPEN,
    SORTED,
    UNKNOWN,
    Fact,
    Motion,
    Step,
    Table,
    only,
    sees,
)

HAND_ZONE = Words("Hand", "手札")
PILE_ZONE = Words("Pile", "山札")
ROUND = Words("Round", "ラウンド")
TURN = Words("Turn", "手番")
#: A turn in which every seat acts.
COMMON_TURN = Words("Turn", "ターン")
#: Between two names.
AND = Words(" and ", "と")
CARD_NOT_HELD = Words("card {0} is not in the hand of seat {1}", "{0}は席{1}の手札にありません")
DISCARDS = Words("discards a card", "カードを捨てる")

#: What a phase is called where the deal is not known, and after the last move.
DEAL_UNKNOWN = Words("The deal is not known", "配札が不明です")
OVER = Words("The game is over", "ゲーム終了")

#: What happens, in a reason of analysis.
SOON = Words("{0} before your next turn", "次の自分の番までに{0}")
ROUND_BEGINS = Words("Round {round} begins.", "第{round}ラウンドの開始です。")
GAME_ENDS = Words("The game is over.", "ゲーム終了です。")


def joined(parts: Iterable[Words | str], en: str, ja: str) -> Words:
    """These parts as one text, with `en` between them in English, `ja` in Japanese. A plain text is
    the same in both languages; without parts, the text is empty.

    >>> joined([Words("red", "赤"), "5"], " ", "の")
    Words(en='red 5', ja='赤の5')
    """
    both = [Words(one, one) if isinstance(one, str) else one for one in parts]
    return Words(en.join([one.en for one in both]), ja.join([one.ja for one in both]))


def listed(names: Sequence[Words | str]) -> Words:
    """Names as a sentence lists them. In English: with commas, and "and" before the last one. In
    Japanese: with `と` between two names, with `、` between more. A plain text is the same in both
    languages; a single name stays as it is; without names, the text is empty.

    >>> listed(["{1}", "{2}", "{4}"])
    Words(en='{1}, {2} and {4}', ja='{1}、{2}、{4}')
    """
    last = joined(names[-2:], AND.en, AND.ja if len(names) == 2 else "、")
    return joined([*names[:-2], last], ", ", "、")


def clauses(parts: Iterable[Words]) -> Words:
    """Clauses as a sentence lists them: in English with commas, and "and" before the last one; in
    Japanese always with `、`. A single clause stays as it is; without clauses, the text is empty.

    >>> clauses([Words("{1} 5", "{1}が5"), Words("{2} 3", "{2}が3")])
    Words(en='{1} 5 and {2} 3', ja='{1}が5、{2}が3')
    """
    said = list(parts)
    return Words(listed(said).en, joined(said, "", "、").ja)


def one_of(choices: Iterable[Words | str]) -> Words:
    """These choices as a text that says what was expected, with "or" between them. A plain text is
    the same in both languages; without choices, the result is empty.

    >>> one_of(["t12", "t13"])
    Words(en='t12 or t13', ja='t12かt13')
    """
    return joined(choices, " or ", "か")


def values_of(step: Step) -> dict[str, object]:
    """What a sentence about a step may name, as a new dict: `who`, its seat as `{1}` (`{0}` for a
    step of nobody); `cards`, the tokens of the cards that move, with spaces between (all cards of a
    zone at once are `*`; "" if none move); and every fact of the step by its name, but those of its
    own seat without the seat (`points` for `points/2`). Its `private` facts are not there.
    """
    own = f"/{step.seat}"
    facts = {name.removesuffix(own): value for name, value in step.facts.items()}
    cards = " ".join([motion.card for motion in step.motions])
    return {"who": f"{{{step.seat}}}", "cards": cards, **facts}


def told(
    steps: Iterable[Step],
    words: Mapping[str, Words],
    values: Callable[[Step], Mapping[str, Any]] = values_of,
) -> list[Words]:
    """The sentences about these steps, in their order: `words` by the kind of a step, filled with
    its `values`. Nothing is said of a kind that is not in `words`; [] if of none. Raises KeyError
    if the words name a value that there is not, and IndexError if they have a number in braces: a
    seat is written as `{who}`, not as `{1}`.
    """
    return [words[step.kind].filled(**values(step)) for step in steps if step.kind in words]


@lru_cache(maxsize=256)
def seen_in(zone: str) -> int:
    """The mask of viewers who see the faces of a zone's cards, by its name: the owner for `hand/2`,
    `hand/2L` and `passed/2`; nobody for `deck`, `pile` and "" (outside the table); everybody for
    any other zone.

    >>> seen_in("hand/2L") == only(2), seen_in("deck") == NOBODY, seen_in("passed/left") == OPEN
    (True, True, True)
    """
    own = re.fullmatch(r"(?:hand|passed)/([0-9]+)[LR]?", zone)
    if own:
        return only(int(own[1]))
    return NOBODY if zone in ("", "deck", "pile") else OPEN


def moved(card: str, src: str, dst: str, at: int = END) -> Motion:
    """The motion of a card (its token) from the zone `src` to index `at` of the zone `dst` ("": off
    the table); in a hand it goes to its place in canonical order instead. Who sees its face before
    and after follows from the two zones (see `seen_in`).
    """
    place = SORTED if dst.startswith("hand/") else at
    return Motion(card, src, dst, place, seen_in(src), seen_in(dst))


def table(zones: dict[str, list[str]], facts: dict[str, Fact], viewer: int) -> Table:
    """The table as `viewer` sees it, from `zones` with all faces: in each zone whose faces it does
    not see (see `seen_in`), every card becomes "_"; of a deck, ALL sees no face either. `facts` are
    put in as they are, so give only those that the viewer may see. Arguments are not changed, but
    the table has the dict `facts` itself, and the lists of the zones that the viewer sees: give
    copies of what must not change with it.

    >>> table({"hand/1": ["a1"], "row": ["a2"]}, {}, 2).zones
    {'hand/1': ['_'], 'row': ['a2']}
    """
    seen = {
        zone: cards if sees(seen_in(zone), viewer) else [UNKNOWN] * len(cards)
        for zone, cards in zones.items()
    }
    return Table(seen, facts)


def by_seat(seats: int, name: str, kind: str, title: Words) -> list[Zone]:
    """A list of one Zone for each seat, in seat order, which the seat owns: called `{name}/{seat}`,
    like `hand/1`, all of the same `kind` and `title`.
    """
    return [Zone(f"{name}/{seat}", kind, seat, title) for seat in range(1, seats + 1)]


#: What a game shows: by name, or for one fact a seat by a name with a final /, what the fact is in
#: a state, and of a seat.
Shown = Mapping[str, Callable[[Any, int], Fact]]


def facts_of(state: Any, shown: Shown, names: Iterable[str]) -> dict[str, Fact]:
    """The facts with these names in a state: a dict, name -> value. A name is `turn`, `score/2`, or
    `score/` for one fact of each seat (`score/1`, `score/2` and so on). `shown` has a function for
    `turn`, and one for `score/`: it gets the state and the seat (0 for a fact of no seat). Raises
    KeyError for a fact that is not in `shown`.

    >>> from types import SimpleNamespace
    >>> shown = {"turn": lambda state, seat: state.turn, "score/": lambda state, seat: 10 * seat}
    >>> facts_of(SimpleNamespace(turn=3, n=2), shown, ["turn", "score/"])
    {'turn': 3, 'score/1': 10, 'score/2': 20}
    """
    found = {}
    for name in names:
        kind, stroke, seat = name.partition("/")
        seats = range(1, state.n + 1) if stroke and not seat else [int(seat or 0)]
        for each in seats:
            found[f"{kind}/{each}" if stroke else kind] = shown[kind + stroke](state, each)
    return found


#: What every game shows.
COMMON: Shown = {
    "turn": lambda state, seat: state.turn,
    "phase": lambda state, seat: state.phase,
    "to_move": lambda state, seat: " ".join(map(str, state.to_move())),
}


def changing(
    state: Any,
    shown: Shown,
    changed: Mapping[str, str],
    kind: str,
    motions: list[Motion],
    seat: int = 0,
    other: int = 0,
) -> Step:
    """The step called `kind` of `seat` (0: nobody), with these motions and the facts that this kind
    changes, as they are in `state`, the position after the step. `changed[kind]` names these facts,
    with blanks between, as `facts_of` takes them; {0} in it becomes `seat`, {1} `other`. "" is for
    no facts. The step has the list `motions` itself, no copy. Raises KeyError for a kind that is
    missing in `changed`, and for a fact that is missing in `shown`.
    """
    names = changed[kind].format(seat, other).split()
    return Step(kind, motions, facts_of(state, shown, names), seat)


S = TypeVar("S", bound=State)


def demand_actor(state: State, seat: int) -> int:
    """The seat that plays a move: `seat` itself or, if it is 0 (written without a seat), the
    `next_seat` of `state`.

    Raises IllegalMove if the game is over or waits for a chance event, and WrongActor for a seat
    that may not act or does not exist, also for 0 while no seat is on turn. Whether the move is
    legal is not checked.
    """
    if state.is_over or state.missing is not None:
        raise nothing_to_play(state)
    acting = state.to_move()
    if seat is not True and (seat or state.next_seat) in acting:
        return seat or state.next_seat
    raise not_on_turn(seat, *acting)


def dealt(
    chance: Chance, label: str, deck: Sequence[str], hands: int, size: int
) -> list[list[int]] | None:
    """The hands of a deal by chance event `label`, in seat order: `hands` hands of `size` cards
    each, every hand sorted. The shuffled deck is dealt hand by hand, from the top; the rest of it
    is not returned. A card is its place in `deck`, from 1; `deck` must have enough cards. None if
    the event has no outcome, an impossible one, or one in which any of these cards is unknown.

    `chance` notes the event, its outcome if it has one, and findings about it (see
    `Chance.shuffle`). The event is not used up: asked again, it has the same outcome.

    >>> dealt(Chance(None, [("deal", "a c b d")]), "deal", ["a", "b", "c", "d"], 2, 2)
    [[1, 3], [2, 4]]
    """
    cards = chance.shuffle(label, deck, need=hands * size)
    if cards is None or 0 in cards[: hands * size]:
        return None
    return [sorted(cards[size * hand : size * (hand + 1)]) for hand in range(hands)]


def digest_of(*position: object) -> str:
    """The digest of a position that is given as numbers, texts, and lists of them: 16 hex digits.
    Equal positions have equal digests in every process if they are given alike: a tuple is not the
    same as a list, nor True as 1. Give no sets and no other objects.

    >>> digest_of("duel", [[1, 2], [3]], 1)
    '30f5b66a10f0ee17'
    """
    return hashlib.blake2b(repr(position).encode(), digest_size=8).hexdigest()


def copied(state: S) -> S:
    """A copy of a state with its own lists, and its own lists inside these (no deeper). Everything
    else is shared: options, texts, tuples, dicts, the chance. TypeError for a class with slots.
    """
    other = copy(state)
    for name, value in vars(state).items():
        if isinstance(value, list):
            inner = [each.copy() if isinstance(each, list) else each for each in value]
            setattr(other, name, inner)
    return other


def nothing_to_play(state: State | Coded) -> IllegalMove:
    """The error (returned, not raised) for any move if the game is over, or waits for a chance
    event that has no outcome.

    >>> from kifu.replay.chance import Chance
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> options = nimmt.settle(nimmt.read_options({}), 2)
    >>> print(nothing_to_play(nimmt.start(options, 2, Chance(None, []))))
    the outcome of deal/1 is not known, so nothing can be played
    """
    if state.is_over:
        return IllegalMove(Words("the game is over", "対戦は終わっています"))
    return IllegalMove(
        Words(
            f"the outcome of {state.missing} is not known, so nothing can be played",
            f"{state.missing}の結果がわからないので、できる手がありません",
        )
    )


def not_on_turn(seat: int, *acting: int) -> WrongActor:
    """The error (returned, not raised) for a move of `seat` if only the seats `acting` may act.

    >>> print(not_on_turn(2, 1, 3))
    seat 1 or 3 is to move, not seat 2
    """
    en = f"seat {' or '.join(map(str, acting))} is to move, not seat {seat}"
    return WrongActor(Words(en, f"席{seat}ではなく、席{'か'.join(map(str, acting))}の番です"))


def of_own_turn(state: Coded, wishing: list[int]) -> list[tuple[int, dict[str, Fact]]]:
    """The `private` facts of a step that say who may act, as pairs of a mask of viewers and facts.
    `wishing` are the seats that, as far as they can know, may act out of turn: each of them learns
    of itself and the seat on turn. If several seats may act, ALL learns of all of them. The facts
    are one text, such as `{"to_move": "1 3"}`. Empty if only the seat on turn may act and no other
    seat is in `wishing`.
    """
    acting, on_turn = state.to_move(), state.next_seat
    found = [(1 << seat, sorted((seat, on_turn))) for seat in wishing if seat != on_turn]
    if len(acting) > 1:
        found.append((1 << ALL, acting))
    return [(viewers, {"to_move": " ".join(map(str, seats))}) for viewers, seats in found]
