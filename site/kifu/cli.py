"""The command `kifu`: a table of verbs, each loaded when it is called.

The table is static, so that `kifu --help` imports no part of kifu.

Exit codes are an interface: 0 fine, 1 the data is bad or a thing named is not there, 2 wrong
usage, 3 busy, 4 a limit was hit, 5 a bug in kifu, and as a shell reports them, 130 Ctrl-C,
143 SIGTERM, and 141 the reader of stdout went away.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, NoReturn

import click

#: Verb -> where its command is ("module:command"), and what it does.
VERBS: dict[str, tuple[str, str]] = {
    "games": ("kifu.replay.commands.show:games", "List the games, or explain one."),
    "check": ("kifu.replay.commands.records:check", "Check records, move by move."),
    "fmt": ("kifu.replay.commands.records:fmt", "Rewrite records in the game form."),
    "convert": ("kifu.notation.commands:convert", "Convert between text and log."),
    "show": ("kifu.replay.commands.show:show", "Show a position of a record."),
    "analyse": ("kifu.store.commands.analyse:analyse", "Judge every decision of a match."),
    "anonymise": ("kifu.replay.commands.records:anonymise", "Replace names and ids."),
    "play": ("kifu.replay.commands.play:play", "Play a match in this terminal."),
    "record": ("kifu.replay.commands.play:record", "Type in a match from a table."),
    "simulate": ("kifu.store.commands.simulate:simulate", "Simulate matches with bots."),
    "import": ("kifu.replay.commands.records:import_", "Make records from other programs' logs."),
    "lsp": ("kifu.replay.commands.records:lsp", "Run the language server for editors."),
    "index": ("kifu.store.commands.upkeep:index", "Add records to an archive."),
    "watch": ("kifu.store.commands.upkeep:watch", "Index a folder's records as they arrive."),
    "find": ("kifu.store.commands.find:find", "Find matches in an archive."),
    "explore": ("kifu.store.commands.find:explore", "Show what was played in a situation."),
    "query": ("kifu.store.commands.find:query", "Query an archive in SQL."),
    "export": ("kifu.store.commands.find:export", "Export matches of an archive."),
    "stats": ("kifu.store.commands.find:stats", "Statistics and ratings."),
    "player": ("kifu.store.commands.upkeep:player", "Manage players' aliases, or erase a player."),
    "quarantine": ("kifu.store.commands.upkeep:quarantine", "List bad records, or try them again."),
    "verify": ("kifu.store.commands.upkeep:verify", "Compare an archive with its logs."),
    "status": ("kifu.store.commands.upkeep:status", "Show the state of an archive."),
    "absorb": ("kifu.store.commands.upkeep:absorb", "Merge an archive into another one."),
    "backup": ("kifu.store.commands.upkeep:backup", "Copy an archive and its logs."),
    "compact": ("kifu.store.commands.upkeep:compact", "Make an archive's file smaller."),
    "rebuild": ("kifu.store.commands.upkeep:rebuild", "Rebuild an archive from its logs."),
    "schema": ("kifu.notation.commands:schema", "Print JSON Schemas of what kifu writes."),
    "view": ("kifu.site.commands.view:view", "Write a replay page."),
    "picture": ("kifu.site.commands.picture:picture", "Draw one moment as SVG or PNG."),
    "clip": ("kifu.site.commands.clip:clip", "Make an animated image of a passage."),
    "site": ("kifu.site.commands.site:site", "Write a site of a whole archive."),
    "problems": ("kifu.site.commands.problems:problems", "Make problems to solve from mistakes."),
}

#: The module that knows whether the rules are compiled; it is compiled where they are.
_ARRAYS = "kifu.replay.codes.arrays"

#: A filter of warnings for the processes that this one starts. One of them is Python's own: if this
#: process is killed, it removes the semaphores that are left, and would print a warning.
_UNSAID = "ignore:resource_tracker:UserWarning"

DATA, BUG, INTERRUPTED, PIPE, TERMINATED = 1, 5, 130, 141, 143


class Terminated(KeyboardInterrupt):
    """SIGTERM came; a command ends as it does by Ctrl-C, with its own exit code."""


class Verb(click.Command):
    """A command of the table, whose module is imported only when it is called. `target` is
    `module:command`, `text` its short help.
    """

    def __init__(self, name: str, target: str, text: str) -> None:
        super().__init__(name, short_help=text)
        self._target = target

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Import the command's module, and return the context that the command itself makes; the
        arguments are those of click's method. Raises ImportError or AttributeError if the command
        can't be loaded, click's UsageError for wrong arguments, click's Exit after `--help` was
        printed, and what an option's callback raises, such as kifu's own UsageError.
        """
        command: click.Command = resolve_name(self._target)
        return command.make_context(*args, **more)


