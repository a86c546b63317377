"""The classes of moves of a game whose moves are numbers: each a number, a name, and what it means.

Such a game says them once, in one table; rules that are compiled use constants for the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from kifu.notation.words import Words


def numbered(table: Mapping[int, tuple[str, Words]]) -> dict[str, Words]:
    """The `classes` of a Game: name -> meaning, made of number -> (name, meaning), in the order of
    the numbers.

    Raises ValueError unless the numbers are 1, 2, 3 and so on, and the names differ.

    >>> DRAW, PASS = 1, 2
    >>> classes = numbered({
    ...     DRAW: ("draw", Words("draws a card", "1枚引く")),
    ...     PASS: ("pass", Words("passes", "パスする")),
    ... })
    >>> list(classes), classes["pass"].en
    (['draw', 'pass'], 'passes')
    """
    classes = dict(table.values())
    if list(table) != list(range(1, len(classes) + 1)):
        raise ValueError("classes have the numbers 1, 2, 3 and so on, and names that differ")
    return classes
