"""What a seat sees as an array of small numbers, and the moves of a game as numbers.

An array is made of *cells*, whole numbers of 16 bits: the seat, the facts in the order of their
names, how many cards lie in each zone, and for every card of the deck where it lies, as far as the
seat sees that. It says as much as the seat's view (see `State.view`), no more and no less. Seats
count from the one that looks: 1 is the seat itself, 2 the next one.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final, NamedTuple

from kifu.notation.errors import KifuError
from kifu.notation.native import i16, i64, vec
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.coded import as_coded, demand_seat
from kifu.replay.game import Game, Layout, State
from kifu.replay.table import UNKNOWN, Fact, Table

#: In the cell of a number that there is not.
ABSENT: Final = -(1 << 15)
_NUMBER: Final = re.compile(r"-?[0-9]+")


class Row(NamedTuple):
    """Some cells of an array: `cells` of them, from index `at` on, with `what` they say, and what
    their `values` mean (Markdown).
    """

    at: int
    cells: int
    what: str
    values: str


class _FactCells(NamedTuple):
    """Where a fact is written for one viewer: in `cells` cells from index `at` on. `texts` are the
    texts that it may have, written as their index; empty if it is written as numbers.
    """

    fact: str
    at: int
    cells: int
    texts: list[str]


class _ZoneCells(NamedTuple):
    """How the cards of a zone are written for one viewer: the number of its kind (from 1), its
    owner counted from the viewer (0: nobody), and the index `at` of the cell for how many cards it
    has. `fact` names the fact that groups its cards: the sizes of its melds (`has_melds`), or a
    list of some of its cards; "" if there is none.
    """

    number: int
    owner: int
    at: int
    zone: str
    fact: str
    has_melds: bool


class Observation:
    """Turns what a seat sees into an array of `size` whole numbers, for matches of this game with
    these options and number of seats; `rows` explain the cells.

    `moves[k]` is the token of move number k, or "" if there is none; number 0 is to pass. Moves
    that are several cards, chosen together (see `Offers.combination`), have no number: each of
    their cards has one.

    >>> from kifu.replay.players.new_match import new_match
    >>> match = new_match("nimmt", seats=2, seed="doc")
    >>> sight = Observation(match.game, match.game.read_options({}), 2)
    >>> cells = list(sight.of(match.state, 2))
    >>> sight.size, cells[:8], sight.rows[1]
    (336, [2, 10, 10, 80, 0, 0, 1, 66], Row(at=1, cells=2, what='`cards/k`', values='number'))
    """

    def __init__(self, game: Game, options: Any, seats: int) -> None:
        options = game.settle(options, seats)
        layout = game.layout(options, seats)
        chance = Chance(derived_seed("observation"))
        state = game.start(options, seats, chance)
        table = state.view(1)
        self.seats = seats
        self.rows = [Row(0, 1, "the seat that looks", "1 to the number of seats")]
        self.size = 1
        self._backs = sorted(layout.backs)
        #: The number of cells for a card.
        self._wide = 3
        self._first: dict[str, int] = {}
        self._copies: dict[str, int] = {}
        #: By the seat that looks (place 0 is unused), in the order in which they are written.
        self._facts: list[list[_FactCells]] = [[] for _ in range(seats + 1)]
        self._zones: list[list[_ZoneCells]] = [[] for _ in range(seats + 1)]
        self._read_facts(table, layout)
        self._read_zones(layout)
        self._read_cards(chance, layout)
        coded = as_coded(state)
        plain = ["", *layout.faces, *game.offers.tokens(options, seats)]
        tokens = dict.fromkeys(token for token in plain if token not in layout.backs)
        self.moves = list(tokens if coded is None else coded.lexicon.tokens)
        self._blank = vec[i16]([0] * self.size)
        self._codes = {token: code for code, token in enumerate(self.moves) if token or not code}

    def of(self, state: State, seat: int) -> vec[i16]:
        """The cells of what `seat` sees in `state`: a new array of `size` whole numbers, of which
        `list` and `numpy.array(…, numpy.int16)` make theirs; where kifu is not compiled, a list.
        `state` is not changed, and must be of a match with this game, these options and so many
        seats. That is not checked: for another, the cells may be wrong without an error.

        Raises WrongActor for a seat that does not exist. Raises ValueError if the cells can't hold
        what it sees: an unknown card or text, or a number beyond 16 bits (where kifu is not
        compiled, such a number is just written).
        """
        demand_seat(seat, self.seats)
        cells = self._blank[:]
        coded = as_coded(state)
        if coded is not None and coded.seen_cells(seat, cells):
            return cells
        return self.of_view(state.view(seat), seat)

    def of_view(self, view: Table, seat: int) -> vec[i16]:
        """The cells that `of` gives, from what `seat` sees: `state.view(seat)`, or a bot's
        `turn.view`. As there, it is not checked that it is of a match with so many seats. Raises as
        `of` does.
        """
        demand_seat(seat, self.seats)
        cells = self._blank[:]
        self._write(cells, view, seat)
        return cells

    def mask(self, state: State, seat: int, may_pass: bool) -> bytearray:
        """A new array with a byte for each number of a move (see `moves`): 1 if `seat` may wish for
        it, as far as it can know, else 0. Number 0, to pass, is 1 if `may_pass`.

        In a state that is a `Coded`, it is not checked that the seat exists. For any other state, a
        legal move has 1; KifuError is raised for a legal move without a number, such as one of
        several cards chosen together, and WrongActor for a seat that does not exist.
        """
        mask = bytearray(len(self.moves))
        mask[0] = may_pass
        coded = as_coded(state)
        if coded is None:
            for token in state.legal_moves(seat):
                mask[self.number(token)] = 1
        else:
            for code in coded.wish_codes(seat):
                mask[code] = 1
        return mask

    def number(self, token: str) -> int:
        """The number of a move (0 for ""). Raises KifuError for a text that has none: no move of
        this game, several cards chosen together, or a move that its `offers.tokens` lacks.
        """
        if token not in self._codes:
            raise KifuError(f"the move {token!r} has no number: offers.tokens of its game lacks it")
        return self._codes[token]

    # What the cells are

    def _row(self, cells: int, what: str, values: str) -> int:
        """Add a row of so many cells at the end of `rows`, with `what` they say and what their
        `values` mean; `size` grows by them. Returns the index of its first cell.
        """
        at = self.size
        self.rows.append(Row(at, cells, what, values))
        self.size += cells
        return at

    def _read_facts(self, table: Table, layout: Layout) -> None:
        """Add a row for each fact of `table`, in the order of their names, and add to `_facts`
        where each viewer has it. A fact of each seat (`cards/2`) has one row for all seats, with as
        many cells for each; the viewer's own come first, then those of the next seat. Facts that
        only group the cards of a zone get no row. `table` must have every fact that is ever to be
        written; its values serve as examples.
        """
        melds = [zone.name for zone in layout.zones if zone.kind == "melds"]
        first: dict[str, int] = {}
        for fact, value in sorted(table.facts.items()):
            found = _SEAT.search(fact)
            plain, owner = (fact[: found.start() - 1], int(found[0])) if found else (fact, 0)
            if fact in melds or isinstance(layout.codes.get(plain), str):
                continue
            texts, cells, values = self._values(plain, value, layout)
            name = f"`{_SEAT.sub('k', fact)}`"
            if name not in first:
                first[name] = self._row(cells * (self.seats if owner else 1), name, values)
            for seat in range(1, self.seats + 1):
                ahead = (owner - seat) % self.seats if owner else 0
                self._facts[seat].append(
                    _FactCells(fact, first[name] + cells * ahead, cells, texts)
                )

    def _values(self, fact: str, value: Fact, layout: Layout) -> tuple[list[str], int, str]:
        """What a fact may be: the texts that it may have (an empty list if it is numbers), how many
        cells it takes, and what the cells say, for people. `fact` is its name without a seat,
        `value` an example.
        """
        if fact == "to_move":
            return [], self.seats, "1 if the seat may act, else 0"
        coded = layout.codes.get(fact, 1)
        texts = list(layout.phases) if fact == "phase" else []
        if isinstance(coded, tuple):
            texts = list(coded)
        elif fact in layout.values and isinstance(value, str):
            texts = ["-", *layout.values[fact]]
        if texts:
            return texts, 1, ", ".join(f"{code} `{text}`" for code, text in enumerate(texts))
        assert isinstance(coded, int)
        return [], coded, "number"

    def _read_zones(self, layout: Layout) -> None:
        """Add rows for how many cards are in each zone, those of all seats in one row, and add to
        `_zones` how each viewer has the zones, in the order in which they are written. `_wide`, the
        number of cells for a card, becomes 4 if any zone's cards are grouped, else it stays 3.
        """
        marks = {zone: fact for fact, zone in layout.codes.items() if isinstance(zone, str)}
        first: dict[str, tuple[int, int]] = {}
        for zone in layout.zones:
            name = _SEAT.sub("k", zone.name) if zone.seat else zone.name
            if name not in first:
                number, owners = len(first) + 1, self.seats if zone.seat else 1
                first[name] = number, self._row(owners, f"cards in {number} `{name}`", "number")
            number, at = first[name]
            has_melds, mark = zone.kind == "melds", marks.get(_SEAT.sub("", zone.name))
            fact = zone.name if has_melds else f"{mark}/{zone.seat}" if mark else ""
            if fact:
                self._wide = 4
            for seat in range(1, self.seats + 1):
                ahead = (zone.seat - seat) % self.seats if zone.seat else 0
                owner = ahead + 1 if zone.seat else 0
                self._zones[seat].append(
                    _ZoneCells(number, owner, at + ahead, zone.name, fact, has_melds)
                )
        for zones in self._zones:
            zones.sort()

    def _read_cards(self, chance: Chance, layout: Layout) -> None:
        """Add a row for each card of the deck and, if there are backs that can be told apart, one
        for the cards that show them. A face has as many rows as copies: as the deck has that
        `chance` was asked for (the most, if it was asked for several), at least one. Sets `_copies`
        (token -> number of its rows), `_first` (token -> its first cell) and `_hidden` (the first
        cell of the backs; without backs, `size`). `_wide` must be right already (see
        `_read_zones`).
        """
        copies: Counter[str] = Counter()
        for asked, _need in chance.asked.values():
            if layout.faces.keys() >= set(asked):
                copies |= Counter(asked)
        group = ", group (of a meld; 1 if listed)" if self._wide > 3 else ""
        cells = f"zone (0: not seen), whose, place{group}"
        for token in layout.faces:
            if token not in layout.backs:
                self._copies[token] = copies[token] or 1
                self._first[token] = self.size
                for _ in range(self._copies[token]):
                    self._row(self._wide, f"card `{token}`", cells)
        self._hidden = self.size
        if self._backs:
            deck = sum(self._copies.values())
            backs = ", ".join(f"{code} `{back}`" for code, back in enumerate(self._backs, 1))
            self._row(4 * deck, "cards that show their back", f"zone, whose, place, back: {backs}")

    # Writing

    def _write(self, cells: vec[i16], table: Table, seat: int) -> None:
        """Write a table as `seat` sees it into `cells`, which must be all zeros. The cells of a
        card whose face it does not see stay 0. A card that shows its back is written among the
        backs. Copies of a card are filled in the order of zones. A fact that the table lacks is
        written as "" (see `_write_fact`), a zone that it lacks as empty; facts and zones that have
        no cells are left out.

        Raises ValueError if a card is in more places than the deck has copies, for a token that is
        neither a face nor a back, and as `_write_fact` does; `cells` may then be partly written.
        """
        cells[0] = seat
        for fact in self._facts[seat]:
            self._write_fact(cells, fact, table.facts.get(fact.fact, ""), seat)
        used: dict[str, int] = {}
        hidden: i64 = self._hidden
        for zone in self._zones[seat]:
            cards = table.zones.get(zone.zone, [])
            cells[zone.at] = len(cards)
            groups = _groups(zone, cards, str(table.facts.get(zone.fact, "")).split())
            for place, token in enumerate(cards, 1):
                if token == UNKNOWN:
                    continue
                if token in self._copies:
                    copy = used.get(token, 0)
                    used[token] = copy + 1
                    if copy == self._copies[token]:
                        raise ValueError(f"{token} lies in more places than the deck has copies")
                    at: i64 = self._first[token] + self._wide * copy
                    if self._wide > 3:
                        cells[at + 3] = groups[place - 1]
                else:
                    at = hidden
                    hidden += 4
                    cells[at + 3] = self._backs.index(token) + 1
                cells[at], cells[at + 1], cells[at + 2] = zone.number, zone.owner, place

    def _write_fact(self, cells: vec[i16], fact: _FactCells, value: Fact, seat: int) -> None:
        """Write the `value` of a fact into its cells, which must be zeros. An int goes into the
        first cell as it is; the others stay 0. `to_move` is a 1 for each seat that may act, one of
        the fact's `texts` is its index (from 0), and another text is the numbers in it, with ABSENT
        in each cell that is left (in all for "").

        Raises ValueError for a text that is not one of the fact's `texts` (also for ""), for more
        numbers than cells, and, where kifu is compiled, for a number beyond 16 bits.
        """
        if isinstance(value, int):
            cells[fact.at] = value
        elif fact.fact == "to_move":
            for word in value.split():
                cells[fact.at + (int(word) - seat) % self.seats] = 1
        elif fact.texts:
            cells[fact.at] = fact.texts.index(value)
        else:
            numbers = _NUMBER.findall(value)
            if len(numbers) > fact.cells:
                raise ValueError(f"{fact.fact} is {value!r}, more than {fact.cells} numbers")
            for place in range(fact.cells):
                known = place < len(numbers)
                cells[fact.at + place] = int(numbers[place]) if known else ABSENT


def _groups(zone: _ZoneCells, cards: list[str], listed: list[str]) -> list[int]:
    """The group of each card of a zone, in the order of `cards`. In a zone with melds, `listed` are
    the sizes of the melds, and the group is the number (from 1) of the card's meld; the sizes must
    add up to the number of cards (that is not checked). In any other zone it is 1 for a card in
    `listed`, else 0; each card found is removed from `listed`. [] without cards.
    """
    if zone.has_melds:
        return [number for number, size in enumerate(listed, 1) for _ in range(int(size))]
    groups = []
    for token in cards:
        groups.append(int(token in listed))
        if token in listed:
            listed.remove(token)
    return groups


#: The seat in the name of a fact or zone: 2 in `hand/2L`.
_SEAT: Final = re.compile(r"(?<=/)[0-9]+(?=[LR]?\Z)")
