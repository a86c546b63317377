"""Ctrl-C waits for what must be whole, and is not lost."""

from __future__ import annotations

import signal
import threading

import pytest

from kifu.store.interrupting import whole


def test_ctrl_c_waits_until_the_work_is_whole() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), whole():
        signal.raise_signal(signal.SIGINT)
        done.append("the rest")
    assert done == ["the rest"]


def test_without_ctrl_c_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with whole():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_changes_nothing() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def work() -> None:
        with whole():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
