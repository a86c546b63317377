"""Comments: the commands in their text, and times as the commands have them.

A command is `[%name arguments]`. Those that mean something are `clk` (time left), `emt` (seconds
spent), `utc` (when), `eval` (each seat's chance to win), `mark` (a name for the moment) and
`by` (the author); any other is kept and means nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from kifu.notation.record import SPACE

#: The commands that mean something.
KNOWN = ("clk", "emt", "utc", "eval", "mark", "by")
COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*+)(?:[ \t\r\n]++([^\[\]]*+))?\]")
_WITH_SPACE = re.compile(rf"(?:(?<![ \t])[ \t]++)?{COMMAND.pattern}")
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]{1,9})?)")
_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_CHANCE = re.compile(r"0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?")


def commands(text: str) -> list[tuple[str, str]]:
    """The commands in a comment, in order: name and arguments.

    >>> commands("Ben takes row one. [%clk 0:00:41] [%by Aki]")
    [('clk', '0:00:41'), ('by', 'Aki')]
    """
    return [(name, args.strip(SPACE)) for name, args in COMMAND.findall(text)]


def plain(text: str) -> str:
    """A comment without its commands.

    >>> plain("Ben takes row one. [%clk 0:00:41]")
    'Ben takes row one.'
    """
    return _WITH_SPACE.sub("", text).strip(SPACE)


def without(text: str, names: Collection[str]) -> str:
    """A comment without its commands of these names.

    >>> without("Ben takes row one. [%clk 0:00:41] [%by Aki]", ["by"])
    'Ben takes row one. [%clk 0:00:41]'
    """
    return _WITH_SPACE.sub(lambda found: "" if found[1] in names else found[0], text).strip(SPACE)


def seconds(time: str) -> float | None:
    """The seconds that an argument of `clk` or `emt` means: seconds, `mm:ss` or `h:mm:ss`, perhaps
    with a fraction; None for any other text.

    >>> seconds("0:00:41"), seconds("3.2"), seconds("soon")
    (41.0, 3.2, None)
    """
    if _SECONDS.fullmatch(time):
        return float(time)
    match = _CLOCK.fullmatch(time)
    if match is None:
        return None
    hours, minutes, rest = match.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(rest)


def evaluation(arguments: str, seats: int) -> list[float] | None:
    """The chances in the arguments of an `eval` command: a number from 0 to 1 for each of `seats`
    seats, in seat order; None for any other arguments.

    >>> evaluation("0.41 0.36 0.23", 3), evaluation("0.41 0.36", 3), evaluation("41 36 23", 3)
    ([0.41, 0.36, 0.23], None, None)
    """
    chances = arguments.split()
    if len(chances) != seats or not all(map(_CHANCE.fullmatch, chances)):
        return None
    return [float(chance) for chance in chances]


def clock(seconds: float) -> str:
    """A number of seconds as a `clk` command writes it, rounded to a tenth.

    >>> clock(41), clock(3725.5)
    ('0:00:41', '1:02:05.5')
    """
    tenths = round(seconds * 10)
    whole, tenth = divmod(tenths, 10)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{tenth}" if tenth else text
