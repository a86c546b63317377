"""Matches of 6 nimmt! as other platforms log them, played by the rules.

An importer brings a log into rounds, turns and laid cards; `follow` plays them and holds each
statement against the position. Cards that nobody has shown stay unknown. What the log does not
say is None, and is not compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.record import Note, Record
from kifu.replay.chance import UNKNOWN, Chance
from kifu.replay.game import IllegalMove
from kifu.replay.games.nimmt.cards import HAND, HEADS, ROWS
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.rules import Nimmt, start
from kifu.replay.importers.doubt import Doubt
from kifu.replay.table import Step


class LaidCard(Struct):
    """A card that was laid to `row` (from 1). `took` says whether its owner took the cards of that
    row, `heads` how many heads they have (0 where none were taken); `end` is `"<"` for the left end
    of the row, `">"` for the right one, None where it took the row. Each of these is None where the
    log does not say it. `place` is the place in the log, `note` what the record is to say at the
    answer.
    """

    seat: int
    card: int
    row: int
    heads: int | None = None
    took: bool | None = None
    end: str | None = None
    place: str = ""
    note: str = ""


class Turn(Struct):
    """A turn: the card that each seat chose, where the cards were laid, the notes on choices, and
    the cards of the rows after it, None where the log does not say them.
    """

    place: str
    chosen: dict[int, int] = {}
    laid: list[LaidCard] = []
    notes: dict[int, str] = {}
    board: list[list[int]] | None = None


class Round(Struct):
    """A round: the first card of each row, and the cards of each seat's hand as far as the log
    names them. `rest` are the cards of the deck that were
    not dealt. `heads` are the heads that a seat got in the round, and those that it has after it.
    """

    place: str
    rows: list[int] = []
    hands: dict[int, list[int]] = {}
    turns: list[Turn] = []
    rest: list[int] = []
    heads: dict[int, tuple[int, int]] = {}


class Followed(Struct):
    """What could be followed of a match: its moves, notes and deals, the position after them,
    and why it ends there where it should not.
    """

    state: Nimmt
    words: list[str] = []
    notes: list[Note] = []
    chance: list[tuple[str, str]] = []
    findings: list[Diagnostic] = []

    def record(
        self, seats: list[str], options: dict[str, str], tags: list[tuple[str, str]]
    ) -> Record:
        """A record of the match, which ends where it could not be followed any further."""
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


def follow(
    options: dict[str, str], seats: int, rounds: list[Round], findings: Sequence[Diagnostic] = ()
) -> Followed:
    """Play the rounds with these options (as a record has them) for as long as they agree with the
    rules. The new findings come after `findings`, those of reading the log.

    Raises Doubt if not even the first deal is possible.

    >>> turn = Turn("$[1]", {1: 5, 2: 7}, [LaidCard(1, 5, 1), LaidCard(2, 7, 1)])
    >>> rounds = [Round("$[0]", [1, 10, 20, 30], turns=[turn])]
    >>> followed = follow({}, 2, rounds)
    >>> followed.words, followed.state.row(1)
    (['5', '7'], [1, 5, 7])
    """
    deals: list[str] = []
    found: list[Diagnostic] = []
    for given in rounds:
        try:
            deals.append(_deal(given, seats))
        except Doubt as doubt:
            if not deals:
                raise
            found.append(doubt.finding)
            break
    chance = [(f"deal/{number}", deal) for number, deal in enumerate(deals, 1)]
    dealer = Chance(None, chance)
    followed = Followed(start(GAME.read_options(options), seats, dealer), findings=found)
    if followed.state.missing is not None:
        where = rounds[0].place if rounds else "$"
        raise Doubt("KF601", where, _why_no_deal(dealer, "deal/1"))
    _follow_rounds(followed, rounds[: len(deals)])
    reached = followed.state.round
    if followed.state.missing is not None:
        followed.findings.append(_leave_out_last(followed, dealer, rounds))
        reached -= 1
    followed.chance = chance[:reached]
    followed.findings = [*findings, *followed.findings]
    return followed


def _follow_rounds(followed: Followed, rounds: list[Round]) -> None:
    """Play the rounds in order, until the log contradicts the rules: a finding about that goes
    first into `followed.findings`, and what was played before stays. Ends, too, before a deal that
    is not known.
    """
    try:
        for number, given in enumerate(rounds, 1):
            if followed.state.missing is None:
                _follow_round(followed, number, given)
    except Doubt as doubt:
        followed.findings.insert(0, doubt.finding)


def _deal(given: Round, seats: int) -> str:
    """The deal of a round as the value of a `Chance` tag: the hands in seat order, the first cards
    of the rows, the rest of the deck. A hand has the cards that the log names for it, and `_` for
    the others. Raises Doubt if a row lacks its card, or a hand is too large.
    """
    if len(given.rows) != ROWS:
        message = f"the first cards of the {ROWS} rows are needed, {len(given.rows)} are there"
        raise Doubt("KF602", given.place, message)
    cards: list[str] = []
    for seat in range(1, seats + 1):
        hand = given.hands.get(seat, [])
        if len(hand) > HAND:
            message = f"a hand has {HAND} cards, that of seat {seat} {len(hand)}"
            raise Doubt("KF601", given.place, message)
        cards += [*map(str, hand), *[UNKNOWN] * (HAND - len(hand))]
    return " ".join([*cards, *map(str, given.rows), *map(str, given.rest)])


def _follow_round(followed: Followed, number: int, given: Round) -> None:
    """Play round `number` (from 1) to its last turn. Raises Doubt if the log contradicts the rules;
    what was played before stays.
    """
    state = followed.state
    if state.is_over:
        message = f"round {number} begins, but by the rules the game is over after {number - 1}"
        raise Doubt("KF601", given.place, message)
    if state.round != number:
        raise Doubt("KF602", given.place, f"round {number} begins, but {_lacking(state)}")
    before = state.heads[:]
    for turn in given.turns:
        if followed.state.phase != "choose" or followed.state.waiting < followed.state.n:
            raise Doubt("KF602", turn.place, f"a turn begins, but {_lacking(followed.state)}")
        _follow_turn(followed, turn)
    for seat, said in given.heads.items():
        heads = followed.state.heads[seat]
        found = heads - before[seat], heads
        if said != found:
            message = f"seat {seat}, heads of the round and so far: "
            message += "the log says {} and {}, by the rules it is {} and {}".format(*said, *found)
            raise Doubt("KF601", given.place, message)


def _follow_turn(followed: Followed, turn: Turn) -> None:
    """Play one turn. If the log contradicts it, raises Doubt and leaves the position as it was."""
    state = followed.state.copy()
    steps: list[Step] = []
    words: list[str] = []
    notes: list[Note] = []
    first = len(followed.words) + 1
    for seat, card in sorted(turn.chosen.items()):
        words.append(GAME.word(state, seat, str(card)))
        _play(state, str(card), seat, turn.place, steps)
        if seat in turn.notes:
            notes.append(Note(at=first + len(words) - 1, text=turn.notes[seat]))
    answers = {laid.card: laid for laid in turn.laid}
    while state.phase == "place" and (lowest := state.to_be_placed()[-1]) in answers:
        laid = answers[lowest]
        words.append(_answer(state, laid))
        _play(state, words[-1], laid.seat, laid.place, steps)
        if laid.note:
            notes.append(Note(at=first + len(words) - 1, text=laid.note))
    rows = [followed.state.row(number) for number in range(1, ROWS + 1)]
    by_rules = _laid_by_rules(steps, rows)
    if len(turn.chosen) == state.n:
        _compare_laid(turn, by_rules)
    elif turn.laid:
        message = f"turn {state.turn} is not whole in the log, so its cards stay chosen, not laid"
        followed.findings.append(diagnostic("KF603", message, token=turn.place))
    if turn.board is not None and state.phase == "place":
        raise Doubt("KF602", turn.place, f"the turn ends, but {_lacking(state)}")
    if turn.board not in (None, rows):
        message = f"rows after the turn: the log says {turn.board}, by the rules it is {rows}"
        raise Doubt("KF601", turn.place, message)
    followed.state = state
    followed.words += words
    followed.notes += notes


def _play(state: Nimmt, move: str, seat: int, place: str, steps: list[Step]) -> None:
    """Play `move` by `seat` in `state` itself, and append its steps to `steps`. Raises Doubt at
    `place` if it is illegal.
    """
    try:
        state.play(move, seat, steps.append)
    except IllegalMove as error:
        raise Doubt("KF601", place, str(error)) from None


def _answer(state: Nimmt, laid: LaidCard) -> str:
    """The token of the answer that `state` waits for, with the row K of `laid`: `rK` to take that
    row, `<K` or `>K` to lay the card at its left or right end, whichever is legal. The token is
    illegal if row K can't be chosen.
    """
    left = f"<{laid.row}"
    legal = state.legal_moves(state.next_seat)
    if "r1" in legal:
        return f"r{laid.row}"
    return left if left in legal else f">{laid.row}"


def _compare_laid(turn: Turn, by_rules: dict[int, LaidCard]) -> None:
    """Compare what the log says of each card laid in a turn with how the rules have laid it. Raises
    Doubt if they differ.
    """
    for laid in turn.laid:
        if laid.card not in by_rules:
            message = f"card {laid.card} is laid, but by the rules it can't be yet"
            raise Doubt("KF601", laid.place, message)
        for field, what in _COMPARED.items():
            said, true = getattr(laid, field), getattr(by_rules[laid.card], field)
            if None not in (said, true) and said != true:
                message = f"card {laid.card}, {what}: the log says {said}, "
                raise Doubt("KF601", laid.place, f"{message}by the rules it is {true}")


#: The fields of a laid card that are compared, and what a finding calls them.
_COMPARED = {
    "seat": "owner", "row": "row", "took": "taking of the row", "heads": "heads taken",
    "end": "end of the row",
}  # fmt: skip


def _laid_by_rules(steps: list[Step], rows: list[list[int]]) -> dict[int, LaidCard]:
    """How the rules laid the cards in `steps`: card -> its owner, row and heads taken, and the end
    of the row (`<` left, `>` right, None if the card took the row). `rows` become those after the
    steps, but before a round's end collects them.
    """
    found = {}
    heads = 0
    for step in steps:
        if step.kind == "take":
            heads = sum(HEADS[int(motion.card)] for motion in step.motions)
        elif step.kind == "place":
            (motion,) = step.motions
            card, row, took = int(motion.card), int(motion.dst.removeprefix("row/")), heads > 0
            end = None if took else "<" if motion.at == 0 else ">"
            found[card] = LaidCard(step.seat, card, row, heads, took, end)
            old = [] if took else rows[row - 1]
            rows[row - 1] = [card, *old] if end == "<" else [*old, card]
            heads = 0
    return found


def _lacking(state: Nimmt) -> str:
    """Words for what comes next in `state`, and is missing in the log."""
    if state.phase == "place":
        return f"card {state.placing[-1]} of seat {state.next_seat} has not been laid"
    if state.waiting < state.n:
        open_seats = " ".join(map(str, state.to_move()))
        return f"turn {state.turn} lacks the cards of seats {open_seats}"
    return f"round {state.round} lacks turn {state.turn}"


def _why_no_deal(dealer: Chance, label: str) -> str:
    for finding in dealer.findings:
        if finding.token == label:
            return finding.message
    return f"{label} is not in the log"


def _leave_out_last(followed: Followed, dealer: Chance, rounds: list[Round]) -> Diagnostic:
    """Remove the last move from `followed`, since it causes a deal that is not known, and return a
    finding about that.
    """
    label = str(followed.state.missing)
    number = int(label.removeprefix("deal/"))
    place = rounds[min(number, len(rounds)) - 1].place
    message = f"{_why_no_deal(dealer, label)}, so the last move before it, "
    message += f"{followed.words.pop()}, was left out"
    followed.notes = [note for note in followed.notes if note.at <= len(followed.words)]
    refused = any(finding.token == label for finding in dealer.findings)
    return diagnostic("KF601" if refused else "KF603", message, token=place)
