"""The cards of deals that a record does not know and its moves prove, and the record with them.

Each card that was shown lay at some place of some deal until then (`showing`). A place is proved if
in every way of putting all shown cards at such places this card comes to this place, or to one of
those that are alike. Where all of a deck is dealt, the cards that are left belong to the places
that are left.
"""

from __future__ import annotations

import sys

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.diagnostics import Diagnostic, Findings, is_error
from kifu.notation.record import Note, Record, with_paths
from kifu.replay.chance import UNKNOWN, has_unknown, rolled, unrolled
from kifu.replay.hidden_cards.showing import ANYWHERE, Alike, Dealt, Showing
from kifu.replay.match import Match
from kifu.replay.replayer import replay

#: The checkpoints that change with what is known: by variation, ply and text.
_Checks = dict[tuple[str, int, str], str]


class Filled(Struct):
    """`match` with all that is proved; `counts` say how many cards of each event were filled in.
    `why_not` says why none was although the moves prove those that `counts` has ("": they were).
    """

    match: Match
    counts: dict[str, int] = {}
    why_not: str = ""

    def __str__(self) -> str:
        """A sentence about what was filled in, or why not; "" if there was nothing to do."""
        if not self.counts:
            return ""
        if self.why_not:
            return f"left out {cards_of(self.counts)}, which the moves prove: {self.why_not}"
        return filled_in(self.counts)


def filled(match: Match) -> Filled:
    """A match with the cards that the moves of `match` prove filled in. Checkpoints that were right
    are replaced by those of the positions with these cards. If a variation is not possible with
    these cards, the match stays as it is. `match` must be sound.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="59 10", end="*",
    ...     chance=[("deal/1", "_*20 12 55 3 88")])
    >>> found = filled(replay(record))
    >>> str(found), found.match.record.chance[0][1]
    ('filled in 2 cards of deal/1, which the moves prove', '59 _*9 10 _*9 12 55 3 88')
    """
    if not has_gaps(match.record):
        return Filled(match)
    chance = proved(match)
    counts = count_filled(match.record.chance, chance)
    if not counts:
        return Filled(match)
    record = replace(match.record, chance=chance)
    known = {(found.code, found.variation, found.ply, found.token) for found in match.findings}
    fresh = [
        found
        for found in _findings(record)
        if (found.code, found.variation, found.ply, found.token) not in known and is_error(found)
    ]
    checks: _Checks = {
        (found.variation, found.ply or 0, found.token[1:]): found.expected[0][1:]
        for found in fresh
        if found.code == "KF413" and found.token
    }
    record = replace(record, notes=_checked(record.notes, checks, ""))
    others = [found for found in fresh if found.code != "KF413"]
    if others:
        return Filled(match, counts, _where(others[0]))
    return Filled(replay(record), counts)


def _findings(record: Record) -> list[Diagnostic]:
    found = Findings(most=sys.maxsize)
    replay(record, findings=found)
    return found.listed()


def _where(finding: Diagnostic) -> str:
    place = f"variation {finding.variation}" if finding.variation else "the main line"
    return f"with them {place} is not possible: {finding.code} {finding.message}"


def _checked(notes: list[Note], checks: _Checks, variation: str) -> list[Note]:
    """`notes`, of the line with the path `variation` ("" for the main line) and of variations in
    it, with each checkpoint replaced that has another value in `checks`.
    """
    if not checks:
        return notes
    changed: list[Note] = []
    for note, path in with_paths(notes, variation):
        if note.check is not None:
            note = replace(note, check=checks.get((variation, note.at, note.check), note.check))
        elif note.line is not None:
            inner = _checked(note.line.notes, checks, path)
            note = replace(note, line=replace(note.line, notes=inner))
        changed.append(note)
    return changed


def has_gaps(record: Record) -> bool:
    """Whether a record has unknown cards that its moves might prove. False if it has a seed, or a
    commitment to one, since that determines all cards.
    """
    if record.seed is not None or record.commit is not None:
        return False
    return any(has_unknown(outcome) for _, outcome in record.chance)


def proved(match: Match) -> list[tuple[str, str]]:
    """The record's outcomes, as (label, cards), with the cards that its moves prove. Cards of
    places that are alike are in the order of the deck; what is written stays as it is.

    O(places that are not alike x plies).

    >>> from kifu.replay.replayer import replay
    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="59 10 98 60", end="*",
    ...     chance=[("deal/1", "_*20 12 55 3 88")])
    >>> proved(replay(record))
    [('deal/1', '59 98 _*8 10 60 _*8 12 55 3 88')]
    """
    record = match.record
    if match.game is None or match.state is None or not match.plies or not has_gaps(record):
        return record.chance
    outcomes, more = record.chance, True
    while more and any(has_unknown(outcome) for _, outcome in outcomes):
        showing = Showing(match, outcomes)
        more = _prove(showing)
        filled = {label: rolled(" ".join(event.cards)) for label, event in showing.events.items()}
        outcomes = [
            (label, filled.get(label, outcome) if has_unknown(outcome) else outcome)
            for label, outcome in outcomes
        ]
    return outcomes


