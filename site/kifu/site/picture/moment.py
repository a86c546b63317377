"""Pictures: one moment of a match as an SVG image, a drawing of its table."""

from __future__ import annotations

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import demand
from kifu.notation.words import LANGUAGES
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline
from kifu.site.content.highlight import description, find_highlight, turned, untold
from kifu.site.content.sentences import cards_in_words
from kifu.site.look.blocks import Block
from kifu.site.look.colours import THEMES
from kifu.site.look.drawing import drawing
from kifu.site.look.turning_sheet import CARD, SQUARE, Highlight, highlight_sheet
from kifu.site.picture.layout import card_sheet, sheet
from kifu.site.picture.scene import Scene, scene

#: How wide a square story is, in pixels.
SQUARE_WIDTH = 1080
#: How wide a picture is where nothing is said, and within which limits, in pixels.
WIDTH, WIDTHS = 960, range(120, 4001)


def picture(
    timeline: Timeline,
    ply: int | None = None,
    *,
    path: str = "",
    viewer: int = ALL,
    language: str = "en",
    theme: str = "light",
    width: int = WIDTH,
) -> str:
    """One moment as an SVG image, the same bytes for the same record.

    It is the moment after `ply`; 0 is the start. `path` is a variation as the page's address has it
    (`9.1/2.1`), within which plies count from 1 and 0 is the position that it begins in; "" is the
    main line. If `ply` is None, it is the last ply of that line; in the main line, that of the
    record's tag `To` if there is one and it is possible (see `excerpt`).

    What `viewer` may not know is not in the image. `width` is in pixels, from 120 to 4000. Raises
    KifuError for a ply, variation or seat that there isn't, UsageError for an unknown language or
    theme, another width, and any variation unless the viewer is ALL, and TypeError if `timeline` is
    no Timeline.

    >>> from kifu.notation import loads
    >>> from kifu.replay import replay, timeline
    >>> seed = "shake256-1:00112233445566778899aabbccddeeff"
    >>> tags = f'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Mio"]\\n[Seat "Jun"]\\n[Seed "{seed}"]'
    >>> match = timeline(replay(loads(f"{tags}\\n\\n71\\n*\\n")))
    >>> open_, hidden = picture(match), picture(match, viewer=2)
    >>> open_[:5], "Mio chooses 71." in open_, ">71<" in hidden
    ('<svg ', True, False)
    """
    demand(timeline, Timeline)
    vet_look(theme, language)
    if width not in WIDTHS:
        raise UsageError(f"a picture is {WIDTHS[0]} to {WIDTHS[-1]} pixels wide, not {width}")
    moment = scene(turned(timeline, viewer), ply, path=path, viewer=viewer, language=language)
    return scene_drawn(moment, sheet(moment, WIDTH), width, theme)


def social_card(moment: Scene, css: str = "") -> str:
    """A scene as SVG in the size of a link preview, 1200 x 630 pixels, in the colours of the light
    theme; colours in `css`, a site's theme, replace them. It shows what the scene shows: the caller
    chooses one that does not give away how the match ended.
    """
    return scene_drawn(moment, card_sheet(moment, *CARD), CARD[0], THEMES[0], css)


def scene_drawn(moment: Scene, block: Block, width: int, theme: str, css: str = "") -> str:
    """The SVG of a scene that is laid out as `block` (by `sheet` or `card_sheet`), scaled to
    `width` pixels, in the colours of `theme`, some of which `css`, a site's theme, may replace.
    Raises ValueError for another theme than "light" and "dark".
    """
    title, about = words_of(moment)
    return drawing(
        block, moment.layout.faces, width, theme=theme, language=moment.language, title=title,
        about=about, css=css,
    )  # fmt: skip


def story(
    timeline: Timeline,
    *,
    viewer: int = ALL,
    language: str = "en",
    theme: str = "light",
    square: bool = False,
) -> str:
    """The turning point of a match as an SVG image, 1200 x 630 pixels, or 1080 x 1080 if `square`:
    its sentence, its cards, the chances, the best and the worst decision, the points at the end.
    What is not known is left out: chances that the record does not have, and decisions without an
    analysis or unless `viewer` is ALL. What `viewer` may not know is not in the image, but it shows
    how the match ended.

    Raises KifuError for a match without a turning point (one that is not over, a draw, or one in
    which no headline names a player) and for a seat that there isn't, UsageError for an unknown
    theme or language.
    """
    vet_look(theme, language)
    found = find_highlight(timeline, viewer, language)
    if found is None:
        raise KifuError("the match has no turning point that can be drawn; draw a moment with --at")
    size, width = (SQUARE, SQUARE_WIDTH) if square else (CARD, CARD[0])
    return _drawn(found, theme, size, width)


def story_preview(highlighted: Highlight, css: str = "") -> str:
    """A highlight as SVG in the size of a link preview, 1200 x 630 pixels; it does not show how the
    match ended. Colours in `css`, a site's theme, replace those of the light theme.
    """
    return _drawn(untold(highlighted), THEMES[0], CARD, CARD[0], css)


def _drawn(
    highlighted: Highlight, theme: str, size: tuple[int, int], width: int, css: str = ""
) -> str:
    """A highlight as SVG, laid out for `size` (`CARD` or `SQUARE`) and scaled to `width` pixels, in
    the colours of `theme`, "light" or "dark" (ValueError for another one), some of which `css`, a
    site's theme, may replace.
    """
    return drawing(
        highlight_sheet(highlighted, *size),
        highlighted.faces,
        width,
        theme=theme,
        language=highlighted.language,
        title=" · ".join([*highlighted.about, " – ".join(highlighted.seats)]),
        about=description(highlighted),
        css=css,
    )


def words_of(moment: Scene) -> tuple[str, str]:
    """The title of a scene's image (game, heading and names of the seats), and a text for readers
    who can't see it: line by line the headline, the sentence, the consequences, the remark, and the
    cards of each zone that has some, with its owner. What is empty is left out.
    """
    said = [moment.headline, moment.sentence, *moment.consequences, moment.remark]
    lines = [*filter(None, said)]
    for zone in moment.layout.zones:
        owner = f"{moment.seats[zone.seat - 1]} – " if zone.seat else ""
        if tokens := moment.table.zones[zone.name]:
            cards = cards_in_words(tokens, moment.layout, moment.language)
            lines.append(f"{owner}{zone.title.text(moment.language)}: {cards}.")
    title = " · ".join([moment.title, *moment.heading, " – ".join(moment.seats)])
    return title, "\n".join(lines)


def vet_look(theme: str, language: str) -> None:
    """Raise UsageError for an unknown theme or language."""
    if theme not in THEMES:
        raise UsageError(f"a picture is {' or '.join(THEMES)}, not {theme!r}")
    if language not in LANGUAGES:
        raise UsageError(f"a picture is in {' or '.join(LANGUAGES)}, not {language!r}")
