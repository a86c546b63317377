"""The records that `kifu analyse` judges: of files, or of matches of an archive.

Nobody can index into an archive that is open, so it is asked first, and its logs are read then.
"""

from __future__ import annotations

import heapq
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from operator import attrgetter
from typing import TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.diagnostics import is_error
from kifu.notation.files import read
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay.show.report import report
from kifu.store import opening
from kifu.store.archive import Archive
from kifu.store.ask.export import Lost, addresses, retrieve_each, spare_the_logs
from kifu.store.ask.filters import Filters
from kifu.store.commands.archive_options import say, say_absent
from kifu.store.erasure import concealed
from kifu.store.fold import folded
from kifu.store.gathering import is_archive, opened
from kifu.store.identity import record_id
from kifu.store.paths import located

T = TypeVar("T")
#: A record with its file and its number there.
Placed = tuple[str, int, Record]


class Selection(Struct, frozen=True):
    """Which records are to be judged: of `paths`, those that the filters ask for, and of these a
    `sample` (None: all). `out` is the file that they are written to (`-`: none).
    """

    paths: Sequence[str]
    filters: Filters
    player: str
    sample: int | None
    seed: str
    jobs: int
    wait: float
    out: str


@contextmanager
def chosen_records(choice: Selection, bad: list[str]) -> Iterator[Iterator[Placed]]:
    """A context with the records to be judged, each with its file and number. `bad` gets the path
    or the line about each that can't be read; it is printed, too.
    """

    def lost(line: str) -> None:
        bad.append(line)
        click.echo(f"kifu: {printable(line)}", err=True)

    def drawn(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
        number = choice.sample
        return list(items) if number is None else sample(items, number, choice.seed, name)

    if choice.filters == Filters() and not any(map(_is_archive, choice.paths)):
        records = _looked_through(_records(choice.paths, bad), choice.player, bad)
        if choice.sample is not None:
            records = iter(drawn(records, lambda placed: record_id(placed[2])))
        yield records
        return
    filters = replace(choice.filters, players=[choice.player] if choice.player else [])
    with opened(choice.paths, choice.out, choice.jobs, lost) as path:
        archive = Archive(path, choice.wait)
        with opening.reading(path, choice.wait) as connection:
            spare_the_logs(connection, path, choice.out)
            places = addresses(connection, path, filters)
        if not places:
            say("no matches")
        erased = archive.erased()

        def found() -> Iterator[Placed]:
            for place, record in retrieve_each(path, drawn(places, attrgetter("record"))):
                if isinstance(record, Lost):
                    lost(f"record {place.number}: {record.why}")
                else:
                    log = located(place.source, path)
                    yield log, place.number, concealed(record, erased)

        yield found()
        say_absent(archive, filters)


def _is_archive(path: str) -> bool:
    return path != "-" and is_archive(path) and os.path.exists(path)


def _records(paths: Sequence[str], bad: list[str]) -> Iterator[Placed]:
    """Every record of the files `paths`, with its file and number. For one that can't be read, or
    not completely, its errors are printed and its file is added to `bad`.
    """
    for path in paths:
        for reading in read(path):
            # Nothing is lost of a record that was cut off.
            errors = [f for f in reading.diagnostics if is_error(f) and f.code != "KF112"]
            for finding in errors:
                finding.file = path
                click.echo(report(finding), err=True)
            if errors or reading.record is None:
                bad.append(path)
            if reading.record is not None:
                yield path, reading.number, reading.record


def _looked_through(records: Iterator[Placed], player: str, bad: Sequence[str]) -> Iterator[Placed]:
    """The same records. After the last one, a line is printed if there was no record at all, not
    even a `bad` one, or if `player` ("": anyone) has a seat in none, then with up to three similar
    names.
    """
    import difflib

    names: dict[str, str] = {}
    placed = None
    for placed in records:
        if player:
            names.update((folded(name), name) for name in placed[2].seats)
        yield placed
    if placed is None and not bad:
        say("no records")
    elif player and folded(player) not in names:
        near = [names[name] for name in difflib.get_close_matches(folded(player), names)]
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        say(f"no record has a player {player}{hint}")


def sample(items: Iterable[T], number: int, seed: str, name: Callable[[T], str]) -> list[T]:
    """At most `number` of the items, in the order given. `seed` and the text that `name` returns
    for an item decide which ones, not their order.

    >>> sample("abcdefgh", 3, "1", str), sample("hgfedcba", 3, "1", str)
    (['a', 'c', 'f'], ['f', 'c', 'a'])
    """

    def lot(item: T) -> bytes:
        return blake2b(f"{seed}\n{name(item)}".encode(), digest_size=16).digest()

    lots = ((lot(item), place, item) for place, item in enumerate(items))
    drawn = heapq.nsmallest(number, lots, key=lambda drawn: drawn[:2])
    return [item for _, _, item in sorted(drawn, key=lambda drawn: drawn[1])]
