"""Pages: what the script of a replay page is told, as plain data.

Everything about the game stands in this data: the script folds its steps and draws its zones
without knowing the rules. docs/viewer.md has the format.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from msgspec.structs import astuple

from kifu.notation.comments import commands, evaluation, plain
from kifu.notation.record import Note
from kifu.replay.game import Face, Words, Zone
from kifu.replay.table import END, OPEN, PUBLIC, UNKNOWN, Motion, Step, Table
from kifu.replay.timeline import Branch, Moment, Timeline
from kifu.site.page.clocks import time_spent
from kifu.site.page.excerpt import excerpt
from kifu.site.page.sight import (
    Sight,
    blind_zones,
    known_by,
    lines_told,
    notes_told,
    record_told,
    step_told,
)
from kifu.site.page.slots import digest, slots
from kifu.site.shapes import drawn
from kifu.site.words import LANGUAGES, glyph_sign, ui_words

Data = dict[str, Any]


def page_data(timeline: Timeline, sight: Sight, language: str) -> Data:
    """The data of one page. Zones and masks are named by their place in `zones` and `masks`;
    empty fields and zeros at the end of a list are left out.
    """
    layout = timeline.layout
    encoder = _Encoder(timeline, sight)
    record = record_told(timeline, sight)
    cut = slots(timeline, record) if record else []
    return {
        "kifu": kifu_version(),
        "language": language,
        "ui": {name: _spoken(name) for name in LANGUAGES},
        "viewers": sight.viewers,
        "viewer": sight.opens,
        "redacted": sight.redacted,
        "seats": timeline.record.seats,
        "game": timeline.game.name,
        "title": _words(timeline.game.title),
        "remark": _words(remark_of(timeline)),
        "zones": [_zone(zone) for zone in layout.zones],
        "facts": {name: _words(words) for name, words in layout.table_facts.items()},
        "seatFacts": {name: _words(words) for name, words in layout.seat_facts.items()},
        "values": {
            fact: {value: _words(words) for value, words in named.items()}
            for fact, named in layout.values.items()
        },
        "phases": {name: _words(words) for name, words in layout.phases.items()},
        "events": {kind: _words(timeline.game.events[kind]) for kind in timeline.game.highlights},
        "faces": [[token, *_face(face)] for token, face in layout.faces.items()],
        "start": {viewer: encoder.table(timeline.start[viewer]) for viewer in sight.viewers},
        "turn": timeline.start[PUBLIC].facts["to_move"],
        "excerpt": excerpt(timeline.record, len(timeline.moments)),
        "spent": [] if sight.redacted else time_spent(timeline.moments),
        "notes": encoder.notes(timeline.notes),
        "lines": encoder.lines([], timeline.lines, 0),
        "moments": encoder.moments([], timeline.moments),
        "masks": list(encoder.masks),
        "notation": cut,
        "record": digest(cut),
    }


@cache
def kifu_version() -> str:
    """The version of kifu, which every page names."""
    return version("kifu")


def remark_of(timeline: Timeline) -> Words:
    """What must be said wherever the match is shown; empty words where that is nothing."""
    game, record = timeline.game, timeline.record
    options = game.settle(game.read_options(record.options), len(record.seats))
    return game.remark(options) or Words("", "")


def note_data(note: Note) -> Data:
    """What the page shows of a note: a glyph, or a comment with its commands apart.

    >>> note_data(Note(at=1, text="Too low. [%clk 0:00:41]", lang="en"))
    {'text': 'Too low.', 'lang': 'en', 'clk': '0:00:41'}
    """
    if note.glyph is not None:
        return {"glyph": glyph_sign(note.glyph)}
    if note.text is None:
        return {}
    data: Data = {}
    text = plain(note.text).strip()
    if text:
        data["text"] = text
        if note.lang:
            data["lang"] = note.lang
    shown = {name: args for name, args in commands(note.text) if name in SHOWN_COMMANDS}
    return data | shown


#: Commands of a comment that the page shows by themselves.
SHOWN_COMMANDS = ("clk", "emt", "mark", "by")


class _Encoder:
    """The moments of a timeline as short lists; collects the masks that they use."""

    def __init__(self, timeline: Timeline, sight: Sight) -> None:
        self.sight = sight
        self.seats = len(timeline.record.seats)
        self.names = [zone.name for zone in timeline.layout.zones]
        self.place = {name: place for place, name in enumerate(self.names)} | {"": -1}
        self.blind = blind_zones(timeline.layout)
        self.masks = {OPEN: 0}

    def table(self, table: Table) -> list[Any]:
        return [[" ".join(table.zones[name]) for name in self.names], table.facts]

    def moments(self, before: list[Moment], moments: list[Moment]) -> list[list[Any]]:
        """The moments of a line that branches off behind the moments `before`."""
        line = before + moments
        known = known_by(line, self.sight.viewers, self.blind)
        return [
            self.moment(line, place, self.late(known, place))
            for place in range(len(before), len(line))
        ]

    def moment(self, line: list[Moment], place: int, late: list[list[int]]) -> list[Any]:
        moment = line[place]
        never = self.sight.redacted and any(not ply for _, ply in late)
        scores_before = line[place - 1].scores if place else []
        return _trimmed(
            [
                moment.seat,
                "" if never else moment.move,
                moment.marks,
                ["", ""] if never else _words(moment.words),
                [_words(words) for words in moment.told],
                [self.step(step_told(self.sight, step)) for step in moment.steps],
                moment.scores if moment.scores != scores_before else [],
                late,
                self.notes(moment.notes),
                self.lines(line, moment.lines, place + 1),
                [moment.veil, *_words(moment.veil_words)] if late and moment.veil else [],
            ]
        )

    def late(self, known: dict[int, list[int | None]], place: int) -> list[list[int]]:
        """Who knows the move only later: [mask, ply], ply 0 for never."""
        masks: dict[int, int] = {}
        for viewer, plies in known.items():
            ply = plies[place] or 0
            if ply != place + 1:
                masks[ply] = masks.get(ply, 0) | 1 << viewer
        return [[self.mask(mask), ply] for ply, mask in masks.items()]

    def step(self, step: Step) -> list[Any]:
        motions: list[list[Any]] = []
        for way in map(self.motion, step.motions):
            if motions and motions[-1][1:] == way[1:]:
                motions[-1][0] += f" {way[0]}"
            else:
                motions.append(way)
        private = [[self.mask(mask), facts] for mask, facts in step.private]
        return _trimmed([step.kind, motions, step.facts, step.seat, private])

    def motion(self, motion: Motion) -> list[Any]:
        card, src, dst, at, was, seen, to, back = astuple(motion)
        fields = [card, self.place[src], self.place[dst], at - END]
        if was & seen & to != OPEN or back != UNKNOWN:
            fields += [self.mask(was), self.mask(seen), self.mask(to)]
            fields.append("" if back == UNKNOWN else back)
        return _trimmed(fields)

    def mask(self, mask: int) -> int:
        return self.masks.setdefault(mask, len(self.masks))

    def notes(self, notes: list[Note]) -> list[Data]:
        told = [note_data(note) | self.chances(note) for note in notes_told(self.sight, notes)]
        return [data for data in told if data]

    def chances(self, note: Note) -> Data:
        """Each seat's chance to win, where a comment gives them."""
        given = dict(commands(note.text or "")).get("eval", "")
        chances = evaluation(given, self.seats)
        return {"eval": chances} if chances else {}

    def lines(self, line: list[Moment], branches: list[Branch], ply: int) -> list[list[Any]]:
        """The variations behind `ply` of a line."""
        return [
            [
                int(branch.on),
                self.notes(branch.notes),
                self.moments(line[: ply if branch.on else ply - 1], branch.moments),
                [finding.message for finding in branch.findings],
            ]
            for branch in lines_told(self.sight, branches)
        ]


def _spoken(language: str) -> dict[str, str]:
    """The words that the script says; the others are written by Python alone."""
    return {key: text for key, text in ui_words(language).items() if key not in WRITTEN}


#: The words that stand in the file and are not said again in another language.
WRITTEN = ("no_script", "redacted_public", "redacted_seat")


def _trimmed(fields: list[Any]) -> list[Any]:
    """`fields` without the empty ones and zeros at the end."""
    while fields and not fields[-1]:
        fields.pop()
    return fields


def _zone(zone: Zone) -> list[Any]:
    return [zone.name, zone.kind, zone.seat, _words(zone.title)]


def _face(face: Face) -> list[Any]:
    look = [face.text, face.pips, drawn(face.pip), face.colour, *_words(face.name)]
    return _trimmed([*look, drawn(face.badge), int(face.back)])


def _words(words: Words) -> list[str]:
    return [words.en, words.ja]
