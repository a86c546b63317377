"""Finishing: what every importer does with a log first and with a record last."""

from __future__ import annotations

import hashlib

import msgspec

from kifu.notation.diagnostics import Diagnostic, diagnostic, is_error
from kifu.notation.lint import lint
from kifu.notation.record import Record
from kifu.replay.form import game_form
from kifu.replay.importers.doubt import Doubt
from kifu.replay.replayer import replay


def decoded(data: bytes, name: str) -> object:
    """The JSON of a log called `name`. Raises Doubt (KF602) where it is none."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Doubt("KF602", "$", f"{name} is not JSON: {error}") from None


def source_tag(importer: str, version: str, data: bytes) -> tuple[str, str]:
    """The `Source` tag: the importer, its version, and the digest of the log.

    >>> source_tag("traces", "1", b"[]")[1][:20]
    'traces 1, sha256:4f5'
    """
    return "Source", f"{importer} {version}, sha256:{hashlib.sha256(data).hexdigest()}"


def finished(record: Record, path: str) -> tuple[Record | None, list[Diagnostic]]:
    """The record in game form, or None and a finding (KF602) where no record can hold a text of
    the match at `path`.
    """
    unfit = [finding for finding in lint(record) if is_error(finding)]
    if unfit:
        message = f"no record can hold a name or text of this match: {unfit[0].message}"
        return None, [diagnostic("KF602", message, token=path)]
    return game_form(replay(record)), []
