"""Moments: what happens in a match, as the plain data that a page's script reads.

The ways that cards go and the patterns of sentences are in tables of their own, each once; a moment
refers to them by their index. docs/inside/page.md has the format.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from kifu.notation.record import Note
from kifu.notation.words import Words
from kifu.replay.game import Layout
from kifu.replay.table import ALL, OPEN, PUBLIC, UNKNOWN, Fact, Motion, Step, sees
from kifu.replay.timeline import Branch, Moment, Timeline
from kifu.site.content.audience import Audience, visible_step
from kifu.site.content.late import blind_zones, known_late
from kifu.site.content.notes import Data, chances, note_data
from kifu.site.content.phrases import Phrases
from kifu.site.texts import in_both


class UniqueParts:
    """A list of different `parts`, in the order of their first use, which are referred to by their
    index.
    """

    def __init__(self) -> None:
        """Begin without parts."""
        self.parts: list[Any] = []
        self._places: dict[bytes, int] = {}

    def place(self, part: Any) -> int:
        """The index (from 0) of a part in `parts`; a new part is appended as it is, not copied, so
        don't change it afterwards. Parts are equal if msgspec writes them alike: a list and a tuple
        of the same values are, 1 and 1.0 are not. Raises TypeError for what msgspec can't write
        (OverflowError for an integer beyond 64 bits); `parts` then stays as it was.

        >>> ways = UniqueParts()
        >>> ways.place([1, 2]), ways.place([3]), ways.place([1, 2]), ways.parts
        (0, 1, 0, [[1, 2], [3]])
        """
        place = self._places.setdefault(msgspec.msgpack.encode(part), len(self.parts))
        if place == len(self.parts):
            self.parts.append(part)
        return place


class ToldMoment(Struct, omit_defaults=True):
    """A moment as the script takes it, without empty fields; `ToldMoment` in static/types.d.ts has
    the same fields. Sentences are packed (see `Phrases.packed`): `said` of the move, `told` of what
    followed, `headline`. `scores` is empty if no score changed. `late` is as from `late_pairs`,
    `steps` as from `Encoder.step`, `lines` as from `Encoder.lines`, `choice` as from
    `Encoder.choice`. `veil` is the move as those see it who do not know it yet, `[move, English,
    Japanese]`; empty if there is nothing to hide.
    """

    seat: int = 0
    move: str = ""
    said: str = ""
    steps: list[list[Any]] = []
    late: list[list[int]] = []
    marks: Sequence[str] = []
    scores: list[int] = []
    told: list[str] = []
    notes: list[Data] = []
    lines: list[list[Any]] = []
    veil: list[str] = []
    headline: str = ""
    choice: list[Any] = []


class Encoder:
    """Makes the data of the moments of a timeline, and collects what these refer to by index: the
    `ways` that cards go, and the `phrases` of sentences. `facts` are the names of the facts that
    the page shows, `events` the kinds of steps that it marks, `start` those facts that all its
    viewers and the public see with the same values at the start, `seats` how many seats there are,
    and `blind` as in `known_at`.

    Moves and steps are cut to what the audience may know. Notes and variations are not: the
    timeline must be as `visible_timeline` gives it.
    """

    def __init__(self, timeline: Timeline, audience: Audience) -> None:
        """For the lines of `timeline`. Moves and steps will be cut to what `audience` may know.
        Notes and variations will not, so `timeline` must be as `visible_timeline` gives it. There
        are no ways and no phrases yet.
        """
        self.audience = audience
        self.seats = len(timeline.record.seats)
        self.blind = blind_zones(timeline.layout)
        self.facts = facts_shown(timeline.layout, self.seats)
        self.events = timeline.game.archive.highlights
        self.start = alike(
            [timeline.table(0, viewer).facts for viewer in (PUBLIC, *audience.viewers)]
        )
        self.ways = UniqueParts()
        self.phrases = Phrases(timeline.layout.faces)

    def moments(self, before: list[Moment], moments: list[Moment]) -> list[ToldMoment]:
        """The data of `moments`, those of a line, with their notes and variations. `before` are the
        moments from the start of the match to where the line branches off ([] for the main line);
        no data is made of them. New ways and sentences are added to `ways` and `phrases`. []
        without `moments`.
        """
        line = before + moments
        late = known_late(line, self.audience.viewers, self.blind)
        facts = self.common_facts(before)[-1]
        return [
            self.moment(line, place, late_pairs(late[place], place + 1), facts)
            for place in range(len(before), len(line))
        ]

    def common_facts(self, moments: list[Moment]) -> list[dict[str, Fact]]:
        """The facts that all viewers of the page and the public see with the same values: first at
        the start of the match, then after each of `moments`, which begin there. Each is a dict of
        its own, so there is one more than moments; without moments, only that of the start. On a
        redacted page, facts that only its viewer sees are not among them.
        """
        known = [dict(self.start)]
        for moment in moments:
            known.append(dict(known[-1]))
            for step in moment.steps:
                new_facts(visible_step(self.audience, step), known[-1])
        return known

    def moment(
        self, line: list[Moment], place: int, late: list[list[int]], facts: dict[str, Fact]
    ) -> ToldMoment:
        """The data of the moment at the index `place` (from 0) of `line`, with its notes and
        variations. Its scores are left out if they equal those of the moment before it in `line`;
        with none before it, they are given. If the moment has variations, `line` must begin at the
        start of the match.

        `late` says who gets to know the move late, as `late_pairs` gives it. `facts` are those that
        all viewers see with the same values before the moment; they are brought up to date in
        place. New ways and sentences are added to `ways` and `phrases`. If the viewer of a redacted
        page never gets to know the move, `move` is "" and `said` a sentence without text, packed
        like any other.
        """
        moment = line[place]
        redacted = self.audience.redacted
        never = redacted and any(not ply for _, ply in late)
        move = "" if never else moment.move
        said = Words("", "") if never else moment.words
        before = line[place - 1].scores if place else []
        return ToldMoment(
            seat=moment.seat,
            move=move,
            said=self.phrases.packed(said, str(moment.seat), move),
            steps=[self.step(visible_step(self.audience, step), facts) for step in moment.steps],
            late=late,
            marks=moment.marks,
            scores=moment.scores if moment.scores != before else [],
            told=[self.phrases.packed(sentence) for sentence in moment.consequences],
            notes=self.notes(moment.notes),
            lines=self.lines(line, moment.lines, place + 1),
            veil=[moment.veil, *in_both(moment.veil_words)] if late and moment.veil else [],
            headline=self.phrases.packed(moment.headline) if moment.headline else "",
            choice=self.choice(moment),
        )

    def choice(self, moment: Moment) -> list[Any]:
        """What the reader of the page can choose from at a move that consists of several cards of a
        hand (see `Combination`): `[count, before, between, card, ...]`. The cards are the tokens of
        all that can be chosen, in canonical order. `count` of them make a move: `before`, then
        their tokens with `between` each two, such as `^c2+d5`.

        [] for any other move. On a redacted page also [] for every move that is not its viewer's
        own.
        """
        found = moment.choice
        if found is None or (self.audience.redacted and moment.seat not in self.audience.viewers):
            return []
        return [found.count, found.before, found.between, *found.cards]

    def step(self, step: Step, facts: dict[str, Fact]) -> list[Any]:
        """A step as `[moved, seat, facts, private, kind]`, without empty items at the end. The step
        must be as `visible_step` gives it. `moved` alternates between cards (tokens in one text,
        separated by spaces) and the index in `ways` of how they move; new ways are added. `seat` is
        the step's. `facts` are those that the page shows and that differ from the argument `facts`,
        which is brought up to date in place (see `new_facts`). `private` is pairs of a mask and
        those facts that the page shows and only its viewers see. `kind` is "" unless the game lists
        it as a highlight.
        """
        moved: list[Any] = []
        for motion in step.motions:
            place = self.ways.place(way(motion))
            if moved and moved[-1] == place:
                moved[-2] += f" {motion.card}"
            else:
                moved += [motion.card, place]
        apart = [(mask, self.shown(own)) for mask, own in step.private]
        private = [(mask, own) for mask, own in apart if own]
        kind = step.kind if step.kind in self.events else ""
        return trimmed([moved, step.seat, self.shown(new_facts(step, facts)), private, kind])

    def shown(self, facts: dict[str, Fact]) -> dict[str, Fact]:
        """A copy of `facts` with only those that the page shows (see `facts_shown`)."""
        return {name: fact for name, fact in facts.items() if name in self.facts}

    def notes(self, notes: list[Note]) -> list[Data]:
        """The data of notes (see `note_data`), with the chances in their comments (`eval`); notes
        without data are left out.
        """
        played = [note_data(note) | chances(note, self.seats) for note in notes]
        return [data for data in played if data]

    def lines(self, line: list[Moment], branches: list[Branch], ply: int) -> list[list[Any]]:
        """The data of `branches`, the variations at `ply` of a line, each as `[on, notes, moments,
        messages]`; [] without branches. `ply` is counted from the start of the match (0), also
        inside a variation. `on` is 1 if the variation continues after that ply, 0 if it replaces
        the move of that ply. `messages` are the texts of its findings; [] if it has none.

        `line` has the moments of the line that the variations branch off from, beginning at the
        start of the match; those after `ply` are not used. New ways and sentences are added to
        `ways` and `phrases`.
        """
        return [
            [
                int(branch.on),
                self.notes(branch.notes),
                self.moments(line[: ply if branch.on else ply - 1], branch.moments),
                [finding.message for finding in branch.findings],
            ]
            for branch in branches
        ]


def facts_shown(layout: Layout, seats: int) -> frozenset[str]:
    """The names of the facts that a page shows: those with a title (of seats as "NAME/SEAT"),
    "to_move", "phase", and the sizes of the groups in each zone of melds, under the zone's name.
    """
    of_seats = [f"{name}/{seat}" for name in layout.seat_facts for seat in range(1, seats + 1)]
    groups = [zone.name for zone in layout.zones if zone.kind == "melds"]
    return frozenset(["to_move", "phase", *layout.table_facts, *of_seats, *groups])


def alike(facts: list[dict[str, Fact]]) -> dict[str, Fact]:
    """The facts that have the same value in all of `facts`, as a new dict. There must be at least
    one dict (otherwise IndexError), and all must have the keys of the first one (KeyError).

    >>> alike([{"turn": 1, "to_move": "2"}, {"turn": 1, "to_move": "2 3"}])
    {'turn': 1}
    """
    return {
        name: fact for name, fact in facts[0].items() if all(each[name] == fact for each in facts)
    }


def new_facts(step: Step, known: dict[str, Fact]) -> dict[str, Fact]:
    """The facts of a step whose value differs from that in `known`, the facts that all viewers see
    with the same values; the values in its `private` are not among them. Brings `known` up to date
    in place: it gets the step's values, and facts that the step makes private are removed. The step
    is not changed.

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


