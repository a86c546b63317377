"""Data sets: every table says what the archive says, and no name is left in any file."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from tests.replay.fake_engine import judged

from kifu.cli import main
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import loads
from kifu.notation.record import Line, Note, Record
from kifu.replay.judgements.written import write as write_analysis
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, Filters
from kifu.store.dataset import writing
from kifu.store.identity import record_id

from .conftest import shared, written

TABLES = ("matches", "seats", "moves", "decisions", "records")
#: Names that no word of kifu's has a part of.
NAMES = ["Zoltanka", "Ｑｕｅｎｂｙ", "千恵蔵", "Vera Xylander", "Ægidius", "J. Öztürk"]
ABSENT, AUTHOR, ANNOTATOR, ERASED = "Wimbrel", "Kjartanne", "Tesselhoff", "Ustinovka"
SECRET = [*NAMES, ABSENT, AUTHOR, ANNOTATOR, ERASED, "zoltanka", "Quenby", "xylander", "öztürk"]


def named(record: Record, number: int) -> Record:
    """A record with names wherever people may write one."""
    seats = [NAMES[number % 6], NAMES[(number + 1) % 6], NAMES[(number + 2) % 6]]
    one, two, three = seats
    inner = [Note(at=0, text=f"{one.upper()} could [%by {AUTHOR}]")]
    notes = [
        Note(at=1, text=f"{one} smiles, as {ABSENT} would [%clk 0:00:41]"),
        Note(at=1, text=f"[%by {AUTHOR}]"),
        Note(at=2, rem=f"{three}s friend ({two})!"),
        Note(at=2, text=f"Ask {ERASED}. [%{two} 1] [%mark {two}]", lang="en"),
        Note(at=2, line=Line(record.moves.split()[3], inner)),
        Note(at=3, text="VERA\nXylander, ﾖｼ"),
    ]
    tags = [
        ("Date", f"2026-{number % 12 + 1:02}-05"), ("Event", f"{ABSENT}'s cup"), ("Site", two),
        ("Annotator", ANNOTATOR), ("Table", f"{one} 4711"), ("Note", f"for {three}"), (";", two),
        ("Termination", f"{two} left"), ("Id", two),
    ]  # fmt: skip
    extra = {"host": {two: [f"by {ABSENT}"]}}
    return replace(
        record, seats=seats, notes=notes, tags=tags, tail=[f"{two}, {ANNOTATOR}"], extra=extra
    )


@pytest.fixture(scope="module")
def logs() -> list[Record]:
    """Thirteen matches, of which two are analysed and one has no names but in its seats."""
    records = list(simulate(game("nimmt"), 13, seats=3, seed="data", options={"rounds": "1"}))
    noted = [named(record, number) for number, record in enumerate(records[:12])]
    for number in (0, 7):
        noted[number] = write_analysis(replay(noted[number]), judged(noted[number]))
    return [*noted, replace(records[12], seats=[ABSENT, ERASED, "Player 1"], tags=[])]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, logs: list[Record]) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    archive = Archive(folder / "games.duckdb")
    archive.index(
        [written(folder, "b.jsonl", logs[:5]), written(folder, "a.jsonl", logs[5:])], moves=True
    )
    archive.alias("J. Öztürk", "Vera Xylander")
    archive.erase(ERASED)
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path) -> Iterator[Archive]:
    yield from shared(shelf)


@pytest.fixture(scope="module")
def made(filled: Archive, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An anonymised data set of all matches, in files of five matches."""
    out = tmp_path_factory.mktemp("sets") / "club"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "TOGETHER", 5)
        done = filled.export(out, licence="CC-BY-4.0")
    assert (done.written, done.lost) == (13, [])
    return out


