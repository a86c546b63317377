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
    """An Atom feed (XML) of all the matches `newest`; nothing is written. The caller sorts them,
    the newest first, takes no more than the feed should have (NEWEST), and leaves out matches
    without a day and those that may still be going on.

    An entry has the players, and the game, event, round and date, but not how the match ended; its
    authors are the match's annotators or, if it has none, the site's title. Dates are those of the
    records. Without matches, the feed has no entries and the date 1970-01-01. Without a base URL,
    links are relative, and the feed's id is made from the title. A template folder in the settings
    is not used.
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
    """The sitemap files, by path, of a site whose pages have these `paths`, in their order; nothing
    is written. Up to MAPPED pages are all in `sitemap.xml`, which has no address if there are no
    pages. More are in `sitemap-0.xml` and so on, and `sitemap.xml` lists these files. The settings
    must have a base URL; this is not checked, and without one the addresses would be relative,
    which a sitemap must not have.
    """

    def located(paths: Iterable[str], root: str, each: str) -> bytes:
        """A sitemap file (XML) with the address of each of `paths`: the site's base URL and the
        path. The root element is called `root`, that of an address `each`.
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
    """kifu's own template `name`.xml.j2, filled in with `values` (escaped as HTML), in UTF-8, with
    a newline at its end. It must exist, and use no variable that is not in `values`; otherwise
    Jinja's TemplateNotFound or UndefinedError is raised.
    """
    return environment("en").get_template(f"{name}.xml.j2").render(values).encode() + b"\n"
