"""A match: a record's moves played by the rules, and everything that it claims compared.

`replay` does it; `check` does it for a record as it was read, with the place of each finding. `gap`
says what a match waits for that can't go on.

Nothing is raised on a bad record. The good prefix of a line is kept, and a finding says why it ends
there; a variation never changes the main line, whatever is wrong in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.comments import unread
from kifu.notation.errors import Diagnostic, Findings, KifuError, diagnostic
from kifu.notation.record import (
    Reading,
    Record,
    demand,
    demand_record,
    split_actor,
    with_outcome,
)
from kifu.notation.tags import is_simple
from kifu.replay import verdict
from kifu.replay.chance import UNKNOWN, Chance, rolled, unrolled
from kifu.replay.game import Game, Layout, State
from kifu.replay.options import OptionError
from kifu.replay.registry import UnknownGame
from kifu.replay.registry import game as registered
from kifu.replay.track import Ply, Track, follow, words_of

if TYPE_CHECKING:
    from kifu.replay.judgements.judgement import Analysis


class NoPosition(KifuError):
    """A ply that the record does not have, or that its good moves do not reach."""


class NotBegun(NoPosition):
    """A record that can't be replayed at all."""


class Match(Struct, eq=False, dict=True):
    """A record replayed (see `replay`).

    `game` and `options` are None if the record does not name them properly (for an unknown rules
    revision, `game` is the newest one). `line` is the main line as it was played; None if the
    record could not be set up, and for a chronicle (a record of a game without rules), whose moves
    are in `chronicled`. `findings` are those of the replay, variations included, with ply and
    token. After `check` they also have places in the file, are sorted by them, and include those of
    reading and lint. `events` are the chance events of the main line that had an outcome: label ->
    its deck, and its cards as places in the deck from 1 (0: unknown).
    """

    record: Record
    game: Game | None = None
    options: Any = None
    line: Track | None = None
    chronicled: list[Ply] = []
    findings: list[Diagnostic] = []
    events: dict[str, tuple[Sequence[str], Any]] = {}
    #: The position at ply 0, None as `line` is.
    _start: State | None = None
    #: The walk to the last position that was asked for, None before the first.
    _walk: Track | None = None

    @property
    def played(self) -> Track:
        """The main line as it was played: `line`, for callers for whom it must be there. Raises
        NotBegun, with the messages of the findings in its own, if the record could not be set up,
        and for a chronicle.
        """
        if self.line is None:
            why = "; ".join(finding.message for finding in self.findings)
            why = why or "a chronicle has no rules; kifu view shows its lines"
            raise NotBegun(f"the {self.record.game or 'nameless'} record can't be replayed: {why}")
        return self.line

    @property
    def layout(self) -> Layout:
        """How the match's table is drawn. Raises NotBegun if the record could not be set up, and
        for a chronicle.
        """
        return self.played.game.layout(self.options, len(self.record.seats))

    @property
    def state(self) -> State | None:
        """The position after the last move of the main line that could be played; None if the
        record could not be set up, and for a chronicle. It is the match's own: copy it to play on.
        """
        return None if self.line is None else self.line.state

    @property
    def plies(self) -> list[Ply]:
        """The seat and the token of each move of the main line, up to the first that is illegal or
        waits for an unknown outcome; `plies[k - 1]` is ply k. For a chronicle, its moves up to the
        first wrong one, with 0 for a move without a seat. [] if the record could not be set up. The
        list is the match's own: don't change it.
        """
        return self.chronicled if self.line is None else self.line.plies

    @cached_property
    def analysis(self) -> Analysis | None:
        """The analysis that the record holds. None if it has none, if its tag `Analysis` can't be
        read, or if its engine saw every hand; comments that can't be read are left out. It is read
        when it is first asked for, and then kept.
        """
        from kifu.replay.judgements.notes import read

        return read(self.record)

    def position(self, ply: int) -> State:
        """A copy, which may be played on, of the position after ply `ply` of the main line (0:
        before the first move). Raises NoPosition for a ply that the line does not have, for one
        after a move that can't be played (it is illegal, or waits for an unknown outcome), and for
        every ply if the record can't be set up or is a chronicle. After the last ply, the position
        may itself wait for an outcome. Ask for ascending plies: then it plays on from the last one,
        otherwise from the start.

        >>> from kifu.replay import replay
        >>> match = replay(Record(
        ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
        ...     seed="shake256-1:00112233445566778899aabbccddeeff",
        ... ))
        >>> match.position(2).to_move(), match.position(3).scores()
        ([2], [66, 65])
        """
        last = self.line.ply if self.line else 0
        if self._start is None or not 0 <= ply <= last:
            why = f"the last ply that can be replayed is {last}"
            if self.findings:
                why = f"{why} ({self.findings[0].message})"
            raise NoPosition(f"there is no ply {ply}: {why}")
        if self._walk is None or ply < self._walk.ply:
            game, moves = self.played.game, self.record.moves
            self._walk = Track(game, self._start.copy(), moves, Findings())
        self._walk.advance(ply)
        return self._walk.state.copy()


