"""The Anki package of problems, made by genanki."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from kifu.site.problems.anki import flashcard, package

from .test_problems import made, some

pytest.importorskip("genanki", reason="the extra `anki` is not installed")


def test_a_package_has_a_note_for_each_problem_and_the_same_bytes(tmp_path: Path) -> None:
    record, found = some("nimmt")
    problems = [problem for each in found[:3] if (problem := made(record, each))]
    cards = [flashcard(problem, "ja") for problem in problems]
    made_ = package(cards, "問題集")
    assert made_ == package(cards, "問題集")
    with zipfile.ZipFile(io.BytesIO(made_)) as parts:
        media = json.loads(parts.read("media"))
        assert sorted(media.values()) == sorted(card.image for card in cards)
        for number, name in media.items():
            assert parts.read(number).startswith(b"<svg "), name
        (tmp_path / "a.db").write_bytes(parts.read("collection.anki2"))
    base = sqlite3.connect(tmp_path / "a.db")
    notes = base.execute("SELECT guid, flds FROM notes ORDER BY id").fetchall()
    base.close()
    assert notes == [(card.id, "\x1f".join(card.fields)) for card in cards]
