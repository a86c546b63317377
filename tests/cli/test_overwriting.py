"""A file that is there is kept by every command that writes, unless `--force` is given."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kifu.notation.files import read
from kifu.notation.record import Record

from .running import kifu, write

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMANDS = [
    "convert {log} {out}/a.jsonl",
    "convert {log} {out}/a.kifu.gz",
    "simulate nimmt --option rounds=1 -o {out}/a.kifu",
    "anonymise {log} {out}/a.kifu",
    "import bga {bga} -o {out}/a.jsonl",
    "analyse {log} --clear -o {out}/a.kifu",
    "export {archive} -o {out}/a.jsonl.zst",
    "view {log} -o {out}/a.html",
    "picture {log} -o {out}/a.svg",
    "clip {log} --to 0 --width 240 -o {out}/a.gif",
]
#: A log of Board Game Arena.
BGA = """{"data": {"players": [{"id": "9", "name": "Anna"}], "logs": [{"channel": "/table/t7",
"table_id": 7, "move_id": "1", "data": [{"uid": "1", "type": "x", "log": "it rains", "args": []}]}]
}}"""


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: line.split(" ")[0])
def test_a_file_that_is_there_is_overwritten_only_by_force(
    line: str, shelf_of_verbs: Path, tmp_path: Path
) -> None:
    log, bga, out = EXAMPLES / "nimmt-annotated.kifu", tmp_path / "log.json", tmp_path / "out"
    bga.write_text(BGA, "utf-8")
    out.mkdir()
    names = {"log": log, "bga": bga, "archive": shelf_of_verbs / "games.duckdb", "out": out}
    given = [part.format(**names) for part in line.split()]
    (path,) = (Path(part) for part in given if part.startswith(str(out)))
    path.write_text("mine")
    refused = kifu(*given)
    assert refused.exit_code == 2 and "--force" in refused.stderr, refused.stderr
    assert path.read_text() == "mine"
    done = kifu(*given, "--force")
    assert done.exit_code == 0, done.stderr
    assert [left.name for left in out.iterdir()] == [path.name]
    assert path.read_bytes() != b"mine"
    path.unlink()
    os.mkfifo(path)
    assert "is a device or a pipe; name a file" in kifu(*given, "--force").stderr
    path.unlink()
    path.mkdir()
    for force in ((), ("--force",)):
        folder = kifu(*given, *force)
        assert folder.exit_code == 2 and f"{path} is a folder; name a file" in folder.stderr


#: With `{log}`, which has two records, as input and output.
LOSING = [
    "convert {damaged} {damaged}",
    "anonymise {damaged} {damaged}",
    "analyse {damaged} --clear -o {damaged}",
    "analyse {damaged} --budget 2 -o {damaged}",
    "export {archive} -o {log}",
    "export {archive} -o {link} --score-min 99",
    "export {archive} -o {archive}",
]


@pytest.fixture(name="names")
def _names(tmp_path: Path, played: list[Record]) -> dict[str, Path]:
    names = {name: tmp_path / f"{name}.kifu" for name in ("log", "one", "link")}
    names["damaged"] = write(tmp_path / "damaged.jsonl", played[:2])
    write(names["log"], played[:2])
    write(names["one"], played[:1])
    names["link"].symlink_to(names["log"])
    names["damaged"].write_bytes(b"{\n" + names["damaged"].read_bytes())
    names["archive"] = tmp_path / "games.duckdb"
    assert kifu("index", names["archive"], names["log"]).exit_code == 0
    return names


@pytest.mark.parametrize("line", LOSING)
def test_force_loses_no_record_of_an_input(line: str, names: dict[str, Path]) -> None:
    before = {name: path.read_bytes() for name, path in names.items()}
    done = kifu(*line.format(**names).split(), "--force")
    assert (done.exit_code, done.stdout) == (2, "")
    said = done.stderr.splitlines()[-1]
    assert "is also read, and records in it would be lost" in said or "one of its logs" in said
    assert {name: path.read_bytes() for name, path in names.items()} == before
    left = {path.suffix for path in names["log"].parent.iterdir()}
    assert left <= {".kifu", ".jsonl", ".duckdb", ".part"}


@pytest.mark.parametrize(
    "line",
    [
        "convert {log} {link}",
        "anonymise {log} {log}",
        "analyse {log} --clear -o {log}",
    ],
)
def test_an_input_is_overwritten_where_nothing_is_lost(line: str, names: dict[str, Path]) -> None:
    given = line.format(**names).split()
    assert "--force" in kifu(*given).stderr
    (records,) = {len([*read(path)]) for path in names.values() if str(path) == given[1]}
    assert kifu(*given, "--force").exit_code == 0
    assert len([*read(given[1])]) == records and names["link"].is_symlink()
