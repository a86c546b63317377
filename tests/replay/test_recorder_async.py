"""The recorder in an event loop: many matches at once, and every answered move on the disk."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kifu.notation.errors import Busy, UsageError
from kifu.notation.log import read_lines
from kifu.notation.record import Record
from kifu.replay.chance import commit_of, derived_seed
from kifu.replay.game import WrongActor
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.recording.recorder import Recorder
from kifu.replay.recording.recorder_async import AsyncRecorder
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.replayer import replay


def header(name: str = "nimmt", **options: str) -> Record:
    rules = game(name)
    seats = rules.seats(rules.read_options(options))[0]
    names = [f"p{seat}" for seat in range(1, seats + 1)]
    return Record(game=name, rules=rules.rules, options=options, seats=names)


def record_of(path: Path) -> Record:
    (found,) = read_lines([path.read_bytes()])
    assert found.diagnostics == [] and found.record is not None
    return found.record


async def play_out(path: Path, name: str, seed: str) -> list[int]:
    async with await AsyncRecorder.create(path, header(name), seed) as match:
        state = match.recorder.state
        lots = [random_player(match.recorder.game, f"{path}{seat}") for seat in range(9)]
        while not state.is_over and len(match.recorder.plies) < 300:
            seat, move = next_move(state, lots)
            await match.play(move, seat)
            state = match.recorder.state
        scores = state.scores()
        await match.finish()
    return scores


def test_matches_of_all_games_at_once(tmp_path: Path) -> None:
    async def all_of_them() -> list[list[int]]:
        return await asyncio.gather(*[
            play_out(tmp_path / f"{name}{k}.jsonl", name, derived_seed(f"{name}{k}"))
            for name in BUILT_IN
            for k in range(4)
        ])  # fmt: skip

    scores = iter(asyncio.run(all_of_them()))
    for name in BUILT_IN:
        for k in range(4):
            record = record_of(tmp_path / f"{name}{k}.jsonl")
            match = replay(record)
            assert match.state is not None and match.state.scores() == next(scores)
            assert record.seed is not None and record.commit == commit_of(record.seed)
            assert {found.code for found in match.findings} <= {"KF416"}


def test_moves_of_many_tasks_are_in_the_order_of_the_calls(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    record = Record(game="nimmt", rules=1, seats=[f"p{seat}" for seat in range(1, 11)])

    async def choose_at_once() -> list[tuple[int, str]]:
        async with await AsyncRecorder.create(path, record, derived_seed("ten")) as match:
            legal = {seat: match.recorder.state.legal_moves(seat)[0] for seat in range(1, 11)}
            order = [3, 1, 10, 2, 9, 4, 8, 5, 7]
            await asyncio.gather(*(match.play(legal[seat], seat) for seat in order))
            assert match.recorder.plies == [(seat, legal[seat]) for seat in order]
            await asyncio.gather(match.say("one"), match.undo(), match.say("two"))
            return match.recorder.plies

    plies = asyncio.run(choose_at_once())
    assert record_of(path).moves.split() == [f"{seat}:{move}" for seat, move in plies]


def test_what_can_not_be_is_refused_alone(tmp_path: Path) -> None:
    async def refuse() -> None:
        path = tmp_path / "match.jsonl"
        async with await AsyncRecorder.create(path, header(), derived_seed("r")) as match:
            legal = match.recorder.state.legal_moves(1)[0]
            results = await asyncio.gather(
                match.play(legal, 1), match.play(legal, 1), match.undo(9), return_exceptions=True
            )
            assert [type(result) for result in results] == [type(None), WrongActor, UsageError]
            with pytest.raises(Busy):
                await AsyncRecorder.resume(path, derived_seed("r"))
            await match.finish()
            with pytest.raises(UsageError, match="is finished"):
                await match.say("late")
        assert record_of(path).end == "*"

    asyncio.run(refuse())


def test_cards_dealt_at_a_table_are_written(tmp_path: Path) -> None:
    async def deal() -> None:
        async with await AsyncRecorder.create(tmp_path / "m.jsonl", header()) as match:
            await match.chance("_ " * 20 + "1 2 3 4")
            await match.chance("9 " + "_ " * 19 + "1 2 3 4", "deal/1")
            await match.play("9", 1)

    asyncio.run(deal())
    assert record_of(tmp_path / "m.jsonl").moves == "1:9"


def test_a_task_that_is_cancelled_leaves_the_match_whole(tmp_path: Path) -> None:
    async def cancel() -> None:
        path = tmp_path / "match.jsonl"
        async with await AsyncRecorder.create(path, header(), derived_seed("c")) as match:
            legal = [match.recorder.state.legal_moves(seat)[0] for seat in (1, 2)]
            task = asyncio.create_task(match.play(legal[0], 1))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await match.play(legal[1], 2)
        assert record_of(path).moves == f"1:{legal[0]} 2:{legal[1]}"

    asyncio.run(cancel())


def test_every_answered_move_was_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow disk: a move is answered only behind a wait that began when it was written."""
    begun: list[int] = []
    ended: list[int] = []
    written: list[int] = []
    all_written = threading.Event()

    def slow(recorder: Recorder) -> None:
        size = recorder.path.stat().st_size
        begun.append(size)
        assert all_written.wait(60)
        ended.append(size)

    async def play() -> int:
        path = tmp_path / "m.jsonl"
        record = Record(game="nimmt", rules=1, seats=[f"p{seat}" for seat in range(1, 11)])
        async with await AsyncRecorder.create(path, record, derived_seed("s")) as match:
            monkeypatch.setattr(Recorder, "sync", slow)

            async def one(seat: int) -> None:
                writing = match.play(match.recorder.state.legal_moves(seat)[0], seat)
                line = asyncio.ensure_future(writing)
                await asyncio.sleep(0)
                size = path.stat().st_size
                written.append(seat)
                if len(written) == 9:
                    all_written.set()
                await line
                assert max(ended) >= size

            await asyncio.gather(*(one(seat) for seat in range(1, 10)))
        return len(begun)

    assert asyncio.run(play()) == 2, "the first move's wait, and one for all the others"


