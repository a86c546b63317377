"""The commands games, check, fmt, show and simulate.

What a command found goes to stdout, what it says about its work to stderr. Errors of the call
and of the data are raised, or end the command with exit code 1 (see `kifu.notation.errors`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from kifu.notation import rows
from kifu.notation.diagnostics import CODES, Diagnostic, is_error
from kifu.notation.errors import KifuError, NotationError, UsageError
from kifu.notation.files import read, writer
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay import registry
from kifu.replay.check import check as checked
from kifu.replay.chosen import chosen
from kifu.replay.folders import files_within
from kifu.replay.game import Game
from kifu.replay.options import allowed, meaning
from kifu.replay.players import PLAYERS
from kifu.replay.report import COLUMNS, Tally, report
from kifu.replay.rule_data import names_in_use
from kifu.replay.rule_data.option import data_option
from kifu.replay.table import ALL, PUBLIC


@click.command()
@click.argument("game", required=False)
@data_option
@rows.format_option
def games(game: str | None, form: rows.Format) -> None:
    """List the games, or explain one.

    With GAME: what its tokens look like, its chance events, the events by which an archive finds
    matches, and its options in the order of its page; with --data also how a record's options
    name the data of these files.
    """
    if game is None:
        columns = ["game", "title", "title_ja", "rules", "seats"]
        rows.write(_usable_games(), columns, form, sys.stdout)
        return
    found = registry.game(game)
    about = {**_about(found), "tokens": found.token.pattern}
    options = _options(found)
    chances = [{"label": label, "what": what} for label, what in found.chances.items()]
    events = [{"event": kind, "what": words.en} for kind, words in found.events.items()]
    data = names_in_use(found.name)
    if form != "table":
        more = {"options": options, "chances": chances, "events": events, "data": data}
        rows.write([about | more], [*about, *more], form, sys.stdout)
        return
    for name, value in about.items():
        click.echo(f"{name:9} {value}")
    for chance in chances:
        click.echo(f"{'chance':9} {chance['label']}: {chance['what']}")
    for event in events:
        click.echo(f"{'event':9} {event['event']}: {event['what']}")
    for name in data:
        click.echo(f"{'data':9} {name}")
    click.echo()
    rows.write(options, ["option", "values", "default", "meaning"], form, sys.stdout)


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@data_option
@rows.format_option
@click.pass_context
def check(ctx: click.Context, paths: Sequence[str], form: rows.Format) -> None:
    """Check records, move by move.

    PATH is a file of records in any form, a folder of such files, or - for stdin. Every move is
    replayed and everything that a record says is compared. Exit code 1 where there is an error;
    warnings alone are none.
    """
    tally = Tally()
    findings = tally.passing(_findings(_files(paths, tally), tally))
    if form == "table":
        for finding in findings:
            click.echo(report(finding))
    else:
        rows.write(map(msgspec.structs.asdict, findings), COLUMNS, form, sys.stdout)
    click.echo(str(tally), err=True)
    if tally["error"] or tally["unreadable"]:
        ctx.exit(1)


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", "keep", is_flag=True, help="Change nothing; list what would change.")
@data_option
@click.pass_context
def fmt(ctx: click.Context, paths: Sequence[str], keep: bool) -> None:
    """Rewrite records in the game form.

    Marks, actors, options and results are written as the game's page has them; nothing else
    changes. A file with errors stays as it is. Lists the files that changed; exit code 1 where
    a file has errors or, with --check, would change.
    """
    from kifu.replay.edit.rewrite import rewrite

    tally = Tally()
    for path in _files(paths, tally):
        if path == "-":
            raise UsageError("fmt rewrites files in their place; convert reads from stdin")
        try:
            changes = rewrite(Path(path), keep=keep)
        except OSError as error:
            _say_unreadable(path, error, tally)
            continue
        except NotationError as error:
            tally["error"] += 1
            for finding in error.diagnostics:
                finding.file = path
                click.echo(report(finding), err=True)
            click.echo(f"kifu: {printable(str(error))}", err=True)
            continue
        if changes:
            tally["change"] += 1
            click.echo(printable(path))
    if tally["error"] or tally["unreadable"] or (keep and tally["change"]):
        ctx.exit(1)


@click.command()
@click.argument("path")
@click.option("--record", "number", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--at", "ply", type=click.IntRange(min=0), help="The ply. Default: the last one.")
@click.option(
    "--as", "viewer", default="all", show_default=True, metavar="all|public|SEAT",
    help="Who looks at the table.",
)  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True)
@data_option
def show(path: str, number: int, ply: int | None, viewer: str, lang: Any) -> None:
    """Show a position of a record.

    With --as SEAT or public, what that viewer could not see then is not shown. Of a chronicle,
    which has no rules, the lines up to the ply are shown.
    """
    from kifu.replay.chronicle import chronicle_sheet
    from kifu.replay.show import sheet, write_plain, write_rich

    match = chosen(path, number)
    looking = _viewer(viewer, match.record)
    for finding in filter(is_error, match.findings):
        click.echo(report(finding if looking == ALL else _without_cards(finding)), err=True)
    make = chronicle_sheet if match.record.game == "chronicle" else sheet
    page = make(match.record, ply, looking, lang)
    write = write_rich if sys.stdout.isatty() else write_plain
    write(page, sys.stdout)


@click.command()
@click.argument("game")
@click.option("--games", "count", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--seats", type=click.IntRange(min=1), help="Default: as few as the game allows.")
@click.option("--seed", default="1", show_default=True, help="Any text; it determines all.")
@click.option("--option", "options", metavar="KEY=VALUE", multiple=True, help="Repeatable.")
@data_option
@click.option(
    "--player", "players", type=click.Choice(list(PLAYERS)), multiple=True, default=["random"],
    help="Who plays: given once for all seats, or once for each. Default: random.",
)  # fmt: skip
@click.option("-o", "--output", "out", default="-", metavar="OUT", help="Default: text on stdout.")
@click.option("--force", is_flag=True, help="Overwrite OUT.")
def simulate(
    game: str,
    count: int,
    seats: int | None,
    seed: str,
    options: Sequence[str],
    players: Sequence[str],
    out: str,
    force: bool,
) -> None:
    """Let simple players play matches.

    The same call gives the same bytes. The form of OUT is that of its name.
    """
    from kifu.replay.simulate import simulate as simulated

    found = registry.game(game)
    given = options_given(options)
    records = simulated(found, count, seed=seed, seats=seats, options=given, players=players)
    with writer(out, force=force) as file:
        for record in _with_progress(records, count):
            file.write(record)
    if out != "-":
        records_written = "1 record" if count == 1 else f"{count} records"
        click.echo(f"kifu: {records_written} written to {printable(out)}", err=True)


def _files(paths: Iterable[str], tally: Tally) -> Iterator[str]:
    """The files that `paths` name, in a folder those that `files_within` gives. A folder that
    can't be looked into is told and counted.
    """

    def closed(error: OSError) -> None:
        _say_unreadable(str(error.filename), error, tally)

    for path in paths:
        if path == "-" or not os.path.isdir(path):
            yield path
            continue
        found = False
        for name in files_within(path, closed):
            found = True
            yield name
        if not found:
            raise UsageError(f"{path}: this folder holds no file of records")


def _findings(paths: Iterable[str], tally: Tally) -> Iterator[Diagnostic]:
    """Every finding of `check`; a file that can't be read is told and counted."""
    for path in paths:
        tally["file"] += 1
        try:
            for reading in read(path):
                match = checked(reading)
                tally["record"] += match is not None
                for finding in reading.diagnostics if match is None else match.findings:
                    finding.file = path
                    yield finding
        except OSError as error:
            _say_unreadable(path, error, tally)


