"""What is compiled is really compiled, and a match of each game is played, checked and judged.

Run by the Python of an environment that holds kifu, in an empty folder. The arguments are the
modules that must be binaries.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from importlib import import_module
from pathlib import Path


def main(modules: list[str]) -> None:
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    for name in modules:
        path = str(import_module(name).__file__)
        assert path.endswith(suffix), f"{path} is no binary"
    assert kifu("--version").strip().endswith("(compiled rules)")
    games = [json.loads(line)["game"] for line in kifu("games").splitlines()]
    for game in games:
        kifu("simulate", game, "--games", "1", "--seed", "smoke", "-o", f"{game}.kifu")
        judged = kifu("analyse", f"{game}.kifu", "--budget", "2", "--jobs", "1")
        assert '"loss"' in judged, f"{game} is not judged"
    kifu("check", *[f"{game}.kifu" for game in games])


def kifu(*words: str) -> str:
    """What a command prints on stdout; it must exit with 0."""
    done = subprocess.run([Path(sys.executable).with_name("kifu"), *words], stdout=subprocess.PIPE)
    assert done.returncode == 0, (words, done.returncode)
    return done.stdout.decode()


if __name__ == "__main__":
    main(sys.argv[1:])
