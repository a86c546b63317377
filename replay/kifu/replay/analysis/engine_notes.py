"""The notes of an engine: a judgement as glyph, comment and variation, and back.

A comment of an engine begins with its author, and holds commands only:
`{[%by strong 1] [%eval 0.2 0.8] [%judged 2 88 0.11 0.012 3.5 0.9 ?] [%options 54 0.31 0.4, ...]}`.
One that can't be read has no meaning, and `check` warns of it (see `unread`).
"""

from __future__ import annotations

from collections.abc import Iterator

from kifu.notation.comments import COMMAND, commands, evaluation, without
from kifu.notation.move_words import is_move
from kifu.notation.record import Note
from kifu.replay.analysis.judgement import Judgement, Option
from kifu.replay.analysis.numbers import number, rounded, rounded_error, shortest
from kifu.replay.analysis.ways import WAYS
from kifu.replay.elements.mistakes import GLYPHS

#: The commands of an engine's comment: author, public chance, what a decision lost, the best
#: options, the glyph before it, the sight if it is not the seat's own, and whether a variation is
#: hindsight.
COMMANDS = ("by", "eval", "judged", "options", "sign", "sight", "hindsight")
#: So many of the best options are written, and the one that was played if it is none of these.
MOST_OPTIONS = 16
#: Written for passing in a game that has no move for it; no token of a game has a dot.
PASS = "."


def kept(judgement: Judgement) -> Judgement:
    """A judgement as a record stores it: numbers rounded, and only the best options and the played
    one. Raises ValueError if a note can't hold it (NaN, infinity, a move that is no token, a wrong
    sight, glyph, error or number of ways).

    >>> options = [Option("7", 0.333333, 2), Option("12", 0.2, -1.5, 0.8765)]
    >>> kept(Judgement(9, 2, "12", 0.133333, 0.01, 3.5, 0.9, options)).options[1]
    Option(move='12', share=0.2, points=-1.5, se=0.88, ways=[])
    """
    for move in (judgement.move, *(option.move for option in judgement.options if option.move)):
        if not is_move(move):
            raise ValueError(f"{move!r} can't be written as a move in a note")
    if judgement.sight not in ("seat", "all"):
        raise ValueError(f"sight is seat or all, not {judgement.sight!r}")
    if judgement.glyph not in ("", *GLYPHS):
        raise ValueError(f"a mark is one of {', '.join(GLYPHS)}, or none, not {judgement.glyph!r}")
    if any(len(option.ways) not in (0, WAYS) for option in judgement.options):
        raise ValueError(
            f"an option loses by each of {WAYS} ways of playing on, or by none is said"
        )
    errors = [option.se for option in judgement.options]
    if any((se is None) != (not place) or (se or 0.0) < 0 for place, se in enumerate(errors)):
        raise ValueError("the best option has no error, and any other one of 0 or more")
    best = judgement.options[:MOST_OPTIONS]
    best += [o for o in judgement.options[MOST_OPTIONS:] if o.move == judgement.move][:1]
    return Judgement(
        judgement.ply,
        judgement.seat,
        judgement.move,
        rounded(judgement.loss),
        rounded(judgement.se),
        rounded(judgement.points),
        rounded(judgement.points_se),
        list(map(_kept_option, best)),
        judgement.glyph,
        judgement.sight,
    )


def comment(
    author: str, judgement: Judgement | None, chances: list[float] | None, sign: str
) -> str:
    """The text of an engine's comment on one ply: a judgement (as from `kept`) and each seat's
    chance to win as the public sees it, either left out if None; with a judgement, also `sign`, the
    glyph that the engine wrote beside it ("" for none).

    >>> judgement = Judgement(9, 2, "12", 0.1, 0.01, 3.5, 0.9, [], "?")
    >>> comment("strong 1", judgement, [0.25, 0.75], "?")
    '[%by strong 1] [%eval 0.25 0.75] [%judged 2 12 0.1 0.01 3.5 0.9 ?] [%sign ?]'
    """
    said = [f"[%by {author}]"]
    if chances is not None:
        said.append(f"[%eval {' '.join(map(shortest, chances))}]")
    if judgement is not None:
        losses = judgement.loss, judgement.se, judgement.points, judgement.points_se
        words = [str(judgement.seat), judgement.move, *map(shortest, losses)]
        words += [judgement.glyph] if judgement.glyph else []
        said.append(f"[%judged {' '.join(words)}]")
        if judgement.options:
            said.append(f"[%options {', '.join(map(_option, judgement.options))}]")
        if sign:
            said.append(f"[%sign {sign}]")
        if judgement.sight != "seat":
            said.append(f"[%sight {judgement.sight}]")
    return " ".join(said)


def is_own(note: Note, authors: frozenset[str]) -> bool:
    """Whether an engine with one of these names wrote a comment or variation, as the note itself
    says. False for a glyph, which has no author.
    """
    if note.line is not None:
        first = note.line.notes[0] if note.line.notes else None
        return first is not None and first.at == 0 and _begins(first.text, authors)
    return _begins(note.text, authors)


