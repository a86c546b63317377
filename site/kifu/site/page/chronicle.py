"""The page of a chronicle: a match without rules, as the sentences that its log has.

There is no table to draw and nothing to play, so the page has no script at all: links to a moment
and the notation are HTML alone. Nobody knows who saw what, so it can't be redacted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation import dumps
from kifu.notation.comments import first_commands
from kifu.notation.errors import Diagnostic, NotationError
from kifu.notation.record import Note, Record
from kifu.notation.words import Words
from kifu.replay.match import replay
from kifu.replay.verdict import is_sound
from kifu.site.content.data import heading_of, kifu_version
from kifu.site.content.notes import Data, note_data
from kifu.site.look.colours import sheet
from kifu.site.look.templates import environment
from kifu.site.markup import translator
from kifu.site.page.preview import preview
from kifu.site.page.viewer import policy
from kifu.site.texts import page_words

TITLE = Words("A chronicle, without rules", "棋譜(ルールなし)")

#: The template of the page, and in it the name of the page's own anchor for a ply.
TEMPLATE = "chronicle.html.j2"


class ChronicleLine(Struct, frozen=True):
    """One line: its ply, who acted (0: nobody is named), the note with the sentence (`said`, {} if
    there is none), the other notes, the time of day (`08:00:41`), and date and time in full
    (`moment`). `day` is its date if that differs from the line before. Times that the log does not
    give are "".
    """

    ply: int
    seat: int
    said: Data
    notes: list[Data]
    time: str
    moment: str
    day: str


def render_chronicle(
    record: Record, findings: Sequence[Diagnostic] = (), language: str = "en", *, url: str = ""
) -> str:
    """The page of a chronicle: one HTML file as text, the same for the same arguments and version
    of kifu. Nothing is written.

    `findings` are those of the record's check; the page lists them. `language` is "en" or "ja",
    `url` the full address of the page, "" if it is not known. The lines end before the first move
    that can't be replayed. Raises UsageError for any other language.

    >>> record = Record(game="chronicle", rules=0, seats=["Aki", "Ben"], moves="e", end="*")
    >>> page = render_chronicle(record)
    >>> page[:15], "<script" in page
    ('<!doctype html>', False)
    """
    template = environment(language).get_template(TEMPLATE)
    values = chronicle_context(record, findings, language)
    values["preview"] = replace(values["preview"], url=url)
    return template.render(values)


def chronicle_context(
    record: Record, findings: Sequence[Diagnostic], language: str, further_style: str = ""
) -> dict[str, Any]:
    """The variables of the page's template as a dict, without the page's address; `further_style`
    is CSS that is added to the page's own. Among them are `first` and `lines` (see
    `chronicle_lines`), `over` (whether the log says that the match is finished), `standing` (see
    `_standing`), `findings`, and `notation`, the record as a data URL ("" if text can't hold it).
    Raises UsageError for a language other than "en" and "ja".
    """
    style = sheet("look", "panel", "chronicle") + further_style
    heading = heading_of(record)
    first, lines = chronicle_lines(record, language)
    words = page_words(language)
    return {
        "language": language,
        "ui": words,
        "t": translator(words, set()),
        "version": kifu_version(),
        "policy": policy(style, ""),
        "style": Markup(style),
        "title": TITLE,
        "heading": heading,
        "preview": preview(record.seats, [TITLE.text(language), *heading]),
        "seats": record.seats,
        "first": first,
        "lines": lines,
        "over": record.end == "=",
        "standing": _standing(record),
        "tags": [pair for pair in record.tags if pair[0] != ";"],
        "end": record.end,
        "findings": findings,
        "sound": is_sound(findings),
        "notation": _notation(record),
    }


def chronicle_lines(record: Record, language: str) -> tuple[list[Data], list[ChronicleLine]]:
    """A pair: the notes before the first line, as the page's data (see `note_data`; [] for none),
    and a ChronicleLine for each ply before the first one that can't be replayed ([] without plies).
    Notes at later plies are left out. The time of a line is that of the first note at its ply that
    states one.

    Where some comment is in `language` ("en" or "ja") or states none, the texts of comments in
    other languages at the same ply are left out. The record is not changed.
    """
    notes: dict[int, list[Note]] = defaultdict(list)
    for note in record.notes:
        notes[note.at].append(note)
    lines = []
    before = ""
    for ply, (seat, _) in enumerate(replay(record).plies, 1):
        moment = next(filter(None, map(_moment, notes[ply])), "")
        day, _, _ = moment.partition("T")
        shown = _shown(notes[ply], language)
        lines.append(_line(ply, seat, shown, moment, day if day != before else ""))
        before = day or before
    return _shown(notes[0], language), lines


def _line(ply: int, seat: int, shown: list[Data], moment: str, day: str) -> ChronicleLine:
    """A line of the page from its ply, seat and the data of its notes. The first note with a text
    is the sentence ({} if there is none). It is not among the other notes, but its mark and its
    clock are, if it has them: the mark in its place, the clock at the end. `moment` is the date and
    time ("" for none); the line's time is what follows its `T` as `hh:mm` or `hh:mm:ss`, "" if
    nothing does. `day` is what the line shows as its date. `shown` is not changed; the line shares
    its data.
    """
    said = next((data for data in shown if data.get("text")), {})
    # The name of a moment differs from the sentence around it.
    rest = [{"mark": data["mark"]} if data is said else data for data in shown
            if data is not said or "mark" in data]  # fmt: skip
    clocks = [{"clk": said["clk"]}] if "clk" in said else []
    found = re.search(r"T(\d\d:\d\d(?::\d\d)?)", moment)
    return ChronicleLine(ply, seat, said, [*rest, *clocks], found[1] if found else "", moment, day)


def _shown(notes: Sequence[Note], language: str) -> list[Data]:
    """The notes as the page's data, without those of which the page shows nothing. If some comment
    is in `language` or states no language, the texts of comments in other languages are removed;
    what else they have (a clock, say, and their `lang`) stays. If none is, all stay.
    """
    shown = [data for note in notes if (data := note_data(note))]
    texts = [data for data in shown if data.get("text")]
    if any(_is_in(data, language) for data in texts):
        for data in texts:
            if not _is_in(data, language):
                del data["text"]
    return shown


def _is_in(data: Data, language: str) -> bool:
    """Whether a note is in a language ("en" also for "en-GB"); one that states no language is in
    every one.
    """
    return str(data.get("lang", language)).lower().split("-")[0] == language


def _moment(note: Note) -> str:
    """The date and time in a note's `utc` command, as written and unchecked; of several such
    commands, that of the first. "" if there is none.
    """
    return first_commands(note.text or "").get("utc", "")


def _standing(record: Record) -> list[tuple[int, int | None, bool]]:
    """The seats as (seat, score, won): winners first, then the highest score, then in seat order.
    All scores are None unless the record has one for each seat. Nobody has won if the record names
    no winners, whatever the scores.
    """
    scores: Sequence[int | None] = record.result or []
    known = scores if len(scores) == len(record.seats) else [None] * len(record.seats)
    seats = ((seat, score, seat in (record.winner or [])) for seat, score in enumerate(known, 1))
    return sorted(seats, key=lambda each: (not each[2], -(each[1] or 0)))


def _notation(record: Record) -> str:
    """The record as a data URL of its text in UTF-8, for download; "" if text can't hold the
    record, or if it is larger than a record may be.
    """
    try:
        return f"data:text/plain;charset=utf-8,{quote(dumps(record), safe='')}"
    except NotationError:
        return ""
