"""Minifying: the scripts and styles of the pages, made small once and kept in static/min/.

Pages are made from these files, so nobody who makes pages needs a minifier. When a source in
static/ has changed, esbuild (which joins the modules of a script) and terser write them again; npm
fetches both, in the versions of package-lock.json:

    python -m kifu.site.minify

The digests of sources and results are kept beside them, and a test fails where they differ.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

STATIC = Path(__file__).parent / "static"
#: Where package.json is, in a checkout.
TOOLS = STATIC.parents[2]
MINIFIED = STATIC / "min"
#: What was minified, into what: the lines of `digests()`.
DIGESTS = MINIFIED / "digests.txt"

#: The parts of each minified file: of a script the module that it starts with, of a style all, in
#: the order in which they are joined.
PARTS = {
    "replay.js": ("main",),
    "shared.js": ("shared",),
    "site.js": ("site",),
    "parts.js": ("parts",),
    "lists.js": ("lists",),
    "problems.js": ("problems",),
    "base.css": ("base",),
    "viewer.css": ("viewer", "felt", "finale", "picture", "share", "zoomed", "paper"),
    "board.css": ("board",),
    "judgement.css": ("judgement",),
    "whatif.css": ("whatif",),
    "archive.css": ("archive",),
    "chronicle.css": ("chronicle",),
    "site.css": ("site",),
    "site-bar.css": ("site-bar",),
    "problems.css": ("problems",),
}

#: How the modules of a script become one, and how that and styles are made small. Arrows in the
#: place of functions are unsafe only where somebody says `new` to one; nobody does.
BUNDLE = ("esbuild", "--bundle", "--format=esm", "--minify-syntax", "--charset=utf8")
SHRINK = {
    "js": ("terser", "--module", "--ecma=2022", "--mangle",
           "--compress=passes=3,keep_fargs=false,unsafe_arrows=true"),
    "css": ("esbuild", "--minify", "--charset=utf8", "--loader=css"),
}  # fmt: skip

#: What a module imports another by.
IMPORT = re.compile(r'^(?:import|\}).*"\./([\w-]+)\.js";$', re.MULTILINE)


def main() -> None:
    """Make every minified file again, with the tools that npm installs."""
    MINIFIED.mkdir(exist_ok=True)
    subprocess.run(["make", "--silent", "js-tools"], cwd=TOOLS.parent, check=True)
    for name in PARTS:
        (MINIFIED / name).write_bytes(_made(name))
    DIGESTS.write_text("\n".join(digests()) + "\n", "utf-8")


def sources(name: str) -> list[str]:
    """The files in static/ from which the minified file `name` is made; for a script these are all
    modules that it imports, directly or not.
    """
    kind = name.rpartition(".")[2]
    found = [f"{part}.{kind}" for part in PARTS[name]]
    for file in found:
        if kind == "js":
            found += sorted(imported(STATIC / file) - {*found})
    return found


def imported(script: Path) -> set[str]:
    """The names of the files in static/ that a script module imports directly."""
    return {f"{name}.js" for name in IMPORT.findall(script.read_text("utf-8"))}


def digests() -> list[str]:
    """A line for every minified file: its name, the digest of its sources, and its own digest."""
    lines = []
    for name in PARTS:
        made_from = b"".join((STATIC / file).read_bytes() for file in sorted(sources(name)))
        lines.append(f"{name} {_digest(made_from)} {_digest((MINIFIED / name).read_bytes())}")
    return lines


def _made(name: str) -> bytes:
    kind = name.rpartition(".")[2]
    files = [STATIC / f"{part}.{kind}" for part in PARTS[name]]
    if kind == "js":
        joined = _output(*BUNDLE, *map(str, files))
    else:
        joined = b"".join(file.read_bytes() for file in files)
    return _output(*SHRINK[kind], given=joined)


def _output(tool: str, *options: str, given: bytes = b"") -> bytes:
    """Run a tool of package.json with these options and `given` as its input, and return its
    output.
    """
    command = [str(TOOLS / "node_modules/.bin" / tool), *options]
    return subprocess.run(command, input=given, check=True, capture_output=True).stdout


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


if __name__ == "__main__":
    main()
