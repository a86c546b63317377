"""The recorder for servers: many matches at once in one event loop, each move on the disk before
it is answered.

`Recorder` writes a move into the system's memory, which outlives the process; `AsyncRecorder` also
waits until the disk has it, which outlives the system, without holding up the loop: the waiting is
done by threads, and one wait serves every move of a match that was written before it began.
"""

from __future__ import annotations

import asyncio
import os
from typing import Self

from kifu.notation.record import Record
from kifu.replay.recording.recorder import Recorder


class AsyncRecorder:
    """One match of a server. `recorder` has everything to be read: `state`, `plies`, `record`.

    Its methods are those of `Recorder`, awaited: what they have returned from is on the disk. They
    may be called by many tasks at once; each takes effect when it is called, in the order of the
    calls. Where one raises, nothing has been written, and the others go on; only a task that is
    cancelled while it waits, or gets an OSError of the disk, can't know.

    >>> import tempfile
    >>> from kifu.notation.record import Record
    >>> async def play(path: str) -> list[int]:
    ...     record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"])
    ...     seed = "shake256-1:00112233445566778899aabbccddeeff"
    ...     async with await AsyncRecorder.create(path, record, seed) as match:
    ...         await match.play("59", 1)
    ...         return match.recorder.state.to_move()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     asyncio.run(play(f"{folder}/match.jsonl"))
    [2]
    """

    def __init__(self, recorder: Recorder) -> None:
        """Use `create` or `resume`, or this for a recorder that is open already."""
        self.recorder = recorder
        self._written = 0
        self._safe = 0
        self._waiting = asyncio.Lock()

    @classmethod
    async def create(
        cls, path: str | os.PathLike[str], record: Record, seed: str | None = None
    ) -> Self:
        """Begin a log; see `Recorder.create`. The seed is the server's to keep."""
        return cls(await asyncio.to_thread(Recorder.create, path, record, seed))

    @classmethod
    async def resume(cls, path: str | os.PathLike[str], seed: str | None = None) -> Self:
        """Go on with a log that a process left unfinished; see `Recorder.resume`."""
        return cls(await asyncio.to_thread(Recorder.resume, path, seed))

    async def play(self, move: str, seat: int = 0, at: float | None = None) -> None:
        """Play one move of `seat` (0: the seat whose turn it is), made at the time `at` (seconds
        since 1970), and append it to the log. Returns once it is on the disk. Raises IllegalMove;
        then nothing has changed.
        """
        self.recorder.play(move, seat, at)
        await self._safely_written()

    async def chance(self, outcome: str, label: str | None = None) -> None:
        """Write the outcome of a chance event that does not come from a seed (see
        `Recorder.chance`). Returns once it is on the disk.
        """
        self.recorder.chance(outcome, label)
        await self._safely_written()

    async def say(self, text: str, lang: str | None = None) -> None:
        """Write a comment after the last move; returns once it is on the disk."""
        self.recorder.say(text, lang)
        await self._safely_written()

    async def undo(self, count: int = 1) -> None:
        """Take back the last `count` moves; returns once that is on the disk."""
        self.recorder.undo(count)
        await self._safely_written()

    async def finish(self) -> None:
        """Publish the secret seed, end the record and close the file; see `Recorder.finish`."""
        async with self._waiting:
            self.recorder.write_end()
            await asyncio.to_thread(self.recorder.sync)
            self.recorder.close()

    async def close(self) -> None:
        """Unlock and close the file, once everything that is written is on the disk."""
        async with self._waiting:
            self.recorder.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def _safely_written(self) -> None:
        """Wait until what the calling method has written is on the disk.

        The file is not closed meanwhile, whatever happens to the task: `close` takes the lock that
        a wait holds, and a wait that has begun is not given up.
        """
        self._written += 1
        mine = self._written
        async with self._waiting:
            if self._safe >= mine:
                return
            upto = self._written
            syncing = asyncio.ensure_future(asyncio.to_thread(self.recorder.sync))
            try:
                await asyncio.shield(syncing)
            except asyncio.CancelledError:
                await asyncio.wait([syncing])
                raise
            self._safe = upto
