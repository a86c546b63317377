"""Erasing: a player leaves the archive, and a pseudonym replaces the names.

If that is wanted, the logs with such a name are written again, too, and indexed again: of a file,
only the records with the name are rewritten, and every other byte stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.disk import destination, open_file
from kifu.notation.errors import KifuError, NotationError
from kifu.notation.files import BLOCK, Packed, Unpacked, blocks_of, dumps, form_of, read_stream
from kifu.notation.log import UNDECODABLE, decode_event, encode_json, read_lines
from kifu.notation.record import Reading, sound
from kifu.store import database, people
from kifu.store.erasure import SILENT, Erasure, concealed, without_names
from kifu.store.fold import folded
from kifu.store.index.ingest import Say, index
from kifu.store.lock import replacing, sync
from kifu.store.paths import fingerprint, stamps
from kifu.store.people import People, named
from kifu.store.tables import Connection, vet
from kifu.store.upkeep import manifest
from kifu.store.upkeep.manifest import LogEntry


class Erased(Struct):
    """What an erasure did. `matches` is how many records have the `pseudonym` at a seat now, also
    those from an earlier erasure. `mentions` is how many comments, tags and paths of logs still
    contain one of `names` within a longer text. `names` are the player's names; if somebody erased
    before was named again, only the name that was given, or [] if that was the pseudonym.
    """

    pseudonym: str
    matches: int
    mentions: int
    names: list[str]


class Chosen(Struct):
    """Who is to be erased: the `pseudonym`, the `names` under which texts may mention the person
    ([] if the pseudonym was given), and `people`, the content of the people file after the erasure.
    """

    pseudonym: str
    names: list[str]
    people: People


def choose(connection: Connection, said: People, name: str) -> Chosen:
    """Find out whom to erase by `name`, and with what pseudonym. `name` may be any name of a person
    in the archive (in another case or width, if only one person fits), who is erased under all of
    them; so is whoever has a name that is equal to one of these when folded. Or it is the pseudonym
    (exactly) or a former name of somebody erased before. `said` is the content of the people file,
    to which the archive has been brought up. `people` of the result is that with the new erasure
    and without the aliases in which an erased name occurs, or `said` itself for somebody erased
    before. `names` of the result has `name` and all the names to erase; of somebody erased before,
    only `name`, or [] if that is the pseudonym. Writes nothing, and does not change `said`.

    The pseudonym is `erased-` and 8 hex digits, or the one that the person already has. The digits
    come from `name` and a secret of `said`. If it has none, the result has a new random one, so
    another call with the same `said` gives another pseudonym. Raises ArchiveError for a name that
    the open archive does not have, or that may be several persons', and UsageError for a name that
    is not UTF-8.
    """
    vet([name])
    known = said.erasure
    is_pseudonym = name in known.pseudonyms.values()
    pseudonym = name if is_pseudonym else known.of(name)
    if pseudonym is not None:
        return Chosen(pseudonym, [] if is_pseudonym else [name], said)
    rows = connection.execute(_NAMES, [named(connection, name)]).fetchall()
    names = [*dict.fromkeys([name, *(spelling for (spelling,) in rows)])]
    secrets = said.secrets or [os.urandom(16).hex()]
    digest = Erasure(secrets, {}).digest
    # A person who was erased before and then renamed keeps the pseudonym.
    before = [each for each in names if each in known.pseudonyms.values()]
    pseudonym = before[0] if before else f"erased-{digest(name)[:8]}"
    again = [hashed for hashed, of in said.erased if of in before]
    hashes = {*again, *map(digest, names)} - {digest(pseudonym)}  # in any spelling
    erased = sorted((hashed, pseudonym) for hashed in hashes)
    return Chosen(pseudonym, names, said.with_erased(People(erased=erased, secrets=secrets)))


#: Every name of the person who has a name, and every one that is equal to one of these when folded.
_NAMES = """
    SELECT name FROM player WHERE folded IN (SELECT folded FROM player WHERE person =
        (SELECT person FROM player WHERE name = ?)) ORDER BY id
