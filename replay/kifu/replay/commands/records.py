"""The commands for files of records: check, fmt, anonymise, import; and lsp, for editors.

Little is loaded with this module, so that a check begins at once. For exit codes and output see
`kifu.replay.commands`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack

import click
import msgspec

from kifu.notation import rows
from kifu.notation.errors import Diagnostic, KifuError, NotationError, UsageError, install_extra
from kifu.notation.files import Writer, files_within, read, writer
from kifu.notation.record import Record
from kifu.notation.rows import FINDING_COLUMNS, CheckCounts, printable, report
from kifu.notation.words import Language
from kifu.replay.commands.shared_options import data_option, force_option
from kifu.replay.match import check as checked


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@data_option
@rows.format_option
@click.pass_context
def check(ctx: click.Context, paths: Sequence[str], form: rows.Format) -> None:
    """Check records, move by move.

    PATH is a file of records in any form, a folder of such files, or - for stdin. Every move is
    replayed and everything that a record says is compared. Exit code 1 if there is an error or a
    file can't be read; warnings don't count.
    """
    tally = CheckCounts()
    findings = tally.passing(_findings(files(paths, tally), tally))
    if form == "table":
        for finding in findings:
            click.echo(report(finding))
    else:
        rows.write(map(msgspec.structs.asdict, findings), FINDING_COLUMNS, form, sys.stdout)
    click.echo(str(tally), err=True)
    if tally["error"] or tally["unreadable"]:
        ctx.exit(1)


def files(paths: Iterable[str], tally: CheckCounts) -> Iterator[str]:
    """Yield the files that `paths` name, in their order. For a folder, these are the files of
    records at any depth in it, by name (see `files_within`): hidden ones and links to folders are
    left out. Every other path is yielded as it is, also "-" and one that does not exist; no file is
    opened.

    A folder that can't be read, or a pipe or device in a folder, is named on stderr and counted in
    `tally` as "unreadable". Raises UsageError for a folder without record files, when its turn
    comes, unless something in it was unreadable.
    """

    def closed(error: OSError) -> None:
        """Name a folder that can't be read on stderr, and count it."""
        say_unreadable(str(error.filename), error, tally)

    for path in paths:
        if path == "-" or not os.path.isdir(path):
            yield path
            continue
        found, unreadable = False, tally["unreadable"]
        for name in files_within(path, closed):
            found = True
            yield name
        if not found and tally["unreadable"] == unreadable:
            raise UsageError(f"{path}: this folder contains no record files")


def say_unreadable(path: str, error: OSError, tally: CheckCounts) -> None:
    """Print on stderr that a file or folder can't be read, and why, and count it in `tally` as
    "unreadable".
    """
    tally["unreadable"] += 1
    name = printable(path) or "''"
    click.echo(f"kifu: {name}: {error.strerror or error}", err=True)


def _findings(paths: Iterable[str], tally: CheckCounts) -> Iterator[Diagnostic]:
    """Yield every finding of `check` in these files, with its `file` set; nothing if all is right.
    Each file is counted in `tally`, and each record that could be read, but not the findings; a
    file that can't be opened is named on stderr and counted as "unreadable", too. Raises
    UsageError, when it comes to it, for a file whose name says no form.
    """
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
            say_unreadable(path, error, tally)


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@force_option("OUT where it exists")
@click.pass_context
def anonymise(ctx: click.Context, source: str, target: str, force: bool) -> None:
    """Replace the names and ids in records.

    A name gets the same number in all records of IN: as a seat, an annotator, an author, and
    wherever a comment or a tag of its record mentions it. The tags Table, Id, TraceSeed, Bots and
    Players are replaced, too. If OUT exists, it is overwritten only with --force.

    As by kifu convert, records with errors are reported on stderr and left out, with exit code 1;
    if OUT is IN, it stays unchanged instead, with exit code 2. A record that is only cut off is
    written, but reported, with exit code 1.
    """
    from kifu.notation.commands import copied
    from kifu.replay.anonymise import Pseudonyms, anonymised

    others = Pseudonyms()
    ctx.exit(1 if copied(source, target, force, lambda record: anonymised(record, others)) else 0)


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", "keep", is_flag=True, help="Change nothing; list what would change.")
@data_option
@click.pass_context
def fmt(ctx: click.Context, paths: Sequence[str], keep: bool) -> None:
    """Rewrite records in the game form.

    Marks, actors, options and results are written in the form that the game's page defines. Cards
    of a deal that are not known (_) are filled in where the moves prove them; stderr says how many.
    Nothing else changes. A file with errors stays as it is. Prints the files that changed or, with
    --check, that would change. Exit code 1 if a file has errors or can't be read or, with --check,
    if one would change.
    """
    from kifu.replay.form import rewrite

    tally = CheckCounts()
    for path in files(paths, tally):
        if path == "-":
            raise UsageError("fmt rewrites files in place and can't read stdin; use kifu convert")
        try:
            found = rewrite(path, keep=keep)
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
        for what in found.filled:
            click.echo(f"kifu: {printable(path)}: {printable(what)}", err=True)
        if found.changes:
            tally["change"] += 1
            click.echo(printable(path))
    if tally["error"] or tally["unreadable"] or (keep and tally["change"]):
        ctx.exit(1)


