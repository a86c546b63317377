"""Settings: the title of a site, its address, and how its pages look."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from traceback import extract_tb
from typing import Any

import msgspec
from jinja2 import TemplateError, TemplateSyntaxError
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.site.content.data import kifu_version
from kifu.site.content.what_ifs import WhatIfs
from kifu.site.look.colours import sheet
from kifu.site.look.raster import edition
from kifu.site.look.templates import environment
from kifu.site.page.preview import DESCRIPTION, TITLE, Preview, short
from kifu.site.page.viewer import digest_source
from kifu.site.texts import site_words
from kifu.site.website.consent import Consent

#: The packages whose text decides what a page looks like.
_PACKAGES = ("kifu.notation", "kifu.replay", "kifu.store", "kifu.site")

#: What would load something in CSS: all addresses but those within a page.
_LOADS = re.compile(r"@import\b|url\(\s*+['\"]?+(?!#)[^\s)]{0,40}+\)?", re.IGNORECASE)


class Settings(Struct, frozen=True, kw_only=True):
    """What is the same for every page of a site.

    `base_url` is the address of the site, with a `/` at its end, or "" if it is not known. `theme`
    is CSS that is added after kifu's own, `templates` a folder whose templates replace kifu's own
    of the same name. With `previews`, which needs a base URL and the extra `cards`, each match has
    a preview image. `what_if` says at which decisions replays say what other moves would have led
    to. With `situations`, replays say what was played in situations like theirs; `build` sets it if
    the archive has situations, whatever is given. `consent` says for which players the site
    publishes what an engine says of their moves.
    """

    title: str
    language: str = "en"
    base_url: str = ""
    theme: str = ""
    templates: str | None = None
    previews: bool = False
    what_if: WhatIfs = "analysed"
    situations: bool = False
    consent: Consent = Consent()


class Page(Struct, frozen=True, kw_only=True):
    """One page, for its head and the bar above it. `twin` is the path of its data as JSON, `record`
    that of the record beside it, `image` that of its preview image; "" for none.
    """

    path: str
    heading: str
    description: str
    twin: str = ""
    record: str = ""
    image: str = ""

    @property
    def root(self) -> str:
        """The relative path from the page to the site's folder, "" or `../` and so on.

        >>> Page(path="players/aki.html", heading="Aki", description="").root
        '../'
        """
        return "../" * self.path.count("/")


def page_context(settings: Settings, page: Page, script: str = "") -> dict[str, Any]:
    """The variables that every page's template gets: `site` (the settings), `page`, `preview`,
    `root` and `words` (see `match_context`), `language`, `version` (kifu's), `policy` (the page's
    Content-Security-Policy), `style` (the path of the style sheet, from the page), and `script`,
    the text of the page's script ("": none). The policy allows the script by its digest, so the
    template must write it unchanged. Nothing is written: `list_style` has the style sheet.
    """
    style, _ = list_style(settings.theme)
    return {
        **match_context(settings, page),
        "language": settings.language,
        "version": kifu_version(),
        "policy": f"default-src 'none'; script-src {digest_source(script)}; "
        "style-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'none'",
        "style": f"{page.root}{style}",
        "script": Markup(script),
    }


@lru_cache(maxsize=4)
def list_style(theme: str) -> tuple[str, bytes]:
    """The style sheet of all pages except those of matches: its path, named after a digest of its
    content, and its CSS, which ends with the CSS of `theme`.

    >>> list_style("")[0].startswith("shared/site-")
    True
    """
    style = sheet("look", "bar", "site") + theme
    return shared_path("site", "css", style), style.encode("utf-8", "replace")


def shared_path(name: str, kind: str, text: str) -> str:
    """The path of a file that pages share: `name`, a digest of its `text`, and the ending `kind`.
    The digest keeps a page from loading the file of another version of kifu.

    >>> shared_path("site", "css", "")
    'shared/site-e4a6a0577479b2b4.css'
    """
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return f"shared/{name}-{digest}.{kind}"


def match_context(settings: Settings, page: Page) -> dict[str, Any]:
    """The variables of a page's template for its head and the bar above it: `site` (the settings),
    `page`, `preview`, `root` (see `Page.root`) and `words`, all texts by key in the site's language
    (English for any language but "ja"). `words` is shared by all pages: don't change it.
    """
    return {
        "site": settings,
        "page": page,
        "preview": _preview(settings, page),
        "root": page.root,
        "words": site_words(settings.language),
    }


def _preview(settings: Settings, page: Page) -> Preview:
    """What a link to the page is shown with elsewhere: its heading and description, each cut to the
    greatest length of a preview. `kind` is "article" for the page of a match, otherwise "website".
    `url` is "" without a base URL. `image` is the base URL and the path of the page's image; "" if
    the page has none. With an image but without a base URL, it is only the path.
    """
    base = settings.base_url
    return Preview(
        title=short(page.heading, TITLE),
        description=short(page.description, DESCRIPTION),
        kind="article" if page.path.startswith("matches/") else "website",
        url=f"{base}{page.path}" if base else "",
        image=f"{base}{page.image}" if page.image else "",
    )


def rendered(settings: Settings, name: str, context: dict[str, Any]) -> str:
    """The template `name` filled in with `context`: the user's own, if there is one of this name,
    otherwise kifu's. A file that the user has changed since the last call is read again.

    Raises UsageError if there is no such template, its syntax is wrong, it uses a name that is not
    defined, it is not UTF-8, or one of the user's templates fails in any other way. The message
    names the template and, where it is known, the line. Any other error is raised as it is: one in
    a template of kifu's own, or OSError for a user's file that can't be read.
    """
    try:
        return environment(settings.language, settings.templates).get_template(name).render(context)
    except Exception as error:
        # Frames of the user's templates have their files; kifu's own have none.
        frames = [
            frame for frame in extract_tb(error.__traceback__) if frame.filename[-3:] == ".j2"
        ]
        if not frames and not isinstance(error, (TemplateError, UnicodeError)):
            raise
        place, said = name, str(error)
        if isinstance(error, TemplateSyntaxError):
            place = f"{error.name or name}, line {error.lineno},"
        elif frames:
            place = f"{os.path.basename(frames[-1].filename)}, line {frames[-1].lineno},"
            said = f"{type(error).__name__}: {error}"
        raise UsageError(f"the template {place} can't be used: {said}") from None


def read_theme(path: str) -> str:
    """The CSS of the theme in the file `path`. Raises OSError if it can't be read. Raises
    UsageError for text that is not UTF-8, for `</style` and `<!--`, which could end the style
    element, and for CSS that loads something (`@import`, `url(...)` except `url(#...)`), which the
    pages' policy forbids.
    """
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8") from None
    lowered = text.lower()
    if "</style" in lowered or "<!--" in lowered:
        raise UsageError(f"{path} must be CSS only, but has HTML tags")
    loads = _LOADS.search(text)
    if loads:
        raise UsageError(f"{path} has {loads[0]!r}, but pages of a site load nothing: leave it out")
    return text


def digest(settings: Settings, further: Sequence[bytes]) -> str:
    """A digest (32 hex digits) of everything, besides their own data, that the pages of matches
    depend on: the settings except `consent`, the user's templates, kifu's own files, with
    `previews` the version of the library that makes PNG, and the texts `further` (rule data and the
    pseudonyms of erased players, say), whose order counts. Reads all these files. Raises OSError if
    one can't be read, and PackageNotFoundError if `previews` is set without the extra `cards`.
    """
    running = hashlib.blake2b(digest_size=16)
    running.update(msgspec.json.encode(replace(settings, consent=Consent())))
    running.update(edition().encode() if settings.previews else b"")
    for text in further:
        running.update(hashlib.blake2b(text).digest())
    running.update(_kifu())
    if settings.templates:
        running.update(_folder(settings.templates))
    return running.hexdigest()


@cache
def _kifu() -> bytes:
    """A digest of all files of kifu's own packages (16 bytes for each package); computed once, at
    the first call.
    """
    return b"".join(_folder(str(files(package))) for package in _PACKAGES)


def _folder(folder: str) -> bytes:
    """A digest (16 bytes) of the contents of all files in a folder, at any depth, with their paths
    in it, except those directly in a folder `__pycache__`. It reads them all; a folder that does
    not exist counts as empty. Raises OSError.
    """
    running = hashlib.blake2b(digest_size=16)
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__":
            name = os.fsencode(path.relative_to(folder))
            running.update(name + b"\n" + hashlib.blake2b(path.read_bytes()).digest())
    return running.digest()
