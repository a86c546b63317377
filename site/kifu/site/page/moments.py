"""Moments: what happens in a match, as the short lists that a page's script reads.

Most of it recurs. What a step says besides its cards, the ways that cards go, the sets of viewers
who see it and the patterns of sentences are in tables of their own, each once; a moment refers to
them by their index. docs/viewer.md has the format.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple

from kifu.notation.record import Note
from kifu.notation.words import Words
from kifu.replay.table import ALL, END, OPEN, UNKNOWN, Fact, Motion, Step, Table, sees
from kifu.replay.timeline import Branch, Moment, Timeline
from kifu.site.page.late import blind_zones, known_late
from kifu.site.page.notes import Data, chances, note_data
from kifu.site.page.sayings import Sayings
from kifu.site.page.sight import Sight, lines_told, notes_told, step_told


class Parts:
    """Parts in the order of their first use, each once; `parts` are there from the beginning."""

    def __init__(self, *parts: Any) -> None:
        self.parts: list[Any] = []
        self._places: dict[bytes, int] = {}
        for part in parts:
            self.place(part)

    def place(self, part: Any) -> int:
        """The index of a part; a new part is appended.

        >>> ways = Parts()
        >>> ways.place([1, 2]), ways.place([3]), ways.place([1, 2]), ways.parts
        (0, 1, 0, [[1, 2], [3]])
        """
        place = self._places.setdefault(msgspec.json.encode(part), len(self.parts))
        if place == len(self.parts):
            self.parts.append(part)
        return place


class Encoder:
    """The moments of a timeline as short lists, and the tables of what they name."""

    def __init__(self, timeline: Timeline, sight: Sight) -> None:
        self.sight = sight
        self.seats = len(timeline.record.seats)
        self.names = [zone.name for zone in timeline.layout.zones]
        self.zones = {name: place for place, name in enumerate(self.names)} | {"": -1}
        self.blind = blind_zones(timeline.layout)
        self.masks = Parts(OPEN)
        # Moves name few masks, again and again.
        self.mask_places: dict[int, int] = {}
        self.ways = Parts()
        # All that a motion says but its card -> the place of its way: most ways are gone again.
        self.way_places: dict[tuple[Any, ...], int] = {}
        self.heads = Parts()
        # What a step without secrets says besides its cards -> its place in `heads`.
        self.head_places: dict[tuple[Any, ...], int] = {}
        self.shapes = Parts()
        self.sayings = Sayings(timeline.layout.faces)

    def table(self, table: Table) -> list[Any]:
        return [[" ".join(table.zones[name]) for name in self.names], table.facts]

    def own(self, table: Table, seen: Table) -> list[Any]:
        """What a viewer sees otherwise than `table` has it: zones by place, and facts."""
        zones = {
            self.zones[name]: " ".join(cards)
            for name, cards in seen.zones.items()
            if cards != table.zones[name]
        }
        facts = {name: fact for name, fact in seen.facts.items() if fact != table.facts.get(name)}
        return [zones, facts]

    def moments(self, before: list[Moment], moments: list[Moment]) -> list[list[Any]]:
        """The moments of a line that branches off after the moments `before`."""
        line = before + moments
        late = known_late(line, self.sight.viewers, self.blind)
        facts: dict[str, Fact] = {}
        for moment in before:
            for step in moment.steps:
                facts |= step_told(self.sight, step).facts
        return [
            self.moment(line, place, self.late_told(late[place]), facts)
            for place in range(len(before), len(line))
        ]

    def moment(
        self, line: list[Moment], place: int, late: list[list[int]], facts: dict[str, Fact]
    ) -> list[Any]:
        """One moment; updates `facts`, the facts up to it."""
        moment = line[place]
        redacted = self.sight.redacted
        never = redacted and any(not ply for _, ply in late)
        move = "" if never else moment.move
        said = Words("", "") if never else moment.words
        scores_before = line[place - 1].scores if place else []
        return trimmed(
            [
                moment.seat,
                move,
                self.sayings.said(said, str(moment.seat), move),
                [
                    self.step(step_told(self.sight, step) if redacted else step, facts)
                    for step in moment.steps
                ],
                late,
                moment.marks,
                moment.scores if moment.scores != scores_before else [],
                [self.sayings.said(told) for told in moment.told],
                self.notes(moment.notes) if moment.notes else [],
                self.lines(line, moment.lines, place + 1) if moment.lines else [],
                [moment.veil, *in_both(moment.veil_words)] if late and moment.veil else [],
                self.sayings.said(moment.headline) if moment.headline else "",
                self.choice(moment) if moment.choice else [],
            ]
        )

    def choice(self, moment: Moment) -> list[Any]:
        """How many cards the move is, what is written before and between them, and the cards that
        it was chosen from; nothing of a hand that the page does not show.
        """
        found = moment.choice
        if found is None or (self.sight.redacted and moment.seat not in self.sight.viewers):
            return []
        return [found.count, found.before, found.between, *found.cards]

    def late_told(self, late: dict[int, int]) -> list[list[int]]:
        """Who knows a move only later: [mask, ply], ply 0 for never; who sees everything first,
        then in the order of the viewers.
        """
        order = list(late.items())
        if len(order) > 1:
            order.sort(key=lambda each: (not sees(each[1], ALL), each[1] & -each[1]))
        return [[self.mask(mask), ply] for ply, mask in order]

    def mask(self, mask: int) -> int:
        """The place of a set of viewers."""
        place = self.mask_places.get(mask)
        if place is None:
            place = self.mask_places[mask] = self.masks.place(mask)
        return place

    def step(self, step: Step, facts: dict[str, Fact]) -> list[Any]:
        """Its head, then by turns cards and the way that they go, one after the other."""
        told: dict[str, Fact] = {}
        for name, fact in step.facts.items():
            was = facts.get(name)
            # A number that was one before is told by what it has grown.
            told[name] = fact - was if isinstance(fact, int) and isinstance(was, int) else fact
            facts[name] = fact
        moved: list[Any] = [self.head(step, told)]
        cards: list[str] = []
        last = -1
        for motion in step.motions:
            fields = astuple(motion)
            key = fields[1:]
            way = self.way_places.get(key)
            if way is None:
                way = self.way_places[key] = self.ways.place(self.way(motion))
            if way != last and cards:
                moved += [" ".join(cards), last]
                cards = []
            cards.append(fields[0])
            last = way
        if cards:
            moved += [" ".join(cards), last]
        return moved

    def head(self, step: Step, told: dict[str, Fact]) -> int:
        """The index of what a step says besides its cards; `told` are its facts."""
        private = [[self.mask(mask), facts] for mask, facts in step.private]
        if private:
            return self.heads.place([step.kind, self.facts(told), step.seat, private])
        key = (step.kind, step.seat, tuple(told), tuple(told.values()))
        place = self.head_places.get(key)
        if place is None:
            place = self.heads.place(trimmed([step.kind, self.facts(told), step.seat]))
            self.head_places[key] = place
        return place

    def facts(self, told: dict[str, Fact]) -> list[Any]:
        """The place of the names of facts, and what they say."""
        return [self.shapes.place([*told]), *told.values()] if told else []

    def way(self, motion: Motion) -> list[Any]:
        """The way that a motion goes: all that it says but the card."""
        fields: list[Any] = [self.zones[motion.src], self.zones[motion.dst], motion.at - END]
        masks, back = (motion.was, motion.seen, motion.to), motion.back
        if motion.was & motion.seen & motion.to != OPEN or back != UNKNOWN:
            fields += [self.mask(mask) for mask in masks]
            fields.append("" if back == UNKNOWN else back)
        return trimmed(fields)

    def notes(self, notes: list[Note]) -> list[Data]:
        told = [
            note_data(note) | chances(note, self.seats) for note in notes_told(self.sight, notes)
        ]
        return [data for data in told if data]

    def lines(self, line: list[Moment], branches: list[Branch], ply: int) -> list[list[Any]]:
        """The variations after `ply` of a line."""
        return [
            [
                int(branch.on),
                self.notes(branch.notes),
                self.moments(line[: ply if branch.on else ply - 1], branch.moments),
                [finding.message for finding in branch.findings],
            ]
            for branch in lines_told(self.sight, branches)
        ]


def trimmed(fields: list[Any]) -> list[Any]:
    """`fields` without the empty ones and zeros at the end.

    >>> trimmed([0, "place", [], 0])
    [0, 'place']
    """
    while fields and not fields[-1]:
        fields.pop()
    return fields


def in_both(words: Words) -> list[str]:
    """The game's words in English and Japanese."""
    return [words.en, words.ja]
