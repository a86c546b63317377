"""A draw on the replay page and in a picture: nobody has won."""

from __future__ import annotations

import re

import pytest

from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.timeline import Timeline, timeline
from kifu.site.page.viewer import render
from kifu.site.picture.scene import scene


@pytest.fixture(scope="module")
def drawn() -> Timeline:
    found = simulate(game("mutsugo"), 6, seats=2, seed="draw", options={"target": "42"})
    return timeline(replay(list(found)[5]))


@pytest.mark.parametrize(("language", "word"), [("en", "draw"), ("ja", "引き分け")])
def test_the_result_says_draw_for_each_and_names_no_winner(
    drawn: Timeline, language: str, word: str
) -> None:
    page = render(drawn, language=language)
    result = page.partition('<section id="result"')[2].partition("</section>")[0]
    assert re.findall(r'<span class="laurel"><span data-t="draw">(.*?)</span>', result) == [
        word,
        word,
    ]
    assert 'class="won"' not in result
    assert 'class="seat won' not in page


def test_no_seat_of_a_picture_has_the_star(drawn: Timeline) -> None:
    assert scene(drawn, len(drawn.moments)).won == []
    drawn.draw = False
    assert scene(drawn, len(drawn.moments)).won == [1, 2]
