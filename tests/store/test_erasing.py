"""Erasing: no name is left in the archive or, where that is asked, in the logs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest
from msgspec.structs import replace
from tests.archives import by_itself

from kifu.notation.files import read
from kifu.notation.log import encode_json
from kifu.notation.record import Line, Note, Record, plies
from kifu.store import Archive, ArchiveError, Filters, database
from kifu.store.erasure import concealed
from kifu.store.people import erasure
from kifu.store.upkeep import erasing

from .conftest import Contents, Write, moved, written

kept_open = by_itself


def named(record: Record, *seats: str) -> Record:
    """The record with these players, and with the first of them as annotator and author."""
    notes = [
        Note(at=1, text=f"why? [%by {seats[0]}]"),
        Note(at=1, line=Line("1", [Note(at=1, text=f"[%p_1 {seats[0]}] better")])),
        Note(at=2, text=f"{seats[0]} is lucky"),
    ]
    tags = [("Annotator", seats[0]), ("Date", "2026-01-01"), ("Table", f"of {seats[0]}")]
    return replace(record, seats=list(seats), notes=notes, tags=tags)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record]) -> Path:
    """Zacharias in every form of log, as ＺＡＣＨＡＲＩＡＳ too, and as his alias zed."""
    folder = tmp_path_factory.mktemp("shelf")
    mine = ["Zacharias", "Ben", "Cho"]
    archive = Archive(folder / "games.duckdb")
    archive.index(
        [
            written(folder, "logs/a.jsonl", [*played[:3], named(played[3], *mine)]),
            written(
                folder,
                "logs/b.kifu.gz",
                [*played[4:6], named(played[6], "ＺＡＣＨＡＲＩＡＳ", *mine[1:])],
            ),
            written(folder, "logs/c.jsonl", [named(played[7], "zed", "Ben", "Cho"), played[8]]),
            written(folder, "logs/d.kifu", [played[9], named(played[10], *mine), played[11]]),
            written(folder, "logs/e.jsonl.zst", [played[12]]),
        ]
    )
    archive.alias("zed", "Zacharias")
    return folder


@pytest.fixture
def filled(shelf: Path, tmp_path: Path) -> Archive:
    return moved(shelf, tmp_path)


def bytes_of(path: str) -> bytes:
    data = Path(path).read_bytes()
    return data + (Path(f"{path}.wal").read_bytes() if os.path.exists(f"{path}.wal") else b"")


def test_nothing_in_the_archive_names_an_erased_player(filled: Archive) -> None:
    assert "zacharias" in {row["folded"] for row in filled.query("SELECT folded FROM player")}
    erased = filled.erase("zed")
    assert erased.pseudonym.startswith("erased-")
    assert erased.matches == 4
    for name in ("Zacharias", "zed"):
        assert filled.find(Filters(players=[name])).total == 0
        assert filled.query("FROM player WHERE contains(folded, ?)", [name.lower()]) == []
    assert filled.find(Filters(players=[erased.pseudonym])).total == 4
    hits = filled.find(Filters(players=[erased.pseudonym])).hits
    assert {tuple(hit.players) for hit in hits} == {(erased.pseudonym, "Ben", "Cho")}
    values = {row["content"] for row in filled.query("FROM tags WHERE name = 'Annotator'")}
    authors = {row["author"] for row in filled.query("FROM notes WHERE author IS NOT NULL")}
    assert values == authors == {erased.pseudonym}
    assert "zed" not in {row["content_folded"] for row in filled.query("FROM tags")}


def test_functions_of_somebody_else_s_archive_keep_no_name(filled: Archive) -> None:
    with duckdb.connect(filled.path) as connection:
        for name in ("list_has_any", "list_contains"):
            connection.execute(f"CREATE MACRO {name}(a, b) AS false")
    pseudonym = filled.erase("Zacharias").pseudonym
    assert filled.find(Filters(players=[pseudonym])).total == 4
    assert filled.query("FROM games WHERE len(players) = 3 AND players[1] = 'Zacharias'") == []


def test_a_column_with_the_name_is_as_after_a_rebuild(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    names = ["Event", "Site", "Termination", "Date"]
    tags = [[(name, "Ben") for name in names], [("Date", "2026-01-05")]]
    records = [
        replace(record, seats=["2026-01-05", "Ben", "Cho"], tags=each)
        for record, each in zip(played, tags, strict=False)
    ]
    archive.index([write("a.jsonl", records)])
    for name in ("Ben", "2026-01-05"):
        archive.erase(name)
    query = "FROM games ORDER BY match"
    before = archive.query(query)
    assert not {"Ben", "2026-01-05"} & {str(value) for row in before for value in row.values()}
    archive.rebuild()
    assert archive.query(query) == before


def test_a_person_who_comes_back_under_a_new_name_keeps_the_pseudonym(filled: Archive) -> None:
    pseudonym = filled.erase("Zacharias").pseudonym
    with pytest.raises(ArchiveError, match="that name was erased"):
        filled.rename("Ben", "ZACHARIAS")
    filled.rename(pseudonym, "Ghost")
    assert filled.erase("Ghost").pseudonym == pseudonym
    assert filled.find(Filters(players=["Ghost"])).total == 0
    filled.rebuild()
    assert filled.find(Filters(players=[pseudonym])).total == 4
    filled.alias(pseudonym, "Ben")
    assert filled.erase("Ben").pseudonym == pseudonym
    filled.rebuild()
    assert filled.query("SELECT name FROM player WHERE name = 'Ben'") == []


@pytest.mark.campaign
def test_what_still_speaks_of_the_name_is_counted(filled: Archive) -> None:
    log = Path(filled.path).parent / "logs" / "Zacharias.jsonl"
    log.write_bytes(b"")
    filled.index([log])
    assert filled.erase("Zacharias").mentions == 9
    assert filled.find(Filters(text="zacharias is lucky")).total == 3


def test_records_and_exports_have_the_pseudonym_though_the_logs_have_the_name(
    filled: Archive, tmp_path: Path
) -> None:
    pseudonym = filled.erase("Zacharias").pseudonym
    (hit, *_) = filled.find(Filters(players=[pseudonym])).hits
    assert filled.record(hit.record).seats[0] == pseudonym
    assert filled.export(tmp_path / "out.jsonl").written == 13
    seats = {seat for reading in read(tmp_path / "out.jsonl") if reading.record
             for seat in reading.record.seats}  # fmt: skip
    assert pseudonym in seats
    assert not seats & {"Zacharias", "ＺＡＣＨＡＲＩＡＳ", "zed"}
    assert list(filled.verify()) == []


def test_a_name_that_comes_in_again_is_still_erased(
    filled: Archive, write: Write, played: list[Record]
) -> None:
    pseudonym = filled.erase("Zacharias").pseudonym
    filled.index([write("new.jsonl", [named(played[20], "Ben", "ZACHARIAS", "Zed")])])
    write("logs/a.jsonl", [named(played[3], "Zacharias", "Ben", "Cho")])
    filled.index([Path(filled.path).parent / "logs"])
    filled.rebuild()
    assert filled.query("FROM player WHERE folded IN ('zacharias', 'zed')") == []
    (hit,) = filled.find(Filters(source=str(Path(filled.path).parent / "new.jsonl"))).hits
    assert hit.players == ["Ben", pseudonym, pseudonym]
    again = filled.erase("zed")
    assert (again.pseudonym, again.matches) == (pseudonym, 5)


def test_logs_are_rewritten_only_where_they_have_the_name(
    filled: Archive, contents: Contents, tmp_path: Path
) -> None:
    logs = tmp_path / "logs"
    before = {path.name: path.read_bytes() for path in logs.iterdir()}
    records = {path.name: [reading.record for reading in read(path)] for path in logs.iterdir()}
    mode = (logs / "a.jsonl").stat().st_mode
    erased, changed = filled.erase_everywhere("Zacharias")
    pseudonym = erased.pseudonym
    assert [Path(path).name for path in changed] == ["a.jsonl", "b.kifu.gz", "c.jsonl", "d.kifu"]
    assert (logs / "e.jsonl.zst").read_bytes() == before["e.jsonl.zst"]
    assert (logs / "a.jsonl").stat().st_mode == mode
    assert (logs / "a.jsonl").read_bytes().startswith(before["a.jsonl"].split(b"\n")[0])
    with database.reading(filled.path) as connection:
        known = erasure(connection)
    for path in logs.iterdir():
        expected = [record and concealed(record, known) for record in records[path.name]]
        assert [reading.record for reading in read(path)] == expected
    assert list(filled.verify()) == []
    assert filled.find(Filters(players=[pseudonym])).total == 4
    assert filled.erase_everywhere(pseudonym)[1] == []
    assert not [path for path in logs.iterdir() if path.name.startswith(".")]


def test_a_log_that_is_written_meanwhile_is_left_alone_and_its_link_follows_it(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = erasing._enter

    def appended(*given: Any) -> None:
        enter(*given)
        with log.open("ab") as file:
            file.write(encode_json(replace(played[1], seats=["Zacharias", "B", "C"])) + b"\n")

    log = write("log.jsonl", [replace(played[0], seats=["Zacharias", "Ben", "Cho"])])
    link = log.with_name("link.jsonl")
    link.symlink_to(log)
    archive.index([link, log])
    said: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(erasing, "_enter", appended)
        assert archive.erase_everywhere("Zacharias", said.append)[1] == []
    assert said[0] == f"{link} was not rewritten: it is being written; run this again"
    assert log.read_bytes().count(b"Zacharias") == 3 and archive.find().total == 2
    assert archive.erase_everywhere("Zacharias")[1] == [str(link)]
    assert b"acharias" not in log.read_bytes()
    assert not [*archive.verify()] and archive.find().total == 2


@pytest.mark.campaign
def test_a_live_log_stays_one(archive: Archive, tmp_path: Path, played: list[Record]) -> None:
    head = replace(
        played[0], seats=["Zacharias", "Ben", "Cho"], live=1, moves="", end="", result=None,
        extra={"server": "Zacharias"}
    )  # fmt: skip
    words = plies(played[0].moves)
    events = b"".join(msgspec.json.encode({"m": word}) + b"\n" for word in words[:6])
    said = b'{"text":"[%%by %s]"}\n'
    path = tmp_path / "live.jsonl"
    path.write_bytes(encode_json(head) + b"\n" + said % b"Zacharias" + events)
    archive.index([path])
    erased, changed = archive.erase_everywhere("Zacharias")
    pseudonym = erased.pseudonym
    assert changed == [str(path)]
    assert path.read_bytes().endswith(said % pseudonym.encode() + events)
    assert b"Zacharias" not in path.read_bytes()
    (reading,) = read(path)
    assert reading.record is not None
    assert (reading.form, reading.record.seats[0]) == ("live", pseudonym)
    with open(path, "ab") as file:
        file.write(msgspec.json.encode({"m": words[6]}) + b"\n")
    archive.index([path])
    (hit,) = archive.find().hits
    assert (hit.plies, hit.players[0]) == (7, pseudonym)


def test_a_name_in_what_a_live_log_has_taken_back_is_erased(
    archive: Archive, tmp_path: Path, write: Write, played: list[Record]
) -> None:
    known = write("known.kifu", [named(played[0], "Zacharias", "Ben", "Cho")])
    head = replace(played[1], live=1, moves="", end="=", result=None, notes=[])
    path = tmp_path / "live.jsonl"
    said = b'{"m":"1"}\n{"text":"[%by Zacharias]"}\n{"undo":1}\n'
    path.write_bytes(encode_json(head) + b"\n" + said)
    archive.index([known, path])
    assert str(path) in archive.erase_everywhere("Zacharias")[1]
    assert b"Zacharias" not in path.read_bytes() and b'"end":"="' in path.read_bytes()


@pytest.mark.campaign
def test_a_record_with_errors_keeps_the_name_and_is_said(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    good = named(played[0], "Zacharias", "Ben", "Cho")
    path = write("a.kifu", [good, played[1]])
    text = path.read_text("utf-8")
    broken = text.replace("[Rules", "[Rulers")
    path.write_text(text + "\n" + broken)
    archive.index([path])
    said: list[str] = []
    assert archive.erase_everywhere("Zacharias", said.append)[1] == [str(path)]
    assert said == [f"{path}: record 3 has errors and still contains the name; repair it first"]
    assert path.read_text("utf-8").endswith(broken)
    os.unlink(path)
    said = []
    archive.erase_everywhere("Zacharias", said.append)
    assert said == [f"not rewritten: {path}: it is gone; it may still contain the name"]
    packed = write("b.kifu.gz", [good])
    archive.index([packed])
    packed.write_bytes(packed.read_bytes()[:-9])
    said = []
    archive.erase_everywhere("Zacharias", said.append)
    assert (
        f"not rewritten: {packed}: it has changed since it was indexed; it may still contain "
        "the name"
    ) in said


@pytest.mark.campaign
def test_no_message_of_the_quarantine_brings_the_name_back(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    record = replace(played[0], seats=["Zachōtsu", "Ben", "Cho"])
    path = write("a.kifu", [record])
    text = path.read_text("utf-8")
    path.write_text(text + "\n" + text.replace("[Seed", '[Winner "zachōtsu"]\n[Seed'))
    archive.index([path])
    (bad,) = archive.quarantine()
    assert "'zachōtsu' is not a whole number" in bad["message"]
    pseudonym = archive.erase("Zachōtsu").pseudonym
    for again in (archive.retry, archive.rebuild, lambda: archive.erase_everywhere(pseudonym)):
        (bad,) = archive.quarantine()
        assert bad["message"] == "it names a player who was erased; see kifu check"
        again()
    assert b"Zach" not in bytes_of(archive.path)


def test_a_name_in_unknown_fields_and_commands_is_erased_and_within_a_text_stays(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    """A field of another program's, and a command that kifu does not know."""
    record = replace(
        played[0],
        seats=["Zacharias", "Ben", "Cho"],
        notes=[Note(at=1, text="[%mark zacharias] ok"), Note(at=1, text="[%mark r1 Zacharias]")],
        extra={"by": "Zacharias", "elo": {"Zacharias": 1500}, "said": ["hi", "Zacharias: hi"]},
    )
    elsewhere = replace(played[1], extra={"umpire": "Zacharias"})
    log, other = write("a.kifu", [record, played[2]]), write("b.jsonl", [elsewhere])
    archive.index([log, other])
    erased, changed = archive.erase_everywhere("Zacharias")
    assert changed == [str(log), str(other)]
    (reading, _) = read(log)
    found = reading.record
    assert found is not None
    name = erased.pseudonym
    assert found.extra == {"by": name, "elo": {name: 1500}, "said": ["hi", "Zacharias: hi"]}
    assert [note.text for note in found.notes] == [f"[%mark {name}] ok", "[%mark r1 Zacharias]"]
    assert b"acharias" not in other.read_bytes()


@pytest.mark.parametrize("killed_at", ["_enter", "index"])
def test_whoever_writes_next_ends_what_was_begun_in_logs(
    filled: Archive, monkeypatch: pytest.MonkeyPatch, killed_at: str
) -> None:
    """Just before a log is replaced, and behind that. No log is blamed for it."""
    real = getattr(erasing, killed_at)

    def killed(*given: Any) -> None:
        if killed_at == "_enter":
            real(*given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(erasing, killed_at, killed)
        filled.erase_everywhere("Zacharias")
    with pytest.raises(ArchiveError, match="an erasure was cut short while it rewrote logs"):
        list(filled.verify())
    filled.rebuild()
    assert not [*filled.verify()]
    assert filled.erase_everywhere("Zacharias")[0].mentions > 0
