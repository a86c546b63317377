"""Fronts: what pages of a site show above their lists: matches with a picture and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import msgspec
from msgspec import Struct

from kifu.site.look.charts import ChanceChart, chance_chart
from kifu.site.website.match import Cover, thumbnail_path
from kifu.site.website.matches import ListedMatch, NamedMatch
from kifu.site.website.names import match_page_path, match_path

#: Reads a file of the site by its path; None if the site has no such file.
Read = Callable[[str], bytes | None]
#: So many of the newest matches are looked through for those with a cover.
LOOKED = 30


class Tale(Struct, frozen=True):
    """A match as a front shows it. `page` is the path of its page, which opens at the cover's ply
    if the cover has a sentence; `picture` is the path of its thumbnail; `chart` draws the cover's
    chances, None if it has none.
    """

    name: str
    match: ListedMatch
    page: str
    picture: str
    cover: Cover
    chart: ChanceChart | None


class _Twin(Struct):
    """What is read of a match's JSON file."""

    cover: Cover | None


def tales(read: Read, matches: Sequence[NamedMatch], most: int) -> list[Tale]:
    """The first matches of `matches` that have a cover, as tales (matches with a picture), in the
    same order: at most `most`, and only from the first LOOKED matches. [] if none of these has a
    cover. `read` gives the content of a match's JSON file, which has the cover; None if there is no
    such file. Raises what `read` raises: for `Folder.read` KifuError, if the file is no longer as
    kifu wrote it.
    """
    known = (_tale(read, name, match) for name, match in matches[:LOOKED])
    return list(islice((tale for tale in known if tale), most))


def _tale(read: Read, name: str, match: ListedMatch) -> Tale | None:
    """The tale of the match with the page `name`, from its JSON file; None if this does not exist
    or has no cover (as that of a chronicle). The link to the page has the cover's ply only if the
    cover has a sentence. Raises what `read` raises.
    """
    # A chronicle has data, but no cover.
    twin = read(f"{match_path(name)}.json")
    found = msgspec.json.decode(twin, type=_Twin).cover if twin else None
    if found is None:
        return None
    page = match_page_path(name) + (f"#ply={found.ply}" if found.sentence else "")
    known = found.chances
    chart = chance_chart(known.points, known.plies, known.ply) if known else None
    return Tale(name, match, page, thumbnail_path(name), found, chart)
