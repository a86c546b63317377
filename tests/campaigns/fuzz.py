"""Feed every reader with hostile bytes: `python -m tests.campaigns.fuzz [--bytes N] [--seconds N]`.

Inputs are made from sound ones by changes of their structure (`fuzz_inputs`), all from `--seed`.
A reader may raise `KifuError` and nothing else, and what it accepts it must stand by
(`fuzz_readers`). Every so many inputs, part of one is repeated until it is large, and read at a
quarter and at the whole of that size: time and memory must grow with the size and no faster.
Prints a row for each reader; inputs that a reader failed at are kept in `--keep`.
"""

from __future__ import annotations

import gc
import random
import sys
import time
import traceback
import tracemalloc
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import figure
from msgspec import Struct
from tests.campaigns.fuzz_inputs import SMALL
from tests.campaigns.fuzz_readers import Reader, readers

from kifu.notation.errors import KifuError

#: What a grown input has at last, in bytes.
LARGE = 1 << 20
#: So much longer for four times the bytes is looked at again: linear is 4.
STEEP = 7.0
#: Inputs of one reader before the next one's turn; bytes of grown ones are not compared with it.
TURN = 1 << 18


class Found(Struct):
    """What was found of one reader: inputs and bytes, how many were accepted, and of grown ones
    the most seconds a megabyte, the steepest growth, and the most bytes of memory for a byte.
    """

    inputs: int = 0
    bytes: int = 0
    accepted: int = 0
    large: int = 0
    seconds: float = 0.0
    growth: float = 0.0
    memory: float = 0.0
    failures: list[str] = []


def main(words: Sequence[str]) -> int:
    """Feed them all until bytes or seconds are used up, and print; 1 where a reader failed."""
    asked = _asked(words)
    began = time.monotonic()
    with TemporaryDirectory(dir=asked.work) as folder:
        every = [one for one in readers(Path(folder)) if asked.only in one.name]
        found = {reader.name: Found() for reader in every}
        luck = {reader.name: random.Random(f"{asked.seed} {reader.name}") for reader in every}
        while not _is_over(asked, found, began):
            for reader in every:
                _feed(reader, found[reader.name], luck[reader.name], asked)
    print("\n".join(_table(found, time.monotonic() - began)))
    failures = [f"{name}: {said}" for name, one in found.items() for said in one.failures]
    print("\n".join(failures), file=sys.stderr)
    return bool(failures)


def _asked(words: Sequence[str]) -> Namespace:
    parser = ArgumentParser(description="Hostile bytes for every reader.")
    parser.add_argument("--bytes", type=float, default=1e8, help="of all inputs together")
    parser.add_argument("--seconds", type=float, default=1e9, help="end after so many")
    parser.add_argument("--seed", default="1", help="all inputs come from it")
    parser.add_argument("--only", default="", help="readers with this in their name")
    parser.add_argument("--keep", default="", help="folder for inputs that a reader failed at")
    parser.add_argument("--work", default=None, help="folder for files while they are read")
    return parser.parse_args(words)


def _is_over(asked: Namespace, found: dict[str, Found], began: float) -> bool:
    done = sum(one.bytes for one in found.values())
    return bool(done >= asked.bytes or time.monotonic() - began >= asked.seconds)


def _feed(reader: Reader, found: Found, luck: random.Random, asked: Namespace) -> None:
    """One turn of a reader: so many bytes of small inputs, and what is grown from one of them."""
    upto = found.bytes + TURN
    while found.bytes < upto:
        data = reader.mutate(luck, reader.seeds)[:SMALL]
        found.inputs += 1
        found.bytes += len(data) + 1
        accepted = _read(reader, data, found, asked)
        found.accepted += bool(accepted)
    if reader.grow is not None:
        quarter, whole = (
            reader.grow(random.Random(f"{asked.seed} {found.inputs}"), reader.seeds, LARGE // part)
            for part in (4, 1)
        )
        _grow(reader, quarter, whole, found, asked)


def _read(reader: Reader, data: bytes, found: Found, asked: Namespace) -> bool | None:
    """Whether the reader accepted it; None where it failed, which is put down."""
    try:
        return reader.read(data)
    except KifuError:
        return False
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error}"[
            :300
        ]
        if not any(known.split(": ")[0] == said.split(": ")[0] for known in found.failures):
            found.failures.append(said)
            if asked.keep:
                Path(asked.keep).mkdir(exist_ok=True)
                name = f"{reader.name.replace(' ', '-')}-{found.inputs}"
                (Path(asked.keep) / name).write_bytes(data)
                (Path(asked.keep) / f"{name}.txt").write_text(traceback.format_exc())
        return None


def _grow(reader: Reader, quarter: bytes, whole: bytes, found: Found, asked: Namespace) -> None:
    """Compare the time of a large input with that of a quarter of it, and count its memory."""
    short, long = (_seconds(reader, data, found, asked) for data in (quarter, whole))
    growth = long / max(short, 0.02) * 4 * len(quarter) / len(whole)
    if growth > STEEP:
        gc.collect()
        short, long = (
            min(_seconds(reader, data, found, asked) for _ in range(2)) for data in (quarter, whole)
        )
        growth = long / max(short, 0.02) * 4 * len(quarter) / len(whole)
        if growth > STEEP and asked.keep:
            Path(asked.keep).mkdir(exist_ok=True)
            name = f"steep-{growth:.1f}-{reader.name.replace(' ', '-')}-{found.inputs}"
            (Path(asked.keep) / name).write_bytes(whole)
    found.growth = max(found.growth, growth)
    found.seconds = max(found.seconds, long / len(whole) * 1e6)
    gc.collect()
    tracemalloc.start()
    _read(reader, quarter, found, asked)
    found.memory = max(found.memory, tracemalloc.get_traced_memory()[1] / len(quarter))
    tracemalloc.stop()


def _seconds(reader: Reader, data: bytes, found: Found, asked: Namespace) -> float:
    start = time.process_time()
    _read(reader, data, found, asked)
    found.bytes += len(data)
    found.large += 1
    return time.process_time() - start


def _table(found: dict[str, Found], seconds: float) -> list[str]:
    total = sum(one.bytes for one in found.values())
    rows = [
        f"{total:,} bytes in {sum(one.inputs + one.large for one in found.values()):,} inputs, "
        f"{seconds:,.0f} s.",
        "",
        "| reader | inputs | MB | accepted | large inputs | most seconds a MB "
        "| time of four times the bytes | memory, bytes a byte | failures |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, one in found.items():
        large = [figure(one.seconds), f"x{one.growth:.1f}", figure(one.memory)]
        large = large if one.large else ["", "", ""]
        cells = [f"{one.inputs:,}", figure(one.bytes / 1e6), f"{one.accepted:,}", f"{one.large:,}"]
        rows.append(f"| {name} | {' | '.join([*cells, *large])} | {len(one.failures)} |")
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
