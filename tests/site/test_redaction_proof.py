"""Proof for every game that a redacted page tells nothing hidden: where two matches look the
same to a viewer, its pages are the same to the last byte.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.notation.words import LANGUAGES
from kifu.replay.chance import Chance
from kifu.replay.replayer import replay
from kifu.replay.table import ALL, PUBLIC, UNKNOWN, Fact
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.site.content.audience import redacted_audience, visible_step

from .matches import CASES, LOOK_NAMES, LOOKS, NAMES, Case, played, some, tables

#: So many plies are played: most cards are still hidden then.
PLIES = 14
#: With drafted hands nothing is hidden but a choice that is not revealed yet (test_redaction.py).
HIDING = [(case, name) for case, name in zip(CASES, NAMES, strict=True) if "drafted" not in name]
#: So many pairs of cards are exchanged in search of so many other worlds.
PAIRS, WORLDS = 60, 3


class Remembering(Chance):
    """Chance from a seed that remembers what it gave, as it would be written out."""

    def __init__(self, seed: str | None) -> None:
        super().__init__(seed)
        self.given: list[tuple[str, str]] = []

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        cards = super().shuffle(label, names, need)
        assert cards is not None
        self.given.append((label, " ".join(names[card - 1] for card in cards)))
        return cards

    def choice(self, label: str, n: int) -> int | None:
        chosen = super().choice(label, n)
        assert chosen is not None
        self.given.append((label, str(chosen + 1)))
        return chosen


def begun(case: Case) -> Record:
    """The first plies of a match, every card that was dealt written out."""
    record = played(case, "proof", ["greedy", "random"])
    match = replay(record)
    assert match.game is not None
    chance = Remembering(record.seed)
    state = match.game.start(match.options, len(record.seats), chance)
    plies = match.plies[: min(PLIES, len(match.plies) // 2)]
    for seat, token in plies:
        state.play(token, seat)
    return Record(
        game=record.game, rules=record.rules, options=record.options, seats=record.seats,
        chance=chance.given, moves=" ".join(f"{seat}:{token}" for seat, token in plies), end="*",
    )  # fmt: skip


def exchanged(record: Record, one: str, other: str) -> Record:
    """The same match with two cards in each other's place, wherever they are named."""
    both = {one: other, other: one}
    # A number is a card only where it stands alone: not in r3, and not as the seat in 3:
    before = "(?<![0-9A-Za-z])" if (one + other).isdigit() else ""
    named = re.compile(rf"{before}({one}|{other})(?![0-9:])")
    outcomes = [
        (label, " ".join(both.get(card, card) for card in outcome.split()))
        for label, outcome in record.chance
    ]
    moves = named.sub(lambda found: both[found[0]], record.moves)
    return replace(record, chance=outcomes, moves=moves)


def worlds(record: Record, viewer: int) -> Iterator[Record]:
    """Other matches that look the same to `viewer` at every ply."""
    mine = tables(record)
    seen = {card for at in mine for cards in at[viewer].zones.values() for card in cards}
    dealt = {card for _, outcome in record.chance for card in outcome.split()}
    hidden = sorted(dealt - seen - {UNKNOWN})
    pairs = list(itertools.combinations(hidden, 2))
    random.Random(7).shuffle(pairs)
    for one, other in pairs[:PAIRS]:
        world = exchanged(record, one, other)
        if replay(world).findings:
            continue
        theirs = tables(world)
        alike = all(a[viewer] == b[viewer] for a, b in zip(mine, theirs, strict=True))
        if alike and mine[-1][ALL] != theirs[-1][ALL]:
            yield world


@pytest.mark.matrix
@pytest.mark.parametrize(
    "case",
    some(
        [case for case, _ in HIDING], [name for _, name in HIDING],
        "nimmt-4-tactics 30", "atarayo-4-ends_turn", "atarayo-2-duel", "mutsugo-3-42",
        "magimiles-4-only_if_unable", "yuhodo-3-2 1 opened",
    ),
)  # fmt: skip
def test_pages_of_matches_that_look_the_same_are_the_same(case: Case) -> None:
    record = begun(case)
    assert not replay(record).findings
    met = 0
    for viewer in (PUBLIC, 1, 2):
        page = [pages(record, viewer, language) for language in LANGUAGES]
        for world in itertools.islice(worlds(record, viewer), WORLDS):
            met += 1
            assert [pages(world, viewer, language) for language in LANGUAGES] == page
    assert met >= WORLDS


@pytest.mark.matrix
@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
def test_a_redacted_page_names_no_seat_that_may_act_for_what_only_others_know(look: Case) -> None:
    record = played(look, "window", ["random"])
    line, seen = timeline(replay(record)), tables(record)
    hidden = 0
    for viewer in (PUBLIC, 1, 2):
        audience = redacted_audience(line, viewer)
        for moment, at in zip(line.moments, seen[1:], strict=True):
            allowed = {at[PUBLIC].facts["to_move"], at[viewer].facts["to_move"]}
            last: set[Fact] = set()
            for step in (visible_step(audience, step) for step in moment.steps):
                facts = [step.facts, *(own for _, own in step.private)]
                last = {names["to_move"] for names in facts if "to_move" in names} or last
            assert last <= allowed
            hidden += at[ALL].facts["to_move"] != at[viewer].facts["to_move"]
    assert hidden or look[0] not in ("atarayo", "yuhodo")


def pages(record: Record, viewer: int, language: str) -> str:
    return render(
        timeline(replay(record)), viewer=viewer, redact=True, language=language, what_if="all"
    )