class Verbs(click.Group):
    """The group of all commands, whose errors have exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of `VERBS`."""
        return list(self.commands)

    def main(self, args: Sequence[str] | None = None, *_unused: Any, **_other: Any) -> NoReturn:
        """Run one command line (`args`, by default `sys.argv` without its first item) and exit with
        its code: SystemExit is always raised. The other arguments of click's groups mean nothing
        here.

        Before, stdout becomes UTF-8, and streams that are closed are replaced (see
        `_prepare_streams`). If `args` is None, two more things are changed in this process and stay
        so: SIGTERM raises Terminated, and processes started by it don't show a warning of Python's
        (see `_UNSAID`).
        """
        _prepare_streams()
        if args is None:
            sys.warnoptions.append(_UNSAID)
            signal.signal(signal.SIGTERM, _terminate)
        sys.exit(_run(self, sys.argv[1:] if args is None else list(args)))


@click.group(
    "kifu",
    cls=Verbs,
    commands=[Verb(verb, *row) for verb, row in VERBS.items()],
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`kifu VERB --help` explains a command. Exit codes: 0 fine, 1 the data is bad or a "
    "thing named is not there, 2 wrong usage, 3 busy, 4 a limit was hit, 5 a bug in kifu.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, help="Show the version and exit.",
    callback=lambda ctx, _option, wanted: _tell_version(ctx) if wanted else None,
)  # fmt: skip
def main() -> None:
    """Archive, check, search and show card-game matches."""


def _tell_version(ctx: click.Context) -> None:
    """Print kifu's version, and whether the rules are compiled, on stdout, and end the command with
    exit code 0 by raising click's Exit. Raises ImportError if the compiled rules can't be loaded.
    """
    from importlib.metadata import version

    rules = "rules from source" if import_module(_ARRAYS).INTERPRETED else "compiled rules"
    click.echo(f"kifu {version('kifu')} ({rules})")
    ctx.exit()


def _run(root: click.Group, args: list[str]) -> int:
    """Run one command line (`args`, without the program's name) and return its exit code; 0 if all
    went well. If the environment variable `_KIFU_COMPLETE` is set, complete a command line for a
    shell instead, as click does: 0, or 1 if click does not know the value. stdout is flushed in any
    case.

    Errors, Ctrl-C and SIGTERM are reported on stderr and become the exit code (see the module). If
    the reader of a pipe went away, most often that of stdout, nothing is reported, and the code is
    141. Raises nothing, except OSError if the report can't be written to stderr.
    """
    try:
        instruction = os.environ.get("_KIFU_COMPLETE")
        try:
            if instruction:
                from click.shell_completion import shell_complete

                return shell_complete(root, {}, "kifu", "_KIFU_COMPLETE", instruction)
            with root.make_context("kifu", args) as ctx:
                root.invoke(ctx)
        finally:
            _flush_stdout()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Terminated:
        _say("terminated")
        return TERMINATED
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return PIPE
    except Exception as error:
        return _failed(error)
    return 0


def _terminate(_number: int, _frame: object) -> NoReturn:
    """Raise Terminated: what SIGTERM calls."""
    raise Terminated


