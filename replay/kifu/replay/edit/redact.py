"""Redacting: a record as one viewer knows it.

A card that the viewer did not see when it was dealt or drawn is `_` in the outcome, and turns out
as it is played. What one viewer sees is found by trying: a card is known where its viewer's
table or steps would not be the same without it. So no rule about dealing is written down twice.
Backs that differ are `_` too, because an outcome can't express a back.
"""

from __future__ import annotations

from collections.abc import Sequence

from kifu.notation import move_words
from kifu.notation.record import Note, Record
from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.edit.in_order import in_order
from kifu.replay.game import IllegalMove
from kifu.replay.hidden_cards.trial import Shuffle, Trial
from kifu.replay.judgements.written import clear, seen_by, write
from kifu.replay.match import Match
from kifu.replay.replayer import replay


def redacted(match: Match, viewer: int, plies: int, tags: Sequence[str] = ()) -> Match | None:
    """A copy of the match as `viewer` (PUBLIC or a seat) knows it after `plies` plies, without the
    moves after them.

    Its record has the glyphs, the outcomes as far as the viewer saw them, the tags whose names are
    in `tags` and, of an analysis, what the viewer may know (`judgements.written.seen_by`); no seed,
    commitment, comments, checkpoints or variations. None where the match can't be replayed, or,
    without what the viewer does not know, would look different to the viewer by more than the
    backs of cards. O(plies x cards of one chance event).
    """
    record = clear(match.record)
    if match.game is None or match.state is None:
        return None
    chance = Chance(record.seed, record.chance)
    real = Trial(match, match.plies[:plies], chance, viewer)
    learned = {label: _learned(real, shuffle) for label, shuffle in real.shuffles.items()}
    outcomes = {
        label: " ".join(
            deck[card - 1] if place in learned.get(label, [place]) else UNKNOWN
            for place, card in enumerate(cards)
        )
        for label, (deck, cards) in chance.events.items()
    } | chance.decided
    try:
        known = Trial(match, match.plies[:plies], Chance(None, outcomes.items()), viewer)
    except IllegalMove:
        return None
    if known.seen != real.seen:
        return None
    whole = plies >= len(move_words.plies(record.moves))
    seen = replay(
        Record(
            game=record.game,
            rules=record.rules,
            options=record.options,
            seats=record.seats,
            tags=[(name, value) for name, value in record.tags if name in tags],
            result=record.result if whole else None,
            winner=record.winner if whole else None,
            chance=list((outcomes | in_order(known, learned)).items()),
            moves=_moves(record.moves, plies),
            notes=[Note(at=n.at, glyph=n.glyph) for n in record.notes if n.glyph and n.at <= plies],
            end=record.end if whole else "*",
        )
    )
    analysis = match.analysis and seen_by(match.analysis, viewer, plies)
    if analysis is not None:
        seen.record = write(seen, analysis)
    return seen


def _learned(trial: Trial, shuffle: Shuffle) -> dict[int, int]:
    """The places (from 0) of a shuffle whose cards the viewer saw, and at which ply first."""
    found: dict[int, int] = {}
    tried: list[int] = []
    later: list[int] = []
    for place, card in enumerate(shuffle.cards):
        token = shuffle.deck[card - 1]
        if card and token in trial.certain and not shuffle.ply:
            found[place] = 0
        elif card:
            (tried if token in trial.tokens[shuffle.ply] else later).append(place)
    # Most cards that are shown later only are played from hands that the viewer does not know.
    if trial.noticed(shuffle.label, dict.fromkeys(later, 0)) is not None:
        tried += later
    for place in tried:
        ply = trial.noticed(shuffle.label, {place: 0}, shuffle.token(place))
        if ply is not None:
            found[place] = ply
    return found


def _moves(moves: str, plies: int) -> str:
    """The words of `moves` (a line of play) up to ply `plies`, with the marks before that ply."""
    kept: list[str] = []
    for word in move_words.split(moves):
        if not plies:
            break
        plies -= not move_words.is_mark(word)
        kept.append(word)
    return " ".join(kept)
