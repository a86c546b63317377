"""Hearts, rules revision 1: four seats, cards passed at the same moment, and the moon.

Each round R all 52 cards are dealt, 13 to each seat (chance event `deal/R`). In rounds 1, 2 and 3
of every four each seat passes three cards, to the left, to the right, across; in the fourth nobody
does. A pass is one token, its cards in canonical order: `^c2+dT+sQ`. All choose at the same moment,
and nobody sees anything before the last has chosen.

A token of play is a card: `c2`, `hA`. Every card that is played is written, also one that is
the only legal one: who writes a record down need not know the hands. The seat with c2 leads it to
trick 1. Suit must be followed. In trick 1 no hearts and no sQ are played by a seat that has
anything else. Hearts are led only after a heart was played, or by a hand of nothing but hearts.
The highest card of the led suit takes the trick and leads next.

Each heart is one point, sQ is 13. Who takes all 26 has none, and everybody else 26 (the moon). The
game is over at the end of the round in which somebody reaches `target`; the fewest points win,
and equal fewest share the win.

`#R` is written before the first token of round R, `T.` before the lead of trick T; tricks are
numbered from 1 in each round, and a pass belongs to no trick.
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct

from kifu.replay.analysis.dealing import WorldChance, demand_known, share_out
from kifu.replay.authoring import (
    CARD_NOT_HELD,
    DEAL_UNKNOWN,
    HAND_ZONE,
    OVER,
    ROUND,
    by_seat,
    copied,
    dealt,
    demand_actor,
    demand_seat,
    demand_viewer,
    digest_of,
    moved,
    table,
    told,
)
from kifu.replay.chance import Chance
from kifu.replay.game import (
    Analysing,
    Archiving,
    Combination,
    Face,
    Game,
    IllegalMove,
    Layout,
    Offers,
    Ranking,
    Wording,
    Words,
    Zone,
)
from kifu.replay.lots import Lots
from kifu.replay.memory import Memory
from kifu.replay.ranking import fewest_first
from kifu.replay.table import Fact, Motion, Step, Table, Watch

SEATS = (1, 2, 3, 4)
SUITS = "cdsh"
RANKS = "23456789TJQKA"
#: The deck in canonical order; a card is its place, from 1.
DECK = [suit + rank for suit in SUITS for rank in RANKS]
CARD = {token: card for card, token in enumerate(DECK, 1)}
CLUB_2, SPADE_Q, MOON = CARD["c2"], CARD["sQ"], 26
#: How many seats further to the left the cards of a round go; 0: nobody passes.
PASSES = (1, 3, 2, 0)


# Why a move is refused

PASSED = Words(
    "pass three cards of the hand of seat {0}, in canonical order: ^c2+dT+sQ",
    "席{0}の手札から3枚を決まった順に書いて渡します: ^c2+dT+sQ",
)
LEADS = Words("c2 is led to the first trick", "最初のトリックはc2からです")
UNBROKEN = Words("hearts have not been broken", "ハートはまだ出ていません")
FOLLOW = Words("the led suit must be followed", "リードされたスートを出します")
MILD = Words("no points are played in the first trick", "最初のトリックに失点札は出せません")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """`target` ends the game."""

    target: Annotated[int, Meta(ge=1, le=1000, description="points that end the game")] = 100


def suit(card: int) -> int:
    return (card - 1) // 13


def rank(card: int) -> int:
    return (card - 1) % 13


def is_heart(card: int) -> bool:
    return suit(card) == 3


def worth(card: int) -> int:
    """The points of a card."""
    return 13 if card == SPADE_Q else int(is_heart(card))


class Hearts:
    """A position. Lists by seat have an unused place 0. `passed` are the cards that each seat has
    laid aside, `trick` the seats and cards of this trick in the order played. While cards are
    passed, seats act `at_once`.
    """

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        self.options, self.chance = options, chance
        self.missing: str | None = None
        self.next_seat = 0
        self.points = [0] * 5
        self.round = self.tricks = 0
        self._deal(None)

    def _deal(self, watch: Watch | None) -> None:
        self.round += 1
        label = f"deal/{self.round}"
        hands = dealt(self.chance, label, DECK, hands=4, size=13)
        self.missing = None if hands else label
        self.hands = [[], *(hands or [[]] * 4)]
        self.passed: list[list[int]] = [[] for _ in range(5)]
        self.won: list[list[int]] = [[] for _ in range(5)]
        self.trick: list[tuple[int, int]] = []
        self.trick_number, self.broken, self.fresh = 1, False, True
        self.at_once = bool(hands) and PASSES[(self.round - 1) % 4] > 0
        self.next_seat = 1 if self.at_once else self._holder()
        motions = [each for seat in SEATS for each in moves(self.hands[seat], "", f"hand/{seat}")]
        self._tell(watch, "deal", motions)

    def _tell(self, watch: Watch | None, kind: str, motions: list[Motion], seat: int = 0) -> None:
        """Tell whoever watches of a step after which the position is as it is now."""
        if watch:
            watch(Step(kind, motions, self._facts(), seat))

    def _holder(self) -> int:
        """The seat that holds c2, 0 where the deal is not known."""
        return next((seat for seat in SEATS if CLUB_2 in self.hands[seat]), 0)

    @property
    def is_over(self) -> bool:
        return max(self.points) >= self.options.target and not any(self.hands)

    def to_move(self) -> list[int]:
        if self.at_once:
            return [seat for seat in SEATS if not self.passed[seat]]
        return [self.next_seat] if self.next_seat else []

    def legal_moves(self, seat: int) -> list[str]:
        if demand_seat(seat, 4) not in self.to_move():
            return []
        choice = combination(self, seat)
        return choice.tokens() if choice else tokens(self.playable(seat))

    def playable(self, seat: int) -> list[int]:
        hand = self.hands[seat]
        return [card for card in hand if not self.why_not(card, hand)]

    def why_not(self, card: int, hand: list[int]) -> Words | None:
        """The rule that forbids `card` to whom has this hand; None if none does."""
        first = self.trick_number == 1
        if not self.trick:
            if first:
                return None if card == CLUB_2 else LEADS
            early = is_heart(card) and not self.broken
            return UNBROKEN if early and not all(map(is_heart, hand)) else None
        led = suit(self.trick[0][1])
        if suit(card) == led:
            return None
        if any(suit(other) == led for other in hand):
            return FOLLOW
        return MILD if first and worth(card) and not all(map(worth, hand)) else None

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        seat = demand_actor(self, seat)
        if move not in self.legal_moves(seat):
            raise IllegalMove(self._refusal(move, seat))
        cards = [CARD[word] for word in move.lstrip("^").split("+")]
        self.fresh = False
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        if self.at_once:
            self._pass(cards, seat, watch)
        else:
            self._play_card(cards[0], seat, watch)

    def _refusal(self, move: str, seat: int) -> Words:
        """Why `seat` may not play `move`, which is not legal."""
        if self.at_once:
            return PASSED.filled(seat)
        hand = self.hands[seat]
        known = move in tokens(hand) and self.why_not(CARD[move], hand)
        return known or CARD_NOT_HELD.filled(move, seat)

    def _pass(self, cards: list[int], seat: int, watch: Watch | None) -> None:
        self.passed[seat] = cards
        waiting = self.to_move()
        self.next_seat = waiting[0] if waiting else 0
        self._tell(watch, "pass", moves(cards, f"hand/{seat}", f"passed/{seat}"), seat)
        if not waiting:
            self._exchange(watch)

    def _exchange(self, watch: Watch | None) -> None:
        motions = []
        for seat in SEATS:
            to = self._receiver(seat)
            self.hands[to] = sorted(self.hands[to] + self.passed[seat])
            motions += moves(self.passed[seat], f"passed/{seat}", f"hand/{to}")
            self.passed[seat] = []
        self.at_once = False
        self.next_seat = self._holder()
        self._tell(watch, "exchange", motions)

    def _receiver(self, seat: int) -> int:
        """The seat that gets the cards which `seat` passes in this round."""
        return (seat + PASSES[(self.round - 1) % 4] - 1) % 4 + 1

    def _play_card(self, card: int, seat: int, watch: Watch | None) -> None:
        self.trick.append((seat, card))
        self.broken = self.broken or is_heart(card)
        self.next_seat = seat % 4 + 1 if len(self.trick) < 4 else 0
        self._tell(watch, "play", moves([card], f"hand/{seat}", "trick"), seat)
        if len(self.trick) == 4:
            self._take(watch)

    def _take(self, watch: Watch | None) -> None:
        led = suit(self.trick[0][1])
        winner = max(self.trick, key=lambda play: (suit(play[1]) == led, play[1]))[0]
        cards = [card for _seat, card in self.trick]
        self.won[winner] += cards
        self.trick = []
        self.tricks += 1
        last = not self.hands[winner]
        self.trick_number += not last
        self.next_seat = 0 if last else winner
        self._tell(watch, "take", moves(cards, "trick", f"won/{winner}"), winner)
        if last:
            self._score(watch)

    def _score(self, watch: Watch | None) -> None:
        taken = [sum(map(worth, cards)) for cards in self.won]
        moon = taken.index(MOON) if MOON in taken else 0
        for seat in SEATS:
            self.points[seat] += taken[seat] if not moon else MOON * (seat != moon)
        motions = [each for seat in SEATS for each in moves(self.won[seat], f"won/{seat}", "")]
        self._tell(watch, "moon" if moon else "score", [] if self.is_over else motions, moon)
        if not self.is_over:
            self._deal(watch)

    def marks(self) -> tuple[str, ...]:
        if not self.to_move():
            return ()
        due = [f"#{self.round}"] if self.fresh else []
        if not self.at_once and not self.trick:
            due.append(f"{self.trick_number}.")
        return tuple(due)

    def scores(self) -> list[int]:
        return self.points[1:]

    def winners(self) -> list[int]:
        fewest = min(self.points[1:])
        return [seat for seat in SEATS if self.points[seat] == fewest] if self.is_over else []

    def facts(self) -> dict[str, int]:
        return {"rounds": self.tricks // 13, "turns": self.tricks}

    def view(self, viewer: int) -> Table:
        demand_viewer(viewer, 4)
        zones = {"trick": tokens([card for _seat, card in self.trick])}
        for seat in SEATS:
            zones[f"hand/{seat}"] = tokens(self.hands[seat])
            zones[f"passed/{seat}"] = tokens(self.passed[seat])
            zones[f"won/{seat}"] = tokens(self.won[seat])
        return table(zones, self._facts(), viewer)

    def _facts(self) -> dict[str, Fact]:
        phase = "waiting" if self.missing else "over" if self.is_over else "play"
        return {
            "round": self.round,
            "turn": self.trick_number,
            "phase": "pass" if self.at_once else phase,
            "to_move": " ".join(map(str, self.to_move())),
            **{f"points/{seat}": self.points[seat] for seat in SEATS},
        }

    def describe(self, move: str, seat: int) -> Words:
        who = f"{{{demand_seat(seat, 4)}}}"
        if move[0] == "^":
            cards = " ".join(name(token) for token in move[1:].split("+"))
            to = f"{{{self._receiver(seat)}}}"
            return Words(f"{who} passes {cards} to {to}.", f"{who}は{to}に{cards}を渡します。")
        return Words(f"{who} plays {name(move)}.", f"{who}は{name(move)}を出しました。")

    def digest(self) -> str:
        return digest_of(
            self.options.target, self.round, self.trick_number, self.next_seat, self.hands,
            self.passed, self.won, self.trick, self.points, self.broken,
        )  # fmt: skip

    def situation(self, seat: int) -> str:
        """The phase, the place in the trick, the led suit, and how many cards it holds."""
        held = len(self.hands[demand_seat(seat, 4)])
        led = SUITS[suit(self.trick[0][1])] if self.trick else "-"
        phase = "pass" if self.at_once else f"play{len(self.trick)}"
        return f"{phase} led={led} hand={held}"

    def copy(self) -> Hearts:
        return copied(self)


def tokens(cards: list[int]) -> list[str]:
    return [DECK[card - 1] for card in cards]


def moves(cards: list[int], src: str, dst: str) -> list[Motion]:
    """How cards go from one zone to another; "" is the world outside the table."""
    return [moved(token, src, dst) for token in tokens(cards)]


def combination(state: Hearts, seat: int) -> Combination | None:
    """A pass is three cards of the hand."""
    if not state.at_once or state.passed[seat]:
        return None
    return Combination(tokens(state.hands[seat]), 3, before="^")


def name(token: str) -> str:
    """A card as it is printed: `♠Q`."""
    return "♣♦♠♥"[SUITS.index(token[0])] + token[1].replace("T", "10")


def layout(options: Options, seats: int) -> Layout:
    return Layout(
        zones=[
            Zone("trick", "pool", 0, Words("Trick", "トリック")),
            *by_seat(4, "hand", "hand", HAND_ZONE),
            *by_seat(4, "passed", "hand", Words("To be passed", "渡すカード")),
            *by_seat(4, "won", "pile", Words("Taken", "取り札")),
        ],
        seat_facts={"points": Words("Points", "失点")},
        table_facts={"round": ROUND, "turn": Words("Trick", "トリック")},
        phases={
            "pass": Words("Three cards are being passed", "3枚のカードを渡します"),
            "play": Words("A card is being played", "カードを出します"),
            "waiting": DEAL_UNKNOWN,
            "over": OVER,
        },
        faces={token: _face(token) for token in DECK},
    )


def _face(token: str) -> Face:
    pip = {"c": "club", "d": "diamond", "s": "spade", "h": "heart"}[token[0]]
    label = name(token)[1:]
    words = Words(f"{label} of {pip}s", name(token))
    return Face(label, words, pips=1, pip=pip, colour=4 if token[0] in "dh" else 0)


def consequences(state: Hearts, move: str, steps: list[Step]) -> list[Words]:
    return told(steps, _TOLD)


#: What is said of a step, by its kind.
_TOLD = {
    "take": Words("{who} takes the trick.", "{who}がトリックを取りました。"),
    "moon": Words("{who} shoots the moon.", "{who}がシュート・ザ・ムーンを達成しました。"),
}


def greedy(state: Hearts, seat: int) -> str:
    """Pass the three cards of the highest ranks; play the lowest card."""
    if state.at_once:
        worst = sorted(state.hands[seat], key=rank)[-3:]
        return "^" + "+".join(tokens(sorted(worst)))
    return DECK[min(state.playable(seat), key=rank) - 1]


def redeal(state: Hearts, seat: int, memory: Memory, lots: Lots) -> Hearts:
    """The position with other hands by lot. Passes of others that nobody has seen are taken back;
    a card that `seat` has passed on stays where it went, and everyone knows who holds c2.
    """
    demand_known(state.missing, 0)
    world = state.copy()
    world.chance = WorldChance(lots)
    others = [other for other in SEATS if other != seat]
    for other in others:
        world.hands[other] += world.passed[other]
        world.passed[other] = []
    if world.at_once:
        world.next_seat = next(iter(world.to_move()), 0)
    cards = sorted(card for other in others for card in world.hands[other])
    places = [_places(world, memory, others, card) for card in cards]
    room = [len(world.hands[at]) if at in others else 0 for at in range(5)]
    holders = share_out(places, room, lots)
    for other in others:
        world.hands[other] = [card for card, at in zip(cards, holders, strict=True) if at == other]
    return world


def _places(world: Hearts, memory: Memory, others: list[int], card: int) -> int:
    """The seats that may hold a card, one bit each."""
    token = DECK[card - 1]
    known = [other for other in others if token in memory.known_in(f"hand/{other}")]
    if card == CLUB_2 and not world.at_once:
        known = [world.next_seat]
    return sum(1 << other for other in known or others)


GAME = Game(
    name="hearts",
    title=Words("Hearts", "ハーツ"),
    rules=1,
    options=Options,
    seats=lambda options: range(4, 5),
    token=re.compile(r"\^[cdsh][2-9TJQKA](?:\+[cdsh][2-9TJQKA]){2}|[cdsh][2-9TJQKA]"),
    start=Hearts,
    layout=layout,
    greedy=greedy,
    option_sets=[{"target": "50"}, {"target": "1"}],
    ranking=Ranking(places=fewest_first),
    words=Wording(
        consequences=consequences,
    ),
    offers=Offers(combination=combination),
    archive=Archiving(
        events={
            "moon": Words("somebody shoots the moon", "シュート・ザ・ムーン"),
            "exchange": Words("the passed cards change hands", "カードの交換"),
        },
        highlights=("moon",),
    ),
    analysis=Analysing(
        redeal=redeal,
        stretch=lambda state: state.round,
    ),
)
