"""The law that needs processes: a game answers alike in each, whatever the order of its sets."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import zip_longest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.proof.trial import Fault
from kifu.replay.registry import game
from kifu.replay.states.authoring import digest_of
from kifu.replay.table import ALL

#: Matches are played up to this ply.
_PLIES = 60
#: The last line of the output.
_END = "end"


def differences(name: str) -> list[Fault]:
    """At most one fault: the first answer that the game called `name` gives differently in two new
    processes with different hash seeds, or that a process ends early.
    """
    outputs = [_printed(name, seed) for seed in ("1", "2")]
    if outputs[0][-1:] != [_END]:
        return [Fault("again", "start", f"a process of its own ends early: {outputs[0][-1]}", name)]
    for one, other in zip_longest(*outputs, fillvalue=""):
        if one != other:
            where, function, *_ = (one or other).split("\t")
            what = f"{function} has another answer in another process, as where it comes from a set"
            return [Fault("again", function, what, where)]
    return []


def _printed(name: str, seed: str) -> list[str]:
    """The lines that `print_answers` prints in a new process with this PYTHONHASHSEED; if it fails,
    those of its errors.
    """
    code = f"from kifu.replay.proof import again; again.print_answers({name!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if done.returncode:
        return done.stderr.splitlines() or ["no output"]
    return done.stdout.splitlines()


def print_answers(name: str) -> None:
    """Play a match of each option set, and print a line for each answer of the game: place,
    function, and digest of the answer, separated by tabs.
    """
    rules = game(name)
    for given in rules.option_sets:
        options = rules.read_options(given)
        seats = min(rules.seats(options))
        options = rules.settle(options, seats)
        state = rules.start(options, seats, Chance(derived_seed(f"again {name} {given}")))
        lots = random_player(rules, f"again {name} {given}")
        for ply in range(_PLIES):
            if state.is_over:
                break
            where = f"{given or 'no options'}, {seats} seats, ply {ply}"
            for seat in state.to_move():
                moves = state.legal_moves(seat)
                print(where, "legal_moves", digest_of(seat, moves), sep="\t")
                for move in moves[:1]:
                    print(where, "describe", digest_of(state.describe(move, seat).ja), sep="\t")
                print(where, "situation", digest_of(state.situation(seat)), sep="\t")
            view = state.view(ALL)
            print(where, "view", digest_of(view.zones, view.facts), sep="\t")
            print(where, "digest", state.digest(), sep="\t")
            seat, move = next_move(state, [lots] * seats)
            state.play(move, seat)
    print(_END)
