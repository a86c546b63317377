"""Golden playthroughs: what kifu says of whole matches, with every option set, is as it was."""

from __future__ import annotations

import hashlib
from functools import cache

import pytest
from tests.replay import playthrough
from tests.replay.cases import every_table
from tests.replay.playthrough import ASPECTS, FOLDER, digests, frozen, title

from kifu.replay.registry import BUILT_IN

golden = cache(playthrough.golden)


@pytest.mark.matrix(8)
@pytest.mark.parametrize("case", [case for name in BUILT_IN for case in frozen(name)])
def test_all_that_is_said_of_a_match_is_as_it_was(case: str) -> None:
    name = case.partition(",")[0]
    told, was = digests(case, golden(name)[case]), frozen(name)[case]
    differing = [aspect for aspect in ASPECTS if told[aspect] != was[aspect]]
    assert not differing, f"to see how: python -m tests.replay.playthrough {name}"


def test_the_golden_records_are_every_table_and_no_other() -> None:
    for name in BUILT_IN:
        assert list(golden(name)) == list(frozen(name))
        assert list(golden(name))[::2] == [title(table) for table in every_table(name)]
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 500_000


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_aspect_of_whole_matches_says_something_of_its_own(name: str) -> None:
    nothing = hashlib.blake2b(digest_size=5).hexdigest()
    for said in list(frozen(name).values())[::2]:
        assert list(said) == [*ASPECTS]
        assert nothing not in said.values() and len({*said.values()}) == len(said)
