"""A golden folder: logs, an archive, a lake and an analysed record that some version of kifu has
written, and what it answered then.

    logs/...        records in every form, a live log, an analysed record, one with an error
    stores.tar.xz   games.duckdb with its people file, and games.lake, both of these logs
    answers.json    see `Answers`

What its version promised beside the formats is in the answers, too: names, codes, exit codes.
"""

from __future__ import annotations

import shutil
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from duckdb import DuckDBPyConnection
from msgspec import Struct
from tests.test_public import NAMES

from kifu.notation.errors import CODES
from kifu.notation.files import read
from kifu.replay.judgements.judgement import Analysis
from kifu.replay.judgements.written import read as analysis_of
from kifu.replay.match import check
from kifu.store import Archive, Filters, opening
from kifu.store.identity import record_id

STORES = ("games.duckdb", "games.lake")
LOGS, PACKED, ANSWERS = "logs", "stores.tar.xz", "answers.json"
#: The analysed record.
JUDGED = "judged.kifu"


class Log(Struct):
    """A record of a log: its id, its findings (code and severity), its good plies, its scores."""

    id: str
    findings: Sequence[tuple[str, str]]
    plies: int
    result: list[int] | None


class Store(Struct):
    """What an archive or a lake says: the rows of each question in SQL, the matches that are found
    of each person, aliases, and the ids of the records that it retrieves.
    """

    rows: dict[str, list[dict[str, Any]]]
    found: dict[str, list[str]]
    aliases: list[tuple[str, str]]
    records: list[str]


class Answers(Struct):
    """What a golden folder says: the records of each log, the analysis, and each store; and what
    kifu promises (`_promises`).
    """

    promises: list[str]
    logs: dict[str, list[Log]]
    analysis: Analysis
    stores: dict[str, Store]


def unpacked(golden: Path, folder: Path) -> Path:
    """The golden folder as a copy in `folder`, where it may be changed."""
    shutil.copytree(golden / LOGS, folder / LOGS)
    with tarfile.open(golden / PACKED) as stores:
        for about in stores:
            file = stores.extractfile(about)
            assert file
            path = folder / about.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.read())
    return folder


def frozen_answers(golden: Path) -> Answers:
    """The answers that were frozen with a golden folder."""
    return msgspec.json.decode((golden / ANSWERS).read_bytes(), type=Answers)


def answers(folder: Path, questions: Iterable[str]) -> Answers:
    """What this kifu says of an unpacked golden folder."""
    logs = {path.name: _log(path) for path in sorted((folder / LOGS).iterdir())}
    (reading,) = read(folder / LOGS / JUDGED)
    assert reading.record
    analysis = analysis_of(reading.record)
    assert analysis
    stores = {name: _store(Archive(folder / name), questions) for name in STORES}
    return _plain(Answers(list(_promises()), logs, analysis, stores))


def _promises() -> Iterator[str]:
    """Each code of a finding with its severity, and each public name, an error with its exit code:
    `KF101 error`, `kifu.notation.Record`, `kifu.notation.Busy 3`.
    """
    yield from (f"{code} {about.severity}" for code, about in CODES.items())
    for part, name in NAMES:
        exit_code = getattr(getattr(import_module(f"kifu.{part}"), name), "exit_code", "")
        yield f"kifu.{part}.{name} {exit_code}".rstrip()


def _log(path: Path) -> list[Log]:
    found = []
    for reading in read(path):
        replayed = check(reading)
        assert reading.record and replayed
        findings = [(finding.code, finding.severity) for finding in replayed.findings]
        found.append(
            Log(record_id(reading.record), findings, len(replayed.plies), reading.record.result)
        )
    return found


def _store(store: Archive, questions: Iterable[str]) -> Store:
    with opening.reading(store.path) as connection:
        rows = {sql: _rows(connection, sql) for sql in questions}
        persons = [row["person"] for row in _rows(connection, "FROM players ORDER BY ALL")]
    return Store(
        rows=rows,
        found={name: sorted(_ids(store, players=[name])) for name in persons},
        aliases=store.aliases(),
        records=sorted(record_id(store.record(id_)) for id_ in _ids(store)),
    )


def _rows(connection: DuckDBPyConnection, sql: str) -> list[dict[str, Any]]:
    found = connection.execute(sql)
    columns = [name for name, *_ in found.description]
    return [dict(zip(columns, row, strict=True)) for row in found.fetchall()]


def _ids(store: Archive, **filters: Any) -> list[str]:
    return [hit.id for hit in store.find(Filters(**filters)).hits]


def _plain(answered: Answers) -> Answers:
    """As it is when it has been written and read."""
    data = msgspec.json.encode(answered, enc_hook=str)
    return msgspec.json.decode(data, type=Answers)
