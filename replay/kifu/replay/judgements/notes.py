"""What an engine said of a match as tags, glyphs, comments and variations of its record, and back.

A comment of an engine begins with its author, and holds commands only:
`{[%by kifu 8] [%eval 0.2 0.8] [%judged 2 88 0.11 0.012 3.5 0.9 5.1 -3 ?]
[%options 54 0.31 0.4 0.2 0.1, ...] [%sign ?]}`. One that can't be read has no meaning, and `check`
warns of it (see `each_unread`).

`[Analysis "kifu 8 worlds=400 through=47 seed=evening"]` names the engine and its version, the
worlds at most, the last ply that was judged and the text that all lots come from. `[AnalysisNote
...]` says why the last plies were not judged. Engines before version 8 wrote `sight=` and `until=`,
too, and the sums of each seat as `[AnalysisSeat ...]`, which nothing reads any longer; nor is an
analysis with `sight=all` read, by an engine that saw every hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite

from kifu.notation.comments import COMMAND, LONGEST, evaluation, first_commands, without_commands
from kifu.notation.errors import Diagnostic, diagnostic
from kifu.notation.record import Note, Record, is_move, plies, tag
from kifu.replay.judgements.judgement import Analysis, Engine, Judgement, Option, Reason

#: The commands of an engine's comment: author, public chance, what a decision lost, the best
#: options, that it depends on how others play, the glyph before it, whether a variation is
#: hindsight; and, of versions before 8, that every hand was seen.
COMMANDS = ("by", "eval", "judged", "options", "depends", "sign", "hindsight", "sight")
#: So many of the best options are written, and the one that was played if it is none of these.
MOST_OPTIONS = 16
#: Written for passing in a game that has no move for it; no token of a game has a dot.
PASS = "."
#: Between moves that are written as one word.
_AND = "_"
_JUDGED = "SEAT MOVE LOSS SE POINTS SE STAKE GAIN MARK"
_OPTIONS = (
    "MOVE SHARE POINTS SE LOSS, or MOVE SHARE POINTS SE LOSS HAPPENING WORLDS OFTEN BEST-OFTEN "
    f"MEAN BEST-MEAN (THEN OWN-THEN), for {MOST_OPTIONS + 1} options at most, with commas between "
    "them"
)


def comment(
    author: str, judgement: Judgement | None, chances: list[float] | None, sign: str
) -> str:
    """The text of an engine's comment on one ply, for a judgement and each seat's public chance to
    win (0 to 1, in seat order); either may be None and is then left out. `author` (see `author`)
    and the moves are not checked. `sign` is the glyph that the engine writes beside it ("": none);
    it is used only with a judgement. Of the options the best 16 are written, and the one that was
    played. Raises ValueError for NaN, infinity and numbers beyond 10**8 or -10**8.

    >>> judgement = Judgement(9, 2, "12", 0.1, 0.01, 3.5, 0.9, [], "?", True, 4, 1)
    >>> comment("kifu 8", judgement, [0.25, 0.75], "?")
    '[%by kifu 8] [%eval 0.25 0.75] [%judged 2 12 0.1 0.01 3.5 0.9 4 1 ?] [%depends] [%sign ?]'
    """
    said = [f"[%by {author}]"]
    if chances is not None:
        said.append(f"[%eval {' '.join(map(shortest, chances))}]")
    if judgement is not None:
        said.append(f"[%judged {_judged(judgement)}]")
        if judgement.options:
            best, rest = judgement.options[:MOST_OPTIONS], judgement.options[MOST_OPTIONS:]
            best += [option for option in rest if option.move == judgement.move][:1]
            said.append(f"[%options {', '.join(map(_option, best))}]")
        if judgement.depends:
            said.append("[%depends]")
        if sign:
            said.append(f"[%sign {sign}]")
    return " ".join(said)


def is_own(note: Note, authors: frozenset[str]) -> bool:
    """Whether one of the engines `authors` ("NAME VERSION", see `authors`) wrote this note: its
    text, or for a variation the comment at its start, begins with `[%by AUTHOR]`. False for a
    glyph, which has no author, and for a checkpoint.
    """
    text = note.text
    if note.line is not None and note.line.notes and note.line.notes[0].at == 0:
        text = note.line.notes[0].text
    return text is not None and text.startswith(tuple(f"[%by {author}]" for author in authors))


def sign_of(note: Note) -> str:
    """The glyph that the engine wrote on the same ply, as its comment `note` says; "" if it wrote
    none, or the note is no comment. Who wrote the comment is not checked (see `is_own`).
    """
    return first_commands(note.text or "").get("sign", "")


def words_of_people(note: Note) -> Note | None:
    """What people added to an engine's comment, as a new Note on the same ply in the same language:
    the text without the commands of COMMANDS, whoever wrote those. Other commands (`clk`, `mark`)
    stay. None if nothing is left, and for a note that is no comment. Who wrote the comment is not
    checked (see `is_own`).
    """
    text = without_commands(note.text or "", COMMANDS)
    return Note(at=note.at, text=text, lang=note.lang) if text else None


def judgement_of(note: Note) -> Judgement | None:
    """The judgement in an engine's comment; None if it has none that can be read. If one of its
    options can't be read, `options` is empty. The ply is the note's. Who wrote the comment (see
    `is_own`), and whether the match has that ply and seat, is not checked.

    >>> judgement_of(Note(at=9, text="[%by x 1] [%judged 2 12 0.1 0.01 3.5 0.9 ?]")).glyph
    '?'
    >>> most = "[%judged 2 12 -100000000 0.01 100000000 0.9]"
    >>> judgement_of(Note(at=9, text=most)).points
    100000000.0
    >>> judgement_of(Note(at=9, text=most.replace(" 1", " 2"))) is None
    True
    """
    said = first_commands(note.text or "")
    found = _read_judged(said.get("judged", ""))
    if found is None:
        return None
    options = _options_of(said["options"]) if "options" in said else []
    loss, se, points, points_se = map(float, found.group(3, 4, 5, 6))
    return Judgement(
        note.at, int(found[1]), found[2], loss, se, points, points_se, options, found[9] or "",
        "depends" in said, _number(found[7]), _number(found[8]),
    )  # fmt: skip


def each_unread(record: Record) -> Iterator[Diagnostic]:
    """Yield a warning (KF116) for every command `judged` or `options` that can't be read in a
    comment of the main line by an engine that an `Analysis` tag names, in the order of the notes,
    with its ply. Nothing if no tag names one. O(size).

    >>> notes = [Note(at=9, text="[%by x 1] [%judged 2 12 nan 0.01 3.5 0.9]")]
    >>> record = Record(tags=[("Analysis", "x 1 worlds=9 through=9 seed=a")], notes=notes)
    >>> [(found.token, found.expected) for found in each_unread(record)]
    [('[%judged 2 12 nan 0.01 3.5 0.9]', ['SEAT MOVE LOSS SE POINTS SE STAKE GAIN MARK'])]
    """
    engines = authors(record)
    for note in record.notes if engines else ():
        if note.text is None or not is_own(note, engines):
            continue
        for found in COMMAND.finditer(note.text):
            name, arguments = found.groups("")
            if name == "judged" and _read_judged(arguments) is None:
                expected = _JUDGED
            elif name == "options" and not _options_of(arguments):
                expected = _OPTIONS
            else:
                continue
            token = found[0][:LONGEST]
            message = f"what the engine wrote can't be read: {token!r} instead of {expected}"
            yield diagnostic("KF116", message, ply=note.at, token=token, expected=[expected])


def read(record: Record) -> Analysis | None:
    """The analysis in a record, of the engine that its first tag `Analysis` names. None without
    that tag, if it can't be read, or if that engine saw every hand (`sight=all`). Comments of
    others and those that can't be read are left out, and so are judgements of plies or seats that
    the record does not have. Of two judgements of a ply the first one counts; `through` is at most
    the record's last ply. O(size).
    """
    found = engine_of(record)
    if found is None:
        return None
    engine, through = found
    authors = frozenset([author(engine)])
    last, seats = len(plies(record.moves)), len(record.seats)
    chances: dict[int, list[float]] = {}
    judged: dict[int, Judgement] = {}
    for note in record.notes:
        if note.text is None or note.at > last or not is_own(note, authors):
            continue
        if (shares := chances_of(note, seats)) is not None:
            chances.setdefault(note.at, shares)
        judgement = judgement_of(note)
        if judgement is not None and judgement.ply and judgement.seat <= seats:
            judged.setdefault(judgement.ply, judgement)
    return Analysis(
        engine=engine,
        chances=sorted(chances.items()),
        judgements=[judged[ply] for ply in sorted(judged)],
        through=min(through, last),
        note=tag(record, NOTE_TAG) or "",
    )


def chances_of(note: Note, seats: int) -> list[float] | None:
    """Each seat's chance to win (0 to 1, in seat order) in an engine's comment. None if it gives
    none, not exactly `seats` of them, or one that can't be read (see `comments.evaluation`). Who
    wrote the comment is not checked.
    """
    said = first_commands(note.text or "")
    return evaluation(said["eval"], seats) if "eval" in said else None


def _judged(judgement: Judgement) -> str:
    """The arguments of the command `judged`: seat, move, and the numbers of the judgement; stake
    and gain only if it has both; then the glyph, if any. Raises ValueError for a number that
    `shortest` refuses.
    """
    numbers = [judgement.loss, judgement.se, judgement.points, judgement.points_se]
    if judgement.stake is not None and judgement.gain is not None:
        numbers += [judgement.stake, judgement.gain]
    words = [str(judgement.seat), judgement.move, *map(shortest, numbers), judgement.glyph]
    return " ".join(words).rstrip()


def _option(option: Option) -> str:
    """An option as `options` lists it: move (PASS for ""), share, points; error and loss if it has
    both; then the six or eight words of its reason if it has one. With a reason but without error
    and loss, the text can't be read back. Raises ValueError for a number that `shortest` refuses.

    >>> why = Reason("wins", 200, 0, 150, 0.0, 0.75, "s5 t5", "")
    >>> text = _option(Option("/", 0.25, -1.0, 0.02, 0.5, why))
    >>> text, _option_of(text).reason == why
    ('/ 0.25 -1 0.02 0.5 wins 200 0 150 0 0.75 s5_t5 .', True)
    """
    words = [option.move or PASS, shortest(option.share), shortest(option.points)]
    if option.se is not None and option.loss is not None:
        words += [_error(option.se), shortest(option.loss)]
    why = option.reason
    if why is not None:
        words += [why.what, str(why.worlds), str(why.often), str(why.best_often)]
        words += [shortest(why.mean), shortest(why.best_mean)]
        if why.then or why.own_then:
            words += [line.replace(" ", _AND) or PASS for line in (why.then, why.own_then)]
    return " ".join(words).rstrip()


def _read_judged(arguments: str) -> re.Match[str] | None:
    """The arguments of a `judged` command, matched by _JUDGEMENT; None if they can't be read."""
    found = _JUDGEMENT.fullmatch(_spaced(arguments))
    return found if found is not None and is_move(found[2]) else None


