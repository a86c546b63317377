"""The feed and the sitemap: what other programs read to learn what is new, and what there is."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from uuid import UUID
from xml.sax.saxutils import escape, quoteattr

from kifu.site.website.match import match_page
from kifu.site.website.matches import ListedMatch, NamedMatch
from kifu.site.website.settings import Settings

#: The number of newest matches in the feed.
NEWEST = 50
#: What XML 1.0 can't hold, however it is written.
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

#: The most pages that a sitemap may name.
MAPPED = 50_000


def feed(settings: Settings, newest: Sequence[NamedMatch]) -> bytes:
    """An Atom feed of the matches `newest`: none may still be being played, each must have a day,
    and they come newest first. Its dates are those of the records. It does not tell how a match
    ended.
    """
    base = settings.base_url
    # A feed has to say when it was last renewed, one with nothing in it too.
    renewed = newest[0][1].day if newest else "1970-01-01"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{settings.language}">',
        f"<title>{_text(settings.title)}</title>",
        f"<id>{_text(base) or _urn(settings.title)}</id>",
        f"<updated>{renewed}T00:00:00Z</updated>",
        f'<link rel="alternate" type="text/html" href={_attribute(f"{base}index.html")}/>',
    ]
    if base:
        lines.append(f'<link rel="self" href={_attribute(f"{base}feed.xml")}/>')
    for name, match in newest:
        lines += _entry(settings, name, match)
    return "\n".join([*lines, "</feed>", ""]).encode()


def sitemap(settings: Settings, paths: Iterable[str]) -> bytes:
    """A sitemap (XML) of the pages with these paths, for a site with a base URL."""
    return _located(settings, paths, "urlset", "url")


def sitemaps(settings: Settings, paths: Sequence[str]) -> dict[str, bytes]:
    """The files, by path, of the sitemap of all pages: one `sitemap.xml` or, if a file can't list
    that many pages, several files and a `sitemap.xml` that lists these.
    """
    if len(paths) <= MAPPED:
        return {"sitemap.xml": sitemap(settings, paths)}
    made = {
        f"sitemap-{part}.xml": sitemap(settings, paths[first : first + MAPPED])
        for part, first in enumerate(range(0, len(paths), MAPPED))
    }
    return made | {"sitemap.xml": _located(settings, made, "sitemapindex", "sitemap")}


def _located(settings: Settings, paths: Iterable[str], root: str, each: str) -> bytes:
    """An XML document with the element `root`, and in it an element `each` for each path."""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        *(f"<{each}><loc>{_text(settings.base_url + path)}</loc></{each}>" for path in paths),
        f"</{root}>",
    ]
    return "\n".join([*lines, ""]).encode()


def _entry(settings: Settings, name: str, match: ListedMatch) -> list[str]:
    page = match_page(settings, name, match, "")
    place = settings.base_url + page.path
    authors = [f"<author><name>{_text(who)}</name></author>" for who in match.annotators]
    return [
        "<entry>",
        f"<title>{_text(f'{page.heading} · {page.description}')}</title>",
        f"<id>urn:uuid:{UUID(match.id)}</id>",
        f"<updated>{match.day}T00:00:00Z</updated>",
        f'<link rel="alternate" type="text/html" href={_attribute(place)}/>',
        *(authors or [f"<author><name>{_text(settings.title)}</name></author>"]),
        "</entry>",
    ]


def _urn(title: str) -> str:
    """The id of the feed of a site without a base URL: a URN made from its title."""
    digest = hashlib.blake2b(title.encode("utf-8", "replace"), digest_size=16).digest()
    return f"urn:uuid:{UUID(bytes=digest)}"


def _text(text: str) -> str:
    return escape(_UNFIT.sub("\ufffd", text))


def _attribute(text: str) -> str:
    return quoteattr(_UNFIT.sub("\ufffd", text))
