"""A worker process: it leaves signals to the process that started it, and ends when that does."""

from __future__ import annotations

import os
import signal
import threading


def serve_parent(*signals: int) -> None:
    """Called in a worker process: ignore these signals from now on, and exit as soon as the parent
    process has ended, even if it was killed.
    """
    for number in signals:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