def _options_of(arguments: str) -> list[Option]:
    """The options in the arguments of an `options` command, in the order written (the best one
    first). An empty list if any of them can't be read, or if there are more than 17.
    """
    found = [option for text in arguments.split(",") if (option := _option_of(text)) is not None]
    return found if len(found) == arguments.count(",") + 1 <= MOST_OPTIONS + 1 else []


def _option_of(text: str) -> Option | None:
    """One option from its text; None if it can't be read. Two numbers after the points are `se` and
    `loss`, and a reason may follow these. One, three or four numbers are those of an engine before
    version 8, and mean nothing: `se` and `loss` are then None, as without any number.
    """
    found = _OPTION.fullmatch(_spaced(text))
    if found is None or (found[1] != PASS and not is_move(found[1])):
        return None
    move, share, points, se, loss, what, *counted, mean, best_mean, then, own = found.groups()
    why = None
    if what:
        worlds, often, best_often = map(int, counted)
        if not 1 <= worlds >= max(often, best_often):
            return None
        lines = [
            "" if line == PASS else line.replace(_AND, " ") for line in (then or "", own or "")
        ]
        why = Reason(what, worlds, often, best_often, float(mean), float(best_mean), *lines)
    move = "" if move == PASS else move
    return Option(move, float(share), float(points), _number(se), _number(loss), why)


