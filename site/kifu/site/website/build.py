"""Building: from an archive to the files of its site, the pages of matches by several processes.

What is written does not depend on how many processes there are.
"""

from __future__ import annotations

import gc
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.replay.rule_data import contents_in_use
from kifu.site.look.templates import environment
from kifu.site.website.consent import consenting
from kifu.site.website.feed import NEWEST, feed, sitemaps
from kifu.site.website.figures import figures
from kifu.site.website.folder import Entry, Folder, write, writing
from kifu.site.website.lists import Lists
from kifu.site.website.match import match_files
from kifu.site.website.matches import ListedMatch, NamedMatch, matches, pseudonyms, records, used_up
from kifu.site.website.names import match_names, match_page_path
from kifu.site.website.settings import Settings, digest, list_style
from kifu.site.website.shell import shell
from kifu.site.website.situations import has_situations, put_situations
from kifu.store import Archive, Filters
from kifu.store.gathering import Say, opened
from kifu.store.processes import worked

#: Matches that travel to a process together, and bundles that wait for each process.
TOGETHER = 8
AHEAD = 3


class Built(Struct, frozen=True):
    """What a run did: how many `matches` the site has, of how many the pages were `made` in this
    run, and how many files were `written` (new or changed) and `removed`.
    """

    matches: int
    made: int
    written: int
    removed: int


def build(
    sources: Sequence[str],
    out: str,
    settings: Settings,
    jobs: int = 1,
    *,
    rebuild: bool = False,
    say: Say = lambda line: None,
    filters: Filters | None = None,
) -> Built:
    """Build or update the site in the folder `out`, and return what was done. `sources` are one
    archive, or files and folders of records (none: a site without matches); these are indexed in a
    temporary archive, which is removed at the end. The site has the matches that pass `filters`
    (None: all). With `rebuild`, the unchanged pages of matches are made again, too. `say` gets a
    line for each file, record or match that is left out, and for each name in `settings.consent`
    that no player has, that several have, or whose player is hidden (see `consenting`).

    The same sources and settings give the same bytes. `out` is created if need be, but not its
    parent. After an error, the files that were written stay. With more than one job (process), the
    module that calls this must be safe to import.

    Raises UsageError for sources that can't be combined (several archives, an archive among files,
    `-`) and for a file that can't be indexed; FileNotFoundError for a file or folder that does not
    exist; and what `renew` raises: UsageError, ArchiveError, Busy, LimitHit, KifuError,
    PackageNotFoundError and OSError.
    """
    with opened(sources, out, jobs, say) as archive:
        return renew(archive, out, settings, jobs, rebuild=rebuild, say=say, filters=filters)


def renew(
    archive: str,
    out: str,
    settings: Settings,
    jobs: int,
    *,
    rebuild: bool = False,
    say: Say,
    filters: Filters | None,
) -> Built:
    """Make or update the site in the folder `out` of the archive at the path `archive`, and return
    what was done; the other arguments are as for `build`. The folder is locked meanwhile. Files of
    the last run that the site no longer needs are removed at the very end. After an error before
    that, the files that were written stay, and none is removed. If an error comes while files are
    removed, those removed so far are gone; the next run removes the rest. `settings.situations` is
    not used: the archive decides.

    Raises UsageError for an unfit filter, an unknown language, a faulty template, and if `out` has
    files that are not kifu's, a damaged list, or a folder where a file must go; ArchiveError, also
    if there is no archive; Busy if another process is making this site or the archive stays locked;
    LimitHit if memory is short; KifuError if `out` can't be made or holds a link to a folder, if
    the disk is full or a process dies, and if somebody changed a file of the site that is needed
    again (then use `rebuild`); PackageNotFoundError for previews without the extra `cards`; and any
    other OSError of writing or removing.
    """
    found = matches(archive, settings.language, filters)
    settings = replace(settings, situations=has_situations(Archive(archive)))
    with writing(out) as folder:
        every = _each_named(found)
        if settings.templates:  # they may be others since the last run
            environment.cache_clear()
            shell.cache_clear()
        for path, data in shell(settings).files().items():
            folder.put(path, data)
        folder.put(*list_style(settings.theme))
        if settings.situations:
            games = {match.game for _, match in every}
            put_situations(folder.put, Archive(archive), filters, games)
        kept, made = _match_pages(folder, archive, settings, every, jobs, rebuild, say)
        shown = [(name, match) for name, match in every if name in kept or name in made]
        persons = {chair.person for _, match in shown for chair in match.chairs}
        judged = consenting(archive, settings.consent, persons, say)
        counts = figures(archive, filters, judged)
        pages = _lists(folder, Lists(settings, shown, counts, folder.read))
        dated = [(name, match) for name, match in shown if match.day and not match.playing]
        folder.put("feed.xml", feed(settings, dated[:NEWEST]))
        if settings.base_url:
            paths = [*pages, *(match_page_path(name) for name, _ in shown)]
            for path, data in sitemaps(settings, paths).items():
                folder.put(path, data)
        removed = folder.close()
        return Built(len(shown), len(made), folder.written, removed)


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


def make(folder: str, settings: Settings, tasks: Iterable[PageTask], jobs: int) -> Iterator[Made]:
    """Write the pages of the tasks into `folder`, in up to `jobs` processes, and yield the results
    in the order of the tasks. With one job, or at most TOGETHER tasks, no other process is started.
    Nothing happens before the first result is asked for. A match that can't be shown raises
    nothing: its result has `failed` set. The folder's list is not changed.

    While results are asked for, raises UsageError if a template is faulty, a folder is in the way
    of a file, or preview images lack the extra `cards`; KifuError if the disk is full, a folder of
    the site is a link or a process dies; any other OSError of writing; and what iterating `tasks`
    raises. Files that were written stay.
    """
    rest = iter(tasks)
    bundles = iter(lambda: list(islice(rest, TOGETHER)), [])
    for _, done in worked(partial(_made, folder, settings), bundles, jobs, AHEAD * jobs):
        yield from done


