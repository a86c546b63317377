"""What a viewer gets to know of a step, of moves whose cards were put down unseen and of an erased
player, how a redacted page looks, and how often a page starts its game. That a redacted page tells
nothing hidden is in test_twins.py.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from kifu.notation.errors import KifuError, UsageError, diagnostic
from kifu.notation.record import Note, Record
from kifu.notation.words import Words
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.table import ALL, EVERY, NOBODY, OPEN, PUBLIC, UNKNOWN, Motion, Step, only
from kifu.replay.timeline import Moment, timeline
from kifu.site import picture, render
from kifu.site.content.audience import Audience, audience_of, visible_step, visible_timeline
from kifu.site.content.late import known_at

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


def test_nothing_is_left_of_an_engine_on_an_erased_player_and_all_of_it_on_others(
    analysed: Record,
) -> None:
    """Also without its tag. The reader's findings stay."""
    match = replay(replace(analysed, seats=["erased-3f29a0c1", "Ben", "Cy"], tags=[]))
    match.findings = [diagnostic("KF112", "cut off")]
    line = timeline(match)
    seen = visible_timeline(line, audience_of(line, ALL)).match
    assert seen.findings == match.findings
    verdict = re.compile(r" .%(judged|options|depends|sign)[^]]*]")
    left = []
    for note in match.record.notes:
        if not note.at or match.plies[note.at - 1][0] > 1:
            left.append(note)
        elif note.text:
            left.append(replace(note, text=verdict.sub("", note.text)))
    assert seen.record.notes == left


BLIND = frozenset({"hand/1", "hand/2", "hand/3", "deck"})


def moment(move: str, *motions: Motion) -> Moment:
    return Moment(0, 1, move, (), Words("", ""), [], [Step("play", list(motions))], [], [], [])


def laid(card: str, seat: int, zone: str) -> Motion:
    """A card that goes face down from a hand to a zone."""
    return Motion(card, f"hand/{seat}", zone, was=only(seat), seen=only(seat))


def turned(card: str, zone: str, to: str = "") -> Motion:
    """A card that is seen by everyone where it lay unseen."""
    return Motion(card, zone, to or zone, was=NOBODY, seen=OPEN)


def test_a_card_laid_face_down_is_known_when_it_is_turned_up() -> None:
    line = [
        moment("b3>1", laid("b3", 2, "support/1")),
        moment("g7", Motion("g7", "hand/3", "main/3")),
        moment("r4>1", laid("r4", 1, "support/1"), turned("b3", "support/1")),
    ]
    assert known_at(line, PUBLIC, BLIND) == [3, 2, None]
    assert known_at(line, 2, BLIND) == [1, 2, None]
    assert known_at(line, 1, BLIND) == [3, 2, 3]
    assert known_at(line, ALL, BLIND) == [1, 2, 3]


def test_a_card_passed_into_a_hand_is_never_known_to_the_others() -> None:
    passed = Motion("r5", "hand/1", "hand/3", was=only(1), seen=only(1) | only(3))
    line = [moment("^r5", passed), moment("r5", Motion("r5", "hand/3", "main/3"))]
    assert known_at(line, PUBLIC, BLIND) == [None, 2], "seat 3 may have held it before"
    assert known_at(line, 1, BLIND) == known_at(line, 3, BLIND) == [1, 2]


def test_of_two_equal_cards_in_one_place_each_is_known_once() -> None:
    line = [
        moment("8", laid("8", 1, "trick")),
        moment("8", laid("8", 2, "trick")),
        moment("x", turned("8", "trick")),
        moment("x", turned("8", "trick")),
    ]
    assert known_at(line, PUBLIC, BLIND) == [3, 4, 3, 4]
    assert known_at(line, 1, BLIND) == [1, 3, 3, 4]


def test_a_card_that_moves_on_unseen_is_followed_and_one_that_is_mixed_in_is_lost() -> None:
    on = Motion("8", "trick", "won/1", was=NOBODY, seen=NOBODY)
    line = [moment("8", laid("8", 1, "trick")), moment("x", on), moment("x", turned("8", "won/1"))]
    assert known_at(line, 2, BLIND) == [3, 2, 3]
    swept = [
        line[0],
        moment("x", Motion(EVERY, "trick", "deck")),
        moment("x", turned("8", "trick")),
    ]
    assert known_at(swept, 2, BLIND) == [None, 2, 3]


def test_a_choice_from_an_open_hand_is_known_when_it_leaves_the_hand_for_the_viewer() -> None:
    mine = only(1)
    hidden = Motion("12", "hand/1", "choice/1", was=mine, seen=mine, to=mine)
    back = Motion(UNKNOWN, "", "choice/1", was=NOBODY, seen=NOBODY, to=OPEN ^ mine)
    shown = Motion("12", "hand/1", "", to=OPEN ^ mine)
    line = [moment("12", hidden, back), moment("1", Motion("1", "", "row/1")), moment("5", shown)]
    assert known_at(line, 2, BLIND) == [3, 2, 3]


def test_a_card_that_the_move_does_not_name_hides_nothing() -> None:
    drawn = Motion("1", "deck", "hand/1", was=NOBODY, seen=only(1))
    line = [moment("12", drawn), moment("b3>1", drawn), moment("d", drawn)]
    assert known_at(line, PUBLIC, BLIND) == [1, 2, 3]


def test_a_redacted_step_holds_backs_and_keeps_what_the_viewer_alone_knows_apart() -> None:
    step = Step(
        "pass",
        [Motion("r5", "hand/1", "hand/3", was=only(1), seen=only(3), back="r_")],
        {"to_move": "2", "turn": 7},
        1,
        [(1 << 3, {"to_move": "2 3"}), (1 << ALL, {"to_move": "2 3 4"})],
    )
    public = visible_step(Audience((PUBLIC,), PUBLIC, True), step)
    assert public.motions[0].card == "r_"
    assert (public.facts, public.private) == ({"to_move": "2", "turn": 7}, [])
    own = visible_step(Audience((3,), 3, True), step)
    assert own.motions[0].card == "r5"
    assert (own.facts["to_move"], own.private) == ("2", [(1 << 3, {"to_move": "2 3"})])
