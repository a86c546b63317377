"""`kifu site --watch`: the pages follow what is played, and tell no secret of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from tests.site.conftest import page_text

from kifu.notation.record import Record
from kifu.replay.chance import derived_seed
from kifu.replay.players.new_match import random_player
from kifu.replay.recorder import Recorder
from kifu.store import Archive, database

from .running import Running, kifu, write

#: `kifu` that neither looks up nor rests for long between two runs.
AT_ONCE = """\
from kifu.cli import main
from kifu.site.website import watch
from kifu.store.index import watching

watch.REST = watching.PACE = 0.05
main()
"""


@contextmanager
def kept(out: Path, *given: object) -> Iterator[Running]:
    """A site that is being watched, once it is there."""
    with Running("site", *given, "-o", out, "--watch", "--jobs", 1, code=AT_ONCE) as running:
        running.until(lambda: running.said_of(" replay page") > 0)
        yield running
        assert running.interrupt() == 0, running.said
    first, last = running.said[0], running.said[-1]
    assert first.startswith("watching ") and last.startswith("stopped after"), running.said


def content(out: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and not path.name.endswith(".lock")
    }


def is_same(out: Path, wanted: dict[str, bytes]) -> bool:
    try:
        return content(out) == wanted
    except FileNotFoundError:  # it goes away in this moment
        return False


def replays(out: Path) -> list[Path]:
    # Unlike glob, this goes on where a folder is taken away meanwhile.
    return [
        Path(folder, name)
        for folder, _, names in os.walk(out / "matches")
        for name in names
        if name.endswith(".html")
    ]


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


@pytest.mark.campaign
def test_files_that_come_and_go_are_followed(
    logs: Path, tmp_path: Path, played: list[Record]
) -> None:
    out = tmp_path / "out"
    first = write(logs / "a.kifu", played[:1])
    with kept(out, logs) as running:
        assert len(replays(out)) == 1
        write(logs / "b.kifu", played[1:3])
        running.until(lambda: len(replays(out)) == 3)
        (logs / "bad.kifu").write_text('[Game "nimmt"]\n\n1. x\n=\n')
        running.until(lambda: running.said_of("bad.kifu, record 1: ") == 1)
        first.unlink()
        os.mkfifo(first)
        running.until(lambda: len(replays(out)) == 2)
        write(logs / "c.kifu", played[3:4])
        running.until(lambda: len(replays(out)) == 3)
        running.until(lambda: running.said_of(" 3 replay pages, ") == 2)
        assert running.said_of("bad.kifu, record 1: ") == 1
    assert kifu("site", logs, "-o", tmp_path / "once").exit_code == 0
    assert content(out) == content(tmp_path / "once")


def secrets(recorder: Recorder, seed: str) -> list[str]:
    """The seed, and whatever tells the cards in the hands."""
    hands = [recorder.state.legal_moves(seat) for seat in recorder.state.to_move()]
    return [seed, seed.partition(":")[2], *(" ".join(hand) for hand in hands if len(hand) > 1)]


def is_shown(page: Path, what: re.Pattern[str]) -> bool:
    return bool(what.search(page.read_text("utf-8")))


@pytest.mark.campaign
def test_a_match_that_is_played_is_shown_as_spectators_see_it_until_its_end(
    logs: Path, tmp_path: Path
) -> None:
    out, seed = tmp_path / "out", derived_seed("live site")
    header = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], options={"rounds": "1"}, seed=seed)
    with Recorder.create(logs / "live.jsonl", header) as recorder, kept(out, logs) as running:
        lots = random_player(recorder.game, "x")
        (page,) = replays(out)
        while not recorder.state.is_over:
            seat = recorder.state.to_move()[0]
            held = secrets(recorder, seed)
            move = lots(recorder.state, seat)
            recorder.play(move, seat)
            plies = len(recorder.plies)
            if plies in (1, 2):
                shown = re.compile(f'id="table"[^>]* data-ply="{plies}"')
                running.until(partial(is_shown, page, shown))
                everything = b"\n".join(content(out).values()).decode()
                everything += page_text(page.read_text("utf-8"))
                assert not [secret for secret in held if secret in everything]
                if plies == 1:  # lies face down
                    assert f'data-card="{move}"' not in everything
                    assert '"moments":[{"seat":1,"said":"0",' in everything
                assert list((out / "matches").glob("*/*.kifu")) == []
        recorder.finish()
        running.until(lambda: list((out / "matches").glob("*/*.kifu")) != [])
        # The page has the name that the match keeps; who knows the name before is led there.
        (now,) = (path.with_suffix(".html") for path in (out / "matches").glob("*/*.kifu"))
        moved = re.compile(rf'url=\.\./\.\./matches/{now.parent.name}/{now.name}"')
        running.until(lambda: is_shown(page, moved))
        assert set(replays(out)) == {page, now}
        running.until(lambda: page.name not in (out / "index.html").read_text("utf-8"))
        assert seed in now.read_text("utf-8") and f'data-ply="{plies}"' in now.read_text("utf-8")
        assert kifu("site", logs, "-o", tmp_path / "once").exit_code == 0
        running.until(partial(is_same, out, content(tmp_path / "once")))


@pytest.mark.campaign
def test_a_log_that_grows_while_the_site_is_made_keeps_its_page(logs: Path, tmp_path: Path) -> None:
    archive, out = Archive(tmp_path / "games.duckdb"), tmp_path / "out"
    header = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], seed=derived_seed("grows"))
    with Recorder.create(logs / "live.jsonl", header) as recorder:
        archive.index([logs])
        assert kifu("site", archive.path, "-o", out).exit_code == 0
        before = content(out)
        recorder.play(recorder.state.legal_moves(1)[0], 1)
        result = kifu("site", archive.path, "-o", out, "--strict")
    assert result.exit_code == 0 and "left out" not in result.stderr
    assert content(out) == before and len(replays(out)) == 1


@pytest.mark.campaign
def test_an_archive_that_another_process_writes_is_waited_for(
    logs: Path, tmp_path: Path, played: list[Record]
) -> None:
    out, archive = tmp_path / "out", Archive(tmp_path / "games.duckdb")
    write(logs / "a.kifu", played[:1])
    archive.index([logs])
    with kept(out, archive.path) as running:
        write(logs / "b.kifu", played[1:2])
        archive.index([logs])
        running.until(lambda: len(replays(out)) == 2)
        with database.writing(archive.path) as connection:
            connection.execute("UPDATE meta SET value = value")
            connection.execute("COMMIT; CHECKPOINT games; BEGIN")
            running.until(lambda: running.said_of("kifu will try again") == 1)
            assert running.process.poll() is None
        write(logs / "c.kifu", played[2:3])
        archive.index([logs])
        running.until(lambda: len(replays(out)) == 3)
