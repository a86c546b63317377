"""Nothing that is made for one viewer tells what that viewer can't know.

Twins are two records that look the same to a viewer at every ply, and differ in what is hidden from
it: in cards, in the order in which they were dealt, in what others were found to have done wrong.
What is made of them for that viewer must be the same to the last byte.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace
from tests.replay.fake_engine import judged
from tests.replay.shown import redacted_record

from kifu.notation import dumps
from kifu.notation.errors import KifuError
from kifu.notation.record import Line, Note, Record, plies
from kifu.notation.words import LANGUAGES
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.judgements.judgement import Analysis, Engine
from kifu.replay.judgements.written import write
from kifu.replay.match import Match, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.sheet import sheet, write_sheet
from kifu.replay.table import PUBLIC, SeenStep, Step, Table, as_seen
from kifu.replay.timeline import timeline
from kifu.site import picture, render
from kifu.site.content.audience import redacted_audience, visible_match
from kifu.site.content.what_ifs import WhatIfs
from kifu.site.picture.card import card_image
from kifu.site.picture.clip import clip
from kifu.site.picture.moment import story
from kifu.site.picture.thumbnail import thumbnail
from kifu.site.problems.candidates import Candidate, Confirmed
from kifu.site.problems.problem import problem_of

from .matches import CASES, LOOK_NAMES, LOOKS, NAMES, Case, played, some, some_rows

#: So many exchanges of two cards are tried for a twin.
TRIES = 400
#: So many mistakes of the viewer become problems, and of so many plies there are pictures.
PROBLEMS, PICTURES = 4, 4
#: A cut match has so many plies: most cards are still hidden then, and in some games a turn is not
#: over.
CUT = 14

#: What a viewer sees of a ply: the table after it, and the steps that led there.
Sight = tuple[Table, list[SeenStep]]
#: A match, how many of its plies are left (None: all), and who looks at it.
Row = tuple[Case, int | None, int]


def rows() -> Iterator[tuple[str, Row]]:
    """Every option set cut, and of each game whole matches, for the public and two seats."""
    for case, name in zip(CASES, NAMES, strict=True):
        # Picks are open: only the two choices after them are not.
        plies = 10 * case[2] + 2 if "drafted" in name else CUT
        for viewer in (PUBLIC, 1, 2):
            yield f"{name} cut, {viewer}", (case, plies, viewer)
    dealt: Case = ("nimmt", {"rounds": "2"}, 3)
    for case, name in [(dealt, "nimmt-3"), *zip(LOOKS, LOOK_NAMES, strict=True)]:
        # At the end of these nothing is hidden.
        if "drafted" not in case[1].values() and name != "magimiles-2":
            for viewer in (PUBLIC, 1, case[2]):
                yield f"{name} whole, {viewer}", (case, None, viewer)


ROWS = dict(rows())


def written_out(record: Record, plies: int | None) -> Record:
    """The record, or its first plies, with every card that was dealt written out."""
    match = replay(record)
    assert match.game is not None and not match.findings
    chance = Chance(record.seed)
    state = match.game.start(match.options, len(record.seats), chance)
    words = []
    for seat, token in match.plies[:plies]:
        words.append(f"{seat}:{token}")
        state.play(token, seat)
    dealt = [
        (label, " ".join(names[card - 1] for card in cards))
        for label, (names, cards) in chance.events.items()
    ]
    cut = replace(record, seed=None, commit=None, chance=dealt, moves=" ".join(words))
    return cut if plies is None else replace(cut, end="*", result=None, winner=None)


def course(match: Match, record: Record, viewer: int) -> Iterator[Sight | None]:
    """What `viewer` sees of each ply of `record`, played as `match` is; None for a ply that is
    illegal.
    """
    assert match.game is not None
    state = match.game.start(match.options, len(record.seats), Chance(None, record.chance))
    yield state.view(viewer), []
    for word in plies(record.moves):
        seat, _, token = word.partition(":")
        steps: list[Step] = []
        try:
            state.play(token, int(seat), steps.append)
        except IllegalMove:
            yield None
            return
        yield state.view(viewer), [as_seen(step, viewer) for step in steps]


def changed(record: Record, lots: Random) -> Record:
    """The record with two cards of an outcome in each other's place: only in the outcome, as if
    they had been dealt in another order, or wherever they are named.
    """
    number = lots.randrange(len(record.chance))
    label, outcome = record.chance[number]
    cards = outcome.split()
    here, there = lots.randrange(len(cards)), lots.randrange(len(cards))
    one, other = cards[here], cards[there]
    cards[here], cards[there] = other, one
    chance = record.chance.copy()
    chance[number] = (label, " ".join(cards))
    if lots.random() < 0.5 or one == other:
        return replace(record, chance=chance)
    both = {one: other, other: one}
    # A number is a card only where it is by itself: not in r3, and not as the seat in 3:
    before = "(?<![0-9A-Za-z])" if (one + other).isdigit() else ""
    named = re.compile(rf"{before}({one}|{other})(?![0-9:])")
    moves = named.sub(lambda found: both[found[0]], record.moves)
    return replace(record, chance=chance, moves=moves)


def chosen(record: Record, lots: Random) -> Record:
    """The record with another legal move in place of one of the last."""
    match = replay(record)
    plies = len(match.plies)
    ply = plies - lots.randrange(min(plies, len(record.seats)))
    seat, _ = match.plies[ply - 1]
    words = record.moves.split()
    words[ply - 1] = f"{seat}:{lots.choice(match.position(ply - 1).legal_moves(seat))}"
    return replace(record, moves=" ".join(words))


def twin_of(record: Record, viewer: int, lots: Random) -> Record:
    """A record that looks the same to `viewer`, from which a change must be hidden."""
    match = replay(record)
    mine = list(course(match, record, viewer))
    found = record
    for number in range(TRIES):
        swaps = record.chance and number % 6
        tried = changed(found, lots) if swaps else chosen(found, lots)
        # Every ply is compared, as far as there is no difference.
        same = tried != found and all(
            one == other for one, other in zip(mine, course(match, tried, viewer), strict=False)
        )
        if same and not replay(tried).findings:
            found = tried
    assert found is not record
    return found


def analysed(record: Record, viewer: int, own: Analysis, text: str) -> Record:
    """The record with an analysis made up from `text`, of which the parts that `viewer` may know
    are those of `own`; with comments, variations and tags that tell much.
    """
    made = judged(record, text, Engine(NAME, VERSION, 40, "made up"))
    mine = [each for each in own.judgements if each.seat == viewer]
    others = [each for each in made.judgements if each.seat != viewer]
    judgements = sorted([*mine, *others], key=lambda each: each.ply)
    # The note comes from other hands, so it is not the same.
    note = f"secret {text}"
    made = replace(made, judgements=judgements, chances=own.chances, note=note)
    notes = [
        Note(at=1, glyph="!?"),
        Note(at=1, text=f"secret {text} {record.chance} {record.moves}"),
        Note(at=2, line=Line(moves=record.moves.split()[1], notes=[Note(at=0, text=text)])),
    ]
    tags = [("Event", "Cup"), ("Hand", f"secret {text}"), (";", text)]
    promise = f"sha256:{len(text):064x}"
    return write(replay(replace(record, notes=notes, tags=tags, commit=promise)), made)


def pair(record: Record, viewer: int, lots: Random) -> tuple[Record, Record]:
    """The record with an analysis, and its twin."""
    own = judged(record, "one", Engine(NAME, VERSION, 40, "made up"))
    twin = analysed(twin_of(record, viewer, lots), viewer, own, "other one")
    return analysed(record, viewer, own, "one"), twin


def made_for(viewer: int, record: Record, marked: list[int]) -> Iterator[tuple[str, str | bytes]]:
    """All that is made of a record for one viewer, by what it is; with pictures of the plies
    `marked`.
    """
    match = replay(record)
    line = timeline(match)
    plies = len(line.moments)
    seen = visible_match(line, redacted_audience(line, viewer))
    yield "record", "" if seen is None else dumps(seen.record)
    what_if: WhatIfs = "all" if record.end == "*" else "analysed"
    for language in LANGUAGES:
        yield (
            f"page {language}",
            render(line, viewer=viewer, redact=True, language=language, what_if=what_if),
        )
    for ply in [0, *marked, plies]:
        yield f"picture {ply}", picture(line, ply, viewer=viewer)
        lines = io.StringIO()
        write_sheet(sheet(match, ply, viewer, "en"), lines)
        yield f"show {ply}", lines.getvalue()
        yield f"thumbnail {ply}", thumbnail(line, ply, viewer)
    yield "clip", clip(line, max(0, plies - 2), plies, viewer=viewer, width=240)
    yield "preview", card_image(line, "en", viewer=viewer)
    try:
        yield "story", story(line, viewer=viewer)
    except KifuError as error:
        yield "story", str(error)
    yield from problems(match, viewer)


def problems(match: Match, viewer: int) -> Iterator[tuple[str, str]]:
    """The problems made of the first decisions of `viewer`, as if all were mistakes."""
    assert match.analysis is not None
    own = [each for each in match.analysis.judgements if each.seat == viewer]
    for each in own[:: max(1, len(own) // PROBLEMS)]:
        candidate = Candidate(
            match.record, each.ply, viewer, each.move, each.options[0].move, 9, "s"
        )
        known = Confirmed(each, match.analysis.engine)
        for named in (True, False):
            found = problem_of(candidate, known, named=named)
            yield f"problem {each.ply}", "" if found is None else dumps(found.record)


@pytest.mark.parametrize("case", some(CASES, NAMES, "nimmt-4-tactics 30", "yuhodo-2-1"))
def test_a_problem_is_the_same_whatever_came_after_its_decision(case: Case) -> None:
    """Later moves, the result, tags and comments; the seed would tell the cards to come."""
    record = replace(played(case, "after", ["greedy"]), tags=[("Hand", "x")])
    words = replay(record).plies
    found = judged(record, "after", Engine(NAME, VERSION, 40, "made up"))
    shown = 0
    for each in found.judgements[:: max(1, len(found.judgements) // PROBLEMS)]:
        moves = " ".join(f"{seat}:{token}" for seat, token in words[: each.ply])
        cut = replace(record, moves=moves, end="*", result=None, winner=None, notes=[], tags=[])
        texts = set()
        for whole in (record, cut):
            best = each.options[0].move
            candidate = Candidate(whole, each.ply, each.seat, each.move, best, 9, "s")
            problem = problem_of(candidate, Confirmed(each, found.engine), named=False)
            texts.add(dumps(problem.record) if problem else "")
        [text] = texts
        assert str(record.seed) not in text
        shown += bool(text)
    assert shown or case[0] == "magimiles"


@pytest.mark.parametrize(
    ("case", "plies", "viewer"),
    some_rows(
        [*ROWS.values()], [*ROWS], "nimmt-3-tactics drafted 20 cut, 2",
        "nimmt-5-professional cut, 1", "atarayo-2-duel cut, 2", "mutsugo-4 whole, 1",
        "magimiles-4-only_if_unable cut, 0", "yuhodo-4 whole, 0",
    ),
)  # fmt: skip
def test_what_is_made_of_matches_that_look_the_same_is_the_same(
    case: Case, plies: int | None, viewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # To redact a match takes long, and most of what is made of it asks for that.
    monkeypatch.setattr("kifu.site.content.audience.redacted", cache(redacted))
    lots = Random(f"twins {plies} {viewer}")
    record = written_out(played(case, f"whole {viewer}", ["greedy", "random"]), plies)
    both = pair(record, viewer, lots)
    glyphs = {note.at for each in both for note in each.notes if note.glyph}
    marked = lots.sample(sorted(glyphs), min(PICTURES, len(glyphs)))
    made = zip(*(made_for(viewer, each, marked) for each in both), strict=True)
    assert [what for (what, one), (_, other) in made if one != other] == []


def test_where_cards_of_two_hands_that_open_at_one_ply_were_dealt_is_hidden() -> None:
    options = {"mode": "duel", "goal": "standby"}
    [match] = simulate(
        game("atarayo"), 1, seed="0.6980466406248854", seats=2, options=options, players=["random"]
    )
    record = written_out(match, 40)
    [(label, dealt), *others] = record.chance
    # r9 was played from the hand in which p4 is shown at the end of the round.
    exchanged = " ".join({"r9": "p4", "p4": "r9"}.get(card, card) for card in dealt.split())
    twin = replace(record, chance=[(label, exchanged), *others])
    assert list(course(replay(record), record, PUBLIC)) == list(course(replay(twin), twin, PUBLIC))
    assert redacted_record(record, PUBLIC, 40) == redacted_record(twin, PUBLIC, 40)
