"""A data set, read by the programs of others, in an empty folder: `python dataset.py`.

Run by the Python of an environment that holds kifu and these programs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

KIFU = Path(sys.executable).with_name("kifu")
TABLES = ("matches", "seats", "moves", "decisions", "records")


def kifu(*words: str) -> None:
    subprocess.run([KIFU, *words], check=True)


def main() -> None:
    # What `datasets` keeps and asks for is not to leave this folder.
    os.environ |= {"HF_HOME": str(Path("home").absolute()), "HF_HUB_OFFLINE": "1"}
    kifu(
        "simulate", "nimmt", "--games", "2", "--seats", "3", "--option", "rounds=1", "-o", "a.kifu"
    )
    kifu("analyse", "a.kifu", "--budget", "12", "-o", "b.kifu")
    kifu("index", "games.duckdb", "b.kifu", "--moves")
    kifu("export", "games.duckdb", "--dataset", "club", "--license", "CC0-1.0")
    for table in TABLES:
        found = import_module("polars").read_parquet(f"club/{table}/*.parquet")
        assert len(found) > 0
        assert len(import_module("pandas").read_parquet(f"club/{table}")) == len(found)
        read = import_module("datasets").load_dataset("club", table, split="train")
        assert (read.num_rows, read.column_names) == (len(found), found.columns)
        print(json.dumps({table: len(found)}))


if __name__ == "__main__":
    main()
