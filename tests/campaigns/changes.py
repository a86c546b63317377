"""Single changes of a sound record's text, by class: what a slip or a forger would do.

A class is a kind of spot in the text, and what is done to one of them.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from kifu.notation.record import is_mark
from kifu.replay.game import Game
from kifu.replay.registry import BUILT_IN

#: The characters from the first to the one after the last.
Spot = tuple[int, int]

_TAG = re.compile(r'^\[(\w+) "(.*)"\]\n', re.MULTILINE)
_LEXEME = re.compile(r"(?P<comment>\{(?:\\.|[^}\\])*\})|(?P<bracket>[()])|(?P<word>[^\s(){};]+)")
_ATTACHED = re.compile(r"[!?]+$")


class Sheet:
    """The text of a record of `game`, and its spots by kind: moves, marks, comments and so on, the
    words of each tag by its name, whole lines of tags as `Seat tag`, and the whole text.

    `others` are tokens of the game, from this and other records.
    """

    def __init__(self, text: str, game: Game, others: list[str], luck: random.Random) -> None:
        self.text = text
        self.luck = luck
        self.spots = defaultdict[str, list[Spot]](list)
        for kind, spot in (*_tags(text), *_movetext(text)):
            self.spots[kind].append(spot)
        self._pools = {
            "move": others, "variation": others, "end": ["", "*", "="], "Rules": ["0", "2", "x"],
            "Game": [*BUILT_IN, "chronicle", "nimmt2"],
            "Options": [f"{key}={said}" for some in game.option_sets for key, said in some.items()],
        }  # fmt: skip

    def at(self, spot: Spot) -> str:
        return self.text[slice(*spot)]

    def other(self, kind: str) -> str:
        """A text of this kind, from here or elsewhere."""
        pool = self._pools.get(kind) or [self.at(spot) for spot in self.spots[kind]]
        return self.luck.choice(pool)


def _tags(text: str) -> Iterator[tuple[str, Spot]]:
    yield "text", (0, len(text))
    for tag in _TAG.finditer(text):
        yield f"{tag[1]} tag", tag.span()
        for word in re.finditer(r"\S+", tag[2]):
            yield tag[1], (tag.start(2) + word.start(), tag.start(2) + word.end())


def _movetext(text: str) -> Iterator[tuple[str, Spot]]:
    depth = 0
    for lexeme in _LEXEME.finditer(text, text.index("\n\n")):
        start, end = lexeme.span()
        if lexeme["bracket"]:
            depth += 1 if lexeme[0] == "(" else -1
            continue
        word, kind = lexeme[0], "comment"
        if lexeme["word"]:
            glyph = _ATTACHED.search(word)
            if glyph and glyph.start():
                yield "glyph", (start + glyph.start(), end)
                end, word = start + glyph.start(), word[: glyph.start()]
            kind = _kind(word)
        yield "variation" if depth and kind == "move" else kind, (start, end)


def _kind(word: str) -> str:
    if word in ("=", "*"):
        return "end"
    if word[0] == "%":
        return "checkpoint"
    if word[0] in "!?$":
        return "glyph"
    return "mark" if is_mark(word) else "move"


def _character(sheet: Sheet, _kind: str, spot: Spot) -> str:
    """One character changed, left out or doubled."""
    written = sheet.at(spot)
    at = sheet.luck.randrange(len(written))
    put = sheet.luck.choice(["", written[at] * 2, *sheet.luck.sample("0123456789abcdeé棋 \n", 4)])
    return written[:at] + put + written[at + 1 :]


#: What is done to a spot: what then stands there.
_DONE: dict[str, Callable[[Sheet, str, Spot], str]] = {
    "another": lambda sheet, kind, spot: sheet.other(kind),
    "left out": lambda sheet, kind, spot: "",
    "one put in": lambda sheet, kind, spot: f"{sheet.other(kind)} {sheet.at(spot)}",
    "character": _character,
}

Change = Callable[[Sheet], str | None]


def _change(kind: str, done: str, sheet: Sheet) -> str | None:
    """The text with one change; None where it has no such spot."""
    if not sheet.spots[kind]:
        return None
    begin, end = sheet.luck.choice(sheet.spots[kind])
    if done != "swapped":
        return sheet.text[:begin] + _DONE[done](sheet, kind, (begin, end)) + sheet.text[end:]
    (begin, to), (other, end) = sorted([(begin, end), sheet.luck.choice(sheet.spots[kind])])
    if begin == other:
        return None
    text = sheet.text
    return text[:begin] + text[other:end] + text[to:other] + text[begin:to] + text[end:]


#: The classes: what is done to each kind of spot.
_CLASSES = {
    "move": ["another", "left out", "one put in", "swapped", "character"],
    "variation": ["another"],
    "mark": ["left out", "character"],
    "checkpoint": ["character"],
    "glyph": ["left out", "one put in"],
    "comment": ["character"],
    "end": ["another"],
    "Game": ["another"],
    "Rules": ["another"],
    "Options": ["another", "left out", "one put in"],
    "Seat": ["character"],
    "Seat tag": ["left out", "one put in"],
    "Result": ["character", "swapped"],
    "Winner": ["character"],
    "Seed": ["character"],
    "Commit": ["character"],
    "Chance": ["another", "left out", "swapped"],
    "Chance tag": ["left out"],
    "Date": ["character"],
    "text": ["character"],
}
#: The text after a change of each class, by its name.
CHANGES: dict[str, Change] = {
    f"{kind}: {done}": partial(_change, kind, done)
    for kind, every in _CLASSES.items()
    for done in every
}
