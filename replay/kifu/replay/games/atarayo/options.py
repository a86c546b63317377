"""What Atarayo is played with: sections 3 and 4 of its page (docs/rules/atarayo.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from kifu.replay.options import in_japanese

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. Raises ValueError for goal=first3 without mode=duel.

    >>> Options(goal="first3")
    Traceback (most recent call last):
    ValueError: goal=first3 needs mode=duel
    """

    mode: Annotated[
        Literal["table", "duel"],
        Meta(
            description="a hand each for 3 to 5 seats, or two hands each for two",
            extra=in_japanese(
                "人数", "手札が1つずつか、2人が2つずつか", table="3〜5人用", duel="2人用"
            ),
        ),
    ] = "table"
    draw2: Annotated[
        Literal["continue", "ends_turn"],
        Meta(
            description="whether a turn goes on after the cards of a draw2",
            extra=in_japanese(
                "ドロー2のあと",
                "ドロー2で引いたあとの手番",
                **{"continue": "手番を続ける"},
                ends_turn="手番を終える",
            ),
        ),
    ] = "continue"
    spent6: Annotated[
        Literal["any", "faq"],
        Meta(
            description="on a 6 without its attack: any 5, or none of another colour",
            extra=in_japanese(
                "効果のない6",
                "効果の発動しない6の上に、違う色の5を出せるか",
                any="どの5も出せる",
                faq="Q&Aのとおり",
            ),
        ),
    ] = "any"
    goal: Annotated[
        Literal["standby", "first3"] | None,
        Meta(
            description="points and Standby, or three markers first (the default of mode=duel)",
            extra=in_japanese(
                "勝利条件",
                "得点とStandbyか、3勝先取か。2人用では3勝先取が標準",
                standby="Standby",
                first3="3勝先取",
            ),
        ),
    ] = None

    def __post_init__(self) -> None:
        if self.mode == "table" and self.goal == "first3":
            raise ValueError("goal=first3 needs mode=duel")


def settle(options: Options, seats: int) -> Options:
    """New options with a `goal`: the one given, otherwise `first3` in the duel and `standby` at a
    table; all others stay. `seats` makes no difference.

    >>> settle(Options(mode="duel"), 2).goal
    'first3'
    """
    usual = "first3" if options.mode == "duel" else "standby"
    return replace(options, goal=options.goal or usual)


# 4. Players

#: The hands of the duel, in the order in which they take turns clockwise.
DUEL_HANDS = ["1L", "2R", "2L", "1R"]


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2 in the duel, otherwise 3 to 5."""
    return range(2, 3) if options.mode == "duel" else range(3, 6)


def hand_names(options: Options, seats: int) -> list[str]:
    """The names of the hands in clockwise order, hand 1 first. At a table a hand is named by its
    seat, as a new list; in the duel by its seat and L or R, and the list is DUEL_HANDS itself,
    which must not be changed.

    >>> hand_names(Options(), 3), hand_names(Options(mode="duel"), 2)
    (['1', '2', '3'], ['1L', '2R', '2L', '1R'])
    """
    if options.mode == "duel":
        return DUEL_HANDS
    return [str(seat) for seat in range(1, seats + 1)]


def fact_name(what: str, hand: str) -> str:
    """The name of the fact `what` (`cards` or `open`) about the hand with this name (see
    `hand_names`): `cards/2`, in the duel `cards_left/2`.

    >>> fact_name("cards", "2"), fact_name("cards", "2L")
    ('cards/2', 'cards_left/2')
    """
    side = {"": "", "L": "_left", "R": "_right"}[hand[1:]]
    return f"{what}{side}/{hand[0]}"
