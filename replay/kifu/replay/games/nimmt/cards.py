"""The components of 6 nimmt!: section 2 of its page (docs/rules/nimmt.md)."""

from __future__ import annotations

LARGEST = 104
#: Card tokens in canonical order, and the card of each.
DECK = [str(number) for number in range(1, LARGEST + 1)]
CARD = {token: number for number, token in enumerate(DECK, 1)}

HAND = 10
ROWS = 4
#: The digit of a row in a token, and its place in lists.
ROW = {str(row): row - 1 for row in range(1, ROWS + 1)}
#: How many cards a row holds at most; the next one takes them.
FULL = 5


def heads_of(card: int) -> int:
    """The bull heads on a card.

    >>> [heads_of(card) for card in (55, 66, 40, 25, 7)], sum(map(heads_of, range(1, 105)))
    ([7, 5, 3, 2, 1], 171)
    """
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


#: Heads by card.
HEADS = [0] + [heads_of(card) for card in range(1, LARGEST + 1)]
