"""Fronts: what pages of a site show above their lists: matches with a picture and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import msgspec
from msgspec import Struct

from kifu.site.look.charts import ChanceChart, chance_chart
from kifu.site.website.cover import Cover
from kifu.site.website.match import thumbnail_path
from kifu.site.website.matches import ListedMatch, NamedMatch
from kifu.site.website.names import match_page_path, match_path

#: Reads a file of the site by its path; None if the site has no such file.
Read = Callable[[str], bytes | None]
#: So many of the newest matches are looked through for those with a cover.
LOOKED = 30


class Tale(Struct, frozen=True):
    """A match as a front shows it: its page, with the ply of its cover, the path of its picture,
    its cover, and the chart of the chances in that, None where nobody knows them.
    """

    name: str
    match: ListedMatch
    page: str
    picture: str
    cover: Cover
    chart: ChanceChart | None


class _Twin(Struct):
    cover: Cover | None


def tales(read: Read, matches: Sequence[NamedMatch], most: int) -> list[Tale]:
    """The tales of the first `most` of `matches` (pairs of the page's name and the match) that have
    a thumbnail and a cover, which `read` reads; only the first LOOKED matches are tried.
    """
    known = (_tale(read, name, match) for name, match in matches[:LOOKED])
    return list(islice((tale for tale in known if tale), most))


def _tale(read: Read, name: str, match: ListedMatch) -> Tale | None:
    """The tale of the match with the page `name`; None if that has no data or no cover."""
    # A chronicle has data, but no cover.
    twin = read(f"{match_path(name)}.json")
    found = msgspec.json.decode(twin, type=_Twin).cover if twin else None
    if found is None:
        return None
    page = match_page_path(name) + (f"#ply={found.ply}" if found.sentence else "")
    known = found.chances
    chart = chance_chart(known.points, known.plies, known.ply) if known else None
    return Tale(name, match, page, thumbnail_path(name), found, chart)
