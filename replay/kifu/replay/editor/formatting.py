"""Formatting: the game form of every record of a text, as `kifu fmt` writes it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kifu.notation.errors import NotationError
from kifu.notation.files import dumps
from kifu.notation.record import SPACE
from kifu.replay.editor.pieces import RecordText
from kifu.replay.form import game_form
from kifu.replay.hidden_cards.proved import filled
from kifu.replay.verdict import is_sound


class Edit(Struct, frozen=True):
    """`text` takes the place of the characters from `start` to `end` of the whole text."""

    start: int
    end: int
    text: str


def edits(texts: list[RecordText]) -> Iterator[Edit | None]:
    """For each record of a text, the edit that brings it into game form; None if it is in game
    form.

    All of them together make of a file what `kifu fmt` makes of it. Raises NotationError at the
    first record that has errors, with its findings.
    """
    records = [piece for piece in texts if piece.text.strip(SPACE)]
    for number, piece in enumerate(records, 1):
        formed = _formed(piece, number) + ("\n" if number < len(records) else "")
        if formed == piece.text:
            yield None
        else:
            yield Edit(piece.start, piece.start + len(piece.text), formed)


def _formed(piece: RecordText, number: int) -> str:
    match, findings = piece.checked(number)
    if match is None or not is_sound(findings):
        message = f"record {number} has errors, so nothing was changed"
        raise NotationError(message, findings)
    return dumps(game_form(filled(match).match))
