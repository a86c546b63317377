"""The command `kifu site`: a folder of pages for a whole archive."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from kifu.notation.errors import UsageError
from kifu.notation.rows import counted
from kifu.notation.words import LANGUAGES
from kifu.site.commands.shared_options import base_url_option, has_raster
from kifu.store.archive import Archive
from kifu.store.ask.filters import Filters
from kifu.store.commands.archive_options import (
    filter_options,
    filters_of,
    poll_option,
    say,
    say_absent,
)
from kifu.store.gathering import sole_archive

if TYPE_CHECKING:
    from kifu.site.content.what_ifs import WhatIfs
    from kifu.site.website.build import Built


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("-o", "--output", required=True, metavar="DIR", help="the folder of the site")
@click.option("--title", default="kifu", show_default=True, help="the title of the site")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True,
              help="the language of its pages; readers can switch that of a replay")  # fmt: skip
@base_url_option("the site's address; for the sitemap, absolute links and previews of links")
@click.option("--no-previews", is_flag=True,
              help="with --base-url: leave out the preview image of each match")  # fmt: skip
@click.option("--what-if", type=click.Choice(["none", "analysed", "all"]), default="analysed",
              show_default=True,
              help="at which decisions pages say what other moves would have led to")  # fmt: skip
@click.option("--judgements", is_flag=True,
              help="publish the mistakes and the strength of every player")  # fmt: skip
@click.option("--judgements-of", metavar="NAME", multiple=True,
              help="publish those of this player; repeatable")  # fmt: skip
@click.option("--theme", metavar="FILE", help="CSS that is added after kifu's own")
@click.option("--templates", metavar="DIR",
              type=click.Path(exists=True, file_okay=False),
              help="templates that replace kifu's own of the same name")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N", default=None,
              help="worker processes [default: one for each core]")  # fmt: skip
@click.option("--rebuild", is_flag=True, help="rebuild unchanged pages, too")
@click.option("--strict", is_flag=True, help="exit 1 if a record was left out")
@click.option("--watch", "watching", is_flag=True,
              help="keep running: update the site when a source changes, until Ctrl-C")  # fmt: skip
@poll_option
@filter_options
@click.pass_context
def site(
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    output: str,
    title: str,
    language: str,
    base_url: str,
    no_previews: bool,
    what_if: WhatIfs,
    judgements: bool,
    judgements_of: tuple[str, ...],
    theme: str | None,
    templates: str | None,
    jobs: int | None,
    rebuild: bool,
    strict: bool,
    watching: bool,
    poll: float | None,
    **given: Any,
) -> None:
    """Make a site of an archive, or of files and folders of records, in the folder DIR.

    DIR must be new, empty, or made by kifu: then only changed pages are written, and pages that
    are no longer needed are removed. The pages need no server; you can open them from disk. A
    match that is still being played is shown as spectators see it. The filters of `kifu find`
    choose the matches. Players have the names that they have now (`kifu player`). The pages of
    players say what an engine thinks of their moves only for those whom you name
    (--judgements-of), or for everyone (--judgements).
    """
    from kifu.site.website.build import build
    from kifu.site.website.consent import Consent
    from kifu.site.website.settings import Settings, read_theme
    from kifu.site.website.watch import watch
    from kifu.store.fold import is_unicode
    from kifu.store.processes import collect_seldom

    if not is_unicode(title):
        raise UsageError(f"the title must be UTF-8, not {title!r}")
    if watching and (rebuild or strict):
        raise UsageError(
            "--watch builds what changes until you stop it; leave --strict and --rebuild out"
        )
    asked = filters_of(given)
    filters = None if asked == Filters() else asked
    if poll and not watching:
        raise UsageError("--poll is how often --watch looks for changes; give --watch, too")
    settings = Settings(
        title=title,
        language=language,
        base_url=base_url,
        theme=read_theme(theme) if theme else "",
        templates=os.path.abspath(templates) if templates else None,
        previews=bool(base_url) and not no_previews and has_raster(),
        what_if=what_if,
        consent=Consent(judgements_of, judgements),
    )
    if settings.previews:
        _tell_colours(settings.theme)
    collect_seldom()
    jobs = jobs or os.cpu_count() or 1
    chosen: dict[str, Any] = {"filters": filters}
    archive = sole_archive(sources)
    if archive and os.path.exists(archive) and Archive(archive).erased().pseudonyms:
        say(
            "comments, tags and names of events may still contain the names of erased players, "
            "which kifu does not know any more: look for them yourself"
        )
    if watching:
        _watch(partial(watch, sources, output, settings, jobs, poll=poll, **chosen), sources)
        return
    left_out = _build(partial(build, sources, output, settings, jobs, rebuild=rebuild, **chosen))
    if archive and filters:
        say_absent(Archive(archive), filters)
    if left_out and strict:
        ctx.exit(1)


def _tell_colours(theme: str) -> None:
    """Print on stderr a line for each colour in `theme` (its CSS) that preview images can't use,
    because kifu can't read the form in which it is written; nothing if it can read all.
    """
    from kifu.site.look.colours import unread_colours

    for declaration in unread_colours(theme):
        say(
            "preview images keep kifu's own colour instead of the theme's "
            f"{declaration[:80]!r}: write it as #rrggbb, rgb(...) or light-dark(...) of "
            "these"
        )


def _build(run: Callable[..., Built]) -> bool:
    """Make the site once by `run`, which is called with a function as `say`. Prints on stderr a
    line for each thing that is left out (a bad record, say), then a summary with the seconds it
    took. Returns whether anything was left out. Raises what `run` raises, without a summary.
    """
    left_out: list[str] = []

    def tell(line: str) -> None:
        """Print a line about something that is left out, and remember it."""
        left_out.append(line)
        say(line)

    begun = time.monotonic()
    built = run(say=tell)
    say(f"{_summary(built)}; {time.monotonic() - begun:.1f} s")
    return bool(left_out)


def _watch(run: Callable[..., None], sources: tuple[str, ...]) -> None:
    """Make the site by `run`, which is called with the functions `say` and `done` and updates the
    site after changes until Ctrl-C or SIGTERM. `done` must be called with the result of each run.

    Prints on stderr first a line that names `sources` (they are used for nothing else), then each
    line that `run` gives to `say`, and a summary, with the time of day, of the first run and of
    each later one that wrote or removed files. After Ctrl-C or SIGTERM it prints how many runs
    there were, and returns. Raises whatever else `run` raises.
    """
    runs = 0

    def done(built: Built) -> None:
        """Count a run, and print its summary if it is the first or has changed files."""
        nonlocal runs
        runs += 1
        if built.written or built.removed or runs == 1:
            say(f"{time.strftime('%H:%M:%S')} {_summary(built)}")

    try:
        say(f"watching {', '.join(sources)}; Ctrl-C ends it")
        run(say=say, done=done)
    except KeyboardInterrupt:
        say(f"stopped after {counted(runs, 'run')}")


def _summary(built: Built) -> str:
    """What a run did, as one line for the terminal: replay pages made and unchanged, files written
    and removed.
    """
    return (
        f"{counted(built.matches, 'replay page')}, {built.made} made and "
        f"{built.matches - built.made} unchanged; {counted(built.written, 'file')} written, "
        f"{built.removed} removed"
    )
