"""Chance in which cards can be tried, and which notes what a match asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from kifu.replay.chance import Chance


class OutcomeRequest(Struct, frozen=True):
    """What a game asked of a chance event: at least `need` cards of the deck `cards`; or, where
    there is no deck, one of `need` numbers.
    """

    cards: list[str]
    need: int


class TrialChance(Chance):
    """Outcomes as they are written, but for cards that are tried.

    `asked` says what the match asked of each event, in the order in which it did. `cards` are
    tried: by label and place in its outcome (from 0), the number of a card in its deck (from 1).

    >>> chance = TrialChance([("deal/1", "_ _")])
    >>> chance.cards = {"deal/1": {1: 3}}
    >>> chance.shuffle("deal/1", ["a", "b", "c"], 2), chance.asked["deal/1"].need
    ([0, 3], 2)
    """

    def __init__(self, outcomes: Iterable[tuple[str, str]], seed: str | None = None) -> None:
        super().__init__(seed, outcomes)
        self.asked: dict[str, OutcomeRequest] = {}
        self.cards: dict[str, dict[int, int]] = {}

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        self.asked.setdefault(label, OutcomeRequest(list(names), need))
        cards = super().shuffle(label, names, need)
        if cards is not None:
            for place, card in self.cards.get(label, {}).items():
                cards[place] = card
        return cards

    def choice(self, label: str, n: int) -> int | None:
        self.asked.setdefault(label, OutcomeRequest([], n))
        return super().choice(label, n)
