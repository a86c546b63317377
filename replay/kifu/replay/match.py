"""A match: a record's moves played by the rules, and everything that it claims compared.

`replay` does it; `check` does it for a record as it was read, with the place of each finding.
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
    Line,
    Note,
    Reading,
    Record,
    by_ply,
    demand_record,
    split_actor,
    with_paths,
)
from kifu.notation.tags import is_simple
from kifu.replay import verdict
from kifu.replay.chance import Chance
from kifu.replay.game import Game, Layout, State
from kifu.replay.options import OptionError
from kifu.replay.registry import UnknownGame
from kifu.replay.registry import game as registered
from kifu.replay.track import Ply, Track, words_of

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
        from kifu.replay.judgements.written import read  # analysis builds on this module

        return read(self.record)

    def position(self, ply: int) -> State:
        """A copy, which may be played on, of the position after ply `ply` of the main line (0:
        before the first move). Raises NoPosition for a ply that the line does not have, or that
        comes after an illegal move, and for every ply if the record can't be set up or is a
        chronicle. Ask for ascending plies: then it plays on from the last one, otherwise from the
        start.

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
    """Replay the main line and every variation, and compare what the record claims (checkpoints,
    result, winner, end, seed) with them. Nothing is raised on a bad record: the match has the
    findings. The record is not changed, and is the match's own, no copy.

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
            found.append(wrong)
        else:
            _play(match, found)
    except (AttributeError, TypeError):
        demand_record(record)
        raise
    match.findings = found.listed()
    return match


def _play(match: Match, found: Findings) -> None:
    """Play the main line and all variations of a match that is set up (see `_set_up`). Sets its
    `line`, `events` and `_start` (the position at ply 0), and adds the findings to `found`.
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
    options that are None or not settled; for an unknown rules revision, it has the newest game.
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


def follow(track: Track, notes: list[Note], chance: Chance) -> bool:
    """Play the line of `track`, on which nothing is played yet, to its end, and check the
    checkpoints and variations in `notes`, the notes of that line. `chance` is what the track's
    state asks for outcomes. Findings go to the track; those about outcomes stay in `chance`.

    True if the whole line was played. False if it ends before an illegal move, or one that waits
    for a chance event: the track is left there, and notes after that are not looked at. Notes after
    plies that the line does not have, and variations nested too deep, are ignored (`lint` reports
    them).
    """
    noted = by_ply([n for n in notes if n.at >= 0 and (n.check is not None or n.line is not None)])
    for at in sorted(noted):
        before: State | None = None
        if at > 0 and any(note.line and not note.line.on for note in noted[at]):
            if not track.advance(at - 1):
                return False
            before = track.state.copy()
        if not track.advance(at):
            return False
        if track.ply < at:
            break
        for note, path in with_paths(noted[at], track.path):
            if note.check is not None:
                digest = track.state.digest()[:8]
                if note.check.lower() != digest:
                    message = f"the position after ply {at} is %{digest}, not %{note.check}"
                    wrong, right = f"%{note.check}", [f"%{digest}"]
                    track.find(diagnostic("KF413", message, token=wrong, expected=right), at)
            elif note.line is not None:
                _follow_variation(track, note.line, before, path, chance)
    return track.advance()


def _follow_variation(
    track: Track, line: Line, before: State | None, path: str, chance: Chance
) -> None:
    """Play a variation of the line `track`, with all that is in it, and add the findings to the
    track. The track stands after the ply at which the variation is written, and does not move.
    `path` is the variation's own. `before` is the position before the move that it replaces; None
    if there is no such move, which is a finding unless the variation goes on after the track's last
    move (`line.on`). That it ends at a chance event without an outcome is a finding, too.

    What the variation asks of `chance` adds no events and findings there, but the outcomes that it
    asks for count as used (see `Chance.unused`).
    """
    origin = track.state if line.on else before
    if origin is None:
        message = "a variation at the start replaces no move; write (... to go on from here"
        track.findings.append(diagnostic("KF417", message, ply=0, variation=path))
    else:
        branch = Track(track.game, origin.copy(), line.moves, track.findings, path)
        # Its events are not those of the main line; that outcomes were used, it shares.
        kept = chance.findings, chance.events
        chance.findings, chance.events = [], {}
        whole, found = follow(branch, line.notes, chance), chance.findings
        chance.findings, chance.events = kept
        label = branch.state.missing
        if label and not whole and not any(finding.token == label for finding in found):
            message = f"{label} has no outcome, so the variation ends there"
            found.append(diagnostic("KF501", message, token=label))
        for finding in found:
            finding.variation = path
        track.findings += found


def _to_write(match: Match, track: Track, whole: bool) -> str:
    """What to write into the record so that the match can go on, in English: the Chance tag for the
    event that `track`, its main line, waits for; it must wait for one. If all moves were played
    (`whole`) and the record ends in `=`, the text first offers two corrections: the number of
    rounds (or games) in the options with which the match is over, if there is one, or `*` for `=`.
    """
    from kifu.replay.hidden_cards.trial import tag_to_write

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


def _read_chronicle(match: Match) -> Iterator[Diagnostic]:
    """Read the moves of a chronicle into `match.chronicled`, up to the first wrong one, and yield
    what is wrong. A wrong Rules tag does not end it. Nothing is read before the first finding is
    asked for, and all only if all findings are. It has no rules: every move is `e` or SEAT:e.
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

    >>> from io import BytesIO
    >>> from kifu.notation.files import read_stream
    >>> text = b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n[Seat "Ben"]\\n\\n1. 59\\n*\\n'
    >>> (reading,) = read_stream(BytesIO(text), "text")
    >>> [(found.code, found.line) for found in check(reading).findings]
    [('KF501', 1)]
    """
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
    findings.join(replayed)
    if record.end == "":
        findings.append(diagnostic("KF112", "the record has no terminator: it was cut off"))
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
