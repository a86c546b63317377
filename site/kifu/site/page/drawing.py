"""Drawing: the cards and zones of a table as HTML, and the page's own words in it.

A page has some dozens of each: plain Python writes them in a fraction of what macros take. What
comes from a game is escaped here.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from markupsafe import Markup, escape

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.show.held import Held
from kifu.site.page.zones import heaps, melds
from kifu.site.page_texts import PAGE
from kifu.site.page_words import sentence
from kifu.site.shapes import drawn


class Drawing:
    """What a page draws of one still, in its language."""

    def __init__(self, layout: Layout, still: Held, language: str) -> None:
        self.faces = layout.faces
        self.lying = still.zones
        self.facts = still.facts
        self.language = language
        self._places = {zone.name: place for place, zone in enumerate(layout.zones)}

    def card(self, token: str, gone: bool = False) -> Markup:
        """A card; one that has `gone` is the ghost of itself."""
        return Markup(_card(token, self.faces.get(token), gone, self.language))

    def zone(self, zone: Zone) -> Markup:
        """A zone with its title and what lies there."""
        lying = self.lying[zone.name]
        cards = [each.card for each in lying if each.left is None]
        swept = " swept" if len(cards) < len(lying) else ""
        name, kind = escape(zone.name), escape(zone.kind)
        count = f'<b class="count">{len(cards)}</b>' if zone.kind == "pile" else ""
        return Markup(
            f'<div class="zone {kind}{swept}" data-zone="{name}"'
            f' data-cards="{escape(" ".join(cards))}" role="group"'
            f' aria-labelledby="title/{name}">\n'
            f'<span class="title" id="title/{name}"'
            f' data-words="zones/{self._places[zone.name]}/3">{self._say(zone.title)}</span>\n'
            f'<span class="cards">{self._cards(zone, cards)}</span>{count}</div>'
        )

    def _cards(self, zone: Zone, cards: list[str]) -> str:
        faces, lying = self.faces, self.lying[zone.name]
        if zone.kind == "pile":
            return "".join(
                f"{self.card(token)}<small>{size}</small>" if size else self.card(token)
                for token, size in heaps(cards, faces)
            )
        if zone.kind == "melds":
            groups = "".join(
                f'<span class="meld"><small>{number}</small>{"".join(map(self.card, group))}</span>'
                for number, group in enumerate(melds(cards, self.facts[zone.name]), 1)
            )
            gone = "".join(self.card(each.card, True) for each in lying if each.left is not None)
            return f'{groups}<span class="meld gone">{gone}</span>' if gone else groups
        return "".join(self.card(each.card, each.left is not None) for each in lying)

    def _say(self, words: Words) -> Markup:
        return escape(words.said(self.language))


def translator(ui: Mapping[str, str], asked: set[str]) -> Callable[..., Markup]:
    """What writes the page's own words so that its script can say them in another language. The
    keys of those that were `asked` for are noted.

    >>> translator({"n_of": "{n} <of>"}, set())("n_of", n=3)
    Markup('<span data-t="n_of" data-n="3">3 &lt;of&gt;</span>')
    """

    def t(key: str, **values: object) -> Markup:
        asked.add(key)
        return Markup(
            f'<span data-t="{escape(key)}"{_data(values)}>{escape(_filled(ui[key], values))}</span>'
        )

    return t


def teller(ui: Mapping[str, str], seats: list[str], asked: set[str]) -> Callable[..., Markup]:
    """The same for words about seats, whose names are `{who}`.

    >>> tell = teller({"won": "{who} won by {n}", "and": " & "}, ["Aki", "Ben"], set())
    >>> print(tell("won", [2], n=3))
    <span data-say="won" data-who="2" data-n="3"><bdi>Ben</bdi> won by 3</span>
    """

    def said(key: str, who: list[int], **values: object) -> Markup:
        asked.add(key)
        names = ui["and"].join(f"{{{seat}}}" for seat in who)
        words = sentence(_filled(ui[key], values).replace("{who}", names), seats)
        numbers = " ".join(map(str, who))
        return Markup(
            f'<span data-say="{escape(key)}" data-who="{numbers}"{_data(values)}>{words}</span>'
        )

    return said


def _filled(text: str, values: Mapping[str, object]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def _data(values: Mapping[str, object]) -> str:
    return "".join(f' data-{name}="{escape(value)}"' for name, value in values.items())


# Matches of a game have the same cards.
@lru_cache(maxsize=1 << 12)
def _card(token: str, face: Face | None, gone: bool, language: str) -> str:
    ghost, named = (" ghost", "left") if gone else ("", "card")
    if face is None:
        label = escape(PAGE["face_down"].said(language))
        return (
            f'<span class="card c0 back{ghost}" data-{named}="_" role="img" aria-label="{label}">'
            "</span>"
        )
    label = escape(face.name.said(language))
    back = " back" if face.back else ""
    return (
        f'<span class="card c{face.colour}{back}{ghost}" data-{named}="{escape(token)}" role="img"'
        f' aria-label="{label}">{_shape(face.pip) if face.back else _front(face)}</span>'
    )


def _front(face: Face) -> str:
    """Its text, then as many pips as it has, then its badge; the first pip is beside the text."""
    long = ' class="long"' if len(face.text) > 2 else ""
    pips = f"<i>{_shape(face.pip) * face.pips}</i>" if face.pips else ""
    badge = f"<u>{_shape(face.badge)}</u>" if face.badge else ""
    return f"{_shape(face.pip)}<b{long}>{escape(face.text)}</b>{pips}{badge}"


def _shape(name: str) -> str:
    return f'<svg><use href="#pip-{drawn(name)}"/></svg>' if name else ""
