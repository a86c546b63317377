"""The commands that ask an archive: find, explore, stats, query."""

from __future__ import annotations

import itertools
from typing import Any

import click
from msgspec import structs

from kifu.notation import rows
from kifu.notation.errors import UsageError
from kifu.notation.rows import counted
from kifu.replay.commands.shared_options import force_option
from kifu.store.archive import Archive
from kifu.store.ask.explore import BY as EXPLORED_BY
from kifu.store.ask.explore import By
from kifu.store.ask.search import Hit
from kifu.store.ask.stats import BY, JUDGED, MIXED, TOPICS
from kifu.store.commands.archive_options import (
    archive_arguments,
    bar,
    filter_options,
    filters_of,
    limit_options,
    question,
    say,
    say_absent,
    say_lacking,
    say_unjudged,
)

#: A table for people has the first columns, without ids.
TABLE_COLUMNS = Hit.__struct_fields__[:11]
#: Hits that are shown where nothing else is said.
PAGE = 100


@click.command()
@filter_options
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=PAGE,
    show_default=True,
    metavar="N",
    help="Show at most N matches; 0: all.",
)
@rows.format_option
@limit_options
@archive_arguments()
def find(
    kept: Archive,
    limit: int,
    form: rows.Format,
    timeout: float,
    **given: Any,
) -> None:
    """Find matches in ARCHIVE. Every filter that is given must hold.

    Each row says where the record is: `kifu show PATH --record NUMBER` opens it. Matches are
    sorted by date and time.
    """
    filters = filters_of(given)
    with question(kept, timeout) as out:
        found = kept.find(filters, limit or None)
        columns = TABLE_COLUMNS if form == "table" else Hit.__struct_fields__
        shown = [_row(hit, form) for hit in found.hits]
        rows.write(shown, columns, form, out)
        if not found.total:
            say("no matches")
        elif len(shown) < found.total:
            say(f"{counted(found.total - len(shown), 'more match')}: --limit 0 shows all")
        say_absent(kept, filters)


def _row(hit: Hit, form: rows.Format) -> dict[str, Any]:
    """All fields of a hit by column, None where the hit has no value. Only if `form` is "table",
    three of them become text ("" for none): the players' names with commas; the winners' names with
    commas, in place of their seats, and "draw" before them if it is one; the scores with spaces.
    """
    row = structs.asdict(hit)
    if form == "table":
        won = [hit.players[seat - 1] for seat in hit.winners or ()]
        row["players"], row["winners"] = ", ".join(hit.players), ", ".join(won)
        row["scores"] = " ".join(map(str, hit.scores or ()))
        if hit.drawn:
            row["winners"] = f"draw {row['winners']}"
    return row


@click.command()
@filter_options
@click.option(
    "--by",
    type=click.Choice(EXPLORED_BY),
    default=EXPLORED_BY[0],
    show_default=True,
    help="Count all moves of one kind together, or each move by itself.",
)
@rows.format_option
@limit_options
@archive_arguments()
def explore(kept: Archive, by: By, form: rows.Format, timeout: float, **given: Any) -> None:
    """Show which moves were played in a situation, how often, and how it went.

    --situation FILE@PLY is what the seat to move faced after that ply of the record in FILE
    (FILE#N@PLY: of its N-th record); it must be given. --as SEAT counts what another seat did.
    Matches that were indexed without --situations are not counted; a line says so. Every other
    filter narrows the matches that count; win_share is the share of the matches with a winner that
    the seat won; a win that k sides share counts 1/k.
    """
    filters = filters_of(given)
    if filters.situation is None:
        raise UsageError("name a position to explore: --situation FILE@PLY")
    with question(kept, timeout) as out:
        found = kept.explore(filters, by)
        columns = [name for name in found.choices.columns if name != "kind" or by == "kind"]
        if by == "kind" and all(choice["move"] is None for choice in found.choices):
            columns.remove("move")
        rows.write(found.choices, columns, form, out)
        times = "once" if found.times == 1 else f"{found.times} times"
        say(f"situation {found.situation}: faced {times} in {counted(found.matches, 'match')}")
        say_absent(kept, filters)


