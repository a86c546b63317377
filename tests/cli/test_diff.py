"""`kifu diff`: the first ply at which two records of a match part, with both positions."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kifu.notation import loads
from kifu.notation.record import Record
from kifu.replay.edit.parting import Parting, parting
from kifu.replay.replayer import replay

from .running import kifu

run = partial(kifu, "diff")

HEAD = """[Game "nimmt"]
[Rules "1"]
[Options "{options}"]
[Seat "Aki"]
[Seat "Ben"]
[Seed "shake256-1:{seed}"]

{moves}
*
"""
SEED = "00112233445566778899aabbccddeeff"
CHRONICLE = '[Game "chronicle"]\n[Rules "0"]\n[Seat "a"]\n\n'


def text(moves: str = "59 1 r4 71 10", options: str = "rounds=1", seed: str = SEED) -> str:
    return HEAD.format(moves=moves, options=options, seed=seed)


def write(folder: Path, name: str, *texts: str) -> Path:
    path = folder / name
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_both_positions_are_shown_where_records_part(tmp_path: Path) -> None:
    a = write(tmp_path, "a.kifu", text())
    b = write(tmp_path, "b.kifu", text("59 1 r2 71 10"))
    result = run(a, b)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{a} record 1 and {b} record 1 differ from ply 3:\n")
    assert f"\n{a} record 1: 2:r4\n\n6 nimmt!" in result.stdout
    assert f"\n{b} record 1: 2:r2\n\n6 nimmt!" in result.stdout
    assert result.stdout.count("Ply 3 of 5") == 2
    assert "Ben takes row 4" in result.stdout and "Ben takes row 2" in result.stdout


def test_names_marks_and_notes_do_not_matter(tmp_path: Path) -> None:
    a = write(tmp_path, "a.kifu", text())
    other = text("#1 1. 59! {good} 1 r4 (r2) 2. 2:10 1:71").replace("Aki", "Cleo")
    result = run(a, write(tmp_path, "b.kifu", other))
    assert result.exit_code == 0 and "are the same to the end, ply 5" in result.stdout


def test_any_record_of_a_file_can_be_compared(tmp_path: Path) -> None:
    a = write(tmp_path, "a.kifu", text(), text("59 1 r1"))
    assert run(a, a).exit_code == 0
    assert "record 2 and" in run(a, a, "--record", "2").stdout
    assert "differ from ply 3" in run(a, a, "--record", "2", "--with", "1").stdout


def of(given: str) -> Record:
    return loads(given)


@pytest.mark.parametrize(
    ("first", "second", "part"),
    [
        (text(), text("59 1 r4"), Parting(4, "1:71", "nothing more", 2)),
        (text("59 1"), text(), Parting(3, "nothing more", "2:r4", 1)),
        (text("59 1 r4 99"), text("59 1 r4 71"), Parting(4, "nothing more", "1:71", 1)),
        (
            text(options="rounds=2"), text(),
            Parting(0, "nimmt 1, 2 seats, rounds=2", "nimmt 1, 2 seats, rounds=1"),
        ),
        (
            text(), CHRONICLE + "e\n=\n",
            Parting(0, "nimmt 1, 2 seats, rounds=1", "chronicle, 1 seats"),
        ),
        (CHRONICLE + "e {x}\n=\n", CHRONICLE + "e {y}\n=\n", Parting(1, "0:e x", "0:e y")),
        (CHRONICLE + "e e\n=\n", CHRONICLE + "e\n=\n", Parting(2, "0:e", "nothing more", 2)),
        (CHRONICLE + "e\n=\n", CHRONICLE + "e\n*\n", None),
    ],
)  # fmt: skip
def test_where_records_part(first: str, second: str, part: Parting | None) -> None:
    assert parting(replay(of(first)), replay(of(second))) == part


def test_other_deals_part_before_the_first_move() -> None:
    part = parting(replay(of(text(""))), replay(of(text("", seed="ff" * 16))))
    assert part is not None and part.ply == 0 and part.first.startswith("position ")


def test_the_same_moves_with_another_second_deal_part_where_it_is_dealt() -> None:
    def record(last: str) -> str:
        hands = [*range(1, 11), *range(11, 21)]
        deals = [f"{' '.join(map(str, hands))} 21 22 23 {row}" for row in (24, last)]
        moves = " ".join(f"{k} {k + 10} r1" for k in range(1, 11))
        tags = "".join(f'[Chance "deal/{k}: {deal}"]\n' for k, deal in enumerate(deals, 1))
        head = '[Game "nimmt"]\n[Rules "1"]\n[Options "rounds=2"]\n[Seat "a"]\n[Seat "b"]\n'
        return f"{head}{tags}\n{moves}\n*\n"

    first, second = replay(of(record("24"))), replay(of(record("25")))
    plies = len(first.plies)
    assert plies == len(second.plies) > 20
    part = parting(first, second)
    assert part is not None and part.ply == plies and part.ended == 0


def test_a_record_without_a_position_can_not_be_compared(tmp_path: Path) -> None:
    a = write(tmp_path, "a.kifu", text().replace("nimmt", "nimt"))
    result = run(a, a)
    assert result.exit_code == 1 and "can't be compared" in result.stderr
