"""The tags of an analysis: which engine judged, and how each seat did.

`[Analysis "strong 1 worlds=400 sight=seat through=47 seed=evening"]` names the engine and its
version, the worlds at most, the sight, the last ply that was judged and the text that all lots
come from; before that `until=0.007`, where it stopped at such a standard error. `[AnalysisSeat
...]` has one seat's numbers, `[AnalysisNote ...]` says why the last plies were not judged.
"""

from __future__ import annotations

import re

import msgspec

from kifu.notation.record import Record, tag
from kifu.replay.analysis.judgement import Analysis, Engine, SeatReport
from kifu.replay.analysis.numbers import number, shortest

ENGINE_TAG = "Analysis"
SEAT_TAG = "AnalysisSeat"
NOTE_TAG = "AnalysisNote"
#: Every tag that an analysis writes.
TAGS = (ENGINE_TAG, SEAT_TAG, NOTE_TAG)

_AUTHOR = re.compile(r"[^][=\s]{1,80}(?: [^][=\s]{1,80}){1,8}")
_ENGINE = re.compile(
    rf"(?P<author>{_AUTHOR.pattern}) worlds=(?P<worlds>[0-9]{{1,9}}) sight=(?P<sight>seat|all)"
    r" through=(?P<through>[0-9]{1,9})(?: until=(?P<until>[0-9.e-]{1,24}))? seed=(?P<seed>.*)",
    re.DOTALL,
)
#: The numbers of a seat: the key in the tag, and the field.
_NUMBERS = {
    "points": "points",
    "points-se": "points_se",
    "points-stake": "points_stake",
    "accuracy": "accuracy",
    "low": "accuracy_low",
    "high": "accuracy_high",
    "loss": "loss",
    "stake": "stake",
    "deal": "luck_deal",
    "others": "luck_others",
    "skill": "skill",
    "gain": "gain",
    "gain-se": "gain_se",
}
_COUNT = re.compile(r"[0-9]{1,9}")


def author(engine: Engine) -> str:
    """The engine as an author of notes: its name and version. Raises ValueError if they have
    characters that a note can't hold.

    >>> author(Engine("strong", "1", 400, "evening"))
    'strong 1'
    """
    name = f"{engine.name} {engine.version}"
    if not _AUTHOR.fullmatch(name) or " " in engine.version:
        raise ValueError(
            f"{name!r} can't be the name of an engine: write words with one blank between "
            "them, without [ ] and =, and a version without blanks"
        )
    return name


def tags_of(analysis: Analysis) -> list[tuple[str, str]]:
    """The tags `Analysis`, `AnalysisSeat` and `AnalysisNote` (name, value) that a record of this
    analysis gets. Raises ValueError for a sight that is neither seat nor all.
    """
    engine = analysis.engine
    if engine.sight not in ("seat", "all"):
        raise ValueError(f"sight is seat or all, not {engine.sight!r}")
    value = (
        f"{author(engine)} worlds={engine.worlds} sight={engine.sight} through={analysis.through}"
    )
    if engine.until:
        value += f" until={shortest(engine.until)}"
    value += f" seed={engine.seed}"
    tags = [(ENGINE_TAG, value)]
    tags += [(SEAT_TAG, _seat_value(seat)) for seat in analysis.seats]
    return [*tags, (NOTE_TAG, analysis.note)] if analysis.note else tags


def engine_of(record: Record) -> tuple[Engine, int] | None:
    """The engine that judged a record, and the last ply that it judged, from the tag `Analysis`;
    None for a record without that tag, or if it can't be read.

    >>> engine_of(Record(tags=[("Analysis", "x 1 worlds=9 sight=all through=4 seed=a b")]))
    (Engine(name='x', version='1', worlds=9, seed='a b', sight='all', until=0.0), 4)
    """
    found = _ENGINE.fullmatch(tag(record, ENGINE_TAG) or "")
    if found is None:
        return None
    name, _, version = found["author"].rpartition(" ")
    until = number(found["until"] or "") or 0.0
    engine = Engine(name, version, int(found["worlds"]), found["seed"], found["sight"], until)
    return engine, int(found["through"])


def authors(record: Record) -> frozenset[str]:
    """The authors (see `author`) of the engines that a record's tags name."""
    found = [_ENGINE.fullmatch(value) for name, value in record.tags if name == ENGINE_TAG]
    return frozenset(match["author"] for match in found if match)


def seats_of(record: Record) -> list[SeatReport]:
    """The report of each seat (its points lost, accuracy and so on) from the tags `AnalysisSeat`. A
    tag that can't be read is left out.
    """
    reports = [_seat(value, len(record.seats)) for name, value in record.tags if name == SEAT_TAG]
    return [report for report in reports if report is not None]


def note_of(record: Record) -> str:
    """The reason why the last plies were not judged, from the tag `AnalysisNote`; ""
    without one.
    """
    return tag(record, NOTE_TAG) or ""


def _seat_value(report: SeatReport) -> str:
    values = {key: getattr(report, field) for key, field in _NUMBERS.items()}
    words = [f"{key}={shortest(value)}" for key, value in values.items() if value is not None]
    return " ".join([f"seat={report.seat} choices={report.choices}", *words])


def _seat(value: str, seats: int) -> SeatReport | None:
    most = len(_NUMBERS) + 2
    words = dict(word.partition("=")[::2] for word in value.split(" ", most)[:most])
    seat, choices = words.get("seat", ""), words.get("choices", "")
    numbers = {field: number(words.get(key, "")) for key, field in _NUMBERS.items()}
    if not _COUNT.fullmatch(seat) or not _COUNT.fullmatch(choices) or not 1 <= int(seat) <= seats:
        return None
    try:
        return msgspec.convert({"seat": int(seat), "choices": int(choices), **numbers}, SeatReport)
    except msgspec.ValidationError:
        return None
