"""What a game is: the interface between the rules and everything else.

A game is one module that can be read beside its rules page. It ends in one constant,
`GAME`, that the entry-point group `kifu.games` names. Seats count from 1; 0 is nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Protocol, Self

from msgspec import Struct

from kifu.notation.words import Words as Words
from kifu.replay.chance import Chance
from kifu.replay.judgements.judgement import Marks
from kifu.replay.lots import Lots
from kifu.replay.memory import Memory
from kifu.replay.options import read_options, write_options
from kifu.replay.ranking import Places, most_first, sides
from kifu.replay.table import Fact, Step, Table, Watch


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
    """The seat may not act now; the reason says who may. Or the match has no such seat."""


class State(Protocol):
    """A position that can be played on. It begins at ply 0: the first deal has happened.

    `next_seat` is the seat on turn, or 0 if there is none (the game is over, or either partner may
    act). Others may act, too: out of turn or, if `at_once`, all in any order, which means nothing.
    `missing` is the label of a chance event that has no outcome, else None: the position after it
    can't be known, and no move is legal from there on.

    Every function that takes a seat raises WrongActor for one that the match does not have (0, -1,
    5 of 4, True), as `authoring.demand_seat` does; if 0 has a meaning, the function says which.

    >>> from kifu.replay.players.new_match import new_match
    >>> state = new_match("nimmt", seats=2, seed="doc").state
    >>> before, move = state.copy(), state.legal_moves(1)[0]
    >>> state.play(move, 1)
    >>> before.to_move(), state.to_move(), state.view(2).zones["hand/1"][:2]
    ([1, 2], [2], ['_', '_'])
    """

    next_seat: int
    missing: str | None

    @property
    def at_once(self) -> bool:
        """Whether the seats to move act at the same time, so that their order means nothing. That
        is so also when only the last of them has still to act; False if nobody is to move.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.at_once
        True
        """

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.is_over
        False
        """

    def to_move(self) -> list[int]:
        """The seats that may act now, ascending; empty when the game is over or waits for a chance
        event.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.to_move()
        [1, 2]
        """

    def legal_moves(self, seat: int) -> list[str]:
        """Every token that `seat` may play now, each in its canonical spelling, in the order of the
        rules page; [] if it may not act. There may be very many (see `Offers`). Raises WrongActor
        for a seat that the match does not have, also for 0.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.legal_moves(1)[:4]
        ['10', '25', '49', '50']
        """

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        """Play one token for `seat`, with all that follows from it, on this state itself. With seat
        0, it is played by the seat that plays a token written without an actor (see
        `Game.seat_of`); if an actor must be written, the move is illegal. `watch` gets each step as
        it happens; the first one is the move itself.

        An illegal move raises IllegalMove, with the rule that was broken (WrongActor if the seat
        may not act, or does not exist), and leaves the state unchanged. When the game is over or a
        chance event is `missing`, every move is illegal.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> steps = []
        >>> for seat in 1, 2:
        ...     state.play(state.legal_moves(seat)[0], seat, steps.append)
        >>> [step.kind for step in steps]
        ['choose', 'choose', 'reveal', 'place', 'place', 'turn']
        """

    def marks(self) -> tuple[str, ...]:
        """The round and turn marks (`#2`, `3.`) that are due before the next token, in order; () if
        none are: within a turn, when the game is over, or while a chance event is `missing`. A
        token that still belongs to the previous turn, such as a claim, is written before them (see
        `Game.marks`).

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.marks()
        ('#1', '1.')
        """

    def scores(self) -> list[int]:
        """Each seat's score now, in seat order.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.scores()
        [66, 66]
        """

    def winners(self) -> list[int]:
        """The winning seats, ascending, when the game is over; else empty. If the game has draws
        (see `Ranking`), the seats of all sides that have drawn.

        >>> from kifu.replay import new_match
        >>> match = new_match("nimmt", seats=2, seed="doc")
        >>> match.play_out(["greedy", "random"])
        >>> match.state.scores(), match.state.winners()
        ([45, -15], [1])
        """

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` and `"turns"` are over in this position, for archives; those in
        progress don't count. A game without round marks has one round, the whole match.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.facts()
        {'rounds': 0, 'turns': 0}
        """

    def view(self, viewer: int) -> Table:
        """The table as `viewer` sees it, a seat or PUBLIC (0) or ALL (see `table`); it holds
        nothing that is hidden from this viewer. It is a new table, which may be changed. Raises
        WrongActor for a number that is no viewer.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> table = state.view(1)
        >>> table.zones["row/1"], table.zones["hand/1"][:3], table.zones["hand/2"][:3]
        (['101'], ['10', '25', '49'], ['_', '_', '_'])
        >>> table.facts["phase"], table.facts["to_move"]
        ('choose', '1 2')
        """

    def describe(self, move: str, seat: int) -> Words:
        """A sentence that says what `move` of `seat` means, if played from this position, with
        `{1}` in place of seat 1's name. The state stays as it is. The move must be legal, or a
        token that `Wording.veil` gives. That is not checked: another text gives a wrong sentence or
        any error. Raises WrongActor for a seat that the match does not have, also for 0.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.describe("10", 1).en
        '{1} chooses 10.'
        """

    def digest(self) -> str:
        """The digest of the exact position, hidden parts included: 16 hex digits. Equal positions
        have equal digests, in every process and version of kifu, as long as the rules revision is
        the same. An unknown card is part of the position as unknown; the outcomes of later chance
        events are no part of it. The state stays as it is.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.digest()
        '1c15c32809baa4e9'
        """

    def situation(self, seat: int) -> str:
        """What `seat` faces as a coarse text key of one line, from what it may see: equal for
        similar positions, so that archives can count what was played in them. There is a key too if
        the seat is not to move, and after the end. Raises WrongActor for a seat that does not
        exist, also for 0.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> state.situation(1)
        'std all n2 choose hand=10 rows=1.1.1.1 nowhere=0 full=0'
        """

    def copy(self) -> Self:
        """An independent state in the same position. Both share the options and the `Chance`, so a
        later event has the same outcome in both. Nobody watches the copy.

        >>> from kifu.replay import new_match
        >>> state = new_match("nimmt", seats=2, seed="doc").state
        >>> trial = state.copy()
        >>> trial.play("10", 1)
        >>> trial.to_move(), state.to_move()
        ([2], [1, 2])
        """


class Zone(Struct, frozen=True):
    """A place for cards; `seat` is its owner, 0 for the table's own. `kind` is one of

    - `"hand"`, `"row"`, `"pool"` (face-up cards that lie apart), `"choice"` (one card);
    - `"pile"`: how many there are matters, and which of them can be seen;
    - `"melds"`: groups, numbered from 1. The table's fact of the zone's name says how many cards
      each holds: `"3 4"` for three cards and then four.
    """

    name: str
    kind: str
    seat: int
    title: Words


class Face(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """How a card is drawn: its text, how many pips of which shape, its colour class (0 plain, 1
    cyan, 2 blue, 3 yellow, 4 red, 5 purple, 6 green), and a badge (a shape's name) for what else
    sets it apart; and its name. Cards never differ by colour alone. `back` is a card that lies face
    down and shows only that.

    A shape is the name of one in `static/pips.svg` of kifu.site, such as `club`, `diamond`, `heart`
    and `spade`, or an outline: the data of an SVG path in a square of 24 by 24, from M on.
    """

    text: str
    name: Words
    pips: int = 0
    pip: str = ""
    colour: int = 0
    badge: str = ""
    back: bool = False


class Layout(Struct, frozen=True):
    """What a viewer needs to draw a table: zones in drawing order, the facts to show for each seat
    and for the table (name without `/seat` -> title), and the face of every card by token in
    canonical order, then the backs that can be told apart. `phases` are the texts for the fact
    `phase`. `values` are the display texts for abbreviated values of facts (fact -> value ->
    words). The titles of the table's facts `turn` and `round` are also what turn and round marks
    are called.

    `codes` say how facts (by name without a seat) are encoded as numbers (see
    `codes.observation`): a tuple lists the texts that the fact may be; an int is how many numbers
    it holds; a str is the zone name (`hand/`, `hand/L`) whose cards it lists. Facts that are one
    number ("" or "-": none), that are in `values`, the phase, melds and `to_move` need none.

    `takes` is which card of a common row takes the others (6: the sixth); 0 if none does.
    """

    zones: list[Zone]
    seat_facts: dict[str, Words]
    table_facts: dict[str, Words]
    phases: dict[str, Words]
    faces: dict[str, Face]
    values: dict[str, dict[str, Words]] = {}
    codes: dict[str, tuple[str, ...] | int | str] = {}
    takes: int = 0

    @property
    def backs(self) -> set[str]:
        """The tokens of backs that can be told apart (see `Face.back`); empty if all look alike."""
        return {token for token, face in self.faces.items() if face.back}

    def fact_words(self, fact: str, value: Fact) -> Words:
        """The display text of a fact's value: the value itself, unless the layout's `values` have
        another text for it. `fact` is the name of the fact, without `/seat`.

        >>> colours = {"b": Words("blue", "青")}
        >>> layout = Layout([], {}, {}, {}, {}, {"colour": colours})
        >>> layout.fact_words("colour", "b").en, layout.fact_words("round", 2).en
        ('blue', '2')
        """
        return self.values.get(fact, {}).get(str(value)) or Words(str(value), str(value))


class Ranking(Struct, frozen=True):
    """Places and winning sides, for games in which not simply the seat with the most points wins.

    - `places(scores, winners)` gives each seat's place, 1 is first: `ranking.most_first`,
      `ranking.fewest_first`, or the game's own.
    - `teams(options, seats)` gives the seats that win together, `[[1, 3], [2, 4]]`; a seat in none
      of them plays for itself.
    - `draws`: if several sides are equal, `State.winners` names them, and it is a draw, which
      nobody has won. Otherwise they share the win.
    - `needs_winner(state)` says whether a record that has ended in `state` must have the `Winner`
      tag, because its scores do not show who has won.
    """

    places: Places = most_first
    teams: Callable[[Any, int], list[list[int]]] = lambda options, seats: []
    draws: bool = False
    needs_winner: Callable[[Any], bool] = lambda state: False


class Turns(Struct, frozen=True):
    """Whose move a token is, and of which turn, for games in which seats may act out of turn.

    - `actor(state, token)` is the seat that plays a token written without an actor, 0 if the actor
      must be written. By default it is the state's `next_seat`.
    - `late(state, token)` says whether the token still belongs to the previous turn, so that it is
      written before the marks that are due.
    """

    actor: Callable[[Any, str], int] = lambda state, token: state.next_seat
    late: Callable[[Any, str], bool] = lambda state, token: False


class Wording(Struct, frozen=True):
    """What people read of a match, beside `State.describe` and the layout.

    - `question(options, seats, label, places)` is the question to a person who types in a match:
      which cards are at these `places` (from 0) of the outcome of chance event `label`, in this
      order; they have just been turned up. Without places: what the whole outcome is. `options` are
      settled. None: a general question is asked.
    - `consequences(state, move, steps)` are sentences about what followed from a move by itself,
      beyond what `describe` says of the move; everyone may read them, so they name nothing hidden.
      `state` is the position after it; `steps` are all that the move caused, beginning with the
      move itself.
    - `headline(state, move, steps)` is one sentence about what a move has led to ("{3}'s 67 costs
      {1} 12"), which everyone may read; None if the move's own sentence says it.
    - `veil(state, move, seat)` is the token as those see it who may not know its card, `^r_` for
      `^r5`, or "" if they see none; `describe` knows such tokens.
    - `offer(state, move, seat)` is a legal move as a choice in a list, such as "choose 34" and
      「34を選ぶ」; None: `replay.sentences` makes it of `describe`'s.
    - `remark(options)` is what must be said wherever a match with these options is shown (that its
      cards are invented, say); None: nothing.
    - `aid(options)` are the parts of a card of reference for players, such as a table of effects:
      pairs of a title and its lines.
    """

    question: Callable[[Any, int, str, Sequence[int]], Words | None] = (
        lambda options, seats, label, places: None
    )
    consequences: Callable[[Any, str, list[Step]], list[Words]] = lambda state, move, steps: []
    headline: Callable[[Any, str, list[Step]], Words | None] = lambda state, move, steps: None
    veil: Callable[[Any, str, int], str] = lambda state, move, seat: ""
    offer: Callable[[Any, str, int], Words | None] = lambda state, move, seat: None
    remark: Callable[[Any], Words | None] = lambda options: None
    aid: Callable[[Any], list[tuple[Words, list[Words]]]] = lambda options: []


class Combination(Struct, frozen=True):
    """All moves that consist of `count` of these `cards` (tokens in canonical order). A token is
    the cards in that order, `between` each two, and `before` in front.

    >>> choice = Combination(["c2", "d5", "sQ"], 2, before="^")
    >>> choice.tokens()
    ['^c2+d5', '^c2+sQ', '^d5+sQ']
    >>> choice.words().en
    'choose 2 of c2 d5 sQ, as ^c2+d5'
    """

    cards: list[str]
    count: int
    before: str = ""
    between: str = "+"

    def tokens(self) -> list[str]:
        """Every token, each of which names `count` of the `cards`, in the order of the cards; [] if
        there are fewer than `count`. There may be very many: n! / (k! (n - k)!) for k of n cards.
        """
        chosen = combinations(self.cards, self.count)
        return [self.before + self.between.join(cards) for cards in chosen]

    def words(self) -> Words:
        """A sentence that says how many of which cards to choose, with the first token as an
        example. No seat is named in it. If there are fewer cards than `count`, the example has all
        of them and is no legal token.
        """
        cards = " ".join(self.cards)
        example = self.before + self.between.join(self.cards[: self.count])
        return Words(
            f"choose {self.count} of {cards}, as {example}",
            f"{cards} から{self.count}枚を選びます。例: {example}",
        )


class Offers(Struct, frozen=True):
    """The legal moves that people are shown, for games in which `State.legal_moves` are too many.

    - `visible(state, seat)` are the legal moves that a seat may be shown during a match: without
      those whose legality depends on hands that it can't see.
    - `combination(state, seat)` describes moves that are some cards chosen together
      (`Combination`): people are then shown the cards, not every token. None: the moves are no
      combinations.
    - `tokens(options, seats)` are the moves that an observation numbers, where they are more than
      the cards with a face (`r4`, `pass`); the cards of a combination are numbered, too.
    - `wished(move)` is what the seat that made a move wished for itself, one of the visible moves,
      in games where other seats have a part in the move.
    """

    visible: Callable[[Any, int], list[str]] = lambda state, seat: state.legal_moves(seat)
    combination: Callable[[Any, int], Combination | None] = lambda state, seat: None
    tokens: Callable[[Any, int], list[str]] = lambda options, seats: []
    wished: Callable[[str], str] = lambda move: move


class Archiving(Struct, frozen=True):
    """How archives find matches and count moves.

    - `events`: the kinds of steps by which matches can be found -> what happens in each.
      `highlights` are those of them that a replay page marks.
    - `classes`: coarse names for moves ("draw", "cheapest row") -> what each means, 255 at most;
      moves of one class are counted together. `move_class(state, token, seat)` is the class of a
      legal move before it is played, "" for none. If the states are a `Coded`, the game's `keys`
      give the place of the class in `classes` instead (see `codes.coded.Answers`).
    - `card` finds the cards that a token names, each as its group 1. Databases use it, too, so it
      looks neither ahead nor back. None: tokens name no cards.
    """

    events: Mapping[str, Words] = {}
    highlights: tuple[str, ...] = ()
    classes: Mapping[str, Words] = {}
    move_class: Callable[[Any, str, int], str] = lambda state, token, seat: ""
    card: re.Pattern[str] | None = None


class Analysing(Struct, frozen=True):
    """How positions are dealt again and valued. A game without `redeal` can't be analysed.

    - `redeal(state, seat, memory, lots)` is a new state in which everything that `seat` can't know
      comes from `lots`: hidden cards, later chance, and hidden choices of others, which are taken
      back. `memory` is what the seat remembers; `seat` 0 sees no hand. The seat's view and its
      legal moves stay the same, except for what was taken back. What the state hides has no
      influence. Raises CannotDeal (see `analysis.dealing`) if the record does not say enough.
    - `barred(state, move, seat)` are pairs (zone, token): by making `move` in `state`, `seat` shows
      everyone that no hidden card of the zone has that token.
    - `stretch(state)` is a number, such as that of the round. It changes where the scores alone say
      who is ahead, so a match may be played on in thought up to there and be valued.
    - `reference(state, seat)` is the choice of the player who plays matches on in thought, "" to
      pass. It uses nothing that the seat can't see. None: `greedy`.
    - `marks` say from which loss on a decision is marked as a mistake.
    """

    redeal: Callable[[Any, int, Memory, Lots], Any] | None = None
    barred: Callable[[Any, str, int], Iterable[tuple[str, str]]] = lambda state, move, seat: ()
    stretch: Callable[[Any], int] = lambda state: 0
    reference: Callable[[Any, int], str] | None = None
    marks: Marks = Marks()


#: When a `Happening` comes or is seen, and in which order reasons are looked for: what ends the
#: round or match; up to the seat's next turn, what happens, what does so by the points that it
#: brings, the points, what the seat then has; what becomes of a card that is kept; and what happens
#: up to the end of the round.
ENDS, EVENT, FLOW, POINTS, STATE, KEPT, LATER = range(7)
SOONER = (EVENT, FLOW, POINTS, STATE, KEPT)
#: The happening that the seat's own points are; those of its rivals are `given`.
GAINED = "gained"


class Happening(Struct, frozen=True):
    """What may happen after a move, by which an analysis says why the move is worse than another
    one.

    `stage` is when (see ENDS); `good` is 1 if it is good for the seat, and -1 if it is bad. It
    counts the steps of these `kinds` (words with spaces between) that are made by the seat or its
    partner (`who` is "I"), or by others ("they").

    `words` are a clause that says it ("you take a row"; in Japanese up to the verb's stem before
    -ます). `amount` says it by a mean `{n}`; without it, the sentence says in how many worlds it
    comes. Both may name `{cards}`. `each` says what one of them is like, on average `{n}`.
    `is_points`: it is counted in points of the seat or, if `who` is "they", of all its rivals.
    `causes` are names of happenings: the first one that clearly differs, too, is given as the
    reason in place of this one, which then need not differ for sure. Of several with the stage
    STATE, the plainest comes first in the game's table: if one surely speaks for the move, those
    after it are not said.
    """

    stage: int
    good: int
    words: Words | None = None
    amount: Words | None = None
    kinds: str = ""
    who: str = "I"
    each: Words | None = None
    is_points: bool = False
    causes: tuple[str, ...] = ()


class Reasons(Struct, frozen=True):
    """By what analysis says why a move is worse than the best one, in games whose states are a
    `Coded`.

    - `happenings` are all that may be given as a reason, by name. A name with a dot is a detail of
      the one before the dot; one with a colon, `costs:r6`, is about that card (here it may be
      `costs`, for all cards) and explains no more than all that are about it together; so do all of
      ENDS and EVENT. If its stage is KEPT, cards of that name are counted together, as few as
      explain enough. The two that the moves play count as one; if these speak for the move, the
      others must explain more.
    - `standing(state)` gives the points of each seat if the round was scored now.
    - `outlook(state, seat)` counts, by happening, what is due up to the seat's next turn;
      `outcome(before, after, seat)` what has become of the position `before` the move when the
      stretch has ended in `after`, also by what this has `noted` (see `Coded`).
    - `common_turn`: all seats move in one turn, so the next turn is the next mark.
    """

    happenings: Mapping[str, Happening] = {}
    standing: Callable[[Any], list[int]] = lambda state: list(state.scores())
    outlook: Callable[[Any, int], Mapping[str, int]] = lambda state, seat: {}
    outcome: Callable[[Any, Any, int], Mapping[str, int]] = lambda before, after, seat: {}
    common_turn: bool = False


class Game(Struct, frozen=True):
    """A game with all its variants at one rules revision: the rules, and parts that a game gives
    where it has more to say than most.

    - `options` is a frozen msgspec Struct (see `options`); `seats(options)` are the numbers of
      seats allowed. `token` matches every token of the game and nothing else.
    - `start(options, seats, chance)` is the position at ply 0, `layout(options, seats)` how its
      table is drawn.
    - `greedy(state, seat)` is a simple player's choice, "" where the seat may pass and does (see
      `new_match`).
    - `option_sets` are the combinations of options that `prove` and golden playthroughs cover.
    - `settle(options, seats)` fills in defaults that depend on the seats or on other options,
      which are None in the Struct, and raises ValueError for what the page forbids. Settled
      options stay as they are. `start` and `layout` take both.
    - `earlier` are the revisions before this one whose records are still read, each a whole Game of
      the same name, with rules, options and tokens of its own.
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
    settle: Callable[[Any, int], Any] = lambda options, seats: options
    earlier: tuple[Game, ...] = ()
    ranking: Ranking = Ranking()
    turns: Turns = Turns()
    words: Wording = Wording()
    offers: Offers = Offers()
    archive: Archiving = Archiving()
    analysis: Analysing = Analysing()
    reasons: Reasons = Reasons()

    def revision(self, rules: int | None) -> Game | None:
        """The game at the rules revision `rules`; None for None and for a revision that is not
        known.
        """
        if rules == self.rules:
            return self
        return next((game for game in self.earlier if game.rules == rules), None)

    @property
    def revisions(self) -> list[int]:
        """The known rules revisions, ascending."""
        return sorted([self.rules, *(game.rules for game in self.earlier)])

    def read_options(self, given: Mapping[str, str]) -> Any:
        """The options that a record gives (name -> text) as this game's `options` Struct, the
        others at their defaults. They are not settled: a default that depends on the seats or on
        other options is None until `settle` fills it in. Raises OptionError with what is allowed.
        """
        return read_options(self.options, given)

    def write_options(self, options: Any, seats: int) -> dict[str, str]:
        """The settled `options` that differ from their defaults for this number of seats, as a
        record writes them (name -> text), in the order of the rules page; {} if none does.
        `options` are not changed. What `settle` raises comes through.
        """
        return write_options(options, lambda chosen: self.settle(chosen, seats))

    def is_draw(self, winners: Sequence[int], options: Any, seats: int) -> bool:
        """Whether `winners` together have a draw rather than a shared win: the game has draws, and
        they are of more than one side. False without winners. `options` are settled.
        """
        return self.ranking.draws and len(sides(winners, self.ranking.teams(options, seats))) > 1

    def seat_of(self, state: State, token: str) -> int:
        """The seat that plays `token` from `state` if it is written without an actor. 0 if it must
        be written with one, and if nobody is on turn, as after the end. Nothing is checked: the
        token may be illegal or none of the game, and a token that names its own seat (a call in
        Atarayo) may give a seat that the match does not have.
        """
        return self.turns.actor(state, token)

    def cards(self, token: str) -> list[str]:
        """The cards that a token names, in the order of the token; [] if it names none.

        >>> from kifu.replay.registry import game
        >>> game("yuhodo").cards("-h4R"), game("yuhodo").cards("oI2d3d4"), game("nimmt").cards("r4")
        (['h4'], ['I2', 'd3', 'd4'], [])
        """
        card = self.archive.card
        return [] if card is None else card.findall(token)

    def marks(self, state: State, token: str) -> tuple[str, ...]:
        """The round and turn marks that the game form writes before `token`, which is played from
        `state`: those that are due there, or () if none are, or the token still belongs to the
        previous turn.
        """
        return () if self.turns.late(state, token) else state.marks()

    def word(self, state: State, seat: int, token: str) -> str:
        """`token`, played by `seat` from `state`, as the game form writes it: as `SEAT:TOKEN` if
        another seat, or none, would play it without an actor; else as it is.
        """
        return token if seat == self.seat_of(state, token) else f"{seat}:{token}"
