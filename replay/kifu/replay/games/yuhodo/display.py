"""What people see of a match of Yuhodo: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.yuhodo.cards import CARD, KINDS, SIZE, TOKEN, is_red
from kifu.replay.games.yuhodo.options import Options
from kifu.replay.games.yuhodo.position import Position
from kifu.replay.states.authoring import of_own_turn
from kifu.replay.states.game_words import HAND_ZONE, OVER, PILE_ZONE, TURN
from kifu.replay.states.zones import by_seat, moved, table
from kifu.replay.table import ALL, EVERY, Fact, Motion, Step, Table

#: Letter of an attribute -> its name, pip and colour class.
_ATTRIBUTES = {
    "h": ("Human", "human", 2),
    "a": ("Angel", "angel", 3),
    "d": ("Demon", "demon", 5),
    "i": ("Item", "item", 6),
}


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """What is the same in every table of a match: its zones, the names of facts and phases, and how
    each card is drawn.
    """
    return Layout(
        zones=[
            Zone("market", "row", 0, Words("Market", "場札")),
            Zone("window", "choice", 0, Words("Latest discard", "今捨てられた捨札")),
            Zone("bonus", "pool", 0, Words("Bonus check", "ボーナス・チェック")),
            *by_seat(seats, "goal", "melds", Words("Goal", "ゴール形")),
            *by_seat(seats, "hand", "hand", HAND_ZONE),
            *by_seat(seats, "opened", "melds", Words("Opened", "オープン")),
            *by_seat(seats, "river", "row", Words("Discards", "捨札")),
            Zone("pile", "pile", 0, PILE_ZONE),
        ],
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


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` (a seat, PUBLIC or ALL) sees it.

    Hands are in canonical order, unknown cards last. The discard that may be claimed lies apart
    from its river, and the hand of a seat that went out as its three sets.
    """
    zones = {
        "market": _tokens(state.market_cards()),
        "window": [TOKEN[state.window]] if state.window else [],
        "bonus": _tokens(state.bonus()),
        "pile": _tokens(state.pile()),
    }
    acting = [
        str(seat) for seat in state.to_move() if viewer in (seat, ALL) or seat == state.next_seat
    ]
    facts = {**_round(state), **_now(state), "turn": state.turn, "to_move": " ".join(acting)}
    rivers, sets, split = state.rivers(), state.sets_by_seat(), state.split_sets()
    if state.window:
        rivers[state.discarder].pop()
    for seat in range(1, state.n + 1):
        is_out = seat == state.out
        zones[f"hand/{seat}"] = [] if is_out else _tokens(state.hand(seat))
        zones[f"opened/{seat}"] = _flat(sets[seat])
        zones[f"river/{seat}"] = _tokens(rivers[seat])
        zones[f"goal/{seat}"] = _flat(split) if is_out else []
        facts |= {
            f"goal/{seat}": _sizes(split) if is_out else "",
            f"score/{seat}": state.tally() if is_out else "",
            **_opened(state, seat),
            **_points(state, seat),
            **_ready(state, seat),
        }
    return table(zones, facts, viewer)


def _flat(sets: list[list[int]]) -> list[str]:
    return [TOKEN[card] for cards in sets for card in cards]


def _tokens(cards: list[int]) -> list[str]:
    return [TOKEN[card] for card in cards]


def _sizes(sets: list[list[int]]) -> str:
    return " ".join([str(len(cards)) for cards in sets])


# The facts: those of the short game, those that any step may change, and those of a seat


def _round(state: Position) -> dict[str, Fact]:
    return {"round": state.round, "starter": state.starter}


def _now(state: Position) -> dict[str, Fact]:
    """The phase, the cards in the pile, and the seat on turn."""
    return {
        "phase": state.phase,
        "pile": SIZE - state.top,
        "to_move": str(state.next_seat or ""),
    }


def _points(state: Position, seat: int) -> dict[str, Fact]:
    return {f"points/{seat}": state.totals[seat]}


def _ready(state: Position, seat: int) -> dict[str, Fact]:
    return {f"ready/{seat}": "✓" if state.ready >> seat & 1 else "–"}


def _opened(state: Position, seat: int) -> dict[str, Fact]:
    return {f"opened/{seat}": _sizes(state.sets_of(seat))}


# How cards move: the steps of a move, as a watcher gets them


def collect(state: Position) -> Step:
    """The step in which all cards on the table go back into the pile, face down, after a short game
    (one of several that make a match).
    """
    zones = ["market", "window", "bonus"]
    for seat in range(1, state.n + 1):
        zones += [f"{name}/{seat}" for name in ("hand", "opened", "river", "goal")]
    return Step("collect", [Motion(EVERY, zone, "pile") for zone in zones])


