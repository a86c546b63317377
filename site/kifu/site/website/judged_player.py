"""The judged player: what the page of a player has for those who publish it (see `consent`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from kifu.replay.registry import UnknownGame, game
from kifu.site.website.accuracy import Accuracy
from kifu.site.website.charts import line_chart
from kifu.site.website.figures import Figures, figure_data
from kifu.site.website.match import game_title
from kifu.site.website.matches import NamedMatch
from kifu.site.website.mistakes import KindOfMove, Mistake, Mistakes
from kifu.site.website.names import match_page_path
from kifu.site.website.texts import SITE

#: The most problems of a player in a game.
PROBLEMS = 24
#: The marks of mistakes, the worst first, and of those that are clear enough for a problem.
MARKS = ("??", "?", "?!")
CLEAR = MARKS[:2]

#: By the match's id.
Pages = Mapping[str, NamedMatch]


class Moment(Struct, frozen=True):
    """A mistake with the path of the page where it is, and what it lost, in words. `look` and `ask`
    are the fragments of its address that show it, and that ask what is better.
    """

    mark: str
    lost: str
    page: str
    date: str | None
    ply: int
    look: str
    ask: str


class ShownKind(Struct, frozen=True):
    """A kind of move in words, what is counted, and the moments of the worst mistakes."""

    title: str
    counted: KindOfMove
    moments: list[Moment]

    @property
    def marks(self) -> list[tuple[str, int]]:
        """How often each mark was given, the worst mark first; marks that were not given are left
        out.
        """
        counts = (self.counted.blunders, self.counted.mistakes, self.counted.doubtful)
        return [(mark, times) for mark, times in zip(MARKS, counts, strict=True) if times]


class ShownMistakes(Struct, frozen=True):
    """The mistakes of a player in a game, and the problems that are made of the clear ones."""

    title: str
    engine: str
    kinds: list[ShownKind]
    problems: list[Moment]


def judged_context(figures: Figures, person: str, pages: Pages, language: str) -> dict[str, Any]:
    """The variables of the template `site-player-judged.html.j2`: `judged`, how well the player
    `person` chose in each game, and `mistaken`, the mistakes in each game; both empty for a player
    who does not publish them.
    """
    return {
        "judged": [
            (game_title(each.game, language), each, _chart(each, language))
            for each in figures.accuracies.get(person, [])
        ],
        "mistaken": [_shown(each, pages, language) for each in figures.mistakes.get(person, [])],
    }


def judged_data(figures: Figures, person: str, pages: Pages) -> dict[str, Any]:
    """How well the player `person` chose in each game, and the mistakes, for the JSON file beside
    the page.
    """
    return {
        "accuracies": [figure_data(each) for each in figures.accuracies.get(person, [])],
        "mistakes": [
            {
                "game": each.game,
                "engine": each.engine,
                "kinds": [
                    msgspec.structs.asdict(kind)
                    | {"worst": [_place(one, pages) for one in kind.worst if one.match in pages]}
                    for kind in each.kinds
                ],
            }
            for each in figures.mistakes.get(person, [])
        ],
    }


def _place(mistake: Mistake, pages: Pages) -> dict[str, Any]:
    return msgspec.structs.asdict(mistake) | {"page": match_page_path(pages[mistake.match][0])}


def _chart(known: Accuracy, language: str) -> Markup | None:
    """A chart of a player's accuracy, match by match; None for a single match."""
    label = SITE["accuracy_of"].text(language, game=game_title(known.game, language))
    return line_chart(known.history, label) if known.matches > 1 else None


def _shown(found: Mistakes, pages: Pages, language: str) -> ShownMistakes:
    by_points = _is_by_points(found.game)
    kinds = [
        ShownKind(
            _kind_title(found.game, kind.kind, language),
            kind,
            [_moment(one, pages, by_points) for one in kind.worst if _is_shown(one, pages)],
        )
        for kind in found.kinds
        if kind.marked
    ]
    every = sorted(
        (one for kind in found.kinds for one in kind.worst if one.mark in CLEAR),
        key=lambda one: (-(one.points if by_points else one.loss), one.match, one.ply),
    )
    problems = [_moment(one, pages, by_points) for one in every if _is_shown(one, pages)]
    title = game_title(found.game, language)
    return ShownMistakes(title, found.engine, kinds, problems[:PROBLEMS])


def _is_shown(mistake: Mistake, pages: Pages) -> bool:
    """Whether the site has a page of the match, and made it from the same record in which the
    mistake was judged.
    """
    return mistake.match in pages and pages[mistake.match][1].record == mistake.record


def _moment(mistake: Mistake, pages: Pages, by_points: bool) -> Moment:
    name, match = pages[mistake.match]
    lost = f"{mistake.points:.1f}" if by_points else f"{100 * mistake.loss:.0f}\N{NO-BREAK SPACE}%"
    return Moment(
        mark=mistake.mark,
        lost=f"\N{MINUS SIGN}{lost}",
        page=match_page_path(name),
        date=match.date,
        ply=mistake.ply,
        look=f"ply={mistake.ply}&seat={mistake.seat}",
        ask=f"ply={mistake.ply - 1}&quiz={mistake.seat}&learn",
    )


def _is_by_points(name: str) -> bool:
    try:
        return game(name).analysis.marks.by_points
    except UnknownGame:
        return True


def _kind_title(name: str, kind: str | None, language: str) -> str:
    """The name of a kind of move (None: all kinds) in a language; `kind` itself if the game is not
    installed or has no such kind.
    """
    if kind is None:
        return SITE["any_kind"].text(language)
    try:
        classes = game(name).archive.classes
    except UnknownGame:
        return kind
    return classes[kind].text(language) if kind in classes else kind
