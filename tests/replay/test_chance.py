"""Chance: the published vectors, and what written outcomes may and may not be."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.replay.chance import Chance, commit_of

SEED = "shake256-1:00112233445566778899aabbccddeeff"
OTHER = "shake256-1:" + "f" * 64


def names(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def drawn(seed: str, label: str, count: int) -> str:
    cards = Chance(seed).shuffle(label, names(count), count)
    assert cards is not None
    return " ".join(map(str, cards))


def test_the_vectors_of_shake256_1() -> None:
    assert drawn(SEED, "deal/1", 10) == "6 8 2 9 10 5 4 1 3 7"
    assert drawn(SEED, "reshuffle/2/1", 42).startswith("8 7 19 10 26 27 4 9 1 37 2 29 20 3 22 5")
    assert drawn(SEED, "reshuffle/2/1", 42).endswith("13 30 17 11 24 34 31")
    assert drawn(OTHER, "deal/7", 104).startswith("35 14 54 85 1 82 39 23 59 5 96 43 98 74 41")
    assert drawn(OTHER, "deal/7", 104).endswith("90 3 38 63 24 93 78 83 94 26")
    assert drawn(SEED, "deal/1", 104).startswith("59 71 77 81 ")
    assert Chance(SEED).choice("starter", 4) == 2
    assert commit_of(SEED) == (
        "sha256:6aae006f2d0e7a7a98ad0f0c9fab932697f1f76949b47f43a3cd7d13855e8ae8"
    )


def test_whole_shuffles_are_frozen() -> None:
    text = ",".join(drawn(SEED, f"deal/{n}", 104).replace(" ", ",") for n in range(1, 9))
    digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    assert digest == "9ed717b38629fc4d"


@given(st.binary(min_size=16, max_size=64), st.text(max_size=20), st.integers(1, 120))
def test_a_shuffle_is_a_permutation_and_its_beginning_is_the_beginning(
    seed: bytes, label: str, count: int
) -> None:
    chance = Chance(f"shake256-1:{seed.hex()}")
    whole = chance.shuffle(label, names(count), count)
    assert whole is not None
    assert sorted(whole) == list(range(1, count + 1))
    for need in {0, 1, count // 2, count}:
        assert chance.shuffle(label, names(count), need) == whole[:need]


@pytest.mark.parametrize(
    "seed",
    ["", "shake256-1:", "shake256-1:00", "shake256-1:" + "0" * 31, "shake256-1:" + "0" * 130,
     "shake256-1:" + "A" * 32, "shake256-2:" + "0" * 32, " " + SEED, SEED + "\n"],
)  # fmt: skip
def test_a_malformed_seed_is_said_and_gives_no_outcome(seed: str) -> None:
    chance = Chance(seed)
    assert [finding.code for finding in chance.findings] == ["KF507"]
    assert chance.shuffle("deal/1", names(5), 5) is None
    assert chance.choice("starter", 4) is None


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        ("1 2", "3 to 5 cards were expected, but 2 are written"),
        ("1 2 3 4 5 1", "3 to 5 cards were expected, but 6 are written"),
        ("1 2 2", "card 3, 2, is written twice"),
        ("1 9 2", "card 2, 9, is not a card of this deck"),
        ("1 02 3", "card 2, 02, is not a card of this deck"),
    ],
)
def test_an_impossible_outcome_is_said(outcome: str, message: str) -> None:
    chance = Chance(None, [("deal/1", outcome)])
    assert chance.shuffle("deal/1", names(5), 3) is None
    assert [(f.code, f.message) for f in chance.findings] == [("KF505", f"deal/1: {message}")]


def test_written_outcomes_count_and_the_first_difference_from_the_seed_is_said() -> None:
    chance = Chance(SEED, [("deal/1", "6 8 9 2 _ 5")])
    assert chance.shuffle("deal/1", names(10), 4) == [6, 8, 9, 2, 0, 5]
    assert [(f.code, f.expected) for f in chance.findings] == [("KF502", ["2"])]
    assert "the record says 9 (card 3)" in chance.findings[0].message


def test_unknown_cards_agree_with_any_seed() -> None:
    chance = Chance(SEED, [("deal/1", "6 _ 2 _")])
    assert chance.shuffle("deal/1", names(10), 4) == [6, 0, 2, 0]
    assert chance.findings == []


def test_cards_that_look_the_same_are_taken_one_by_one() -> None:
    chance = Chance(None, [("deal/1", "b a a"), ("deal/2", "a a a")])
    assert chance.shuffle("deal/1", ["a", "b", "a"], 3) == [2, 1, 3]
    assert chance.shuffle("deal/2", ["a", "b", "a"], 3) is None


def test_a_written_choice_counts_from_one() -> None:
    chance = Chance(SEED, [("starter", "3"), ("other", "4"), ("bad", "0"), ("worse", "5")])
    assert chance.choice("starter", 4) == 2
    assert chance.findings == []
    assert chance.choice("other", 4) == 3
    assert chance.choice("bad", 4) is None
    assert chance.choice("worse", 4) is None
    assert [finding.code for finding in chance.findings][1:] == ["KF505", "KF505"]


def test_a_choice_is_one_number() -> None:
    chance = Chance(None, [("starter", "3 2"), ("other", "1 4")])
    assert chance.choice("starter", 4) is None
    assert chance.named("other", 4) == 0
    assert [finding.code for finding in chance.findings] == ["KF505", "KF505"]
    assert "one number, 1 to 4, was expected, but 2 are written" in chance.findings[0].message


def test_a_label_twice_and_a_label_never_asked_for() -> None:
    chance = Chance(None, [("deal/1", "1 2 3"), ("deal/1", "3 2 1"), ("deal/9", "1 2 3")])
    assert chance.shuffle("deal/1", names(3), 3) == [1, 2, 3]
    assert [finding.code for finding in chance.findings] == ["KF503"]
    assert chance.unused() == ["deal/9"]


def test_a_run_of_unknown_cards_may_be_written_short() -> None:
    names = [str(number) for number in range(1, 31)]
    chance = Chance(None, [("deal/1", "5 _*20 _ 7")])
    assert chance.shuffle("deal/1", names, 23) == [5, *[0] * 21, 7]
    assert chance.findings == []


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("_*999999999 _*999999999", "3 to 4 cards were expected, but 1999999998 are written"),
        ("_*0 1 2", "card 1, _*0, is not a card of this deck"),
        ("1*2 1 2", "card 1, 1*2, is not a card of this deck"),
    ],
)
def test_a_run_that_can_not_be_is_refused_before_it_takes_memory(written: str, why: str) -> None:
    chance = Chance(None, [("deal/1", written)])
    assert chance.shuffle("deal/1", ["1", "2", "3", "4"], 3) is None
    assert [finding.message for finding in chance.findings] == [f"deal/1: {why}"]
