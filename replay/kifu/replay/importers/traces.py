"""Traces: 6 nimmt! matches as the JSON of ThingsAI-io/6-nimmt-agent.

A file is an array of matches. A match has rounds with the deck as it was shuffled, the hands,
the first board and, turn by turn, the cards played, the rows picked and the board after it;
then the heads of each round and the final result. All of that is compared with what the rules
give. What the turns say of single placements follows from the boards and is not looked at.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove, State
from kifu.replay.games.nimmt.cards import CARD, HAND, ROWS
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.importers import Imported
from kifu.replay.importers.doubt import Doubt, converted
from kifu.replay.importers.finish import decoded, sound_part, source_tag
from kifu.replay.table import ALL, Step, Table, as_seen, fold

VERSION = "1"

#: Heads that end a game in a trace; it knows no other.
TARGET = 66


class TracedMatch(Struct, rename="camel"):
    """A match; `seed` belongs to the other platform's own chance."""

    id: str
    player_count: int
    rounds: list[Any]
    seed: str | None = None
    final_results: list[FinalResult] = []
    winners: list[str] | None = None


class TracedRound(Struct, rename="camel"):
    """A round. The hands' players are in seat order, and the deck was dealt in that order."""

    dealt_hands: dict[str, Any]
    initial_board: list[list[int]]
    turns: list[Any]
    deck_order: list[int] | None = None
    round_scores: list[RoundScore] = []


class TracedTurn(Struct, rename="camel"):
    """A turn; a row is picked by its index from 0."""

    plays: list[Play]
    board_after: list[list[int]]
    row_picks: list[RowPick] = []


class Play(Struct, rename="camel"):
    """A card played."""

    player_id: str
    card: int


class RowPick(Struct, rename="camel"):
    """A row picked by the owner of a card that fits nowhere."""

    player_id: str
    picked_row_index: int


class RoundScore(Struct, rename="camel"):
    """The heads of a player in this round, and since the start."""

    id: str
    penalty: int
    total_score: int


class FinalResult(Struct, rename="camel"):
    """The heads of a player at the end."""

    id: str
    final_score: int


def import_traces(data: bytes, name: str) -> Imported:
    """The matches of the trace file `data`, called `name`.

    A record has every deal written out, seats named by the players' ids, and tags that say
    where it comes from. Where the trace contradicts the rules (KF601) or can't be read (KF602)
    the record ends before that turn, and the finding names the place by its JSON path.

    >>> import_traces(b'[{"id": "a"}]', "trace.json").findings[0].message
    'Object missing required field `playerCount`'
    """
    try:
        matches = decoded(data, name)
        if not isinstance(matches, list):
            raise Doubt("KF602", "$", f"{name} is not an array of matches")
    except Doubt as doubt:
        return Imported([], [doubt.finding])
    source = source_tag("traces", VERSION, data)
    imported = Imported([], [])
    for at, given in enumerate(matches):
        imported.take(at + 1, *_import_match(given, f"$[{at}]", source))
    return imported


def signs(given: object) -> str | None:
    """Words for what shows that the JSON `given` is a trace of 6-nimmt-agent; None if
    nothing does.
    """
    one = given[0] if isinstance(given, list) and given else None
    if isinstance(one, dict) and "rounds" in one and "playerCount" in one:
        return "its matches have rounds and a playerCount"
    return None


