"""`--data FILE`: every verb that replays takes rule data of a user's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kifu.cli import VERBS

from .running import kifu

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples/magimiles-data.toml")
RECORD = """[Game "magimiles"]
[Rules "1"]
[Options "{options}"]
[Seat "Aki"]
[Seat "Ben"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]

p1
*
"""


def alone(*args: str) -> subprocess.CompletedProcess[str]:
    """`kifu` in a process of its own, which no other test has given data to."""
    call = [sys.executable, "-X", "utf8", "-m", "kifu", *args]
    return subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def match(tmp_path: Path) -> str:
    path = tmp_path / "match.kifu"
    options = "cards=sums@ab15fd1e support=sums@da38ec14 cycle=sums@f25dec13"
    path.write_text(RECORD.format(options=options), "utf-8")
    return str(path)


def test_every_verb_that_replays_takes_data() -> None:
    takes = {verb for verb in VERBS if "--data FILE" in kifu(verb, "--help").output}
    assert {"games", "check", "fmt", "show", "simulate", "import", "index", "view"} <= takes


def test_games_lists_what_to_write_into_options() -> None:
    listed = alone("games", "magimiles", "--data", EXAMPLE, "--format", "table").stdout
    for name in ("cards=sums@ab15fd1e", "support=sums@da38ec14", "cycle=sums@f25dec13"):
        assert f"data      {name}\n" in listed
    assert '"data":["cards=sums@ab15fd1e"' in alone("games", "magimiles", "--data", EXAMPLE).stdout


def test_games_says_what_a_file_means_and_remarks_on_what_it_leaves_out() -> None:
    listed = alone("games", "magimiles", "--lang", "ja", "--data", EXAMPLE, "--format", "table")
    for line in ("オール → オール: - n", "赤: 青(青に勝つ)", "赤: 0 1 2 3 4 4 5 6 7", "17は青"):
        assert line in listed.stdout
    assert "kifuの仮のデータです" not in listed.stdout


def test_a_game_whose_cards_are_invented_says_so_wherever_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "house.kifu"
    path.write_text(RECORD.format(options="all_lead=free"), "utf-8")
    shown = kifu("show", path).output
    assert "House data, not the published game's: card list, support table, weakness" in shown
    assert "kifuの仮のデータ" in kifu("show", path, "--lang", "ja").output
    text = alone("games", "magimiles", "--format", "table").stdout
    assert "remark    House data, not the published game's" in text
    listed = alone("games", "magimiles", "--lang", "ja", "--format", "table").stdout
    assert "kifuの仮のデータです" in listed
    assert "remark" not in alone("games", "nimmt").stdout


def test_a_record_is_refused_without_its_data_and_replayed_with_them(match: str) -> None:
    refused = alone("check", match)
    assert refused.returncode == 1
    assert '"code":"KF418"' in refused.stdout
    assert "cards=sums@ab15fd1e is rule data that is not loaded; give its file" in refused.stdout
    checked = alone("check", match, "--data", EXAMPLE)
    assert (checked.returncode, checked.stdout) == (0, "")


def test_show_fmt_and_view_replay_with_data(match: str, tmp_path: Path) -> None:
    shown = kifu("show", match, "--data", EXAMPLE)
    assert "Ply 1 of 1" in shown.output
    assert "House data" not in shown.output
    assert kifu("fmt", match, "--data", EXAMPLE).exit_code == 0
    assert "\n#1 p1\n" in Path(match).read_text("utf-8")
    page = tmp_path / "page.html"
    assert kifu("view", match, "-o", str(page), "--data", EXAMPLE).exit_code == 0
    assert "<summary" in page.read_text("utf-8") and "all on all: - n" in page.read_text("utf-8")


def test_simulated_matches_name_their_data(tmp_path: Path) -> None:
    out = str(tmp_path / "out.kifu")
    options = ("--option", "cycle=sums@f25dec13")
    assert kifu("simulate", "magimiles", "-o", out, "--data", EXAMPLE, *options).exit_code == 0
    assert '[Options "cycle=sums@f25dec13"]' in Path(out).read_text("utf-8")
    assert kifu("check", out).exit_code == 0


@pytest.mark.matrix
def test_a_match_is_found_by_a_moment_of_a_record_with_data(match: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive.duckdb")
    kifu("index", archive, match, "--situations", "--data", EXAMPLE)
    moment = f"{match}@0"
    missing = alone("find", archive, "--situation", moment)
    assert missing.returncode == 1
    assert "is rule data that is not loaded" in missing.stderr
    found = alone("find", archive, "--situation", moment, "--data", EXAMPLE)
    assert found.stdout.count("magimiles") == 1, found.stderr


@pytest.mark.campaign
def test_an_archive_puts_a_record_without_its_data_into_quarantine(
    match: str, tmp_path: Path
) -> None:
    archive = str(tmp_path / "archive.duckdb")
    assert "1 quarantined" in alone("index", archive, match).stderr
    bad = kifu("query", archive, "select code from bad_records", "--format", "csv")
    assert bad.output.split() == ["code", "KF418"]
    assert "(1 unchanged)" in alone("index", archive, match).stderr
    mended = alone("index", archive, match, "--data", EXAMPLE).stderr.splitlines()
    assert mended[0].endswith("rule data is here that 1 in quarantine lacked")
    assert "1 new, 0 duplicate, 0 again, 0 quarantined" in mended[1]
    assert "(1 unchanged)" in alone("index", archive, match, "--data", EXAMPLE).stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [("x", "this is not TOML"), ('game = "magimiles"\nname = "x"', "so nothing to use")],
)
def test_a_file_that_is_wrong_ends_the_command(
    tmp_path: Path, match: str, content: str, message: str
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(content, "utf-8")
    done = kifu("check", match, "--data", path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert message in done.stderr
    asked = kifu("games", "magimiles", "--data", path, "--lang", "ja")
    assert asked.exit_code == 1
    assert "TOMLとして読めません" in asked.stderr or "使うデータがありません" in asked.stderr
