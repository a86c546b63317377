"""Sentences for people: with the names of seats, and moves as choices.

A game describes a move as a sentence about its player. Lists of legal moves need the same words
without the player and as an infinitive ("choose 34", 「34を選ぶ」). Where the sentence does not
turn into one, the game gives the words itself (see `Wording.offer`).
"""

from __future__ import annotations

import re

from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.notation.words import Words
from kifu.replay.game import Game, State


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
    return re.sub(r"\{(\d+)\}", lambda seat: name_of(record, int(seat[1])), words.text(language))


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
    passes 4"). A full stop at the end is dropped in both languages.

    If the English sentence begins with the seat and a verb, the seat is dropped, and the first verb
    and each one after "and" become infinitives; otherwise nothing else changes. In Japanese, the
    seat at the beginning is dropped with its particle, and polite verbs at the end of a clause get
    their plain form. The hand after the seat stays: "{2} (left) plays 5" gives "(left) play 5".

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
