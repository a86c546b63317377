"""The match in words: its last table and its moves, for readers without script.

The script makes the table and the list that its readers use from the data (static/table.ts,
static/story.ts). A sentence still has `{1}`, `{2}`, ... for the names of seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from kifu.notation.record import Note
from kifu.notation.words import Words
from kifu.replay.game import Face
from kifu.replay.table import PUBLIC
from kifu.replay.timeline import Branch, Moment, Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.judgements import ShownAnalysis, verdict
from kifu.site.content.late import blind_zones, known_at
from kifu.site.content.notes import Data, note_data
from kifu.site.content.sentences import (
    card_names,
    cards_in_words,
    facts_in_words,
    resting_after,
    seats_to_move,
    with_card_names,
)
from kifu.site.texts import PAGE, mark_words


class PlaceInWords(Struct, frozen=True):
    """What a seat has, or the middle of the table (seat 0, name ""), in words. `state` is the key
    of what the seat may do now: "to_move", "may_act" (it may step in, which only the viewer's own
    table shows), or "" for nothing. `facts` are (title, value), `zones` (title, cards as text).
    `phase` is "" for seats.
    """

    seat: int
    name: str
    state: str
    facts: list[tuple[str, str]]
    phase: str
    zones: list[tuple[str, str]]


class InWords:
    """The words of a match for one page, in its language; any but "ja" is English. `found` is the
    analysis that the page shows (None: none). `timeline` must be as `visible_timeline` gives it:
    its notes and variations are said as they are. Moves, verdicts and the last table respect the
    audience; `timeline` itself still holds what is hidden from it, and must not be written into a
    page.
    """

    def __init__(
        self,
        timeline: Timeline,
        audience: Audience,
        language: str,
        found: ShownAnalysis | None = None,
    ) -> None:
        """The words about `timeline` in `language`, as far as `audience` may know them. `timeline`
        must be as `visible_timeline` gives it for `audience`. `found` is the analysis from which
        the verdicts on moves are made; None: there are no verdicts.
        """
        self.timeline = timeline
        self.audience = audience
        self.language = language
        self.found = found
        self._with_card_names = _namer(tuple(timeline.layout.faces.items()), language)

    def sentence(self, words: Words) -> str:
        """A sentence of the match in the page's language. Tokens of cards become the cards' names;
        other words stay, and so do tokens of a single character and numbers. `{1}`, `{2}`, ... stay
        in the place of players' names.
        """
        return self._with_card_names(words.text(self.language))

    def card(self, token: str) -> str:
        """The name of the card `token`; if the game has no such card (as for `_`), the words for a
        face-down card.
        """
        return cards_in_words([token], self.timeline.layout, self.language)

    def moves(
        self, moments: list[Moment], is_main: bool = False
    ) -> Iterator[tuple[Moment, str, str]]:
        """Yield each moment of a line as (moment, sentence, verdict). `moments` must begin at the
        start of the match, also for a variation. If the viewer of a redacted page never gets to
        know a move, its sentence does not say it, but the moment itself still does. In sentence and
        verdict, cards have their names, and players are still `{1}`, `{2}`, ...

        The verdict (see `judgements.verdict`) is "" for a move without a mark, and for all moves
        unless the line is the main line (`is_main`).
        """
        never = self._never_known(moments)
        for ply, moment in enumerate(moments, 1):
            judged = verdict(self.found, ply, self.language) if is_main else ""
            yield moment, self._said(moment, ply in never), self._with_card_names(judged)

    def mark(self, mark: str) -> str:
        """The words for a mark before a move: "Round 2" for `#2`, "Turn 11" for `11.`. A game may
        have its own words for round and turn. Nothing is refused: a text without `#` in front
        counts as a turn.
        """
        return mark_words(mark, self.timeline.layout, self.language)

    def notes(self, notes: Sequence[Note]) -> list[Data]:
        """What the page shows of notes (see `note_data`), in their order; notes of which it shows
        nothing are left out. [] if it shows none.
        """
        return [data for note in notes if (data := note_data(note))]

    def kind(self, branch: Branch) -> str:
        """The key of what a variation is called: "variation_on" if it continues after its ply,
        "variation_hindsight" if its notes have the command `hindsight` (the player could not know
        the others' moves that it takes as given), else "variation".
        """
        late = any("hindsight" in data for data in self.notes(branch.notes))
        return "variation_on" if branch.on else "variation_hindsight" if late else "variation"

    def _said(self, moment: Moment, hidden: bool) -> str:
        """The sentence of a move. If `hidden`, one that does not say which move it was: the game's
        own (the moment's veil) or a general one.
        """
        if hidden and moment.veil:
            return self.sentence(moment.veil_words)
        if hidden:
            words = PAGE["hidden_move"].text(self.language)
            return self._with_card_names(words.replace("{1}", f"{{{moment.seat}}}"))
        return self.sentence(moment.words)

    def _never_known(self, moments: list[Moment]) -> set[int]:
        """The numbers (from 1) of the moments whose moves the viewer of a redacted page never gets
        to know; none on other pages.
        """
        if not self.audience.redacted:
            return set()
        known = known_at(moments, self.audience.opens, blind_zones(self.timeline.layout))
        return {ply for ply, when in enumerate(known, 1) if when is None}

    def last_table(self) -> list[PlaceInWords]:
        """The table after the last ply as the viewer with whom the page opens sees it: its middle
        (seat 0), then each seat in order, also those that have nothing. Without moves, it is the
        table at the start. Empty zones, and facts without a value, are left out. Only the middle
        has the phase.

        If the last ply cleared the table for a new round, this is the table before it was cleared,
        and the phase is "". Cards that left in the last ply are not in it; but if a step took open
        cards from a seat, the facts of that seat that the same step empties keep their values (see
        `RestingTable.fold`).
        """
        line, last = self.timeline, len(self.timeline.moments)
        still = resting_after(line, last, self.audience.opens).table()
        acting = seats_to_move(still.facts)
        on_turn = seats_to_move(resting_after(line, last, PUBLIC).facts)
        phase = line.layout.phases.get(str(still.facts["phase"]))
        places = []
        for seat, name in enumerate(["", *line.record.seats]):
            facts = [
                (title.text(self.language), self.sentence(value))
                for title, value in facts_in_words(line.layout, still.facts, seat)
            ]
            zones = [
                (zone.title.text(self.language), cards_in_words(cards, line.layout, self.language))
                for zone in line.layout.zones
                if zone.seat == seat and (cards := still.zones[zone.name])
            ]
            places.append(
                PlaceInWords(
                    seat=seat,
                    name=name,
                    state="" if seat not in acting else "to_move" if seat in on_turn else "may_act",
                    facts=facts,
                    phase=phase.text(self.language) if phase and not seat else "",
                    zones=zones,
                )
            )
        return places


@lru_cache(maxsize=16)
def _namer(faces: tuple[tuple[str, Face], ...], language: str) -> Callable[[str], str]:
    """A function that replaces cards' tokens in a sentence by their names in the language (see
    `with_card_names`). `faces` are pairs of a token and its face. The function is shared by all
    callers and remembers sentences, because they recur. If no card needs a name, it returns the
    sentence as it is.
    """
    names = card_names(dict(faces), language)
    if not names:
        return str
    return lru_cache(maxsize=1 << 14)(lambda text: with_card_names(text, names, language))
