"""Building: from an archive to the files of its site."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.replay.rule_data import contents_in_use
from kifu.site.website.feed import NEWEST, feed, sitemap
from kifu.site.website.figures import figures
from kifu.site.website.folder import Folder, writing
from kifu.site.website.lists import Lists, Named
from kifu.site.website.making import Maker, Task, make
from kifu.site.website.matches import Match, matches
from kifu.site.website.names import match_names
from kifu.site.website.settings import Settings, digest
from kifu.site.website.source import Say, opened, pseudonyms, records
from kifu.store.database import WAIT


class Built(Struct, frozen=True):
    """What a run did: the matches that the site has and the pages of how many were `made`, the
    files that were written, and those that went.
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
    anew: bool = False,
    say: Say = lambda line: None,
    wait: float = WAIT,
) -> Built:
    """Make or renew the site in the folder `out` of one archive, or of files and folders of
    records; `say` is told what is left out.

    The same sources and settings give the same bytes. With more than one job, the module that
    calls this must be safe to import. Raises UsageError where `out` is not kifu's.
    """
    with opened(sources, jobs, say) as archive:
        return renew(archive, out, settings, jobs, anew=anew, say=say, wait=wait)


def renew(
    archive: str,
    out: str,
    settings: Settings,
    jobs: int = 1,
    *,
    anew: bool = False,
    say: Say = lambda line: None,
    wait: float = WAIT,
) -> Built:
    """Make or renew the site in the folder `out` of one archive, as `build` does. Raises Busy
    with the process that is already at it.
    """
    found = matches(archive, wait)
    with writing(out) as folder:
        return _renewed(_Run(folder, archive, settings, say, wait), found, jobs, anew)


def _renewed(run: _Run, found: list[Match], jobs: int, anew: bool) -> Built:
    folder, archive, settings, _, wait = run
    names = match_names(id_ for match in found for id_ in (match.id, *match.earlier))
    every = [
        (names[match.id], replace(match, earlier=[names[id_] for id_ in match.earlier]))
        for match in found
    ]
    kept, made = _match_pages(run, every, jobs, anew)
    shown = [(name, match) for name, match in every if name in kept or name in made]
    pages = _lists(folder, Lists(settings, shown, figures(archive, wait)))
    dated = [(name, match) for name, match in shown if match.day and not match.playing]
    folder.put("feed.xml", feed(settings, dated[:NEWEST]))
    if settings.base_url:
        paths = [*pages, *(f"matches/{name}.html" for name, _ in shown)]
        folder.put("sitemap.xml", sitemap(settings, paths))
    removed = folder.close()
    return Built(len(shown), len(made), folder.written, removed)


class _Run(NamedTuple):
    """A run while it goes on: where it reads and writes, and who is told what is left out."""

    folder: Folder
    archive: str
    settings: Settings
    say: Say
    wait: float


def _match_pages(
    run: _Run, every: Sequence[Named], jobs: int, anew: bool
) -> tuple[set[str], set[str]]:
    """Make the pages of matches that something has changed for: the names of those that stay as
    they are, and of those that were made.
    """
    folder, archive, settings, say, wait = run
    further = [*contents_in_use(), *(name.encode() for name in pseudonyms(archive, wait))]
    common = digest(settings, further)
    keys = {name: _key(common, match) for name, match in every}
    kept = {name for name, _ in every if not anew and folder.is_fresh(name, keys[name])}
    wanted: dict[str, list[Named]] = defaultdict(list)
    for name, match in every:
        if name not in kept:
            wanted[match.record].append((name, match))
    made = set()

    def tasks() -> Iterator[Task]:
        for identity, record in records(archive, set(wanted), wait):
            if not isinstance(record, Record):
                # The log of a match that goes on may have grown since it was indexed.
                left = {name for name, match in wanted[identity] if match.playing}
                left = set(filter(folder.leave, left))
                kept.update(left)
                if len(left) < len(wanted[identity]):
                    say(f"left out: record {identity}: {record.why}")
                continue
            for name, match in wanted[identity]:
                yield Task(name, keys[name], match, record)

    for done in make(Maker(str(folder.path), settings), tasks(), jobs):
        if done.failed:
            say(f"left out: match {done.name}: {done.failed}")
            continue
        folder.keep(done.name, done.key, done.entries)
        folder.written += done.written
        made.add(done.name)
    return kept, made


def _lists(folder: Folder, lists: Lists) -> list[str]:
    """Write every page but those of matches; their paths."""
    paths = []
    for written in lists.pages():
        folder.put(written.page.path, written.html)
        folder.put(written.page.twin, written.twin)
        paths.append(written.page.path)
    return paths


def _key(common: str, match: Match) -> str:
    """The digest of all that the pages of a match are made of; "" for one that is still being
    played, whose pages are always made, because the digest could be tried against guessed hands.
    """
    if match.playing:
        return ""
    data = common.encode() + msgspec.msgpack.encode(match)
    return hashlib.blake2b(data, digest_size=16).hexdigest()
