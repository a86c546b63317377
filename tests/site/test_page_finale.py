"""The invitation to a match and its finale: each in its place and never elsewhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from kifu.notation.record import Note, Record
from kifu.notation.words import Words
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.audience import open_audience, redacted_audience
from kifu.site.content.finale import Finale, finale
from kifu.site.content.highlight import find_highlight
from kifu.site.picture.scene import scene

from .conftest import Open, expect_ply, play, resize, settle
from .matches import LOOK_NAMES, LOOKS, Case, played, some, viewed

#: A desk, a phone, the same on its side, a frame, and how one leaves the finale there.
WINDOWS = [
    (1280, 800, "Escape"), (390, 844, "ArrowLeft"), (844, 390, "Escape"), (320, 640, "ArrowLeft"),
]  # fmt: skip

#: What of the finale lies beside it or can't be reached in it.
LOST = """() => {
    const frame = document.querySelector("#result").getBoundingClientRect();
    return [...document.querySelectorAll("#result *")].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && element.checkVisibility() && !element.closest("svg, .sr")
            && (box.left < frame.left - 1 || box.right > frame.right + 1);
    }).map((element) => element.outerHTML.slice(0, 120));
}"""


def finale_of(match: Timeline) -> Finale:
    found = finale(match, open_audience(match, ALL), None)
    assert found is not None
    return found


def test_places_are_shared_and_counted_on(match: Timeline) -> None:
    match.scores, match.winners = [53, 55, 53], [2]
    places = [(side.place, side.shared, side.seats, side.won) for side in finale_of(match).podium]
    assert places == [(1, False, [2], True), (2, True, [1], False), (2, True, [3], False)]


def test_partners_stand_on_one_step_and_of_many_seats_three_stand() -> None:
    match = timeline(replay(played(LOOKS[5], "still")))
    podium = [(side.place, side.seats, side.scores) for side in finale_of(match).podium]
    assert podium == [(1, [2, 4], [13]), (2, [1, 3], [4])]
    assert finale_of(match).together
    found = finale_of(timeline(replay(play("nimmt", 10, "crowd", rounds="1"))))
    assert [len(found.podium), len(found.others)] == [3, 7]


def test_where_chances_are_known_the_largest_swing_turns_the_match(match: Timeline) -> None:
    """Of a player whom the sentence names: that another one's chance changes more is none; nor is
    a larger fall, where no points say that the sentence is about a loss.
    """
    for moment in match.moments:
        moment.headline = Words("{2} goes on.", "{2}は続けます。") if moment.ply in (7, 8) else None
        moment.notes = [Note(at=moment.ply, text="[%eval 0.05 0.90 0.05]")]
    match.moments[6].notes = [Note(at=7, text="[%eval 0.90 0.05 0.05]")]
    match.moments[7].notes = [Note(at=8, text="[%eval 0.10 0.70 0.20]")]
    turning = finale_of(match).turning
    assert turning and (turning.ply, turning.before, turning.after) == (8, "5", "70")
    said = f"{match.record.seats[1]}&#39;s chance to win: 5 → 70 %"
    assert said in re.sub(r"<[^>]*>", "", render(match))
    for moment in match.moments:
        moment.notes, moment.scores = [], [0, 4 * (moment.ply > 7), 0]
    assert ": +\u20604 points" in render(match), "a line does not end after the sign"


def test_what_changed_points_comes_before_the_end_of_its_turn(match: Timeline) -> None:
    """Also where chances are known only after turns: the picture marks those after the next one."""
    said = {5: "{2} takes row 1.", 6: "{2} ends the turn.", 8: "{2} goes on."}
    for moment in match.moments:
        words = said.get(moment.ply)
        moment.headline = Words(words, words) if words else None
        moment.scores = [66, 66 if moment.ply < 5 else 60, 66]
        chances = "0.3 0.4 0.3" if moment.ply < 6 else "0.4 0.2 0.4"
        text = f"[%eval {'0.05 0.9 0.05' if moment.ply > 7 else chances}]"
        moment.notes = [] if moment.ply == 5 else [Note(at=moment.ply, text=text)]
    turning = finale_of(match).turning
    assert turning and (turning.ply, turning.before, turning.after) == (5, "40", "20")
    drawn = find_highlight(match, ALL, "en")
    assert drawn and drawn.curve and (drawn.curve.ply, drawn.curve.before) == (6, "40")
    # Points that were lost while the chance grew are more than none.
    match.moments[5].notes = [Note(at=6, text="[%eval 0.2 0.6 0.2]")]
    turning = finale_of(match).turning
    assert turning and (turning.ply, turning.after) == (5, "60")
    for moment in match.moments[5:10]:
        moment.notes = []
    drawn = find_highlight(match, ALL, "en")
    assert drawn and drawn.fall and drawn.fall.ply == 11


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *((name, 3) for name in game_names()),
        *(pytest.param(name, 60, marks=pytest.mark.campaign) for name in game_names()),
    ],
)
def test_every_turning_point_names_who_gains_or_loses_and_how_much(name: str, count: int) -> None:
    for record in simulate(game(name), count, seats=3, seed="turns", players=["greedy"]):
        line = timeline(replay(record))
        found = finale_of(line).turning
        assert (found is None) == line.draw
        if found:
            assert any(f"{{{seat}}}" in found.words.en for seat in found.who)
            assert found.points or name == "magimiles", "its points come at the end"


def test_a_redacted_page_tells_what_everyone_may_read(match: Timeline) -> None:
    for headline in (Words("{1} is known.", "{1}は既知。"), None):
        for moment in match.moments:
            moment.headline = headline
        found = finale(match, redacted_audience(match, PUBLIC), None)
        assert found and (found.turning and found.turning.words) == headline


def test_a_draw_is_called_one_and_has_no_winner_and_no_turning_point() -> None:
    found = [*simulate(game("mutsugo"), 6, seats=2, seed="draw", options={"target": "42"})][5]
    match = timeline(replay(found))
    assert finale_of(match).draw and finale_of(match).turning is None
    for language, title, word in (("en", "A draw", "draw"), ("ja", "引き分け", "引き分け")):
        page = render(match, language=language)
        result = page.partition('<section id="result"')[2].partition("</section>")[0]
        heading = result.partition('id="result-title">')[2].partition("</h2>")[0]
        assert re.sub(r"<[^>]*>", "", heading) == title
        laurels = re.findall(r'<span class="laurel"><span data-t="draw">(.*?)</span>', result)
        assert laurels == [word, word]
        assert 'class="won"' not in result and 'class="seat won' not in page
    assert scene(match, len(match.moments)).won == [], "no seat of a picture has the star"
    match.draw = False
    assert scene(match, len(match.moments)).won == [1, 2]


def test_a_match_that_is_not_over_has_no_finale(record: Record) -> None:
    record.moves, record.end, record.result = " ".join(record.moves.split()[:8]), "*", None
    match = timeline(replay(record))
    assert finale(match, open_audience(match, ALL), None) is None
    assert 'id="podium"' not in render(match)


#: Many seats, two hands each, partners, and hands that lie open at the end.
SOME = [0, 2, 5, 6]


@pytest.mark.parametrize("windows", some([WINDOWS[2:], WINDOWS[:2]], ["small", "usual"], "small"))
@pytest.mark.parametrize(
    "look", some([LOOKS[n] for n in SOME], [LOOK_NAMES[n] for n in SOME], "yuhodo-4")
)
def test_nothing_of_it_is_seen_before_the_end_and_all_of_it_then(
    look: Case, windows: list[tuple[int, int, str]], open_page: Open
) -> None:
    record = played(look, "still")
    last = len(replay(record).plies)
    page = open_page(viewed(record), f"#ply={last - 1}")
    result, felt = page.locator("#result"), page.locator(".felt")
    expect(result).to_be_hidden()
    expect(page.locator("#podium")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#podium")).to_be_visible()
    # The last moment is held; the finale lies below it.
    expect(page.locator(".crowned")).to_have_count(0)
    for width, height, leaving in windows:
        resize(page, (width, height))
        page.keyboard.press("l")
        settle(page)
        before = felt.bounding_box()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".crowned")).to_have_count(1)
        assert page.evaluate(LOST) == [], f"at {width} px"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert felt.bounding_box() == before
        lies, table = result.bounding_box(), page.locator("#table").bounding_box()
        # On a phone it has the room of the chart, too.
        assert (
            lies and table and (lies == table or (lies["height"] > table["height"] and width < 640))
        )
        page.keyboard.press(leaving)
        expect(page.locator(".crowned")).to_have_count(0)
        assert page.locator("#table").get_attribute("data-ply") == str(last)
    page.keyboard.press("ArrowLeft")
    expect(result).to_be_hidden()


#: Texts of the finale that are smaller than 12 px, the size of those in the picture scaled with it;
#: one of 0 is only read out, and has a sign in its place.
SMALL = """() => {
    const drawing = document.querySelector("#picture svg");
    const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
    return [...document.querySelectorAll(
        "#result :is(b, bdi, p, .place, h2, button, tspan):not(.card *)")]
        .filter((each) => each.checkVisibility())
        .map((each) => [parseFloat(getComputedStyle(each).fontSize)
            * (each.closest("svg") ? scale : 1), each.textContent])
        .filter(([size]) => size && size < 12);
}"""


def test_it_is_large_has_one_gold_thing_and_the_places_in_view(open_page: Open) -> None:
    match = timeline(replay(play("nimmt", 10, "turning 2", rounds="1")))
    page = open_page(match, "#ply=9999")
    for size in ((1280, 800), (390, 844)):
        resize(page, size)
        page.keyboard.press("ArrowRight")
        settle(page)
        assert page.evaluate(SMALL) == []
        assert page.locator("#picture rect[fill='var(--glow)']").count() == 1
        first = page.locator(".podium .step").first.bounding_box()
        felt = page.locator(".felt").bounding_box()
        assert first and felt
        assert first["y"] + first["height"] < felt["y"] + felt["height"]
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("End")


def test_the_button_opens_it_for_the_keyboard_and_gives_the_focus_back(
    open_page: Open, match: Timeline
) -> None:
    """And on a phone a moment with the focus has a ring."""
    page = open_page(match, "#ply=9999", viewport=(390, 844))
    page.locator("#turning a").focus()
    ring = "getComputedStyle(document.activeElement, '::after').outlineStyle"
    assert page.evaluate(ring) == "solid"
    page.locator("#podium").press("Enter")
    focused = "document.activeElement.dataset.do"
    assert page.evaluate(focused) == "close_finale"
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "finale"
    expect(page.locator(".crowned")).to_have_count(0)


def test_the_turning_point_is_a_link_and_both_languages_say_it(open_page: Open) -> None:
    match = timeline(replay(play("nimmt", 3, "turning 2", rounds="1")))
    turning = finale_of(match).turning
    assert turning and turning.words and turning.ply < len(match.moments)
    page = open_page(match, "#ply=9999")
    page.keyboard.press("ArrowRight")
    picture = page.locator("#picture .picture")
    assert_said(picture, turning.words.en, match)
    assert page.locator("#turning .card").count() == picture.locator(".card").count()
    page.keyboard.press("l")
    assert_said(picture, turning.words.ja, match)
    who = match.record.seats[match.winners[0] - 1]
    expect(page.locator("#result-title")).to_have_text(f"{who}が{max(match.scores)}点で勝ち")
    page.locator("#turning a").click()
    expect_ply(page, turning.ply)
    expect(page.locator("#result")).to_be_hidden()
    # The headline says which row was taken.
    expect(page.locator("#sentence")).to_be_hidden()


def assert_said(picture: Locator, words: str, match: Timeline) -> None:
    for seat, name in enumerate(match.record.seats, 1):
        words = words.replace(f"{{{seat}}}", name)
    expect(picture).to_have_accessible_name(words)


@pytest.mark.campaign
def test_a_match_that_plays_by_itself_ends_with_it(open_page: Open, match: Timeline) -> None:
    page = open_page(match, f"#ply={len(match.moments) - 1}")
    page.locator("#speed").select_option("4")
    page.keyboard.press("Space")
    expect(page.locator(".crowned")).to_have_count(1)


def test_without_script_and_on_paper_it_stands_below_the_table(
    open_page: Open, match: Timeline
) -> None:
    page = open_page(match, java_script_enabled=False)
    assert_whole(page)
    scores = page.locator("#result li b").all_inner_texts()
    assert sorted(map(int, scores)) == sorted(match.scores)
    assert page.locator("#result a, #result button").evaluate_all(
        "(all) => all.filter((each) => each.checkVisibility()).length"
    ) == 0  # fmt: skip
    page = open_page(match, "#ply=2", media="print")
    assert_whole(page)


def assert_whole(page: Page) -> None:
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".podium .step")).to_have_count(3)
    expect(page.locator("#turning")).to_be_visible()


#: What part of each card the invitation hides.
HIDDEN = """() => {
    const box = document.querySelector("#invitation").getBoundingClientRect();
    return [...document.querySelectorAll(".felt .row .card")].filter((card) => {
        const { left, right, top, bottom } = card.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    }).length;
}"""


def test_the_invitation_leads_to_the_turn_and_gives_nothing_away(
    open_page: Open, analysed: Record
) -> None:
    page = open_page(analysed, "")
    box = page.locator("#invitation")
    watch = box.locator('[data-do="watch_turn"]')
    watch.focus()
    for size in ((1280, 800), (390, 844)):
        resize(page, size)
        settle(page)
        expect(box.locator("h2")).to_have_text("Aki, Ben and 千恵 at one table")
        expect(watch).to_be_focused()
        assert page.evaluate(HIDDEN) == 0
    expect(page.locator("#ticks")).to_be_hidden()
    expect(page.locator("#accuracy")).to_be_hidden()
    expect(page.locator(".minute li").first).to_contain_text("Everyone chooses a card")
    turn = box.get_attribute("data-turn") or ""
    watch.click()
    expect_ply(page, int(turn))
    expect(page.locator('[data-do="play"]')).to_have_accessible_name("Play")
    expect(box).to_be_hidden()


def test_a_link_to_a_place_and_a_frame_are_not_invited(open_page: Open, match: Timeline) -> None:
    for fragment in ("#ply=0", "#ply=3", "#embed"):
        expect(open_page(match, fragment).locator("#invitation")).to_be_hidden()
    page = open_page(match, "#lang=ja")
    expect(page.locator("#invitation h2")).to_have_text("Aki、Ben、千恵の対戦")
    page.keyboard.press("Escape")
    expect(page.locator("#invitation")).to_be_hidden()
