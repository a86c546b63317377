"""What holds for every test."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes that tests start: whoever runs the tests in the background
    of a shell script has it passed over, and every process would inherit that.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
