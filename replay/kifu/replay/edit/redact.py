"""Redacting: a record as one viewer knows it.

A card that the viewer did not see when it was dealt or drawn is `_` in the outcome, and turns out
as it is played. What one viewer sees is found by trying: a card is known where its viewer's
tables or steps would not be the same without it. So no rule about dealing is written down twice.
Backs that differ are `_` too, because an outcome can't express a back.

The match is gone through once, with every card hidden that was not seen so far. Where the viewer
sees something else, the cards that this comes from are found, and that course is taken up again
from the chance event which dealt them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence, Set
from functools import partial

from msgspec.structs import replace

from kifu.notation import move_words
from kifu.notation.record import Note, Record
from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.edit.in_order import Card, Seen, in_order, step_without, table_without
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.judgements.seen import seen_by
from kifu.replay.judgements.written import clear, write
from kifu.replay.match import Match
from kifu.replay.replayer import replay
from kifu.replay.replaying.track import Ply
from kifu.replay.table import Step, Table, as_seen


def redacted(match: Match, viewer: int, plies: int, tags: Sequence[str] = ()) -> Match | None:
    """A copy of the match as `viewer` (PUBLIC or a seat) knows it after `plies` plies, without the
    moves after them.

    Its record has the glyphs, the outcomes as far as the viewer saw them, the tags whose names are
    in `tags` and, of an analysis, what the viewer may know (`analysis.seen`); no seed, commitment,
    comments, checkpoints or variations. None where the match can't be replayed, or, without what
    the viewer does not know, would look different to the viewer by more than the backs of cards.
    O(plies x cards of one chance event that the viewer saw).
    """
    record = clear(match.record)
    if match.game is None or match.state is None:
        return None
    whole = plies >= len(move_words.plies(record.moves))
    world = _World(match, match.game, match.plies[:plies], viewer)
    if not world.find_known():
        return None
    visible = Record(
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
    seen = replay(visible)
    visible = replace(visible, chance=in_order(seen, viewer, world.learned))
    if visible.chance != seen.record.chance:
        seen = replay(visible)
    if not world.is_shown_by(seen):
        return None
    analysis = match.analysis and seen_by(match.analysis, viewer, plies)
    if analysis is not None:
        seen.record = write(seen, analysis)
    return seen


def _moves(moves: str, plies: int) -> str:
    """The words of `moves` (a line of play) up to ply `plies`, with the marks before that ply."""
    kept: list[str] = []
    for word in move_words.split(moves):
        if not plies:
            break
        plies -= not move_words.is_mark(word)
        kept.append(word)
    return " ".join(kept)


class _Hiding(Chance):
    """Chance that gives the cards in `hidden` as unknown ones, and notes in `asked` at which ply
    each shuffle was first asked for.
    """

    def __init__(self, record: Record) -> None:
        super().__init__(record.seed, record.chance)
        self.asked: dict[str, int] = {}
        self.hidden: Set[Card] = frozenset()
        self.ply = 0

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        cards = super().shuffle(label, names, need)
        if cards is None:
            return None
        self.asked.setdefault(label, self.ply)
        return [0 if (label, at) in self.hidden else card for at, card in enumerate(cards)]


class _Course:
    """How the match goes where the cards in `hidden` are known to nobody: `state` is the position
    after ply `ply`.
    """

    __slots__ = ("hidden", "ply", "state")

    def __init__(self, hidden: Set[Card], state: State, ply: int = 0) -> None:
        self.hidden = hidden
        self.state = state
        self.ply = ply

    def copy(self, hidden: Set[Card]) -> _Course:
        """A copy of this course at this position, from which on the cards in `hidden`
        are unknown.
        """
        return _Course(hidden, self.state.copy(), self.ply)


class _World:
    """A match as one viewer saw it, and what that viewer would see of others."""

    def __init__(self, match: Match, game: Game, plies: list[Ply], viewer: int) -> None:
        self._plies = plies
        self._viewer = viewer
        self._chance = _Hiding(match.record)
        self._start = partial(game.start, match.options, len(match.record.seats), self._chance)
        self._backs = game.layout(match.options, len(match.record.seats)).backs
        self._hidden: set[Card] = set()
        #: The ply at which the viewer saw each card, of those that it has seen after the start.
        self.learned: dict[Card, int] = {}
        #: What the viewer saw of each ply. Of each ply at which something was dealt or drawn: the
        #: labels of that and, but of ply 0, the course of the match before it and the digest after.
        self._seen: list[Seen] = []
        self._labels: dict[int, list[str]] = {}
        self._before: dict[int, _Course] = {}
        self._digests: dict[int, str] = {}
        self._see_truth()
        self._dealt = sorted(self._labels)
        #: All events of the match: the ply of each shuffle, and the cards (a choice is one card).
        self._asked = self._chance.asked.copy()
        self._given = {
            label: [names[card - 1] if card else UNKNOWN for card in cards]
            for label, (names, cards) in self._chance.events.items()
        } | {label: [number] for label, number in self._chance.decided.items()}
        #: The course with all of `_hidden`, before each of those plies.
        self._held: dict[int, _Course] = {}
        #: The course with one card hidden, of each that may have been seen.
        self._alone: dict[Card, _Course] = {}
        #: What was hidden before this ply makes no difference after it, as far as ply `_tried`.
        self._since = self._tried = 0

    def find_known(self) -> bool:
        """Find the cards that the viewer saw when they were dealt or drawn, and hide the others.
        False if the match looks different to the viewer with only those known.
        """
        self._hidden = self._hidden_at_first()
        at = self._difference(self._begun(self._hidden), 0)
        while at < len(self._seen):
            fresh = {card for card in self._shown(at) if self._is_seen(card, at)}
            if not fresh:
                return False
            self._hidden -= fresh
            self.learned |= dict.fromkeys(fresh, at)
            course = self._rewound(min(self._asked[label] for label, _ in fresh), at)
            at = self._difference(course, min(at, course.ply + 1))
        return True

    def is_shown_by(self, match: Match) -> bool:
        """Whether the viewer of another match with the same moves sees the same all along."""
        return self._difference(_Course(frozenset(), match.position(0)), 0) == len(self._seen)

    def outcomes(self) -> list[tuple[str, str]]:
        """The outcomes of all chance events as (label, cards), with `_` for each hidden card."""
        known = {label: cards.copy() for label, cards in self._given.items()}
        for label, place in self._hidden:
            known[label][place] = UNKNOWN
        return [(label, " ".join(cards)) for label, cards in known.items()]

    def _hidden_at_first(self) -> set[Card]:
        """All cards, without those that were unknown and those that the viewer must have seen:
        their faces lie before it at the start, and no other card dealt by then has them.
        """
        given = self._given
        dealt = Counter(face for label in self._labels.get(0, []) for face in given[label])
        seen = {face for face in _tokens(self._seen[0]) if dealt[face] == 1}
        return {
            (label, place)
            for label, ply in self._asked.items()
            for place, face in enumerate(given[label])
            if face != UNKNOWN and (ply or face not in seen)
        }

    def _shown(self, at: int) -> list[Card]:
        """The hidden cards that may be among those whose faces the viewer sees at ply `at`."""
        for ply in self._dealt_between(self._tried, at):
            if self._is_forgotten(ply):
                self._since = ply
                self._alone.clear()
            self._tried = ply
        tokens = _tokens(self._seen[at])
        return [
            (label, place)
            for ply in self._dealt_between(self._since - 1, at + 1)
            for label in self._labels[ply]
            for place, token in enumerate(self._given[label])
            if token in tokens and (label, place) in self._hidden
        ]

    def _is_forgotten(self, ply: int) -> bool:
        """Whether the position after `ply` is the same whatever cards were hidden before it."""
        course = self._held[ply].copy(frozenset())
        return self._advance(course, ply) and course.state.digest() == self._digests[ply]

    def _difference(self, course: _Course, at: int) -> int:
        """The first ply from `at` on at which the viewer sees something else in `course` than in
        the match; the number of positions (plies + 1) if there is no such ply. Plays `course` on.
        """
        for ply in range(at, len(self._seen)):
            if ply in self._before:
                self._held[ply] = course.copy(course.hidden)
            if self._look(course, ply) != self._seen[ply]:
                return ply
        return len(self._seen)

    def _rewound(self, first: int, at: int) -> _Course:
        """The course with all hidden cards unknown, at the position before ply `at`, or before the
        first move that is illegal in it. No hidden card must play a part before ply `first`, up to
        which the course is that of the match.
        """
        course = self._held[first].copy(self._hidden) if first else self._begun(self._hidden)
        for ply in self._dealt_between(first, at):
            if not self._advance(course, ply - 1):
                return course
            self._held[ply] = course.copy(self._hidden)
        self._advance(course, at - 1)
        return course

    def _is_seen(self, card: Card, at: int) -> bool:
        """Whether the viewer sees something else at ply `at` if only `card` is hidden."""
        course = self._alone.get(card)
        if course is None or course.ply >= max(at, 1):
            before = self._before.get(self._asked[card[0]])
            course = before.copy({card}) if before else self._begun({card})
            self._alone[card] = course
        return self._look(course, at) != self._seen[at]

    def _dealt_between(self, first: int, last: int) -> list[int]:
        """The plies with chance events after `first` and before `last`."""
        return self._dealt[bisect_right(self._dealt, first) : bisect_left(self._dealt, last)]

    def _see_truth(self) -> None:
        """Play the match with all its cards, and keep what the viewer sees and what is dealt."""
        truth = self._begun(frozenset())
        for ply in range(len(self._plies) + 1):
            before = truth.copy(truth.hidden)
            look = self._look(truth, ply)
            assert look is not None, "the plies of a match are legal"
            self._seen.append(look)
            labels = [label for label, at in self._chance.asked.items() if at == ply]
            if labels:
                self._labels[ply] = labels
            if labels and ply:
                self._before[ply] = before
                self._digests[ply] = truth.state.digest()

    def _begun(self, hidden: Set[Card]) -> _Course:
        """A course at ply 0 in which the cards in `hidden` are unknown."""
        self._chance.hidden, self._chance.ply = hidden, 0
        return _Course(hidden, self._start())

    def _advance(self, course: _Course, upto: int) -> bool:
        """Play `course` on to ply `upto`. False if a move is illegal in it; it is then before that
        move.
        """
        self._chance.hidden = course.hidden
        while course.ply < upto:
            seat, token = self._plies[course.ply]
            try:
                course.state.play(token, seat)
            except IllegalMove:
                return False
            course.ply += 1
        return True

    def _look(self, course: _Course, at: int) -> Seen | None:
        """Play `course` on to ply `at` and return what the viewer sees of that ply (for 0: the
        table); None if a move up to there is illegal in it.
        """
        if not at:
            return table_without(self._backs, course.state.view(self._viewer))
        if not self._advance(course, at - 1):
            return None
        seat, token = self._plies[at - 1]
        steps: list[Step] = []
        self._chance.ply = at
        try:
            course.state.play(token, seat, steps.append)
        except IllegalMove:
            return None
        course.ply = at
        return [step_without(self._backs, as_seen(step, self._viewer)) for step in steps]


def _tokens(seen: Seen) -> set[str]:
    """All tokens in what a viewer sees, a table or steps; backs and `_` are among them."""
    if isinstance(seen, Table):
        return {card for cards in seen.zones.values() for card in cards}
    motions = [motion for step in seen for motion in step.motions]
    return {card for motion in motions for card in (motion.leaves, motion.enters)}
