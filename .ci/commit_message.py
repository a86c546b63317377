"""Check commit messages: a subject of at most 72 characters, and an empty line below it.

python .ci/commit_message.py FILE      one message, as a commit-msg hook gets it
python .ci/commit_message.py A..B      every commit of a range, but for merges
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST_SUBJECT = 72
#: Git leaves out what is below this line.
_SCISSORS = "# ------------------------ >8 ------------------------"


def complaints(message: str) -> Iterator[str]:
    """What is wrong with a message.

    >>> list(complaints("Fix the deal\\n\\nIt was wrong."))
    []
    >>> list(complaints("Fix the deal\\nIt was wrong."))
    ['the line below the subject must be empty']
    """
    lines = [line.rstrip() for line in message.partition(_SCISSORS)[0].split("\n")]
    lines = [line for line in lines if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if not subject:
        yield "the subject is empty"
    if len(subject) > LONGEST_SUBJECT:
        yield f"the subject has {len(subject)} characters; {LONGEST_SUBJECT} are allowed"
    if subject.endswith("."):
        yield "the subject ends in a full stop"
    if len(lines) > 1 and lines[1]:
        yield "the line below the subject must be empty"


def messages(what: str) -> Iterator[tuple[str, str]]:
    """A name and the text of each message that `what` means."""
    if ".." not in what or Path(what).exists():
        yield what, Path(what).read_text("utf-8")
        return
    listed = _git("rev-list", "--no-merges", "--end-of-options", what)
    for commit in listed.split():
        yield commit[:12], _git("show", "--no-patch", "--format=%B", commit)


def main(arguments: list[str]) -> int:
    """Say what is wrong on stderr; 0 where nothing is, 1 where something is, 2 for wrong usage."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = 0
    for name, message in messages(arguments[0]):
        for complaint in complaints(message):
            print(f"{name}: {complaint}: {message.partition(chr(10))[0]!r}", file=sys.stderr)
            wrong = 1
    return wrong


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, encoding="utf-8", check=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
