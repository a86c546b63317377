"""Hostile MessagePack: however the frames lie, a stream is read in linear time."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import msgspec
import pytest

from kifu.notation.files import read_stream
from kifu.notation.log import encode_msgpack, read_msgpack
from kifu.notation.objects import IN_VAIN, IN_VAIN_AT_FIRST, framed
from kifu.notation.record import Record

GOOD = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="1. 59 10", end="*")
FRAME = framed(encode_msgpack(GOOD))
SIZE = 1 << 18


def heads(content: bytes) -> bytes:
    """Frames one in the other: each head claims half of the stream, and where its frame would
    end there is the next head.
    """
    step = 5 + len(content)
    claimed = SIZE // 2 // step * step - 5
    return (b"\xc6" + claimed.to_bytes(4, "big") + content) * (SIZE // step)


#: An object of many entries; each is a string that holds the next head, and a nil.
OBJECT = b"\xdf\x00\x00\xff\xff\xc4\x0d"
STREAMS = {
    "heads alone": heads(b""),
    "of objects": heads(OBJECT + b"\xc0\xc4\x0a"),
    "of lists": heads(b"\xdd\x00\x00\xff\xff\xc4\x0a"),
    "between good ones": heads(b"\xdd\x00\x00\xff\xff\xc4" + bytes([len(FRAME) + 10]) + FRAME),
}


@pytest.mark.matrix
@pytest.mark.parametrize("name", STREAMS)
def test_heads_that_claim_half_of_the_stream_are_passed_over_in_linear_time(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded = 0

    def counted(decode: Callable[..., Any]) -> Callable[..., Any]:
        def counting(source: bytes, *args: Any) -> Any:
            nonlocal decoded
            decoded += len(source)
            return decode(source, *args)

        return counting

    monkeypatch.setattr("kifu.notation.objects.read_msgpack", counted(read_msgpack))
    monkeypatch.setattr("msgspec.msgpack.decode", counted(msgspec.msgpack.decode))
    data = FRAME + STREAMS[name]
    found = list(read_stream(BytesIO(data + FRAME), "msgpack"))
    assert found[0].record == GOOD and sum(one.size for one in found) == len(data + FRAME)
    assert all(one.diagnostics for one in found if one.record is None)
    # A payload that is no object is decoded twice, to say why.
    assert decoded < 2 * (IN_VAIN_AT_FIRST + (IN_VAIN + 3) * len(data))