def deal(state: Position) -> Step:
    """The step in which hands are dealt for a short game; `state` is the position after it."""
    motions = []
    facts: dict[str, Fact] = {**_round(state), "turn": 0}
    for seat in range(1, state.n + 1):
        motions += [moved(TOKEN[card], "pile", f"hand/{seat}") for card in state.dealt(seat)]
        facts |= {f"goal/{seat}": "", f"score/{seat}": "", **_opened(state, seat)}
        facts |= _ready(state, seat)
    return _step(state, "deal", motions, facts)


def market(state: Position) -> Step:
    """The step in which the cards of a new market are turned up; `state` is the position
    after it.
    """
    return _step(
        state, "market", [moved(TOKEN[card], "pile", "market") for card in state.market_cards()]
    )


def take(state: Position, closed: int) -> Step:
    """The step in which the seat on turn takes a card from the market; `state` is the position
    after it. `closed` is the seat whose discard could be claimed until now (it moves to that seat's
    river), or 0.
    """
    seat = state.next_seat
    motions = [moved(TOKEN[state.taken], "market", f"hand/{seat}"), *_close(state, closed)]
    return _step(state, "take", motions, {"turn": state.turn}, seat)


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


def open_set(state: Position, seat: int, gained: int = 0) -> Step:
    """The step in which `seat` opens a set, from its hand or with `gained`, the discard that it
    claims; `state` is the position after it.
    """
    zone, cards = f"opened/{seat}", state.sets_of(seat)[-1]
    motions = [moved(TOKEN[card], f"hand/{seat}", zone) for card in cards]
    if gained:
        motions[cards.index(gained) + cards.count(gained) - 1] = _claimed(gained, zone)
    return _step(state, "gain" if gained else "open", motions, _opened(state, seat), seat)


def draw(state: Position, seat: int, drawn: list[int]) -> Step:
    """The step in which `seat` draws the cards `drawn` because it has made a set."""
    motions = [moved(TOKEN[card], "pile", f"hand/{seat}") for card in drawn]
    return _step(state, "draw", motions, {}, seat)


def discard(state: Position, seat: int) -> Step:
    """The step in which `seat` discards a card, which can now be claimed; `state` is the position
    after it.
    """
    motion = moved(TOKEN[state.window], f"hand/{seat}", "window")
    return _step(state, "discard", [motion], {}, seat)


def ready(state: Position, seat: int) -> Step:
    """The step in which `seat` declares Ready; `state` is the position after it."""
    return _step(state, "ready", [], _ready(state, seat), seat)


def goal(state: Position, claimed: int) -> Step:
    """The step in which a seat goes out and shows its hand as the three sets that count; `state` is
    the position after it. `claimed` is the discard that it has claimed for that, or 0.
    """
    seat, sets = state.out, state.split_sets()
    zone, cards = f"goal/{seat}", [card for cards in sets for card in cards]
    motions = [moved(TOKEN[card], f"hand/{seat}", zone) for card in cards]
    if claimed:
        motions[cards.index(claimed)] = _claimed(claimed, zone)
    return _step(state, "goal", motions, {zone: _sizes(sets)}, seat)


def score(state: Position) -> Iterable[Step]:
    """The steps of a goal's points: one for each card that bonus checks turn up, then one with the
    points. `state` is the position after them.
    """
    for card in state.bonus():
        yield _step(state, "bonus", [moved(TOKEN[card], "pile", "bonus")])
    seat = state.out
    facts = {f"score/{seat}": state.tally(), **_points(state, seat)}
    yield _step(state, "score", [], facts, seat)


def pay(state: Position, seat: int) -> Step:
    """The step in which `seat` pays for the goal that claimed its discard; `state` is the position
    after it.
    """
    return _step(state, "pay", [], _points(state, seat), seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """A step in which no card moves and the phase or who may act has changed; `kind` is its name,
    `seat` the seat that causes it, or 0.
    """
    return _step(state, kind, [], {}, seat)


def _step(
    state: Position,
    kind: str,
    motions: list[Motion],
    facts: Mapping[str, Fact] = {},
    seat: int = 0,
) -> Step:
    """The step called `kind`, with `facts` and those that any step may change; each seat sees in
    its own way who may act, since only the seat itself knows that it may claim the discard.
    """
    private = of_own_turn(state, state.to_move())
    return Step(kind, motions, {**_now(state), **facts}, seat, private)


def _claimed(card: int, zone: str) -> Motion:
    """The motion of the latest discard to the `zone` of the seat that claims it."""
    return moved(TOKEN[card], "window", zone)


def _close(state: Position, seat: int) -> list[Motion]:
    """The motion of the latest discard, which can't be claimed any more, into the river of `seat`,
    who discarded it; none for seat 0.
    """
    latest = TOKEN[state.thrown[state.discards - 1] & 63]
    return [moved(latest, "window", f"river/{seat}")] if seat else []
