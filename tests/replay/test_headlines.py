"""Headlines: a sentence for each ply of each game that says with a verb what it has led to."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kifu.notation.words import Words
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.timeline import Moment, timeline

from .cases import Case, quick_cases

CASES = list(quick_cases())

#: The verbs of headlines. A new one is added here, after its sentence has been read aloud.
VERBS = {
    "accept", "accepts", "are", "begins", "call", "calls", "chooses", "claims", "costs",
    "declared", "declares", "discards", "dissolves", "draws", "ends", "find", "finds", "fits",
    "follows", "gains", "gets", "goes", "has", "have", "is", "lays", "leads", "makes",
    "matches", "opens", "passes", "picks", "plays", "robs", "takes", "turns", "was", "win",
    "wins",
}  # fmt: skip
#: How a polite Japanese sentence ends.
PREDICATE = re.compile(r"(?:ました|ます|です|でした|ません)\Z")
#: Words with a colon behind them are a label.
LABEL = re.compile(r"\A[^ :]+(?: [^ :]+){0,2}:")


#: What a headline says where a step of this kind follows from a move, by game: in English a part of
#: it. A headline that names only the move would hide the consequence.
CONSEQUENCES = {
    "nimmt": {"take": r"cost|takes row", "low": "has to take", "tie": "has to choose"},
    "atarayo": {"call": "Akimahen|calls back", "burst": "bursts", "point": "point card|bursts",
                "reshuffle": "new pile"},
    "mutsugo": {"set": "scored cards", "rob": "robs", "target": "wins", "open": "free card|empty",
                "dissolve": "free cards", "pile": "The pile is empty"},
    "magimiles": {"trick": "wins", "take": "takes", "trumped": "matches|wins|is best"},
    "yuhodo": {"goal": "goes out .*points?", "pay": "pays", "void": "without points",
               "instant": "wins", "ready": "Ready", "gain": "gains|without"},
}  # fmt: skip


def matches(case: Case) -> Iterator[Moment]:
    """The plies of a match of greedy players, and of one of random ones."""
    for players in ("greedy", "random"):
        [record] = simulate(
            case.game, 1, seats=case.seats, seed=case.name, options=case.given, players=[players]
        )
        yield from timeline(replay(record)).moments


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_headline_is_a_sentence_that_says_the_consequence(case: Case) -> None:
    seen: set[Words] = set()
    for moment in matches(case):
        headline = moment.headline or moment.words
        for step in moment.steps:
            wanted = CONSEQUENCES[case.game.name].get(step.kind)
            assert wanted is None or re.search(wanted, headline.en), (step.kind, headline.en)
        seen |= {headline, moment.words, moment.veil_words, *moment.consequences}
    for words in sorted(seen - {Words("", "")}, key=lambda words: words.en):
        check(words)


def check(words: Words) -> None:
    """Fail unless the words are sentences, each with a verb and none a label, in both languages."""
    assert words.en.endswith(".") and words.ja.endswith("。"), words
    for sentence in words.en.removesuffix(".").split(". "):
        assert VERBS & {*re.findall("[a-z]+", sentence)}, words.en
        assert not LABEL.match(sentence), words.en
    for sentence in words.ja.removesuffix("。").split("。"):
        assert PREDICATE.search(sentence), words.ja
