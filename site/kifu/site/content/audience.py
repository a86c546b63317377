"""Audience: what a page shows, and to whom.

A page for everyone holds the tables of all viewers and every step with its masks, and the
reader chooses whose eyes to look through. A *redacted* page is for one viewer: whatever that
viewer never gets to see is taken out here, before anything is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.comments import first_commands, without_commands
from kifu.notation.errors import CODES, Diagnostic, KifuError, UsageError
from kifu.notation.record import Record, by_ply
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.judgements.notes import TAGS as ENGINE_TAGS
from kifu.replay.judgements.notes import is_own
from kifu.replay.judgements.written import visible_notes
from kifu.replay.match import Match, replay
from kifu.replay.table import (
    ALL,
    EVERY,
    NOBODY,
    OPEN,
    PUBLIC,
    Motion,
    Step,
    as_seen,
    sees,
)
from kifu.replay.timeline import Timeline
from kifu.replay.timeline import timeline as timeline_of
from kifu.site.content.late import blind_zones, known_at

#: Tags that describe a match and can hold no card. A redacted page shows no others.
PLAIN_TAGS = ("Event", "Site", "Date", "Time", "Round", "Table", "Termination")
#: The commands with which an engine judges a decision.
VERDICT = ("judged", "options", "depends", "sign")
#: The pseudonym of a player who was erased from an archive.
ERASED = re.compile("erased-[0-9a-f]{8}")


class Audience(Struct, frozen=True):
    """Whom a page is for: the `viewers` (ALL, PUBLIC or numbers of seats) whose view it can show,
    in their order, and the one it `opens` with. `redacted` if it holds only what one viewer may
    know.
    """

    viewers: tuple[int, ...]
    opens: int
    redacted: bool


def open_audience(timeline: Timeline, viewer: int) -> Audience:
    """The audience of a page whose reader may choose any viewer: ALL, PUBLIC, then each seat. The
    page opens as `viewer` (one of these) sees the table. Raises KifuError for any other number.
    """
    viewers = (ALL, PUBLIC, *range(1, len(timeline.record.seats) + 1))
    if viewer not in viewers:
        raise KifuError(f"there is no seat {viewer}: the seats are 1 to {viewers[-1]}")
    return Audience(viewers, viewer, False)


def redacted_audience(timeline: Timeline, viewer: int) -> Audience:
    """The audience of a page that holds only what `viewer` (a seat or PUBLIC) may know; this is its
    only viewer. Raises UsageError for ALL, from whom nothing is hidden, and KifuError for any other
    number that is neither PUBLIC nor a seat of the match.
    """
    if viewer == ALL:
        raise UsageError(
            "all sees everything, so there is nothing to redact: choose a seat or public"
        )
    return replace(open_audience(timeline, viewer), viewers=(viewer,), redacted=True)


def audience_of(timeline: Timeline, viewer: int) -> Audience:
    """The audience of a picture for one viewer, which holds only what that viewer may know: for ALL
    the open audience that opens with ALL, otherwise the redacted one of `viewer`. Raises KifuError
    for a seat that there isn't.
    """
    return open_audience(timeline, ALL) if viewer == ALL else redacted_audience(timeline, viewer)


def without_erased(record: Record) -> Record:
    """The record without what an engine said of the decisions of players who were erased: the
    record itself if nobody is, otherwise a copy. At each ply with a command `judged` for one of
    their seats, the glyph that it calls the engine's and variations by its author are left out, and
    comments lose the commands of VERDICT, whoever wrote them; no tag is needed for it. Chances to
    win stay, and so does what people wrote, except within an engine's variation. O(notes).
    """
    erased = {str(at) for at, name in enumerate(record.seats, 1) if ERASED.fullmatch(name)}
    if not erased:
        return record
    said = [(note.at, first_commands(note.text or "")) for note in record.notes]
    judged = {at: words for at, words in said if erased & {*words.get("judged", "").split()[:1]}}
    notes = []
    for note in record.notes:
        words = judged.get(note.at, {})
        if words and note.text:
            note = replace(note, text=without_commands(note.text, VERDICT))
        author = frozenset([words.get("by", "")])
        if note.text or not (note.glyph == words.get("sign", "") or is_own(note, author)):
            notes.append(note)
    return replace(record, notes=notes)


def visible_timeline(timeline: Timeline, audience: Audience) -> Timeline:
    """The timeline with only the notes and variations that a page or picture may hold: the same
    timeline or, if a player is erased, that of the record `without_erased` (replayed). For a
    redacted audience, it is a copy without variations and comments, with only the glyphs that its
    viewer may know (see `visible_notes`).

    Nothing else is taken out: the record, the match with its findings, and the moves, sentences and
    steps of the moments still say what is hidden from the viewer (see `visible_match`,
    `visible_findings`, `visible_step`). Except for notes and variations, the copy shares its parts
    with `timeline`, which is not changed.
    """
    record = without_erased(timeline.record)
    if record is not timeline.record:
        match = replay(record)
        match.findings = timeline.match.findings
        timeline = timeline_of(match)
    if not audience.redacted:
        return timeline
    noted = by_ply(visible_notes(timeline.match, audience.opens))
    moments = [replace(each, notes=noted.get(each.ply, []), lines=[]) for each in timeline.moments]
    return replace(timeline, notes=noted.get(0, []), lines=[], moments=moments)


def visible_step(audience: Audience, step: Step) -> Step:
    """The step as the page holds it: the same step or, on a redacted page, a new one with only the
    motions and facts that its viewer (the one that the audience `opens` with) sees. Its `facts` are
    those that the public sees. Facts that the public does not see, or sees with another value, are
    in `private`, for this viewer alone.

    >>> deal = Step("deal", [Motion("55", "deck", "hand/1", -2, NOBODY, 1 << 1 | 1 << ALL)])
    >>> visible_step(Audience((2,), 2, True), deal).motions[0].card
    '_'
    """
    if not audience.redacted:
        return step
    viewer = audience.opens
    motions = [
        _visible_motion(motion, viewer) for motion in step.motions if sees(motion.to, viewer)
    ]
    public, own = as_seen(step, PUBLIC).facts, as_seen(step, viewer).facts
    private = {name: fact for name, fact in own.items() if public.get(name) != fact}
    return Step(step.kind, motions, public, step.seat, [(1 << viewer, private)] if private else [])


def _visible_motion(motion: Motion, viewer: int) -> Motion:
    """The motion as the viewer, who must see that it happens, sees it, as a new Motion. A card
    whose face the viewer sees neither before nor after it is replaced by the motion's `back` (EVERY
    stays). `was` becomes OPEN if the viewer sees the face before, otherwise NOBODY; `seen` likewise
    for after; and `to` becomes OPEN. So they don't show who else sees it.
    """
    was, seen = sees(motion.was, viewer), sees(motion.seen, viewer)
    known = was or seen or motion.card == EVERY
    return Motion(
        motion.card if known else motion.back,
        motion.src,
        motion.dst,
        motion.at,
        OPEN if was else NOBODY,
        OPEN if seen else NOBODY,
        OPEN,
        motion.back,
    )


def visible_tags(audience: Audience, tags: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The tags, pairs of name and value, that the page shows, in their order: all except line
    comments (whose name is ";") and those in which an engine wrote its analysis. On a redacted
    page, only those of them whose names are in PLAIN_TAGS (event, place, date and so on).
    """
    return [
        (name, value)
        for name, value in tags
        if name != ";" and name not in ENGINE_TAGS and (not audience.redacted or name in PLAIN_TAGS)
    ]


def visible_match(timeline: Timeline, audience: Audience) -> Match | None:
    """The match that the reader can download. For an open audience it is the timeline's own match.
    For a redacted one it is a new match as its viewer knows it (see `redacted`), with the tags in
    PLAIN_TAGS; it ends before the first move that this viewer never gets to know. None if no record
    can express what the viewer knows. To redact, parts of the match are played again many times.
    """
    if not audience.redacted:
        return timeline.match
    known = known_at(timeline.moments, audience.opens, blind_zones(timeline.layout))
    plies = known.index(None) if None in known else len(known)
    return redacted(timeline.match, audience.opens, plies, PLAIN_TAGS)


def visible_findings(audience: Audience, findings: list[Diagnostic]) -> list[Diagnostic]:
    """The findings that the page may hold: the same list or, on a redacted page, a new list of
    those that are in no variation, with only their code, severity and ply, and the general title of
    the code as message: their own messages and expected moves may name cards in a hand.
    """
    if not audience.redacted:
        return findings
    return [
        Diagnostic(code=f.code, message=CODES[f.code].title, severity=f.severity, ply=f.ply)
        for f in findings
        if not f.variation
    ]
