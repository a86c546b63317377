"""The components of 6つ子7組: section 2 of its page (docs/rules/mutsugo.md). A card is its place
in the canonical order, from 1.
"""

from __future__ import annotations

#: The letter of each mark in canonical order, and the mark as the rules print it.
MARKS = {"c": "●", "s": "■", "p": "+", "t": "▼", "x": "×", "a": "★"}
NUMBERS = range(1, 8)

#: Card tokens in canonical order, and the card of each.
DECK = [f"{letter}{number}" for letter in MARKS for number in NUMBERS]
CARD = {token: card for card, token in enumerate(DECK, 1)}
#: A card's token, and the card as the rules print it; no card is 0.
TOKEN = ["", *DECK]
PRINTED = ["", *(f"{MARKS[token[0]]}{token[1]}" for token in DECK)]

#: The cards of one mark, or of one number: all cards of a set are in one of these.
GROUPS = [tuple(CARD[f"{letter}{number}"] for number in NUMBERS) for letter in MARKS]
GROUPS += [tuple(CARD[f"{letter}{number}"] for letter in MARKS) for number in NUMBERS]

#: Cards dealt to a seat. A smaller hand may be refilled, a larger one must not end a turn.
HAND = 4
#: The most cards that a hand ever holds: the Start Draw comes to `HAND` cards at most.
LARGEST_HAND = HAND + 1
