"""The replayer: a record's moves played by the rules, and everything it claims compared.

Nothing is raised on a bad record. The good prefix of a line is kept, and a finding says why
it ends there; a variation never changes the main line, whatever is wrong in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.errors import KifuError
from kifu.notation.record import Line, Note, Record
from kifu.notation.words import is_mark, split, split_actor
from kifu.replay import verdict
from kifu.replay.chance import Chance
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.options import OptionError
from kifu.replay.registry import UnknownGame
from kifu.replay.registry import game as registered
from kifu.replay.table import PUBLIC, Watch

#: Variations nest no deeper (docs/notation.md, "Limits").
NESTING = 100

Ply = tuple[int, str]
#: Is shown the position before each move of the main line, and the seat that the move names or is
#: due from, which may be none of the table's; gives who is told the steps of the move, or None.
Witness = Callable[[State, int], Watch | None]


class Replay(Struct):
    """A record replayed.

    `plies` are the seat and the token of each good move of the main line, `state` is the
    position behind them; it is None where the record could not be set up, and for a chronicle.
    `findings` know plies and tokens, not places in a file (see `check`).
    """

    record: Record
    game: Game | None = None
    options: Any = None
    state: State | None = None
    plies: list[Ply] = []
    findings: list[Diagnostic] = []


class Track(Struct):
    """A line while it is played: the position behind `plies`, the words still to come, and who
    looks on.
    """

    game: Game
    state: State
    words: Iterator[str]
    findings: list[Diagnostic]
    path: str = ""
    plies: list[Ply] = []
    witness: Witness | None = None


class NoPosition(KifuError):
    """A ply that the record does not have, or that its good moves do not reach."""


def replay(record: Record, witness: Witness | None = None) -> Replay:
    """Replay the main line and every variation, and compare what the record says.

    A `witness` is shown every move of the main line, also a bad one that ends it.
    O(moves of the main line and of all variations).

    >>> record = Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4 2. 59", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... )
    >>> [(f.code, f.ply, f.message) for f in replay(record).findings]
    [('KF406', 4, 'card 59 is not in the hand of seat 1')]
    """
    match = Replay(record)
    if record.game == "chronicle":
        _read_chronicle(match)
        return match
    chance = Chance(record.seed, record.chance)
    track = begin(match, chance)
    if track is None:
        return match
    track.witness = witness
    whole = follow(track, record.notes, chance)
    match.findings += verdict.of_chance(record, chance, track.state, whole)
    if whole:
        match.findings += verdict.of_claims(record, track.game, track.state)
    return match


def position(record: Record, ply: int) -> State:
    """The position behind ply `ply` of the main line. Raises NoPosition where there is none."""
    match = Replay(record)
    track = begin(match, Chance(record.seed, record.chance))
    if track is not None and ply >= 0:
        advance(track, ply)
    if track is None or len(track.plies) != ply:
        why = f"the record's last good ply is {len(match.plies)}"
        if match.findings:
            why = f"{why} ({match.findings[0].message})"
        raise NoPosition(f"there is no ply {ply}: {why}")
    return track.state


def begin(match: Replay, chance: Chance) -> Track | None:
    """The main line at ply 0, or None where the record can't be set up; says why."""
    record = match.record
    if not record.game:
        match.findings.append(diagnostic("KF301", "the record has no Game tag", token="Game"))
        return None
    try:
        game = registered(record.game)
    except UnknownGame as error:
        match.findings.append(diagnostic("KF401", str(error), token=record.game))
        return None
    match.game = game
    if record.rules != game.rules:
        match.findings.append(verdict.of_rules(record, game))
        return None
    try:
        match.options = game.read_options(record.options)
    except OptionError as error:
        finding = diagnostic(error.code, str(error), token=error.token, expected=error.expected)
        match.findings.append(finding)
        return None
    if len(record.seats) not in game.seats(match.options):
        match.findings.append(verdict.of_seats(record, game, match.options))
        return None
    try:
        match.options = game.settle(match.options, len(record.seats))
    except ValueError as error:
        match.findings.append(diagnostic("KF403", str(error), token="Options"))
        return None
    match.state = game.start(match.options, len(record.seats), chance)
    words = iter(words_of(record.moves))
    return Track(game, match.state, words, match.findings, "", match.plies)


