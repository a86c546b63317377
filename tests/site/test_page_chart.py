"""The charts: scores, and the chances that comments give, as far as the reader has come."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from kifu.notation.record import Line, Note, Record
from kifu.replay.match import replay
from kifu.replay.ranking import first_of_sides
from kifu.replay.timeline import timeline
from kifu.site.content.finale import teams_of

from .conftest import go, resize
from .matches import Case, played, some_games

WAYS = """() => [...document.querySelectorAll("#plot .line")].map((way) =>
    way.getAttribute("d").slice(1).split("L").map((point) => point.split(",").map(Number)))"""

#: What no comment can mean, with three seats: no chart shows it.
MALFORMED = (
    "[%eval]", "[%eval 0.5 0.5]", "[%eval 0.2 0.2 0.2 0.4]", "[%eval 40 30 30]",
    "[%eval 0.5 0.6 1.1]", "[%eval -0 0.5 0.5]", "[%eval .5 .25 .25]", "[%eval 0.5 0.5 nan]",
    "[%eval 1e0 0 0]", "[%eval 0,5 0,3 0,2]", "[%eval <b>1</b> 0 0]",
    "[%eval \N{ARABIC-INDIC DIGIT ONE} 0 0]",
)  # fmt: skip


def ways(page: Page) -> list[list[list[float]]]:
    """The points of each seat's line."""
    found: list[list[list[float]]] = page.evaluate(WAYS)
    return found


def height(way: list[list[float]], x: float) -> float:
    """How high a line is at a place."""
    for (start, low), (end, high) in pairwise(way):
        if start - 1e-6 <= x <= end + 1e-6:
            return low + (high - low) * (x - start) / (end - start)
    raise AssertionError(f"the line does not reach {x}")


def values(page: Page) -> list[str]:
    """What stands beside a chart, in seat order."""
    return page.locator("#chart li b").all_inner_texts()


def test_the_area_ends_upright_at_the_cursor_where_no_chance_is_known(
    open_page: Any, record: Record
) -> None:
    told = [at for at in range(1, len(replay(record).plies) + 1) if at not in (5, 6)]
    notes = [Note(at=at, text=f"[%eval 0.{at % 4 + 1} 0.3 0.{6 - at % 4}]") for at in told]
    page = open_page(replace(record, notes=notes), "#ply=6")
    areas = page.evaluate(
        "() => [...document.querySelectorAll('#plot .band')].map((area) => area.getAttribute('d'))"
    )
    for area in areas:
        *_, second, last = sorted(float(point.split(",")[0]) for point in area[1:].split("L"))
        assert second == last
    assert len(areas) == 3


def test_chances_are_drawn_as_far_as_the_reader_has_come(open_page: Any, record: Record) -> None:
    line = Line(moves=record.notes[4].line.moves if record.notes[4].line else "", notes=[
        Note(at=1, text="[%eval 0.9 0.06 0.04]"),
    ])  # fmt: skip
    noted = replace(record, notes=[
        Note(at=4, text="Close. [%eval 0.41 0.36 0.23]"),
        Note(at=4, line=line),
        Note(at=6, text="[%eval 0 1 0.000]"),
        Note(at=6, text="[%eval 0.2 0.5 0.3]"),
        Note(at=9, text="[%eval 0.327 0.277 0.396]"),
    ])  # fmt: skip
    page = open_page(noted, "#ply=3")
    assert "%" not in "".join(values(page))
    page.keyboard.press("ArrowRight")
    assert values(page) == ["41\xa0%", "36\xa0%", "23\xa0%"]
    go(page, "ply=8")
    assert values(page) == ["20\xa0%", "50\xa0%", "30\xa0%"]
    page.keyboard.press("ArrowRight")
    assert values(page) == ["33\xa0%", "28\xa0%", "40\xa0%"]  # each by itself
    go(page, "ply=1&line=4.1")
    assert values(page) == ["90\xa0%", "6\xa0%", "4\xa0%"]
    assert "41\xa0%" not in page.locator("#remarks").inner_text()


def test_what_is_no_evaluation_is_shown_as_nothing(open_page: Any, record: Record) -> None:
    notes = [Note(at=2, text=text) for text in MALFORMED]
    noted = replace(record, notes=[*notes, Note(at=5, text="[%eval 1 0.0 0]")])
    page = open_page(noted, "#ply=4&spoilers=off")
    assert "%" not in "".join(values(page))
    page.keyboard.press("ArrowRight")
    assert values(page) == ["100\xa0%", "0\xa0%", "0\xa0%"]


@pytest.mark.parametrize("case", some_games("atarayo"))
def test_the_chart_has_the_scores_of_every_ply_and_none_ahead(case: Case, open_page: Any) -> None:
    match = timeline(replay(played(case, "chart")))
    at = len(match.moments) // 2
    page = open_page(match, f"#ply={at}", viewport=(360, 740))
    scores = [moment.scores for moment in match.moments]
    # Partners are one line, that of their first seat.
    sides = first_of_sides(len(match.record.seats), teams_of(match))
    firsts = [seat - 1 for seat in dict.fromkeys(sides)]
    assert values(page) == [str(scores[at - 1][seat]) for seat in firsts]
    every = [score for each in scores for score in each]
    low, high = min(every), max(every)
    for seat, way in zip(firsts, ways(page), strict=True):
        expected = [112 - 104 * (each[seat] - low) / (high - low or 1) for each in scores[:at]]
        heights = [height(way, 4 + 288 * nth / len(scores)) for nth in range(1, at + 1)]
        assert heights == pytest.approx(expected)
        assert way[-1][0] == pytest.approx(4 + 288 * at / len(scores))
    box = page.locator("#chart").bounding_box()
    assert box and box["x"] + box["width"] <= 360


def test_a_long_match_has_few_marks_and_what_people_wrote_is_among_them(open_page: Any) -> None:
    """As many as the window has room for, also once it is narrower."""
    record = played(("nimmt", {}, 4), "marks")
    note = Note(at=len(replay(record).plies) // 2, text="See this.")
    page = open_page(replace(record, notes=[note]))
    for width, most in ((1280, 7), (390, 5)):
        resize(page, (width, 844))
        expect(page.locator("#ticks svg")).to_have_count(most)
        expect(page.locator(f"#ticks [data-ply='{note.at}']")).to_have_count(1)
    drawn = page.query_selector_all("#ticks svg, #chart li")
    go(page, "ply=2")
    assert page.evaluate("(all) => all.every((one) => one.isConnected)", drawn)
