"""The timeline: a whole record as a viewer shows it, every ply with its steps and notes.

`what_if` gives the same for another move in the place of one that was played. Nothing is guessed:
the other move is played by the rules; in a turn that all seats play at once, so are the choices
that the others really made in it, and what follows from them by itself. It ends where somebody
would have to decide in the new position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from kifu.notation.errors import Diagnostic, Findings
from kifu.notation.record import Note, Record, by_ply, demand, with_paths
from kifu.notation.words import Words
from kifu.replay.game import Combination, Game, Layout, State
from kifu.replay.match import Match, NoPosition
from kifu.replay.table import ALL, Step, Table
from kifu.replay.track import Ply, Track, made_at_once


class Moment(Struct):
    """One ply: the seat and its move, the `marks` before it, a sentence in `words` (`{1}` is seat
    1's name), what followed from it (`consequences` in sentences, and every step in `steps`), the
    scores then, the `notes` after it, and its variations in `lines`. `veil` is the move as those
    see it who may not know its card, with its sentence in `veil_words`; "" if they see none.
    `headline` says what the move has led to, None if its own sentence does. `choice` has the cards
    that could be chosen if the move is a combination of cards, else it is None.
    """

    ply: int
    seat: int
    move: str
    marks: tuple[str, ...]
    words: Words
    consequences: list[Words]
    steps: list[Step]
    scores: list[int]
    notes: list[Note]
    lines: list[Branch]
    veil: str = ""
    veil_words: Words = Words("", "")
    headline: Words | None = None
    choice: Combination | None = None


class Branch(Struct):
    """A variation. It begins at the ply before that of its moment (it replaces the move) or, if
    `on`, after it.

    `notes` are those at its start. `findings` say why it ends where it does, if it is broken.
    `path` is its address in the record: `"4.1"` is the first variation after ply 4.
    """

    on: bool
    notes: list[Note]
    moments: list[Moment]
    findings: list[Diagnostic]
    path: str


class Timeline(Struct):
    """A match ready to be shown.

    `moments[k - 1]` is ply k. `notes` and `lines` are those before the first move. `scores` and
    `winners` are those after the last legal move. If `draw`, nobody has won, and `winners` are the
    seats that are equal. `over` says whether the game has ended.
    """

    match: Match
    layout: Layout
    notes: list[Note]
    lines: list[Branch]
    moments: list[Moment]
    scores: list[int]
    winners: list[int]
    draw: bool
    over: bool

    @property
    def record(self) -> Record:
        """The record of the match: its own, no copy."""
        return self.match.record

    @property
    def game(self) -> Game:
        """The game that was played, in the rules revision that the record names."""
        return self.match.played.game

    def table(self, ply: int, viewer: int) -> Table:
        """The table after ply `ply` of the main line (0: at the start), as `viewer` sees it: a
        seat, PUBLIC (0) or ALL. It is a new table. Raises NoPosition for a ply that the match does
        not have or reach, and WrongActor for a number that is no viewer. Ask for ascending plies:
        an earlier one is played from the start again.
        """
        return self.match.position(ply).view(viewer)


def timeline(match: Match) -> Timeline:
    """The timeline of a match, up to its last legal move.

    Raises NotBegun where the record can't be set up (an unknown game, bad options) or is a
    chronicle, and TypeError if `match` is no Match; every other fault is in the match's `findings`.
    O(moves of the main line and of all variations).

    >>> from kifu.replay import replay
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> [(moment.seat, moment.move, moment.words.en) for moment in timeline(match).moments][:1]
    [(1, '59', '{1} chooses 59.')]
    """
    demand(match, Match)
    game, end = match.played.game, match.played.state
    record, state = match.record, match.position(0)
    noted = by_ply(record.notes)
    return Timeline(
        match=match,
        layout=match.layout,
        notes=_without_lines(noted.get(0, [])),
        lines=_branches(game, noted.get(0, []), None, state, ""),
        moments=moments(game, state, match.plies, noted),
        scores=end.scores(),
        winners=end.winners(),
        draw=game.is_draw(end.winners(), match.options, len(record.seats)),
        over=end.is_over,
    )


def moments(
    game: Game,
    state: State,
    plies: Iterable[Ply],
    noted: dict[int, list[Note]],
    path: str = "",
    first: int = 1,
) -> list[Moment]:
    """A Moment for each of `plies`, which are played on `state` itself. `first` is the number of
    the first ply, `path` that of the variation ("": the main line). `noted` has the line's notes by
    ply; those that are variations become the branches of the moment (`lines`). Notes of other
    plies, such as those before the first move (0), are left out. `plies` may be lazy: each is taken
    only when the one before has been played. Leaves `state` after the last ply; [] without plies.

    The plies must be legal. For one that is not, IllegalMove or any error of the game is raised,
    and `state` is then after those before it.
    """
    made = []
    for ply, (seat, move) in enumerate(plies, first):
        notes = noted.get(ply, [])
        before = state.copy() if any(note.line for note in notes) else None
        marks, words = game.marks(state, move), state.describe(move, seat)
        veil = game.words.veil(state, move, seat)
        veil_words = state.describe(veil, seat) if veil else Words("", "")
        choice = game.offers.combination(state, seat)
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        made.append(
            Moment(
                ply=ply,
                seat=seat,
                move=move,
                marks=marks,
                words=words,
                consequences=game.words.consequences(state, move, steps),
                steps=steps,
                scores=state.scores(),
                notes=_without_lines(notes),
                lines=_branches(game, notes, before, state, path),
                veil=veil,
                veil_words=veil_words,
                headline=game.words.headline(state, move, steps),
                choice=choice,
            )
        )
    return made


def _branches(
    game: Game, notes: list[Note], before: State | None, state: State, path: str
) -> list[Branch]:
    """The variations among `notes`, as branches, each played from a copy of `before` (it replaces a
    move) or of `state` (it continues the line); neither is changed. A branch ends before its first
    move that is illegal or can't be played, and its findings say why: nothing is raised. `path` is
    that of the line that has the notes. [] if there are no variations.

    Left out are variations that would replace a move if there is none (`before` is None; `replay`
    has a finding about each), and those nested too deep. A variation at the start of another one
    begins in the same position: it becomes a branch beside that one, after all others.
    """
    branches: list[Branch] = []
    further: list[Branch] = []
    for note, inner in with_paths(notes, path):
        line = note.line
        origin = state if line is None or line.on else before
        if line is None or origin is None:
            continue
        track = Track(game, origin.copy(), line.moves, Findings())
        track.advance()
        noted = by_ply(line.notes)
        branched = moments(game, origin.copy(), track.plies, noted, inner)
        findings = track.findings.listed()
        own = _without_lines(noted.get(0, []))
        branches.append(Branch(line.on, own, branched, findings, inner))
        beside = _branches(game, noted.get(0, []), None, origin, inner)
        for branch in beside:
            branch.on = line.on
        further += beside
    return [*branches, *further]


def _without_lines(notes: list[Note]) -> list[Note]:
    """The notes that are not variations, in their order."""
    return [note for note in notes if note.line is None]


def other_moves(match: Match, ply: int, *chosen: str) -> list[str]:
    """The legal moves that the seat of the move at `ply` (from 1) could have made instead, in the
    order of the game's page. Left out are moves that the seat could not be shown (see
    `Offers.visible`), and moves that name a card whose place the record does not give.

    With `chosen`, these moves are first played in place of the move at `ply` (see `what_if`). The
    result is then what the seat may choose next, [] if another seat may act, too. In both cases it
    is [] if a move is a combination of several cards: there are too many. The match is not changed.
    Raises NoPosition if the match has no such ply, and IllegalMove for a chosen move that the rules
    forbid.

    >>> from kifu.replay import replay
    >>> from kifu.notation.record import Record
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> other_moves(match, 3), len(other_moves(match, 1))
    (['r1', 'r2', 'r3'], 9)
    >>> other_moves(match, 2, "2"), other_moves(match, 2, "54")
    (['r1', 'r2', 'r3', 'r4'], [])
    """
    return choices(decision(match, ply, *chosen))


def what_if(match: Match, ply: int, *chosen: str) -> list[Moment]:
    """The moments that follow if the moves `chosen` replace the move of `ply` (from 1): that of the
    first chosen move, then those of the seats that moved at the same time in the match. If the seat
    then has to decide again, the next chosen move is played, and so on. [] without chosen moves.
    The match is not changed.

    Raises NoPosition if the match has no such ply, and IllegalMove for a chosen move that the seat
    may not play when it comes.

    >>> from kifu.replay import replay
    >>> from kifu.notation.record import Record
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> [(moment.ply, moment.seat, moment.move) for moment in what_if(match, 1, "66")]
    [(1, 1, '66'), (2, 2, '1')]
    >>> [moment.headline.en for moment in what_if(match, 3, "r1")]
    ['{2} takes row 1 for 5 heads.']
    """
    return decision(match, ply, *chosen).moments


class WhatIf(Struct, frozen=True):
    """The decision of `ply`, which is that of `seat`, with other moves in place of the one that was
    played. `moments` are these moves and what followed, `state` is the position after them. If
    `moments` is empty, nothing has been chosen yet.
    """

    match: Match
    ply: int
    seat: int
    moments: list[Moment]
    state: State


def decision(match: Match, ply: int, *chosen: str) -> WhatIf:
    """The what-if in which the moves `chosen` replace the move of `ply` (from 1), one after the
    other (see `choose`); without any, the decision with nothing chosen yet. The match is not
    changed. Raises NoPosition if the match has no such ply, and IllegalMove for a chosen move that
    the seat may not play when it comes.
    """
    if not 0 < ply <= len(match.plies):
        raise NoPosition(f"there is no move {ply}: the match has {len(match.plies)}")
    at = WhatIf(match, ply, match.plies[ply - 1][0], [], match.position(ply - 1))
    for move in chosen:
        at = choose(at, move)
    return at


def choices(at: WhatIf) -> list[str]:
    """The moves that the seat of a what-if may choose next, as `other_moves` lists them. As its
    first choice: all but the move that it played in the match, even if other seats may act, too.
    After that: [] unless it alone may act. [] if a move is a combination of cards.
    """
    state, seat, game = at.state, at.seat, at.match.played.game
    if at.moments and state.to_move() != [seat]:
        return []
    if game.offers.combination(state, seat) is not None:
        return []
    played = "" if at.moments else at.match.plies[at.ply - 1][1]
    cards = state.view(ALL).cards
    return [
        move
        for move in game.offers.visible(state, seat)
        if move != played and cards.issuperset(game.cards(move))
    ]


def choose(at: WhatIf, move: str) -> WhatIf:
    """A new what-if, in which the seat of `at` has played `move` next. If that is its first choice
    (`moments` of `at` is empty), the others then play what they played in the match at the same
    time. `at` is not changed. Raises IllegalMove if the seat may not play `move`.
    """
    at.state.copy().play(move, at.seat)  # nothing can be said of a move that is not legal
    game, state = at.match.played.game, at.state.copy()
    first = at.ply + len(at.moments)
    plies = [(at.seat, move)] if at.moments else turn_with(at.match, first, at.seat, move, state)
    made = moments(game, state, plies, {}, first=first)
    return WhatIf(at.match, at.ply, at.seat, [*at.moments, *made], state)


def turn_with(match: Match, ply: int, seat: int, chosen: str, state: State) -> Iterator[Ply]:
    """Yield, as (seat, token), the move `chosen` by `seat` in place of ply `ply` (from 1) of the
    match, then the moves of later plies that were made at the same time. `state` is the position
    before ply `ply`. The caller must play each move in it before it takes the next: it ends as soon
    as seats no longer choose at once.
    """
    last = made_at_once(state, match.plies, ply - 1)
    yield seat, chosen
    for made in match.plies[ply:last]:
        if not state.at_once:  # the chosen move may end what was at once
            return
        yield made
