"""Anonymising: names and ids of a record exchanged for others, the same ones everywhere.

Names are those of the seats, of the `Annotator` tags and of `[%by ...]` in comments; they are
exchanged wherever people wrote them: there, in comments, in other tags and in unknown fields. Ids
are the tags `Table`, `Id` and `TraceSeed`, and `Bots` and `Players`, since what a bot is called may
be a path. What the game or an engine wrote stays as it is.

Names in texts are found as a reader recognises them, in any case and width of letters. A name is
not found within an ASCII word, unless only an s follows (a genitive); other scripts write names
without a gap. A name of several words is also found across a line break.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from kifu.notation.comments import COMMAND, KNOWN, commands, days, time_of_day
from kifu.notation.record import Line, Note, Record
from kifu.replay.judgements.notes import COMMANDS as ENGINES
from kifu.replay.judgements.notes import ENGINE_TAG
from kifu.replay.judgements.notes import authors as engines_of

#: Returns the name for the units (see `_units`) of a run of words, None if that is no name.
Recognise = Callable[[str], str | None]
#: The most words of a name that `Recognise` is asked for.
_LONGEST = 5


class Span(NamedTuple):
    """A name in a text, from `start` to before `end`; `name` is as it was given."""

    start: int
    end: int
    name: str


class Names:
    """Names to be found in texts. `recognise` may know further names: it is asked for each run of
    words that is none of the added names.

    >>> Names(["Aki", "Ben Ito"]).find("AKI beats Ben\\nIto, but not Akita.")
    [Span(start=0, end=3, name='Aki'), Span(start=10, end=17, name='Ben Ito')]
    """

    def __init__(self, names: Iterable[str], recognise: Recognise | None = None) -> None:
        self._as_written: set[str] = set()
        self._by_units: dict[str, str] = {}
        self._lengths: dict[str, set[int]] = {}
        self._recognise = recognise
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a name to those that are found; a blank one, and one that is there already, is
        ignored. A text need not have the spaces at its ends. If added names differ only in case or
        width, what a text has is taken for the one that is written exactly so, else for the one
        added first.
        """
        units, _ = _units(name.strip())
        if not units or name in self._as_written:
            return
        self._as_written.add(name)
        self._by_units.setdefault(units, name)
        self._lengths.setdefault(units[0], set()).add(len(units))

    def find(self, text: str) -> list[Span]:
        """The names in `text` from left to right, none of which overlap, with their places in
        `text`; [] if there are none. Of those that begin together, it is the longest added name. If
        no added name begins there, it is the longest run of words (5 at most) that `recognise`
        knows, the function that this object was given when it was made (None: no such names).

        An added name is not found inside an ASCII word; but after one of 3 units (see `_units`) or
        more, the `s` of a genitive may follow. The name in a span is as it was added, or as
        `recognise` gave it.
        """
        units, origins = _units(text)
        found = []
        at, count = 0, len(units)
        while at < count:
            length = self._name_length_at(units, origins, at)
            if length:
                start, end, same = origins[at], origins[at + length], units[at : at + length]
                name = text[start:end]
                if name not in self._as_written:
                    known = self._by_units.get(same)
                    name = known or (self._recognise and self._recognise(same)) or name
                found.append(Span(start, end, name))
            at += length or 1
        return found

    def exchange(self, text: str, by: Callable[[str], str]) -> str:
        """`text` with each name in it (see `find`) replaced by `by(name)`. `name` is as it was
        added, or as `recognise`, the function that this object was made with, gave it. A text
        without names comes back unchanged.
        """
        parts, last = [], 0
        for start, end, name in self.find(text):
            parts += [text[last:start], by(name)]
            last = end
        return "".join([*parts, text[last:]])

    def _name_length_at(self, units: str, origins: list[int], at: int) -> int:
        """The length, in units, of the longest added name that begins at index `at` of `units`. If
        there is none, that of the longest run of words there that `self._recognise` knows; 0 if no
        name begins there. `units` and `origins` are what `_units` returns for a text.
        """
        lengths = self._lengths.get(units[at], ())
        if not (lengths or self._recognise) or not _may_part(units, origins, at):
            return 0
        ends = [
            at + length
            for length in lengths
            if units[at : at + length] in self._by_units
            and _may_end_before(units, origins, length, at + length)
        ]
        if self._recognise and not ends:
            ends = [end for end in _word_ends(units, origins, at) if self._recognise(units[at:end])]
        return max(ends, default=at) - at


#: The most units of a name that `Recognise` is asked for.
_FARTHEST = 400


@lru_cache(maxsize=1 << 12)
def _folded(character: str) -> str:
    """A character as names are compared: decomposed (NFKD, so that a wide letter is the same as a
    narrow one) and case folded. Perhaps several characters.
    """
    once = unicodedata.normalize("NFKD", character).casefold()
    return unicodedata.normalize("NFKD", once)


