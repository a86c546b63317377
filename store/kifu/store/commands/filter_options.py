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


def _filter(names: str, metavar: str, text: str, **rest: Any) -> Callable[[Any], Any]:
    """A click option: `names` are that of the option and, where it is another one, the field's."""
    return click.option(*names.split(), metavar=metavar, help=text, **rest)


_PLAYER = _filter(
    "--player players",
    "NAME",
    "A player, ignoring case and width of letters. Repeatable: any of them.",
    multiple=True,
)
_SEAT = _filter(
    "--seat", "N", "The seat of --player, or of the scores given.", type=click.IntRange(min=1)
)
_OPTIONS = [
    _filter("--game", "NAME", "Matches of this game."),
    _PLAYER,
    _filter(
        "--with present",
        "NAME",
        "This player took part, too. Repeatable: all of them.",
        multiple=True,
    ),
    _SEAT,
    _filter("--winner", "NAME", "Matches that this player won, alone or with others."),
    _filter("--result", "SCORES", 'The scores in seat order: "0 54 54".', callback=_read_result),
    _filter("--score-min", "N", "A seat (or --player) has N or more.", type=int),
    _filter("--score-max", "N", "A seat (or --player) has N or less.", type=int),
    _filter(
        "--loss-min",
        "X",
        "A decision of a seat (or --player) lost X or more of its win share, by an analysis.",
        type=click.FloatRange(0, 1),
    ),
    _filter("--turns-min", "N", "N turns or more were played.", type=int),
    _filter("--turns-max", "N", "N turns or less were played.", type=int),
    _filter(
        "--date", "DATE", "2026, 2026-11, 2026-11-20, or a range: 2026..2026-11, 2026.., ..2026-11."
    ),
    _filter(
        "--option options",
        "NAME=VALUE",
        "An option of the game, written or by default. Repeatable: all.",
        multiple=True,
        callback=_read_settings,
    ),
    _filter("--event-name", "TEXT", "A part of the Event tag."),
    _filter(
        "--tag tags",
        "NAME[=TEXT]",
        "A tag, or a part of its value. Repeatable: all.",
        multiple=True,
        callback=_read_tags,
    ),
    _filter(
        "--termination",
        "TEXT",
        'How it ended: "normal", "concession" (of anybody), "concession 2", "timeout".',
    ),
    _filter("--text", "TEXT", "A part of a comment, ignoring case and width of letters."),
    _filter("--glyph", "GLYPH", 'A glyph in the record: "??", "!", "$10".'),
    _filter(
        "--moves",
        "MOVES",
        'The first moves, as kifu fmt writes them: "25 47 11". Marks are ignored.',
    ),
    _filter(
        "--same-deal",
        "ID",
        "Matches with this deal, or with the deal of this match or record: the id of a deal, "
        "or the id of a match or record or its first digits.",
    ),
    _filter(
        "--event happened",
        "KIND",
        "A kind of event that happens in the match, such as take. Repeatable: all.",
        multiple=True,
    ),
    _filter(
        "--situation",
        "FILE@PLY",
        "Matches in which somebody faced a situation like the one after PLY. "
        "FILE#N@PLY: of record N.",
    ),
    _filter(
        "--as looking",
        "SEAT",
        "The seat that faced the --situation. Default: the seat to move.",
        type=click.IntRange(min=1),
    ),
    _filter("--position", "FILE@PLY", "Matches whose last position is exactly the one after PLY."),
    _filter("--source", "PATH", 'From this file or folder; * and ? are wildcards: "logs/2026-*".'),
]
