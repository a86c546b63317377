"""What people see of a match of 6つ子7組: the table with its words, as each viewer sees it, and
the steps that change it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kifu.notation.words import Words
from kifu.replay.elements.native import i64
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.mutsugo.cards import CARD, CARDS, DECK, PRINTED, TOKEN, cards_of
from kifu.replay.games.mutsugo.options import Options
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.games.mutsugo.tokens import LEXICON, hand_of, taken_of
from kifu.replay.states.game_words import DEAL_UNKNOWN, HAND_ZONE, OVER, PILE_ZONE, TURN
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
)

# The zones, where cards lie: layout, views and steps take their names from here.

#: By seat; more seats than the most of the game.
_SETS: Final[list[str]] = [f"sets/{number}" for number in range(6)]
_HAND: Final[list[str]] = [f"hand/{number}" for number in range(6)]
_FREE: Final = "free"
_PILE: Final = "pile"

#: The facts of seats.
_POINTS: Final[list[str]] = [f"points/{seat}" for seat in range(6)]
_CARDS: Final[list[str]] = [f"cards/{seat}" for seat in range(6)]


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """The zones, facts, phases and faces of a table. The fact `made` is the numbers of the sets
    that the seat on turn has made in this turn, "-" for none.
    """
    by_seat = range(1, seats + 1)
    zones = [Zone(_FREE, "pool", 0, Words("Free cards", "フリーカード"))]
    zones += [Zone(_SETS[seat], "melds", seat, Words("Sets", "セット")) for seat in by_seat]
    zones += [Zone(_HAND[seat], "hand", seat, HAND_ZONE) for seat in by_seat]
    zones.append(Zone(_PILE, "pile", 0, PILE_ZONE))
    return Layout(
        zones=zones,
        seat_facts={"points": Words("Scored cards", "得点")},
        table_facts={
            "turn": TURN,
            "target": Words("Cards to win", "規定の得点枚数"),
            "made": Words("New sets no.", "この手番で作ったセット"),
        },
        phases={
            "waiting": DEAL_UNKNOWN,
            "start": Words("The Start Draw is to come", "スタートドロウをしてください"),
            "main": Words("Sets and refills", "セットと補充ができます"),
            "closing": Words("A card has been discarded", "手札を1枚捨てました"),
            "over": OVER,
        },
        faces={token: _face(token) for token in DECK},
    )


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence for `move`, played by `seat` from `state`. Cards are named as they are printed."""
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
    """Sentences about what `move` caused: a card that was opened, the end."""
    told = []
    for step in steps:
        if step.kind == "open":
            card = PRINTED[CARD[step.motions[0].card]]
            told.append(
                Words(
                    f"{card} is opened and free.",
                    f"スタートオープン: {card}がフリーカードになりました。",
                )
            )
        elif step.kind == "target":
            points, who = step.facts[f"points/{step.seat}"], f"{{{step.seat}}}"
            told.append(
                Words(
                    f"{who} has {points} scored cards. The game is over.",
                    f"{who}は{points}枚を得点化しました。ゲーム終了です。",
                )
            )
        elif step.kind == "pile":
            told.append(
                Words(
                    "The pile is empty. The game is over.",
                    "山札がゼロになりました。ゲーム終了です。",
                )
            )
            told += _draw_sentence(step)
    return told


def _draw_sentence(step: Step) -> list[Words]:
    """The sentence that says that the match is a draw, in a list; empty where it is not."""
    ranks = {
        int(name[7:]): (int(step.facts[f"cards/{name[7:]}"]), -int(points))
        for name, points in step.facts.items()
        if name.startswith("points/")
    }
    equal = [f"{{{seat}}}" for seat in sorted(ranks) if ranks[seat] == min(ranks.values())]
    if len(equal) < 2:
        return []
    en = f"It is a draw between {', '.join(equal[:-1])} and {equal[-1]}."
    return [Words(en, f"{'、'.join(equal)}の引き分けです。")]


#: The shape of each mark and its colour class.
_SHAPES = {
    "c": ("circle", 2),
    "s": ("square", 6),
    "p": ("plus", 3),
    "t": ("triangle", 5),
    "x": ("cross", 4),
    "a": ("star", 0),
}


def _face(token: str) -> Face:
    shape, colour = _SHAPES[token[0]]
    name = Words(f"{shape} {token[1]}", PRINTED[CARD[token]])
    return Face(token[1], name, pips=1, pip=shape, colour=colour)


def _printed(cards: list[int]) -> str:
    return " ".join(PRINTED[card] for card in sorted(cards))


