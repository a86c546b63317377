"""Players whom a question asks for and no match has are named."""

from __future__ import annotations

import pytest

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import Filters

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
    with pytest.raises(UsageError, match="is not UTF-8"):
        pair.archive.absent(Filters(winner="\udcff"))
