"""The text form, read by one lexer: bytes become records, and findings with their places.

A record begins at a line `[Game`, whatever was read before, so damage never reaches the next one.
Tags come first; then one pattern eats runs of plain words, which is nearly all there is, and
another takes whatever else comes, one lexeme at a time.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Set
from sys import intern
from typing import Any

import msgspec

from kifu.notation.comments import read_comment
from kifu.notation.diagnostics import CODES, Diagnostic, Findings, diagnostic, locate
from kifu.notation.header import Header, plain_tags
from kifu.notation.move_words import (
    CHECK,
    DEEPEST_LINE,
    GLUED,
    GLYPH,
    LONGEST_WORD,
    MOVE,
    SEPARATORS,
    count_plies,
    is_mark,
    plain_word,
)  # fmt: skip
from kifu.notation.record import SPACE, Line, Note, path_within

#: So many plain words, with white space after each, are read at once.
_RUN = re.compile(plain_word(r"[ \t\r\n]++") + "{1,2000}+")
_LEXEME = re.compile(
    rf"""
      (?P<space>  [ \t\r\n]++)
    | (?P<word>   [^{SEPARATORS}]++)
    | \{{(?P<comment> [^}}\\]*+ (?: \\. [^}}\\]*+ )*+ )\}}
    | ;(?P<rem>   [^\n]*+)
    | (?P<open>   \()
    | (?P<close>  \))
    | (?P<unclosed> \{{)
    | (?P<stray>  \[ [^]\n]*+ ]? | [\]}}])
    """,
    re.VERBOSE | re.DOTALL,
)
_WORD = re.compile(r"[^ \t\r\n]+")
_LINE_END = re.compile(r"[ \t\r]*+(?:\n|\Z)")
_BELOW = re.compile(r"[ \t\r]*+(?:;(?P<rem>[^\n]*+)|(?P<junk>[^\n]++))?(?:\n|\Z)")

#: After a ply with this many notes, equal ones are the same object: nobody writes so many, and a
#: hostile record can hold millions. The second number is how many different ones are compared.
_MANY, _DIFFERENT = 100, 10_000
_encode = msgspec.json.Encoder().encode


class Thread:
    """One line of play, the main line or a variation, while it is read.

    `start` is the character of its bracket, `step` its way there from the line around it, as in
    `Diagnostic.variation`; `origin` is the ply that it follows there. `note_places` are the
    characters at which its `notes` begin.
    """

    __slots__ = (
        "_branches", "_pieces", "_spans", "note_places", "notes", "on", "origin", "plies", "start",
        "step",
    )  # fmt: skip

    def __init__(self, start: int, origin: int = 0, step: str = "") -> None:
        self.start, self.origin, self.step = start, origin, step
        self.plies = 0
        self.on = False
        self.notes: list[Note] = []
        self.note_places = array("I")
        self._pieces: list[str] = []
        self._spans = array("I")
        self._branches = (0, 0)  # the ply of the last variation, and its number there

    @property
    def moves(self) -> str:
        """The words read so far, with single spaces between."""
        return " ".join(self._pieces)

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the line has been read, not even `...`."""
        return not (self._pieces or self.notes or self.on)

    def add(self, words: str, start: int, end: int) -> None:
        """Add words, with single spaces between, that are in the text from the character `start` to
        `end`. `plies` stays as it is: the caller counts.
        """
        self._pieces.append(words)
        self._spans.extend((start, end))

    def branch(self, start: int) -> Thread:
        """A new Thread for a variation at the last ply read, whose opening bracket is the character
        `start`.
        """
        ply, number = self._branches
        self._branches = self.plies, number + 1 if ply == self.plies else 1
        return Thread(start, self.plies, path_within("", *self._branches))

    def place(self, text: str, ply: int, token: str = "") -> int | None:
        """The character of `text`, which the line was read from, at which the word of `ply` begins
        (0: the line itself), or the mark `token` if that is among the marks right after the ply.
        None if the line has no such ply.
        """
        found, count = None if ply else self.start, 0
        for start, end in zip(self._spans[::2], self._spans[1::2], strict=True):
            for word in _WORD.finditer(text, start, end):
                if not is_mark(word[0]):
                    if count == ply:
                        return found
                    count += 1
                    found = word.start() if count == ply else None
                elif count == ply and word[0] == token:
                    return word.start()
        return found


