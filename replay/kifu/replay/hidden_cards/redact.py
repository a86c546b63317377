"""Redacting: a record as one viewer knows it.

A card that the viewer did not see when it was dealt or drawn is `_` in the outcome, and turns out
as it is played. What one viewer sees is found by trying: a card is known where its viewer's
table or steps would not be the same without it. So no rule about dealing is written down twice.
Backs that differ are `_` too, because an outcome can't express a back.

That a viewer knows a card does not say where it was dealt: a hand that lies open at the end was
dealt in some order, and some of its cards were drawn. Whether two cards may change places is tried,
too, and of all the ways to write what the viewer knows, a redacted record has the first one: the
earliest places, and the first cards of the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kifu.notation.record import Note, Record
from kifu.notation.record import plies as plies_of
from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.game import IllegalMove
from kifu.replay.hidden_cards.trial import Shuffle, Trial
from kifu.replay.judgements.written import clear, seen_by, write
from kifu.replay.match import Match, replay
from kifu.replay.track import moves_up_to


def redacted(match: Match, viewer: int, plies: int, tags: Sequence[str] = ()) -> Match | None:
    """A new match: `match`, which is not changed, as `viewer` (PUBLIC or a seat) knows it after
    `plies` plies (0: at the start; more than there are: at the end), without later moves.

    Its record has the game, options and names, the moves and glyphs up to there, the outcomes as
    far as the viewer saw them, the tags named in `tags`, and the part of an analysis that the
    viewer may know (`judgements.written.seen_by`). It has no seed, commitment, comments,
    checkpoints or variations. It has result, winner and end only if it has all moves; otherwise it
    ends in `*`.

    Moves are kept as they are written, also a card that another seat has chosen face down. So
    choose `plies` to end before a move that the viewer does not know yet. Moves up to `plies` that
    can't be played are kept, too.

    None if the record could not be set up or is a chronicle, or if without the hidden cards the
    match would look different to the viewer (other than by backs). Raises WrongActor for a seat
    that the match does not have. In whole matches of kifu's games, it plays fewer moves in all than
    `plies` times the number of cards of one chance event.
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
    for label, shuffle in known.shuffles.items():
        outcomes[label] = _arranged(known, shuffle, learned[label])
    whole = plies >= len(plies_of(record.moves))
    seen = replay(
        Record(
            game=record.game,
            rules=record.rules,
            options=record.options,
            seats=record.seats,
            tags=[(name, value) for name, value in record.tags if name in tags],
            result=record.result if whole else None,
            winner=record.winner if whole else None,
            chance=list(outcomes.items()),
            moves=moves_up_to(record.moves, plies),
            notes=[Note(at=n.at, glyph=n.glyph) for n in record.notes if n.glyph and n.at <= plies],
            end=record.end if whole else "*",
        )
    )
    analysis = match.analysis and seen_by(match.analysis, viewer, plies)
    if analysis is not None:
        seen.record = write(seen, analysis)
    return seen


def _learned(trial: Trial, shuffle: Shuffle) -> dict[int, int]:
    """Which cards of a shuffle the viewer of `trial` saw: place in the shuffle (from 0) -> the ply
    at which the card there was first seen. Cards that the record does not know are left out; {} if
    there are none.
    """
    tokens = {place: token for place, token in enumerate(shuffle.tokens) if token != UNKNOWN}
    # Most cards that are shown later only are played from hands that the viewer does not know.
    later = [at for at, token in tokens.items() if token not in trial.tokens[shuffle.ply]]
    if trial.noticed(shuffle.label, dict.fromkeys(later, 0)) is None:
        tokens = {at: token for at, token in tokens.items() if at not in later}
    seen = {at: trial.noticed(shuffle.label, {at: 0}, token) for at, token in tokens.items()}
    return {at: ply for at, ply in seen.items() if ply is not None}


def _arranged(trial: Trial, shuffle: Shuffle, learned: Mapping[int, int]) -> str:
    """The outcome of a shuffle, as text, after its known cards were brought into the first order
    (earliest places, then the order of the deck) in which the match looks the same to the viewer of
    `trial`. In `trial`, only the cards that this viewer knows are known; `learned` says when it saw
    them, as `_learned` returns it.

    Known cards are exchanged with each other and with unknown ones, each exchange only if the
    viewer then sees the same; `shuffle` and `trial` are left in the new order. Cards that turned up
    later than they were dealt go to the earliest unknown places. Then cards that were first seen in
    the same zone, or in no hand, are put in the order of the deck: those seen when dealt among each
    other, and those seen later among each other.
    """
    cards, tokens = shuffle.cards, shuffle.tokens
    table = trial.after(shuffle.label, {}).view(trial.viewer).zones
    #: Where the viewer saw each card first; of those that were dealt before, at which ply, too.
    zones: dict[int, set[str]] = {}
    late: dict[int, tuple[int, str]] = {}
    for place, ply in learned.items():
        token = tokens[place]
        if ply <= shuffle.ply:
            zones[cards[place]] = {zone for zone, lying in table.items() if token in lying}
        elif zone := _turned_up_in(trial, token, ply):
            zones[cards[place]], late[cards[place]] = {zone}, (ply, zone)
    for here in range(len(cards)):
        if cards[here]:
            continue
        tried: set[tuple[int, str]] = set()
        for there in range(here + 1, len(cards)):
            # Of the cards of a hand that were seen at once, where one may be, all may.
            hand = late.get(cards[there])
            if hand and hand not in tried:
                tried.add(hand)
                if _exchanged(trial, shuffle, here, there):
                    break
    rank = [0, *map(shuffle.deck.index, shuffle.deck)]
    places = [place for place, card in enumerate(cards) if card in zones]
    for here in places:
        for there in sorted(places, key=lambda place: rank[cards[place]]):
            one, other = cards[here], cards[there]
            if rank[other] >= rank[one]:
                break
            if there < here or (one in late) != (other in late):
                continue
            lying = zones[one] | zones[other]
            alike = zones[one] & zones[other] or lying.isdisjoint(trial.hands)
            if alike and _exchanged(trial, shuffle, here, there):
                break
    return " ".join(shuffle.tokens)


def _turned_up_in(trial: Trial, token: str, ply: int) -> str:
    """The name of the zone that the card `token` left when the viewer first saw it, at ply `ply`.
    "" if it came from a pile or from outside the table, or if no motion of that ply turned it up.
    Nothing is changed.
    """
    motions = (motion for step in trial.seen[ply] for motion in step.motions)
    turned = (each.src for each in motions if each.enters == token != each.leaves)
    return next((zone for zone in turned if zone and zone not in trial.piles), "")


def _exchanged(trial: Trial, shuffle: Shuffle, here: int, there: int) -> bool:
    """Exchange the cards at two places (from 0) of a shuffle of `trial`, for all later questions to
    `trial`, and return True, if the viewer then sees the same and all moves stay legal. Returns
    False, with nothing changed, if not.
    """
    cards = shuffle.cards
    cards[here], cards[there] = cards[there], cards[here]
    if trial.noticed(shuffle.label, {}) is None:
        trial.arranged[shuffle.label] = cards
        return True
    cards[here], cards[there] = cards[there], cards[here]
    return False
