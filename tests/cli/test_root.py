"""The root command: its table, what it does not load, and what every way to fail looks like."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from kifu import cli
from kifu.notation.errors import Busy, KifuError, LimitHit, UsageError

from .running import kifu


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], Result]:
    """Run `kifu check`, whose command raises what it is given."""

    def run(error: BaseException) -> Result:
        @click.command
        def check() -> None:
            raise error

        monkeypatch.setattr(cli.Verbs, "get_command", lambda *_: check)
        return kifu("check")

    return run


def in_a_process(*args: str, code: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "kifu", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_help_lists_every_verb_with_what_it_does() -> None:
    result = kifu("--help")
    assert result.exit_code == 0
    for verb, (_, text) in cli.VERBS.items():
        assert f"  {verb} " in result.stdout
        assert text in result.stdout


def test_help_loads_no_part_of_kifu_and_scans_no_entry_points() -> None:
    done = in_a_process(
        code="import sys, atexit\n"
        "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"
        "from kifu.cli import main\n"
        "main(['--help'])\n"
    )
    loaded = set(done.stderr.split())
    assert done.returncode == 0
    assert "kifu.cli" in loaded
    assert not {name for name in loaded if name.startswith("kifu.") and name != "kifu.cli"}
    assert not loaded & {"duckdb", "jinja2", "msgspec", "rich", "numpy", "importlib.metadata"}


def test_a_check_of_text_loads_only_what_it_needs(tmp_path: Path) -> None:
    text = '[Game "nimmt"]\n[Rules "1"]\n[Seat "a"]\n[Seat "b"]\n[Seed "shake256-1:'
    (tmp_path / "one.kifu").write_text(text + '00112233445566778899aabbccddeeff"]\n\n1. 59\n*\n')
    done = in_a_process(
        code="import sys, atexit\n"
        "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"
        "from kifu.cli import main\n"
        f"main(['check', {str(tmp_path / 'one.kifu')!r}])\n"
    )
    loaded = set(done.stderr.split())
    assert (done.returncode, done.stdout) == (0, "")
    assert "kifu.replay.games.nimmt.game" in loaded
    others = {
        "importlib.metadata",
        "rich",
        "asyncio",
        "duckdb",
        "jinja2",
        "numpy",
        "csv",
        "tomllib",
    }
    notation = {f"kifu.notation.{name}" for name in ("lint", "log", "plain_form")}
    games = {f"kifu.replay.games.{name}" for name in ("atarayo", "mutsugo", "magimiles", "yuhodo")}
    assert not loaded & (others | notation | games)


def test_an_archive_is_asked_without_a_word_of_its_library(tmp_path: Path) -> None:
    archive = str(tmp_path / "games.duckdb")
    (tmp_path / "none.kifu").write_text("")
    done = in_a_process("index", archive, str(tmp_path / "none.kifu"))
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    done = in_a_process("query", archive, "select 1 as one")
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"one":1}\n', "")


@pytest.mark.parametrize("verb", cli.VERBS)
def test_every_verb_of_the_table_is_a_command_that_explains_itself(verb: str) -> None:
    target, _text = cli.VERBS[verb]
    module, _, name = target.partition(":")
    command = getattr(import_module(module), name)
    assert isinstance(command, click.Command)
    assert command.name == verb
    result = kifu(verb, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: kifu {verb} ")


def test_help_names_every_bot_that_can_be_given_a_seat() -> None:
    refused = kifu("play", "nimmt", "--seat", "@nobody")
    bots = re.findall(r"([a-z]+(?:\[:WORLDS\])?),", refused.stderr.partition("the players are")[2])
    shown = " ".join(kifu("play", "--help").stdout.split())
    assert len(bots) == 4 and all(f"@{bot}" in shown for bot in bots)


def test_the_version_is_that_of_the_package_and_says_what_the_rules_run_from() -> None:
    result = kifu("--version")
    said = f"kifu {metadata.version('kifu')} (rules from source)\n"
    assert (result.exit_code, result.stdout) == (0, said)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kifu whose compiled rules are no binary at all."""
    folder = tmp_path_factory.mktemp("broken")
    parts = Path(__file__).parents[2]
    for part in ("notation", "replay", "store", "site"):
        shutil.copytree(parts / part / "kifu", folder / "kifu", dirs_exist_ok=True)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    (folder / f"kifu/replay/codes/arrays{suffix}").write_bytes(b"no binary")
    return folder


@pytest.mark.parametrize("args", [["--version"], ["games"], ["check", "x.kifu"]])
def test_broken_binaries_are_named_with_what_to_do(broken: Path, args: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kifu", *args], env={**os.environ, "PYTHONPATH": str(broken)},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("kifu: the compiled rules can't be loaded: ")
    assert "arrays" in done.stderr
    assert "(pip install --force-reinstall kifu)" in done.stderr
    assert "--no-binary kifu kifu). In a clone of kifu, write . in place" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_verb_is_wrong_usage_and_the_nearest_one_is_named() -> None:
    result = kifu("chek")
    assert result.exit_code == 2
    assert "No such command 'chek'." in result.stderr and "'check'" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("error", "code"),
    [(KifuError, 1), (UsageError, 2), (Busy, 3), (LimitHit, 4)],
)
def test_an_error_that_a_user_can_act_on_is_one_line_with_its_code(
    failing: Callable[[BaseException], Result], error: type[KifuError], code: int
) -> None:
    result = failing(error("what, where, and what to do"))
    assert (result.exit_code, result.stderr) == (code, "kifu: what, where, and what to do\n")


def test_a_file_without_a_name_and_one_of_two_lines_are_named_in_one(tmp_path: Path) -> None:
    for verb in ("show", "check"):
        said = kifu(verb, "").stderr.splitlines()
        assert said[0] == "kifu: '': No such file or directory"
        said = kifu(verb, tmp_path / "a\nkifu: b.kifu").stderr.splitlines()
        assert said[0].endswith("/a\\nkifu: b.kifu: No such file or directory")


def test_a_message_can_not_steer_the_terminal(failing: Callable[[BaseException], Result]) -> None:
    assert "\x1b" not in failing(KifuError("a seat called \x1b[2J")).stderr


@pytest.mark.parametrize("error", [ZeroDivisionError("oh"), MemoryError(), RecursionError()])
def test_anything_else_is_a_bug_with_its_traceback(
    failing: Callable[[BaseException], Result], error: BaseException
) -> None:
    result = failing(error)
    assert result.exit_code == 5
    assert "Traceback" in result.stderr
    assert "a bug in kifu" in result.stderr


def test_an_interrupt_is_130(failing: Callable[[BaseException], Result]) -> None:
    result = failing(KeyboardInterrupt())
    assert (result.exit_code, result.stderr) == (130, "kifu: interrupted\n")


def test_a_closed_pipe_ends_the_command_without_a_word() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "kifu", "--help"],
            stdout=write, stderr=subprocess.PIPE, timeout=300, check=False,
        )  # fmt: skip
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_shell_completes_the_verbs_that_begin_like_a_word() -> None:
    words = {"_KIFU_COMPLETE": "bash_complete", "COMP_WORDS": "kifu sim", "COMP_CWORD": "1"}
    result = CliRunner(env=words).invoke(cli.main, [])
    assert (result.exit_code, result.stdout) == (0, "plain,simulate\n")
