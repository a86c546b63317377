"""PettingZoo environments of all games: seats as agents, moves as numbers, what they see as arrays.

This module needs PettingZoo, which comes with `pip install kifu[learn]`. When it is imported it
registers `kifu/nimmt-v1` and so on, by which `pettingzoo.make("aec", …)` finds an environment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
import numpy as np
import pettingzoo  # type: ignore[import-untyped]  # it has no types
from gymnasium import spaces
from msgspec.structs import replace
from numpy.typing import NDArray

from kifu.notation.record import Note, Record
from kifu.replay.chance import derived_seed
from kifu.replay.codes.arrays import INTERPRETED
from kifu.replay.codes.coded import as_coded
from kifu.replay.codes.observation import ABSENT, Observation
from kifu.replay.game import IllegalMove, State
from kifu.replay.match import replay
from kifu.replay.players.asking import may_pass, next_move
from kifu.replay.players.new_match import MOST_PLIES, NewMatch, new_match
from kifu.replay.ranking import shares
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.sheet import sheet
from kifu.replay.table import ALL

#: What an agent sees, as `observation`, and as `action_mask` for which moves it may wish.
Sight = dict[str, NDArray[Any]]
_CELL, _BIT = np.dtype(np.int16), np.dtype(np.int8)


class Environment(pettingzoo.AECEnv):  # type: ignore[misc]  # as above
    """A match in which agent `player_k` has seat k (see `env`).

    The agent selected is one that must choose, or one that may act out of turn; action 0 then
    passes. All who may act are asked for a wish, and the game's rules decide between the wishes.
    Where several cards are chosen together, the agent chooses them one after the other.

    When the match is over, the winner's reward is 1, divided where several sides share the win; the
    others get 0. An agent that chooses what its mask forbids loses the match, which ends: its
    reward is -1.
    """

    def __init__(
        self, name: str, seats: int | None, options: Mapping[str, str], render_mode: str | None
    ) -> None:
        self.metadata = {
            "name": f"{name}_v{game(name).rules}",
            "render_modes": ["human", "ansi"],
        }
        self.render_mode = render_mode
        self._seed, self._number, self._seat = "", -1, 0
        self._match = new_match(name, seats=seats, options=options)
        self.game = self._match.game
        chosen = self.game.settle(self.game.read_options(options), self._match.seats)
        self._teams = self.game.ranking.teams(chosen, self._match.seats)
        self.sight = Observation(self.game, chosen, self._match.seats)
        self.possible_agents = [f"player_{seat}" for seat in range(1, self._match.seats + 1)]
        self._count = len(self.sight.moves)
        seen = spaces.Box(ABSENT, -ABSENT - 1, (self.sight.size,), _CELL)
        mask = spaces.Box(0, 1, (self._count,), _BIT)
        self._seen = spaces.Dict({"observation": seen, "action_mask": mask})
        self._moves = spaces.Discrete(self._count)
        self.reset()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent gets, the same for all: a dict of `observation` and
        `action_mask`.
        """
        return self._seen

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of actions, the same for all: the numbers of `Observation.moves`."""
        return self._moves

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match: the first one of `seed` or, without a seed, the next one of the last
        seed. The same seeds give the same matches; where no seed was ever given, a new environment
        begins with the same match each time. `options` are ignored: a match has those of `env`.
        """
        if seed is not None:
            self._seed, self._number = str(seed), 0
        self._number += 1
        text = derived_seed(f"environment:{self._seed}:{self._number}")
        self._match = NewMatch(self.game, replace(self._match.header, seed=text))
        coded = as_coded(self._match.state)
        #: The state, where one seat alone may play a number, unless it says otherwise; or None.
        self._coded: Any = coded if coded and not coded.out_of_turn else None
        self._fault: tuple[int, str] | None = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = self.terminations.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._wishes: list[str] = []
        self._picked: list[str] = []
        self._select()

    def observe(self, agent: str) -> Sight:
        """What `agent` sees now: `observation`, an array of int16, and
        `action_mask`, an array of int8 with 1 for each action that it may choose, all 0 unless it
        is selected, and for all once the match is over. Raises ValueError for an agent that there
        isn't.
        """
        seat = self.possible_agents.index(agent) + 1
        mask = self._mask() if seat == self._seat else bytearray(self._count)
        cells = self.sight.of(self._asked, seat)
        # What is compiled is an array already; numpy would take longer to find that out.
        seen = np.array(cells, _CELL) if INTERPRETED else np.frombuffer(bytearray(cells), _CELL)
        return {"observation": seen, "action_mask": np.frombuffer(mask, _BIT)}

    def step(self, action: int | None) -> None:
        """Let the selected agent do `action`, a number of `Observation.moves`. Where several cards
        are chosen together, an action is one of them. Then the agent that has to choose next is
        selected, perhaps the same one. With the last move of the game, or with a forbidden action
        (None too), which raises nothing but loses, all agents are terminated. After MOST_PLIES
        moves, all are truncated instead, without a reward.

        If `render_mode` is "human", the table is printed. For an agent that has terminated or was
        truncated, `action` must be None (ValueError otherwise): the agent is removed from `agents`,
        and nothing is printed.
        """
        if not self._seat:  # it is over
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        is_allowed = 0 <= number < self._count
        if is_allowed and self._is_alone:
            try:
                self._coded.play_code(number, self._seat)
                self._match.plies.append((self._seat, self.sight.moves[number]))
            except IllegalMove:
                is_allowed = False
        elif is_allowed:
            is_allowed = self._wish(number)
        if not is_allowed:
            self._forbid(action)
        elif len(self._match.plies) < MOST_PLIES:
            self._select()
        else:
            self.truncations = dict.fromkeys(self.agents, True)
            self._seat = 0
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def record(self) -> Record:
        """The match so far, as a sound record: with its result if it is over,
        otherwise with the end `*`. It has the moves that were played. Wishes between which the game
        has not decided yet are not in it, nor are the first cards of a move of several. After a
        forbidden action it has the tag Termination `forfeit SEAT`, all seats of other sides as
        winners, and a comment with the reason. O(moves).
        """
        record = self._match.record()
        if self._fault:
            seat, why = self._fault
            record.tags = [*record.tags, ("Termination", f"forfeit {seat}")]
            record.notes = [*record.notes, Note(at=len(self._match.plies), text=why)]
            lost = next((team for team in self._teams if seat in team), [seat])
            record.winner = sorted({*range(1, self._match.seats + 1)}.difference(lost))
        return record

    def render(self) -> str | None:
        """The table as the selected agent sees it, in English, as `kifu show` prints it. Once the
        game is over, all hands are open; if the match ended earlier (by a forbidden action, or
        truncated), it is what the public sees. If `render_mode` is "human", the text is printed,
        and None is returned; in every other mode, None too, the text is returned.
        O(moves).
        """
        viewer = ALL if self._match.state.is_over else self._seat
        shown = click.unstyle("\n".join(sheet(replay(self.record()), None, viewer, "en")))
        if self.render_mode != "human":
            return shown
        print(shown)
        return None

    def close(self) -> None:
        """Do nothing: an environment keeps nothing open."""

    def _select(self) -> None:
        """Play all moves that the wishes so far decide. Then select the agent that has to choose
        next: it becomes `agent_selection`, its seat `_seat`, the position in which it chooses
        `_asked`. `_is_alone` then says whether its action is played as it is, without wishes of
        others. That is so also where seats act at once, but never in a game with claims or calls,
        nor in one whose states are no `Coded`. If the match is over, end it instead.
        """
        state, coded = self._match.state, self._coded
        while True:
            self._asked, self._seat = state, state.next_seat
            self._is_alone = self._seat > 0 and coded and not coded.shared
            if self._is_alone:
                break
            if state.is_over:
                self._end()
                return
            if not self._play_wishes():
                break
        self.agent_selection = self.possible_agents[self._seat - 1]

    def _play_wishes(self) -> bool:
        """Let the game decide from the wishes noted so far, in the order in which they were asked
        for. If they are enough, the move is played, the wishes are forgotten, and True is returned.
        Otherwise nothing is played: the seat to ask next, and the position in which it is asked,
        become `_seat` and `_asked`, and False is returned.
        """
        wishes = iter(self._wishes)

        def answer(state: State, seat: int) -> str:
            for wish in wishes:
                return wish
            raise _Asked(state, seat)

        try:
            seat, move = next_move(self._match.state, [answer] * self._match.seats)
        except _Asked as asked:
            self._asked, self._seat = asked.args
            return False
        self._match.play(move, seat)
        self._wishes = []
        return True

    def _wish(self, action: int) -> bool:
        """Note `action` as a wish of the selected agent, and return True: a move, or one more card
        of a move that is several cards, which becomes a wish with its last card. Nothing is played
        here. Returns False, with nothing noted, if the mask forbids it.
        """
        if not self._mask()[action]:
            return False
        wish = self.sight.moves[action]
        choice = self.game.offers.combination(self._asked, self._seat)
        if choice is not None:
            self._picked.append(wish)
            if len(self._picked) < choice.count:
                return True
            cards = sorted(self._picked, key=self.sight.number)
            wish, self._picked = choice.before + choice.between.join(cards), []
        self._wishes.append(wish)
        return True

    def _mask(self) -> bytearray:
        """What the selected agent may do now, a new array with a byte for each number of a move: 1
        if it may, else 0. Where several cards are chosen together, a 1 is a card that may still be
        added.
        """
        asked, seat = self._asked, self._seat
        if self._is_alone:
            return self.sight.mask(asked, seat, False)
        choice = self.game.offers.combination(asked, seat)
        if choice is None:
            return self.sight.mask(asked, seat, may_pass(asked, seat))
        mask = bytearray(self._count)
        for card in choice.cards:
            mask[self.sight.number(card)] = card not in self._picked
        return mask

    def _end(self) -> None:
        """End the episode of a match that is over. Each seat's reward is its share of the win (1
        for the winning side, 1/k if k sides share it, else 0), and its info is only `score`, its
        final score. All agents are terminated then (see `_terminate`).
        """
        state = self._match.state
        self._terminate(
            shares(self._match.seats, state.winners(), self._teams),
            [{"score": score} for score in state.scores()],
        )

    def _forbid(self, action: int | None) -> None:
        """End the match, which the selected agent loses for choosing `action`: its reward is -1,
        all others' 0. Why is kept for `record`, and is `fault` in every agent's info.
        """
        mask = self._mask()
        may = [f"{k} ({move or 'pass'})" for k, move in enumerate(self.sight.moves) if mask[k]]
        why = f"{self.agent_selection} chose {action!s:.20}; it may choose {', '.join(may[:20])}"
        self._fault = self._seat, why
        rewards = [0.0 - (agent == self.agent_selection) for agent in self.agents]
        self._terminate(rewards, [{"fault": why} for _ in rewards])

    def _terminate(self, rewards: list[float], infos: Sequence[dict[str, Any]]) -> None:
        """End the match for all agents: `rewards` and `infos`, one for each seat in seat order,
        become theirs, and each is terminated; PettingZoo then steps through them. `_seat` becomes
        0: nobody is asked any more.
        """
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.infos = dict(zip(self.agents, infos, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._seat = 0
        self._accumulate_rewards()
        self._deads_step_first()


class _Asked(Exception):
    """Raised with a state, which may be no position of the match, and the seat whose wish in it is
    needed.
    """


def env(
    name: str, *, seats: int | None = None, render_mode: str | None = None, **options: Any
) -> Environment:
    """A new environment, not wrapped, of the game called `name`, for as few seats as it allows or
    for `seats`, with these options, as a record writes them or as numbers. Its agents are
    `player_1`, `player_2` and so on, in seat order; a first match has begun. With the `render_mode`
    "human", every step prints the table; with "ansi" or None, `render` returns it as a text.
    Another mode is not refused, and is like None. Raises UsageError for what the game
    does not allow, and UnknownGame.

    >>> match = env("nimmt", seats=4, target="66")
    >>> match.reset(seed=1)
    >>> for agent in match.agent_iter():
    ...     seen, reward, terminated, truncated, info = match.last()
    ...     over = terminated or truncated
    ...     match.step(None if over else int(seen["action_mask"].argmax()))
    >>> match.unwrapped.record().result
    [32, 42, 8, -1]
    """
    return Environment(name, seats, options, render_mode)


for _name in BUILT_IN:
    pettingzoo.register("aec", f"kifu/{_name}-v1", env, kwargs={"name": _name})
