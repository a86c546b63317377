"""Finding: each filter, all of them together, and nothing that is asked can do harm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Line, Note, Record, plies
from kifu.replay.chance import commit_of
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, ArchiveError, Filters
from kifu.store.fold import folded
from kifu.store.index.entry import OPENING

from .conftest import Write, archive_first, shared, written


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Path:
    """Thirty matches in two files, and their archive; the first three have notes."""
    notes = [
        [Note(at=1, text="ニムト is near [%clk 0:00:41]", lang="ja"), Note(at=2, glyph="$4")],
        [Note(at=1, text="[%clk 0:00:41]"), Note(at=3, rem="checked by Dan")],
        [Note(at=2, line=Line("1", [Note(at=0, text="ｶﾞ or ガ [%by Eri]"), Note(1, "?!")]))],
    ]
    noted = [replace(record, notes=found) for record, found in zip(played, notes, strict=False)]
    folder = tmp_path_factory.mktemp("shelf")
    files = {"a.jsonl": [*noted, *played[3:15]], "b.kifu": played[15:]}
    paths = [written(folder, name, records) for name, records in files.items()]
    Archive(folder / holder).index(paths)
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path, holder: str) -> Iterator[Archive]:
    yield from shared(shelf, holder)


def numbers(archive: Archive, filters: Filters) -> set[tuple[str, int]]:
    found = archive.find(filters)
    assert found.total == len(found.hits)
    return {(Path(hit.path).name, hit.number) for hit in found.hits}


def places(played: list[Record], wanted: Callable[[Record], bool]) -> set[tuple[str, int]]:
    """Where the records that are `wanted` stand in the two files."""
    return {
        ("a.jsonl", n) if n <= 15 else ("b.kifu", n - 15)
        for n, record in enumerate(played, 1)
        if wanted(record)
    }


def scores(record: Record) -> list[int]:
    assert record.result is not None
    return record.result


def seat_of(record: Record, name: str) -> int:
    return record.seats.index(name)


def test_what_is_said_of_a_seat_is_said_of_one_and_the_same(
    filled: Archive, played: list[Record]
) -> None:
    found = numbers(filled, Filters(players=["Ben"], seat=2, score_min=60))
    assert found == places(played, lambda r: r.seats[1] == "Ben" and scores(r)[1] >= 60)
    found = numbers(filled, Filters(players=["Ben"], score_max=40))
    assert found == places(played, lambda r: scores(r)[seat_of(r, "Ben")] <= 40)
    found = numbers(filled, Filters(score_min=60, score_max=61))
    assert found == places(played, lambda r: any(60 <= score <= 61 for score in scores(r)))
    assert found
    assert numbers(filled, Filters(seat=4)) == set()


def test_winner_and_result(filled: Archive, played: list[Record]) -> None:
    found = numbers(filled, Filters(winner="ａｋｉ"))
    assert found == places(played, lambda r: scores(r)[seat_of(r, "Aki")] == max(scores(r)))
    assert numbers(filled, Filters(result=scores(played[7]))) == places(
        played, lambda r: scores(r) == scores(played[7])
    )


@pytest.mark.parametrize(
    ("asked", "months"),
    [
        ("2026", range(1, 13)),
        ("2026-03", [3]),
        ("2026-03-05", [3]),
        ("2026-03-04", []),
        ("2026-03..2026-05", [3, 4, 5]),
        ("2026-03-05..2026-05-04", [3, 4]),
        ("2026-11..", [11, 12]),
        ("..2026-02-28", [1, 2]),
        ("2025", []),
    ],
)
def test_dates(filled: Archive, played: list[Record], asked: str, months: Sequence[int]) -> None:
    found = numbers(filled, Filters(date=asked))
    assert found == places(played, lambda r: int(r.tags[0][1][5:7]) in months)


def test_a_date_in_a_record_may_say_little_or_nothing(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    tags = ["2026", "2026-02", "????", "2026-02-30", "2026-02-11T10:00:00Z", "0000"]
    records = [
        replace(record, tags=[("Date", text)]) for record, text in zip(played, tags, strict=False)
    ]
    archive.index([write("a.kifu", records)])
    dates = [hit.date for hit in archive.find().hits]
    assert dates == ["2026", "2026-02", "2026-02-11T10:00:00Z", "????", "2026-02-30", "0000"]
    assert {hit.number for hit in archive.find(Filters(date="2026")).hits} == {1, 2, 5}
    assert {hit.number for hit in archive.find(Filters(date="2026-02")).hits} == {2, 5}


@pytest.mark.parametrize("asked", ["", "..", "soon", "2026-13", "2027..2026", "2026..soon"])
@archive_first
def test_a_date_that_can_not_be_asked_for_is_refused(filled: Archive, asked: str) -> None:
    with pytest.raises(UsageError):
        filled.find(Filters(date=asked))


def test_text_is_a_part_of_a_comment_folded_and_without_its_commands(filled: Archive) -> None:
    assert numbers(filled, Filters(text="ﾆﾑﾄ IS")) == {("a.jsonl", 1)}
    assert numbers(filled, Filters(text="ガ OR ｶﾞ")) == {("a.jsonl", 3)}
    assert numbers(filled, Filters(text="CHECKED by")) == {("a.jsonl", 2)}
    assert numbers(filled, Filters(text="0:00:41")) == set()
    assert numbers(filled, Filters(text="%")) == set()


def test_glyphs_are_found_as_signs_and_as_numbers_in_variations_too(filled: Archive) -> None:
    for glyph in ("??", "$4"):
        assert numbers(filled, Filters(glyph=glyph)) == {("a.jsonl", 1)}
    assert numbers(filled, Filters(glyph="?!")) == {("a.jsonl", 3)}
    assert numbers(filled, Filters(glyph="?")) == set()


def test_notes_say_their_place_and_their_author(filled: Archive) -> None:
    rows = filled.query(
        "SELECT line_ply AS ply, variation, note AS kind, lang, author, text, glyph FROM notes "
        "ORDER BY ALL"
    )
    assert [tuple(row.values()) for row in rows] == [
        (0, "2.1", "comment", None, "Eri", "ｶﾞ or ガ", None),
        (1, "", "comment", "ja", None, "ニムト is near", None),
        (1, "2.1", "glyph", None, None, None, "?!"),
        (2, "", "glyph", None, None, None, "??"),
        (3, "", "line comment", None, None, "checked by Dan", None),
    ]


def moves_of(record: Record) -> list[str]:
    return plies(record.moves)


def test_each_of_those_present_sits_at_the_table(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    seats = [["Aki", "Ben", "Cho"], ["Aki", "Ben", "Dan"], ["Eri", "Ben", "Dan"]]
    records = [replace(record, seats=names) for record, names in zip(played, seats, strict=False)]
    archive.index([write("a.jsonl", records)])
    assert numbers(archive, Filters(present=["ＢＥＮ", "dan"])) == {("a.jsonl", 2), ("a.jsonl", 3)}
    assert numbers(archive, Filters(players=["Eri", "Cho"], present=["Dan"])) == {("a.jsonl", 3)}
    assert numbers(archive, Filters(present=["Cho", "Dan"])) == set()


def test_turns_lie_within_their_bounds(archive: Archive, write: Write) -> None:
    records = list(simulate(game("nimmt"), 6, seats=2, seed="turns", options={"target": "20"}))
    archive.index([write("a.jsonl", records)])
    turns = {hit.number: hit.turns or 0 for hit in archive.find().hits}
    assert len(set(turns.values())) > 1
    for least, most in ((20, None), (None, 20), (11, 30)):
        wanted = {
            ("a.jsonl", number)
            for number, count in turns.items()
            if (least or 0) <= count <= (most or count)
        }
        assert numbers(archive, Filters(turns_min=least, turns_max=most)) == wanted


def test_tags_by_name_and_by_a_part_of_their_value(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    tags = [
        [("Annotator", "Ｄａｎ Ito"), ("Table", "7")],
        [("Annotator", "Eri"), (";", "Annotator of old"), ("Source", "50% 'x'")],
        [("Termination", "Concession 2")],
        [("Termination", "concession 12")],
        [("Termination", "timeout 2")],
    ]
    records = [replace(record, tags=given) for record, given in zip(played, tags, strict=False)]
    archive.index([write("a.jsonl", records)])

    def found(**asked: Any) -> set[int]:
        return {number for _, number in numbers(archive, Filters(**asked))}

    assert found(tags=[("Annotator", "")]) == {1, 2}
    assert found(tags=[("Annotator", "dan")]) == {1}
    assert found(tags=[("Annotator", ""), ("Table", "7")]) == {1}
    assert found(tags=[("annotator", "")]) == set()
    assert found(tags=[("Source", "50% 'X'")]) == {2}
    assert found(tags=[("Source", "%")]) == {2}
    assert found(tags=[(";", "")]) == set()
    assert found(termination="concession") == {3, 4}
    assert found(termination="CONCESSION 2") == {3}
    assert found(termination="concession 1") == set()
    assert found(termination="timeout") == {5}
    rows = archive.query("SELECT name, content AS value FROM tags WHERE content LIKE 'Con%'")
    assert rows == [{"name": "Termination", "value": "Concession 2"}]


def begins(moves: str, record: Record) -> bool:
    return f"{' '.join(moves_of(record))} ".startswith(f"{moves} ")


def test_moves_are_the_first_ones_whatever_marks_are_between(
    filled: Archive, played: list[Record]
) -> None:
    words = moves_of(played[4])
    for count in (1, 3, OPENING):
        begin = " ".join(words[:count])
        same = places(played, partial(begins, begin))
        assert numbers(filled, Filters(moves=begin)) == same
        assert ("a.jsonl", 5) in same
    marked = " ".join(["#1  1.", *words[:3], "2.", *words[3:5]])
    assert ("a.jsonl", 5) in numbers(filled, Filters(moves=marked))
    shortened = words[0][:-1] or "x"
    assert ("a.jsonl", 5) not in numbers(filled, Filters(moves=f"{words[0]} {shortened}"))
    for moves, message in (
        ("1. #2", "are not moves"),
        (" ".join(words[:25]), "an archive has the first 24"),
    ):
        with pytest.raises(UsageError, match=message):
            filled.find(Filters(moves=moves))
    with pytest.raises(UsageError, match="at least one character"):
        filled.find(Filters(text=""))


def test_moves_are_asked_for_in_game_form_however_the_log_has_them(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    first, second, third, *rest = moves_of(played[0])
    moves = " ".join([f"3:{third}", f"1:{first}", f"2:{second}", *rest])
    archive.index([write("a.jsonl", [replace(played[0], moves=moves)])])
    assert archive.find(Filters(moves=f"{first} {second} {third}")).total == 1
    (row,) = archive.query("SELECT opening FROM games")
    assert row["opening"] == " ".join([first, second, third, *rest][:OPENING])


def test_the_same_deal_is_found_by_match_record_and_deal(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    again = replace(played[0], seats=["Dan", "Eri", "Fay"], end="*", result=None)
    again.moves = " ".join(moves_of(again)[:3])
    promise = commit_of(played[0].seed or "")
    unknown = replace(again, seed=None, commit=promise, moves="")
    archive.index([write("a.jsonl", [played[0], played[1], again, unknown])])
    hits = {hit.number: hit for hit in archive.find().hits}
    (row,) = archive.query("SELECT deal FROM games WHERE record = ?", [hits[1].record])
    for wanted in (
        hits[1].id,
        hits[3].record,
        hits[1].id.upper(),
        str(row["deal"]),
        row["deal"].hex,
        row["deal"],
    ):
        found = archive.find(Filters(same_deal=wanted)).hits
        assert {hit.number for hit in found} == {1, 3}
    with pytest.raises(UsageError, match="an id is"):
        archive.find(Filters(same_deal="' OR 1"))
    with pytest.raises(ArchiveError, match="no record or match 0"):
        archive.find(Filters(same_deal="0" * 32))
    with pytest.raises(ArchiveError, match=r"the deal of record .* is not known"):
        archive.find(Filters(same_deal=hits[4].id))


def test_a_source_is_a_file_a_folder_or_a_pattern_and_is_shown(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [
        write("logs/2025/a.jsonl", played[:2]),
        write("logs/2026/b.jsonl", played[1:4]),
        write("logs [x]/c.jsonl", played[4:5]),
    ]
    archive.index(paths)
    folder = paths[0].parents[2]

    def found(source: str | Path) -> list[tuple[str, int]]:
        hits = archive.find(Filters(source=str(source))).hits
        return sorted((Path(hit.path).name, hit.number) for hit in hits)

    assert found(paths[0]) == [("a.jsonl", 1), ("a.jsonl", 2)]
    assert found(paths[1]) == [("b.jsonl", 1), ("b.jsonl", 2), ("b.jsonl", 3)]
    assert len(found(folder / "logs")) == 4
    assert found(folder / "logs [x]") == [("c.jsonl", 1)]
    assert found(folder / "logs*" / "c.*") == [("c.jsonl", 1)]
    assert found(folder / "log") == []
    assert found("/") == found(folder.parent) == found(folder) == found(folder.parent / "*")
    monkeypatch.chdir(folder / "logs [x]")
    assert len(found("../logs/2026")) == 3
    assert found("c.*")
    assert len(found("..")) == 5
    with pytest.raises(UsageError, match="a source is"):
        found("")


def test_filters_compose(filled: Archive, played: list[Record]) -> None:
    filters = Filters(
        game="nimmt", players=["Aki"], winner="Ben", date="2026-01..2026-06",
        tags=[("Event", "cup")], options=[("rounds", "1")], score_max=66,
    )  # fmt: skip
    assert numbers(filled, filters) == places(
        played,
        lambda r: scores(r)[seat_of(r, "Ben")] == max(scores(r)) and int(r.tags[0][1][5:7]) <= 6,
    )


def test_a_limit_shows_the_first_of_one_order(filled: Archive) -> None:
    whole = filled.find().hits
    order = [(hit.date, hit.path, hit.number) for hit in whole]
    assert order == sorted(order, key=lambda place: tuple(map(str, place[:2])) + place[2:])
    for limit in (0, 7, 40):
        found = filled.find(limit=limit)
        assert (found.hits, found.total) == (whole[:limit], 30)
    with pytest.raises(UsageError, match="a limit of '3': expected a number"):
        filled.find(limit="3")  # type: ignore[arg-type]  # as from a web form


def test_matches_of_one_day_and_undated_ones_are_ordered_by_their_first_place(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    dates = ["2026-01-02", "2026-01-02", "2026-01", None, None, "2025", "2026-01-02"]
    dated = [
        replace(record, tags=[("Date", date)] if date else [])
        for record, date in zip(played, dates, strict=False)
    ]
    copy = replace(dated[1], notes=[Note(at=1, text="a copy with a note")])
    sources = {"z.jsonl": dated[:2], "b.jsonl": dated[2:], "a.jsonl": [dated[3], copy]}
    archive.index([write(name, records) for name, records in sources.items()])
    wanted = [
        ("b.jsonl", 4),  # 2025
        ("b.jsonl", 1),  # January
        ("a.jsonl", 2),  # its record with a note is the main one
        ("b.jsonl", 5),
        ("z.jsonl", 1),
        ("a.jsonl", 1),  # undated, also second in b.jsonl
        ("b.jsonl", 3),
    ]
    for limit in (1, 3, 8):
        hits = archive.find(limit=limit).hits
        assert [(Path(hit.path).name, hit.number) for hit in hits] == wanted[:limit]
    with pytest.raises(UsageError, match="a limit of -1"):
        archive.find(limit=-1)


def test_of_several_records_that_answer_the_one_with_most_notes_is_shown(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    paths = []
    for count in (1, 2, 3):
        notes = [Note(at=n, text="odd" if count < 3 else "even") for n in range(1, count + 1)]
        noted = [replace(record, notes=notes) for record in played[:2]]
        paths.append(write(f"{count}.jsonl", noted))
    archive.index([*paths, write("other.jsonl", played[2:4])])
    found = archive.find(Filters(text="odd"))
    assert [Path(hit.path).name for hit in found.hits] == ["2.jsonl"] * 2
    assert found.total == 2
    assert [Path(hit.path).name for hit in archive.find().hits] == ["3.jsonl"] * 2 + [
        "other.jsonl"
    ] * 2


ATTACKS = ["'", "' OR 1=1 --", '"; DROP TABLE record; --', "?", "$1", "\\", "{where}", "%", "\x00"]


@pytest.mark.parametrize("attack", ATTACKS)
@archive_first
def test_what_is_asked_is_never_read_as_sql(filled: Archive, attack: str) -> None:
    for filters in (
        Filters(game=attack), Filters(players=[attack]), Filters(winner=attack),
        Filters(text=attack), Filters(glyph=attack),
        Filters(options=[(attack, attack)]), Filters(present=[attack]),
        Filters(tags=[(attack, attack)]), Filters(termination=attack), Filters(moves=attack),
        Filters(source=f"/none/{attack}"),
    ):  # fmt: skip
        assert filled.find(filters).total == 0
        filled.absent(filters)
    assert filled.find().total == 30


@pytest.mark.parametrize(
    "filters",
    [Filters(score_min=10**40), Filters(seat=10**40), Filters(result=[10**40]),
     Filters(result=[]), Filters(players=["\udcff"]), Filters(text="\ud800")],
)  # fmt: skip
@archive_first
def test_what_no_record_can_hold_is_refused(filled: Archive, filters: Filters) -> None:
    with pytest.raises(UsageError):
        filled.find(filters)


@given(st.text())
def test_folding_is_a_fixed_point_and_knows_no_case(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
    assert folded(text.casefold()) == once
