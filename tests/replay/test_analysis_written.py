"""The laws of an analysis in a record: written, read, cleared, over matches of every game."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.notation.strategies import any_text, records
from tests.replay.fake_engine import FAKE, judged
from tests.replay.test_form import LUCK, TABLES, annotated

from kifu.notation import dumps, loads
from kifu.notation.errors import Diagnostic
from kifu.notation.files import read_stream
from kifu.notation.lint import lint
from kifu.notation.record import Line, Note, Record, plies
from kifu.replay.form import game_form
from kifu.replay.judgements.judgement import Analysis, Engine, Judgement, Option
from kifu.replay.judgements.written import clear, read, visible_notes, write
from kifu.replay.match import check, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

#: Texts that look like what an engine writes, or nearly.
LIKE_AN_ENGINE = st.sampled_from(
    [
        "[%by fake 1] [%eval 0.5 0.5]",
        "[%by fake 1] Nice. [%judged 1 5 0.1 0.1 1] [%sign ?]",
        "[%by strong 2] [%sign !]",
        "[%judged 1 5 nan 1e9 1] [%options . . .]",
        "[%by fake 1] [%judged 9 5 0.1 0.1 1] [%options 5 0.1 1, x, 6 1 1 1,] [%sight all]",
    ]
)


@given(st.sampled_from(TABLES), LUCK, any_text)
def test_an_analysis_is_written_read_and_cleared_in_every_game(
    table: tuple[str, dict[str, str], int], luck: Random, text: str
) -> None:
    record = annotated(*table, luck)
    analysis = judged(record, text, FAKE)
    written = write(replay(record), analysis)
    assert lint(written) == []
    assert loads(dumps(written)) == written
    assert dumps(clear(loads(dumps(written)))) == dumps(record)
    reread = read(loads(dumps(written)))
    assert reread is not None
    assert dumps(write(replay(record), reread)) == dumps(written)
    assert len(reread.judgements) == len(analysis.judgements)
    for kept, made in zip(reread.judgements, analysis.judgements, strict=True):
        said = [(each.ply, each.seat, each.move, each.depends) for each in (kept, made)]
        assert said[0] == said[1]
        assert kept.loss == pytest.approx(made.loss, abs=1e-4)
        assert kept.options[0].move == made.options[0].move
        assert made.move in [option.move for option in kept.options]
    assert [chance[0] for chance in reread.chances] == [chance[0] for chance in analysis.chances]
    assert replay(written).findings == replay(record).findings


@given(st.sampled_from(TABLES), LUCK)
def test_a_second_analysis_replaces_the_first_one_and_touches_no_other_note(
    table: tuple[str, dict[str, str], int], luck: Random
) -> None:
    record = annotated(*table, luck)
    first = write(replay(record), judged(record, "one"))
    again = judged(record, "two", Engine("other engine", "0.1", 9, "two"))
    assert dumps(write(replay(first), again)) == dumps(write(replay(record), again))
    assert dumps(write(replay(first), judged(record, "one"))) == dumps(first)
    kept = [note for note in first.notes if note in record.notes]
    assert [note for note in kept if note.glyph is None] == [
        note for note in record.notes if note.glyph is None
    ]


@given(st.sampled_from(TABLES), LUCK)
def test_a_record_in_game_form_is_still_in_it_with_an_analysis(
    table: tuple[str, dict[str, str], int], luck: Random
) -> None:
    record = game_form(replay(annotated(*table, luck)))
    written = write(replay(record), judged(record))
    form = game_form(replay(written))
    assert form == written
    assert dumps(clear(form)) == dumps(record)


@given(records(), st.lists(st.tuples(st.integers(0, 5), LIKE_AN_ENGINE), max_size=3), any_text)
def test_no_record_is_too_odd_to_be_read_or_cleared(
    record: Record, texts: list[tuple[int, str]], value: str
) -> None:
    notes = [Note(at=at, text=text) for at, text in texts]
    lines = [Note(at=at, line=Line("5", [Note(at=0, text=text)])) for at, text in texts]
    record = replace(record, notes=[*record.notes, *notes, *lines])
    assert read(record) is None
    assert clear(record) is record
    odd = replace(record, tags=[*record.tags, ("Analysis", value), ("AnalysisSeat", value)])
    assert read(odd) is None
    assert clear(odd).notes == record.notes
    tag = ("Analysis", f"fake 1 worlds=1 sight=seat through=99 seed={value}")
    claimed = replace(odd, tags=[tag, *odd.tags])
    reread = read(claimed)
    assert reread is not None
    assert reread.engine.seed == value
    assert all(judgement.seat <= len(record.seats) for judgement in reread.judgements)
    assert clear(clear(claimed)) == clear(claimed)


def nimmt(*notes: Note) -> Record:
    return Record(
        game="nimmt", rules=1, options={"rounds": "1"}, seats=["Mio", "Jun"], moves="1. 71 54",
        seed="shake256-1:00112233445566778899aabbccddeeff", notes=[*notes], end="*",
    )  # fmt: skip


OPTIONS = [Option("59", 0.31, 2.0, 0.4, 0.1), Option("71", 0.2, -1.5, 0.9, 3.5)]
MISTAKE = Judgement(1, 1, "71", 0.11, 0.01, 3.5, 0.9, OPTIONS, "?")


def analysis(*judgements: Judgement) -> Analysis:
    return Analysis(FAKE, [], [*judgements], 2)


def test_a_glyph_of_a_person_stays_the_only_one() -> None:
    record = nimmt(Note(at=1, glyph="?"), Note(at=1, text="Hm."))
    written = write(replay(record), analysis(MISTAKE))
    assert [note.glyph for note in written.notes if note.glyph] == ["?"]
    assert clear(written) == record


def test_notes_of_an_engine_come_together_after_the_notes_of_people() -> None:
    record = nimmt(Note(at=1, text="Hm."))
    text = " ".join(dumps(write(replay(record), analysis(MISTAKE))).split())
    assert "71 {Hm.} ? {[%by fake 1] [%judged 1 71 0.11 0.01 3.5 0.9 ?]" in text
    assert "[%sign ?]} ({[%by fake 1] [%hindsight]} #1 1. 59 54) 54" in text


def test_only_what_others_chose_at_the_same_time_is_hindsight() -> None:
    record = replace(nimmt(), moves="71 54 59 53")
    other = replace(MISTAKE, ply=2, seat=2, move="54", options=[Option("1", 1, 1)])
    lines = [
        note.line for note in write(replay(record), analysis(MISTAKE, other)).notes if note.line
    ]
    assert [line.moves for line in lines] == ["#1 1. 59 54", "1"]
    assert [line.notes[0].text for line in lines] == ["[%by fake 1] [%hindsight]"] * 2
    mutsugo, *_ = simulate(game("mutsugo"), 1, seats=2, seed="hindsight")
    lines = [note.line for note in write(replay(mutsugo), judged(mutsugo)).notes if note.line]
    assert lines
    assert {note.text for line in lines for note in line.notes} == {"[%by fake 1]"}
    assert all(len(plies(line.moves)) == 1 for line in lines)


def test_a_person_who_adds_the_same_glyph_keeps_one() -> None:
    written = write(replay(nimmt()), analysis(MISTAKE))
    twice = replace(written, notes=[Note(at=1, glyph="?"), *written.notes])
    assert clear(twice) == nimmt(Note(at=1, glyph="?"))


def test_what_a_person_wrote_into_an_engines_comment_is_kept() -> None:
    written = write(replay(nimmt()), analysis(MISTAKE))
    notes = [
        replace(note, text=f"{note.text} I saw it. [%mark here]") if note.text else note
        for note in written.notes
    ]
    left = clear(replace(written, notes=notes))
    assert [note.text for note in left.notes] == ["I saw it. [%mark here]"]


def test_passing_is_an_option_and_no_variation() -> None:
    options = [replace(OPTIONS[0], move=""), OPTIONS[1]]
    written = write(replay(nimmt()), analysis(replace(MISTAKE, options=options)))
    assert "[%options . 0.31 2 0.4 0.1, 71 0.2 -1.5 0.9 3.5]" in dumps(written)
    reread = read(written)
    assert reread is not None
    assert reread.judgements[0].options == options
    assert not any(note.line for note in written.notes)


@pytest.mark.parametrize(
    "broken",
    [
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 -0.9 3.5",
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 nan 3.5",
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 0.9 inf",
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 1e400 3.5",
        f"59 0.31 2 0.4 0.1, 71 0.2 -1.5 1{'0' * 400} 3.5",
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 ٣ 3.5",
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 0.9 3.5,",
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 0.9 3.5 take.4 200 186 6.5 9.3 1.2",
        "59 0.31 2 0.4 0.1, 71 0.2 -1.5 0.9 3.5 take.4 200 201 60 9.3 1.2",
        ", ".join(["59 0.31 2 0.4 0.1", *["71 0.2 -1.5 0.9 3.5"] * 17]),
        "",
    ],
)
def test_options_that_cannot_be_read_are_none_and_get_a_warning_at_their_place(
    broken: str,
) -> None:
    """What the move lost is read all the same, and every reader of the record goes on."""
    text = dumps(write(replay(nimmt()), analysis(MISTAKE)))
    assert [*found_in(text)] == []
    text = text.replace("59 0.31 2 0.4 0.1, 71 0.2 -1.5 0.9 3.5", broken)
    reread = read(loads(text))
    assert reread is not None and reread.judgements == [replace(MISTAKE, options=[])]
    [finding] = found_in(text)
    assert (finding.code, finding.severity, finding.ply) == ("KF116", "warning", 1)
    assert finding.expected[0].startswith("MOVE SHARE POINTS SE LOSS")
    assert finding.line and "[%options" in text.splitlines()[finding.line - 1]
    assert visible_notes(replay(loads(text)), 1)
    lost = text.replace("1 71 0.11 0.01 3.5 0.9 ?", "1 71 0.11 -0.01 3.5 0.9 ?")
    assert [each.expected[0][:9] for each in found_in(lost)] == ["SEAT MOVE", "MOVE SHAR"]


def found_in(text: str) -> Iterator[Diagnostic]:
    """The findings of `check` about what an engine wrote."""
    [reading] = read_stream(BytesIO(text.encode()), "text")
    match = check(reading)
    assert match is not None
    return (each for each in match.findings if each.code == "KF116")


@pytest.mark.parametrize(
    ("error", "text"),
    [(0.0, "0"), (1e-9, "0.0001"), (0.01239, "0.012"), (0.996, "1"), (1.26, "1.3"), (123.4, "120")],
)
def test_an_error_is_written_with_two_digits_and_is_never_rounded_to_none(
    error: float, text: str
) -> None:
    options = [OPTIONS[0], replace(OPTIONS[1], se=error)]
    written = write(replay(nimmt()), analysis(replace(MISTAKE, options=options)))
    assert f"71 0.2 -1.5 {text} 3.5]" in dumps(written)
    again = read(written)
    assert again is not None and write(replay(nimmt()), again) == written


def test_the_best_options_and_the_played_one_are_kept() -> None:
    options = [Option(str(n), 0.9 - n / 100, 0.0, 0.1, n / 10) for n in range(1, 40)]
    written = write(replay(nimmt()), analysis(replace(MISTAKE, move="30", options=options)))
    reread = read(written)
    assert reread is not None
    moves = [option.move for option in reread.judgements[0].options]
    assert moves == [*map(str, range(1, 17)), "30"]


def test_what_is_no_move_there_is_no_variation() -> None:
    options = [replace(OPTIONS[0], move="104"), OPTIONS[1]]
    written = write(replay(nimmt()), analysis(replace(MISTAKE, options=options)))
    assert not any(note.line for note in written.notes)
    assert read(written) == analysis(replace(MISTAKE, options=options))


#: As version 7 wrote them: errors but for the best option, and what two of them lose in each way.
BEFORE_8 = """
[Game "nimmt"]
[Rules "1"]
[Options "rounds=1"]
[Seat "Mio"]
[Seat "Jun"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]
[Analysis "kifu 7 worlds=200 sight=seat through=2 until=0.01 seed=1"]
[AnalysisSeat "seat=1 choices=1 points=3.5 points-stake=4 loss=0.1 stake=1 deal=0.05 skill=0.1"]

