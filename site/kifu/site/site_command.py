"""The command `kifu site`: a folder of pages for a whole archive."""

from __future__ import annotations

import os
import time

import click

from kifu.notation.errors import UsageError
from kifu.replay.rule_data.option import data_option
from kifu.site.words import LANGUAGES
from kifu.store.command_options import count, say, wait_option


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("-o", "--output", required=True, metavar="DIR", help="the folder of the site")
@click.option("--title", default="kifu", show_default=True, help="what the site is called")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True,
              help="the language of its pages; that of a replay can be switched")  # fmt: skip
@click.option("--base-url", metavar="URL", default="",
              help="where it will stand; needed for the sitemap and for whole links")  # fmt: skip
@click.option("--theme", metavar="FILE", help="CSS that stands behind kifu's own")
@click.option("--templates", metavar="DIR",
              type=click.Path(exists=True, file_okay=False),
              help="templates that stand in for kifu's own of the same name")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N", default=None,
              help="processes that make pages [default: one for each core]")  # fmt: skip
@click.option("--anew", is_flag=True, help="make every page, also those that nothing changed for")
@click.option("--strict", is_flag=True, help="exit 1 if a record was left out")
@data_option
@wait_option
@click.pass_context
def site(
    ctx: click.Context,
    sources: tuple[str, ...],
    output: str,
    title: str,
    language: str,
    base_url: str,
    theme: str | None,
    templates: str | None,
    jobs: int | None,
    anew: bool,
    strict: bool,
    wait: float,
) -> None:
    """Make a site of an archive, or of files and folders of records, in the folder DIR.

    DIR is new, empty, or made by kifu before: then only what has changed is written, and what
    the site no longer has is removed. The pages need no server; they open from a disk too. A
    match that is still being played is shown as spectators see it.
    """
    from kifu.site.site_build import build
    from kifu.site.site_settings import Settings, read_theme, vetted_base_url
    from kifu.store.fold import is_unicode
    from kifu.store.workers import collect_seldom

    if not is_unicode(title):
        raise UsageError(f"a title is UTF-8, not {title!r}")
    settings = Settings(
        title=title,
        language=language,
        base_url=vetted_base_url(base_url) if base_url else "",
        theme=read_theme(theme) if theme else "",
        templates=os.path.abspath(templates) if templates else None,
    )
    left_out: list[str] = []

    def tell(line: str) -> None:
        left_out.append(line)
        say(line)

    begun = time.monotonic()
    collect_seldom()
    jobs = jobs or os.cpu_count() or 1
    built = build(sources, output, settings, jobs, anew=anew, say=tell, wait=wait)
    seconds = time.monotonic() - begun
    say(
        f"{count(built.matches, 'replay page')}, "
        f"{built.made} made and {built.matches - built.made} as they were; "
        f"{count(built.written, 'file')} written, {built.removed} removed; {seconds:.1f} s"
    )
    if strict and left_out:
        ctx.exit(1)
