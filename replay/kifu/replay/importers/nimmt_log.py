"""Matches of 6 nimmt! as other platforms log them, played by the rules.

An importer brings a log into rounds and turns; `follow` plays them and compares the rows after each
turn with the position. Cards that nobody has shown stay unknown. What the log does not say is None
or left out, and is not compared.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.errors import Diagnostic, diagnostic
from kifu.notation.record import Note, Record
from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.game import IllegalMove
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.position import HAND, ROWS
from kifu.replay.games.nimmt.rules import Nimmt, start
from kifu.replay.importers import Doubt
from kifu.replay.table import Step


class Turn(Struct):
    """A turn as a log has it; dictionaries are by seat. `chosen` are the cards, `rows` the rows
    (from 1) into which they were laid (at least those that were picked). `notes` are comments for
    the record at a choice. `board` are the cards of the rows after the turn (None: the log does not
    say). `place` is its place in the log.
    """

    place: str
    chosen: dict[int, int] = {}
    rows: dict[int, int] = {}
    notes: dict[int, str] = {}
    board: list[list[int]] | None = None


class Round(Struct):
    """A round as a log has it: the first card of each row in `rows`, and by seat the cards of
    `hands` as far as the log names them. `rest` are the cards of the deck that were not dealt.
    `place` is its place in the log.
    """

    place: str
    rows: list[int] = []
    hands: dict[int, list[int]] = {}
    turns: list[Turn] = []
    rest: list[int] = []


class Followed(Struct):
    """What could be followed of a match: its moves, notes and deals, the position after them, and
    findings that say why it ends there, if it should not.
    """

    state: Nimmt
    words: list[str] = []
    notes: list[Note] = []
    chance: list[tuple[str, str]] = []
    findings: list[Diagnostic] = []

    def record(
        self, seats: list[str], options: dict[str, str], tags: list[tuple[str, str]]
    ) -> Record:
        """A record of the match, which ends where it could not be followed any further: with the
        end `=` if the game is over there, otherwise `*`. It has no result and no winner. It has the
        lists and dict of the arguments themselves, and this object's own `notes` and `chance`, no
        copies.
        """
        return Record(
            game=GAME.name,
            rules=GAME.rules,
            options=options,
            seats=seats,
            tags=tags,
            chance=self.chance,
            moves=" ".join(self.words),
            notes=self.notes,
            end="=" if self.state.is_over else "*",
        )


def follow(options: dict[str, str], seats: int, rounds: list[Round]) -> Followed:
    """Play the rounds with these options (as a record has them) for `seats` seats, as long as they
    agree with the rules. It stops before the first turn that does not, and `findings` of the result
    say why. Deals that were not reached, and an impossible one, are left out of its `chance`.
    Without rounds, nothing is played, and the position waits for the first deal. `rounds` are not
    changed. Whether the game allows so many seats is not checked.

    Raises Doubt if not even the first deal is possible, and OptionError for options that the game
    does not allow.

    >>> turn = Turn("$[1]", {1: 5, 2: 7}, {1: 1, 2: 1})
    >>> rounds = [Round("$[0]", [1, 10, 20, 30], turns=[turn])]
    >>> followed = follow({}, 2, rounds)
    >>> followed.words, followed.state.row(1)
    (['5', '7'], [1, 5, 7])
    """
    chance = [(f"deal/{number}", _deal(given, seats)) for number, given in enumerate(rounds, 1)]
    dealer = Chance(None, chance)
    followed = Followed(start(GAME.read_options(options), seats, dealer))
    try:
        for number, given in enumerate(rounds, 1):
            if followed.state.missing is not None:  # the deal is written, and impossible
                raise Doubt("KF601", given.place, dealer.findings[-1].message)
            _follow_round(followed, number, given)
    except Doubt as doubt:
        if followed.state.missing == "deal/1":
            raise
        followed.findings.append(doubt.finding)
    followed.chance = [each for each in chance[: followed.state.round] if each[0] in dealer.events]
    return followed


def _deal(given: Round, seats: int) -> str:
    """The outcome of a round's deal, as it is after the label in a Chance tag: the cards of the
    hands that the log names, `_` for the others, then the first cards of the rows and the rest of
    the deck as far as the log names it. It is not checked.
    """
    cards: list[str] = []
    for seat in range(1, seats + 1):
        hand = given.hands.get(seat, [])
        cards += [*map(str, hand), *[UNKNOWN] * (HAND - len(hand))]
    return " ".join([*cards, *map(str, given.rows), *map(str, given.rest)])


def _follow_round(followed: Followed, number: int, given: Round) -> None:
    """Play round `number` (from 1) to the last turn that the log has of it; `followed` gets its
    moves, notes and findings and the new position. A last turn that lacks moves is played as far as
    it goes, unless the log has the rows after it (see `_follow_turn`).

    Raises Doubt if the log contradicts the rules, and if a turn or the round begins although the
    turn or round before it lacks moves, or the game is over. What was played before that stays in
    `followed`, also a turn that lacks moves; the turn that contradicts the rules adds nothing.
    """
    state = followed.state
    if state.is_over:
        message = f"round {number} begins, but by the rules the game is over after {number - 1}"
        raise Doubt("KF601", given.place, message)
    if state.round != number:
        raise Doubt("KF602", given.place, f"round {number} begins, but {_lacking(state)}")
    for turn in given.turns:
        if followed.state.phase != "choose" or followed.state.waiting < followed.state.n:
            raise Doubt("KF602", turn.place, f"a turn begins, but {_lacking(followed.state)}")
        _follow_turn(followed, turn)


def _follow_turn(followed: Followed, turn: Turn) -> None:
    """Play one turn, and add its moves and notes to `followed`, which then has the new position.

    If the log lacks the card of a seat, the cards that it has are only chosen, with a finding
    (KF603) if the log has rows for them. If it lacks a row that must be picked, the turn is played
    up to there.

    Raises Doubt if a move is illegal, or if the log has the rows after the turn and they differ or
    can't be reached. `followed` is then as before, but if the turn was the last of its round, the
    deal of the next one is among the `events` of the chance.
    """
    state = followed.state.copy()
    rows = [state.row(number) for number in range(1, ROWS + 1)]
    words: list[str] = []
    notes: list[Note] = []

    def watch(step: Step) -> None:
        for motion in step.motions:  # without those by which a round's end collects the rows
            if step.kind == "take":
                rows[int(motion.src.removeprefix("row/")) - 1] = []
            elif step.kind == "place":
                row = rows[int(motion.dst.removeprefix("row/")) - 1]
                row.insert(0 if motion.at == 0 else len(row), int(motion.card))

    def play(move: str, seat: int) -> None:
        words.append(GAME.word(state, seat, move))
        try:
            state.play(move, seat, watch)
        except IllegalMove as error:
            raise Doubt("KF601", turn.place, str(error)) from None

    for seat, card in sorted(turn.chosen.items()):
        play(str(card), seat)
        if note := turn.notes.get(seat):
            notes.append(Note(at=len(followed.words) + len(words), text=note))
    while state.phase == "place" and (seat := state.next_seat) in turn.rows:
        play(_answer(state, turn.rows[seat]), seat)
    if turn.board is not None and state.phase == "place":
        raise Doubt("KF602", turn.place, f"the turn ends, but {_lacking(state)}")
    if turn.board not in (None, rows):
        message = f"rows after the turn: the log says {turn.board}, by the rules it is {rows}"
        raise Doubt("KF601", turn.place, message)
    if len(turn.chosen) < state.n and turn.rows:
        message = f"turn {state.turn} is not whole in the log, so its cards stay chosen, not laid"
        followed.findings.append(diagnostic("KF603", message, token=turn.place))
    followed.state = state
    followed.words += words
    followed.notes += notes


def _answer(state: Nimmt, row: int) -> str:
    """The token of the answer that `state` waits for; the seat on turn must have to choose a row.
    It is `rK` to take the row K; `<K` or `>K` to lay the card at its left or right end, whichever
    is legal. If `row` can't be chosen, the token is one that is illegal.
    """
    legal = state.legal_moves(state.next_seat)
    if "r1" in legal:
        return f"r{row}"
    return f"<{row}" if f"<{row}" in legal else f">{row}"


def _lacking(state: Nimmt) -> str:
    """A clause in English about moves that the log lacks: which seats have yet to play in `state`,
    and in which turn and round; or that no seat may play there, as before a deal.
    """
    acting = " ".join(map(str, state.to_move()))
    who = f"seats {acting} have yet to" if acting else "no seat may"
    return f"in turn {state.turn} of round {state.round} {who} play"
