"""How much memory a whole process takes that reads a file once.

`python -m benchmarks.memory skim|read|check FILE` prints its peak in megabytes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PEAK = re.compile(r"VmHWM:\s*(\d+) kB")


def memory_of(what: str, path: Path) -> float:
    """The peak, in megabytes, of a new process that does `what` to the file."""
    command = [sys.executable, "-m", "benchmarks.memory", what, str(path)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout)


def work(what: str, path: Path) -> None:
    if what == "skim":
        from kifu.notation.skim import skim

        for _header in skim(path):
            pass
        return
    from kifu.notation import read

    if what == "check":
        from kifu.replay.check import check
    for reading in read(path):
        if what == "check":
            check(reading)


def peak() -> float:
    """Of this process, from Linux; `ru_maxrss` would begin at what the parent process took."""
    found = PEAK.search(Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) * 1024 / 1e6


if __name__ == "__main__":
    work(sys.argv[1], Path(sys.argv[2]))
    print(peak())
