"""The viewer: a timeline as one HTML file that needs nothing else.

The file holds one style, one script, the data, and the whole match as plain text for readers
without JavaScript. Nothing that comes from a record is ever markup: Jinja escapes everything,
the data are JSON that the script only puts into text nodes, and a content security policy
allows exactly the one style and the one script by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache, partial
from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from kifu.notation.record import demand
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline
from kifu.replay.verdict import is_sound
from kifu.site.content.audience import (
    Audience,
    open_audience,
    redacted_audience,
    visible_findings,
    visible_match,
    visible_tags,
    visible_timeline,
)
from kifu.site.content.data import heading_of, kifu_version, options_of, page_data, remark_of
from kifu.site.content.finale import finale, with_turning
from kifu.site.content.in_words import InWords
from kifu.site.content.judgements import judged, summary
from kifu.site.content.what_ifs import MOST_OF_ALL, WhatIfs
from kifu.site.look.colours import sheet, static
from kifu.site.look.shapes import symbols
from kifu.site.look.templates import environment
from kifu.site.markup import phrase_maker, sentence, translator
from kifu.site.page.drawn_in_page import drawn_in_page
from kifu.site.page.preview import preview, turning_sentence
from kifu.site.texts import PAGE, page_words, script_words


def render(
    timeline: Timeline,
    *,
    viewer: int = ALL,
    redact: bool = False,
    language: str = "en",
    what_if: WhatIfs = "none",
    url: str = "",
    image: str = "",
) -> str:
    """The replay page of a timeline: one HTML file as text, the same for the same arguments,
    version of kifu and build of zlib. Nothing is written, and the timeline is not changed.

    The page opens as `viewer` (ALL, PUBLIC or a seat) sees the table and lets its reader choose
    other viewers. With `redact` it has only what `viewer` (a seat or PUBLIC) may know. `what_if`
    says for which decisions it also has the other moves and what they lead to: "none", "analysed"
    (those with a judgement) or "all" (any other text counts as this). Of long matches, only the
    first of these decisions have them (see `what_if_data`). `url` and `image` are the full
    addresses of the page and of its preview image (PNG, 1200 x 630 pixels), "" for none.

    Raises KifuError for a seat that there isn't, UsageError for a language other than "en" and "ja"
    and for `redact` with the viewer ALL, TypeError if `timeline` is no Timeline, and
    FileNotFoundError if the bundles in static/min are missing.

    >>> from kifu.notation import loads
    >>> from kifu.replay import replay, timeline
    >>> seed = "shake256-1:00112233445566778899aabbccddeeff"
    >>> tags = f'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Mio"]\\n[Seat "Jun"]\\n[Seed "{seed}"]'
    >>> match = replay(loads(f"{tags}\\n\\n71\\n*\\n"))
    >>> page = render(timeline(match), viewer=2, redact=True)
    >>> page[:15], page.count('id="kifu"')
    ('<!doctype html>', 1)
    """
    demand(timeline, Timeline)
    audience = redacted_audience(timeline, viewer) if redact else open_audience(timeline, viewer)
    template = environment(language).get_template("replay.html.j2")
    values = context(timeline, audience, language, what_if)
    values["preview"] = replace(values["preview"], url=url, image=image)
    return template.render(values)


def context(
    timeline: Timeline, audience: Audience, language: str, what_if: WhatIfs
) -> dict[str, Any]:
    """The variables of the template of a replay page as a dict, without the page's addresses;
    `what_if` as in `render`. `timeline` is the whole one, which is not changed: what `audience` may
    not know is left out here. Only `in_words.timeline` still says what is hidden, also for a
    redacted page, so a template must not write that.

    Among them are `data` for the script; `style`, `script` and `policy`; `judged`, the analysis
    (None: none); and `finale`. For a match that is not over, `finale` is None, and `standing` lists
    the seats; otherwise `standing` is []. `t` and `said` make texts of the page and remember which,
    and `spoken` then gives the script these texts, so a template has to call it last.

    Raises UsageError for a language other than "en" and "ja", after most is made, and
    FileNotFoundError if the bundles in static/min are missing.
    """
    timeline = visible_timeline(timeline, audience)
    record = timeline.record
    known = visible_match(timeline, audience)
    found = judged(timeline, audience, known)
    ended = finale(timeline, audience, found)
    turning = ended.turning if ended else None
    timeline = with_turning(timeline, turning)
    data = page_data(timeline, audience, language, known, found, what_if)
    style = page_style(judged=found is not None or bool(data["whatIfs"].data))
    script = static("replay.js")
    heading = heading_of(record)
    data["picture"] = drawn_in_page(timeline, audience, found, turning)
    in_words = InWords(timeline, audience, language, found)
    turned = turning_sentence(timeline, ended, language)
    findings = visible_findings(audience, timeline.match.findings)
    words = page_words(language)
    asked: set[str] = set()
    return {
        "language": language,
        "ui": words,
        "t": translator(words, asked),
        "said": phrase_maker(words, record.seats, asked),
        "version": kifu_version(),
        "policy": f"{policy(style, script)}; img-src data:",
        "style": Markup(style),
        "script": Markup(script),
        "shapes": symbols(timeline.layout.faces),
        "title": timeline.game.title,
        "remark": remark_of(timeline),
        "heading": heading,
        "turned": turned,
        "preview": preview(record.seats, [timeline.game.title.text(language), *heading], turned),
        "redacted": _redacted_words(timeline, audience, language),
        "viewer": audience.opens,
        "viewers": audience.viewers,
        "seats": record.seats,
        "layout": timeline.layout,
        "plies": len(timeline.moments),
        "in_words": in_words,
        "judged": found,
        "judged_seats": summary(found, timeline.match) if found else [],
        "standing": [] if ended else _standing(timeline),
        "finale": ended,
        "tags": visible_tags(audience, record.tags),
        "game_name": timeline.game.name,
        "rules": record.rules,
        "options": options_of(timeline),
        "aid": timeline.game.words.aid(timeline.match.options),
        "seed": None if audience.redacted else record.seed,
        "commit": None if audience.redacted else record.commit,
        "end": record.end,
        "findings": findings,
        "sound": is_sound(findings),
        "has_notation": bool(data["notation"]),
        "data": data,
        "most_what_ifs": MOST_OF_ALL,
        "spoken": partial(script_words, _parts(timeline, data), asked),
    }


def _parts(timeline: Timeline, data: dict[str, Any]) -> list[str]:
    """The names of the tables of texts (see `script_words`) that this page's script needs, one for
    each part that the page has: "analysis", "variations", "record", "what_ifs", "deal", "promise".
    """
    branches = [timeline.lines, *(moment.lines for moment in timeline.moments)]
    there = {
        "analysis": bool(data["analysis"]),
        "variations": any(branches),
        "record": bool(data["notation"]),
        "what_ifs": bool(data["whatIfs"].data),
        "deal": bool(data["deal"]),
        "promise": "commit" in data["deal"],
    }
    return [part for part, shown in there.items() if shown]


def _standing(timeline: Timeline) -> list[tuple[int, int, bool]]:
    """The seats of a match that is not over, as (seat, score, False), the present best place first,
    then in seat order. The False says that the seat has not won.
    """
    places = timeline.game.ranking.places(timeline.scores, timeline.winners)
    scores = enumerate(timeline.scores, 1)
    return sorted(((*each, False) for each in scores), key=lambda each: places[each[0] - 1])


def _redacted_words(timeline: Timeline, audience: Audience, language: str) -> Markup | None:
    """The sentence on a redacted page that says whose view it shows; None on any other page."""
    if not audience.redacted:
        return None
    key = "redacted_seat" if audience.opens else "redacted_public"
    text = PAGE[key].text(language).replace("{1}", f"{{{audience.opens}}}")
    return sentence(text, timeline.record.seats)


@lru_cache(maxsize=16)
def policy(style: str, script: str) -> str:
    """A content security policy, as the value of its header or `<meta>`, that allows only this
    inline style and this inline script; `script` is "" for a page without one. Images and all else
    are forbidden.
    """
    return (
        f"default-src 'none'; script-src {digest_source(script)}; "
        f"style-src {digest_source(style)}; base-uri 'none'; form-action 'none'"
    )


def digest_source(text: str) -> str:
    """The digest of an inline script or style in the form in which a content security policy allows
    it.

    >>> digest_source("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def page_style(*, judged: bool = True) -> str:
    """The CSS of a replay page; if the page is `judged` (has an analysis or what-ifs), with the CSS
    for these. Raises FileNotFoundError if the bundles in static/min are missing.
    """
    return sheet("look", "table", "panel", "finale", *(["judgement"] if judged else []))
