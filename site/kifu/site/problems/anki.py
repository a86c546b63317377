"""An Anki package of problems, by genanki (the extra `anki`).

A card has the table as its seat saw it and the options on the front; on the back what each option
is worth, and what makes the mistake tempting. Its identity is that of the problem: a set that is
made again gives the same cards.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory

from markupsafe import Markup, escape
from msgspec import Struct

from kifu.notation.errors import UsageError, install_extra
from kifu.replay.analysis.judgement import Option
from kifu.replay.analysis.numbers import shown_error
from kifu.replay.analysis.option_words import option_words
from kifu.replay.elements.mistakes import Marks
from kifu.replay.timeline import timeline
from kifu.site.page.judgements import percent, signed
from kifu.site.page_texts import PAGE
from kifu.site.page_words import sentence
from kifu.site.picture.moment import picture
from kifu.site.problems.problem import Problem
from kifu.site.problems.temptation import temptations

#: The number by which Anki knows the form of these cards, and the least of those of a deck.
MODEL, LEAST_DECK = 1_893_401_731, 1 << 30
#: The moment, in seconds, from which the numbers of notes count: they are moments to Anki.
ORIGIN, SPAN = 1_500_000_000, 100_000_000
_FIELDS = ("Table", "Question", "Options", "Answer", "Values", "Why", "Id")
_FRONT = "{{Table}}<p>{{Question}}</p>{{Options}}"
_BACK = "{{FrontSide}}<hr id=answer>{{Answer}}{{Values}}{{Why}}"
_STYLE = """\
.card { font-family: sans-serif; text-align: center; }
img { max-width: 100%; }
ul { display: inline-block; text-align: start; }
table { margin: auto; } td, th { padding: .1em .6em; text-align: end; } th { text-align: start; }
"""


class Flashcard(Struct, frozen=True):
    """A problem as the fields of a note, in HTML, and its picture: a file's name, and SVG."""

    fields: list[str]
    id: str
    image: str
    svg: str


def require_anki() -> None:
    """Raise UsageError, which says what to install, unless Anki packages can be made."""
    if find_spec("genanki") is None:
        raise UsageError(f"--anki needs the package genanki: {install_extra('anki')}")


def flashcard(problem: Problem, language: str) -> Flashcard:
    """A problem as a card of Anki in a language. No text from a record can be markup in it, or one
    of Anki's own commands in brackets and braces.
    """
    judgement, match = problem.judgement, problem.match
    assert match.game is not None
    seats = problem.record.seats
    state = match.position(judgement.ply - 1)
    words = option_words(match.game, state, judgement)

    def said(text: str) -> Markup:
        return _inert(sentence(text, seats))

    named = [said(each.text(language)) for each in words]
    rows = [
        Markup("<tr><th>{}{}</th><td>{}</td><td>{}</td></tr>").format(
            name, " ●" if option.move == judgement.move else "",
            *_values(option, match.game.analysis.marks),
        )
        for name, option in zip(named, judgement.options, strict=True)
    ]  # fmt: skip
    head = [_inert(escape(PAGE[key].text(language))) for key in ("wins", "points_ahead")]
    values = Markup("<table><tr><th></th><th>{}</th><th>{}</th></tr>{}</table>").format(
        *head, Markup("").join(rows)
    )
    why = Markup("").join(
        Markup("<p>{}</p>").format(said(each.text(language))) for each in temptations(problem)
    )
    image = f"kifu-{problem.id}.svg"
    svg = picture(timeline(match), judgement.ply - 1, viewer=judgement.seat, language=language)
    question = PAGE["problem_ask"].text(language).replace("{1}", f"{{{judgement.seat}}}")
    options = Markup("<ul>{}</ul>").format(
        Markup("").join(Markup("<li>{}</li>").format(name) for name in sorted(named))
    )
    answer = Markup("<p><b>{}</b></p>").format(named[0])
    fields = [Markup('<img src="{}">').format(image), said(question), options, answer, values, why,
              Markup(problem.id)]  # fmt: skip
    return Flashcard([str(field) for field in fields], problem.id, image, svg)


def _values(option: Option, marks: Marks) -> tuple[str, str]:
    """An option's win share and its points, as text. The one of the two by which `marks` are given
    also has the standard error of its distance from the best option.
    """
    se = option.se if marks.by_points or option.se is None else 100 * option.se
    error = "" if se is None else f" ± {shown_error(se)}"
    share, points = percent(option.share), signed(option.points)
    return (f"{share} %", points + error) if marks.by_points else (f"{share}{error} %", points)


def package(cards: Sequence[Flashcard], title: str) -> bytes:
    """An Anki package of the cards, as bytes; `title` is the deck's.

    The same cards give the same bytes with the same versions of genanki, SQLite and zlib. Raises
    UsageError if genanki is not installed.
    """
    require_anki()
    genanki = import_module("genanki")
    digest = blake2b("".join(card.id for card in cards).encode(), digest_size=8).digest()
    number = int.from_bytes(digest)
    model = genanki.Model(
        MODEL,
        "kifu",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "kifu", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
    )
    deck = genanki.Deck(LEAST_DECK + number % LEAST_DECK, title)
    for card in cards:
        deck.add_note(genanki.Note(model=model, fields=card.fields, guid=card.id))
    with TemporaryDirectory(prefix="kifu-") as folder:
        made = genanki.Package(deck)
        # Given to the package itself, they would come in the order of a set.
        made.media_files = list(_written(cards, folder))
        file = os.path.join(folder, "package.apkg")
        made.write_to_file(file, timestamp=ORIGIN + number % SPAN)
        return _dateless(file)


def _inert(markup: Markup) -> Markup:
    """HTML whose brackets and braces are escaped, so that none is a command of Anki's such as
    `[sound:...]`.
    """
    text = str(markup)
    for sign in "[]{}":
        text = text.replace(sign, f"&#{ord(sign)};")
    return Markup(text)


def _written(cards: Sequence[Flashcard], folder: str) -> Iterator[str]:
    for card in cards:
        path = os.path.join(folder, card.image)
        with open(path, "w", encoding="utf-8") as file:
            file.write(card.svg)
        yield path


def _dateless(path: str) -> bytes:
    """The bytes of the zip file at `path`, packed again without the times at which its parts were
    written.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(path) as made, zipfile.ZipFile(packed, "w") as out:
        for name in made.namelist():
            part = zipfile.ZipInfo(name)
            part.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(part, made.read(name))
    return packed.getvalue()
