"""Redacting: a record as one viewer knows it.

A card that the viewer did not see when it was dealt or drawn is `_` in the outcome, and turns out
as it is played. What one viewer sees is found by trying: a card is known where its viewer's
tables or steps would not be the same without it. So no rule about dealing is written down twice.
Backs that can be told apart are `_` too: an outcome has no word for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import partial

from kifu.notation import words
from kifu.notation.record import Note, Record
from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.replayer import Replay, replay
from kifu.replay.table import SeenMotion, SeenStep, Step, Table, as_seen
from kifu.replay.track import Ply

#: A card of an outcome: the label and the place in it.
Card = tuple[str, int]
#: What a viewer sees of one ply; of ply 0 the table.
Seen = list[SeenStep] | Table


def redacted(record: Record, viewer: int, plies: int, tags: Sequence[str] = ()) -> Record | None:
    """The first `plies` of `record` as `viewer` (PUBLIC or a seat) knows them.

    Without seed, commitment, comments, checkpoints and variations; with the glyphs, the outcomes
    as far as the viewer saw them, and of the other tags those of the names `tags`. None where
    the match does not look the same, but for backs, without what the viewer does not know.
    O(plies x cards that the viewer saw dealt).
    """
    match = replay(record)
    if match.game is None or match.state is None:
        return None
    whole = plies >= len(words.plies(record.moves))
    world = _World(match, match.game, match.plies[:plies], viewer)
    if not world.find_known():
        return None
    return Record(
        game=record.game,
        rules=record.rules,
        options=record.options,
        seats=record.seats,
        tags=[(name, value) for name, value in record.tags if name in tags],
        result=record.result if whole else None,
        winner=record.winner if whole else None,
        chance=world.outcomes(),
        moves=_moves(record.moves, plies),
        notes=[Note(at=n.at, glyph=n.glyph) for n in record.notes if n.glyph and n.at <= plies],
        end=record.end if whole else "*",
    )


def _moves(moves: str, plies: int) -> str:
    """The words of a line up to its ply `plies`."""
    kept: list[str] = []
    for word in words.split(moves):
        if not plies:
            break
        plies -= not words.is_mark(word)
        kept.append(word)
    return " ".join(kept)


class _Hiding(Chance):
    """Chance that remembers what it gave and at which ply, and gives the cards in `hidden` as
    unknown ones.
    """

    def __init__(self, record: Record) -> None:
        super().__init__(record.seed, record.chance)
        self.given: dict[str, list[str]] = {}
        self.asked: dict[str, int] = {}
        self.hidden: set[Card] = set()
        self.ply = 0

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        cards = super().shuffle(label, names, need)
        if cards is None:
            return None
        if label not in self.given:
            self.given[label] = [names[card - 1] if card else UNKNOWN for card in cards]
            self.asked[label] = self.ply
        return [0 if (label, at) in self.hidden else card for at, card in enumerate(cards)]

    def choice(self, label: str, n: int) -> int | None:
        chosen = super().choice(label, n)
        if chosen is not None:
            self.given[label] = [str(chosen + 1)]
        return chosen


class _World:
    """A match as one viewer saw it, and what that viewer would see of others."""

    def __init__(self, match: Replay, game: Game, plies: list[Ply], viewer: int) -> None:
        self._plies = plies
        self._viewer = viewer
        self._chance = _Hiding(match.record)
        self._start = partial(game.start, match.options, len(match.record.seats), self._chance)
        layout = game.layout(match.options, len(match.record.seats))
        self._backs = {token for token, face in layout.faces.items() if face.back}
        self._seen = list(self._stream(set(), len(plies)))
        self._before = self._positions()

    def find_known(self) -> bool:
        """Find the cards that the viewer saw when they were dealt or drawn; False where the
        match can't be played on, or does not look the same, with those alone.
        """
        asked, given = self._chance.asked, self._chance.given
        cards = {(label, place) for label in asked for place in range(len(given[label]))}
        hidden = {(label, place) for label, place in cards if given[label][place] != UNKNOWN}
        while True:
            at = self._difference(hidden)
            if at == len(self._seen):
                self._chance.hidden = hidden
                return True
            shown = _tokens(self._seen[at])
            fresh = {
                (label, place)
                for label, place in hidden
                if asked[label] <= at and given[label][place] in shown
                if self._is_seen(label, place, at)
            }
            if not fresh:
                return False
            hidden -= fresh

    def outcomes(self) -> list[tuple[str, str]]:
        """The outcomes of all chance events, `_` for what is hidden."""
        told = {label: cards.copy() for label, cards in self._chance.given.items()}
        for label, place in self._chance.hidden:
            told[label][place] = UNKNOWN
        return [(label, " ".join(cards)) for label, cards in told.items()]

    def _difference(self, hidden: set[Card]) -> int:
        """The first ply at which the viewer sees something else where cards are hidden."""
        ply = -1
        others = self._stream(hidden, len(self._plies))
        for ply, (mine, other) in enumerate(zip(self._seen, others, strict=False)):
            if mine != other:
                return ply
        return ply + 1

    def _is_seen(self, label: str, place: int, at: int) -> bool:
        """Whether the viewer would see something else at a ply without this card."""
        first, state = self._before.get(label, (0, None))
        seen = list(self._stream({(label, place)}, at, first, state))
        return seen[at - first :] != self._seen[at : at + 1]

    def _positions(self) -> dict[str, tuple[int, State]]:
        """For each chance event behind ply 0, the last ply before it and the position there."""
        found: dict[str, tuple[int, State]] = {}
        state = self._start()
        for ply, (seat, token) in enumerate(self._plies[: len(self._seen) - 1]):
            for label, asked in self._chance.asked.items():
                if asked == ply + 1:
                    found[label] = (ply, state.copy())
            state.play(token, seat)
        return found

    def _stream(
        self, hidden: set[Card], upto: int, first: int = 0, origin: State | None = None
    ) -> Iterator[Seen]:
        """What the viewer sees from ply `first` (its table) to ply `upto` where some cards are
        hidden from everyone; it ends where a move can't be made.
        """
        self._chance.hidden, self._chance.ply = hidden, first
        state = self._start() if origin is None else origin.copy()
        yield _table_without(self._backs, state.view(self._viewer))
        for seat, token in self._plies[first:upto]:
            steps: list[Step] = []
            self._chance.ply += 1
            try:
                state.play(token, seat, steps.append)
            except IllegalMove:
                return
            yield [_step_without(self._backs, as_seen(step, self._viewer)) for step in steps]


def _table_without(backs: Set[str], table: Table) -> Table:
    """A table whose backs look all alike."""
    if not backs:
        return table
    zones = {
        name: [UNKNOWN if card in backs else card for card in cards]
        for name, cards in table.zones.items()
    }
    return Table(zones, table.facts)


def _step_without(backs: Set[str], step: SeenStep) -> SeenStep:
    """A step whose backs look all alike. An unknown card that leaves the table, so that one with
    a back can come in its place, goes its way as one card.
    """
    if not backs:
        return step
    motions: list[SeenMotion] = []
    for motion in step.motions:
        leaves, enters = (
            UNKNOWN if card in backs else card for card in (motion.leaves, motion.enters)
        )
        src = motion.src
        gone = motions[-1] if motions else None
        if gone and not src and not gone.dst and gone.leaves == UNKNOWN:
            motions.pop()
            leaves, src = UNKNOWN, gone.src
        motions.append(SeenMotion(leaves, enters, src, motion.dst, motion.at))
    return SeenStep(step.kind, motions, step.facts, step.seat)


def _tokens(seen: Seen) -> set[str]:
    """The cards whose faces are seen."""
    if isinstance(seen, Table):
        return {card for cards in seen.zones.values() for card in cards}
    motions = [motion for step in seen for motion in step.motions]
    return {card for motion in motions for card in (motion.leaves, motion.enters)}