def _each_named(found: list[ListedMatch]) -> list[NamedMatch]:
    """Pair each match with the name of its page, in the order of `found` (the newest first). In
    each match, `earlier` then has page names instead of ids. `previous` and `next` are the page
    names of the next older and the next newer match of the same event (None: there is none, or the
    match has no event). `found` is empty afterwards, to save memory.
    """
    names = match_names(id_ for match in found for id_ in (match.id, *match.earlier))
    every: list[NamedMatch] = []
    places: dict[str, int] = {}
    for match in used_up(found):
        name, earlier = names[match.id], tuple(names[id_] for id_ in match.earlier)
        named = replace(match, earlier=earlier)
        if match.event in places:
            following, its = every[places[match.event]]
            every[places[match.event]] = following, replace(its, previous=name)
            named = replace(named, next=following)
        if match.event:
            places[match.event] = len(every)
        every.append((name, named))
    return every


def _match_pages(
    folder: Folder,
    archive: str,
    settings: Settings,
    every: Sequence[NamedMatch],
    jobs: int,
    rebuild: bool,
    say: Say,
) -> tuple[set[str], set[str]]:
    """Make the pages of the matches that have changed since the last run or, with `rebuild`, of
    all. Returns two sets of page names: of the matches whose pages stay as they are, and of those
    whose pages were made. The files of both are entered into the folder's list; `folder.written`
    rises. No file is removed.

    A match that can't be shown is in neither set, and `say` gets a line about it. A match whose
    record is gone, or has changed since it was indexed, is in neither set, unless it is still being
    played and all its old pages exist: then these stay. `say` gets one line for each such record
    with a match that is left out. If there is any such record, the shared files of the last run
    stay, too. A match to be made that the archive no longer has is in neither set, and `say` gets
    no line.

    Raises UsageError if a template is faulty or a folder is in the way; ArchiveError, Busy or
    LimitHit if the archive can't be read; KifuError if the disk is full, a folder is a link or a
    process dies; PackageNotFoundError for previews without the extra `cards`, before anything is
    made; and any other OSError of writing.
    """
    further = [*contents_in_use(), *(name.encode() for name in pseudonyms(archive))]
    common = digest(settings, further)
    kept = {
        name for name, match in every if not rebuild and folder.is_fresh(name, _key(common, match))
    }
    wanted: dict[str, list[NamedMatch]] = defaultdict(list)
    for name, match in every:
        if name not in kept:
            wanted[match.record].append((name, match))
    made: set[str] = set()

    def tasks() -> Iterator[PageTask]:
        """Yield a task for each match to be made whose record is still as it was indexed; each
        record is read when its turn comes. Of a record that is gone or has changed, there is no
        task: matches still being played whose old pages all exist go to `kept`, the shared files of
        the last run stay, and `say` gets a line if any other match of it is left out. A record that
        is dealt with is taken out of `wanted`. Raises what `records` raises.
        """
        for identity, record in records(archive, wanted.keys()):
            its = wanted.pop(identity)
            if not isinstance(record, Record):
                # The log of an unfinished match may have grown since it was indexed.
                left = {name for name, match in its if match.playing}
                left = set(filter(folder.leave, left))
                folder.leave_shared()
                kept.update(left)
                if len(left) < len(its):
                    say(f"left out: record {identity}: {record.why}")
                continue
            for name, match in its:
                yield PageTask(name, _key(common, match), match, record)

    for done in make(str(folder.path), settings, tasks(), jobs):
        if done.failed:
            say(f"left out: match {done.name}: {done.failed}")
            continue
        folder.keep(done.name, done.key, done.entries)
        folder.written += done.written
        made.add(done.name)
    return kept, made


def _lists(folder: Folder, lists: Lists) -> list[str]:
    """Write all pages except those of matches, each with its JSON file, and the files that the
    index loads, and enter them into the folder's list. Returns the paths of the pages, in the order
    of `Lists.pages`. After an error, the files that were written stay.

    Raises UsageError if a template is faulty or a folder is in the way of a file; KifuError if the
    disk is full, a folder of the site is a link, or a match's JSON file is gone or not as kifu
    wrote it; and any other OSError of writing.
    """
    paths = []
    for written in lists.pages(folder.put):
        folder.put(written.page.path, written.html)
        folder.put(written.page.twin, written.twin)
        paths.append(written.page.path)
        gc.collect(0)  # as after each page of a match
    return paths


def _key(common: str, match: ListedMatch) -> str:
    """A digest of everything that a match's pages are made of; `common` is the digest of what all
    pages have in common. "" for a match that is still being played: its pages are always made
    again, because guesses about hands could be tried against a digest.
    """
    if match.playing:
        return ""
    data = common.encode() + msgspec.msgpack.encode(match)
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _made(folder: str, settings: Settings, bundle: list[PageTask]) -> list[Made]:
    """Write the pages of each match of a bundle into `folder`, in the process that calls this.
    Returns a result for each, in their order. A match that can't be shown has `failed` set and no
    files, and the others go on. Raises UsageError if a template is faulty, a folder is in the way
    of a file, or preview images lack the extra `cards`; KifuError if the disk is full or a folder
    of the site is a link; and any other OSError of writing. Files that were written stay.
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
        made.append(Made(task.name, task.key, entries, sum(is_new for _, is_new in found.values())))
        # A template's data is in a cycle with its macros. It is young garbage now, and found at
        # once; later it would have to be searched for among everything.
        gc.collect(0)
    return made
