"""What the commands of the store share: options, and how they speak to people."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

import click

from kifu.notation import rows
from kifu.notation.errors import UsageError
from kifu.replay.commands.shared_options import Number, data_option
from kifu.replay.options import options_given
from kifu.store import database, interrupting, opening
from kifu.store.archive import Archive
from kifu.store.ask.explore import situation_named
from kifu.store.ask.filters import Filters
from kifu.store.index.course import Detail
from kifu.store.index.ingest import Follow, unsaid
from kifu.store.interrupting import limited, whole

#: Seconds that a question may take where nothing else is said.
TIMEOUT = 60.0


#: Seconds: up to three years, the longest time that every system can wait.
SECONDS = partial(Number, max=1e8)


def limit_options(command: Any) -> Any:
    """Add the click options `--threads` (1 to 256; 4 if not given), `--memory` (1 gigabyte) and
    `--timeout` (60 seconds) to a command, and return it. The command gets only `timeout`, in
    seconds (0: no limit), and must see to it itself (see `question`). The other two set limits of
    this process when the options are read, also if they are not given, and the limits stay set: so
    many threads and so much memory for DuckDB, and twice the memory for a question in all, beside
    what the process has when it begins.
    """

    def remember(_ctx: click.Context, _param: click.Parameter, gigabytes: float) -> None:
        database.bound("memory_limit", f"{gigabytes}GB")
        interrupting.MEMORY = int(gigabytes * (2 << 30))

    for option in (
        click.option("--threads", type=click.IntRange(1, 256), default=4, show_default=True,
                     expose_value=False, metavar="N",
                     callback=lambda *given: database.bound("threads", str(given[-1])),
                     help="Use so many processors for a question."),
        click.option("--memory", type=Number(0.1, 1e6), default=1.0, show_default=True,
                     expose_value=False, callback=remember, metavar="GB",
                     help="Stop a question that needs more in DuckDB, or twice as much in all."),
        click.option("--timeout", type=SECONDS(min=0), default=TIMEOUT, show_default=True,
                     metavar="SECONDS",
                     help="Stop a question that takes longer, with exit code 4; 0: never."),
    ):  # fmt: skip
        command = option(command)
    return command


def poll_option(command: Any) -> Any:
    """Add the click option `--poll` to a command, and return it. The command gets `poll`, the
    seconds between two looks for changes, 0.1 or more; None if it is not given.
    """
    return click.option(
        "--poll",
        type=SECONDS(min=0.1),
        metavar="SECONDS",
        help="Seconds between two looks for changes; 0.5 if not given.",
    )(command)


def archive_arguments(*others: str) -> Callable[[Any], Any]:
    """A decorator that adds click arguments to a command: the path of an archive, then one for each
    of `others`. The command gets an `Archive` as `kept` (it need not exist), and the others as
    texts by their names.
    """

    def with_archive(command: Any) -> Any:
        @wraps(command)
        def run(*given: Any, archive: str, **rest: Any) -> Any:
            return command(*given, kept=Archive(archive), **rest)

        for name in reversed(("archive", *others)):
            click.argument(name, type=click.Path())(run)
        return run

    return with_archive


def detail_options(command: Any) -> Any:
    """Add the flags `--events`, `--situations` and `--moves` to a command, and return it. The
    command gets them as one `Detail`, called `detail`.
    """

    @wraps(command)
    def run(*given: Any, events: bool, situations: bool, moves: bool, **rest: Any) -> Any:
        return command(*given, detail=Detail(events, situations, moves), **rest)

    for name, what in (
        ("--moves", "Index every move, and the scores of each round. Slower, larger."),
        ("--situations", "Index the situation of each move, for explore. Slower, larger."),
        ("--events", "Index the events of each match, for find --event. Slower."),
    ):
        click.option(name, is_flag=True, help=what)(run)
    return run


@contextmanager
def question(kept: Archive, seconds: float) -> Iterator[Any]:
    """A context for one question to the archive, limited to `seconds` (0: no limit) and to the
    process's memory limit. Yields the stream to write the answer to, in place of stdout: it writes
    to stdout directly, so what was written stays there if the question fails. The time begins when
    no other process has locked the archive (of a lake: at once), and writing does not count. The
    archive is not kept open, and the limits end with the context.

    Raises LimitHit when a limit is hit, also that for the length of an answer; where DuckDB can't
    be interrupted, the process ends with that message and exit code 4. Before the context begins,
    raises ArchiveError if there is no archive or it can't be opened, and Busy if it stays locked; a
    lake is not looked at. In a thread that is not the main one, only the answer's length is
    limited.
    """
    with whole():  # DuckDB swallows Ctrl-C while it is loaded
        import duckdb  # noqa: F401 - loaded for what follows
    if not kept.is_lake:
        with opening.reading(kept.path):
            pass
    with limited(seconds, sys.stdout) as out:
        yield out


def say(line: str) -> None:
    """Print a line for people on stderr, with what could steer a terminal escaped."""
    print(rows.printable(line), file=sys.stderr)


def say_lacking(archive: Archive, what: str) -> None:
    """If any source of the archive or lake was indexed without `what` ("events", "situations" or
    "moves"; UsageError for another), print a line on stderr with the command that adds it; for a
    lake, with the command that makes a new lake with it. Prints nothing if there are no sources.
    Opens the archive: raises ArchiveError if it can't be opened, and Busy if it stays locked.
    """
    from kifu.store.index.planning import way_to_detail

    if archive.lacks(what):
        way = way_to_detail(archive.path, f"--{what}")
        say(f"{archive.path} was indexed without --{what}; {way}")


def say_absent(archive: Archive, filters: Filters) -> None:
    """Print lines on stderr about what `filters` ask for and the archive lacks. One comes for each
    name in `players`, `present` and `winner` that no player of the archive has (compared folded),
    with similar names that it has, if any; one if `loss_min` is given and no match has an analysis;
    and one for each detail (events, situations) that they need and a source was indexed without.
    Prints nothing otherwise. Opens the archive only if the filters name a player or need a detail
    or analyses; then it raises ArchiveError if it can't be opened, and Busy if it stays locked.
    Raises UsageError for a name that is not UTF-8.
    """
    for line in archive.absent(filters):
        say(line)
    if filters.loss_min is not None:
        say_unjudged(archive)
    for what, wanted in (("events", filters.happened), ("situations", filters.situation)):
        if wanted:
            say_lacking(archive, what)


def say_unjudged(archive: Archive) -> None:
    """If no match of the archive has an analysis (also if it has no matches), print a line on
    stderr that says how to make one. Opens the archive: raises ArchiveError if it can't be opened,
    and Busy if it stays locked.
    """
    if not archive.query("SELECT 1 FROM analyses LIMIT 1"):
        say(
            "no match in the archive has an analysis: `kifu analyse` judges matches, and "
            "`kifu index` adds the judged records"
        )


@contextmanager
def bar(what: str) -> Iterator[Follow]:
    """A context with a progress bar called `what` on stderr, which is erased at the end. Yields the
    function that moves it: it takes what is done and how much there is in all, as two numbers. If
    stderr is no terminal, there is no bar, and the function does nothing.
    """
    if not sys.stderr.isatty():
        yield unsaid
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, of: shown.update(task, completed=done, total=of)


def filter_options(command: Any) -> Any:
    """Add the click options for the fields of `Filters` to a command, and return it. The command
    gets their values by the names of the fields, and `looking`, the seat of `--as`; see
    `filters_of`.

    Also adds `--data`, since situations are found by a replay. Its files of rule data are loaded
    before the command begins, and the command does not get the option; a bad file raises KifuError,
    one that can't be read OSError.
    """
    command = data_option(command)
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def filters_of(given: dict[str, Any]) -> Filters:
    """The `Filters` in `given`, the values of a command's options by name. Every field of `Filters`
    and `looking`, the seat of `--as` (None: not given), must be in `given`, and is removed from it;
    other values stay there. If `--situation` names a position (FILE@PLY or FILE#N@PLY), its file is
    read, and the key of the situation that `looking`, or else the seat to move, faces there takes
    its place. A key stays as it is, and `looking` has no effect on it.

    Raises UsageError for `--as` without `--situation`, for values of a wrong type or out of range,
    for a text that is neither a key nor a position, and for a file whose name is not that of a file
    of records. Raises KifuError if the file lacks the record, ply or seat of that position, if the
    record can't be read, or replayed up to the ply, or if nobody is to move there and no seat is
    given; and OSError if the file can't be opened. After an error, `given` lacks some of its
    values.
    """
    looking = given.pop("looking")
    if given["situation"] is not None:
        given["situation"] = situation_named(given["situation"], looking)
    elif looking is not None:
        raise UsageError("--as names the seat that faces --situation, so give --situation, too")
    return Filters(**{name: given.pop(name) for name in Filters.__struct_fields__})


def _read_result(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Any:
    """Scores in seat order from text such as "0 54 54": a list of whole numbers (int), [] for blank
    text; None where the option is not given. Raises click.BadParameter for other text.
    """
    try:
        return None if text is None else [int(score) for score in text.split()]
    except ValueError:
        raise click.BadParameter('expected the scores in seat order, such as "0 54 54"') from None


def _read_options(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> Any:
    """A list of pairs of name and value, both text, from texts such as "rounds=3"; [] where the
    option is not given. The first "=" divides a text; either part may be empty, and neither is
    checked. Raises UsageError for text without "=", and for a name that is given twice.
    """
    return list(options_given(texts).items())


def _read_tags(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> Any:
    """A list of pairs of name and text, in the order given, from texts such as "Site=Tokyo"; []
    where the option is not given. The first "=" divides a text. A name alone gives the text "", and
    a name may come several times. Raises click.BadParameter if a name is missing or empty.
    """
    pairs = [text.partition("=")[::2] for text in texts]
    if not all(name for name, _ in pairs):
        raise click.BadParameter("expected NAME or NAME=TEXT, such as Site=Tokyo")
    return pairs


def _filter(names: str, metavar: str, text: str, **rest: Any) -> Callable[[Any], Any]:
    """A decorator that adds a click option to a command and returns the command. `names` is the
    option's name, such as "--game"; if the field of `Filters` has another name, that one follows
    after a space. `metavar` stands for the value in the help, `text` is the help, and `rest` goes
    to click.
    """
    return click.option(*names.split(), metavar=metavar, help=text, **rest)


_OPTIONS = [
    _filter("--game", "NAME", "Matches of this game."),
    _filter(
        "--player players",
        "NAME",
        "A player, ignoring case and width of letters. Repeatable: any of them.",
        multiple=True,
    ),
    _filter(
        "--with present",
        "NAME",
        "This player took part, too. Repeatable: all of them.",
        multiple=True,
    ),
    _filter(
        "--seat", "N", "The seat of --player, or of the scores given.", type=click.IntRange(min=1)
    ),
    _filter("--winner", "NAME", "Matches that this player won, alone or with others."),
    _filter("--result", "SCORES", 'The scores in seat order: "0 54 54".', callback=_read_result),
    _filter("--score-min", "N", "A seat (or --player) has N or more.", type=int),
    _filter("--score-max", "N", "A seat (or --player) has N or less.", type=int),
    _filter(
        "--loss-min",
        "X",
        "A decision of a seat (or --player) lost X or more of its win share, by an analysis.",
        type=click.FloatRange(0, 1),
    ),
    _filter("--turns-min", "N", "N turns or more were played.", type=int),
    _filter("--turns-max", "N", "N turns or less were played.", type=int),
    _filter(
        "--date", "DATE", "2026, 2026-11, 2026-11-20, or a range: 2026..2026-11, 2026.., ..2026-11."
    ),
    _filter(
        "--option options",
        "NAME=VALUE",
        "An option of the game, written or by default. Repeatable: all.",
        multiple=True,
        callback=_read_options,
    ),
    _filter(
        "--tag tags",
        "NAME[=TEXT]",
        "A tag, or a part of its value. Repeatable: all.",
        multiple=True,
        callback=_read_tags,
    ),
    _filter(
        "--termination",
        "TEXT",
        'How it ended: "normal", "concession" (of anybody), "concession 2", "timeout".',
    ),
    _filter("--text", "TEXT", "A part of a comment, ignoring case and width of letters."),
    _filter("--glyph", "GLYPH", 'A glyph in the record: "??", "!", "$10".'),
    _filter(
        "--moves",
        "MOVES",
        'The first moves, as kifu fmt writes them: "25 47 11". Marks are ignored.',
    ),
    _filter(
        "--same-deal",
        "ID",
        "Matches with this deal, or with the deal of the match or record with this id.",
    ),
    _filter(
        "--event happened",
        "KIND",
        "A kind of event that happens in the match, such as take. Repeatable: all.",
        multiple=True,
    ),
    _filter(
        "--situation",
        "FILE@PLY",
        "Matches in which somebody faced a situation like the one after PLY. "
        "FILE#N@PLY: of record N.",
    ),
    _filter(
        "--as looking",
        "SEAT",
        "The seat that faced the --situation. Default: the seat to move.",
        type=click.IntRange(min=1),
    ),
    _filter("--source", "PATH", 'From this file or folder; * and ? are wildcards: "logs/2026-*".'),
]
