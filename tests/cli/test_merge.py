"""`kifu merge`: what two people noted on one match, in one record."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kifu.notation import Note, dumps, loads
from kifu.notation.errors import KifuError
from kifu.replay.edit.merge import merged
from kifu.replay.form import game_form
from kifu.replay.replayer import replay

from .running import kifu

run = partial(kifu, "merge")

HEAD = """[Game "nimmt"]
[Rules "1"]
[Options "rounds=1"]
[Seat "Aki"]
[Seat "Ben"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]
{tags}

"""
ANN = HEAD.format(tags='[Annotator "Ann"]\n[Event "club"]') + (
    "#1 1. 59! {bold} 1 r4 {both} (r2 {why not}) 2. 71 10\n*\n; by me\n"
)
BOB = HEAD.format(tags='[Annotator "Bob"]\n[Event "pub"]\n[Round "3"]') + (
    "59?! 1 {hm [%by Cleo]} r4 {both} {dear} 2:10 {late} 1:71\n*\n; by Bob\n"
)


def files(folder: Path, first: str, second: str) -> list[Path]:
    paths = [folder / "ann.kifu", folder / "bob.kifu"]
    for path, text in zip(paths, (first, second), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_the_notes_of_both_are_written_once_with_their_authors(tmp_path: Path) -> None:
    out = tmp_path / "both.kifu"
    result = run(*files(tmp_path, ANN, BOB), out)
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        f"kifu: left out from {tmp_path / 'bob.kifu'}: Event 'pub'",
        f"kifu: 1 record written to {out}",
    ]
    record = loads(out.read_text("utf-8"))
    assert record.moves == "#1 1. 59 1 r4 2. 71 10"
    assert [(note.at, note.glyph or note.text) for note in record.notes if note.line is None] == [
        (1, "!"),
        (1, "bold [%by Ann]"),
        (1, "?!"),
        (2, "hm [%by Cleo]"),
        (3, "both"),
        (3, "dear [%by Bob]"),
        (5, "late [%by Bob]"),
    ]
    assert record.tags == [
        ("Annotator", "Ann"), ("Event", "club"), ("Annotator", "Bob"), ("Round", "3"),
    ]  # fmt: skip
    assert record.tail == ["by me", "by Bob"]
    assert "(r2" in dumps(record) and replay(record).findings == []


def test_a_record_merged_with_itself_is_itself() -> None:
    for text in (ANN, BOB):
        match = replay(loads(text))
        assert merged(match, match) == (game_form(match), [])


def test_comments_on_moves_at_once_stay_with_their_seats_whatever_the_order() -> None:
    one = loads(HEAD.format(tags="") + "2:1 {of Ben} 1:59 {of Aki}\n*\n")
    other = loads(HEAD.format(tags="") + "59 {Aki's} 1 {Ben's}\n*\n")
    record, _ = merged(replay(one), replay(other))
    assert record.moves == "#1 1. 59 1" and replay(record).findings == []
    assert [(note.at, note.text) for note in record.notes if note.text] == [
        (1, "of Aki"), (1, "Aki's"), (2, "of Ben"), (2, "Ben's"),
    ]  # fmt: skip
    one.notes.append(Note(at=1, check=replay(one).position(1).digest()[:8]))
    with pytest.raises(KifuError, match="in another order"):
        merged(replay(one), replay(other))


def test_the_longer_record_gives_the_moves(tmp_path: Path) -> None:
    short = HEAD.format(tags="") + "59 1 {short}\n*\n"
    for first, second in ((ANN, short), (short, ANN)):
        out = run(*files(tmp_path, first, second), "-").stdout
        assert "2. 71 10" in out and "{short}" in out


def test_another_match_is_refused(tmp_path: Path) -> None:
    other = BOB.replace("r4", "r2")
    result = run(*files(tmp_path, ANN, other), "-")
    assert result.exit_code == 1 and result.stdout == ""
    assert "the records differ from ply 3: 2:r4 and 2:r2" in result.stderr


def test_other_names_are_said(tmp_path: Path) -> None:
    result = run(*files(tmp_path, ANN, BOB.replace('"Ben"', '"B."')), "-")
    assert "bob.kifu: seat 2 'B.'" in result.stderr and '[Seat "Ben"]' in result.stdout


def test_a_record_with_errors_is_refused(tmp_path: Path) -> None:
    bad = BOB.replace("1:71", "1:71 5 5")
    result = run(*files(tmp_path, ANN, bad), "-")
    assert result.exit_code == 1 and "KF406" in result.stderr
