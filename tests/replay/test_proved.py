"""Cards that a record does not know and its moves prove: exactly those, in every game."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import UNKNOWN, Chance, unrolled
from kifu.replay.form import game_form
from kifu.replay.hidden_cards import redact
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.hidden_cards.trial import Trial, filled, proved
from kifu.replay.match import Match, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.verdict import is_sound

#: A round of four that somebody wrote down at a table: the rows and what everybody played.
ROUND = Record(
    game="nimmt",
    rules=1,
    options={"rounds": "1"},
    seats=["Aki", "Ben", "Chi", "Dan"],
    chance=[("deal/1", "_*40 4 33 62 90")],
    end="*",
)


def whole_round(plies: int = 99) -> Record:
    """ROUND, played to its end by hands whose cards are dealt in a known way."""
    cards = [card for card in range(1, 105) if card not in (4, 33, 62, 90)]
    hands = [cards[seat::5][:10] for seat in range(4)]
    state = replay(ROUND).state
    assert state is not None
    moves: list[str] = []
    while not state.is_over and len(moves) < plies:
        seat = state.next_seat
        row = state.legal_moves(seat)[0].startswith("r")
        moves.append("r1" if row else str(hands[seat - 1].pop(0)))
        state.play(moves[-1], seat)
    return replace(ROUND, moves=" ".join(moves), end="=" if state.is_over else "*")


# Few examples, for each is replayed with every card at every place.
@pytest.mark.matrix
@settings(max_examples=max(5, settings().max_examples // 5))
@pytest.mark.parametrize("name", BUILT_IN)
@given(data=st.data())
def test_what_is_filled_in_is_true_and_changes_nothing_else(name: str, data: st.DataObject) -> None:
    rules = game(name)
    options = data.draw(st.sampled_from(rules.option_sets))
    allowed = rules.seats(rules.read_options(options))
    seats = data.draw(st.sampled_from(allowed[:5]))
    seed = str(data.draw(st.integers(0, 999)))
    (match,) = simulate(rules, 1, seats=seats, seed=seed, options=options)
    plies = data.draw(st.integers(0, 80))
    viewer = data.draw(st.integers(0, seats))
    seen = redacted(replay(match), viewer, plies)
    assume(seen is not None)
    assert seen is not None

    before = replay(replace(seen.record, chance=_known_by(replay(match), viewer, seen)))
    assume(is_sound(before.findings))
    after, said = filled(before)
    assert not said.startswith("left out") and is_sound(after.findings)
    assert after.plies == before.plies
    assert before.state is not None and after.state is not None
    assert after.state.scores() == before.state.scores()
    assert after.state.facts() == before.state.facts()
    assert after.state.view(PUBLIC) == before.state.view(PUBLIC)
    assert filled(after) == (after, "")
    assert game_form(replay(game_form(after))) == game_form(after)
    if said:
        _assert_true(replay(match), after)


def _known_by(match: Match, viewer: int, seen: Match) -> list[tuple[str, str]]:
    """The outcomes of a match in the order in which they were dealt, which the redacted match
    `seen` does not keep, with the cards that `viewer` has seen.
    """
    record = match.record
    trial = Trial(match, seen.plies, Chance(record.seed, record.chance), viewer)
    outcomes = dict(seen.record.chance)
    for label, shuffle in trial.shuffles.items():
        known, cards = redact._learned(trial, shuffle), enumerate(shuffle.tokens)
        outcomes[label] = " ".join(card if at in known else UNKNOWN for at, card in cards)
    return list(outcomes.items())


def _assert_true(match: Match, after: Match) -> None:
    """Each card that is known in a hand is there in the match."""
    for ply in range(0, len(after.plies) + 1, 4):
        true = match.position(ply).view(ALL).zones
        for zone, cards in after.position(ply).view(ALL).zones.items():
            known = Counter(card for card in cards if card in true[zone])
            assert not zone.startswith("hand/") or known.total() == len(cards) - cards.count(
                UNKNOWN
            )
            assert known <= Counter(true[zone])


def test_a_whole_round_of_nimmt_proves_every_card_in_the_order_of_the_deck() -> None:
    record = whole_round()
    match, said = filled(replay(record))
    cards = unrolled(match.record.chance[0][1])
    assert said == "filled in 40 cards of deal/1, which the moves prove" and UNKNOWN not in cards
    hands = [[int(card) for card in cards[10 * k : 10 * k + 10]] for k in range(4)]
    assert hands == [sorted(hand) for hand in hands]
    played = [move for seat, move in match.plies if seat == 1 and move.isdigit()]
    assert sorted(map(int, played)) == hands[0]
    assert replay(match.record).position(0).view(ALL).zones["hand/1"] == list(map(str, hands[0]))


def test_what_is_not_proved_stays_unknown_and_what_is_written_stays_where_it_is() -> None:
    record = replace(ROUND, moves="10 20 30 40", chance=[("deal/1", "_*5 7 _*34 4 33 62 90")])
    assert proved(replay(record)) == [("deal/1", "10 _*4 7 _*4 20 _*9 30 _*9 40 _*9 4 33 62 90")]


def test_a_drawn_card_is_not_taken_for_a_dealt_one() -> None:
    # Seat 1 has four cards and draws a fifth; which of the five a2 was, nobody can say.
    deal = "_*4 _*4 a1 _*33"
    record = Record(game="mutsugo", rules=1, seats=["a", "b"], chance=[("deal", deal)], end="*")
    state = replay(record).state
    assert state is not None
    state.play("d", 1)
    move = next(move for move in state.legal_moves(1) if move.startswith("-"))
    record = replace(record, moves=f"d {move}")
    assert proved(replay(record)) == [("deal", "_*8 a1 _*33")]


@pytest.mark.parametrize("field", ["seed", "commit"])
def test_a_seed_knows_better(field: str) -> None:
    record = whole_round(8)
    seed = "shake256-1:00112233445566778899aabbccddeeff"
    value = seed if field == "seed" else "sha256:" + "0" * 64
    assert filled(replay(replace(record, **{field: value})))[1] == ""


def test_a_checkpoint_of_the_unknown_cards_keeps_the_proved_ones_out() -> None:
    record = whole_round(8)
    record.notes = [Note(at=4, check=replay(record).position(4).digest()[:8])]
    assert replay(record).findings == []
    match, said = filled(replay(record))
    assert match.record == record
    assert "with them the main line has KF413 " in said


def test_a_variation_that_the_proved_cards_forbid_keeps_them_out() -> None:
    record = whole_round()
    record.notes = [Note(at=1, line=Line("104"))]
    assert replay(record).findings == []
    match, said = filled(replay(record))
    assert match.record == record
    assert said.startswith("left out 40 cards of deal/1, which the moves prove: with them ")
    assert "variation 1.1 has KF406 card 104 is not in the hand" in said


def test_nothing_is_filled_in_where_not_all_findings_are_listed() -> None:
    notes = [Note(at=1, line=Line("300"))] * 150
    record = Record(
        game="nimmt", rules=1, seats=["Aki", "Ben"], moves="59 10", end="*", notes=notes,
        chance=[("deal/1", "_*20 12 55 3 88")],
    )  # fmt: skip
    match, said = filled(replay(record))
    assert match.record == record
    assert said.endswith("which the moves prove: the record has too many findings")
