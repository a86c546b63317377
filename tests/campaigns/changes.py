"""Single changes of a sound record's text, by class: what a slip or a forger would do."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from kifu.notation.move_words import is_mark
from kifu.replay.game import Game

_LEXEME = re.compile(r"(?P<comment>\{(?:\\.|[^}\\])*\})|(?P<bracket>[()])|(?P<word>[^\s(){};]+)")
_ATTACHED = re.compile(r"[!?]+$")
_HEX = "0123456789abcdef"


class Spot(NamedTuple):
    """A stretch of the text: characters from `start` to `end`, and what is there. `deep` says
    that it is in a variation.
    """

    kind: str
    start: int
    end: int
    deep: bool = False


class Sheet:
    """The text of a record with its parts: moves, marks, comments and so on, by kind."""

    def __init__(self, text: str, game: Game, others: list[str], luck: random.Random) -> None:
        self.text = text
        self.game = game
        self.luck = luck
        #: Tokens of the game, from this and other records.
        self.others = others
        self.spots = list(_spots(text))

    def of(self, kind: str, deep: bool = False) -> list[Spot]:
        return [spot for spot in self.spots if spot.kind == kind and spot.deep == deep]

    def at(self, spot: Spot) -> str:
        return self.text[spot.start : spot.end]

    def with_(self, spot: Spot, text: str) -> str:
        return self.text[: spot.start] + text + self.text[spot.end :]

    def tag(self, name: str) -> Spot | None:
        """The value of a tag, one of them at random."""
        found = [m.span(1) for m in re.finditer(rf'^\[{name} "(.*)"\]$', self.text, re.MULTILINE)]
        return Spot("value", *self.luck.choice(found)) if found else None


def _spots(text: str) -> list[Spot]:
    found, depth = [], 0
    for lexeme in _LEXEME.finditer(text, text.index("\n\n")):
        start, end = lexeme.span()
        if lexeme["bracket"]:
            depth += 1 if lexeme[0] == "(" else -1
            continue
        word, kind = lexeme[0], "comment"
        if lexeme["word"]:
            glyph = _ATTACHED.search(word)
            if glyph and glyph.start():
                found.append(Spot("glyph", start + glyph.start(), end, depth > 0))
                end, word = start + glyph.start(), word[: glyph.start()]
            kind = _kind(word)
        found.append(Spot(kind, start, end, depth > 0))
    return found


def _kind(word: str) -> str:
    if word in ("=", "*"):
        return "end"
    if word[0] == "%":
        return "checkpoint"
    if word[0] in "!?$":
        return "glyph"
    return "mark" if is_mark(word) else "move"


Change = Callable[[Sheet], str | None]


def _another_move(sheet: Sheet, deep: bool = False) -> str | None:
    spots = sheet.of("move", deep)
    return sheet.with_(sheet.luck.choice(spots), sheet.luck.choice(sheet.others)) if spots else None


def _last_move(sheet: Sheet) -> str | None:
    spots = sheet.of("move")
    return sheet.with_(spots[-1], sheet.luck.choice(sheet.others)) if spots else None


def _swap(sheet: Sheet) -> str | None:
    spots = sheet.of("move")
    if len(spots) < 2:
        return None
    at = sheet.luck.randrange(len(spots) - 1)
    to = min(len(spots) - 1, at + sheet.luck.choice((1, 1, 1, 2, 3, 9)))
    first, second = spots[at], spots[to]
    one, other = sheet.at(first), sheet.at(second)
    text = sheet.with_(second, one)
    return text[: first.start] + other + text[first.end :]


def _left_out(kind: str) -> Change:
    def change(sheet: Sheet) -> str | None:
        spots = sheet.of(kind)
        return sheet.with_(sheet.luck.choice(spots), "") if spots else None

    return change


def _put_in(sheet: Sheet) -> str | None:
    spots = sheet.of("move")
    if not spots:
        return None
    spot = sheet.luck.choice(spots)
    token = sheet.luck.choice([sheet.at(spot), sheet.luck.choice(sheet.others)])
    return sheet.with_(spot, f"{token} {sheet.at(spot)}")


def _actor(sheet: Sheet) -> str | None:
    spots = sheet.of("move")
    if not spots:
        return None
    spot = sheet.luck.choice(spots)
    token = sheet.at(spot).rpartition(":")[2]
    return sheet.with_(spot, f"{sheet.luck.randint(1, 5)}:{token}")


def _number(kind: str) -> Change:
    """Another number in a mark, a checkpoint, a comment's clock or a tag (`Tag name`)."""

    def change(sheet: Sheet) -> str | None:
        spots = sheet.of(kind)
        return _digit(sheet, sheet.luck.choice(spots)) if spots else None

    return change


def _digit(sheet: Sheet, spot: Spot, digits: str = "0123456789") -> str | None:
    places = [at for at in range(spot.start, spot.end) if sheet.text[at] in digits]
    if not places:
        return None
    at = sheet.luck.choice(places)
    if sheet.luck.randrange(3) == 0:
        return sheet.text[:at] + sheet.luck.choice(digits) + sheet.text[at:]
    return sheet.text[:at] + sheet.luck.choice(digits) + sheet.text[at + 1 :]


def _tag_digit(name: str, digits: str = "0123456789") -> Change:
    def change(sheet: Sheet) -> str | None:
        spot = sheet.tag(name)
        if spot is None:
            return None
        begin = spot.end - len(sheet.at(spot).rpartition(":")[2])
        return _digit(sheet, Spot("value", begin, spot.end), digits)

    return change


