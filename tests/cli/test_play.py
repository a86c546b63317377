"""`kifu play`: a terminal shows each player what it may see and no more, and the log has all."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import pytest
from click.testing import Result
from tests.replay.atarayo_positions import array_of, called_on
from tests.replay.cases import some_of

from kifu.notation.record import Record
from kifu.replay.chance import derived_seed
from kifu.replay.match import replay
from kifu.replay.play import session as play_terminal
from kifu.replay.play import sitting as play_table
from kifu.replay.play.session import PERSON, Command, Session
from kifu.replay.play.sitting import header
from kifu.replay.players.asking import may_pass, next_move
from kifu.replay.players.new_match import random_player
from kifu.replay.recorder import Recorder
from kifu.replay.registry import BUILT_IN, game

from .running import kifu, record_of


def code(state: Any, token: str) -> int:
    found: int = state.lexicon.code(token)
    return found


def run(text: str | bytes, *args: str) -> Result:
    return kifu("play", *args, text=text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def begin(path: Path, *typed: str) -> Result:
    args = ("nimmt", "--seat", "Aki", "--option", "rounds=1", "--seed", "a", "-o", str(path))
    return run("".join(f"{line}\n" for line in typed), *args)


def test_a_person_plays_a_bot_and_every_move_is_in_the_log(path: Path) -> None:
    result = begin(path, "14", ":quit")
    assert result.exit_code == 0
    assert "14 27 29 30 42 50 61 66 67 71" in result.stdout
    events = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [event["seat"] for event in events[1:]] == [1, 2]
    assert events[0]["seats"] == ["Aki", "greedy 2"]
    assert f"kifu play --resume {path}" in result.stderr


def test_the_seed_is_kept_beside_the_log_until_the_end(path: Path) -> None:
    begin(path, "14")
    kept = path.with_name("match.jsonl.seed")
    seed = kept.read_text(encoding="ascii").strip()
    assert seed.startswith("shake256-1:") and kept.stat().st_mode & 0o77 == 0
    assert seed not in path.read_text(encoding="utf-8")
    assert run(":end\n", "--resume", str(path)).exit_code == 0
    record = record_of(path)
    assert (record.end, record.seed) == ("*", seed) and not kept.exists()
    assert [found.code for found in replay(record).findings] == []


def test_what_can_not_be_played_is_explained_and_asked_again(path: Path) -> None:
    result = begin(path, "7", "x", "", "9:14", "2:14", ":what", ":undo", ":undo x", ":say")
    assert result.exit_code == 0
    for words in (
        "card 7 is not in the hand", "x is not a card", "9:14 is not a card",
        "2:14 is not a card", "no command :what",
        "0 moves were made", "after :say",
    ):  # fmt: skip
        assert words in result.stdout, words
    assert len(path.read_bytes().splitlines()) == 1


def test_in_japanese_it_is_refused_in_japanese(path: Path) -> None:
    begin(path)
    typed = "7\nx\n9:14\n:what\n:undo\n:say\n"
    result = run(typed, "--resume", str(path), "--lang", "ja")
    for words in (
        "7はできません: 7は席1の手札にありません", "xはカードではありません",
        "9:14はカードではありません", "という命令はありません",
        "これまでの手は0手", "コメントを書いて",
    ):  # fmt: skip
        assert words in result.stdout, words


def test_undo_goes_back_to_the_own_last_move_and_the_bot_chooses_again_as_before(
    path: Path,
) -> None:
    begin(path, "14")
    bots = record_of(path).moves.split()[1]
    begin_again = run(":undo\n:say a pity\n27\n:table\n", "--resume", str(path))
    assert begin_again.exit_code == 0 and "Taken back: 2" in begin_again.stdout
    record = record_of(path)
    assert record.moves.split()[:2] == ["1:27", bots]
    assert [note.text for note in record.notes if note.at == 0] == ["a pity"]


def test_what_is_no_utf_8_is_asked_again(path: Path) -> None:
    result = run(b"\xff\xfe\n:say ok\n", "nimmt", "--seed", "a", "-o", str(path))
    assert result.exit_code == 0 and "�� is not a card" in result.stdout


def test_a_log_cut_in_the_middle_of_a_line_goes_on(path: Path) -> None:
    begin(path, "14")
    path.write_bytes(path.read_bytes()[:-5])
    result = run(":quit\n", "--resume", str(path))
    assert result.exit_code == 0 and "were cut off" in result.stdout


def test_nothing_is_overwritten(path: Path) -> None:
    begin(path, "14")
    before = path.read_bytes()
    result = begin(path, "27")
    assert result.exit_code == 2 and "--resume" in result.stderr
    assert path.read_bytes() == before
    path.unlink()
    assert (
        "exists: continue its match with --resume" in begin(path, "27").stderr and not path.exists()
    )


def test_another_recorders_log_is_not_gone_on_with(path: Path) -> None:
    record = Record(game="nimmt", rules=1, seats=["a", "b"], seed=derived_seed("x"))
    Recorder.create(path, record).close()
    result = run("", "--resume", str(path))
    assert result.exit_code == 1 and "kifu play did not begin this log" in result.stderr


def test_a_seed_file_that_is_gone_or_holds_no_seed_is_named(path: Path) -> None:
    begin(path, "14")
    kept = path.with_name("match.jsonl.seed")
    kept.write_text("?", encoding="ascii")
    result = run("", "--resume", str(path))
    assert result.exit_code == 1 and "holds no seed" in result.stderr
    kept.unlink()
    result = run("", "--resume", str(path))
    assert result.exit_code == 2 and f"which kifu play keeps in {path}.seed" in result.stderr


def test_the_call_that_continues_keeps_the_language(path: Path) -> None:
    begin(path, "14")
    result = run(":quit\n", "--resume", str(path), "--lang", "ja")
    assert result.stderr.endswith(f"continue with kifu play --resume {path} --lang ja\n")


class Players:
    """Somebody who types moves by lot, in place of a terminal, and notes each prompt. `state` is
    what is asked for last.
    """

    def __init__(self, recorder: Recorder, text: str) -> None:
        self.recorder = recorder
        self.lots = random_player(recorder.game, text)
        self.prompts: list[str] = []
        self.state: Any = recorder.state

    def __call__(self, prompt: str) -> Command:
        self.prompts.append(prompt)
        found = re.search(r"\((\d+)\)(, Enter lets it pass|、Enterで見送り)?> $", prompt)
        assert found is not None
        seat, state = int(found[1]), self.state
        assert bool(found[2]) == (may_pass(state, seat) or state.phase == "called")
        return Command("", self.lots(state, seat))


def match(path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Players, Record]:
    rules = game(name)
    given = dict(rules.option_sets[-1])
    seats = rules.seats(rules.read_options(given))[-1]
    record, who = header(rules, ["Aki", *["@random"] * (seats - 1)], seats, given)
    with Recorder.create(path, record, derived_seed(name)) as recorder:
        players = Players(recorder, name)
        monkeypatch.setattr(play_terminal, "ask", players)
        # The whole table is drawn from the whole record; a few dozen of them are enough here.
        drawn, show = vars(play_table)["draw"], vars(play_table)["_asked"]
        monkeypatch.setattr(
            play_table, "draw", lambda s, v: drawn(s, v) if len(players.prompts) < 30 else None
        )

        def showing(sitting: Session, state: Any, seat: int) -> Any:
            players.state = state
            return show(sitting, state, seat)

        monkeypatch.setattr(play_table, "_asked", showing)
        sitting = Session(recorder, "ja", who)
        play_table.play(sitting)
        recorder.finish()
    return players, record_of(path)


@pytest.mark.parametrize("name", some_of([*BUILT_IN], ["nimmt", "yuhodo", "magimiles"]))
def test_every_game_is_played_to_its_end(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    players, record = match(path, name, monkeypatch)
    assert record.end == "=" and players.prompts
    assert [found for found in replay(record).findings if found.code != "KF416"] == []


def test_a_call_of_others_may_not_be_typed_and_a_person_called_upon_counters(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seat 1 plays what seats 2 and 3 may call on, and may counter itself."""
    rules = game("atarayo")
    record, who = header(rules, ["@greedy", "@greedy", "Aki"], None, {})
    typed = iter(["A3C", "A2", ""])
    state = called_on("b10", ["r10", "b7 b3", "b4 b6"])

    def ask(prompt: str) -> Command:
        return Command("", next(typed))

    monkeypatch.setattr(play_terminal, "ask", ask)
    monkeypatch.setattr(play_table, "draw", lambda *_: None)
    with Recorder.create(path, record, derived_seed("calls")) as recorder:
        table = Session(recorder, "en", who)
        assert play_table._asked(table, state, 3) == ""
        # What seat 3 may do after seat 2 follows from the hand of seat 2, and is not listed.
        assert "A3C" in state.legal_moves(3)
        said = capsys.readouterr().out
        assert "  A3\n" in said and "  A3C" not in said
        assert next_move(state, [rules.greedy] * 3) == (2, "A23C")
        calling = state.copy()
        assert calling.resolve(array_of([0, 0, code(state, "A2"), code(state, "A3")])) == 0
        table.who[:3] = [PERSON, "greedy", "greedy"]
        typed = iter(["A23CC", "", "A23C"])
        assert play_table._asked(table, calling, 1) == "A23C"
    said += capsys.readouterr().out
    assert "say only what your own seat does" in said and "A23C" in said.split()
    assert state.phase == "act"


