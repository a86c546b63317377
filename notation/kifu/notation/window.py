"""A window: the part of a stream that is in memory."""

from __future__ import annotations

from collections.abc import Iterable


class Window:
    """`data` from `start` on is what is in memory and not yet taken; `ended` says that nothing
    more will come.
    """

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self.data = b""
        self.start = 0
        self.ended = False
        self._blocks = iter(blocks)

    def __len__(self) -> int:
        return len(self.data) - self.start

    def fill(self, size: int) -> bool:
        """Read blocks until the window has `size` bytes. False if the stream ends before that."""
        while len(self.data) - self.start < size and not self.ended:
            self.more()
        return len(self.data) - self.start >= size

    def more(self) -> None:
        """Read one more block into the window, or set `ended`."""
        block = next(self._blocks, None)
        if block is None:
            self.ended = True
        else:
            self.data = self.data[self.start :] + block if len(self) else block
            self.start = 0

    def take(self, size: int) -> bytes:
        """Remove the first `size` bytes from the window (all, if it has fewer), and return them."""
        taken = self.data[self.start : self.start + size]
        self.start += len(taken)
        return taken
