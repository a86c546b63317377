"""Making: the pages of matches, by several processes.

What is written does not depend on how many processes there are.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.site.website.folder import Entry, write
from kifu.site.website.match import match_files
from kifu.site.website.matches import ListedMatch
from kifu.site.website.settings import Settings
from kifu.store.processes import worked

#: Matches that travel to a process together, and bundles that wait for each process.
TOGETHER = 8
AHEAD = 3


class PageTask(Struct, frozen=True):
    """A match whose pages are to be made from its record. `name` is that of its page, `key` a
    digest of all that the pages are made of.
    """

    name: str
    key: str
    match: ListedMatch
    record: Record


class Made(Struct, frozen=True):
    """The result of a task: the entries of the match's files, by path, and how many files were new
    or changed; or in `failed` why the match can't be shown ("": it can).
    """

    name: str
    key: str
    entries: dict[str, Entry]
    written: int
    failed: str = ""


def _made(folder: str, settings: Settings, bundle: list[PageTask]) -> list[Made]:
    """Write the pages of each match of a bundle into `folder`, in the process that calls this.
    Returns a result for each; a match that can't be shown has `failed` set, and the others go on.
    Raises UsageError if a template is faulty or a folder is in the way, and KifuError if a file
    can't be written.
    """
    made = []
    for task in bundle:
        try:
            files = match_files(settings, task.name, task.match, task.record)
        except UsageError:
            raise
        except KifuError as error:
            made.append(Made(task.name, task.key, {}, 0, str(error)))
            continue
        found = {path: write(Path(folder), path, data) for path, data in files.items()}
        entries = {path: entry for path, (entry, _) in found.items()}
        written = sum(is_new for _, is_new in found.values())
        made.append(Made(task.name, task.key, entries, written))
        # A template's data is in a cycle with its macros. It is young garbage now, and found at
        # once; later it would have to be searched for among everything.
        gc.collect(0)
    return made


def make(folder: str, settings: Settings, tasks: Iterable[PageTask], jobs: int) -> Iterator[Made]:
    """Write the pages of the tasks into `folder`, in up to `jobs` processes, and yield the results
    in the order of the tasks. With one job, or at most TOGETHER tasks, no other process is started.
    Raises what `_made` raises, and KifuError if a process dies.
    """
    rest = iter(tasks)
    bundles = iter(lambda: list(islice(rest, TOGETHER)), [])
    for _, done in worked(partial(_made, folder, settings), bundles, jobs, AHEAD * jobs):
        yield from done
