"""Every law of a game, tried in many matches."""

from __future__ import annotations

from msgspec import Struct

from kifu.replay.game import Game
from kifu.replay.proof.laws import LAWS
from kifu.replay.proof.trial import Fault, Trial, Tried

#: Matches with each option set: one at random, one by `greedy`.
MATCHES = 2
#: Seconds of the processor for a move with its legal moves, on the average.
SLOW = 0.01


class Proof(Struct):
    """What was tried: how many matches and plies, how long a move took (seconds), and the faults
    that were found.
    """

    matches: int
    plies: int
    pace: float
    faults: list[Fault]

    @property
    def broken(self) -> list[str]:
        """The names of the laws that were broken."""
        return [law for law in LAWS if any(fault.law == law for fault in self.faults)]


def prove(game: Game, matches: int = MATCHES) -> Proof:
    """Play `matches` matches of each option set, and check the laws. The first option set is played
    with the smallest, a middle and the largest number of seats, and every rules revision is played.
    The same game gives the same faults, but for the law of speed.

    >>> from kifu.replay.registry import game
    >>> prove(game("mutsugo"), matches=1).broken
    []
    """
    trials: list[Trial] = []
    faults: list[Fault] = []
    for revision in (*game.earlier, game):
        trials += _trials(revision, matches, faults)
    plies = sum(trial.plies for trial in trials)
    pace = sum(trial.seconds for trial in trials) / max(1, plies)
    if pace > SLOW:
        what = f"a move takes {pace:.3f} seconds of the processor, including its legal moves"
        faults.append(Fault("speed", "play, legal_moves, greedy", what, f"{plies} plies"))
    return Proof(len(trials), plies, pace, faults)


def _trials(game: Game, matches: int, faults: list[Fault]) -> list[Trial]:
    """Run `matches` trials at each table of the game. Faults are added to `faults`."""
    tried = Tried(faults)
    trials = [
        Trial(game, given, seats, number, tried)
        for given, seats in _tables(game)
        for number in range(matches)
    ]
    for trial in trials:
        trial.run()
    for seated, who in enumerate(("the public", "every seat")):
        if tried.shown[seated] and not tried.hidden[seated]:
            wrong = f"{who} sees every card of the other hands in every match; put cards "
            wrong += "that everybody may see into a zone of the kind pool or row"
            tried.add(Fault("hiding", "view", wrong, "every match"))
    if not faults and not any(trial.over for trial in trials):
        faults.append(Fault("ending", "is_over", "no match ends", trials[-1].about))
    return trials


def _tables(game: Game) -> list[tuple[dict[str, str], int]]:
    """Options and numbers of seats: every option set, with the smallest, a middle and the largest
    number in turn, and the first option set with all three.
    """
    found = []
    for at, given in enumerate(game.option_sets):
        allowed = game.seats(game.read_options(given))
        counts = [allowed[0], allowed[len(allowed) // 3], allowed[-1]]
        chosen = counts if at == 0 else [counts[at % 3]]
        found += [(given, seats) for seats in dict.fromkeys(chosen)]
    return found
