"""The story: the move list as the page writes it out, for readers with and without script."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from kifu.notation.record import Note
from kifu.replay.timeline import Branch, Moment, Timeline
from kifu.site.page.judgements import Judged, verdict
from kifu.site.page.notes import note_data
from kifu.site.page.sight import Sight, blind_zones, known_at, lines_told, notes_told
from kifu.site.page_words import in_language, sentence, ui_words


class ToldMove(Struct):
    """One move of the list: its place in its line, its sentence and what followed from it, its
    notes and variations, and what was better where an engine marked it.
    """

    ply: int
    seat: int
    marks: tuple[str, ...]
    said: Markup
    told: list[Markup]
    notes: list[dict[str, Any]]
    lines: list[ToldLine]
    judged: Markup = Markup("")


class ToldLine(Struct):
    """One variation of the list; `path` is its address in the page, as in a finding."""

    path: str
    on: bool
    notes: list[dict[str, Any]]
    moves: list[ToldMove]
    reasons: list[str]


class Story:
    """Writes out the moves of a timeline for one page."""

    def __init__(
        self, timeline: Timeline, sight: Sight, language: str, found: Judged | None = None
    ) -> None:
        self.timeline = timeline
        self.sight = sight
        self.language = language
        self.found = found

    def moves(self) -> list[ToldMove]:
        """The main line."""
        return self._line(self.timeline.moments, "")

    def notes(self, notes: list[Note]) -> list[dict[str, Any]]:
        """What the page shows of notes."""
        return [data for note in notes_told(self.sight, notes) if (data := note_data(note))]

    def branches(self, branches: list[Branch], place: str) -> list[ToldLine]:
        """The variations at a place, which are numbered there."""
        return [
            self._branch(branch, f"{place}.{number}")
            for number, branch in enumerate(lines_told(self.sight, branches), 1)
        ]

    def _line(self, moments: list[Moment], path: str) -> list[ToldMove]:
        never, seats = self._never_known(moments), self.timeline.record.seats
        return [
            ToldMove(
                ply,
                moment.seat,
                moment.marks,
                self._said(moment, ply in never),
                [self._sentence(in_language(words, self.language)) for words in moment.told],
                self.notes(moment.notes),
                self.branches(moment.lines, f"{path}/{ply}" if path else str(ply)),
                verdict(None if path else self.found, ply, self.language, seats),
            )
            for ply, moment in enumerate(moments, 1)
        ]

    def _never_known(self, moments: list[Moment]) -> set[int]:
        """The plies whose moves a redacted page must not tell."""
        if not self.sight.redacted:
            return set()
        known = known_at(moments, self.sight.opens, blind_zones(self.timeline.layout))
        return {ply for ply, when in enumerate(known, 1) if when is None}

    def _said(self, moment: Moment, hidden: bool) -> Markup:
        if hidden and moment.veil:
            words = in_language(moment.veil_words, self.language)
        elif hidden:
            words = ui_words(self.language)["hidden_move"].replace("{1}", f"{{{moment.seat}}}")
        else:
            words = in_language(moment.words, self.language)
        return self._sentence(words)

    def _sentence(self, words: str) -> Markup:
        return sentence(words, self.timeline.record.seats)

    def _branch(self, branch: Branch, path: str) -> ToldLine:
        return ToldLine(
            path,
            branch.on,
            self.notes(branch.notes),
            self._line(branch.moments, path),
            [finding.message for finding in branch.findings],
        )