def _say_unreadable(path: str, error: OSError, tally: Tally) -> None:
    tally["unreadable"] += 1
    click.echo(f"kifu: {printable(path)}: {error.strerror or error}", err=True)


def _viewer(text: str, record: Record) -> int:
    if text in ("all", "public"):
        return ALL if text == "all" else PUBLIC
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"--as {text}: all, public or the number of a seat was expected")
    seats = [str(seat) for seat in range(1, len(record.seats) + 1)]
    if text not in seats:
        raise KifuError(f"there is no seat {text[:20]}; the record has {len(seats)}")
    return int(text)


def _without_cards(finding: Diagnostic) -> Diagnostic:
    """A finding as anyone may see it: words, excerpt and expected moves may name cards in a
    hand, so only what kind of thing is wrong and where is left.
    """
    title = CODES[finding.code].title
    return msgspec.structs.replace(finding, message=title, token=None, excerpt=None, expected=[])


def _usable_games() -> Iterator[dict[str, object]]:
    """All games; a stranger's that is refused is named on stderr."""
    for name in registry.games():
        try:
            yield _about(registry.game(name))
        except registry.UnfitGame as error:
            click.echo(f"kifu: {printable(str(error))}", err=True)


def _about(game: Game) -> dict[str, object]:
    allowed_seats = {n for given in game.option_sets for n in game.seats(game.read_options(given))}
    return {
        "game": game.name,
        "title": game.title.en,
        "title_ja": game.title.ja,
        "rules": game.rules,
        "seats": f"{min(allowed_seats)}-{max(allowed_seats)}",
    }


def _options(game: Game) -> list[dict[str, str]]:
    return [
        {
            "option": field.encode_name,
            "values": " | ".join(allowed(field)),
            "default": _default(game, field),
            "meaning": meaning(field),
        }
        for field in msgspec.structs.fields(game.options)
    ]


def _default(game: Game, field: msgspec.structs.FieldInfo) -> str:
    """What the option is where it isn't said; by number of seats where it depends on that."""
    if field.default is not None:
        return str(field.default)
    options = game.read_options({})
    seats: dict[str, list[str]] = {}
    for count in game.seats(options):
        value = str(getattr(game.settle(options, count), field.name))
        seats.setdefault(value, []).append(str(count))
    if len(seats) == 1:
        return next(iter(seats))
    return ", ".join(f"{value} ({' '.join(counts)} seats)" for value, counts in seats.items())


def options_given(texts: Iterable[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--option {text}: KEY=VALUE was expected")
        if key in given:
            raise UsageError(f"--option {text}: {key}={given[key]} was given already")
        given[key] = value
    return given


def _with_progress(records: Iterator[Record], count: int) -> Iterator[Record]:
    """`records` again, with a bar on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        yield from records
        return
    with click.progressbar(records, count, label="simulating", file=sys.stderr) as bar:
        yield from bar
