"""Combination moves: so many cards of a hand, chosen together and written as one token."""

from __future__ import annotations

from itertools import combinations

from msgspec import Struct

from kifu.notation.words import Words


class Combination(Struct, frozen=True):
    """All moves that consist of `count` of these `cards` (tokens in canonical order). A token is
    the cards in that order, `between` each two, and `before` in front.

    >>> choice = Combination(["c2", "d5", "sQ"], 2, before="^")
    >>> choice.tokens()
    ['^c2+d5', '^c2+sQ', '^d5+sQ']
    >>> choice.words().en
    'choose 2 of c2 d5 sQ, as ^c2+d5'
    """

    cards: list[str]
    count: int
    before: str = ""
    between: str = "+"

    def tokens(self) -> list[str]:
        """Every token, in the order of the cards. There may be very many: n! / (k! (n - k)!)."""
        chosen = combinations(self.cards, self.count)
        return [self.before + self.between.join(cards) for cards in chosen]

    def words(self) -> Words:
        """A sentence that says what to choose, with the first token as an example."""
        cards, first = " ".join(self.cards), self.between.join(self.cards[: self.count])
        example = self.before + first
        return Words(
            f"choose {self.count} of {cards}, as {example}",
            f"{cards} から{self.count}枚を選びます。例: {example}",
        )
