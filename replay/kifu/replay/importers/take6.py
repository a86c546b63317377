"""take6: 6 nimmt! matches as the JSON of boardgamers/take6-engine.

What is read is the state of a match as the engine keeps it (`players`, `options`, `log`), or its
log alone: an array of items. An item is a `round` (the deal), a `chooseCard`, a `reveal` or a
`placeCard`; every card that is laid is there, so all of them are compared with the rules. A state
that was made for one player has cards with the number 0: they stay unknown until they are shown.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.record import Record
from kifu.replay.games.nimmt.cards import HAND, HEADS, LARGEST
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.rules import Nimmt
from kifu.replay.importers import Imported
from kifu.replay.importers.doubt import Doubt, converted
from kifu.replay.importers.finish import each_match
from kifu.replay.importers.nimmt_log import LaidCard, Round, Turn, follow

VERSION = "1"

#: Heads that end a match where the state does not say.
TARGET = 66


class LoggedCard(Struct):
    """A card; 0 is one that the log hides."""

    number: int


class Player(Struct):
    """A player of the state, with the cards taken."""

    name: str | None = None
    discard: list[LoggedCard] | None = None


class EngineOptions(Struct, rename="camel"):
    """The engine's options: heads that end a match, cards of a hand, the professional rules."""

    points: int = TARGET
    hand_size: int = HAND
    pro: bool = False


class LoggedMatch(Struct):
    """A match. A log by itself does not name the players; there are as many as the first deal has
    hands.
    """

    log: list[Any]
    players: list[Player] | None = None
    options: EngineOptions = field(default_factory=EngineOptions)


class Deal(Struct):
    """The cards of a round: the first ones of the rows, and the hands in seat order."""

    board: list[Any]
    players: list[list[LoggedCard]]


class Placement(Struct):
    """Where a card is laid: the row from 0, and whether its cards are taken."""

    row: int
    replace: bool | None = None


def import_take6(data: bytes) -> Imported:
    """The matches of the file `data`: one, or an array of them.

    A record has the deals as far as they are known. Where the log contradicts the rules (KF601)
    or can't be read (KF602) the record ends before that turn; a match that can't begin has none.

    >>> import_take6(b'{"log": []}').findings[0].message
    'the log begins without the deal of round 1'
    """
    return each_match("take6", VERSION, data, _matches, _import_match)


def signs(given: object) -> str | None:
    """Words for what shows that the JSON `given` is a log of take6-engine; None if nothing does."""
    if _is_log(given):
        return "its items are events and moves"
    one = given[0] if isinstance(given, list) and given else given
    if isinstance(one, dict) and _is_log(one.get("log")):
        return "it is a state with a log of events and moves"
    return None


def _is_log(given: object) -> bool:
    """Whether `given` is an array of the engine's log items."""
    return isinstance(given, list) and all(
        isinstance(item, dict) and item.get("type") in ("event", "move", "phase") for item in given
    )


def _matches(given: object) -> list[tuple[dict[str, Any], str]]:
    """Each match in the JSON of a log, with its JSON path. A log by itself becomes a match without
    players' names. Raises Doubt if the JSON has another form.
    """
    if _is_log(given):
        return [({"log": given}, "$")]
    if isinstance(given, dict) and "log" in given:
        return [(given, "$")]
    if isinstance(given, list) and all(isinstance(one, dict) and "log" in one for one in given):
        return [(one, f"$[{at}]") for at, one in enumerate(given)]
    raise Doubt("KF602", "$", "the log holds neither a log of take6-engine nor a state with one")


def _import_match(
    given: dict[str, Any], path: str, source: tuple[str, str]
) -> tuple[Record, list[Diagnostic]]:
    match = converted(given, LoggedMatch, path)
    where = path if set(given) == {"log"} and path == "$" else f"{path}.log"
    reader, ended = (
        _Reader(where),
        Doubt("KF602", where, "the log begins without the deal of round 1"),
    )
    try:
        for at, item in enumerate(match.log):
            reader.read(item, f"{where}[{at}]")
    except Doubt as doubt:
        reader.findings.append(doubt.finding)
        ended = doubt
    if not reader.rounds:
        raise ended
    _forget_hidden(reader.rounds)
    seats = len(reader.rounds[0].hands)
    options = _options(match, seats, path)
    followed = follow(options, seats, reader.rounds, reader.findings)
    followed.compare(lambda state: _compare_taken(match, state, path))
    names = [player.name for player in match.players or []] or [None] * seats
    seated = [name or f"player {at}" for at, name in enumerate(names)]
    return followed.record(seated, options, [source]), followed.findings


def _options(game: LoggedMatch, seats: int, path: str) -> dict[str, str]:
    """The options of the record; `path` is the match's place in the file. Raises Doubt if the
    engine's options or seats have no counterpart in kifu.
    """
    if game.options.hand_size != HAND:
        message = f"hands of {game.options.hand_size} cards were dealt; kifu plays with {HAND}"
        raise Doubt("KF602", f"{path}.options.handSize", message)
    if game.players is not None and len(game.players) != seats:
        message = f"{len(game.players)} players, but {seats} hands are dealt"
        raise Doubt("KF601", f"{path}.players", message)
    if seats not in GAME.seats(None):
        raise Doubt("KF601", path, f"{seats} players can't play 6 nimmt!")
    options = {"placement": "professional"} if game.options.pro else {}
    if not 1 <= game.options.points <= 9999:
        message = f"the match ends at {game.options.points} heads; 1 to 9999 was expected"
        raise Doubt("KF602", f"{path}.options.points", message)
    if game.options.points != TARGET:
        options["target"] = str(game.options.points)
    return options


