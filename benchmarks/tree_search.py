"""Information-set tree search, tried against the strong player: does it win more?

    python -m benchmarks.tree_search mutsugo --seats 3 --worlds 16 --matches 60

One player among greedy ones, on the deals of `benchmarks.ladder`. The tree has the own decisions of
one seat (single-observer information-set search: Cowling et al. 2012); between them others play by
the reference policy, in a world dealt again for each walk down. A walk chooses by upper confidence
bounds (Auer et al. 2002), and is played on by the reference policy from the first position that the
tree does not have yet. It takes as many walks as `strong:WORLDS` takes rollouts. For games whose
seats act in turn only.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import log, sqrt
from typing import Any

from benchmarks.ladder import share_of

from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.analysis.equity import equity_of
from kifu.replay.analysis.odds import ONE, Odds
from kifu.replay.analysis.rollouts import finish
from kifu.replay.analysis.strong import Strong
from kifu.replay.chance import derived_seed
from kifu.replay.form import game_form
from kifu.replay.game import Game, State
from kifu.replay.players.players import greedy_player
from kifu.replay.players.simulate import play_out
from kifu.replay.replayer import replay
from kifu.replay.states.coded import Coded

#: How much rarely tried moves are preferred.
CURIOSITY = 0.4
#: No tree is deeper, in own decisions.
DEEPEST = 4


class Node:
    """An own decision: how often it was met, and what came of each of its moves."""

    def __init__(self) -> None:
        self.visits: dict[int, int] = {}
        self.shares: dict[int, float] = {}
        self.after: dict[int, Node] = {}

    def choice(self, codes: list[int]) -> int:
        """The move to try next; those never tried come first, in their order."""
        for code in codes:
            if code not in self.visits:
                return code
        met = log(sum(self.visits[code] for code in codes))

        def bound(code: int) -> float:
            visits = self.visits[code]
            return self.shares[code] / visits + CURIOSITY * sqrt(met / visits)

        return max(codes, key=bound)

    def learn(self, code: int, share: float) -> None:
        """A walk that took this move came to `share`."""
        self.visits[code] = self.visits.get(code, 0) + 1
        self.shares[code] = self.shares.get(code, 0.0) + share


class TreeSearch(Strong):
    """The strong player with a tree."""

    def __call__(self, state: State, seat: int) -> str:
        assert self._follower is not None and self._valuer is not None
        assert isinstance(state, Coded)
        moment = self._follower.moment(state, seat)
        options = moment.options
        if len(options) < 2:
            return options[0]
        game = self.game
        written = game.write_options(self._options, state.n)
        equity = equity_of(game.name, written, state.n)
        odds = Odds([] if equity is None else equity.weights)
        codes = [int(state.lexicon.code(option)) for option in options]
        root = Node()
        worlds = self._valuer.worlds(moment)
        for _ in range(self.plan.worlds * len(options)):
            walk(root, next(worlds), seat, codes, odds, in_stretch=equity is not None)
        best = max(codes, key=lambda code: root.visits.get(code, 0))
        return options[codes.index(best)]

    def sit_down(self, state: State, options: Any, seats: int, seat: int) -> None:
        self._options = options
        super().sit_down(state, options, seats, seat)


def walk(
    root: Node, world: Coded, seat: int, codes: list[int], odds: Odds, *, in_stretch: bool
) -> None:
    """One walk down the tree, and what it came to."""
    node, path, here = root, list[tuple[Node, int]](), world.stretch()
    while True:
        code = node.choice(codes)
        path.append((node, code))
        known = code in node.visits
        world.play_code(code, seat)
        if not known or len(path) == DEEPEST:
            break
        found = next_codes(world, seat, here if in_stretch else None)
        if not found:
            break
        codes = found
        node = node.after.setdefault(code, Node())
    if not (in_stretch and world.stretch() != here):
        finish(world, in_stretch)
    share = int(odds.of(world)[seat - 1]) / int(ONE)
    for each, code in path:
        each.learn(code, share)


def next_codes(world: Coded, seat: int, here: int | None) -> list[int]:
    """Play on to the seat's next decision; its moves, none where the walk ends before."""
    while world.next_seat and (here is None or world.stretch() == here):
        if world.next_seat == seat:
            codes = [int(code) for code in world.legal_codes(seat)]
            if len(codes) > 1:
                return codes
        world.play_code(world.reference_code(world.next_seat), world.next_seat)
    return []


def won(game: Game, worlds: int, seats: int, matches: int) -> Iterator[float]:
    """The shares that the search wins among greedy players."""
    for number in range(matches):
        own = number % seats + 1
        seed = derived_seed(f"simulate:ladder {number}:1")
        options = game.write_options(game.settle(game.read_options({}), seats), seats)
        names = ["tree" if seat == own else "greedy" for seat in range(1, seats + 1)]
        record = Record(game=game.name, rules=game.rules, options=options, seats=names, seed=seed)
        tree = TreeSearch(game, worlds, f"{seed}:{own}")
        players = [greedy_player(game, "")] * seats
        players[own - 1] = tree
        play_out(game, record, players)
        yield share_of(game_form(replay(record)), own)


def main() -> None:
    """Print the win share."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.tree_search")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--matches", type=int, default=60)
    asked = parser.parse_args()
    shares = list(won(registry.game(asked.game), asked.worlds, asked.seats, asked.matches))
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    half = 1.96 * sqrt(spread / len(shares))
    print(f"| {asked.game} | tree search, {asked.worlds} worlds | {len(shares)} ", end="")
    print(f"| {mean:.3f} ± {half:.3f} |")


if __name__ == "__main__":
    main()
