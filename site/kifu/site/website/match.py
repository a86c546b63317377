"""The pages of a match: its replay, its data, the record beside them, and its cover: how lists
present it without its result, by one turn, as a picture and a sentence.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import NotationError
from kifu.notation.files import dumps
from kifu.notation.log import encode_json
from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.registry import UnknownGame, game
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import Timeline, timeline
from kifu.site.content.audience import (
    Audience,
    open_audience,
    redacted_audience,
    without_erased,
)
from kifu.site.content.finale import Turning, known_chances, with_turning
from kifu.site.content.highlight import fall
from kifu.site.content.judgements import ShownAnalysis
from kifu.site.content.sentences import named
from kifu.site.look.colours import static
from kifu.site.look.shapes import own_symbols
from kifu.site.look.turning_sheet import Curve
from kifu.site.page.chronicle import TITLE, chronicle_context
from kifu.site.page.preview import short
from kifu.site.page.viewer import context
from kifu.site.picture.card import card_image, early_ply
from kifu.site.picture.thumbnail import thumbnail
from kifu.site.website.folder import as_json
from kifu.site.website.matches import ListedMatch
from kifu.site.website.names import match_page_path, match_path, slug
from kifu.site.website.settings import (
    Page,
    Settings,
    match_context,
    page_context,
    rendered,
)
from kifu.site.website.shell import shell
from kifu.site.website.situations import faced

CHRONICLE = "chronicle"
#: The most characters of a sentence.
SENTENCE = 160


def match_files(
    settings: Settings, name: str, match: ListedMatch, record: Record
) -> dict[str, bytes]:
    """The contents of a match's files by path; nothing is written. They are the page, its JSON
    file, the record, a thumbnail (SVG), a preview image (PNG) if the settings have previews, and a
    page that redirects for each earlier address. The JSON has what `match_data` gives, `log` (the
    path of the record file or None) and `cover` (a Cover; None for a chronicle). A chronicle has no
    images. While a match is being played, its page has only what spectators see, and there is no
    record file.

    `name` is the name of its page (see `match_names`); `earlier`, `previous` and `next` of `match`
    must be page names, too, not ids. Raises KifuError for a record that can't be shown, and
    UsageError for a faulty template, and for previews without the extra `cards`.
    """
    record = without_erased(record)
    files = {} if match.playing else _record_file(name, record)
    page = match_page(settings, name, match, next(iter(files), ""))
    turn = None
    if record.game == CHRONICLE:
        html = _chronicle(settings, page, match, record)
    else:
        watched = settings.situations and not match.playing
        line = timeline(replay(record))
        html, turn, line = _replay(settings, page, match, line, watched)
        viewer = PUBLIC if match.playing else ALL
        files[thumbnail_path(name)] = thumbnail(line, turn.ply, viewer, settings.theme).encode()
        if page.image:
            files[page.image] = card_image(
                line, settings.language, viewer=viewer, css=settings.theme
            )
    data = as_json({**match_data(name, match), "log": page.record or None, "cover": turn})
    for earlier in match.earlier:
        # An address that the match had while it was being played redirects to the present one.
        moved = rendered(settings, "site-moved.html.j2", page_context(settings, page))
        files[match_page_path(earlier)] = moved.encode()
    return {**files, page.path: html.encode(), page.twin: data + b"\n"}


def match_page(settings: Settings, name: str, match: ListedMatch, record: str) -> Page:
    """A match's page for its head and bar: the paths of the page and of its JSON file (`twin`), the
    players as heading, and game, event, round and date as description, but not how the match ended.
    `name` is the name of the page, `record` the path of the record file ("": none). `image` is the
    path of the preview image; "" if the settings have no previews, and for a chronicle.
    """
    title = game_title(match.game, settings.language)
    about = [title, match.event, match.round, match.date]
    return Page(
        path=match_page_path(name),
        heading=" – ".join(chair.name for chair in match.chairs),
        description=" · ".join(filter(None, about)),
        twin=f"{match_path(name)}.json",
        record=record,
        image=f"{match_path(name)}.png" if settings.previews and match.game != CHRONICLE else "",
    )


def match_data(name: str, match: ListedMatch) -> dict[str, Any]:
    """The data of a match for JSON. `page` is the path of its page. `seats` has a dict for each
    seat, in their order: `seat` (from 1), `name`, `person`, `page` (the path of the player's page),
    `score`, `place` and `won` (None where the result is not known). The other fields are those of
    ListedMatch except `chairs`, `day`, `excerpt`, `earlier`, `previous` and `next`. `record` is
    None while the match is being played: the id is a digest of all hands, against which guesses
    could be tried.
    """
    seats = [
        {
            "seat": seat,
            "name": chair.name,
            "person": chair.person,
            "page": f"players/{slug(chair.person)}.html",
            "score": chair.score,
            "place": chair.place,
            "won": chair.won,
        }
        for seat, chair in enumerate(match.chairs, 1)
    ]
    data = {"page": match_page_path(name), **msgspec.structs.asdict(match)}
    del data["chairs"], data["day"], data["excerpt"], data["earlier"]
    del data["previous"], data["next"]
    return data | {"record": None if match.playing else match.record, "seats": seats}


def thumbnail_path(name: str) -> str:
    """The path, in the site, of the thumbnail of the match with the page `name`. A chronicle has a
    path, too, but no file there.
    """
    return f"{match_path(name)}.svg"


def game_title(name: str, language: str) -> str:
    """The title of the game `name` in a language; `name` itself if the game is not installed. For a
    chronicle, which is no game, the title of its pages. Any language but "ja" gives English.
    """
    if name == CHRONICLE:
        return TITLE.text(language)
    try:
        return game(name).title.text(language)
    except UnknownGame:
        return name


class Cover(Struct, frozen=True):
    """How lists present a match: the table after `ply`, and the sentence about that ply ("" if
    there is only a picture). `chances` are those of the side that lost most in it; None if they are
    unknown or would show who wins (see `highlight.fall`).
    """

    ply: int
    sentence: str
    chances: Curve | None = None


def cover(
    line: Timeline,
    audience: Audience,
    turn: Turning | None,
    found: ShownAnalysis | None,
    language: str,
) -> Cover:
    """The cover of a match: the ply of its turning point `turn`, the sentence about it, cut to
    SENTENCE characters, and the chances of the side that lost most in it. The chances are from the
    analysis `found` or, without one, from comments. They are None in a match of two sides, and if
    too few are known (see `highlight.fall`).

    If there is no turning point or it is the last ply, the cover is a table early in the match (see
    `early_ply`); if the audience is redacted, it is always the table after the last ply. Neither
    has a sentence ("") or chances (None).
    """
    last = len(line.moments)
    if audience.redacted:
        return Cover(last, "")
    if turn is None or turn.ply == last:
        return Cover(min(early_ply(line), last), "")
    sentence = short(named(turn.words, line, language), SENTENCE)
    chances = fall(line, known_chances(line, audience, found), turn.ply, language)
    return Cover(turn.ply, sentence, chances)


def _record_file(name: str, record: Record) -> dict[str, bytes]:
    """The record file of the match with the page `name`, as one path and its content: text
    (`.kifu`) if that can hold the record, otherwise JSON (`.jsonl`). Raises NotationError if JSON
    can't hold it either.
    """
    try:
        return {f"{match_path(name)}.kifu": dumps(record).encode()}
    except NotationError:
        return {f"{match_path(name)}.jsonl": encode_json(record) + b"\n"}


def _replay(
    settings: Settings, page: Page, match: ListedMatch, line: Timeline, watched: bool
) -> tuple[str, Cover, Timeline]:
    """The HTML of the replay page of a match, its cover for the lists, and its timeline with the
    headline of the turning point as the page has it (see `with_turning`). A match that is still
    being played is shown as spectators see it. With `watched`, the page's data also has the
    situations that its players faced, and where the site's files about them are. `watched` must be
    False for a match that is being played, because the key of a situation says something about a
    hand. Raises UsageError for a faulty template.
    """
    audience = redacted_audience(line, PUBLIC) if match.playing else open_audience(line, ALL)
    values = context(line, audience, settings.language, settings.what_if)
    turn = values["finale"].turning if values["finale"] else None
    found = cover(line, audience, turn, values["judged"], settings.language)
    page = replace(page, description=f"{values['turned']} {page.description}".strip())
    values |= shell(settings).context(page.root)
    if watched:
        shards = f"{page.root}situations/{line.game.name}"
        values["data"]["situations"] = {"at": shards, "faced": faced(line.match)}
    values["shapes"] = own_symbols(line.layout.faces)
    values |= match_context(settings, page) | _beside(settings, match)
    html = rendered(settings, "site-match.html.j2", values)
    # A context hangs in a circle with its macros. What is most of it is freed at once.
    values["data"].clear()
    return html, found, with_turning(line, turn)


def _chronicle(settings: Settings, page: Page, match: ListedMatch, record: Record) -> str:
    """The HTML of the page of a chronicle (the game `chronicle`, whose moves are sentences in
    notes). While it is being played, notes, tags and result are left out, so it only says who
    acted: sentences may tell what is in a hand. Raises UsageError for a faulty template.
    """
    shown = replace(record, notes=[], tags=[], result=None, winner=None)
    style = static("bar.css") + settings.theme
    values = chronicle_context(shown if match.playing else record, [], settings.language, style)
    # The record is a file beside the page.
    values |= match_context(settings, page) | _beside(settings, match)
    return rendered(settings, "site-chronicle.html.j2", values | {"notation": ""})


def _beside(settings: Settings, match: ListedMatch) -> dict[str, Any]:
    """The variables of a match's page for what is around the replay: `match`; `neighbours`, the
    paths from the site's folder of the pages of the previous, older match (`prev`) and the next,
    newer one (`next`) of the same event, "" if there is none; and `links`, as (path from the site's
    folder, text): to the game, to the event, if it has one, and to each player once, in the order
    of the seats.
    """
    persons = dict.fromkeys(chair.person for chair in match.chairs)
    links = [(f"games/{match.game}.html", game_title(match.game, settings.language))]
    if match.event:
        links.append((f"events/{slug(match.event)}.html", match.event))
    links += ((f"players/{slug(person)}.html", person) for person in persons)
    named = {"prev": match.previous, "next": match.next}
    neighbours = {which: match_page_path(name) if name else "" for which, name in named.items()}
    return {"match": match, "links": links, "neighbours": neighbours}
