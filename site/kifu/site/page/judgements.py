"""Judgements: what a page shows of an analysis, for its data, its move list and its summary."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.record import Note
from kifu.notation.words import Words
from kifu.replay.analysis.judgement import Analysis, Judgement, SeatReport
from kifu.replay.analysis.option_words import judged_options
from kifu.replay.analysis.seen import seen_by, visible
from kifu.replay.match import Match
from kifu.replay.table import ALL
from kifu.replay.timeline import Moment, Timeline
from kifu.site.page.audience import Audience
from kifu.site.page.phrases import Phrases
from kifu.site.page_texts import PAGE
from kifu.site.page_words import sentence


class ShownAnalysis(Struct):
    """An analysis as a page may show it: what its viewer may know, with every judgement's options
    in words, by ply.
    """

    analysis: Analysis
    options: dict[int, tuple[Judgement, list[Words]]]


class SeatLine(Struct):
    """One seat of the summary, its numbers as text; "" for what is not known. `luck` is of the
    deal.
    """

    seat: int
    name: str
    accuracy: str
    interval: str
    loss: str
    luck: str


def judged(timeline: Timeline, audience: Audience, known: Match | None) -> ShownAnalysis | None:
    """The analysis of a timeline's record as far as the page may show it; None without one.

    Words come from `known`, the match that the page offers: where a card is unknown in it, they
    can't name it.
    """
    whole = timeline.match.analysis
    analysis = whole and seen_by(whole, audience.opens if audience.redacted else ALL)
    if analysis is None:
        return None
    told = judged_options(known, analysis) if known else iter(())
    options = {judgement.ply: (judgement, words) for judgement, words in told}
    return ShownAnalysis(analysis, options)


def with_visible_analysis(timeline: Timeline, audience: Audience) -> Timeline:
    """A timeline without the glyphs that an engine gave to what the page's viewer may not know."""
    if not audience.redacted or timeline.match.analysis is None:
        return timeline
    told = visible(timeline.match, audience.opens)
    noted: dict[int, list[Note]] = {}
    for note in told.notes:
        if note.line is None:
            noted.setdefault(note.at, []).append(note)
    moments = [_with_notes(moment, noted.get(moment.ply, [])) for moment in timeline.moments]
    return replace(timeline, notes=noted.get(0, []), moments=moments)


def judged_data(
    found: ShownAnalysis | None, phrases: Phrases, audience: Audience
) -> dict[str, Any]:
    """The analysis in the data of the script; empty without one."""
    if found is None:
        return {}
    engine = found.analysis.engine
    data: dict[str, Any] = {
        "engine": f"{engine.name} {engine.version}",
        "sight": engine.sight,
        "judged": [
            _judgement(judgement, words, phrases) for judgement, words in found.options.values()
        ],
    }
    # An open page has the chances in its notes.
    return data | ({"chances": found.analysis.chances} if audience.redacted else {})


def summary(found: ShownAnalysis, seats: list[str]) -> list[SeatLine]:
    """A line for each seat with known sums, the highest accuracy first."""
    reports = sorted(found.analysis.seats, key=lambda seat: (-(seat.accuracy or 0), seat.seat))
    return [_line(report, seats[report.seat - 1]) for report in reports]


def verdict(found: ShownAnalysis | None, ply: int, language: str, seats: list[str]) -> Markup:
    """The words of the move list for a marked move; empty for any other."""
    judgement, words = found.options.get(ply, (None, [])) if found else (None, [])
    if judgement is None or not judgement.glyph or len(judgement.options) < 2:
        return Markup("")
    played = [option.share for option in judgement.options if option.move == judgement.move]
    if not played or judgement.options[0].move == judgement.move:
        return Markup("")
    best = judgement.options[0].share
    shares = {
        "to": percent(best, best - played[0]),
        "from": percent(played[0], best - played[0]),
    }
    text = PAGE["judged_better"].text(language, best=words[0].text(language), **shares)
    if judgement.sight == "all":
        text = f"{text} {PAGE['sight_short'].text(language)}"
    return sentence(text, seats)


def percent(share: float, apart: float = 1.0) -> str:
    """A win share in per cent, with a decimal where the share that it is compared with is less than
    .05 away (`apart`).

    >>> percent(0.3149), percent(0.3149, 0.02)
    ('31', '31.5')
    """
    return f"{100 * share:.{0 if abs(apart) >= 0.05 else 1}f}"


def _with_notes(moment: Moment, notes: list[Note]) -> Moment:
    return replace(moment, notes=notes)


def _judgement(judgement: Judgement, words: list[Words], phrases: Phrases) -> list[Any]:
    options = [
        [o.move, o.share, o.points, phrases.packed(said, str(judgement.seat), o.move)]
        for o, said in zip(judgement.options, words, strict=True)
    ]
    moves = [option.move for option in judgement.options]
    played = moves.index(judgement.move) if judgement.move in moves else -1
    head = [judgement.ply, judgement.glyph, judgement.loss, judgement.se, judgement.points]
    return [*head, judgement.sight, played, options]


def _line(report: SeatReport, name: str) -> SeatLine:
    known = None not in (report.accuracy_low, report.accuracy_high)
    deal = report.luck_deal
    return SeatLine(
        seat=report.seat,
        name=name,
        accuracy="" if report.accuracy is None else f"{report.accuracy:.0f} %",
        interval=f"{report.accuracy_low:.0f}–{report.accuracy_high:.0f}" if known else "",
        loss=f"{100 * report.loss / report.choices:.1f}".replace("-", "−")
        if report.choices
        else "",
        luck="" if deal is None else f"{_signed(100 * deal, '+.0f')} %",
    )


def _signed(value: float, form: str) -> str:
    """A number in the format `form`, with the sign − (U+2212) instead of a hyphen."""
    return format(value, form).replace("-", "−")
