"""The strong player: of each option it asks how matches go on from it, in worlds that fit what its
seat has seen, and takes the best one (Monte Carlo over worlds; Ginsberg 2001). Where nothing is
surely better than what the reference policy would play, it plays that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kifu.notation.errors import UsageError
from kifu.replay.analysis.decisions import Follower
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.game import Game, State
from kifu.replay.table import Step

#: Worlds for a choice, where nobody says how many.
WORLDS = 100
MOST_WORLDS = 100_000


def worlds_of(text: str) -> int:
    """The number in `strong:NUMBER`, or WORLDS (100) for a text without a colon. What comes before
    the colon is not looked at. Raises UsageError unless it is a whole number from 1 to MOST_WORLDS,
    in ASCII digits.

    >>> worlds_of("strong"), worlds_of("strong:400")
    (100, 400)
    """
    _, colon, digits = text.partition(":")
    if not colon:
        return WORLDS
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 9
    if not (is_number and 1 <= int(digits) <= MOST_WORLDS):
        raise UsageError(f"strong:WORLDS names 1 to {MOST_WORLDS} worlds, not {digits[:20]}")
    return int(digits)


class Strong:
    """A bot for one seat: it tries each legal move in random worlds that fit what its seat saw, and
    plays the best one (see `Valuer.choice`). `worlds` is about how many rollouts it spends on each
    option, `text` the random seed.

    Call `sit_down` first, then `expect` before and `see` after every move of any seat. Raises
    UsageError for a game that can't deal hidden cards again.
    """

    def __init__(self, game: Game, worlds: int, text: str) -> None:
        if game.analysis.redeal is None:
            raise UsageError(
                f"there is no strong player of {game.name}: the game has no function that deals "
                "hidden cards again"
            )
        self.game = game
        self.plan = Plan(worlds, seed=text)
        self._follower: Follower | None = None
        self._valuer: Valuer | None = None

    def sit_down(self, state: State, options: Any, seats: int, seat: int) -> None:
        """Begin a match of `seats` seats at its first position `state`, with settled `options`, as
        the player of seat `seat`. Whatever was remembered of an earlier match is dropped. `state`
        is neither changed nor kept, so the caller may play it on. Raises WrongActor for a seat that
        the match does not have, and KifuError if kifu's file of models (see `equity`) is broken.
        """
        self._follower = Follower(self.game, options, state, seats, [seat])
        self._valuer = Valuer(self.game, options, seats, state, self.plan)

    def expect(self, state: State, move: str, seat: int) -> None:
        """Called before each move of any seat, after `sit_down`: `seat` is about to play the legal
        `move` in `state`, which stays as it is. The player notes which hidden cards the move rules
        out, and counts the ply. So ask it for a move of its own before that.
        """
        assert self._follower is not None
        self._follower.expect(state, move, seat)

    def see(self, steps: Sequence[Step]) -> None:
        """Called after each move, with all steps that it caused, in their order. They may show
        hidden cards: the player uses only what its seat may see.
        """
        assert self._follower is not None
        self._follower.see(steps)

    def __call__(self, state: State, seat: int) -> str:
        """The move that the player chooses in `state` for `seat`, which must be the seat that sat
        down (otherwise KeyError) and be able to act; "" if it may pass and does. A single option is
        played without being tried. `state` stays as it is. Raises NotJudged if hidden cards can't
        be dealt again, because the record has unknown cards.
        """
        assert self._follower is not None and self._valuer is not None
        moment = self._follower.moment(state, seat)
        return moment.options[0] if len(moment.options) < 2 else self._valuer.choice(moment)