def sign_of(note: Note) -> str:
    """The glyph that the engine wrote on the same ply, as its comment says; "" if it says none."""
    return dict(reversed(commands(note.text or ""))).get("sign", "")


def words_of_people(note: Note) -> Note | None:
    """What people added to an engine's comment, as a comment of its own; None if they added
    nothing.
    """
    text = without(note.text or "", COMMANDS)
    return Note(at=note.at, text=text, lang=note.lang) if text else None


def judgement_of(note: Note) -> Judgement | None:
    """The judgement that an engine's comment holds, without options if those can't be read; None if
    it holds none that can be read.

    >>> judgement_of(Note(at=9, text="[%by x 1] [%judged 2 12 0.1 0.01 3.5 0.9 ?]")).glyph
    '?'
    """
    said = dict(reversed(commands(note.text or "")))
    words = said.get("judged", "").split()
    if len(words) == 6:
        words.append("")
    if len(words) != 7 or not _is_seat(words[0]) or not is_move(words[1]):
        return None
    losses = [value for value in map(number, words[2:6]) if value is not None]
    if len(losses) < 4 or min(losses[1], losses[3]) < 0 or words[6] not in ("", *GLYPHS):
        return None
    options = _options_of(said["options"]) if "options" in said else []
    sight = "all" if said.get("sight") == "all" else "seat"
    loss, se, points, points_se = losses
    return Judgement(
        note.at,
        int(words[0]),
        words[1],
        loss,
        se,
        points,
        points_se,
        options or [],
        words[6],
        sight,
    )


def unread(note: Note) -> Iterator[tuple[str, str, str]]:
    """The commands `judged` and `options` of an engine's comment that can't be read, as triples:
    the command, the part of it that is wrong, and what was expected in place of that.

    >>> list(unread(Note(at=9, text="[%by x 1] [%options 54 0.3 2, 7 0.2 nan 1]")))
    [('[%options 54 0.3 2, 7 0.2 nan 1]', '7 0.2 nan 1', 'MOVE SHARE POINTS SE')]
    """
    for found in COMMAND.finditer(note.text or ""):
        name, arguments = found.groups("")
        if name == "judged" and judgement_of(Note(at=note.at, text=found[0])) is None:
            yield found[0], arguments, "SEAT MOVE LOSS SE POINTS SE MARK"
        if name == "options" and _options_of(arguments) is None:
            yield found[0], *_unread_option(arguments)


def chances_of(note: Note, seats: int) -> list[float] | None:
    """Each seat's chance to win, from 0 to 1, that an engine's comment gives; None if it gives
    none, or a number of chances other than `seats`.
    """
    said = dict(reversed(commands(note.text or "")))
    return evaluation(said["eval"], seats) if "eval" in said else None


def _begins(text: str | None, authors: frozenset[str]) -> bool:
    if text is None or not text.startswith("[%by "):
        return False
    return text[5 : text.find("]")] in authors


def _kept_option(option: Option) -> Option:
    se = None if option.se is None else rounded_error(option.se)
    ways = list(map(rounded, option.ways))
    return Option(option.move, rounded(option.share), rounded(option.points), se, ways)


def _option(option: Option) -> str:
    error = [] if option.se is None else [option.se]
    numbers = [option.share, option.points, *error, *option.ways]
    return " ".join([option.move or PASS, *map(shortest, numbers)])


def _options_of(arguments: str) -> list[Option] | None:
    """The options that the arguments of an `options` command list, the best one first; None if any
    of them can't be read, or there are too many.
    """
    listed = arguments.split(",")
    if len(listed) > MOST_OPTIONS + 1:
        return None
    options = [_option_of(text, is_best=not place) for place, text in enumerate(listed)]
    read = [option for option in options if option is not None]
    return read if len(read) == len(options) else None


def _unread_option(arguments: str) -> tuple[str, str]:
    """The first option in the arguments of an `options` command that can't be read, and what was
    expected; if all can be read, the first that is too many. There must be one.
    """
    for place, text in enumerate(arguments.split(",")[: MOST_OPTIONS + 1]):
        if _option_of(text, is_best=not place) is None:
            return text.strip(), "MOVE SHARE POINTS SE" if place else "MOVE SHARE POINTS"
    return arguments.split(",")[MOST_OPTIONS + 1].strip(), f"{MOST_OPTIONS + 1} options at most"


def _option_of(text: str, *, is_best: bool) -> Option | None:
    words = text.split()
    numbers = [value for value in map(number, words[1:]) if value is not None]
    least = 3 if is_best else 4
    if len(words) not in (least, least + WAYS) or len(numbers) < len(words) - 1:
        return None
    if not (is_move(words[0]) or words[0] == PASS):
        return None
    se = None if is_best else numbers.pop(2)
    if se is not None and se < 0:
        return None
    share, points, *ways = numbers
    return Option("" if words[0] == PASS else words[0], share, points, se, ways)


def _is_seat(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 4 and word[0] != "0"
