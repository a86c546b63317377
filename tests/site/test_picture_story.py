"""The turning point as a picture (`kifu picture --story`), and as a link shows it; what is shared
of a moment: one menu, whose link works; and pictures as PNG that the page writes itself.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect
from tests.parsed import Parsed
from tests.payloads import PAYLOADS, SIGNS
from tests.replay.fake_engine import judged

from kifu.notation.errors import KifuError
from kifu.notation.record import Note, Record
from kifu.notation.words import LANGUAGES, Words
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.audience import audience_of, open_audience
from kifu.site.content.finale import Turning, turning, with_turning
from kifu.site.content.highlight import cards_moved, find_highlight, highlight_of, untold
from kifu.site.content.sentences import SEAT
from kifu.site.look.blocks import Block, Text, room_of
from kifu.site.look.colours import THEMES
from kifu.site.look.turning_sheet import CARD, SQUARE, Decision, Highlight, highlight_sheet
from kifu.site.picture.card import card_image
from kifu.site.picture.clip import clip
from kifu.site.picture.moment import picture, story, story_preview
from kifu.site.picture.thumbnail import thumbnail
from kifu.site.texts import PAGE
from kifu.site.website.match import match_files
from kifu.site.website.settings import Settings

from .conftest import CLIPBOARD, Open, go, resize
from .matches import LOOK_NAMES, LOOKS, played
from .test_site_parts import match as listed

SEATS = {"nimmt": 10, "atarayo": 5, "mutsugo": 4, "magimiles": 4, "yuhodo": 2}


def matches(name: str, seats: int, count: int) -> Iterator[Record]:
    return simulate(game(name), count, seats=seats, seed="story", players=["greedy"])


def with_chances(record: Record) -> Timeline:
    """The match with chances at each ply: the winner's leap at ply 7, which its headline names, and
    the others' fall.
    """
    line = timeline(replay(record))
    first, seats = line.winners[0], len(record.seats)
    notes = []
    for ply in range(1, len(line.moments) + 1):
        high = 0.1 if ply < 7 else 0.64
        rest = (1 - high) / (seats - 1)
        shares = [high if seat == first else rest for seat in range(1, seats + 1)]
        notes.append(Note(at=ply, text=f"[%eval {' '.join(f'{share:.4f}' for share in shares)}]"))
    line = timeline(replay(replace(record, notes=notes)))
    line.moments[6].headline = Words(f"{{{first}}} leaps.", f"{{{first}}}は飛躍しました。")
    return line


def drawn(line: Timeline, language: str = "en") -> Highlight:
    found = find_highlight(line, ALL, language)
    assert found is not None
    return found


def boxes(block: Block) -> Iterator[tuple[float, float, float, float]]:
    """The places that the texts may take: left, top, right, bottom."""
    for item in block.items:
        if isinstance(item, Text):
            wide = room_of(item.runs)
            size = max(run.size for run in item.runs)
            left = item.x - {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
            yield left, item.y - 0.7 * size, left + wide, item.y + 0.15 * size


def full(shown_moment: Highlight) -> Highlight:
    decisions = [Decision(1, name, "W" * 90, "bad") for name in ("Best decision", "Worst decision")]
    return replace(shown_moment, decisions=decisions)


@pytest.mark.matrix
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SEATS)
def test_no_text_of_a_story_runs_into_another_or_out_of_the_picture(
    name: str, language: str
) -> None:
    for record in islice(matches(name, SEATS[name], 3), 3):
        for names in (record.seats, SIGNS[: SEATS[name]], ["W" * 60] * SEATS[name]):
            line = with_chances(replace(record, seats=list(names)))
            shown_moment = drawn(line, language)
            assert shown_moment.curve is not None and shown_moment.ply == 7
            for shown in (shown_moment, full(shown_moment), untold(shown_moment)):
                for size in (CARD, SQUARE):
                    placed = list(boxes(highlight_sheet(shown, *size)))
                    for left, top, right, bottom in placed:
                        assert left >= 0 and top >= 0
                        assert right <= size[0] + 1 and bottom <= size[1]
                    for one, other in combinations(placed, 2):
                        beside = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
                        assert beside or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_a_preview_is_the_same_whatever_follows_but_a_story_has_the_end() -> None:
    line = with_chances(next(iter(matches("nimmt", 4, 1))))
    shown_moment = drawn(line)
    assert [score for _, score in shown_moment.scores] == sorted(line.scores, reverse=True)
    shown = untold(shown_moment)
    assert shown.curve and max(ply for ply, _ in shown.curve.points) == shown_moment.ply + 3
    assert not shown.scores and not untold(full(shown_moment)).decisions
    other = find_highlight(replace(line, scores=[0] * 4, winners=line.winners), ALL, "en")
    assert other is not None and story_preview(other) == story_preview(shown_moment)
    assert story_preview(shown_moment) != story(line)


def test_the_curve_is_that_of_whose_turn_it_is_and_a_preview_has_another_sides() -> None:
    """Partners have theirs together, and where only two sides play a preview has none."""
    for name, together in (("nimmt", 1), ("magimiles", 2)):
        line = with_chances(next(iter(matches(name, 4, 1))))
        found = drawn(line)
        assert found.curve and len(line.winners) == together
        assert (found.curve.before, found.curve.after, found.curve.colour) == ("10", "64", "good")
        who = " and ".join(line.record.seats[seat - 1] for seat in line.winners)
        assert found.curve.label == f"{who}'s chance to win"
        other = untold(found).curve
        if together > 1:
            assert other is None
        else:
            assert other and other.colour == "bad" and other.label != found.curve.label


def test_its_cards_and_first_seat_are_of_the_player_whom_every_picture_says_first() -> None:
    """Seat 4 loses more points, but seat 3 its lead."""
    line = timeline(replay(next(matches("nimmt", 4, 1))))
    for moment in line.moments:
        shares = "0.1 0.1 0.7 0.1" if moment.ply < 12 else "0.3 0.3 0.1 0.3"
        moment.notes = [Note(at=moment.ply, text=f"[%eval {shares}]")]
    found = drawn(line)
    assert found.title.startswith("greedy 1's 100 costs greedy 3 7 heads.")
    assert found.changes == [(3, -7), (4, -10)] and found.cards[-1] == "100"
    shown = with_turning(line, turning(line, open_audience(line, ALL), None))
    assert picture(line, 12) == picture(shown, 12) and clip(line, 12, 12) == clip(shown, 12, 12)
    line.record.notes = [*chain.from_iterable(moment.notes for moment in line.moments)]
    files = match_files(Settings(title=""), "x", listed(), line.record)
    assert thumbnail(shown, 12, ALL).encode() in files.values()


def test_its_cards_have_names_in_words_and_the_felt_is_never_blank() -> None:
    for name, seats in SEATS.items():
        for record in matches(name, seats, 2):
            line = with_chances(record)
            found = drawn(line)
            words = re.findall(r"\b[a-zA-Z]\d+\b", found.title)
            assert found.cards and not {*words} & {*found.faces}
            # The hand of a call is whole, also where some of its cards were known.
            for moment in line.moments:
                hand = re.fullmatch(r".* with (.*) calls Aki[^;]*", moment.words.en)
                if hand and moment.steps[0].motions:
                    assert {*cards_moved(line, moment.ply, ALL)} == {*hand[1].split()}


def test_what_a_viewer_never_saw_is_not_in_a_story() -> None:
    """A card that is chosen face down."""
    line = timeline(replay(next(matches("nimmt", 3, 1))))
    first = line.moments[0]
    turn = Turning(1, line.winners, first.words)
    for viewer, knows in ((ALL, True), (PUBLIC, False)):
        found = highlight_of(line, audience_of(line, viewer), None, turn, "en")
        assert found and (first.move in found.cards, first.move in found.title) == (knows, knows)


def test_a_match_without_a_turning_point_has_no_story_and_an_early_preview() -> None:
    record = next(iter(matches("nimmt", 3, 1)))
    begun = " ".join(record.moves.split()[:4])
    record = replace(record, moves=begun, result=None, winner=None, end="*")
    line = timeline(replay(record))
    with pytest.raises(KifuError, match="no turning point that can be drawn"):
        story(line)
    assert card_image(line, "en", viewer=PUBLIC)[:4] == b"\x89PNG"


def test_keys_alone_open_the_menu_copy_and_close_it(open_page: Open, match: Timeline) -> None:
    page = open_page(match, "#ply=5", **CLIPBOARD)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(page.locator("#toast")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(".html#ply=6")
    page.keyboard.press("ArrowRight")
    sharing = page.locator("#sharing")
    page.locator("#share").press("Enter")
    expect(sharing).to_be_visible()
    page.keyboard.press("Escape")
    expect(sharing).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "share"
    page.keyboard.press("s")
    page.locator("#sharing button").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "share-link"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(sharing).to_be_hidden()
    expect(page.locator("#toast")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(".html#ply=7")
    expect(page).to_have_url(copied)
    assert page.evaluate("document.activeElement.id") == "share"


def test_a_moment_is_two_taps_from_other_apps(open_page: Open, match: Timeline) -> None:
    """By the system's own sheet; where that is refused, the link is copied."""
    page = open_page(match, "#ply=5", **CLIPBOARD)
    page.evaluate("() => { navigator.share = async (what) => { window.sent = what; }; }")
    page.click("#share")
    page.click("#send")
    expect(page.locator("#sharing")).to_be_hidden()
    assert page.evaluate("window.sent.url").endswith("#ply=5")
    page.evaluate("() => { navigator.share = async () => { throw new Error('refused'); }; }")
    page.click("#share")
    page.click("#send")
    expect(page.locator("#toast")).to_have_text("Copied")


