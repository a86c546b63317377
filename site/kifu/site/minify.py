"""Minifying: the scripts and styles of the pages, made small once and kept in static/min/.

Pages are made from these files, so nobody who makes pages needs a minifier. When a source in
static/ has changed, terser (scripts) and esbuild (styles) write them again; npm fetches both, in
the versions of package-lock.json:

    python -m kifu.site.minify

The digests of sources and results are kept beside them, and a test fails where they differ.
"""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

STATIC = Path(__file__).parent / "static"
#: Where package.json is, in a checkout.
TOOLS = STATIC.parents[2]
MINIFIED = STATIC / "min"
#: What was minified, into what: the lines of `digests()`.
DIGESTS = MINIFIED / "digests.txt"

#: What minifies each kind of file, from its input to its output. Arrows in the place of functions
#: are unsafe only where somebody says `new` to one; nobody does.
MINIFIERS = {
    "js": [
        "terser", "--module", "--ecma=2022", "--mangle",
        "--compress=passes=3,keep_fargs=false,unsafe_arrows=true",
    ],
    "css": ["esbuild", "--minify", "--charset=utf8", "--loader=css"],
}  # fmt: skip

#: The sources of each minified file, in the order in which they are joined; the scripts of one file
#: share its scope, and a constant must come before whatever needs it while the page loads.
SOURCES = {
    "replay.js": ("lines", "settings", "fold", "held", "words", "table", "most", "room", "fit",
                  "lay", "place", "story", "judgement", "list", "annotate", "drafts", "editor",
                  "transport", "hold", "chart", "motion", "embed", "marks", "quiz", "guessed",
                  "peek", "press", "touch", "print", "finale", "share", "language", "main"),
    "site.js": ("rows", "site"),
    "base.css": ("base",),
    "viewer.css": ("viewer", "judgement", "felt", "finale", "share", "zoomed",
                   "paper"),
    "chronicle.css": ("chronicle",),
    "site.css": ("site",),
    "site-bar.css": ("site-bar",),
    "parts.js": ("rows", "parts"),
}  # fmt: skip


def main() -> None:
    """Write every minified file again."""
    MINIFIED.mkdir(exist_ok=True)
    subprocess.run(["make", "--silent", "js-tools"], cwd=TOOLS.parent, check=True)
    for name in SOURCES:
        tool, *options = MINIFIERS[name.rpartition(".")[2]]
        command = [str(TOOLS / "node_modules/.bin" / tool), *options]
        done = subprocess.run(command, input=source(name), check=True, capture_output=True)
        (MINIFIED / name).write_bytes(done.stdout)
    DIGESTS.write_text("\n".join(digests()) + "\n", "utf-8")


def source(name: str) -> bytes:
    """What a minified file is made from: its sources, joined."""
    kind = name.rpartition(".")[2]
    return b"".join((STATIC / f"{part}.{kind}").read_bytes() for part in SOURCES[name])


def digests() -> list[str]:
    """A line for every minified file: its name, the digest of its sources, and its own."""
    return [
        f"{name} {_digest(source(name))} {_digest((MINIFIED / name).read_bytes())}"
        for name in SOURCES
    ]


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


if __name__ == "__main__":
    main()
