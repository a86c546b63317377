"""Completion: what may be written at a place of the movetext."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from kifu.notation.move_words import SEPARATORS
from kifu.notation.words import Language, Words
from kifu.replay.editor.cursor import Cursor, cursor, position_at, thing_at
from kifu.replay.editor.pieces import RecordText
from kifu.replay.game import State
from kifu.replay.show.names import sentence
from kifu.replay.show.offers import offer

#: The most choices that are offered at once; an editor asks again when more is typed.
MOST_CHOICES = 200

#: The last character of what is no move: a glyph, a checkpoint, or what may become one.
_OTHER = re.compile(rf"[^{SEPARATORS}]")

_MARK = Words("The mark that belongs here", "ここに書く記号")
_OVER = Words("The match was played to its end", "対戦は最後まで行われた")
_OPEN = Words("The match was not played to its end", "対戦は途中で終わった")


class Completion(Struct, frozen=True):
    """One completion: the `text` that is put in, and what it means, in words (`says`)."""

    text: str
    says: str


class Choices(Struct, frozen=True):
    """Completions. Whichever is chosen replaces the characters from `start` up to the cursor.
    `is_whole` is False if there are more than are listed.
    """

    start: int
    found: list[Completion]
    is_whole: bool = True


def choices(piece: RecordText, at: int, language: Language) -> Choices:
    """The completions at character `at` (from 0) of the record's text that begin as what is typed:
    in the movetext the marks that are due, the legal moves, and the end; an empty list elsewhere.
    O(size of the record).
    """
    thing, start, _ = thing_at(piece, at) or (None, at, at)
    if not isinstance(thing, str):
        if _OTHER.match(piece.text, at - 1):
            return Choices(at, [])
        start = at
    found = cursor(piece, start)
    if found is None:
        return Choices(at, [])
    typed = piece.text[start:at]
    fit = (choice for choice in _for_line(found, language) if choice.text.startswith(typed))
    listed = [*islice(fit, MOST_CHOICES + 1)]
    return Choices(start, listed[:MOST_CHOICES], len(listed) <= MOST_CHOICES)


def _for_line(found: Cursor, language: Language) -> Iterator[Completion]:
    """Yield all completions at a cursor: if the match is over, just `=`; otherwise due marks, then
    legal moves, by seat, then `*`. The ends only in the main line. Nothing if the moves are not
    legal.
    """
    here = position_at(found.record) if found.record is not None else None
    if here is None or found.record is None:
        return
    game, state = here
    main = len(found.lines) == 1
    if state.is_over:
        if main:
            yield Completion("=", _OVER.text(language))
        return
    due = [mark for mark in state.marks() if mark not in found.marks]
    if due and not found.marks:
        yield Completion(" ".join(due), _MARK.text(language))
    for seat in _by_turn(state):
        for move in state.legal_moves(seat):
            says = sentence(offer(game, state, move, seat), found.record, language)
            yield Completion(game.word(state, seat, move), says)
    if main:
        yield Completion("*", _OPEN.text(language))


def _by_turn(state: State) -> list[int]:
    """The seats that may act: the seat on turn first, then the others ascending."""
    return sorted(state.to_move(), key=lambda seat: (seat != state.next_seat, seat))