"""


def erase(connection: Connection, erased: Erasure) -> None:
    """Replace in the rows all names that are `erased`, compared folded: names of players, and
    authors of notes and values of tags that are such a name as a whole, also where the table
    `record` has them. A date that was such a name has no first and last day afterwards. A name
    within a longer text stays, but messages in quarantine that contain one become `SILENT`. Players
    with one pseudonym become one player; aliases of an erased name become persons of their own.
    Nothing is changed if nobody is erased.

    The caller opens and commits the transaction, and notes the erasure (`people.note`). Bytes of
    the names stay in the archive's file until it is rewritten.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    for number, name in connection.execute("SELECT id, name FROM player ORDER BY id").fetchall():
        pseudonym = erased.of(name)
        if pseudonym is not None:
            found.setdefault(pseudonym, []).append((number, name))
    for pseudonym, rows in sorted(found.items()):
        _erase_names(connection, rows, pseudonym)
    _erase_values(connection, erased)
    for (message,) in connection.execute("SELECT DISTINCT message FROM quarantine").fetchall():
        if erased.is_named_in(message):
            change = "UPDATE quarantine SET message = ? WHERE message = ?"
            connection.execute(change, [SILENT, message])


def _erase_names(connection: Connection, rows: list[tuple[int, str]], pseudonym: str) -> None:
    """Merge the players in `rows` (pairs of id and name, at least one) into one player called
    `pseudonym`, in seats and in the records' lists of names. Their rows in `player` are deleted. If
    nobody has the name `pseudonym` yet, a row for it is added, with the first of their ids, as a
    person of its own. Players who were aliases of a deleted one become persons of their own. The
    player called `pseudonym` must not be in `rows`: its row would be deleted, and none added. The
    caller opens and commits the transaction.
    """
    ids = [number for number, _ in rows]
    names = [name for _, name in rows]
    ((there,),) = connection.execute(
        "SELECT min(id) FROM player WHERE name = ?", [pseudonym]
    ).fetchall()
    own = ids[0] if there is None else there
    connection.execute(
        "UPDATE seat SET player = $own WHERE list_contains($ids, player)", {"own": own, "ids": ids}
    )
    connection.execute("DELETE FROM player WHERE list_contains(?, id)", [ids])
    connection.execute("UPDATE player SET person = id WHERE list_contains(?, person)", [ids])
    if there is None:
        row = [own, pseudonym, folded(pseudonym), own]
        connection.execute("INSERT INTO player VALUES (?, ?, ?, ?)", row)
    connection.execute(
        "UPDATE record SET names = [if(list_contains($names, x), $pseudonym, x) FOR x IN names] "
        "WHERE list_has_any(names, $names)",
        {"names": names, "pseudonym": pseudonym},
    )


def _erase_values(connection: Connection, erased: Erasure) -> None:
    """Replace `erased` names, compared folded, by pseudonyms where they are the whole author of a
    note or the whole value of a tag, also in the columns of a record that have a tag's value. A
    record whose date was such a name has no first and last day afterwards. Longer texts stay. Does
    not commit.
    """
    for table, column in (("note", "author"), ("tag", "value"), ("record", "event"),
                          ("record", "site"), ("record", "termination"),
                          ("record", "date")):  # fmt: skip
        _replace(connection, table, column, erased)
    for pseudonym in sorted(set(erased.pseudonyms.values())):
        connection.execute("UPDATE tag SET folded = value WHERE value = ?", [pseudonym])
        connection.execute(
            "UPDATE record SET date_from = NULL, date_to = NULL WHERE date = ?", [pseudonym]
        )


