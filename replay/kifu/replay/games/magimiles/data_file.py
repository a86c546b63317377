"""Rule data of MAGiMiLES: a card list, a support table, a weakness cycle (docs/rule-data.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import msgspec

from kifu.notation.words import Words
from kifu.replay.authoring import one_of
from kifu.replay.games.magimiles.options import (
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
    Part,
    Rule,
    fits,
)
from kifu.replay.rule_data import DataError, shown, unexpected

#: A support table has no more lines.
MOST_RULES = 64


def use(name: str, parts: Mapping[str, Any]) -> dict[str, str]:
    """Register the rule data of a file, so that options can name them. `name` is what the file
    calls itself, and isn't checked; `parts` are its tables `cards`, `support` and `cycle`, one at
    least. Returns a new dict: option -> the name that a record writes for the data, NAME@HEX8.

    Everything is checked before anything is registered. Raises DataError, with the place of what is
    wrong, and KifuError if other data with the same NAME@HEX8 are in use (see `Part.add`). To use
    the same data again changes nothing. `parts` isn't changed.

    >>> use("plain", {"support": {"rules": [{"effect": "add"}]}})
    {'support': 'plain@17644811'}
    """
    _table(parts, ["game", "name", "cards", "support", "cycle"], "")
    if not parts:
        raise DataError(_NOTHING)
    read = [(data, reader(parts[data.part])) for data, reader in _PARTS if data.part in parts]
    return {data.part: data.add(name, *given) for data, given in read}


# The card list


def _cards(part: object) -> tuple[Cards, str]:
    """Read the table `cards` of a file. Returns the card list, and a text of what it says, for its
    digest.

    `part` has a list of numbers (0 to HIGHEST, in any order, also repeated or empty) for each of
    the letters r, g, b, a, and may have `backs`, a table as `_backs` reads it. In the result the
    numbers are ascending. Raises DataError for anything else, and unless there are CARDS_IN_ALL
    (36) cards.
    """
    given = _table(part, [*ATTRIBUTES, "backs"], "cards")
    numbers = {
        attribute: tuple(sorted(_numbers(given.get(attribute), f"cards.{attribute}")))
        for attribute in ATTRIBUTES
    }
    in_all = sum(map(len, numbers.values()))
    if in_all != CARDS_IN_ALL:
        raise DataError(_IN_ALL.filled(in_all))
    backs = _backs(given.get("backs", {}), numbers["a"])
    deck = [f"{letter}{number}" for letter in ATTRIBUTES for number in numbers[letter]]
    told = [f"a{number}{colour}" for number, colour in backs.items()]
    return Cards(numbers, backs), f"{' '.join(deck)}|{' '.join(told)}"


def _numbers(given: object, place: str) -> list[int]:
    """Check that `given` is a list of whole numbers from 0 to HIGHEST, and return the same list; it
    may be empty or have repeated numbers. Otherwise raises DataError with `place`.
    """
    if not isinstance(given, list):
        raise unexpected(place, Words("a list of numbers", "数字のリスト"), given)
    for at, number in enumerate(given, 1):
        if type(number) is not int or not 0 <= number <= HIGHEST:
            raise unexpected(
                f"{place}, number {at}",
                Words(f"a number from 0 to {HIGHEST}", f"0から{HIGHEST}の数字"),
                number,
            )
    return given


def _backs(part: object, all_cards: tuple[int, ...]) -> dict[int, str]:
    """Read the table `cards.backs` of a file: which backs the cards of the attribute all have.
    `part` has, by colour letter, a list of numbers of such cards; a colour may be missing.
    `all_cards` are the numbers of these cards, one for each card.

    Returns number -> colour letters, ascending by number, as in `Cards.backs`. It is one letter if
    the number is listed once, or if it is listed for all its cards with one colour; otherwise a
    letter for each time that it is listed. A number that isn't listed is left out.

    Raises DataError for anything else, also if a number is listed more often than there are cards
    with it.
    """
    given = _table(part, [*COLOURS], "cards.backs")
    backs: dict[int, str] = {}
    for colour in COLOURS:
        for number in _numbers(given.get(colour, []), f"cards.backs.{colour}"):
            backs[number] = backs.get(number, "") + colour
            count = all_cards.count(number)
            if len(backs[number]) > count:
                values = f"cards.backs.{colour}", f"a{number}", len(backs[number]), count
                raise DataError(_TOO_MANY_BACKS.filled(*values))
    for number, colours in backs.items():
        if colours == colours[0] * all_cards.count(number):
            backs[number] = colours[0]
    return dict(sorted(backs.items()))


# The support table


def _support(part: object) -> tuple[tuple[Rule, ...], str]:
    """Read the table `support` of a file, which has only the key `rules`, a list of tables. Returns
    the rules in that order, and a text of what they say, for their digest.

    Raises DataError for anything else, for more than MOST_RULES rules, and if there is a pair of a
    support card and a main card that no rule fits. That is asked for both directions of the cycle.
    """
    lines = _table(part, ["rules"], "support").get("rules")
    if not isinstance(lines, list):
        raise unexpected("support.rules", Words("a list of rules", "規則のリスト"), lines)
    if len(lines) > MOST_RULES:
        raise DataError(_TOO_MANY_RULES)
    rules = tuple(_rule(line, f"support.rules, rule {at}") for at, line in enumerate(lines, 1))
    numbers = "lower", "equal", "higher"
    for cycle, support, main, number in product((RGB, RBG), ATTRIBUTES, ATTRIBUTES, numbers):
        if not any(fits(rule, support, main, number, cycle.beats) for rule in rules):
            raise DataError(_NO_RULE.filled(support, main, number))
    told = [
        f"{each.support} {each.main} {each.relation} {each.number} {each.effect}" for each in rules
    ]
    return rules, "|".join(told)


def _rule(line: object, place: str) -> Rule:
    """The Rule that the table `line` describes. `effect` must be in it; other fields that are
    missing get their defaults. Raises DataError, with `place`, for an unknown field or value, and
    if it isn't a table.
    """
    fields = msgspec.structs.fields(Rule)
    given = _table(line, [field.name for field in fields], place)
    for field in fields:
        allowed = field.type.__args__
        if given.get(field.name, field.default) not in allowed:
            raise unexpected(f"{place}, {field.name}", one_of(allowed), given.get(field.name))
    return Rule(**given)


# The weakness cycle


def _cycle(part: object) -> tuple[Cycle, str]:
    """Read the table `cycle` of a file: `beats` or `weak` or both, each a table of another colour
    for each of r, g, b. Returns the Cycle, and a text of what it says, for its digest.

    With one of them, the other follows from it: a colour's weak attribute is the colour that beats
    it. With both, each counts as it is given, and they need not agree.

    Raises DataError for anything else. Also, `beats` (or `weak`, if it is given alone) must be a
    cycle: each colour must come once as a value.
    """
    given = _table(part, ["beats", "weak"], "cycle")
    if "beats" not in given:
        weak = _other_colours(given.get("weak"), "cycle.weak")
        return Cycle(_turned(weak, _NO_CYCLE), weak), _pairs(weak, "-")
    beats = _other_colours(given["beats"], "cycle.beats")
    weak = _turned(beats, _BEATEN_TWICE)
    if "weak" in given:
        weak = _other_colours(given["weak"], "cycle.weak")
    return Cycle(beats, weak), f"{_pairs(beats, '>')}|{_pairs(weak, '-')}"


def _turned(others: dict[str, str], why: Words) -> dict[str, str]:
    """The table `others` turned round, as a new dict: each value -> its key. `others` has another
    colour for each of the three. Raises DataError with the words `why` if a colour comes twice as a
    value.
    """
    turned = {other: colour for colour, other in others.items()}
    if len(turned) != len(COLOURS):
        raise DataError(why)
    return turned


def _other_colours(part: object, place: str) -> dict[str, str]:
    """The table `part` as colour letter -> another colour letter, in the order of COLOURS. Raises
    DataError with `place`, its key in the file, if it isn't such a table of all three colours.
    """
    given = _table(part, [*COLOURS], place)
    for colour in COLOURS:
        others = [other for other in COLOURS if other != colour]
        if given.get(colour) not in others:
            raise unexpected(f"{place}.{colour}", one_of(others), given.get(colour))
    return {colour: given[colour] for colour in COLOURS}


def _pairs(others: Mapping[str, str], sign: str) -> str:
    """The table `others`, which has a colour for each of r, g, b, as one text in that order: `sign`
    between key and value, a blank between pairs, `r>g g>b b>r`.
    """
    return " ".join(f"{colour}{sign}{others[colour]}" for colour in COLOURS)


def _table(part: object, allowed: list[str], place: str) -> Mapping[str, Any]:
    """`part` itself, which must be a table. Raises DataError if it isn't, and for its first key
    that isn't in `allowed`. The message names `place`, where it is in the file ("": the file's
    top).
    """
    if not isinstance(part, Mapping):
        raise unexpected(place, Words("a table", "テーブル"), part)
    for key in part:
        if key not in allowed:
            name, keys = shown(key).en, ", ".join(allowed)
            raise DataError(
                Words(
                    f"{place or 'the top of the file'}: there is no key {name}; the keys are "
                    f"{keys}",
                    f"{place or 'ファイルの先頭'}: {name}というキーはありません(キー: {keys})",
                )
            )
    return part


#: The data that options can name, and what reads such data, and a text of what they say.
_PARTS: list[tuple[Part[Any], Callable[[object], tuple[Any, str]]]] = [
    (CARDS, _cards),
    (SUPPORT, _support),
    (CYCLE, _cycle),
]

# What is said of a file that is wrong

_NOTHING = Words(
    "there is no [cards], no [support] and no [cycle], so nothing to use",
    "[cards]、[support]、[cycle]のどれもないので、使うデータがありません",
)
_IN_ALL = Words(
    f"cards: {CARDS_IN_ALL} cards in all were expected, not {{0}}",
    f"cards: 全部で{CARDS_IN_ALL}枚のはずですが、{{0}}枚あります",
)
_TOO_MANY_BACKS = Words(
    "{0}: {1} has {2} backs in all, but cards.a has it {3} times",
    "{0}: {1}の背面は全部で{2}枚分ありますが、cards.aには{3}枚しかありません",
)
_TOO_MANY_RULES = Words(
    f"support.rules: {MOST_RULES} rules at most were expected",
    f"support.rules: 規則は{MOST_RULES}個までです",
)
_NO_RULE = Words(
    "support.rules: no rule fits a support card {0} on a main card {1} with the number {2}; "
    'the last rule may be {{ effect = "nothing" }}',
    "support.rules: サポートカード{0}をメインカード{1}に置き、数字がnumber={2}のときの規則が"
    'ありません。最後に {{ effect = "nothing" }} と書けます',
)
_NO_CYCLE = Words(
    "cycle.weak: each colour must be the weak attribute of one other, or cycle.beats must say "
    "which colour each colour beats",
    "cycle.weak: それぞれの色がほかの1色の弱点でなければ、どの色がどの色に勝つかをcycle.beatsに"
    "書いてください",
)
_BEATEN_TWICE = Words(
    "cycle.beats: each colour must be beaten by one other",
    "cycle.beats: どの色も、ほかの1色にだけ負けます",
)
