"""The table of rule data: name -> data, for each part of a game's rules that can be replaced."""

from __future__ import annotations

import hashlib
from typing import Generic, TypeVar

from kifu.notation.errors import KifuError
from kifu.replay.options import MissingData

Data = TypeVar("Data")

#: What a user may call data; the digest is appended to it.
NAME = r"[a-z][a-z0-9_-]{0,15}"
#: How a record names a user's data.
FULL_NAME = rf"{NAME}@[0-9a-f]{{8}}"

#: So many data of a user's can be in use at once for one part.
MOST = 1000


class Part(Generic[Data]):
    """One part of a game's rules: `house` is kifu's own data for it, by plain names.

    >>> numbers = Part("some game", "numbers", {"house1": [1, 2, 3]})
    >>> numbers.add("mine", [4, 5], "4 5")
    'mine@882a9314'
    >>> numbers["mine@882a9314"], numbers["house1"]
    ([4, 5], [1, 2, 3])
    >>> numbers["mine@00000000"]
    Traceback (most recent call last):
    kifu.replay.options.MissingData: numbers=mine@00000000 is rule data that is not loaded; \
give its file with --data FILE (in use: mine@882a9314)
    """

    def __init__(self, game: str, part: str, house: dict[str, Data]) -> None:
        self.game = game
        self.part = part
        self._house = house
        self._added: dict[str, tuple[str, Data]] = {}

    def add(self, name: str, data: Data, canonical: str) -> str:
        """Register `data` under `name`, and return the name for records: `name@` and 8 hex digits
        of a digest of `canonical`, a text that is the same for the same data. Adding the same data
        again changes nothing.

        Raises KifuError if other data have that name already, and for more than MOST.
        """
        text = f"{self.game} {self.part} 1|{canonical}"
        full = f"{name}@{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}"
        there = self._added.get(full)
        if there is not None and there[0] != text:
            raise KifuError(f"{self.part}={full} names other data that is in use; choose a name")
        if there is None and len(self._added) == MOST:
            raise KifuError(f"{MOST} rule data for {self.part} are in use, which is the most")
        self._added[full] = (text, data)
        return full

    def __getitem__(self, name: str) -> Data:
        """The data that a record's options call `name`. Raises MissingData where it is not
        loaded.
        """
        if name in self._house:
            return self._house[name]
        if name in self._added:
            return self._added[name][1]
        message = f"{self.part}={name} is rule data that is not loaded; give its file "
        message += "with --data FILE"
        if self._added:
            message += f" (in use: {', '.join(self.added()[:10])})"
        raise MissingData(message, f"{self.part}={name}", [*self._house, *self.added()[:10]])

    def is_house(self, name: str) -> bool:
        """Whether `name` means data of kifu's own."""
        return name in self._house

    def added(self) -> list[str]:
        """The names of the data that were registered by `add`, in that order."""
        return list(self._added)
