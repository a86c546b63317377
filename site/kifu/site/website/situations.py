"""Situations: what was played, in all matches of a site, where players faced what they face here.

The page of a match holds the key of each situation that a player faced. What was played there is in
shards, of which a page loads one when its reader asks for it:

- `situations/GAME.js`: how many digits of a key (0 to 2) name a shard, the names of the kinds of
  moves, and, with 0 digits, the situations.
- `situations/GAME-XX.js`: the situations whose keys begin with these hex digits: under each key a
  list for each kind of move, `[kind, times]`, or `[kind, times, won, low, high]` with the share of
  the win and the ends of its interval in thousandths. A kind is its place among the names, from 1,
  or 0 for moves of no kind that the game knows.

A new match changes counts in shards, but no page of another match.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from kifu.notation.words import LANGUAGES, Words
from kifu.replay.match import Match
from kifu.replay.registry import UnknownGame, game
from kifu.site.website.folder import Put, put_shard
from kifu.store import Archive, Filters
from kifu.store.ask.explore import FrequentSituation, PlayedKind
from kifu.store.index.course import Detail, course_of

#: The fewest decisions of which anything is said.
LEAST = 20
#: The most situations in a shard, as far as keys spread evenly; and of a game.
SIZE = 500
MOST = SIZE << 8


def has_situations(archive: Archive) -> bool:
    """Whether any source of the archive was indexed with situations; False if it has no sources. A
    locked archive is waited for. Raises ArchiveError (also if there is none), Busy or LimitHit, and
    for a lake UsageError without the packages for it.
    """
    return bool(archive.query("SELECT 1 FROM sources WHERE all_situations LIMIT 1"))


def put_situations(
    put: Put, archive: Archive, filters: Filters | None, games: Iterable[str]
) -> None:
    """Write the shards (scripts that pages load; see the module) of `games` (names) with `put`, in
    one pass over the finished matches of the archive that pass `filters` (None: all). Only
    situations with LEAST decisions or more are written, and of each game at most MOST, the most
    frequent ones; a game without any gets an empty shard. Games that are not in `games` get none.
    The same matches give the same bytes. The archive is open until all is written: nothing can be
    indexed meanwhile.

    Raises ArchiveError, Busy if the archive stays locked, LimitHit, UsageError for a filter that
    nothing can match, and what `put` raises.
    """
    lacking = {*games}
    for name, own in groupby(archive.frequent(filters, LEAST, MOST), key=attrgetter("game")):
        if name in lacking:
            _put_game(put, name, list(own))
            lacking.remove(name)
    for name in sorted(lacking):
        _put_game(put, name, [])


def faced(match: Match) -> str:
    """The situations that the players of a replayed match faced: 18 hex digits for each ply of the
    main line that could be played. The plies end before the first move that is illegal or waits for
    an unknown chance event. The first 16 digits are the key of what the seat faced before its move.
    The last 2 are the number of the kind of that move (see `_places`; 00: no kind that the game
    knows). "" if the game is not installed, the match could not be replayed, or it has no moves.
    """
    _, noted = course_of(match, Detail(situations=True))
    if noted is None or match.game is None:
        return ""
    places = _places(match.game.name)
    numbers = [0, *(places.get(name, 0) for name in noted.classes)]
    pairs = zip(noted.key, noted.kind, strict=False)
    return "".join(f"{key:016x}{numbers[kind]:02x}" for key, kind in pairs)


def _put_game(put: Put, name: str, found: Sequence[FrequentSituation]) -> None:
    """Write the situations of the game `name` with `put`. `found` has at most MOST of them
    (StopIteration if it has more). Up to SIZE are all in one file, `situations/NAME.js`; so are
    none, for a game without any.

    If there are more, they are divided by the first hex digit of their keys, or by the first two.
    Each such beginning has its file, `situations/NAME-XX.js`, even if no situation begins so. Then
    `situations/NAME.js` has only the number of digits, the names of the kinds, and a version, which
    is a digest of the other files. Raises what `put` raises.
    """
    places = _places(name)
    shards: dict[str, dict[str, Any]] = defaultdict(dict)
    digits = next(digits for digits in (0, 1, 2) if len(found) <= SIZE << 4 * digits)
    for each in found:
        shards[each.situation[:digits]][each.situation] = list(_rows(each, places))
    names = [[words.text(language) for language in LANGUAGES] for words in _classes(name).values()]
    own = {"digits": digits, "kinds": names}
    if not digits:
        put_shard(put, f"situations/{name}", own | {"found": shards[""]})
        return
    running = hashlib.blake2b(digest_size=8)
    for start in _starts(digits):
        running.update(put_shard(put, f"situations/{name}-{start}", shards[start]))
    put_shard(put, f"situations/{name}", own | {"version": running.hexdigest()})


def _starts(digits: int) -> Iterable[str]:
    """All numbers of this many hex digits (1 or more) as texts, with leading zeros, ascending: for
    1 from "0" to "f", for 2 from "00" to "ff".
    """
    return (f"{number:0{digits}x}" for number in range(16**digits))


def _rows(found: FrequentSituation, places: dict[str, int]) -> Iterator[list[int]]:
    """The rows of a situation in its shard, the kind played most often first: `[kind, times]`, or
    `[kind, times, won, low, high]` with the share of the win of those who played the kind, and the
    ends of its interval of 95 %, in thousandths; these three are missing if too few seats played
    it. `kind` is its number in `places`. All kinds that are not in `places` are one row together,
    the last, with kind 0; it has the three only if it is of a single kind.
    """
    others = [kind for kind in found.kinds if kind.kind not in places]
    for kind in found.kinds:
        if kind.kind in places:
            yield [places[kind.kind], kind.times, *_shares(kind)]
    if others:
        shares = _shares(others[0]) if len(others) == 1 else []
        yield [0, sum(kind.times for kind in others), *shares]


def _shares(kind: PlayedKind) -> list[int]:
    """In thousandths: the share of the win of those who played this kind of move, and the ends of
    its interval of 95 %. [] if too few played it.
    """
    shares = (kind.win_share, kind.win_low, kind.win_high)
    return [round(1000 * share) for share in shares if share is not None]


def _classes(name: str) -> Mapping[str, Words]:
    """A game's kinds of moves with their names; empty if the game is not installed."""
    try:
        return game(name).archive.classes
    except UnknownGame:
        return {}


def _places(name: str) -> dict[str, int]:
    """The place, from 1, of each of a game's kinds of moves; {} if it is not installed."""
    return {kind: place for place, kind in enumerate(_classes(name), 1)}
