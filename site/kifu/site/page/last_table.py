"""The last table: what the table holds after the last move in words, for readers without script.

The script makes the table that its readers use from the data (static/frame.js).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup, escape

from kifu.notation.words import Words
from kifu.replay.game import Face, Layout, Zone
from kifu.replay.show.resting_table import NOTHING, Lying, RestingTable
from kifu.replay.table import Fact
from kifu.site.content.sentences import card_name, card_names, with_card_names
from kifu.site.look.zones import heaps, lies_down, melds
from kifu.site.texts import PAGE


class LastTable:
    """A still of a table as one page writes it in its language; `states` say of some seats what
    they may do now.
    """

    def __init__(
        self,
        layout: Layout,
        still: RestingTable,
        seats: list[str],
        states: dict[int, str],
        language: str,
    ) -> None:
        self.layout = layout
        self.still = still
        self.seats = seats
        self.states = states
        self.language = language
        self._names = card_names(layout.faces, language)

    def written(self) -> Markup:
        """The whole table as HTML: its facts, the zones in the middle, then each seat."""
        facts = self._facts(self.layout.table_facts, "")
        phase = self.layout.phases.get(str(self.still.facts["phase"]))
        said = [*facts, str(self._say(phase))] if phase else facts
        seats = "".join(self._seat(seat) for seat in range(1, len(self.seats) + 1))
        return Markup(f"<p>{' · '.join(said)}{self._zones(0)}{seats}")

    def card(self, token: str) -> Markup:
        """The name of the card `token`, in an HTML element from which the script can read the
        token.
        """
        return Markup(f"<b data-card={_quoted(token)}>{self._name(token)}</b>")

    def _seat(self, seat: int) -> str:
        name = escape(self.seats[seat - 1])
        state = self.states.get(seat, "")
        said = f" <small>{escape(PAGE[state].text(self.language))}</small>" if state else ""
        facts = " · ".join(self._facts(self.layout.seat_facts, f"/{seat}"))
        return (
            f"<section data-seat={seat}><h2><span class=badge>{seat}</span> <bdi>{name}</bdi>"
            f"{said}</h2><p>{facts}{self._zones(seat)}</section>"
        )

    def _facts(self, named: Mapping[str, Words], of: str) -> list[str]:
        """The facts of a seat, or of the table, as HTML texts with their titles (`named`, by the
        fact's name). `of` is what follows the name of a fact: "/2" for seat 2, "" for the table.
        Empty facts and dashes are left out.
        """
        said = []
        for name, words in named.items():
            fact = self.still.facts[f"{name}{of}"]
            if fact not in NOTHING:
                said.append(f"{self._say(words)} <b>{self._value(name, fact)}</b>")
        return said

    def _value(self, name: str, fact: Fact) -> Markup:
        words = self.layout.fact_words(name, fact).text(self.language)
        return escape(with_card_names(words, self._names, self.language))

    def _zones(self, seat: int) -> str:
        """The zones of `seat` (0: those in the middle of the table) as HTML, without empty ones."""
        lines = [
            f"<dt>{self._say(zone.title)}<dd>{cards}"
            for zone in self.layout.zones
            if zone.seat == seat and (cards := self._cards(zone))
        ]
        return f"<dl>{''.join(lines)}</dl>" if lines else ""

    def _cards(self, zone: Zone) -> str:
        lying = self.still.zones[zone.name]
        if zone.kind == "pile":
            return self._pile([each.card for each in lying])
        if zone.kind != "melds":
            return " ".join(self._row(lying))
        cards = [each.card for each in lying if each.left is None]
        groups = melds(cards, self.still.facts[zone.name])
        gone = [each for each in lying if each.left is not None]
        rows = [[Lying(card) for card in group] for group in groups]
        return " · ".join(" ".join(self._row(row)) for row in [*rows, gone] if row)

    def _pile(self, cards: list[str]) -> str:
        """A pile as HTML: its face-up cards and its number of cards; "" if it is empty."""
        if not cards:
            return ""
        faces = self.layout.faces
        tops = [token for token, _ in heaps(cards, faces) if not lies_down(token, faces)]
        text = PAGE["card_1" if len(cards) == 1 else "cards_n"]
        count = escape(text.text(self.language, n=len(cards)))
        return " ".join([*(self._chip(token) for token in tops), str(count)])

    def _row(self, lying: list[Lying]) -> Iterator[str]:
        """Cards side by side, as pieces of HTML: cards that have just left are struck out; equal
        cards face down are named once, with their number if there are several.
        """
        for (token, gone), run in groupby(lying, lambda each: (each.card, each.left is not None)):
            count = sum(1 for _ in run)
            if lies_down(token, self.layout.faces):
                chips = f"<i>{self._name(token)}</i>" + (f" ×{count}" if count > 1 else "")
            else:
                chips = " ".join([self._chip(token)] * count)
            yield f"<s>{chips}</s>" if gone else chips

    def _chip(self, token: str) -> str:
        return _chip(token, self.layout.faces[token], self.language)

    def _name(self, token: str) -> Markup:
        face = self.layout.faces.get(token)
        if face is None:
            return escape(PAGE["face_down"].text(self.language))
        return escape(card_name(face, self.language))

    def _say(self, words: Words) -> Markup:
        return escape(words.text(self.language))


# Matches of a game have the same cards.
@lru_cache(maxsize=1 << 12)
def _chip(token: str, face: Face, language: str) -> str:
    colour = f" class=c{face.colour}" if face.colour else ""
    return f"<b{colour}>{escape(card_name(face, language))}</b>"


def _quoted(token: str) -> str:
    return token if token.isalnum() else f'"{escape(token)}"'
