"""An analysis on the page: what a move lost, its options, who may see them, and the lesson."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.replay.fake_engine import judged

from kifu.notation.record import Note, Record
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.judgements.judgement import Analysis, Engine, Judgement, Option, Reason
from kifu.replay.judgements.written import read, write
from kifu.replay.match import replay
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.site.content.highlight import find_highlight

from .conftest import go, page_data, page_text, ply, stop_clock
from .matches import played, some, viewed
from .spoilt import SPOILT


@pytest.fixture
def record(analysed: Record) -> Record:
    """`analysed`, as all tests here are about it."""
    return analysed


def analysis(record: Record) -> Analysis:
    found = read(record)
    assert found is not None
    return found


def mistakes(record: Record, seat: int = 0) -> list[Judgement]:
    """The marked moves, of one seat or of all."""
    return [j for j in analysis(record).judgements if j.glyph and seat in (0, j.seat)]


def test_a_page_without_an_analysis_holds_nothing_for_one(record: Record) -> None:
    """But for the script, which is the same on every page."""
    judged_page, plain = (
        page_text(html) + html.split('<script type="module">')[0]
        for html in (viewed(record), viewed(played(("nimmt", {"rounds": "1"}, 3), "judged")))
    )
    for part in ('"learn_best"', '<section id="analysis"', '"next_own"', '"variation_on"'):
        assert part in judged_page, part
        assert part not in plain, part


def test_the_options_of_a_marked_move_are_listed_in_words(open_page: Any, record: Record) -> None:
    """Each with what it loses, as many digits as mean something."""
    judgement = mistakes(record)[1]
    analysis_of = analysis(record)
    errors = [0.5, 0.0, 0.001, 0.62, 12.4]
    options = [replace(o, se=se) for o, se in zip(judgement.options[:5], errors, strict=True)]
    options[1] = replace(options[1], loss=-0.04)  # by luck: as good as the best
    card, short = judgement.move, "you take row 4 this turn in 36 of 40"
    options = [
        replace(o, reason=Reason("take.4", 40, 36, 6, 9.0, 1.2))
        if o.move in (card, options[1].move)
        else o
        for o in [*options, *judgement.options[5:]]
    ]
    other = replace(judgement, depends=True, options=options)
    judgements = [other if j == judgement else j for j in analysis_of.judgements]
    record = write(replay(record), replace(analysis_of, judgements=judgements))
    page = open_page(record, f"#ply={judgement.ply}")
    rows = page.locator("#judged .options tr")
    expect(rows).to_have_count(len(judgement.options))
    losses = [max(0.0, o.loss or 0) for o in options]
    lost = [f"−{loss:.1f}" if round(loss, 1) else "0.0" for loss in losses]
    # Four, and the one that was played; the others are a press away.
    further = page.locator("#judged details .options tr")
    first = len(options) - further.count()
    assert first == 4 + (card not in [o.move for o in options[:4]])
    expect(further.first).to_be_hidden()
    page.click("#judged summary >> nth=0")
    expect(further.first).to_be_visible()
    by_move = {
        o.move: said for o, said in zip(options, ["best", "as good", *lost[2:]], strict=True)
    }
    shown = [row.locator("th .sr").text_content() for row in rows.all()]
    order = [str(said).removeprefix("choose ") for said in shown]
    assert sorted(order[:first], key=[*by_move].index) == order[:first]
    assert rows.locator("td:last-child").all_inner_texts() == [by_move[move] for move in order]
    # Of the option that was played, "Why" says it.
    assert page.locator("#judged .options small").all_inner_texts() == [short]
    why = page.locator("#judged .why").inner_text()
    assert why.startswith(f"Why: after this, {short} worlds (10 heads on")
    assert why.endswith("; after the best option, in 6 (8.0 heads on average).")
    expect(page.locator("#judged > .small")).to_have_text("This depends on how the others play.")
    expect(page.locator("#ticks .bad").first).to_be_attached()
    name = record.seats[judgement.seat - 1]
    expect(page.locator("#judged caption")).to_have_text(f"As {name}, your options by points lost")
    own = page.locator("#judged .played")
    expect(own.locator(f"[data-card='{card}']")).to_be_visible()
    said = f"{own.locator('td').last.inner_text()} points"
    better = f"Better: choose {judgement.options[0].move}"
    expect(page.locator("#judged .chip")).to_have_text(f"{judgement.glyph} blunder · {said}")
    expect(page.locator("#judged h3")).to_have_text(better)
    # One number, wherever it is said, and who did it before what that led to.
    graded = f"{judgement.glyph} {said}"
    expect(page.locator("#headline > .judged")).to_have_text(graded)
    expect(page.locator("#plot .chip")).to_have_text(said)
    # It covers no mark.
    chip, plot = (page.locator(f"#plot {part}").bounding_box()["y"] for part in (".chip", "svg"))
    assert chip >= plot
    expect(page.locator("#headline")).to_have_text(f"{name} chooses {card}: {graded}")
    expect(page.locator("#remarks > .judged")).to_have_text(better)
    page.click("#judged .sure summary")
    sure = page.locator("#judged .sure tbody tr")
    shown = [row.locator("td").first.inner_text().split(" ± ") for row in sure.all()[:5]]
    errors_said = ["0.5", "0", "0.1", "0.6", "12"]
    assert shown == [list(pair) for pair in zip(lost[:5], errors_said, strict=True)]
    expect(sure.first.locator("td").last).to_have_text(f"{100 * options[0].share:.0f}\xa0%")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(sure.first).to_be_visible()
    links = page.locator(f"#scroll .move[data-ply='{judgement.ply}'] > .branch > .enter")
    expect(links).to_have_text("Variation in hindsight")
    expect(page.locator("#remarks .enter")).to_contain_text("Variation in hindsight")
    page.keyboard.press("l")
    expect(page.locator("#judged h3")).to_have_text(f"最善は「{judgement.options[0].move}を選ぶ」")


@pytest.mark.campaign
@pytest.mark.parametrize("edit", ["words of a person", "another judgement before"])
def test_a_comment_that_is_not_as_kifu_writes_it_is_shown_the_same(
    edit: str, open_page: Any, record: Record
) -> None:
    """The script reads a judgement in the record; where that does not do, the page says it."""
    judgement = mistakes(record)[0]
    place, own = next(
        (place, note) for place, note in enumerate(record.notes)
        if note.at == judgement.ply and "[%judged " in (note.text or "")
    )  # fmt: skip
    if edit.startswith("words"):
        notes = [replace(own, text=f"{own.text} I [%mark saw] it.")]
    else:
        notes = [Note(at=own.at, text="[%judged 1 5 0 0 0 0] [%options 5 1 1, 6 1 1 x]"), own]
    changed = replace(record, notes=[*record.notes[:place], *notes, *record.notes[place + 1 :]])
    shown = []
    for each in (record, changed):
        page = open_page(each, f"#ply={judgement.ply}")
        shown.append(page.locator("#judged").inner_html())
    assert shown[0] == shown[1] and "±" in shown[0]


def test_a_game_says_what_it_marks_by(open_page: Any) -> None:
    """6 nimmt! points, Mutsugo win share."""
    record = played(("mutsugo", {}, 2), "judged")
    record = write(replay(record), judged(record))
    judgement = next(j for j in mistakes(record) if j.options[0].move != j.move)
    page = open_page(record, f"#ply={judgement.ply}")
    lost = re.compile(r"−[\d.]+\s%$")
    expect(page.locator("#judged .chip")).to_have_text(lost)
    expect(page.locator("#judged .played td").last).to_have_text(lost)


def test_the_worst_decision_lost_most_of_what_the_game_marks_by(record: Record) -> None:
    story = find_highlight(timeline(replay(record)), ALL, "en")
    assert story and story.decisions[-1].ply == max(mistakes(record), key=lambda j: j.points).ply


def test_only_its_own_seat_and_everyone_see_a_judgement(open_page: Any, record: Record) -> None:
    judgement = mistakes(record, 2)[0]
    page = open_page(record)
    for viewer, seen in (("all", True), ("2", True), ("1", False), ("public", False)):
        go(page, f"ply={judgement.ply}&seat={viewer}")
        assert page.locator("#judged .options").first.is_visible() is seen


def test_an_answer_comes_before_its_turn_plays(open_page: Any, record: Record) -> None:
    place = f"#ply={mistakes(record, 2)[0].ply - 1}&quiz=2&learn"
    page = open_page(record, place, reduced_motion="no-preference")
    stop_clock(page)
    page.locator("#words .choice").last.click()
    expect(page.locator("#table[data-showing]")).to_have_count(1)
    expect(page.locator("#verdict")).not_to_be_empty()
    expect(page.locator(".options .yours")).to_have_text("your choice")


def test_keys_go_from_mistake_to_mistake(open_page: Any, record: Record) -> None:
    own = mistakes(record, 2)
    page = open_page(record, "#ply=0&seat=2")
    for judgement in own[:3]:
        page.keyboard.press("j")
        assert ply(page) == judgement.ply
    expect(page.locator("#judged-count")).to_have_text(f"Ben's mistakes in all: {len(own)}")
    page.keyboard.press("Shift+J")
    assert ply(page) == own[1].ply


def test_each_seat_has_what_it_lost_also_without_a_script(
    visit: Any, record: Record, tmp_path: Any
) -> None:
    found = analysis(record)
    file = tmp_path / "plain.html"
    file.write_text(viewed(record), "utf-8")
    page = visit(file, java_script_enabled=False)
    rows = page.locator("#accuracy tbody tr").all_inner_texts()
    reports = sorted(found.seats, key=lambda seat: seat.points / seat.choices)
    assert [row.split()[0] for row in rows] == [str(report.seat) for report in reports]
    for row, report in zip(rows, reports, strict=True):
        assert f"{report.points / report.choices:.1f} ± " in row
        assert f"{100 * report.agreed / report.choices:.0f} %" in row
        assert (f"??\N{NO-BREAK SPACE}{report.blunders}" in row) == (report.blunders > 0)
    first = mistakes(record)[0]
    shown = page.locator(".plain > [data-seat]").nth(first.ply - 1).locator("> .judged")
    expect(shown).to_contain_text(f" points · Better: choose {first.options[0].move}")


def test_a_seat_is_between_two_of_kifus_players_where_that_was_measured(open_page: Any) -> None:
    record = played(("nimmt", {}, 4), "scale")
    found = judged(record, engine=Engine(NAME, VERSION, 40, "made up"))
    page = open_page(write(replay(record), found))
    level = page.locator("#accuracy small").first
    expect(level).to_have_text("random or worse")
    page.evaluate("document.querySelector('[data-do=other_language]').click()")
    expect(level).to_have_text("random以下")


@pytest.mark.parametrize("what_if", some(["none", "analysed"], ["none", "analysed"], "analysed"))
def test_the_reader_learns_from_the_mistakes_of_a_seat(
    what_if: Any, open_page: Any, record: Record
) -> None:
    own = mistakes(record, 2)
    page = open_page(render(timeline(replay(record)), what_if=what_if), "#ply=0&seat=2")
    # Three taps lead from the opened page to the first answer: the tab, Learn, an option.
    page.click('#analysis [data-do="learn"]')
    size = page.locator(".felt").bounding_box()
    found = 0
    for number, judgement in enumerate(own[:3]):
        expect(page.locator("#headline")).to_have_text("Ben made a mistake here. What is better?")
        assert ply(page) == judgement.ply - 1 and page.locator("#quizzer").is_hidden()
        assert page.get_attribute("#table", "data-viewer") == "2", "what that seat saw"
        # What is said of another move.
        assert page.locator("#remarks :is(.judged, .glyph):visible").count() == 0
        assert all("choose " in text for text in page.locator("#words button").all_text_contents())
        cards = page.locator("#words button").evaluate_all("all => all.map(e => e.dataset.token)")
        assert cards == sorted((o.move for o in judgement.options), key=int)
        assert not page.locator("#accuracy").is_visible()
        best = judgement.options[0].move
        guess = (best, judgement.move, "")[number]
        page.click(f"#words [data-token='{guess}']" if guess else '[data-do="give_up"]')
        verdict = page.locator("#verdict")
        found += guess == best
        said = ("The best option:", f"choose {judgement.move}:", "Best:")[number]
        expect(verdict).to_contain_text(said)
        expect(verdict).to_contain_text(f"choose {best}")
        expect(page.locator("#tally")).to_have_text(f"{found} of {number + 1} found")
        assert ply(page) == judgement.ply
        expect(page.locator("#quiz .options .played")).to_be_visible()
        assert page.locator(".felt").bounding_box() == size, "the table has moved"
        expect(page.locator(".onward [data-if]")).to_have_count(int(what_if != "none"))
        if what_if != "none":
            page.click(".onward [data-if]")
            line = page.get_attribute("#table", "data-line")
            assert line is not None and line.startswith(f"{judgement.ply}!")
            expect(verdict).to_contain_text(said)
            page.get_by_role("button", name="What happened").last.click()
            assert page.get_attribute("#table", "data-line") == ""
        if judgement is own[-1]:
            expect(verdict).to_contain_text(f"the last mistake: {found} of {number + 1} found")
        else:
            page.click("[data-do='learn_next']")
    page.keyboard.press("q")
    expect(page.locator("#quiz")).to_be_hidden()


def test_every_decision_says_its_verdict_below_the_headline(open_page: Any, record: Record) -> None:
    known = analysis(record)
    last = max(j.ply for j in known.judgements)
    inner = [j for j in known.judgements if 1 < j.ply < last]
    best = next(j for j in inner if j.move == j.options[0].move)
    unsure, even = [j for j in inner if not j.glyph and j.move != j.options[0].move][:2]
    kept = [
        replace(j, points=0.0, loss=0.0) if j == even else j
        for j in known.judgements if j.ply not in (1, last)
    ]  # fmt: skip
    match = replay(write(replay(record), replace(known, judgements=kept, through=last - 1)))
    forced = next(
        ply for ply, (seat, _) in enumerate(match.plies, 1)
        if ply < last and len(match.position(ply - 1).legal_moves(seat)) == 1
    )  # fmt: skip
    page = open_page(timeline(match))
    for at, said, kind in [
        (best.ply, "The best option", "good"),
        (even.ply, re.compile("^As good as the best$"), "calm"),
        (unsure.ply, "No sure mistake", "calm"), (1, "Not judged", "calm"),
        (forced, "The only move", "calm"), (last, "Not judged", "calm"),
    ]:  # fmt: skip
        go(page, f"ply={at}&seat=all")
        line = page.locator("#remarks > .judged")
        expect(line).to_have_count(1)
        expect(line).to_contain_text(said)
        expect(line).to_have_class(f"judged {kind}")
    page.select_option("#viewer", "0")
    expect(page.locator("#remarks .judged")).to_have_count(0)


def test_a_phone_shows_the_verdict_whose_hand_it_is_and_every_score(
    open_page: Any, record: Record
) -> None:
    first = mistakes(record)[0]
    html = render(timeline(replay(record)), what_if="analysed")
    page = open_page(html, viewport=(390, 844))
    go(page, f"ply={first.ply}")
    verdict, details, others = (
        page.locator(selector).bounding_box()
        for selector in ("#remarks .judged", ".details", "#what-ifs")
    )
    assert details["y"] <= verdict["y"] and verdict["y"] + verdict["height"] <= others["y"] + 1
    [whose] = page.locator(".whose:visible").all_inner_texts()
    assert whose.split() == [str(first.seat), record.seats[first.seat - 1]]
    assert page.evaluate(SPOILT) == []
    line = timeline(replay(record))
    go(page, f"ply={next(j.ply for j in mistakes(record) if line.moments[j.ply - 1].headline)}")
    led, verdict, others = (
        page.locator(f"{place} >> nth=0").bounding_box()
        for place in (".led", ".details .judged", "#what-ifs")
    )
    assert details["y"] - 5 < verdict["y"] < led["y"] <= others["y"] - 12
    chosen = page.locator(".seat:not(.open) .choice .card")
    assert chosen.count() and {card.bounding_box()["width"] for card in chosen.all()} == {21}


@pytest.mark.campaign
def test_any_option_that_is_nearly_the_best_is_right(open_page: Any, record: Record) -> None:
    judgement = mistakes(record, 1)[0]
    best, near, far = [o.move for o in judgement.options if o.move != judgement.move][:3]
    points = {best: 5.0, near: 3.5, far: 3.4, judgement.move: -9.0}
    errors = [None, 0.7, 0.7, 0.7]
    options = [
        Option(move, 0.5, ahead, se)
        for (move, ahead), se in zip(points.items(), errors, strict=True)
    ]
    judgements = [
        replace(j, options=options) if j.ply == judgement.ply else j
        for j in analysis(record).judgements
    ]
    page = open_page(write(replay(record), replace(analysis(record), judgements=judgements)))
    for move, said in ((near, "Good: "), (far, f"choose {far}: ")):
        go(page, "ply=0&quiz=1&learn")
        page.keyboard.press("End")
        page.click(f"#words [data-token='{move}']")
        expect(page.locator("#verdict")).to_contain_text(said)
        expect(page.locator("#tally")).to_have_text(f"{int(move == near)} of 1 found")
        page.keyboard.press("q")


def test_a_lesson_can_be_linked_to_and_a_card_of_the_hand_answers(
    open_page: Any, record: Record
) -> None:
    """But not of an erased player, of whom the page has no judgement, even in its record."""
    first = mistakes(record, 3)[0]
    record = replace(record, seats=["erased-3f29a0c1", *record.seats[1:]])
    assert "[%judged 1 " not in page_text(viewed(record))
    page = open_page(record, "#ply=99&quiz=1&learn")
    expect(page.locator("#guessing")).to_be_hidden()
    expect(page.locator("#standing li > small")).to_have_count(2)
    go(page, "ply=0&quiz=3&learn")
    page.keyboard.press("End")
    assert ply(page) == first.ply - 1
    expect(page).to_have_url(re.compile("quiz=3&learn$"))
    page.click(f".seat[data-seat='3'] .hand [data-card='{first.options[0].move}']")
    expect(page.locator("#verdict")).to_contain_text("The best option:")
    page.keyboard.press("q")
    expect(page).to_have_url(re.compile(r"#ply=\d+$"))


def test_the_words_of_an_engine_are_nothing_but_text(open_page: Any, record: Record) -> None:
    engine = Engine("<b>x</b>", "<i>1</i>", 40, "<u>")
    found = replace(judged(record, engine=engine), note="<s>so</s>")
    seeing = write(replay(record), found)
    page = open_page(seeing, f"#ply={mistakes(seeing)[0].ply}")
    note = page.locator("#analysis > .small").last
    expect(note).to_contain_text("<b>x</b> <i>1</i>")
    expect(note).to_contain_text("<s>so</s>")
    assert page.locator("#analysis .small :is(i, u, s)").count() == 0
    expect(page.locator("#judged .options").first).to_be_visible()


@pytest.mark.parametrize("viewer", [0, 2])
def test_a_redacted_page_judges_its_own_seat_only(
    viewer: int, open_page: Any, record: Record
) -> None:
    """And offers that seat's what-ifs alone. It has its finale, as has a match without a mark."""
    match = replay(record)
    html = render(timeline(match), viewer=viewer, redact=True, what_if="all")
    data = page_data(html)
    assert {match.plies[ply - 1][0] for ply, *_ in data["whatIfs"][0]} == {viewer} - {PUBLIC}
    own = [j for j in analysis(record).judgements if j.seat == viewer]
    assert [row[0] for row in data["analysis"]["judged"]] == [j.ply for j in own]
    assert [j.ply for j in own if j.glyph] == [
        place
        for place, moment in enumerate(data["moments"], 1)
        if any("glyph" in note for note in moment.get("notes", []))
    ]
    assert len(data["analysis"]["chances"]) == len(analysis(record).chances)
    assert html.count('<p class="judged bad">') == sum(bool(j.glyph) for j in own)
    unmarked = [replace(j, glyph="") for j in analysis(record).judgements]
    for shown in (html, write(match, replace(analysis(record), judgements=unmarked))):
        page = open_page(shown, "#ply=99")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".crowned")).to_have_count(1)


