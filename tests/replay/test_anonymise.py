"""Anonymising: nothing of a name is left, and nothing else changes."""

from __future__ import annotations

from itertools import pairwise
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation import dumps, loads
from kifu.notation.record import Line, Note, Record
from kifu.replay.anonymise import Names, Pseudonyms, Span, anonymised
from kifu.replay.importers.bga import import_bga
from kifu.replay.match import replay

from .bga_logs import archive, packets_of
from .nimmt_logs import match_of


def record(text: str, *seats: str) -> Record:
    return Record(game="nimmt", rules=1, seats=list(seats), notes=[Note(at=0, text=text)])


def folded(text: str) -> str:
    return normalize("NFKC", text).casefold()


def said(text: str, *seats: str) -> str | None:
    return anonymised(record(text, *seats), Pseudonyms()).notes[0].text


def test_names_in_comments_are_exchanged_but_not_words_that_contain_them() -> None:
    assert said("Al beats Ali; Alice's ale", "Al", "Ali") == "Player 1 beats Player 2; Alice's ale"
    assert said("千恵が勝つ", "千恵", "b") == "Player 1が勝つ"
    assert said("a.b and axb", "a.b", "c") == "Player 1 and axb"
    assert said("(!) and (!)", "(!)", "c") == "Player 1 and Player 1"


@pytest.mark.parametrize(
    "text",
    [
        "al", "AL", "Ａｌ", "Al's", "ÉLODIE\n  ito", "e\u0301lodie Ito", "ｱｷ", "アキが", "ガ", "ｶﾞ",
        "Eva Itos Zug", "[%mark Al]", "[%by Al]", "[%clk al]", "[%judged 1 al 0 0 0 0]", "[%al 7]",
    ],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(text: str) -> None:
    other = said(text, "Al", "Élodie Ito", "アキ", "ガ", "Eva Ito") or ""
    assert "Player " in other and folded(text).replace("[%by ", "") not in folded(other)


@pytest.mark.parametrize(
    "text", ["Alese", "als", "é", "ガ", "[%emt 41]", "[%clk 0:00:41] [%eval 0.4 1]"]
)
def test_what_only_looks_like_a_name_stays(text: str) -> None:
    assert said(text, "Ale", "Al", "e", "カ", "by", "clk", "41", "0", "1", "eval") == text


def test_names_that_are_only_recognised_end_where_words_do() -> None:
    erased = {normalize("NFKD", name): "X" for name in ("zoë", "محمد", "まなぶ", "aki")}
    known = Names([], erased.get)
    assert known.exchange("Zoë, まなぶ. Akis محمد؟؟", "({})".format) == "(X), (X). (X)s (X)؟؟"
    assert known.find("Zoé aki_x まなふ akita") == []


LETTERS = "aAsｱアﾞ゙éeßİ\u0301\u0327ﬁ1_ .\n千"
TEXTS = st.text(LETTERS, max_size=12)


@given(st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=4))
def test_no_name_is_found_twice_and_all_else_stays(names: list[str], parts: list[str]) -> None:
    known = Names(names)
    text = "".join([*names, *parts, *names])
    spans = known.find(text)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert all(span.start < span.end and span.name in names for span in spans)
    assert known.exchange(text, lambda name: "") == "".join(
        text[one.end : other.start]
        for one, other in pairwise([Span(0, 0, ""), *spans, Span(len(text), len(text), "")])
    )
    for name in filter(str.strip, names):
        is_mark = combining(normalize("NFKD", name.strip())[0])
        assert is_mark or Names([name]).find(f"({name})")


@pytest.mark.parametrize(
    "tag",
    [
        ("Date", "2026-01-02"), ("Time", "20:05"), ("Termination", "forfeit 2"), ("From", "7"),
        ("Source", f"bga 1, sha256:{'0' * 64}"),
        ("Analysis", "strong 1 worlds=9 sight=all through=4 seed=a b"),
    ],
)  # fmt: skip
def test_tags_that_kifu_reads_stay_whatever_players_are_called(tag: tuple[str, str]) -> None:
    names = ["2026", "20", "timeout", "7", "bga", "strong", "2"]
    given = replace(record("", *names), tags=[tag, (tag[0], "of 7")])
    assert anonymised(given, Pseudonyms()).tags == [tag, (tag[0], "of Player 4")]


def test_unknown_fields_are_written_by_people_too() -> None:
    given = replace(record("", "Aki"), extra={"x": ["for Aki", 1], "Aki": {"y": "aki"}})
    other = anonymised(given, Pseudonyms()).extra
    assert other == {"x": ["for Player 1", 1], "Player 1": {"y": "Player 1"}}


def test_a_name_is_never_exchanged_twice() -> None:
    assert said("Player 2, Player 1", "Player 2", "Player 1") == "Player 1, Player 2"


def test_authors_have_names_too() -> None:
    given = record("good [%by Cleo]", "Aki", "Ben")
    given.tags = [("Annotator", "Cleo"), ("Event", "Cleo's cup"), (";", "for Cleo")]
    given.tail = ["Ben"]
    inner = Note(at=0, text="Aki? [%by Dora]")
    given.notes += [Note(at=0, rem="Ben"), Note(at=1, line=Line("5", [inner], on=True))]
    other = anonymised(given, Pseudonyms())
    assert other.seats == ["Player 1", "Player 2"]
    assert other.notes[0].text == "good [%by Player 3]"
    assert other.tags == [
        ("Annotator", "Player 3"), ("Event", "Player 3's cup"), (";", "for Player 3"),
    ]  # fmt: skip
    assert (other.notes[1].rem, other.tail) == ("Player 2", ["Player 2"])
    line = other.notes[2].line
    assert line is not None and line.on and line.notes[0].text == "Player 1? [%by Player 4]"


def test_ids_are_counted_and_the_same_ones_stay_the_same() -> None:
    others = Pseudonyms()
    given = replace(record("", "a", "b"), tags=[("Table", "77"), ("Id", "x"), ("Source", "s")])
    assert anonymised(given, others).tags == [("Table", "Table 1"), ("Id", "Id 1"), ("Source", "s")]
    given.tags = [("Table", "78"), ("Id", "x")]
    assert anonymised(given, others).tags == [("Table", "Table 2"), ("Id", "Id 1")]


def test_the_match_is_the_same_and_the_record_given_stays() -> None:
    names = ["Anna $", "[x] \\ }", "千恵"]
    match = match_of(3, "anonymous", rounds="1")
    (given,) = import_bga(archive(packets_of(match, names), names)).records
    before = dumps(given)
    other = anonymised(given, Pseudonyms())
    assert dumps(given) == before
    assert (other.moves, other.result, other.chance) == (given.moves, given.result, given.chance)
    assert replay(other).findings == [] and loads(dumps(other)) == other
    assert not any(name in dumps(other) for name in names)


def test_a_seat_without_a_name_stays_without() -> None:
    assert anonymised(record("", "", "b"), Pseudonyms()).seats == ["", "Player 1"]
