"""The command analyse: what every decision of the records in files was worth."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import click
from msgspec import Struct
from msgspec.structs import asdict

from kifu.notation import rows
from kifu.notation.disk import is_same_file, would_lose
from kifu.notation.errors import NotationError, UsageError, is_error
from kifu.notation.files import Writer, read, writer
from kifu.notation.record import Record
from kifu.notation.rows import counted, report
from kifu.replay import registry
from kifu.replay.analysis.decisions import NotJudged
from kifu.replay.analysis.judge import BUDGETS, Tell, judged, plan_of, question_of
from kifu.replay.analysis.part_file import PartFile
from kifu.replay.analysis.valuing import Plan
from kifu.replay.commands.shared_options import data_option, force_option, jobs_option
from kifu.replay.judgements.judgement import Analysis, Judgement
from kifu.replay.judgements.words import headlines, judgement_lines, reason_words
from kifu.replay.judgements.written import clear as cleared
from kifu.replay.judgements.written import write as written
from kifu.replay.match import replay
from kifu.replay.table import ALL
from kifu.store.commands.archive_options import bar, say
from kifu.store.fold import folded

#: A record with its file and its number there.
Placed = tuple[str, int, Record]


#: The columns of a judged decision: where it is, what a `Judgement` says of it, the best option,
#: the win shares of that and of the played move, and the reason, "" where none is said.
_COLUMNS = (
    "file", "record", "ply", "seat", "player", "move", "glyph", "points", "points_se", "loss", "se",
    "best", "best_share", "share", "depends", "reason",
)  # fmt: skip


class Job(Struct, frozen=True):
    """What is asked of every record: the `plan` of worlds, and whose decisions to judge: those of
    `seats` ([]: all), or of `player` ("": anyone), and only the one at `ply` (None: all). `jobs` is
    the number of processes.
    """

    plan: Plan
    seats: list[int]
    player: str
    ply: int | None
    jobs: int


class Judged(NamedTuple):
    """A record that was judged, with its file, its number there (from 1), and its analysis."""

    file: str
    number: int
    record: Record
    analysis: Analysis


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "-o", "--output", "out", metavar="OUT", help="Write the records with their judgements to OUT."
)
@force_option("OUT")
@click.option("--seat", "seats", type=click.IntRange(1), metavar="N", multiple=True,
              help="Judge only this seat. Repeatable.")  # fmt: skip
@click.option("--player", default="", metavar="NAME", help="Judge only this player.")
@click.option("--at", "ply", type=click.IntRange(1), metavar="PLY",
              help="Judge only the decision at this ply, and show its options.")  # fmt: skip
@click.option(
    "--budget",
    default="normal",
    show_default=True,
    metavar="|".join([*BUDGETS, "WORLDS"]),
    help="The most worlds that each decision is valued in.",
)
@click.option(
    "--seed", default="1", show_default=True, help="Any text; all random worlds follow from it."
)
@jobs_option
@click.option("--resume", is_flag=True, help="Continue an interrupted run from OUT.part.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "ndjson", "csv"]),
    help="Write judged decisions as rows; the table has mistakes only. Default without OUT.",
)
@click.option("--clear", is_flag=True, help="Only remove an earlier analysis from the records.")
@data_option
@click.pass_context
def analyse(
    ctx: click.Context,
    /,
    paths: Sequence[str],
    out: str | None,
    force: bool,
    seats: Sequence[int],
    player: str,
    ply: int | None,
    budget: str,
    seed: str,
    jobs: int,
    resume: bool,
    form: rows.Format | None,
    clear: bool,
) -> None:
    """Say what every decision was worth, in the records of files.

    Each option of a decision is played out in worlds in which all that the seat could not know is
    dealt by lot. OUT gets every record, with losses, better moves and chances in it, and without
    any earlier analysis; the same call gives the same bytes, with any number of processes. Without
    OUT, the judged decisions are printed, and no file is written.

    A record that can't be analysed goes to OUT without an analysis, a record with errors as far as
    it could be read. Exit code 1 if there is one of either; stderr says why. If OUT is also one of
    the files that are read, and a record has errors, OUT is not changed (exit code 2).

    `kifu export` chooses matches of an archive: kifu export ARCHIVE -o - | kifu analyse - -o OUT
    """
    plan = plan_of(budget, seed)
    _vet(out, clear, resume, seats, player, ply)
    if ply is None:
        form = form or (rows.default_format() if out is None else None)
    in_place = out is not None and any(is_same_file(path, out) for path in paths)
    bad: list[str] = []
    refused: Counter[str] = Counter()
    part = None
    with ExitStack() as stack:
        file = stack.enter_context(writer(out, force=force)) if out is not None else None
        records = _records(paths, player, bad)
        if clear:
            assert file is not None
            for _, _, record in records:
                file.write(cleared(record))
        else:
            if out is not None and out != "-":
                stack.enter_context(_saying_how_to_continue(Path(f"{out}.part")))
                part = stack.enter_context(PartFile(out, resume=resume))
            move = stack.enter_context(bar("judging"))
            job = Job(plan, list(seats), player, ply, jobs)
            found = _judged(records, job, file, part, refused, move)
            if form is not None:
                _write_rows(found, form)
            for one in found:
                _say_one(one, ply)
        if in_place and bad:
            raise would_lose(str(out))
        if part is not None:
            stack.callback(part.remove)
    for reason, count in refused.items():
        if count > 1:
            more = f"{count - 1:,} more record{'s' if count > 2 else ''}"
            say(f"kifu: {more} can't be analysed: {reason}")
    if bad or refused:
        ctx.exit(1)


def _vet(
    out: str | None, clear: bool, resume: bool, seats: Sequence[int], player: str, ply: int | None
) -> None:
    """Raise UsageError, which says what to do, for options of `analyse` that don't go together:
    `clear` or `resume` without `out`, `clear` with `resume`, `seats` or `player`, `seats` with
    `player`, and `ply` with `out` or `clear`. The values themselves are not checked.
    """
    for is_wrong, why in (
        ((clear or resume) and not out, "--clear and --resume need -o OUT"),
        (clear and (resume or seats or player),
         "--clear takes out all judgements; leave out --resume, --seat and --player"),
        (seats and player, "--seat and --player both name who is judged; use one of them"),
        (ply is not None and out is not None,
         "--at shows one decision and writes no record; leave out -o and --clear"),
    ):  # fmt: skip
        if is_wrong:
            raise UsageError(why)


@contextmanager
def _saying_how_to_continue(part: Path) -> Iterator[None]:
    """A context: if Ctrl-C ends it and the file `part` exists, print a line on stderr that says how
    to go on with the answers in it. The KeyboardInterrupt is raised on.
    """
    try:
        yield
    except KeyboardInterrupt:
        if part.exists():
            say(f"kifu: what is judged so far is in {part}; continue with --resume")
        raise


def _records(paths: Sequence[str], player: str, bad: list[str]) -> Iterator[Placed]:
    """Yield every record of the files `paths` ("-": standard input), with its file and its number
    there (from 1). If one has errors, they are printed on stderr, and its file is added to `bad`,
    once for each such record; what could be read of it is yielded nevertheless. A record that was
    merely cut off is no error. Warnings are not printed.

    After the last one, a line is printed on stderr if there was no record, not even a bad one, or
    if `player` ("": anyone; names are compared folded) has a seat in none. A file is opened when
    its first record is asked for; then OSError is raised if it can't be opened, and UsageError if
    its name says no form.
    """
    wanted, names = folded(player), set[str]()
    for path in paths:
        for reading in read(path):
            # Nothing is lost of a record that was cut off.
            errors = [f for f in reading.diagnostics if is_error(f) and f.code != "KF112"]
            for finding in errors:
                finding.file = path
                click.echo(report(finding), err=True)
            if errors or reading.record is None:
                bad.append(path)
            if reading.record is not None:
                names.update(map(folded, reading.record.seats) if player else [""])
                yield path, reading.number, reading.record
    if not names and not bad:
        say("no records")
    elif player and wanted not in names:
        say(f"no record has a player {player}")


def _judged(
    records: Iterator[Placed],
    job: Job,
    file: Writer | None,
    part: PartFile | None,
    refused: Counter[str],
    tell: Tell,
) -> Iterator[Judged]:
    """Judge each record as `job` says, when it is asked for. Yields a `Judged` for each record that
    was judged: its `analysis` is the new one, its `record` has none, also not the earlier one.
    Nothing comes without records. Every record is written to `file` first (None: nowhere): with its
    new analysis, or without any if it was not judged. `part` keeps answers for --resume (None: not
    kept). `tell(done, all)` is called as the judging of a record goes on: how many of its moments
    (decisions, and places where the chances of all seats are estimated) are done, and how many
    there are.

    If an analysis has a note, it is printed on stderr. If a record can't be judged, its reason is
    counted in `refused`, and printed on stderr the first time. A record in which `job.player` has
    no seat is not judged, and nothing is printed. Raises NotationError if `file` can't hold a
    record, KifuError if a process dies or there is no room on the disk, OSError if a file can't be
    written for another reason, and what iterating over `records` raises.
    """
    for path, number, record in records:
        record = cleared(record)
        where = f"{path}: record {number}"
        analysis = None
        try:
            analysis = _analysis(record, job, part, tell)
        except NotJudged as error:
            refused[error.reason] += 1
            if refused[error.reason] == 1:
                say(f"kifu: {where}: {error}")
        if file is not None:
            try:
                file.write(record if analysis is None else written(replay(record), analysis))
            except NotationError as error:
                raise NotationError(f"{where}: {error}", error.diagnostics) from None
        if analysis is not None:
            if analysis.note:
                say(f"kifu: {where}: {analysis.note}")
            yield Judged(path, number, record, analysis)


def _analysis(record: Record, job: Job, part: PartFile | None, tell: Tell) -> Analysis | None:
    """The analysis of a record: from `part` if an earlier run has kept it there; otherwise it is
    made, and kept there (a `part` of None keeps nothing). None if `job` names a player who has no
    seat in the record; names are compared folded. `tell` is as in `_judged`, and is not called for
    an analysis from `part`. Raises NotJudged if the record can't be analysed or lacks what `job`
    asks for, KifuError if a process dies or `part` has no room on the disk, and OSError if `part`
    can't be written for another reason.
    """
    seats: Sequence[int] | None = job.seats or None
    if job.player:
        wanted = folded(job.player)
        seats = [at for at, name in enumerate(record.seats, 1) if folded(name) == wanted]
        if not seats:
            return None
    question = question_of(record, job.plan, seats, job.ply)
    known = None if part is None else part.known(question)
    if known is not None:
        return known
    analysis = judged(question, job.jobs, tell)
    if part is not None:
        part.keep(question, analysis)
    return analysis


def _say_one(one: Judged, ply: int | None) -> None:
    """With a `ply`, print on stdout, in English, what the analysis has about it: the latest chances
    up to there (an analysis of one ply has none), the judgement and the engine; an empty line if it
    has nothing. Without a `ply`, print a line on stderr that names the record, and one for each
    seat that has a judgement: the player's name, the points lost per choice, the number of choices
    and of mistakes, and how often the best option was played.
    """
    match = replay(one.record)
    if ply is None:
        say(f"{one.file}: record {one.number}")
        for line in headlines(match, one.analysis):
            say(line)
    else:
        match = replay(written(match, one.analysis))
        click.echo("\n".join(judgement_lines(match, ply, ALL, "en")))


def _write_rows(found: Iterator[Judged], form: rows.Format) -> None:
    """Print a row on stdout for each judged decision; if there is none, what `form` is without rows
    (JSON: [], CSV and a table: the header, NDJSON: nothing). As a table, only decisions with a mark
    get a row (all together at the end), and each record is summed up on stderr as it comes. If
    decisions were judged but no row came, a line there says so. Uses up `found`, and raises what
    iterating over it raises; rows that were printed then stay (of a table, there are none yet).
    """
    is_table, many = form == "table", Counter[str]()

    def every_row() -> Iterator[rows.Row]:
        for one in found:
            if is_table:
                _say_one(one, None)
            for judgement in one.analysis.judgements:
                many["decision"] += 1
                if judgement.glyph or not is_table:
                    many["row"] += 1
                    yield _row(one, judgement)

    rows.write(every_row(), _COLUMNS, form, sys.stdout)
    if many["decision"] and not many["row"]:
        say(
            f"no mistake in {counted(many['decision'], 'decision')}; --format ndjson, json or csv "
            "shows all of them"
        )


def _row(one: Judged, judgement: Judgement) -> rows.Row:
    """The row of a judged decision, by column. It has all of `_COLUMNS`, and the other fields of
    `judgement` as they are. Of the numbers, `points`, `loss`, their standard errors and the two
    shares are rounded to 4 places. "record" is the record's number in its file, and "reason" is in
    English, "" if none was found. The judgement must have options, and its move must be one of
    them; otherwise IndexError or StopIteration is raised.
    """
    record, best = one.record, judgement.options[0]
    played = next(each for each in judgement.options if each.move == judgement.move)
    game = registry.game(record.game).revision(record.rules)
    why = game and reason_words(game, played, best.move)
    about = asdict(judgement)
    numbers = {name: round(about[name], 4) for name in ("points", "points_se", "loss", "se")}
    return {
        **about,
        **numbers,
        "file": one.file,
        "record": one.number,
        "player": record.seats[judgement.seat - 1],
        "best": best.move,
        "best_share": round(best.share, 4),
        "share": round(played.share, 4),
        "reason": why[1].en if why else "",
    }