def _replace(connection: Connection, table: str, column: str, known: Erasure) -> None:
    """In the rows of `table`, replace each value of `column` (text) that is, as a whole, an erased
    name in `known`, compared folded, by its pseudonym. NULL and all other values stay, and so do
    other columns, such as `folded`. `table` and `column` go into the SQL as they are. Does not
    commit.
    """
    query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"
    for (value,) in connection.execute(query).fetchall():
        pseudonym = known.of(value)
        if pseudonym is not None:
            change = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"
            connection.execute(change, [pseudonym, value])


def outcome(connection: Connection, chosen: Chosen) -> Erased:
    """What the erasure of `chosen` did, counted in the rows of the open archive: call this after
    `erase`. It counts the records that have the pseudonym at a seat, also from earlier erasures,
    and the comments, tags and paths of logs that still contain one of `chosen.names`, compared
    folded (0 if there are no names). Changes nothing.
    """
    seats = "SELECT count(DISTINCT record) FROM seat JOIN player ON player.id = seat.player"
    matches = connection.execute(f"{seats} WHERE player.name = ?", [chosen.pseudonym]).fetchall()
    return Erased(
        chosen.pseudonym, matches[0][0], _mentions(connection, chosen.names), chosen.names
    )


def _mentions(connection: Connection, names: list[str]) -> int:
    """How many comments, tags and paths of logs contain at least one of `names`, also within a
    longer word; each is counted once. Both sides are folded (`fold.folded`). 0 without names.
    """
    texts = sorted({folded(name) for name in names})
    paths = connection.execute("SELECT path FROM source").fetchall()
    found = sum(any(text in folded(path) for text in texts) for (path,) in paths)
    for table in ("note", "tag"):
        query = f"SELECT count(*) FROM {table} WHERE len([x FOR x IN ? IF contains(folded, x)]) > 0"
        found += connection.execute(query, [texts]).fetchall()[0][0]
    return found


class Rewritten(Struct):
    """How many `records` of a file were rewritten. `refused` has the numbers of records that
    contain a name but can't be rewritten, because they have errors.
    """

    records: int
    refused: list[int]


def erase_in_logs(archive: str, say: Say) -> list[str]:
    """In the log files, replace the names that are erased in the archive by pseudonyms where a name
    is a whole seat, tag or the like (see `concealed`), and index these files again. Returns the
    paths of the files that were rewritten ([]: none). `say` gets a line for each log that is left
    alone, because it has changed since it was indexed, can't be read or rewritten, or because the
    archive could not note it (it stayed locked, say). `say` also gets a line for each record that
    can't be rewritten, and for each log that can't be indexed again. Names within longer texts
    stay, as do all in lines that give no record; `say` gets nothing about either.

    The caller holds the archive's lock. Raises, before the first file and after the last one,
    ArchiveError if there is no archive or it can't be read or written, Busy if it stays locked,
    LimitHit, KifuError if its erasures can't be read, and OSError if no file can be made in its
    folder. Files that are rewritten by then stay so.

    Before a file is replaced, the archive notes what it was and what it will be, so that after an
    error or interruption `finish` recognises it in either state.
    """
    with database.reading(archive) as connection:
        known = people.erasure(connection)
        logs = manifest.logs(connection, archive)
    there, unfit = manifest.readable(logs)
    for line in unfit:
        say(f"not rewritten: {line}; it may still contain the name")
    changed = []
    for path in there:
        # A log may have two names.
        same = [
            log
            for log in logs
            if log.path in there and os.path.realpath(log.path) == os.path.realpath(path)
        ]
        try:
            done = rewrite(path, known, partial(_enter, archive, same))
        except (OSError, KifuError) as error:
            say(f"{path} was not rewritten: {getattr(error, 'strerror', None) or error}")
            continue
        if done.records:
            changed.append(path)
        for number in done.refused:
            say(f"{path}: record {number} has errors and still contains the name; repair it first")
    finish(archive, say)
    return changed


