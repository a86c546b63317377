"""Tags: a record's head, both ways; which tag means which field, and how its value is written.

A tag is alone on its line. What is no tag becomes a finding, and the record goes on. `put` puts one
tag where it belongs; `field_tags` is the way back. What can't be read, or is repeated, stays among
the record's tags as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from kifu.notation.record import LONGEST_WORD, SPACE, Note, Record, count_plies

#: A finding without a place: its code, the message, and what it is about, if anything.
Complaint = tuple[str, str, str | None]

#: The name of line comments among the tags.
REMARK = ";"
#: The tag that carries a field of a log line that this version does not know.
FIELD = "Field"
#: The fields of a log line that have a meaning.
LOGFIELDS = frozenset(Record.__struct_fields__) - {"extra"}
FORMAT_VERSION = 1

#: What surely is one word in the value of a tag, also beside `=` or `:`.
_SIMPLE_WORD = re.compile("[A-Za-z0-9_/.*-]++")
_WORD = re.compile(r"[^ \t\r\n]+")
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_CHANCE = re.compile(r"([^: \t\r\n]+):[ \t\r\n]*(.*)", re.DOTALL)
_FIELD = re.compile(r'([A-Za-z_][A-Za-z0-9_]*|"(?:[^"\\]|\\.)*"): (.*)', re.DOTALL)

#: A line outside the movetext: a tag, a line that only begins like one, a line comment, any other
#: text; none of these groups in a blank line.
LINE = re.compile(
    r"""
    (?: (?P<tag> \[ ([A-Za-z][A-Za-z0-9_]*+) [ \t]++ "((?:[^"\\\n]|\\[^\n])*+)" \] ) [ \t\r]*+
      | (?P<bad> \[ [^\n]*+ )
      | [ \t\r]*+ (?: ; (?P<rem> [^\n]*+ ) | (?P<junk> [^\n]++ ) )?
    ) (?:\n|\Z)
    """,
    re.VERBOSE,
)
#: A tag as programs write it: without escapes, the line break after it included.
_PLAIN_TAG = re.compile(r'^\[([A-Za-z][A-Za-z0-9_]*+) "([^"\\\n\0]*+)"\]\n', re.MULTILINE)
#: An empty line with moves below it, as programs write them.
_MOVES = re.compile(r"\n[^;\[ \t\r\n]")
#: The handicap, or the heading of the table of moves; every program that writes KIF writes one.
_SHOGI = re.compile(r"^[ \t]*(?:手合割[ \t]*[:\uff1a]|手数-+[ \t]*指手)[^\n]*", re.MULTILINE)

#: Called for each escape that can't be read: its index in what is written, and the escape.
Doubt = Callable[[int, str], None]

_ESCAPE = re.compile(r"\\(u\{[0-9A-Fa-f]{1,6}\}|.)", re.DOTALL)
_MEANINGS = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPES = {value: "\\" + key for key, value in _MEANINGS.items()}
_UNSAFE = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029]')


def write_value(text: str) -> str:
    r"""`text` as it is written between the quotes of a tag, on one line: quotes, backslashes,
    control characters and line breaks become escapes. Read again, this gives `text`, unless it has
    NUL: that is written as `\u{0}`, which is no escape when it is read. "" for "".

    >>> print(write_value('the "old"\nhouse'))
    the \"old\"\nhouse
    """
    return _UNSAFE.sub(_escaped, text)


def unescaped(written: str, meaning: Callable[[str], str | None], doubt: Doubt) -> str:
    r"""`written` with each escape replaced by its `meaning`. An escape is a backslash and one
    character, or a backslash and `u{HEX}` with 1 to 6 hex digits; `meaning` gets it without its
    backslash. If it returns None, the escape is kept, and `doubt` is called with its index and its
    characters. A backslash at the very end is kept, without a call.

    >>> unescaped(r"\n is \q", {"n": "new"}.get, print)
    6 \q
    'new is \\q'
    """

    def meant(escape: re.Match[str]) -> str:
        found = meaning(escape[1])
        if found is None:
            doubt(escape.start(), escape[0])
            return escape[0]
        return found

    return _ESCAPE.sub(meant, written)


def put(record: Record, name: str, value: str) -> Complaint | None:
    """Put a tag into the record: into its field if it has one, else into `record.tags`. `value` is
    what the tag says, its escapes already replaced. Seat and Chance may come several times: each is
    added to its list, and each Field to `record.extra`.

    Returns None, or a complaint (code, message, the value's first LONGEST_WORD characters). If the
    value can't be read (KF302), the tag goes to `record.tags`. So it does if its field, or a Field
    of the same name, is set already (KF303); a field with the value of a new Record is not set. A
    Field that is put into `record.extra` gives a complaint, too (KF203, about None), which only
    says that this kifu does not know the field.

    >>> record = Record()
    >>> put(record, "Rules", "1"), put(record, "Rules", "2")[:2]
    (None, ('KF303', 'Rules is repeated; the first one counts; the tag is kept as written'))
    >>> record.rules, record.tags
    (1, [('Rules', '2')])
    """
    if name not in FIELDS:
        record.tags.append((name, value))
        return None
    field, parse = FIELDS[name]
    try:
        read, known = parse(value), getattr(record, field)
    except ValueError as error:
        code, message = "KF302", f"{name}: {error}"
    else:
        if field in ("seats", "chance"):
            known.append(read)
            return None
        if field == "extra" and read[0] not in known:
            known[read[0]] = read[1]
            return "KF203", "this kifu does not know this field of a log; it is kept", None
        if field != "extra" and known == getattr(_UNSET, field):
            setattr(record, field, read)
            return None
        code, message = "KF303", f"{name} is repeated; the first one counts"
    record.tags.append((name, value))
    return code, message + "; the tag is kept as written", value[:LONGEST_WORD]


def is_simple(record: Record) -> bool:
    """True if text surely gives back everything of a record but its moves: no field has a character
    or a number that is out of the ordinary, and the notes are comments without a language, in the
    order of their plies. False decides nothing: the record must then be written and read back to
    know, which takes longer than to replay a short match.
    """
    texts = [record.game, record.seed or "", record.commit or "", *record.seats]
    for name, text in record.tags:
        if name in FIELDS or not is_name(name):
            return False
        texts.append(text)
    words = [*record.options, *record.options.values()]
    for label, outcome in record.chance:
        words += label, *outcome.split(" ")
    at = 0
    for note in record.notes:
        if note.text is None or note.at < at or note != Note(note.at, text=note.text):
            return False
        texts.append(note.text)
        at = note.at
    numbers = [record.kifu, record.rules or 0, *(record.result or ()), *(record.winner or ())]
    return (
        "".join(texts).isprintable()
        and all(map(_SIMPLE_WORD.fullmatch, words))
        and sum(map(abs, numbers)) < 10**18
        and (not at or at <= count_plies(record.moves))
        and record.end in ("=", "*", "")
        and not (record.extra or record.tail or record.live)
    )


def read_head(text: str, say: Callable[..., None]) -> tuple[Record | None, int]:
    """The record that the tags at the beginning of `text` make, without moves, and the index at
    which its movetext (moves, marks and notes) begins: the beginning of the line after the head's
    last one. Line comments above, between and directly below the tags go to `record.tags`. Without
    any tag, the record is None and the index 0, or, if `text` is a shogi record (KF117), its
    length. A line that only begins with `[` counts as a tag here.

    `say` is called for each finding, a missing tag too, as `say(code, message, index, token)`,
    where `token` is what it is about (left out or None: nothing), perhaps with `expected=` and a
    list of what would have been right. What is missing has the index of the first tag.

    >>> text = '[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n59\\n*\\n'
    >>> record, start = read_head(text, print)
    >>> record.seats, start
    (['Aki'], 40)
    """
    has_tags = text.startswith("[") or "\n[" in text
    if not has_tags and (shogi := _SHOGI.search(text)):
        message = "this is a shogi record (KIF), and kifu does not read shogi: it reads card games"
        say("KF117", message, shogi.start(), shogi[0].strip(SPACE), expected=["[Game"])
        return None, len(text)
    record = Record()
    end = text.find("\n\n") + 1  # the place after the last tag
    plain = _PLAIN_TAG.findall(text, 0, end)
    complaints = [put(record, name, value) for name, value in plain]
    if len(plain) != text.count("\n", 0, end) or any(complaints):
        record, end = Record(), 0  # to be read line by line
    first = 0 if end else None  # the place of the first tag
    kept = len(record.tags)  # how many tags and line comments there are before `end`
    blank = is_said = False
    below = [] if end and _MOVES.match(text, end) else LINE.finditer(text, end)
    for line in below:
        kind, at = line.lastgroup, line.start()
        if kind in ("tag", "bad"):
            blank, first = False, at if first is None else first
            _put_line(record, line, say)
        elif kind == "rem" and has_tags:
            record.tags.append((REMARK, line["rem"].strip(SPACE)))
            if blank and first is not None:
                continue  # of the header only if a tag follows
        elif kind is None:
            blank = True
            continue
        elif first is not None:
            break
        else:
            if not is_said:
                word = line[0].strip(SPACE).split(" ")[0]
                say("KF115", "text before the first tag is ignored", at, word, expected=["[Game"])
                is_said = True
            continue
        end, kept = line.end(), len(record.tags)
    if first is None:
        return None, end
    del record.tags[kept:]
    for code, message, token in missing(record):
        say(code, message, first, token)
    return record, end


def missing(record: Record) -> Iterator[Complaint]:
    """Yield a complaint (code, message, token) for each required field that the record lacks (game,
    rules, seats: KF301), and for a format version that is newer than this kifu knows (KF306).
    Nothing if all is there.
    """
    if not record.game:
        yield "KF301", "the record has no Game tag", "Game"
    if record.rules is None:
        yield "KF301", 'the record has no Rules tag, such as [Rules "1"]', "Rules"
    if not record.seats:
        yield "KF301", "the record has no Seat tag", "Seat"
    if record.kifu > FORMAT_VERSION:
        message = (
            f"the record has format version {record.kifu}; this kifu knows only {FORMAT_VERSION}"
        )
        yield "KF306", message, str(record.kifu)


def is_name(text: str) -> bool:
    """Whether a text may be the name of a tag: a letter, then letters, digits and `_`, all ASCII.

    >>> is_name("Date"), is_name("_date"), is_name("2nd")
    (True, False, False)
    """
    return text.isascii() and text.isidentifier() and text[0] != "_"


def field_tags(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the tags (name, value) in which the plain form writes the fields of `record`, in order:
    Game always, the others if they are set (Kifu only if it is not this version), at the end a
    Field for each field in `record.extra`. Values are not escaped. `record.tags` are not among
    them.
    """
    yield "Game", record.game
    if record.kifu != FORMAT_VERSION:
        yield "Kifu", str(record.kifu)
    if record.rules is not None:
        yield "Rules", str(record.rules)
    if record.options:
        yield "Options", " ".join(f"{key}={value}" for key, value in record.options.items())
    for seat in record.seats:
        yield "Seat", seat
    for name, numbers in (("Result", record.result), ("Winner", record.winner)):
        if numbers is not None:
            yield name, " ".join(map(str, numbers))
    if record.seed is not None:
        yield "Seed", record.seed
    if record.commit is not None:
        yield "Commit", record.commit
    for label, outcome in record.chance:
        yield "Chance", f"{label}: {outcome}" if outcome else f"{label}:"
    for name, value in record.extra.items():
        bare = name if is_name(name) else msgspec.json.encode(name).decode()
        yield FIELD, f"{bare}: {msgspec.json.encode(value).decode()}"


def _put_line(record: Record, line: re.Match[str], say: Callable[..., None]) -> None:
    """Put the tag that LINE matched in `line` into the record, and call `say` for what `put`
    complains of and for unknown escapes (KF104). A line that only begins like a tag is a finding
    (KF103), and leaves nothing in the record.
    """
    bad, name, value = line.group("bad", 2, 3)
    if bad:
        message = (
            'a tag is [Name "value"], with straight quotes (") and on a line of its own; '
            "this line is ignored"
        )
        say("KF103", message, line.start(), bad.strip(SPACE))
        return
    if "\\" in value:

        def doubt(index: int, escape: str) -> None:
            message = rf"{escape} is not an escape in a tag; write \" \\ \n \r \t \u{{HEX}}"
            say("KF104", message, line.start(3) + index, escape)

        value = unescaped(value, _meaning, doubt)
    if complaint := put(record, name, value):
        say(complaint[0], complaint[1], line.start(), complaint[2])


def _meaning(escape: str) -> str | None:
    """The character that an escape in a tag's value means; None if it means none. The escape comes
    without its backslash: one character, or `u{HEX}`. NUL, surrogates and numbers above 10FFFF mean
    none.
    """
    if len(escape) == 1:
        return _MEANINGS.get(escape)
    point = int(escape[2:-1], 16)
    return chr(point) if 0 < point < 0xD800 or 0xE000 <= point < 0x110000 else None


def _escaped(match: re.Match[str]) -> str:
    """The escape for a character that can't be in a tag's value: a short one or its hex code."""
    character = match[0]
    return _ESCAPES.get(character) or f"\\u{{{ord(character):X}}}"


def _options(value: str) -> dict[str, str]:
    """The options (name -> value) in the value of an Options tag: words `NAME=VALUE`, of which
    VALUE may be empty. The first `=` ends the name, so a value may have others. {} for a tag
    without words. ValueError if a word has no `=` or no name, or an option is named twice.
    """
    options: dict[str, str] = {}
    for part in _words(value):
        name, sign, chosen = part.partition("=")
        if not name or not sign:
            raise ValueError(f"expected key=value, got {part!r}")
        if name in options:
            raise ValueError(f"the option {name} is given twice")
        options[name] = chosen
    return options


def _words(value: str) -> list[str]:
    """The words in a value: what is between white space of the notation."""
    # The only white space that is printable is a blank.
    return value.split() if value.isprintable() else _WORD.findall(value)


def _outcome(value: str) -> tuple[str, str]:
    """The label and the outcome ("" if none is written) in the value of a Chance tag, `LABEL:
    OUTCOME`, without white space around the outcome. ValueError if no colon follows the label at
    once, or if the label is empty or has white space in it.
    """
    match = _CHANCE.fullmatch(value)
    if match is None:
        raise ValueError("an outcome must be written as LABEL: OUTCOME")
    return match[1], match[2].rstrip(SPACE)


def _field(value: str) -> tuple[str, Any]:
    """The name and the decoded JSON in the value of a Field tag, `NAME: JSON`. A blank must follow
    the colon. NAME is a letter or `_` and then letters, digits and `_`, all ASCII, or it is any
    text, written as JSON in quotes. ValueError if the value can't be read, names a known field, or
    has `\\u0000`, the escape of NUL, in it, even where a backslash before it makes it plain text.
    """
    match = _FIELD.fullmatch(value)
    if match is None:
        raise ValueError("a field must be written as NAME: JSON")
    try:
        name = msgspec.json.decode(match[1], type=str) if match[1][0] == '"' else match[1]
        decoded: Any = msgspec.json.decode(match[2])
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ValueError(f"this is not JSON: {error}") from error
    if name in LOGFIELDS:
        raise ValueError(f"{name} is a known field and has its own tag")
    if "\\u0000" in value:
        raise ValueError("a record can't contain NUL")
    return name, decoded


@lru_cache(maxsize=4096)
def _integer(text: str) -> int:
    """The whole number, perhaps negative, that a text is. It has 18 digits at most. ValueError for
    any other text: more digits, `01`, `+1`, `-0`, or white space around it.
    """
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def _integers(value: str) -> list[int]:
    """The whole numbers (see `_integer`) in a text, with white space between; [] if it has none.
    ValueError if one can't be read.
    """
    return list(map(_integer, _words(value)))


#: Tag -> the field of a record that it means, and what makes the field's value, or the next item of
#: its list, of the tag's; ValueError where that can't be read.
FIELDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "Game": ("game", str),
    "Kifu": ("kifu", _integer),
    "Rules": ("rules", _integer),
    "Options": ("options", _options),
    "Seat": ("seats", str),
    "Result": ("result", _integers),
    "Winner": ("winner", _integers),
    "Seed": ("seed", str),
    "Commit": ("commit", str),
    "Chance": ("chance", _outcome),
    FIELD: ("extra", _field),
}
_UNSET = Record()
