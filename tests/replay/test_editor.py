"""What an editor asks, without an editor: places, pieces, the cursor, choices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from kifu.notation import dumps
from kifu.notation.record import plies
from kifu.replay.editor import server
from kifu.replay.editor.answers import (
    LARGEST_RECORD,
    Mark,
    RecordText,
    choices,
    cursor,
    examined,
    hover,
    pieces,
    thing_at,
)
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game as registered
from kifu.replay.registry import game_names

from .cases import SHORT

TEXT = st.text(st.sampled_from('a1.(){}[]";*=#! \t\r\n\x0b\x85\u2028葵🀄\0\ufeff'))


@given(TEXT, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_every_character_has_a_place_that_leads_back(text: str, unit: str) -> None:
    opened = server.OpenText('[Game "nimmt"]\n' + text, unit)
    for piece in opened.pieces:
        for at in range(len(piece.text)):
            if piece.text[at - 1 : at + 1] != "\r\n":
                assert opened.at(opened.range(piece, at, at).start) == (piece, at)
    last = opened.pieces[-1]
    assert opened.at(types.Position(1 << 30, 0)) == (last, len(last.text))


@pytest.mark.parametrize(("unit", "columns"), [("utf-8", 7), ("utf-16", 3), ("utf-32", 2)])
def test_columns_are_counted_in_units(unit: str, columns: int) -> None:
    opened = server.OpenText('[Game "g"]\r葵🀄\udc80', unit)
    assert opened.range(opened.pieces[0], 13, 13).start == types.Position(1, columns)


@given(TEXT)
def test_pieces_are_the_whole_text_and_any_text_is_answered(text: str) -> None:
    text = '[Game "nimmt"]\n' + text
    found = pieces(text)
    assert "".join(piece.text for piece in found) == text
    for piece in found:
        assert text.startswith(piece.text, piece.start)
        for mark in examined(piece.text):
            assert 0 <= mark.start <= mark.end <= len(piece.text)
        for at in range(len(piece.text) + 1):
            choices(piece, at, "en")
            hover(piece, at, "ja")


@pytest.mark.parametrize("name", game_names())
def test_every_move_of_a_match_is_among_the_choices_at_its_place(name: str) -> None:
    seats = max(registered(name).seats(registered(name).read_options({})))
    (record,) = simulate(registered(name), 1, seats=seats, seed="editor", options=SHORT[name])
    text = dumps(record)
    (piece,) = pieces(text)
    at = text.index("\n\n") + 2
    moves = plies(record.moves)
    for number, move in enumerate(moves):
        at = _next(piece, at, move)
        if number % 17 == 0:
            offered = choices(piece, at + 1, "ja")
            assert move in [choice.text for choice in offered]
            shown = hover(piece, at, "en")
            assert shown is not None and "Last move: " in shown.block
            assert (shown.start, shown.end) == (at, at + len(move))
        at += len(move)
    assert choices(piece, text.rindex("="), "en") == []


def _next(piece: RecordText, at: int, move: str) -> int:
    """Where `move` is next as a whole word."""
    while True:
        at = piece.text.index(move, at)
        if thing_at(piece, at) == (move, at, at + len(move)):
            return at
        at += 1


def test_a_variation_of_a_variation_plays_what_leads_to_it() -> None:
    text = '[Game "nimmt"]\n[Rules "1"]\n[Seat "a"]\n\n1. 10 20 (21 22 (... 23 24) 25) 30\n*\n'
    (piece,) = pieces(text)
    for word, moves in (("24", "10 21 22 23 24"), ("25", "10 21 22 25"), ("30", "10 20 30")):
        found = cursor(piece, text.index(word) + 2)
        assert found is not None and found.moves == moves


@pytest.mark.parametrize(
    ("before", "after", "offers"),
    [
        (" %", "00", False), (" %0", "0", False), (" %00", "", False), ("!", "", False),
        (" ", "", True), (" ", "{x}", True), (" {x}", "", True),
    ],
)  # fmt: skip
def test_moves_are_not_offered_in_a_checkpoint_or_at_a_glyph(
    before: str, after: str, offers: bool
) -> None:
    tags = '[Game "nimmt"]\n[Rules "1"]\n[Seat "a"]\n[Seat "b"]\n[Options "rounds=1"]\n'
    text = f'{tags}[Seed "shake256-1:00112233445566778899aabbccddeeff"]\n\n1. 59{before}'
    (piece,) = pieces(f"{text}{after}\n*\n")
    assert bool(choices(piece, len(text), "en")) == offers


def test_a_large_record_is_not_looked_into() -> None:
    (piece,) = pieces('[Game "nimmt"]\n\n' + "1. " * LARGEST_RECORD)
    assert piece.is_large and examined(piece.text) == []
    assert choices(piece, 100, "en") == []
    assert hover(piece, 100, "en") is None


def test_a_game_that_raises_does_not_end_the_findings_of_other_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(text: str) -> list[Mark]:
        if "yuhodo" in text:
            raise ZeroDivisionError("a stranger's slip")
        return examined(text)

    monkeypatch.setattr(server, "examined", failing)
    text = server.OpenText('[Game "yuhodo"]\n\n*\n\n[Game "nimt"]\n\n*\n', "utf-16")
    first, *others = [found for piece in text.pieces for found in server._diagnostics(text, piece)]
    assert "can't be checked (ZeroDivisionError: a stranger's slip)" in first.message
    assert "KF401" in [found.code for found in others]