def described(line: Timeline, language: str) -> str:
    page = render(line, language=language)
    return Parsed(page[: page.index("<style>")]).metas["og:description"]


@pytest.mark.matrix(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SEATS)
def test_a_description_is_the_turning_point_unless_that_is_the_end(
    name: str, language: str
) -> None:
    for record in matches(name, min(4, SEATS[name]), 6):
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


Pick = Callable[[Image.Image, Image.Image], Image.Image]

#: A box may be off by so many pixels.
OFF = 2


def saved(page: Page, action: str) -> Image.Image:
    """The picture that a button of the page saves."""
    with page.expect_download() as download:
        page.locator(f'[data-do="{action}"]').click()
    return Image.open(download.value.path()).convert("RGB")


def screenshot(page: Page, size: tuple[int, int]) -> Image.Image:
    resize(page, size)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """The part of `one` whose colours `other` does not have within `OFF` pixels."""
    low, high = (around(other, pick) for pick in (ImageChops.darker, ImageChops.lighter))
    beyond = ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))
    strange = beyond.convert("L").point(lambda value: 255 if value > 24 else 0)
    return strange.histogram()[255] / (one.width * one.height)


def around(image: Image.Image, pick: Pick) -> Image.Image:
    """Of each place, the colour that `pick` prefers within `OFF` pixels: first of those beside it,
    then of those above and below these, which takes a tenth of a filter's time.
    """
    for right, down in ((1, 0), (0, 1)):
        whole = image
        for far in range(-OFF, OFF + 1):
            moved = whole.copy()
            moved.paste(whole, (far * right, far * down))
            image = pick(image, moved)
    return image


