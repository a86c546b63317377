"""The command anonymise. For exit codes and output see `kifu.replay.commands`."""

from __future__ import annotations

import click

from kifu.replay.commands.shared_options import force_option


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
