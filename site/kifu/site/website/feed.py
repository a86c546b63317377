"""The feed and the sitemap: what other programs read to learn what is new, and what there is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from kifu.site.look.templates import environment
from kifu.site.website.match import match_page
from kifu.site.website.matches import NamedMatch
from kifu.site.website.settings import Settings

#: The number of newest matches in the feed.
NEWEST = 50

#: The most pages that a sitemap may name.
MAPPED = 50_000


def feed(settings: Settings, newest: Sequence[NamedMatch]) -> bytes:
    """An Atom feed (XML) of the matches `newest`, which come newest first; each must have a day and
    be over. An entry has the players, and the game, event, round and date, but not how the match
    ended; its authors are the match's annotators or, if it has none, the site's title. Dates are
    those of the records. Without matches, the feed has no entries and the date 1970-01-01. Without
    a base URL, links are relative.
    """
    # The id of a feed without an address is a URN made from the title.
    digest = hashlib.blake2b(settings.title.encode("utf-8", "replace"), digest_size=16).digest()
    entries = [
        (UUID(match.id).urn, match.day, match_page(settings, name, match, ""), match.annotators)
        for name, match in newest
    ]
    # A feed has to say when it was last renewed, one with nothing in it too.
    renewed = newest[0][1].day if newest else "1970-01-01"
    return _xml("feed", site=settings, urn=UUID(bytes=digest).urn, renewed=renewed, entries=entries)


def sitemaps(settings: Settings, paths: Sequence[str]) -> dict[str, bytes]:
    """The sitemap files, by path, of a site with a base URL whose pages have these `paths`: one
    `sitemap.xml`; for more than MAPPED pages `sitemap-0.xml` and so on, and a `sitemap.xml` that
    lists these.
    """

    def located(paths: Iterable[str], root: str, each: str) -> bytes:
        """A sitemap file with the address of each of `paths`: its root element is called `root`,
        that of an address `each`.
        """
        return _xml("sitemap", base=settings.base_url, paths=paths, root=root, each=each)

    if len(paths) <= MAPPED:
        return {"sitemap.xml": located(paths, "urlset", "url")}
    made = {
        f"sitemap-{part}.xml": located(paths[first : first + MAPPED], "urlset", "url")
        for part, first in enumerate(range(0, len(paths), MAPPED))
    }
    return made | {"sitemap.xml": located(made, "sitemapindex", "sitemap")}


def _xml(name: str, **values: Any) -> bytes:
    """The XML template `name` filled in with `values`, with a newline at its end."""
    return environment("en").get_template(f"{name}.xml.j2").render(values).encode() + b"\n"
