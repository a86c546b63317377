"""A runner that plays a game until every line and every branch of its rules was taken.

It knows no game: it takes the modules of each registered game, loads them again under coverage
and plays matches of random and greedy players with every option set and number of seats, from
seeds, from written outcomes and from outcomes of which some cards are not known. On the way it
asks everything that can be asked of a position, tries moves that are illegal or nonsense, and looks
into worlds as an analysis does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice, product
from pathlib import Path
from typing import Any

import coverage
import msgspec
import pytest

from kifu.replay import registry
from kifu.replay.analysis.decisions import Follower
from kifu.replay.analysis.reached import Reached
from kifu.replay.analysis.rollouts import finish
from kifu.replay.analysis.trying import Onward
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.analysis.ways import NO_LOTS, REFERENCE, WAYS
from kifu.replay.chance import UNKNOWN, Chance, derived_seed
from kifu.replay.codes.coded import Coded
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.options import OptionError, allowed
from kifu.replay.players.asking import may_pass, next_move
from kifu.replay.players.new_match import PLAYERS, random_player
from kifu.replay.table import ALL, PUBLIC, Step

from .remembering import Remembering
from .shown import unseen

#: Matches that may be played before the branches still missing count as unreachable.
MOST_MATCHES = 400
#: Matches between two looks at what is missing. A look costs less than one long match.
ROUND = 5

#: Tokens that some game knows or none does; every game must refuse what it does not know.
NONSENSE = (
    "", "_", "=", "0", "1", "7", "104", "105", "999999999999999999999", "01", "+1", "+0", "+", "-1",
    "r0", "r1", "r4", "r5", "r", ">1", "<4", ">9", "<", "a", "5٣", "１", "\0", "é", "x" * 300,
)  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_every_branch_of_the_rules_is_taken(name: str, tmp_path: Path) -> None:
    missing: list[str] = []
    with fresh_under_coverage(name) as (game, measured):
        refuse_options(game)
        for number in range(MOST_MATCHES):
            play_match(game, number)
            if number % ROUND == ROUND - 1:
                missing = never_taken(measured, tmp_path / "coverage.json")
                if not missing:
                    return
    pytest.fail(f"never taken in {MOST_MATCHES} matches:\n" + "\n".join(missing))


@contextmanager
def fresh_under_coverage(name: str) -> Iterator[tuple[Game, coverage.Coverage]]:
    """The game from modules loaded again while coverage looks on, so that what runs on loading
    counts; the modules that everyone else uses come back at the end."""
    registry.game(name)
    path = registry.BUILT_IN[name].partition(":")[0]
    folder = path.rpartition(".")[0]
    package = sys.modules[folder]
    kept = {
        module: sys.modules.pop(module)
        for module in list(sys.modules)
        if module == path or module.startswith(f"{folder}.rules")
    }
    for module in kept:
        delattr(package, module.rpartition(".")[2])
    files = [str(module.__file__) for module in kept.values()]
    measured = coverage.Coverage(branch=True, data_file=None, config_file=False, include=files)
    measured.exclude(r"if TYPE_CHECKING:")
    measured.start()
    try:
        yield import_module(path).GAME, measured
    finally:
        measured.stop()
        for module, loaded in kept.items():
            sys.modules[module] = loaded
            setattr(package, module.rpartition(".")[2], loaded)


def never_taken(measured: coverage.Coverage, report: Path) -> list[str]:
    """The lines and branches of the measured files that no match has taken."""
    measured.stop()
    measured.json_report(outfile=str(report))
    measured.start()
    missing = []
    for file, found in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        missing += [f"{Path(file).name}:{line} never runs" for line in found["missing_lines"]]
        for origin, target in found["missing_branches"]:
            way = f"to {target}" if target > 0 else "out"
            missing.append(f"{Path(file).name}:{origin} never goes {way}")
    return missing


def play_match(game: Game, number: int) -> None:
    """Match `number`: option sets, numbers of seats and kinds of chance in turn."""
    given = game.option_sets[number % len(game.option_sets)]
    options = game.read_options(given)
    allowed = game.seats(options)
    seats = allowed[number // len(game.option_sets) % len(allowed)]
    chance = Remembering(derived_seed(f"every branch {game.name} {number}"))
    play_out(game, game.start(options, seats, chance), seats, number, greedy=True)
    look_into_worlds(game, options, seats, number)
    remark = game.words.remark(options)
    assert remark is None or (remark.en and remark.ja)
    layout = game.layout(options, seats)
    view = game.start(options, seats, chance).view(ALL)
    assert {zone.name for zone in layout.zones} <= view.zones.keys()
    if number < ROUND:
        ask_for_cards(game, game.settle(options, seats), seats, chance.outcomes)
    for written in (damaged(chance.outcomes, number), obscured(chance.outcomes, number)):
        state = game.start(options, seats, Chance(None, written))
        play_out(game, state, seats, number + 1, greedy=False)
        if state.missing is not None:
            ask_for_cards(game, game.settle(options, seats), seats, {state.missing: []})


def ask_for_cards(game: Game, options: Any, seats: int, outcomes: dict[str, list[str]]) -> None:
    """Ask for every number of the first and of the last cards of each chance event, as `kifu
    record` does.
    """
    for label, cards in outcomes.items():
        for count, first in product(range(len(cards) + 1), (True, False)):
            places = range(count) if first else range(len(cards) - count, len(cards))
            words = game.words.question(options, seats, label, places)
            assert words is None or (words.en and words.ja)


def damaged(outcomes: dict[str, list[str]], number: int) -> list[tuple[str, str]]:
    """The outcomes written out; in some matches the last is missing, or one too short."""
    written = [(label, " ".join(tokens)) for label, tokens in outcomes.items()]
    if number % 3 == 1:
        return written[:-1]
    if number % 3 == 2 and written:
        label, outcome = written[-1]
        return [*written[:-1], (label, outcome[: len(outcome) // 2])]
    return written


def obscured(outcomes: dict[str, list[str]], number: int) -> list[tuple[str, str]]:
    """The outcomes with every so many cards unknown.

    In most matches only the front half of a deck, which mostly lies in hands: a card that must
    be known when a round begins stands farther back, and would end the match at once.
    """
    every = 3 + number % 5
    written = []
    for label, tokens in outcomes.items():
        front = len(tokens) if number % 4 == 0 else len(tokens) // 2
        hidden = range(number % every, front, every)
        words = [UNKNOWN if k in hidden else token for k, token in enumerate(tokens)]
        written.append((label, " ".join(words)))
    return written


def play_out(game: Game, state: State, seats: int, number: int, *, greedy: bool) -> None:
    """Play to the end, or to a chance event without an outcome."""
    lots = random_player(game, f"every branch {number}")
    players = [game.greedy, PLAYERS["reference"](game, ""), lots] if greedy else [lots]
    known: dict[str, None] = {}
    ply = 0
    while not state.is_over and state.missing is None:
        if ply % 17 == number % 17:
            ask_everything(game, state, seats)
            for seat in state.to_move():
                known |= dict.fromkeys(state.legal_moves(seat))
            refuse_nonsense(game, state, seats, spliced(list(known), number + ply))
        acting = state.to_move()
        seat = acting[(number + ply) % len(acting)]
        move = players[(number + seat) % len(players)](state, seat)
        if not move:
            assert may_pass(state, seat)
            seat, move = next_move(state, [lots] * seats)
        if not greedy:
            move = unseen(state, seat, move)
        assert game.token.fullmatch(move)
        steps: list[Step] = []
        sentences = [state.describe(move, seat)]
        if veil := game.words.veil(state, move, seat):
            sentences.append(state.describe(veil, seat))
        state.play(move, seat, steps.append if (number + ply) % 2 else None)
        sentences += game.words.consequences(state, move, steps)
        assert all(words.en and words.ja for words in sentences)
        ply += 1
    ask_everything(game, state, seats)
    refuse_nonsense(game, state, seats, spliced(list(known), number))


def look_into_worlds(game: Game, options: object, seats: int, number: int) -> None:
    """Follow the beginning of a match of simple players, and play what a seat would choose in
    thought in some worlds that fit what it has seen, always where it is the only one to decide in a
    game where several do at once; the reference player plays these on to the end of their stretch.
    """
    state = game.start(options, seats, Chance(derived_seed(f"worlds {game.name} {number}")))
    valuer = Valuer(game, options, seats, state, Plan(2))
    follower = Follower(game, options, state, seats, range(1, seats + 1))
    at_once = 1
    for ply in range(16):
        if state.is_over:
            return
        seat, move = next_move(state, [game.greedy] * seats)
        acting = len(state.to_move())
        at_once = max(at_once, acting)
        if ply % 5 == number % 5 or acting == 1 < at_once:
            for world in islice(valuer.worlds(follower.moment(state, seat)), 2):
                for way in range(WAYS):
                    thought = valuer.trial.choice(world, seat, Onward(way, f"{number} {ply}"))
                    is_pass = not thought and may_pass(state, seat)
                    assert is_pass or thought in state.legal_moves(seat)
                assert isinstance(world, Coded)
                world.one_stretch, world.noted = True, []
                finish(Reached(), world, True, REFERENCE, NO_LOTS)
        follower.expect(state, move, seat)
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        follower.see(steps)


def spliced(known: list[str], number: int) -> Iterator[str]:
    """Tokens that look like the game's: some that were legal earlier in the match, and some of
    the front of one and the back of another, cut where `number` says.
    """
    for at in range(0, len(known), 1 + len(known) // 20):
        one, other = known[at], known[(at * 31 + number) % len(known)]
        yield one
        yield one[: number % (len(one) + 1)] + other[number // 3 % (len(other) + 1) :]


def ask_everything(game: Game, state: State, seats: int) -> None:
    """Every question that can be asked of a position, and that a copy answers the same."""
    copy = state.copy()
    assert copy.digest() == state.digest()
    assert len(state.scores()) == seats
    assert bool(state.winners()) == state.is_over
    assert all(count >= 0 for count in state.facts().values())
    acting = state.to_move()
    assert acting == sorted(set(acting))
    for viewer in (PUBLIC, *range(1, seats + 1), ALL):
        table = state.view(viewer)
        assert table == copy.view(viewer)
        shown = [int(seat) for seat in str(table.facts["to_move"]).split()]
        # Who does not know its own cards can't rule out what they may be.
        hands = [cards for zone, cards in table.zones.items() if zone.startswith(f"hand/{viewer}")]
        unsure = {viewer} if any("_" in cards for cards in hands) else set()
        assert shown == acting if viewer == ALL else set(shown) - unsure <= set(acting)
        assert viewer in shown or viewer not in acting or viewer in (PUBLIC, ALL)
    for seat in range(1, seats + 1):
        assert bool(state.legal_moves(seat)) == (seat in acting)
        # What a seat is offered, where that is not all it may.
        assert set(game.offers.visible(state, seat)) <= {*state.legal_moves(seat)}
        assert state.situation(seat).isascii()
    assert isinstance(state, Coded)
    for seat in range(1, seats + 1):
        moves = state.legal_moves(seat)
        cells: Any = [0] * 999
        assert state.seen_cells(seat, cells) == (cells[0] == seat)
        kind_of, code_of = state.answers.keys.class_of, state.lexicon.code
        kinds = {kind_of(state, code_of(move), seat) for move in moves}
        for move in moves[:1]:  # as in a line of a record that names a seat too many
            with pytest.raises(IllegalMove):
                state.copy().play_code(state.lexicon.code(move), seats + 1)
        assert kinds <= set(range(len(game.archive.classes) + 1))
    assert all(mark[0] == "#" or mark[-1] == "." for mark in state.marks())


def refuse_nonsense(game: Game, state: State, seats: int, likely: Iterator[str]) -> None:
    """Whatever is not legal is refused with a reason, and changes nothing."""
    digest = state.digest()
    tokens = [*NONSENSE, *likely]
    legal = {seat: set(state.legal_moves(seat)) for seat in range(1, seats + 1)}
    for seat in dict.fromkeys((0, *state.to_move()[:2], seats, seats + 1, -1)):
        for token in tokens:
            if token in legal.get(seat or game.seat_of(state, token), ()):
                continue
            try:
                state.play(token, seat)
            except IllegalMove as error:
                assert str(error)
            else:
                pytest.fail(f"seat {seat} could play {token!r}, which is not legal")
    assert state.digest() == digest


def refuse_options(game: Game) -> None:
    """Every pair of values of two options is read or refused; what no option has is refused."""
    fields = msgspec.structs.fields(game.options)
    values = [(f.encode_name, value) for f in fields for value in (*allowed(f), "1", "", "-1")]
    for one, other in product(values, values):
        try:
            options = game.read_options(dict([one, other]))
        except OptionError as error:
            assert str(error)
        else:
            for seats in game.seats(options):
                settled = game.settle(options, seats)
                assert game.settle(settled, seats) == settled
                written = game.read_options(game.write_options(settled, seats))
                assert game.settle(written, seats) == settled
    with pytest.raises(OptionError):
        game.read_options({"no such option": "1"})
