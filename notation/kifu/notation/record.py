"""The record: one match as it was written down, knowing no game; its words; and how it was read.

A record in memory has the shape of its log line (docs/notation.md, "A record as a log"): the
main line is one string of words, and everything attached to it is a list of notes that say
after which ply they come. So a log decodes straight into records, and the text form is
another way of writing the same object.

A word is a run of characters without white space and without any of `{ } ( ) ; [ ]`. Every
word of a line of play that is not a mark counts as a ply, also one that is not a move at all, so
that the plies after it do not shift.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from kifu.notation.errors import Diagnostic, NotationError, is_error

#: White space of the notation; no other character separates words or may be trimmed.
SPACE = " \t\r\n"
#: Characters a word can't hold: what separates words, and what opens or closes something.
SEPARATORS = r" \t\r\n{}();\[\]"
#: The alphabet of a game's tokens, as the inside of a character class.
ALPHABET = r"A-Za-z0-9+~/<>=^_\-"
LONGEST_WORD = 200
DEEPEST_LINE = 100
LARGEST_RECORD = 16 << 20

#: A whole move: the actor's seat or None, and the game's token.
MOVE = re.compile(rf"(?:([1-9][0-9]{{0,3}}):)?((?!=\Z)[{ALPHABET}]+)")
#: A turn mark (`12.`) or a round mark (`#3`).
MARK = re.compile(r"[0-9]+\.|#[0-9]+")
GLYPH = re.compile(r"!!|!\?|\?!|\?\?|!|\?|\$(?:[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])")
CHECK = re.compile(r"%[0-9a-fA-F]{8}")
#: What a file may begin with, which means nothing.
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Note(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One attachment: exactly one of `glyph`, `text` (a comment), `check` (8 hex digits), `line` (a
    variation) and `rem` (a line comment) is given.

    `at` is the ply that it follows, counted within its own line (0: the line's start). `lang` is
    the BCP 47 tag of `text`. In `text` and `rem`, white space at both ends is removed and line
    breaks become LF when a Note is made, so that equal notes are equal in every form.

    >>> Note(at=3, text=" Ben takes row one. ").text
    'Ben takes row one.'
    """

    at: int
    glyph: str | None = None
    text: str | None = None
    lang: str | None = None
    check: str | None = None
    line: Line | None = None
    rem: str | None = None

    def __post_init__(self) -> None:
        if self.text is not None:
            self.text = _trimmed(self.text)
        elif self.rem is not None:
            self.rem = _trimmed(self.rem)


