"""The pages of problems: an index, and for each problem a replay page that opens with its question.

The pages share one style and one script, which are files beside them, as on a site. A page says
what made the mistake look good, from what its seat knew: what a simple player would do, what the
move brings at once, and whether it brings more points where wins count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from kifu.notation.files import dumps
from kifu.notation.words import LANGUAGES, Words
from kifu.replay.game import IllegalMove
from kifu.replay.match import Match
from kifu.replay.timeline import Timeline, timeline
from kifu.site.content.audience import redacted_audience
from kifu.site.content.data import kifu_version
from kifu.site.content.judgements import signed, value_words
from kifu.site.look.colours import sheet, static
from kifu.site.look.shapes import own_symbols
from kifu.site.page.preview import preview
from kifu.site.page.viewer import context, policy
from kifu.site.problems.problem import Problem
from kifu.site.texts import PAGE, in_both
from kifu.site.website.settings import Settings, rendered
from kifu.site.website.shell import shell

#: The words of the index, which its script says in the reader's language.
_INDEX = ("problems", "problems_found", "problems_how", "problems_again", "switch_language")
_PHASES = ("phase_early", "phase_middle", "phase_late")


def settings_of(language: str) -> Settings:
    """The settings of the pages in a language: a title, and as theme the CSS that only problems
    have; all else is the default. That the language exists is not checked here.
    """
    return Settings(title=PAGE["problems"].text(language), language=language,
                    theme=static("problems.css"))  # fmt: skip


def problem_files(
    settings: Settings, problem: Problem, number: int, count: int
) -> dict[str, bytes]:
    """The files of problem `number` (from 1) of `count`, path -> content: its page, such as
    `0012.html`, and its record, `0012.kifu`. Nothing is written. The page needs the shared script
    and style of `shell(settings)` beside it. Raises UsageError for a language that there isn't, and
    NotationError if text can't hold the record.
    """
    name = name_of(number)
    page = _page(settings, problem, number, count)
    return {f"{name}.html": page.encode(), f"{name}.kifu": dumps(problem.record).encode()}


def name_of(number: int) -> str:
    """The file name, without ending, of problem `number` (from 1).

    >>> name_of(12)
    '0012'
    """
    return f"{number:04}"


def index(settings: Settings, problems: Sequence[Problem]) -> bytes:
    """The HTML, in UTF-8, of the page that lists the problems, grouped by game (sorted by its name
    as records have it) and third of the match; groups without problems are left out, so without
    problems the list is empty. Problems are numbered from 1 in the order given, and each is linked
    by its number. Style, with the theme of `settings`, and script are in the page itself. Any
    language but "ja" gives English. Raises NotationError if text can't hold the record of a
    problem.
    """
    style = sheet("look", "site") + settings.theme
    script = static("problems.js")
    groups: dict[tuple[str, int], list[list[Any]]] = {}
    titles: dict[str, Words] = {}
    for number, problem in enumerate(problems, 1):
        game = problem.match.played.game
        titles[game.name] = game.title
        groups.setdefault((game.name, problem.phase), []).append([number, problem.id])
    listed = [
        (_joined(titles[name], PAGE[_PHASES[phase]]), groups[name, phase])
        for name, phase in sorted(groups)
    ]
    titled = (words.text(settings.language) for words in titles.values())
    values = {
        "language": settings.language,
        "preview": preview([PAGE["problems"].text(settings.language)], titled),
        "version": kifu_version(),
        "policy": policy(style, script),
        "style": Markup(style),
        "script": Markup(script),
        "words": {key: PAGE[key] for key in _INDEX},
        "made_by": PAGE["checked_by"],
        "groups": listed,
        "count": len(problems),
        "name_of": name_of,
    }
    return rendered(settings, "problems.html.j2", values).encode()


def temptations(problem: Problem) -> list[Words]:
    """Why the move that was played is tempting, as one or more sentences in both languages, in
    which `{1}` is to be replaced by the name of seat 1, and so on: a simple player would play it;
    it scores better at once; it gets more points where wins count. If none of these is so, one
    sentence that it only costs later, with both values.

    By win share the move is never better than the best one (see `Valuer.clear`). The judgement must
    have an option for the move played.
    """
    match, judgement, seat = problem.match, problem.judgement, problem.judgement.seat
    game, best = match.played.game, judgement.options[0]
    marks = game.analysis.marks
    played = next(option for option in judgement.options if option.move == judgement.move)
    reasons = []
    if game.greedy(match.position(judgement.ply - 1), seat) == judgement.move:
        reasons.append(PAGE["tempt_greedy"])
    after, better = (_score(match, judgement.ply, seat, each.move) for each in (played, best))
    is_known = after is not None and better is not None and after != better
    if is_known and game.ranking.places([after or 0, better or 0], [])[0] == 1:
        reasons.append(_said("tempt_at_once", seat=f"{{{seat}}}", n=after, best=better))
    if not marks.by_points and played.points > best.points:
        points = {"played": signed(played.points), "best": signed(best.points)}
        reasons.append(_said("tempt_points", **points))
    if not reasons:
        apart = played.share - best.share
        values = [Words(*(value_words(each, apart, marks, language) for language in LANGUAGES))
                  for each in (played, best)]  # fmt: skip
        reasons.append(_said("tempt_later", played=values[0], best=values[1]))
    return reasons


def _joined(*parts: Words) -> Words:
    """The `parts` in each language, joined by " · "."""
    return Words(*(" · ".join(part.text(language) for part in parts) for language in LANGUAGES))


def _page(settings: Settings, problem: Problem, number: int, count: int) -> str:
    """The HTML of the page of problem `number` (from 1) of `count`: a replay with the question, why
    the mistake is tempting, and a link to the next problem; that of the last problem leads to the
    index. Raises UsageError for a language that there isn't.
    """
    line = timeline(problem.match)
    values = _context(settings, line, problem)
    following = f"{name_of(number + 1)}.html" if number < count else ""
    values["data"]["problem"] = {
        "id": problem.id,
        "next": following or "index.html",
        "tempting": [in_both(words) for words in temptations(problem)],
    }
    values |= {"number": number, "count": count, "name": name_of(number), "following": following}
    html = rendered(settings, "problem.html.j2", values)
    # A context hangs in a circle with its macros. What is most of it is freed at once.
    values["data"].clear()
    return html


def _context(settings: Settings, line: Timeline, problem: Problem) -> dict[str, Any]:
    """The variables of the template of a problem's page: a redacted replay for the seat that
    decides, with the script and style that all problems share. At decisions with a judgement it
    also has the other moves and what they lead to. The page has no sentence that says whose view it
    shows. `line` is the timeline of the problem's match. Raises UsageError for a language that
    there isn't.
    """
    audience = redacted_audience(line, problem.judgement.seat)
    values = context(line, audience, settings.language, "analysed")
    values |= shell(settings).context("")
    # That it holds what the seat knew is said of all of them at once, in docs/problems.md.
    return values | {"shapes": own_symbols(line.layout.faces), "redacted": None}


def _said(key: str, **values: Words | object) -> Words:
    """The page's own words with this key, in both languages, with `values` filled in; a value that
    is Words is filled in in the same language. Raises KeyError for a key that there isn't, and, if
    there are values, for a place in the words without one.
    """
    texts = (
        PAGE[key].text(
            language,
            **{
                name: value.text(language) if isinstance(value, Words) else str(value)
                for name, value in values.items()
            },
        )
        for language in LANGUAGES
    )
    return Words(*texts)


def _score(match: Match, ply: int, seat: int, move: str) -> int | None:
    """The score of the seat right after `move`, played as ply `ply` (from 1); the match is not
    changed. None if it is not known at once, because others choose at the same time or a card is
    drawn, or if the move is illegal. Raises NoPosition if the match can't be replayed up to ply
    `ply` - 1.
    """
    state = match.position(ply - 1)
    if state.at_once:
        return None
    try:
        state.play(move, seat)
    except IllegalMove:
        return None
    return None if state.missing else state.scores()[seat - 1]
