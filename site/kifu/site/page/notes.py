"""Notes: what a page shows of the glyphs and comments of a record."""

from __future__ import annotations

from typing import Any

from kifu.notation.comments import commands, evaluation, plain
from kifu.notation.record import Note
from kifu.store.index.remarks import sign

#: A note as the data of a page have it.
Data = dict[str, Any]


def note_data(note: Note) -> Data:
    """What the page shows of a note: a glyph, or a comment's text, language and shown commands,
    each under a key of its own. Empty for other notes.

    >>> note_data(Note(at=1, text="Too low. [%clk 0:00:41]", lang="en"))
    {'text': 'Too low.', 'lang': 'en', 'clk': '0:00:41'}
    """
    if note.glyph is not None:
        return {"glyph": sign(note.glyph)}
    if note.text is None:
        return {}
    data: Data = {}
    text = plain(note.text).strip()
    if text:
        data["text"] = text
        if note.lang:
            data["lang"] = note.lang
    if any(name == "hindsight" for name, _ in commands(note.text)):
        data["hindsight"] = 1
    names = SHOWN_COMMANDS if text else SHOWN_ALONE
    return data | {name: args for name, args in commands(note.text) if name in names}


#: Commands of a comment that the page shows beside its text, and those that it shows without one.
SHOWN_COMMANDS = ("clk", "emt", "mark", "by")
SHOWN_ALONE = ("clk", "emt", "mark")


def chances(note: Note, seats: int) -> Data:
    """Each seat's chance to win, in seat order under the key `eval`, if the note's comment states
    it; otherwise an empty dict.
    """
    given = dict(commands(note.text or "")).get("eval", "")
    found = evaluation(given, seats)
    return {"eval": found} if found else {}
