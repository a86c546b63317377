"""What people see of a match of Yuhodo: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.yuhodo.cards import CARD, KINDS, SIZE, TOKEN, UNKNOWN, is_red
from kifu.replay.games.yuhodo.options import Options
from kifu.replay.games.yuhodo.position import Position
from kifu.replay.states.acting import of_own_turn
from kifu.replay.states.game_words import HAND_ZONE, OVER, PILE_ZONE, TURN
from kifu.replay.table import (
    ALL,
    END,
    EVERY,
    NOBODY,
    OPEN,
    SORTED,
    Fact,
    Motion,
    Step,
    Table,
    only,
)

#: Letter of an attribute -> its name, pip and colour class.
_ATTRIBUTES = {
    "h": ("Human", "human", 2),
    "a": ("Angel", "angel", 3),
    "d": ("Demon", "demon", 5),
    "i": ("Item", "item", 6),
}


# The zones, where cards lie: layout, views and steps take their names from here.

#: By seat; more seats than the most of the game.
_HAND: Final[list[str]] = [f"hand/{number}" for number in range(6)]
_OPENED: Final[list[str]] = [f"opened/{number}" for number in range(6)]
_RIVER: Final[list[str]] = [f"river/{number}" for number in range(6)]
_GOAL: Final[list[str]] = [f"goal/{number}" for number in range(6)]
_MARKET: Final = "market"
_WINDOW: Final = "window"
_BONUS: Final = "bonus"
_PILE: Final = "pile"


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: its zones, the names of facts and phases, and how
    each card is drawn.
    """
    by_seat = range(1, seats + 1)
    zones = [
        Zone(_MARKET, "row", 0, Words("Market", "場札")),
        Zone(_WINDOW, "choice", 0, Words("Latest discard", "今捨てられた捨札")),
        Zone(_BONUS, "pool", 0, Words("Bonus check", "ボーナス・チェック")),
    ]
    zones += [Zone(_GOAL[s], "melds", s, Words("Goal", "ゴール形")) for s in by_seat]
    zones += [Zone(_HAND[s], "hand", s, HAND_ZONE) for s in by_seat]
    zones += [Zone(_OPENED[s], "melds", s, Words("Opened", "オープン")) for s in by_seat]
    zones += [Zone(_RIVER[s], "row", s, Words("Discards", "捨札")) for s in by_seat]
    zones.append(Zone(_PILE, "pile", 0, PILE_ZONE))
    return Layout(
        zones=zones,
        seat_facts={"points": Words("Points", "得点"), "ready": Words("Ready", "レディ")},
        table_facts={
            "round": Words("Short game", "ショート・ゲーム"),
            "turn": TURN,
        },
        phases={
            "take": Words("A card is to be taken", "テイクする番です"),
            "act": Words("A set is to be opened or a card discarded", "オープンか捨札をする番です"),
            "waiting": Words("A chance event is not known", "偶然の結果が不明です"),
            "over": OVER,
        },
        faces={TOKEN[card]: face(card) for card in CARD.values()},
    )


