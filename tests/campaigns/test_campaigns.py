"""The campaigns that are programs, at a size for `make test-all`."""

from __future__ import annotations

import pytest
from tests.campaigns import fuzz, looks, mutations, room

pytestmark = pytest.mark.campaign


def test_no_reader_fails_at_hostile_bytes() -> None:
    assert not fuzz.main(["--bytes", "1e7"])


def test_every_accepted_change_of_a_sound_record_is_explained() -> None:
    assert not mutations.main(1000)


def test_nothing_is_wrong_with_any_page() -> None:
    assert not looks.main(every=2)


def test_everything_has_its_room() -> None:
    assert not room.main(every=19)