def replay(record: Record, findings: Findings | None = None) -> Match:
    """Replay the main line and every variation, and compare what the record claims with them:
    checkpoints, seed and outcomes and, if the whole main line could be played, result, winner and
    end. Of a chronicle only its moves and Rules tag are checked. Nothing is raised on a bad record:
    the match has the findings (see `Findings` for how many). The record is not changed, and is the
    match's own, no copy.

    If `findings` are given, they collect these; they may have some already, which the match then
    has, too. TypeError if `record` is no Record, or if a field has another type than it should.
    O(moves of the main line and of all variations).

    >>> record = Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4 2. 59", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... )
    >>> [(f.code, f.ply, f.message) for f in replay(record).findings]
    [('KF406', 4, 'card 59 is not in the hand of seat 1')]
    """
    found = Findings() if findings is None else findings
    try:
        match = Match(record)
        if record.game == "chronicle":
            found += _read_chronicle(match)
        elif wrong := _set_up(match):
            found.keep(wrong)
        else:
            _play(match, found)
    except (AttributeError, TypeError):
        demand_record(record)
        raise
    match.findings = found.listed()
    return match


def _play(match: Match, found: Findings) -> None:
    """Play the main line and all variations of a match that is set up (see `_set_up`), and compare
    what the record claims. Sets the match's `line`, `events` and `_start` (the position at ply 0),
    and adds the findings to `found`; those of the match are left to the caller. AssertionError if
    the match has no game.
    """
    record, chance = match.record, Chance(match.record.seed, match.record.chance)
    assert match.game is not None
    state = match.game.start(match.options, len(record.seats), chance)
    match._start = state.copy()
    match.line = line = Track(match.game, state, record.moves, found)
    whole = follow(line, record.notes, chance)
    found += verdict.of_chance(record, chance, state, whole, lambda: _to_write(match, line, whole))
    # They are of the end of the whole main line.
    if whole:
        found += verdict.of_claims(record, match.game, state)
    match.events = dict(chance.events)


def _set_up(match: Match) -> Diagnostic | None:
    """Set `match.game` and `match.options` (settled) from its record; nothing is played. Returns
    None, or the finding that says why the record can't be set up: then the match has no game, or
    options that are None or not settled. If the rules revision is missing or unknown, the match has
    the newest game, and no options.
    """
    record = match.record
    if not record.game:
        return diagnostic("KF301", "the record has no Game tag", token="Game")
    try:
        newest = registered(record.game)
    except UnknownGame as error:
        return diagnostic("KF401", str(error), token=record.game)
    match.game = game = newest.revision(record.rules) or newest
    if record.rules != game.rules:
        return verdict.of_rules(record, game)
    try:
        match.options = game.read_options(record.options)
    except OptionError as error:
        return diagnostic(error.code, str(error), token=error.token, expected=error.expected)
    if len(record.seats) not in game.seats(match.options):
        return verdict.of_seats(record, game, match.options)
    try:
        match.options = game.settle(match.options, len(record.seats))
    except ValueError as error:
        return diagnostic("KF403", str(error), token="Options")
    return None


