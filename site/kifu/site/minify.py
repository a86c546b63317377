"""Minifying: the scripts and styles of the pages, made small once and kept in static/min/.

Pages are made of what lies there, so whoever makes pages needs no minifier. Once a source in
static/ has changed, it is written anew with

    python -m kifu.site.minify

and a test fails where it is not what the sources give.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

STATIC = Path(__file__).parent / "static"

#: The sources of each minified file, in the order in which they are joined; the scripts of one
#: file share its scope, and a constant stands in front of whatever needs it while the page loads.
SOURCES = {
    "replay.js": ("lines", "fold", "words", "table", "place", "story", "annotate", "drafts",
                  "editor", "transport", "hold", "chart", "motion", "embed", "quiz", "print",
                  "language", "main"),
    "site.js": ("site",),
    "base.css": ("base",),
    "viewer.css": ("viewer",),
    "chronicle.css": ("chronicle",),
    "site.css": ("site",),
    "site-bar.css": ("site-bar",),
}  # fmt: skip


def minified() -> Iterator[tuple[str, str]]:
    """The name and the text of every minified file, as the sources give it."""
    for name, parts in SOURCES.items():
        _, _, kind = name.partition(".")
        texts = [(STATIC / f"{part}.{kind}").read_text("utf-8") for part in parts]
        yield name, _script(texts) if kind == "js" else _style(texts)


def main() -> None:
    """Write every minified file anew."""
    folder = STATIC / "min"
    folder.mkdir(exist_ok=True)
    for name, text in minified():
        (folder / name).write_text(text, "utf-8")


def _script(texts: list[str]) -> str:
    """One script; what is named inside a function can be given a shorter name."""
    text = "\n".join(texts)
    return _smaller("application/javascript", f"(()=>{{{text}\n}})()")


def _style(texts: list[str]) -> str:
    return _smaller("text/css", "\n".join(texts))


def _smaller(kind: str, text: str) -> str:
    import minify  # type: ignore[import-untyped] # the package has no types

    return str(minify.string(kind, text))


if __name__ == "__main__":
    main()