@click.command("import")
@click.argument("source")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("-o", "--output", "out", required=True, metavar="OUT", help="- is text on stdout.")
@force_option("OUT")
@data_option
@click.pass_context
def import_(ctx: click.Context, source: str, paths: Sequence[str], out: str, force: bool) -> None:
    """Make records from other programs' logs.

    SOURCE is the kind of log: bga (Board Game Arena), traces (6-nimmt-agent), or the name of an
    importer that a package adds. A log - is stdin. If OUT exists, it is overwritten only with
    --force.

    Doubts, guesses and contradictions are reported on stderr with their place in the log. A record
    ends before the first move that the rules contradict. Exit code 1 if there was one, or if a log
    or a match could not be read. If no record could be made, the exit code is 1, too, and OUT is
    not written.
    """
    from kifu.replay.importers import importer

    imported, tally = importer(source), CheckCounts()
    with ExitStack() as opened:
        sink: Writer | None = None
        for path in paths:
            file = opened.enter_context(click.open_file(path, "rb"))
            tally["file"] += 1
            for record in _imported(imported(file, path), path, tally):
                if sink is None:
                    sink = opened.enter_context(writer(out, force=force))
                sink.write(record)
        click.echo(str(tally), err=True)
        if sink is None:
            raise KifuError(f"no record could be made; {out} was not written")
    if tally["error"] or tally["unreadable"]:
        ctx.exit(1)


def _imported(parts: Iterable[object], path: str, tally: CheckCounts) -> Iterator[Record]:
    """Yield the records in what an importer made of a log, part by part. The findings of a part are
    printed on stderr before its records, with `path` as their file. Findings and records are
    counted in `tally`. Raises KifuError for a part that is not an Imported; what the importer
    raises comes through.
    """
    from kifu.replay.importers import Imported

    for part in parts:
        if not isinstance(part, Imported):
            raise KifuError(f"the importer yields a {type(part).__name__}, not an Imported")
        for finding in tally.passing(part.findings):
            finding.file = path
            click.echo(report(finding), err=True)
        tally["record"] += len(part.records)
        yield from part.records


@click.command()
@click.option(
    "--lang", type=click.Choice(["en", "ja"]), help="The language. Default: the editor's."
)
@data_option
def lsp(lang: Language | None) -> None:
    """Run the language server for editors.

    An editor starts this command and talks to it over stdin and stdout, by the Language Server
    Protocol: findings as you type, completion with the legal moves, the table and what a move
    means on hover. docs/editors.md says how to set up VS Code, Neovim and Helix. It needs the
    extra "editor": pip install 'kifu[editor]', or '.[editor]' in a clone of kifu.
    """
    try:
        from kifu.replay.editor.server import serve
    except ImportError:
        raise UsageError(
            f"the language server needs the package pygls: {install_extra('editor')}"
        ) from None
    if sys.stdin.isatty():
        click.echo("kifu lsp waits for an editor on stdin; Ctrl-D ends it", err=True)
    serve(lang)
