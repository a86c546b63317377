"""Who comes first where several seats want to act, by two referees that know nothing of kifu's
rules: they were written from the makers' texts, and look at the table with all cards face up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import State
from kifu.replay.play import session, sitting
from kifu.replay.play.session import PERSON, Command, Session
from kifu.replay.players.asking import BadWish, next_move
from kifu.replay.players.new_match import Attentive, maker_of, new_match
from kifu.replay.recorder import Recorder
from kifu.replay.registry import game
from kifu.replay.table import ALL, PUBLIC, Step, Table

#: A seat that was asked, and what it wished.
Asked = tuple[int, str]

# Yuhodo. 「次の手番に近い人が優先」: a goal before a gain, then the next in turn order.


def kind(card: str) -> str:
    """A card without its colour."""
    return card.lower()


def is_big_set(cards: Sequence[str]) -> bool:
    kinds = sorted(kind(card) for card in cards)
    if len(set(kinds)) == 1:
        return True
    letters, titles = {name[0] for name in kinds}, [int(name[1:]) for name in kinds]
    return len(letters) == 1 and letters != {"i"} and titles == [titles[0] + at for at in range(3)]


def is_goal_shape(cards: Sequence[str]) -> bool:
    """One pair and two big sets, of eight cards."""
    for pair in combinations(range(8), 2):
        rest = [at for at in range(8) if at not in pair]
        if kind(cards[pair[0]]) != kind(cards[pair[1]]):
            continue
        for three in combinations(rest[1:], 2):
            one = [cards[rest[0]], *(cards[at] for at in three)]
            other = [cards[at] for at in rest[1:] if at not in three]
            if is_big_set(one) and is_big_set(other):
                return True
    return False


class YuhodoReferee:
    """Follows a match by its moves, and says who may claim and who gets a discard."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.advanced = options.get("rules") == "advanced"
        self.contested = 0

    def claims(self, table: Table, seat: int, on_turn: int) -> set[str]:
        """For what `seat` may claim the latest discard: G (a goal), N (a set)."""
        if not table.zones["window"] or on_turn == seat % self.seats + 1:
            return set()
        card, hand = table.zones["window"][0], table.zones[f"hand/{seat}"]
        ready, found = table.facts[f"ready/{seat}"] == "✓", set()
        if not ready and any(is_big_set([card, *pair]) for pair in combinations(hand, 2)):
            found.add("N")
        if ready and table.zones[f"opened/{seat}"] and is_goal_shape([*hand, card]):
            own = table.zones[f"river/{seat}"]
            if not (self.advanced and any(is_goal_shape([*hand, each]) for each in own)):
                found.add("G")
        return found

    def may_act(self, table: Table, on_turn: int) -> list[int]:
        seats = range(1, self.seats + 1)
        return [seat for seat in seats if seat != on_turn and self.claims(table, seat, on_turn)]

    def check(self, state: State, asked: list[Asked], seat: int, move: str) -> None:
        table, on_turn = state.view(ALL), state.next_seat
        must = {*self.may_act(table, on_turn)}
        claimed: dict[str, list[int]] = {"G": [], "N": []}
        for each, wish in asked:
            if table.zones["window"] and wish[:1] in claimed:
                claimed[wish[0]].append(each)
        others = any(each != on_turn for seats in claimed.values() for each in seats)
        if self.claims(table, on_turn, on_turn) or not others:
            must.add(on_turn)
        assert must <= {each for each, _ in asked}, (must, asked)
        first = claimed["G"] or claimed["N"]
        self.contested += len(claimed["G"] + claimed["N"]) > 1
        if not first:
            assert seat == on_turn
            return
        near = min(first, key=lambda each: (each - on_turn) % self.seats)
        assert (seat, move) in asked and seat == near, (asked, seat, move)


# Atarayo. All who match may call, then whoever is called upon may counter.


def number(card: str) -> int:
    return int(card.lstrip("bprgy"))