def _to_write(match: Match, track: Track, whole: bool) -> str:
    """What to write into the record so that the match can go on, in English: the Chance tag for the
    event that `track`, its main line, waits for; it must wait for one. If all moves were played
    (`whole`), at least one, and the record ends in `=`, the text first offers corrections: the
    number of rounds (or games) in the options with which the match is over, if there is one, or `*`
    for `=`. To find that number, the record is replayed; it is not changed.
    """
    record, label = match.record, track.state.missing
    assert label is not None
    said = tag_to_write(match, label)
    if not whole or not track.plies or record.end != "=":
        return said
    said = f"* in place of = if the match was not finished, or {said}"
    for name in ("games", "rounds"):
        options = {**record.options, name: str(track.state.facts()["rounds"])}
        # With the same options, it waits for the same.
        if options == record.options:
            continue
        shorter = replay(replace(record, options=options)).state
        if shorter is not None and shorter.is_over:
            over = " ".join(f"{key}={value}" for key, value in options.items())
            said = f'[Options "{over}"] if that was all, {said}'
    return said


#: In a tag that is shown to be filled in: a card that must be known.
_CARD = "CARD"


class Gap(Struct):
    """A chance event that a match waits for. The match asks for `need` cards of the `deck` at
    least; `cards` are these as far as they are known (`_` for the others), and `places` those among
    them, from 0 and ascending, that must be known before the match can go on. For a choice, one
    number up to `need`, the other fields are empty.

    `places` is [], too, if the match waits for cards of a hand, whose places nobody knows. A game
    says which it needs (see `Chance.refuse`). If it does not, all cards are needed.
    """

    deck: Sequence[str]
    need: int
    cards: list[str]
    places: list[int]


def gap(match: Match, label: str) -> Gap:
    """The Gap of the event `label`, for which a match waits: its deck, how many cards the match
    asks for, which of these are known, and at which places the cards must be known before the match
    can go on. If the record writes an outcome, the cards are all that it writes, which may be more
    than the match asks for. The places are [] if the match needs cards of a hand, whose places
    nobody knows. For a choice, the deck is empty, and the number asked for is the highest one
    allowed.

    The match is replayed for it, and not changed. Raises KeyError if the match has not come to that
    event, and NotBegun if it could not be set up.
    """
    seed, outcomes = match.record.seed, match.record.chance
    chance = Chance(seed, outcomes)
    played(match, chance, label)
    (deck, need), written = chance.asked[label], dict(outcomes).get(label)
    if not deck:
        return Gap(deck, need, [], [])
    cards = [UNKNOWN] * need if written is None else unrolled(written)
    chance = Chance(seed, with_outcome(outcomes, (label, " ".join(cards))))
    state, _ = played(match, chance)
    needed = chance.lacking.get(label, range(len(cards) if state.missing == label else 0))
    return Gap(deck, need, cards, [place for place in needed if cards[place] == UNKNOWN])


def start_of(match: Match, chance: Chance) -> State:
    """A new position of a match at ply 0, with `chance` in place of its own outcomes: the game is
    started once more. The position keeps `chance` itself and asks it for later events, too. If the
    first event has no outcome there, the position waits for it (`missing`). Raises NotBegun if the
    match could not be set up, or is a chronicle.
    """
    return match.played.game.start(match.options, len(match.record.seats), chance)


def played(match: Match, chance: Chance, until: str = "") -> tuple[State, int]:
    """Play the moves of a match, from the start, with `chance` in place of its own outcomes, up to
    and with the move after which the event `until` has been asked for. If it is never asked for, or
    `until` is "", all moves are played. Returns the new position reached and how many moves were
    played, 0 if the event was asked for before the first one. `match` is not changed; the position
    keeps `chance`, which notes what it is asked. Raises IllegalMove for a move that is not legal
    with these outcomes, or that comes while an event has no outcome in `chance`; and NotBegun if
    the match could not be set up, or is a chronicle.
    """
    state = start_of(match, chance)
    for count, (seat, move) in enumerate(match.plies):
        if until in chance.asked:
            return state, count
        state.play(move, seat)
    return state, len(match.plies)


