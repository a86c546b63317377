"""MAGiMiLES (マギマイルズ) in the order of its page (docs/rules/magimiles.md), from section 7:
the tricks, to the end of a match.
"""

from __future__ import annotations

import re

from kifu.replay.chance import Chance
from kifu.replay.game import Game, IllegalMove, Words, WrongActor
from kifu.replay.games.magimiles import setup, steps, table, words
from kifu.replay.games.magimiles.greedy import greedy
from kifu.replay.games.magimiles.position import (
    MAIN_CARDS,
    NO_TRUMP,
    TRICKS,
    Options,
    Position,
    seats,
)
from kifu.replay.table import Table, Watch


class Magimiles(Position):
    """A position that is played on."""

    __slots__ = ()

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        super().__init__(options, seats, chance)
        setup.begin_round(self, None)

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        if not seat or seat != self.next_seat:
            seat = self._actor(seat)
        phase = self.phase
        if phase == "main":
            self._play_main(move, seat, watch)
        elif phase == "support":
            self._play_support(move, seat, watch)
        elif phase == "take":
            self._take(move, seat, watch)
        elif phase in ("pass1", "pass2"):
            setup.pass_on(self, move, seat, watch)
        else:
            prepare = setup.declare if phase == "declare" else setup.pick
            if prepare(self, move, seat, watch):
                self._start_trick(watch)

    def _actor(self, seat: int) -> int:
        """Who plays a move that is not said to be of the seat on turn, or why nobody does."""
        acting = self.to_move()
        if not acting:
            raise IllegalMove(self._why_nothing())
        if not seat and len(acting) > 1:
            one, other = acting
            en = f"either partner may act, so say who does: {one}: or {other}:"
            raise IllegalMove(
                Words(en, f"どちらも動けるので、誰が動くか書いてください: {one}: か {other}:")
            )
        if seat and seat not in acting:
            en = f"seat {' or '.join(map(str, acting))} is to move, not seat {seat}"
            who = "か".join(map(str, acting))
            raise WrongActor(Words(en, f"席{seat}ではなく、席{who}の番です"))
        return seat or self.next_seat

    def _why_nothing(self) -> Words:
        if self.phase == "over":
            return Words("the game is over", "対局は終わっています")
        return Words(
            f"the outcome of {self.missing} is not known, so nothing can be played",
            f"{self.missing}の結果がわからないので、何も指せません",
        )

    # 7. Tricks

    def _start_trick(self, watch: Watch | None) -> None:
        """The leader may play; with four players, but for the first trick, its partner too."""
        self.turn += 1
        self.phase = "main"
        if self.n == 4 and self.turn > 1:
            self.next_seat = 0
            self.either = self.holder(self.leader)
        else:
            self.next_seat = self.leader
        if watch:
            watch(steps.status(self, "turn"))

    # Main cards

    def _play_main(self, move: str, seat: int, watch: Watch | None) -> None:
        card = self.tables.card.get(move, 0)
        if not card:
            en = f"a main card is to be played, and {move} is no card of this deck"
            raise IllegalMove(
                Words(en, f"メインカードを出す番です。{move}はこの山のカードではありません")
            )
        order = self.order
        if order:
            self._follow(card, seat)
        unknown = self.leave(card, seat)
        self.mains[seat] = card
        self.totals[seat] = self.tables.number[card]
        order.append(seat)
        self.either = 0
        if len(order) < MAIN_CARDS[self.n]:
            self.next_seat = seat % self.n + 1
        else:
            self._start_supports()
        if watch:
            watch(steps.main(self, seat, card, unknown))

    def _follow(self, card: int, seat: int) -> None:
        """Refuse a main card that does not follow although the hand could."""
        duty, allowed = self.duties[self.led()]
        if self.tables.attribute[card] in allowed or not self.holds(seat, duty):
            return
        self.must_hold(card, seat)
        token = self.tables.tokens[card]
        led = self.tables.tokens[self.mains[self.order[0]]]
        may = " or ".join(("red", "green", "blue", "all")[each] for each in sorted(allowed))
        may_ja = "か".join(("赤", "緑", "青", "オール属性")[each] for each in sorted(allowed))
        raise IllegalMove(
            Words(
                f"{led} was led and seat {seat} can follow:"
                f" its main card must be {may}, not {token}",
                f"リードは{led}で、席{seat}はフォローできます。"
                f"{token}ではなく{may_ja}のカードを出します",
            )
        )

    def _start_supports(self) -> None:
        """Small main cards help first, of equal ones the one played earlier; of four players the
        third and the fourth from the leader.
        """
        self.phase = "support"
        if self.n == 4:
            leader = self.order[0]
            self.helpers = [(leader + 1) % 4 + 1, (leader + 2) % 4 + 1]
        else:
            number, mains = self.tables.number, self.mains
            self.helpers = sorted(self.order, key=lambda seat: number[mains[seat]])
        self.next_seat = self.helpers[0]

    # Support cards

    def _play_support(self, move: str, seat: int, watch: Watch | None) -> None:
        card, target = self.tables.supported.get(move, (0, 0))
        if not self.mains[target]:
            wanted = [f">{seat}" for seat in sorted(self.order)]
            on = " or ".join(f"CARD{each}" for each in wanted)
            on_ja = "か".join(f"カード{each}" for each in wanted)
            raise IllegalMove(
                Words(
                    f"a support card is laid on a main card of the trick, {on}; {move} is not that",
                    f"サポートカードはトリックのメインカードに出します({on_ja})。"
                    f"{move}はそうではありません",
                )
            )
        unknown = self.leave(card, seat)
        self.supports.append((seat, card, target))
        del self.helpers[0]
        self.next_seat = self.helpers[0] if self.helpers else 0
        if watch:
            watch(steps.support(self, seat, card, target, unknown))
        if not self.helpers:
            self._apply_supports(watch)

    def _apply_supports(self, watch: Watch | None) -> None:
        """All are turned up, and have their effect in the order they were laid (section 8)."""
        if watch:
            watch(steps.reveal(self))
        effect, totals, mains = self.tables.effect, self.totals, self.mains
        for seat, card, target in self.supports:
            times, plus = effect[card][mains[target]]
            totals[target] = totals[target] * times + plus
            if watch:
                watch(steps.apply(self, seat, target))
        ranking = sorted(self.order, key=lambda other: self.standing(other, totals[other]))
        if watch and totals[ranking[0]] == self.trump:
            watch(steps.trumped(ranking[0]))
        if self.n == 3:
            self.ranking = ranking
            setup.go_on(self, "take", ranking[0], watch)
        else:
            self._award([(ranking[0], [1, 2, 3, 4])], ranking, watch)

    # Cards won

    def _take(self, move: str, seat: int, watch: Watch | None) -> None:
        """`tKL` of the best of three seats: it takes what seats K and L have played."""
        if move not in ("t12", "t13", "t23"):
            en = "the best seat names the two seats whose cards it takes, t12, t13 or t23"
            ja = "1位の席が、カードを取る2つの席を t12、t13、t23 で選びます"
            raise IllegalMove(
                Words(f"{en}; {move} is not that", f"{ja}。{move}はそうではありません")
            )
        first, second = int(move[1]), int(move[2])
        ranking, self.ranking = self.ranking, []
        self._award([(seat, [first, second]), (ranking[1], [6 - first - second])], ranking, watch)

    def _award(
        self, shares: list[tuple[int, list[int]]], ranking: list[int], watch: Watch | None
    ) -> None:
        """Each share is a seat and the seats whose cards of the trick it gets."""
        for winner, played in shares:
            kept = self.won[self.holder(winner)]
            kept += [self.mains[seat] for seat in self.order if seat in played]
            kept += [card for seat, card, _target in self.supports if seat in played]
        if watch:
            watch(steps.award(self, shares, ranking))
        self.leader = ranking[0]
        self.mains = [0] * 5
        self.totals = [0] * 5
        self.order = []
        self.supports = []
        if self.turn < TRICKS[self.n]:
            self._start_trick(watch)
        else:
            self._end_round(watch)

    # 9. Scoring, 10. End of the game

    def _end_round(self, watch: Watch | None) -> None:
        if self.n == 2 and self.round == 1:
            self.round = 2
            self.turn = 0
            setup.lay_piles(self, watch)
            return
        self._score(watch)
        if self.round < self.options.rounds:
            self._collect(watch)
            setup.begin_round(self, watch)
        else:
            setup.go_on(self, "over", 0, watch)

    def _score(self, watch: Watch | None) -> None:
        """The declared cards are turned up; each counts with the cards won by its seat or team."""
        for seat in range(1, self.n + 1):
            card = self.declared[seat]
            if not card:
                continue
            kept = self.holder(seat)
            score = self.worth([*self.won[kept], card], card)
            self.points[seat] += score
            if self.n == 4:
                self.points[self.partner(seat)] += score
        if watch:
            watch(steps.score(self))

    def _collect(self, watch: Watch | None) -> None:
        """Every card goes back; the points stay."""
        if watch:
            watch(steps.collect(self))
        self.won = [[] for _ in self.won]
        self.declared = [0] * (self.n + 1)
        self.deck = []
        self.dealt = 0
        self.trump_card = 0
        self.trump = NO_TRUMP

    def winners(self) -> list[int]:
        if not self.is_over:
            return []
        most = max(self.points[1:])
        return [seat for seat in range(1, self.n + 1) if self.points[seat] == most]

    # 11. What each seat may see

    def view(self, viewer: int) -> Table:
        return table.view(self, viewer)

    def describe(self, move: str, seat: int) -> Words:
        return words.describe(self, move, seat)

    def digest(self) -> str:
        return table.digest(self)

    def situation(self, seat: int) -> str:
        return table.situation(self, seat)

    # 12. Turn and round marks

    def marks(self) -> tuple[str, ...]:
        if self.phase == "main" and not self.order:
            return (f"{self.turn}.",)
        begins = (
            self.phase == "pick1"
            or (self.phase == "pass1" and self.next_seat == 1)
            or (self.phase == "declare" and self.n == 3 and not any(self.declared))
        )
        return (f"#{self.round}",) if begins else ()

    def facts(self) -> dict[str, int]:
        done = 0 if self.is_over else 1
        turns = (self.round - 1) * TRICKS[self.n] + max(self.turn - done, 0)
        return {"rounds": self.round - done, "turns": turns}


GAME = Game(
    name="magimiles",
    title=Words("MAGiMiLES", "マギマイルズ"),
    rules=1,
    options=Options,
    seats=seats,
    token=re.compile(
        r"[=^]?[rgba](?:0|[1-9][0-9]?)|[rgba](?:0|[1-9][0-9]?)>[1-4]|p[1-4](?:\+p[1-4])?|t(?:12|13|23)"
    ),
    start=Magimiles,
    layout=table.layout,
    veil=words.veil,
    tell=words.tell,
    remark=words.remark,
    greedy=greedy,
    chances={"deal/R": "the shuffle of the 36 cards; R is 1, with three seats the round"},
    events={
        "trick": Words("a trick is won", "トリックに勝利する"),
        "take": Words("cards are taken, of three seats", "3人で遊ぶ時にカードを受け取る"),
        "trumped": Words("a trick is won with the trump", "数値が切札の数と同じになって勝利する"),
    },
    highlights=("trumped",),
    option_sets=[
        {},
        {"cycle": "rbg"},
        {"all_follow": "only_if_unable"},
        {"all_follow": "forced", "all_lead": "free"},
        {"rounds": "3"},
    ],
)
