"""Moments: what happens in a match, as the plain data that a page's script reads.

The ways that cards go and the patterns of sentences are in tables of their own, each once; a moment
refers to them by their index. docs/inside/page.md has the format.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple

from kifu.notation.record import Note
from kifu.notation.words import Words
from kifu.replay.table import ALL, OPEN, PUBLIC, UNKNOWN, Fact, Motion, Step, sees
from kifu.replay.timeline import Branch, Moment, Timeline
from kifu.site.page.audience import Audience, visible_lines, visible_notes, visible_step
from kifu.site.page.late import blind_zones, known_late
from kifu.site.page.notes import Data, chances, note_data
from kifu.site.page.phrases import Phrases


class UniqueParts:
    """Parts in the order of their first use, each once."""

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self._places: dict[bytes, int] = {}

    def place(self, part: Any) -> int:
        """The index of a part, which is plain data; a new part is appended.

        >>> ways = UniqueParts()
        >>> ways.place([1, 2]), ways.place([3]), ways.place([1, 2]), ways.parts
        (0, 1, 0, [[1, 2], [3]])
        """
        place = self._places.setdefault(msgspec.msgpack.encode(part), len(self.parts))
        if place == len(self.parts):
            self.parts.append(part)
        return place


class Encoder:
    """Makes short lists of the moments of a timeline, and collects what these refer to by index:
    the `ways` that cards go, and the `phrases` of sentences.
    """

    def __init__(self, timeline: Timeline, audience: Audience) -> None:
        self.audience = audience
        self.seats = len(timeline.record.seats)
        self.blind = blind_zones(timeline.layout)
        self.start = alike([timeline.start[viewer].facts for viewer in (PUBLIC, *audience.viewers)])
        self.ways = UniqueParts()
        self.phrases = Phrases(timeline.layout.faces)

    def moments(self, before: list[Moment], moments: list[Moment]) -> list[list[Any]]:
        """The data of the moments of a line; `before` are all those from the start of the match to
        where it branches off.
        """
        line = before + moments
        late = known_late(line, self.audience.viewers, self.blind)
        facts = self.common_facts(before)[-1]
        return [
            self.moment(line, place, late_pairs(late[place]), facts)
            for place in range(len(before), len(line))
        ]

    def common_facts(self, moments: list[Moment]) -> list[dict[str, Fact]]:
        """The facts that all of the page's viewers know alike: at the start of the match, then
        after each of `moments`.
        """
        known = [dict(self.start)]
        for moment in moments:
            known.append(dict(known[-1]))
            for step in moment.steps:
                new_facts(visible_step(self.audience, step), known[-1])
        return known

    def moment(
        self, line: list[Moment], place: int, late: list[list[int]], facts: dict[str, Fact]
    ) -> list[Any]:
        """The data of the moment at the index `place` of a line: `[seat, move, sentence, steps,
        late, marks, scores if they changed, sentences about what followed, notes, variations,
        veil, headline, choice]`, without the empty ones at the end. `late` are pairs as in
        `late_pairs`. `facts` are those that all viewers know alike before the moment; they become
        those after it.
        """
        moment = line[place]
        redacted = self.audience.redacted
        never = redacted and any(not ply for _, ply in late)
        move = "" if never else moment.move
        said = Words("", "") if never else moment.words
        before = line[place - 1].scores if place else []
        return trimmed(
            [
                moment.seat,
                move,
                self.phrases.packed(said, str(moment.seat), move),
                [self.step(visible_step(self.audience, step), facts) for step in moment.steps],
                late,
                moment.marks,
                moment.scores if moment.scores != before else [],
                [self.phrases.packed(sentence) for sentence in moment.consequences],
                self.notes(moment.notes),
                self.lines(line, moment.lines, place + 1),
                [moment.veil, *in_both(moment.veil_words)] if late and moment.veil else [],
                self.phrases.packed(moment.headline) if moment.headline else "",
                self.choice(moment),
            ]
        )

    def choice(self, moment: Moment) -> list[Any]:
        """For a move that is so many cards of a hand: how many, what is written before and between
        them, and the cards of the hand. Empty for any other move, and for a hand that the page does
        not show.
        """
        found = moment.choice
        if found is None or (self.audience.redacted and moment.seat not in self.audience.viewers):
            return []
        return [found.count, found.before, found.between, *found.cards]

    def step(self, step: Step, facts: dict[str, Fact]) -> list[Any]:
        """A step as the page's script takes it: `[kind, seat, facts, moved, private]`, the fields
        of `Step`, without the empty ones at the end and without what is in `facts` already (see
        `new_facts`). `moved` has its motions: alternately cards (one text, with spaces between) and
        the index in `ways` of the way that they go, which is added there if it is new.
        """
        moved: list[Any] = []
        for motion in step.motions:
            place = self.ways.place(way(motion))
            if moved and moved[-1] == place:
                moved[-2] += f" {motion.card}"
            else:
                moved += [motion.card, place]
        return trimmed([step.kind, step.seat, new_facts(step, facts), moved, step.private])

    def notes(self, notes: list[Note]) -> list[Data]:
        """The data of those of the notes that the audience may see and that say something."""
        played = [
            note_data(note) | chances(note, self.seats)
            for note in visible_notes(self.audience, notes)
        ]
        return [data for data in played if data]

    def lines(self, line: list[Moment], branches: list[Branch], ply: int) -> list[list[Any]]:
        """The data of those of the variations `branches` at `ply` of a line that the page may hold,
        each as `[on, notes, moments, what is wrong in it]`. `on` is 1 if the variation goes on
        after the ply, and 0 if it replaces it.
        """
        return [
            [
                int(branch.on),
                self.notes(branch.notes),
                self.moments(line[: ply if branch.on else ply - 1], branch.moments),
                [finding.message for finding in branch.findings],
            ]
            for branch in visible_lines(self.audience, branches)
        ]


def alike(facts: list[dict[str, Fact]]) -> dict[str, Fact]:
    """The facts that are the same in all of `facts`.

    >>> alike([{"turn": 1, "to_move": "2"}, {"turn": 1, "to_move": "2 3"}])
    {'turn': 1}
    """
    return {
        name: fact for name, fact in facts[0].items() if all(each[name] == fact for each in facts)
    }


def new_facts(step: Step, known: dict[str, Fact]) -> dict[str, Fact]:
    """The facts of a step that are not `known` to all of its viewers alike. `known` becomes what
    they all know alike after it.

    >>> known = {"turn": 1, "to_move": "2"}
    >>> new_facts(Step("pass", facts={"turn": 1, "to_move": "3"}), known), known
    ({'to_move': '3'}, {'turn': 1, 'to_move': '3'})
    """
    new = {name: fact for name, fact in step.facts.items() if known.get(name) != fact}
    known |= step.facts
    for _, apart in step.private:
        for name in apart:
            known.pop(name, None)
    return new


def late_pairs(late: dict[int, int]) -> list[list[int]]:
    """A dict as `known_late` gives it, as pairs [mask, ply] (ply 0: never). The mask that has ALL
    is first, the others in the order of the viewers.
    """
    order = list(late.items())
    order.sort(key=lambda each: (not sees(each[1], ALL), each[1] & -each[1]))
    return [[mask, ply] for ply, mask in order]


def way(motion: Motion) -> list[Any]:
    """The fields of a motion without its card: `[src, dst, at]`, and only if something is hidden
    from somebody, `was`, `seen`, `to` and `back` after them (see `Motion`).

    >>> way(Motion("55", "deck", "row/1")), way(Motion("55", "deck", "hand/1", -2, 0, 2))[:5]
    (['deck', 'row/1', -1], ['deck', 'hand/1', -2, 0, 2])
    """
    fields = list(astuple(motion)[1:])
    return fields[:3] if fields[3:] == [OPEN, OPEN, OPEN, UNKNOWN] else fields


def trimmed(fields: list[Any]) -> list[Any]:
    """`fields`, changed in place, without the values at the end that are empty or 0.

    >>> trimmed([0, "place", [], 0])
    [0, 'place']
    """
    while fields and not fields[-1]:
        fields.pop()
    return fields


def filled(moment: list[Any]) -> list[Any]:
    """The fields of a moment, with the empty ones at the end that `trimmed` has left out.

    >>> filled([2, "r4"])
    [2, 'r4', '', [], [], [], [], [], [], [], [], '', []]
    """
    return [*moment, *_EMPTY[len(moment) :]]


#: A moment without anything, as `Encoder.moment` makes them.
_EMPTY: list[Any] = [0, "", "", [], [], [], [], [], [], [], [], "", []]


def in_both(words: Words) -> list[str]:
    """Words as a list: English, Japanese."""
    return [words.en, words.ja]