class _Follower:
    """Plays a trace by the rules and compares all that the trace says with the position. `ids` are
    the players' ids in seat order, `deals` the outcome of each round's deal. In all methods, `path`
    is the JSON path of what they get; Doubt (KF601) names it.
    """

    def __init__(self, ids: list[str], deals: list[str]) -> None:
        self.ids = ids
        self.words: list[str] = []
        chance = Chance(None, [(f"deal/{k}", deal) for k, deal in enumerate(deals, 1)])
        self.state: State = GAME.start(GAME.read_options({}), len(ids), chance)

    def heads(self) -> list[int]:
        """The heads of each seat so far, in seat order."""
        return [TARGET - points for points in self.state.scores()]

    def seat(self, player: str, path: str) -> int:
        """The seat (from 1) of the player with this id. Raises Doubt for an unknown one."""
        if player not in self.ids:
            raise Doubt("KF601", path, f"{player!r} has no hand in the first round")
        return self.ids.index(player) + 1

    def follow_round(self, number: int, given: TracedRound, path: str) -> None:
        """Play round `number` from its first board to its scores. Raises Doubt where the trace
        contradicts the rules.
        """
        if self.state.is_over:
            message = f"the game is over after round {number - 1}: a player has {TARGET} heads"
            raise Doubt("KF601", path, message)
        played = self.state.facts()["rounds"]
        if played != number - 1:
            message = f"round {number} begins, but round {played + 1} lacks turns or row picks"
            raise Doubt("KF601", path, message)
        self.compare_rows(self.state.view(ALL), given.initial_board, f"{path}.initialBoard")
        before = self.heads()
        for at, turn in enumerate(given.turns):
            place = f"{path}.turns[{at}]"
            self.follow_turn(converted(turn, TracedTurn, place), place)
        for at, score in enumerate(given.round_scores):
            place = f"{path}.roundScores[{at}]"
            total = self.heads()[self.seat(score.id, f"{place}.id") - 1]
            penalty = total - before[self.seat(score.id, f"{place}.id") - 1]
            _compare(score.total_score, total, f"{place}.totalScore")
            _compare(score.penalty, penalty, f"{place}.penalty")

    def follow_turn(self, turn: TracedTurn, path: str) -> None:
        """Play one turn: a card of each seat, then the rows that are taken. If that is not legal or
        the board afterwards differs, raises Doubt and leaves the position as it was.
        """
        state = self.state.copy()
        table = state.view(ALL)
        steps: list[Step] = []
        cards = {self.seat(p.player_id, f"{path}.plays[{k}]"): k for k, p in enumerate(turn.plays)}
        moves = [
            (seat, str(turn.plays[at].card), f"{path}.plays[{at}]")
            for seat, at in sorted(cards.items())
        ]
        if len(moves) != len(self.ids) or len(turn.plays) != len(moves):
            message = f"{len(turn.plays)} cards are played by {len(moves)} of {len(self.ids)} seats"
            raise Doubt("KF601", f"{path}.plays", message)
        for at, pick in enumerate(turn.row_picks):
            place = f"{path}.rowPicks[{at}]"
            moves.append((self.seat(pick.player_id, place), f"r{pick.picked_row_index + 1}", place))
        for seat, move, place in moves:
            try:
                state.play(move, seat, steps.append)
            except IllegalMove as error:
                raise Doubt("KF601", place, str(error)) from None
        if not state.is_over and len(state.to_move()) != len(self.ids) and not state.missing:
            seat = state.to_move()[0]
            raise Doubt("KF601", f"{path}.rowPicks", f"{self.ids[seat - 1]} has to take a row")
        self.compare_rows(_end_of_turn(table, steps), turn.board_after, f"{path}.boardAfter")
        self.state = state
        self.words += [move for _seat, move, _path in moves]

    def compare_rows(self, table: Table, board: list[list[int]], path: str) -> None:
        """Raise Doubt unless rows 1 to 4 of `table` have the cards of `board`."""
        rows = [[int(card) for card in table.zones[f"row/{k}"]] for k in range(1, ROWS + 1)]
        _compare(board, rows, path)

    def leave_out_last(self, path: str) -> Diagnostic:
        """Remove the last move, since it causes a deal that the trace does not have, and return a
        finding about that.
        """
        message = f"{self.state.missing} is not in the trace, so the last move before it, "
        message += f"{self.words.pop()}, was left out"
        return diagnostic("KF603", message, token=f"{path}.rounds")

    def compare_end(self, given: TracedMatch, path: str) -> None:
        """Raise Doubt if the trace has a final result or winners that differ from the position, or
        if the position is not the end of a match. Without either, nothing is compared.
        """
        if (given.final_results or given.winners) and not self.state.is_over:
            message = f"there is a final result, but no player has {TARGET} heads"
            raise Doubt("KF601", f"{path}.finalResults", message)
        for at, result in enumerate(given.final_results):
            place = f"{path}.finalResults[{at}]"
            seat = self.seat(result.id, f"{place}.id")
            _compare(result.final_score, self.heads()[seat - 1], f"{place}.finalScore")
        if given.winners is not None:
            winners = [self.ids[seat - 1] for seat in self.state.winners()]
            _compare(sorted(given.winners), sorted(winners), f"{path}.winners")


def _import_match(
    given: object, path: str, source: tuple[str, str]
) -> tuple[Record | None, list[Diagnostic]]:
    """The record of one match, None if not even its first round can be played, and findings.
    `source` is the `Source` tag (name, value).
    """
    findings: list[Diagnostic] = []
    try:
        match = converted(given, TracedMatch, path)
        rounds, ids, deals = _read_deals(match, path, findings)
        follower = _Follower(ids, deals)
    except Doubt as doubt:
        return None, [doubt.finding]
    try:
        for number, deal in enumerate(rounds, 1):
            follower.follow_round(number, deal, f"{path}.rounds[{number - 1}]")
        if not findings:
            follower.compare_end(match, path)
        if follower.state.missing is not None:
            findings.append(follower.leave_out_last(path))
    except Doubt as doubt:
        findings.insert(0, doubt.finding)
    record = _record(match, follower, deals, source)
    finished_record, unfit = sound_part(record, path)
    return finished_record, [*findings, *unfit]


