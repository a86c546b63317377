"""A command of each extra, and a data set, as a user calls it.

Run by the Python of an environment that holds kifu with these extras, in an empty folder:
`python extras.py cards lake`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

KIFU = str(Path(sys.executable).with_name("kifu"))


def kifu(*words: str) -> str:
    """What a command prints on stdout; it must exit with 0."""
    done = subprocess.run([KIFU, *words], stdout=subprocess.PIPE)
    assert done.returncode == 0, (words, done.returncode)
    return done.stdout.decode()


def tables() -> None:
    from kifu.store import Archive

    kifu("index", "tables.duckdb", "match.kifu")
    rows = Archive("tables.duckdb").query("SELECT game, seats FROM games")
    assert import_module("polars").DataFrame(rows).rows() == [("nimmt", 3)]
    assert import_module("pandas").DataFrame(rows).values.tolist() == [["nimmt", 3]]


def cards() -> None:
    kifu("picture", "match.kifu", "--at", "3", "-o", "moment.png")
    assert Path("moment.png").read_bytes().startswith(b"\x89PNG")
    kifu("clip", "match.kifu", "--from", "1", "--to", "4", "-o", "clip.webp")
    assert Path("clip.webp").read_bytes()[8:12] == b"WEBP"


def lake() -> None:
    kifu("index", "games.lake", "match.kifu", "--jobs", "1")
    kifu("compact", "games.lake")
    assert [json.loads(line)["seats"] for line in kifu("query", "games.lake",
            "SELECT seats FROM games").splitlines()] == [3]  # fmt: skip


def learn() -> None:
    from kifu.replay.environment import env

    match = env("nimmt", seats=2, rounds="1")
    match.reset(seed=1)
    for _ in match.agent_iter():
        seen, _, terminated, truncated, _ = match.last()
        over = terminated or truncated
        match.step(None if over else int(seen["action_mask"].argmax()))
    assert match.unwrapped.record().end == "="


def editor() -> None:
    rpc: dict[str, Any] = {"jsonrpc": "2.0"}
    asked = [
        rpc | {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None}},
        rpc | {"id": 2, "method": "shutdown"},
        rpc | {"method": "exit"},
    ]
    texts = [json.dumps(message) for message in asked]
    stream = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in texts)
    done = subprocess.run([KIFU, "lsp"], input=stream.encode(), stdout=subprocess.PIPE, timeout=100)
    assert done.returncode == 0
    assert b"completionProvider" in done.stdout


def dataset() -> None:
    """A data set is read by the programs of others. What `datasets` keeps and asks for does not
    leave this folder.
    """
    os.environ |= {"HF_HOME": str(Path("home").absolute()), "HF_HUB_OFFLINE": "1"}
    kifu("analyse", "match.kifu", "--budget", "12", "-o", "judged.kifu")
    kifu("index", "club.duckdb", "judged.kifu", "--moves")
    kifu("export", "club.duckdb", "--dataset", "club", "--license", "CC0-1.0")
    for table in ("matches", "seats", "moves", "decisions", "records"):
        found = import_module("polars").read_parquet(f"club/{table}/*.parquet")
        assert len(found) > 0
        assert len(import_module("pandas").read_parquet(f"club/{table}")) == len(found)
        read = import_module("datasets").load_dataset("club", table, split="train")
        assert (read.num_rows, read.column_names) == (len(found), found.columns)


if __name__ == "__main__":
    kifu("simulate", "nimmt", "--games", "1", "--seats", "3", "--option", "rounds=1",
         "--seed", "extras", "-o", "match.kifu")  # fmt: skip
    for name in sys.argv[1:]:
        globals()[name]()
