"""A lake answers as an archive of the same logs does, whatever its batches have left to settle."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError
from kifu.store.lake.table import LakeTable

from .conftest import Write
from .lake_pair import EVERYTHING, Pair, mix, noted

UNFINISHED = """
[Game "nimmt"]
[Rules "1"]
[Seat "Aki"]
[Seat "Ben"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]

1. 59
*
"""


@pytest.mark.campaign
def test_matches_in_several_logs_count_once(pair: Pair, write: Write, played: list[Record]) -> None:
    first = write("a.kifu", played[:10])
    same = write("b.jsonl", [*played[5:15], *played[5:7]])
    other = write("c.kifu", [noted(record, "good") for record in played[8:20]])
    pair.index(first, same, other, **EVERYTHING)
    pair.vet()
    assert pair.lake.find().total == 20
    pair.do(Archive.compact)
    pair.vet()


@pytest.fixture
def mixed(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """Both, with the same secret for their pseudonyms."""
    same = SimpleNamespace(urandom=bytes)
    monkeypatch.setattr("kifu.store.upkeep.erasing.os", same)
    return pair


@pytest.mark.campaign
def test_all_that_befalls_logs_and_players_of_every_game(mixed: Pair) -> None:
    mix(mixed, 16)
    mixed.vet_answers()
    mixed.do(Archive.compact)
    mixed.vet()


@pytest.mark.campaign
def test_a_log_that_grew_or_changed_or_went_bad(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    grown, changed = write("a.kifu", played[:6]), write("b.kifu", played[4:12])
    pair.index(grown, changed)
    write("a.kifu", played[:9])
    write("b.kifu", [noted(record, "good") for record in played[10:20]])
    pair.index(grown, changed)
    pair.vet()
    changed.write_text(changed.read_text("utf-8").replace('[Game "nimmt"]', '[Game "nimmt"]\n?', 1))
    with grown.open("a", encoding="utf-8") as file:
        file.write(UNFINISHED)
    pair.index(grown, changed)
    pair.vet()
    pair.do(Archive.compact)
    pair.vet()
    with grown.open("a", encoding="utf-8") as file:
        file.write(UNFINISHED)
    pair.index(grown)
    pair.vet()
    write("a.kifu", played[20:22])
    pair.index(grown)
    pair.vet()
    assert pair.lake.index([grown, changed]).unchanged == 2


def test_the_first_run_decides_on_the_detail(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    pair.index(log := write("1.kifu", played[:2]))
    with pytest.raises(UsageError, match=r"less detail .* `kifu index NEW.lake LOGS --moves`"):
        pair.lake.index([log], moves=True)
    # Two runs at once may both have been the first one.
    pair.lake.index([write("2.kifu", played[2:4])])
    at = LakeTable(pair.lake.path).at()
    at.update({"moves": "true"}, predicate="t = 'source' AND path LIKE '%2.kifu'")
    assert pair.lake.index([write("3.kifu", played[4:6])]).new == 2
    with pytest.raises(UsageError, match="less detail"):
        pair.lake.index([log], moves=True)


def test_a_lake_that_is_empty_or_absent(pair: Pair, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="there is no lake"):
        pair.lake.find()
    (tmp_path / "empty.kifu").write_text("", "utf-8")
    pair.index(tmp_path / "empty.kifu")
    assert pair.lake.find().total == 0
    pair.do(Archive.compact)
    assert pair.lake.query("FROM games") == []


@pytest.mark.parametrize("what", ["rebuild", "back_up", "absorb"])
def test_what_is_for_archives_refuses_a_lake(pair: Pair, tmp_path: Path, what: str) -> None:
    with pytest.raises(UsageError, match="is a lake"):
        getattr(pair.lake, what)(*([] if what == "rebuild" else [tmp_path / "other"]))


def test_a_question_reaches_no_file_but_the_lake(
    pair: Pair, write: Write, played: list[Record], tmp_path: Path
) -> None:
    pair.index(write("a.kifu", played[:2]))
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    for sql in (
        f"FROM read_text('{tmp_path}/secret.txt')",
        f"FROM read_text('{tmp_path}/games.lake/../secret.txt')",
        "SET threads = 64",
        "CREATE TABLE t (a INT)",
        f"COPY games TO '{tmp_path}/games.lake/out.csv'",
    ):
        with pytest.raises(KifuError):
            pair.lake.query(sql)


def test_verify_export_and_retrieval(
    pair: Pair, write: Write, played: list[Record], tmp_path: Path
) -> None:
    log = write("a.kifu", played[:6])
    pair.index(log, write("b.kifu", played[3:9]))
    known, found = pair.do(lambda archive: list(archive.verify()))
    assert found == known == []
    pair.archive.export(tmp_path / "archive.jsonl")
    pair.lake.export(tmp_path / "lake.jsonl")
    assert (tmp_path / "lake.jsonl").read_bytes() == (tmp_path / "archive.jsonl").read_bytes()
    hit = pair.lake.find().hits[0]
    assert pair.lake.record(hit.id) == pair.archive.record(hit.id)
    log.write_text(log.read_text("utf-8").replace("Aki", "Ako"), "utf-8")
    known, found = pair.do(lambda archive: list(archive.verify()))
    assert found == known != []


@pytest.mark.parametrize("compact", [False, pytest.param(True, marks=pytest.mark.campaign)])
def test_polars_reads_the_rows(
    pair: Pair, write: Write, played: list[Record], compact: bool
) -> None:
    polars = pytest.importorskip("polars")
    pair.index(write("a.kifu", played[:4]), write("b.kifu", played[4:9]))
    if compact:
        pair.lake.compact()
    rows = polars.scan_delta(pair.lake.path)
    seats = rows.filter(polars.col("t") == "seat").select("player", "share")
    names = rows.filter(polars.col("t") == "player").select(player="id", name="name").unique()
    found = seats.join(names, on="player").group_by("name").agg(polars.col("share").sum())
    wins = {row["person"]: row["wins"] for row in pair.archive.query("FROM players")}
    assert dict(found.collect().iter_rows()) == wins
