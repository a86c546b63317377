"""Doubt: where and why a log can't be followed any further."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from kifu.notation.diagnostics import diagnostic

T = TypeVar("T")


class Doubt(Exception):
    """The log can't be followed any further; `finding` says where and why.

    >>> Doubt("KF601", "$[0]", "a card is played twice").finding.token
    '$[0]'
    """

    def __init__(self, code: str, path: str, message: str) -> None:
        super().__init__(message)
        self.finding = diagnostic(code, message, token=path)


def converted(given: object, kind: type[T], path: str) -> T:
    """`given`, decoded JSON, as an object of the type `kind`; a number may be written as a string.

    Raises Doubt (KF602) with the place of what does not fit, which is `path` or something inside
    it.

    >>> converted([7, "8"], list[int], "$.cards")
    [7, 8]
    """
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        raise Doubt("KF602", path + place.removesuffix("`"), message) from None
