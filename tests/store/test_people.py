"""People: several names are one person's, and a person is called by a new name."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, Filters

from .conftest import Write, moved, written


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record]) -> Path:
    """Six matches: Aki in three, ＡＫＩ in two, aki2 in one, each with Ben and 千恵."""
    folder = tmp_path_factory.mktemp("shelf")
    names = ["Aki", "Aki", "Aki", "ＡＫＩ", "ＡＫＩ", "aki2"]
    records = [
        replace(record, seats=[name, "Ben", "千恵"])
        for record, name in zip(played, names, strict=False)
    ]
    Archive(folder / "games.duckdb").index([written(folder, "a.jsonl", records)])
    return folder


@pytest.fixture
def filled(shelf: Path, tmp_path: Path) -> Archive:
    return moved(shelf, tmp_path)


def games(archive: Archive) -> dict[str, int]:
    rows = archive.query("SELECT person, games FROM players")
    return {row["person"]: row["games"] for row in rows}


def test_an_alias_counts_and_is_found_with_its_person(filled: Archive) -> None:
    assert games(filled) == {"Aki": 3, "ＡＫＩ": 2, "aki2": 1, "Ben": 6, "千恵": 6}
    filled.alias("aki2", "Aki")
    filled.alias("ＡＫＩ", "aki2")
    assert games(filled) == {"Aki": 6, "Ben": 6, "千恵": 6}
    assert filled.find(Filters(players=["AKI2"])).total == 6
    assert filled.aliases() == [("aki2", "Aki"), ("ＡＫＩ", "Aki")]
    (row,) = filled.stats("players", players=["aki2"])
    assert (row["player"], row["matches"]) == ("Aki", 6)


def test_an_alias_of_an_alias_takes_all_names_along(filled: Archive) -> None:
    filled.alias("aki2", "ＡＫＩ")
    filled.alias("ＡＫＩ", "Ben")
    assert set(filled.aliases()) == {("aki2", "Ben"), ("ＡＫＩ", "Ben")}


def test_an_alias_can_be_undone(filled: Archive) -> None:
    filled.alias("aki2", "Aki")
    filled.alias("aki2", "aki2")
    assert filled.aliases() == []
    assert games(filled)["aki2"] == 1


def test_a_name_is_found_as_written_and_folded_where_that_is_clear(filled: Archive) -> None:
    filled.alias("BEN", "千恵")
    assert filled.aliases() == [("Ben", "千恵")]
    with pytest.raises(ArchiveError, match="AKI may be any of Aki, ＡＫＩ"):
        filled.alias("AKI", "Ben")
    for name, of in (("nobody", "Ben"), ("Ben", "nobody")):
        with pytest.raises(ArchiveError, match="has no player nobody"):
            filled.alias(name, of)
    with pytest.raises(UsageError, match="not UTF-8"):
        filled.alias("\udcff", "Ben")


def test_a_new_name_is_that_of_the_person_wherever_persons_are_spoken_of(filled: Archive) -> None:
    filled.alias("aki2", "Aki")
    filled.rename("aki2", "秋")
    assert games(filled) == {"秋": 4, "ＡＫＩ": 2, "Ben": 6, "千恵": 6}
    assert filled.find(Filters(players=["Aki"])).total == 6
    assert filled.find(Filters(players=["秋"])).total == 4
    (row,) = filled.query("SELECT DISTINCT person FROM seats WHERE player = 'aki2'")
    assert row["person"] == "秋"
    with pytest.raises(ArchiveError, match="Ben is already a player"):
        filled.rename("秋", "Ben")
    with pytest.raises(UsageError, match="a name must not be empty"):
        filled.rename("秋", " ")
    with pytest.raises(UsageError, match="1 to 100,000 characters"):
        filled.rename("秋", "x" * 100_001)
    assert filled.aliases() == [("Aki", "秋"), ("aki2", "秋")]


@pytest.mark.campaign
def test_a_name_that_nobody_has_can_be_given_again(filled: Archive) -> None:
    filled.rename("Aki", "秋")
    filled.rename("秋", "Aki")
    assert games(filled) == {"Aki": 3, "ＡＫＩ": 2, "aki2": 1, "Ben": 6, "千恵": 6}
    filled.alias("Aki", "Aki")
    filled.alias("秋", "秋")
    filled.rename("Ben", "秋")
    assert games(filled)["秋"] == 6
    filled.alias("aki2", "秋")
    with pytest.raises(
        ArchiveError, match="aki2 is another name of 秋; `kifu player alias ARCHIVE"
    ):
        filled.rename("千恵", "aki2")
    with pytest.raises(ArchiveError, match="秋 is already a player"):
        filled.rename("千恵", "秋")
    filled.rename("秋", "aki2")
    assert games(filled)["aki2"] == 6


def test_what_was_said_of_names_outlives_a_log_that_changes(
    filled: Archive, write: Write, played: list[Record]
) -> None:
    filled.alias("aki2", "Aki")
    filled.rename("Ben", "B")
    filled.index([write("a.jsonl", played[10:12])])
    names = filled.aliases()
    assert names == [("Ben", "B"), ("aki2", "Aki")]
    assert filled.find(Filters(players=["aki2"])).total == 2


def test_a_name_that_is_not_there_is_said_with_those_that_look_like_it(filled: Archive) -> None:
    for call in (
        lambda: filled.alias("akii2", "Ben"),
        lambda: filled.erase("akii2"),
        lambda: filled.stats("players", players=["Ben", "akii2"]),
    ):
        with pytest.raises(ArchiveError, match=r"no player akii2; did you mean aki2 or .*Aki"):
            call()
    with pytest.raises(ArchiveError, match=r"has no player %$"):
        filled.rename("%", "Ben")
    with pytest.raises(ArchiveError, match=r"has no player ''$"):
        filled.alias("", "Ben")
