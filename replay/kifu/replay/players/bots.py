"""Bots: players of one's own, in Python or as a program that speaks lines of JSON.

A bot is asked in a `Turn`, which holds what its seat may know, and answers with a move. What goes
wrong meanwhile is the bot's fault: BadWish names it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from io import BufferedReader
from typing import Any, Final, NoReturn

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.replay.chance import derived_seed
from kifu.replay.game import Combination, Game, State
from kifu.replay.players.asking import BadWish, may_pass, why_not
from kifu.replay.registry import added
from kifu.replay.table import SeenStep, Step, Table, as_seen

#: Packages offer bots as entry points of this group.
GROUP: Final = "kifu.players"
#: In front of the path of a program that plays.
COMMAND: Final = "command:"
#: Seconds that a bot may think about a move, where nobody says how many.
PATIENCE: Final = 60.0
#: The longest line that a program may answer, in bytes; of a longer one only so many are read.
LONGEST: Final = 1 << 16


class Turn(Struct, omit_defaults=True):
    """What a bot is asked: which of the `moves` does `seat` wish for?

    `moves` are the tokens that it may answer, with "" among them if it may pass. If they are too
    many to be listed, `moves` has at most "", and `choose` says which cards may be chosen together.
    `view` is the table as the seat sees it, `seen` the steps that it saw since its last turn.
    `options` are those of the match that are not the game's defaults. `seed` differs in each turn,
    but is the same when the match is played again: draw from `random.Random(turn.seed)`. `state` is
    a copy of the position with all hidden cards for a bot with the attribute `sees_state = True`;
    None for all others.
    """

    game: str
    seat: int
    seats: int
    moves: list[str]
    view: Table
    seed: str
    options: dict[str, str] = {}
    seen: list[SeenStep] = []
    choose: Combination | None = None
    state: Any = None


#: A bot as its author writes it.
Bot = Callable[[Turn], str]


class Named(Struct, frozen=True):
    """A bot, the name by which it was asked for, and its version ("" if it has none)."""

    bot: Bot
    name: str
    version: str = ""

    @property
    def sees_state(self) -> bool:
        """Whether the bot sees the hidden cards too."""
        return getattr(self.bot, "sees_state", False) is True

    @property
    def in_record(self) -> str:
        """How the tag `Bots` of a record names it: "NAME VERSION", or "NAME" if it has no version.
        A bot that sees hidden cards gets " (sees all cards)" after it.
        """
        return f"{self.name} {self.version}".strip() + " (sees all cards)" * self.sees_state


class Seated:
    """A bot as the player of a seat (see `new_match.Attentive`). The bot may think for `patience`
    seconds per move; `text` is the seed from which its turns get theirs. Call `sit_down` first.
    """

    def __init__(self, game: Game, named: Named, text: str, patience: float = PATIENCE) -> None:
        self.game = game
        self.named = named
        self.patience = patience
        self._text = text
        self._turns = 0
        self._seen: list[SeenStep] = []

    def sit_down(self, state: State, options: Any, seats: int, seat: int) -> None:
        """Begin a match for `seats` seats with these settled `options`; the bot has seat `seat`.
        What was seen before is kept: use a new Seated for each match. `state` is not used.
        """
        self._seat, self._seats = seat, seats
        self._options = self.game.write_options(options, seats)

    def expect(self, state: State, move: str, seat: int) -> None:
        """Called before each move; it does nothing, since a bot learns of a move from its steps."""

    def see(self, steps: Sequence[Step]) -> None:
        """Called after each move: what the seat may see of the steps is kept for the bot's next
        turn.
        """
        self._seen += [as_seen(step, self._seat) for step in steps]

    def __call__(self, state: State, seat: int) -> str:
        """The move that the bot wishes for; "" if it passes. Call `sit_down` first; `seat` is the
        one given there. `state` stays as it is. Raises BadWish if the bot fails, thinks for too
        long, or answers with anything that its seat may not do.

        Each call, also one that fails, gives the bot the steps seen since the last call, which are
        then forgotten, and a new seed. So asking twice in one position may give two answers.
        """
        choose = self.game.offers.combination(state, seat)
        moves = [] if choose else list(self.game.offers.visible(state, seat))
        if may_pass(state, seat):
            moves.append("")
        self._turns += 1
        turn = Turn(
            self.game.name,
            seat,
            self._seats,
            list(moves),
            state.view(seat),
            # The text has the seed of the match, from which all hands follow.
            derived_seed(f"{self._text}:{self._turns}"),
            self._options,
            self._seen,
            choose,
            state.copy() if self.named.sees_state else None,
        )
        self._seen = []
        wish = self._answer(turn)
        if not isinstance(wish, str):
            self._fail(f"answered {wish!r:.80}, which is no text")
        if wish not in moves and why_not(self.game, state, seat, wish):
            may = [move or "pass" for move in moves[:20]]
            listed = " ".join([choose.words().en, *may] if choose else may)
            self._fail(f"wished for {wish[:80]!r}; the seat may play {listed}")
        return wish

    def _answer(self, turn: Turn) -> str:
        """What the bot answers to `turn`; that is not checked, and may be no text. What the bot
        prints goes to stderr. An Exception or SystemExit of the bot's own, or more than `patience`
        seconds (0: no limit; see `_in_time`), raises BadWish; for a bot in Python, with the file
        and line that raised, perhaps of another package. Ctrl-C is passed on.
        """
        try:
            with _in_time(self.patience), contextlib.redirect_stdout(sys.stderr):
                return self.named.bot(turn)
        except _TooLong:
            self._fail(f"had no answer after {self.patience:g} s")
        except (Exception, SystemExit) as error:
            if isinstance(self.named.bot, _Program):
                self._fail(str(error))
            at = traceback.extract_tb(error.__traceback__)[-1]
            why = f"raised {type(error).__name__}: {error!s:.300}"
            self._fail(f"{why} ({at.filename}, line {at.lineno})")

    def _fail(self, why: str) -> NoReturn:
        """Always raise BadWish: "the player NAME of seat N" (see `sit_down`), followed by `why`,
        which begins with a verb.
        """
        raise BadWish(f"the player {self.named.name} of seat {self._seat} {why}")


@cache
def named(name: str) -> Named:
    """The bot called `name`. `command:PATH` is a program; any other name is that of an installed
    entry point of GROUP or, if there is none, `module:function`, looked up as Python finds modules
    and then in the current folder (which is added to `sys.path`).

    A module is run; a program is looked for and started only at its first turn. The same name gives
    the same object. Raises UsageError if there is no such module, function or entry point, if it
    can't be loaded, or if the name has spaces.
    """
    if name.split() != [name]:
        raise UsageError(f"the name of a player has no spaces: {name!r}")
    if name.startswith(COMMAND):
        return Named(_Program(name.removeprefix(COMMAND)), name)
    return _imported(name)


def installed() -> list[str]:
    """The names of the bots that installed packages offer, sorted, as a new list; [] if there are
    none. No bot is loaded.
    """
    return [*added(GROUP)]


def _imported(name: str) -> Named:
    """The bot of an entry point of GROUP with this name or, if there is none, of `module:function`.
    The module is run. The bot's version is that of the package that has the entry point, or else
    the module's `__version__`; "" if it has none. Without an entry point, the current folder is
    added to the end of `sys.path` and stays there.

    Raises UsageError if there is no such module or function, if it is nothing that can be called,
    and for any Exception while it is loaded. SystemExit and Ctrl-C come through.
    """
    try:
        if point := added(GROUP).get(name):
            found, version = point.load(), point.dist.version if point.dist else ""
        else:
            # At the end: a file here never takes the place of a module of Python's or kifu's.
            if os.getcwd() not in sys.path:
                sys.path.append(os.getcwd())
            path, _, function = name.partition(":")
            module = import_module(path)
            found, version = getattr(module, function), str(getattr(module, "__version__", ""))
        if not callable(found):
            raise TypeError(f"{found!r:.80} is no function")
    except Exception as error:
        raise UsageError(
            f"the player {name} can't be loaded: {type(error).__name__}: {error}"
        ) from error
    return Named(found, name, version)


class _TooLong(BaseException):
    """Raised when a bot has thought for too long; the bot's own `except Exception` does not catch
    it.
    """


@contextlib.contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """A context: raises _TooLong in its block after so many seconds (0: never). It uses the alarm
    signal of the process, so it works only in the main thread and not on Windows: elsewhere a bot
    that hangs makes kifu hang, too. Afterwards the signal has its old handler again, but an alarm
    that was set before is cancelled.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Answer(Struct):
    move: str


