"""Faults: which law a game breaks, in which function of its author, and where that was seen."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import NoReturn, TypeVar

from msgspec import Struct

#: Every law, and what it says.
LAWS = {
    "start": "every option set starts, and waits where the deal is not known",
    "options": "options are read, settled and written again as they were",
    "legal": "legal moves are tokens of the game, each once, and can be played",
    "refusal": "a move that is not legal is refused in words, and changes nothing",
    "watching": "a match that is watched goes on as one that is not",
    "folding": "the steps of a move turn each viewer's table into the next one",
    "hiding": "nobody sees a card that only others may see, in no table and no step",
    "copy": "a copy goes its own way",
    "digest": "a digest is 16 hex digits, the same for the same position and no other",
    "situation": "what a seat faces is made of what it may see",
    "marks": "round and turn marks go up, each once",
    "layout": "every zone, fact, phase, face, event and highlight is there and has its name",
    "words": "everything is said in English and in Japanese, and nothing raises",
    "result": "scores, winners, places and counts are whole",
    "player": "the simple player chooses legal moves",
    "redeal": "hidden cards dealt again leave what the seat sees, and can be played on",
    "ending": "matches come to an end",
    "speed": "a move takes no more than a hundredth of a second",
}

#: So many faults of one law in one function are listed.
_FEW = 3

T = TypeVar("T")


class Fault(Struct, frozen=True):
    """A law that is broken: by which function of the game, how, and in which match and at which
    ply.
    """

    law: str
    function: str
    what: str
    where: str


class Ended(Exception):
    """A match can't be tried any further."""


class Faults:
    """The faults that are found, of each law and function the first few.

    >>> faults = Faults()
    >>> faults.add("copy", "copy", "the copy shares its hand", "ply 3")
    >>> [fault.function for fault in faults.found]
    ['copy']
    """

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, law: str, function: str, what: str, where: str) -> None:
        """Take a fault in, if there are not enough of its kind."""
        known = [fault for fault in self.found if (fault.law, fault.function) == (law, function)]
        if len(known) < _FEW and all(fault.what != what for fault in known):
            self.found.append(Fault(law, function, what, where))

    def call(self, law: str, function: str, where: str, do: Callable[[], T]) -> T:
        """What a function of the game gives back. One that raises is a fault, and raises Ended."""
        try:
            return do()
        except Exception as error:
            self.raised(law, function, where, error)

    def raised(self, law: str, function: str, where: str, error: Exception) -> NoReturn:
        """An error that left the game's code."""
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{frame.filename.replace(chr(92), '/').rpartition('/')[2]}:{frame.lineno}"
        what = f"{function} raises {type(error).__name__}: {error} ({place} in {frame.name})"
        self.add(law, function, what, where)
        raise Ended from error
