"""A file that is there is kept by every command that writes, unless `--force` is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import kifu

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMANDS = [
    "convert {log} {out}/a.jsonl",
    "convert {log} {out}/a.kifu.gz",
    "simulate nimmt --option rounds=1 -o {out}/a.kifu",
    "anonymise {log} {out}/a.kifu",
    "cut {log} {out}/a.kifu --to 3",
    "merge {log} {log} {out}/a.kifu",
    "new nimmt --seats 2 -o {out}/a.kifu",
    "import bga {bga} -o {out}/a.jsonl",
    "analyse {log} --clear -o {out}/a.kifu",
    "export {archive} -o {out}/a.msgpack.zst",
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
    path.mkdir()
    for force in ((), ("--force",)):
        folder = kifu(*given, *force)
        assert folder.exit_code == 2 and f"{path} is a folder; name a file" in folder.stderr
