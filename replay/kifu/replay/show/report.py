"""What people read in words: findings and how many there were, names of seats, moves as choices.

A game describes a move as a sentence about its player. Lists of legal moves need the same words
without the player and as an infinitive ("choose 34", 「34を選ぶ」). Where the sentence does not
turn into one, the game gives the words itself (see `Wording.offer`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kifu.notation.errors import Diagnostic
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.notation.words import Words
from kifu.replay.game import Game, State

#: The fields of a finding as columns of rows, in the order in which they are written.
COLUMNS = (
    "file", "record", "line", "column", "offset", "ply", "variation", "code", "severity",
    "token", "message", "expected", "excerpt", "caret",
)  # fmt: skip


def report(finding: Diagnostic) -> str:
    r"""A finding as lines of text. The first is `FILE:LINE:COLUMN: SEVERITY CODE MESSAGE`, which
    editors can follow, with the ply and the variation in brackets. Then come the line of the record
    with a caret below it (without that line, the first 200 characters of the token), and what was
    expected. What is not known is left out; there is no newline at the end. What could steer a
    terminal is escaped.

    >>> finding = Diagnostic(code="KF406", message="card 59 is not in the hand of seat 1",
    ...     file="a.kifu", record=1, line=7, column=4, ply=3, excerpt="2. 59 47", caret=3,
    ...     expected=["66", "71"])
    >>> print(report(finding))
    a.kifu:7:4: error KF406 card 59 is not in the hand of seat 1 (ply 3)
        2. 59 47
           ^
        expected: 66 71
    """
    lines = [f"{_place(finding)}: {finding.severity} {finding.code} {finding.message}"]
    if finding.ply is not None:
        line = f" of variation {finding.variation}" if finding.variation else ""
        lines[0] += f" (ply {finding.ply}{line})"
    if finding.excerpt is not None:
        lines += _pointed(finding.excerpt, finding.caret)
    elif finding.token is not None:
        lines.append(f"    at {finding.token[:_LONGEST]}")
    if finding.expected:
        lines.append(f"    expected: {' '.join(finding.expected)}")
    return "\n".join(map(printable, lines))


class CheckCounts(Counter[str]):
    """Counts under the keys "file", "unreadable", "record", "error" and "warning"; as text, a
    sentence.

    >>> tally = CheckCounts(file=1, record=3, error=2)
    >>> print(tally)
    3 records in 1 file: 2 errors, 0 warnings
    """

    def __str__(self) -> str:
        records, files, errors, warnings = (
            counted(self[what], what) for what in ("record", "file", "error", "warning")
        )
        unread = f" ({self['unreadable']} unreadable)" if self["unreadable"] else ""
        return f"{records} in {files}{unread}: {errors}, {warnings}"

    def passing(self, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield `findings` unchanged. Each raises the count of its severity ("error" or "warning")
        when it is taken, so the counts are right once all are taken.
        """
        for finding in findings:
            self[finding.severity] += 1
            yield finding


def counted(number: int, what: str) -> str:
    """A number with its noun, in the plural unless the number is 1.

    >>> counted(1, "record"), counted(2, "record"), counted(2, "match")
    ('1 record', '2 records', '2 matches')
    """
    ending = "es" if what.endswith("ch") else "s"
    return f"{number} {what}{'' if number == 1 else ending}"


#: Characters of a token that are shown where there is no excerpt.
_LONGEST = 200


def _place(finding: Diagnostic) -> str:
    """`FILE:LINE:COLUMN`, without what is not known; for a finding without a line, `FILE: record K,
    byte B`. FILE is `-` for a finding without a file.
    """
    name = finding.file or "-"
    if finding.line is not None:
        column = "" if finding.column is None else f":{finding.column}"
        return f"{name}:{finding.line}{column}"
    where = [] if finding.record is None else [f"record {finding.record}"]
    if finding.offset is not None:
        where.append(f"byte {finding.offset}")
    return f"{name}: {', '.join(where)}" if where else name


def _pointed(excerpt: str, caret: int | None) -> list[str]:
    """The excerpt and, unless `caret` is None, a line below it with a caret under the character of
    that index (from 0); both indented.
    """
    from rich.cells import cell_len

    shown = excerpt.replace("\t", " ")
    if caret is None:
        return [f"    {shown}"]
    before = cell_len(printable(shown[:caret]))
    return [f"    {shown}", f"    {' ' * before}^"]


