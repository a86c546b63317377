"""What goes into an archive, what does not, and that indexing again changes nothing."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.log import encode_json
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import Chance
from kifu.replay.match import replay
from kifu.store import Archive, ArchiveError, Filters, paths
from kifu.store.index import ingest, planning
from kifu.store.index.course import PLAIN
from kifu.store.index.ingest import Piece
from kifu.store.index.planning import ReadTask
from kifu.store.index.watching import watch
from kifu.store.paths import Fingerprint, fingerprint

from .conftest import Contents, Write, counts, stopped


def annotated(record: Record, *notes: Note) -> Record:
    return replace(record, notes=list(notes))


def live_lines(record: Record, moves: int) -> bytes:
    """The first lines of the match as a live log."""
    head = replace(record, live=1, moves="", end="", result=None)
    words = [word for word in record.moves.split() if word[-1] != "." and word[0] != "#"]
    events = [msgspec.json.encode({"m": word}) for word in words[:moves]]
    return b"".join(line + b"\n" for line in [encode_json(head), *events])


def test_a_second_run_adds_nothing_and_reads_nothing(
    archive: Archive,
    write: Write,
    played: list[Record],
    contents: Contents,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = write("a.kifu", played)
    assert counts(archive.index([path])) == (30, 0, 0, 0)
    before = contents(archive)
    monkeypatch.setattr(ingest, "pieces", lambda *task: pytest.fail("an unchanged file was read"))
    again = archive.index([path, path.parent])
    assert (again.sources, again.unchanged, again.records) == (1, 1, 0)
    assert contents(archive) == before


@pytest.mark.matrix
@pytest.mark.parametrize(
    "name",
    [
        "a.kifu", "a.jsonl.gz",
        *(pytest.param(name, marks=pytest.mark.campaign) for name in ("a.jsonl", "a.kifu.zst")),
    ],
)  # fmt: skip
def test_a_file_that_grew_is_read_on_and_says_so(
    archive: Archive,
    write: Write,
    played: list[Record],
    contents: Contents,
    name: str,
    tmp_path: Path,
) -> None:
    part = write(name, played[:5]).read_bytes()
    archive.index([tmp_path])
    more = write(name, played[5:12]).read_bytes()
    (tmp_path / name).write_bytes(part + more)
    said: list[str] = []
    report = archive.index([tmp_path], said.append)
    assert counts(report) == (7, 0, 1, 0)
    assert said == [f"{tmp_path / name} has grown: reading on from record 5"]
    undisturbed = Archive(tmp_path / "other.duckdb")
    undisturbed.index([tmp_path])
    grown, fresh = contents(archive), contents(undisturbed)
    assert grown == fresh
    assert archive.record(archive.find().hits[-1].id) in played


def test_a_file_that_changed_replaces_its_rows_and_says_so(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", played[:10])
    archive.index([path])
    write("a.jsonl", [*played[3:10], played[20]])
    said: list[str] = []
    report = archive.index([path], said.append)
    assert counts(report) == (1, 0, 7, 0)
    assert said == [f"{path} has changed: reading it again and replacing its records"]
    rows = archive.query("SELECT match, number FROM records ORDER BY number")
    assert [row["number"] for row in rows] == list(range(1, 9))
    assert archive.find().total == 8
    assert archive.query("SELECT count(*) AS n FROM source") == [{"n": 1}]
    kept = {record.moves for record in (*played[3:10], played[20])}
    assert {archive.record(hit.id).moves for hit in archive.find().hits} == kept


@pytest.mark.campaign
def test_players_and_variants_of_replaced_records_are_forgotten(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    other = Record(game="chronicle", rules=0, options={"deck": "old"}, seats=["Dan"], end="=")
    path = write("a.jsonl", [played[0], other])
    assert archive.index([path]).new == 2
    assert archive.query("FROM setting WHERE value = 'old'")
    write("a.jsonl", [played[0]])
    archive.index([path])
    players = archive.query("SELECT person AS player FROM players ORDER BY person")
    assert [row["player"] for row in players] == ["Aki", "Ben", "千恵"]
    assert [row["game"] for row in archive.query("FROM variant")] == ["nimmt"]
    assert archive.query("SELECT count(*) AS n FROM setting WHERE value = 'old'") == [{"n": 0}]


def test_the_same_match_in_every_form_is_one_game_with_every_place(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    names = ["a.kifu", "b.jsonl", "c.kifu.gz", "d.jsonl.zst"]
    paths = [write(name, played[:4]) for name in names]
    assert counts(archive.index(paths)) == (4, 12, 0, 0)
    assert archive.find().total == 4
    places = archive.query("SELECT match, record, path, number FROM records")
    assert len(places) == 16
    assert {row["path"] for row in places} == set(names)
    assert len({row["record"] for row in places}) == 4


def test_a_match_that_comes_twice_in_one_log_is_a_duplicate_in_any_commit(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        path = write(f"{number}.jsonl", [*played[:number], played[0]])
        assert counts(archive.index([path])) == (1, number, 0, 0)
        monkeypatch.setattr(ingest, "SIZE", 1)
        monkeypatch.setattr(ingest, "RECORDS", 1)


def test_a_duplicate_outlives_the_file_it_was_first_found_in(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    first, second = write("a.jsonl", played[:2]), write("b.kifu", played[:2])
    archive.index([first, second])
    first.write_bytes(b"")
    archive.index([first])
    hits = archive.find().hits
    assert {hit.path for hit in hits} == {str(second)}
    assert archive.record(hits[0].id).seats == hits[0].players


def test_annotations_make_another_record_of_the_same_match(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    noted = annotated(played[0], Note(at=1, glyph="??"), Note(at=2, text="a pity"))
    paths = [write("a.jsonl", played[:1]), write("b.jsonl", [noted])]
    assert counts(archive.index(paths)) == (1, 1, 0, 0)
    assert len(archive.query("SELECT DISTINCT record FROM records")) == 2
    (game,) = archive.query("SELECT * FROM games")
    assert game["notes"] == 2
    assert archive.record(game["match"]).notes == noted.notes
    plain = archive.query("SELECT record FROM records WHERE NOT main")
    assert archive.record(plain[0]["record"]).notes == []


def test_the_order_of_indexing_does_not_matter(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    noted = annotated(played[0], Note(at=1, text="well"))
    paths = [write("a.jsonl", played[:3]), write("b.jsonl", [noted]), write("c.kifu", played[:2])]
    games = []
    for number, order in enumerate((paths, paths[::-1])):
        archive = Archive(tmp_path / f"{number}.duckdb")
        for path in order:
            archive.index([path])
        games.append((archive.query("FROM games ORDER BY match"), archive.find()))
    assert games[0] == games[1]


def test_marks_actors_checkpoints_and_defaults_do_not_make_another_match(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    record = played[0]
    first, second, third, *rest = [
        word for word in record.moves.split() if word[-1] != "." and word[0] != "#"
    ]
    bare = replace(record, moves=" ".join([first, second, third, *rest]))
    shuffled = replace(record, moves=" ".join([f"3:{third}", f"1:{first}", f"2:{second}", *rest]))
    check = Note(at=1, check=replay(shuffled).position(1).digest()[:8])
    same = [
        record, bare, shuffled, annotated(shuffled, check),
        replace(record, options={"target": "66", "rounds": "1"}),
    ]  # fmt: skip
    paths = [write(f"{number}.kifu", [each]) for number, each in enumerate(same)]
    assert counts(archive.index(paths)) == (1, 4, 0, 0)
    for options in ([("target", "66")], [("rounds", "1"), ("deck", "standard")]):
        assert archive.find(Filters(options=options)).total == 1
    assert archive.find(Filters(options=[("target", "50")])).total == 0


def test_the_same_deal_has_the_same_id_from_a_seed_and_written_out(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    record = played[0]
    deck = [str(card) for card in range(1, 105)]
    cards = Chance(record.seed).shuffle("deal/1", deck, need=34) or []
    outcome = [("deal/1", " ".join(map(str, cards)))]
    written = replace(record, seed=None, chance=outcome)
    dealt = [("starter", "1"), ("deal/1", "_*100")]
    unknown = Record(game="yuhodo", rules=1, seats=["A", "B"], chance=dealt, end="*")
    archive.index([write("a.jsonl", [record]), write("b.jsonl", [written, played[1], unknown])])
    deals = archive.query("SELECT count(deal) AS known, count(DISTINCT deal) AS deals FROM record")
    assert archive.find().total == 3
    assert deals == [{"known": 3, "deals": 2}]


def test_an_unfinished_match_is_known_by_its_source_until_it_is_finished(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", [stopped(played[0], 9)])
    archive.index([path])
    (early,) = archive.find().hits
    write("a.jsonl", [stopped(played[0], 12)])
    archive.index([path])
    (later,) = archive.find().hits
    assert (early.finished, later.finished) == (False, False)
    assert early.id == later.id
    assert early.plies < later.plies
    write("a.jsonl", [played[0]])
    archive.index([path, write("b.jsonl", [played[0]])])
    (final,) = archive.find().hits
    assert final.finished
    assert final.id != later.id


def test_a_live_log_is_one_match_while_it_grows_even_in_the_middle_of_a_line(
    archive: Archive, played: list[Record], tmp_path: Path
) -> None:
    path = tmp_path / "live.jsonl"
    for moves, torn in ((0, b""), (4, b'{"m":"1'), (9, b""), (400, b'{"end":"="}\n')):
        path.write_bytes(live_lines(played[0], moves) + torn)
        assert archive.index([path]).quarantined == 0
        (hit,) = archive.find().hits
        assert hit.plies == min(moves, hit.plies)
    assert hit.finished
    assert hit.scores == played[0].result


def test_bad_records_go_to_quarantine_with_their_place_and_the_good_ones_go_in(
    archive: Archive, played: list[Record], tmp_path: Path
) -> None:
    good = encode_json(played[0])
    illegal = encode_json(
        replace(played[1], moves="#1 1. " + " ".join(["104"] * 2), end="*", result=None)
    )
    unknown = encode_json(replace(played[2], game="nimt"))
    wrong = encode_json(replace(played[3], result=[0, 0, 0]))
    lines = [good, b"rubbish", illegal, unknown, wrong, encode_json(played[4])]
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert counts(archive.index([path])) == (2, 0, 0, 4)
    rows = archive.query("SELECT * FROM bad_records ORDER BY number")
    assert [row["number"] for row in rows] == [2, 3, 4, 5]
    assert [row["line"] for row in rows] == [2, 3, 4, 5]
    assert [row["code"] for row in rows] == ["KF201", "KF406", "KF401", "KF411"]
    offsets = [sum(len(line) + 1 for line in lines[:n]) for n in (1, 2, 3, 4)]
    assert [row["offset"] for row in rows] == offsets
    assert {row["path"] for row in rows} == {"a.jsonl"}
    assert all(row["message"] and row["errors"] >= 1 for row in rows)
    assert rows[1]["bad_ply"] in (1, 2)


def test_a_mended_record_leaves_the_quarantine(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", [played[0], replace(played[1], result=[1, 2, 3])])
    assert counts(archive.index([path])) == (1, 0, 0, 1)
    write("a.jsonl", played[:2])
    assert counts(archive.index([path])) == (1, 0, 1, 0)
    assert archive.query("FROM bad_records") == []


def test_warnings_and_broken_variations_keep_no_record_out(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    broken = annotated(played[0], Note(at=1, line=Line(moves="200")))
    unused = replace(played[1], chance=[("deal/9", "1 2 3")])
    path = write("a.jsonl", [broken, unused])
    assert counts(archive.index([path])) == (2, 0, 0, 0)
    warnings = archive.query("SELECT warnings FROM records ORDER BY number")
    assert all(row["warnings"] >= 1 for row in warnings)


def test_a_damaged_compressed_file_keeps_what_was_readable(
    archive: Archive, played: list[Record], tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl.gz"
    packed = gzip.compress(b"".join(encode_json(record) + b"\n" for record in played))
    path.write_bytes(packed[: len(packed) // 2])
    report = archive.index([path])
    assert 0 < report.new < len(played)
    assert "KF001" in {row["code"] for row in archive.query("FROM bad_records")}


def test_an_archive_moves_together_with_the_logs_in_its_folder(
    played: list[Record], write: Write, tmp_path: Path
) -> None:
    inside, outside = write("here/logs/a.kifu", played[:2]), write("there/b.kifu", played[2:4])
    archive = Archive(tmp_path / "here" / "games.duckdb")
    archive.index([inside, outside])
    sources = archive.query("SELECT path FROM sources ORDER BY path")
    assert {row["path"] for row in sources} == {"logs/a.kifu", str(outside)}
    shutil.move(tmp_path / "here", tmp_path / "moved")
    moved = Archive(tmp_path / "moved" / "games.duckdb")
    assert {archive_hit.path for archive_hit in moved.find().hits} == {
        str(tmp_path / "moved" / "logs" / "a.kifu"),
        str(outside),
    }
    for hit in moved.find().hits:
        assert moved.record(hit.id).seats == hit.players
    assert moved.index([tmp_path / "moved"]).unchanged == 1


def test_the_same_file_under_two_spellings_is_one_source(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("logs/a.kifu", played[:2])
    monkeypatch.chdir(path.parent)
    report = archive.index([path, "a.kifu", ".", os.path.join("..", "logs", "a.kifu")])
    assert (report.sources, report.new) == (1, 2)


def test_a_pattern_names_what_is_like_it(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    write("logs/2026/a.kifu", played[:1])
    write("logs/b.jsonl", played[1:2])
    write("logs/c[1].jsonl", played[2:3])
    logs = tmp_path / "logs"
    assert archive.index([logs / "**" / "*.kifu", logs / "[ab].*"]).sources == 2
    assert archive.index([logs / "c[1].jsonl"]).new == 1
    with pytest.raises(FileNotFoundError, match="no file or folder matches"):
        archive.index([logs / "*.gz"])


def test_folders_are_searched_for_known_names_only(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    write("logs/2026/a.kifu", played[:1])
    write("logs/b.jsonl.zst", played[1:2])
    write("logs/.hidden/c.kifu", played[2:3])
    (tmp_path / "logs" / "notes.txt").write_text("nothing")
    assert archive.index([tmp_path / "logs"]).sources == 2


def test_nothing_is_indexed_where_a_path_can_not_be_a_source(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    path = write("a.kifu", played[:1])
    (tmp_path / "notes.txt").write_text("nothing")
    for wrong in ("-", tmp_path / "notes.txt", os.devnull):
        with pytest.raises(UsageError):
            archive.index([path, wrong])
    with pytest.raises(FileNotFoundError):
        archive.index([path, tmp_path / "missing.kifu"])
    assert not os.path.exists(archive.path)


def test_progress_adds_up_to_the_bytes_of_the_sources(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingest, "RECORDS", 4)
    paths = [write(name, played) for name in ("a.jsonl", "b.kifu.gz", "c.jsonl.zst")]
    steps: list[int] = []
    for _ in range(2):
        steps.clear()
        archive.index(paths, advance=lambda done, _of: steps.append(done))
        assert steps[-1] == sum(path.stat().st_size for path in paths)
        assert steps == sorted(steps)


def test_a_record_whose_source_changed_or_went_is_not_given_out(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", played[:2])
    archive.index([path])
    (hit,) = (hit for hit in archive.find().hits if hit.number == 1)
    assert archive.record(hit.id) == played[0]
    path.write_bytes(path.read_bytes().replace(b"2026", b"2025"))
    with pytest.raises(ArchiveError, match="has changed since it was indexed"):
        archive.record(hit.id)
    path.unlink()
    with pytest.raises(ArchiveError, match="No such file"):
        archive.record(hit.id)


def test_scores_places_and_winners_of_each_seat(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    archive.index([write("a.jsonl", played[:1])])
    (game,) = archive.query("FROM games")
    seats = archive.query("FROM seats ORDER BY seat")
    scores = played[0].result or []
    assert game["scores"] == [row["score"] for row in seats] == scores
    assert game["winners"] == [row["seat"] for row in seats if row["won"]]
    assert [row["place"] for row in seats] == [
        1 + sum(other > score for other in scores) for score in scores
    ]
    assert (game["rounds"], game["turns"], game["finished"]) == (1, 10, True)
    assert [row["player"] for row in seats] == played[0].seats


def test_a_chronicle_goes_in_with_what_it_says_itself(
    archive: Archive, write: Write, tmp_path: Path
) -> None:
    def chronicle(sentence: str) -> Record:
        return Record(
            game="chronicle", rules=0, seats=["Aki", "Ben"], result=[3, 7], winner=[2],
            moves="1:e 2:e", notes=[Note(at=1, text=sentence)], end="=",
        )  # fmt: skip

    first, second = chronicle("Aki begins."), chronicle("Aki waits.")
    archive.index([write("a.jsonl", [first, second]), write("b.jsonl", [first])])
    hits = archive.find(Filters(game="chronicle", winner="Ben", text="begins")).hits
    assert [(hit.scores, hit.turns, hit.plies) for hit in hits] == [([3, 7], None, 2)]
    assert archive.find().total == 2


@pytest.mark.matrix
@pytest.mark.parametrize("at", [2**31, 2**63 - 1, 2**63, 10**30])
def test_a_note_at_a_ply_that_no_archive_can_hold_sends_its_record_to_quarantine(
    archive: Archive, write: Write, played: list[Record], at: int
) -> None:
    far = Note(at=at, text="far behind")
    inside = Note(at=3, line=Line(moves="1", notes=[far]))
    records = [annotated(played[0], far), annotated(played[1], inside), played[2]]
    lines = b"".join(encode_json(record) + b"\n" for record in records)
    path = write("a.jsonl", [])
    path.write_bytes(lines)
    assert counts(archive.index([path])) == (1, 0, 0, 2)
    bad = archive.query("SELECT number, code, bad_ply AS ply FROM bad_records ORDER BY number")
    assert bad == [
        {"number": 1, "code": "KF305", "ply": None},
        {"number": 2, "code": "KF305", "ply": 3},
    ]


def test_what_in_a_folder_can_not_be_read_is_named_and_the_rest_goes_in(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    write("logs/a.kifu", played[:2])
    os.mkfifo(tmp_path / "logs" / "pipe.kifu")
    (tmp_path / "logs" / "zero.kifu").symlink_to("/dev/zero")
    (tmp_path / "logs" / "link.kifu").symlink_to("nowhere.kifu")
    shutil.copy(tmp_path / "logs" / "a.kifu", tmp_path / "logs" / "\udcff.kifu")
    said: list[str] = []
    report = archive.index([tmp_path / "logs"], said.append)
    assert (report.new, report.sources, len(report.failed)) == (2, 2, 4)
    for name in ("pipe", "zero"):
        assert f"left out: {tmp_path}/logs/{name}.kifu: it is not a file" in said
    assert any("link.kifu can't be read" in line for line in said)
    assert any("not UTF-8" in line for line in said)
    with pytest.raises(UsageError, match="not UTF-8"):
        archive.index([tmp_path / "logs" / "\udcff.kifu"])


def test_a_watch_goes_on_where_its_folder_goes_and_a_pipe_comes(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    log = write("logs/a.jsonl", played[:1])
    folder, away = log.parent, log.parents[1] / "away"

    def replaced() -> None:
        log.unlink()
        os.mkfifo(log)

    steps: list[Callable[[], object]] = [
        replaced, partial(folder.rename, away), partial(away.rename, folder),
        partial(write, "logs/b.jsonl", played[1:2]), list,
    ]  # fmt: skip
    stop: Any = SimpleNamespace(is_set=lambda: not steps, wait=lambda _: steps.pop(0)())
    said: list[str] = []
    watch(archive, str(folder), PLAIN, said.append, ingest.unsaid, stop=stop)
    assert said == [
        f"left out: {log}: it is not a file",
        f"{folder} is gone; its records stay, and kifu waits until it is there again",
    ]
    assert archive.find().total == 2


def test_every_character_that_a_record_may_have_goes_in_as_it_is(
    archive: Archive,
    tmp_path: Path,
    played: list[Record],
    contents: Contents,
) -> None:
    odd = ["\n\x1f", "\x01, 'x'", "竜 =\x1e"]
    named = replace(played[0], seats=odd, tags=[("Event", ""), ("Site", "\x1f\n")])
    bare = replace(played[1], tags=[])
    blank = replace(played[2], tags=[("Event", "=\t"), ("Note", "")])
    nul = replace(played[3], tags=[("Event", "a\0b")])
    log = tmp_path / "odd.jsonl"
    log.write_bytes(b"".join(encode_json(each) + b"\n" for each in (named, nul, bare, blank)))
    assert counts(archive.index([log])) == (3, 0, 0, 1)
    query = "SELECT players, event, site FROM games JOIN records USING (match) ORDER BY number"
    assert [tuple(row.values()) for row in archive.query(query)] == [
        (odd, "", "\x1f\n"),
        (bare.seats, None, None),
        (blank.seats, "=\t", None),
    ]
    persons = {row["player"] for row in archive.query("SELECT DISTINCT player FROM seats")}
    assert persons == {*odd, *bare.seats, *blank.seats}
    found = archive.query("SELECT name, content FROM tags JOIN records USING (record) ORDER BY ALL")
    assert [tuple(row.values()) for row in found] == [
        ("Event", ""),
        ("Event", "=\t"),
        ("Note", ""),
        ("Site", "\x1f\n"),
    ]
    before = contents(archive)
    assert counts(archive.index([log])) == (0, 0, 0, 0)
    assert contents(archive) == before


def test_a_log_that_has_not_changed_is_not_read(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its size, time and inode; not while it may be written again at the same time."""
    log = write("a.jsonl", played[:2])
    content = log.read_bytes()
    archive.index([log])
    log.write_bytes(content.replace(b"Aki", b"Aky"))
    assert archive.index([log]).again == 2
    log.write_bytes(content)
    os.utime(log, (1_000_000_000, 1_000_000_000))
    read: list[object] = []

    def noted(*given: object) -> object:
        read.append(given)
        return fingerprint(*given)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(planning, "fingerprint", noted)
    for times in (1, 1, 1):
        archive.index([log])
        assert len(read) == times
    os.utime(log, (1_000_000_001, 1_000_000_001))
    assert archive.index([log]).unchanged == 1 and len(read) == 2
    assert archive.index([log]).unchanged == 1 and len(read) == 2
    shutil.copy2(log, f"{log}.new")
    os.replace(f"{log}.new", log)
    assert archive.index([log]).unchanged == 1 and len(read) == 3


