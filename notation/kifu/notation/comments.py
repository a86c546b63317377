"""Comments, the commands in their text, and dates and times as people write them.

A command is `[%name arguments]`. Those that mean something are `clk` (time left), `emt` (seconds
spent), `utc` (when), `eval` (each seat's chance to win), `mark` (a name for the moment) and
`by` (the author); any other is kept and means nothing here.

The dates and times of tags are ISO 8601. A Date tag may say less than a day (`2026-11`) or more
(`2026-11-20T08:00:00Z`). What can't be read is kept; a warning shows it.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Collection, Iterator
from datetime import date
from functools import lru_cache

from kifu.notation.errors import Diagnostic, UsageError, diagnostic
from kifu.notation.record import LONGEST_WORD, SPACE, Note, Record, with_paths
from kifu.notation.tags import Doubt, unescaped

Days = tuple[date, date]

LANGUAGE = re.compile(r"@([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?=[ \t\r\n]|\Z)")

_MEANINGS = {sign: sign for sign in r"}\[]@"}
_UNSAFE = re.compile(r"[\\}]|(?<=\n)\[")

COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*+)(?:[ \t\r\n]++([^\[\]]*+))?\]")
_WITH_SPACE = re.compile(rf"(?:(?<![ \t])[ \t]++)?{COMMAND.pattern}")
_CLOCK = re.compile(
    r"(?:(?:([0-9]{1,6}):)?([0-9]{1,2}):(?=[0-9]{1,2}(?:\.|\Z)))?([0-9]{1,9}(?:\.[0-9]{1,9})?)"
)
_CHANCE = re.compile(r"0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?")
_MOMENT = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]{1,9})?Z"
)
_DATE = re.compile(r"([0-9]{4})(?:-(0[1-9]|1[0-2])(?:-(?!00)([0-9]{2})(?:[T ](.+))?)?)?")
_TIME = re.compile(
    r"(?P<hour>[01]?[0-9]|2[0-3])(?P<minute>:[0-5][0-9])"
    r"(?P<second>:[0-5][0-9](?:[.,][0-9]{1,9})?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
#: Characters of a command that a finding keeps.
LONGEST = 200


def write_comment(text: str, lang: str | None = None) -> str:
    r"""`text` as a comment: in braces and, unless `lang` is None, with `@` and that language in
    front. Backslashes, `}`, a `[` at the beginning of a line but the first, and an `@` at the
    beginning of a text without language get a backslash. "" gives `{}`, or `{@en}` with a language.
    Whether `lang` is a language is not checked.

    `text` should have no white space at its ends: it is written, but `read_comment` drops it, and
    an `@` after it gets no backslash, so it may be read as a language.

    >>> print(write_comment("a } b", "en"))
    {@en a \} b}
    """
    body = _UNSAFE.sub(lambda found: "\\" + found[0], text)
    if lang is not None:
        return f"{{@{lang} {body}}}" if body else f"{{@{lang}}}"
    return "{\\" + body + "}" if body.startswith("@") else "{" + body + "}"


def read_comment(written: str, doubt: Doubt) -> tuple[str | None, str]:
    r"""The language (None if none is named) and the text of a comment, without white space around
    it ("" if there is none). `written` is what is between its braces. A language is named at the
    beginning: `@` and a language tag such as `ja` or `pt-BR` (parts of 1 to 8 letters or digits,
    the first one of letters), with white space or the end after it.

    An escape is a backslash before `}`, `[`, `]`, `@` or another backslash; only the second
    character stays. A backslash before any other character, and an `@` at the beginning that names
    no language, are kept as they are. For these, `doubt` is called with the index in `written` and
    what is there: `@`, or the backslash and the character (or all of `\u{HEX}`). A backslash at the
    very end is kept without a call.

    >>> read_comment("@ja 面白い", print), read_comment(r"\@ja", print)
    (('ja', '面白い'), (None, '@ja'))
    """
    start = len(written) - len(written.lstrip(SPACE))
    lang = None
    if written.startswith("@", start):
        match = LANGUAGE.match(written, start)
        if match is None:
            doubt(start, "@")
        else:
            lang, start = match[1], match.end()
    text = written[start:]
    if "\\" in text:
        text = unescaped(text, _MEANINGS.get, lambda index, escape: doubt(start + index, escape))
    return lang, text.strip(SPACE)


def commands(text: str) -> list[tuple[str, str]]:
    """The commands in a comment, known or not, in order: pairs of name and arguments. [] if there
    are none. A command is `[%name]` or `[%name arguments]`: a name is a letter and then letters,
    digits and `_`, all ASCII; arguments have no square brackets, but may have line breaks. Anything
    else is text. Arguments come without white space around them, and are "" if there are none.

    >>> commands("Ben takes row one. [%clk 0:00:41] [%by Aki]")
    [('clk', '0:00:41'), ('by', 'Aki')]
    """
    return [(name, args.strip(SPACE)) for name, args in COMMAND.findall(text)]


def first_commands(text: str) -> dict[str, str]:
    """The commands in a comment: name -> arguments ("" if it has none). If a name comes twice, the
    first one counts. {} if there are none.

    >>> first_commands("[%emt 3] Ben takes row one. [%by Aki] [%emt 4]")["emt"]
    '3'
    """
    return dict(reversed(commands(text)))


def without_commands(text: str, names: Collection[str] | None = None) -> str:
    """A comment without its commands: all of them if `names` is None, else only those with these
    names (with no names, none). The blanks before each of these commands are removed, too, and
    white space at both ends of the result.

    >>> without_commands("Ben takes row one. [%clk 0:00:41] [%by Aki]")
    'Ben takes row one.'
    >>> without_commands("Ben takes row one. [%clk 0:00:41] [%by Aki]", ["by"])
    'Ben takes row one. [%clk 0:00:41]'
    """
    return _WITH_SPACE.sub(
        lambda found: "" if names is None or found[1] in names else found[0], text
    ).strip(SPACE)


def seconds(time: str) -> float | None:
    """The seconds that an argument of `clk` or `emt` means: seconds alone (up to 9 digits), `mm:ss`
    or `h:mm:ss`, with a fraction (up to 9 digits) or without. Beside a colon, minutes and seconds
    have one or two digits, hours up to 6; values above 59 are taken as they are. None for any other
    text: "120:00", for example, and one with a sign or with white space around it.

    >>> seconds("0:00:41"), seconds("3.2"), seconds("soon")
    (41.0, 3.2, None)
    """
    match = _CLOCK.fullmatch(time)
    if match is None:
        return None
    hours, minutes, rest = match.groups()
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(rest)


def evaluation(arguments: str, seats: int) -> list[float] | None:
    """The chances in the arguments of an `eval` command: a number from 0 to 1 for each of `seats`
    seats, in seat order, whatever their sum. White space is between them, and may be around
    them. With 0 seats, [] for no numbers. None for any other arguments. A number begins with `0` or
    `1` and has 9 decimals at most, so `.5`, `1e-3` and one with 10 decimals are refused, too.

    >>> evaluation("0.41 0.36 0.23", 3), evaluation("0.41 0.36", 3), evaluation("41 36 23", 3)
    ([0.41, 0.36, 0.23], None, None)
    """
    chances = arguments.split()
    if len(chances) != seats or not all(map(_CHANCE.fullmatch, chances)):
        return None
    return [float(chance) for chance in chances]


def clock(seconds: float) -> str:
    """A number of seconds (0 or more) as a `clk` command writes it, rounded to a tenth.

    >>> clock(41), clock(3725.5)
    ('0:00:41', '1:02:05.5')
    """
    tenths = round(seconds * 10)
    whole, tenth = divmod(tenths, 10)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{tenth}" if tenth else text


def _of_line(notes: list[Note], path: str, seats: int) -> Iterator[Diagnostic]:
    """Yield the warnings (KF116) for the commands in `notes`, the notes of one line, and in its
    variations, each at its place among the notes. Each warning gets its ply, and the path of its
    line as `variation`. `path` is that of the line: "" for the main line, `4.1` for the first
    variation after ply 4. `seats` is the number of seats, 0 if it is not known (see `_problems`).
    Variations nested deeper than DEEPEST_LINE are left out. Nothing if all can be read.
    """
    for note, inner in with_paths(notes, path):
        if note.text and "[%" in note.text:
            for finding in _problems(note.text, seats):
                finding.ply, finding.variation = note.at, path
                yield finding
        if note.line is not None:
            yield from _of_line(note.line.notes, inner, seats)


@lru_cache(maxsize=4096)
def days(text: str) -> Days | None:
    """The first and the last day that a Date tag covers. It is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`;
    after a day, `T` or a blank and a time may follow. The time changes nothing, but must be one
    that `time_of_day` reads. White space around the tag doesn't matter. None for any other text,
    and for a day that doesn't exist.

    >>> days("2026-02")
    (datetime.date(2026, 2, 1), datetime.date(2026, 2, 28))
    >>> days("2026-11-20T08:00:00Z") == days("2026-11-20")
    True
    >>> days("last summer") is None
    True
    """
    match = _DATE.fullmatch(text.strip())
    if match is None or (match[4] and _TIME.fullmatch(match[4]) is None):
        return None
    year, month, day = (int(part or 0) for part in match.groups()[:3])
    try:
        first, last_month = date(year, month or 1, day or 1), month or 12
        return first, date(year, last_month, day or calendar.monthrange(year, last_month)[1])
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def time_of_day(text: str) -> str | None:
    """The local time in a Time tag, as `HH:MM:SS` perhaps with a fraction, which sorts by time. The
    tag has hours (one digit or two, up to 23) and minutes, perhaps seconds with a fraction (up to 9
    digits, after a dot or comma), and perhaps a zone (`Z`, `+09`, `+0900`, `+09:00`), which is
    dropped. White space around it doesn't matter. None for any other text.

    >>> time_of_day("20:05"), time_of_day("20:05:30.5+09:00"), time_of_day("8 pm")
    ('20:05:00', '20:05:30.5', None)
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    second = (match["second"] or ":00").replace(",", ".")
    return match["hour"].zfill(2) + match["minute"] + second


def time_of_match(date: str | None, time: str | None) -> str | None:
    """The local time of a match, as `HH:MM:SS` perhaps with a fraction: that of its Time tag or, if
    it has none (None or ""), that of its Date tag. None if the tag used has no time that can be
    read, and without both.

    >>> time_of_match("2026-11-20", "20:05"), time_of_match("2026-11-20T20:05:30Z", None)
    ('20:05:00', '20:05:30')
    """
    if time:
        return time_of_day(time)
    day = len("2026-11-20T")
    return time_of_day(date.strip()[day:]) if date and days(date) else None


def days_of(text: str) -> Days:
    """The first and the last day that `text`, typed by a user, means: a date (see `days`), or two
    dates with `..` between. If one of the two is left out, its day is date.min or date.max. Raises
    UsageError for any other text, such as "" or `..` alone, and if the second date is before the
    first one.

    >>> days_of("2026-11..2026")
    (datetime.date(2026, 11, 1), datetime.date(2026, 12, 31))
    >>> days_of("..2025")
    (datetime.date(1, 1, 1), datetime.date(2025, 12, 31))
    """
    start, dots, end = text.partition("..")
    first = days(start or "0001")
    last = days(end or "9999") if dots else first
    if not text.strip(". ") or first is None or last is None:
        message = f"{text!r} is not a date; write 2026, 2026-11, 2026-11-20, or two with .. between"
        raise UsageError(message)
    if first[0] > last[1]:
        raise UsageError(f"the second date is before the first one: {text!r}")
    return first[0], last[1]


def unread(record: Record) -> Iterator[Diagnostic]:
    """Yield a warning for each thing that can't be read: first known commands (clk, eval, ...) in
    comments of the main line and of variations (KF116), each with its ply, its variation and the
    command as token; then tags Date (KF307) and Time (KF308), in the record's order, with the value
    as token. Tokens are cut after 200 characters; that of a command ends with its first line.

    An eval must have a number for each of the record's seats; if the record has no seats, any count
    will do, also none. Variations nested deeper than DEEPEST_LINE are not looked at. None of the
    warnings has a place in a file (see `all_placed`). Nothing if all can be read. O(size).

    >>> notes = [Note(at=1, text="[%eval 41 36]"), Note(at=1, text="[%clk 0:00:41]")]
    >>> [finding] = unread(Record(seats=["Aki", "Ben"], moves="59 10", notes=notes))
    >>> finding.code, finding.token, finding.expected
    ('KF116', '[%eval 41 36]', ['a number from 0 to 1 for each of 2 seats'])
    >>> record = Record(tags=[("Date", "23.11.2026"), ("Time", "20:05")])
    >>> [(finding.code, finding.token) for finding in unread(record)]
    [('KF307', '23.11.2026')]
    """
    if record.notes:
        yield from _of_line(record.notes, "", len(record.seats))
    for name, value in record.tags:
        if name == "Date" and days(value) is None:
            shown = value[:LONGEST_WORD]
            message = f"{shown!r} is not a date, so the match has none; it is kept as written"
            forms = ["2026-11-23", "2026-11", "2026", "2026-11-23T20:05:30"]
            yield diagnostic("KF307", message, token=shown, expected=forms)
        elif name == "Time" and time_of_day(value) is None:
            shown = value[:LONGEST_WORD]
            message = f"{shown!r} is not a time, so the match has none; it is kept as written"
            yield diagnostic("KF308", message, token=shown, expected=["20:05", "20:05:30"])


def _problems(text: str, seats: int) -> Iterator[Diagnostic]:
    """Yield the warning (KF116), with no ply, for each known command in a comment that can't be
    read; nothing if all can. `seats` is the number of seats, by which `eval` is checked; 0: not
    known, and any count will do.
    """
    for found in _BEGUN.finditer(text):
        token = found[0][:LONGEST].splitlines()[0].rstrip()
        whole = commands(found[0])
        name, arguments = whole[0] if whole else (found[1], "")
        if name == "eval":
            read: object = evaluation(arguments, seats or len(arguments.split()))
            each = f"a number from 0 to 1 for each of {seats} seats"
            expected = [each if seats else "a number for each seat"]
        else:
            reader, expected = _ARGUMENTS[name]
            read = reader(arguments)
        if not whole or read in (None, ""):
            wanted = " or ".join(expected)
            message = f"{token!r} can't be read: [%{name} ...] holds {wanted}"
            message += "" if "]" in found[0] else "; its ] is missing"
            yield diagnostic("KF116", message, token=token, expected=expected)


#: What reads the arguments of a command (None or "" if it can't), and what was expected.
_ARGUMENTS: dict[str, tuple[Callable[[str], object], list[str]]] = {
    "clk": (seconds, ["0:00:41"]),
    "emt": (seconds, ["3.2", "0:00:41"]),
    "utc": (_MOMENT.fullmatch, ["2026-11-21T20:05:00.25Z"]),
    "mark": (str, ["a name"]),
    "by": (str, ["a name"]),
}
#: The commands that mean something.
KNOWN = ("eval", *_ARGUMENTS)
#: A command of kifu's own as far as its closing bracket, which may be missing.
_BEGUN = re.compile(rf"\[%({'|'.join(KNOWN)})(?![A-Za-z0-9_])[^\[\]]*+\]?")