class Screen:
    """A terminal with `kifu` in it: what is typed there, and what stands on it by and by."""

    def __init__(self, *args: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kifu", *args],
            stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"},
        )  # fmt: skip
        os.close(theirs)
        self._unread = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def until(self, words: str, patience: float = 120) -> str:
        """What comes before `words`, which are waited for. Raises TimeoutError."""
        while words not in self._unread:
            ready, _, _ = select.select([self._ours], [], [], patience)
            if not ready:
                raise TimeoutError(f"{words!r} never came: {self._unread!r}")
            self._unread += os.read(self._ours, 65536).decode("utf-8", "replace")
        before, _, self._unread = self._unread.partition(words)
        return before

    def interrupt_until(self, words: str) -> None:
        """Press Ctrl-C, and again if need be: Python can miss it right before it reads a line,
        and then sees it only when it is woken up again.
        """
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            with suppress(TimeoutError):
                self.until(words, 12)
                return
        raise AssertionError(f"{words!r} never came")


def test_ctrl_c_at_a_real_terminal(path: Path) -> None:
    with Screen("play", "nimmt", "--seat", "Aki", "--seed", "a", "-o", str(path)) as screen:
        screen.until("Aki (1)> ")
        screen.type("14")
        screen.until("Aki (1)> ")
        screen.interrupt_until("continue with")
        assert screen.process.wait(120) == 130
    assert record_of(path).moves.split()[:1] == ["1:14"]


def test_a_line_too_long_is_refused(path: Path) -> None:
    result = begin(path, ":say " + "x" * (1 << 16))
    assert result.exit_code == 2 and "a line is" in result.stderr
