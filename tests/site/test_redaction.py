"""A redacted page holds nothing that its viewer never got to see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Line, Note, Record
from kifu.replay.game import State
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.table import ALL, PUBLIC, UNKNOWN
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.late import blind_zones, known_at

from .conftest import cards_shown, go, page_data, ply
from .matches import some

#: So many words of the record: in the middle of the second turn, whose first choice is made.
CUT = {"dealt": 7, "drafted": 66}


def unfinished(hands: str) -> Record:
    """A match of three that stops in the middle of a turn, with notes that would tell much."""
    options = {"rounds": "1"}
    if hands == "drafted":
        options |= {"deck": "tactics", "hands": "drafted"}
    [played] = simulate(game("nimmt"), 1, seats=3, seed="secret", options=options)
    words = played.moves.split()
    played.moves, played.end, played.result = " ".join(words[: CUT[hands]]), "*", None
    while last(played).to_move() != [2, 3]:
        played.moves += " " + words[len(played.moves.split())]
    card = last(played).legal_moves(2)[0]
    played.notes = [
        Note(at=1, glyph="!?"),
        Note(at=1, text=f"SECRET-COMMENT Ben holds {card}"),
        Note(at=1, check="5f3a09c2"),
        Note(at=2, line=Line(moves=card, notes=[Note(at=0, text="SECRET-LINE")])),
    ]
    played.tags = [("Event", "Cup"), ("Hand", f"SECRET-TAG {card}"), (";", "SECRET-REM")]
    played.commit = "sha256:" + "0" * 64
    return played


def last(record: Record) -> State:
    """The last position of a record."""
    return replay(record).position(len(timeline(replay(record)).moments))


def without_data(html: str) -> str:
    """The text of a page's list and table."""
    data = r'<script type="application/json" id="kifu">.*?</script>'
    return re.sub(data, "", html, flags=re.DOTALL)


def strings(value: Any) -> Iterator[str]:
    """Every text in the data but who is to move, which is a list of seats."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from strings(part if key != "to_move" else None)


def names(value: Any) -> Iterator[str]:
    """Every name of a field or a fact in the data."""
    if isinstance(value, dict):
        yield from value
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            yield from names(part)


@pytest.mark.parametrize("viewer", [PUBLIC, 1, 2, 3])
def test_hidden_cards_are_nowhere_in_the_bytes(viewer: int) -> None:
    record = unfinished("dealt")
    line = timeline(replay(record))
    state = replay(record).position(len(line.moments))
    everything, mine = state.view(ALL), state.view(viewer)
    hidden = {
        card
        for name, cards in everything.zones.items()
        for card in cards
        if card != UNKNOWN and card not in mine.zones[name]
    }
    assert hidden and not hidden & {card for cards in mine.zones.values() for card in cards}
    html = render(line, viewer=viewer, redact=True)
    data, page = page_data(html), without_data(html)
    faces = [token for token, *_face in data.pop("faces")]
    assert faces == list(line.layout.faces), "which cards there are is public"
    match = [data[part] for part in ("moments", "phrases", "start")]
    numbers = {n for text in strings(match) for n in re.findall(r"\d+", text)}
    text = re.sub(r"<style>.*?</style>|<script.*?</script>|<[^>]*>", " ", page, flags=re.S)
    for card in hidden:
        assert card not in numbers
        assert f'data-card="{card}"' not in page and f'"{card},' not in page
        # Lower numbers may stand there as scores or as turns.
        assert int(card) <= 66 or not re.search(rf"\b{card}\b", text)
    everywhere = json.dumps(data, ensure_ascii=False) + page
    assert record.seed is not None and record.seed not in everywhere
    # The script that checks a deal names both algorithms; what it would check is not there.
    assert data["deal"] == {} and not re.search("(shake256-1|sha256):[0-9a-f]", everywhere)
    for secret in ("SECRET", "5f3a09c2", "[Hand"):
        assert secret not in everywhere
    offered = "".join(slot[1] for slot in data["notation"] if len(slot) > 2)
    assert hidden.isdisjoint(re.findall(r"\d+", " ".join(names(match))))
    assert hidden.isdisjoint(re.findall(r"\d+", offered.split("[Chance", 1)[1]))


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
    card = last(record).legal_moves(2)[0]
    other = last(record).legal_moves(3)[0]
    record.moves += f" {other}"
    record.notes = []
    line = timeline(replay(record))
    [finding] = [found for found in line.findings if found.code == "KF406"]
    assert card in finding.expected
    page = open_page(render(line, viewer=PUBLIC, redact=True))
    text = page.locator("#checks").inner_text()
    assert "KF406" in text and "the move is illegal" in text
    assert other not in text.split() and card not in text.split()


def known(line: Timeline, viewer: int) -> list[int | None]:
    return known_at(line.moments, viewer, blind_zones(line.layout))


def test_a_choice_is_known_to_the_others_when_it_is_revealed(record: Record) -> None:
    line = timeline(replay(record))
    assert known(line, 1)[:3] == [1, 3, 3]
    assert known(line, 3)[:3] == [3, 3, 3]
    assert known(line, ALL)[:3] == [1, 2, 3]
    assert all(known(line, PUBLIC)), "every choice of a finished match is revealed"
    drafted = timeline(replay(unfinished("drafted")))
    assert known(drafted, PUBLIC)[:30] == list(range(1, 31)), "picks are open"
    assert known(drafted, PUBLIC)[30:33] == [33, 33, 33]
    assert known(drafted, 2)[-1] is None and known(drafted, 1)[-1] == len(drafted.moments)


def test_redaction_asks_for_a_viewer_who_does_not_see_everything(record: Record) -> None:
    line = timeline(replay(record))
    with pytest.raises(UsageError, match="choose a seat or public"):
        render(line, redact=True)
    for viewer in (4, 31, -1):
        with pytest.raises(KifuError, match="the seats are 1 to 3"):
            render(line, viewer=viewer)
        with pytest.raises(KifuError, match="the seats are 1 to 3"):
            render(line, viewer=viewer, redact=True)
    with pytest.raises(UsageError, match="a page can be in en or ja"):
        render(line, language="de")
