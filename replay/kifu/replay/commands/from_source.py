"""The notice that long work takes so long because the rules are not compiled."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

import click

from kifu.replay.elements.arrays import INTERPRETED

#: Work that takes over so many seconds is long.
LONG = 30.0
#: Seconds after which the pace so far says how long the rest will take.
SOON = 2.0
NOTICE = (
    "the rules run from source, so this takes long; compiled, they are many times as fast: "
    "run pip install . in kifu's folder, with a C compiler"
)


@contextmanager
def notice_of_source(
    say: Callable[[str], None] = lambda text: click.echo(f"kifu: {text}", err=True),
) -> Iterator[Callable[[float, float], None]]:
    """A context that gives a function to call with (amount done, total) while long work goes on.
    `say` gets a notice, once, if the rules are not compiled, stderr is a terminal, and the pace
    shows that the work will be long. If less is done than at the last call, another part has begun.
    """
    if not INTERPRETED or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    left = [NOTICE]

    def notice() -> None:
        if left:
            say(left.pop())

    begun, first = time.monotonic(), 0.0

    def tell(done: float, of: float) -> None:
        nonlocal begun, first
        seconds = time.monotonic() - begun
        if done < first or not done:
            begun, first = time.monotonic(), done
        elif seconds > SOON and seconds * (of - first) > LONG * (done - first):
            notice()

    timer = Timer(LONG, notice)
    timer.daemon = True
    timer.start()
    try:
        yield tell
    finally:
        timer.cancel()
