"""A fair deal: the page deals again from the seed, as Python does, and says what that proves."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.notation.record import Record
from kifu.replay.chance import Chance, commit_of, derived_seed
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.timeline import timeline
from kifu.site import render

from .conftest import page_text
from .modules import called

FOLLOWS = "These cards follow from this seed."


#: Options of games whose matches would be long.
SHORT = {"nimmt": {"rounds": "1"}, "yuhodo": {"games": "1"}}


def played(name: str, **options: str) -> Record:
    [record] = simulate(game(name), 1, seed="deal", options=options, players=["random"])
    return record


def checked(open_page: Any, record: Record, **how: Any) -> list[str]:
    """What the page of a record says when it is asked about the deal."""
    page = open_page(render(timeline(replay(record)), **how))
    page.evaluate("document.querySelector('[data-do=check_deal]').click()")
    page.locator("#dealt p").first.wait_for()
    return list(page.locator("#dealt p").all_inner_texts())


@pytest.mark.matrix
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_cards_of_each_game_follow_from_its_seed(name: str, open_page: Any) -> None:
    """And that is said in both languages."""
    page = open_page(played(name, **SHORT.get(name, {})))
    page.evaluate("document.querySelector('[data-do=check_deal]').click()")
    expect(page.locator("#dealt p")).to_have_text([FOLLOWS])
    page.keyboard.press("l")
    expect(page.locator("#dealt")).to_contain_text("このシードから決まるとおりです")


def test_a_promise_that_was_kept(open_page: Any) -> None:
    record = played("nimmt", rounds="1")
    assert record.seed is not None
    record.commit = promise = commit_of(record.seed)
    assert checked(open_page, record) == [
        f"These cards follow from the seed, and the seed is the one that was promised by {promise}."
    ]


@pytest.mark.campaign
def test_a_promise_that_was_broken(open_page: Any) -> None:
    record = played("nimmt", rounds="1")
    assert record.seed is not None
    promise = commit_of(record.seed)
    record.commit = commit_of(derived_seed("another"))
    assert checked(open_page, record) == [
        FOLLOWS,
        f"This seed is not the one that was promised: its own commitment is {promise}.",
    ]


def test_a_promise_alone_proves_nothing_yet(open_page: Any) -> None:
    record = played("nimmt", rounds="1")
    record.chance = [("deal/1", " ".join(map(str, deal(record, 104))))]
    record.commit = commit_of(str(record.seed))
    record.seed = None
    [sentence] = checked(open_page, record)
    assert sentence.startswith(f"The deal was promised by {record.commit}. The record does not")


def deal(record: Record, need: int) -> list[int]:
    cards = Chance(record.seed).shuffle("deal/1", [str(card) for card in range(1, 105)], need)
    assert cards is not None
    return cards


@pytest.mark.campaign
def test_the_first_card_that_differs_is_named_and_unknown_ones_are_counted(
    open_page: Any,
) -> None:
    record = played("nimmt", rounds="1")
    cards = list(map(str, deal(record, 104)))
    seat = len(record.seats)
    cards[10 * seat + 4], cards[10 * seat + 5] = cards[10 * seat + 5], cards[10 * seat + 4]
    cards[-2:] = ["_", "_"]
    record.chance = [("deal/1", " ".join(cards))]
    place, card, other = 10 * seat + 5, cards[10 * seat + 4], cards[10 * seat + 5]
    assert checked(open_page, record)[:2] == [
        f"deal/1, card {place}: the record says {card}, the seed gives {other}.",
        "Cards that the record does not know, so that nobody can compare them: 2.",
    ]


def test_who_may_not_know_the_seed_is_offered_nothing(open_page: Any) -> None:
    record = played("nimmt", rounds="1")
    assert record.seed is not None
    html = render(timeline(replay(record)), viewer=1, redact=True)
    assert record.seed not in page_text(html) + html
    assert "check_deal" not in html.split("<script")[0]


@pytest.mark.parametrize(
    "count", [50, pytest.param(10_000, marks=pytest.mark.campaign)], ids=["50", "10000"]
)
def test_the_page_shuffles_as_python_does(count: int) -> None:
    for name in BUILT_IN:
        rules = game(name)
        options = rules.read_options({})
        seats = min(rules.seats(options))
        cases: list[list[Any]] = []
        expected = []
        for number in range(count // len(BUILT_IN)):
            seed = derived_seed(f"page {name} {number}")
            chance = Chance(seed)
            rules.start(rules.settle(options, seats), seats, chance)
            for label, (deck, cards) in chance.events.items():
                cases.append([seed, label, list(deck), len(cards)])
                expected.append([deck[card - 1] for card in cards])
        assert cases and called("deal", "dealt", cases) == expected