@click.command(
    epilog="\b\nTOPIC is one of (default: games)\n"
    + "\n".join(f"  {name:16} {topic.what}" for name, topic in TOPICS.items())
)
@click.option(
    "--of",
    "of_players",
    multiple=True,
    metavar="NAME",
    help="Only rows about this player. Repeatable: about any of them.",
)
@click.option(
    "--by",
    "by",
    multiple=True,
    type=click.Choice([*BY, MIXED]),
    help=(
        "Count each month or event separately. Each set of options of a game is counted "
        "separately, too; game counts all of them together."
    ),
)
@filter_options
@rows.format_option
@limit_options
@archive_arguments()
@click.argument("topic", type=click.Choice(list(TOPICS)), default="games", metavar="[TOPIC]")
def stats(
    kept: Archive,
    topic: str,
    of_players: tuple[str, ...],
    by: tuple[str, ...],
    form: rows.Format,
    timeout: float,
    **given: Any,
) -> None:
    """Statistics of the matches in ARCHIVE.

    The filters are those of `kifu find` and select the matches that count; all must hold. Shares
    come with a Wilson interval, means with Student's, both at 95 %.
    """
    filters = filters_of(given)
    with question(kept, timeout) as out:
        with kept.counting(topic, filters, of_players, by) as answer:
            rows.write(answer.named(), answer.columns, form, out)
        say_absent(kept, filters)
        if topic in JUDGED and filters.loss_min is None:
            say_unjudged(kept)


@click.command()
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show at most N rows, and say if there are more. Default: all.",
)
@rows.format_option
@limit_options
@archive_arguments("sql")
def query(kept: Archive, sql: str, limit: int | None, timeout: float, form: rows.Format) -> None:
    """Ask ARCHIVE one SELECT in DuckDB's SQL.

    The views are games, records, seats, players, tags, moves, rounds, events, situations, notes,
    analyses, judgements, chances, accuracies, bad_records and sources; docs/sql.md explains their
    columns, and "DESCRIBE games" lists them. Nothing can be changed, and no file but the archive
    can be read.
    """
    with question(kept, timeout) as out, kept.ask(sql) as answer:
        shown = answer.named()
        rows.write(itertools.islice(shown, limit), answer.columns, form, out)
        if limit is not None and next(shown, None) is not None:
            say(f"there are more than {limit} rows: raise --limit, or leave it out to get all")


@click.command()
@click.option("-o", "--output", "out", metavar="OUT", help="- is text on stdout.")
@click.option(
    "--dataset", metavar="FOLDER", help="Write a data set that you can publish. Needs --license."
)
@click.option(
    "--license", "licence", metavar="TEXT", help="The data set's licence: CC0-1.0, CC-BY-4.0, ..."
)
@force_option("OUT")
@filter_options
@archive_arguments()
@click.pass_context
def export(
    ctx: click.Context,
    /,
    kept: Archive,
    out: str | None,
    dataset: str | None,
    licence: str | None,
    force: bool,
    **given: Any,
) -> None:
    """Export matches of ARCHIVE as records, or as a data set.

    The filters are those of `kifu find`; without one, every match is written, by its main record.
    The name of OUT decides the form: .kifu or .jsonl (also with .gz or .zst).

    --dataset writes a folder with tables of matches, seats, moves, decisions and records as
    Parquet, a card and checksums. Players, bots too, are called Player 1, Player 2, ..., and no
    name is left in any file.

    A record whose log has changed or is missing is reported on stderr and left out; the exit code
    is then 1.
    """
    target = _target(out, dataset, licence, force)
    asked = filters_of(given)
    with bar("exporting") as advance:
        done = kept.export(target, asked, force, advance, licence=licence)
    written, left = done.written, done.lost
    for lost in left:
        say(f"record {lost.record} was left out: {lost.why}")
    if not written and not left:
        say("no matches")
    left_out = f", {len(left)} left out" if left else ""
    say(f"{counted(written, 'record')} written to {target}{left_out}")
    if dataset is not None:
        say_lacking(kept, "moves")
    say_absent(kept, asked)
    if left:
        ctx.exit(1)


def _target(out: str | None, dataset: str | None, licence: str | None, force: bool) -> str:
    """The path to write to: `out`, or else the folder `dataset`. Raises UsageError unless exactly
    one of them is given; for a data set without `licence` or with `force`; and for a `licence` with
    `out`. Looks at no file, so something may already be at that path.
    """
    if (out is None) == (dataset is None):
        raise UsageError("give either -o OUT or --dataset FOLDER")
    if out is not None:
        if licence is not None:
            raise UsageError("--license is for --dataset")
        return out
    if force:
        raise UsageError("--force is for -o OUT: a data set needs a new folder")
    if licence is None:
        raise UsageError("--dataset needs --license TEXT, such as CC0-1.0 or CC-BY-4.0")
    return dataset or ""
