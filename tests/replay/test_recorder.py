"""The recorder: nothing acknowledged is lost, nothing illegal is written, no seed gets out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.errors import Busy, LimitHit, NotationError, UsageError
from kifu.notation.log import read_lines
from kifu.notation.record import Reading, Record
from kifu.replay.chance import commit_of
from kifu.replay.form import game_form
from kifu.replay.game import IllegalMove
from kifu.replay.match import replay
from kifu.replay.players.new_match import random_player
from kifu.replay.recorder import Recorder

SEED = "shake256-1:00112233445566778899aabbccddeeff"
LIVE = b'{"live":1,"game":"nimmt","rules":1,"seats":["a","b"],"commit":"%s"}\n' % (
    commit_of(SEED).encode()
)


def header(**fields: Any) -> Record:
    given: dict[str, Any] = {
        "game": "nimmt", "rules": 1, "seats": ["Aki", "Ben", "千恵"], "options": {"rounds": "1"},
    }  # fmt: skip
    return Record(**{**given, **fields})


def events(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def reading(path: Path) -> Reading:
    (found,) = read_lines([path.read_bytes()])
    return found


def play_on(recorder: Recorder, count: int = 1000, text: str = "lots") -> None:
    """Random moves, the seats of a turn in any order, until the game is over or `count` made."""
    lots = random_player(recorder.game, text)
    while count and not recorder.state.is_over:
        acting = recorder.state.to_move()
        seat = acting[len(recorder.plies) * 7 % len(acting)]
        recorder.play(lots(recorder.state, seat), seat, at=1763625600 + len(recorder.plies) / 4)
        count -= 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def test_a_match_from_the_first_line_to_the_last(path: Path) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        play_on(recorder)
        plies, scores = list(recorder.plies), recorder.state.scores()
        recorder.finish()
    record = reading(path).record
    assert record is not None and reading(path).diagnostics == []
    match = replay(record)
    assert match.plies == plies
    assert record.end == "=" and record.result == scores and record.seed == SEED
    assert {found.code for found in match.findings} <= {"KF416"}
    form = game_form(replay(replace(record, notes=[])))
    assert replay(form).findings == []


def test_the_first_line_is_a_record_without_moves_that_is_live(path: Path) -> None:
    Recorder.create(path, header(tags=[("Event", "Evening")]), seed=SEED).close()
    (first,) = events(path)
    assert first["live"] == 1 and first["commit"] == commit_of(SEED)
    assert "moves" not in first and "seed" not in first


def test_each_move_is_a_line_of_its_own_and_in_the_file_at_once(path: Path) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        recorder.play("11", 3, at=1763625600.25)
        assert events(path)[1:] == [{"m": "11", "seat": 3, "t": 1763625600.25}]
        recorder.play("59")
        assert events(path)[2:] == [{"m": "59", "seat": 1}]


def test_an_illegal_move_is_refused_and_nothing_is_written(path: Path) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        recorder.play("59", 1)
        before, digest = path.read_bytes(), recorder.state.digest()
        for move, seat in [
            ("60", 2), ("59", 1), ("59", 2), ("r1", 2), ("", 2), ("1\n", 2), ("2:1", 2), ("١", 2),
            ("1", 4), ("1", -1), ("1", 99),
        ]:  # fmt: skip
            with pytest.raises(IllegalMove):
                recorder.play(move, seat)
        with pytest.raises(IllegalMove, match="is not a card"):
            recorder.play("", 2)
        assert path.read_bytes() == before
        assert recorder.state.digest() == digest and recorder.plies == [(1, "59")]


@pytest.mark.parametrize("at", [float("nan"), float("inf"), -1.0, 1e12])
def test_a_time_that_is_none_is_refused_and_nothing_is_written(path: Path, at: float) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        before = path.read_bytes()
        with pytest.raises(UsageError, match="a time is in seconds"):
            recorder.play("59", 1, at=at)
        assert path.read_bytes() == before and recorder.plies == []


def test_a_secret_seed_is_in_no_byte_of_the_file_before_the_end(path: Path) -> None:
    digits = SEED.partition(":")[2].encode()
    recorder = Recorder.create(path, header(), seed=SEED)
    while not recorder.state.is_over:
        play_on(recorder, 7)
        recorder.say("a word")
        assert digits not in path.read_bytes()
        recorder.close()
        recorder = Recorder.resume(path, seed=SEED)
    recorder.finish()
    assert path.read_bytes().count(digits) == 1


def test_a_public_seed_is_in_the_first_line_and_only_there(path: Path) -> None:
    with Recorder.create(path, header(seed=SEED)) as recorder:
        play_on(recorder)
        recorder.finish()
    assert path.read_bytes().count(SEED.encode()) == 1


def test_comments_and_taking_back(path: Path) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        start = recorder.state.digest()
        recorder.say("さあ始めよう", lang="ja")
        recorder.play("59", 1)
        recorder.say('} ] ) " \\ \n#2')
        recorder.play("1", 2)
        recorder.undo()
        assert recorder.plies == [(1, "59")] and recorder.state.to_move() == [2, 3]
        recorder.play("47", 2)
        recorder.undo(2)
        assert recorder.state.digest() == start
        recorder.play("71", 1)
    record = reading(path).record
    assert record is not None and record.moves == "1:71"
    assert [(note.at, note.text, note.lang) for note in record.notes] == [(0, "さあ始めよう", "ja")]


@pytest.mark.parametrize("count", [0, -1, 2])
def test_moves_that_were_not_made_can_not_be_taken_back(path: Path, count: int) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        recorder.play("59", 1)
        before = path.read_bytes()
        with pytest.raises(UsageError, match="can't take back"):
            recorder.undo(count)
        assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["\0", "\ud800"])
def test_a_comment_that_no_record_can_hold_is_refused(path: Path, text: str) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        before = path.read_bytes()
        with pytest.raises(NotationError):
            recorder.say(text)
        assert path.read_bytes() == before


def test_a_log_never_grows_larger_than_a_record_can_be(path: Path) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        recorder.say("x" * (8 << 20))
        before = path.read_bytes()
        with pytest.raises(LimitHit, match="finish it"):
            recorder.say("x" * (8 << 20))
        assert path.read_bytes() == before
        recorder.play("59", 1)
        recorder.finish()
    assert reading(path).diagnostics == []


def test_cards_dealt_at_a_table_are_written_when_they_are_dealt(path: Path) -> None:
    deck = " ".join(map(str, range(1, 105)))
    with Recorder.create(path, header(seats=["Aki", "Ben"])) as recorder:
        assert recorder.state.missing == "deal/1"
        with pytest.raises(IllegalMove, match="deal/1"):
            recorder.play("1", 1)
        for wrong in ("1 2 3", "x", "", deck + " 105", "1 1 " + deck, "\0"):
            with pytest.raises(NotationError):
                recorder.chance(wrong)
        assert len(events(path)) == 1
        recorder.chance(deck)
        recorder.play("5", 1)
        with pytest.raises(UsageError, match="is not waiting for a chance event"):
            recorder.chance(deck)
    with Recorder.resume(path) as recorder:
        assert recorder.plies == [(1, "5")]
        play_on(recorder)
        recorder.finish()
    record = reading(path).record
    assert record is not None and record.chance == [("deal/1", deck)]


def test_a_second_recorder_on_the_file_gets_busy(path: Path) -> None:
    with Recorder.create(path, header(), seed=SEED):
        with pytest.raises(Busy) as caught:
            Recorder.resume(path, seed=SEED)
        assert caught.value.exit_code == 3
    Recorder.resume(path, seed=SEED).close()


def test_a_file_that_exists_is_never_overwritten(path: Path) -> None:
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(UsageError, match="exists"):
        Recorder.create(path, header(), seed=SEED)
    assert path.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("fields", "seed", "why"),
    [
        ({"game": "nimt"}, SEED, "KF401"),
        ({"rules": 9}, SEED, "KF402"),
        ({"options": {"hands": "drafted"}}, SEED, "KF403"),
        ({"seats": ["Aki"]}, SEED, "KF404"),
        ({"seats": ["a\0", "b"]}, SEED, "KF305|KF102"),
        ({}, "shake256-1:00", "KF507"),
        ({"commit": "sha256:" + "0" * 64}, SEED, "KF506"),
        ({"commit": commit_of(SEED)}, None, "give the seed"),
        ({"seed": SEED}, SEED, "public seed"),
        ({"moves": "59"}, SEED, "without moves"),
    ],
)
def test_a_match_that_can_not_be_played_leaves_no_file(
    path: Path, fields: dict[str, Any], seed: str | None, why: str
) -> None:
    with pytest.raises((NotationError, UsageError), match=why):
        Recorder.create(path, header(**fields), seed=seed)
    assert not path.exists()


def test_nothing_is_written_after_the_end(path: Path) -> None:
    recorder = Recorder.create(path, header(), seed=SEED)
    recorder.finish()
    before = path.read_bytes()
    with pytest.raises(UsageError, match="is closed; resume it to continue, if"):
        recorder.play("59", 1)
    with pytest.raises(UsageError, match="is closed"):
        recorder.finish()
    assert path.read_bytes() == before
    path.write_bytes(before.replace(b"\n", b"\n\n"))
    with pytest.raises(NotationError, match="is finished"):
        Recorder.resume(path, seed=SEED)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "first line"),
        (b'{"kifu":1,"game":"nim', "first line"),
        (b'{"game":"nimmt","rules":1,"seats":["a","b"],"end":"*"}\n', "first line"),
        (b"\xff\xfe\n", "first line"),
        (b'{"m":"60","seat":1}\n', "first line"),
        (LIVE + b'{"m":"60","seat":1}\n', "KF406"),
        (LIVE + b'{"no":1}\n', "KF206"),
        (LIVE + LIVE, "more than one record"),
        (LIVE.replace(b'"commit"', b'"id"'), "KF203|has no commit"),
    ],
)
def test_a_file_that_is_no_live_log_of_a_good_match_is_not_touched(
    path: Path, content: bytes, why: str
) -> None:
    path.write_bytes(content)
    with pytest.raises((NotationError, UsageError), match=why):
        Recorder.resume(path, seed=SEED)
    assert path.read_bytes() == content


def test_a_log_whose_seed_is_promised_is_not_resumed_without_it(path: Path) -> None:
    Recorder.create(path, header(), seed=SEED).close()
    with pytest.raises(UsageError, match="give the seed"):
        Recorder.resume(path)
    with pytest.raises(NotationError, match="KF506"):
        Recorder.resume(path, seed="shake256-1:" + "00" * 16)


def test_cut_at_every_byte_no_whole_line_is_lost(path: Path, tmp_path: Path) -> None:
    with Recorder.create(path, header(seats=["Aki", "Ben"]), seed=SEED) as recorder:
        play_on(recorder, 9)
        recorder.say("}千恵{")
        recorder.undo()
        play_on(recorder, 3)
    data = path.read_bytes()
    torn = tmp_path / "torn.jsonl"
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    for size in range(ends[0], len(data) + 1):
        torn.write_bytes(data[:size])
        whole = max(end for end in ends if end <= size)
        with Recorder.resume(torn, seed=SEED) as recorder:
            assert torn.read_bytes() == data[:whole]
            cut = [(found.code, found.offset) for found in recorder.diagnostics]
            assert cut == [("KF207", whole)] * (whole < size)
            (found,) = read_lines([data[:whole]])
            assert found.record is not None
            assert recorder.plies == replay(replace(found.record, seed=SEED)).plies
            play_on(recorder, 1)
        assert reading(torn).diagnostics == []
    for size in range(ends[0]):
        torn.write_bytes(data[:size])
        with pytest.raises(NotationError, match="nothing was recorded"):
            Recorder.resume(torn, seed=SEED)
        assert torn.read_bytes() == data[:size]


def test_an_end_that_was_torn_can_be_written_again(path: Path) -> None:
    with Recorder.create(path, header(), seed=SEED) as recorder:
        play_on(recorder)
        plies, before = list(recorder.plies), len(path.read_bytes())
        recorder.finish()
    data = path.read_bytes()
    for size in range(before, len(data) - 1):
        path.write_bytes(data[:size])
        with Recorder.resume(path, seed=SEED) as recorder:
            assert recorder.plies == plies
            recorder.finish()
        record = reading(path).record
        assert reading(path).diagnostics == []
        assert record is not None and (record.end, record.seed) == ("=", SEED)
        assert path.read_bytes().count(SEED.encode()) == 1


FULL = """
import resource, sys
from kifu.notation.errors import KifuError
from kifu.replay.recorder import Recorder

recorder = Recorder.resume(sys.argv[1], seed=sys.argv[2])
size = len(open(sys.argv[1], "rb").read())
resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(sys.argv[3]), resource.RLIM_INFINITY))
digest = recorder.state.digest()
try:
    recorder.play("59", 1)
except KifuError as error:
    assert str(error).endswith("; the lines before this one are kept") and sys.argv[1] in str(error)
    assert recorder.state.digest() == digest and recorder.plies == []
    sys.exit(7)
"""


@pytest.mark.parametrize("room", [0, 1, 10])
def test_where_the_disk_is_full_the_move_has_not_happened(path: Path, room: int) -> None:
    Recorder.create(path, header(), seed=SEED).close()
    before = path.read_bytes()
    command = [sys.executable, "-c", FULL, str(path), SEED, str(room)]
    assert subprocess.run(command, check=False).returncode == 7
    assert path.read_bytes() == before
    with Recorder.resume(path, seed=SEED) as recorder:
        recorder.play("59", 1)