def finish(archive: str, say: Say) -> None:
    """Index again the logs that an erasure has rewritten or was about to rewrite, and delete all
    notes about them in the archive. Does nothing if no erasure is unfinished. Names that an
    interrupted one did not reach are not replaced here. `say` gets a line for each log that can't
    be indexed; one that is neither as before nor as rewritten is passed over without a line. The
    notes about both are deleted, too.

    The caller holds the archive's lock. Raises ArchiveError if there is no archive or it can't be
    read or written, Busy if it stays locked, LimitHit, KifuError if its erasures can't be read, and
    OSError if no file can be made in its folder. The notes stay then, and the next call does it
    again.
    """
    with database.reading(archive) as connection:
        before = manifest.begun(connection, archive)
        now = manifest.logs(connection, archive) if before else []
    if not before:
        return
    names = {log.path for log in before}
    there, _ = manifest.readable([*before, *(log for log in now if log.path in names)])
    with database.writing(archive) as connection:
        for log in filter(manifest.has_indexed, before):
            manifest.unread(connection, log.name, log.size, log.digest)
    report = index(archive, (there, []))
    for line in report.failed:
        say(f"not indexed again: {line}")
    with database.writing(archive) as connection:
        connection.execute("DELETE FROM meta WHERE name = ?", [manifest.BEGUN])


def _enter(archive: str, same: list[LogEntry], draft: Path) -> None:
    """Note each entry of `same` (the names that one log has in the archive) as it was, for
    `finish`. Then give its source the size and digest of `draft`, the log's new content, and set it
    to no record read. All of it is one transaction of its own; a locked archive is waited for, up
    to ten seconds. The caller holds the archive's lock. Raises OSError if `draft` can't be read or
    no file can be made beside the archive, ArchiveError, Busy, LimitHit and KifuError (an
    interrupted checkpoint that can't be repaired); nothing is noted then, unless the error comes
    after the commit, while the archive is closed.
    """
    seen = fingerprint(draft)
    with database.writing(archive) as connection:
        for before in same:
            said = msgspec.json.encode(before).decode()
            connection.execute("INSERT INTO meta VALUES (?, ?)", [manifest.BEGUN, said])
            manifest.unread(connection, before.name, seen.size, seen.digest)


def rewrite(path: str, erased: Erasure, enter: Callable[[Path], None]) -> Rewritten:
    """Replace `erased` names by pseudonyms in the file at `path` (or, if that is a link, in the
    file that it leads to), in one step. Returns how many records were rewritten, and the numbers
    (from 1) of those that have a name and were left, because they have errors or their form can't
    hold the new one.

    If no record is rewritten, the file is not touched. Otherwise it keeps its format, compression
    and permissions; changed records of text get the plain form, and a live log stays one. `enter`
    is called with the path of the finished draft before that replaces the file; it is not called if
    no record is rewritten.

    The caller holds the archive's lock. Raises OSError, KifuError if a packed file is damaged or
    somebody writes the file meanwhile, UsageError if the file's name is not that of a file of
    records, and what `enter` raises; the file then stays as it was. `enter` may have been called by
    then: that somebody writes the file is seen after it.
    """
    target = Path(destination(path))
    before = stamps([str(target)])
    form, compression = form_of(target)
    done = Rewritten(0, [])
    with replacing(str(target)) as named:
        draft = Path(named)
        with (
            _unpacked(target, compression) as plain,
            draft.open("xb") as file,
            Packed(file, compression) as out,
        ):
            _copy(plain, form, erased, out, done)
        if done.records:
            sync(draft)  # which takes its time, and nobody may write the log meanwhile
            enter(draft)
            if stamps([str(target)]) != before:
                raise KifuError("it is being written; run this again")
        else:
            draft.unlink()
    return done


