"""A record cut into segments says the same, and can do without the notes between them."""

from hypothesis import given
from tests.notation.strategies import records

from kifu.notation.plain_form import write_text
from kifu.notation.reader import Reader
from kifu.notation.record import Record
from kifu.site.content.slots import Segment, segments, whole


def text_of(parts: list[Segment]) -> str:
    return "".join(map(whole, parts))


@given(records())
def test_segments_are_the_record_and_its_notes_can_be_left_out(record: Record) -> None:
    parts = segments(record)
    assert text_of(parts) == write_text(record)
    for part in parts:
        part.notes = []
    bare = Reader(text_of(parts).encode()).record
    assert bare is not None and not any(part.notes for part in segments(bare))
