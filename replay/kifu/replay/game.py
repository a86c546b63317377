"""What a game is: the interface between the rules and everything else.

A game is one module that can be read beside its rules page. It ends in one constant,
`GAME`, that the entry-point group `kifu.games` names. Seats count from 1; 0 is nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self

from msgspec import Struct

from kifu.replay.chance import Chance
from kifu.replay.options import read_options, write_options
from kifu.replay.table import Fact, Step, Table, Watch


class Words(Struct, frozen=True):
    """The same words in English and in Japanese."""

    en: str
    ja: str

    def filled(self, *values: object) -> Words:
        """The words with what stands for {0}, {1}, ... in them.

        >>> Words("card {0} is gone", "{0}はありません").filled(5).en
        'card 5 is gone'
        """
        return Words(self.en.format(*values), self.ja.format(*values))


class IllegalMove(Exception):
    """A move that the rules forbid; `reason` names the rule. The state is unchanged.

    The message is the English one. A reason that is given as a str is English in both languages.

    >>> error = IllegalMove(Words("card 5 is not in the hand", "手札に5はありません"))
    >>> str(error), error.reason.ja
    ('card 5 is not in the hand', '手札に5はありません')
    """

    def __init__(self, reason: Words | str) -> None:
        self.reason = Words(reason, reason) if isinstance(reason, str) else reason
        super().__init__(self.reason.en)


class WrongActor(IllegalMove):
    """The seat may not act now; the reason says who may."""


class State(Protocol):
    """A position that can be played on. Built at ply 0: the first deal has happened.

    `next_seat` is the seat on turn, or 0 where there is none (the game is over, or either
    partner may act). Others may act too: out of turn, or, where `at_once`, each for itself and
    in any order, which then means nothing. `missing` is the label of a chance event that has
    no outcome: the position behind it can't be known, and nothing is legal until the end.
    """

    next_seat: int
    missing: str | None

    @property
    def at_once(self) -> bool:
        """Whether the seats to move act at the same time, so that their order means nothing."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    def to_move(self) -> list[int]:
        """The seats that may act, ascending; empty when the game is over."""

    def legal_moves(self, seat: int) -> list[str]:
        """Every canonical token that `seat` may play now, in the page's order."""

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        """Play one token for `seat` (0: written without an actor) with all that follows from it.

        Raises IllegalMove with the rule that was broken, and then changes nothing. `watch`
        gets each step as it happens; the first one is the move itself.
        """

    def marks(self) -> tuple[str, ...]:
        """The round and turn marks that stand before the next token, in order."""

    def scores(self) -> list[int]:
        """Each seat's score now, in seat order."""

    def winners(self) -> list[int]:
        """The winning seats, ascending, when the game is over; else empty."""

    def facts(self) -> dict[str, int]:
        """Counts for archives: `"rounds"` and `"turns"` played so far."""

    def view(self, viewer: int) -> Table:
        """The table as `viewer` sees it (see `table`); it holds nothing that is hidden."""

    def describe(self, move: str, seat: int) -> Words:
        """A sentence for `move` of `seat`, played from here; `{1}` stands for seat 1's name."""

    def digest(self) -> str:
        """The exact position, hidden parts included: 16 hex digits."""

    def situation(self, seat: int) -> str:
        """The coarse key of what `seat` faces, from what it may see."""

    def copy(self) -> Self:
        """An independent state in the same position."""


class Zone(Struct, frozen=True):
    """Where cards lie; `seat` is its owner, 0 for the table's own. `kind` is one of

    - `"hand"`, `"row"`, `"pool"` (face-up cards that lie apart), `"choice"` (one card);
    - `"pile"`: how many there are matters, and which of them can be seen;
    - `"melds"`: groups, numbered from 1. The table's fact of the zone's name says how many cards
      each holds: `"3 4"` for three cards and then four.
    """

    name: str
    kind: str
    seat: int
    title: Words


class Face(Struct, frozen=True, omit_defaults=True):
    """How a card is drawn: its text, how many pips of which shape, its colour class (0 plain,
    1 cyan, 2 blue, 3 yellow, 4 red, 5 purple, 6 green), a badge (a shape's name) for what else
    sets it apart, and what it is called. Never the colour alone tells cards apart. `back` is a
    card that lies face down and shows only that.
    """

    text: str
    name: Words
    pips: int = 0
    pip: str = ""
    colour: int = 0
    badge: str = ""
    back: bool = False