def _units(text: str) -> tuple[str, list[int]]:
    """The characters of `text` by which names are compared, called units: decomposed and case
    folded (see `_folded`), with one space for each run of white space, also at the ends. And for
    each unit the index in `text` that it comes from, with the length of `text` after the last one.
    ("", [0]) for "".
    """
    units: list[str] = []
    origins: list[int] = []
    for place, character in enumerate(text):
        folded = " " if character.isspace() else _folded(character)
        if folded == " " and units and units[-1] == " ":
            continue
        units += folded
        origins += [place] * len(folded)
    return "".join(units), [*origins, len(text)]


def _may_part(units: str, origins: list[int], at: int) -> bool:
    """Whether a name may begin or end just before the unit with the index `at` (see `_units`): not
    inside an ASCII word, not between a letter and its marks, and not between units of the same
    character. Always at the beginning and at the end of `units`.
    """
    if at in (0, len(units)):
        return True
    if origins[at - 1] == origins[at] or unicodedata.combining(units[at]):
        return False
    return not (_is_word(units[at - 1]) and _is_word(units[at]))


def _may_end_before(units: str, origins: list[int], length: int, end: int) -> bool:
    """Whether a name of `length` units may end just before the unit with the index `end` (see
    `_units` and `_may_part`). After a name of 3 units or more, the `s` of a genitive may follow.
    False if `end` is greater than the number of units.
    """
    if end >= len(units) or _may_part(units, origins, end):
        return end <= len(units)
    return length > 2 and units[end] == "s" and _may_part(units, origins, end + 1)


def _is_word(unit: str) -> bool:
    """Whether a unit belongs to an ASCII word: a letter, a digit or `_`."""
    return unit.isascii() and (unit.isalnum() or unit == "_")


def _word_ends(units: str, origins: list[int], at: int) -> Iterator[int]:
    """Yield the places at which a name of one to `_LONGEST` words, and of `_FARTHEST` units at
    most, that begins at the unit `at` may end: after each word, and before the `s` of a genitive
    (see `_may_end_before`). Each is the index after the name's last unit; `at` itself may be one.
    Nothing if no word begins at `at`.
    """
    places = range(at + 1, min(at + _FARTHEST, len(units)) + 1) if units[at].isalnum() else ()
    words = (end for end in places if _in_word(units[end - 1]) > _in_word(units[end : end + 1]))
    for end in islice(words, _LONGEST):
        for before in (end, end - 1):
            if _may_end_before(units, origins, before - at, before):
                yield before


def _in_word(unit: str) -> bool:
    """Whether a unit is a letter, a digit or a mark of any script; False for ""."""
    return unit != "" and unicodedata.category(unit)[0] in "LMN"


IDS = ("Table", "Id", "TraceSeed", "Bots", "Players")


class Pseudonyms:
    """Other names for names, numbered as they come, for all records of a run. `persons` says who is
    the same person: another name of theirs -> their main name.

    >>> others = Pseudonyms({"Akki": "Aki"})
    >>> others.of("Player", "Aki"), others.of("Player", "Ben"), others.of("Player", "Akki")
    ('Player 1', 'Player 2', 'Player 1')
    """

    def __init__(self, persons: Mapping[str, str] | None = None) -> None:
        self._persons = persons or {}
        self._given: dict[str, dict[str, str]] = {}

    def of(self, kind: str, name: str) -> str:
        """The pseudonym of `name`: `kind` and a number, which counts from 1 for each kind, in the
        order in which names are first asked for. For the same kind, it is always the same for the
        same name, and for other names of the same person (those that `persons` gave when this
        object was made); another kind has another pseudonym for it. "" for "".
        """
        given = self._given.setdefault(kind, {})
        name = self._persons.get(name, name)
        return given.setdefault(name, f"{kind} {len(given) + 1}") if name else ""


#: What `Pseudonyms` writes.
PSEUDONYM = re.compile(rf"(?:Player|{'|'.join(IDS)}) [0-9]+")


def anonymised(record: Record, others: Pseudonyms, known: Names | None = None) -> Record:
    """A copy of `record` with pseudonyms in place of its ids, and of names wherever people wrote
    them. `known` are the names to be found, which must include the record's own (see `names_of`):
    others stay in texts. With None, just its own are found. `known` is not changed.

    Moves, what a game or an engine wrote, names of tags, and values of tags in a form that kifu
    reads (a date, a number) stay. `others` gives the pseudonyms, and remembers them: the same ones
    in all records for which it is used; the seats are numbered first. `record` is not changed; the
    copy shares with it the outcomes, the options, and notes that are a glyph or a `check`.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "千恵"], tags=[("Table", "7")])
    >>> record.notes.append(Note(at=0, text="千恵はAkiに勝つ Akita"))
    >>> other = anonymised(record, Pseudonyms())
    >>> other.seats, other.tags, other.notes[0].text
    (['Player 1', 'Player 2'], [('Table', 'Table 1')], 'Player 2はPlayer 1に勝つ Akita')
    """
    own = list(names_of(record))
    names = Names(own) if known is None else known
    pseudonym = partial(others.of, "Player")
    # They are numbered before those that texts name.
    seats = list(map(pseudonym, record.seats))
    for name in own:
        pseudonym(name)
    engines = engines_of(record)

    def change(text: str) -> str:
        return names.exchange(text, pseudonym)

    def tag_value(name: str, value: str) -> str:
        if name in IDS:
            return others.of(name, value)
        return value if name in _READ and _READ[name](value) else change(value)

    return replace(
        record,
        seats=seats,
        tags=[(name, tag_value(name, value)) for name, value in record.tags],
        notes=_notes(record.notes, engines, change),
        tail=list(map(change, record.tail)),
        extra=every_text(record.extra, change),
    )


