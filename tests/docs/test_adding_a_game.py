"""docs/adding-a-game.md is true: the package in examples/duel is a game and a command of kifu."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from kifu.replay.chance import Chance

from .packages import ROOT, Kifu, installed, module_of

PACKAGE = ROOT / "examples/duel"
PAGE = ROOT / "docs/adding-a-game.md"


@pytest.fixture
def kifu(tmp_path: Path) -> Kifu:
    """The command line, in a process where the package is installed."""
    return installed(PACKAGE, tmp_path)


@pytest.fixture(scope="module")
def duel() -> ModuleType:
    return module_of(PACKAGE / "duel.py")


def test_a_deal_that_is_partly_known_is_waited_for(duel: ModuleType) -> None:
    chance = Chance(None, [("deal", "1 _ _ 2 4 _")])
    state = duel.GAME.start(duel.GAME.read_options({}), 2, chance)
    assert (state.missing, state.legal_moves(1), state.marks()) == ("deal", [], ())


def test_its_laws_hold_and_a_game_has_to_be_named(kifu: Kifu) -> None:
    done = kifu("games", "duel", "--prove")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    assert re.match(r"duel: 18 laws hold in 8 matches, \d+ moves$", done.stderr)
    assert kifu("games", "--prove").returncode == 2


def changed(tmp_path: Path, was: str, now: str) -> Kifu:
    """The command line, where a Duel is installed whose text differs in one place."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "pyproject.toml").write_text((PACKAGE / "pyproject.toml").read_text())
    text = (PACKAGE / "duel.py").read_text("utf-8")
    assert text.count(was) == 1
    (package / "duel.py").write_text(text.replace(was, now), "utf-8")
    return installed(package, tmp_path)


def test_moves_in_the_order_of_a_set_are_found_in_another_process(tmp_path: Path) -> None:
    kifu = changed(
        tmp_path,
        "return [str(card) for card in self.hands[seat]] if acts else []",
        "return list({str(card) for card in self.hands[seat]}) if acts else []",
    )
    done = kifu("games", "duel", "--prove")
    assert done.returncode == 1
    assert "legal_moves has another answer in another process" in done.stdout
    assert "duel breaks the law of again: " in done.stderr


def test_another_process_that_dies_gives_other_answers(tmp_path: Path) -> None:
    dies = 'if __import__("multiprocessing").parent_process():\n    __import__("os")._exit(3)\n'
    kifu = changed(tmp_path, "FIRST = Game(", f"{dies}FIRST = Game(")
    done = kifu("games", "duel", "--prove")
    assert done.returncode == 1 and "duel breaks the law of again: " in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("was", "now", "command", "said"),
    [
        ("    def scores(self) -> list[int]:\n",
         "    def scores(self) -> list[int]:\n        self.points[9]\n",
         "simulate duel --games 1 --seats 2 -o -",
         "a fault of the package kifu-duel 1, module duel, which adds the game duel"),
        ("    def facts(self)", "    def counts(self)", "games duel --prove",
         "no attribute 'facts'.*a fault of the package kifu-duel 1, module duel"),
    ],
)  # fmt: skip
def test_an_error_in_a_package_names_it_and_is_no_bug_in_kifu(
    tmp_path: Path, was: str, now: str, command: str, said: str
) -> None:
    done = changed(tmp_path, was, now)(*command.split())
    assert done.returncode == 1 and re.search(said, done.stderr, re.DOTALL), done.stderr
    assert "a bug in kifu" not in done.stderr


def test_the_page_quotes_the_examples_as_they_are() -> None:
    files = ("duel/duel.py", "duel/pyproject.toml", "hearts/hearts.py")
    sources = _lines("".join((PACKAGE.parent / file).read_text("utf-8") for file in files))
    quotes = re.findall(r"```(?:python|toml)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert quotes
    for quote in quotes:
        for part in re.split(r"^ *\.\.\.\n", quote, flags=re.MULTILINE):
            assert _lines(part) in sources


def _lines(code: str) -> str:
    """Code without blank lines and indentation: the page quotes methods without their class."""
    return "".join(f"{line.strip()}\n" for line in code.splitlines() if line.strip())
