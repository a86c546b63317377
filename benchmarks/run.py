"""Measure kifu beside its peers, print the tables and write them into docs/performance.md.

`make bench`, or `python -m benchmarks.run --matches 300 --rounds 7`. Every task is run once in
each round, so that whatever else the machine does meets all of them alike; a figure is the
median of the rounds. Time is the processor's, memory that of a whole process.
"""

from __future__ import annotations

import argparse
import io
import platform
import re
import tempfile
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import chess.pgn
import msgspec
from benchmarks.games import game_table
from benchmarks.matches import (
    ChessMatches,
    Matches,
    chess_matches,
    nimmt_matches,
    other_matches,
)
from benchmarks.measure import Task, check_all, figure, medians, replay_all
from benchmarks.memory import memory_of
from benchmarks.where import profile_table

from kifu.notation import dumps, read
from kifu.notation.log import decode_json, decode_msgpack, encode_json, encode_msgpack
from kifu.notation.record import Record
from kifu.notation.skim import skim

PAGE = Path(__file__).parents[1] / "docs/performance.md"
TABLES = re.compile(r"(?<=<!-- bench -->\n).*(?=<!-- /bench -->)", re.DOTALL)
#: By how much the second file is longer that memory is measured with.
LONGER = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300, help="matches of 6 nimmt!")
    parser.add_argument("--rounds", type=int, default=7, help="runs of every task")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        matches = nimmt_matches(given.matches, folder)
        pgn = chess_matches(max(1, given.matches // 3))
        others = other_matches(given.matches, folder)
        tasks = [*kifu_tasks(matches), *peer_tasks(matches, pgn)]
        text = "\n".join(
            [
                *facts(matches, pgn, given.rounds),
                *speed_table(tasks, medians(tasks, given.rounds)),
                *size_table(matches),
                *memory_table(matches, folder),
                *game_table(others, given.rounds),
                *profile_table("check, from text", lambda: check_all(matches.files["kifu"])),
                *profile_table("check, from JSON log", lambda: check_all(matches.files["jsonl"])),
                "",
            ]
        )
    print(text)
    PAGE.write_text(TABLES.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def kifu_tasks(matches: Matches) -> list[Task]:
    """What kifu does with the matches, each from a file or from memory as the name says."""
    files, records, decisions = matches.files, matches.records, matches.decisions
    lines = [encode_json(record) for record in records]
    packed = [encode_msgpack(record) for record in records]
    megabytes = files["kifu"].stat().st_size / 1e6
    return [
        Task("parse text", lambda: exhaust(read(files["kifu"])), decisions, "decisions"),
        Task(
            "format text", lambda: exhaust(map(dumps, records)),
            decisions, "decisions", "", "python-chess: write PGN",
        ),
        Task(
            "skim text", lambda: exhaust(skim(files["kifu"])),
            megabytes, "MB", "50", "python-chess: skim headers",
        ),
        Task(
            "check, from text", lambda: check_all(files["kifu"]),
            decisions, "decisions", "250,000", "python-chess: read PGN",
        ),
        Task(
            "check, from JSON log", lambda: check_all(files["jsonl"]),
            decisions, "decisions", "500,000", "python-chess: read PGN",
        ),
        Task(
            "bare replay", lambda: replay_all(matches),
            decisions, "decisions", "1,000,000", "python-chess: push moves",
        ),
        Task(
            "decode JSON log", lambda: exhaust(map(decode_json, lines)),
            len(lines), "records", "1/1.3 of raw", "msgspec: decode JSON",
        ),
        Task(
            "encode JSON log", lambda: exhaust(map(encode_json, records)),
            len(lines), "records", "", "msgspec: encode JSON",
        ),
        Task(
            "decode MessagePack log", lambda: exhaust(map(decode_msgpack, packed)),
            len(lines), "records", "1/1.3 of raw", "msgspec: decode MessagePack",
        ),
        Task(
            "encode MessagePack log", lambda: exhaust(map(encode_msgpack, records)),
            len(lines), "records", "", "msgspec: encode MessagePack",
        ),
    ]  # fmt: skip


def peer_tasks(matches: Matches, pgn: ChessMatches) -> list[Task]:
    """The same kinds of work by others: python-chess on PGN, msgspec without kifu around it."""
    lines = [encode_json(record) for record in matches.records]
    packed = [encode_msgpack(record) for record in matches.records]
    from_json = msgspec.json.Decoder(Record).decode
    from_msgpack = msgspec.msgpack.Decoder(Record).decode
    to_json, to_msgpack = msgspec.json.Encoder().encode, msgspec.msgpack.Encoder().encode
    count = len(lines)
    moves = [list(match.mainline_moves()) for match in pgn.games]
    megabytes = len(pgn.text) / 1e6
    return [
        Task("python-chess: read PGN", lambda: read_pgn(pgn.text), pgn.plies, "plies"),
        Task("python-chess: skim headers", lambda: skim_pgn(pgn.text), megabytes, "MB"),
        Task("python-chess: write PGN", lambda: exhaust(map(str, pgn.games)), pgn.plies, "plies"),
        Task("python-chess: push moves", lambda: push_all(moves), pgn.plies, "plies"),
        Task("msgspec: decode JSON", lambda: exhaust(map(from_json, lines)), count, "records"),
        Task(
            "msgspec: encode JSON", lambda: exhaust(map(to_json, matches.records)),
            count, "records",
        ),
        Task(
            "msgspec: decode MessagePack", lambda: exhaust(map(from_msgpack, packed)),
            count, "records",
        ),
        Task(
            "msgspec: encode MessagePack", lambda: exhaust(map(to_msgpack, matches.records)),
            count, "records",
        ),
    ]  # fmt: skip


def exhaust(things: Iterable[object]) -> None:
    for _ in things:
        pass


def read_pgn(text: str) -> None:
    stream = io.StringIO(text)
    while match := chess.pgn.read_game(stream):
        assert not match.errors


def skim_pgn(text: str) -> None:
    stream = io.StringIO(text)
    while chess.pgn.read_headers(stream):
        pass


def push_all(games: list[list[chess.Move]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)


def speed_table(tasks: list[Task], taken: dict[str, float]) -> list[str]:
    rates = {task.name: task.amount / taken[task.name] for task in tasks}
    rows = ["| what | a second | aim | beside | ratio |", "|---|--:|--:|---|--:|"]
    for task in tasks:
        ratio = f"{rates[task.name] / rates[task.beside]:.2f}" if task.beside else ""
        rate = f"{figure(rates[task.name])} {task.unit}"
        rows.append(f"| {task.name} | {rate} | {task.aim} | {task.beside} | {ratio} |")
    return [*rows, ""]


def size_table(matches: Matches) -> list[str]:
    rows = ["| form | bytes a move | gzip | zstd |", "|---|--:|--:|--:|"]
    for form, title in {"kifu": "text", "jsonl": "JSON log", "msgpack": "MessagePack log"}.items():
        sizes = [
            matches.files[form + packing].stat().st_size / matches.decisions
            for packing in ("", ".gz", ".zst")
        ]
        rows.append(f"| {title} | {' | '.join(f'{size:.2f}' for size in sizes)} |")
    return [*rows, ""]


def memory_table(matches: Matches, folder: Path) -> list[str]:
    """The peak of a process that does one thing to the file, and to one `LONGER` times as long."""
    longer = {form: folder / f"longer.{form}" for form in ("kifu", "jsonl")}
    for form, path in longer.items():
        path.write_bytes(matches.files[form].read_bytes() * LONGER)
    megabytes = longer["kifu"].stat().st_size / 1e6
    longest = f"{LONGER} times as long ({megabytes:.0f} MB as text)"
    rows = [f"| process | peak | peak with a file {longest} |", "|---|--:|--:|"]
    todo = [("skim", "kifu")] + [(w, form) for w in ("read", "check") for form in longer]
    for what, form in todo:
        peaks = [memory_of(what, path) for path in (matches.files[form], longer[form])]
        title = f"{what}, {'text' if form == 'kifu' else 'JSON log'}"
        rows.append(f"| {title} | {' | '.join(f'{peak:.0f} MB' for peak in peaks)} |")
    return [*rows, ""]


def facts(matches: Matches, pgn: ChessMatches, rounds: int) -> list[str]:
    packages = ", ".join(f"{name} {version(name)}" for name in ("msgspec", "zstandard", "chess"))
    return [
        f"{len(matches.records)} matches of 6 nimmt! ({matches.decisions:,} decisions; 4 seats, "
        f"random players, to 66), {len(pgn.games)} of chess ({pgn.plies:,} plies, random moves). "
        f"Medians of {rounds} interleaved rounds, one core, processor time.",
        "",
        f"{processor()}, {platform.system()}, {platform.python_implementation()} "
        f"{platform.python_version()}, {packages}.",
        "",
    ]


def processor() -> str:
    """What the processor calls itself, where the system tells."""
    try:
        told = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    except OSError:
        told = None
    return told[1] if told else platform.machine()


if __name__ == "__main__":
    main()
