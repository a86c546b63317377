"""The page's words exist in every language, and its colours differ for every kind of eye."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.notation.words import Words
from kifu.replay.game import Face
from kifu.replay.match import replay
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.site.look.colours import colour_rules
from kifu.site.look.shapes import drawn, symbols
from kifu.site.texts import PAGE, TABLES, all_script_words
from kifu.site.texts import SITE as SITE_TEXTS

SITE = files("kifu.site")
STATIC = SITE.joinpath("static")
SOURCES = {file.name: file for file in STATIC.iterdir() if file.name.endswith((".ts", ".css"))}
STYLE = colour_rules()
#: The modules of a match's page; those of a site's lists and of problems are others.
OTHERS = {"index.ts", "lists.ts", "problems.ts", "search.ts"}
SCRIPT = "\n".join(
    file.read_text("utf-8")
    for name, file in sorted(SOURCES.items())
    if name.endswith(".ts") and name not in OTHERS
)
#: Keys that are put together while the page runs.
MADE = re.compile(
    r"glyph_.*|end_.?|place_\d|theme_.*|error|warning|tag_.*|too_\w+|match_too_short|minute_\w+|winner_\w+_n"
    r"|(?:match|game|player)_[1n]"
)


def test_every_text_is_used_and_every_text_used_is_there() -> None:
    templates = [file.read_text("utf-8") for file in SITE.joinpath("templates").iterdir()]
    modules = [file.read_text("utf-8") for file in Path(str(SITE)).rglob("*.py")]
    scripts = [file.read_text("utf-8") for file in SOURCES.values()]
    used = {*re.findall(r"\w+", "\n".join([*templates, *modules, *scripts]))}
    assert [key for key in SITE_TEXTS if not MADE.fullmatch(key) and key not in used] == []
    asked = re.findall(
        r"""\bt\("(\w+)"|\bui\.(\w+)|data-t="(\w+)\"""", "\n".join([*templates, SCRIPT])
    )
    for key in {part for parts in asked for part in parts if part and part[-1] != "_"}:
        assert key in PAGE, key


def test_a_page_holds_every_text_that_its_script_may_say() -> None:
    """What modules and templates name is there with the parts of a match that it is about; the
    templates' own texts are there only where they are written.
    """
    keys = STATIC.joinpath("language.ts").read_text("utf-8")
    scripted = {*re.findall(r'"([a-z]\w*)"', SCRIPT), *re.findall(r"(\w+): \"", keys)}
    scripted |= {key for key in PAGE if re.match("glyph_|theme_", key)}
    templates = "\n".join(
        SITE.joinpath("templates", f"{name}.html.j2").read_text("utf-8")
        for name in ("replay", "finale", "judgements", "sharing", "page-parts", "site-match")
    )
    scripted |= set(re.findall(r'data-(?:t|do|label)="(\w+)"', templates))
    scripted &= PAGE.keys() - {"lines"}  # which is a field of a moment
    assert len(scripted) > 120
    assert scripted - {*all_script_words()[0]} == set()
    assert scripted & TABLES["asked"].keys() == set()


def test_bundles_are_made_from_the_sources_as_they_are() -> None:
    """Where this fails, `make script` writes them again."""
    lines = STATIC.joinpath("min", "digests.txt").read_text("utf-8").splitlines()
    noted = {path: digest for digest, path in map(str.split, lines)}
    bundles = [f"min/{file.name}" for file in STATIC.joinpath("min").iterdir()]
    assert noted.keys() == {*SOURCES, *bundles} - {"min/digests.txt"}
    for path, digest in noted.items():
        assert sha256(STATIC.joinpath(path).read_bytes()).hexdigest() == digest, path


def test_every_icon_and_shape_that_is_asked_for_is_drawn(record: Record) -> None:
    html = render(timeline(replay(record)))
    asked = {f"i-{name}" for name in re.findall(r"""icon\("(\w+)"\)""", SCRIPT)}
    asked |= set(re.findall(r'<use href="#([^"]*)"', html))
    # The script gives a button without words the sign of what it does; the way back is mirrored.
    signed = set(re.findall(r'<button(?: id="\w+")? data-do="(\w+)"(?: aria-\S+)?></button>', html))
    signed -= {"discard", "leave_variation", "learn_next"}  # which get words from the script
    # A lesson, which has a sign in the invitation, is there where a match is judged.
    asked |= {f"i-{name.replace('back', 'next')}" for name in signed} | {"i-pause", "i-learn"}
    assert {"i-next_turning", "i-eye"} <= asked
    for name in asked:
        assert html.count(f'<symbol id="{name}"') == 1, name
    assert set(re.findall(r'<symbol id="(i-[^"]*)"', html)) <= asked


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_shape_on_a_card_is_drawn_and_a_page_holds_no_other(name: str) -> None:
    for options in game(name).option_sets:
        chosen = game(name).read_options(options)
        faces = game(name).layout(chosen, game(name).seats(chosen)[0]).faces
        asked = {shape for face in faces.values() for shape in (face.pip, face.badge) if shape}
        assert set(re.findall(r'id="pip-(\w+)"', symbols(faces))) == asked


def test_a_package_draws_its_own_shapes_and_nothing_else_gets_into_the_page() -> None:
    """A suit is known, and what is not known is a dot."""
    assert [drawn(suit) == suit for suit in ("club", "diamond", "heart", "spade")] == [True] * 4
    outline = "M2 2h20v20H2z"
    found = str(symbols({"x1": Face("1", Words("1", "1"), 1, outline, badge="spade")}))
    assert f'viewBox="0 0 24 24"><path d="{outline}"/></symbol>' in found
    assert re.findall(r'id="pip-(\w+)"', found) == ["spade", drawn(outline)]
    for hostile in ("galaxy", 'M2 2"/><script>', "M2 2<", "url(#a)", "M" + "1" * 5000, "M2 2\n"):
        assert drawn(hostile) == "dot", hostile


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_two_cards_differ_in_colour_alone(name: str) -> None:
    for options in game(name).option_sets:
        chosen = game(name).read_options(options)
        for seats in game(name).seats(chosen):
            faces = game(name).layout(chosen, seats).faces.values()
            looks = [(face.text, face.pips, face.pip, face.badge, face.back) for face in faces]
            assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("scheme", [0, 1])
@pytest.mark.parametrize(
    ("text", "ground"),
    [("ink", "paper"), ("ink", "raised"), ("soft", "paper"), ("soft", "raised"),
     ("accent", "paper"), ("accent", "raised"), ("on-accent", "accent"), ("on-felt", "felt"),
     ("on-felt-soft", "felt"), ("on-glow", "glow"), ("good", "raised"), ("bad", "raised"),
     ("raised", "bad")],
)  # fmt: skip
def test_text_can_be_read_on_its_ground(text: str, ground: str, scheme: int) -> None:
    assert contrast(colour(text, scheme), colour(ground, scheme)) >= 4.5


Colour = tuple[float, float, float]


def colour(name: str, scheme: int) -> Colour:
    """A colour of the style as linear RGB; scheme 0 is light, 1 is dark."""
    found = re.search(rf"--{name}:(?:light-dark\((.*?),(.*?)\)|(#.*?));", STYLE)
    assert found is not None, name
    digits = (found[3] or found[scheme + 1]).lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (linear(int(digits[k : k + 2], 16) / 255) for k in (0, 2, 4))
    return red, green, blue


def linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def luminance(ink: Colour) -> float:
    return 0.2126 * ink[0] + 0.7152 * ink[1] + 0.0722 * ink[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
