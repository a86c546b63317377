"""How a position of yuhodo is shown, described, named and digested."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.games.yuhodo.canonical import canonical
from kifu.replay.games.yuhodo.cards import CARD, KINDS, TOKEN, is_red
from kifu.replay.games.yuhodo.options import Options
from kifu.replay.games.yuhodo.position import PHASES, Position
from kifu.replay.states.game_words import GAME_ENDS, HAND_ZONE, OVER, PILE_ZONE, TURN
from kifu.replay.table import Step

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
    """The zones, facts, phases and faces of a table."""
    by_seat = range(1, seats + 1)
    zones = [
        Zone("market", "row", 0, Words("Market", "場札")),
        Zone("window", "choice", 0, Words("Latest discard", "今捨てられた捨札")),
        Zone("bonus", "pool", 0, Words("Bonus check", "ボーナス・チェック")),
    ]
    zones += [Zone(f"goal/{s}", "melds", s, Words("Goal", "ゴール形")) for s in by_seat]
    zones += [Zone(f"hand/{s}", "hand", s, HAND_ZONE) for s in by_seat]
    zones += [Zone(f"opened/{s}", "melds", s, Words("Opened", "オープン")) for s in by_seat]
    zones += [Zone(f"river/{s}", "row", s, Words("Discards", "捨札")) for s in by_seat]
    zones.append(Zone("pile", "pile", 0, PILE_ZONE))
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
        faces={TOKEN[card]: _face(card) for card in CARD.values()},
    )


def describe(state: Position, move: str, seat: int) -> Words:
    """What `move` means, played by `seat` from `state`."""
    who = f"{{{seat}}}"
    en, ja = _named_in(move)
    if move == "m":
        return Words("Nobody claims the discard.", "捨札はだれにも取られませんでした。")
    if move == "G":
        return _describe_goal(state, who)
    if move[0] == "o":
        return Words(f"{who} opens {en}.", f"{who}は{ja}をオープンしました。")
    if move[0] == "N":
        gained, gained_ja = _named([state.window])
        return Words(
            f"{who} gains {gained} with {en}.", f"{who}は{ja}で{gained_ja}をゲインしました。"
        )
    if move[0] != "-":
        return Words(f"{who} takes {en}.", f"{who}は{ja}をテイクしました。")
    if move[-1] == "R":
        return Words(
            f"{who} discards {en} and declares Ready.",
            f"{who}は{ja}を捨て、レディを宣言しました。",
        )
    return Words(f"{who} discards {en}.", f"{who}は{ja}を捨てました。")


def offer(state: Position, move: str, seat: int) -> Words | None:
    """What letting the discard pass is in a list of choices; other moves are as `describe` says."""
    return Words("leave the discard", "捨札を見送る") if move == "m" else None


def tell(move: str, steps: list[Step]) -> list[Words]:
    """What followed from `move` by itself: a market, bonus checks, points, the end."""
    return [words for step in steps for words in _told(step)]


def digest(state: Position) -> str:
    """The digest of the position: BLAKE2b, 8 bytes, over `canonical`."""
    return hashlib.blake2b(canonical(state).encode(), digest_size=8).hexdigest()


def situation(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `code` (see `situation`): from its own hand
    and what lies open

    - the rules, the number of seats, the phase, and whether the seat is on turn;
    - `away`: how many cards its hand (in phase ACT before the discard) is away from a goal
      shape; unknown cards do not count;
    - `opened`: its opened sets (`3` for three or more); `ready`: whether it is Ready itself
      (`1` or `0`), and how many others are;
    - `claim`: whether it may claim the discard: `goal`, `gain` or `none`;
    - `pile`: what is left of it, in quarters of what there was at the start.
    """
    key = [
        state.options.rules,
        f"n{state.n}",
        PHASES[code & 3],
        "own" if code >> 2 & 1 else "other",
        f"away={code >> 3 & 15}",
        f"opened={code >> 7 & 3}",
        f"ready={code >> 9 & 1}.{code >> 10 & 3}",
        f"claim={('none', 'gain', 'goal')[code >> 12 & 3]}",
        f"pile={code >> 14 & 3}",
    ]
    return " ".join(key)


def _face(card: int) -> Face:
    letter, title = KINDS[card // 2]
    attribute, pip, colour = _ATTRIBUTES[letter]
    plain = f"{attribute} {title}"
    if is_red(card):
        return Face(str(title), Words(f"red {plain}", f"赤字の{plain}"), 1, pip, colour, "red")
    return Face(str(title), Words(plain, plain), 1, pip, colour)


_NAMES = {card: _face(card).name for card in CARD.values()}


def _named(cards: Iterable[int]) -> tuple[str, str]:
    """The cards by name, in English and Japanese."""
    names = [_NAMES[card] for card in cards]
    return ", ".join([name.en for name in names]), "、".join([name.ja for name in names])


@lru_cache(maxsize=4096)
def _named_in(move: str) -> tuple[str, str]:
    """The cards that a token names, in English and Japanese."""
    places = range(len(move) - 1)
    return _named([CARD[move[k : k + 2]] for k in places if move[k : k + 2] in CARD])


def _describe_goal(state: Position, who: str) -> Words:
    if not state.window:
        return Words(f"{who} goes out.", f"{who}がゴールしました。")
    card, card_ja = _named([state.window])
    return Words(
        f"{who} goes out on {card}, the discard of {{{state.discarder}}}.",
        f"{who}は{{{state.discarder}}}の捨札{card_ja}でゴールしました。",
    )


#: What is said of a step, by its kind.
_TOLD = {
    "market": Words("The new market: {cards}.", "新しい場札: {cards}。"),
    "goal": Words("The hand: {cards}.", "手札: {cards}。"),
    "bonus": Words("Bonus check: {cards}.", "ボーナス・チェック: {cards}。"),
    "score": Words(
        "{who} gets points for sets, red cards and bonus: {score}.",
        "{who}の得点はセット、赤字、ボーナスで{score}点です。",
    ),
    "pay": Words(
        "{who} pays for the discard and has a total of {points} now.",
        "{who}は捨札の分を失い、{points}点になりました。",
    ),
    "void": Words(
        "The pile is too small: the short game is void.",
        "山札が足りないので、このショート・ゲームは得点計算なしで終了です。",
    ),
    "instant": Words(
        "{who} has opened three sets of Items and wins the game at once.",
        "{who}はItemのセットを3つオープンし、その瞬間に勝者となりました。",
    ),
    "deal": Words("Short game {round} begins.", "ショート・ゲーム{round}の開始です。"),
    "end": GAME_ENDS,
}


def _told(step: Step) -> list[Words]:
    if step.kind not in _TOLD:
        return []
    words, seat, facts = _TOLD[step.kind], step.seat, step.facts
    en, ja = _named([CARD[motion.card] for motion in step.motions if motion.card in CARD])
    values = {
        "who": f"{{{seat}}}",
        "round": facts.get("round"),
        "points": facts.get(f"points/{seat}"),
        "score": facts.get(f"score/{seat}"),
    }
    return [Words(words.en.format(cards=en, **values), words.ja.format(cards=ja, **values))]


def _flat(sets: Iterable[Sequence[int]]) -> list[int]:
    return [card for cards in sets for card in cards]


def _tokens(cards: Iterable[int]) -> list[str]:
    return [TOKEN[card] for card in cards]


def _sizes(sets: Iterable[Sequence[int]]) -> str:
    return " ".join([str(len(cards)) for cards in sets])