def name_of(record: Record, seat: int) -> str:
    """A seat's name, with escapes for what could steer a terminal; its number if it has no name, or
    the record no such seat.

    >>> name_of(Record(seats=["Aki", ""]), 1), name_of(Record(seats=["Aki", ""]), 2)
    ('Aki', '2')
    """
    name = record.seats[seat - 1] if 1 <= seat <= len(record.seats) else ""
    return printable(name) or str(seat)


def sentence(words: Words, record: Record, language: str) -> str:
    """The text of a sentence in `language` ("en" or "ja"), in which {1}, {2}, ... become the names
    of the record's seats (without a name, their numbers). Braces inside names are left as they are.

    >>> sentence(Words("{2} passes.", "{2}はパス。"), Record(seats=["{2}", "{1}"]), "en")
    '{1} passes.'
    """
    text = words.text(language)
    return re.sub(r"\{(\d+)\}", lambda seat: name_of(record, int(seat[1])), text)


#: The ends of a verb and those of its infinitive; the first that fits counts.
_ENDINGS = (
    (r"\Ahas", "have"), (r"\Ais", "be"), ("ies", "y"), (r"(?<=[dg]o|ss|sh|ch)es|(?<=x)es", ""),
    ("s", ""),
)  # fmt: skip

#: How a sentence goes on after the name of its player: with a verb, or first with which hand.
_FIRST = re.compile(r"(?:\(\w+\) )?[a-z]+s\b")

#: The first verb of a sentence, and those that follow "and".
_VERB = re.compile(r"(?:\A|(?<=\) )|(?<= and ))[a-z]+s\b")

#: Polite Japanese verb endings at the end of a clause, past or not, and their plain forms. The
#: first that fits counts: most verbs that end in "shimasu" are "suru", and some are not.
_PLAIN_FORMS = tuple(
    (re.compile(rf"{polite}ま(?:した|す)(?=$|[。(])"), plain)
    for polite, plain in (
        (r"(?<=[出渡返回戻示倒外押落流])し", "す"),
        (r"し", "する"),
        (r"([えけせてねべめれ])", r"\1る"),
        (r"び", "ぶ"),
        (r"き", "く"),
        (r"み", "む"),
        (r"ち", "つ"),
        (r"い", "う"),
        (r"り", "る"),
    )
)


def offer(game: Game, state: State, move: str, seat: int) -> Words:
    """The words for `move` in a list of choices ("choose 34"), with `{1}` in place of seat 1's
    name: the game's own words, or else those made from its sentence about the move. The move must
    be legal for `seat` in `state`: that is not checked. `state` is not changed.

    >>> from kifu.replay.registry import game
    >>> from kifu.replay.chance import Chance
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.settle(nimmt.read_options({}), 2), 2, Chance(None, []))
    >>> offer(nimmt, state, "34", 2)
    Words(en='choose 34', ja='34を選ぶ')
    """
    return game.words.offer(state, move, seat) or from_sentence(state.describe(move, seat), seat)


def from_sentence(words: Words, seat: int) -> Words:
    """The words for a choice ("pass 4"), made from the sentence about that move of `seat` ("{2}
    passes 4"). The full stop is dropped in both languages.

    If the English sentence begins with the seat and a verb, the seat is dropped, and the first verb
    and each one after "and" become infinitives; otherwise nothing else changes. In Japanese, the
    seat at the beginning is dropped with its particle, and polite verbs get their plain form.

    >>> from_sentence(Words("{2} passes 4 and takes it.", "{2}は4を出し、それを取りました。"), 2)
    Words(en='pass 4 and take it', ja='4を出し、それを取る')
    """
    en = words.en.removesuffix(".")
    rest = en.removeprefix(f"{{{seat}}} ")
    if rest != en and _FIRST.match(rest):
        en = _VERB.sub(_infinitive, rest)
    ja = re.sub(rf"^\{{{seat}\}}(\(\w+\))?[はが]", r"\1", words.ja.removesuffix("。"))
    for polite, plain in _PLAIN_FORMS:
        ja = polite.sub(plain, ja)
    return Words(en, ja)


def _infinitive(verb: re.Match[str]) -> str:
    """The infinitive of an English verb in the third person, such as "take" for a match of "takes";
    the match is one of `_VERB`, so its text ends in s.
    """
    plain = (re.subn(rf"(?:{end})\Z", base, verb[0]) for end, base in _ENDINGS)
    return next(word for word, found in plain if found)
