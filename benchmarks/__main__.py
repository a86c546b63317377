"""All tables of the docs that were measured: `python -m benchmarks [PAGE ...]`, or `make bench`.

Measures this tree, compiled, and writes the tables into the pages of docs/ that have them:

- performance: how fast the games are, beside python-chess;
- inside/measuring: whole commands on a log, questions to an archive, pages, a site, the recorder;
- inside/analysis: how honest judgements are; and the scale of kifu's own players into its file.

Prints the tables, too. With `--share` below 1 it tries the programs and writes nothing.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import tempfile
from pathlib import Path

from benchmarks.archive import answers
from benchmarks.commands import command_table
from benchmarks.matches import EACH, KINDS, sizes, write_kinds
from benchmarks.measure import ROOT, figure, lines_of, machine, rates, table, this_tree
from benchmarks.recorder import recorder_table
from benchmarks.site import browsing, page_table, site_table

PAGES = ("performance", "inside/measuring", "inside/analysis")
TABLES = re.compile(r"(?<=<!-- bench -->\n).*(?=<!-- /bench -->)", re.DOTALL)
#: Columns of the first table: the tasks of `rates`.
TASKS = (
    "bare replay", "`replay`", "check text", "check a log", "random playouts", "judge", "pages"
)  # fmt: skip


class Measuring:
    """The lines of each page's tables, measured with so large a `share` of the matches (1: all), in
    so many `rounds`, with scratch files in `folder`, which must exist. Making it compiles this tree
    there, as `path`. `pages` has, by page, the method that measures its tables.
    """

    def __init__(self, folder: Path, rounds: int, share: float) -> None:
        self.folder, self.rounds, self.share = folder, rounds, share
        self.path = this_tree(folder)
        self.pages = dict(zip(PAGES, (self.games, self.commands, self.analysis), strict=True))

    def many(self, count: int) -> int:
        return max(20, int(self.share * count))

    def games(self) -> list[str]:
        """The lines of a Markdown table with a row for each kind of match, and one for
        python-chess: how much of each task is done in a second of processor time ("": no such
        task). Writes the matches into the folder `matches`, which must not exist yet. Raises
        CalledProcessError if the process that measures fails.
        """
        write_kinds(self.folder / "matches", self.share)
        done = rates(self.path, self.folder / "matches", self.rounds)
        rows = []
        for kind in [*(kind.name for kind in KINDS), "python-chess"]:
            found = [done.get(f"{task}: {kind}") for task in TASKS]
            rows.append([kind, *("" if rate is None else figure(rate) for rate in found)])
        return table("|".join(["a second", *TASKS]), rows)

    def commands(self) -> list[str]:
        folder = self.folder
        # Ten million matches have as many situations and moves as take hours to copy and to sort.
        few, all_rows = folder / "few columns", folder / "all columns"
        each = self.many(EACH)
        large = answers(few, self.many(10_000_000), each, situations=False, moves=False)
        full = answers(all_rows, self.many(1_000_000), each, situations=True, moves=True)
        with browsing() as browser:
            weights = page_table(folder, browser, 8)
            site = site_table(folder, browser, self.many(10_000), self.path)
        return [
            *command_table(folder, self.many(100_000), self.path, self.rounds), "",
            *large, "", *full, "", *sizes(folder / "forms"), "",
            *weights, "", *site, "", *recorder_table(self.rounds),
        ]  # fmt: skip

    def analysis(self) -> list[str]:
        return lines_of(self.path, "benchmarks.judging", str(self.share))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {', '.join(PAGES)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--share", type=float, default=1, help="of all matches; 1 is a measurement")
    given = parser.parse_args()
    words = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    day = datetime.datetime.now(datetime.UTC).date()
    here = machine("chess", "duckdb", "msgspec")
    with tempfile.TemporaryDirectory() as name:
        measuring = Measuring(Path(name), given.rounds, given.share)
        for page in given.pages or PAGES:
            lines = [
                f"Commit {commit}, {day}. {here}.",
                "",
                *measuring.pages[page](),
            ]
            text = "".join(f"{line}\n" for line in lines)
            print(f"{page}\n\n{text}", flush=True)
            if given.share == 1:
                file = ROOT / f"docs/{page}.md"
                file.write_text(written(file.read_text("utf-8"), text), "utf-8")


def written(page: str, text: str) -> str:
    """The text of a page in which `text` (whole lines, each with its newline) replaces everything
    between the lines `<!-- bench -->` and `<!-- /bench -->`. A page without these lines is returned
    as it is. No file is written.
    """
    return TABLES.sub(lambda _: text, page)


if __name__ == "__main__":
    main()