def _spaced(text: str) -> str:
    """The words of a text with one space between them."""
    return " ".join(text.split())


#: Numbers as a record writes them: those from 0 up to 10**8, which stay so when rounded, and any.
_SIZE = r"(?:[0-9]{1,8}(?:\.[0-9]{1,9})?|100000000)"
_ANY = f"-?{_SIZE}"
#: Seat, move, loss, its error, points, their error, stake and gain, mark.
_JUDGEMENT = re.compile(
    rf"([1-9][0-9]{{0,3}}) (\S+) ({_ANY}) ({_SIZE}) ({_ANY}) ({_SIZE})"
    rf"(?: ({_ANY}) ({_ANY}))?(?: (\?\??|\?!))?"
)
#: Move, share, points; then error and loss, perhaps with a reason (`take.4 200 186 60 9.8 0.4`, and
#: the next moves after the best option and after this one, each as one word); or what engines
#: before version 8 wrote.
_OPTION = re.compile(
    rf"(\S+) ({_ANY}) ({_ANY})(?: ({_SIZE}) ({_ANY})"
    rf"(?: (\S+) ([0-9]{{1,9}}) ([0-9]{{1,9}}) ([0-9]{{1,9}}) ({_ANY}) ({_ANY})"
    r"(?: (\S+)(?: (\S+))?)?)?"
    rf"|(?: {_SIZE}(?: {_ANY}){{0,3}})?)"
)
_PLACES = 4
_LARGEST = 10**8


