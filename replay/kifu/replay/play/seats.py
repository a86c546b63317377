"""Who sits at the table: people, and simple players of kifu's, as `--seat` names them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record, tag
from kifu.replay.game import Game
from kifu.replay.players.bots import installed
from kifu.replay.players.new_match import header_of
from kifu.replay.players.players import PLAYERS, STRONG, maker_of

#: In the tag `Players`: a seat that a person plays. A bot is called what `--player` calls it.
PERSON = "person"
#: The tag of a log by which `kifu play --resume` knows who plays.
TAG = "Players"


def header(
    game: Game, texts: Sequence[str], count: int | None, given: dict[str, str], fill: str
) -> tuple[Record, list[str]]:
    """A record with game, options and seats, and who plays each seat, in seat order: PERSON or a
    bot's name as `maker_of` takes it.

    `texts` are people's names, or bots as `@greedy`. If they are fewer than `count` seats (None: as
    few as the game allows), the others are called `fill`, in which `{}` is the seat's number.
    `given` are the options. Raises UsageError for what the game does not allow, and for an unknown
    bot.

    >>> from kifu.replay.registry import game
    >>> record, who = header(game("nimmt"), ["Aki"], 3, {}, "@greedy")
    >>> record.seats, who
    (['Aki', 'greedy 2', 'greedy 3'], ['person', 'greedy', 'greedy'])
    """
    begun = header_of(game, given, count)
    if count is None and len(texts) > len(begun.seats):
        begun = header_of(game, given, len(texts))
    seats = len(begun.seats)
    if len(texts) > seats:
        raise UsageError(f"--seats says {seats}, but --seat names {len(texts)}")
    texts = [*texts, *(fill.format(seat) for seat in range(len(texts) + 1, seats + 1))]
    who = [_player(text) for text in texts]
    begun.seats = [
        text if player == PERSON else f"{player} {seat}"
        for seat, (text, player) in enumerate(zip(texts, who, strict=True), 1)
    ]
    return begun, who


def today() -> str:
    """The local date as a `Date` tag has it."""
    return datetime.now().astimezone().date().isoformat()


def _player(text: str) -> str:
    """Who plays a seat called `text`: PERSON, or the name of a bot after `@`. UsageError for no
    such bot.
    """
    if not text.startswith("@"):
        return PERSON
    try:
        maker_of(text[1:])
    except UsageError as error:
        raise UsageError(f"--seat {text}: {error}") from None
    return text[1:]


def live_log(name: str) -> Path:
    """`name` as the path of a live log. Raises UsageError unless it ends in `.jsonl`, and
    KifuError if its folder is missing.

    >>> live_log("evening.kifu")
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: evening.kifu: the name of a match being played ends in .jsonl
    """
    if not name.endswith(".jsonl"):
        raise UsageError(f"{name}: the name of a match being played ends in .jsonl")
    path = Path(name)
    if not path.parent.is_dir():
        raise KifuError(f"there is no folder {path.parent} to write {path.name} into")
    return path


def players_of(record: Record, texts: Sequence[str]) -> list[str]:
    """Who plays each seat, in seat order (see `header`), as the tag of a log that `kifu play` has
    begun says. `texts` are the seats that the user has named. Raises KifuError if the log has no
    such tag, and UsageError for a bot of the user's own that is not one of `texts`: no log decides
    which code is run.
    """
    who = (tag(record, TAG) or "").split()
    if len(who) != len(record.seats):
        raise KifuError("kifu play did not begin this log: its tag Players names no players")
    for name in who:
        own = name in {PERSON, *PLAYERS, *installed()} or name.partition(":")[0] == STRONG
        if not own and f"@{name}" not in texts:
            raise UsageError(
                f"the log names the player {name!r}, which is none of kifu's and runs only if you "
                f"name it too: add --seat {shlex.quote('@' + name)}"
            )
        if name != PERSON:
            maker_of(name)
    return who