def _tag_left_out(name: str) -> Change:
    def change(sheet: Sheet) -> str | None:
        lines = sheet.text.splitlines(keepends=True)
        found = [at for at, line in enumerate(lines) if line.startswith(f"[{name} ")]
        if not found:
            return None
        del lines[sheet.luck.choice(found)]
        return "".join(lines)

    return change


def _option(sheet: Sheet) -> str | None:
    """An option set to another value, added or left out."""
    given = sheet.luck.choice(sheet.game.option_sets)
    key = sheet.luck.choice(list(given) or ["deck"])
    value = given.get(key, "none")
    if sheet.luck.randrange(4) == 0:
        value = str(sheet.luck.randint(0, 12))
    spot = sheet.tag("Options")
    if spot is None:
        return sheet.text.replace("\n", f'\n[Options "{key}={value}"]\n', 1)
    pairs = dict(pair.split("=", 1) for pair in sheet.at(spot).split())
    if sheet.luck.randrange(3) == 0:
        del pairs[sheet.luck.choice(list(pairs))]
    else:
        pairs[key] = value
    return sheet.with_(spot, " ".join(f"{name}={said}" for name, said in pairs.items()))


def _outcome(sheet: Sheet) -> str | None:
    """A card of a chance outcome put in for another one, swapped, or no longer known."""
    spot = sheet.tag("Chance")
    if spot is None:
        return None
    label, _, cards = sheet.at(spot).partition(": ")
    names = cards.split()
    if not names:
        return None
    one, other = sheet.luck.randrange(len(names)), sheet.luck.randrange(len(names))
    kind = sheet.luck.randrange(4)
    if kind == 0:
        names[one], names[other] = names[other], names[one]
    elif kind == 1:
        names[one] = names[other]
    elif kind == 2:
        names[one] = "_"
    else:
        del names[one]
    return sheet.with_(spot, f"{label}: {' '.join(names)}")


def _rules(sheet: Sheet) -> str | None:
    spot = sheet.tag("Rules")
    return sheet.with_(spot, sheet.luck.choice(["0", "2", "10", "", "x"])) if spot else None


def _game(sheet: Sheet) -> str | None:
    spot = sheet.tag("Game")
    names = ["nimmt", "atarayo", "mutsugo", "magimiles", "yuhodo", "chronicle", "nimmt2", ""]
    names.remove(sheet.game.name)
    return sheet.with_(spot, sheet.luck.choice(names)) if spot else None


def _seat_added(sheet: Sheet) -> str | None:
    return sheet.text.replace('[Seat "', '[Seat "Zoe"]\n[Seat "', 1)


def _terminator(sheet: Sheet) -> str | None:
    (spot,) = sheet.of("end")
    return sheet.with_(spot, sheet.luck.choice(["", "*" if sheet.at(spot) == "=" else "="]))


def _name(sheet: Sheet, name: str = "Seat") -> str | None:
    spot = sheet.tag(name)
    if spot is None or spot.start == spot.end:
        return None
    at = sheet.luck.randrange(spot.start, spot.end)
    return sheet.text[:at] + sheet.luck.choice("aéz 棋") + sheet.text[at + 1 :]


def _words(sheet: Sheet) -> str | None:
    spots = [spot for spot in sheet.of("comment") if spot.end - spot.start > 3]
    if not spots:
        return None
    spot = sheet.luck.choice(spots)
    at = sheet.luck.randrange(spot.start + 1, spot.end - 1)
    return sheet.text[:at] + sheet.luck.choice("aéz 棋") + sheet.text[at + 1 :]


def _glyph(sheet: Sheet) -> str | None:
    spots = sheet.of("glyph")
    glyph = sheet.luck.choice(["!", "?", "!!", "?!", "???", ""])
    return sheet.with_(sheet.luck.choice(spots), glyph) if spots else None


def _character(sheet: Sheet) -> str | None:
    """Any character of the text changed, left out or doubled."""
    at = sheet.luck.randrange(len(sheet.text))
    put = sheet.luck.choice(["", sheet.text[at] * 2, chr(sheet.luck.randrange(32, 127)), "\n"])
    return sheet.text[:at] + put + sheet.text[at + 1 :]


#: The classes, in the order of the table.
CHANGES: dict[str, Change] = {
    "a move: another token": _another_move,
    "the last move: another token": _last_move,
    "a move left out": _left_out("move"),
    "a move put in": _put_in,
    "two moves swapped": _swap,
    "an actor": _actor,
    "a mark: another number": _number("mark"),
    "a mark left out": _left_out("mark"),
    "a variation's move: another token": lambda sheet: _another_move(sheet, deep=True),
    "a checkpoint's digit": lambda sheet: (
        _digit(sheet, sheet.luck.choice(spots), _HEX) if (spots := sheet.of("checkpoint")) else None
    ),
    "a score": _tag_digit("Result"),
    "a winner": _tag_digit("Winner"),
    "the terminator": _terminator,
    "a digit of the seed": _tag_digit("Seed", _HEX),
    "a digit of the commit": _tag_digit("Commit", _HEX),
    "a chance outcome": _outcome,
    "a chance outcome left out": _tag_left_out("Chance"),
    "an option": _option,
    "the rules revision": _rules,
    "the game": _game,
    "a seat left out": _tag_left_out("Seat"),
    "a seat added": _seat_added,
    "a letter of a name": _name,
    "a letter of a tag": lambda sheet: _name(sheet, sheet.luck.choice(["Date", "Event"])),
    "a letter of a comment": _words,
    "a digit of a clock": _number("comment"),
    "a glyph": _glyph,
    "any character": _character,
}