def _read_deals(
    match: TracedMatch, path: str, findings: list[Diagnostic]
) -> tuple[list[TracedRound], list[str], list[str]]:
    """The rounds before the first whose deal is not possible (a finding about it is added), the
    players' ids in seat order, and the deals as values of `Chance` tags. Raises Doubt if not even
    the first deal is possible.
    """
    rounds: list[TracedRound] = []
    deals: list[str] = []
    ids: list[str] = []
    for at, given in enumerate(match.rounds):
        place = f"{path}.rounds[{at}]"
        try:
            deal = converted(given, TracedRound, place)
            ids = ids or _seats(match, deal, place, path)
            deals.append(_deal(deal, ids, place))
        except Doubt as doubt:
            if not rounds:
                raise
            findings.append(doubt.finding)
            break
        rounds.append(deal)
    if not rounds:
        raise Doubt("KF602", f"{path}.rounds", "there is no round")
    return rounds, ids, deals


def _seats(match: TracedMatch, deal: TracedRound, place: str, path: str) -> list[str]:
    ids = list(deal.dealt_hands)
    _compare(match.player_count, len(ids), f"{path}.playerCount")
    if len(ids) not in GAME.seats(GAME.read_options({})):
        raise Doubt("KF601", f"{place}.dealtHands", f"{len(ids)} players can't play 6 nimmt!")
    return ids


def _deal(deal: TracedRound, ids: list[str], place: str) -> str:
    """The deck of a round, top first, as the value of a `Chance` tag. Without a deck in the trace,
    just the cards of hands and board, which were dealt first. `ids` are the players in seat order,
    `place` is where the trace has the round. Raises Doubt if a hand or the deck is no deal for
    these players.
    """
    if set(deal.dealt_hands) != set(ids):
        raise Doubt("KF601", f"{place}.dealtHands", "the players differ from the first round's")
    hands = [
        converted(deal.dealt_hands[player], list[int], f"{place}.dealtHands.{player}")
        for player in ids
    ]
    for player, hand in zip(ids, hands, strict=True):
        if len(hand) != HAND:
            message = f"a hand has {HAND} cards, this one {len(hand)}"
            raise Doubt("KF601", f"{place}.dealtHands.{player}", message)
    known = [card for cards in (*hands, *deal.initial_board) for card in cards]
    deck, where = deal.deck_order, f"{place}.deckOrder"
    if deck is None:
        deck, where = known, f"{place}.dealtHands"
    if len(set(deck)) != len(deck) or not {str(card) for card in deck} <= CARD.keys():
        raise Doubt("KF601", where, "a card is dealt twice, or is not a card of 1 to 104")
    if not HAND * len(ids) + ROWS <= len(deck):
        raise Doubt("KF601", where, f"{len(deck)} cards are no deal for {len(ids)} players")
    for k, (player, hand) in enumerate(zip(ids, hands, strict=True)):
        dealt = sorted(deck[HAND * k : HAND * (k + 1)])
        _compare(sorted(hand), dealt, f"{place}.dealtHands.{player}")
    return " ".join(map(str, deck))


def _record(
    match: TracedMatch, follower: _Follower, deals: list[str], source: tuple[str, str]
) -> Record:
    reached = follower.state.facts()["rounds"] + (0 if follower.state.is_over else 1)
    tags = [("Id", match.id), source]
    if match.seed is not None:
        tags.append(("TraceSeed", match.seed))
    return Record(
        game=GAME.name,
        rules=GAME.rules,
        seats=follower.ids,
        tags=tags,
        chance=[(f"deal/{k}", deal) for k, deal in enumerate(deals[:reached], 1)],
        moves=" ".join(follower.words),
        end="=" if follower.state.is_over else "*",
    )


def _end_of_turn(table: Table, steps: list[Step]) -> Table:
    """`table` itself, changed by `steps`, but not by those from the end of a round on, which
    collect the cards.
    """
    for step in steps:
        if step.kind == "collect":
            break
        fold(table, as_seen(step, ALL), CARD)
    return table


def _compare(said: object, found: object, path: str) -> None:
    if said != found:
        raise Doubt("KF601", path, f"the trace says {said}, by the rules it is {found}")
