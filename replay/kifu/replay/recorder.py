"""The recorder: a match written down while it is played, as a live log.

What `play` returned from is in the file and survives the death of the process (the system's
death too once the system has written its buffers, which `create` and `finish` wait for). Needs
kernel locks, which Windows doesn't have.

A seed that is only promised by a commit is never in the log before `finish`. Until then it is kept
in a file beside the log, which only its owner may read. That file is there before the log is, and
goes when the log has the seed.
"""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path
from typing import Self

import msgspec
from msgspec.structs import replace

from kifu.notation.disk import require_locks, try_lock, written
from kifu.notation.errors import (
    Busy,
    Diagnostic,
    KifuError,
    LimitHit,
    NotationError,
    UsageError,
    diagnostic,
    is_error,
)
from kifu.notation.lint import lint
from kifu.notation.log import LiveLine, decode_event, encode_json, read_lines
from kifu.notation.record import LARGEST_RECORD, Note, Record, with_outcome
from kifu.replay.chance import Chance, commit_of, seed_digits
from kifu.replay.game import State
from kifu.replay.hidden_cards.trial import filled
from kifu.replay.match import Match, played, replay


def fresh_seed() -> str:
    """A new value of the tag `Seed`, `shake256-1:` and 32 hex digits, made from the system's random
    numbers; the same never comes again.
    """
    return "shake256-1:" + secrets.token_hex(16)


def seed_path(log: Path) -> Path:
    """The path of the file that the seed of the match in `log` is kept in. Nothing is read.

    >>> str(seed_path(Path("evening.jsonl")))
    'evening.jsonl.seed'
    """
    return log.with_name(log.name + ".seed")


def keep_seed(log: Path, seed: str) -> None:
    """Write the seed into its file (see `seed_path`), which only its owner may read; call it before
    the log is begun. Returns when the disk has what is in the file; that the folder names it,
    `Recorder.create` makes sure. Raises FileExistsError if there is such a file, KifuError if the
    disk is full, and another OSError if it can't be written; then there is no new file. The seed's
    form is not checked, but one that is not ASCII raises UnicodeEncodeError.
    """
    _begin_file(seed_path(log), f"{seed}\n".encode("ascii"), 0o600)


def kept_seed(log: Path) -> str | None:
    """The seed kept for a log; None if it has no such file. Nothing is changed. Raises KifuError if
    the file holds no seed, and OSError if it can't be read.
    """
    try:
        with open(seed_path(log), "rb") as file:
            seed = file.read(200).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    if not seed_digits(seed):
        raise KifuError(f"{seed_path(log)} holds no seed; it was changed since kifu wrote it")
    return seed


def forget_seed(log: Path) -> None:
    """Remove the file with the seed of `log`; nothing happens if there is none. Call it once the
    log has the seed itself, or if the log was never begun. Raises OSError if it can't be removed.
    """
    seed_path(log).unlink(missing_ok=True)


