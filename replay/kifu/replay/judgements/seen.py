"""What a viewer may know of an analysis."""

from __future__ import annotations

from msgspec.structs import replace

from kifu.notation.record import Note
from kifu.replay.judgements.judgement import Analysis
from kifu.replay.judgements.written import clear, signs
from kifu.replay.match import Match
from kifu.replay.table import ALL


def seen_by(analysis: Analysis, viewer: int, through: int | None = None) -> Analysis | None:
    """The part of an analysis that `viewer` (PUBLIC, a seat, ALL) may know, of the plies up to
    `through` (None: of the whole match); None if the viewer may know nothing of it.

    A judgement names the cards in a hand as options, so only its own seat may know it. The public
    chances are everybody's. Of an engine that saw every hand a viewer may know nothing at all.

    >>> from kifu.replay.judgements.judgement import Engine, Judgement
    >>> judged = [Judgement(ply, ply, "5", 0.1, 0.01, 1, 0.2, []) for ply in (1, 2)]
    >>> analysis = Analysis(Engine("strong", "1", 9, "a"), [], judged, 2)
    >>> [judgement.seat for judgement in seen_by(analysis, 2).judgements]
    [2]
    """
    whole = through is None or through >= analysis.through
    last = analysis.through if through is None else min(through, analysis.through)
    if viewer == ALL and whole:
        return analysis
    if viewer != ALL and analysis.engine.sight != "seat":
        return None
    return replace(
        analysis,
        chances=[chance for chance in analysis.chances if chance[0] <= last],
        judgements=[j for j in analysis.judgements if j.ply <= last and viewer in (ALL, j.seat)],
        through=last,
        # It may name a card.
        note=analysis.note if viewer == ALL and whole else "",
    )


def visible_notes(match: Match, viewer: int) -> list[Note]:
    """The notes of a match that `viewer` may know, in the order of plies: ALL may know each of
    them, the others those glyphs that people wrote, and the engine's about the viewer's own
    decisions. A comment may name any card, a variation plays cards that nobody has shown, and a
    checkpoint is made of all cards.
    """
    if viewer == ALL:
        return match.record.notes
    glyphs = [
        Note(at=note.at, glyph=note.glyph) for note in clear(match.record).notes if note.glyph
    ]
    analysis = match.analysis and seen_by(match.analysis, viewer)
    own = signs(glyphs, analysis.judgements) if analysis else {}
    glyphs += [Note(at=ply, glyph=glyph) for ply, glyph in own.items()]
    return sorted(glyphs, key=lambda note: note.at)
