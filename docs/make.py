"""Write the pages that are made from the code: docs/cli.md, docs/diagnostics.md,
docs/reference.md, what the commands of a page print, and pictures.

`make docs` runs it; a test fails where a page is not what this would write.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import click
from docs.consoles import consoles, retold, same
from docs.reference import reference_page

from kifu.cli import VERBS, main
from kifu.notation import loads
from kifu.notation.errors import CODES
from kifu.replay.match import replay
from kifu.replay.timeline import timeline
from kifu.site.picture.moment import picture

HERE = Path(__file__).parent

CLI_INTRO = """\
# The command line

Made by `make docs` from `kifu --help`; do not edit it here. [Scripts](scripts.md) has what
all commands share: paths, forms of output, exit codes.
"""

#: The part of kifu that has a command -> what its commands are about.
SUBJECTS = {
    "notation": "records",
    "replay": "records",
    "store": "archives",
    "site": "pages and pictures",
}

DIAGNOSTICS_INTRO = """\
# Diagnostics

Made by `make docs` from `kifu.notation.errors`; do not edit it here.

A finding has a code that never changes its meaning, a severity, its place (record, line, column in
characters, byte offset, ply), the word it is about and, where that can be said, what was expected.
`kifu check` prints them; `kifu check --format ndjson` prints one object for each. An *error* makes
the data bad: `kifu check` then exits with 1. A *warning* does not.
"""

BLOCKS = {
    "KF0": "Containers and limits",
    "KF1": "Text",
    "KF2": "Logs",
    "KF3": "Fields and tags",
    "KF4": "Replay",
    "KF5": "Chance",
    "KF6": "Import",
}


#: A moment of each game's annotated match for the lesson on its rules page: game and ply.
LESSONS = [("nimmt", 9), ("atarayo", 12), ("mutsugo", 14), ("magimiles", 20), ("yuhodo", 24)]
#: Pictures: the name, the record, the ply, the language and the side of the palette.
PICTURES = [
    ("moment.svg", "nimmt-annotated.kifu", 18, "en", "light"),
    ("moment-ja.svg", "yuhodo-annotated.kifu", 40, "ja", "dark"),
    *(
        (f"lesson-{game}-{language}.svg", f"{game}-annotated.kifu", ply, language, "light")
        for game, ply in LESSONS
        for language in ("en", "ja")
    ),
]


def pages(consoles: Iterable[Path]) -> dict[Path, str]:
    """The pages that are made, and those of `consoles`, whose commands are run, by path."""
    made = {
        HERE / "cli.md": cli_page(),
        HERE / "diagnostics.md": diagnostics_page(),
        HERE / "reference.md": reference_page(),
    }
    for name, record, ply, language, theme in PICTURES:
        match = timeline(replay(loads((HERE.parent / "examples" / record).read_text("utf-8"))))
        made[HERE / "images" / name] = picture(match, ply, language=language, theme=theme)
    for path in consoles:
        with tempfile.TemporaryDirectory() as folder:
            made[path] = retold(path.read_text("utf-8"), Path(folder))
    return made


def outdated(consoles: Iterable[Path]) -> dict[Path, str]:
    """The `pages` that are not what the code says now, with what they should be."""
    return {
        path: text
        for path, text in pages(consoles).items()
        if not (path.exists() and same(path.read_text("utf-8"), text))
    }


def cli_page() -> str:
    """The help of the root and of every verb, as a terminal of 80 columns shows it."""
    root = click.Context(main, info_name="kifu", terminal_width=80, **main.context_settings)
    parts = [CLI_INTRO, _by_subject(), _section("kifu", main.get_help(root))]
    for verb, command in main.commands.items():
        context = command.make_context(verb, [], parent=root, resilient_parsing=True)
        parts.append(_section(f"kifu {verb}", context.command.get_help(context)))
    return "\n".join(parts)


def _by_subject() -> str:
    """A table with a link to every verb, by what it is about."""
    links: dict[str, list[str]] = {}
    for verb, (home, _) in VERBS.items():
        links.setdefault(SUBJECTS[home.split(".")[1]], []).append(f"[{verb}](#kifu-{verb})")
    rows = [f"| {subject} | {', '.join(verbs)} |" for subject, verbs in links.items()]
    return "\n".join(["| about | commands |", "|---|---|", *rows, ""])


def diagnostics_page() -> str:
    """Every code with its severity and meaning, a table for each block of codes."""
    parts = [DIAGNOSTICS_INTRO]
    for block, title in BLOCKS.items():
        rows = [
            f"| `{code}` | {severity} | {meaning.replace('|', chr(92) + '|')} |"
            for code, (severity, meaning) in CODES.items()
            if code.startswith(block)
        ]
        parts.append("\n".join([f"## {title}\n", "| code | | meaning |", "|---|---|---|", *rows]))
    return "\n".join(parts) + "\n"


def _section(title: str, text: str) -> str:
    return f"## {title}\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    for path, text in outdated(consoles()).items():
        path.write_text(text, "utf-8")
        print(f"wrote {path.relative_to(HERE.parent)}")
