"""How a redacted page looks, and how often a page starts its game. That a redacted page tells
nothing hidden is in test_twins.py.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Note, Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.table import PUBLIC
from kifu.replay.timeline import timeline
from kifu.site import picture, render

from .conftest import cards_shown, go, ply
from .matches import some

#: So many words of the record: in the middle of the second turn, whose first choice is made.
CUT = {"dealt": 7, "drafted": 66}


def unfinished(hands: str) -> Record:
    """A match of three that stops in the middle of a turn, with notes."""
    options = {"rounds": "1"}
    if hands == "drafted":
        options |= {"deck": "tactics", "hands": "drafted"}
    [played] = simulate(game("nimmt"), 1, seats=3, seed="secret", options=options)
    words = played.moves.split()
    played.moves, played.end, played.result = " ".join(words[: CUT[hands]]), "*", None
    while replay(played).played.state.to_move() != [2, 3]:
        played.moves += " " + words[len(played.moves.split())]
    played.notes = [Note(at=1, glyph="!?"), Note(at=1, text="SECRET")]
    return played


@pytest.mark.matrix
@pytest.mark.parametrize("hands", some(["dealt", "drafted"], ["dealt", "drafted"], "dealt"))
@pytest.mark.parametrize("viewer", [PUBLIC, 2])
def test_a_redacted_page_shows_pythons_tables_and_offers_no_other_eyes(
    viewer: int, hands: str, open_page: Any
) -> None:
    record = unfinished(hands)
    line = timeline(replay(record))
    page = open_page(render(line, viewer=viewer, redact=True))
    expect(page.locator("#viewer")).to_have_count(0)
    expect(page.locator(".banner").first).to_contain_text("Hidden cards, comments and variations")
    for at in [*range(len(line.moments) + 1), 0]:
        page.keyboard.press("Home" if not at else "ArrowRight")
        view = replay(record).position(at).view(viewer)
        shown = cards_shown(page)
        assert shown == {name: " ".join(view.zones[name]) for name in shown}
    page.keyboard.press("End")
    expect(page.locator("#sentence")).to_have_text("random 1 plays a card face down.")
    go(page, "ply=1&seat=all")
    assert ply(page) == 1
    assert page.get_attribute("#table", "data-viewer") == str(viewer)


def test_findings_of_a_redacted_page_name_no_card(open_page: Any) -> None:
    record = unfinished("dealt")
    card, other = (replay(record).played.state.legal_moves(seat)[0] for seat in (2, 3))
    record.moves += f" {other}"
    record.notes = []
    line = timeline(replay(record))
    [finding] = [found for found in line.match.findings if found.code == "KF406"]
    assert card in finding.expected
    text = open_page(render(line, viewer=PUBLIC, redact=True)).locator("#checks").inner_text()
    assert "KF406" in text and "the move is illegal" in text
    assert other not in text.split() and card not in text.split()


def test_redaction_asks_for_a_viewer_who_does_not_see_everything(record: Record) -> None:
    line = timeline(replay(record))
    with pytest.raises(UsageError, match="choose a seat or public"):
        render(line, redact=True)
    for viewer, redact in product((4, 31, -1), (False, True)):
        with pytest.raises(KifuError, match="the seats are 1 to 3"):
            render(line, viewer=viewer, redact=redact)
    with pytest.raises(UsageError, match="a page can be in en or ja"):
        render(line, language="de")
    anything: Any = line.match
    for call in (render, picture):
        with pytest.raises(TypeError, match="a Timeline was expected, not Match"):
            call(anything)


def test_a_page_starts_its_game_once(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    played, starts = game(record.game), []

    def start(*given: Any) -> Any:
        starts.append(given)
        return played.start(*given)

    monkeypatch.setattr("kifu.replay.match.registered", lambda _: replace(played, start=start))
    render(timeline(replay(record)), what_if="all")
    assert len(starts) == 1
