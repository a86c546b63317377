"""Judgements: what a page shows of an analysis, for its data, its move list and its summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from kifu.notation.comments import without_commands
from kifu.notation.words import Words
from kifu.replay.judgements import notes as engine_notes
from kifu.replay.judgements.judgement import GLYPHS, Analysis, Judgement, Marks, Option, SeatReport
from kifu.replay.judgements.notes import author, shown_error
from kifu.replay.judgements.scale import Level, level_in
from kifu.replay.judgements.words import judged_options, reason_words
from kifu.replay.judgements.written import seen_by
from kifu.replay.match import Match
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.phrases import Phrases, shortest
from kifu.site.content.slots import Slot
from kifu.site.texts import PAGE

#: What a reason calls the option that it is said beside, the best one, and next moves.
CALLED = (
    Words("this", "この手"), Words("the best option", "最善手"),
    Words("good next moves", "良い手"),
)  # fmt: skip
#: So many standard errors are half an interval of 95 %.
NORMAL = 1.96


class ShownAnalysis(Struct):
    """An analysis as a page may show it, with only what its viewer may know. `marks` says from
    which loss on the game marks a decision. `options` has, by ply, each judgement that can be said
    in words, and its options in words, in the judgement's order (the best option first).
    """

    analysis: Analysis
    marks: Marks
    options: dict[int, tuple[Judgement, list[Words]]]


class SeatLine(Struct):
    """One seat of the summary, as texts: `points` that it lost per choice ("1.2 ± 0.3", the second
    number being half of a 95 % interval), how many `marks` of each kind it got, and in how many per
    cent of its choices it played the best option (`agreed`). `level` says between which of kifu's
    players that puts the seat.
    """

    seat: int
    name: str
    points: str
    marks: str
    agreed: str
    level: Level


def judged(timeline: Timeline, audience: Audience, known: Match | None) -> ShownAnalysis | None:
    """The analysis in the timeline's record, as far as the page may show it: all of it or, on a
    redacted page, only what its viewer may know. `timeline` must be as `visible_timeline` gives it
    for `audience`. None if the record has no analysis that can be read (see `Match.analysis`).

    The words for options are made from `known`, the match that the page offers (see
    `visible_match`), and so can't name a card that is unknown in it. `options` has only judgements
    up to the last ply that can be replayed in `known`, and none of a seat that did not move at its
    ply. It is {} if `known` is None or can't be replayed. The analysis itself keeps all of these
    judgements.
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
    """The analysis `found` as data for the page's script; {} without one. Keys: `byPoints` and
    `doubtful` (from `marks`), `only` (plies with a single legal move, see `_only_moves`), `judged`
    (each as in `_judgement`), `why` and, on a redacted page only, `chances` (the analysis's own
    list).

    `why` has `[ply, index of the option, sentence]` for each option for which the engine says what
    happens after it. For the option that was played, the sentence compares that with the best
    option. The key is left out if there are none. Sentences are packed, and new patterns are added
    to `phrases`. `cut` are the page's slots (see `slots`): a comment of the engine that they have
    already is not repeated.
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
    why = [
        [ply, place, phrases.packed(clauses[1] if option.move == judgement.move else clauses[0])]
        for ply, (judgement, _) in found.options.items()
        for place, option in enumerate(judgement.options)
        if (clauses := reason_words(timeline.game, option, judgement.options[0].move, CALLED))
    ]
    if why:
        data["why"] = why
    # An open page has the chances in its notes.
    return data | ({"chances": found.analysis.chances} if audience.redacted else {})


def _only_moves(timeline: Timeline, found: ShownAnalysis, audience: Audience) -> Iterator[int]:
    """Yield the plies, in order and up to the last one that was analysed, at which a seat had only
    one legal move and no judgement. Only seats that have some judgement in `found.options` count;
    on a redacted page, only the viewer's.
    """
    match = timeline.match
    seats = {judgement.seat for judgement, _ in found.options.values()}
    if audience.redacted:
        seats &= {audience.opens}
    for ply, (seat, _) in enumerate(match.plies[: found.analysis.through], 1):
        unjudged = seat in seats and ply not in found.options
        if unjudged and len(match.position(ply - 1).legal_moves(seat)) == 1:
            yield ply


def summary(found: ShownAnalysis, match: Match) -> list[SeatLine]:
    """A line for each seat that the analysis reports on (no others): the fewest points lost per
    choice first, then in seat order. [] if it reports on none. Each of these seats must have made a
    choice, that is, a decision with two options or more; otherwise ZeroDivisionError is raised.
    Raises NotBegun if the match can't be set up and there is a seat to report on.
    """
    reports = sorted(found.analysis.seats, key=lambda seat: (seat.points / seat.choices, seat.seat))
    engine = found.analysis.engine
    return [_line(report, match, level_in(match, engine, report)) for report in reports]


def verdict(found: ShownAnalysis | None, ply: int, language: str) -> str:
    """What the move list says about the move at `ply` (from 1) of the main line, if it has a mark:
    what it lost, and the best option. In it, players are still `{1}`, `{2}`, ... and cards their
    tokens: the caller fills in the names. "" without an analysis `found`, for a ply that has no
    mark or is not in `found.options`, with fewer than two options, or if the best one was played.
    """
    judgement, words = found.options.get(ply, (None, [])) if found else (None, [])
    if found is None or judgement is None or not judgement.glyph or len(judgement.options) < 2:
        return ""
    if judgement.options[0].move == judgement.move:
        return ""
    better = PAGE["judged_better"].text(language, best=words[0].text(language))
    return f"{loss_words(judgement, found.marks, language)} · {better}"


def loss_words(judgement: Judgement, marks: Marks, language: str) -> str:
    """What a move lost, with its unit, as text with a minus sign (U+2212): in points with one
    decimal if `marks` are by points, otherwise in per cent of win share (with a decimal below
    9.95). A gain counts as 0; what rounds to 0 has no sign.
    """
    lost = judgement.points if marks.by_points else 100 * judgement.loss
    text = f"{max(0.0, lost):.{1 if marks.by_points or lost < 9.95 else 0}f}"
    n = f"\N{MINUS SIGN}{text}" if float(text) else text
    return PAGE["judged_points" if marks.by_points else "judged_share"].text(language, n=n)


def percent(share: float, apart: float = 1.0) -> str:
    """A win share (0 to 1) in per cent, as text without a sign for per cent. `apart` is by how much
    it differs, up or down, from the share that it is compared with (0 to 1): below .05, it gets a
    decimal.

    >>> percent(0.3149), percent(0.3149, 0.02)
    ('31', '31.5')
    """
    return f"{100 * share:.{0 if abs(apart) >= 0.05 else 1}f}"


def value_words(option: Option, apart: float, marks: Marks, language: str) -> str:
    """The value of an option, with its unit, as text: if `marks` are by points, its points with a
    sign (see `signed`), otherwise its win share in per cent (`apart` as in `percent`).
    """
    if marks.by_points:
        return PAGE["judged_points"].text(language, n=signed(option.points))
    return PAGE["chance_value"].text(language, n=percent(option.share, apart))


def _engine_comments(cut: Sequence[Slot]) -> dict[int, str]:
    """The comments with an engine's judgement (the command `judged`) in the page's slots, by ply of
    the main line; of several at a ply, the first. {} if there are none.
    """
    said: dict[int, str] = {}
    for place, *rest in cut:
        for note in rest[1:]:
            if isinstance(place, int) and "[%judged " in note.get("text", ""):
                said.setdefault(place, note["text"])
    return said


def _judgement(
    by: str, judgement: Judgement, words: list[Words], phrases: Phrases, said: str
) -> list[Any]:
    """A judgement as `[ply, sentences, comment]`. `words` names each of its options. `sentences` is
    a list with one sentence for each option, packed in `phrases` and made `shortest` (a text, or a
    number for a bare pattern). If all of them are the same, it is that one alone, not in a list; if
    there are no options, it is []. New patterns are added to `phrases`. `comment` is the text that
    the engine `by` writes about the judgement. It is left out if the record's own comment `said`
    ("": none) is the same text, apart from its commands `eval` and `sign`.
    """
    comment = engine_notes.comment(by, judgement, None, "")
    sentences = [
        shortest(phrases.packed(each, str(judgement.seat), option.move))
        for option, each in zip(judgement.options, words, strict=True)
    ]
    own = without_commands(said, ("eval", "sign")) == comment
    return [
        judgement.ply,
        sentences[0] if len({*sentences}) == 1 else sentences,
        *([] if own else [comment]),
    ]


def _line(report: SeatReport, match: Match, level: Level) -> SeatLine:
    """A seat's line of the summary; `level` is its level. The seat must have made choices. Points
    lost below 0 are shown as 0.0. `marks` has each glyph with its count, without those that it did
    not get; "–" if it got none.
    """
    lost, margin = report.points / report.choices, NORMAL * report.points_se / report.choices
    marked = zip(GLYPHS, (report.blunders, report.mistakes, report.doubtful), strict=True)
    return SeatLine(
        report.seat,
        match.record.seats[report.seat - 1],
        f"{max(0.0, lost):.1f} ± {shown_error(margin)}",
        " ".join(f"{glyph}\N{NO-BREAK SPACE}{count}" for glyph, count in marked if count) or "–",
        f"{100 * report.agreed / report.choices:.0f} %",
        level,
    )


def signed(points: float) -> str:
    """Points as text, with one decimal and a sign: + or − (U+2212). What rounds to 0 is "+0.0"."""
    return f"{'−' if points <= -0.05 else '+'}{abs(points):.1f}"
