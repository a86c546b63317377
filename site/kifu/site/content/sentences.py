"""Sentences: what is said of a moment, with the names of players, and of cards (a token such as
`r12` as people say it) where no script draws their shapes; and what lies on the table after a ply,
what is counted there, and who may act.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout
from kifu.replay.resting_table import NOTHING, RestingTable, resting_table
from kifu.replay.table import Fact
from kifu.replay.timeline import Moment, Timeline
from kifu.site.content.late import blind_zones, known_at
from kifu.site.look.text import isolated, shown
from kifu.site.texts import PAGE

#: The place of a seat's name in a sentence.
SEAT = re.compile(r"\{(\d+)\}")
#: What a face's name says of the card's effect.
_EFFECT = re.compile(r"[,、].*")


def card_names(faces: Mapping[str, Face], language: str) -> dict[str, str]:
    """The name of each card by its token, without its effect (see `card_name`). Cards whose token
    is a number, and backs, are left out.

    >>> from kifu.replay.game import Words
    >>> card_names({"r2": Face("2", Words("red 2, skip", "赤の2、スキップ"), 1, "plum", 4)}, "en")
    {'r2': 'red 2'}
    """
    return {
        token: card_name(face, language)
        for token, face in faces.items()
        if not face.back and not token.isdigit()
    }


def card_name(face: Face, language: str) -> str:
    """The name of a card in a language (any but "ja" is English), without its effect: the part
    before the first comma, "," or "、".

    >>> from kifu.replay.game import Words
    >>> card_name(Face("55", Words("55, 7 heads", "55、牛7頭"), 7, "head", 4), "en")
    '55'
    """
    return _EFFECT.sub("", face.name.text(language))


def with_card_names(text: str, names: Mapping[str, str], language: str) -> str:
    """A sentence in which cards' tokens are replaced by their `names` (token -> name). Names of
    cards side by side are separated by the comma of the language; other words stay.

    A token is found only if it has two or more characters and begins with a Latin letter. Other
    tokens are not replaced, even if they are in `names`; nor is a part of a longer one or of a word
    of ASCII letters, digits and `_`.

    >>> with_card_names("{1} plays r2 and draws.", {"r2": "red 2"}, "en")
    '{1} plays red 2 and draws.'
    >>> with_card_names("{1}はr2 r2を出しました。", {"r2": "赤の2"}, "ja")
    '{1}は赤の2、赤の2を出しました。'
    >>> with_card_names("{1} plays r2+, r2 r3 K.", {"r2": "red 2", "r2+": "red 2, again"}, "en")
    '{1} plays red 2, again, red 2 r3 K.'
    """
    comma = "、" if language == "ja" else ", "
    return _runs_of(tuple(names)).sub(
        lambda found: comma.join(map(names.__getitem__, found[0].split(" "))), text
    )


def changes_after(moments: list[Moment], seats: int) -> list[int]:
    """By how much the score of each seat changed from the last but one of `moments` to the last
    one, in seat order; `seats` zeros if there are fewer than two moments, so also for the first ply
    of a match.
    """
    if len(moments) < 2:
        return [0] * seats
    before, after = (moment.scores for moment in moments[-2:])
    return [now - was for was, now in zip(before, after, strict=True)]


def changes_shown(moments: list[Moment], seats: int) -> list[tuple[int, int]]:
    """By how much the scores changed from the last but one of `moments` to the last one (see
    `changes_after`), as (seat, change): first those of the seats that the last one's headline
    names, in its order, then the largest change (up or down), equal ones in seat order. `seats` is
    the number of seats; a seat counts from 1. Seats without a change are left out; [] if no score
    changed, and for fewer than two moments.
    """
    changes = {seat: by for seat, by in enumerate(changes_after(moments, seats), 1) if by}
    first = seats_in(moments[-1]) if changes else []
    largest = sorted(changes, key=lambda seat: -abs(changes[seat]))
    return [(seat, changes[seat]) for seat in dict.fromkeys(first + largest) if seat in changes]


def seats_in(moment: Moment) -> list[int]:
    """The seats that the English headline of a moment names, in the order of the text; a seat that
    it names twice is there twice. [] if the moment has no headline, or one that names nobody.
    """
    return [int(seat) for seat in SEAT.findall(moment.headline.en)] if moment.headline else []


def headline_of(timeline: Timeline, moment: Moment, language: str) -> str:
    """The headline of a moment of `timeline` with the names of seats and cards filled in (see
    `named`); "" if it has none.
    """
    return named(moment.headline, timeline, language) if moment.headline else ""


def sentence_after(timeline: Timeline, moments: list[Moment], viewer: int, language: str) -> str:
    """The sentence about the last of `moments`, as plain text (not escaped as HTML), with the names
    of seats and cards filled in (see `named`). `moments` must begin at the start of the match.
    Without moments, it says that the cards are dealt. If `viewer` (ALL, PUBLIC or a seat)
    did not know at that moment which move it was, the sentence does not say the move. Any
    `language` but "ja" gives English. O(motions of all moments).
    """
    if not moments:
        return PAGE["start_sentence"].text(language)
    moment = moments[-1]
    known = known_at(moments, viewer, blind_zones(timeline.layout))[-1]
    if known is not None:
        return named(moment.words, timeline, language)
    if moment.veil:
        return named(moment.veil_words, timeline, language)
    words = PAGE["hidden_move"].text(language)
    return words.replace("{1}", isolated(shown(timeline.record.seats[moment.seat - 1])))


def named(words: Words, timeline: Timeline, language: str) -> str:
    """A sentence about the match as plain text (not escaped as HTML): the names of its seats for
    {1}, {2}, ..., and those of its cards for their tokens. In names, control characters become
    escapes, and a name that is written from right to left has the characters that isolate it around
    it. Any language but "ja" gives English. Raises IndexError for a number above that of the seats.
    """
    said = with_card_names(
        words.text(language), card_names(timeline.layout.faces, language), language
    )
    seats = timeline.record.seats
    return SEAT.sub(lambda found: isolated(shown(seats[int(found[1]) - 1])), said)


def resting_after(timeline: Timeline, ply: int, viewer: int) -> RestingTable:
    """The table after a ply of the main line (0: the start) as `viewer` (ALL, PUBLIC or a seat)
    sees it. Cards that left in that ply are still shown, and steps that clear the whole table for a
    new round are left out. Raises IndexError for a ply after the last one, and WrongActor for a
    number that is no viewer; a negative ply is not checked.
    """
    steps = timeline.moments[ply - 1].steps if ply else []
    return resting_table(timeline.table(max(ply - 1, 0), viewer), steps, viewer, timeline.layout)


def facts_in_words(
    layout: Layout, facts: Mapping[str, Fact], seat: int = 0
) -> list[tuple[Words, Words]]:
    """The facts of a seat (0: those of the table only) in words, as (title, value), in the order of
    the layout; those whose value is missing, empty or a dash are left out, and so are facts without
    a title in the layout. A value is the layout's text for it, or the value itself. `facts` has
    those of seats as "NAME/SEAT".
    """
    titled = layout.seat_facts if seat else layout.table_facts
    known = [
        (title, layout.fact_words(name, facts.get(f"{name}/{seat}" if seat else name, "")))
        for name, title in titled.items()
    ]
    return [(title, value) for title, value in known if value.en not in NOTHING]


def cards_in_words(cards: Sequence[str], layout: Layout, language: str) -> str:
    """The names of `cards` (tokens), in their order, as text separated by commas; a run of equal
    tokens is said once, with its length. A token that is not in the layout is a face-down card. ""
    for no cards.

    >>> cards_in_words(["_", "_"], Layout([], {}, {}, {}, {}), "en")
    'face-down card ×2'
    """
    said = []
    for token, run in groupby(cards):
        face, count = layout.faces.get(token), sum(1 for _ in run)
        name = card_name(face, language) if face else PAGE["face_down"].text(language)
        said.append(f"{name} ×{count}" if count > 1 else name)
    return ("、" if language == "ja" else ", ").join(said)


def seats_to_move(facts: Mapping[str, Fact]) -> list[int]:
    """The seats that may act, from the fact `to_move`; [] if it is "". Raises KeyError if `facts`
    has no `to_move`.

    >>> seats_to_move({"to_move": "2 3"})
    [2, 3]
    """
    return [int(seat) for seat in str(facts["to_move"]).split()]


@lru_cache(maxsize=16)
def _runs_of(tokens: tuple[str, ...]) -> re.Pattern[str]:
    """What finds one of these tokens, or several with single spaces between them, but none of a
    single character or that begins with anything but a Latin letter. Nothing if all are such.
    """
    # Of two tokens of which one begins with the other, the longer one is tried first.
    known = sorted(filter(re.compile("[A-Za-z].").match, tokens), reverse=True)
    one = "|".join(map(re.escape, known)) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{one})(?: (?:{one}))*(?!\w)", re.ASCII)
