"""The archive for programs: records in file order, answers as tables, filters that are vetted."""

from __future__ import annotations

from typing import Any

import pytest

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, Filters
from kifu.store.identity import record_id

from .conftest import Write


@pytest.mark.matrix
@pytest.mark.parametrize("name", ["a.jsonl.zst", "a.kifu", "a.jsonl.gz"])
def test_records_come_in_the_order_of_their_files(
    archive: Archive, write: Write, played: list[Record], name: str
) -> None:
    archive.index(write(name, played), moves=True)
    found = [record_id(record) for record in archive.records()]
    assert found == [record_id(record) for record in played]
    some = dict(archive.matches(Filters(players=["Aki"], seat=1)))
    hits = archive.find(Filters(players=["Aki"], seat=1)).hits
    assert sorted(some) == sorted(hit.id for hit in hits)
    assert len(some) == 10
    assert not archive.lacks("moves")
    with pytest.raises(UsageError, match="it may lack events, situations, moves, not 'x'"):
        archive.lacks("x")


def test_a_record_that_is_gone_is_said(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", played[:5])
    archive.index([path])
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    lost: list[Any] = []
    assert len(list(archive.records(lost=lost.append))) == 3
    assert len(lost) == 2
    with pytest.raises(ArchiveError, match="can't be read"):
        list(archive.records())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 7}, "players: Expected `array`, got `int`"),
        ({"players": [7]}, r"players: Expected `str`, got `int` - at `\$\[0\]`"),
        ({"options": "rounds=3"}, "options: Expected `array`, got `str`"),
        ({"options": [("rounds",)]}, "options: Expected `array` of length 2, got 1"),
        ({"seat": 0}, "seat: Expected `int` >= 1"),
        ({"seat": "1"}, "seat: Expected `int | null`, got `str`"),
        ({"score_min": True}, "score_min: Expected `int"),
        ({"result": "0 54"}, "result: Expected `array"),
        ({"date": 2026}, "date: Expected `str"),
    ],
)
def test_filters_that_can_be_no_question_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Filters(**given)


def test_equal_filters_have_one_hash() -> None:
    assert hash(Filters(players=["Aki"], result=[1])) == hash(
        Filters(players=("Aki",), result=(1,))
    )