class _Program:
    """A bot in any language: a program that reads each turn as a line of JSON, and answers each
    with a line `{"move": "59"}`. It is started at its first turn and runs until kifu ends. If it
    fails it is killed; the next turn starts it again.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, turn: Turn) -> str:
        """Send the turn, wait for the next line, and return the move in it, unchecked. The program
        is started if it does not run.

        Raises KifuError if the program can't be started or has ended, if its line is no answer or
        is longer than LONGEST bytes, and if something more came after its last answer, before this
        turn was sent. After any error, also one that interrupts the waiting (_TooLong, Ctrl-C), the
        program is killed; the next turn starts it again.
        """
        process, line = self._process or self._start(), b""
        answers = process.stdout
        assert process.stdin is not None and isinstance(answers, BufferedReader)
        try:
            os.set_blocking(answers.fileno(), False)
            early = answers.peek()
            os.set_blocking(answers.fileno(), True)
            if early:
                raise KifuError(f"answered twice: {early[:80]!r} came before this turn")
            process.stdin.write(msgspec.json.encode(turn) + b"\n")
            process.stdin.flush()
            if not (line := answers.readline(LONGEST)):
                raise BrokenPipeError
            return msgspec.json.decode(line, type=_Answer).move
        except BaseException as error:
            fault = self._ended(process) if isinstance(error, BrokenPipeError) else error
            self._stop()
            if isinstance(error, msgspec.MsgspecError):
                fault = KifuError(
                    f'answered {line.strip()[:80]!r} in place of {{"move": "…"}}: {error}'
                )
            raise fault from None

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the program, keep its process for the turns that follow, and return it. It is
        killed when kifu ends. Raises KifuError if it can't be started.
        """
        try:
            # In a group of its own, so that what it has started ends with it.
            self._process = subprocess.Popen(
                [self.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise KifuError(
                f"can't be started: {error.strerror}; a program in this folder is named as "
                "command:./PROGRAM and needs chmod +x"
            ) from None
        atexit.register(self._stop)
        return self._process

    def _ended(self, process: subprocess.Popen[bytes]) -> KifuError:
        """The error (returned, not raised) for a program that has closed its output or input: it
        says with which exit code it has ended or, if it goes on for another second, that it has
        only closed them.
        """
        try:
            return KifuError(f"has ended with exit code {process.wait(1)}")
        except subprocess.TimeoutExpired:
            return KifuError("has closed its input or output")

    def _stop(self) -> None:
        """Kill the program and all that it has started, and forget its process, so that the next
        turn starts it again. Do nothing if it does not run.
        """
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError), process:  # which closes its pipes and waits for it
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
