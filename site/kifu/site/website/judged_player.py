"""The judged player: the mistakes on the page of a player who publishes them (see `consent`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from kifu.replay.registry import UnknownGame, game
from kifu.site.texts import SITE
from kifu.site.website.figures import Figures
from kifu.site.website.match import game_title
from kifu.site.website.matches import NamedMatch
from kifu.site.website.mistakes import KindOfMove, Mistake
from kifu.site.website.names import match_page_path

#: The marks of mistakes, the worst first.
MARKS = ("??", "?", "?!")

#: By the match's id.
Pages = Mapping[str, NamedMatch]


class Moment(Struct, frozen=True):
    """A mistake with the address, in the site, of the page that shows it, and what it lost, in
    words.
    """

    mark: str
    lost: str
    address: str


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
    """The mistakes of a player in a game."""

    title: str
    engine: str
    kinds: list[ShownKind]


def mistakes_data(figures: Figures, person: str, pages: Pages) -> list[dict[str, Any]]:
    """The mistakes of the player `person` in each game, for the JSON file beside the page; empty
    for a player who does not publish them.
    """
    return [
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
    ]


def _place(mistake: Mistake, pages: Pages) -> dict[str, Any]:
    return msgspec.structs.asdict(mistake) | {"page": match_page_path(pages[mistake.match][0])}


def shown_mistakes(
    figures: Figures, person: str, pages: Pages, language: str
) -> list[ShownMistakes]:
    """The mistakes of the player `person` in each game as the page shows them; empty for a player
    who does not publish them.
    """
    return [
        ShownMistakes(
            game_title(found.game, language),
            found.engine,
            [
                ShownKind(
                    _kind_title(found.game, kind.kind, language),
                    kind,
                    [
                        _moment(one, pages, _is_by_points(found.game))
                        for one in kind.worst
                        if _is_shown(one, pages)
                    ],
                )
                for kind in found.kinds
                if kind.marked
            ],
        )
        for found in figures.mistakes.get(person, [])
    ]


def _is_shown(mistake: Mistake, pages: Pages) -> bool:
    """Whether the site has a page of the match, and made it from the same record in which the
    mistake was judged.
    """
    return mistake.match in pages and pages[mistake.match][1].record == mistake.record


def _moment(mistake: Mistake, pages: Pages, by_points: bool) -> Moment:
    name, _ = pages[mistake.match]
    lost = f"{mistake.points:.1f}" if by_points else f"{100 * mistake.loss:.0f}\N{NO-BREAK SPACE}%"
    return Moment(
        mark=mistake.mark,
        lost=f"\N{MINUS SIGN}{lost}",
        address=f"{match_page_path(name)}#ply={mistake.ply}&seat={mistake.seat}",
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
