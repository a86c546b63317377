"""Reasons: counted in the judge's worlds, silent by chance, in words of both languages."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from kifu.notation import dumps, loads
from kifu.replay import judge, registry
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.lines import line_after
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.reasons import Counting, reason
from kifu.replay.analysis.trying import Onward, trial_of
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.analysis.ways import CARELESS
from kifu.replay.codes.coded import as_coded
from kifu.replay.game import Game
from kifu.replay.games.atarayo.legal import Legal
from kifu.replay.games.magimiles.position import Position
from kifu.replay.games.yuhodo.position import TAKE
from kifu.replay.judgements.judgement import Analysis, Option, Reason
from kifu.replay.judgements.words import judgement_lines, reason_words
from kifu.replay.judgements.written import read, write
from kifu.replay.match import Match, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.ranking import first_of_sides
from kifu.replay.table import ALL

NIMMT = registry.game("nimmt")
(RECORD,) = simulate(
    NIMMT, 1, seats=3, seed="why", options={"rounds": "1"}, players=["random", "greedy", "random"]
)
WHY = Reason("take.4", 200, 186, 60, 9.3, 1.2)


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    """Of a seat that makes mistakes."""
    return judge(RECORD, budget=150, seats=[3])


def test_marked_moves_have_reasons_that_the_record_keeps(analysis: Analysis) -> None:
    """So have the other options of these decisions that would get one, in fewer worlds."""
    said = [[option.reason for option in each.options] for each in analysis.judgements]
    assert sum(bool(each.glyph) for each in analysis.judgements) >= sum(map(any, said)) > 2
    reread = read(loads(dumps(write(replay(RECORD), analysis))))
    assert reread is not None
    assert [[option.reason for option in each.options] for each in reread.judgements] == said
    assert not any(why[0] for why in said)
    assert {why.worlds for each in said for why in each if why} == {150, 50}


def test_one_decision_says_why_of_its_options(analysis: Analysis) -> None:
    marked = next(each for each in analysis.judgements if each.reason)
    alone = judge(RECORD, marked.ply, budget=150)
    assert alone.judgements == [marked]
    match = replay(write(replay(RECORD), alone))
    for language, start in (("en", "  Why: after "), ("ja", "  理由: ")):
        lines = judgement_lines(match, marked.ply, ALL, language)
        assert any(line.startswith(start) for line in lines)
    unread = replace(alone, judgements=[replace(marked, options=[])])
    lines = judgement_lines(replay(write(replay(RECORD), unread)), marked.ply, ALL, "en")
    assert any(line.endswith("Best was: ?") for line in lines)


def test_a_reason_that_does_not_fit_is_not_said() -> None:
    option = Option("44", 0.2, 1.0, 0.2, 3.5, WHY)
    unknown = replace(option, reason=replace(WHY, what="{evil}"))
    for each, best in ((unknown, "99"), (option, "44")):
        assert reason_words(NIMMT, each, best) is None


def why(name: str, pairs: Any, values: Any, points: Any, rivals: int = 1) -> str | None:
    """What is the reason that 7 is worse than 8, with these counts."""
    found = reason(registry.game(name), pairs, values, points, ("7", "8"), rivals)
    return None if found is None else found.what


def test_what_two_cards_take_is_counted_together_and_so_are_all_rows_of_a_turn() -> None:
    """The cards now and later. If they speak for the move, a third card must take more than
    that; what others take is nothing where one takes as much. Further cards are
    added until they explain enough. Where the move takes less this turn, they must take more than
    that, or all later ones together.
    """
    lost = np.array([[-5.0, 0.0]] * 60)
    for one, two, found in (
        ({"card:7": 2, "card:8": 5}, {"card:8": 3}, "card:7+8"),
        ({"card:7": 2, "card:9": 4}, {"card:8": 7}, None),
        ({"take": 1}, {"take": 5, "others": 8}, None),
        ({"card:9": 9, "later": 9}, {"take": 5}, "card.though:9"),
        ({"card:7": 2, "card:9": 1}, {}, "card:7+8+9"),
        ({"card:9": 4, "later": 9}, {"take": 5}, "later.though"),
        ({"later": 9}, {}, "later"),
    ):
        assert why("nimmt", [(one, two)] * 60, lost, lost, 2) == found
    option = Option("101", 0, 0, 0, 0, Reason("card.though:9+7+1", 200, 184, 187, 8.8, 6.6))
    said = reason_words(NIMMT, option, "82")
    assert said is not None and "you take 8.8 heads on average with 9, 7 and 1 " in said[0].en


def test_of_a_declaration_only_what_it_costs_is_counted_and_of_a_pass_nothing() -> None:
    """After another declaration other cards score, and a pass is followed by one."""
    magimiles, named = registry.game("magimiles"), dict[str, set[str]]()
    (record,) = simulate(magimiles, 1, seats=4, seed="why", players=["greedy"])
    match = replay(record)
    for at, (seat, move) in enumerate(match.plies[:30]):
        world = as_coded(match.position(at))
        assert world is not None
        [found], _ = counting_of(magimiles, match).after(world, seat, [move], Onward(0, ""))
        stage = move[0] if move[0] in "^=" else ""
        named.setdefault(stage, set()).update(name.partition(":")[0] for name in found)
    late = {"own", "theirs", "scores", "costs", "feeds", "harms"}
    assert [named[each] & late for each in "^="] == [set(), {"own", "theirs"}]
    assert named[""] >= late


def test_the_end_of_the_pile_is_a_win_only_of_who_wins_alone() -> None:
    mutsugo, found = registry.game("mutsugo"), set[tuple[int | str, ...]]()
    for match in map(replay, simulate(mutsugo, 60, seats=3, seed="pile", players=["random"])):
        before, after = as_coded(match.position(0)), as_coded(match.state)
        assert before is not None and after is not None
        for seat in (1, 2, 3):
            won = min(2, len(after.winners())) if seat in after.winners() else 0
            named = mutsugo.reasons.outcome(before, after, seat)
            if max(after.scores()) < 15:
                found.add((won, *named))
    assert found == {(0, "pile-they"), (1, "pile"), (2,)}


@pytest.mark.parametrize(
    ("before", "after", "leads"), [([0, 0], [3, 0], 0), ([2, 4], [5, 4], 1), ([2, 4], [4, 4], 0)]
)
def test_a_goal_is_said_to_lead_only_where_another_may_not(
    before: list[int], after: list[int], leads: bool
) -> None:
    was = SimpleNamespace(scores=lambda: before, ready=2, stage=0, round=6, games=6, melds=b"\0\1")
    now = SimpleNamespace(scores=lambda: after)
    outcome = registry.game("yuhodo").reasons.outcome
    assert outcome(was, now, 1) == {"goal-later": after[0] - before[0], "leads": leads}
    was.round = 5
    for was.ready, was.stage, was.melds in ((6, 0, b"\0\1"), (2, TAKE, b"\0\1"), (2, 0, b"\0\0")):
        found = outcome(was, now, 1)
        assert {"=lacks", "=helpful"} < {*found} and not found["leads"]


def test_reasons_are_counted_in_other_worlds_than_those_that_chose_the_best() -> None:
    course = Playback(replay(RECORD))
    valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(50))
    moment = next(course.moments(frozenset([3])))
    first, again, other = (
        next(valuer.worlds(moment, use)).view(1) for use in ("world", "world", "reason")
    )
    assert first == again != other


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_every_happening_can_be_said(name: str) -> None:
    """By how often and by how much, also of a card that is kept."""
    game = registry.game(name)
    for what in game.reasons.happenings:
        for often in (186, 0):
            why = Reason(what + ":9" * (":" not in what), 200, often, 60, 1.5, 0.5)
            short, whole = reason_words(game, Option("r5", 0, 0, 0, 0, why), "r9") or pytest.fail()
            assert "{" not in whole.en + whole.ja
            assert f"after r5, {short.en}" in whole.en and f"r5だと{short.ja}" in whole.ja


def exchanged(luck: Random) -> Reason | None:
    """What is found where the two moves of a decision are exchanged by lot in each world."""
    pairs = []
    for _ in range(200):
        heads = luck.sample([luck.choice([0, 0, 0, 9]), luck.choice([0, 2, 9])], 2)
        names = ("take", "others", "card:50", "card:60")
        one, two = ({name: luck.choice([0, own]) for name in names} for own in heads)
        pairs.append((one, two))
    table = np.array([[-float(sum(each.values())) for each in pair] for pair in pairs])
    if table[:, 0].mean() > table[:, 1].mean():
        table, pairs = table[:, ::-1], [(two, one) for one, two in pairs]
    return reason(NIMMT, pairs, table, table, ("50", "8"), 2)


def test_nothing_is_found_where_moves_are_exchanged_by_lot() -> None:
    luck = Random(1)
    assert sum(exchanged(luck) is not None for _ in range(400)) < 8


def test_what_differs_is_found_and_nothing_against_the_order() -> None:
    heads = [(9, 0), (9, 0), (0, 0), (9, 9)] * 50
    pairs = [({"take": one, "take.2": one}, {"take": two, "take.2": two}) for one, two in heads]
    values = np.array([[-one, -two] for one, two in heads])
    assert reason(NIMMT, pairs, values, values, ("7", "8"), 2) == Reason(
        "take.2", 200, 150, 50, 6.75, 2.25
    )
    assert reason(NIMMT, pairs, -values, -values, ("7", "8"), 2) is None
    pairs[0][1]["=take"] = 1
    assert reason(NIMMT, pairs, values, values, ("7", "8"), 2) is None


def test_how_many_cards_help_is_no_reason_where_the_hand_is_nearer_to_a_goal() -> None:
    """Surely nearer, however little. Then only that it goes out more often is said."""
    got = [(at % 4 == 0, at % 4 != 0) for at in range(60)]
    values = np.array(got) * 1.0
    for nearer, found in ((0, "helpful"), (1, "helpful"), (9, "goal-later"), (60, "goal-later")):
        pairs = [
            (
                {"helpful": 4, "lacks": 20, "goal-later": one},
                {"helpful": 20, "lacks": 20 + (at < nearer), "goal-later": two},
            )
            for at, (one, two) in enumerate(got)
        ]
        assert why("yuhodo", pairs, values, values) == found


def test_a_clear_cause_is_said_of_what_does_not_differ_for_sure_itself() -> None:
    """Three cards of a set, of which the move gives one away: it goes out a little less often."""
    got = [(at % 5 == 0, at % 4 == 0) for at in range(60)]
    values = np.array(got) * 1.0
    for far, found in ((3, "lacks"), (2, None)):
        pairs = [
            ({"lacks": far, "goal-later": one}, {"lacks": 2, "goal-later": two}) for one, two in got
        ]
        assert why("yuhodo", pairs, values, values) == found
        assert why("yuhodo", pairs, -values, -values) is None


def test_what_a_trick_brings_others_counts_against_what_it_brings_oneself() -> None:
    """It explains the part of the lost points that it is, however few the worlds that it wins. But
    one of the two must differ much.
    """
    close = [({"gained": 8, "given": 9}, {"gained": 9, "given": 8})] * 60
    pairs = [({"gained": 4, "given": 5}, {"gained": 1, "given": 0})] * 60
    lost = np.array([[-2.5, 0.0]] * 60)
    for shares in (lost / 10, lost / 100):
        found = reason(registry.game("magimiles"), pairs, shares, lost, ("", ""), 1)
        assert found == Reason("given", 60, 60, 0, 5.0, 0.0)
        assert why("magimiles", pairs, shares, lost, 2) is None
        assert why("magimiles", pairs, shares, -lost) is None
        assert why("magimiles", close, shares, lost) is None


def test_a_card_that_costs_one_side_what_it_scores_for_the_other_is_no_reason() -> None:
    """Whoever gets it: all that is about one card is taken together."""
    lost = np.array([[-3.0, 0.0]] * 60)
    for cost, found in ((6, None), (2, "feeds:r6")):
        pairs = [({"feeds:r6": 6}, {"costs:r6": cost})] * 60
        assert why("magimiles", pairs, lost / 10, lost) == found


def test_which_cards_of_a_hand_score_or_cost_points_and_for_whom() -> None:
    """By a card declared by each team."""
    magimiles, kinds = registry.game("magimiles"), set[str]()
    for match in map(replay, simulate(magimiles, 3, seats=4, seed="feeds", players=["greedy"])):
        plies = [move for _, move in match.plies]
        first = next(at for at, move in enumerate(plies) if move[0] not in "^=")
        before, after = match.position(first), match.state
        assert isinstance(before, Position) and isinstance(after, Position)
        tables = after.tables
        declared = [tables.card[move[1:]] for move in plies if move[0] == "="]
        for seat in range(1, 5):
            expected = {"own:won": 0, "theirs:won": 0}
            for team, own in ((1, declared[0]), (2, declared[1])):
                for card in after.cards_won(team):
                    score, is_own = tables.points(card, own), seat % 2 == team % 2
                    expected["own:won" if is_own else "theirs:won"] += score
                    if score and card in before.hand(seat):
                        kind = ("costs", "scores") if is_own else ("harms", "feeds")
                        expected[f"{kind[score > 0]}:{tables.tokens[card]}"] = max(score, -score)
                        kinds.add(kind[score > 0])
            assert magimiles.reasons.outcome(before, after, seat) == expected
    assert kinds == {"scores", "costs", "feeds", "harms"}


def test_who_is_called_upon_countered_or_burst_has_less_than_who_looks_on() -> None:
    """By the tokens, up to Standby (8 points), which a caller that is countered keeps."""
    atarayo, found = registry.game("atarayo"), set[str]()
    for match in map(replay, simulate(atarayo, 12, seats=4, seed="upon", players=["greedy"])):
        for at, (seat, move) in enumerate(match.plies):
            before, after = match.position(at), match.position(at + 1)
            assert isinstance(before, Legal) and isinstance(after, Legal)
            if move[0] == "A":
                callers = {int(each) for each in move if each.isdigit()}
                standing = {each for each in callers if before.scores()[each - 1] == 8}
                hit = callers - standing if "C" in move else {int(before.called_upon())}
            elif after.scores() != before.scores():  # only a burst ends a round without a call
                hit = {seat}
            else:
                continue
            found.add("counter" if "C" in move else move[0])
            own = [atarayo.reasons.outcome(before, after, each)["upon"] for each in range(1, 5)]
            assert {each for each in range(1, 5) if own[each - 1]} == hit
    assert found >= {"A", "counter", "x"}


@pytest.mark.parametrize(
    ("name", "options", "seats"),
    [("nimmt", {"rounds": "2"}, 4), ("magimiles", {"rounds": "3"}, 3), ("yuhodo", {}, 3)],
)
def test_what_is_counted_is_of_this_round_wherever_worlds_end(
    name: str, options: dict[str, str], seats: int
) -> None:
    game, found = registry.game(name), set[str]()
    (record,) = simulate(game, 1, seed="rv", seats=seats, options=options, players=["greedy"])
    match = replay(record)
    for at in range(2, len(match.plies), 5):
        state, seat = as_coded(match.position(at)), match.plies[at][0]
        assert state is not None
        moves, onward = state.legal_moves(seat)[:2], Onward(CARELESS, f"{at}")
        counts = []
        for in_stretch in (True, False):
            counting = counting_of(game, match, in_stretch=in_stretch)
            trial = trial_of(game, state, counting.odds, in_stretch=in_stretch)
            happened, worth = counting.after(state, seat, moves, onward)
            assert worth == trial.worth(state, seat, moves, onward)
            counts.append(happened)
        assert counts[0] == counts[1]
        if state.stretch() == 1:
            found |= {name.partition(":")[0] for each in counts[0] for name in each}
    assert (
        found
        >= {
            "nimmt": {"take", "others", "card"},
            "magimiles": {"scores", "feeds", "theirs"},
            "yuhodo": {"goal-they", "lacks"},
        }[name]
    )


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("atarayo", "A=call A=call-later"),
        ("yuhodo", "A=helpful A=lacks G=goal G=helpful G=lacks d=helpful d=lacks"),
    ],
)
def test_what_a_move_itself_is_is_marked_but_not_a_burst(name: str, moves: str) -> None:
    game, marked = registry.game(name), set[str]()
    for match in map(replay, simulate(game, 2, seed="why")):
        counting = counting_of(game, match)
        for at, (seat, move) in enumerate(match.plies):
            if move[0] in "dAG-":
                world = as_coded(match.position(at))
                assert world is not None
                opened = getattr(world, "melds", b"11111")[seat]
                if getattr(world, "ready", 0) & ~(1 << seat) or not opened:
                    continue  # nothing is said of a hand there
                [found], _ = counting.after(world, seat, [move], Onward(0, ""))
                marked |= {move[0] + each for each in found if each[0] == "="}
    assert sorted(marked) == moves.split()


def test_a_mark_is_only_for_what_the_rest_of_the_turn_cannot_make_up_for() -> None:
    """In Mutsugo, whose moves of a turn come in any order, worlds are played on by players who
    break up no set; here to do so wins at once, after either move.
    """
    (record,) = simulate(
        registry.game("mutsugo"),
        1,
        seats=3,
        seed="fresh43a 16",
        players=["reference", "greedy", "reference"],
    )
    [missed] = judge(record, 48, budget=100).judgements
    assert missed.loss > 0.5 and not missed.glyph
    assert not any(option.reason for option in missed.options)
    [ended] = judge(record, 49, budget=100).judgements
    assert ended.glyph == "??"
    assert [option.move for option in ended.options if option.reason] == ["/"]


@pytest.mark.parametrize(
    ("name", "matches", "seed", "ply", "moves", "glyph"),
    [
        # The two in the other order.
        ("mutsugo", 9, "reader1129", 18, "c6, t6", ""),
        # The played one ends the turn, so the other one can't follow.
        ("mutsugo", 1, "line 9", 47, "/, a1", "??"),
        # A card is passed, but the declaration after it is what loses.
        ("magimiles", 1, "fresh43a 0", 5, "^r6, ^b9", ""),
    ],
)
def test_what_comes_after_the_move_makes_up_for_it_if_it_can_be_played(
    name: str, matches: int, seed: str, ply: int, moves: str, glyph: str
) -> None:
    players = ["reference", "greedy", "reference", "greedy"][: 3 + (name == "magimiles")]
    *_, record = simulate(
        registry.game(name), matches, seats=len(players), seed=seed, players=players
    )
    [each] = judge(record, ply, budget=100, seed="fresh1129").judgements
    assert f"{each.move}, {each.options[0].move}" == moves and each.glyph == glyph
    assert each.loss > 0.1 and not (each.reason and each.reason.own_then)


def test_what_comes_after_a_line_is_counted_where_its_end_is_valued() -> None:
    mutsugo = registry.game("mutsugo")
    (record,) = simulate(mutsugo, 1, seats=3, seed="line", players=["greedy"])
    match, longest = replay(record), 1
    counting = counting_of(mutsugo, match)
    trial = trial_of(mutsugo, match.position(0), counting.odds, in_stretch=True)
    for at in range(20, len(match.plies), 7):
        seat, state = match.plies[at][0], as_coded(match.position(at))
        assert state is not None
        worlds = [(state.copy(), Onward(way, f"{at}")) for way in range(3)]
        for move in state.legal_moves(seat)[:3]:
            line = line_after(trial, worlds, seat, move, 0)
            assert line.split(" ")[0] == move
            longest = max(longest, line.count(" ") + 1)
            *first, last = line.split(" ")
            for world, onward in worlds:
                after = world.copy()
                for each in first:
                    after.play(each, seat)
                worth = trial.worth(after, seat, [last], onward)
                assert counting.after(world, seat, [line], onward)[1] == worth
    assert longest > 1


def test_a_line_that_goes_on_past_the_round_is_valued_at_the_end_of_the_match() -> None:
    game = registry.game("magimiles")
    options = {"rounds": "3", "supports": "clockwise"}
    (record,) = simulate(game, 1, seats=3, seed="line", players=["greedy"], options=options)
    match, tried = replay(record), 0
    counting = counting_of(game, match, in_stretch=False)
    trial = trial_of(game, match.position(0), counting.odds, in_stretch=False)
    for at in range(0, 30, 3):
        seat, world = match.plies[at][0], as_coded(match.position(at))
        assert world is not None
        for move in world.legal_moves(seat)[:2]:
            after = world.copy()
            after.play(move, seat)
            for last in after.legal_moves(seat)[:1]:
                onward = Onward(tried % 3, f"{at}")
                worth = trial.worth(after, seat, [last], onward)
                assert counting.after(world, seat, [f"{move} {last}"], onward)[1] == worth
                tried += 1
    assert tried >= 5


def counting_of(game: Game, match: Match, *, in_stretch: bool = True) -> Counting:
    seats = len(match.record.seats)
    odds = Odds([], first_of_sides(seats, game.ranking.teams(match.options, seats)))
    return Counting(game, odds, in_stretch=in_stretch)


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_by_lot_nothing_differs_and_ends_are_worth_what_they_are_in_judging(name: str) -> None:
    """Two moves of real positions, exchanged by lot in each world."""
    game, luck, found = registry.game(name), Random(3), 0
    (record,) = simulate(game, 1, seed="lot")
    match = replay(record)
    counting = counting_of(game, match)
    trial = trial_of(game, match.position(0), counting.odds, in_stretch=True)
    for at in range(2, len(match.plies), len(match.plies) // 12):
        seat, state = match.plies[at][0], as_coded(match.position(at))
        assert state is not None
        moves = [*state.legal_moves(seat)[:1], *state.legal_moves(seat)[-1:]]
        pairs, ends = [], []
        for world in range(30):
            happened, worth = counting.after(state, seat, moves, Onward(CARELESS, f"{world}"))
            assert worth == trial.worth(state, seat, moves, Onward(CARELESS, f"{world}"))
            order = luck.sample([0, 1], 2)
            pairs.append((happened[order[0]], happened[order[1]]))
            ends.append([worth[order[0]], worth[order[1]], *(worth[2 + each] for each in order)])
        shares, points = np.hsplit(np.array(ends, dtype=float), 2)
        found += reason(game, pairs, shares, points, ("?", "!"), 2) is not None
    assert found <= 1
