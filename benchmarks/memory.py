"""How much memory a whole process takes that reads a file once.

`python -m benchmarks.memory skim|read|check FILE` prints its peak in megabytes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PEAK = re.compile(r"VmHWM:\s*(\d+) kB")
SHARE = re.compile(r"^Pss:\s*(\d+) kB", re.MULTILINE)
#: Seconds between two looks at a process.
LOOK = 0.05


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


def peak_while(process: subprocess.Popen[bytes]) -> tuple[float, str]:
    """The largest memory, in megabytes, of a process and those it begins, all together, looked at
    until it ends; and what it said on stderr, a pipe.
    """
    said: list[bytes] = []

    def listen() -> None:
        assert process.stderr is not None
        said.extend(process.stderr)

    listener = threading.Thread(target=listen)
    listener.start()
    most = 0.0
    while process.poll() is None:
        most = max(most, sum(map(_resident, _family(process.pid))))
        time.sleep(LOOK)
    listener.join()
    return most, b"".join(said).decode()


def _family(process: int) -> list[int]:
    """A process and all below it; those that end meanwhile are left out."""
    try:
        below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [process, *(number for child in below for number in _family(int(child)))]


def _resident(process: int) -> float:
    """Megabytes of a process, with its share of what it has in common with others."""
    try:
        found = SHARE.search(Path(f"/proc/{process}/smaps_rollup").read_text())
    except OSError:
        return 0.0
    return int(found[1]) * 1024 / 1e6 if found else 0.0


if __name__ == "__main__":
    work(sys.argv[1], Path(sys.argv[2]))
    print(peak())
