"""Feed every reader with hostile bytes: `python -m tests.campaigns.fuzz [--bytes N]`.

Inputs are made from sound ones by changes of their structure (`fuzz_inputs`), all from `--seed`.
A reader may raise `KifuError` and nothing else, and what it accepts it must stand by
(`fuzz_readers`). Every so many inputs, part of one is repeated until it is large. Prints a row for
each reader, and the inputs that one failed at.
"""

from __future__ import annotations

import random
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from tests.campaigns.fuzz_inputs import SMALL, grown
from tests.campaigns.fuzz_readers import Reader, readers

from kifu.notation.errors import KifuError

#: What a grown input has at last, in bytes.
LARGE = 1 << 20
#: Bytes of small inputs of one reader before the next one's turn.
TURN = 1 << 18


class Found(Struct):
    """What was found of one reader: inputs and bytes, how many were accepted, and how it failed."""

    inputs: int = 0
    bytes: int = 0
    accepted: int = 0
    failures: list[str] = []


def main(words: Sequence[str]) -> int:
    """Feed them all until the bytes are used up, and print; 1 where a reader failed."""
    parser = ArgumentParser(description="Hostile bytes for every reader.")
    parser.add_argument("--bytes", type=float, default=1e8, help="of all inputs together")
    parser.add_argument("--seed", default="1", help="all inputs come from it")
    asked = parser.parse_args(words)
    with TemporaryDirectory() as folder:
        every = readers(Path(folder))
        found = {reader.name: Found() for reader in every}
        luck = {reader.name: random.Random(f"{asked.seed} {reader.name}") for reader in every}
        while sum(one.bytes for one in found.values()) < asked.bytes:
            for reader in every:
                _feed(reader, found[reader.name], luck[reader.name])
    print("reader | inputs | bytes | accepted | failures")
    for name, one in found.items():
        print(name, one.inputs, one.bytes, one.accepted, len(one.failures), sep=" | ")
    failures = [f"{name}: {said}" for name, one in found.items() for said in one.failures]
    print("\n".join(failures), file=sys.stderr)
    return bool(failures)


def _feed(reader: Reader, found: Found, luck: random.Random) -> None:
    """One turn of a reader: so many bytes of small inputs, and what is grown from one of them."""
    upto = found.bytes + TURN
    while found.bytes < upto:
        _read(reader, reader.mutate(luck, reader.seeds)[:SMALL], found)
    if reader.is_fed_large:
        _read(reader, grown(luck, reader.mutate(luck, reader.seeds)[:SMALL], LARGE), found)


def _read(reader: Reader, data: bytes, found: Found) -> None:
    """Read an input, and put down what became of it."""
    found.inputs += 1
    found.bytes += len(data) + 1
    try:
        found.accepted += reader.read(data)
    except KifuError:
        pass
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        if not any(known.startswith(f"{said}: ") for known in found.failures):
            found.failures.append(f"{said}: {error!s:.300} {data!r:.3000}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
