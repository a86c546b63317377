"""The file of equity models: what is wrong with it is said, and what to do."""

from __future__ import annotations

from importlib.resources import files

import pytest

from kifu.notation.errors import KifuError
from kifu.replay import analysis
from kifu.replay.analysis.equity import FILE, equity_file, equity_of


def test_the_file_of_this_version_is_read() -> None:
    models = equity_file(files(analysis).joinpath(FILE).read_bytes())
    assert models.models["nimmt 4"] == equity_of("nimmt", {}, 4)
    assert equity_of("nimmt", {}, 99) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"version":1,"models":{}}', "of version 1, and this kifu reads version 2"),
        (b'{"version":2,"models":{"nimmt 4":', "is broken"),
        (b"\xff\x00", "is broken"),
        (b'{"nimmt 4":{"matches":1,"weights":[]}}', "is broken"),
        (b'{"version":2,"models":{"nimmt 4":{"matches":1,"weights":[1,2]}}}', "6 weights"),
        (b'{"version":2,"models":{"nimmt 4":{"matches":1,"weights":[1e9,0,0,0,0,0]}}}', "1000"),
    ],
)
def test_a_broken_file_or_one_of_another_version_is_refused(text: bytes, why: str) -> None:
    with pytest.raises(KifuError, match=f"{FILE}.*{why}.*install kifu again"):
        equity_file(text)
