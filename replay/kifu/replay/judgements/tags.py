"""The tags of an analysis: which engine judged, and how far.

`[Analysis "kifu 8 worlds=400 through=47 seed=evening"]` names the engine and its version, the
worlds at most, the last ply that was judged and the text that all lots come from. `[AnalysisNote
...]` says why the last plies were not judged. Engines before version 8 wrote `sight=` and `until=`,
too, and the sums of each seat as `[AnalysisSeat ...]`, which nothing reads any longer.
"""

from __future__ import annotations

import re

from kifu.notation.record import Record, tag
from kifu.replay.judgements.judgement import Analysis, Engine

ENGINE_TAG = "Analysis"
SEAT_TAG = "AnalysisSeat"
NOTE_TAG = "AnalysisNote"
#: Every tag that an analysis writes, or did.
TAGS = (ENGINE_TAG, SEAT_TAG, NOTE_TAG)

_AUTHOR = re.compile(r"[^][=\s]{1,80}(?: [^][=\s]{1,80}){1,8}")
_ENGINE = re.compile(
    rf"(?P<author>{_AUTHOR.pattern}) worlds=(?P<worlds>[0-9]{{1,9}})(?: sight=(?P<sight>seat|all))?"
    r" through=(?P<through>[0-9]{1,9})(?: until=[0-9.e-]{1,24})? seed=(?P<seed>.*)",
    re.DOTALL,
)


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
    """The tags `Analysis` and `AnalysisNote` (name, value) that a record of this analysis gets.
    Raises ValueError for a sight that is neither seat nor all.
    """
    engine = analysis.engine
    if engine.sight not in ("seat", "all"):
        raise ValueError(f"sight is seat or all, not {engine.sight!r}")
    sight = "" if engine.sight == "seat" else f" sight={engine.sight}"
    value = (
        f"{author(engine)} worlds={engine.worlds}{sight} through={analysis.through} "
        f"seed={engine.seed}"
    )
    tags = [(ENGINE_TAG, value)]
    return [*tags, (NOTE_TAG, analysis.note)] if analysis.note else tags


def engine_of(record: Record) -> tuple[Engine, int] | None:
    """The engine that judged a record, and the last ply that it judged, from the tag `Analysis`;
    None for a record without that tag, or if it can't be read.

    >>> engine_of(Record(tags=[("Analysis", "x 1 worlds=9 sight=all through=4 seed=a b")]))
    (Engine(name='x', version='1', worlds=9, seed='a b', sight='all'), 4)
    """
    found = _ENGINE.fullmatch(tag(record, ENGINE_TAG) or "")
    if found is None:
        return None
    name, _, version = found["author"].rpartition(" ")
    sight = found["sight"] or "seat"
    engine = Engine(name, version, int(found["worlds"]), found["seed"], sight)
    return engine, int(found["through"])


def authors(record: Record) -> frozenset[str]:
    """The authors (see `author`) of the engines that a record's tags name."""
    found = [_ENGINE.fullmatch(value) for name, value in record.tags if name == ENGINE_TAG]
    return frozenset(match["author"] for match in found if match)


def note_of(record: Record) -> str:
    """The reason why the last plies were not judged, from the tag `AnalysisNote`; ""
    without one.
    """
    return tag(record, NOTE_TAG) or ""