@pytest.mark.campaign
def test_an_analysis_without_options_is_shown_as_far_as_it_goes(open_page: Any) -> None:
    record = played(("nimmt", {"rounds": "1"}, 3), "odd")
    unknown = [Option("yy", 1.5, -2.0), Option("", 0.1, 0.0, 0.5)]
    odd = [
        Judgement(1, 1, record.moves.split()[2], 0.5, 0.0, 1.0, 0.0, [], "??"),
        Judgement(2, 2, "zz", 0.5, 0.0, 1.0, 0.0, unknown, "??"),
        Judgement(3, 1, "5", 0.5, 0.0, 1.0, 0.0, [Option("7", 0.2, 0.0)], "??"),
    ]
    made = Analysis(Engine("fake", "1", 0, ""), [], odd, 3)
    page = open_page(write(replay(record), made), "#ply=1")
    expect(page.locator("#judged .chip")).to_contain_text("??")
    page.keyboard.press("m")
    expect(page.locator("#judged .options th")).to_have_text(["yy", "pass"])
    page.keyboard.press("ArrowRight")
    expect(page.locator("#judged .options")).to_have_count(0)
    go(page, "ply=0&quiz=all&learn")
    page.keyboard.press("End")
    assert ply(page) == 1
    page.click('[data-do="give_up"]')
    expect(page.locator("#verdict")).to_have_text(
        "Best: yy. That was the last mistake: 0 of 1 found."
    )
