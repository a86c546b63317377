"""memories: what steps tell a seat, and what it may not conclude from them."""

from __future__ import annotations

from kifu.replay.memory import Memory
from kifu.replay.table import EVERY, NOBODY, OPEN, UNKNOWN, Motion, Step, Table, only

TABLE = Table({"hand/1": ["r1"], "hand/2": ["r_", "g_"], "free": ["b3"], "deck": [UNKNOWN] * 9}, {})
BACKS = {"r_", "g_", "b_"}


def memory_of(viewer: int = 1) -> Memory:
    return Memory(viewer, TABLE, BACKS)


def see(memory: Memory, *motions: Motion) -> Memory:
    memory.see(Step("step", list(motions)))
    return memory


def taken(card: str = "b3", back: str = "b_") -> Motion:
    """A face-up card goes to the hand of seat 2."""
    return Motion(card, "free", "hand/2", seen=only(2), back=back)


def declared(back: str) -> Motion:
    """Seat 2 lays a card face down."""
    return Motion("x9", "hand/2", "declared/2", was=only(2), seen=only(2), back=back)


def test_hidden_cards_are_counted_at_the_start() -> None:
    assert memory_of().hidden == {"hand/2": 2, "deck": 9}


def test_a_card_that_was_seen_is_remembered_until_it_is_seen_again() -> None:
    memory = see(memory_of(), taken())
    assert memory.known_in("hand/2") == ["b3"]
    assert see(memory, Motion("b3", "hand/2", "free", was=only(2))).known_in("hand/2") == []


def test_its_owner_and_others_see_different_things() -> None:
    drawn = Motion("r7", "deck", "hand/2", was=NOBODY, seen=only(2), back="r_")
    assert see(memory_of(1), drawn).seen_cards == []
    assert see(memory_of(2), drawn).seen_cards == []  # it lies open to seat 2
    assert see(memory_of(2), taken()).seen_cards == []
    assert see(memory_of(0), taken()).known_in("hand/2") == ["b3"]


def test_a_card_laid_face_down_may_be_a_remembered_one_of_the_same_back() -> None:
    memory = see(memory_of(), taken(), declared("b_"))
    assert memory.known_in("hand/2") == []
    assert [sorted(seen_card.zones) for seen_card in memory.seen_cards] == [
        ["declared/2", "hand/2"]
    ]
    memory = see(memory_of(), taken(), declared("g_"))
    assert memory.known_in("hand/2") == ["b3"]


def test_where_no_hidden_card_is_left_none_is_remembered() -> None:
    memory = see(memory_of(), taken(), declared("b_"))
    turned = Motion("b8", "declared/2", "declared/2", was=only(2), seen=OPEN, back="b_")
    assert see(memory, turned).known_in("hand/2") == ["b3"]
    memory = see(memory_of(), taken(), declared("b_"))
    played = [Motion(card, "hand/2", "free", was=only(2)) for card in ("r2", "g2")]
    assert see(memory, *played).known_in("declared/2") == ["b3"]


def test_two_equal_cards_are_remembered_one_by_one() -> None:
    memory = see(memory_of(), taken("8"), taken("8"))
    assert memory.known_in("hand/2") == ["8", "8"]
    assert see(memory, Motion("8", "hand/2", "free", was=only(2))).known_in("hand/2") == ["8"]


def test_what_is_swept_together_is_forgotten() -> None:
    memory = see(memory_of(), taken(), Motion(EVERY, "hand/2", "deck"))
    assert memory.seen_cards == []
    assert "hand/2" not in memory.hidden


def test_a_motion_that_is_not_for_the_seat_tells_it_nothing() -> None:
    motion = Motion("b3", "free", "hand/2", seen=only(2), to=only(2))
    assert see(memory_of(), motion).seen_cards == []
    assert memory_of().hidden == see(memory_of(), motion).hidden


def test_a_barred_token_is_free_again_once_a_card_comes_that_may_be_it() -> None:
    memory = memory_of()
    memory.bar([("hand/2", "r5"), ("hand/2", "g5")])
    assert "r5" in memory.barred["hand/2"]
    assert "r5" not in memory.barred.get("hand/1", ())
    see(memory, taken("r5", "r_"))
    assert "r5" not in memory.barred.get("hand/2", ())
    assert "g5" in memory.barred["hand/2"]
    see(memory, Motion("g9", "deck", "hand/2", was=NOBODY, seen=only(2)))
    assert memory.barred == {}


def test_what_is_barred_goes_with_a_card_that_is_laid_face_down() -> None:
    memory = memory_of()
    memory.bar([("hand/2", "r5")])
    see(memory, declared("r_"))
    assert "r5" in memory.barred["declared/2"]
    see(memory, Motion("x9", "hand/3", "declared/2", was=only(3), seen=only(3)))
    assert "r5" not in memory.barred.get("declared/2", ())


def test_a_copy_goes_its_own_way() -> None:
    memory = see(memory_of(), taken())
    memory.bar([("hand/2", "r5")])
    other = memory.copy()
    see(other, Motion("b3", "hand/2", "free", was=only(2)))
    other.bar([("hand/2", "g5")])
    assert memory.known_in("hand/2") == ["b3"]
    assert "g5" not in memory.barred.get("hand/2", ())
    assert (memory.seat, memory.hidden["hand/2"]) == (1, 3)


def test_it_is_bounded_by_the_cards_on_the_table() -> None:
    memory = memory_of()
    for _ in range(1000):
        see(memory, taken(), Motion("b3", "hand/2", "free", was=only(2)))
        see(memory, taken(), declared("b_"), Motion(EVERY, "declared/2", "deck"))
        see(memory, Motion(EVERY, "hand/2", "deck"))
    assert len(memory.seen_cards) + len(memory.barred) + len(memory.hidden) < 5
