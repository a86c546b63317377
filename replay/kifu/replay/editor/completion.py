"""Completion: what may be written at a place, moves above all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import msgspec
from msgspec import Struct

from kifu.notation.move_words import SEPARATORS
from kifu.notation.words import Language, Words
from kifu.replay import registry
from kifu.replay.editor.cursor import Cursor, cursor, position_at, thing_at
from kifu.replay.editor.pieces import RecordText
from kifu.replay.editor.tag_words import TAGS
from kifu.replay.game import State
from kifu.replay.options import allowed, meaning
from kifu.replay.registry import UnknownGame
from kifu.replay.show.names import sentence
from kifu.replay.show.offers import offer

#: The most choices that are offered at once; an editor asks again when more is typed.
MOST_CHOICES = 200

_TAG = re.compile(r'\[(?:(?P<name>[A-Za-z0-9_]*)|(?P<tag>[A-Za-z]\w*)[ \t]+"(?P<value>[^"]*))\Z')

#: The last character of what is no move: a glyph, a checkpoint, or what may become one.
_OTHER = re.compile(rf"[^{SEPARATORS}]")

_MARK = Words("The mark that belongs here", "ここに書く記号")
_OVER = Words("The match was played to its end", "対戦は最後まで行われた")
_OPEN = Words("The match was not played to its end", "対戦は途中で終わった")


class Completion(Struct, frozen=True):
    """What may be written: the text itself, what it says, and whether it is a move."""

    text: str
    says: str
    is_move: bool = False


class Choices(Struct, frozen=True):
    """All `found` choices take the place of the characters from `start` on, up to the cursor.
    Where there are more than are listed, `is_whole` is False.
    """

    start: int
    found: list[Completion]
    is_whole: bool = True


def choices(piece: RecordText, at: int, language: Language) -> Choices:
    """What may be written at character `at` (from 0) of the record's text: the names and values of
    tags; in the movetext the legal moves, the marks that are due, and the end. O(size of the
    record).
    """
    line_start = piece.text.rfind("\n", 0, at) + 1
    tag = _TAG.match(piece.text, line_start, at)
    if tag is not None:
        return _for_tag(piece, tag, at, language)
    thing, start, _ = thing_at(piece, at) or (None, at, at)
    if not isinstance(thing, str):
        if _OTHER.match(piece.text, at - 1):
            return Choices(at, [])
        start = at
    found = cursor(piece, start)
    if found is None:
        return Choices(at, [])
    return _listed(start, piece.text[start:at], _for_line(found, language))


def _listed(start: int, typed: str, offered: Iterator[Completion]) -> Choices:
    found: list[Completion] = []
    for choice in offered:
        if not choice.text.startswith(typed):
            continue
        if len(found) == MOST_CHOICES:
            return Choices(start, found, is_whole=False)
        found.append(choice)
    return Choices(start, found)


def _for_line(found: Cursor, language: Language) -> Iterator[Completion]:
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
            yield Completion(game.word(state, seat, move), says, is_move=True)
    if main:
        yield Completion("*", _OPEN.text(language))


def _by_turn(state: State) -> list[int]:
    """The seats that may act: the seat on turn first, then the others ascending."""
    return sorted(state.to_move(), key=lambda seat: (seat != state.next_seat, seat))


def _for_tag(piece: RecordText, tag: re.Match[str], at: int, language: Language) -> Choices:
    if tag["name"] is not None:
        names = (Completion(name, says.text(language)) for name, says in TAGS.items())
        return _listed(tag.start("name"), tag["name"], names)
    start, typed = tag.start("value"), tag["value"]
    match tag["tag"]:
        case "Game":
            return _listed(start, typed, _games(language))
        case "Options":
            start += max(typed.rfind(" "), typed.rfind("\t")) + 1
            return _listed(start, piece.text[start:at], _options(piece))
    return Choices(at, [])


def _games(language: Language) -> Iterator[Completion]:
    for name in registry.game_names():
        with suppress(UnknownGame):
            yield Completion(name, registry.game(name).title.text(language))
    yield Completion("chronicle", TAGS["Game"].text(language))


def _options(piece: RecordText) -> Iterator[Completion]:
    game = piece.game
    if game is None:
        return
    for field in msgspec.structs.fields(game.options):
        says = meaning(field)
        for value in allowed(field):
            if ".." not in value:
                yield Completion(f"{field.encode_name}={value}", says)
        yield Completion(f"{field.encode_name}=", says)
