"""Decisions: the moves of a record one by one, each with what its player could see and do.

A record is replayed in one go. The position before a move and what follows from it are computed
only when you ask for them, which is cheapest in the order of the moves. `observe` plays the moves
again and notes of each where it was made, its class, what its player faced, and what happened.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import astuple

from kifu.replay.codes.arrays import filled
from kifu.replay.codes.coded import as_coded, note_line
from kifu.replay.game import Game, State
from kifu.replay.match import Match
from kifu.replay.table import Step, Table

#: Gets the number of the ply that led to a step, the step, and by how much it changed its seat's
#: score (0 for a step of nobody's).
Happening = Callable[[int, Step, int], None]


class Noted(Struct):
    """What was noted of the legal moves of a main line: lists with an item for each move, and
    `totals`, the scores in seat order at the beginning of each round.

    `rounds` and `turns` count from 1; 0 is a move before the first one. `kinds` are the places of
    the moves' classes in the game's `classes`, from 1; 0 is a move without. `legal` are the numbers
    of legal moves. `situations` are what the seats faced, each a `situation_code` (see
    `coded.Answers`) or, in a game of a package, a text key. These two are empty unless asked for.
    """

    rounds: list[int] = []
    turns: list[int] = []
    kinds: list[int] = []
    legal: list[int] = []
    situations: list[int | str] = []
    totals: list[list[int]] = []


def observe(
    match: Match,
    happening: Happening | None = None,
    *,
    legal: bool = False,
    situations: bool = False,
) -> Noted:
    """Play the main line of a match again, up to the first illegal move, and note each move as it
    was before it was played. The match is not changed. O(moves). An empty Noted for a chronicle,
    and for a record that can't be set up.

    These lists of the Noted have an item for each move: `rounds` and `turns`, their numbers from 1;
    `kinds`, the place of the move's class in the game's `archive.classes`, from 1; with `legal`
    set, `legal`, how many moves were legal for the seat; with `situations` set, `situations`, what
    the seat faced (a number for kifu's own games, a text for others). In the first three, 0 is
    none; the last two are empty unless asked for. `totals` has a list of all seats' scores for each
    beginning of a round.

    `happening`, if there is one, is called for each step whose kind is among the game's
    `archive.events`, in the order of the steps. It gets the number of the ply that led to the step
    (from 1), the step, and by how much the score of the step's seat changed with it (0 for a step
    of no seat). What it raises comes through.
    """
    noted = Noted()
    if match.line is None or match.game is None:
        return noted
    state, game = match.position(0), match.game
    coded, scores = as_coded(state), state.scores()

    def watch(step: Step) -> None:
        """Give `happening` a step of a kind that archives find matches by, and keep the scores."""
        before, scores[:] = scores.copy(), state.scores()
        if happening is not None and step.kind in game.archive.events:
            value = scores[step.seat - 1] - before[step.seat - 1] if step.seat else 0
            happening(len(noted.rounds), step, value)

    watching = watch if happening else None
    if coded is not None:
        coded.watch = coded.steps_for(watching, False)
        codes = coded.lexicon.read_line(match.line.tokens)
        note_line(coded, codes, filled(match.line.seats), legal, situations, *astuple(noted))
        return noted
    kinds, place = ["", *game.archive.classes], {"#": 0, ".": 0}
    for seat, move in match.plies:
        for mark in game.marks(state, move):
            place[mark.strip("0123456789")] = int(mark.strip("#."))
            if mark[0] == "#":
                noted.totals.append(state.scores())
        noted.rounds.append(place["#"])
        noted.turns.append(place["."])
        kind = game.archive.move_class(state, move, seat)
        noted.kinds.append(kinds.index(kind) if kind in kinds else 0)
        if legal:
            noted.legal.append(len(state.legal_moves(seat)))
        if situations:
            noted.situations.append(state.situation(seat))
        state.play(move, seat, watching)
    return noted


class Decision(Struct, eq=False, gc=False):
    """One move of a match: its `ply` from 1, the `seat` that made it, and its token `move`. `round`
    and `turn` count from 1; None if the game has none, and `turn` also before the first one (in a
    draft, for example). `kind` is its class, one of the game's `classes`, None if it has none.
    `legal` is how many legal moves the seat had.
    """

    ply: int
    seat: int
    move: str
    round: int | None
    turn: int | None
    kind: str | None
    legal: int
    _match: Match

    @property
    def cards(self) -> list[str]:
        """The cards that the move's token names, in that order; empty for a move without any, such
        as taking a row.
        """
        return self.game.cards(self.move)

    @property
    def legal_moves(self) -> list[str]:
        """Every token that the seat could have played, with the one that it played, in the order of
        the game's page.
        """
        return self.state.legal_moves(self.seat)

    @property
    def state(self) -> State:
        """The position before the move: a new copy each time, which may be played on."""
        return self._match.position(self.ply - 1)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._match.played.game

    @property
    def steps(self) -> list[Step]:
        """What happened on the table by this move: the move itself, and what followed from it (a
        deal, a score). The move is played again for it, on a copy.
        """
        found: list[Step] = []
        self.state.play(self.move, self.seat, found.append)
        return found

    def view(self, viewer: int | None = None) -> Table:
        """The table before the move as `viewer` (PUBLIC, which is 0, a seat, ALL; None: the seat
        that made it) saw it. Raises WrongActor for a seat that there isn't.
        """
        return self.state.view(self.seat if viewer is None else viewer)

    def __repr__(self) -> str:
        return f"Decision(ply={self.ply}, seat={self.seat}, move={self.move!r})"


def decisions(match: Match) -> list[Decision]:
    """The moves of a match's main line, up to the first illegal one. Raises NotBegun where the
    record can't be set up, or has no rules. O(moves); each view or state asked for in the order of
    the moves plays one move more.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay import replay
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> [(made.ply, made.seat, made.move, made.turn) for made in decisions(match)]
    [(1, 1, '59', 1), (2, 2, '1', 1), (3, 2, 'r4', 1)]
    >>> decisions(match)[2].legal_moves, decisions(match)[0].view().zones["row/4"]
    (['r1', 'r2', 'r3', 'r4'], ['13'])
    """
    kinds = [None, *match.played.game.archive.classes]
    noted = observe(match, legal=True)
    each = zip(noted.rounds, noted.turns, noted.kinds, noted.legal, match.plies, strict=True)
    return [
        Decision(ply, seat, move, begun or None, turn or None, kinds[kind], legal, match)
        for ply, (begun, turn, kind, legal, (seat, move)) in enumerate(each, 1)
    ]
