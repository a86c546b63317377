"""Faults: which law a game breaks, in which function of its author, and where that was seen."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import NoReturn, TypeVar

from msgspec import Struct

#: Every law, and what it says.
LAWS = {
    "start": "a match starts with every set of options, and waits while its deal is unknown",
    "options": "options are read, completed and written back unchanged",
    "legal": "legal moves are tokens of the game, listed once each, and can be played",
    "again": "a game answers alike when it is asked again, and in every other process",
    "seat": "every function that takes a seat refuses those that the match does not have",
    "refusal": "an illegal move is refused with a reason and changes nothing",
    "watching": "a match ends in the same position whether it is watched or not",
    "folding": "the steps of a move turn each viewer's table into the next one",
    "hiding": "no table and no step shows a viewer a card that only others may see",
    "copy": "a copy is independent of its original",
    "digest": "a digest is 16 hex digits, and only positions that are equal, points too, share one",
    "situation": "a seat's situation depends only on what the seat may see",
    "marks": "round and turn numbers go up, and none is repeated",
    "layout": "every zone, fact, phase, face, event and highlight in use is declared and named",
    "words": "every text exists in English and in Japanese, and no function raises",
    "result": "scores, winners, places and counts fit together",
    "player": "greedy chooses legal moves",
    "redeal": "a redeal changes nothing that the seat sees, and the match can go on from it",
    "ending": "matches come to an end",
    "speed": "a move takes at most a hundredth of a second",
}

#: The most faults of one law in one function that are listed.
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
        """Add a fault: the game's `function` breaks `law`, `what` says how, and `where` it was
        seen. Ignored if the same was found before, or enough of this law and function.
        """
        known = [fault for fault in self.found if (fault.law, fault.function) == (law, function)]
        if len(known) < _FEW and all(fault.what != what for fault in known):
            self.found.append(Fault(law, function, what, where))

    def call(self, law: str, function: str, where: str, do: Callable[[], T]) -> T:
        """The result of `do()`, a call of the game's `function` at `where`. If it raises, that is
        added as a fault against `law`, and Ended raised.
        """
        try:
            return do()
        except Exception as error:
            self.raised(law, function, where, error)

    def raised(self, law: str, function: str, where: str, error: Exception) -> NoReturn:
        """Add as a fault against `law` that the game's `function` raised `error` at `where`, and
        raise Ended.
        """
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{frame.filename.replace(chr(92), '/').rpartition('/')[2]}:{frame.lineno}"
        what = f"{function} raises {type(error).__name__}: {error} ({place} in {frame.name})"
        self.add(law, function, what, where)
        raise Ended from error
