"""Making: the pages of matches, by several processes.

What is written does not depend on how many processes there are.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
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
    """A match whose pages are to be made. `key` is the digest of all that they are made of."""

    name: str
    key: str
    match: ListedMatch
    record: Record


class Made(Struct, frozen=True):
    """The files of a match as they are now, and how many of them were written; or why there are
    none.
    """

    name: str
    key: str
    entries: dict[str, Entry]
    written: int
    failed: str = ""


class Maker(Struct, frozen=True):
    """What a process does with a bundle: it writes the pages of each match into `folder`."""

    folder: str
    settings: Settings

    def __call__(self, bundle: list[PageTask]) -> list[Made]:
        return [self.made(task) for task in bundle]

    def made(self, task: PageTask) -> Made:
        """Write the pages of one match into the folder. Returns their entries for the folder's
        list, or why the match can't be shown. Raises UsageError if a theme or template is wrong, or
        a folder is in the way.
        """
        try:
            files = match_files(self.settings, task.name, task.match, task.record)
        except UsageError:
            raise
        except KifuError as error:
            return Made(task.name, task.key, {}, 0, str(error))
        entries = {}
        written = 0
        for path, data in files.items():
            entries[path], is_new = write(Path(self.folder), path, data)
            written += is_new
        # A template's data is in a cycle with its macros. It is young garbage now, and found at
        # once; later it would have to be searched for among everything.
        gc.collect(0)
        return Made(task.name, task.key, entries, written)


def make(maker: Maker, tasks: Iterable[PageTask], jobs: int) -> Iterator[Made]:
    """Do the tasks with `maker`, in up to `jobs` processes, and yield the results in the order of
    the tasks. A few tasks are done in this process. Raises KifuError if a process dies.
    """
    rest = iter(tasks)
    bundles = iter(lambda: list(islice(rest, TOGETHER)), [])
    for done in worked(maker, bundles, jobs, AHEAD * jobs):
        yield from done