def at_the_end(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect(page.locator("#picture .picture")).to_be_visible()


#: Lets text be there, but not to be seen.
NO_TEXT = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".picture tspan, text, tspan { fill: transparent !important }"
        + ".picture :is(b, .badge) { color: transparent !important }");
    document.adoptedStyleSheets = [style];
}"""

#: Keeps the picture that is being saved.
KEEP = """() => new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.(".unseen")) window.saved = node;
}).observe(document.body, { childList: true })"""

TEXTS = """(root) =>
    [...(window.saved ?? document).querySelectorAll(`${root} > text`)].map((text) =>
    [...text.querySelectorAll("tspan")].map((run) => run.textContent).join("")).filter(Boolean)"""


@pytest.mark.campaign
@pytest.mark.parametrize("nth", range(len(LOOKS)), ids=LOOK_NAMES)
def test_the_story_is_that_of_the_command_box_by_box(nth: int, open_page: Open) -> None:
    language, theme = LANGUAGES[nth % 2], THEMES[nth // 2 % 2]
    square, analysed = nth % 3 == 1, nth % 4 < 2
    record = played(LOOKS[nth], "pictures", ["greedy"])
    line = timeline(replay(write(replay(record), judged(record)) if analysed else record))
    page = open_page(line, f"#ply=9999&lang={language}", color_scheme=theme)
    at_the_end(page)
    page.evaluate(NO_TEXT)
    if square:
        resize(page, (390, 844))
    page.evaluate(KEEP)
    image = saved(page, "save_square" if square else "save_story")
    assert image.size == ((1080, 1080) if square else (1200, 630))
    texts = page.evaluate(TEXTS, ".picture > svg")
    drawn = story(line, language=language, theme=theme, square=square)
    page = open_page(f"<!doctype html><style>*{{margin:0}}</style><body data-ready>{drawn}")
    assert [text for text in page.evaluate(TEXTS, "svg") if len(text) > 2 or text in "棋譜"] == [
        text for text in texts if len(text) > 2 or text in "棋譜"
    ]
    page.evaluate(NO_TEXT)
    expected = screenshot(page, image.size)
    assert apart(image, expected) < 0.0001 and apart(expected, image) < 0.0001
    assert apart(ImageChops.offset(image, OFF + 1, 0), expected) > 0.001


@pytest.mark.campaign
def test_any_moment_is_saved_as_the_reader_sees_it(open_page: Open, match: Timeline) -> None:
    page = open_page(render(match, what_if="all"), "#ply=7&seat=2", viewport=(390, 844))
    go(page, "ply=8&seat=2")
    before = page.screenshot()
    sizes, seen = set(), []
    for fragment in ("ply=8&seat=2", "ply=8&seat=all", "ply=2&seat=all&line=5!1"):
        go(page, fragment)
        page.keyboard.press("s")
        image = saved(page, "save_moment")
        page.keyboard.press("Escape")
        sizes.add(image.size)
        seen.append(image)
    assert sizes == {(1200, 630)}
    assert apart(seen[0], seen[1]) > 0.005, "another seat's cards are hidden"
    edges = [image.crop((28, 200, 34, 480)).getcolors() or [] for image in seen]
    assert [len(colours) > 1 for colours in edges] == [False, False, True], "a what-if has dashes"
    go(page, "ply=8&seat=2&line=")
    assert apart(Image.open(io.BytesIO(before)).convert("RGB"), screenshot(page, (390, 844))) == 0


@pytest.mark.campaign
def test_hostile_names_are_nothing_but_text_in_a_picture(open_page: Open) -> None:
    """That nothing is requested and nothing said on the console, the fixture asserts."""
    line = timeline(replay(played(("nimmt", {}, 10), "pictures")))
    line.record.seats = [f"{name}\x01\x0c\uffff" for name in PAYLOADS[3::4][:10]]
    page = open_page(line, "#ply=9999")
    at_the_end(page)
    assert page.locator("#picture :is(script, img, a[href^=java])").count() == 0
    assert saved(page, "save_story").size == (1200, 630)
    page.keyboard.press("s")
    assert saved(page, "save_moment").size == (1200, 630)