class Recorder:
    """A live log that is open for writing, and the position that it has reached. Make one by
    `create` or `resume`.

    `record` is the log's header, with the outcomes written since but without moves. `game` and
    `options` (settled) are those of the match; `plies` are seat and token of every move that was
    not taken back; `state` is the position. `diagnostics` say what `resume` cut off.

    >>> import tempfile
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], options={"rounds": "1"})
    >>> seed = "shake256-1:00112233445566778899aabbccddeeff"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Recorder.create(f"{folder}/match.jsonl", record, seed=seed) as recorder:
    ...         recorder.play("59", 1)
    ...         recorder.state.to_move()
    [2]
    """

    def __init__(self, path: Path, record: Record, seed: str | None) -> None:
        """Used by `resume`, which opens the log: `record` has the moves played so far, and `seed`
        is the secret one (None: it has none). Raises NotationError if they contradict the rules,
        UsageError if a seed is missing or not expected, NotBegun for a chronicle. Neither opens nor
        locks the file.
        """
        if record.commit is not None and record.seed is None and seed is None:
            raise UsageError(
                f"{path} has only the commit of its seed; give the seed, which kifu play keeps in "
                f"{seed_path(path)}"
            )
        if record.commit is None and seed is not None:
            raise UsageError(f"{path} has no commit, so it can't have a secret seed")
        # Of a match that is not finished, an outcome that is still to come is nothing wrong.
        match = replay(replace(record, seed=seed or record.seed, end="*"))
        _refuse_errors(path, match.findings)
        self.path = path
        self.diagnostics: list[Diagnostic] = []
        self.game, self.options, self.plies = match.played.game, match.options, match.plies
        self.record = replace(record, moves="", notes=[])
        self.state: State = match.played.state
        self._file = -1
        self._seed = seed

    @classmethod
    def create(cls, path: str | os.PathLike[str], record: Record, seed: str | None = None) -> Self:
        """Begin the log of `record`, which has no moves, in a new file at `path`, and return its
        recorder, to be closed by the caller; until then it holds the file's lock. The disk has the
        new file when this returns.

        `seed` (None: no secret one) is kept secret until `finish`; until then the log has only a
        commitment to it. It is in no file unless you call `keep_seed` first. `record` is not
        changed.

        Raises NotationError if the record can't be played, or its commit is not that of `seed`;
        NotBegun for a chronicle; UsageError if the file exists, or the record has moves, notes, an
        end, a seed beside `seed`, or a commit without any seed; TypeError if a field has another
        type than it should; KifuError if the disk is full, or on Windows, which has no locks;
        another OSError if the file can't be made (there is no folder for it, say). Then there is no
        new file.
        """
        require_locks()
        path = Path(path)
        if record.moves or record.notes or record.end:
            raise UsageError("a live log must begin with a record without moves, notes and end")
        if seed is not None and record.seed is not None:
            raise UsageError("the record already has a public seed, so it can't have a secret one")
        if seed is not None and record.commit is None:
            record = replace(record, commit=commit_of(seed))
        _refuse_errors(path, lint(replace(record, live=0)))
        try:
            _begin_file(path, encode_json(replace(record, live=1)) + b"\n", 0o644)
        except FileExistsError:
            raise UsageError(f"{path} exists; resume it, or choose another name") from None
        try:
            _sync_folder(path.parent)
            return cls.resume(path, seed)
        except BaseException:
            path.unlink()
            raise

    @classmethod
    def resume(cls, path: str | os.PathLike[str], seed: str | None = None) -> Self:
        """Continue a log that a process left unfinished, wherever it broke off, and return its
        recorder, to be closed by the caller. It holds the file's lock until then.

        An incomplete last line is cut off and named in `diagnostics`. `seed` is the secret one, if
        the log has only a commitment to it (`kept_seed` may have it). Raises Busy while another
        recorder has the file; NotationError if it is not a live log, is finished, or contradicts
        the rules, itself or `seed`; NotBegun for a chronicle; UsageError if a seed is missing or
        not expected; OSError if there is no such file; KifuError on Windows, which has no locks.
        After an error the file is as it was.
        """
        path = Path(path)
        file = os.open(path, os.O_RDWR | os.O_APPEND)
        try:
            if not try_lock(file):
                raise Busy(f"{path}: another recorder has it open")
            with open(file, "rb", closefd=False) as stream:
                data = stream.read()
            lines = data[: data.rfind(b"\n") + 1]
            recorder = cls(path, _read_live(path, lines), seed)
            if len(lines) < len(data):
                message = (
                    "the last line was not written to its end; its "
                    f"{len(data) - len(lines)} bytes were cut off"
                )
                recorder.diagnostics.append(diagnostic("KF207", message, offset=len(lines)))
                os.ftruncate(file, len(lines))
            recorder._file = file
            return recorder
        except BaseException:
            os.close(file)
            raise

    def play(self, move: str, seat: int = 0, at: float | None = None) -> None:
        """Play one move of `seat` and append it to the log; what follows from it is not written.
        With seat 0 it is the move of the seat that plays this token if none is written with it.
        `at` is when it was made, in seconds since 1970 (None: no time is written). `plies` gets the
        move, and `state` becomes a new object. The line stays if this process dies now, but only
        `sync` waits for the disk.

        Raises IllegalMove with the reason, also if 0 does not say whose move it is, and its
        subclass WrongActor for a seat that may not act; UsageError for a time before 1970 or after
        the year 9999, or a closed log; LimitHit if the log would become too large; KifuError if the
        disk is full; and another OSError if it can't be written. Then nothing has changed, and no
        line of it is in the log.
        """
        if at is not None and not 0 <= at < _YEAR_10000:
            raise UsageError(f"a time is in seconds since 1970, before the year 10000, not {at}")
        seat = seat or self.game.seat_of(self.state, move)
        after = self.state.copy()
        after.play(move, seat)
        self._append(LiveLine(m=move, seat=seat, t=at))
        self.state = after
        self.plies.append((seat, move))

    def chance(self, outcome: str, label: str | None = None) -> None:
        """Write the outcome of a chance event that no seed gives, such as cards dealt at a table:
        `outcome` as a Chance tag has it, cards with spaces between. Without `label` it is the event
        that the match waits for (`state.missing`). `record` gets the outcome, and `state` becomes a
        new object.

        With the `label` of an event that has an outcome, this one replaces it: cards that were `_`
        have been shown, or were typed wrongly. Before a deal, it may also be the label of an event
        that no seed decides, such as `starter/2` in Atarayo. If cards that must be known are still
        `_`, the match waits for the same event.

        Raises UsageError for the label of an event that has not come yet, if no label is given and
        none is waited for, and for a closed log; NotationError for an outcome that is impossible,
        is not that of the seed, or is not possible with the moves made since; LimitHit if the log
        would become too large; KifuError if the disk is full, and another OSError if it can't be
        written. Then nothing has changed or been written. O(moves): the match is replayed.
        """
        label = label or self.state.missing
        if label is None:
            raise UsageError("the match is not waiting for a chance event")
        chance = with_outcome(self.record.chance, (label, outcome))
        match = replay(replace(self.so_far(), chance=chance))
        for error in filter(is_error, [*match.findings, *lint(match.record)]):
            of_moves = f"{label}: this contradicts the moves made since: " if error.ply else ""
            raise NotationError(f"{of_moves}{error.message}", [error])
        dealer = Chance(match.record.seed, chance)
        played(match, dealer)
        if label in dealer.unused():
            raise UsageError(f"{label} has not happened, so it has no outcome yet")
        self._append(LiveLine(chance=(label, outcome)))
        self.record = replace(self.record, chance=chance)
        self.state = match.played.state

    def say(self, text: str, lang: str | None = None) -> None:
        """Write a comment after the last move, or at the beginning if there is none. The text may
        be empty; `lang` is its language, such as "ja" (None: not said). It goes to the log only,
        not to `so_far`. Raises NotationError for a text or language that no record can hold (such
        as the language ""), UsageError for a closed log, LimitHit if it would become too large,
        KifuError if the disk is full, and another OSError if it can't be written; then nothing is
        written.
        """
        note = Note(at=0, text=text, lang=lang)
        _refuse_errors(self.path, lint(replace(self.record, notes=[note])))
        self._append(LiveLine(text=text, lang=lang))

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` moves: the log says so, `plies` loses them, and `state`
        becomes the position before them, a new object. Who reads the log finds neither these moves
        nor the comments after them. Outcomes of chance events that were written since stay.

        Raises UsageError for a number that is not from 1 to that of the moves and for a closed log,
        LimitHit if it would become too large, KifuError if the disk is full, and another OSError if
        it can't be written; then nothing has changed. O(moves).
        """
        if not 1 <= count <= len(self.plies):
            raise UsageError(f"can't take back {count} moves, there are only {len(self.plies)}")
        state = self.match().position(len(self.plies) - count)
        self._append(LiveLine(undo=count))
        self.state = state
        del self.plies[-count:]

    def match(self) -> Match:
        """The match so far: `so_far` (with the secret seed), replayed as a new Match. O(moves)."""
        return replay(self.so_far())

    def so_far(self) -> Record:
        """The record so far as a new Record, with the secret seed, without the comments. Each move
        has its actor, there are no marks, and it ends in `*` (unfinished), even after the game's
        end. It shares its seats, options, tags and outcomes with `record`: don't change them.
        """
        moves = " ".join(f"{seat}:{move}" for seat, move in self.plies)
        return replace(self.record, seed=self._seed or self.record.seed, moves=moves, end="*")

    def finish(self) -> str:
        """Publish the secret seed, if there is one, end the record, wait until the disk has it, and
        close the file. The file of `keep_seed` stays; remove it by `forget_seed`.

        If the game is over, the record is finished (`=`) and has its result, otherwise it is not
        (`*`). Cards dealt at a table that were not known are filled in where the moves prove them,
        in `record`, too. Returns a sentence that says how many, or why they are left out; "" if no
        card is proved. Nothing can be written afterwards, and the log can't be resumed.

        Raises UsageError for a closed log, KifuError if the disk is full, and another OSError if it
        can't be written; then nothing is written, and a log that was open stays open. If only the
        waiting for the disk fails (OSError), all is written, and the file is closed.
        """
        match, said = filled(self.match())
        chance = match.record.chance
        events = [LiveLine(chance=each) for each in chance if each not in self.record.chance]
        if self._seed is not None and self.record.seed is None:
            events.append(LiveLine(seed=self._seed))
        if self.state.is_over:
            events.append(LiveLine(result=self.state.scores()))
            if self.game.ranking.needs_winner(self.state):
                events.append(LiveLine(winner=self.state.winners()))
        events.append(LiveLine(end="=" if self.state.is_over else "*"))
        self._append(*events)
        self.record = replace(self.record, chance=chance)
        try:
            self.sync()
        finally:
            self.close()
        return said

    def sync(self) -> None:
        """Wait until the disk has everything that is written. Does nothing after `close`. Raises
        OSError if the disk fails.
        """
        if self._file >= 0:
            os.fsync(self._file)

    def close(self) -> None:
        """Unlock and close the file, without waiting for the disk (see `sync`); does nothing the
        second time. The match can be resumed, unless it is finished. What was played stays readable
        in the recorder, but nothing more can be written.
        """
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Close the file as `close` does. An error that has ended the context is not caught."""
        self.close()

    def _append(self, *events: LiveLine) -> None:
        """Write events to the file, a line each, all or none. Raises UsageError if it is closed,
        LimitHit if it would be too large, KifuError if the disk is full, and another OSError if it
        can't be written. If the last event is the end of the record, its size does not matter.
        """
        if self._file < 0:
            raise UsageError(f"{self.path} is closed; resume it to continue, if it is not finished")
        lines = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
        size = os.fstat(self._file).st_size
        if size + len(lines) > _LARGEST and not events[-1].end:
            raise LimitHit(f"{self.path} would be larger than a record can be; finish it")
        with written(self.path, "the lines before this one are kept"):
            if os.write(self._file, lines) < len(lines):
                os.ftruncate(self._file, size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


#: How large a log may grow, with room for the lines of `finish`.
_LARGEST = LARGEST_RECORD - (1 << 16)

#: The first unix time that a date of ISO 8601 with four digits can't show.
_YEAR_10000 = 253_402_300_800


def _refuse_errors(path: Path, findings: list[Diagnostic]) -> None:
    """Raise NotationError if there are errors among the findings: with the code and message of the
    first one, after `path`, and with all errors as its `diagnostics`. Warnings are no reason.
    """
    errors = [finding for finding in findings if is_error(finding)]
    if errors:
        raise NotationError(f"{path}: {errors[0].code} {errors[0].message}", errors)


def _read_live(path: Path, lines: bytes) -> Record:
    """The record in the `lines` of a live log that can be continued, all of them whole; its end is
    "". Raises NotationError if the lines are no live log, have errors or more than one record, or
    the log is finished. `path` is for the messages.
    """
    readings = list(read_lines([lines]))
    record = readings[0].record if readings else None
    if record is None or readings[0].form != "live":
        raise NotationError(
            f"{path} can't be continued: it does not begin with the complete first line of a live "
            "log. If its recorder was killed while it wrote that line, nothing was recorded"
        )
    _refuse_errors(path, [finding for reading in readings for finding in reading.diagnostics])
    if len(readings) > 1:
        raise NotationError(f"{path} holds more than one record")
    _header, *events = filter(bytes.strip, lines.split(b"\n"))
    if any(decode_event(line).end for line in events):
        raise NotationError(f"{path} is finished")
    return replace(record, end="")


def _begin_file(path: Path, data: bytes, mode: int) -> None:
    """Write `data` into a new file with the permissions `mode` less the umask, and wait until the
    disk has the data; for the file's name see `_sync_folder`. Raises FileExistsError if there is
    such a file, which stays as it is, KifuError if the disk is full, and another OSError if it
    can't be written; then there is no new one.
    """
    path.touch(mode, exist_ok=False)
    try:
        with written(path, "the match was not begun"), open(path, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Wait until the disk has the folder's own changes, such as the name of a new file. Raises
    OSError if there is no such folder, if the disk fails, and always on Windows, which opens no
    folders.
    """
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
