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


def kifu(*words: str) -> str:
    """What a command prints on stdout; it must exit with 0."""
    done = subprocess.run([Path(sys.executable).with_name("kifu"), *words], stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"kifu {' '.join(words)}: exit code {done.returncode}")
    return done.stdout.decode()


suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
found = {name: str(import_module(name).__file__) for name in sys.argv[1:]}
if sources := [path for path in found.values() if not path.endswith(suffix)]:
    sys.exit(f"no binaries: {sources}")

version = kifu("--version").strip()
if not version.endswith("(compiled rules)"):
    sys.exit(f"no compiled rules: {version}")

games = [json.loads(line)["game"] for line in kifu("games").splitlines()]
for game in games:
    kifu("simulate", game, "--games", "1", "--seed", "smoke", "-o", f"{game}.kifu")
kifu("check", *(f"{game}.kifu" for game in games))
for game in games:
    if '"loss"' not in kifu("analyse", f"{game}.kifu", "--budget", "2"):
        sys.exit(f"{game}: no decision was judged")
print(f"{version}: {len(found)} binaries, {len(games)} games")
