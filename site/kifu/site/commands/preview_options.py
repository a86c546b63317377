"""The option `--base-url`, with which pages get previews of links to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import click

from kifu.notation.errors import UsageError, install_extra

_BASE_URL = re.compile(
    r"https?://(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:/[^\s?#\"<>\\]*)?"
)


def base_url_option(what: str) -> Callable[[Any], Any]:
    """The click option `--base-url` with the help `what`. Its value is the result of
    `vetted_base_url`, or "" without the option.
    """
    return click.option("--base-url", metavar="URL", default="", help=what, callback=_vetted)


def vetted_base_url(given: str) -> str:
    """The base URL `given`, with a `/` at its end. Raises UsageError for anything but an http or
    https address without a query and a fragment.

    >>> vetted_base_url("https://example.org/kifu")
    'https://example.org/kifu/'
    """
    with suppress(ValueError):  # of a port or an address in brackets that can't be
        if given.isprintable() and _BASE_URL.fullmatch(given) and urlsplit(given).port != 0:
            return given if given.endswith("/") else f"{given}/"
    raise UsageError(f"--base-url takes https://HOST/PATH, not {given[:80]!r}")


def _vetted(_ctx: click.Context, _option: click.Parameter, given: str) -> str:
    """The callback of the option: `vetted_base_url` of what was given, or "" for nothing."""
    return vetted_base_url(given) if given else ""


def has_raster() -> bool:
    """Whether PNG images can be made; if they can't, prints on stderr what to install."""
    from kifu.site.look.raster import can_raster

    if not can_raster():
        needed = f"they need the package resvg-py, {install_extra('cards')}"
        click.echo(f"no preview images: {needed}", err=True)
    return can_raster()
