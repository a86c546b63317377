"""Salvage: a record from a log object that is not quite one.

Every field that can be read is; each one that can't is said, and kept under `extra["unread"]`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec

from kifu.notation import tags
from kifu.notation.move_words import DEEPEST_LINE
from kifu.notation.record import Note, Record

#: A variation is three levels of a log object: a note, its line, and the line's notes.
DEEPEST_OBJECT = 3 * DEEPEST_LINE + 20
UNREAD = "unread"

_FIELDS = {field.name: field.type for field in msgspec.structs.fields(Record)}
del _FIELDS["extra"]


class Problem(NamedTuple):
    """A finding about the value at `path` of a log object."""

    code: str
    message: str
    path: tuple[str | int, ...]
    token: str | None = None


def salvage(source: object) -> tuple[Record | None, list[Problem]]:
    """As much of a record as the decoded log object `source` gives, and all problems with it. None
    for the record if `source` is no object, or one that is nested too deep.

    >>> record, problems = salvage({"game": "nimmt", "rules": "one", "end": "*"})
    >>> record.game, record.extra, problems[0].path
    ('nimmt', {'unread': [{'rules': 'one'}]}, ('rules',))
    """
    if not isinstance(source, dict):
        what = type(source).__name__
        return None, [Problem("KF201", f"a record must be an object; this is a {what}", ())]
    if _depth(source) > DEEPEST_OBJECT:
        message = f"objects are nested too deep: variations can be nested {DEEPEST_LINE} deep"
        return None, [Problem("KF012", message, ())]
    work = _Salvage()
    work.read(source)
    return work.record, work.problems


def nesting(note: Note) -> int:
    """How deep variations are nested in `note`: 0 if it is no variation, 1 if it has no variation
    in it.
    """
    if note.line is None:
        return 0
    deepest = 0
    todo = [(note, 1)]
    while todo:
        note, depth = todo.pop()
        if note.line is not None:
            deepest = max(deepest, depth)
            todo.extend((inner, depth + 1) for inner in note.line.notes)
    return deepest


class _Salvage:
    def __init__(self) -> None:
        self.record = Record()
        self.problems: list[Problem] = []
        self._unread: list[Any] = []

    def read(self, source: dict[Any, Any]) -> None:
        record = self.record
        for name, raw in source.items():
            value = self._clean(raw, (name,))
            if not isinstance(name, str) or "\0" in name:
                self._say("KF202", "the name of a field is not text; the field is ignored", ())
            elif name not in _FIELDS:
                self._say("KF203", f"{name} is not a field of a record; it is kept", (name,), name)
                record.extra[name] = value
            elif name == "notes" and isinstance(value, list):
                self._read_notes(value)
            elif name == "tags" and isinstance(value, list):
                self._read_tags(value)
            else:
                self._read_field(name, value)
        for complaint in tags.missing(record):
            self._say(complaint[0], complaint[1], (), complaint[2])
        if self._unread:
            before = record.extra.get(UNREAD, [])
            before = before if isinstance(before, list) else [before]
            record.extra[UNREAD] = before + self._unread

    def _say(
        self, code: str, message: str, path: tuple[str | int, ...], token: str | None = None
    ) -> None:
        self.problems.append(Problem(code, message, path, token))

    def _read_field(self, name: str, value: Any) -> None:
        try:
            setattr(self.record, name, _converted(name, value))
        except msgspec.ValidationError as error:
            message = f"{name}: {error}; it is kept as unread"
            self._say("KF202", message, (name,), str(value)[:80])
            self._unread.append({name: value})

    def _read_notes(self, notes: list[Any]) -> None:
        for index, value in enumerate(notes):
            try:
                note = msgspec.convert(value, Note)
                if nesting(note) > DEEPEST_LINE:
                    message = f"variations can be nested {DEEPEST_LINE} deep; it is kept as unread"
                    self._say("KF012", message, ("notes", index))
                    self._unread.append({"notes": [value]})
                else:
                    self.record.notes.append(note)
            except msgspec.ValidationError as error:
                message = f"note {index + 1}: {error}; it is kept as unread"
                self._say("KF205", message, ("notes", index))
                self._unread.append({"notes": [value]})

    def _read_tags(self, tag_list: list[Any]) -> None:
        for index, value in enumerate(tag_list):
            try:
                self.record.tags.append(msgspec.convert(value, tuple[str, str]))
            except msgspec.ValidationError as error:
                message = f"tag {index + 1}: {error}; it is kept as unread"
                self._say("KF202", message, ("tags", index))
                self._unread.append({"tags": [value]})

    def _clean(self, value: Any, path: tuple[Any, ...]) -> Any:
        """`value` made fit for JSON: NUL becomes U+FFFD, what JSON has no type for becomes None (as
        a key it is left out). Each change becomes a problem; `path` is the value's place in the log
        object.
        """
        if isinstance(value, str):
            if "\0" not in value:
                return value
            self._say("KF102", "a record can't contain NUL; it is read as U+FFFD", path[:1])
            return value.replace("\0", "\ufffd")
        if isinstance(value, list):
            return [self._clean(item, path) for item in value]
        if isinstance(value, dict):
            return {
                self._clean(key, path): self._clean(item, path)
                for key, item in value.items()
                if self._is_json(key, str, path)
            }
        return value if self._is_json(value, (int, float, type(None)), path) else None

    def _is_json(self, value: Any, kinds: Any, path: tuple[Any, ...]) -> bool:
        if isinstance(value, kinds) and not (isinstance(value, float) and not math.isfinite(value)):
            return True
        message = f"{path[0]} holds {str(value)[:40]!r}, which JSON can't express; it is ignored"
        self._say("KF202", message, ())
        return False


def _converted(name: str, value: Any) -> Any:
    if name == "end" and value not in ("", "=", "*"):
        raise msgspec.ValidationError(f"expected = or *, got {str(value)[:40]!r}")
    return msgspec.convert(value, _FIELDS[name])


def _depth(value: object) -> int:
    deepest = 0
    todo = [(value, 1)]
    while todo:
        item, depth = todo.pop()
        deepest = max(deepest, depth)
        if isinstance(item, dict):
            todo.extend((inner, depth + 1) for inner in item.values())
        elif isinstance(item, list):
            todo.extend((inner, depth + 1) for inner in item)
    return deepest
