"""Chance that remembers what it gave."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.replay.chance import Chance


class Remembering(Chance):
    """Chance from a seed that remembers what it gave, as it would be written out."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.outcomes: dict[str, list[str]] = {}

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        cards = super().shuffle(label, names, need)
        assert cards is not None
        self.outcomes[label] = [names[card - 1] for card in cards]
        return cards

    def choice(self, label: str, n: int) -> int | None:
        chosen = super().choice(label, n)
        assert chosen is not None
        self.outcomes[label] = [str(chosen + 1)]
        return chosen
