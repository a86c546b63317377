"""The text form, read by one lexer: bytes become a record, and findings with their places.

Tags come first; then one pattern eats runs of plain words, which is nearly all there is, and
another takes whatever else comes, one lexeme at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from sys import intern
from typing import Any

from msgspec import Struct

from kifu.notation.comments import read_comment
from kifu.notation.errors import CODES, Diagnostic, Findings, diagnostic, locate
from kifu.notation.record import (
    ALPHABET,
    CHECK,
    DEEPEST_LINE,
    GLYPH,
    LONGEST_WORD,
    MOVE,
    SEPARATORS,
    SPACE,
    Line,
    Note,
    Reading,
    Record,
    count_plies,
    is_mark,
    path_within,
)
from kifu.notation.tags import LINE, read_head

#: Moves and marks as programs write them, each with one blank or line end after it, and white space
#: before the first; what a word begins with decides what it is. So many are read at once.
_TOKEN = rf"(?!=\s)[{ALPHABET}]{{1,190}}+[ \n]"
_RUN = re.compile(
    rf"[ \t\r\n]*+(?:{_TOKEN}|#[0-9]++[ \n]|[0-9]++\.[ \n]|[1-9]:{_TOKEN}){{1,2000}}+"
)
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
_ALONE = re.compile(r"[ \t\r]*+[=*][ \t\r]*+(?:\n|\Z)")
#: A turn mark that is stuck to the move after it.
_GLUED = re.compile(rf"[0-9]+\.(?=[{ALPHABET}#])")

#: After a ply with this many notes, equal ones are the same object: nobody writes so many, and a
#: hostile record can hold millions. The second number is how many different ones are compared.
_MANY, _DIFFERENT = 100, 10_000


class Thread(Struct):
    """One line of play, the main line or a variation, while it is read.

    `start` is the index in the text of its opening bracket (for the main line, of its movetext),
    `origin` the ply of the enclosing line that it follows, and `path` its address, as in
    `Diagnostic.variation` ("" for the main line). `plies` counts the moves read so far; `on` says
    whether the line began with `...`; `pieces` are its words, in runs, and `notes` its notes.
    """

    start: int
    origin: int = 0
    path: str = ""
    plies: int = 0
    on: bool = False
    notes: list[Note] = []
    pieces: list[str] = []
    _branches: tuple[int, int] = (0, 0)  # the ply of the last variation, and its number there

    @property
    def moves(self) -> str:
        """The words read so far, with single spaces between."""
        return " ".join(self.pieces)

    def add(self, words: str, plies: int) -> None:
        """Add `words`, a string with single spaces between, `plies` of which are moves (the others
        are marks).
        """
        self.pieces.append(words)
        self.plies += plies

    def branch(self, start: int) -> Thread:
        """A new, empty Thread for a variation at the last ply read (0 before the first), whose
        opening bracket is at the index `start`. Its path ends in that ply and the number of the
        variation there, from 1, as in `4.1`. This object remembers the number for the next call;
        nothing else changes, and the variation is not among its notes yet.
        """
        ply, number = self._branches
        self._branches = self.plies, number + 1 if ply == self.plies else 1
        return Thread(start, self.plies, path_within(self.path, *self._branches))


#: Called for each thing that is read: the line that it is in, with all plies up to it; the thing, a
#: word or a note, or None where the line itself begins; and its first character and the one after.
Watch = Callable[[Thread, str | Note | None, int, int], None]


class Reader:
    """Reads one record from the bytes `source`, when it is made. Bytes that are not UTF-8, and NUL,
    become U+FFFD in `text`; nothing is raised.

    `record` is what was read, None if there is no tag. `end_place` is the index of the terminator,
    or where it is missing. For an editor's cursor: `open` are the lines in which the movetext ends,
    the main line first and then the unclosed variations, and `in_comment` says whether it ends in a
    comment.

    `watch(line, thing, start, end)` is called for everything in the movetext, in its order: `line`
    is the Thread that it is in, with all plies up to it; `thing` is a word or a Note, or None where
    the line itself begins; `start` and `end` are the indices in `text` of its first character and
    of the one after its last. A variation is a Note of the line around it, and comes when it ends.
    """

    def __init__(self, source: bytes, watch: Watch | None = None) -> None:
        self._raw = self.text = source.decode("utf-8", "surrogateescape")
        self.in_comment = False
        self.open: list[Thread] = []
        self.end_place = len(self.text)
        self._watch = watch
        self._too_deep = 0
        self._unclosed = False
        self._same: dict[str, Note] = {}
        self._found = Findings()
        if not self._raw.isascii():
            self._clean("KF101", "[\udc80-\udcff]", "bytes that are not UTF-8")
        if "\0" in self.text:
            self._clean("KF102", "\0", "NUL characters")
        self.record, start = read_head(self.text, self._say)
        if self.record is not None:
            self._movetext(self.record, start)

    def findings(self, reading: Reading) -> list[Diagnostic]:
        """The findings about the record, which is that of `reading`, with their places; [] if there
        are none. They come in the order in which they were found, not in that of their places, and
        are limited as `Findings` says; `reading` is not changed. Call it once: it turns the indices
        in the findings into bytes.
        """
        if found := self._found.listed():
            self.locate(found, reading)
        return found

    def locate(self, found: Sequence[Diagnostic], reading: Reading) -> None:
        """Write record number, line, column, offset, excerpt and caret into findings about the
        record, which is that of `reading`. They may be in any order. Before, the `offset` of each
        is an index of `text` (None: 0); after, a byte of the uncompressed stream. So call it only
        once for a finding.
        """
        number, line, offset = reading.number, reading.line or 1, reading.offset
        locate(found, self.text, self._raw, record=number, line=line, offset=offset)

    def _clean(self, code: str, wrong: str, what: str) -> None:
        """Replace each character of `text` that matches the pattern `wrong` with U+FFFD, and add
        one finding of this `code`, at the first of them, with their number. Indices stay the same.
        `what` names such characters, in the plural, in the message. Without a match nothing
        happens. `wrong` must match single characters.
        """
        first = re.search(wrong, self.text)
        if first is not None:
            self.text, count = re.subn(wrong, "\ufffd", self.text)
            message = f"{CODES[code].title}; {count} in this record: {what} are read as U+FFFD"
            self._say(code, message, first.start())

    def _say(self, code: str, message: str, at: int, token: str | None = None, **more: Any) -> None:
        """Add a finding without a place in a file: its `offset` is `at`, an index of the text. Its
        ply and path are those of the innermost open line, unless `more` says others; above the
        movetext, where no line is open, it has none. `token` is cut after LONGEST_WORD characters;
        `more` are other fields of the Diagnostic.
        """
        if self.open:
            more = {"ply": self.open[-1].plies, "variation": self.open[-1].path, **more}
        token = token and token[:LONGEST_WORD]
        self._found.keep(diagnostic(code, message, token=token, offset=at, **more))

    def _movetext(self, record: Record, at: int) -> None:
        """Read the movetext, from the index `at` of the text, into `record`: its moves, notes, end
        and tail. A variation that is not closed is closed at the end of the movetext. Each of these
        (KF106) and a missing terminator (KF112) become findings, unless an unclosed comment has
        swallowed the end. `self.open` then has the main line and the variations that were not
        closed.
        """
        main = Thread(at)
        self.open = [main]
        self._see(None, at, at)
        below = self._lexemes(record, at)
        open_at_end, self._too_deep = self.open.copy(), 0
        while len(self.open) > 1:
            if not self._unclosed:
                message = "the variation that begins here is never closed"
                self._say("KF106", message, self.open[-1].start, "(")
            self._close_line(len(self.text))
        record.moves, record.notes = main.moves, main.notes
        if record.end:
            self._read_below(record, below)
        elif not self._unclosed:
            message = "the record ends without = (finished) or * (not finished): it was cut off"
            self._say("KF112", message, self.end_place, expected=["=", "*"])
        self.open = open_at_end

    def _lexemes(self, record: Record, at: int) -> int:
        """Read lexemes from the index `at` on, up to the terminator, into the lines of `self.open`.
        Sets `record.end`, `self.end_place` and, if the text ends in a line comment or an unclosed
        comment, `self.in_comment`. Returns the index after the last lexeme.

        In a variation, `=` or `*` ends the record only if it is alone on its line. Without a
        terminator everything is read, `record.end` stays "", and `end_place` is the end of the text
        without the white space there.
        """
        text = self.text
        while True:
            run = None if self._watch or self._too_deep else _RUN.match(text, at)
            if run is not None:
                words = run[0].strip().replace("\n", " ")
                self.open[-1].add(words, count_plies(words))
                at = run.end()
            lexeme = _LEXEME.match(text, at)
            if lexeme is None:
                self.end_place = len(text.rstrip(SPACE))
                return at
            start, at = lexeme.span()
            kind = lexeme.lastgroup
            if kind == "word":
                word = lexeme[0]
                if word in ("=", "*") and (len(self.open) == 1 or self._is_alone(start)):
                    record.end, self.end_place = word, start
                    return at
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
                self._note(start, at, rem=lexeme["rem"])
                self.in_comment = at == len(text)
            elif kind == "unclosed":
                message = "the comment that begins here is never closed, so it reaches to the next"
                self._say("KF105", f"{message} record", start, "{")
                self._comment(text[start + 1 :], start)
                self._unclosed = self.in_comment = True
                at = len(text)
            else:
                self._stray(lexeme[0], start)

    def _see(self, thing: str | Note | None, start: int, end: int) -> None:
        """Call `watch`, if there is one, with the innermost open line, `thing`, `start` and `end`.
        `thing` is a word or a note in that line, or None where the line itself begins; `start` and
        `end` are the indices in the text of its first character and of the one after its last.
        """
        if self._watch is not None:
            self._watch(self.open[-1], thing, start, end)

    def _note(self, start: int, end: int, **what: Any) -> None:
        """Add a Note with the one field given, after the last ply of the innermost line. `start`
        and `end` are its indices in the text, for `watch`. A ply with very many notes shares equal
        ones as one object.
        """
        line = self.open[-1]
        note = Note(line.plies, **what)
        if len(line.notes) >= _MANY and line.notes[-_MANY].at == note.at:
            if len(self._same) >= _DIFFERENT:
                self._same.clear()
            note = self._same.setdefault(repr(note), note)
        line.notes.append(note)
        self._see(note, start, end)

    def _comment(self, written: str, at: int) -> None:
        """Add a comment as a note after the last ply of the innermost line. `written` is what is
        between its braces, `at` the index of the opening one. A language at its beginning, as in
        `@en`, goes to the note's `lang`; an empty comment is a note with the text "". An escape
        that means nothing, or an `@` that names no language, is a finding (KF104), and is kept.
        """

        def doubt(index: int, escape: str) -> None:
            what = (
                r"@ introduces a comment's language, but none follows; write \@ for a plain @"
                if escape == "@"
                else rf"{escape!r} is not an escape in a comment (\}} \\ \[ \] \@)"
            )
            self._say("KF104", what + "; it is kept unchanged", at + 1 + index, escape)

        lang, comment = read_comment(written, doubt)
        self._note(at, at + len(written) + 2, text=comment, lang=lang)

    def _stray(self, token: str, at: int) -> None:
        """A finding (KF107) for a bracket that closes nothing, or a tag among the moves. It is
        ignored.
        """
        message = f"{token} closes nothing and is ignored"
        if token[0] == "[":
            where = "above the moves of its record and in the first column of its line"
            message = f"a tag must be {where}; this one is ignored"
        self._say("KF107", message, at, token)

    def _is_alone(self, at: int) -> bool:
        """Whether the terminator is alone on its line; spaces, tabs and carriage returns beside it
        don't count. `at` is its index in the attribute `text`.
        """
        return _ALONE.match(self.text, self.text.rfind("\n", 0, at) + 1) is not None

    def _word(self, word: str, at: int) -> None:
        """Read a word in the innermost line: split off turn marks stuck to it (`1.59`) and glyphs
        (`59!`). The rest is `...` (at the beginning of a variation, perhaps with a word stuck to
        it), a glyph, a checkpoint, a mark or a ply. What is not allowed here is ignored, with a
        finding: `...` elsewhere, with all that is stuck to it, and `=` or `*` (KF114); what only
        looks like a glyph or a checkpoint (KF109, KF110).
        """
        line = self.open[-1]
        begin = 0
        while glued := _GLUED.match(word, begin):
            self._move(glued[0], at + begin)
            begin = glued.end()
        word, at = word[begin:], at + begin
        if word.startswith("..."):
            if len(self.open) > 1 and not (line.pieces or line.notes or line.on):
                line.on = True
                if word != "...":
                    self._word(word[3:], at + 3)
            else:
                message = "... is only allowed at the beginning of a variation; here it is ignored"
                self._say("KF114", message, at, word)
        elif word[0] in "$!?%":
            self._attachment(word, at)
        elif word[0] in "=*" and not word[1:].strip("!?"):
            message = f"{word[0]} ends a record and is not allowed here; it is ignored"
            self._say("KF114", message, at, word)
        else:
            move = word.rstrip("!?")
            self._move(move, at)
            if move != word:
                self._attachment(word[len(move) :], at + len(move))

    def _move(self, word: str, at: int) -> None:
        """Add a word to the innermost line, as a mark or else as a ply, and show it to `watch`. A
        word that can't be a move counts as a ply, too, with a finding: KF011 if it is longer than
        LONGEST_WORD, else KF108. Which moves the game has is not checked.
        """
        mark = is_mark(word)
        self.open[-1].add(intern(word), not mark)
        self._see(word, at, at + len(word))
        if mark:
            return
        if len(word) > LONGEST_WORD:
            message = f"a word has {len(word)} characters; at most {LONGEST_WORD} are allowed"
            self._say("KF011", message, at, word)
        elif not MOVE.fullmatch(word):
            message = f"{word!r} is not a move, mark, glyph or checkpoint; it is kept as a ply"
            message += "; write spaces and no commas" if "," in word else ""
            self._say("KF108", message, at, word)

    def _attachment(self, word: str, at: int) -> None:
        """Add a checkpoint (`%` and 8 hex digits) or a glyph as a note after the last ply of the
        innermost line. Any other word is ignored, with a finding: KF110 if it begins with `%`, else
        KF109.
        """
        if CHECK.fullmatch(word):
            self._note(at, at + len(word), check=word[1:])
        elif GLYPH.fullmatch(word):
            self._note(at, at + len(word), glyph=word)
        elif word[0] == "%":
            message = "a checkpoint must be % and 8 hex digits; this one is ignored"
            self._say("KF110", message, at, word)
        else:
            message = "a glyph must be ! ? !! ?? !? ?! or $1 to $255; this one is ignored"
            self._say("KF109", message, at, word)

    # Variations and the end

    def _open_line(self, at: int) -> None:
        """Begin a variation in the innermost line. One that is nested too deep is skipped with all
        that is in it, and is a finding (KF012).
        """
        if self._too_deep:
            self._too_deep += 1
        elif len(self.open) > DEEPEST_LINE:
            message = f"variations can be nested {DEEPEST_LINE} deep; this one is ignored"
            self._say("KF012", message, at, "(")
            self._too_deep = 1
        else:
            self.open.append(self.open[-1].branch(at))
            self._see(None, at, at + 1)

    def _close_line(self, at: int) -> None:
        """End the innermost variation, whose closing bracket is at the index `at`: it becomes a
        note of the line around it. One that is skipped leaves nothing. In the main line, the
        bracket is a finding (KF107).
        """
        if self._too_deep:
            self._too_deep -= 1
        elif len(self.open) == 1:
            self._stray(")", at)
        else:
            inner = self.open.pop()
            self._note(inner.start, at + 1, line=Line(inner.moves, inner.notes, inner.on))

    def _read_below(self, record: Record, at: int) -> None:
        """Read the lines below the terminator, from the character `at` on. Line comments become the
        record's tail. Other text is ignored, with one finding (KF113). A terminator that is not
        alone on its line is a finding (KF111).
        """
        text, is_said = self.text.rstrip(SPACE), False
        if at == len(text) and text[self.end_place - 1] == "\n":
            return  # nearly always
        if not self._is_alone(self.end_place):
            message = "a terminator must be alone on its line"
            self._say("KF111", message, self.end_place, record.end)
        for line in LINE.finditer(text, at):
            kind = line.lastgroup
            if kind == "rem":
                record.tail.append(line["rem"].strip(SPACE))
            elif kind and not is_said:
                message = "text after the terminator is ignored up to the next Game tag"
                word = line[kind].split(" ")[0]
                self._say("KF113", message, line.start(kind), word, ply=None)
                is_said = True
