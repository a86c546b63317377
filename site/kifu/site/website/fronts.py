"""Fronts: what pages of a site show above their lists: matches with a picture and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec
from markupsafe import Markup
from msgspec import Struct

from kifu.site.look.charts import ChanceChart, chance_chart
from kifu.site.look.turning_sheet import Curve
from kifu.site.picture.thumbnail import inlined
from kifu.site.website.cover import Cover
from kifu.site.website.match import thumbnail_path
from kifu.site.website.matches import ListedMatch, NamedMatch
from kifu.site.website.names import match_page_path, match_path

#: Reads a file of the site by its path; None if the site has no such file.
Read = Callable[[str], bytes | None]
#: So many of the newest matches are looked through for those with a cover.
LOOKED = 30


class Tale(Struct, frozen=True):
    """A match as a front shows it: its page, with the ply of its cover, the cover's sentence (""
    for none), its picture as SVG, the chart of the chances, None where nobody knows them, and
    whether the ply is the turning point.
    """

    name: str
    match: ListedMatch
    page: str
    sentence: str
    picture: Markup
    chances: Curve | None
    chart: ChanceChart | None
    turning: bool


class Shown(Struct):
    """The tales of one page, and the definitions that their pictures need, as SVG."""

    tales: list[Tale]
    shapes: Markup


class _Twin(Struct):
    cover: Cover | None


def shown_tales(read: Read, matches: Sequence[NamedMatch], most: int) -> Shown:
    """The tales of the first `most` of `matches` (pairs of the page's name and the match) that have
    a thumbnail and a cover, which `read` reads; only the first LOOKED matches are tried.
    """
    shapes: dict[str, str] = {}
    return Shown(list(tales(read, matches, most, shapes)), held(shapes))


def tales(
    read: Read, matches: Sequence[NamedMatch], most: int, shapes: dict[str, str]
) -> Iterator[Tale]:
    """The tales as in `shown_tales`, one by one. The SVG definitions to which their pictures refer
    are added to `shapes`, by id.
    """
    known = (_tale(read, name, match, shapes) for name, match in matches[:LOOKED])
    return islice((tale for tale in known if tale), most)


def _tale(read: Read, name: str, match: ListedMatch, shapes: dict[str, str]) -> Tale | None:
    image, twin = read(thumbnail_path(name)), read(f"{match_path(name)}.json")
    found = msgspec.json.decode(twin, type=_Twin).cover if twin else None
    if image is None or found is None:
        return None
    picture, defined = inlined(image.decode())
    shapes.update(defined)
    page = match_page_path(name) + (f"#ply={found.ply}" if found.sentence else "")
    known = found.chances
    chart = chance_chart(known.points, known.plies, known.ply) if known else None
    return Tale(
        name, match, page, found.sentence, Markup(picture), found.chances, chart, found.turning
    )


def held(shapes: dict[str, str]) -> Markup:
    """An SVG element that is not shown and contains `shapes`, the definitions to which pictures
    refer, by id.
    """
    return Markup(f'<svg class="shapes" aria-hidden="true">{"".join(shapes.values())}</svg>')
