"""A worker process: it leaves signals to the process that started it, and ends when that does."""

from __future__ import annotations

import os
import signal
import threading


def serve_parent(*signals: int) -> None:
    """Call this in the main thread of a process that `multiprocessing` has started: from now on it
    ignores these signals (in another thread, they raise ValueError). A thread in the background
    waits for the end of the parent process, even if that is killed. Then it ends this process at
    once, with exit code 1 and without any cleanup. In a process without such a parent, it does so
    right away.
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
