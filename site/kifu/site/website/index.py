"""The index: matches as the script of the page of all matches takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kifu.site.content.moments import UniqueParts
from kifu.site.texts import site_words
from kifu.site.website.match import game_title
from kifu.site.website.matches import NamedMatch
from kifu.site.website.names import slug
from kifu.site.website.settings import Settings


def index_rows(settings: Settings, matches: Sequence[NamedMatch]) -> dict[str, Any]:
    """Matches as the script of the index takes them: "matches" has for each a list `[name, game,
    players, scores, winners, date, event, notes, playing, drawn, finished]`.

    Game, players and event are indices in the lists "games", "players" and "events" (-1 for no
    event). `winners` are indices in the match's own `players`, none in a draw.
    `notes` is the number of comments and glyphs. `playing`, `drawn` and `finished` are 0 or 1.
    """
    games, players, events = (UniqueParts() for _ in range(3))
    rows = [
        [
            name,
            games.place(match.game),
            [players.place((chair.name, slug(chair.person))) for chair in match.chairs],
            [chair.score for chair in match.chairs],
            [seat for seat, chair in enumerate(match.chairs) if chair.won and not match.drawn],
            match.date or "",
            events.place(match.event) if match.event else -1,
            match.remarks,
            int(match.playing),
            int(bool(match.drawn)),
            int(match.finished),
        ]
        for name, match in matches
    ]
    return {
        "games": [[name, game_title(name, settings.language)] for name in games.parts],
        "players": players.parts,
        "events": [[event, slug(event)] for event in events.parts],
        "matches": rows,
    }


def index_words(settings: Settings) -> dict[str, str]:
    """The words that the script of the index needs, by key."""
    words = site_words(settings.language)
    said = (
        "found", "winner", "draw", "playing", "undated", "remarks", "nothing", "result",
        "more_seats", "lacking",
    )  # fmt: skip
    return {key: words[key] for key in said}
