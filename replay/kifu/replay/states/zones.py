"""Zones by their names: who sees the cards that lie there, motions between them, whole tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import Zone
from kifu.replay.table import (
    END,
    NOBODY,
    OPEN,
    SORTED,
    UNKNOWN,
    Fact,
    Motion,
    Step,
    Table,
    only,
    sees,
)


@lru_cache(maxsize=256)
def seen_in(zone: str) -> int:
    """The mask of viewers who see the faces of a zone's cards, by its name: the owner for `hand/2`,
    `hand/2L` and `passed/2`; nobody for `deck`, `pile` and "" (outside the table); everybody for
    any other zone.

    >>> seen_in("hand/2L") == only(2), seen_in("deck") == NOBODY, seen_in("passed/left") == OPEN
    (True, True, True)
    """
    own = re.fullmatch(r"(?:hand|passed)/([0-9]+)[LR]?", zone)
    if own:
        return only(int(own[1]))
    return NOBODY if zone in ("", "deck", "pile") else OPEN


def moved(card: str, src: str, dst: str, at: int = END) -> Motion:
    """The motion of a card (its token) from the zone `src` to index `at` of the zone `dst` ("": off
    the table); in a hand it goes to its place in canonical order instead. Who sees its face before
    and after follows from the two zones (see `seen_in`).
    """
    place = SORTED if dst.startswith("hand/") else at
    return Motion(card, src, dst, place, seen_in(src), seen_in(dst))


def table(zones: dict[str, list[str]], facts: dict[str, Fact], viewer: int) -> Table:
    """The table as `viewer` sees it, from `zones` with all faces: in each zone whose faces it does
    not see, every card becomes "_". Facts stay as they are.

    >>> table({"hand/1": ["a1"], "row": ["a2"]}, {}, 2).zones
    {'hand/1': ['_'], 'row': ['a2']}
    """
    seen = {
        zone: cards if sees(seen_in(zone), viewer) else [UNKNOWN] * len(cards)
        for zone, cards in zones.items()
    }
    return Table(seen, facts)


def by_seat(seats: int, name: str, kind: str, title: Words) -> list[Zone]:
    """One Zone for each seat, in seat order, called `{name}/{seat}`, like `hand/1`."""
    return [Zone(f"{name}/{seat}", kind, seat, title) for seat in range(1, seats + 1)]


#: What a game shows: by name, or for one fact a seat by a name with a final /, what the fact is in
#: a state, and of a seat.
Shown = Mapping[str, Callable[[Any, int], Fact]]


def facts_of(state: Any, shown: Shown, names: Iterable[str]) -> dict[str, Fact]:
    """The facts with these names in a state, by name. A name is `turn`, `score/2`, or `score/` for
    one fact of each seat (`score/1`, `score/2` and so on). Raises KeyError for a fact that is not
    in `shown`.

    >>> from types import SimpleNamespace
    >>> shown = {"turn": lambda state, seat: state.turn, "score/": lambda state, seat: 10 * seat}
    >>> facts_of(SimpleNamespace(turn=3, n=2), shown, ["turn", "score/"])
    {'turn': 3, 'score/1': 10, 'score/2': 20}
    """
    found = {}
    for name in names:
        kind, stroke, seat = name.partition("/")
        seats = range(1, state.n + 1) if stroke and not seat else [int(seat or 0)]
        for each in seats:
            found[f"{kind}/{each}" if stroke else kind] = shown[kind + stroke](state, each)
    return found


#: What every game shows.
COMMON: Shown = {
    "turn": lambda state, seat: state.turn,
    "phase": lambda state, seat: state.phase,
    "to_move": lambda state, seat: " ".join(map(str, state.to_move())),
}


def changing(
    state: Any,
    shown: Shown,
    changed: Mapping[str, str],
    kind: str,
    motions: list[Motion],
    seat: int = 0,
    other: int = 0,
) -> Step:
    """The step called `kind` of `seat`, with its motions and the facts of `state`, the position
    after it, that this kind changes. `changed[kind]` names these, with blanks between, as
    `facts_of` takes them; {0} in it becomes `seat`, {1} `other`. "" is for no facts; a missing kind
    raises KeyError.
    """
    names = changed[kind].format(seat, other).split()
    return Step(kind, motions, facts_of(state, shown, names), seat)