def late_pairs(late: dict[int, int], move: int) -> list[list[int]]:
    """The viewers who learn move number `move` later than it is made, as pairs `[mask, how many
    plies later]` (0: never). `late` is the dict of that move, as in `known_late`. First comes the
    pair whose mask has ALL, then the others by the lowest viewer in the mask.

    >>> late_pairs({9: 0b110, 0: 0b1}, move=7)
    [[1, 0], [6, 2]]
    """
    order = list(late.items())
    order.sort(key=lambda each: (not sees(each[1], ALL), each[1] & -each[1]))
    return [[mask, ply and ply - move] for ply, mask in order]


def way(motion: Motion) -> list[Any]:
    """How a motion moves its card, as a new list of three or seven items: `[src, dst, at]`, the
    fields of `Motion` without the card; if not everybody sees the motion and the card's face before
    and after it, or if `back` is not `_`, then also `was`, `seen`, `to` and `back`, all four.

    >>> way(Motion("55", "deck", "row/1")), way(Motion("55", "deck", "hand/1", -2, 0, 2))[:5]
    (['deck', 'row/1', -1], ['deck', 'hand/1', -2, 0, 2])
    """
    fields = list(astuple(motion)[1:])
    return fields[:3] if fields[3:] == [OPEN, OPEN, OPEN, UNKNOWN] else fields


def trimmed(fields: list[Any]) -> list[Any]:
    """`fields` itself, from whose end the values that are empty or 0 have been removed in place.

    >>> trimmed([0, "place", [], 0])
    [0, 'place']
    """
    while fields and not fields[-1]:
        fields.pop()
    return fields
