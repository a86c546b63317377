"""Long work says, once and on a terminal only, that the rules are not compiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kifu.replay.commands import from_source

from .running import kifu


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """How often a command gives the notice, on a terminal where all work is long."""
    monkeypatch.setattr(from_source, "SOON", -1.0)
    monkeypatch.chdir(tmp_path)

    def run(*args: object, tty: bool = True, interpreted: bool = True, long: float = 0.0) -> int:
        monkeypatch.setattr(from_source, "INTERPRETED", interpreted)
        monkeypatch.setattr(from_source, "LONG", long)
        monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda stream: tty)
        done = kifu(*args)
        assert done.exit_code == 0, done.output
        return " ".join(done.stderr.split()).count(from_source.NOTICE)

    return run


SOME = ("simulate", "nimmt", "--option", "rounds=1", "--games", "3", "--force", "-o", "some.kifu")
WORK = {
    "simulate": SOME,
    "analyse": ("analyse", "some.kifu", "--budget", "2", "--jobs", "1", "--seat", "1"),
    "index": ("index", "archive.duckdb", "some.kifu", "--jobs", "1"),
}


@pytest.mark.parametrize("command", WORK)
def test_long_work_says_once_that_the_rules_are_not_compiled(
    command: str, times: Callable[..., int]
) -> None:
    times(*SOME, tty=False)
    assert times(*WORK[command]) == 1


@pytest.mark.parametrize(
    ("command", "but"),
    [
        # Each command once by default, and each reason.
        pytest.param(
            command, {reason: value}, id=f"{reason}-{command}",
            marks=[] if place == number else pytest.mark.campaign,
        )
        for place, command in enumerate(WORK)
        for number, (reason, value) in enumerate(
            {"tty": False, "interpreted": False, "long": 1e9}.items()
        )
    ],
)  # fmt: skip
def test_nothing_is_said_without_a_terminal_of_compiled_rules_or_of_short_work(
    command: str, but: dict[str, object], times: Callable[..., int]
) -> None:
    times(*SOME, tty=False)
    assert times(*WORK[command], **but) == 0


@pytest.mark.parametrize(
    ("paces", "said"),
    [
        ([(3, 1, 9)], 0),
        ([(3, 1, 11)], 1),
        ([(3, 1, 11), (6, 2, 11), (9, 3, 11)], 1),
        ([(1, 1, 900)], 0),
        ([(3, 100, 109)], 0),
        ([(29, 9, 9), (40, 0, 9), (43, 1, 9)], 0),
        ([(29, 9, 9), (40, 0, 9), (43, 1, 11)], 1),
    ],
)
def test_the_pace_so_far_says_how_long_the_work_takes(
    paces: list[tuple[float, int, int]], said: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(from_source, "INTERPRETED", True)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    lines: list[str] = []
    with from_source.notice_of_source(lines.append) as tell:
        for clock[0], done, of in paces:
            tell(done, of)
    assert lines == [from_source.NOTICE] * said