SERVER = """
import asyncio, sys
from kifu.replay.players.players import random_player
from kifu.replay.recording.recorder_async import AsyncRecorder

async def go_on(number):
    path, seed = sys.argv[1].format(number), sys.argv[2]
    async with await AsyncRecorder.resume(path, seed) as match:
        lots = random_player(match.recorder.game, sys.argv[3])
        while not match.recorder.state.is_over:
            seat = match.recorder.state.to_move()[0]
            move = lots(match.recorder.state, seat)
            await match.play(move, seat)
            print(number, seat, move, flush=True)

async def serve():
    await asyncio.gather(*(go_on(number) for number in range(8)))

asyncio.run(serve())
"""


def test_a_server_of_eight_matches_is_killed_and_no_answered_move_is_lost(tmp_path: Path) -> None:
    seed = derived_seed("server")
    pattern = str(tmp_path / "{}.jsonl")
    for number in range(8):
        Recorder.create(pattern.format(number), header(rounds="40"), seed).close()
    kept: list[list[tuple[int, str]]] = [[] for _ in range(8)]
    for attempt in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, pattern, seed, str(attempt)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        # The match goes on while its lines are on their way, so that each kill meets it elsewhere.
        first = b"".join(process.stdout.readline() for _ in range(4 + attempt * 7 % 11))
        os.kill(process.pid, signal.SIGKILL)
        output = first + process.stdout.read()
        process.stdout.close()
        process.wait()
        for line in output[: output.rfind(b"\n") + 1].decode().splitlines():
            match, seat, move = line.split()
            kept[int(match)].append((int(seat), move))
        for number in range(8):
            with Recorder.resume(pattern.format(number), seed) as recorder:
                plies = list(recorder.plies)
            assert plies[: len(kept[number])] == kept[number]
            assert len(plies) <= len(kept[number]) + 1
            kept[number] = plies
    assert sum(map(len, kept)) > 20
