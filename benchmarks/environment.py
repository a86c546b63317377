"""How many steps a second environments of PettingZoo take, with what the agent sees and its mask,
in the loop of its documentation: kifu's and its own Texas hold'em.

`python -m benchmarks.environment` prints the rows of the table in docs/training.md. It
needs `pip install -e '.[learn,bench]'`.
"""

from __future__ import annotations

import random
import time
import warnings
from typing import Any

import pettingzoo  # type: ignore[import-untyped]  # it has no types

from kifu.replay.environment import env
from kifu.replay.registry import BUILT_IN

ROUNDS, SECONDS = 5, 1.0


def steps_a_second(match: Any) -> float:
    """How many moves an environment of PettingZoo plays in a second of processor time. Agents play
    random legal moves, in matches one after the other, for SECONDS at least; the last match is
    played to its end. `match`, the environment, is reset before and after.
    """
    rnd, steps = random.Random(1).random, 0
    match.reset(seed=1)
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        for _agent in match.agent_iter():
            seen, _, terminated, truncated, _ = match.last()
            legal = seen["action_mask"].nonzero()[0]
            over = terminated or truncated
            match.step(None if over else legal[int(rnd() * len(legal))])
            steps += not over
        match.reset()
    return steps / (time.process_time() - begun)


def main() -> None:
    with warnings.catch_warnings(action="ignore"):
        texas = pettingzoo.make("aec", "classic/texas_holdem-v4", num_players=4)
    matches = {f"{name} of 4": env(name, seats=4) for name in BUILT_IN}
    for name, match in {**matches, "PettingZoo's Texas hold'em of 4": texas}.items():
        speed = max(steps_a_second(match) for _ in range(ROUNDS))
        print(f"| {name} | {speed:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
