"""The worked examples of the rules page of MAGiMiLES come out as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kifu.notation.record import split_actor
from kifu.replay.chance import Chance
from kifu.replay.games.magimiles.rules import Magimiles
from kifu.replay.table import PUBLIC, Step

from .magimiles_positions import SEED, mask_of, start, trick

PAGE = (Path(__file__).parents[2] / "docs/rules/magimiles.md").read_text("utf-8")

EXAMPLES = {
    m[1]: m.groups()[1:]
    for m in re.finditer(
        r"\*\*(T\d+)\*\*: [^*]*?\n\n```\n"
        r"(?:options   (.*)\n)?"
        r"trump (\d+)   (.*)\nmoves     (.*)\ntotals    (.*)\nbest      (.*)\n```",
        PAGE,
    )
}


def test_the_page_has_all_its_tricks() -> None:
    assert list(EXAMPLES) == [f"T{number}" for number in range(1, 13)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_trick_of_the_page_comes_out(name: str) -> None:
    options, trump, hands, moves, totals, best = EXAMPLES[name]
    words = [split_actor(word) for word in moves.split()]
    given = dict(word.split("=") for word in (options or "").split())
    state = position(int(trump), hands, given, led_by=words[0][0])
    came_to: dict[str, int] = {}
    ranking: list[int] = []

    def watch(step: Step) -> None:
        came_to.update(
            {fact[6:]: int(total) for fact, total in step.facts.items()
             if fact.startswith("total/") and total != "-"}
        )  # fmt: skip

    for actor, token in words:
        if token[0] == "t":
            ranking = [state.ranked(rank) for rank in (1, 2, 3)]
        state.play(token, actor, watch)
    sums = dict(part.split(": ") for part in totals.split(" | "))
    assert {seat: str(came_to[seat]) for seat in sums} == sums
    assert [str(seat) for seat in ranking or [state.leader]] == best.split()


def test_the_cards_of_the_example_of_three_seats_go_where_the_page_says() -> None:
    _options, trump, hands, moves, *_rest = EXAMPLES["T10"]
    assert "Seat 1 takes `r4` `r1` `b6` `b2`, seat 2 gets `g6` `g1`." in " ".join(PAGE.split())
    state = position(int(trump), hands)
    for token in moves.split():
        state.play(token)
    zones = state.view(PUBLIC).zones
    won = [zones["won/1"], zones["won/2"], zones["won/3"]]
    assert won == [["r4", "b6", "r1", "b2"], ["g6", "g1"], []]


@pytest.mark.parametrize(
    ("lead", "hand", "options", "legal"),
    [
        ("r9", "r2 g5 a3", {}, "a3 r2"),
        ("r9", "r2 g5 a3", {"all_follow": "only_if_unable"}, "r2"),
        ("r9", "r2 g5 a3", {"all_follow": "forced"}, "a3 r2"),
        ("r9", "g5 a3 b1", {}, "a3 b1 g5"),
        ("r9", "g5 a3 b1", {"all_follow": "only_if_unable"}, "a3 b1 g5"),
        ("r9", "g5 a3 b1", {"all_follow": "forced"}, "a3"),
        ("a9", "r2 g5 a3", {}, "a3"),
        ("a9", "r2 g5 a3", {"all_lead": "free"}, "a3 g5 r2"),
    ],
)
def test_what_may_be_played(lead: str, hand: str, options: dict[str, str], legal: str) -> None:
    state = position(1, f"1: {lead} b2 | 2: {hand}", options)
    state.play(lead)
    assert state.legal_moves(2) == legal.split()


def test_the_scores_of_the_page_come_out() -> None:
    rows = re.findall(r"^\| `([rgba\d ]+)` \| `(\w\d)` \| .*?(-?\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 3
    state = start(2)
    card = state.tables.card
    for won, declared, score in rows:
        cards = mask_of(state, [*won.split(), declared])
        assert state.worth(cards, card[declared]) == int(score)


def test_the_deal_of_the_page_comes_out() -> None:
    example = PAGE[PAGE.index("**A deal.**") :]
    block = re.search(r"```\n(.*?)```", example, re.DOTALL)
    assert block is not None
    deck = block[1].split()
    shuffled = Chance(SEED).shuffle("deal/1", deck_of_house1(), 36)
    assert shuffled is not None
    assert [deck_of_house1()[card - 1] for card in shuffled] == deck
    two, three, four = (start(n) for n in (2, 3, 4))
    assert two.view(PUBLIC).zones["pile/1"] == ["b3", "b7", "b9", "a2"]
    for token in ("p1", "p2+p3"):
        two.play(token)
    assert {"b1"} <= set(two.view(1).zones["hand/1"])
    assert {"g1"} <= set(two.view(2).zones["hand/2"])
    assert (two.trump, three.trump, four.trump) == (4, 9, 5)
    assert sorted(three.view(3).zones["hand/3"]) == sorted(deck[22:33])
    assert (deck[33], deck[34]) == ("r9", "b2")


def deck_of_house1() -> list[str]:
    return [f"{letter}{number}" for letter in "rgba" for number in range(1, 10)]


def position(
    trump: int, hands: str, options: dict[str, str] | None = None, led_by: int = 0
) -> Magimiles:
    """The start of a trick; with `led_by` either partner of that seat's team may lead it."""
    dealt = dict(part.split(": ") for part in hands.split(" | "))
    return trick(trump, {int(seat): cards for seat, cards in dealt.items()}, options, led_by)