def rows(folder: Path, table: str, columns: str = "*") -> list[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        return connection.execute(f"SELECT {columns} FROM '{folder}/{table}/*.parquet'").fetchall()


def texts(folder: Path) -> str:
    """All that the files of a data set say: values of tables, and the bytes of every file."""
    values = [repr(rows(folder, table)) for table in TABLES]
    files = [path.read_bytes().decode("utf-8", "replace") for path in folder.rglob("*.*")]
    return "\n".join([*values, *files])


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_no_name_is_left_in_any_file(made: Path) -> None:
    said = texts(made).casefold()
    assert not [name for name in SECRET if name.casefold() in said]
    assert "smiles, as player " in said and "'s cup" in said


def test_a_person_has_one_number_and_a_record_is_the_same_match(
    made: Path, filled: Archive, logs: list[Record]
) -> None:
    by_match = {hit.id: hit.players for hit in filled.find().hits}
    numbers: dict[str, set[str]] = {}
    for match, players, record in rows(made, "matches", "match, players, record"):
        for name, number in zip(by_match[match], players, strict=True):
            numbers.setdefault(name, set()).add(number)
        (log,) = [log for of, _, log in rows(made, "records") if of == match]
        other = loads(log.encode())
        assert record_id(other) == record and other.seats == players
        assert replay(other).findings == []
    assert all(len(number) == 1 for number in numbers.values())
    assert numbers["J. Öztürk"] == numbers["Vera Xylander"]
    assert len(set(map(str, numbers.values()))) == len(numbers) - 1
    moves = {loads(log.encode()).moves for _, _, log in rows(made, "records")}
    assert moves == {record.moves for record in logs}


def test_tables_say_what_the_archive_says(made: Path, filled: Archive) -> None:
    views = {
        "seats": ("match, seat, score, place, won, share", "seats"),
        "moves": ("match, ply, round, turn, seat, move, kind, move_cards, legal, clock", "moves"),
        "decisions": ("match, ply, move, loss, mark, valued, best, ahead, engine", "judgements"),
        "matches": ("match, game, scores, winners, date, date_from, opening, deal", "games"),
    }
    for table, (columns, view) in views.items():
        own = columns.replace("match", "hex_id(match)", 1).replace("deal", "hex_id(deal)")
        asked = filled.query(f"SELECT {own} FROM {view} ORDER BY ALL")
        found = rows(made, table, columns)
        assert sorted(map(str, found)) == sorted(str(tuple(row.values())) for row in asked)
        assert found, table
    assert [sum(1 for _ in (made / table).iterdir()) for table in TABLES] == [3] * 5
    matches = [match for (match,) in rows(made, "matches", "match")]
    order = [matches.index(match) for (match,) in rows(made, "moves", "match")]
    assert order == sorted(order)


def test_checksums_and_card_fit_the_files(made: Path) -> None:
    files = contents(made)
    sums = dict(line.split("  ")[::-1] for line in files.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    front, card = files["README.md"].decode().removeprefix("---\n").split("\n---\n")
    for table in TABLES:
        with duckdb.connect() as connection:
            found = connection.execute(f"DESCRIBE FROM '{made}/{table}/*.parquet'").fetchall()
        assert all(f"| `{name}` | " in card for name, *_ in found)
        assert f": {len(rows(made, table)):,}.\n" in card
        assert f"- config_name: {table}\n  data_files: {table}/*.parquet" in front
    assert "license: cc-by-4.0" in front


def test_the_same_matches_make_the_same_bytes(made: Path, filled: Archive, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "TOGETHER", 5)
        filled.export(tmp_path / "again", licence="CC-BY-4.0")
    assert contents(tmp_path / "again") == contents(made)
    filled.export(tmp_path / "one", licence="MIT")
    for table in TABLES:
        assert rows(tmp_path / "one", table) == rows(made, table)


@pytest.mark.campaign
def test_a_lake_makes_the_same_data_set(shelf: Path, filled: Archive, tmp_path: Path) -> None:
    lake = Archive(tmp_path / "games.lake")
    lake.index([shelf / "a.jsonl", shelf / "b.jsonl"], moves=True)
    lake.alias("J. Öztürk", "Vera Xylander")
    lake.erase(ERASED)
    lake.export(tmp_path / "lake", licence="MIT")
    filled.export(tmp_path / "archive", licence="MIT")
    for table in ("matches", "moves", "decisions"):
        assert rows(tmp_path / "lake", table, "match") == rows(tmp_path / "archive", table, "match")
    assert not [name for name in SECRET if name.casefold() in texts(tmp_path / "lake").casefold()]


@pytest.mark.campaign
def test_a_record_whose_name_can_not_be_taken_out_is_left_out(
    archive: Archive, tmp_path: Path, played: list[Record]
) -> None:
    of = iter([replace(record, seats=["Zoltanka", "r4", "deal"]) for record in played])
    odd = {
        "chance events": replace(one := next(of), chance=[*one.chance, ("more", "Zoltanka")]),
        "tags' names": replace(next(of), tags=[("Zoltanka", "1")]),
        "analysis": replace(
            next(of), tags=[("Analysis", "x 1 worlds=9 sight=all through=4 seed=Zoltanka")]
        ),
        "variations": replace(next(of), notes=[Note(at=1, line=Line("w zoltanka"))]),
        "languages": replace(next(of), notes=[Note(at=1, text="good", lang="zoltanka")]),
    }
    kept = replace(next(of), notes=[Note(at=17, line=Line("r4"))])
    archive.index(written(tmp_path, "a.jsonl", [*odd.values(), kept]))
    done = archive.export(tmp_path / "out", licence="MIT")
    assert {lost.record: lost.why for lost in done.lost} == {
        record_id(record): f"a player's name is in its {what}, which can't change"
        for what, record in odd.items()
    }
    assert done.written == 1 and "zoltanka" not in texts(tmp_path / "out").casefold()


def test_a_data_set_of_nothing_and_one_in_the_way(filled: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out"
    filled.export(out, Filters(date="2030"), licence="CC0-1.0")
    assert rows(out, "matches") == [] and "configs:" not in (out / "README.md").read_text()
    with pytest.raises(UsageError, match="already exists; name a new folder"):
        filled.export(out, licence="MIT", force=True)
    with pytest.raises(KifuError, match="there is no folder"):
        filled.export(tmp_path / "no" / "out", licence="MIT")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_killed_run_leaves_nothing_that_looks_finished(filled: Archive, tmp_path: Path) -> None:
    """In a process of its own: what DuckDB does after a fork is nothing that kifu promises."""
    out = tmp_path / "out [a?]*"  # no pattern
    for stage in ("_put", "_sums"):
        code = (
            "import os, signal, sys\n"
            "from kifu.store import Archive\n"
            "from kifu.store.dataset import writing\n"
            f"stop = writing.{stage}\n"
            "def killed(*given): stop(*given), os.kill(os.getpid(), signal.SIGKILL)\n"
            f"writing.{stage} = killed\n"
            "Archive(sys.argv[1]).export(sys.argv[2], licence='MIT')\n"
        )
        done = subprocess.run([sys.executable, "-c", code, filled.path, str(out)], check=False)
        assert done.returncode == -signal.SIGKILL
        assert not out.exists() and len(list(tmp_path.iterdir())) <= 2
    filled.export(out, licence="MIT")
    assert [*tmp_path.iterdir()] == [out]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dataset", "out"], "--dataset needs --license TEXT, such as CC0-1.0 or CC-BY-4.0"),
        (["--license", "MIT", "-o", "x.kifu"], "--license is for --dataset"),
        ([], "give either -o OUT or --dataset FOLDER"),
        (["--dataset", "out", "-o", "x.kifu"], "give either -o OUT or --dataset FOLDER"),
        (["--dataset", "out", "--license", "\x1b[1m"], "characters, not '\\x1b[1m'"),
    ],
)
def test_a_wrong_call_is_one_sentence(
    filled: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["export", filled.path, *words])
    assert done.exit_code == 2 and said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_what_it_wrote(filled: Archive, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    words = ["export", filled.path, "--dataset", out, "--license", "ODbL-1.0", "--date", "2026-02"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.stderr
    assert f"1 record written to {out}\n" in done.stderr
    assert "license: odbl" in (tmp_path / "out" / "README.md").read_text()
