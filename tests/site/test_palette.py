"""The palette of images, and a theme's colours in it."""

from __future__ import annotations

import pytest

from kifu.site.look.colours import Colour, palette, unread_colours


@pytest.mark.parametrize(
    "value, light, dark",
    [
        ("#123", Colour(17, 34, 51), Colour(17, 34, 51)),
        ("#11223380", Colour(17, 34, 51, 0.5), Colour(17, 34, 51, 0.5)),
        ("#ABCDEF !important", Colour(171, 205, 239), Colour(171, 205, 239)),
        ("rgb(1 2 3)", Colour(1, 2, 3), Colour(1, 2, 3)),
        ("light-dark( rgb(1, 2, 3) , rgb(4,5,6) )", Colour(1, 2, 3), Colour(4, 5, 6)),
    ],
)
def test_a_theme_gives_colours(value: str, light: Colour, dark: Colour) -> None:
    css = f"body {{ --felt: #000 }} a, :root {{ margin: 0; --felt: {value}; }}"
    assert (palette("light", css)["felt"], palette("dark", css)["felt"]) == (light, dark)
    assert palette("light", css)["ink"] == palette("light")["ink"]
    assert unread_colours(css) == []


@pytest.mark.parametrize(
    "css",
    [
        "@media (width < 9px) { :root { --felt: #000 } a { b: c } }",
        "/* :root { --felt: #000 } */",
        ':root[data-theme="dark"] { --felt: #000 }',
        "} } {",
    ],
)
def test_what_is_not_for_the_whole_page_gives_none(css: str) -> None:
    assert palette("light", css) == palette("light")
    assert unread_colours(css) == []


@pytest.mark.parametrize("value", ["teal", "hsl(0 0% 0%)", "var(--ink)", "rgb(1 2 300)", "#12345"])
def test_a_colour_that_can_not_be_read_is_kept_and_reported(value: str) -> None:
    css = f":root {{ --felt: {value} }}"
    assert palette("light", css) == palette("light")
    assert unread_colours(css) == [f"--felt: {value}"]


def test_later_rules_win() -> None:
    css = ":root{--felt:#111}\n:root{--felt:#222}}@media print{:root{--felt:#333}}:root{--ink:#444}"
    assert palette("light", css)["felt"].code == "#222222"
    assert palette("light", css)["ink"].code == "#444444"