def tag_to_write(match: Match, label: str) -> str:
    """The Chance tag for the event `label`, for which the match waits, to be filled in. Known cards
    are in it. CARD is where a card must be known; `_` is where it may be unknown, and in place of
    cards of a hand, whose places nobody knows, even if the match needs them. The outcome of a
    choice is N. Raises KeyError if the match has not come to that event, and NotBegun if it could
    not be set up.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay.match import replay
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], end="*")
    >>> tag_to_write(replay(record), "deal/1")
    '[Chance "deal/1: _*20 CARD CARD CARD CARD"]'
    """
    found = gap(match, label)
    if not found.cards:
        return f'[Chance "{label}: N"]'
    for place in found.places:
        found.cards[place] = _CARD
    return f'[Chance "{label}: {rolled(" ".join(found.cards))}"]'


def _read_chronicle(match: Match) -> Iterator[Diagnostic]:
    """Read the moves of a chronicle into `match.chronicled`, up to the first wrong one, and yield
    what is wrong; nothing if all is right. It has no rules: every word must be `e` or SEAT:e, with
    a seat of the record, and marks are wrong. A wrong Rules tag is a finding, but does not end it.
    Nothing is read before the first finding is asked for, and all only if all findings are.
    """
    record = match.record
    if record.rules != 0:
        yield diagnostic("KF402", 'a chronicle must have [Rules "0"]', expected=["0"])
    for ply, word in enumerate(words_of(record.moves), 1):
        seat, token = split_actor(word)
        if token != "e" or seat > len(record.seats):
            message = f"the moves of a chronicle must be e or SEAT:e, not {word}"
            yield diagnostic("KF405", message, ply=ply, token=word)
            return
        match.chronicled.append((seat, token))


#: What is found because a comment that is never closed has swallowed the moves after it.
_FOLLOWS_FROM_UNCLOSED = ("KF112", "KF411", "KF412", "KF504")


def check(reading: Reading) -> Match | None:
    """Replay the reading's record, and return the match, which has that record itself. Its findings
    are those of the reader, of the record's form and of the replay, each with its place and sorted
    by place. What the reader has found (same code and token) is not found again. Findings that only
    follow from a comment that is never closed are left out, and in a live log those about the order
    of seats that act at once (KF416). The reading is not changed. None if no record could be read.
    Raises TypeError if `reading` is no Reading.

    >>> from io import BytesIO
    >>> from kifu.notation.files import read_stream
    >>> text = b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n[Seat "Ben"]\\n\\n1. 59\\n*\\n'
    >>> (reading,) = read_stream(BytesIO(text), "text")
    >>> [(found.code, found.line) for found in check(reading).findings]
    [('KF501', 1)]
    """
    demand(reading, Reading)
    record = reading.record
    if record is None:
        return None
    known = [(finding.code, finding.token) for finding in reading.diagnostics]
    # Those who act at once do so in any order while a match is played.
    unsaid: tuple[str, ...] = ("KF416",) if reading.form == "live" else ()
    if ("KF105", "{") in known:
        unsaid += _FOLLOWS_FROM_UNCLOSED

    def skips(code: str, token: str | None) -> bool:
        return (code, token) in known or code in unsaid

    findings, replayed = Findings(skips), Findings(skips)
    match = replay(record, replayed)
    # What was read from text fits into text again, but for the JSON of unknown fields.
    is_held = reading.form == "text" and not record.extra
    if not (is_held or (match.line is not None and match.line.is_known and is_simple(record))):
        from kifu.notation.lint import read_back

        findings += read_back(record)
    findings += unread(record)
    if record.tags and record.notes:
        from kifu.replay.judgements.notes import each_unread

        findings += each_unread(record)
    findings.keep_all(replayed)
    if record.end == "":
        findings.keep(diagnostic("KF112", "the record has no terminator: it was cut off"))
    fresh = findings.listed()
    if not fresh and not reading.diagnostics:
        match.findings = []
        return match
    from kifu.notation.lint import all_placed

    match.findings = sorted(
        [*reading.diagnostics, *all_placed(reading, fresh)],
        key=lambda found: (found.code == "KF013", found.offset or 0),
    )
    return match
