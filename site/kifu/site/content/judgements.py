"""Judgements: what a page shows of an analysis, for its data, its move list and its summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from kifu.notation.comments import without
from kifu.notation.words import Words
from kifu.replay.analysis import engine_notes
from kifu.replay.analysis.engine_tags import author
from kifu.replay.analysis.judgement import Analysis, Judgement, Option, SeatReport
from kifu.replay.analysis.option_words import judged_options
from kifu.replay.analysis.seen import seen_by
from kifu.replay.elements.mistakes import Marks
from kifu.replay.match import Match
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.phrases import Phrases, shortest
from kifu.site.content.slots import Slot
from kifu.site.texts import PAGE

#: So many standard errors are half an interval of 95 %.
NORMAL = 1.96


class ShownAnalysis(Struct):
    """An analysis as a page may show it: what its viewer may know, with every judgement's options
    in words, by ply, and by what the game marks.
    """

    analysis: Analysis
    marks: Marks
    options: dict[int, tuple[Judgement, list[Words]]]


class SeatLine(Struct):
    """One seat of the summary: the points that it lost a choice, and its accuracy, each as text
    with an interval. Where they say too little, these are "" and `unsaid` is the key of the words
    that say why.
    """

    seat: int
    name: str
    points: str
    points_interval: str
    accuracy: str
    interval: str
    unsaid: str


def judged(timeline: Timeline, audience: Audience, known: Match | None) -> ShownAnalysis | None:
    """The analysis in the timeline's record, as far as the page may show it; None if there is none.

    The words for options are made from `known`, the match that the page offers (see
    `visible_match`), and so can't name a card that is unknown in it.
    """
    whole = timeline.match.analysis
    analysis = whole and seen_by(whole, audience.opens if audience.redacted else ALL)
    if analysis is None:
        return None
    worded = judged_options(known, analysis) if known else iter(())
    options = {judgement.ply: (judgement, words) for judgement, words in worded}
    return ShownAnalysis(analysis, timeline.game.analysis.marks, options)


def judged_data(
    timeline: Timeline,
    found: ShownAnalysis | None,
    phrases: Phrases,
    audience: Audience,
    cut: Sequence[Slot],
) -> dict[str, Any]:
    """The analysis `found` as data for the page's script; empty without one. Its sentences are
    added to `phrases`. An engine's comment that is in the page's slots `cut` already is not
    repeated.
    """
    if found is None:
        return {}
    by, said = author(found.analysis.engine), _engine_comments(cut)
    data: dict[str, Any] = {
        "byPoints": found.marks.by_points,
        "doubtful": found.marks.doubtful,
        "only": list(_only_moves(timeline, found, audience)),
        "judged": [
            _judgement(by, judgement, words, phrases, said.get(judgement.ply, ""))
            for judgement, words in found.options.values()
        ],
    }
    # An open page has the chances in its notes.
    return data | ({"chances": found.analysis.chances} if audience.redacted else {})


def _only_moves(timeline: Timeline, found: ShownAnalysis, audience: Audience) -> Iterator[int]:
    """The plies, as far as the analysis goes, at which a seat whose decisions were judged had only
    one legal move.
    """
    match = timeline.match
    seats = {judgement.seat for judgement, _ in found.options.values()}
    if audience.redacted:
        seats &= {audience.opens}
    for ply, (seat, _) in enumerate(match.plies[: found.analysis.through], 1):
        unjudged = seat in seats and ply not in found.options
        if unjudged and len(match.position(ply - 1).legal_moves(seat)) == 1:
            yield ply


def summary(found: ShownAnalysis, seats: list[str]) -> list[SeatLine]:
    """A line for each seat that the analysis has sums of, those with enough choices first, then by
    points lost per choice, the fewest first.
    """
    reports = sorted(
        found.analysis.seats,
        key=lambda seat: (bool(seat.unsaid), seat.points / max(1, seat.choices), seat.seat),
    )
    return [_line(report, seats[report.seat - 1]) for report in reports]


def verdict(found: ShownAnalysis | None, ply: int, language: str) -> str:
    """What the move list says about a move with a mark: which option was better, and by how much.
    `{1}` in it is the name of seat 1, and so on; "" for a ply without a mark, and without an
    analysis `found`.
    """
    judgement, words = found.options.get(ply, (None, [])) if found else (None, [])
    if found is None or judgement is None or not judgement.glyph or len(judgement.options) < 2:
        return ""
    best = judgement.options[0]
    played = [option for option in judgement.options if option.move == judgement.move]
    if not played or best.move == judgement.move:
        return ""
    apart = best.share - played[0].share
    values = {
        "to": value_words(best, apart, found.marks, language),
        "from": value_words(played[0], apart, found.marks, language),
    }
    seat = f"{{{judgement.seat}}}"
    text = PAGE["judged_better"].text(language, "", seat, best=words[0].text(language), **values)
    if judgement.sight == "all":
        text = f"{text} {PAGE['sight_short'].text(language)}"
    return text


def percent(share: float, apart: float = 1.0) -> str:
    """A win share (0 to 1) in per cent, as text. `apart` is by how much it differs from the share
    that it is compared with: below .05, it gets a decimal.

    >>> percent(0.3149), percent(0.3149, 0.02)
    ('31', '31.5')
    """
    return f"{100 * share:.{0 if abs(apart) >= 0.05 else 1}f}"


def value_words(option: Option, apart: float, marks: Marks, language: str) -> str:
    """The value of an option as text: in points if `marks` are given by points, otherwise in per
    cent (`apart` as in `percent`).
    """
    if marks.by_points:
        return PAGE["judged_points"].text(language, n=signed(option.points))
    return PAGE["judged_share"].text(language, n=percent(option.share, apart))


def _engine_comments(cut: Sequence[Slot]) -> dict[int, str]:
    """The comments with a judgement in the page's slots, by ply of the main line; of several, the
    first.
    """
    said: dict[int, str] = {}
    for place, *rest in cut:
        for note in rest[2:]:
            if isinstance(place, int) and "[%judged " in note.get("text", ""):
                said.setdefault(place, note["text"])
    return said


def _judgement(
    by: str, judgement: Judgement, words: list[Words], phrases: Phrases, said: str
) -> list[Any]:
    """A judgement as `[ply, sentences, comment]`. `words` names each of its options: the sentences
    are these, added to `phrases`, or a single one if all are the same. The comment, that of the
    engine `by`, is left out if `said`, the comment in the record, is the same.
    """
    comment = engine_notes.comment(by, judgement, None, "")
    sentences = [
        shortest(phrases.packed(each, str(judgement.seat), option.move))
        for option, each in zip(judgement.options, words, strict=True)
    ]
    own = without(said, ("eval", "sign")) == comment
    return [
        judgement.ply,
        sentences[0] if len({*sentences}) == 1 else sentences,
        *([] if own else [comment]),
    ]


def _line(report: SeatReport, name: str) -> SeatLine:
    line = SeatLine(report.seat, name, "", "", "", "", report.unsaid)
    if report.unsaid or report.accuracy is None or report.points_se is None:
        return line
    lost, margin = report.points / report.choices, NORMAL * report.points_se
    line.points = _decimal(lost)
    line.points_interval = f"{_decimal(lost - margin)}–{_decimal(lost + margin)}"
    line.accuracy = f"{_whole(report.accuracy)} %"
    line.interval = f"{_whole(report.accuracy_low)}–{_whole(report.accuracy_high)}"
    return line


def _decimal(points: float) -> str:
    """Points lost, with one decimal. A value below 0 (an estimate may be) becomes 0.0."""
    return f"{max(0.0, points):.1f}"


def _whole(accuracy: float | None) -> str:
    """An accuracy as a whole number, with − (U+2212) instead of a hyphen. A value above 100 (an
    estimate may be) becomes 100, None 0.
    """
    return f"{min(100.0, accuracy or 0.0):.0f}".replace("-", "−")


def signed(points: float) -> str:
    """Points as text, with one decimal and a sign: + or − (U+2212)."""
    return f"{'−' if points <= -0.05 else '+'}{abs(points):.1f}"
