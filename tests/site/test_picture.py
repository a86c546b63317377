"""Pictures: one moment of a match as an image, and nothing besides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from playwright.sync_api import Browser, Page
from tests.payloads import BEYOND, SIGNS

from kifu.notation import loads
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import Timeline, timeline
from kifu.site.look.blocks import HIGH, DrawnCard, Panel
from kifu.site.picture.layout import sheet
from kifu.site.picture.moment import picture, social_card
from kifu.site.picture.scene import scene

from .conftest import PATIENCE
from .matches import LOOK_NAMES, LOOKS, Case, held_at, played, some, tables, viewers

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {
    "svg", "title", "desc", "defs", "symbol", "path", "circle", "rect", "g", "use", "text",
    "tspan", "linearGradient", "radialGradient", "stop",
}  # fmt: skip


#: The names of `matches`.
PLAYED = [*LOOK_NAMES, "nimmt-10"]


@pytest.fixture(scope="module")
def matches() -> dict[str, Timeline]:
    """A match of every look, played once for all tests."""
    made = {}
    for name, case in zip(LOOK_NAMES, LOOKS, strict=True):
        made[name] = timeline(replay(played(case, f"picture {name}")))
    made["nimmt-10"] = timeline(replay(played(("nimmt", {"rounds": "1"}, 10), "ten")))
    return made


def cards_in(image: str, named: str = "data-card") -> list[str]:
    return [
        token
        for element in ElementTree.fromstring(image).iter(f"{SVG}g")
        if (token := element.get(named))
    ]


def words_in(element: Element) -> str:
    return "".join(element.itertext()).replace("\u00a0", " ")


def moments(match: Timeline) -> Iterator[int]:
    """A few plies of a match, the first and the last among them."""
    plies = len(match.moments)
    yield from sorted({0, 1, plies // 3, plies * 2 // 3, plies})


@pytest.mark.matrix
@pytest.mark.parametrize("case", LOOKS, ids=LOOK_NAMES)
def test_a_picture_shows_the_table_that_each_viewer_sees(case: Case) -> None:
    record = played(case, "seen")
    match, expected = timeline(replay(record)), tables(record)
    for ply in moments(match):
        for viewer in viewers(record):
            moment = scene(match, ply, viewer=viewer)
            still = held_at(match, expected, ply, viewer)
            assert moment.table == still.table(), (ply, viewer)
            faces = {token for cards in moment.table.zones.values() for token in cards}
            image = picture(match, ply, viewer=viewer)
            assert set(cards_in(image)) <= faces | {"_"}, (ply, viewer)
            left = [each for cards in still.zones.values() for each in cards if each.left]
            assert sorted(cards_in(image, "data-left")) == sorted(each.card for each in left)


def test_a_picture_holds_the_moment(matches: dict[str, Timeline]) -> None:
    """The row that is taken lies there, and what it costs is said."""
    match = matches["nimmt-10"]
    taking = next(moment for moment in match.moments if moment.headline)
    words = words_in(ElementTree.fromstring(picture(match, taking.ply)))
    assert scene(match, taking.ply).headline in words
    before = match.moments[taking.ply - 2].scores
    cost = {now - was for was, now in zip(before, taking.scores, strict=True) if now != was}
    assert cost and all(f"−{-change}" in words for change in cost)
    assert len(cards_in(picture(match, taking.ply), "data-left")) > 1


def test_what_is_hidden_is_not_in_the_bytes() -> None:
    tags = '[Game "nimmt"]\n[Rules "1"]\n[Seat "Mio"]\n[Seat "Jun"]\n'
    seed = '[Seed "shake256-1:00112233445566778899aabbccddeeff"]'
    hand = scene(timeline(replay(loads(f"{tags}{seed}\n\n*\n"))), 0).table.zones["hand/1"]
    matches = [
        timeline(replay(loads(f"{tags}{seed}\n\n{card} {{It is {card}.}} ?\n*\n"))) for card in hand
    ]
    for viewer in (PUBLIC, 2):
        assert len({picture(match, 1, viewer=viewer) for match in matches}) == 1
    for viewer in (ALL, 1):
        assert len({picture(match, 1, viewer=viewer) for match in matches}) == len(hand)
    said = picture(matches[0], 1, viewer=2)
    assert "Mio plays a card face down." in said and "shake256" not in said


@pytest.mark.matrix
@pytest.mark.parametrize("name", PLAYED)
def test_a_picture_is_plain_svg_and_the_same_twice(name: str, matches: dict[str, Timeline]) -> None:
    match = matches[name]
    for place, ply in enumerate(moments(match)):
        language, theme = ("en", "ja")[place % 2], ("light", "dark")[place // 2 % 2]
        image = picture(match, ply, language=language, theme=theme)
        assert image == picture(match, ply, language=language, theme=theme)
        root = ElementTree.fromstring(image)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= TAGS
        assert (root.get("role"), root.get("lang"), root.get("width")) == ("img", language, "960")
        title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None and about is not None
        assert match.record.seats[0] in words_in(title)
        assert scene(match, ply, language=language).sentence in words_in(about)
        assert not re.search(r"(?:https?:|data:|file:)", image.replace(SVG.strip("{}"), ""))


@pytest.mark.matrix
@pytest.mark.parametrize("name", PLAYED)
def test_cards_lie_apart_on_the_felt(name: str, matches: dict[str, Timeline]) -> None:
    match = matches[name]
    for ply in moments(match):
        for viewer in (ALL, 1):
            block = sheet(scene(match, ply, viewer=viewer), 960)
            cards = [item for item in block.items if isinstance(item, DrawnCard)]
            felt = next(item for item in block.items if getattr(item, "fill", "") == "felt")
            assert isinstance(felt, Panel)
            for card in cards:
                assert felt.x < card.x and card.x + card.width < felt.x + felt.width
                assert felt.y < card.y and card.y + card.width * HIGH < felt.y + felt.height
            faces = match.layout.faces
            open_ones = [
                card for card in cards if card.token in faces and not faces[card.token].back
            ]
            for one, other in combinations(open_ones, 2):
                apart_x = abs(one.x - other.x) >= min(one.width, other.width)
                apart_y = abs(one.y - other.y) >= min(one.width, other.width) * HIGH
                assert apart_x or apart_y, (ply, one, other)


# Every text but those on cards: inside the image, clear of cards and of other texts. A badge that
# stands on a card is meant to.
MEASURED = """() => {
    const [image] = document.getElementsByTagName("svg");
    const frame = image.getBoundingClientRect();
    const inside = (box, around) => box.left >= around.left - .5 && box.right <= around.right + .5
        && box.top >= around.top - 1 && box.bottom <= around.bottom + 1;
    const both = (one, other, start, end) =>
        Math.min(one[end], other[end]) - Math.max(one[start], other[start]);
    const meet = (one, other) =>
        both(one, other, "left", "right") > 1 && both(one, other, "top", "bottom") > 5;
    const texts = [...image.querySelectorAll("svg > text")]
        .map((text) => [text.textContent, text.getBoundingClientRect()])
        .filter(([words]) => !/^[0-9]{1,2}$|^[棋譜]$/.test(words));
    const cards = [...image.querySelectorAll("[data-card] > rect:first-child")]
        .map((card) => ["card", card.getBoundingClientRect()]);
    const wrong = texts.filter(([, box]) => !inside(box, frame)).map(([words]) => `out: ${words}`);
    texts.forEach(([words, box], place) => {
        for (const [other, its] of [...texts.slice(place + 1), ...cards])
            if (meet(box, its)) wrong.push(`${words} meets ${other}`);
    });
    for (const group of image.querySelectorAll("[data-card]")) {
        const around = group.children[1].getBoundingClientRect();
        for (const part of group.querySelectorAll("text, use"))
            if (part.getBoundingClientRect().width && !inside(part.getBoundingClientRect(), around))
                wrong.push(`off its card: ${group.dataset.card}`);
    }
    return wrong;
}"""


@pytest.fixture(scope="module")
def look(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()


def measure(page: Page, folder: Path, image: str) -> list[str]:
    file = folder / "picture.svg"
    file.write_text(image, "utf-8")
    page.goto(file.as_uri())
    wrong: list[str] = page.evaluate(MEASURED)
    return wrong


@pytest.mark.matrix
@pytest.mark.parametrize("name", some(PLAYED, PLAYED, "atarayo-5", "nimmt-10"))
def test_no_text_runs_out_or_into_another(
    name: str, matches: dict[str, Timeline], look: Page, tmp_path: Path
) -> None:
    match = matches[name]
    third, end = len(match.moments) // 3, len(match.moments)
    for ply, language, viewer in ((third, "en", ALL), (third + 1, "ja", 1), (end, "ja", ALL)):
        assert measure(look, tmp_path, picture(match, ply, language=language, viewer=viewer)) == []
    assert measure(look, tmp_path, social_card(scene(match, third, language="ja"))) == []


def test_no_name_runs_out_or_into_another(record: Record, look: Page, tmp_path: Path) -> None:
    for name in (*SIGNS, BEYOND):
        record.seats = [name, f"{name}2", f"{name}3"]
        record.tags = [("Event", name)]
        assert measure(look, tmp_path, picture(timeline(replay(record)), 4)) == [], name


def test_the_page_may_name_the_ply(record: Record) -> None:
    record.tags = [*record.tags, ("From", "3"), ("To", "7")]
    match = timeline(replay(record))
    assert picture(match) == picture(match, 7) != picture(match, 8)
    for wrong in ("x", "-1", "9999", "٣"):
        record.tags = [("To", wrong)]
        assert scene(timeline(replay(record)), None).ply == len(match.moments)


def test_a_variation_is_drawn_by_its_address(match: Timeline) -> None:
    branch = match.moments[0].lines[0]
    said = scene(match, None, path="1.1")
    assert (said.ply, said.plies) == (1, 1)
    assert said.glyphs == ["!?"] and branch.moments[0].move in said.sentence
    assert branch.moments[0].lines[0].moments[0].move in scene(match, 1, path="1.1/1.1").sentence
    assert "Variation 1.1: 1 / 1" in picture(match, path="1.1").replace("\u00a0", " ")
    for path, error in (("1.2", KifuError), ("9.1/1.1", KifuError), ("x", KifuError),
                        ("1.1/", KifuError), ("1.0", KifuError)):  # fmt: skip
        with pytest.raises(error, match="variation"):
            scene(match, 1, path=path)
    with pytest.raises(UsageError, match="--as all only"):
        scene(match, 1, path="1.1", viewer=2)


def test_glyphs_are_drawn_and_comments_are_not(match: Timeline) -> None:
    image = picture(match, 1)
    assert "?!<" in image and "dubious move<" in image
    assert "Too low" not in image and "低すぎる" not in image


def test_a_name_is_whole_where_its_seat_is_to_move() -> None:
    example = Path(__file__).parents[2] / "examples" / "nimmt-annotated.kifu"
    match = timeline(replay(loads(example.read_text("utf-8"))))
    image = picture(match, 18)
    assert "▶" in image
    assert [f">{name}<" in image for name in match.record.seats] == [True] * 3 and "…" not in image