def shortest(value: float) -> str:
    """A number as text with at most four decimals, as short as possible. Raises ValueError for NaN,
    infinity, and numbers beyond 10**8 or -10**8, which a record can't hold.

    >>> shortest(0.31), shortest(-2.00004), shortest(-0.00001), shortest(-1e8)
    ('0.31', '-2', '0', '-100000000')
    >>> shortest(100000000.1)
    Traceback (most recent call last):
    ValueError: 100000000.1 is not a number of an analysis
    """
    if not isfinite(value) or abs(value) > _LARGEST:
        raise ValueError(f"{value} is not a number of an analysis")
    text = f"{value:.{_PLACES}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _error(value: float) -> str:
    """A standard error as a record has it: two significant digits, at most four decimals, and never
    "0" for an error above 0. Raises ValueError for a number that `shortest` refuses.

    >>> _error(0.01234), _error(123.4), _error(0.00001), _error(0.0)
    ('0.012', '120', '0.0001', '0')
    """
    return shortest(max(float(f"{value:.2g}"), 10**-_PLACES) if value > 0 else value)


def shown_error(value: float) -> str:
    """A standard error as people read it: one decimal, none from 9.95 on, at least 0.1; "0" only
    for exactly 0.

    >>> shown_error(1.26), shown_error(12.4), shown_error(0.001), shown_error(0.0)
    ('1.3', '12', '0.1', '0')
    """
    return f"{max(0.1, value):.{0 if value >= 9.95 else 1}f}" if value else "0"


def _number(text: str | None) -> float | None:
    """A text as a number, by `float`; None for None. Its form is not checked: "nan" and "1e5" are
    taken, too. Raises ValueError for a text that is no number.
    """
    return None if text is None else float(text)


ENGINE_TAG = "Analysis"
NOTE_TAG = "AnalysisNote"
#: Every tag that an analysis writes, or did.
TAGS = (ENGINE_TAG, NOTE_TAG, "AnalysisSeat")

_AUTHOR = re.compile(r"[^][=\s]{1,80}(?: [^][=\s]{1,80}){1,8}")
_ENGINE = re.compile(
    rf"(?P<author>{_AUTHOR.pattern}) worlds=(?P<worlds>[0-9]{{1,9}})"
    r"(?: sight=(?:seat|(?P<all>all)))? through=(?P<through>[0-9]{1,9})"
    r"(?: until=[0-9.e-]{1,24})? seed=(?P<seed>.*)",
    re.DOTALL,
)


def author(engine: Engine) -> str:
    """The engine as an author of notes: "NAME VERSION". Raises ValueError if a note can't hold
    these. The name must be 1 to 8 words with one blank between them, the version one word; no word
    may have brackets or =, or more than 80 characters.

    >>> author(Engine("strong", "1", 400, "evening"))
    'strong 1'
    """
    name = f"{engine.name} {engine.version}"
    if not _AUTHOR.fullmatch(name) or " " in engine.version:
        raise ValueError(
            f"{name!r} can't be the name of an engine: write words with one blank between "
            "them, without [ ] and =, and a version without blanks"
        )
    return name


def tags_of(analysis: Analysis) -> list[tuple[str, str]]:
    """The tags (name, value) that a record of this analysis gets: `Analysis`, and `AnalysisNote` if
    the analysis has a note. Raises ValueError if the name and version of its engine can't be an
    author (see `author`); nothing else is checked.
    """
    engine = analysis.engine
    value = f"{author(engine)} worlds={engine.worlds} through={analysis.through} seed={engine.seed}"
    tags = [(ENGINE_TAG, value)]
    return [*tags, (NOTE_TAG, analysis.note)] if analysis.note else tags


def engine_of(record: Record) -> tuple[Engine, int] | None:
    """The engine that judged a record, and the last ply that it judged, which the record need not
    have. Both are from the first tag `Analysis`. None without that tag, if it can't be read, or if
    that engine saw every hand (`sight=all`).

    >>> engine_of(Record(tags=[("Analysis", "x 1 worlds=9 through=4 seed=a b")]))
    (Engine(name='x', version='1', worlds=9, seed='a b'), 4)
    """
    found = _ENGINE.fullmatch(tag(record, ENGINE_TAG) or "")
    if found is None or found["all"]:
        return None
    name, _, version = found["author"].rpartition(" ")
    return Engine(name, version, int(found["worlds"]), found["seed"]), int(found["through"])


def authors(record: Record) -> frozenset[str]:
    """The authors ("NAME VERSION") of all engines that the record's `Analysis` tags name, also of
    those that saw every hand (`sight=all`); empty without a readable one.
    """
    found = [_ENGINE.fullmatch(value) for name, value in record.tags if name == ENGINE_TAG]
    return frozenset(match["author"] for match in found if match)
