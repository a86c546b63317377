"""The story: the move list in plain lines, for readers without script.

The script makes the list that its readers use from the data (static/list.js).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from kifu.notation.record import Note
from kifu.notation.words import Words
from kifu.replay.game import Face
from kifu.replay.timeline import Branch, Moment, Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.judgements import ShownAnalysis, verdict
from kifu.site.content.late import blind_zones, known_at
from kifu.site.content.notes import note_data
from kifu.site.content.sentences import card_names, with_card_names
from kifu.site.markup import SEAT, plain_sentence
from kifu.site.texts import PAGE, mark_words

#: Returns the HTML of notes, given as `note_data`: a macro of page-parts.html.j2. Of the two that
#: the methods get, `clocks` writes the clocks only, and `remarks` all else.
Writer = Callable[[list[dict[str, Any]]], str]


class Story:
    """The moves of a timeline as a page writes them in its language."""

    def __init__(
        self,
        timeline: Timeline,
        audience: Audience,
        language: str,
        found: ShownAnalysis | None = None,
    ) -> None:
        self.timeline = timeline
        self.audience = audience
        self.language = language
        self.found = found
        self.with_card_names = _namer(tuple(timeline.layout.faces.items()), language)

    def listed(self, clocks: Writer, remarks: Writer) -> Markup:
        """The whole move list as HTML: the notes and variations before the first move, then the
        moves. `clocks` and `remarks` (macros of the template) make HTML of notes' data: the first
        of clock times, the second of glyphs and comments.
        """
        first = f"{self._noted(self.timeline.notes, clocks, remarks)}" + "".join(
            self._branches(self.timeline.lines, "0", clocks, remarks)
        )
        before = f"<div>{first}</div>" if first else ""
        return Markup(before) + self._line(self.timeline.moments, "", clocks, remarks)

    def _line(self, moments: list[Moment], path: str, clocks: Writer, remarks: Writer) -> Markup:
        """The moves of a line as HTML, each with its notes and variations. `path` is the address of
        a variation, such as "12.1", or "" for the main line, whose moves also get verdicts.
        `clocks` and `remarks` as in `listed`.
        """
        never = self._never_known(moments)
        pieces = ['<dl class="story plain">']
        for ply, moment in enumerate(moments, 1):
            for mark in moment.marks:
                kind = " class=round" if mark.startswith("#") else ""
                words = mark_words(mark, self.timeline.layout, self.language)
                pieces.append(f"<dt{kind}>{escape(words)}")
            pieces.append(
                f"<dd data-seat={moment.seat}>{self._move_sentence(moment, ply in never)}"
            )
            html = self._after_move(moment, ply if not path else 0)
            pieces.append(self._noted(moment.notes, clocks, remarks, html))
            if moment.lines:
                at = f"{path}/{ply}" if path else str(ply)
                pieces += self._branches(moment.lines, at, clocks, remarks)
        pieces.append("</dl>")
        return Markup("".join(pieces))

    def _after_move(self, moment: Moment, ply: int) -> str:
        """The sentences about what a move caused, as HTML; with a `ply` (of the main line; 0: none)
        also the verdict about the move.
        """
        html = ""
        for words in moment.consequences:
            html += f"<p>{self._sentence(words.text(self.language))}"
        if self.found is None or not ply:
            return html
        judged = verdict(self.found, ply, self.language, self.timeline.record.seats)
        return f"{html}<p class=judged>{judged}" if judged else html

    def _noted(self, notes: list[Note], clocks: Writer, remarks: Writer, between: str = "") -> str:
        """The notes after a move as HTML: glyphs and clocks, then `between` (HTML about what the
        move caused), then comments. `clocks` and `remarks` as in `listed`.
        """
        if not notes:
            return between
        shown = [data for note in notes if (data := note_data(note))]
        if not shown:
            return between
        glyphs = [data for data in shown if "glyph" in data]
        words = [data for data in shown if "glyph" not in data]
        closed = f"{between}</p>" if between else ""
        return f"{remarks(glyphs)}{clocks(shown)}{closed}{remarks(words)}"

    def _branches(
        self, branches: list[Branch], place: str, clocks: Writer, remarks: Writer
    ) -> Iterator[str]:
        """The HTML of each variation: a heading, notes, moves, and
        messages of its findings. `place` is the ply of the variations, such as "12" or "12.1/3"
        (ply 3 of the first variation at ply 12). `clocks` and `remarks` as in `listed`.
        """
        for number, branch in enumerate(branches, 1):
            shown = [data for note in branch.notes if (data := note_data(note))]
            late = any("hindsight" in data for data in shown)
            kind = "variation_on" if branch.on else "variation_hindsight" if late else "variation"
            moves = self._line(branch.moments, f"{place}.{number}", clocks, remarks)
            reasons = "".join(
                f'<p class="reason">{escape(finding.message)}</p>' for finding in branch.findings
            )
            enter = escape(PAGE[kind].text(self.language))
            yield (
                f'<div class="branch"><span class="enter">{enter}</span>'
                f"{clocks(shown)}{remarks(shown)}{moves}{reasons}</div>"
            )

    def _never_known(self, moments: list[Moment]) -> set[int]:
        """The numbers (from 1) of the moments whose moves the viewer of a redacted page never gets
        to know; none on other pages.
        """
        if not self.audience.redacted:
            return set()
        known = known_at(moments, self.audience.opens, blind_zones(self.timeline.layout))
        return {ply for ply, when in enumerate(known, 1) if when is None}

    def _move_sentence(self, moment: Moment, hidden: bool) -> str:
        """The sentence of a move as HTML; if `hidden`, a sentence that does not say which move it
        was.
        """
        if hidden and moment.veil:
            words = moment.veil_words.text(self.language)
        elif hidden:
            words = PAGE["hidden_move"].text(self.language).replace("{1}", f"{{{moment.seat}}}")
        else:
            words = moment.words.text(self.language)
        return self._sentence(words)

    def said(self, words: Words) -> Markup:
        """A sentence of the match as HTML, in the page's language, with the names of seats and
        cards filled in.
        """
        return Markup(self._sentence(words.text(self.language)))

    def text(self, words: Words) -> str:
        """A sentence of the match as plain text, in the page's language, with the names of seats
        and cards filled in.
        """
        said, seats = self.with_card_names(words.text(self.language)), self.timeline.record.seats
        return SEAT.sub(lambda found: seats[int(found[1]) - 1], said)

    def _sentence(self, words: str) -> str:
        return plain_sentence(self.with_card_names(words), self.timeline.record.seats)


@lru_cache(maxsize=16)
def _namer(faces: tuple[tuple[str, Face], ...], language: str) -> Callable[[str], str]:
    """A function that replaces cards' tokens in a sentence by their names in the language. It
    remembers sentences, because they recur.
    """
    names = card_names(dict(faces), language)
    if not names:
        return str
    return lru_cache(maxsize=1 << 14)(lambda text: with_card_names(text, names, language))
