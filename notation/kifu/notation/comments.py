"""Comments: how they are written, the commands in their text, and times as the commands have them.

A command is `[%name arguments]`. Those that mean something are `clk` (time left), `emt` (seconds
spent), `utc` (when), `eval` (each seat's chance to win), `mark` (a name for the moment) and
`by` (the author); any other is kept and means nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import DEEPEST_LINE
from kifu.notation.record import SPACE, Note, Record, with_paths

#: Called for each escape that can't be read: its index in what is written, and the escape.
Doubt = Callable[[int, str], None]

LANGUAGE = re.compile(r"@([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?=[ \t\r\n]|\Z)")

_PAIR = re.compile(r"\\(.)", re.DOTALL)
_PAIRS = {"}": "}", "\\": "\\", "[": "[", "]": "]", "@": "@"}
_UNSAFE = re.compile(r"[\\}]|(?<=\n)\[")

COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*+)(?:[ \t\r\n]++([^\[\]]*+))?\]")
_WITH_SPACE = re.compile(rf"(?:(?<![ \t])[ \t]++)?{COMMAND.pattern}")
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]{1,9})?)")
_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_CHANCE = re.compile(r"0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?")
_MOMENT = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]{1,9})?Z"
)
#: Characters of a command that a finding keeps.
LONGEST = 200


def write_comment(text: str, lang: str | None = None) -> str:
    r"""A comment with its braces and, unless None, its language.

    >>> print(write_comment("a } b", "en"))
    {@en a \} b}
    """
    body = _UNSAFE.sub(lambda found: "\\" + found[0], text)
    if lang is not None:
        return f"{{@{lang} {body}}}" if body else f"{{@{lang}}}"
    return "{\\" + body + "}" if body.startswith("@") else "{" + body + "}"


def read_comment(written: str, doubt: Doubt) -> tuple[str | None, str]:
    r"""The language (None if none is named) and the text of a comment, without white space around
    it. `written` is what is between its braces. An escape that means nothing, and an `@` at the
    beginning that names no language, are kept as they are, and `doubt` is called with the index in
    `written` and the characters.

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
    if "\\" not in written:
        return lang, written[start:].strip(SPACE)

    def meant(pair: re.Match[str]) -> str:
        known = _PAIRS.get(pair[1])
        if known is None:
            doubt(start + pair.start(), pair[0][:2])
            return pair[0]
        return known

    return lang, _PAIR.sub(meant, written[start:]).strip(SPACE)


def commands(text: str) -> list[tuple[str, str]]:
    """The commands in a comment, in order: name and arguments.

    >>> commands("Ben takes row one. [%clk 0:00:41] [%by Aki]")
    [('clk', '0:00:41'), ('by', 'Aki')]
    """
    return [(name, args.strip(SPACE)) for name, args in COMMAND.findall(text)]


def without_commands(text: str, names: Collection[str] | None = None) -> str:
    """A comment without its commands or, with `names`, without those of these names.

    >>> without_commands("Ben takes row one. [%clk 0:00:41] [%by Aki]")
    'Ben takes row one.'
    >>> without_commands("Ben takes row one. [%clk 0:00:41] [%by Aki]", ["by"])
    'Ben takes row one. [%clk 0:00:41]'
    """
    return _WITH_SPACE.sub(
        lambda found: "" if names is None or found[1] in names else found[0], text
    ).strip(SPACE)


def seconds(time: str) -> float | None:
    """The seconds that an argument of `clk` or `emt` means: seconds, `mm:ss` or `h:mm:ss`, perhaps
    with a fraction; None for any other text.

    >>> seconds("0:00:41"), seconds("3.2"), seconds("soon")
    (41.0, 3.2, None)
    """
    if _SECONDS.fullmatch(time):
        return float(time)
    match = _CLOCK.fullmatch(time)
    if match is None:
        return None
    hours, minutes, rest = match.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(rest)


def evaluation(arguments: str, seats: int) -> list[float] | None:
    """The chances in the arguments of an `eval` command: a number from 0 to 1 for each of `seats`
    seats, in seat order; None for any other arguments.

    >>> evaluation("0.41 0.36 0.23", 3), evaluation("0.41 0.36", 3), evaluation("41 36 23", 3)
    ([0.41, 0.36, 0.23], None, None)
    """
    chances = arguments.split()
    if len(chances) != seats or not all(map(_CHANCE.fullmatch, chances)):
        return None
    return [float(chance) for chance in chances]


def clock(seconds: float) -> str:
    """A number of seconds as a `clk` command writes it, rounded to a tenth.

    >>> clock(41), clock(3725.5)
    ('0:00:41', '1:02:05.5')
    """
    tenths = round(seconds * 10)
    whole, tenth = divmod(tenths, 10)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{tenth}" if tenth else text


def unread(record: Record) -> Iterator[Diagnostic]:
    """Yield a warning (KF116) for every known command (clk, eval, ...) whose arguments can't be
    read, in the main line and in variations.

    It has a ply, a variation and the command as token, but no place in a file (see `place`).
    O(size).

    >>> notes = [Note(at=1, text="[%eval 41 36]"), Note(at=1, text="[%clk 0:00:41]")]
    >>> [finding] = unread(Record(seats=["Aki", "Ben"], moves="59 10", notes=notes))
    >>> finding.code, finding.token, finding.expected
    ('KF116', '[%eval 41 36]', ['a number from 0 to 1 for each of 2 seats'])
    """
    return _of_line(record.notes, "", len(record.seats))


def _of_line(notes: list[Note], path: str, seats: int) -> Iterator[Diagnostic]:
    """Yield the warnings of `unread` for the notes of the line with this `path`, and for its
    variations.
    """
    for note, inner in with_paths(notes, path):
        if note.text is not None and "[%" in note.text:
            for token, message, expected in _problems(note.text, seats):
                yield diagnostic(
                    "KF116",
                    message,
                    ply=note.at,
                    token=token,
                    expected=expected,
                    variation=path,
                )
        if note.line is not None and path.count("/") < DEEPEST_LINE:
            yield from _of_line(note.line.notes, inner, seats)


def _problems(text: str, seats: int) -> Iterator[tuple[str, str, list[str]]]:
    """Yield, for each known command in a comment that can't be read: the command, a message, and
    what was expected.
    """
    for found in _BEGUN.finditer(text):
        token = found[0][:LONGEST]
        whole = commands(found[0])
        if not whole:
            token = token.splitlines()[0].rstrip()
            yield (
                token,
                f"{token!r} is not a command: a blank or the closing bracket is missing",
                [],
            )
            continue
        ((name, arguments),) = whole
        read, expected = _ARGUMENTS.get(name, (None, [_chances(seats)]))
        if read is None:
            is_read = evaluation(arguments, seats or len(arguments.split())) is not None
        else:
            is_read = read(arguments) not in (None, "")
        if not is_read:
            wanted = " or ".join(expected)
            yield token, f"{token!r} can't be read: {name} is followed by {wanted}", expected


def _chances(seats: int) -> str:
    """The arguments of an `eval` command in words. `seats` is 0 where their number is not known."""
    return f"a number from 0 to 1 for each of {seats} seats" if seats else "a number for each seat"


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
_BEGUN = re.compile(rf"\[%(?:{'|'.join(KNOWN)})(?![A-Za-z0-9_])[^\[\]]*+\]?")