class _Reader:
    """Reads the items of a log into rounds and turns."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.rounds: list[Round] = []
        self.findings: list[Diagnostic] = []
        self.revealed = False
        self.passed: set[str] = set()

    def read(self, item: object, path: str) -> None:
        given = converted(item, dict[str, Any], path)
        if given.get("type") == "event":
            event = converted(given.get("event"), dict[str, Any], f"{path}.event")
            name = event.get("name")
            if name == "round":
                self.read_deal(event, f"{path}.event")
                return
            if name == "reveal":
                self.read_reveal(event.get("cards"), f"{path}.event.cards")
                return
            if name not in ("start", "end"):
                self.pass_over(f"event {name}", path)
        elif given.get("type") == "move":
            self.read_move(given, path)
        elif given.get("type") != "phase":
            self.pass_over(f"item {given.get('type')}", path)

    def pass_over(self, what: str, path: str) -> None:
        """Add a finding at the place `path` that the item `what` (its name) is ignored, once for
        each name.
        """
        if what not in self.passed:
            self.passed.add(what)
            message = f"{what[:80]} means nothing here and was passed over"
            self.findings.append(diagnostic("KF603", message, token=path))

    def read_deal(self, event: dict[str, Any], path: str) -> None:
        deal = converted(event.get("cards"), Deal, f"{path}.cards")
        number = event.get("round", len(self.rounds) + 1)
        if number != len(self.rounds) + 1:
            message = f"the deal of round {len(self.rounds) + 1} is not in the log, but {number}'s"
            raise Doubt("KF602", f"{path}.round", message)
        rows = [_first_card(row, f"{path}.cards.board[{at}]") for at, row in enumerate(deal.board)]
        hands = {
            seat: [card.number for card in hand if card.number]
            for seat, hand in enumerate(deal.players, 1)
        }
        if self.rounds and len(hands) != len(self.rounds[0].hands):
            raise Doubt("KF601", f"{path}.cards.players", "the number of hands has changed")
        self.rounds.append(Round(path, rows, hands))
        self.revealed = True

    def read_reveal(self, given: object, path: str) -> None:
        """Read the choices of all seats in a turn; `path` is the item's place. If they differ from
        choices that the log had before, the turn is removed and Doubt raised.
        """
        turn = self.turn(path, begins=self.revealed)
        for seat, card in enumerate(converted(given, list[LoggedCard], path), 1):
            if turn.chosen.get(seat, card.number) not in (0, card.number):
                message = f"{card.number} is revealed, but {turn.chosen[seat]} was chosen"
                self.rounds[-1].turns.pop()
                raise Doubt("KF601", f"{path}[{seat - 1}]", message)
            turn.chosen[seat] = card.number
        self.revealed = True

    def read_move(self, given: dict[str, Any], path: str) -> None:
        seat = converted(given.get("player"), int, f"{path}.player") + 1
        move = converted(given.get("move"), dict[str, Any], f"{path}.move")
        if self.rounds and seat not in self.rounds[0].hands:
            raise Doubt("KF601", f"{path}.player", f"player {seat - 1} has no hand")
        if move.get("name") == "chooseCard":
            card = converted(move.get("data"), LoggedCard, f"{path}.move.data").number
            self.turn(path, begins=self.revealed).chosen[seat] = card
        elif move.get("name") == "placeCard":
            self.read_place(seat, move.get("data"), f"{path}.move.data")
        else:
            self.pass_over(f"move {move.get('name')}", path)

    def read_place(self, seat: int, data: object, path: str) -> None:
        given = {"row": data} if isinstance(data, int) else data
        place = converted(given, Placement, path)
        turn = self.turn(path)
        card = turn.chosen.get(seat, 0)
        if not card:
            raise Doubt("KF602", path, f"player {seat - 1} lays a card that was never shown")
        turn.laid.append(LaidCard(seat, card, place.row + 1, took=place.replace, place=path))
        self.revealed = True

    def turn(self, path: str, *, begins: bool = False) -> Turn:
        """The present turn, or a new one at the place `path` if none has begun or this item
        `begins` one. Raises Doubt if no round has begun.
        """
        if not self.rounds:
            raise Doubt("KF602", path, "the log begins without the deal of round 1")
        turns = self.rounds[-1].turns
        if begins or not turns:
            turns.append(Turn(path))
            self.revealed = False
        return turns[-1]


def _forget_hidden(rounds: list[Round]) -> None:
    """Remove the choices that the log never shows (card 0)."""
    for given in rounds:
        for turn in given.turns:
            turn.chosen = {seat: card for seat, card in turn.chosen.items() if card}


def _first_card(row: object, path: str) -> int:
    """The only card of a row: `row` is a list of one card, or the card itself. Raises Doubt, at
    `path`, for anything else.
    """
    if isinstance(row, list):
        row = row[0] if len(row) == 1 else None
    return converted(row, LoggedCard, path).number


def _compare_taken(match: LoggedMatch, state: Nimmt, path: str) -> None:
    """Raise Doubt for the first player for whom the log has other heads taken than the rules
    give.
    """
    for seat, player in enumerate(match.players or [], 1):
        cards = [card.number for card in player.discard or []]
        said = sum(HEADS[card] for card in cards if 0 < card <= LARGEST)
        if player.discard is not None and said != state.heads[seat]:
            message = f"the state says {said} heads taken, by the rules it is {state.heads[seat]}"
            raise Doubt("KF601", f"{path}.players[{seat - 1}].discard", message)
