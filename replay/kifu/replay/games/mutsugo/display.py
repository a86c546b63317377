"""How a position of 6つ子7組 is shown, described, named and digested."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.mutsugo.cards import CARD, CARDS, DECK, PRINTED, TOKEN, cards_of
from kifu.replay.games.mutsugo.options import Options
from kifu.replay.games.mutsugo.position import PHASES, Position
from kifu.replay.games.mutsugo.tokens import LEXICON, hand_of, taken_of
from kifu.replay.states.game_words import DEAL_UNKNOWN, HAND_ZONE, OVER, PILE_ZONE, TURN
from kifu.replay.table import UNKNOWN, Step


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """The zones, facts, phases and faces of a table. The fact `made` is the numbers of the sets
    that the seat on turn has made in this turn, "-" for none.
    """
    by_seat = range(1, seats + 1)
    zones = [Zone("free", "pool", 0, Words("Free cards", "フリーカード"))]
    zones += [Zone(f"sets/{seat}", "melds", seat, Words("Sets", "セット")) for seat in by_seat]
    zones += [Zone(f"hand/{seat}", "hand", seat, HAND_ZONE) for seat in by_seat]
    zones.append(Zone("pile", "pile", 0, PILE_ZONE))
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
    """What `move` means, played by `seat` from `state`. Cards are named as they are printed."""
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


def tell(move: str, steps: list[Step]) -> list[Words]:
    """What followed from `move` by itself: a card that was opened, the end."""
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
            told += _told_draw(step)
    return told


def _told_draw(step: Step) -> list[Words]:
    """The sentence of a draw, where the last step says what is counted of several seats."""
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


def digest(state: Position) -> str:
    """The digest of the position: BLAKE2b, 8 bytes, over `canonical`."""
    return hashlib.blake2b(canonical(state).encode(), digest_size=8).hexdigest()


def canonical(state: Position) -> str:
    """The whole position in one line of ASCII: what the page counts as the position, with the
    game, the target and the number of seats before it. Frozen for rules revision 1.
    """
    seats = range(1, state.n + 1)
    hands = [[*_tokens(state.hand(seat)), *[UNKNOWN] * state.unknown[seat]] for seat in seats]
    sets = [["+".join(_tokens(cards)) for cards in state.sets_of(seat)] for seat in seats]
    parts = [
        f"mutsugo 1 {state.n}",
        str(state.target),
        f"{state.turn} {state.phase} {state.next_seat}",
        " ".join(TOKEN[card] or UNKNOWN for card in state.pile()),
        " ".join(_tokens(state.free_cards())),
        "/".join(" ".join(hand) for hand in hands),
        "/".join(" ".join(melds) for melds in sets),
        str(state.made),
    ]
    return "|".join(parts)


def situation(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `code` (see `situation`): the number of seats
    and the phase, then

    - `hand`: its hand cards;
    - `sets`: how many sets the known ones and the table allow (`3` for three or more), and
      `best`, the cards of the largest of them;
    - `pile`: the cards of the pile in sixes, rounded up;
    - `need` and `rival`: how many cards it, and the other seat with the most, still need to reach
      the target, in threes, rounded up (`5` for more than twelve).

    A seat that does not act faces what it would if it did.
    """
    key = [f"n{state.n}", PHASES[code & 7]]
    code >>= 3
    for name in ("hand", "sets", "best", "pile", "need", "rival"):
        key.append(f"{name}={code & 7}")
        code >>= 3
    return " ".join(key)


#: The shape of each mark and its colour class.
_SHAPES = {
    "c": ("circle", 2),
    "s": ("square", 6),
    "p": ("plus", 3),
    "t": ("triangle", 5),
    "x": ("cross", 4),
    "a": ("star", 1),
}


def _face(token: str) -> Face:
    shape, colour = _SHAPES[token[0]]
    name = Words(f"{shape} {token[1]}", PRINTED[CARD[token]])
    return Face(token[1], name, pips=1, pip=shape, colour=colour)


def _pile(state: Position) -> int:
    return CARDS - state.top


def _tokens(cards: list[int]) -> list[str]:
    return [TOKEN[card] for card in cards]


def _printed(cards: list[int]) -> str:
    return " ".join(PRINTED[card] for card in sorted(cards))