def _prove(showing: Showing) -> bool:
    """Write the cards that the moves prove into the outcomes in `showing.events`. True if there
    were any; then another call may prove more.
    """
    unknown = sum(event.cards.count(UNKNOWN) for event in showing.events.values())
    classes = [
        alike
        for label, event in showing.events.items()
        if UNKNOWN in event.cards
        for alike in showing.alike(label)
    ]
    for at, cards in _assigned(showing, classes).items():
        _fill(showing.events[classes[at].label], classes[at].places, cards)
    for label, event in showing.events.items():
        _fill_with_the_rest(event, [each.places for each in classes if each.label == label])
    return unknown > sum(event.cards.count(UNKNOWN) for event in showing.events.values())


def count_filled(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> dict[str, int]:
    """How many cards are unknown in the outcomes `before` and known in `after`, by event label;
    labels without such cards are left out. Both are pairs of label and outcome, with the same
    labels.

    >>> count_filled([("deal/1", "_*3 5")], [("deal/1", "1 2 _ 5")])
    {'deal/1': 2}
    """
    counts = {
        label: unrolled(outcome).count(UNKNOWN) - unrolled(dict(after)[label]).count(UNKNOWN)
        for label, outcome in before
        if outcome != dict(after)[label]
    }
    return {label: count for label, count in counts.items() if count}


def filled_in(counts: dict[str, int]) -> str:
    """The sentence that says what was filled in, from the counts of `count_filled`.

    >>> filled_in({"deal/1": 20, "deal/2": 1})
    'filled in 20 cards of deal/1 and 1 card of deal/2, which the moves prove'
    """
    return f"filled in {cards_of(counts)}, which the moves prove"


def cards_of(counts: dict[str, int]) -> str:
    """Counts of cards (event label -> how many) in words: "20 cards of deal/1 and 1 card of
    deal/2".
    """
    return " and ".join(
        f"{count} {'card' if count == 1 else 'cards'} of {label}" for label, count in counts.items()
    )


def _fill(event: Dealt, places: list[int], cards: list[str]) -> None:
    """Put `cards`, sorted in the order of the deck, into the first of those `places` (indices) of
    the event's outcome that are unknown.
    """
    free = [place for place in places if event.cards[place] == UNKNOWN]
    for place, card in zip(free, sorted(cards, key=event.deck.index), strict=False):
        event.cards[place] = card
        event.left[card] -= 1


def _fill_with_the_rest(event: Dealt, classes: list[list[int]]) -> None:
    """If the event deals its whole deck: put the cards not known yet into its unknown places,
    unless it matters which card comes where. `classes` are groups of places (indices) that are
    alike.
    """
    rest = list((+event.left).elements())
    places = [place for place, card in enumerate(event.cards) if card == UNKNOWN]
    if not places or len(event.cards) != len(event.deck) or len(rest) != len(places):
        return
    if len(set(rest)) == 1 or any(set(places) <= set(alike) for alike in classes):
        _fill(event, places, rest)


def _assigned(showing: Showing, classes: list[Alike]) -> dict[int, list[str]]:
    """The shown cards that must have been among the places of a class, by the index of the class in
    `classes`; classes without such cards are left out.
    """
    choices: list[list[int]] = []
    cards: list[str] = []
    for ply, zone, card in showing.shown:
        possible = [
            at
            for at, alike in enumerate(classes)
            if showing.events[alike.label].ply <= ply
            and alike.zones.get(ply) in (zone, ANYWHERE)
            and showing.events[alike.label].left[card] > 0
        ]
        if possible:
            choices.append(possible)
            cards.append(card)
    found: dict[int, list[str]] = {}
    for item, at in _Matching(choices, [len(alike.places) for alike in classes]).forced():
        found.setdefault(at, []).append(cards[item])
    return found


class _Matching:
    """An assignment of items, each to one of its `choices`; `sizes` says how many items a choice
    takes.
    """

    def __init__(self, choices: list[list[int]], sizes: list[int]) -> None:
        self._choices = choices
        self._sizes = sizes
        self._inside: list[set[int]] = [set() for _ in sizes]
        self._whole = all(self._put(item, choices[item], set()) for item in range(len(choices)))

    def forced(self) -> list[tuple[int, int]]:
        """The pairs (item, choice) that belong to every complete assignment of items to choices; an
        empty list if no assignment is complete.
        """
        if not self._whole:
            return []
        places = [(item, at) for at, inside in enumerate(self._inside) for item in sorted(inside)]
        return sorted((item, at) for item, at in places if not self._can_leave(item, at))

    def _can_leave(self, item: int, at: int) -> bool:
        """Whether `item`, now assigned to the choice `at`, has another choice in some complete
        assignment. The present assignment is left as it is.
        """
        others = [other for other in self._choices[item] if other != at]
        self._inside[at].discard(item)
        kept = [inside.copy() for inside in self._inside]
        moved = self._put(item, others, set())
        if moved:
            self._inside = kept
        self._inside[at].add(item)
        return moved

    def _put(self, item: int, choices: list[int], tried: set[int]) -> bool:
        """Assign `item` to one of `choices`, moving other items if need be; choices that were
        looked at are added to `tried`, and not looked at again. False, with nothing changed, if
        that is impossible.
        """
        for at in choices:
            if at in tried:
                continue
            tried.add(at)
            inside = self._inside[at]
            if len(inside) < self._sizes[at]:
                inside.add(item)
                return True
            for other in sorted(inside):
                if self._put(other, self._choices[other], tried):
                    inside.discard(other)
                    inside.add(item)
                    return True
        return False
