"""Traces: 6 nimmt! matches as the JSON of ThingsAI-io/6-nimmt-agent.

A file is an array of matches. A match has rounds with the deck as it was shuffled, the hands,
the first board and, turn by turn, the cards played, the rows picked and the board after it;
then the final result. All of that is compared with what the rules give. What turns say of single
placements, and rounds of heads, follows from the boards, and is not looked at.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from kifu.notation.errors import Diagnostic, diagnostic
from kifu.notation.record import Record
from kifu.replay.games.nimmt.position import HAND, ROWS
from kifu.replay.importers import Doubt, Imported, converted, sound_part, source_tag
from kifu.replay.importers.nimmt_log import Round, Turn, follow

VERSION = "1"

#: Heads that end a game in a trace; it knows no other.
TARGET = 66


class TracedMatch(Struct, rename="camel"):
    """A match; `seed` belongs to the other platform's own chance."""

    id: str
    rounds: Annotated[list[TracedRound], Meta(min_length=1)]
    seed: str | None = None
    final_results: list[FinalResult] = []


class TracedRound(Struct, rename="camel"):
    """A round. The hands' players are in seat order, and the deck was dealt in that order."""

    dealt_hands: Annotated[dict[str, list[int]], Meta(max_length=10)]
    initial_board: list[list[int]]
    turns: list[TracedTurn]
    deck_order: list[int] | None = None


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


class FinalResult(Struct, rename="camel"):
    """The heads of a player at the end."""

    id: str
    final_score: int


def import_traces(data: bytes) -> Imported:
    """The records of the matches in the trace file `data`, a JSON array of matches, and findings. A
    bad file raises nothing: it has only findings. An empty array has neither.

    A record has every deal written out up to its end, seats named by the players' ids, and tags:
    `Id` and `Source`, and `TraceSeed` if the match has a seed. If the trace contradicts the rules
    (KF601), the record ends before that turn, and the finding names the place by its JSON path. A
    match of another form (KF602), and one that can't even begin (KF601), have no record.

    >>> import_traces(b'[{"id": "a"}]').findings[0].message
    'Object missing required field `rounds`'
    """
    imported, source = Imported([]), source_tag("traces", VERSION, data)
    try:
        given = msgspec.json.decode(data, type=list[object])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Imported(
            [], [diagnostic("KF602", f"the log is no JSON array of matches: {error}", token="$")]
        )
    for number, one in enumerate(given, 1):
        path = f"$[{number - 1}]"
        try:
            record, findings = _import_match(one, path, source)
            part, unfit = sound_part(record, path)
        except Doubt as doubt:
            part, findings, unfit = None, [], [doubt.finding]
        imported.take(number, part, [*findings, *unfit])
    return imported


def _import_match(
    given: object, path: str, source: tuple[str, str]
) -> tuple[Record, list[Diagnostic]]:
    """The record of one match, up to the first thing that contradicts the rules, and findings.
    `path` is the JSON path of the match, `source` the `Source` tag (name, value).

    The record has a result only if there are no findings and the trace has final results: for each
    seat TARGET minus its heads there, 0 heads if it is not among them. The result is not checked.

    Raises Doubt (KF602) if the match has another form or no round, and (KF601) if the first deal is
    impossible or its deck deals other cards than the trace has.
    """
    match = converted(given, TracedMatch, path)
    ids = list(match.rounds[0].dealt_hands)
    rounds: list[Round] = []
    findings: list[Diagnostic] = []
    try:
        for at, traced in enumerate(match.rounds):
            place = f"{path}.rounds[{at}]"
            rounds.append(_dealt(traced, ids, place))
            for number, turn in enumerate(traced.turns):
                rounds[-1].turns.append(_turn(turn, ids, f"{place}.turns[{number}]"))
    except Doubt as doubt:
        if not rounds:
            raise
        findings.append(doubt.finding)
    followed = follow({}, len(ids), rounds)
    findings += followed.findings
    tags = [("Id", match.id), source]
    if match.seed is not None:
        tags.append(("TraceSeed", match.seed))
    record = followed.record(ids, {}, tags)
    if not findings:
        heads = {one.id: one.final_score for one in match.final_results}
        record.result = [TARGET - heads.get(player, 0) for player in ids] if heads else None
    return record, findings


def _dealt(traced: TracedRound, ids: list[str], path: str) -> Round:
    """The deal of a round, without turns. `ids` are the players in seat order, `path` is where the
    trace has the round. The hands are in the order in which the deck deals them, `rest` is what the
    deck has after hands and board. Without a deck, hands and board are as the trace has them, and
    `rest` is empty.

    Raises Doubt (KF601) if the players are not those in `ids`, or if the deck deals other hands or
    another board than the trace has.
    """
    if set(traced.dealt_hands) != set(ids):
        raise Doubt("KF601", f"{path}.dealtHands", "the players differ from the first round's")
    hands = [traced.dealt_hands[player] for player in ids]
    board = [card for row in traced.initial_board for card in row]
    deck = traced.deck_order or [card for cards in (*hands, board) for card in cards]
    dealt = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(len(ids))]
    rest = deck[HAND * len(ids) :]
    if [*map(sorted, dealt)] != [*map(sorted, hands)] or rest[:ROWS] != board:
        raise Doubt("KF601", path, "the deck deals other hands or another board than these")
    return Round(path, board, dict(enumerate(dealt, 1)), rest=rest[ROWS:])


def _turn(traced: TracedTurn, ids: list[str], path: str) -> Turn:
    """A turn as `follow` takes it: by seat the cards played and the rows picked (from 1; only of
    seats that picked one), and the rows' cards after it, which are the list of `traced` itself.
    `ids` are the players in seat order, `path` is where the trace has the turn. Raises Doubt
    (KF601) for a player that is not in `ids`, and for one that plays or picks twice. Nothing else
    is checked.
    """
    chosen = {
        _seat(play.player_id, ids, f"{path}.plays[{at}]"): play.card
        for at, play in enumerate(traced.plays)
    }
    rows = {
        _seat(pick.player_id, ids, f"{path}.rowPicks[{at}]"): pick.picked_row_index + 1
        for at, pick in enumerate(traced.row_picks)
    }
    if len(chosen) + len(rows) < len(traced.plays + traced.row_picks):
        raise Doubt("KF601", path, "a seat plays or picks twice in one turn")
    return Turn(path, chosen, rows, board=traced.board_after)


def _seat(player: str, ids: list[str], path: str) -> int:
    """The seat (from 1) of the player with this id. `ids` are the players in seat order, `path` is
    the place for the error. Raises Doubt (KF601) for a player that is not in `ids`.
    """
    if player not in ids:
        raise Doubt("KF601", path, f"{player!r} has no hand in the first round")
    return ids.index(player) + 1
