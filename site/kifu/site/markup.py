"""Markup: the HTML that Python writes: names in sentences, words that a script says again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from kifu.site.content.sentences import SEAT


def sentence(text: str, seats: Sequence[str]) -> Markup:
    """A sentence as HTML with the names of the seats filled in for `{1}`, `{2}`, ... `seats` are
    the names in seat order.

    Each name is escaped and put in `<bdi>`, so that its direction does not affect the text around
    it. The text of the sentence is escaped, too; other places, such as `{name}`, stay as they are.
    Raises IndexError for a number above that of the seats. `{0}` must not occur: it gives the last
    seat's name.

    >>> sentence("{1} takes row 2.", ["<b>"])
    Markup('<bdi>&lt;b&gt;</bdi> takes row 2.')
    """
    pieces = [*_pieces(text)]
    for place in range(1, len(pieces), 2):
        pieces[place] = _isolated(seats[int(pieces[place]) - 1])
    return Markup("".join(pieces))


def plain_sentence(text: str, seats: Sequence[str]) -> Markup:
    """A sentence as HTML with the names of the seats filled in for `{1}`, `{2}`, ... Like
    `sentence` (escaped, IndexError), but a name in ASCII gets no element of its own, since it has
    no other direction.

    >>> plain_sentence("{1} asks {2}.", ["Aki", "א"])
    Markup('Aki asks <bdi>א</bdi>.')
    """
    pieces = [*_pieces(text)]
    for place in range(1, len(pieces), 2):
        pieces[place] = _plain_name(seats[int(pieces[place]) - 1])
    return Markup("".join(pieces))


# Matches of a game say the same sentences again and again.
@lru_cache(maxsize=1 << 14)
def _pieces(text: str) -> list[str]:
    """A sentence as escaped HTML, split at its seats: text, number of a seat (as text), text, and
    so on. It begins and ends with a text, which may be "". The list is shared by all callers, who
    must copy it before they change it.
    """
    return SEAT.split(str(escape(text)))


@lru_cache(maxsize=1024)
def _plain_name(name: str) -> str:
    """A name as escaped HTML, in `<bdi>` unless it is all ASCII."""
    return str(escape(name)) if name.isascii() else _isolated(name)


@lru_cache(maxsize=1024)
def _isolated(name: str) -> str:
    """A name as escaped HTML in `<bdi>`."""
    return f"<bdi>{escape(name)}</bdi>"


def translator(ui: Mapping[str, str], asked: set[str]) -> Callable[..., Markup]:
    """A function `t(key, **values)` that returns the page's own text `ui[key]` as HTML: a `<span>`
    with the values filled in for `{name}`; a place without a value stays as it is. Text and values
    are escaped. The span has the key (as `data-t`) and the values (as `data-NAME`) as attributes,
    so that the script can say it again in another language. So the names of values must be fit for
    an attribute, in lower case, and none of them may be `t` or `key`; this is not checked.

    Each call of `t` adds its key to `asked`, which changes the caller's set. `t` raises KeyError
    for an unknown key, which is in `asked` then, too.

    >>> translator({"n_of": "{n} <of>"}, set())("n_of", n=3)
    Markup('<span data-t="n_of" data-n="3">3 &lt;of&gt;</span>')
    """

    def t(key: str, **values: object) -> Markup:
        """The text of `key` with its `values`, in a span; see `translator`."""
        asked.add(key)
        return Markup(
            f'<span data-t="{escape(key)}"{_data(values)}>{escape(_filled(ui[key], values))}</span>'
        )

    return t


def phrase_maker(ui: Mapping[str, str], seats: list[str], asked: set[str]) -> Callable[..., Markup]:
    """A function `said(key, who, **values)` that returns the page's own text `ui[key]` about seats
    as HTML: a `<span>` with the names of the seats `who` (numbers from 1) in place of `{who}`, and
    the values filled in for `{name}`. `seats` are the names in seat order; each is put in `<bdi>`.
    Several names are joined with `ui["and"]`; without seats, `{who}` becomes "". Text, names and
    values are escaped. The span has the key, the seats and the values as `data-` attributes, so
    that the script can say it again in another language. Values are filled in first: a `{who}` or
    `{1}` inside a value becomes a name, too.

    Each call of `said` adds its key to `asked` ("and" is not added), which changes the caller's
    set. `said` raises KeyError for an unknown key, and if `ui` has no "and", even for one seat; the
    key is in `asked` then, too. It raises IndexError for a number above that of the seats. Smaller
    numbers are not checked: 0 gives the last seat's name.

    >>> tell = phrase_maker({"won": "{who} won by {n}", "and": " & "}, ["Aki", "Ben"], set())
    >>> print(tell("won", [2], n=3))
    <span data-say="won" data-who="2" data-n="3"><bdi>Ben</bdi> won by 3</span>
    """

    def said(key: str, who: list[int], **values: object) -> Markup:
        """The text of `key` about the seats `who`, in a span; see `phrase_maker`."""
        asked.add(key)
        names = ui["and"].join(f"{{{seat}}}" for seat in who)
        words = sentence(_filled(ui[key], values).replace("{who}", names), seats)
        numbers = " ".join(map(str, who))
        return Markup(
            f'<span data-say="{escape(key)}" data-who="{numbers}"{_data(values)}>{words}</span>'
        )

    return said


def _filled(text: str, values: Mapping[str, object]) -> str:
    """A text with each value, as text, in place of `{its name}`; other places stay as they are.
    Values are filled in one after the other: a place inside a value is filled by a later one, too.
    """
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def _data(values: Mapping[str, object]) -> str:
    """The values as HTML attributes ` data-NAME="VALUE"`, each after a space; "" without values.
    The values are escaped, the names are not checked.
    """
    return "".join(f' data-{name}="{escape(value)}"' for name, value in values.items())


def undirected(text: str) -> str:
    r"""A text without the characters that set a direction: in a title, they would affect the text
    after it. These are the marks U+061C, U+200E and U+200F, the embeddings and overrides (U+202A to
    U+202E), and the isolates (U+2066 to U+2069).

    >>> undirected("a\u202eb")
    'ab'
    """
    return _DIRECTIONS.sub("", text)


_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
