"""The card of a data set: its README.md, as Hugging Face reads it."""

from __future__ import annotations

import json
import re

from kifu.store.dataset.summary import Summary
from kifu.store.dataset.tables import TABLES


def card(about: Summary) -> str:
    """The text of a data set's card: front matter in YAML, then Markdown."""
    return "\n".join([*_front(about), "", *_text(about), ""])


def title(about: Summary) -> str:
    """The title of a data set."""
    games = [title for _, title in about.games]
    named = f"{', '.join(games[:-1])} and {games[-1]}" if len(games) > 1 else "".join(games)
    return f"Matches of {named}" if named else "Matches of card games"


def _front(about: Summary) -> list[str]:
    licence = [f"license: {about.licence.lower()}"]
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9.-]*", about.licence):
        licence = ["license: other", f"license_name: {json.dumps(about.licence)}"]
    lines = ["---", f'pretty_name: "{title(about)}"', *licence]
    lines += ["tags:", "- card-games", "- game-records", "- kifu"]
    lines += [f"- {name}" for name, _ in about.games]
    lines += ["size_categories:", f"- {_size(about.rows['matches'])}"]
    # `datasets` takes a table without rows for an error.
    filled = [table for table in TABLES if about.rows[table.name]]
    lines += ["configs:"] if filled else []
    for table in filled:
        lines += [f"- config_name: {table.name}", f"  data_files: {table.name}/*.parquet"]
        lines += ["  default: true"] if table is TABLES[0] else []
    return [*lines, "---"]


def _size(matches: int) -> str:
    """The size category of a data set of so many matches, as Hugging Face calls it.

    >>> _size(10_000), _size(999)
    ('10K<n<100K', 'n<1K')
    """
    names = ["1K", "10K", "100K", "1M", "10M", "100M", "1B"]
    for power, name in enumerate(names):
        if matches < 1000 * 10**power:
            return f"{names[power - 1]}<n<{name}" if power else "n<1K"
    return "n>1B"


def _text(about: Summary) -> list[str]:
    days = f" from {about.days[0]} to {about.days[1]}" if about.days else ""
    matches = about.rows["matches"]
    lines = [
        f"# {title(about)}",
        "",
        f"{matches:,} {'match' if matches == 1 else 'matches'}{days}, exported by kifu "
        f"{about.kifu}. Licence: {about.licence}.",
        "",
        *(_ANONYMOUS if about.is_anonymous else _NAMED),
        "",
        "## Reading",
        "",
        *_READING,
        "",
        "## Tables",
        "",
        "Files with the same number are about the same matches. `match` joins all tables.",
    ]
    for table in TABLES:
        rows = about.rows[table.name]
        lines += ["", f"### {table.name}", "", f"One row for each {table.row}: {rows:,}.", ""]
        lines += ["| column | type | meaning |", "|---|---|---|"]
        types = about.types[table.name]
        lines += [f"| `{name}` | {types[name]} | {what} |" for name, what in table.columns.items()]
    return [*lines, "", *_CHECKING]


_ANONYMOUS = [
    "## People",
    "",
    "Players, annotators and authors of comments are called `Player 1`, `Player 2`, ...: the",
    "same number is the same person in the whole data set. No name that the archive knew is left",
    "in any file, comments included. Dates, events, times and the moves themselves are unchanged:",
    "somebody who knows a match may recognise its players. Nicknames are not known as names.",
]
_NAMED = [
    "## People",
    "",
    "Players, annotators and authors of comments have the names under which they played. Ask them",
    "before you publish more about them than is here, and take a match out if one of them asks.",
]
_READING = [
    "```python",
    "import datasets, pandas, polars",
    "",
    'polars.read_parquet("seats/*.parquet")',
    'pandas.read_parquet("seats")',
    'datasets.load_dataset("path/of/this/folder", "seats", split="train")',
    "```",
    "",
    "```sql",
    "SELECT player, avg(score) FROM 'seats/*.parquet' GROUP BY player;  -- DuckDB",
    "```",
]
_CHECKING = [
    "## Checking",
    "",
    "`sha256sum --check SHA256SUMS` compares every file. `log` in `records` is a line of a kifu",
    "log: saved as `match.jsonl`, `kifu check match.jsonl` replays it by the rules.",
]
