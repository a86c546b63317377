"""The commands games, fmt and show. For exit codes and output see `kifu.replay.commands`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from kifu.notation import rows
from kifu.notation.diagnostics import CODES, Diagnostic, is_error
from kifu.notation.errors import KifuError, NotationError, UsageError
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay import registry
from kifu.replay.commands.check import files, say_unreadable
from kifu.replay.commands.data_option import data_option
from kifu.replay.commands.open_record import open_record
from kifu.replay.game import Game
from kifu.replay.show.about_game import about, details, label, lines, options
from kifu.replay.show.report import Tally, report
from kifu.replay.table import ALL, PUBLIC

if TYPE_CHECKING:
    from kifu.replay.show.sheet import Language


@click.command()
@click.argument("game", required=False)
@click.option("--prove", is_flag=True, help="Play matches of GAME and try every law on them.")
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    metavar="N",
    help="With --prove: so many matches of each option set.",
)
@click.option("--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True)
@data_option
@rows.format_option
@click.pass_context
def games(
    ctx: click.Context,
    game: str | None,
    prove: bool,
    matches: int,
    lang: Language,
    form: rows.Format,
) -> None:
    """List the games, or explain one.

    With GAME: the pattern of its tokens, its chance events, the events that an archive can search
    for, the kinds of moves that it counts, and its options. With --data, also how records refer
    to the data in these files.

    With --prove, list the laws of docs/adding-a-game.md that the game breaks, each with the
    function at fault and the place; exit code 1 if there are any.
    """
    if prove:
        if game is None:
            raise UsageError("--prove tries one game: kifu games NAME --prove")
        if not _proved(registry.game(game), matches, form):
            ctx.exit(1)
        return
    if game is None:
        _list_games(form, lang)
        return
    found = registry.game(game)
    if form != "table":
        row = {**about(found), "tokens": found.token.pattern, **details(found, lang)}
        rows.write([row], [*row], form, sys.stdout)
        return
    from rich.cells import cell_len

    shown = lines(found, lang)
    width = max(9, *(cell_len(key) for key, _ in shown))
    for key, text in shown:
        click.echo(f"{key}{' ' * (width - cell_len(key))} {text}")
    click.echo()
    _write_table(options(found, lang), ["option", "values", "default", "meaning"], lang)


def _list_games(form: rows.Format, language: Language) -> None:
    columns = ["game", "title", "title_ja", "rules", "seats"]
    if form != "table":
        rows.write(_usable_games(), columns, form, sys.stdout)
        return
    if language == "ja":
        columns = ["game", "title_ja", "rules", "seats"]
    _write_table(list(_usable_games()), columns, language)


def _write_table(
    found: Sequence[Mapping[str, object]], columns: Sequence[str], language: Language
) -> None:
    """A table for people, with headings in their language."""
    headings = [label(column, language) for column in columns]
    named = [{label(key, language): row[key] for key in columns} for row in found]
    rows.write(named, headings, "table", sys.stdout)


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", "keep", is_flag=True, help="Change nothing; list what would change.")
@data_option
@click.pass_context
def fmt(ctx: click.Context, paths: Sequence[str], keep: bool) -> None:
    """Rewrite records in the game form.

    Marks, actors, options and results are written in the form that the game's page defines;
    nothing else changes. A file with errors stays as it is. Prints the files that changed. Exit
    code 1 if a file has errors or, with --check, would change.
    """
    from kifu.replay.edit.rewrite import rewrite

    tally = Tally()
    for path in files(paths, tally):
        if path == "-":
            raise UsageError("fmt rewrites files in place and can't read stdin; use kifu convert")
        try:
            changes = rewrite(Path(path), keep=keep)
        except OSError as error:
            say_unreadable(path, error, tally)
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
    help="Whose view of the table.",
)  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True)
@data_option
def show(path: str, number: int, ply: int | None, viewer: str, lang: Any) -> None:
    """Show a position of a record.

    --as SEAT and --as public hide whatever that viewer could not see at that moment. A chronicle,
    which has no rules, is shown as its lines up to the ply.
    """
    from kifu.replay.show.chronicle import chronicle_sheet
    from kifu.replay.show.sheet import sheet, write_plain, write_rich

    match = open_record(path, number)
    looking = _viewer(viewer, match.record)
    for finding in filter(is_error, match.findings):
        click.echo(report(finding if looking == ALL else _without_cards(finding)), err=True)
    make = chronicle_sheet if match.record.game == "chronicle" else sheet
    page = make(match.record, ply, looking, lang)
    write = write_rich if sys.stdout.isatty() else write_plain
    write(page, sys.stdout)


def _viewer(text: str, record: Record) -> int:
    if text in ("all", "public"):
        return ALL if text == "all" else PUBLIC
    if not (text.isascii() and text.isdigit()):
        raise UsageError(f"--as {text}: expected all, public or a seat's number")
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
            yield about(registry.game(name))
        except registry.UnfitGame as error:
            click.echo(f"kifu: {printable(str(error))}", err=True)


def _proved(game: Game, matches: int, form: rows.Format) -> bool:
    """Write the faults of a game; whether it has none."""
    from kifu.replay.proof.faults import LAWS
    from kifu.replay.proof.prove import prove

    proof = prove(game, matches)
    shown = [msgspec.structs.asdict(fault) for fault in proof.faults]
    rows.write(shown, ["law", "function", "what", "where"], form, sys.stdout)
    about = f"{proof.matches} matches, {proof.plies} moves, {proof.pace * 1000:.1f} ms a move"
    if not proof.faults:
        click.echo(f"{game.name}: {len(LAWS)} laws hold in {about}", err=True)
    for law in proof.broken:
        click.echo(f"{game.name} breaks the law of {law}: {LAWS[law]}", err=True)
    return not proof.faults
