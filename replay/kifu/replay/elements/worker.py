"""A worker process: it leaves signals to the process that started it, and ends when that does."""

from __future__ import annotations

import os
import signal
import threading


def serve_parent(*signals: int) -> None:
    """Call this in the main thread of a process that `multiprocessing` has started: from now on it
    ignores these signals, and exits at once with code 1 when its parent process has ended, even if
    that was killed. In any other process, which has no such parent, it exits at once.
    """
    for number in signals:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """Wait for the parent process to end, then end this one at once, with exit code 1. Without a
    parent, end at once.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
