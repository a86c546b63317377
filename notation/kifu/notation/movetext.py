"""Movetext: moves with everything attached to them, taken apart one lexeme at a time.

`Movetext` knows no game. It keeps the place of every word, so that a finding of the replay can
be shown where it is in the text.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Set

import msgspec

from kifu.notation import escapes
from kifu.notation.move_words import (
    ALPHABET,
    CHECK,
    DEEPEST_LINE,
    GLYPH,
    LONGEST_WORD,
    MOVE,
    SEPARATORS,
    is_mark,
)
from kifu.notation.record import SPACE, Line, Note
from kifu.notation.source_text import SourceText

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
_GLUED = re.compile(rf"([0-9]+\.)(?=[{ALPHABET}#])")
_LINE_END = re.compile(r"[ \t\r]*+(?:\n|\Z)")
_BELOW = re.compile(r"[ \t\r]*+(?:;(?P<rem>[^\n]*+)|(?P<junk>[^\n]++))?(?:\n|\Z)")


_UNCLOSED = "the comment that begins here is never closed, so it reaches to the next record"

#: After a ply with this many notes, equal ones are the same object: nobody writes so many, and a
#: hostile record can hold millions. The second number is how many different ones are compared.
_MANY, _DIFFERENT = 100, 10_000

_encode = msgspec.json.Encoder().encode

#: The steps from the main line to a variation.
Path = tuple[tuple[int, int], ...]


class Thread:
    """One line of play while it is read: its words and notes, each with its place.

    `start` is the place of its bracket, and `step` its way there from the line around it:
    the ply, and then the number of the variation (see `Diagnostic.variation`).
    """

    __slots__ = (
        "branches", "last_branch", "note_places", "notes", "on", "places", "plies", "start",
        "step", "words",
    )  # fmt: skip

    def __init__(self, start: int, step: tuple[int, int] = (0, 0)) -> None:
        self.start = start
        self.step = step
        self.last_branch = (0, 0)
        self.words: list[str] = []
        self.places = array("I")
        self.plies = 0
        self.notes: list[Note] = []
        self.note_places = array("I")
        self.branches: dict[tuple[int, int], Thread] = {}
        self.on = False

    def note(self, note: Note, at: int) -> None:
        self.notes.append(note)
        self.note_places.append(at)

    def branch(self, start: int) -> Thread:
        """A new Thread for a variation at the last ply read, whose opening bracket is the character
        `start`.
        """
        ply, number = self.last_branch
        self.last_branch = (self.plies, number + 1 if ply == self.plies else 1)
        return Thread(start, self.last_branch)


class Movetext:
    """The movetext of `source_text` from character `start` on, read.

    `main` is the main line, `end` the terminator and `end_place` where it is (or the text
    ends), `tail` the line comments below. The variations at the paths `wanted` are kept in
    `branches` of the threads around them, by their step: who asks for places needs them. `open`
    are the main line and the variations in which the movetext ends, from outside to inside, and
    `in_comment` says whether it ends inside a comment: who asks about a cursor needs them.
    """

    def __init__(
        self, source_text: SourceText, start: int, wanted: Set[Path] = frozenset()
    ) -> None:
        self.main = Thread(start)
        self.end = ""
        self.end_place = len(source_text.text)
        self.tail: list[str] = []
        self.open: list[Thread] = []
        self.in_comment = False
        self._source_text = source_text
        self._open: list[Thread] = [self.main]
        self._too_deep = 0
        self._wanted = wanted
        self._same: dict[bytes, Note] = {}
        self._words: dict[str, str] = {}
        self._read(start)

    def _read(self, position: int) -> None:
        text = self._source_text.text
        scan = _LEXEME.match
        while lexeme := scan(text, position):
            at, position = lexeme.span()
            kind = lexeme.lastgroup
            if kind == "space":
                continue
            if kind == "word":
                if self._is_end(lexeme[0], at, position):
                    self._finish(lexeme[0], at)
                    self._read_below(position)
                    return
                if not self._too_deep:
                    self._word(lexeme[0], at)
            elif kind == "open":
                self._open_line(at)
            elif kind == "close":
                self._close_line(at)
            elif self._too_deep:
                continue
            elif kind == "comment":
                self._comment(lexeme["comment"], at)
            elif kind == "rem":
                self._note(Note(at=self._line.plies, rem=lexeme["rem"]), at)
                self.in_comment = position == len(text)
            elif kind == "unclosed":
                self._say("KF105", _UNCLOSED, at, token="{")
                self._comment(text[at + 1 :], at)
                self.in_comment = True
                self._end_unsaid(len(text.rstrip(SPACE)))
                return
            else:
                self._stray(lexeme[0], at)
        self._finish("", len(text.rstrip(SPACE)))

    @property
    def _line(self) -> Thread:
        return self._open[-1]

    def _say(self, code: str, message: str, at: int, *, token: str | None = None) -> None:
        if self._source_text.is_full:
            # It is only counted; which variation it is in would take long to say.
            self._source_text.say(code, message, at, variation="?" if len(self._open) > 1 else "")
            return
        path = "/".join(f"{ply}.{number}" for ply, number in (t.step for t in self._open[1:]))
        self._source_text.say(code, message, at, token=token, ply=self._line.plies, variation=path)

    def _note(self, note: Note, at: int) -> None:
        notes = self._line.notes
        if len(notes) >= _MANY and notes[-_MANY].at == note.at:
            key = _encode(note)
            if len(self._same) < _DIFFERENT:
                self._same.setdefault(key, note)
            note = self._same.get(key, note)
        self._line.note(note, at)

    def _comment(self, written: str, at: int) -> None:
        def doubt(index: int, escape: str) -> None:
            what = (
                r"@ introduces a comment's language, but none follows; write \@ for a plain @"
                if escape == "@"
                else rf"{escape!r} is not an escape in a comment (\}} \\ \[ \] \@)"
            )
            self._say("KF104", what + "; it is kept unchanged", at + 1 + index, token=escape)

        lang, comment = escapes.read_comment(written, doubt)
        self._note(Note(at=self._line.plies, text=comment, lang=lang), at)

    def _stray(self, token: str, at: int) -> None:
        if token[0] == "[":
            message = "a tag must begin in the first column of its line; this one is ignored"
        else:
            message = f"{token} closes nothing and is ignored"
        self._say("KF107", message, at, token=token[:LONGEST_WORD])

    # Words

    def _is_end(self, word: str, at: int, after: int) -> bool:
        """Whether the word from character `at` to `after` - 1 is the record's terminator: `=` or
        `*`, in a variation only if it is alone on its line.
        """
        if word not in ("=", "*"):
            return False
        return len(self._open) == 1 or self._is_alone(at, after)

    def _is_alone(self, at: int, after: int) -> bool:
        text = self._source_text.text
        before = at - 1
        while before >= 0 and text[before] in " \t\r":
            before -= 1
        return (before < 0 or text[before] == "\n") and bool(_LINE_END.match(text, after))

    def _word(self, word: str, at: int) -> None:
        line = self._line
        begin = 0
        while glued := _GLUED.match(word, begin):
            self._move(glued[1], at + begin)
            begin = glued.end()
        word, at = word[begin:], at + begin
        if word.startswith("..."):
            if len(self._open) > 1 and not line.words and not line.notes and not line.on:
                line.on = True
                if word != "...":
                    self._word(word[3:], at + 3)
            else:
                message = "... is only allowed at the beginning of a variation; here it is ignored"
                self._say("KF114", message, at, token=word[:LONGEST_WORD])
        elif word[0] in "$!?%":
            self._attachment(word, at)
        elif word[0] in "=*" and not word[1:].strip("!?"):
            message = f"{word[0]} ends a record and is not allowed here; it is ignored"
            self._say("KF114", message, at, token=word[:LONGEST_WORD])
        elif word[-1] in "!?":
            move = word.rstrip("!?")
            self._move(move, at)
            self._attachment(word[len(move) :], at + len(move))
        else:
            self._move(word, at)

    def _move(self, word: str, at: int) -> None:
        line = self._line
        if len(self._words) < _DIFFERENT:
            self._words.setdefault(word, word)
        line.words.append(self._words.get(word, word))
        line.places.append(at)
        if is_mark(word):
            return
        line.plies += 1
        if len(word) > LONGEST_WORD:
            message = f"a word has {len(word)} characters; at most {LONGEST_WORD} are allowed"
            self._say("KF011", message, at, token=word[:LONGEST_WORD])
        elif not MOVE.fullmatch(word):
            message = f"{word!r} is not a move, mark, glyph or checkpoint; it is kept as a ply"
            self._say("KF108", message, at, token=word)

    def _attachment(self, word: str, at: int) -> None:
        ply = self._line.plies
        if word[0] == "%":
            if CHECK.fullmatch(word):
                self._note(Note(at=ply, check=word[1:]), at)
            else:
                message = "a checkpoint must be % and 8 hex digits; this one is ignored"
                self._say("KF110", message, at, token=word[:LONGEST_WORD])
        elif GLYPH.fullmatch(word):
            self._note(Note(at=ply, glyph=word), at)
        elif word[0] == "$" or not word.strip("!?"):
            message = "a glyph must be ! ? !! ?? !? ?! or $1 to $255; this one is ignored"
            self._say("KF109", message, at, token=word[:LONGEST_WORD])
        else:
            message = "a word can't begin with ! or ?; this one is ignored"
            self._say("KF108", message, at, token=word[:LONGEST_WORD])

    # Variations and the end

    def _open_line(self, at: int) -> None:
        if self._too_deep:
            self._too_deep += 1
        elif len(self._open) > DEEPEST_LINE:
            message = f"variations can be nested {DEEPEST_LINE} deep; this one is ignored"
            self._say("KF012", message, at, token="(")
            self._too_deep = 1
        else:
            self._open.append(self._line.branch(at))

    def _close_line(self, at: int) -> None:
        if self._too_deep:
            self._too_deep -= 1
        elif len(self._open) == 1:
            self._say("KF107", ") closes nothing and is ignored", at, token=")")
        else:
            path = tuple(thread.step for thread in self._open[1:]) if self._wanted else ()
            thread = self._open.pop()
            line = Line(" ".join(thread.words), thread.notes, thread.on)
            self._note(Note(at=self._line.plies, line=line), thread.start)
            if path in self._wanted:
                self._line.branches[thread.step] = thread

    def _finish(self, end: str, at: int) -> None:
        self._too_deep = 0
        self.open = self._open.copy()
        while len(self._open) > 1:
            start = self._line.start
            self._say("KF106", "the variation that begins here is never closed", start, token="(")
            self._close_line(at)
        self.end, self.end_place = end, at
        if not end:
            message = "the record ends without = (finished) or * (not finished): it was cut off"
            self._source_text.say("KF112", message, at, ply=self.main.plies, expected=["=", "*"])

    def _end_unsaid(self, at: int) -> None:
        """End the movetext at the character `at`, in a comment that is never closed, as the caller
        has said. That variations and the record are not closed either gets no findings.
        """
        self.open = self._open.copy()
        while len(self._open) > 1:
            self._close_line(at)
        self.end_place = at

    def _read_below(self, position: int) -> None:
        """Read the lines below the terminator, from the character `position` on. Line comments
        become the record's tail; all else is a finding.
        """
        text, in_junk = self._source_text.text, False
        if not self._is_alone(self.end_place, position):
            message = "a terminator must be alone on its line"
            self._source_text.say(
                "KF111", message, self.end_place, token=self.end, ply=self.main.plies
            )
        while position < len(text) and (line := _BELOW.match(text, position)):
            if line["rem"] is not None:
                self.tail.append(line["rem"].strip(" \t\r"))
            elif line["junk"] and not in_junk:
                message = "text after the terminator is ignored up to the next tag"
                junk = line["junk"]
                self._source_text.say(
                    "KF113", message, line.start("junk"), token=junk[:LONGEST_WORD].split(" ")[0]
                )
            if line["rem"] is not None or line["junk"]:
                in_junk = line["junk"] is not None
            position = line.end()
