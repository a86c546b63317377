"""The commands diff, anonymise, cut and merge: records compared, and made into others."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any

import click
from msgspec.structs import replace

from kifu.notation.disk import is_same_file, would_lose
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import form_of, read, writer
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay.commands.open_record import open_record
from kifu.replay.commands.shared_options import (
    data_option,
    force_option,
    lang_option,
    record_option,
)
from kifu.replay.show.report import counted
from kifu.replay.table import ALL


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@record_option("A")
@record_option("B", "--with", "other")
@lang_option
@data_option
@click.pass_context
def diff(ctx: click.Context, first: str, second: str, number: int, other: int, lang: Any) -> None:
    """Show where two records differ.

    Prints the first ply at which the game, a move or a position differs, and both positions.
    Names, tags and notes are not compared. Exit code 1 if the records differ.
    """
    from kifu.replay.edit.parting import parting
    from kifu.replay.show.chronicle import chronicle_sheet
    from kifu.replay.show.sheet import sheet, write_sheet

    matches = open_record(first, number), open_record(second, other)
    names = [f"{printable(first)} record {number}", f"{printable(second)} record {other}"]
    part = parting(*matches)
    if part is None:
        plies = len(matches[0].plies)
        click.echo(f"{names[0]} and {names[1]} are the same to the end, ply {plies}")
        return
    click.echo(f"{names[0]} and {names[1]} differ from ply {part.ply}:")
    for name, match, has in zip(names, matches, (part.first, part.second), strict=True):
        click.echo(f"\n{name}: {printable(has)}\n")
        make = chronicle_sheet if match.record.game == "chronicle" else sheet
        page = make(match, min(part.ply, len(match.plies)), ALL, lang)
        write_sheet(page, sys.stdout)
    ctx.exit(1)


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@force_option("OUT where it exists")
@click.pass_context
def anonymise(ctx: click.Context, source: str, target: str, force: bool) -> None:
    """Replace the names and ids in records.

    A name gets the same number in all records of IN: as a seat, an annotator, an author, and
    wherever a comment or a tag of its record mentions it. The tags Table, Id and TraceSeed are
    replaced, too. Records with errors are treated as by kifu convert.
    """
    from kifu.notation.commands import copied
    from kifu.replay.edit.anonymise import Pseudonyms, anonymised

    others = Pseudonyms()
    ctx.exit(1 if copied(source, target, force, lambda record: anonymised(record, others)) else 0)


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@record_option("IN")
@click.option("--from", "first", type=click.IntRange(min=0), help="The first ply worth showing.")
@click.option("--to", "last", type=click.IntRange(min=0), help="The last ply worth showing.")
@force_option("OUT where it exists")
@data_option
def cut(
    source: str, target: str, number: int, first: int | None, last: int | None, force: bool
) -> None:
    """Choose the passage of a record that its replay page opens with.

    OUT gets this one record with the tags From and To: its replay page opens at ply From and stops
    playing at ply To. All moves stay in the record, since every position depends on them. A tag
    that you don't set keeps its value. OUT may be IN if that has no other record.
    """
    _known_form(target)
    _keep_others(target, source)
    match = open_record(source, number)
    if first is None and last is None:
        raise UsageError("give at least one of --from PLY and --to PLY")
    plies = len(match.plies)
    for name, ply in (("--from", first), ("--to", last)):
        if ply is not None and ply > plies:
            raise KifuError(f"{name} {ply}: the last ply that can be replayed is {plies}")
    if first is not None and last is not None and first > last:
        raise UsageError(f"--from {first} is after --to {last}")
    record = _with_tag(_with_tag(match.record, "From", first), "To", last)
    with writer(target, force=force) as out:
        out.write(record)
    _say_written(1, target)


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.argument("target", metavar="OUT")
@record_option("A")
@record_option("B", "--with", "other")
@force_option("OUT where it exists")
@data_option
def merge(first: str, second: str, target: str, number: int, other: int, force: bool) -> None:
    """Merge the notes of two people on one match.

    OUT is the match with the comments, glyphs and variations of A, followed by those of B; what
    both have is written once. If each record names one annotator, comments get their author. Tags
    are taken from A; stderr lists what was not taken from B. Moves made at once may be in another
    order unless a checkpoint or variation is between them. OUT may be A or B if that has no other
    record.
    """
    from kifu.replay.edit.merge import merged

    _known_form(target)
    _keep_others(target, first, second)
    both, left = merged(open_record(first, number), open_record(second, other))
    with writer(target, force=force) as out:
        out.write(both)
    for what in left:
        click.echo(f"kifu: left out from {printable(second)}: {printable(what)}", err=True)
    _say_written(1, target)


def _known_form(target: str) -> None:
    """Raise UsageError if the name of the file to be written has no extension of a known form."""
    if target != "-":
        form_of(target)


def _keep_others(target: str, *sources: str) -> None:
    """Raise UsageError if the file `target`, which gets a single record, is one of `sources` and
    has several.
    """
    for source in sources:
        if is_same_file(source, target) and len([*islice(read(source), 2)]) > 1:
            raise would_lose(target)


def _with_tag(record: Record, name: str, ply: int | None) -> Record:
    """A copy of the record whose only tag `name` has the value `ply`; for None, the record
    itself.
    """
    if ply is None:
        return record
    kept = [(other, value) for other, value in record.tags if other != name]
    return replace(record, tags=[*kept, (name, str(ply))])


def _say_written(count: int, target: str) -> None:
    click.echo(f"kifu: {counted(count, 'record')} written to {printable(target)}", err=True)
