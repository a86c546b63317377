"""The law of the layout: what tables and steps name is there, and has words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kifu.notation.words import Words
from kifu.replay.game import Game, Layout
from kifu.replay.table import EVERY, UNKNOWN, Step, Table

KINDS = ("hand", "row", "pool", "choice", "pile", "melds")
SEAT = re.compile(r"\{(\d+)\}")
#: A sentence that is the same in both languages is not translated; one word may be a name.
_SENTENCE = re.compile(r"[A-Za-z]{2,} [A-Za-z]")

#: What is wrong, and in which function.
Wrong = Iterator[tuple[str, str]]


def wrong_words(words: Words, seats: int) -> Iterator[str]:
    """What is wrong with words for players: a language is missing, both are the same sentence, or
    they name a seat that a match of `seats` seats does not have.

    >>> list(wrong_words(Words("{3} plays 5.", ""), seats=2))
    ['has no Japanese', 'names seat 3, but there are 2 seats']
    """
    if not words.en.strip():
        yield "has no English"
    if not words.ja.strip():
        yield "has no Japanese"
    if words.en == words.ja and _SENTENCE.search(words.en):
        yield f"has the same text in both languages: {words.en!r}"
    for seat in sorted({int(n) for text in (words.en, words.ja) for n in SEAT.findall(text)}):
        if not 1 <= seat <= seats:
            yield f"names seat {seat}, but there are {seats} seats"


def of_game(game: Game, layout: Layout, seats: int) -> Wrong:
    """Faults, as (function, what is wrong), in the names that a game and its layout declare."""
    for highlight in game.archive.highlights:
        if highlight not in game.archive.events:
            yield "highlights", f"highlight {highlight!r} is not an event of the game"
    names = [zone.name for zone in layout.zones]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "layout", f"zone {name!r} is declared twice"
    for zone in layout.zones:
        if zone.kind not in KINDS:
            yield "layout", f"zone {zone.name!r} has an unknown kind: {zone.kind!r}"
        if not 0 <= zone.seat <= seats:
            yield (
                "layout",
                f"zone {zone.name!r} belongs to seat {zone.seat}, but there are {seats} seats",
            )
    yield from _said(game, layout, seats)


def _said(game: Game, layout: Layout, seats: int) -> Wrong:
    named: list[tuple[str, str, Words]] = [("title", "the title", game.title)]
    named += [("layout", f"zone {zone.name!r}", zone.title) for zone in layout.zones]
    named += [("layout", f"seat fact {name!r}", said) for name, said in layout.seat_facts.items()]
    named += [("layout", f"table fact {name!r}", said) for name, said in layout.table_facts.items()]
    named += [("layout", f"phase {name!r}", said) for name, said in layout.phases.items()]
    named += [("layout", f"face {token!r}", face.name) for token, face in layout.faces.items()]
    named += [("events", f"event {kind!r}", said) for kind, said in game.archive.events.items()]
    for fact, values in layout.values.items():
        named += [("layout", f"{fact}={value}", said) for value, said in values.items()]
    for function, what, said in named:
        for wrong in wrong_words(said, seats):
            yield function, f"{what} {wrong}"


def of_table(layout: Layout, table: Table, seats: int) -> Wrong:
    """Faults, as (function, what is wrong): a zone, fact, phase or card of `table`, which is what
    ALL sees, that the layout lacks, or the other way round.
    """
    zones = [zone.name for zone in layout.zones]
    for name, cards in table.zones.items():
        if cards and name not in zones:
            yield "layout", f"view has the zone {name!r}, which layout does not declare"
    for name in zones:
        if name not in table.zones:
            yield "view", f"zone {name!r} is missing in view"
    needed = ["phase", "to_move", *layout.table_facts]
    needed += [f"{name}/{seat}" for name in layout.seat_facts for seat in range(1, seats + 1)]
    for name in needed:
        if name not in table.facts:
            yield "view", f"fact {name!r} is missing in view"
    phase = str(table.facts.get("phase", ""))
    if phase and phase not in layout.phases:
        yield "layout", f"phase {phase!r} has no words"
    for card in sorted({card for cards in table.zones.values() for card in cards}):
        if card != UNKNOWN and card not in layout.faces:
            yield "layout", f"card {card!r} has no Face"
    yield from _melds(layout, table)


def _melds(layout: Layout, table: Table) -> Wrong:
    for zone in layout.zones:
        if zone.kind == "melds" and zone.name in table.zones:
            sizes = str(table.facts.get(zone.name, "")).split()
            if not all(size.isdigit() for size in sizes):
                yield "view", f"fact {zone.name!r} has no sizes of groups: {' '.join(sizes)!r}"
            elif sum(map(int, sizes)) != len(table.zones[zone.name]):
                yield "view", f"fact {zone.name!r} and its zone have different numbers of cards"


def of_move(game: Game, layout: Layout, move: str) -> Wrong:
    """Faults, as (function, what is wrong): cards named by a move that the layout has no
    face for.
    """
    for card in game.cards(move):
        if card not in layout.faces:
            yield "card", f"the move {move} names the card {card!r}, which has no Face"


def of_step(layout: Layout, step: Step, table: Table) -> Wrong:
    """Faults, as (function, what is wrong): a zone or card of `step` that the layout lacks, or a
    fact that `table`, which is what ALL saw before it, lacks.
    """
    zones = {zone.name for zone in layout.zones}
    for motion in step.motions:
        for name in (motion.src, motion.dst):
            if name and name not in zones:
                yield (
                    "play",
                    f"step {step.kind!r} moves a card to or from the unknown zone {name!r}",
                )
        for card in (motion.card, motion.back):
            if card not in (UNKNOWN, EVERY) and card not in layout.faces:
                yield "layout", f"step {step.kind!r} moves the card {card!r}, which has no Face"
    for name in [*step.facts, *(name for _mask, shown in step.private for name in shown)]:
        if name not in table.facts:
            yield "play", f"step {step.kind!r} sets the fact {name!r}, which no view has"