# What a viewer sees. Written from the position alone, never from the steps that led to it: the test
# that folds the steps into these tables would otherwise prove nothing.


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` sees it.

    Hands and free cards are in canonical order, unknown cards of a hand last. Another seat's hand
    is shown as backs, even cards that everybody saw go there.
    """
    zones = {_FREE: _tokens(state.free_cards())}
    facts: dict[str, Fact] = {
        "turn": state.turn,
        "target": state.target,
        "phase": state.phase,
        "to_move": " ".join([str(seat) for seat in state.to_move()]),
        "made": " ".join([str(number) for number in state.made_this_turn()]) or "-",
    }
    for seat in range(1, state.n + 1):
        sets = state.sets_of(seat)
        zones[_SETS[seat]] = [TOKEN[card] for cards in sets for card in cards]
        known = _tokens(state.hand(seat)) if viewer in (seat, ALL) else []
        size: int = state.size[seat]
        zones[_HAND[seat]] = known + [UNKNOWN] * (size - len(known))
        facts[_POINTS[seat]] = state.score[seat]
        facts[_CARDS[seat]] = size
        facts[_SETS[seat]] = " ".join([str(len(cards)) for cards in sets])
    pile: int = CARDS - state.top
    zones[_PILE] = [UNKNOWN] * pile
    return Table(zones, facts)


def _tokens(cards: list[int]) -> list[str]:
    return [TOKEN[card] for card in cards]


# How cards move: the steps of a move, as a watcher gets them


def opened(state: Position, card: int) -> Step:
    """The step of a Start Open: `card`, the top of the pile, becomes a free card."""
    return Step("open", [Motion(TOKEN[card], _PILE, _FREE, SORTED, NOBODY)])


def draw(state: Position, card: int, seat: int) -> Step:
    """The step in which `seat` draws `card` from the pile; 0 for one that nobody knows."""
    token = TOKEN[card] or UNKNOWN
    motion = Motion(token, _PILE, _HAND[seat], SORTED, NOBODY, only(seat))
    return Step("draw", [motion], _counts(state, seat) | _now(state), seat)


def take(state: Position, card: int, seat: int) -> Step:
    """The step in which `seat` takes a free card into its hand."""
    motion = Motion(TOKEN[card], _FREE, _HAND[seat], SORTED, OPEN, only(seat))
    return Step("take", [motion], _counts(state, seat) | _now(state), seat)


def make(state: Position, cards: list[int], seat: int, taken: int, owner: int) -> Step:
    """The step in which `seat` makes a set of `cards`. If `taken` is not 0, that one of them comes
    from the table: a free card (`owner` 0), or robbed from a set of `owner`.
    """
    hand, sets = _HAND[seat], _SETS[seat]
    table = _SETS[owner] if owner else _FREE
    motions = [
        Motion(TOKEN[card], table, sets)
        if card == taken
        else Motion(TOKEN[card], hand, sets, END, only(seat))
        for card in cards
    ]
    facts = _counts(state, seat) | _now(state)
    if owner:
        facts |= _counts(state, owner)
    return Step("rob" if owner else "set", motions, facts, seat)


def discard(state: Position, card: int, seat: int) -> Step:
    """The step in which a hand card of `seat` becomes a free card."""
    motion = Motion(TOKEN[card], _HAND[seat], _FREE, SORTED, only(seat))
    return Step("discard", [motion], _counts(state, seat) | _now(state), seat)


def dissolve(state: Position, cards: list[int], seat: int) -> Step:
    """The step in which the cards of a set of `seat` become free cards."""
    motions = [Motion(TOKEN[card], _SETS[seat], _FREE, SORTED) for card in cards]
    return Step("dissolve", motions, _counts(state, seat) | _now(state), seat)


def end_turn(state: Position, seat: int) -> Step:
    """The step that ends the turn of `seat` and begins the next one."""
    return Step("turn", [], _now(state), seat)


def status(state: Position, kind: str, seat: int = 0) -> Step:
    """A step in which no card moves: the match can't go on, or has ended by what `seat` did
    (`kind`: why). For a draw it repeats the counts of the seats that share it.
    """
    seats = state.winners()
    facts = _counts(state, seat) if seat else {}
    if len(seats) > 1:
        for equal in seats:
            facts |= _counts(state, equal)
    return Step(kind, [], facts | _now(state), seat)


def _now(state: Position) -> dict[str, Fact]:
    return {
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join(map(str, state.to_move())),
        "made": " ".join(map(str, state.made_this_turn())) or "-",
    }


def _counts(state: Position, seat: int) -> dict[str, Fact]:
    """The facts of a seat: how many cards it has in hand and in sets, and the sizes of its sets."""
    return {
        _POINTS[seat]: state.score[seat],
        _CARDS[seat]: state.size[seat],
        _SETS[seat]: " ".join(str(len(cards)) for cards in state.sets_of(seat)),
    }