def _copy(plain: BinaryIO, form: str, erased: Erasure, out: Packed, done: Rewritten) -> None:
    """Copy the unpacked stream `plain` of records in `form` ("text" or "json"), open at its
    beginning, to `out`, with pseudonyms for `erased` names. Bytes outside the changed records stay
    the same. Adds the number of changed records to `done.records`.

    A record that has such a name, but errors, or whose form can't hold the new one, is copied as it
    is, and its number, counted from 1, is added to `done.refused`. `plain` must be a file with a
    descriptor; afterwards it is at its end. `out` is not closed. Raises OSError if `plain` can't be
    read or `out` can't be written; a part of the copy is in `out` then.
    """
    end = 0
    for reading in read_stream(plain, form):
        out.write(_bytes(plain, end, reading.offset))
        end = reading.offset + reading.size
        source = _bytes(plain, reading.offset, end)
        try:
            rewritten = _rewritten(reading, source, erased)
        except NotationError:
            done.refused.append(reading.number)
            rewritten = None
        done.records += rewritten is not None
        out.write(source if rewritten is None else rewritten)
    plain.seek(end)
    while rest := plain.read(BLOCK):
        out.write(rest)


def _rewritten(reading: Reading, source: bytes, erased: Erasure) -> bytes | None:
    """The bytes to write instead of `source`, those of the record in `reading`, with pseudonyms for
    `erased` names. They end in the same white space as `source` (but a changed line of a live log
    loses white space before its line feed). None if the record has no such name, or no record was
    read.

    Of a live log, the first line and the events with such a name are written again, whatever errors
    the others have, also events that are ignored or were taken back.

    Raises NotationError if a record with such a name has errors (of a live log, its first line),
    because writing it would lose something, or if its form can't hold the new one.
    """
    if reading.record is None:
        return None
    if reading.form == "live":
        first, *events = source.split(b"\n")
        lines = [_event(line, erased) for line in events]
        begun = next(read_lines([first]))
        header = concealed(begun.record, erased) if begun.record is not None else None
        if header is not None and header is not begun.record:
            sound(begun)
            # Read by itself, a first line without an end has `*`.
            first = encode_json(replace(header, live=1, end=header.end.strip("*")))
        changed = b"\n".join([first, *lines])
        return None if changed == source else changed
    record = concealed(reading.record, erased)
    if record is reading.record:
        return None
    sound(reading)
    text = dumps(record).encode() if reading.form == "text" else encode_json(record)
    return text.rstrip(b"\n") + source[len(source.rstrip()) :]


def _event(line: bytes, erased: Erasure) -> bytes:
    """The line of an event of a live log, without its line break, with pseudonyms for `erased`
    names that are the whole argument of a command in its text. A line without one, or that is no
    event, comes back as it is. A changed one is encoded again, without spaces between its fields.
    """
    with suppress(*UNDECODABLE):
        event = decode_event(line)
        fresh = replace(event, text=event.text and without_names(event.text, erased))
        return line if fresh == event else msgspec.json.encode(fresh)
    return line


def _bytes(file: BinaryIO, start: int, end: int) -> bytes:
    """The bytes from `start` up to `end` of an open file, which must have a descriptor (fewer if it
    ends before); its read position does not move. Raises OSError if they can't be read.
    """
    return os.pread(file.fileno(), end - start, start)


@contextmanager
def _unpacked(path: Path, compression: str) -> Iterator[BinaryIO]:
    """A context with the file at `path` open for reading, from its beginning: itself, or if it has
    a `compression` ("": none), a temporary file with its unpacked content, which is gone at the
    end. When the context begins, raises KifuError if it is damaged, and OSError if it can't be
    read, is no ordinary file, or the temporary file can't be written.
    """
    with open_file(path) as packed:
        if not compression:
            yield packed
            return
        blocks = Unpacked(blocks_of(packed), compression)
        with TemporaryFile() as file:
            for block in blocks:
                file.write(block)
            if blocks.damage is not None:
                raise KifuError(blocks.damage)
            file.seek(0)
            yield cast(BinaryIO, file)
