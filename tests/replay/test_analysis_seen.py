"""What becomes of an analysis where a record is redacted, rewritten or shown."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from tests.replay.cases import SHORT, some_of
from tests.replay.fake_engine import judged
from tests.replay.shown import redacted_record

from kifu.cli import main
from kifu.notation import dumps
from kifu.notation.record import Note, Record
from kifu.replay.anonymise import Pseudonyms, anonymised
from kifu.replay.judgements.notes import shown_error
from kifu.replay.judgements.words import judged_options
from kifu.replay.judgements.written import clear, read, write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.table import PUBLIC


def played(name: str) -> Record:
    seats = 2 if name == "magimiles" else 3
    [record] = simulate(game(name), 1, seats=seats, seed="b", options=SHORT[name])
    return record


@cache
def analysed(name: str) -> tuple[Record, Record]:
    """A match, and the same one with an analysis; nobody changes them."""
    record = played(name)
    return record, write(replay(record), judged(record))


def show(record: Record, folder: Path, *args: str) -> str:
    path = folder / "a.kifu"
    path.write_text(dumps(record), encoding="utf-8")
    result = CliRunner().invoke(main, ["show", str(path), *args])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.matrix(2)
@pytest.mark.parametrize(
    ("name", "viewer"),
    some_of(
        product(BUILT_IN, [PUBLIC, 1, 2]), [("nimmt", PUBLIC), *((name, 1) for name in BUILT_IN)]
    ),
)
def test_a_redacted_record_holds_the_judgements_of_its_own_seat_only(
    name: str, viewer: int
) -> None:
    record, with_analysis = analysed(name)
    bare = redacted_record(record, viewer, 10**6)
    visible = redacted_record(with_analysis, viewer, 10**6)
    assert bare is not None and visible is not None
    assert clear(visible) == bare
    left, whole = read(visible), read(with_analysis)
    assert left is not None and whole is not None
    assert {judgement.seat for judgement in left.judgements} <= {viewer}
    own = [judgement for judgement in whole.judgements if judgement.seat == viewer]
    assert left.judgements == own
    assert [report.seat for report in left.seats] == ([viewer] if viewer else [])
    assert left.chances == whole.chances


def test_a_part_of_a_redacted_match_holds_nothing_of_the_rest() -> None:
    record = played("nimmt")
    visible = redacted_record(write(replay(record), replace(judged(record), note="card 7")), 1, 6)
    assert visible is not None
    left = read(visible)
    assert left is not None
    assert (left.through, left.note) == (6, "")
    assert max(judgement.ply for judgement in left.judgements) <= 6
    assert max(ply for ply, _ in left.chances) <= 6


def test_names_in_an_analysis_are_no_names_of_people(tmp_path: Path) -> None:
    record = replace(played("nimmt"), seats=["54", "fake", "1"])
    analysis = judged(record)
    written = write(
        replay(replace(record, notes=[Note(at=1, text="54 wins [%by fake]")])), analysis
    )
    other = anonymised(written, Pseudonyms())
    assert other.seats == ["Player 1", "Player 2", "Player 3"]
    assert clear(other).notes == [Note(at=1, text="Player 1 wins [%by Player 2]")]
    assert read(other) == read(written)


def test_what_people_wrote_into_an_engines_comment_is_anonymised() -> None:
    record = replace(played("nimmt"), seats=["Aki", "Ben", "Cleo"])
    written = write(replay(record), judged(record))
    notes = [
        replace(note, text=f"{note.text} Aki errs.") if note.text else note
        for note in written.notes
    ]
    other = anonymised(replace(written, notes=notes), Pseudonyms())
    assert "Aki" not in dumps(other)


def test_a_position_is_shown_with_what_its_move_lost(tmp_path: Path) -> None:
    record = played("nimmt")
    analysis = judged(record)
    ply = next(j.ply for j in analysis.judgements if j.glyph and j.seat == 2)
    written = write(replay(record), analysis)
    options = {j.ply: j.options for j in analysis.judgements}[ply]
    text = show(written, tmp_path, "--at", str(ply))
    assert f"Best was: choose {options[0].move}" in text
    assert f"  *      {100 * options[0].share:4.1f} %" in text
    rows = [line for line in text.splitlines() if "  choose " in line]
    losses = [re.search(r"loses +([0-9.]+) ± +([0-9.]+) ", row) for row in rows]
    assert [found and found.groups() for found in losses] == [
        (f"{option.loss or 0:.1f}", shown_error(option.se or 0)) for option in options
    ]
    assert len({row.index("choose") for row in rows}) == 1
    assert "Judged by fake 1 in 40 worlds at most" in text
    assert "[judged" not in text
    assert "を選ぶ" in show(written, tmp_path, "--at", str(ply), "--lang", "ja")
    assert "Best was" in show(written, tmp_path, "--at", str(ply), "--as", "2")
    for viewer in ("1", "3", "public"):
        hidden = show(written, tmp_path, "--at", str(ply), "--as", viewer)
        assert "Chance to win" in hidden
        assert "chooses" not in hidden.partition("Chance to win")[2]


def test_a_move_that_depends_on_how_others_play_says_so(tmp_path: Path) -> None:
    record = played("nimmt")
    analysis = judged(record)
    judgements = [replace(each, depends=each.ply == 2) for each in analysis.judgements]
    written = write(replay(record), replace(analysis, judgements=judgements))
    assert "depends on how the others play" in show(written, tmp_path, "--at", "2")
    assert "ほかの人の打ち方しだい" in show(written, tmp_path, "--at", "2", "--lang", "ja")
    assert "depends" not in show(written, tmp_path, "--at", "3")


def test_partners_are_named_together_with_the_chance_of_their_side(tmp_path: Path) -> None:
    [record] = simulate(game("magimiles"), 1, seats=4, seed="b", options=SHORT["magimiles"])
    record.seats = ["Aki", "Ben", "Chie", "Dai"]
    chances = [(0, [0.57, 0.43, 0.57, 0.43])]
    written = write(replay(record), replace(judged(record), chances=chances))
    text = show(written, tmp_path, "--at", "0")
    assert "Chance to win: Aki and Chie 57 %, Ben and Dai 43 %" in text
    assert "勝率: AkiとChie 57 %" in show(written, tmp_path, "--at", "0", "--lang", "ja")


@pytest.mark.parametrize("name", BUILT_IN)
def test_options_have_words_in_every_game(name: str) -> None:
    record = played(name)
    analysis = judged(record)
    shown = list(judged_options(replay(record), analysis))
    assert len(shown) == len(analysis.judgements)
    for judgement, words in shown:
        assert len(words) == len(judgement.options)
        for text in words:
            assert text.en and text.ja and not text.en.endswith(".")
            assert not text.ja.endswith(("ました", "。"))


def test_an_option_that_is_no_move_is_named_as_it_is_written() -> None:
    record = played("nimmt")
    analysis = judged(record)
    [first, *_] = analysis.judgements
    odd = replace(first, options=[replace(first.options[0], move="zz9"), *first.options[1:]])
    shown = dict(
        (judgement.ply, words)
        for judgement, words in judged_options(replay(record), replace(analysis, judgements=[odd]))
    )
    assert shown[first.ply][0].en == "zz9"
