"""A terminal that people type at, line by line.

A line is a command where it begins with `:`, which no move does; else it is moves.
"""

from __future__ import annotations

import sys

import click
from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.notation.rows import printable

#: No line is longer: enough for every card of a deck and every comment that is typed.
LONGEST_LINE = 1 << 16


class Quit(Exception):
    """Nobody types any more: the end of the input, or `:quit`."""


class Command(Struct, frozen=True):
    """What was typed after `:`, and the rest of the line; or moves, with the name ""."""

    name: str
    rest: str


def ask(prompt: str) -> Command:
    """Print `prompt`, and return the line that is typed (see `read_command`). Raises Quit at the
    end of the input, and UsageError for a line of LONGEST_LINE bytes or more.
    """
    while True:
        click.echo(prompt, nl=False)
        data = sys.stdin.buffer.readline(LONGEST_LINE)
        if not data:
            click.echo()
            raise Quit
        try:
            line = data.decode("utf-8").strip()
        except UnicodeDecodeError:
            click.echo("That is not UTF-8; type it again.")
            continue
        if len(data) == LONGEST_LINE:
            raise UsageError(f"a line is {LONGEST_LINE} bytes at most")
        return read_command(line)


def read_command(line: str) -> Command:
    """A typed line as a command, if it begins with `:`; otherwise as moves, with the name "".

    >>> read_command(":say well played"), read_command("2:59")
    (Command(name='say', rest='well played'), Command(name='', rest='2:59'))
    """
    if not line.startswith(":"):
        return Command("", line)
    name, _, rest = line[1:].partition(" ")
    return Command(name or "help", rest.strip())


def say(*lines: str) -> None:
    """Print lines, with escapes for what could steer the terminal: anybody may have written the
    names and comments in them.
    """
    for line in lines:
        click.echo(printable(line, keep="\n"))