def test_of_a_log_that_grows_only_the_rest_is_hashed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as its first bytes end as they did; a change is seen at once otherwise."""
    monkeypatch.setattr(paths, "BLOCK", 100)
    log = tmp_path / "a.jsonl"
    for size in (300, 310):
        log.write_bytes(b"x" * size)
        known = fingerprint(log)

        def is_same(content: bytes, chain: str, known: Fingerprint = known) -> bool:
            log.write_bytes(content)
            return fingerprint(log, known.size, chain).prefix == known.digest

        more = b"x" * size + b"more" * 50
        assert is_same(more, known.chain) and is_same(more, "")
        assert fingerprint(log, size, known.chain).digest == fingerprint(log).digest
        changed = b"y" + more[1:]  # which only all bytes tell
        assert is_same(changed, known.chain) and not is_same(changed, "")
    assert not is_same(b"x" * 309 + b"ymore", known.chain)
    assert fingerprint(log, 10_000).prefix is None


def test_a_log_that_is_empty_for_a_moment_is_read_by_the_next_run(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = write("a.jsonl", played[:2])
    data, read_log = log.read_bytes(), ingest.pieces

    def emptied(task: ReadTask) -> Iterator[Piece]:
        log.write_bytes(b"")
        yield from read_log(task)
        log.write_bytes(data)

    with monkeypatch.context() as patch:
        patch.setattr(ingest, "pieces", emptied)
        assert archive.index([log]).new == 0
    assert archive.index([log]).new == archive.find().total == 2


def test_the_later_matches_of_a_changed_log_stay_while_it_is_read_again(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = write("a.jsonl", played[:4])
    archive.index([log])
    write("a.jsonl", [played[4], *played[1:3]])

    def stop(*_progress: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(ingest, "SIZE", 1)
        archive.index([log], advance=stop)
    assert archive.find().total == 4
    archive.index([log])
    assert archive.find().total == 3 and not [*archive.verify()]
