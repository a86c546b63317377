"""The commands show and games, and how a command that looks at a match opens its record.

For exit codes and output see `kifu.replay.commands`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click
import msgspec

from kifu.notation import rows
from kifu.notation.errors import CODES, Diagnostic, KifuError, UsageError, is_error
from kifu.notation.files import read_numbered
from kifu.notation.rows import printable, report
from kifu.notation.words import Language
from kifu.replay import registry
from kifu.replay.about_game import about, details, label, lines
from kifu.replay.commands.shared_options import (
    data_option,
    lang_option,
    record_option,
    viewer_named,
)
from kifu.replay.game import Game
from kifu.replay.match import Match, check
from kifu.replay.table import ALL


def open_record(path: str, number: int) -> Match:
    """Record `number` (from 1) of a file ("-": stdin), replayed and checked; its findings have
    `path` as their file, and are not printed. Raises KifuError if the file has no such record, or
    if nothing of the record can be read (then its findings are printed on stderr); UsageError if
    the name says no form; OSError if the file can't be opened.
    """
    reading = read_numbered(path, number)
    match = check(reading)
    for finding in match.findings if match else reading.diagnostics:
        finding.file = path
    if match is None:
        for finding in reading.diagnostics:
            click.echo(report(finding), err=True)
        raise KifuError(f"{path}: record {number} can't be read")
    return match


@click.command()
@click.argument("path")
@record_option
@click.option("--at", "ply", type=click.IntRange(min=0), help="The ply. Default: the last one.")
@click.option(
    "--as", "viewer", default="all", show_default=True, metavar="all|public|SEAT",
    help="Whose view of the table.",
)  # fmt: skip
@lang_option
@data_option
def show(path: str, number: int, ply: int | None, viewer: str, lang: Any) -> None:
    """Show a position of a record.

    --as SEAT and --as public hide whatever that viewer could not see at that moment.
    """
    from kifu.replay.sheet import sheet, write_sheet

    match = open_record(path, number)
    looking, seats = viewer_named(viewer), len(match.record.seats)
    if looking > seats and looking != ALL:
        raise KifuError(f"there is no seat {looking}; the record has {seats}")
    for finding in filter(is_error, match.findings):
        click.echo(report(finding if looking == ALL else _without_cards(finding)), err=True)
    write_sheet(sheet(match, ply, looking, lang), sys.stdout)


def _without_cards(finding: Diagnostic) -> Diagnostic:
    """A copy of a finding whose message is only the title of its code, without token, excerpt and
    expected moves, since these may name cards in a hand. Code, severity and place stay. `finding`
    is not changed.
    """
    title = CODES[finding.code].title
    return msgspec.structs.replace(finding, message=title, token=None, excerpt=None, expected=[])


@click.command()
@click.argument("game", required=False)
@click.option("--prove", is_flag=True, help="Play matches of GAME and try every law on them.")
@lang_option
@data_option
@rows.format_option
@click.pass_context
def games(
    ctx: click.Context,
    game: str | None,
    prove: bool,
    lang: Language,
    form: rows.Format,
) -> None:
    """List the games, or explain one.

    With GAME: the pattern of its tokens, the events that an archive can search for, the kinds of
    moves that it counts, and its options. With --data, also how records refer to the data in these
    files.

    With --prove, list the laws of docs/adding-a-game.md that the game breaks, each with the
    function at fault and the place; exit code 1 if there are any.
    """
    if prove:
        if game is None:
            raise UsageError("--prove tries one game: kifu games NAME --prove")
        ctx.exit(0 if _proved(registry.game(game), form) else 1)
    if game is None:
        columns = ["game", "title", "title_ja", "rules", "seats"]
        if form == "table" and lang == "ja":
            columns.remove("title")
        _write(_usable_games(), columns, form, lang)
        return
    said = details(registry.game(game), lang)
    if form != "table":
        rows.write([said], [*said], form, sys.stdout)
        return
    from rich.cells import cell_len, set_cell_size

    shown = lines(said, lang)
    width = max(9, *(cell_len(key) for key, _ in shown))
    for key, text in shown:
        click.echo(f"{set_cell_size(key, width)} {text}")
    click.echo()
    _write(said["options"], ["option", "values", "default", "meaning"], form, lang)


def _write(
    found: Iterable[Mapping[str, object]],
    columns: Sequence[str],
    form: rows.Format,
    language: Language,
) -> None:
    """Write rows to stdout in the form `form`, each with only the keys `columns`, in this order. In
    a table, the headings are in `language`; in the other forms they are the keys. Without rows,
    what `rows.write` writes then.

    Raises KeyError for a row that lacks one of the keys; in JSON, NDJSON and CSV the rows before it
    are already written. Also, before anything is written, for a column of a Japanese table that
    LABELS has no heading for.
    """
    names = {key: label(key, language) if form == "table" else key for key in columns}
    named = ({name: row[key] for key, name in names.items()} for row in found)
    rows.write(named, [*names.values()], form, sys.stdout)


def _usable_games() -> Iterator[dict[str, object]]:
    """Yield a row (see `about`) for each game that is built in or installed. A game that can't be
    loaded, or whose row fails, has none; a line on stderr says why.
    """
    for name in registry.game_names():
        try:
            row = about(registry.game(name))
        except Exception as error:
            text = f"game {name} can't be listed: {type(error).__name__}: {error}"
            click.echo(f"kifu: {printable(text)}", err=True)
        else:
            yield row


def _proved(game: Game, form: rows.Format) -> bool:
    """Try the laws in matches of each rules revision and option set, in this process and once more
    in a new one. Print the faults as rows on stdout (without any, what `rows.write` writes for no
    rows); on stderr, how much was tried, or each law that is broken. Returns True if there are no
    faults.

    PYTHONHASHSEED in this process's environment is changed and stays so. If the new process dies,
    that is a fault, too. Raises UnknownGame if it does not find the game; some errors of the game's
    own code come through (see `prove`).
    """
    from kifu.replay.proof import differences, prove
    from kifu.replay.proved_match import LAWS

    proof = prove(game)
    proof.faults += differences(game.name, proof.answers)
    shown = [msgspec.structs.asdict(fault) for fault in proof.faults]
    rows.write(shown, ["law", "function", "what", "where"], form, sys.stdout)
    if not proof.faults:
        about = f"{proof.matches} matches, {proof.plies} moves"
        click.echo(f"{game.name}: {len(LAWS)} laws hold in {about}", err=True)
    for law in proof.broken:
        click.echo(f"{game.name} breaks the law of {law}: {LAWS[law]}", err=True)
    return not proof.faults
