"""Chance that remembers what it gave."""

from __future__ import annotations

from kifu.replay.chance import Chance


class Remembering(Chance):
    """Chance from a seed that remembers what it gave."""

    @property
    def outcomes(self) -> dict[str, list[str]]:
        """What came of each event so far, as it would be written out."""
        return {
            label: [names[card - 1] for card in cards]
            for label, (names, cards) in self.events.items()
        }
