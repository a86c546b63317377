"""Hostile inputs: what a reader reads, changed where its structure is, and parts of it repeated.

Everything follows from the `random.Random` that is given.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import zstandard

Mutate = Callable[[random.Random, list[bytes]], bytes]

#: What is changed is no larger, in bytes.
SMALL = 1 << 17

_LEXEME = re.compile(rb"\w+|[^\S\n]+|\n|.", re.DOTALL)
#: What readers have been known to stumble over: extremes, brackets, escapes, broken UTF-8.
NASTY = [
    b"", b"0", b"-1", b"00", b"1e400", b"-0.0", b"NaN", b"9" * 19, b"9" * 400, b"1" + b"0" * 30,
    b"18446744073709551616", b"true", b"null", b"[]", b"{}", b'""', b"\x00", b"\xff\xfe",
    b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf4\x90\x80\x80", "棋譜".encode(), "é̂\u202e".encode(),
    b"\\", b'\\"', b"\\u{110000}", b"\\u{d800}", b"\\ud800", b"(", b")", b"(...", b"{", b"}", b"{@",
    b"[%", b"[%eval 1 2 3]", b"[%clk 99999:99:99]", b"[%utc 9999-99-99T99:99:99Z]", b"%00000000",
    b"$999", b"!!??", b"#1", b"1.", b"999999999999999999.", b"9:", b"0:", b"1:1:1", b"\r", b"\r\n",
    b"\n\n", b'\n[Game "nimmt"]\n', b"*", b"=", b"\n*\n", b";", b"_", b"..", b"../..", b"/dev/zero",
    b"[" * 5000, b'{"a":' * 5000, b"(1" * 3000, b"%s%n", b"${x}", b"<b>", b"&#x110000;",
]  # fmt: skip
_VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, -(2**63), 2**64 - 1, 0.5, 1e308, -0.0, 1e15,
    253402300800, "", "0", "_", "棋", "\x00", "\ud800", "a" * 300, "1 2 3", "../x", "71", [], {},
    [[]], {"": {}}, [None] * 9,
]  # fmt: skip
#: Fields that an object may get, known and unknown.
_FIELDS = ("m", "at", "line", "text", "live", "moves", "x", "")


def changed_text(luck: random.Random, seeds: list[bytes]) -> bytes:
    """A seed with up to eight changes of its words, spaces and signs."""
    lexemes = _LEXEME.findall(luck.choice(seeds))
    for _ in range(luck.randint(1, 8)):
        at = luck.randrange(len(lexemes) + 1)
        to = min(len(lexemes), at + luck.choice((1, 1, 1, 2, 5, 20, 200)))
        kind = luck.randrange(6)
        if kind == 0:
            lexemes[at:to] = []
        elif kind == 1:
            lexemes[at:at] = lexemes[at:to] * luck.choice((1, 1, 2, 30))
        elif kind == 2:
            lexemes[at : luck.choice((at, to))] = [luck.choice(NASTY)]
        elif kind == 3:
            other = _LEXEME.findall(luck.choice(seeds))
            begin = luck.randrange(len(other) + 1)
            lexemes[at:to] = other[begin : begin + luck.choice((1, 3, 20, 500))]
        elif kind == 4:
            lexemes[at : at + 1] = [changed_bytes(luck, b"".join(lexemes[at : at + 1]) or b"x")]
        elif luck.randrange(4) == 0:
            del lexemes[at:]
    return b"".join(lexemes)


def changed_bytes(luck: random.Random, data: bytes) -> bytes:
    """Some bytes of it changed, left out or put in."""
    found = bytearray(data)
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(found) + 1)
        kind = luck.randrange(3)
        if kind == 0:
            found[at : at + 1] = bytes([luck.randrange(256)])
        elif kind == 1:
            del found[at : at + luck.choice((1, 4, 64))]
        else:
            found[at:at] = luck.randbytes(luck.choice((1, 2, 8)))
    return bytes(found)


def changed_json(luck: random.Random, seeds: list[bytes]) -> bytes:
    """A JSON document, or a file of one a line, changed in its tree; at times in its text."""
    if luck.randrange(3) == 0:
        return changed_text(luck, seeds)
    lines = luck.choice(seeds).split(b"\n")
    if len(lines) > 2:
        at = luck.randrange(len(lines))
        if luck.randrange(4) == 0:
            lines[at:at] = lines[luck.randrange(len(lines)) :][:9]
    else:
        at = 0
    try:
        lines[at] = json.dumps(_changed(luck, json.loads(lines[at])), ensure_ascii=False).encode(
            "utf-8", "surrogatepass"
        )
    except ValueError:
        return changed_text(luck, seeds)
    return b"\n".join(lines)


def packed(make: Mutate) -> Mutate:
    """What `make` gives, compressed by gzip or zstandard; at times broken."""

    def mutate(luck: random.Random, seeds: list[bytes]) -> bytes:
        data = make(luck, seeds)
        if luck.randrange(2):
            done = gzip.compress(data, 1, mtime=0)
        else:
            done = zstandard.ZstdCompressor(level=1).compress(data)
        return changed_bytes(luck, done) if luck.randrange(2) else done

    return mutate


def grown(luck: random.Random, data: bytes, size: int) -> bytes:
    """`data` with one part of it repeated until it has about so many bytes."""
    lexemes = _LEXEME.findall(data) or [b"x"]
    at = luck.randrange(len(lexemes))
    part = b"".join(lexemes[at : at + luck.choice((1, 2, 3, 5, 9, 30, 200))])
    before, after = b"".join(lexemes[:at]), b"".join(lexemes[at:])
    return before + part * max(1, (size - len(data)) // len(part)) + after


def _changed(luck: random.Random, tree: Any) -> Any:
    """The tree with one to three of its nodes replaced, doubled, moved or left out."""
    for _ in range(luck.randint(1, 3)):
        nodes: list[tuple[Any, Any]] = []
        _collect(tree, nodes)
        if not nodes:
            return deepcopy(luck.choice(_VALUES))
        parent, key = luck.choice(nodes)
        kind = luck.randrange(6)
        if kind == 0:
            parent[key] = deepcopy(luck.choice(_VALUES))
        elif kind == 1:
            del parent[key]
        elif kind == 2:
            other, there = luck.choice(nodes)
            if there in other if isinstance(other, dict) else there < len(other):
                parent[key] = json.loads(json.dumps(other[there]))
        elif kind == 3 and isinstance(parent, list):
            parent[key:key] = [parent[key]] * luck.choice((1, 2, 40))
        elif kind == 4 and isinstance(parent, dict):
            parent[luck.choice(_FIELDS)] = deepcopy(luck.choice(_VALUES))
        elif isinstance(parent[key], str):
            text = changed_bytes(luck, parent[key].encode("utf-8", "replace"))
            parent[key] = text.decode("utf-8", "replace")
        else:
            parent[key] = [parent[key]]
    return tree


def _collect(tree: Any, nodes: list[tuple[Any, Any]]) -> None:
    pairs: list[tuple[Any, Any]] = []
    if isinstance(tree, dict):
        pairs = list(tree.items())
    elif isinstance(tree, list):
        pairs = list(enumerate(tree))
    for key, value in pairs:
        nodes.append((tree, key))
        _collect(value, nodes)
