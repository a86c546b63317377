"""Merging: what two people noted on one match, in one record."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from kifu.notation.comments import commands
from kifu.notation.errors import KifuError
from kifu.notation.record import Note, Record
from kifu.replay.edit.parting import parting
from kifu.replay.form import game_form
from kifu.replay.judgements.written import clear, read
from kifu.replay.match import Match

ANNOTATOR = "Annotator"


def merged(first: Match, second: Match) -> tuple[Record, list[str]]:
    """One record with the notes of both, and a list of what it lacks of the second.

    Both must be sound records of the same match; one may end earlier. After each ply, the notes of
    the first come before those of the second, and what both have is written once. Where each names
    one annotator and these differ, a comment that only one has gets its author (`[%by]`). Tags of
    the first count. A record holds one analysis: where both have one and they differ, that of the
    first is kept. Raises KifuError where the matches part, or have moves made at once in orders
    that differ and that `game_form` keeps.

    >>> from kifu.replay.replayer import replay
    >>> def record(text):
    ...     return Record(game="chronicle", rules=0, seats=["a"], moves="e", end="*",
    ...         notes=[Note(at=1, text=text)])
    >>> both, left = merged(replay(record("fine")), replay(record("fine")))
    >>> [note.text for note in both.notes], left
    (['fine'], [])
    """
    part = parting(first, second)
    if part is not None and not part.ended:
        message = f"the records differ from ply {part.ply}: {part.first} and {part.second}"
        raise KifuError(f"{message}; only notes on the same match can be merged")
    one, whole = game_form(first), game_form(second)
    other = clear(whole) if _differ(one, whole) else whole
    if not (one.moves.startswith(other.moves) or other.moves.startswith(one.moves)):
        raise KifuError(
            "the records have moves made at once in another order, which a checkpoint or a "
            "variation between them keeps; remove it"
        )
    longer = other if part is not None and part.ended == 1 else one
    both = replace(
        longer,
        seats=one.seats,
        tags=[*one.tags, *_more_tags(one, other)],
        notes=_notes(one, other),
        tail=[*one.tail, *(text for text in other.tail if text not in one.tail)],
        extra={**other.extra, **one.extra},
    )
    return both, _left_out(one, whole, both)


def _differ(one: Record, other: Record) -> bool:
    """Whether both records hold an analysis, and the two analyses differ."""
    analyses = read(one), read(other)
    return None not in analyses and analyses[0] != analyses[1]


def _more_tags(one: Record, other: Record) -> list[tuple[str, str]]:
    names = {name for name, _value in one.tags}
    return [
        (name, value)
        for name, value in other.tags
        if (name, value) not in one.tags and (name not in names or name in (ANNOTATOR, ";"))
    ]


def _left_out(one: Record, other: Record, both: Record) -> list[str]:
    """A line for each tag, name and field of `other` that is not in `both`, the record merged from
    `one` and `other`.
    """
    left = [f"{name} {value!r}" for name, value in other.tags if (name, value) not in both.tags]
    left += [
        f"seat {seat} {name!r}"
        for seat, (name, kept) in enumerate(zip(other.seats, one.seats, strict=True), 1)
        if name != kept
    ]
    for name in ("seed", "commit", "chance", "result", "winner"):
        value = getattr(other, name)
        if value and value != getattr(both, name):
            left.append(name)
    left += [f"field {name}" for name in other.extra if other.extra[name] != both.extra[name]]
    return left


def _notes(one: Record, other: Record) -> list[Note]:
    common = {msgspec.json.encode(note) for note in one.notes}
    common &= {msgspec.json.encode(note) for note in other.notes}
    authors = _author(one), _author(other)
    if authors[0] == authors[1] or None in authors:
        authors = None, None
    notes = [
        note if msgspec.json.encode(note) in common else _by(authors[0], note) for note in one.notes
    ]
    notes += [
        _by(authors[1], note) for note in other.notes if msgspec.json.encode(note) not in common
    ]
    return sorted(notes, key=lambda note: note.at)


def _author(record: Record) -> str | None:
    """The annotator that a record names; None if it names none or several."""
    names = [value for name, value in record.tags if name == ANNOTATOR]
    return names[0] if len(names) == 1 and not set("[]") & set(names[0]) else None


def _by(author: str | None, note: Note) -> Note:
    """A copy of `note` that names `author`, if it is a comment that names no author; otherwise, and
    for None, `note` itself.
    """
    if author is None or note.text is None or any(name == "by" for name, _ in commands(note.text)):
        return note
    return replace(note, text=f"{note.text} [%by {author}]")