def _failed(error: Exception) -> int:
    """Print on stderr what `error` means for the user, and return the exit code: that of a
    KifuError; 1 for an OSError, for compiled rules that can't be loaded, and for text that UTF-8
    can't hold; 1, after the traceback, if a package is at fault that adds a game, importer or
    player; else 5, after the traceback, for a bug in kifu.
    """
    from kifu.notation.disk import is_full
    from kifu.notation.errors import KifuError
    from kifu.notation.rows import printable

    if isinstance(error, KifuError):
        _say(str(error))
        return error.exit_code
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        if isinstance(error, IsADirectoryError):
            reason += "; name a file in it"
        name = "stdout" if error.filename is None and is_full(error) else error.filename
        shown = "" if name is None else f"{printable(str(name)) or repr(name)}: "
        _say(shown + reason)
        return DATA
    if isinstance(error, ImportError) and (why := _broken_rules()):
        _say(
            f"the compiled rules can't be loaded: {why}. Install kifu and what it needs again (pip "
            "install --force-reinstall kifu), or leave them out, which makes it slower "
            "(KIFU_COMPILE=0 pip install --force-reinstall --no-cache-dir --no-binary kifu kifu). "
            "In a clone of kifu, write . in place of the last kifu"
        )
        return DATA
    if isinstance(error, UnicodeEncodeError) and error.encoding == "utf-8":
        _say(f"this can't be written as UTF-8: {error.object[error.start :][:80]!a}")
        return DATA
    import traceback

    traceback.print_exception(error)
    # A method that a package's class lacks is missed in kifu's own code.
    owner = sys.modules.get(type(getattr(error, "obj", None)).__module__)
    trace = [*traceback.format_exception(error), str(getattr(owner, "__file__", ""))]
    package = _package_at_fault("".join(trace))
    if package:
        _say(
            f"this is a fault of the package {package}, neither of kifu nor of your data. "
            "Please tell its author, with the lines above"
        )
        return DATA
    _say(
        "this is a bug in kifu, not in your data. Please open an issue for it with the lines "
        "above, the command, `kifu --version` and, if you may share it, the file"
    )
    return BUG


def _package_at_fault(trace: str) -> str:
    """The package, other than kifu, that added a game, importer or player and whose code is in the
    traceback `trace` (a text, also that of a worker process). Returns a phrase with the package's
    version, its module and what it adds, or "" if there is none. Of several, one that adds a game
    comes before one that adds an importer, and that before one that adds a player; among equals, it
    is the first in Python's list of entry points. The package is not imported.
    """
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    for what in ("game", "importer", "player"):
        for point in entry_points(group=f"kifu.{what}s"):
            top = point.module.partition(".")[0]
            spec = None
            with contextlib.suppress(ImportError, ValueError):
                spec = find_spec(top) if top != "kifu" else None
            if spec and spec.origin and spec.origin.removesuffix("__init__.py") in trace:
                dist = f"{point.dist.name} {point.dist.version}" if point.dist else top
                return f"{dist}, module {point.module}, which adds the {what} {point.name}"
    return ""


def _broken_rules() -> str:
    """Why the compiled rules can't be loaded; "" if they can, or kifu was not compiled."""
    try:
        import_module(_ARRAYS)
    except ImportError as error:
        return str(error)
    return ""


def _say(message: str) -> None:
    """Print `kifu:` and a message on stderr. Characters that could steer a terminal are written as
    escapes; line breaks stay.
    """
    from kifu.notation.rows import printable

    print("kifu:", printable(message, keep="\n"), file=sys.stderr)


def _prepare_streams() -> None:
    """Make stdout UTF-8 in every locale, and replace stdin, stdout and stderr if they are closed:
    otherwise the next file that is opened would get the number of one. Reading such a stdin, and
    writing to such a stdout, raise OSError (EBADF); such a stderr drops all that is written.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
            os.set_inheritable(opened, True)
        if getattr(sys, name) is None:
            stream = open(number, "w" if number else "r", encoding="utf-8")  # noqa: SIM115 (stays open)
            setattr(sys, name, stream)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")


def _flush_stdout() -> None:
    """Flush stdout. If that fails, raise the OSError, with `stdout` as its file name if it has
    none; what is buffered is dropped, and stdout leads nowhere from then on, since Python would
    complain once more at its end.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        error.filename = error.filename or "stdout"
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
