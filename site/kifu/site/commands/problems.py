"""The command `kifu problems`: positions of real matches as problems to solve."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.notation.rows import counted
from kifu.notation.words import LANGUAGES
from kifu.replay.commands.shared_options import jobs_option
from kifu.store.commands.archive_options import filter_options, filters_of, say

if TYPE_CHECKING:
    from kifu.site.problems.build import Set


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("-o", "--output", required=True, metavar="DIR", help="the folder of the problems")
@click.option("--number", type=click.IntRange(1, 9999), default=60, show_default=True, metavar="N",
              help="how many problems")  # fmt: skip
@click.option("--names", is_flag=True,
              help="name the players, the event, the place and the date")  # fmt: skip
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True,
              help="the language of the pages; readers can switch")  # fmt: skip
@click.option("--seed", default="1", show_default=True,
              help="any text; it chooses where there are more than N")  # fmt: skip
@jobs_option
@filter_options
@click.pass_context
def problems(
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    output: str,
    number: int,
    names: bool,
    language: str,
    seed: str,
    jobs: int,
    **given: Any,
) -> None:
    """Make problems to solve from the mistakes in analysed matches, in the folder DIR.

    SOURCE is an archive, or files and folders of records, that `kifu analyse` has judged. A mistake
    becomes a problem if ten times the worlds of its analysis confirm that one option is clearly the
    best. index.html lists the problems; each is a page, and a record beside it, of what its seat
    knew. DIR must be new, empty, or made by this command: then the new problems replace those in
    it. If no problem is found, that is an error, and DIR stays as it was.
    """
    from kifu.notation.errors import KifuError
    from kifu.site.problems.build import problems_of, write_problems
    from kifu.site.website.folder import PROBLEMS, vet
    from kifu.store.processes import collect_seldom

    vet(Path(output), PROBLEMS)
    collect_seldom()
    made = problems_of(
        sources, number, filters_of(given), jobs, seed=seed, named=names, beside=output, say=say,
    )  # fmt: skip
    if not made.problems:
        raise KifuError(f"no problem was found: {_summary(made)}")
    written = write_problems(made.problems, output, language)
    say(f"{_summary(made)}; {counted(written, 'file')} written to {output}")
    if len(made.problems) < number:
        say(f"{number} problems were asked for; these matches have no more")


def _summary(made: Set) -> str:
    """One line for the terminal: how many problems were made, of how many analysed matches; how
    many candidates there were, and how many of them were judged again; and how many of these were
    left out because no option was clear enough or, if there are any, because they can't be shown
    without hidden cards. A count of 0 is written, too, except the last one.
    """
    parts = [
        f"{counted(len(made.problems), 'problem')} of {counted(made.matches, 'analysed match')}",
        f"{counted(made.candidates, 'candidate')}, {made.judged} judged again",
        f"{made.unclear} not clear enough",
    ]
    if made.unshown:
        parts.append(f"{made.unshown} that can't be shown without hidden cards")
    return ": ".join([parts[0], ", ".join(parts[1:])])