def names_of(record: Record) -> Iterator[str]:
    """Yield the names in a record, perhaps several times: first those of all its seats, then those
    in its `Annotator` tags, then the authors of its comments, in variations too. Empty names are
    left out, and so are engines, but only as authors of comments.
    """
    yield from filter(None, record.seats)
    yield from (value for name, value in record.tags if name == "Annotator" and value)
    yield from _authors(record.notes, engines_of(record))


#: Whether the value of a tag is of the form that kifu reads, so that no part of it is a name.
_READ: dict[str, Callable[[str], object]] = {
    "Date": lambda value: days(value) is not None,
    "Time": lambda value: time_of_day(value) is not None,
    "Termination": re.compile(
        "normal|abandoned|(?:concession|timeout|forfeit) [0-9]{1,9}"
    ).fullmatch,
    "Source": re.compile("[a-z0-9]{1,20} [0-9]{1,9}, sha256:[0-9a-f]{64}").fullmatch,
    "From": str.isdecimal,
    "To": str.isdecimal,
    ENGINE_TAG: lambda value: engines_of(Record(tags=[(ENGINE_TAG, value)])),
}


def _authors(notes: Iterable[Note], engines: frozenset[str]) -> Iterator[str]:
    """Yield the authors that comments name, in variations too, except `engines`."""
    for note in notes:
        if note.line is not None:
            yield from _authors(note.line.notes, engines)
        for name, value in commands(note.text or ""):
            if name == "by" and value and value not in engines:
                yield value


def _notes(
    notes: Iterable[Note], engines: frozenset[str], change: Callable[[str], str]
) -> list[Note]:
    """A new list of the notes, with `change` applied to comments (see `_comment`) and line
    comments, in variations too. The notes given are not changed; other notes are shared.
    """
    changed = []
    for note in notes:
        if note.text is not None:
            note = replace(note, text=_comment(note.text, engines, change))
        elif note.rem is not None:
            note = replace(note, rem=change(note.rem))
        elif note.line is not None:
            inner = _notes(note.line.notes, engines, change)
            note = replace(note, line=Line(note.line.moves, inner, note.line.on))
        changed.append(note)
    return changed


#: The commands that kifu reads: what they are called is no word of people.
_COMMANDS = frozenset((*KNOWN, *ENGINES))
#: Words that have a letter in the beginning: among numbers, these alone may be names.
_WORDS = re.compile(r"[^\W\d_]\S*+(?:\s++[^\W\d_]\S*+)*+")


def _comment(text: str, engines: frozenset[str], change: Callable[[str], str]) -> str:
    """A comment with `change` applied to each piece of its text. Commands that kifu reads keep
    their names, and of their arguments what `_arguments` keeps. Unknown commands, and those without
    arguments, are text. `engines` are the engines' names.
    """
    parts, last = [], 0
    for found in COMMAND.finditer(text):
        name, arguments = found.groups()
        if arguments and name in _COMMANDS:
            parts += [change(text[last : found.start()]), text[found.start() : found.start(2)]]
            parts.append(_arguments(name, arguments, engines, change))
            last = found.end(2)
    return "".join([*parts, change(text[last:])])


def _arguments(
    name: str, arguments: str, engines: frozenset[str], change: Callable[[str], str]
) -> str:
    """The `arguments` of the command `name`, changed. For `by` and `mark`, `change` gets them
    whole, unless they are the name of an engine (one of `engines`), which stays. For any other
    command, `change` gets each run of words that begin with a letter; everything else stays, such
    as numbers, and `engines` is not looked at.
    """
    if name in ("by", "mark"):
        return arguments if arguments.strip() in engines else change(arguments)
    return _WORDS.sub(lambda words: change(words[0]), arguments)


def every_text(value: Any, change: Callable[[str], str]) -> Any:
    """A new JSON value with `change` applied to all texts in it, at any depth, keys too. Numbers,
    booleans and None stay. If two keys become the same, the value of the last one stays.
    """
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [every_text(each, change) for each in value]
    if isinstance(value, dict):
        return {every_text(key, change): every_text(each, change) for key, each in value.items()}
    return value
