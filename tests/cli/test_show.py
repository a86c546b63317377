"""`kifu show`: one table, as a viewer saw it, safe to print."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import pytest
from click import unstyle

from kifu.notation import Note, loads
from kifu.replay.match import replay
from kifu.replay.registry import game
from kifu.replay.sheet import sheet, write_sheet
from kifu.replay.table import ALL

from .running import kifu

run = partial(kifu, "show")

EXAMPLES = Path(__file__).parents[2] / "examples"
ANNOTATED = str(EXAMPLES / "nimmt-annotated.kifu")
NIMMT = game("nimmt")


def test_a_table_with_rows_hands_scores_and_the_last_move() -> None:
    result = run(ANNOTATED, "--at", "18")
    assert result.exit_code == 0 and result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "6 nimmt! (nimmt, rules 1), 3 seats, rounds=1, Friday table, 2026-11-20"
    assert lines[1].startswith("Ply 18 of 33: Round 1, Turn 7. Cards are being chosen.")
    ja = run(ANNOTATED, "--at", "18", "--lang", "ja").stdout.splitlines()
    assert ja[0] == "ニムト(nimmt、ルール第1版), 3人, ラウンド数: 1, Friday table, 2026-11-20"
    assert lines[2] == (
        "Last move: 67!! 千恵 chooses 67. Aki takes row 1 (37 55 64 65 67: 12 heads)."
    )
    assert "  Row 1          69 88(5)" in lines
    assert "> 1 Aki          Points 54, Heads 12" in lines
    assert "    Hand         19 72 78 79" in lines
    assert any("the 69 has to take 37 55 64 65 67" in line for line in lines)


def test_the_last_ply_is_shown_where_none_is_named_with_who_won() -> None:
    text = run(ANNOTATED).stdout
    assert "Ply 33 of 33" in text and "Won by Ben" in text
    assert ">" not in text


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    text = " ".join(run(ANNOTATED, "--at", "16", "--as", "2").stdout.split())
    assert "As Ben sees it" in text
    assert "Aki has acted, but this viewer can't see how." in text and "69" not in text
    assert "Hand 54 70(3) 74 88(5) 103" in text
    assert "Chosen _ Hand _ _ _ _ >" in text


def test_a_record_with_an_error_is_shown_up_to_it_and_says_so() -> None:
    text = Path(ANNOTATED).read_text(encoding="utf-8").replace("7. 72 74", "7. 72 75")
    result = run("-", text=text)
    assert result.exit_code == 0
    assert "Ply 19 of 19" in result.stdout
    assert "card 75 is not in the hand of seat 2" in result.stderr


def test_a_viewer_from_whom_cards_are_hidden_gets_no_comments_and_no_cards_in_errors() -> None:
    text = Path(ANNOTATED).read_text(encoding="utf-8").replace("7. 72 74", "7. 72 75")
    for viewer in ("public", "1"):
        result = run("-", "--as", viewer, text=text)
        assert result.exit_code == 0
        assert result.stderr == "-:30:7: error KF406 the move is illegal (ply 20)\n"
        result = run("-", "--as", viewer, "--at", "20", text=text)
        assert "there is no ply 20: the last one that can be replayed is 19" in result.stderr
        assert "75" not in result.stderr
        page = run(ANNOTATED, "--at", "18", "--as", viewer).stdout
        assert "has to take" not in page and "Comments here are left out" in page


def test_a_record_that_can_not_be_replayed_says_why() -> None:
    text = Path(ANNOTATED).read_text(encoding="utf-8").replace('"nimmt"', '"nimt"')
    result = run("-", text=text)
    assert result.exit_code == 1 and "the games are nimmt, " in result.stderr


CHRONICLE = """[Game "chronicle"]
[Rules "0"]
[Seat "Anna"]

1:e {Anna takes 2 cards}
*
"""


def test_a_chronicle_has_no_table() -> None:
    result = run("-", text=CHRONICLE)
    assert result.exit_code == 1 and "kifu view shows its lines" in result.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


ATTACKS = [
    "\x1b[2J\x1b]0;owned\x07",
    "{1}{2}",
    "[bold red]x[/]",
    "\u202eevil",
    "a\nb",
    "\x9b2J",
    "",
]


@pytest.mark.parametrize("name", ATTACKS, ids=ascii)
def test_names_comments_and_tags_can_not_steer_a_terminal(name: str) -> None:
    record = loads(Path(ANNOTATED).read_text(encoding="utf-8"))
    record.seats[1] = name
    record.tags = [("Event", name)]
    record.notes = [Note(at=33, text=name), Note(at=33, text=f"[%{name} {name}]")]
    for ply in (0, 2, 33):
        page = Terminal()
        write_sheet(sheet(replay(record), ply, ALL, "en"), page)
        text = unstyle(page.getvalue())
        assert not any((ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 for c in text)
        assert "\u202e" not in text
        if name.startswith(("{", "[")):
            assert name in text


def test_on_a_terminal_colours_say_nothing_that_the_text_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    record = loads(Path(ANNOTATED).read_text(encoding="utf-8"))
    page, drawn, plain = sheet(replay(record), 18, ALL, "en"), Terminal(), io.StringIO()
    write_sheet(page, drawn)
    write_sheet(page, plain)
    assert "\x1b[33m88(5)" in drawn.getvalue() and unstyle(drawn.getvalue()) == plain.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    write_sheet(page, drawn := Terminal())
    assert drawn.getvalue() == plain.getvalue()
