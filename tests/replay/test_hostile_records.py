"""Hostile records: what a check takes of memory is in proportion to the record."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kifu.notation import loads
from kifu.notation.files import dumps
from kifu.notation.text import read_text
from kifu.replay.match import check

from .cases import some_of

HEADER = """[Game "nimmt"]
[Rules "1"]
[Seat "Aki"]
[Seat "Ben"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]

59 10 """
#: What stands in the record over and over. What is soon read may be longer.
PARTS = {
    "illegal variations": "(72)",
    "variations of no move": "(7§)",
    "variations with others in them": "(10(11)) ",
    "variations that nest": "(" * 50 + ")" * 50,
    "empty variations": "()",
    "comments": "{a}",
    "glyphs": " !",
    "checkpoints": " %00000000",
    "unread commands": "{[%clk]}",
}
SIZE = {name: 600_000 if name in ("comments", "glyphs") else 150_000 for name in PARTS}
#: Checks a small record, then the one that is given, and says how much more memory that took.
CHILD = """
import resource, sys
from kifu.notation.text import read_text
from kifu.replay.match import check

def checked(source):
    for reading in read_text([source]):
        return len(check(reading).findings)

data = sys.stdin.buffer.read()
checked(data[:2000])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
checked(data)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def record(part: str, size: int) -> bytes:
    return (HEADER + part * (size // len(part.encode())) + "\n*\n").encode()


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in KiB here")
@pytest.mark.parametrize("name", some_of(PARTS, ["checkpoints"]))
def test_a_check_takes_less_than_20_times_the_record(name: str, tmp_path: Path) -> None:
    data = record(PARTS[name], SIZE[name])
    # In a folder of its own, so that nothing beside is imported.
    child = subprocess.run(
        [sys.executable, "-c", CHILD], input=data, capture_output=True, cwd=tmp_path, check=True
    )
    assert int(child.stdout) * 1024 < 20 * len(data)


@pytest.mark.parametrize(
    "name", some_of(PARTS, ["illegal variations", "variations that nest", "comments"])
)
def test_findings_beyond_those_that_are_listed_are_counted(name: str) -> None:
    listed, made = [], []
    for size in (12_000, 24_000):
        (reading,) = read_text([record(PARTS[name], size)])
        match = check(reading)
        assert match is not None
        more = [found.message for found in match.findings if found.code == "KF013"]
        listed.append(len(match.findings))
        made.append(listed[-1] - len(more) + sum(int(message.split()[0]) for message in more))
    assert listed[0] == listed[1] < 206
    assert made == [0, 0] or 1.9 < made[1] / made[0] < 2.1


def test_equal_notes_that_are_many_are_written_as_they_were_read() -> None:
    (reading,) = read_text([record("{a}!(10 ! {b})", 30_000)])
    assert reading.record is not None and len(reading.record.notes) > 6000
    assert loads(dumps(reading.record)) == reading.record
