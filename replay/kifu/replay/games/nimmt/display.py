"""How a table of 6 nimmt! is laid out, and how positions are described, named and digested."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.nimmt.canonical import canonical
from kifu.replay.games.nimmt.cards import FULL, HAND, HEADS, LARGEST, ROWS
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.position import CHOOSE, DRAFT, PHASES, PLACE, Position
from kifu.replay.states.game_words import (
    COMMON_TURN,
    DEAL_UNKNOWN,
    GAME_ENDS,
    HAND_ZONE,
    OVER,
    ROUND,
    ROUND_BEGINS,
)
from kifu.replay.table import Step


# Matches with the same options have the same table.
@lru_cache(maxsize=64)
def layout(options: Options, seats: int) -> Layout:
    """The zones, facts, phases and faces of a table."""
    by_seat = range(1, seats + 1)
    zones = [Zone(f"row/{k}", "row", 0, Words(f"Row {k}", f"{k}列目")) for k in range(1, ROWS + 1)]
    if options.hands == "drafted":
        zones.append(Zone("market", "pool", 0, Words("Face-up cards", "公開カード")))
    zones += [
        Zone(f"choice/{seat}", "choice", seat, Words("Choice", "出したカード")) for seat in by_seat
    ]
    zones += [Zone(f"hand/{seat}", "hand", seat, HAND_ZONE) for seat in by_seat]
    zones += [
        Zone(f"taken/{seat}", "pile", seat, Words("Taken", "引き取ったカード")) for seat in by_seat
    ]
    zones.append(Zone("deck", "pile", 0, Words("Stock", "山札")))
    highest = LARGEST if options.deck == "standard" else HAND * seats + ROWS
    return Layout(
        zones=zones,
        seat_facts={"points": Words("Points", "持ち点"), "heads": Words("Heads", "失点(牛マーク)")},
        table_facts={"round": ROUND, "turn": COMMON_TURN},
        phases={
            "draft": Words("Hands are being picked", "手札を選んでいます"),
            "choose": Words("Cards are being chosen", "カードを選んでいます"),
            "place": Words("A place is being chosen", "置き場所を選んでいます"),
            "waiting": DEAL_UNKNOWN,
            "over": OVER,
        },
        faces={str(card): _face(card, HEADS[card]) for card in range(1, highest + 1)},
    )


def describe(state: Position, move: str, seat: int) -> Words:
    """What `move` means, played by `seat` from `state`."""
    who = f"{{{seat}}}"
    if move[0] == "+":
        return Words(f"{who} picks {move[1:]}.", f"{who}は{move[1:]}を手札に選びました。")
    if move[0] not in "r<>":
        return Words(f"{who} chooses {move}.", f"{who}は{move}を選びました。")
    card, row = state.to_be_placed()[-1], state.row(int(move[1]))
    cards, cards_ja = _counted(row)
    if move[0] == "r":
        return Words(
            f"{who} takes row {move[1]} ({cards}); {card} is its new first card.",
            f"{who}は{move[1]}列目({cards_ja})を引き取り、{card}を置きました。",
        )
    end, end_ja = ("left", "左端") if move[0] == "<" else ("right", "右端")
    if len(row) < FULL:
        return Words(
            f"{who} lays {card} at the {end} end of row {move[1]}.",
            f"{who}は{card}を{move[1]}列目の{end_ja}に置きました。",
        )
    return Words(
        f"{who} lays {card} at the {end} end of row {move[1]} and takes it ({cards}).",
        f"{who}は{card}を{move[1]}列目の{end_ja}に置き、その列({cards_ja})を引き取りました。",
    )


def tell(move: str, steps: list[Step]) -> list[Words]:
    """What followed from `move` by itself: rows that were taken, a new round, the end."""
    told = []
    for place, step in enumerate(steps):
        if step.kind == "take" and not (place == 0 and move[0] in "r<>"):
            cards, cards_ja = _counted([int(motion.card) for motion in step.motions])
            row, who = step.motions[0].src[-1], f"{{{step.seat}}}"
            told.append(
                Words(
                    f"{who} takes row {row} ({cards}).",
                    f"{who}は{row}列目({cards_ja})を引き取りました。",
                )
            )
        elif step.kind == "deal":
            number = step.facts["round"]
            told.append(ROUND_BEGINS.filled(number))
        elif step.kind == "end":
            told.append(GAME_ENDS)
    return told


def digest(state: Position) -> str:
    """The digest of the position: BLAKE2b, 8 bytes, over `canonical`."""
    return hashlib.blake2b(canonical(state).encode(), digest_size=8).hexdigest()


def situation(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `code` (see `situation`): variant and seats,
    then by phase

    - `choose`: cards in hand; the lengths of the rows by right end; how many own cards fit
      nowhere now (`3` for three or more); how many fit best on a full row (likewise).
    - `place`: the heads that the legal answers take, ascending and capped at 9 (professional
      ties: of the row if it is full, else 0); how many cards still wait after this one.
    - `draft`: picks made so far by the seat, and its cards in each sixth of the deck.

    A seat that has chosen, or does not act, faces what it would if it did.
    """
    return _situation(state.options, state.n, code)


# Few situations are met again and again: their keys are written once.
@lru_cache(maxsize=1 << 16)
def _situation(options: Options, seats: int, code: int) -> str:
    placement = "pro" if options.placement == "professional" else "std"
    deck = "all" if options.deck == "standard" else options.hands
    stage, rest = code & 7, code >> 3
    key = f"{placement} {deck} n{seats} {PHASES[stage]}"
    if stage == CHOOSE:
        lengths = _joined([rest >> 4 + 3 * rank & 7 for rank in range(ROWS)])
        return f"{key} hand={rest & 15} rows={lengths} nowhere={rest >> 16 & 3} full={rest >> 18}"
    if stage == PLACE:
        costs = [int(cost, 16) - 1 for cost in f"{rest >> 4:x}"][::-1]
        return f"{key} heads={_joined(costs)} behind={rest & 15}"
    if stage == DRAFT:
        sixths = [rest >> 4 * sixth & 15 for sixth in range(6)]
        return f"{key} picks={sum(sixths)} sixths={_joined(sixths)}"
    return key


def _face(card: int, heads: int) -> Face:
    """Colour classes by heads: 1, 2, 3, 5 and 7 are 0 to 4."""
    plural = "" if heads == 1 else "s"
    name = Words(f"{card}, {heads} head{plural}", f"{card}、牛{heads}頭")
    return Face(str(card), name, heads, "head", (1, 2, 3, 5, 7).index(heads))


def _counted(row: list[int]) -> tuple[str, str]:
    """The cards of a row with their heads, in English and Japanese."""
    cards, heads = " ".join(map(str, row)), sum(HEADS[card] for card in row)
    return f"{cards}: {heads} head{'' if heads == 1 else 's'}", f"{cards}、牛{heads}頭"


def _joined(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers))
