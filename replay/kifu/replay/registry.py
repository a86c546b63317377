"""The registry: a game's name -> its rules; and what installed packages add to kifu.

The games of kifu itself are listed in a table. A stranger's package adds one by an entry point of
the group `kifu.games` (likewise importers and players); those are asked for only where the table
does not have the name, because finding them costs more than everything else that a command does
first.
"""

from __future__ import annotations

import re
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from kifu.notation.errors import KifuError
from kifu.notation.record import ALPHABET, LONGEST_WORD
from kifu.replay.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def added(group: str) -> dict[str, EntryPoint]:
    """The entry points that installed packages have in a group, such as "kifu.games", by name,
    sorted by name; {} if there are none. Of several with one name there is only one. Nothing of the
    packages is loaded. They are looked for once in a process, since that is slow; the dict is
    shared, so don't change it.
    """
    from importlib.metadata import entry_points

    return dict(sorted({point.name: point for point in entry_points(group=group)}.items()))


#: Name -> "module:attribute" of the games that come with kifu.
BUILT_IN = {
    "nimmt": "kifu.replay.games.nimmt.game:GAME",
    "atarayo": "kifu.replay.games.atarayo.game:GAME",
    "mutsugo": "kifu.replay.games.mutsugo.game:GAME",
    "magimiles": "kifu.replay.games.magimiles.game:GAME",
    "yuhodo": "kifu.replay.games.yuhodo.game:GAME",
}
GROUP = "kifu.games"

NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
#: What the notation can hold as a token.
TOKEN = re.compile(rf"(?!=\Z)[{ALPHABET}]{{1,{LONGEST_WORD}}}")


class UnknownGame(KifuError):
    """No game has this name; the message lists the names that look like it, or all."""


class UnfitGame(UnknownGame):
    """A game that breaks the contract of `kifu.replay.game`, and so is not known here."""


def game(name: str) -> Game:
    """The game called `name`, the same object each time. It is loaded when it is first asked for;
    one of a package's is then vetted, too (see `vet`). Raises UnknownGame if there is none, or
    UnfitGame if a package's game can't be loaded or breaks the contract.

    >>> game("nimmt").title.ja
    'ニムト'
    >>> game("nimt")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kifu.replay.registry.UnknownGame: there is no game 'nimt'; the games are nimmt, ...
    """
    if name in BUILT_IN:
        return _built_in(name)
    if name in added(GROUP):
        return _stranger(name)
    raise UnknownGame(f"there is no game {name!r:.42}; the games are {', '.join(game_names())}")


def game_names() -> list[str]:
    """The names of all games: kifu's own in the table's order, then those of packages by name, also
    of games that `game` refuses.

    >>> game_names()[:2]
    ['nimmt', 'atarayo']
    """
    return [*{**BUILT_IN, **added(GROUP)}]


def vet(candidate: Game) -> None:
    """Raise UnfitGame, with the first reason, for a game whose name, revisions (each is vetted,
    too), option sets or pattern of cards are not as `kifu.replay.game` asks. Nothing is played:
    `kifu games NAME --prove` does it.
    """
    if not NAME.fullmatch(candidate.name):
        raise UnfitGame(f"game {candidate.name!r}: a name is a-z, then a-z 0-9 _ -, 32 at most")
    if candidate.rules < 1:
        raise UnfitGame(f"game {candidate.name}: rules revisions count from 1")
    if not candidate.option_sets:
        raise UnfitGame(f"game {candidate.name}: option_sets is empty, so nothing can be tried")
    for given in candidate.option_sets:
        try:
            options = candidate.read_options(given)
            candidate.settle(options, candidate.seats(options)[0])
        except Exception as error:
            raise UnfitGame(f"game {candidate.name}: option set {given}: {error}") from error
    for game in candidate.earlier:
        if game.name != candidate.name or game.rules >= candidate.rules or game.earlier:
            message = "earlier revisions have its name, lower numbers and none before them"
            raise UnfitGame(f"game {candidate.name}: {message}")
        vet(game)
    if len(set(candidate.revisions)) <= len(candidate.earlier):
        raise UnfitGame(f"game {candidate.name}: a rules revision is there twice")
    card = candidate.archive.card
    if card is not None and (card.groups != 1 or _LOOKING.search(card.pattern)):
        message = "card has one group, the card's token, and looks neither ahead nor back nor at a "
        message += "group, which databases can't do"
        raise UnfitGame(f"game {candidate.name}: {message}")


#: What Python's patterns have and those of databases have not.
_LOOKING = re.compile(r"\(\?(?:[=!<>(]|P[=>])|\\[1-9]")


@cache
def _built_in(name: str) -> Game:
    """The game of kifu's own called `name`, imported once. Raises KeyError if kifu has none of this
    name.
    """
    found: Game = resolve_name(BUILT_IN[name])
    return found


@cache
def _stranger(name: str) -> Game:
    """The game that a package adds under `name`, loaded and vetted once. Raises UnfitGame if it
    can't be loaded, has another name or is refused (and tries again the next time), and KeyError if
    no package has the name.
    """
    point = added(GROUP)[name]
    try:
        found = point.load()
    except Exception as error:
        raise UnfitGame(f"game {name}: {point.value} can't be loaded: {error}") from error
    if not isinstance(found, Game):
        raise UnfitGame(f"game {name}: {point.value} is not a kifu.replay.game.Game")
    if found.name != name:
        raise UnfitGame(f"game {name}: {point.value} calls itself {found.name!r}")
    vet(found)
    return found
