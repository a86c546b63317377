"""How fast each game is replayed and checked, beside 6 nimmt!."""

from __future__ import annotations

from functools import partial

from benchmarks.matches import Matches
from benchmarks.measure import Task, check_all, figure, medians, replay_all

#: Decisions a second that every game is to be checked at.
AIM = 300_000


def game_table(kinds: list[Matches], rounds: int) -> list[str]:
    """A row for each kind of matches: how many decisions a match has and how fast they are."""
    bare = [Task(f"replay {at}", partial(replay_all, kind), 0, "") for at, kind in enumerate(kinds)]
    whole = [
        Task(f"check {at}", partial(check_all, kind.files["jsonl"]), 0, "")
        for at, kind in enumerate(kinds)
    ]
    taken = medians([*bare, *whole], rounds)
    rows = [
        "| game | seats | decisions a match | bare replay, decisions a second "
        f"| check, from JSON log (aim: {AIM:,}) |",
        "|---|--:|--:|--:|--:|",
    ]
    for at, kind in enumerate(kinds):
        said = " ".join([kind.game, *(f"{key}={value}" for key, value in kind.options.items())])
        speeds = [figure(kind.decisions / taken[f"{what} {at}"]) for what in ("replay", "check")]
        length = figure(kind.decisions / len(kind.records))
        rows.append(f"| {said} | {len(kind.records[0].seats)} | {length} | {' | '.join(speeds)} |")
    return [*rows, ""]
