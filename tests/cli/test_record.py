"""`kifu record`: a match typed in as it is seen at a table, with what is not seen left open."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.game import Wording
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.match import Gap, gap, replay
from kifu.replay.play import session as play_terminal
from kifu.replay.play import transcript
from kifu.replay.play.session import Command, Quit, Session
from kifu.replay.play.transcript import type_in
from kifu.replay.players.simulate import simulate
from kifu.replay.recorder import Recorder
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.table import ALL

from .running import kifu, record_of

#: A hand for seat 1, as `:known` takes it.
TEN = "1=21 2=22 3=23 4=24 5=25 6=26 7=27 8=28 9=29 10=30"


def run(path: Path, *typed: str, args: tuple[str, ...] = ()) -> Result:
    begin = ("nimmt", "--seat", "Aki", "--seat", "Ben", "--option", "rounds=1", "-o", str(path))
    return kifu("record", *(args or begin), text="".join(f"{line}\n" for line in typed))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def test_hands_are_left_open_and_cards_that_lie_face_up_are_asked_for(path: Path) -> None:
    result = run(path, "", "12 55 3 88", "#1 1. 59 10", "2. 99", ":quit")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("Which four cards begin rows 1 to 4?> ") == 2
    assert "turned up" not in result.stdout
    record = record_of(path)
    assert record.chance == [("deal/1", "_ " * 20 + "12 55 3 88")]
    assert record.moves == "1:59 2:10 1:99" and record.end == "*"
    assert replay(record).findings == []


def test_a_deal_of_which_nothing_is_known_yet_is_resumed(path: Path) -> None:
    assert run(path, "", ":quit").exit_code == 0
    result = run(path, "12 55 3 88", "59 10", ":quit", args=("--resume", str(path)))
    assert result.exit_code == 0, result.stderr
    assert record_of(path).moves == "1:59 2:10"


def test_what_is_known_may_be_typed_at_once(path: Path) -> None:
    result = run(path, "1 2 _*18 12 55 3 88 7", ":say hello", ":table", ":moves")
    assert result.exit_code == 0 and "Row 1" in result.stdout
    record = record_of(path)
    assert record.chance == [("deal/1", "1 2 _*18 12 55 3 88 7")]
    assert [note.text for note in record.notes] == ["hello"]


def test_cards_are_made_known_as_they_are_shown_and_typing_errors_corrected(path: Path) -> None:
    run(path, "", "12 55 3 88", "59 11", ":undo", "10", ":known deal/1 1=59 2=60")
    record = record_of(path)
    assert record.moves == "1:59 2:10"
    assert record.chance[0][1].startswith("59 60 _ ")
    result = run(path, ":known deal/1 2=61 21=13", ":known deal/1 2=", args=("--resume", str(path)))
    assert result.exit_code == 0
    assert record_of(path).chance == [("deal/1", "59 _ " + "_ " * 18 + "13 55 3 88")]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("1 2 3",), "4 cards or the whole deal, 24 to 104 cards, were expected, not 3"),
        (("_*3",), "24 to 104 cards were expected, but 3 are written"),
        (("x _*23",), "is not a card of this deck"),
        (("", "12 55 3"), "4 cards were expected"),
        (("", "12 12 3 88"), "is written twice"),
        (("", "12 55 3 88", "12"), "12 can't be played"),
        (("", "12 55 3 88", "2. 13"), "the mark 2. is wrong here"),
        (("", "12 55 3 88", "59", ":undo x"), "a number of moves"),
        (("", "12 55 3 88", "59", ":undo 0000000001"), "a number of moves"),
        (("", "12 55 3 88", ":known deal/1 000240=5"), "a number from 1 to 24"),
        (("", "12 55 3 88", "59", f":known deal/1 {TEN}"),
         "contradicts the moves made since"),
        (("", "12 55 3 88", ":known deal/2 1=4"), "the labels are deal/1"),
        (("", "12 55 3 88", ":known deal/1 1 2"), "1: NUMBER=CARD was expected"),
        (("", "12 55 3 88", ":what"), "no command :what"),
        (("", "12 55 3 88", ":say"), "Type the comment"),
    ],
)  # fmt: skip
def test_what_can_not_be_ends_a_run_that_nobody_types_at(
    path: Path, typed: tuple[str, ...], why: str
) -> None:
    result = run(path, *typed)
    assert result.exit_code == 1 and why in result.stderr
    assert f"continue with kifu record --resume {path}\n" in result.stderr
    record_of(path)


def test_at_a_terminal_it_is_said_and_asked_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["1 2 3", "", "12 55 3 88", "12 59", "60 10 10", ":help", ":quit"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(
        play_terminal, "ask", lambda prompt: play_terminal.read_command(next(typed))
    )
    record = Record(game="nimmt", rules=1, seats=["a", "b"])
    with Recorder.create(path, record) as recorder:
        with pytest.raises(Quit):
            type_in(Session(recorder, "en"))
        assert recorder.plies == [(1, "60"), (2, "10")]
    assert ":known LABEL" in capsys.readouterr().out


def test_it_asks_in_japanese(path: Path) -> None:
    begun = run(path, "", "12 55 3 88", "59 10", ":undo", ":help", args=(
        "nimmt", "--seats", "2", "--lang", "ja", "-o", str(path)))  # fmt: skip
    for words in ("上から順", "列1〜4の最初のカード4枚は?", "1手取り消しました", "配札のN枚目"):
        assert words in begun.stdout
    assert "Which" not in begun.stdout


def test_tags_are_written_and_the_date_is_todays_unless_it_is_given(path: Path) -> None:
    given = ("--tag", "Date=2020-02-02", "--tag", "Event=a=b")
    args = ("nimmt", "--seats", "2", "-o", str(path), *given)
    assert run(path, ":end", args=args).exit_code == 0
    record = record_of(path)
    assert record.tags == [("Date", "2020-02-02"), ("Event", "a=b")]
    assert record.seats == ["Player 1", "Player 2"] and record.end == "*"


#: What is asked about chance in a match of each game.
QUESTIONS = {
    "nimmt": "Which four cards begin rows 1 to 4?",
    "atarayo": "Which two cards are revealed?",
    "mutsugo": "Which card does the Start Open turn up?",
    "magimiles": "Which cards of the piles are unknown (16)?",
    "yuhodo": "Which 3 cards lie in the market?",
}


class Table:
    """One who types what the people at a table see of a match: moves, and cards turned up."""

    def __init__(self, recorder: Recorder, match: Record) -> None:
        self.recorder = recorder
        self.match = match
        self.plies = replay(match).plies
        self.seed = match.seed
        self.turned_up = self.hands = 0
        self.places: list[int] = []
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> Command:
        self.prompts.append(prompt)
        shown = re.fullmatch(r"With .* \((\d+)\) shows (.*) and \d+ more; which\?> ", prompt)
        if shown is not None:
            self.hands += 1
            upto = len(self.recorder.plies) - 1
            held = replay(self.match).position(upto).view(ALL).zones[f"hand/{shown[1]}"]
            return Command("", " ".join((Counter(held) - Counter(shown[2].split())).elements()))
        label = self.recorder.state.missing
        if label is not None:
            return Command("", self._outcome(label))
        seat, move = self.plies[len(self.recorder.plies)]
        return Command("", f"{seat}:{move}")

    def _outcome(self, label: str) -> str:
        """The cards that lie face up from now on, or what else came of an event."""
        found = gap(self.recorder.match(), label)
        if not found.deck:
            return str((Chance(self.seed).choice(label, found.need) or 0) + 1)
        self.turned_up += bool(self.places)
        drawn = self._drawn(label)
        return " ".join(drawn[place] for place in self.places)

    def find_gap(self, *given: Any) -> Gap:
        """`gap`, whose places are noted: their cards are asked for."""
        found = gap(*given)
        self.places = found.places
        return found

    def _drawn(self, label: str) -> list[str]:
        found = gap(self.recorder.match(), label)
        order = Chance(self.seed).shuffle(label, found.deck, found.need)
        assert order is not None
        return [found.deck[card - 1] for card in order]


@pytest.mark.matrix
@pytest.mark.parametrize("at", [0, pytest.param(-1, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_match_of_each_game_is_typed_in_knowing_only_what_the_table_shows(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str, at: int
) -> None:
    rules = game(name)
    (match,) = simulate(
        rules, 1, seed=f"typed {name}", options=rules.option_sets[at], players=["greedy"]
    )
    begun = Record(game=name, rules=match.rules, options=match.options, seats=match.seats)
    with Recorder.create(path, begun) as recorder:
        table = Table(recorder, match)
        monkeypatch.setattr(play_terminal, "ask", table)
        monkeypatch.setattr(transcript, "gap", table.find_gap)
        type_in(Session(recorder, "en"))
        assert recorder.plies == table.plies
        recorder.finish()
    record = record_of(path)
    assert record.result == match.result and (table.turned_up or at)
    assert bool(table.hands) == (name == "yuhodo")
    assert at or any(QUESTIONS[name] in prompt for prompt in table.prompts)
    assert not any("deal" in prompt or "starter" in prompt for prompt in table.prompts)
    assert [found for found in replay(record).findings if found.code != "KF416"] == []


def test_a_game_without_questions_gets_general_ones(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = replace(game("nimmt"), words=Wording())
    monkeypatch.setattr("kifu.replay.registry.game", lambda name: plain)
    monkeypatch.setattr("kifu.replay.match.registered", lambda name: plain)
    begun = run(path, "", "12 55 3 88", ":quit")
    assert begun.exit_code == 0
    assert "What is turned up of deal/1, as cards 21 22 23 24 counted from the top?" in begun.stdout


def test_what_the_moves_prove_is_written_at_the_end(path: Path) -> None:
    ended = run(path, "12 55 3 88", "#1 1. 59 10", ":end")
    assert ended.exit_code == 0
    assert "filled in 2 cards of deal/1, which the moves prove" in ended.stderr
    record = record_of(path)
    assert record.chance == [("deal/1", "59 _*9 10 _*9 12 55 3 88")]
    assert replay(record).findings == []


def test_who_starts_is_unknown_where_enter_alone_is_typed(path: Path) -> None:
    args = ("yuhodo", "--seats", "4", "-o", str(path))
    assert run(path, "", "", "3", args=args).exit_code == 0
    assert record_of(path).chance == [("starter", "3")]


def test_another_starter_is_typed_before_the_deal_and_kept_in_redactions(path: Path) -> None:
    args = ("atarayo", "--seat", "a", "--seat", "b", "--seat", "c", "-o", str(path))
    known = (":known starter/1 2", "b1 r2", ":known starter/1 3", "d", ":known starter/2 1")
    result = run(path, *known, args=args)
    assert result.exit_code == 2 and "starter/2 has not happened" in result.stderr
    record = record_of(path)
    assert record.chance[0] == ("starter/1", "3") and record.moves == "3:d"
    seen = redacted(replay(record), 0, 1)
    assert seen is not None and ("starter/1", "3") in seen.record.chance
    assert seen.findings == [] and len(seen.plies) == 1
