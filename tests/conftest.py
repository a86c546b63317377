"""What all tests share: how hypothesis looks for examples, that nothing is compiled twice, and
that Ctrl-C is heard.

A run tries the same examples as the one before, and a slow machine is no failure. `make test` tries
few examples of each law, `make test-all` many (`--hypothesis-profile campaign`); to try others than
the run before, use `--hypothesis-profile search`. Of the cases of a test with the mark `matrix`
(games, forms, windows) `make test` runs one, and another one for the next test, or as many as the
mark says; `make test-all` runs the others.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import defaultdict
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

# However Python is set: without the files of __pycache__ both workers would rewrite the asserts of
# every test in every run, and each process that a test starts would compile what it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tests make much and throw it away; the collector would walk all that pytest holds each time.
gc.set_threshold(50_000, 20, 20)

# A shell gives what it starts in the background a deaf ear for Ctrl-C, which every process that a
# test starts would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "search", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("campaign", settings.get_profile("search"), derandomize=True)
settings.register_profile("quick", settings.get_profile("campaign"), max_examples=10)
settings.load_profile("quick")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as `campaign` the cases of each matrix that `make test` leaves out."""
    matrices: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("matrix") and not item.get_closest_marker("campaign"):
            matrices[item.nodeid.partition("[")[0]].append(item)
    for name, cases in matrices.items():
        mark = cases[0].get_closest_marker("matrix")
        left = mark.args[0] if mark and mark.args else 1
        first = crc32(name.encode())
        kept = {(first + len(cases) * n // left) % len(cases) for n in range(left)}
        for number, case in enumerate(cases):
            if number not in kept:
                case.add_marker("campaign")
