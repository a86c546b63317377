"""Anonymous: every name that an archive knows, and its records without them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kifu.notation.record import Note, Record
from kifu.notation.tags import FIELDS, REMARK
from kifu.replay.anonymise import IDS, PSEUDONYM, Names, Pseudonyms, anonymised, names_of
from kifu.replay.judgements import notes as engine_notes
from kifu.replay.judgements.notes import ENGINE_TAG
from kifu.store import people
from kifu.store.ask.export import Lost, SelectedRecord
from kifu.store.tables import Connection


class Anonymiser:
    """Takes the names out of the records of an open archive. Every name of the archive is looked
    for in every record, since a comment may be about somebody who did not play; erased names are
    recognised by their digests. Call `meet` for all records before the first `changed`. One object
    gives the same person the same pseudonym in all records.
    """

    def __init__(self, connection: Connection) -> None:
        said = people.of(connection)
        erased = said.erasure
        known = [name for (name,) in connection.execute(_NAMES).fetchall()]
        self.names = Names(known, erased.of if erased.pseudonyms else None)
        self._others = Pseudonyms(dict(said.aliases))

    def meet(self, record: Record) -> None:
        """Learn the names in a record, some of which the archive may have no row for: those of its
        seats, its annotators and the authors of its comments, but no engines. Call it for all
        records before the first `changed`, since a record may mention the names of a later one. The
        record stays as it is; one without names changes nothing.
        """
        for name in names_of(record):
            self.names.add(name)

    def changed(self, place: SelectedRecord, record: Record) -> Record | Lost:
        """A copy of the record at `place` with pseudonyms: `Player 1` and so on for names, and
        likewise `Table 1`, `Id 1`, `TraceSeed 1` for the values of the tags `Table`, `Id` and
        `TraceSeed`. They are numbered as they come and remembered, so the order of calls decides
        them. Engines keep their names. `record` itself is not changed. Only names that the archive
        has, or that `meet` got before, are found.

        If a name is in a part that can't be changed, a `Lost` comes instead, with the record's id
        as the archive has it and a reason. If the rules checked the record when it was indexed
        (`place.turns` is not None), its game, options, moves and the short words of its chance
        events are not searched: they can't hold one.
        """
        other = anonymised(record, self._others, self.names)
        for what, text in _fixed(other, place.turns is not None):
            if self._has_name(text):
                why = f"a player's name is in its {what}, which can't change"
                return Lost(place.record, why)
        return other

    def _has_name(self, text: str) -> bool:
        """Whether one of the known names (`self.names`, erased ones too) is in a text, in any case
        and width of letters. A name inside an ASCII word does not count, nor one inside a pseudonym
        such as `Player 1`.
        """
        taken = [found.span() for found in PSEUDONYM.finditer(text)]
        return any(
            not any(first <= start and end <= last for first, last in taken)
            for start, end, _ in self.names.find(text)
        )


def _fixed(record: Record, is_by_rules: bool) -> Iterator[tuple[str, str]]:
    """The parts of a record that can't be changed but may hold a name, as (what it is, text); a
    text may be "". With `is_by_rules`, the rules have checked the record, so its game, options and
    moves, and words of up to 4 characters of its chance events, hold no name and are left out.
    """
    for text in (record.seed or "", record.commit or ""):
        if not _DIGITS.fullmatch(text):
            yield "seed or commitment", text
    for name, value in record.tags:
        if name == ENGINE_TAG:
            yield "analysis", value.partition(" seed=")[2]
        elif name not in _COMMON:
            yield "tags' names", name
    for what, text in _inner(record.notes):
        yield what, text
    for label, outcome in record.chance:
        yield "chance events", _long(f"{label} {outcome}".replace("/", " "))
    if is_by_rules:
        return
    yield "game", record.game
    yield "options", " ".join(f"{name} {value}" for name, value in record.options.items())
    yield "chance events", " ".join(f"{label} {outcome}" for label, outcome in record.chance)
    yield "moves", record.moves


def _inner(notes: Sequence[Note]) -> Iterator[tuple[str, str]]:
    """The parts of notes that can't be changed but may hold a name, as (what it is, text): moves of
    variations, at any depth, without words of up to 4 characters; and languages, unless they have
    the form of a code such as `ja`.
    """
    for note in notes:
        if note.line is not None:
            yield "variations", _long(note.line.moves)
            yield from _inner(note.line.notes)
        if note.lang is not None and not _LANGUAGE.fullmatch(note.lang):
            yield "languages", note.lang


def _long(moves: str) -> str:
    """The words of more than 4 characters in `moves` (moves or cards), with a space between two; ""
    if there are none. The rules may not have checked these words. Shorter ones may be real cards: a
    player called `r4` must not exclude all matches.
    """
    return " ".join(word for word in moves.split() if len(word) > 4)


#: Tags whose names are no words of people.
_COMMON = frozenset(
    (
        *FIELDS, REMARK, *engine_notes.TAGS, *IDS, "Event", "Site", "Date", "Time", "Round",
        "Termination", "Annotator", "Source", "From", "To",
    )
)  # fmt: skip
_LANGUAGE = re.compile("[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2}|-[0-9]{3})?")
_DIGITS = re.compile("(?:shake256-1:|sha256:)?[0-9a-f]*")
_NAMES = """
    SELECT name FROM player
    UNION SELECT value FROM tag WHERE name = 'Annotator'
    UNION SELECT author FROM note
    WHERE author IS NOT NULL AND author NOT IN (SELECT engine FROM judged)
    ORDER BY ALL
"""
