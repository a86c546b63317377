"""Sight: what a page may tell, and to whom.

A page for everyone holds the tables of all viewers and every step with its masks, and the
reader chooses whose eyes to look through. A *redacted* page is for one viewer: whatever that
viewer never gets to see is taken out here, before anything is written.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from kifu.notation.diagnostics import CODES, Diagnostic
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Note
from kifu.replay.table import ALL, NOBODY, OPEN, PUBLIC, UNKNOWN, Motion, Step, as_seen, sees
from kifu.replay.timeline import Branch, Moment, Timeline

#: Tags that describe a match and can hold no card. A redacted page shows no others.
PLAIN_TAGS = ("Event", "Site", "Date", "Time", "Round", "Table", "Termination")


class Sight(Struct, frozen=True):
    """Whom a page is for: the `viewers` it can show in their order, the one it `opens` with,
    and whether everything else was taken out of it.
    """

    viewers: tuple[int, ...]
    opens: int
    redacted: bool


def open_sight(timeline: Timeline, viewer: int) -> Sight:
    """A page that anyone may look through with any eyes, and that opens with `viewer`."""
    viewers = (ALL, PUBLIC, *range(1, len(timeline.record.seats) + 1))
    return Sight(viewers, _known_viewer(viewer, viewers), False)


def redacted_sight(timeline: Timeline, viewer: int) -> Sight:
    """A page that holds what `viewer` (a seat or PUBLIC) may know, and nothing else.

    Raises UsageError for ALL, from whom nothing is hidden.
    """
    if viewer == ALL:
        raise UsageError("nothing is hidden from everyone: redact for a seat or for the public")
    viewers = (PUBLIC, *range(1, len(timeline.record.seats) + 1))
    return Sight((_known_viewer(viewer, viewers),), viewer, True)


def step_told(sight: Sight, step: Step) -> Step:
    """The step that the page holds: all of it, or what the one viewer sees of it.

    >>> deal = Step("deal", [Motion("55", "deck", "hand/1", -2, NOBODY, 1 << 1 | 1 << ALL)])
    >>> step_told(Sight((2,), 2, True), deal).motions[0].card
    '_'
    """
    if not sight.redacted:
        return step
    seen = as_seen(step, sight.opens)
    motions = [
        Motion(
            motion.leaves if motion.enters == UNKNOWN else motion.enters,
            motion.src,
            motion.dst,
            motion.at,
            NOBODY if motion.leaves == UNKNOWN else OPEN,
            NOBODY if motion.enters == UNKNOWN else OPEN,
        )
        for motion in seen.motions
    ]
    return Step(seen.kind, motions, seen.facts, seen.seat)


def notes_told(sight: Sight, notes: Sequence[Note]) -> list[Note]:
    """The notes that the page holds. A comment may speak of any card and a checkpoint is made
    from all of them, so a redacted page keeps the glyphs only.
    """
    return [note for note in notes if note.glyph is not None or not sight.redacted]


def lines_told(sight: Sight, lines: list[Branch]) -> list[Branch]:
    """The variations that the page holds: they play cards that nobody has shown."""
    return [] if sight.redacted else lines


def tags_told(sight: Sight, tags: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The tags that the page holds, line comments among them left out."""
    told = PLAIN_TAGS if sight.redacted else None
    return [(name, value) for name, value in tags if name != ";" and (not told or name in told)]


def findings_told(sight: Sight, findings: list[Diagnostic]) -> list[Diagnostic]:
    """The findings that the page holds. Messages and expected moves may name cards in a hand:
    a redacted page says what kind of thing is wrong at which ply, and no more.
    """
    if not sight.redacted:
        return findings
    return [
        Diagnostic(code=f.code, message=CODES[f.code].title, severity=f.severity, ply=f.ply)
        for f in findings
        if not f.variation
    ]


def known_at(moments: list[Moment], viewer: int) -> list[int | None]:
    """For every move of a line, the 1-based place of the moment at which `viewer` gets to know
    it, or None where that never happens. O(motions).

    A move that names a card which is put down unseen is known when that card is next seen to
    leave the place where it lay or went. Every other move is known at once.
    """
    known: list[int | None] = []
    waiting: dict[str, list[tuple[int, tuple[str, str]]]] = {}
    for place, moment in enumerate(moments, 1):
        known.append(place)
        hidden = _card_played_unseen(moment, viewer)
        if hidden is not None:
            known[-1] = None
            way = (hidden.src, hidden.dst)
            waiting.setdefault(hidden.card, []).append((place - 1, way))
        if waiting:
            for motion in _motions_seen(moment, viewer):
                for index, way in waiting.get(motion.card, []):
                    if known[index] is None and motion.src in way:
                        known[index] = place
    return known


def _card_played_unseen(moment: Moment, viewer: int) -> Motion | None:
    for motion in moment.steps[0].motions if moment.steps else []:
        unseen = not sees(motion.to, viewer) or not sees(motion.was | motion.seen, viewer)
        if unseen and motion.card != UNKNOWN and motion.card in moment.move:
            return motion
    return None


def _motions_seen(moment: Moment, viewer: int) -> list[Motion]:
    return [
        motion
        for step in moment.steps
        for motion in step.motions
        if sees(motion.to, viewer) and sees(motion.seen, viewer)
    ]


def _known_viewer(viewer: int, viewers: tuple[int, ...]) -> int:
    if viewer not in viewers:
        raise KifuError(f"there is no seat {viewer}: the seats are 1 to {max(viewers[1:])}")
    return viewer