def matches(cards: Iterable[str], total: int, together: int = 1) -> bool:
    """Whether the cards add up to `total`, each number counted as often as one likes, and have so
    many of one number.
    """
    counts = Counter(number(card) for card in cards)
    sums = {0}
    for each, copies in counts.items():
        sums = {before + each * used for before in sums for used in range(1, copies + 1)}
    return bool(counts) and total in sums and max(counts.values()) >= together


class AtarayoReferee:
    """Follows a match by its moves, and says who may call and counter, and what call that makes."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.duel = options.get("mode") == "duel"
        self.contested = 0
        #: The hand that has played last, the number, and how many cards; nothing once the next
        #: player has drawn or played.
        self.played: tuple[str, int, int] | None = None

    def hands(self, table: Table) -> dict[str, list[str]]:
        zones = table.zones.items()
        return {zone[5:]: cards for zone, cards in zones if zone.startswith("hand/")}

    def callers(self, table: Table) -> list[str]:
        """The hands that may call."""
        if self.played is None:
            return []
        by, total, together = self.played
        hands = self.hands(table).items()
        return [h for h, cards in hands if h[0] != by[0] and matches(cards, total, together)]

    def may_act(self, table: Table, on_turn: int) -> list[int]:
        return sorted({int(hand[0]) for hand in self.callers(table)})

    def check(self, state: State, asked: list[Asked], seat: int, move: str) -> None:
        table, on_turn = state.view(ALL), state.next_seat
        may = self.callers(table)
        first = asked[: len(dict(asked)) if len(dict(asked)) < len(asked) else None]
        called = sorted({wish for each, wish in asked if wish in {f"A{hand}" for hand in may}})
        assert {int(hand[0]) for hand in may} <= {each for each, _ in asked}, (may, asked)
        if not called:
            assert move[:1] != "A" and (seat, move) == (on_turn, dict(first)[on_turn])
        else:
            self.contested += len(called) > 1
            assert self.played is not None
            by, total, _ = self.played
            token = "A" + "".join(wish[1:] for wish in called)
            used, turn = [wish[1:] for wish in called], int(by[0])
            while free := [
                hand
                for hand, cards in self.hands(table).items()
                if int(hand[0]) == turn and hand not in used and matches(cards, total)
            ]:
                answers = {token + "C" + hand[1:]: hand for hand in free}
                said = [wish for each, wish in asked if each == turn and wish in {token, *answers}]
                assert said, (turn, token, asked)
                self.contested += 1
                longest = max(said, key=len)
                if longest == token:
                    break
                token = longest
                used.append(answers[longest])
                turn = 3 - turn if self.duel else 0
            assert (seat, move) == (int(called[0][1]), token)
        self.see(move, str(table.facts["current"]))

    def see(self, move: str, hand: str) -> None:
        """Follow a move of this hand."""
        if move[:1] in "dAf":
            self.played = None
        elif move not in ("x", "-"):
            cards = move.partition("=")[0].split("+")
            self.played = (hand, number(cards[-1]), len(cards))


REFEREES: dict[str, Any] = {"yuhodo": YuhodoReferee, "atarayo": AtarayoReferee}


def plies(
    name: str, options: dict[str, str], seats: int, players: Sequence[str], text: str
) -> Iterator[tuple[State, list[Asked], int, str]]:
    """Each position of a match, whom its players were asked for it, and what was played."""
    rules = game(name)
    chosen = rules.read_options(options)
    state = rules.start(chosen, seats, Chance(derived_seed(text)))
    made = [maker_of(player)(rules, f"{text} {at}") for at, player in enumerate(players)]
    attentive = [player for player in made if isinstance(player, Attentive)]
    for seat, player in enumerate(made, 1):
        if isinstance(player, Attentive):
            player.sit_down(state, rules.settle(chosen, seats), seats, seat)
    asked: list[Asked] = []

    def ask(position: State, seat: int) -> str:
        asked.append((seat, made[seat - 1](position, seat)))
        return asked[-1][1]

    while not state.is_over:
        asked.clear()
        seat, move = next_move(state, [ask] * seats)
        yield state, asked, seat, move
        for player in attentive:
            player.expect(state, move, seat)
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        for player in attentive:
            player.see(steps)


#: Players, and how many matches they play of each kind of match in `make test`.
SHARE = {"greedy": 6, "reference": 4, "random": 4, "strong:1": 1}
MATCHES = [
    ("yuhodo", {"games": "2"}, 3),
    ("yuhodo", {"games": "4", "rules": "advanced"}, 4),
    ("atarayo", {}, 3),
    ("atarayo", {}, 4),
    ("atarayo", {"mode": "duel"}, 2),
]


def contested(name: str, options: dict[str, str], seats: int, player: str, count: int) -> int:
    """Let the referee watch so many matches; how often several wanted to act."""
    found = 0
    for at in range(count):
        referee = REFEREES[name](seats, options)
        text = f"{name} {options} {seats} {player} {at}"
        for state, asked, seat, move in plies(name, options, seats, [player] * seats, text):
            began = state.view(PUBLIC).facts["round"]
            if getattr(referee, "began", began) != began:
                referee.played = None  # of the round before
            referee.began = began
            referee.check(state, asked, seat, move)
        found += referee.contested
    return found


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("player", SHARE)
@pytest.mark.parametrize(("name", "options", "seats"), MATCHES)
def test_the_referees_agree(
    name: str, options: dict[str, str], seats: int, player: str, times: int
) -> None:
    if player.startswith("strong"):
        options = {**options, **({"games": "1"} if name == "yuhodo" else {})}
    found = contested(name, options, seats, player, times * SHARE[player])
    assert found or player != "greedy"


@pytest.mark.parametrize(("name", "seats"), [("yuhodo", 3), ("yuhodo", 4), ("atarayo", 4)])
def test_a_person_is_asked_whenever_the_text_lets_it_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, seats: int
) -> None:
    rules, options = game(name), {"games": "2"} if name == "yuhodo" else {}
    who = ["greedy", PERSON, *["greedy"] * (seats - 2)]
    record = Record(game=name, rules=1, options=options, seats=[*"abcd"[:seats]])
    prompts: list[int] = []
    shown: list[State] = []
    with Recorder.create(tmp_path / "m.jsonl", record, derived_seed(name)) as recorder:
        look = vars(sitting)["_asked"]

        def show(table: Any, state: State, seat: int) -> Any:
            shown.append(state)
            return look(table, state, seat)

        def typed(prompt: str) -> Command:
            prompts.append(len(recorder.plies))
            return Command("", rules.greedy(shown[-1], 2))

        monkeypatch.setattr(sitting, "_asked", show)
        monkeypatch.setattr(sitting, "draw", lambda *_: None)
        monkeypatch.setattr(session, "ask", typed)
        sitting.play(Session(recorder, "en", who))
        played, state = recorder.plies, recorder.match().position(0)
    referee, out_of_turn, began = (
        REFEREES[name](seats, options),
        0,
        state.view(PUBLIC).facts["round"],
    )
    for ply, (seat, move) in enumerate(played):
        table = state.view(ALL)
        if began != table.facts["round"]:
            referee.played, began = None, table.facts["round"]
        may = referee.may_act(table, state.next_seat)
        assert prompts.count(ply) >= (2 in may or seat == 2)
        out_of_turn += 2 in may and state.next_seat != 2
        if name == "atarayo":
            by = referee.played and referee.played[0] == "2" and move[:1] == "A"
            if by and matches(table.zones["hand/2"], referee.played[1]):
                assert ply in prompts and move[-1] == "C"
                out_of_turn += 1
            referee.see(move, str(table.facts["current"]))
        state.play(move, seat)
    assert out_of_turn


@pytest.mark.parametrize(
    ("name", "seats", "wish"), [("atarayo", 4, "A34"), ("atarayo", 4, "x9"), ("yuhodo", 3, "Nh1h1")]
)
def test_a_wish_that_a_seat_may_not_have_is_its_players_fault(
    name: str, seats: int, wish: str
) -> None:
    match = new_match(name, seats=seats, seed="fault")
    with pytest.raises(BadWish, match=rf"seat {match.state.next_seat} wished for '{wish}'; "):
        match.play_out([lambda turn: wish] * seats)
