"""Rule data of MAGiMiLES: a card list, a support table, a weakness cycle (docs/rule-data.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kifu.replay.games.magimiles.data import (
    ATTRIBUTES,
    CARDS,
    CARDS_IN_ALL,
    COLOURS,
    CYCLE,
    HIGHEST,
    RBG,
    RGB,
    SUPPORT,
    Cards,
    Cycle,
    Rule,
    fits,
)
from kifu.replay.rule_data.files import DataError, only_keys, shown

#: A support table has no more lines.
MOST_RULES = 64


def use(name: str, parts: Mapping[str, Any]) -> dict[str, str]:
    """Register the `parts` of a data file called `name`, so that options can refer to them. Returns
    option -> the name that a record writes for the part.

    Everything is checked before anything is registered. Raises DataError with the place of what is
    wrong, and KifuError as `Part.add` does.

    >>> use("plain", {"support": {"rules": [{"effect": "add"}]}})
    {'support': 'plain@17644811'}
    """
    only_keys(parts, ["game", "name", "cards", "support", "cycle"], "")
    if not parts:
        raise DataError("there is no [cards], no [support] and no [cycle], so nothing to use")
    for part, given in parts.items():
        if not isinstance(given, dict):
            raise DataError(f"{part}: expected a table, [{part}], not {shown(given)}")
    cards = _cards(parts["cards"]) if "cards" in parts else None
    support = _support(parts["support"]) if "support" in parts else None
    cycle = _cycle(parts["cycle"]) if "cycle" in parts else None
    options = {}
    if cards is not None:
        options["cards"] = CARDS.add(name, cards, canonical_cards(cards))
    if support is not None:
        options["support"] = SUPPORT.add(name, support, canonical_support(support))
    if cycle is not None:
        options["cycle"] = CYCLE.add(name, cycle, canonical_cycle(cycle))
    return options


# The card list


def _cards(given: dict[str, Any]) -> Cards:
    only_keys(given, [*ATTRIBUTES, "backs"], "cards")
    numbers = {
        attribute: tuple(sorted(_numbers(given.get(attribute), f"cards.{attribute}")))
        for attribute in ATTRIBUTES
    }
    in_all = sum(map(len, numbers.values()))
    if in_all != CARDS_IN_ALL:
        raise DataError(f"cards: {CARDS_IN_ALL} cards in all were expected, not {in_all}")
    return Cards(numbers, _backs(given.get("backs"), set(numbers["a"])))


def _numbers(given: object, place: str) -> list[int]:
    if not isinstance(given, list):
        raise DataError(f"{place}: expected a list of numbers, not {shown(given)}")
    for at, number in enumerate(given, 1):
        if type(number) is not int or not 0 <= number <= HIGHEST:
            wanted = f"a number from 0 to {HIGHEST}"
            raise DataError(f"{place}, number {at}: expected {wanted}, not {shown(number)}")
    return given


def _backs(given: object, all_cards: set[int]) -> dict[int, str]:
    """The colour of the back of every all card, by the card's number, as read from the value
    `given`. Raises DataError.
    """
    if not isinstance(given, dict):
        raise DataError(f"cards.backs: expected a table of colours, not {shown(given)}")
    only_keys(given, [*COLOURS], "cards.backs")
    backs: dict[int, str] = {}
    for colour in COLOURS:
        for number in _numbers(given.get(colour, []), f"cards.backs.{colour}"):
            if number not in all_cards:
                raise DataError(f"cards.backs.{colour}: there is no all card {number}")
            if number in backs:
                raise DataError(f"cards.backs.{colour}: a{number} has a back already")
            backs[number] = colour
    for number in sorted(all_cards - backs.keys()):
        raise DataError(f"cards.backs: the colour of the back of a{number} is missing")
    return dict(sorted(backs.items()))


def canonical_cards(cards: Cards) -> str:
    """A card list as one text, from which its digest is computed: every card in canonical order,
    then the backs of the all cards.
    """
    deck = [f"{letter}{number}" for letter in ATTRIBUTES for number in cards.numbers[letter]]
    backs = [f"a{number}{colour}" for number, colour in cards.backs.items()]
    return f"{' '.join(deck)}|{' '.join(backs)}"


# The support table


def _support(given: dict[str, Any]) -> tuple[Rule, ...]:
    only_keys(given, ["rules"], "support")
    lines = given.get("rules")
    if not isinstance(lines, list):
        raise DataError(f"support.rules: expected a list of rules, not {shown(lines)}")
    if len(lines) > MOST_RULES:
        raise DataError(f"support.rules: {MOST_RULES} rules at most were expected")
    rules = tuple(_rule(line, f"support.rules, rule {at}") for at, line in enumerate(lines, 1))
    _must_be_complete(rules)
    return rules


def _rule(given: object, place: str) -> Rule:
    fields = [field.name for field in msgspec.structs.fields(Rule)]
    if not isinstance(given, dict):
        raise DataError(f"{place}: expected a table, not {shown(given)}")
    only_keys(given, fields, place)
    try:
        return msgspec.convert(given, Rule)
    except msgspec.ValidationError:
        pass
    for field in msgspec.structs.fields(Rule):
        allowed = field.type.__args__
        value = given.get(field.name, field.default)
        if value not in allowed:
            found = shown(given.get(field.name))
            raise DataError(f"{place}, {field.name}: expected {' or '.join(allowed)}, not {found}")
    raise AssertionError(place)


def _must_be_complete(rules: tuple[Rule, ...]) -> None:
    """Raise DataError unless the rules give every support card an effect on every main card,
    whichever colour beats which.
    """
    for beats in (RGB.beats, RBG.beats):
        for support in ATTRIBUTES:
            for main in ATTRIBUTES:
                for number in ("lower", "equal", "higher"):
                    if not any(fits(rule, support, main, number, beats) for rule in rules):
                        raise DataError(
                            f"support.rules: no rule fits a support card {support} on a main card "
                            f"{main} with the number {number}; the last rule may be "
                            f'{{ effect = "nothing" }}'
                        )


def canonical_support(rules: tuple[Rule, ...]) -> str:
    """A support table as one text, from which its digest is computed: its rules in the table's
    order.
    """
    return "|".join(
        f"{rule.support} {rule.main} {rule.relation} {rule.number} {rule.effect}" for rule in rules
    )


# The weakness cycle


def _cycle(given: dict[str, Any]) -> Cycle:
    only_keys(given, ["beats", "weak"], "cycle")
    beats = _other_colours(given.get("beats"), "cycle.beats")
    if len(set(beats.values())) != len(COLOURS):
        raise DataError("cycle.beats: each colour must be beaten by one other")
    if "weak" not in given:
        return Cycle(beats, {beats[colour]: colour for colour in COLOURS})
    return Cycle(beats, _other_colours(given["weak"], "cycle.weak"))


def _other_colours(given: object, place: str) -> dict[str, str]:
    """Read a table that gives each of the three colours another one. Raises DataError for anything
    else; `place`, the key in the file, is for its message.
    """
    if not isinstance(given, dict):
        raise DataError(f"{place}: expected a colour for each of r, g, b, not {shown(given)}")
    only_keys(given, [*COLOURS], place)
    for colour in COLOURS:
        others = [other for other in COLOURS if other != colour]
        if given.get(colour) not in others:
            found = shown(given.get(colour))
            raise DataError(f"{place}.{colour}: expected {' or '.join(others)}, not {found}")
    return {colour: given[colour] for colour in COLOURS}


def canonical_cycle(cycle: Cycle) -> str:
    """A cycle as one text, from which its digest is computed: what beats what, and the weak
    attribute of each colour.
    """
    beats = " ".join(f"{colour}>{cycle.beats[colour]}" for colour in COLOURS)
    weak = " ".join(f"{colour}-{cycle.weak[colour]}" for colour in COLOURS)
    return f"{beats}|{weak}"