class Layout(Struct, frozen=True):
    """What a viewer needs to draw a table: zones in drawing order, the facts to show for each
    seat and for the table (name without `/seat` -> title), and the face of every card by
    token in canonical order, backs that can be told apart behind them. `values` says what the
    values of a fact are called where they are short for something (fact -> value -> words). The
    titles of the table's facts `turn` and `round` are also what turn and round marks are called.
    """

    zones: list[Zone]
    seat_facts: dict[str, Words]
    table_facts: dict[str, Words]
    phases: dict[str, Words]
    faces: dict[str, Face]
    values: dict[str, dict[str, Words]] = {}

    def said(self, fact: str, value: Fact) -> Words:
        """What a value of a fact is called: by itself, where nothing else is said.

        >>> colours = {"b": Words("blue", "青")}
        >>> layout = Layout([], {}, {}, {}, {}, {"colour": colours})
        >>> layout.said("colour", "b").en, layout.said("round", 2).en
        ('blue', '2')
        """
        return self.values.get(fact, {}).get(str(value)) or Words(str(value), str(value))


class Game(Struct, frozen=True):
    """A game with all its variants at one rules revision.

    `options` is a frozen msgspec Struct (see `options`); `seats(options)` are the numbers of
    seats allowed. `token` matches every token of the game and nothing else.
    `start(options, seats, chance)` is the position at ply 0. `greedy(state, seat)` is a simple
    player's choice, "" where the seat may pass (see `players`) and does. `option_sets` are the
    combinations of options that golden playthroughs cover. `needs_winner(state)` says whether a
    record that has ended so must have the `Winner` tag. `chances` says what each chance event
    is, by label.
    `events` are the kinds of steps that archives can find matches by, and what happens in each;
    `highlights` are those of them that a replay page marks.

    - `settle(options, seats)` fills in defaults that depend on the seats or on other options,
      which are None in the Struct, and raises ValueError for what the page forbids. Settled
      options stay as they are. `start` and `layout` take both.
    - `actor(state, token)` is the seat of a token that is written without one, 0 where it must
      be written; None where that is always the state's `next_seat`.
    - `late(state, token)` says whether the token still belongs to the turn before, so that it
      stands in front of the marks that are due.
    - `veil(state, move, seat)` is the token as those see it who may not know its card, `^r_` for
      `^r5`, or "" where they see none; `describe` knows such tokens.
    - `remark(options)` is what must be said wherever a match with these options is shown (that its
      cards are invented, say); None where there is nothing.
    - `tell(move, steps)` says in sentences what followed from a move by itself, beyond what
      `describe` says of the move; everyone may read them, so they name nothing hidden.
    """

    name: str
    title: Words
    rules: int
    options: type[Struct]
    seats: Callable[[Any], range]
    token: re.Pattern[str]
    start: Callable[[Any, int, Chance], State]
    layout: Callable[[Any, int], Layout]
    greedy: Callable[[Any, int], str]
    option_sets: list[dict[str, str]]
    needs_winner: Callable[[Any], bool] = lambda state: False
    chances: Mapping[str, str] = {}
    events: Mapping[str, Words] = {}
    highlights: tuple[str, ...] = ()
    settle: Callable[[Any, int], Any] = lambda options, seats: options
    actor: Callable[[Any, str], int] | None = None
    late: Callable[[Any, str], bool] = lambda state, token: False
    veil: Callable[[Any, str, int], str] = lambda state, move, seat: ""
    remark: Callable[[Any], Words | None] = lambda options: None
    tell: Callable[[str, list[Step]], list[Words]] = lambda move, steps: []

    def read_options(self, given: Mapping[str, str]) -> Any:
        """A record's options as an `options`. Raises OptionError with what is allowed."""
        return read_options(self.options, given)

    def write_options(self, options: Any, seats: int) -> dict[str, str]:
        """The options that differ from what they are for so many seats without being said."""
        return write_options(options, lambda chosen: self.settle(chosen, seats))

    def seat_of(self, state: State, token: str) -> int:
        """The seat of a token that is written without an actor, 0 where it must be written."""
        return state.next_seat if self.actor is None else self.actor(state, token)

    def marks(self, state: State, token: str) -> tuple[str, ...]:
        """The marks that the game form writes before the token."""
        return () if self.late(state, token) else state.marks()

    def word(self, state: State, seat: int, token: str) -> str:
        """The token as the game form writes it: with its actor only where that must be."""
        return token if seat == self.seat_of(state, token) else f"{seat}:{token}"
