"""Erasure: what an archive keeps of erased names, and records without them.

The archive remembers erased names only as digests with a secret of its own, so that it can tell
one that comes in again, from a log that still has it, and can't be asked for it. Names are
compared folded. A name within a longer text is not touched.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from kifu.notation.record import Line, Note, Record
from kifu.replay.anonymise import every_text
from kifu.store.fold import folded

#: The quarantine shows this instead of a message that contains an erased name.
SILENT = "it names a player who was erased; see kifu check"
#: The most words of a name that is looked for in messages.
_LONGEST = 5


class Erasure:
    """The erased names of an archive, of which it has only digests. `pseudonyms` has the pseudonym
    for each digest. `secrets` (hexadecimal) are the keys with which the digests were made: the
    archive's own, and those of archives that were merged into it.
    """

    def __init__(self, secrets: Sequence[str], pseudonyms: dict[str, str]) -> None:
        self.secrets = list(secrets)
        self.pseudonyms = pseudonyms
        self._of = lru_cache(maxsize=1 << 16)(self._sought)

    def __reduce__(self) -> tuple[Any, ...]:
        return Erasure, (self.secrets, self.pseudonyms)

    def of(self, name: str) -> str | None:
        """The pseudonym that replaces `name`, compared folded; None if the name is not erased.
        Raises ValueError if `name` is not valid Unicode, unless nobody is erased.
        """
        return self._of(name) if self.pseudonyms else None

    def conceal(self, text: str) -> str:
        """The pseudonym if `text` is an erased name, compared folded, otherwise `text` itself.
        Raises ValueError if `text` is not valid Unicode, unless nobody is erased.
        """
        return self.of(text) or text

    def digest(self, name: str) -> str:
        """The digest (32 hex digits) that the archive keeps instead of the erased name `name`,
        folded; it is made with the first secret, of which there must be one (IndexError otherwise).
        Raises ValueError if `name` is not valid Unicode. Erases nothing.
        """
        return _digest(self.secrets[0], name)

    def is_named_in(self, message: str) -> bool:
        """Whether a message of the quarantine contains an erased name, compared folded. It is found
        if it is 1 to `_LONGEST` (5) whole words of the message, as white space parts them, or such
        words without up to 4 signs (anything but letters and digits) at either end. A longer name,
        and one within a word, is not found. False if nobody is erased; otherwise, a message that is
        not valid Unicode may raise ValueError.

        >>> erased = Erasure(["00"], {_digest("00", "Bob (B.)"): "Player 1"})
        >>> erased.is_named_in("there is no game 'Bob (B.)'"), erased.is_named_in("Bob (B.)s")
        (True, False)
        """
        words = message.split()
        return bool(self.pseudonyms) and any(
            self.of(part)
            for start in range(len(words))
            for end in range(start + 1, start + _LONGEST + 1)
            for part in _without_signs(" ".join(words[start:end]))
        )

    def _sought(self, name: str) -> str | None:
        """As `of`, but without its cache. The name is folded and digested with each secret in turn;
        the first digest that has a pseudonym counts. None if no digest has one. Raises ValueError
        if `name` is not valid Unicode.
        """
        found = (self.pseudonyms.get(_digest(secret, name)) for secret in self.secrets)
        return next(filter(None, found), None)


def _without_signs(text: str) -> Iterator[str]:
    """Yield `text` with 0 to 4 signs cut off its beginning and 0 to 4 off its end, in every
    combination: at most 25 texts, `text` itself among them. Everything but letters and digits is a
    sign, white space and `_` too. If `text` has nothing but signs, only some of the combinations
    come, perhaps "" or a text twice among them.
    """
    found = _SIGNS.fullmatch(text)
    assert found is not None
    for start in range(found.end(1) + 1):
        for end in range(found.start(2), len(text) + 1):
            yield text[start:end]


_SIGNS = re.compile(r"([\W_]{0,4}).*?([\W_]{0,4})", re.DOTALL)

#: Nobody is erased.
NOBODY = Erasure([], {})


def _digest(secret: str, name: str) -> str:
    """The digest of a name, folded, keyed with `secret` (hexadecimal): BLAKE2b, 32 hex digits.
    ValueError if `secret` is not hexadecimal or has more than 64 bytes, or if `name` is not valid
    Unicode.

    >>> _digest("00ff", "Aki") == _digest("00ff", "AKI"), len(_digest("00ff", ""))
    (True, 32)
    """
    key = bytes.fromhex(secret)
    return hashlib.blake2b(folded(name).encode(), digest_size=16, key=key).hexdigest()


def concealed(record: Record, erased: Erasure) -> Record:
    """`record` with the archive's pseudonyms for the names in `erased`, compared folded. A name is
    replaced where it is the name of a seat, the whole value of a tag, the whole argument of a
    command in a comment, such as `[%command NAME]` (in variations, too), or a whole text or key in
    the fields that kifu does not know (`extra`). Line comments stay as they are, and so does a name
    within a longer text.

    `record` is not changed: a new one is returned, or `record` itself if there is nothing to
    replace. Raises ValueError if one of these texts is not valid Unicode, unless nobody is erased.
    """
    if not erased.pseudonyms:
        return record
    fresh = replace(
        record,
        seats=[erased.conceal(name) for name in record.seats],
        tags=[(tag, value if tag == ";" else erased.conceal(value)) for tag, value in record.tags],
        notes=[_concealed(note, erased) for note in record.notes],
        extra=every_text(record.extra, erased.conceal),
    )
    return record if fresh == record else fresh


def _concealed(note: Note, known: Erasure) -> Note:
    """The note with pseudonyms for names in `known`, compared folded, that are the whole argument
    of a command (`[%command NAME]`), in its comment or in notes of its variation. All other text
    stays, line comments too. `note` is not changed. A note with a comment or a variation comes back
    as a new note, equal to `note` if no name was replaced; any other note is returned itself.
    Raises ValueError for an argument that is not valid Unicode, unless nobody is erased.
    """
    if note.line is not None:
        inner = [_concealed(each, known) for each in note.line.notes]
        return replace(note, line=Line(note.line.moves, inner, note.line.on))
    if note.text is None:
        return note
    return replace(note, text=without_names(note.text, known))


def without_names(text: str, known: Erasure) -> str:
    """A comment with pseudonyms for names in `known`, compared folded, that are the whole argument
    of a command (`[%command NAME]`); all else in it stays. Raises ValueError for an argument that
    is not valid Unicode, unless nobody is erased.
    """
    return _COMMAND.sub(lambda of: of[1] + known.conceal(of[2]), text)


_COMMAND = re.compile(r"(\[%[A-Za-z][A-Za-z0-9_]*+[ \t\r\n]++)([^\[\]]*+)(?=\])")
