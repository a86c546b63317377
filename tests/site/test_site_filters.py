"""A site of some matches of an archive, with the names that players have now."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from kifu import cli
from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive


def test_filters_choose_the_matches_and_names_are_those_of_now(tmp_path: Path) -> None:
    records = list(simulate(game("nimmt"), 4, seats=2, seed="filters", options={"rounds": "1"}))
    with writer(tmp_path / "a.jsonl") as out:
        for number, record in enumerate(records):
            record.seats = ["Aki", f"guest {number % 2}"]
            out.write(record)
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([tmp_path / "a.jsonl"])
    archive.rename("Aki", "Akiko")
    out_folder = tmp_path / "site"
    call = ["site", archive.path, "-o", str(out_folder), "--jobs", "1", "--player", "guest 1"]
    done = CliRunner().invoke(cli.main, call)
    assert done.exit_code == 0, done.output
    assert done.stderr.startswith("2 replay pages, 2 made")
    text = "".join(path.read_text("utf-8") for path in out_folder.rglob("*.html"))
    assert "Akiko" in text and "guest 1" in text
    assert "guest 0" not in text and '"Aki"' not in text and ">Aki<" not in text
