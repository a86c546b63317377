"""What a viewer gets to know of a step, and when of a move whose card was put down unseen."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.table import ALL, EVERY, NOBODY, OPEN, PUBLIC, UNKNOWN, Motion, Step, only
from kifu.replay.timeline import Moment
from kifu.site.content.audience import Audience, visible_step
from kifu.site.content.late import known_at

BLIND = frozenset({"hand/1", "hand/2", "hand/3", "deck"})


def moment(move: str, *motions: Motion) -> Moment:
    return Moment(0, 1, move, (), Words("", ""), [], [Step("play", list(motions))], [], [], [])


def laid(card: str, seat: int, zone: str) -> Motion:
    """A card that goes face down from a hand to a zone."""
    return Motion(card, f"hand/{seat}", zone, was=only(seat), seen=only(seat))


def turned(card: str, zone: str, to: str = "") -> Motion:
    """A card that is seen by everyone where it lay unseen."""
    return Motion(card, zone, to or zone, was=NOBODY, seen=OPEN)


def test_a_card_laid_face_down_is_known_when_it_is_turned_up() -> None:
    line = [
        moment("b3>1", laid("b3", 2, "support/1")),
        moment("g7", Motion("g7", "hand/3", "main/3")),
        moment("r4>1", laid("r4", 1, "support/1"), turned("b3", "support/1")),
    ]
    assert known_at(line, PUBLIC, BLIND) == [3, 2, None]
    assert known_at(line, 2, BLIND) == [1, 2, None]
    assert known_at(line, 1, BLIND) == [3, 2, 3]
    assert known_at(line, ALL, BLIND) == [1, 2, 3]


def test_a_card_passed_into_a_hand_is_never_known_to_the_others() -> None:
    passed = Motion("r5", "hand/1", "hand/3", was=only(1), seen=only(1) | only(3))
    line = [moment("^r5", passed), moment("r5", Motion("r5", "hand/3", "main/3"))]
    assert known_at(line, PUBLIC, BLIND) == [None, 2], "seat 3 may have held it before"
    assert known_at(line, 1, BLIND) == known_at(line, 3, BLIND) == [1, 2]


def test_of_two_equal_cards_in_one_place_each_is_known_once() -> None:
    line = [
        moment("8", laid("8", 1, "trick")),
        moment("8", laid("8", 2, "trick")),
        moment("x", turned("8", "trick")),
        moment("x", turned("8", "trick")),
    ]
    assert known_at(line, PUBLIC, BLIND) == [3, 4, 3, 4]
    assert known_at(line, 1, BLIND) == [1, 3, 3, 4]


def test_a_card_that_moves_on_unseen_is_followed_and_one_that_is_mixed_in_is_lost() -> None:
    on = Motion("8", "trick", "won/1", was=NOBODY, seen=NOBODY)
    line = [moment("8", laid("8", 1, "trick")), moment("x", on), moment("x", turned("8", "won/1"))]
    assert known_at(line, 2, BLIND) == [3, 2, 3]
    swept = [
        line[0],
        moment("x", Motion(EVERY, "trick", "deck")),
        moment("x", turned("8", "trick")),
    ]
    assert known_at(swept, 2, BLIND) == [None, 2, 3]


def test_a_choice_from_an_open_hand_is_known_when_it_leaves_the_hand_for_the_viewer() -> None:
    mine = only(1)
    hidden = Motion("12", "hand/1", "choice/1", was=mine, seen=mine, to=mine)
    back = Motion(UNKNOWN, "", "choice/1", was=NOBODY, seen=NOBODY, to=OPEN ^ mine)
    shown = Motion("12", "hand/1", "", to=OPEN ^ mine)
    line = [moment("12", hidden, back), moment("1", Motion("1", "", "row/1")), moment("5", shown)]
    assert known_at(line, 2, BLIND) == [3, 2, 3]


def test_a_card_that_the_move_does_not_name_hides_nothing() -> None:
    drawn = Motion("1", "deck", "hand/1", was=NOBODY, seen=only(1))
    line = [moment("12", drawn), moment("b3>1", drawn), moment("d", drawn)]
    assert known_at(line, PUBLIC, BLIND) == [1, 2, 3]


def test_a_redacted_step_holds_backs_and_keeps_what_the_viewer_alone_knows_apart() -> None:
    step = Step(
        "pass",
        [Motion("r5", "hand/1", "hand/3", was=only(1), seen=only(3), back="r_")],
        {"to_move": "2", "turn": 7},
        1,
        [(1 << 3, {"to_move": "2 3"}), (1 << ALL, {"to_move": "2 3 4"})],
    )
    public = visible_step(Audience((PUBLIC,), PUBLIC, True), step)
    assert public.motions[0].card == "r_"
    assert (public.facts, public.private) == ({"to_move": "2", "turn": 7}, [])
    own = visible_step(Audience((3,), 3, True), step)
    assert own.motions[0].card == "r5"
    assert (own.facts["to_move"], own.private) == ("2", [(1 << 3, {"to_move": "2 3"})])
