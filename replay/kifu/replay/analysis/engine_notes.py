"""The notes of an engine: a judgement as glyph, comment and variation, and back.

A comment of an engine begins with its author, and holds commands only:
`{[%by strong 1] [%eval 0.2 0.8] [%judged 2 88 0.11 0.012 3.5 0.9 ?] [%options 54 0.31 0.4, ...]}`.
"""

from __future__ import annotations

from kifu.notation.comments import commands, evaluation, without
from kifu.notation.move_words import is_move
from kifu.notation.record import Note
from kifu.replay.analysis.judgement import Judgement, Option
from kifu.replay.analysis.numbers import number, rounded, shortest
from kifu.replay.analysis.ways import WAYS
from kifu.replay.elements.mistakes import GLYPHS

#: The commands of an engine's comment: author, public chance, what a decision lost, the best
#: options, the glyph before it, the sight if it is not the seat's own, and whether a variation is
#: hindsight.
COMMANDS = ("by", "eval", "judged", "options", "sign", "sight", "hindsight")
#: The most options that are written: the best ones, and the one that was played.
MOST_OPTIONS = 16
#: Written for passing in a game that has no move for it; no token of a game has a dot.
PASS = "."


def kept(judgement: Judgement) -> Judgement:
    """A judgement as a record stores it: numbers rounded, and only the best options and the played
    one. Raises ValueError for what a note can't hold.

    >>> options = [Option("7", 0.333333, 2), Option("12", 0.2, -1.5)]
    >>> kept(Judgement(9, 2, "12", 0.133333, 0.01, 3.5, 0.9, options)).options[0]
    Option(move='7', share=0.3333, points=2.0, ways=[])
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
        [
            Option(o.move, rounded(o.share), rounded(o.points), list(map(rounded, o.ways)))
            for o in best
        ],
        judgement.glyph,
        judgement.sight,
    )


def comment(
    author: str, judgement: Judgement | None, chances: list[float] | None, sign: str
) -> str:
    """The text of an engine's comment on one ply: a judgement (as from `kept`), each seat's chance
    to win as the public sees it, and `sign`, the glyph that the engine wrote beside it ("" for
    none).

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
    """Whether one of `authors` (engines) wrote this comment or variation, as its text says; False
    for a glyph, which has no author.
    """
    if note.line is not None:
        first = note.line.notes[0] if note.line.notes else None
        return first is not None and first.at == 0 and _begins(first.text, authors)
    return _begins(note.text, authors)


def sign_of(note: Note) -> str:
    """The glyph that an engine's comment says the engine wrote beside it, or ""."""
    return dict(reversed(commands(note.text or ""))).get("sign", "")


def words_of_people(note: Note) -> Note | None:
    """The words that a person added to an engine's comment, as a note of their own; None where
    there are none.
    """
    text = without(note.text or "", COMMANDS)
    return Note(at=note.at, text=text, lang=note.lang) if text else None


def judgement_of(note: Note) -> Judgement | None:
    """The judgement that an engine's comment holds; None where there is none or it can't be
    read.

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
    listed = said["options"].split(",") if "options" in said else []
    options = list(map(_option_of, listed[: MOST_OPTIONS + 1]))
    good = [option for option in options if option is not None]
    sight = "all" if said.get("sight") == "all" else "seat"
    loss, se, points, points_se = losses
    return Judgement(
        note.at, int(words[0]), words[1], loss, se, points, points_se, good, words[6], sight
    )


def chances_of(note: Note, seats: int) -> list[float] | None:
    """Each seat's chance to win, from 0 to 1, that an engine's comment gives; None where it gives
    none, or not for exactly `seats` seats.
    """
    said = dict(reversed(commands(note.text or "")))
    return evaluation(said["eval"], seats) if "eval" in said else None


def _begins(text: str | None, authors: frozenset[str]) -> bool:
    if text is None or not text.startswith("[%by "):
        return False
    return text[5 : text.find("]")] in authors


def _option(option: Option) -> str:
    numbers = [option.share, option.points, *option.ways]
    return " ".join([option.move or PASS, *map(shortest, numbers)])


def _option_of(text: str) -> Option | None:
    words = text.split()
    numbers = [value for value in map(number, words[1:]) if value is not None]
    if len(words) not in (3, 3 + WAYS) or len(numbers) < len(words) - 1:
        return None
    if not (is_move(words[0]) or words[0] == PASS):
        return None
    share, points, *ways = numbers
    return Option("" if words[0] == PASS else words[0], share, points, ways)


def _is_seat(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 4 and word[0] != "0"
