"""One record after the other: the addresses that a process holds are those of the archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from kifu.notation.errors import UsageError
from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.store.archive import Archive
from kifu.store.ask import addresses
from kifu.store.errors import ArchiveError

SEED = "shake256-1:{:032x}"
SEATS = ["Aki", "Zacharias"]


def match(number: int) -> Record:
    return Record(game="nimmt", rules=1, seats=SEATS, seed=SEED.format(number), moves="", end="*")


def write(log: Path, numbers: range) -> None:
    with writer(log, force=True) as records:
        for number in numbers:
            records.write(match(number))


def ids(archive: Archive, column: str = "match") -> list[str]:
    view = {"match": "games", "record": "records"}[column]
    return [row[column] for row in archive.query(f"SELECT {column} FROM {view} ORDER BY 1")]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    log = tmp_path / "games.jsonl.gz"
    write(log, range(40))
    return log


@pytest.fixture
def archive(tmp_path: Path, log: Path, holder: str) -> Archive:
    return indexed(tmp_path / holder, log)


@pytest.fixture
def holding(tmp_path: Path, log: Path) -> Archive:
    """An archive that is one file: of a lake no addresses are held."""
    return indexed(tmp_path / "games.duckdb", log)


def indexed(path: Path, log: Path) -> Archive:
    archive = Archive(path)
    archive.index([log])
    return archive


def asked_twice(archive: Archive) -> Archive:
    """The archive, which from now on holds its addresses."""
    for _ in range(2):
        archive.record(ids(archive)[0])
    return archive


@pytest.mark.matrix
@pytest.mark.parametrize("column", ["match", "record"])
def test_the_same_records_are_found_as_by_a_search(archive: Archive, column: str) -> None:
    asked_twice(archive)
    # A lake, which holds no addresses, is opened for each question: a few will do.
    for wanted in ids(archive, column)[:: 8 if archive.is_lake else 1]:
        found = Archive(archive.path).record(wanted)
        for digits in (wanted, wanted.upper(), wanted[:20], wanted[:12]):
            assert archive.record(digits) == found


def test_the_archive_is_not_opened_for_an_address_that_is_held(
    holding: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ids(asked_twice(holding))

    def refuse(path: str, wait: float) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr("kifu.store.questions.opening.looking", refuse)
    assert [holding.record(each).seed for each in wanted]
    with pytest.raises(AssertionError, match="opened"):
        holding.record("0" * 32)


def test_what_is_no_id_and_what_is_not_there_is_refused_as_before(archive: Archive) -> None:
    asked_twice(archive)
    for wrong in ("xyz", "abc", "0" * 33, ""):
        with pytest.raises(UsageError, match="4 to 32 hex digits"):
            archive.record(wrong)
    with pytest.raises(ArchiveError, match="has no record or match 0000"):
        archive.record("0" * 32)


def test_digits_that_several_ids_begin_with_are_refused(
    holding: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = asked_twice(holding)._book._held
    assert held is not None
    by_first: dict[str, list[str]] = {}
    for each in {*ids(holding), *ids(holding, "record")}:
        by_first.setdefault(each[:1], []).append(each)
    most = max(by_first.values(), key=len)
    monkeypatch.setattr(
        addresses, "ends_of", lambda wanted: (int(min(most), 16), int(max(most), 16))
    )
    assert held.places(most[0]) is None


def test_what_is_indexed_erased_or_moved_later_is_seen(
    archive: Archive, log: Path, tmp_path: Path
) -> None:
    first = ids(asked_twice(archive))
    more = tmp_path / "more.jsonl"
    write(more, range(40, 45))
    archive.index([more])
    new = set(ids(archive)) - set(first)
    assert {archive.record(each).seed for each in new} == {SEED.format(n) for n in range(40, 45)}
    asked_twice(archive).erase("Zacharias")
    for each in ids(archive):
        assert "Zacharias" not in archive.record(each).seats
    more.unlink()
    with pytest.raises(ArchiveError, match="can't be read"):
        archive.record(sorted(new)[0])


def test_a_large_archive_is_searched_for_each(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "MOST", 39)
    assert asked_twice(archive)._book._held is None
    assert archive.record(ids(archive)[3]).seats == SEATS
