"""The laws of the notation, for any record and any text."""

from __future__ import annotations

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from kifu.notation.files import read_stream
from kifu.notation.lint import lint
from kifu.notation.log import encode_json
from kifu.notation.plain_form import write_text
from kifu.notation.record import Record
from kifu.notation.text import read_text

from .strategies import records


def parsed(text: str) -> list[Record | None]:
    return [reading.record for reading in read_text([text.encode()])]


@given(records())
def test_what_is_written_as_text_is_read_back_equal_and_written_as_before(record: Record) -> None:
    assert lint(record) == []
    text = write_text(record)
    (again,) = parsed(text)
    assert again == record
    assert again is not None and write_text(again) == text


@given(st.lists(records(), max_size=3), st.integers(1, 40))
def test_records_in_one_file_do_not_touch_each_other(found: list[Record], block: int) -> None:
    text = "\n".join(map(write_text, found)).encode()
    blocks = [text[at : at + block] for at in range(0, len(text), block)]
    assert [reading.record for reading in read_text(blocks)] == found


@given(st.lists(records(), max_size=3))
def test_logs_of_many_records_are_read_back(found: list[Record]) -> None:
    lines = b"".join(encode_json(record) + b"\n" for record in found)
    assert [reading.record for reading in read_stream(BytesIO(lines), "json")] == found
