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
        """Get blocks until `size` bytes are in memory. False where the stream ends before."""
        while len(self.data) - self.start < size and not self.ended:
            self.more()
        return len(self.data) - self.start >= size

    def more(self) -> None:
        """Get one more block, or note the end of the stream."""
        block = next(self._blocks, None)
        if block is None:
            self.ended = True
        else:
            self.data = self.data[self.start :] + block if len(self) else block
            self.start = 0

    def take(self, size: int) -> bytes:
        """Take the next `size` bytes (fewer at the end of what is in memory) out of the window."""
        taken = self.data[self.start : self.start + size]
        self.start += len(taken)
        return taken
