"""Golden playthroughs: a whole match per option set, and none missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kifu.replay import registry
from kifu.replay.proof.playthrough import Case, cases, playthrough, write_all

FOLDER = Path(__file__).parent / "playthroughs"
CASES = [case for name in registry.BUILT_IN for case in cases(registry.game(name))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_a_match_is_played_as_its_golden_file_says(case: Case) -> None:
    golden = FOLDER / case.file
    again = "python -m kifu.replay.proof.playthrough tests/replay/playthroughs"
    assert golden.exists(), f"no golden file for {case}; write it with: {again}"
    played = [*playthrough(case), ""]
    expected = golden.read_text(encoding="utf-8").split("\n")
    for number, (line, wanted) in enumerate(zip(played, expected, strict=False), 1):
        assert line == wanted, f"{golden.name}:{number} differs; if that is right: {again}"
    assert len(played) == len(expected)


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_every_option_set_of_every_game_has_a_golden_file(name: str) -> None:
    game = registry.game(name)
    kept = [path.name for path in FOLDER.glob(f"{name}_*.txt")]
    for given in game.option_sets:
        ending = "".join(f"_{key}-{value}" for key, value in given.items()) + ".txt"
        pattern = re.compile(rf"{name}_\d+-seats{re.escape(ending)}")
        assert any(pattern.fullmatch(kept_name) for kept_name in kept), f"{given} has none"


def test_no_golden_file_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {case.file for case in CASES}


def test_the_smallest_and_the_largest_table_are_played() -> None:
    for name in registry.BUILT_IN:
        game = registry.game(name)
        allowed = game.seats(game.read_options({}))
        assert {allowed[0], allowed[-1]} <= {case.seats for case in cases(game)}


def test_writing_the_files_again_gives_the_same_bytes(tmp_path: Path) -> None:
    written = write_all(tmp_path, ["mutsugo"])
    assert written
    for path in written:
        assert path.read_bytes() == (FOLDER / path.name).read_bytes()