1. 71 ? {[%by kifu 7] [%judged 1 71 0.11 0.01 3.5 0.9 ?]
  [%options 59 0.31 2 0 -0.25 4.5, 71 0.2 -1.5 0.9 1 2 3, 7 0.1 -2 0.8] [%sign ?] [%sight all]}
54 *
"""


def test_what_version_7_wrote_is_still_read_and_cleared() -> None:
    record = loads(BEFORE_8.lstrip())
    found = read(record)
    assert found is not None
    assert (found.engine.version, found.through) == ("7", 2)
    [judgement] = found.judgements
    options = [Option("59", 0.31, 2), Option("71", 0.2, -1.5), Option("7", 0.1, -2)]
    assert judgement == replace(MISTAKE, options=options)
    [seat] = found.seats
    assert (seat.choices, seat.mistakes, seat.points, seat.accuracy) == (1, 1, 3.5, None)
    assert clear(record) == replace(nimmt(), end="*")
    assert [*found_in(BEFORE_8.lstrip())] == []
    assert read(loads(BEFORE_8.lstrip().replace("sight=seat", "sight=all"))) is None


@pytest.mark.parametrize(
    "wrong",
    [
        analysis(replace(MISTAKE, ply=3)),
        analysis(replace(MISTAKE, ply=0)),
        analysis(MISTAKE, MISTAKE),
        analysis(replace(MISTAKE, seat=3)),
        analysis(replace(MISTAKE, loss=float("nan"))),
        analysis(replace(MISTAKE, points=1e12)),
        analysis(replace(MISTAKE, move="[x")),
        analysis(replace(MISTAKE, move="")),
        analysis(replace(MISTAKE, points_se=float("inf"))),
        analysis(replace(MISTAKE, glyph="!")),
        analysis(replace(MISTAKE, stake=float("nan"), gain=0.0)),
        analysis(replace(MISTAKE, options=[OPTIONS[0], replace(OPTIONS[1], se=-0.1)])),
        analysis(replace(MISTAKE, options=[OPTIONS[0], replace(OPTIONS[1], se=float("nan"))])),
        analysis(replace(MISTAKE, options=[OPTIONS[0], replace(OPTIONS[1], se=1e400)])),
        replace(analysis(), chances=[(0, [0.5])]),
        replace(analysis(), chances=[(3, [0.5, 0.5])]),
        replace(analysis(), chances=[(0, [1.5, -0.5])]),
        replace(analysis(), through=3),
        replace(analysis(), engine=replace(FAKE, name="a]")),
        replace(analysis(), engine=replace(FAKE, name="a worlds=1")),
        replace(analysis(), engine=replace(FAKE, version="1 2")),
    ],
)
def test_what_a_record_cannot_hold_is_refused(wrong: Analysis) -> None:
    with pytest.raises(ValueError, match=r"."):
        write(replay(nimmt()), wrong)
