"""What every importer does: it stops in doubt, and finishes a record as far as that is sound."""

from __future__ import annotations

import hashlib
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from kifu.notation.errors import Diagnostic, diagnostic, is_error
from kifu.notation.lint import lint
from kifu.notation.record import Record
from kifu.replay.form import game_form
from kifu.replay.hidden_cards.proved import filled
from kifu.replay.hidden_cards.redact import moves_up_to
from kifu.replay.match import Match, replay
from kifu.replay.verdict import is_sound

T = TypeVar("T")


class Doubt(Exception):
    """The log can't be followed any further; `finding` says where and why.

    >>> Doubt("KF601", "$[0]", "a card is played twice").finding.token
    '$[0]'
    """

    def __init__(self, code: str, path: str, message: str) -> None:
        super().__init__(message)
        self.finding = diagnostic(code, message, token=path)


def converted(given: object, kind: type[T], path: str) -> T:
    """`given`, decoded JSON, as an object of the type `kind`; a number may be written as a string.

    Raises Doubt (KF602) with the place of what does not fit, which is `path` or something inside
    it.

    >>> converted([7, "8"], list[int], "$.cards")
    [7, 8]
    """
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        raise Doubt("KF602", path + place.removesuffix("`"), message) from None


def source_tag(importer: str, version: str, data: bytes) -> tuple[str, str]:
    """The `Source` tag: the importer, its version, and the digest of the log's bytes.

    >>> source_tag("traces", "1", b"[]")[1][:20]
    'traces 1, sha256:4f5'
    """
    return "Source", f"{importer} {version}, sha256:{hashlib.sha256(data).hexdigest()}"


def sound_part(record: Record, place: str = "$") -> tuple[Record | None, list[Diagnostic]]:
    """The record in game form, up to the first thing that the rules contradict, with the cards that
    its moves prove; and findings.

    If everything agrees, there are none. Otherwise the record ends before the first wrong move or
    checkpoint, or loses a wrong result, winner or end, and a finding (KF601) says which; its `ply`
    is that of the move. The record is None if no part of it can be played (KF601), or if a text in
    it fits into no record (KF602). `place` is the match's place in the log, and becomes the
    finding's `token`. O(moves).

    >>> seed = "shake256-1:00112233445566778899aabbccddeeff"
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], seed=seed, moves="59 1 r4 59")
    >>> part, (finding,) = sound_part(record, "$[7]")
    >>> part.moves, part.end
    ('#1 1. 59 1 r4', '*')
    >>> finding.code, finding.ply, finding.message
    ('KF601', 4, 'card 59 is not in the hand of seat 1; the record ends before this move')
    """
    unfit = [finding for finding in lint(record) if is_error(finding)]
    if unfit:
        message = f"no record can hold a name or text of this match: {unfit[0].message}"
        return None, [diagnostic("KF602", message, token=place)]
    match = replay(record if record.end else replace(record, end="*"))
    first = _first_error(match.findings)
    if first is None:
        return game_form(filled(match).match), []
    part, left_out = _without_error(match, first)
    again = replay(part)
    if not is_sound(again.findings):
        message = f"no part of this match can be played: {first.message}"
        return None, [diagnostic("KF601", message, token=place, expected=first.expected)]
    message = f"{first.message}; {left_out}"
    found = diagnostic("KF601", message, ply=first.ply, token=place, expected=first.expected)
    return game_form(filled(again).match), [found]


def _first_error(findings: list[Diagnostic]) -> Diagnostic | None:
    """The error with the lowest ply (errors without a ply come last); None if no finding is an
    error.
    """
    errors = [finding for finding in findings if not is_sound([finding])]
    return min(errors, key=lambda error: (error.ply is None, error.ply or 0), default=None)


def _without_error(match: Match, first: Diagnostic) -> tuple[Record, str]:
    """The record without what `first`, its first error, is about (the moves from there on, or
    result, winner and end), and a clause that says what was left out.
    """
    claims_nothing = replace(match.record, result=None, winner=None, end="*")
    if first.ply is not None:
        return _up_to(claims_nothing, first.ply - 1), "the record ends before this move"
    if match.state is not None and match.state.missing is not None and match.plies:
        left_out = "the record ends before the moves that need it"
        return _up_to(claims_nothing, len(match.plies)), left_out
    over = match.state is not None and match.state.is_over
    return replace(claims_nothing, end="=" if over else "*"), "the record has what the moves give"


def _up_to(record: Record, number: int) -> Record:
    """A copy of the record with the moves and notes up to ply `number` only; tags and outcomes
    stay.
    """
    notes = [note for note in record.notes if note.at <= number]
    return replace(record, moves=moves_up_to(record.moves, number), notes=notes)
