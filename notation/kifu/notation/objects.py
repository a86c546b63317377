"""Log objects: a stream of MessagePack frames becomes readings.

A frame is a `bin 32` object (0xC6, four bytes of length, most significant first) that holds
one record. After damage the next frame is the next 0xC6 whose length leads to the end or to
another 0xC6, and whose content is an object.

A hostile stream can hold a head at every few bytes that claims half of the rest. So bytes that
can't begin an object are skipped, and the number of bytes that are decoded in vain is limited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from kifu.notation.diagnostics import diagnostic
from kifu.notation.log import UNDECODABLE, read_msgpack
from kifu.notation.move_words import LARGEST_RECORD
from kifu.notation.reading import Reading
from kifu.notation.text import too_large
from kifu.notation.window import Window

FRAME = 0xC6
HEAD = 5

#: The most bytes that are decoded in vain, for each byte of the stream and at its beginning. Damage
#: never takes that much: by chance, hardly one head in a billion bytes looks like a frame.
IN_VAIN = 4
IN_VAIN_AT_FIRST = 2 * (LARGEST_RECORD + HEAD)
#: The first bytes of an object.
_OBJECT = bytes([*range(0x80, 0x90), 0xDE, 0xDF])


def framed(payload: bytes) -> bytes:
    """A log object in the frame that it has in a file.

    >>> framed(b"abc").hex()
    'c600000003616263'
    """
    return b"\xc6" + len(payload).to_bytes(4, "big") + payload


def read_objects(blocks: Iterable[bytes], number: int = 1, offset: int = 0) -> Iterator[Reading]:
    """The records of a stream of frames, one at a time, whatever the bytes are. `number` and
    `offset` are those of the first record. O(size).
    """
    window = Window(blocks)
    patience = _Patience()
    while window.fill(1):
        size = _frame_size(window)
        whole = 0 < size <= LARGEST_RECORD + HEAD and window.fill(size)
        if whole and patience.left >= size:
            payload = window.data[window.start + HEAD : window.start + size]
            reading = read_msgpack(payload, number, offset)
            reading.size = size
            if reading.record is None:
                patience.left -= size
        else:
            reading = _broken(window, size, number, offset)
        if reading.record is None:
            passed = _resynchronise(window, patience)
            if whole and passed != size:
                # Its length is wrong, and so what was found in it means nothing.
                reading.diagnostics.clear()
            if passed != size or not reading.diagnostics:
                reading.size = passed
                many = "1 byte was" if passed == 1 else f"{passed} bytes were"
                message = f"{many} skipped to find the next object or the end"
                finding = diagnostic("KF204", message, record=number, offset=offset)
                reading.diagnostics.append(finding)
        else:
            window.take(size)
            patience.left += IN_VAIN * size
        yield reading
        number += 1
        offset += reading.size


class _Patience:
    """How many bytes may still be decoded in vain; each byte of the stream adds to it."""

    def __init__(self) -> None:
        self.left = IN_VAIN_AT_FIRST


def _broken(window: Window, size: int, number: int, offset: int) -> Reading:
    """A reading without a record, for a frame of `size` bytes. A finding says that the frame is too
    large or cut off; if it is neither, its content can't be decoded, and there is no finding yet.
    """
    findings = []
    if size > LARGEST_RECORD + HEAD:
        findings.append(too_large(size - HEAD, number, None, offset))
    elif size > len(window):
        message = f"an object of {size} bytes is cut off after {len(window)}"
        findings.append(diagnostic("KF201", message, record=number, offset=offset))
    return Reading(None, findings, number, None, offset, size, "msgpack")


def _frame_size(window: Window) -> int:
    """The size of the frame at the start of the window in bytes, head included, as its head gives
    it; 0 if no frame begins there.
    """
    if not window.fill(HEAD) or window.data[window.start] != FRAME:
        return 0
    return HEAD + int.from_bytes(window.data[window.start + 1 : window.start + HEAD], "big")


def _resynchronise(window: Window, patience: _Patience) -> int:
    """Skip at least one byte, up to the next whole frame. Returns the number of bytes skipped."""
    passed = 0
    while window.fill(1) and not (passed and _is_frame(window, patience)):
        at = window.data.find(b"\xc6", window.start + 1)
        skipped = len(window.take(at - window.start if at >= 0 else len(window)))
        patience.left += IN_VAIN * skipped
        passed += skipped
    return passed


def _is_frame(window: Window, patience: _Patience) -> bool:
    size = _frame_size(window)
    if not HEAD < size <= min(LARGEST_RECORD + HEAD, patience.left):
        return False
    if not window.fill(HEAD + 1) or window.data[window.start + HEAD] not in _OBJECT:
        return False
    if not window.fill(size):
        return False
    if window.fill(size + 1) and window.data[window.start + size] != FRAME:
        return False
    try:
        content = msgspec.msgpack.decode(window.data[window.start + HEAD : window.start + size])
    except UNDECODABLE:
        patience.left -= size
        return False
    return isinstance(content, dict)
