"""Players whom a question asks for and no match has are named; conditions have a limit."""

from __future__ import annotations

import pytest

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import Archive, Filters
from kifu.store.ask.filters import MOST_CONDITIONS

from .conftest import Write
from .lake_pair import Pair


def test_a_player_who_is_not_there_is_named_by_an_archive_and_a_lake(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    pair.index(write("a.jsonl", played[:2]))
    asked = Filters(players=["Akki"], present=["ＢＥＮ"], winner="Akki", game="go")
    known, found = pair.do(lambda archive: archive.absent(asked))
    assert found == known == ["the archive has no player Akki; did you mean Aki?"]
    assert pair.archive.absent(Filters(game="go")) == []


def test_too_many_conditions_are_refused(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    archive.index([write("a.jsonl", played[:2])])
    tags = [("Event", str(number)) for number in range(MOST_CONDITIONS + 1)]
    assert archive.find(Filters(tags=tags[1:])).total == 0
    with pytest.raises(UsageError, match="101 conditions are too many; a question has at most 100"):
        archive.find(Filters(tags=tags))
