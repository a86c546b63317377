"""The preview of a link to a page: what tags in its head say, and that it is not the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.parsed import Parsed

from kifu.notation.words import LANGUAGES
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.audience import open_audience
from kifu.site.content.finale import turning
from kifu.site.content.sentences import SEAT
from kifu.site.texts import PAGE

SEATS = {"nimmt": 4, "atarayo": 3, "mutsugo": 3, "magimiles": 4, "yuhodo": 2}


def head(page: str) -> Parsed:
    """A page's head up to its style."""
    return Parsed(page[: page.index("<style>")])


def described(line: Timeline, language: str) -> str:
    return head(render(line, language=language)).metas["og:description"]


@pytest.mark.matrix(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SEATS)
def test_a_description_is_the_turning_point_unless_that_is_the_end(
    name: str, language: str
) -> None:
    for record in simulate(game(name), 6, seats=SEATS[name], seed="previews", players=["greedy"]):
        line = timeline(replay(replace(record, tags=[("Event", "Cup")])))
        found = turning(line, open_audience(line, ALL), None)
        facts = f"{line.game.title.text(language)} · Cup"
        description = described(line, language)
        if found is None or found.ply == len(line.moments):
            assert description == f"{PAGE['who_wins'].text(language)} {facts}"
        else:
            first = SEAT.split(found.words.text(language))[0]
            assert description.endswith(f" {facts}") and description.startswith(first)
        unfinished = replace(record, result=None, winner=None, end="*", tags=[("Event", "Cup")])
        unfinished.moves = " ".join(record.moves.split()[:4])
        assert described(timeline(replay(unfinished)), language) == facts
