"""Matches of every game go into an archive, are found there, and are the same from any form."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.running import kifu

from kifu.notation.files import read
from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.store import Archive, Filters
from kifu.store.identity import record_id

from .conftest import Write, archive_first


@cache
def matches(name: str) -> list[Record]:
    """A random match with each option set."""
    played = game(name)
    return [
        record
        for options in played.option_sets
        for record in simulate(played, 1, options=options, players=["random"], seed="archive")
    ]


def outcome(record: Record) -> list[object]:
    """Plies, scores and winners by the replay."""
    match = replay(record)
    assert match.state is not None
    return [len(match.plies), match.state.scores(), match.state.winners()]


@pytest.mark.matrix
@pytest.mark.parametrize("name", game_names())
@archive_first
def test_matches_are_indexed_found_again_and_given_back(
    archive: Archive, write: Write, tmp_path: Path, name: str
) -> None:
    records = matches(name)
    report = archive.index([write(f"{name}.kifu", records)])
    assert (report.new, report.quarantined) == (len(records), 0)
    again = archive.index([write(f"{name}.jsonl", records)])
    # The tasks of a lake don't know of each other's matches.
    known = len(records) if not archive.is_lake else 0
    assert (again.new, again.duplicate) == (len(records) - known, known)
    assert archive.find().total == len(records)
    assert archive.find(Filters(game=name)).total == len(records)
    rows = archive.query("SELECT plies, scores, winners FROM games")
    assert sorted(map(list, map(dict.values, rows))) == sorted(map(outcome, records))
    for other in game_names():
        if other != name:
            assert not archive.find(Filters(game=other)).total
    assert list(archive.verify()) == []
    rows = archive.query("SELECT match, opening FROM games")
    opening = {row["match"].hex: row["opening"] for row in rows}
    for hit in archive.find().hits:
        assert hit in archive.find(Filters(moves=opening[hit.id])).hits
    archive.export(tmp_path / "back.kifu")
    back = [reading.record for reading in read(tmp_path / "back.kifu")]
    assert back == list({record_id(record): record for record in records}.values())
    assert {row["game"] for row in archive.stats("seats")} == {name}


def test_a_table_of_matches_names_the_winners(archive: Archive, write: Write) -> None:
    (record,) = simulate(game("nimmt"), 1, seats=2, seed="archive")
    archive.index([write("a.kifu", [replace(record, seats=["Aki", "Ben"])])])
    shown = kifu("find", archive.path, "--format", "table").stdout
    winners = archive.find().hits[0].winners or [0]
    assert f"  {['nobody', 'Aki', 'Ben'][winners[0]]}  " in shown.replace("Aki, Ben", "")


@pytest.mark.parametrize("name", game_names())
@archive_first
def test_a_match_cut_short_or_changed_is_quarantined(
    archive: Archive, write: Write, name: str
) -> None:
    record = matches(name)[0]
    words = record.moves.split()
    wrong = [
        replace(record, moves=" ".join(words[:-1])),
        replace(record, moves=" ".join([*words[:3], words[1], *words[3:]])),
        replace(record, result=[score + 1 for score in record.result or []]),
    ]
    report = archive.index([write("wrong.jsonl", wrong)])
    assert report.new == 0
    assert report.quarantined == len(wrong)
