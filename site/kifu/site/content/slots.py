"""Slots: the record cut at its notes, so that a page can put in those of its reader.

The page knows no grammar. It gets the fixed parts of the text, and the notes at each place between
them; what it adds are escaped comments and glyphs (static/notes.ts).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kifu.notation.errors import NotationError
from kifu.notation.files import dumps
from kifu.notation.plain_form import write_head, write_note, write_text
from kifu.notation.reader import Reader, Thread
from kifu.notation.record import Note, Record, is_mark
from kifu.replay.timeline import Branch, Moment, Timeline

Slot = list[Any]


def slots(timeline: Timeline, record: Record) -> list[Slot]:
    """The record as text, cut into slots, so that the page can put notes into it and write it out:
    `[place, text, note, ...]` for each place of the timeline that can have notes. `text` is the
    record's text since the slot before, and the notes (dicts, see `_note`) follow it. A place has
    several slots, one after the other, if a variation, a checkpoint or a line comment comes between
    its notes or after them. Notes in parts of the record that the timeline does not show stay in
    `text`. `record` is that of the timeline, or a redacted copy. [] if text can't hold the record,
    or if it is larger than a record may be.

    `place` is a ply of the main line (0: the start), or for a variation "ADDRESS:PLY" (see
    `branches`). The last slot is `["", text]`, the end of the record. A run of slots of the main
    line (also a single slot) that have only their marks and moves is shortened to one `[first ply,
    last ply]`.
    """
    try:
        dumps(record)
    except NotationError:
        return []
    shown = {branch.path: (at, len(branch.moments)) for at, branch, _ in branches(timeline)}
    shown[""] = "", len(timeline.moments)
    cut: list[Slot] = []
    text = ""
    for part in segments(record):
        address, plies = shown.get(part.path, ("", -1))
        if not 0 <= part.ply <= plies:
            text += whole(part)
            continue
        place = f"{address}:{part.ply}" if address else part.ply
        text += part.text
        slot = [place, text, *(_note(white, note) for white, note in part.notes)]
        if slot != [place, _plain_text(timeline, place)]:
            cut.append(slot)
        elif len(cut[-1]) == 2 and cut[-1][1] == part.ply - 1:
            cut[-1][1] = place
        else:
            cut.append([place, place])
        text = ""
    cut.append(["", text])
    return cut


def _plain_text(timeline: Timeline, place: int | str) -> str:
    """The text that the slot at `place` (see `slots`) has if it holds only a move of the main line
    and the marks before it: a line break, the marks and the move, separated by spaces; or, if there
    are no marks, a space and the move. "" for the start of the match (0), and for a place in a
    variation: their slots are never shortened.
    """
    if not isinstance(place, int) or not place:
        return ""
    moment = timeline.moments[place - 1]
    return "".join(
        ["\n" if moment.marks else " ", *(f"{mark} " for mark in moment.marks), moment.move]
    )


class Segment(Struct):
    """A piece of a record's text without notes, and the notes that come right after it.

    `text` is the fixed text since the segment before, in the plain form. `path` and `ply` say after
    which ply the notes are: the variation as in `Diagnostic.variation` ("" for the main line), and
    the ply within it. `notes` are glyphs and comments, each after the white space that separates it
    in the text. A ply may have several segments, if something else (such as a variation) comes
    between its notes. The last segment is the end of the text; its ply is -1.
    """

    text: str
    path: str
    ply: int
    notes: list[tuple[str, Note]]


def segments(record: Record) -> list[Segment]:
    r"""The text of `record` cut at every place where a glyph or a comment is, or could be; joined
    with `whole`, the segments give the text back. There is always one for the end. The record must
    be one that can be written (`lint` finds nothing): otherwise the segments are wrong, without an
    error. O(size).

    >>> record = Record(game="nimmt", rules=1, seats=["Aki"], moves="59 10", end="*")
    >>> record.notes.append(Note(at=1, text="Low."))
    >>> [(part.ply, part.text, len(part.notes)) for part in segments(record)][1:]
    [(1, '\n59', 1), (2, ' 10', 0), (-1, '\n*\n', 0)]
    """
    text, head, end = write_text(record), write_head(record), 0
    cut: list[Segment] = []

    def watch(line: Thread, thing: str | Note | None, start: int, stop: int) -> None:
        """Add to `cut` what the reader has found in `text` from `start` to `stop`: a glyph or a
        comment to the notes of the last segment; a mark not yet, but to the text of the segment
        after it; anything else (the beginning of the movetext or of a variation, a move, a bracket
        that closes, a line comment) as a new segment. Its text begins where the last thing ended;
        it takes in the whole head, the `...` after a bracket, and the newline after a line comment.
        For the arguments see `Watch`.
        """
        nonlocal end
        if isinstance(thing, Note) and (thing.glyph is not None or thing.text is not None):
            cut[-1].notes.append((text[end:start], thing))
        elif isinstance(thing, str) and is_mark(thing):
            return
        else:
            if thing is None:  # the bracket of a variation, or the beginning of the movetext
                stop = stop + 3 * text.startswith("...", stop) if line.path else len(head)
            elif isinstance(thing, Note) and thing.rem is not None:
                stop += 1
            cut.append(Segment(text[end:stop], line.path, line.plies, []))
        end = stop

    Reader(text.encode(), watch)
    cut.append(Segment(text[end:], "", -1, []))
    return cut


def whole(part: Segment) -> str:
    """The text of a segment, followed by its notes, each after its white space."""
    return part.text + "".join(white + write_note(note) for white, note in part.notes)


def digest(cut: list[Slot]) -> str:
    """A digest (24 hex digits) of a record's slots, notes included: under this key a browser stores
    what its reader has written. [] has a digest, too.
    """
    return hashlib.blake2b(msgspec.json.encode(cut), digest_size=12).hexdigest()


def branches(timeline: Timeline) -> Iterator[tuple[str, Branch, list[Moment]]]:
    """Yield each variation that the page shows, as (address, branch, moments before it). In the
    address `9.1/2.1`, `9.1` is the first variation at ply 9 and `2.1` the first one at ply 2 of
    that; ply 0 is the start of the match. Variations are counted as the timeline has them, so the
    address may differ from `branch.path`, which counts them as the record does. The moments before
    it, a new list, go from the start of the match to where the variation branches off. Ordered by
    ply, each variation followed by those inside it.
    """

    def of(
        place: str, lines: Sequence[Branch], line: list[Moment], ply: int
    ) -> Iterator[tuple[str, Branch, list[Moment]]]:
        """Yield the variations `lines` and those inside them as (address, branch, moments before
        it), in the order of `branches`; nothing without `lines`. `line` is the line that they leave
        at `ply`: its moments from the start of the match, also in a variation. `ply` is counted
        from there, too (0: the start). A variation comes after the move of that ply (`Branch.on`)
        or in place of it; only in the first case do the moments before it include that of `ply`.

        `place` is the beginning of their addresses: the ply as an address has it ("9", or "9.1/2"
        inside of a variation). A dot and the number of the variation follow it.
        """
        for number, branch in enumerate(lines, 1):
            address, before = f"{place}.{number}", line[: ply if branch.on else ply - 1]
            yield address, branch, before
            whole = [*before, *branch.moments]
            for at, moment in enumerate(branch.moments, 1):
                yield from of(f"{address}/{at}", moment.lines, whole, len(before) + at)

    yield from of("0", timeline.lines, [], 0)
    for moment in timeline.moments:
        yield from of(str(moment.ply), moment.lines, timeline.moments, moment.ply)


def _note(white: str, note: Note) -> dict[str, str]:
    """A note, a glyph or a comment, as a dict of those of its fields `glyph`, `text` and `lang`
    that are set. `white` is the white space before it; it is in the dict (`before`) unless it is a
    single line break.
    """
    fields = {
        "before": None if white == "\n" else white,
        "glyph": note.glyph,
        "text": note.text,
        "lang": note.lang,
    }
    return {name: value for name, value in fields.items() if value is not None}
