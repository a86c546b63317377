"""Importers: logs of other platforms -> records.

An importer reads an open log and yields what it made of it, a match or a log at a time. It keeps
what the log says, reports what it had to infer, and invents nothing: a log that contradicts the
rules becomes a record up to there, and a finding. It stops in `Doubt`, and `sound_part` finishes
each record as far as that is sound.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from pkgutil import resolve_name
from typing import IO, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from kifu.notation.errors import Diagnostic, KifuError, diagnostic, is_error
from kifu.notation.lint import lint
from kifu.notation.record import Record
from kifu.replay.form import game_form
from kifu.replay.hidden_cards.trial import filled

from kifu.replay.match import Match, replay
from kifu.replay.registry import added
from kifu.replay.track import moves_up_to
from kifu.replay.verdict import is_sound, main_errors


class Imported(Struct):
    """Records that an importer made of a log or of a part of it, and what it found there. A match
    that can't become a record has findings only.

    In a finding, `record` counts the matches of the log from 1, `line` its lines, and `token` is
    the place in the log, a JSON path for example.

    >>> from kifu.notation import Record
    >>> Imported([Record(game="nimmt", rules=1, seats=["Aki", "Ben"], end="*")]).findings
    []
    """

    records: list[Record]
    findings: list[Diagnostic] = field(default_factory=list)

    def take(self, number: int, record: Record | None, findings: list[Diagnostic]) -> None:
        """Add what match `number` (from 1) of the log has become: its record (None: it can't have
        one) and the findings about it, whose `record` becomes that number.
        """
        if record is not None:
            self.records.append(record)
        for finding in findings:
            finding.record = number
        self.findings += findings


#: An open log and its name for messages -> what was made of it, part by part.
Importer = Callable[[IO[bytes], str], Iterable[Imported]]

#: Source -> "module:function" of the importers that come with kifu. They take a whole log as bytes.
BUILT_IN = {
    "traces": "kifu.replay.importers.traces:import_traces",
    "bga": "kifu.replay.importers.bga:import_bga",
}
GROUP = "kifu.importers"


class UnknownSource(KifuError):
    """No importer has this name."""


def importer(source: str) -> Importer:
    """The importer called `source`: one of kifu's own, else a package's entry point, which is
    loaded.

    An importer is a function that takes a log, open in binary, and the log's name for messages, and
    gives an Imported for each part of the log; kifu's own read the whole log when they are called.
    Raises UnknownSource if there is none of this name, it can't be loaded, or it is no function.

    >>> from io import BytesIO
    >>> [part.records for part in importer("traces")(BytesIO(b"[]"), "log.json")]
    [[]]
    >>> importer("bgg")
    Traceback (most recent call last):
    kifu.replay.importers.UnknownSource: there is no importer 'bgg'; the importers are traces, ...
    """
    if source in BUILT_IN:
        read = resolve_name(BUILT_IN[source])
        return lambda file, _name: [read(file.read())]
    point = added(GROUP).get(source)
    if point is None:
        names = ", ".join({**BUILT_IN, **added(GROUP)})
        raise UnknownSource(f"there is no importer {source!r}; the importers are {names}")
    try:
        loaded: Importer = point.load()
        if not callable(loaded):
            raise TypeError("it is not a function")
    except Exception as error:
        raise UnknownSource(f"importer {source}: {point.value} can't be loaded: {error}") from error
    return loaded


T = TypeVar("T")


class Doubt(Exception):
    """The log can't be followed any further; `finding` says why, and its `token` where: `path` is
    the place in the log, such as a JSON path.

    >>> Doubt("KF601", "$[0]", "a card is played twice").finding.token
    '$[0]'
    """

    def __init__(self, code: str, path: str, message: str) -> None:
        super().__init__(message)
        self.finding = diagnostic(code, message, token=path)


def converted(given: object, kind: type[T], path: str) -> T:
    """`given`, decoded JSON, as an object of the type `kind`. Numbers, true, false and null may be
    written as strings. `path` is its own JSON path. Raises Doubt (KF602), with the path of the
    first thing that does not fit; if that is a key of an object, with `path` itself.

    >>> converted([7, "8"], list[int], "$.cards")
    [7, 8]
    """
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        raise Doubt("KF602", path + place.removesuffix("`"), message) from None


def source_tag(importer: str, version: str, data: bytes) -> tuple[str, str]:
    """The `Source` tag, as (name, value): the importer's name, its version, and the SHA-256 digest
    of `data`, the bytes of the log.

    >>> source_tag("traces", "1", b"[]")[1][:20]
    'traces 1, sha256:4f5'
    """
    return "Source", f"{importer} {version}, sha256:{hashlib.sha256(data).hexdigest()}"


def sound_part(record: Record, place: str = "$") -> tuple[Record | None, list[Diagnostic]]:
    """The record in game form, up to the first thing that the rules contradict, with the cards that
    its moves prove; and findings. `record` is not changed; if it has no end, `*` is taken.
    Warnings, and errors in variations, do not count.

    If everything agrees, there are no findings. Otherwise the record loses the first wrong move or
    mark, and all after it, or a wrong result, winner or end, and a finding (KF601) says which. Its
    `ply` is that of the move. For a wrong mark, that is the last move before the mark (0: none),
    which stays; for a wrong checkpoint, that is the move before it, which is lost. If the moves go
    on without an outcome that they need, or with an impossible one, the record ends there, without
    that outcome.

    The record is None if it still has an error then, because of an unknown game or an impossible
    first deal, say (KF601), or if a text in it fits into no record (KF602). `place` is the match's
    place in the log, and becomes the finding's `token`. Raises TypeError if a field of `record` has
    another type than it must have. O(moves).

    >>> seed = "shake256-1:00112233445566778899aabbccddeeff"
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], seed=seed, moves="59 1 r4 59")
    >>> part, (finding,) = sound_part(record, "$[7]")
    >>> part.moves, part.end
    ('#1 1. 59 1 r4', '*')
    >>> finding.code, finding.ply, finding.message
    ('KF601', 4, 'card 59 is not in the hand of seat 1; the record ends before that')
    """
    unfit = [finding for finding in lint(record) if is_error(finding)]
    if unfit:
        message = f"no record can hold a name or text of this match: {unfit[0].message}"
        return None, [diagnostic("KF602", message, token=place)]
    match = replay(record if record.end else replace(record, end="*"))
    errors = main_errors(match.findings)
    if not errors:
        return game_form(filled(match)[0]), []
    # That of the earliest move; errors of no move come last.
    first = min(errors, key=lambda error: (error.ply is None, error.ply or 0))
    part, now = _without_error(match, first)
    again = replay(part)
    sound, message = is_sound(again.findings), f"{first.message}; the record {now}"
    if not sound:
        message = f"no part of this match can be played: {first.message}"
    found = diagnostic("KF601", message, ply=first.ply, token=place, expected=first.expected)
    return game_form(filled(again)[0]) if sound else None, [found]


def _without_error(match: Match, first: Diagnostic) -> tuple[Record, str]:
    """The record without what `first`, its first error, is about, and how far the record goes now,
    as the end of a sentence. For a wrong mark, all after it is left out, and for another error of a
    ply, that move and all after it; otherwise the moves that could not be played, for want of a
    chance event (but if these are all moves, they stay). The notes on moves that are left out go
    with them.

    An outcome that is the error is left out. So are always the result, winner and end of the
    record; the end becomes `=` only if the error is of no move and the game is over.
    """
    whole, ply = match.record, first.ply
    # A wrong mark comes after its ply, which is a good move.
    last = ply - (first.code != "KF410") if ply is not None else len(match.plies) or sys.maxsize
    over = ply is None and match.state and match.state.is_over
    part = replace(
        whole,
        moves=moves_up_to(whole.moves, last),
        notes=[note for note in whole.notes if note.at <= last],
        chance=[outcome for outcome in whole.chance if outcome[0] != first.token],
        result=None,
        winner=None,
        end="=" if over else "*",
    )
    return part, "has what the moves give" if ply is None else "ends before that"
