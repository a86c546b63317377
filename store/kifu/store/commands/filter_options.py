"""The options of every command that asks for some of an archive's matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

from kifu.notation.errors import UsageError
from kifu.replay.commands.shared_options import data_option
from kifu.store.ask.filters import Filters
from kifu.store.ask.moments import position_digest, situation_named


def filter_options(command: Any) -> Any:
    """Add the click options for the fields of `Filters` to a command, which gets their values.

    It also gets `--data`, since situations and positions are found by a replay.
    """
    return _with(command, _OPTIONS)


def match_filter_options(command: Any) -> Any:
    """Add the options of `filter_options` to a command, except `--player` and `--seat`, which the
    command defines itself with another meaning.
    """
    return _with(command, [option for option in _OPTIONS if option not in (_PLAYER, _SEAT)])


def _with(command: Any, options: Sequence[Callable[[Any], Any]]) -> Any:
    command = data_option(command)
    for option in reversed(options):
        command = option(command)
    return command


def filters_of(given: dict[str, Any]) -> Filters:
    """The filters in `given`, the values of a command's options, from which they are removed.

    Raises as `moments.moment` does for a position that is named and is not there.
    """
    looking = given.pop("looking")
    if given["situation"] is not None:
        given["situation"] = situation_named(given["situation"], looking)
    elif looking is not None:
        raise UsageError("--as names the seat that faces --situation, so give --situation, too")
    if given["position"] is not None:
        given["position"] = position_digest(given["position"])
    return Filters(**{name: given.pop(name) for name in Filters.__struct_fields__})


def _read_result(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Any:
    if text is None:
        return None
    if not re.fullmatch(r"\s*-?[0-9]{1,9}(\s+-?[0-9]{1,9})*\s*", text):
        raise click.BadParameter('expected the scores in seat order, such as "0 54 54"')
    return [int(score) for score in text.split()]


def _read_settings(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> Any:
    pairs = [tuple(text.split("=", 1)) for text in texts]
    for pair in pairs:
        if len(pair) != 2 or not pair[0]:
            raise click.BadParameter("expected NAME=VALUE, such as rounds=3")
    return pairs


def _read_tags(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> Any:
    pairs = [text.partition("=")[::2] for text in texts]
    if not all(name for name, _ in pairs):
        raise click.BadParameter("expected NAME or NAME=TEXT, such as Site=Tokyo")
    return pairs


_PLAYER = click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help="A player, ignoring case and width of letters. Repeatable: any of them.",
)
_SEAT = click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="N",
    help="The seat of --player, or of the scores given.",
)
_OPTIONS = [
    click.option("--game", metavar="NAME", help="Matches of this game."),
    _PLAYER,
    click.option(
        "--with",
        "present",
        multiple=True,
        metavar="NAME",
        help="This player took part, too. Repeatable: all of them.",
    ),
    _SEAT,
    click.option(
        "--winner", metavar="NAME", help="Matches that this player won, alone or with others."
    ),
    click.option(
        "--result",
        callback=_read_result,
        metavar="SCORES",
        help='The scores in seat order: "0 54 54".',
    ),
    click.option("--score-min", type=int, metavar="N", help="A seat (or --player) has N or more."),
    click.option("--score-max", type=int, metavar="N", help="A seat (or --player) has N or less."),
    click.option(
        "--loss-min",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="A decision of a seat (or --player) lost X or more of its win share, by an analysis.",
    ),
    click.option("--turns-min", type=int, metavar="N", help="N turns or more were played."),
    click.option("--turns-max", type=int, metavar="N", help="N turns or less were played."),
    click.option(
        "--date",
        metavar="DATE",
        help="2026, 2026-11, 2026-11-20, or a range: 2026..2026-11, 2026.., ..2026-11.",
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        callback=_read_settings,
        metavar="NAME=VALUE",
        help="An option of the game, written or by default. Repeatable: all.",
    ),
    click.option("--event-name", metavar="TEXT", help="A part of the Event tag."),
    click.option(
        "--tag",
        "tags",
        multiple=True,
        callback=_read_tags,
        metavar="NAME[=TEXT]",
        help="A tag, or a part of its value. Repeatable: all.",
    ),
    click.option(
        "--termination",
        metavar="TEXT",
        help='How it ended: "normal", "concession" (of anybody), "concession 2", "timeout".',
    ),
    click.option(
        "--text", metavar="TEXT", help="A part of a comment, ignoring case and width of letters."
    ),
    click.option("--glyph", metavar="GLYPH", help='A glyph in the record: "??", "!", "$10".'),
    click.option(
        "--moves",
        metavar="MOVES",
        help='The first moves, as kifu fmt writes them: "25 47 11". Marks are ignored.',
    ),
    click.option(
        "--same-deal",
        metavar="ID",
        help="Matches with the deal of this match, record or deal: an id or its first digits.",
    ),
    click.option(
        "--event",
        "happened",
        multiple=True,
        metavar="KIND",
        help="A kind of event that happens in the match, such as take. Repeatable: all.",
    ),
    click.option(
        "--situation",
        metavar="FILE@PLY",
        help="Matches in which somebody faced a situation like the one after PLY. "
        "FILE#N@PLY: of record N.",
    ),
    click.option(
        "--as",
        "looking",
        type=click.IntRange(min=1),
        metavar="SEAT",
        help="The seat that faced the --situation. Default: the seat to move.",
    ),
    click.option(
        "--position",
        metavar="FILE@PLY",
        help="Matches whose last position is exactly the one after PLY.",
    ),
    click.option(
        "--source",
        metavar="PATH",
        help='From this file or folder; * and ? are wildcards: "logs/2026-*".',
    ),
]
