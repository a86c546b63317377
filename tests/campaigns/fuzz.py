"""Feed every reader with hostile bytes: `python -m tests.campaigns.fuzz [--bytes N]`.

Inputs are made from sound ones by changes of their structure (`fuzz_inputs`), all from `--seed`.
A reader may raise `KifuError` and nothing else, and what it accepts it must stand by
(`fuzz_readers`). Every so many inputs, part of one is repeated until it is large. Prints a row for
each reader; inputs that a reader failed at are kept in `--keep`.
"""

from __future__ import annotations

import random
import sys
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from tests.campaigns.fuzz_inputs import SMALL
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
    asked = _asked(words)
    with TemporaryDirectory() as folder:
        every = [one for one in readers(Path(folder)) if asked.only in one.name]
        found = {reader.name: Found() for reader in every}
        luck = {reader.name: random.Random(f"{asked.seed} {reader.name}") for reader in every}
        while sum(one.bytes for one in found.values()) < asked.bytes:
            for reader in every:
                _feed(reader, found[reader.name], luck[reader.name], asked)
    print("reader | inputs | bytes | accepted | failures")
    for name, one in found.items():
        print(name, one.inputs, one.bytes, one.accepted, len(one.failures), sep=" | ")
    failures = [f"{name}: {said}" for name, one in found.items() for said in one.failures]
    print("\n".join(failures), file=sys.stderr)
    return bool(failures)


def _asked(words: Sequence[str]) -> Namespace:
    parser = ArgumentParser(description="Hostile bytes for every reader.")
    parser.add_argument("--bytes", type=float, default=1e8, help="of all inputs together")
    parser.add_argument("--seed", default="1", help="all inputs come from it")
    parser.add_argument("--only", default="", help="readers with this in their name")
    parser.add_argument("--keep", default="", help="folder for inputs that a reader failed at")
    return parser.parse_args(words)


def _feed(reader: Reader, found: Found, luck: random.Random, asked: Namespace) -> None:
    """One turn of a reader: so many bytes of small inputs, and what is grown from one of them."""
    upto = found.bytes + TURN
    while found.bytes < upto:
        _read(reader, reader.mutate(luck, reader.seeds)[:SMALL], found, asked)
    if reader.grow is not None:
        _read(reader, reader.grow(luck, reader.seeds, LARGE), found, asked)


def _read(reader: Reader, data: bytes, found: Found, asked: Namespace) -> None:
    """Read an input, and put down what became of it."""
    found.inputs += 1
    found.bytes += len(data) + 1
    try:
        found.accepted += reader.read(data)
    except KifuError:
        pass
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