class Line(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A variation: its words and notes.

    It is played instead of the move that it follows or, where `on` is set (`(... r4)`),
    from the position after that move.
    """

    moves: str = ""
    notes: list[Note] = field(default_factory=list)
    on: bool = False


class Record(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """One match.

    `moves` holds the words of the main line (moves with their actors, turn and round marks) as
    written, with single spaces between. `seats` are the players' names; `result` the scores in seat
    order, `winner` the winning seats; `chance` pairs of label and outcome. `tags` are the tags
    without a field of their own, in order; a line comment between the tags is listed among them
    under the name `";"`. A tag whose value could not be read is kept there as written. `end` is
    `"="` (finished), `"*"` (not finished) or `""` (cut off). `tail` are line comments below the
    terminator. `live` is 1 only in the first line of a live log. `extra` are fields of a log line
    that this version does not know; they are written back at the top level of the line.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 10")
    >>> record.notes.append(Note(at=1, glyph="?!"))
    """

    kifu: int = field(default_factory=lambda: 1)
    game: str = ""
    rules: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    result: list[int] | None = None
    winner: list[int] | None = None
    seed: str | None = None
    commit: str | None = None
    chance: list[tuple[str, str]] = field(default_factory=list)
    moves: str = ""
    notes: list[Note] = field(default_factory=list)
    end: str = ""
    tail: list[str] = field(default_factory=list)
    live: int = 0
    extra: dict[str, Any] = field(default_factory=dict)


class Reading(Struct, gc=False):
    """One record as it was read, with its place and findings. Readers never raise on bad input:
    what is wrong is in `diagnostics`.

    `record` is None if nothing could be made of the bytes. `number` counts from 1 in the source,
    `line` from 1 (None at the end of a damaged stream), `offset` and `size` are bytes of the
    uncompressed stream. `form` is `"text"`, `"json"` or `"live"`. `source` are the bytes that the
    record was read from, so that the place of a ply can be found later; it is empty for a record
    that is too large or whose bytes are damaged. For a live log, `plies[k - 1]` is the line of
    `source`, from 0, that made ply k; else `plies` is empty.
    """

    record: Record | None
    diagnostics: list[Diagnostic]
    number: int
    line: int | None
    offset: int
    size: int
    form: str
    source: bytes = b""
    plies: list[int] = []


class Start(NamedTuple):
    """Where a stream begins in the source that it continues: the `number` of its first record, and
    the `line` (from 1) and `offset` (in bytes) of its first byte.
    """

    number: int = 1
    line: int = 1
    offset: int = 0


#: The start of a source.
BEGIN = Start()


def sound(reading: Reading) -> Record:
    """The record of a reading without errors; warnings don't count. Raises NotationError, with all
    findings, if it has errors, as every reading without a record has; its message is the first
    error.
    """
    errors = list(filter(is_error, reading.diagnostics))
    if errors or reading.record is None:
        first = errors[0]
        place = f"line {first.line}, column {first.column}: " if first.line else ""
        message = f"{place}{first.code} {first.message}"
        raise NotationError(message, reading.diagnostics)
    return reading.record


def demand(given: object, kind: type) -> None:
    """Raise TypeError, which says what was expected, unless `given` is a `kind`."""
    if not isinstance(given, kind):
        raise TypeError(f"a {kind.__name__} was expected, not {type(given).__name__}")


def demand_record(record: Record) -> None:
    """Raise TypeError, which says what was expected, unless `record` is a Record whose fields have
    their types; return nothing. If variations are nested too deep to be looked at, no note is: only
    the other fields are. What JSON would write alike passes, too: a tuple or a set for a list, a
    date for a text. The record is not changed.

    >>> demand_record(Record(moves=5))
    Traceback (most recent call last):
    TypeError: a field of the Record has another type: Expected `str`, got `int` - at `$.moves`
    """
    demand(record, Record)
    try:
        for part in (replace(record, notes=[]), record):
            msgspec.convert(msgspec.to_builtins(part, builtin_types=[bytes]), Record)
    except RecursionError:
        return  # variations so deep are for `lint` to report
    except (msgspec.MsgspecError, TypeError) as error:
        raise TypeError(f"a field of the Record has another type: {error}") from None


def tag(record: Record, name: str) -> str | None:
    """The value of the first tag called exactly `name` in `record.tags`; None if there is none.
    Tags with a field of their own, such as Game, are not there, unless their value could not be
    read.

    >>> tag(Record(game="nimmt", tags=[("Date", "2026-11-20")]), "Date")
    '2026-11-20'
    """
    return next((value for key, value in record.tags if key == name), None)


def with_outcome(
    outcomes: list[tuple[str, str]], outcome: tuple[str, str]
) -> list[tuple[str, str]]:
    """A copy of the outcomes with `outcome` (label, text) in place of each one with its label, or
    at the end if there is none. All others stay, also those of another label that is written twice.

    >>> with_outcome([("deal", "_ 2"), ("starter", "1")], ("deal", "7 2"))
    [('deal', '7 2'), ('starter', '1')]
    >>> with_outcome([("deal", "1"), ("deal", "2")], ("starter", "1"))
    [('deal', '1'), ('deal', '2'), ('starter', '1')]
    """
    replaced = [outcome if known[0] == outcome[0] else known for known in outcomes]
    return replaced if outcome in replaced else [*outcomes, outcome]


def by_ply(notes: Iterable[Note]) -> dict[int, list[Note]]:
    """The notes of a line as a dict: the ply that they follow -> the notes there, in their order.

    >>> [*by_ply([Note(at=2, glyph="!"), Note(at=0, rem="Late."), Note(at=2, text="Well.")])]
    [2, 0]
    """
    noted: dict[int, list[Note]] = {}
    for note in notes:
        noted.setdefault(note.at, []).append(note)
    return noted


def path_within(path: str, ply: int, number: int) -> str:
    """The path, a variation's address in its record, of variation `number` (from 1) after `ply` of
    the line with this `path` ("": the main line).

    >>> path_within("", 4, 1), path_within("4.1", 2, 1)
    ('4.1', '4.1/2.1')
    """
    return f"{path}/{ply}.{number}" if path else f"{ply}.{number}"


def with_paths(notes: Iterable[Note], path: str) -> Iterator[tuple[Note, str]]:
    """Yield each note of the line with this `path`, in order, with the path of the variation that
    it holds, or "" if it holds none. Variations after the same ply are numbered from 1. Left out
    are variations nested deeper than DEEPEST_LINE. Notes inside a variation are not yielded.
    Nothing without notes.

    >>> [found for _, found in with_paths([Note(at=4, glyph="!"), Note(at=4, line=Line())], "")]
    ['', '4.1']
    """
    numbers: dict[int, int] = {}
    for note in notes:
        if note.line is None:
            yield note, ""
        elif path.count("/") < DEEPEST_LINE - 1:
            numbers[note.at] = numbers.get(note.at, 0) + 1
            yield note, path_within(path, note.at, numbers[note.at])


def is_mark(word: str) -> bool:
    """Whether `word` is a turn mark (digits and a dot) or a round mark (`#` and digits), and so no
    ply. There may be any number of digits, also zeros in front. False for "".

    >>> is_mark("12."), is_mark("#3"), is_mark("12")
    (True, True, False)
    """
    return (word[-1:] == "." or word[:1] == "#") and MARK.fullmatch(word) is not None


def is_move(word: str) -> bool:
    """Whether `word` has the form of a move: a token, perhaps with a seat (1 to 9999, no zero in
    front) and a colon before it, LONGEST_WORD characters at most. A token has only characters of
    ALPHABET. False for "", for a mark, for the token `=`, and for a seat without a token. Which
    moves there are is the game's business.

    >>> is_move("3:71"), is_move("r3"), is_move("71!")
    (True, True, False)
    """
    return len(word) <= LONGEST_WORD and MOVE.fullmatch(word) is not None


def split_actor(word: str) -> tuple[int, str]:
    """The seat that a move names (0: none) and the token after it, perhaps "".

    A seat is a number from 1 to 9999 without a zero in front; with anything else before the colon,
    the whole word is the token.

    >>> split_actor("3:71"), split_actor("71"), split_actor("03:71")
    ((3, '71'), (0, '71'), (0, '03:71'))
    """
    seat, colon, token = word.partition(":")
    return (int(seat), token) if colon and _SEAT.fullmatch(seat) else (0, word)


_SEAT = re.compile("[1-9][0-9]{0,3}")


def split(moves: str) -> list[str]:
    """The words of a line of play with one space between two words, as `Record.moves` has it; other
    white space separates nothing. [] for "".

    >>> split("#1 1. 59 10"), split("")
    (['#1', '1.', '59', '10'], [])
    """
    return moves.split(" ") if moves else []


def plies(moves: str) -> list[str]:
    """The moves of a line of play, words with one space between, without its marks: item k - 1 is
    ply k. Each word that is no mark counts as a move. [] for "".

    >>> plies("#1 1. 59 10 2. 66")
    ['59', '10', '66']
    """
    return [word for word in split(moves) if not is_mark(word)]


def count_plies(moves: str) -> int:
    """The number of moves of a line of play, much faster than by `plies`. Every dot and every `#`
    in it must belong to a mark; if not, the number is too small (0 for the ply `a.`).

    >>> count_plies("#1 1. 59 10 2. 66"), count_plies("")
    (3, 0)
    """
    return moves.count(" ") + 1 - moves.count(".") - moves.count("#") if moves else 0


def _trimmed(text: str) -> str:
    """`text` without white space of the notation (SPACE) at both ends, and with LF for CR LF, also
    if several CRs are before the LF. A CR without LF stays. "" if all is white space.
    """
    text = text.strip(SPACE)
    return _LINE_END.sub("\n", text) if "\r" in text else text


_LINE_END = re.compile(r"\r+\n")