def advance(track: Track, upto: int = -1) -> bool:
    """Play words until the line has `upto` moves (-1: to its end); False where a word is bad.

    The words behind the last move played stay for the next call.
    """
    state, plies, findings = track.state, track.plies, track.findings
    play, actor_of, late = state.play, track.game.actor, track.game.late
    witness, watch = track.witness, None
    ply = len(plies)
    if ply == upto:
        return True
    marked = -1
    gap = 0
    for word in track.words:
        if word[-1] == "." or word[0] == "#":
            if marked != ply:
                marked, due = ply, list(state.marks())
            # Nearly every mark is the first of those due: taken here, without another call.
            if due and word == due[0]:
                del due[0]
                mark = word
                continue
            if _pass_mark(track, word, due):
                mark = word
                continue
        actor = 0
        if ":" in word:
            actor, word = split_actor(word)
            if state.at_once and state.next_seat < actor:
                gap = max(gap, actor)
        seat = actor or (state.next_seat if actor_of is None else actor_of(state, word))
        if marked == ply and late(state, word):
            findings.append(verdict.of_late(mark, word, ply, track.path))
        if gap and seat < gap:
            findings.append(verdict.of_order(word, seat, ply + 1, track.path))
            gap = 0
        if witness is not None:
            watch = witness(state, seat)
        try:
            play(word, seat, watch)
        except IllegalMove as error:
            if state.missing is None:
                findings.append(_refusal(track, word, seat, error))
            return False
        plies.append((seat, word))
        ply += 1
        if ply == upto:
            return True
    return True


def follow(track: Track, notes: list[Note], chance: Chance, depth: int = 0) -> bool:
    """Play a line to its end, with the checkpoints and variations of its notes.

    False where the line breaks off; what stands behind the break is not looked at. Notes
    behind plies that the line does not have are for `lint` to say.
    """
    noted: dict[int, list[Note]] = {}
    for note in notes:
        if note.check is not None or note.line is not None:
            noted.setdefault(note.at, []).append(note)
    for at in sorted(at for at in noted if at >= 0):
        before: State | None = None
        if at > 0 and any(note.line and not note.line.on for note in noted[at]):
            if not advance(track, at - 1):
                return False
            before = track.state.copy()
        if not advance(track, at):
            return False
        if len(track.plies) < at:
            break
        branches = 0
        for note in noted[at]:
            if note.check is not None:
                track.findings += verdict.of_checkpoint(note.check, track.state, at, track.path)
            elif note.line is not None:
                branches += 1
                step = f"{at}.{branches}"
                _follow_variation(track, note.line, before, step, chance, depth + 1)
    return advance(track)


def words_of(moves: str) -> list[str]:
    """The words of a line. A space too many, which `lint` speaks of, parts no further word."""
    words = split(moves)
    return [word for word in words if word] if "" in words else words


def explore(game: Game, origin: State, line: Line) -> Track:
    """A variation played from `origin`, as far as it is legal, without its notes."""
    track = Track(game, origin.copy(), iter(words_of(line.moves)), [])
    advance(track)
    return track


def _follow_variation(
    track: Track, line: Line, before: State | None, step: str, chance: Chance, depth: int
) -> None:
    path = f"{track.path}/{step}" if track.path else step
    origin = track.state if line.on else before
    if depth > NESTING:
        message = f"variations nest deeper than {NESTING}"
        track.findings.append(diagnostic("KF012", message, variation=path))
    elif origin is None:
        message = "a variation at the start replaces no move; write (... to go on from here"
        track.findings.append(diagnostic("KF417", message, ply=0, variation=path))
    else:
        words = iter(words_of(line.moves))
        branch = Track(track.game, origin.copy(), words, track.findings, path)
        with chance.aside() as found:
            whole = follow(branch, line.notes, chance, depth)
        label = branch.state.missing
        if label and not whole and not any(finding.token == label for finding in found):
            message = f"{label} has no outcome, so the variation ends there"
            found.append(diagnostic("KF501", message, token=label))
        for finding in found:
            finding.variation = path
        track.findings += found


def _refusal(track: Track, word: str, seat: int, error: IllegalMove) -> Diagnostic:
    finding = verdict.of_refusal(track.game, track.state, word, seat, error)
    finding.ply, finding.variation = len(track.plies) + 1, track.path
    return finding


def _pass_mark(track: Track, word: str, due: list[str]) -> bool:
    """Take `word` from the marks due here, with those before it, which were left out.

    False where the word is no mark at all.
    """
    if word in due:
        del due[: due.index(word) + 1]
        return True
    if not is_mark(word):
        return False
    if track.state.missing is not None:
        return True  # no position, so nothing says which marks are due
    if word == "0." and track.state.view(PUBLIC).facts.get("turn") == 0:
        return True  # no turn has begun; this mark may always be left out
    message = f"the mark {word} can't stand here"
    if due:
        message += f"; {' '.join(due)} can"
    finding = diagnostic("KF410", message, ply=len(track.plies), token=word, expected=due.copy())
    finding.variation = track.path
    track.findings.append(finding)
    return True


def _read_chronicle(match: Replay) -> None:
    """A chronicle has no rules: every move is `e`, with an actor where one is known."""
    record = match.record
    if record.rules != 0:
        message = 'a chronicle has [Rules "0"]'
        match.findings.append(diagnostic("KF402", message, expected=["0"]))
    for word in words_of(record.moves):
        seat, token = split_actor(word)
        if token != "e" or seat > len(record.seats):
            message = f"the moves of a chronicle are e or SEAT:e, not {word}"
            ply = len(match.plies) + 1
            match.findings.append(diagnostic("KF405", message, ply=ply, token=word))
            return
        match.plies.append((seat, token))