def face(card: int) -> Face:
    letter, title = KINDS[card // 2]
    attribute, pip, colour = _ATTRIBUTES[letter]
    plain = f"{attribute} {title}"
    if is_red(card):
        return Face(str(title), Words(f"red {plain}", f"赤字の{plain}"), 1, pip, colour, "red")
    return Face(str(title), Words(plain, plain), 1, pip, colour)


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.

#: By seat the names of its other facts; more seats than the most of the game.
_FACTS: Final[list[tuple[str, str, str]]] = [
    (f"points/{n}", f"ready/{n}", f"score/{n}") for n in range(6)
]


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` (a seat, PUBLIC or ALL) sees it.

    Hands are in canonical order, unknown cards last. The discard that may be claimed lies apart
    from its river, and the hand of a seat that went out as its three sets.
    """
    pile: int = SIZE - state.top
    zones = {
        _MARKET: _tokens(state.market_cards()),
        _WINDOW: [TOKEN[state.window]] if state.window else [],
        _BONUS: _tokens(state.bonus()),
        _PILE: [TOKEN[UNKNOWN]] * pile,
    }
    rivers, sets, split = state.rivers(), state.sets_by_seat(), state.split_sets()
    if state.window:
        rivers[state.discarder].pop()
    for seat in range(1, state.n + 1):
        zones[_HAND[seat]] = _hand(state, seat, viewer)
        zones[_OPENED[seat]] = _flat(sets[seat])
        zones[_RIVER[seat]] = _tokens(rivers[seat])
        zones[_GOAL[seat]] = _flat(split) if seat == state.out else []
    return Table(zones, _facts(state, viewer, sets, split))


def _hand(state: Position, seat: int, viewer: i64) -> list[str]:
    """The tokens in the hand of `seat` as `viewer` sees them; empty for the seat that went out,
    whose cards lie in its goal zone.
    """
    if seat == state.out:
        return []
    hand = state.hand(seat)
    if viewer in (seat, ALL):
        return _tokens(hand)
    return [TOKEN[UNKNOWN]] * len(hand)


def _facts(
    state: Position, viewer: i64, sets: list[list[list[int]]], split: list[list[int]]
) -> dict[str, Fact]:
    acting = [
        str(seat) for seat in state.to_move() if viewer in (seat, ALL) or seat == state.next_seat
    ]
    facts: dict[str, Fact] = {
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join(acting),
        "starter": state.starter,
        "pile": SIZE - state.top,
    }
    scores = state.scores()
    for seat in range(1, state.n + 1):
        of_points, of_ready, of_score = _FACTS[seat]
        is_out = seat == state.out
        facts[of_points] = scores[seat - 1]
        facts[of_ready] = "✓" if state.ready >> seat & 1 else "–"
        facts[_OPENED[seat]] = _sizes(sets[seat])
        facts[_GOAL[seat]] = _sizes(split) if is_out else ""
        facts[of_score] = state.tally() if is_out else ""
    return facts


def _flat(sets: list[list[int]]) -> list[str]:
    return [TOKEN[card] for cards in sets for card in cards]


def _tokens(cards: list[int]) -> list[str]:
    return [TOKEN[card] for card in cards]


def _sizes(sets: list[list[int]]) -> str:
    return " ".join([str(len(cards)) for cards in sets])


# How cards move: the steps of a move, as a watcher gets them


def collect(state: Position) -> Step:
    """The step in which all cards on the table go back into the pile, face down, after a short game
    (one of several that make a match).
    """
    zones = [_MARKET, _WINDOW, _BONUS]
    for seat in range(1, state.n + 1):
        zones += [_HAND[seat], _OPENED[seat], _RIVER[seat], _GOAL[seat]]
    return Step("collect", [Motion(EVERY, zone, _PILE) for zone in zones])


def deal(state: Position) -> Step:
    """The step in which hands are dealt for a short game; `state` is the position after it."""
    motions = []
    facts: dict[str, Fact] = {"round": state.round, "turn": 0, "starter": state.starter}
    for seat in range(1, state.n + 1):
        motions += [_drawn(card, seat) for card in state.dealt(seat)]
        facts |= {f"ready/{seat}": "–", _OPENED[seat]: "", _GOAL[seat]: ""}
        facts[f"score/{seat}"] = ""
    return _step(state, "deal", motions, facts)


def market(state: Position) -> Step:
    """The step in which the cards of a new market are turned up; `state` is the position
    after it.
    """
    motions = [Motion(TOKEN[card], _PILE, _MARKET, END, NOBODY) for card in state.market_cards()]
    return _step(state, "market", motions)


def take(state: Position, closed: int) -> Step:
    """The step in which the seat on turn takes a card from the market; `state` is the position
    after it. `closed` is the seat whose discard could be claimed until now (it moves to that seat's
    river), or 0.
    """
    seat, card = state.next_seat, state.taken
    motions = [Motion(TOKEN[card], _MARKET, _HAND[seat], SORTED, OPEN, only(seat))]
    return _step(state, "take", [*motions, *_close(state, closed)], {"turn": state.turn}, seat)


def pass_by(state: Position, closed: int) -> Step:
    """The step by which nobody claims the discard of seat `closed`, which moves to that seat's
    river.
    """
    return _step(state, "pass", _close(state, closed), {"turn": state.turn}, state.next_seat)


def wait(state: Position, closed: int) -> Step:
    """The step in which the match stops for an unknown card. `closed` is the seat whose discard
    could be claimed until now (it moves to that seat's river), or 0.
    """
    return _step(state, "wait", _close(state, closed))


def gain(state: Position, seat: int, gained: int) -> Step:
    """The step in which `seat` opens a set with `gained`, the discard that it claims; `state` is
    the position after it.
    """
    motions = []
    cards = state.sets_of(seat)[-1]
    from_hand = cards.copy()
    from_hand.remove(gained)
    for card in cards:
        if card in from_hand:
            from_hand.remove(card)
            motions.append(_laid(card, seat, _OPENED[seat]))
        else:
            motions.append(Motion(TOKEN[card], _WINDOW, _OPENED[seat]))
    return _step(state, "gain", motions, _opened(state, seat), seat)


def open_set(state: Position, seat: int) -> Step:
    """The step in which `seat` opens a set from its hand; `state` is the position after it."""
    motions = [_laid(card, seat, _OPENED[seat]) for card in state.sets_of(seat)[-1]]
    return _step(state, "open", motions, _opened(state, seat), seat)


def draw(state: Position, seat: int, drawn: list[int]) -> Step:
    """The step in which `seat` draws the cards `drawn` because it has made a set."""
    return _step(state, "draw", [_drawn(card, seat) for card in drawn], {}, seat)


def discard(state: Position, seat: int) -> Step:
    """The step in which `seat` discards a card, which can now be claimed; `state` is the position
    after it.
    """
    return _step(state, "discard", [_laid(state.window, seat, _WINDOW)], {}, seat)


def ready(state: Position, seat: int) -> Step:
    """The step in which `seat` declares Ready; `state` is the position after it."""
    return _step(state, "ready", [], {f"ready/{seat}": "✓"}, seat)


def goal(state: Position, claimed: int) -> Step:
    """The step in which a seat goes out and shows its hand as the three sets that count; `state` is
    the position after it. `claimed` is the discard that it has claimed for that, or 0.
    """
    seat = state.out
    zone = _GOAL[seat]
    motions = []
    sets = state.split_sets()
    for card in [card for cards in sets for card in cards]:
        if card == claimed:
            motions.append(Motion(TOKEN[card], _WINDOW, zone))
            claimed = 0
        else:
            motions.append(_laid(card, seat, zone))
    facts: dict[str, Fact] = {zone: _sizes(sets)}
    return _step(state, "goal", motions, facts, seat)


def score(state: Position) -> Iterable[Step]:
    """The steps of a goal's points: one for each card that bonus checks turn up, then one with the
    points. `state` is the position after them.
    """
    for card in state.bonus():
        yield _step(state, "bonus", [Motion(TOKEN[card], _PILE, _BONUS, END, NOBODY)])
    seat = state.out
    facts: dict[str, Fact] = {
        f"points/{seat}": state.totals[seat],
        f"score/{seat}": state.tally(),
    }
    yield _step(state, "score", [], facts, seat)


def pay(state: Position, seat: int) -> Step:
    """The step in which `seat` pays for the goal that claimed its discard; `state` is the position
    after it.
    """
    return _step(state, "pay", [], {f"points/{seat}": state.totals[seat]}, seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """A step in which no card moves and the phase or who may act has changed; `kind` is its name,
    `seat` the seat that causes it, or 0.
    """
    return _step(state, kind, [], {}, seat)


def _step(
    state: Position,
    kind: str,
    motions: list[Motion],
    facts: dict[str, Fact] | None = None,
    seat: int = 0,
) -> Step:
    """The step called `kind`, with `facts` (None: none of its own) and those that any step may
    change: the phase, the cards in the pile, and who may act, which every seat sees in its own way,
    since only the seat itself knows that it may claim the discard.
    """
    on_turn = str(state.next_seat or "")
    shown: dict[str, Fact] = {"phase": state.phase, "pile": SIZE - state.top, "to_move": on_turn}
    return Step(
        kind, motions, {**shown, **(facts or {})}, seat, of_own_turn(state, state.to_move())
    )


def _drawn(card: int, seat: int) -> Motion:
    """The motion of a card from the pile into the hand of `seat`."""
    return Motion(TOKEN[card], _PILE, _HAND[seat], SORTED, NOBODY, only(seat))


def _laid(card: int, seat: int, zone: str) -> Motion:
    """The motion of a card from the hand of `seat` to the `zone`, face up."""
    return Motion(TOKEN[card], _HAND[seat], zone, END, only(seat))


def _close(state: Position, seat: int) -> list[Motion]:
    """The motion of the latest discard, which can't be claimed any more, into the river of `seat`,
    who discarded it; none for seat 0.
    """
    latest = TOKEN[state.thrown[state.discards - 1] & 63]
    return [Motion(latest, _WINDOW, _RIVER[seat])] if seat else []


def _opened(state: Position, seat: int) -> dict[str, Fact]:
    return {_OPENED[seat]: _sizes(state.sets_of(seat))}
