"""Problems: what is in their files, and how a reader solves one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.payloads import MARKUP
from tests.replay.fake_engine import MadeWorlds, judged

from kifu.notation.record import Note, Record
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.analysis.valuing import Valuer
from kifu.replay.analysis.ways import CARELESS
from kifu.replay.judgements.judgement import Engine, Judgement
from kifu.replay.match import replay
from kifu.replay.registry import BUILT_IN
from kifu.replay.verdict import is_sound
from kifu.site.problems import candidates
from kifu.site.problems.build import write_problems
from kifu.site.problems.candidates import Candidate, Confirmed
from kifu.site.problems.pages import problem_files, settings_of, temptations
from kifu.site.problems.problem import Problem, problem_of

from .conftest import reload
from .matches import GAMES, Case, played

ENGINE = Engine(NAME, VERSION, 500, "tests")
#: Three options of a decision.
PLAYED, BEST, OTHER = 0, 1, 2
#: Games whose decisions can be shown at any time; in MAGiMiLES others pass cards that stay unseen.
SHOWN = [name for name in BUILT_IN if name != "magimiles"]
#: A name that is none of anything.
HOSTILE = f"{MARKUP[1]}{MARKUP[5]}{MARKUP[15]}"


def decisions(record: Record) -> list[Judgement]:
    """Made-up judgements of a match, in which another move is the best one."""
    return [
        judgement
        for judgement in judged(record).judgements
        if judgement.options[0].move not in ("", judgement.move) and judgement.ply > 1
    ]


def made(record: Record, judgement: Judgement, *, named: bool = False) -> Problem | None:
    best = judgement.options[0].move
    candidate = Candidate(record, judgement.ply, judgement.seat, judgement.move, best, 50, "1")
    return problem_of(candidate, Confirmed(judgement, ENGINE), named=named)


def files_of(problem: Problem) -> str:
    """All that is written of a problem, in both languages."""
    return "\n".join(map(bytes.decode, problem_files(settings_of("ja"), problem, 1, 2).values()))


@cache
def some(name: str) -> tuple[Record, list[Judgement]]:
    """A match, and decisions from all over it; nobody changes them."""
    case: Case = ("nimmt", {"rounds": "1"}, 5) if name == "nimmt" else GAMES[name]
    record = played(case, "problems")
    found = decisions(record)
    return record, found[:: max(1, len(found) // 5)][:5]


@pytest.mark.parametrize(
    ("points", "share", "is_problem"),
    [
        # One option is clearly the best; the mark of another depends on the ways;
        (lambda option, way: {BEST: 20, OTHER: 9}.get(option, 0), {}, True),
        (lambda option, way: {BEST: 20, PLAYED: 3 * way}.get(option, 0), {}, True),
        # another is better if all are careless, or the move played is hardly worse then;
        (lambda option, way: {BEST: 20, OTHER: 30 * (way == CARELESS)}.get(option, 0), {}, False),
        (lambda option, way: {BEST: 20, PLAYED: 19 * (way == CARELESS)}.get(option, 0), {}, False),
        # a second one is as good; and the move played wins more often.
        (lambda option, way: 20 if option in (BEST, OTHER) else 0, {}, False),
        (lambda option, way: {BEST: 20}.get(option, 0), {PLAYED: 3, BEST: 2}, False),
    ],
)
def test_what_is_best_only_against_some_players_is_no_problem(
    points: Any, share: Any, is_problem: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, _ = some("nimmt")
    moments = Playback(replay(record)).moments(frozenset([1]))
    moment = next(moment for moment in moments if moment.viewer == 1)
    others = [place for place in range(len(moment.options)) if place != moment.played]
    roles = dict(zip([moment.played, *others], [PLAYED, BEST, OTHER], strict=False))

    def made_up(*of: Any) -> Valuer:
        valuer = Valuer(*of)
        valuer.trial = MadeWorlds(
            lambda place, way: points(roles.get(place), way),
            share and (lambda place: share.get(roles.get(place), 0)),
        )
        monkeypatch.setattr(valuer, "with_reasons", lambda moment, judgement: judgement)
        return valuer

    monkeypatch.setattr(candidates, "Valuer", made_up)
    move, best = (moment.options[place] for place in (moment.played, others[0]))
    found = candidates.confirmed(Candidate(record, moment.ply, 1, move, best, 12, "1"))
    assert (found is not None) == is_problem


@pytest.mark.matrix
@pytest.mark.parametrize("name", SHOWN)
def test_a_problem_is_a_sound_record_that_ends_with_the_decision(name: str) -> None:
    record, found = some(name)
    for judgement in found:
        problem = made(record, judgement)
        assert problem is not None
        match = replay(problem.record)
        assert is_sound(match.findings)
        assert match.plies[-1] == (judgement.seat, judgement.move)
        assert match.analysis is not None
        [own] = match.analysis.judgements
        assert (own, own.ply) == (problem.judgement, len(match.plies))
        assert own.options[0].move == judgement.options[0].move
        assert match.analysis.chances == []
        legal = match.position(own.ply - 1).legal_moves(judgement.seat)
        assert {option.move for option in own.options} <= {*legal, ""}
        assert temptations(problem)


def test_names_tags_and_comments_are_in_no_file_unless_asked_for() -> None:
    record, [judgement, *_] = some("nimmt")
    record = replace(
        record,
        seats=[f"{HOSTILE}{seat}" for seat in range(5)],
        tags=[("Event", "Cup of secrets"), ("Annotator", "Nobody")],
        notes=[Note(at=1, text="A secret of theirs")],
    )
    plain, named = made(record, judgement), made(record, judgement, named=True)
    assert plain is not None and named is not None
    for secret in ("onerror", "Cup of secrets", "Nobody", "secret of theirs", "shake256"):
        assert secret not in files_of(plain), secret
    files = files_of(named)
    assert "Cup of secrets" in files and "onerror" in files
    assert "secret of theirs" not in files and "&lt;img src=x" in files


def test_a_problem_is_solved_kept_and_listed(visit: Any, tmp_path: Path) -> None:
    record, found = some("nimmt")
    problems = [problem for each in found[:2] if (problem := made(record, each))]
    out = tmp_path / "problems"
    write_problems(problems, str(out), "en")
    best, *_, worst = problems[0].judgement.options
    page = visit(out / "0001.html", locale="en-GB")
    page.wait_for_selector("body[data-ready]")
    seat = problems[0].record.seats[problems[0].judgement.seat - 1]
    expect(page.locator("#headline")).to_have_text(f"What is {seat}'s best move?")
    assert page.locator("#words .choice").count() == len(problems[0].judgement.options)
    assert not page.locator(".options").is_visible()
    page.evaluate(
        """() => localStorage.setItem("kifu/problems", '{"__proto__": 1, "x": [], "0": ')"""
    )
    page.locator(f'#words [data-token="{worst.move}"]').click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Better:")
    assert "In the match" in verdict.inner_text()
    for option in problems[0].judgement.options[1:]:
        expect(verdict).to_contain_text(f"−{option.loss:.1f}")
    assert json.loads(page.evaluate("localStorage['kifu/problems']")) == {problems[0].id: 0}
    reload(page)
    page.locator(f'#words [data-token="{best.move}"]').click()
    expect(verdict).to_contain_text("The best option")
    page.keyboard.press("l")
    expect(verdict).to_contain_text("が最善手です")
    verdict.get_by_role("link", name="次の問題").click()
    page.wait_for_selector("body[data-ready]")
    assert page.url.endswith("0002.html")
    page.evaluate(
        """(id) => {
        const kept = { ...JSON.parse(localStorage["kifu/problems"]), "<img>": 1, [id]: "<b>" };
        localStorage["kifu/problems"] = JSON.stringify(kept);
    }""",
        problems[1].id,
    )
    page.goto((out / "index.html").as_uri())
    expect(page.locator("#found")).to_have_text("2問中1問正解(1問に回答)")
    assert page.locator(".right").inner_text() == "1" and page.locator(".wrong").count() == 0
    page.locator("#again").click()
    assert page.evaluate("localStorage['kifu/problems']") == "{}"
    page.locator("#language").click()
    expect(page.locator("h1")).to_have_text("Problems")
