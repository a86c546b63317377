"""Notes: what a page shows of the glyphs and comments of a record, and the plies that its tags say
are worth showing.
"""

from __future__ import annotations

import re
from typing import Any

from kifu.notation.comments import evaluation, first_commands, without_commands
from kifu.notation.record import Note, Record, tag
from kifu.store.index.remarks import sign

_PLY = re.compile(r"[0-9]{1,7}")

#: A note as the data of a page have it.
Data = dict[str, Any]


def note_data(note: Note) -> Data:
    """What the page shows of a note; {} if nothing, as for a line comment, a checkpoint or a
    variation. A glyph gives `{"glyph": sign}`.

    A comment gives `text` (without commands) and its `lang`, if it has them, `hindsight` (1) if it
    has that command, and the arguments of its commands `clk`, `emt`, `mark` and, only beside a
    text, `by`, each under its name; of equal commands the first counts.

    >>> note_data(Note(at=1, text="Too low. [%clk 0:00:41] [%clk 0:00:40]", lang="en"))
    {'text': 'Too low.', 'lang': 'en', 'clk': '0:00:41'}
    """
    if note.glyph is not None:
        return {"glyph": sign(note.glyph)}
    if note.text is None:
        return {}
    data: Data = {}
    text = without_commands(note.text).strip()
    if text:
        data["text"] = text
        if note.lang:
            data["lang"] = note.lang
    said = first_commands(note.text)
    if "hindsight" in said:
        data["hindsight"] = 1
    return data | {name: said[name] for name in SHOWN if name in said and (text or name != "by")}


#: Commands of a comment that the page shows; the last one only beside a text.
SHOWN = ("clk", "emt", "mark", "by")


def chances(note: Note, seats: int) -> Data:
    """`{"eval": [chance of each seat to win, 0 to 1]}`, in seat order, if the note's comment states
    it by the command `eval` for all `seats` (how many there are); otherwise, and if that can't be
    read, {}. Of several such commands the first counts.
    """
    found = evaluation(first_commands(note.text or "").get("eval", ""), seats)
    return {"eval": found} if found else {}


def excerpt(record: Record, plies: int) -> tuple[int, int]:
    """The first and the last ply to show, as the tags From and To say; for one that is missing or
    "", 0 (the start) or `plies`. `plies` is how many plies of the record can be replayed.
    (0, plies) if the tags are impossible: not numbers of up to 7 digits, From above To, or To above
    `plies`.

    >>> excerpt(Record(tags=[("From", "3"), ("To", "7")]), 9), excerpt(Record(), 9)
    ((3, 7), (0, 9))
    >>> excerpt(Record(tags=[("From", "3"), ("To", "77")]), 9)
    (0, 9)
    """
    said = tag(record, "From") or "0", tag(record, "To") or str(plies)
    first, last = (int(text) if _PLY.fullmatch(text) else -1 for text in said)
    return (first, last) if 0 <= first <= last <= plies else (0, plies)