class Reader:
    """One record, read from the bytes `source`. Bytes that are not UTF-8, and NUL, become U+FFFD.

    `record` is what was read (nothing, where `is_record` is False: there was no tag), `end_place`
    the character of the terminator, or where it is missing. `open` are the main line and the
    variations in which the movetext ends, from outside to inside, and `in_comment` says whether it
    ends in a comment: who asks about a cursor needs them. `lines` are the variations whose paths
    are `wanted`, and the main line. With `tags_only`, the movetext is not read.
    """

    def __init__(
        self, source: bytes, wanted: Set[str] = frozenset(), *, tags_only: bool = False
    ) -> None:
        self._raw = self.text = source.decode("utf-8", "surrogateescape")
        self._is_ascii = source.isascii()
        self.in_comment = False
        self.open: list[Thread] = []
        self.lines: dict[str, Thread] = {}
        self.end_place = len(self.text)
        self._open: list[Thread] = []
        self._wanted = wanted
        self._too_deep = 0
        self._unclosed = False
        self._same: dict[bytes, Note] = {}
        self._found = Findings()
        if not self._is_ascii:
            self._clean("KF101", "[\udc80-\udcff]", "bytes that are not UTF-8")
        if "\0" in self.text:
            self._clean("KF102", "\0", "NUL characters")
        plain = plain_tags(self.text)
        if plain is not None:
            self.record, start = plain
            self.is_record = True
        else:
            header = Header(self.text, self._say)
            self.record, start, self.is_record = header.record, header.end, header.is_record
        if self.is_record and not tags_only:
            self._movetext(start)

    def findings(self, number: int, line: int, offset: int) -> list[Diagnostic]:
        """What is wrong with the record, which has the number `number` and begins at `line` and
        `offset` of its stream.
        """
        found = self._found.listed()
        if found and found[-1].code == "KF013":
            found[-1].offset = len(self.text)
        self.locate(found, number, line, offset)
        return found

    def locate(self, found: list[Diagnostic], number: int, line: int, offset: int) -> None:
        """As `diagnostics.locate`, for findings whose `offset` is a character of `text`."""
        if found:
            raw = "" if self._is_ascii else self._raw
            locate(found, self.text, raw, record=number, line=line, offset=offset)

    def _clean(self, code: str, wrong: str, what: str) -> None:
        self.text, count = re.subn(wrong, "\ufffd", before := self.text)
        if count:
            first = re.search(wrong, before)
            assert first is not None
            message = f"{CODES[code].title}; {count} in this record: {what} are read as U+FFFD"
            self._say(code, message, first.start())

    def _say(self, code: str, message: str, at: int, token: str | None = None, **more: Any) -> None:
        token = None if token is None else token[:LONGEST_WORD]
        self._found.append(diagnostic(code, message, token=token, offset=at, **more))

    @property
    def _line(self) -> Thread:
        return self._open[-1]

    def _movetext(self, at: int) -> None:
        main = self.lines[""] = Thread(at)
        self._open = [main]
        end, self.end_place, below = self._lexemes(at)
        self.open = self._open.copy()
        self._too_deep = 0
        while len(self._open) > 1:
            if not self._unclosed:
                message = "the variation that begins here is never closed"
                self._say_here("KF106", message, self._line.start, "(")
            self._close_line(len(self.text))
        record = self.record
        record.moves, record.notes, record.end = main.moves, main.notes, end
        if end:
            self._read_below(below)
        elif not self._unclosed:
            message = "the record ends without = (finished) or * (not finished): it was cut off"
            self._say("KF112", message, self.end_place, ply=main.plies, expected=["=", "*"])

    def _lexemes(self, at: int) -> tuple[str, int, int]:
        """Read lexemes from the character `at` on. Returns the terminator ("" where there is none),
        the place where it is or is missing, and what comes after it.
        """
        text = self.text
        while True:
            run = _RUN.match(text, at)
            if run is not None:
                if not self._too_deep:
                    self._plain_words(run[0], at)
                at = run.end()
            lexeme = _LEXEME.match(text, at)
            if lexeme is None:
                return "", len(text.rstrip(SPACE)), at
            start, at = lexeme.span()
            kind = lexeme.lastgroup
            if kind == "word":
                word = lexeme[0]
                if word in ("=", "*") and (len(self._open) == 1 or self._is_alone(start, at)):
                    return word, start, at
                if not self._too_deep:
                    self._word(word, start)
            elif kind == "open":
                self._open_line(start)
            elif kind == "close":
                self._close_line(start)
            elif kind == "space" or self._too_deep:
                continue
            elif kind == "comment":
                self._comment(lexeme["comment"], start)
            elif kind == "rem":
                self._note(Note(at=self._line.plies, rem=lexeme["rem"]), start)
                self.in_comment = at == len(text)
            elif kind == "unclosed":
                message = "the comment that begins here is never closed, so it reaches to the next"
                self._say_here("KF105", f"{message} record", start, "{")
                self._comment(text[start + 1 :], start)
                self._unclosed = self.in_comment = True
                return "", len(text.rstrip(SPACE)), at
            else:
                self._stray(lexeme[0], start)

    def _say_here(self, code: str, message: str, at: int, token: str) -> None:
        # That others are only counted is known; which variation they are in takes long to say.
        within = self._open[1:]
        path = "?" if within and self._found.is_full else "/".join([line.step for line in within])
        self._say(code, message, at, token, ply=self._line.plies, variation=path)

    def _plain_words(self, words: str, at: int) -> None:
        line = " ".join(words.split())
        self._line.add(line, at, at + len(words))
        self._line.plies += count_plies(line)

    def _note(self, note: Note, at: int) -> None:
        notes = self._line.notes
        if len(notes) >= _MANY and notes[-_MANY].at == note.at:
            key = _encode(note)
            if len(self._same) < _DIFFERENT:
                self._same.setdefault(key, note)
            note = self._same.get(key, note)
        notes.append(note)
        self._line.note_places.append(at)

    def _comment(self, written: str, at: int) -> None:
        def doubt(index: int, escape: str) -> None:
            what = (
                r"@ introduces a comment's language, but none follows; write \@ for a plain @"
                if escape == "@"
                else rf"{escape!r} is not an escape in a comment (\}} \\ \[ \] \@)"
            )
            self._say_here("KF104", what + "; it is kept unchanged", at + 1 + index, escape)

        lang, comment = read_comment(written, doubt)
        self._note(Note(at=self._line.plies, text=comment, lang=lang), at)

    def _stray(self, token: str, at: int) -> None:
        if token[0] != "[":
            message = f"{token} closes nothing and is ignored"
        elif self.text[at - 1] == "\n":
            message = "a tag must be above the moves of its record; this one is ignored"
        else:
            message = "a tag must begin in the first column of its line; this one is ignored"
        self._say_here("KF107", message, at, token)

    def _is_alone(self, at: int, after: int) -> bool:
        """Whether nothing else is on the line of the word from character `at` to `after`."""
        before = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return not before.strip(SPACE) and _LINE_END.match(self.text, after) is not None

    def _word(self, word: str, at: int) -> None:
        line = self._line
        begin = 0
        while glued := GLUED.match(word, begin):
            self._move(glued[0], at + begin)
            begin = glued.end()
        word, at = word[begin:], at + begin
        if word.startswith("..."):
            if len(self._open) > 1 and line.is_empty:
                line.on = True
                if word != "...":
                    self._word(word[3:], at + 3)
            else:
                message = "... is only allowed at the beginning of a variation; here it is ignored"
                self._say_here("KF114", message, at, word)
        elif word[0] in "$!?%":
            self._attachment(word, at)
        elif word[0] in "=*" and not word[1:].strip("!?"):
            message = f"{word[0]} ends a record and is not allowed here; it is ignored"
            self._say_here("KF114", message, at, word)
        else:
            move = word.rstrip("!?")
            self._move(move, at)
            if move != word:
                self._attachment(word[len(move) :], at + len(move))

    def _move(self, word: str, at: int) -> None:
        line = self._line
        line.add(intern(word), at, at + len(word))
        if is_mark(word):
            return
        line.plies += 1
        if len(word) > LONGEST_WORD:
            message = f"a word has {len(word)} characters; at most {LONGEST_WORD} are allowed"
            self._say_here("KF011", message, at, word)
        elif not MOVE.fullmatch(word):
            message = f"{word!r} is not a move, mark, glyph or checkpoint; it is kept as a ply"
            message += "; write spaces and no commas" if "," in word else ""
            self._say_here("KF108", message, at, word)

    def _attachment(self, word: str, at: int) -> None:
        ply = self._line.plies
        if word[0] == "%" and CHECK.fullmatch(word):
            self._note(Note(at=ply, check=word[1:]), at)
        elif word[0] == "%":
            message = "a checkpoint must be % and 8 hex digits; this one is ignored"
            self._say_here("KF110", message, at, word)
        elif GLYPH.fullmatch(word):
            self._note(Note(at=ply, glyph=word), at)
        elif word[0] == "$" or not word.strip("!?"):
            message = "a glyph must be ! ? !! ?? !? ?! or $1 to $255; this one is ignored"
            self._say_here("KF109", message, at, word)
        else:
            message = "a word can't begin with ! or ?; this one is ignored"
            self._say_here("KF108", message, at, word)

    # Variations and the end

    def _open_line(self, at: int) -> None:
        if self._too_deep:
            self._too_deep += 1
        elif len(self._open) > DEEPEST_LINE:
            message = f"variations can be nested {DEEPEST_LINE} deep; this one is ignored"
            self._say_here("KF012", message, at, "(")
            self._too_deep = 1
        else:
            self._open.append(self._line.branch(at))

    def _close_line(self, at: int) -> None:
        if self._too_deep:
            self._too_deep -= 1
        elif len(self._open) == 1:
            self._say_here("KF107", ") closes nothing and is ignored", at, ")")
        else:
            path = "/".join([line.step for line in self._open[1:]]) if self._wanted else ""
            inner = self._open.pop()
            if path in self._wanted:
                self.lines[path] = inner
            line = Line(inner.moves, inner.notes, inner.on)
            self._note(Note(at=self._line.plies, line=line), inner.start)

    def _read_below(self, at: int) -> None:
        """Read the lines below the terminator, from the character `at` on. Line comments become the
        record's tail; all else is a finding.
        """
        text, in_junk = self.text, False
        if not self._is_alone(self.end_place, at):
            message, ply = "a terminator must be alone on its line", self.lines[""].plies
            self._say("KF111", message, self.end_place, self.record.end, ply=ply)
        while at < len(text) and (line := _BELOW.match(text, at)):
            if line["rem"] is not None:
                self.record.tail.append(line["rem"].strip(SPACE))
            elif line["junk"] and not in_junk:
                message = "text after the terminator is ignored up to the next Game tag"
                self._say("KF113", message, line.start("junk"), line["junk"].split(" ")[0])
            if line["rem"] is not None or line["junk"]:
                in_junk = line["junk"] is not None
            at = line.end()
