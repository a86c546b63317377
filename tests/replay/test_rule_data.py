"""Rule data: files that are right, wrong or hostile, names by digest, matches played with them."""

from __future__ import annotations

import re
import time
import tomllib
from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.replay import replay, use_data
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.magimiles.cards import PLACES, tables_of
from kifu.replay.games.magimiles.game import GAME
from kifu.replay.games.magimiles.options import CARDS, CYCLE, RGB, SUPPORT, Part
from kifu.replay.games.magimiles.rules import start
from kifu.replay.lots import Lots
from kifu.replay.rule_data import LARGEST, DataError

from .shown import Onlookers

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/magimiles-data.toml"
PAGE = (ROOT / "docs/rule-data.md").read_text("utf-8")

HEAD = 'game = "magimiles"\nname = "test"\n'
CARD_LIST = """
[cards]
r = [1, 2, 3, 4, 5, 6, 7, 8, 9]
g = [1, 2, 3, 4, 5, 6, 7, 8, 9]
b = [1, 2, 3, 4, 5, 6, 7, 8, 9]
a = [1, 2, 3, 4, 5, 6, 7, 8, 9]
backs = { r = [1, 4, 7], g = [2, 5, 8], b = [3, 6, 9] }
"""
CYCLE_TEXT = '[cycle]\nbeats = { r = "g", g = "b", b = "r" }\n'


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    return tmp_path / "data.toml"


def used(path: Path, text: str) -> dict[str, str]:
    path.write_text(text, "utf-8")
    return use_data(path).options


# Names


def test_the_page_shows_the_example_and_its_names() -> None:
    (block,) = re.findall(r"```toml\n(game = .*?)```", PAGE, re.DOTALL)
    assert tomllib.loads(block) == tomllib.loads(EXAMPLE.read_text("utf-8"))
    options = use_data(EXAMPLE).options
    assert f"cards={options['cards']} cycle={options['cycle']}" in PAGE
    assert f"'{options['cycle']}'" in PAGE


def test_kifus_own_support_table_is_as_the_page_says(toml: Path) -> None:
    (block,) = re.findall(r"```toml\n(\[support\].*?)```", PAGE, re.DOTALL)
    assert SUPPORT[used(toml, HEAD + block)["support"]] == SUPPORT["house1"]


def test_white_space_comments_and_order_change_no_name(toml: Path) -> None:
    name = used(toml, HEAD + CARD_LIST)["cards"]
    other = CARD_LIST.replace("r = [1, 2, 3,", "# red\nr = [\n  3,   2, # two\n  1,")
    other = other.replace("g = [1, 4, 7]", "g = [7, 4, 1]").replace("2, 5, 8", "8, 2, 5")
    assert other != CARD_LIST
    assert used(toml, HEAD + other)["cards"] == name
    backwards = CYCLE_TEXT.replace('r = "g", g = "b", b = "r"', 'b = "r", g = "b", r = "g"')
    whole = CYCLE_TEXT + 'weak = { r = "b", g = "r", b = "g" }\n'
    assert len({used(toml, HEAD + text)["cycle"] for text in (CYCLE_TEXT, backwards, whole)}) == 1
    plain = '[support]\nrules = [{ effect = "add" }]\n'
    said = '[support]\nrules = [{ support = "any", main = "any", effect = "add" }]\n'
    assert used(toml, HEAD + plain) == used(toml, HEAD + said)


def test_a_weak_attribute_is_enough_and_then_nothing_else_is_named(toml: Path) -> None:
    weak = '[cycle]\nweak = { r = "b", g = "r", b = "g" }\n'
    name = used(toml, HEAD + weak)["cycle"]
    assert CYCLE[name] == RGB
    assert name != used(toml, HEAD + CYCLE_TEXT)["cycle"]
    assert name == used(toml, HEAD + weak.replace('r = "b", g', 'r="b",g'))["cycle"]


def test_equal_all_cards_may_have_several_backs_or_none_that_is_known(toml: Path) -> None:
    old, backs = "a = [1, 2, 3, 4, 5, 6, 7, 8, 9]", re.findall("backs = .*", CARD_LIST)[0]
    cards = CARD_LIST.replace(old, "a = [1, 1, 2, 2, 3, 3, 4, 5, 6]")
    names = {}
    for given in ("r = [1, 2]", "r = [1, 1, 2]", "r = [2, 1], g = [1]", "r = [1, 2], g = [1]"):
        names[given] = used(toml, HEAD + cards.replace(backs, f"backs = {{ {given} }}"))["cards"]
    one, whole, several, turned = names.values()
    assert one == whole != several == turned
    tables = tables_of(GAME.read_options({"cards": several}))
    assert [tables.back[tables.card[f"a{n}"]] for n in (1, 2, 3)] == ["_", "r_", "_"]
    state = start(GAME.read_options({"cards": several}), 3, Chance(derived_seed("backs")))
    onlookers = Onlookers(GAME, state, 3)
    while not state.is_over:
        onlookers.watch(state, state.legal_moves(state.next_seat)[-1], state.next_seat)


def test_the_same_data_have_one_digest_whatever_they_are_called(toml: Path) -> None:
    one = used(toml, HEAD + CYCLE_TEXT)["cycle"]
    two = used(toml, HEAD.replace("test", "other") + CYCLE_TEXT)["cycle"]
    assert one != two
    assert one.partition("@")[2] == two.partition("@")[2]


def test_names_are_frozen() -> None:
    """Records out in the world have these names; another encoding would orphan them."""
    assert use_data(EXAMPLE).options == {
        "cards": "sums@ab15fd1e", "support": "sums@da38ec14", "cycle": "sums@f25dec13",
    }  # fmt: skip


def test_two_data_of_one_name_are_refused() -> None:
    part: Part[int] = Part("part", {})
    full = part.add("x", 1, "one")
    part._texts[full] = "something else"
    with pytest.raises(Exception, match=f"part={full} names other data that is in use"):
        part.add("x", 1, "one")


# Files that are refused

WRONG_HEADS = [
    ("", "game: expected magimiles, not nothing"),
    ("game = [1]", "game: expected magimiles, not [1]"),
    ('game = "magimiles"', "name: expected a-z, then a-z 0-9 _ -, 16 at most, not nothing"),
    ('game = "magimiles"\nname = "A"', "name: expected a-z, then"),
    ('game = "magimiles"\nname = "xxxxxxxxxxxxxxxxx"', "name: expected a-z, then"),
    (HEAD, "there is no [cards], no [support] and no [cycle], so nothing to use"),
    (HEAD + "[card]", "the top of the file: there is no key 'card'; the keys are"),
    (HEAD + "cards = 1", "cards: expected a table, not 1"),
    (HEAD + "x = ", "this is not TOML: Invalid value (at end of document)"),
]
#: What is exchanged in the card list for what, and the message.
WRONG_CARDS = [
    ("r = [1, 2", "r = [10, 1, 2", "cards: 36 cards in all were expected, not 37"),
    ("r = [1, 2", "r = [100, 2", "cards.r, number 1: expected a number from 0 to 99, not 100"),
    (
        "b = [1, 2",
        "b = [true, 2",
        "cards.b, number 1: expected a number from 0 to 99, not True",
    ),
    ("b = [1, 2", "b = [1, 2.0", "cards.b, number 2: expected a number from 0 to 99, not 2.0"),
    (
        "g = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n",
        "",
        "cards.g: expected a list of numbers, not nothing",
    ),
    ("r = [1, 2", "x = 1\nr = [1, 2", "cards: there is no key 'x'; the keys are r, g, b, a, backs"),
    (
        "[1, 4, 7]",
        "[1, 4, 7, 8]",
        "cards.backs.g: a8 has 2 backs in all, but cards.a has it 1 times",
    ),
    (
        "[1, 4, 7]",
        "[1, 4, 77]",
        "cards.backs.r: a77 has 1 backs in all, but cards.a has it 0 times",
    ),
    ("backs = { r", "backs = { a", "cards.backs: there is no key 'a'; the keys are r, g, b"),
    ("backs = {", "backs = [] #", "cards.backs: expected a table, not []"),
]
ADD = 'effect = "add"'
#: The rules of the support table, and the message.
WRONG_RULES = [
    ("1", "support.rules: expected a list of rules, not 1"),
    ("[1]", "support.rules, rule 1: expected a table, not 1"),
    ("[{}]", "support.rules, rule 1, effect: expected add or subtract or double or triple or"),
    (
        f"[{{ {ADD}, support = 7 }}]",
        "support.rules, rule 1, support: expected any or colour or r or g or b",
    ),
    (
        f"[{{ {ADD} }}, {{ effect = [] }}]",
        "support.rules, rule 2, effect: expected add or subtract or",
    ),
    ('[{ efect = "add" }]', "support.rules, rule 1: there is no key 'efect'; the keys are effect,"),
    (
        f'[{{ {ADD}, main = "a" }}]',
        "support.rules: no rule fits a support card r on a main card r ",
    ),
    (f'[{{ {ADD}, number = "equal" }}]', "support.rules: no rule fits a support card r on a main"),
    (f'[{{ {ADD}, relation = "beats" }}]', "support.rules: no rule fits a support card r on a "),
    ("[" + "{}," * 65 + "]", "support.rules: 64 rules at most were expected"),
]
#: What is exchanged in the cycle for what, and the message.
WRONG_CYCLES = [
    ("beats", "beat", "cycle: there is no key 'beat'; the keys are beats, weak"),
    ('beats = { r = "g", g = "b", b = "r" }', "", "cycle.weak: expected a table, not"),
    ('beats = { r = "g"', 'weak = { r = "b"', "cycle.weak: each colour must be the weak attribute"),
    ('r = "g"', 'r = "r"', "cycle.beats.r: expected g or b, not 'r'"),
    ('r = "g"', 'r = "b"', "cycle.beats: each colour must be beaten by one other"),
    ('"r" }', '"r" }\nweak = {}', "cycle.weak.r: expected g or b, not nothing"),
]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *WRONG_HEADS,
        *[(HEAD + CARD_LIST.replace(old, new, 1), said) for old, new, said in WRONG_CARDS],
        *[(f"{HEAD}[support]\nrules = {rules}", said) for rules, said in WRONG_RULES],
        *[(HEAD + CYCLE_TEXT.replace(old, new, 1), said) for old, new, said in WRONG_CYCLES],
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_place(
    toml: Path, text: str, message: str
) -> None:
    toml.write_text(text, "utf-8")
    with pytest.raises(DataError) as error:
        use_data(toml)
    assert str(error.value).startswith(f"{toml}: {message}")
    assert "expected" not in error.value.reason.ja
    assert not error.value.reason.ja.removeprefix(str(toml)).isascii()


def test_a_file_with_one_wrong_part_gives_none(toml: Path) -> None:
    before = CYCLE.added(), CARDS.added()
    toml.write_text(HEAD.replace("test", "half") + CYCLE_TEXT + "[cards]\n", "utf-8")
    with pytest.raises(DataError):
        use_data(toml)
    assert (CYCLE.added(), CARDS.added()) == before


#: What Python 3.14 itself says of keys of so many parts.
TOO_DEEP = "this is not TOML: TOML key has more than the allowed"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff" + HEAD.encode(), "this is not UTF-8, at byte 0"),
        (b"x = 1\n" * (LARGEST // 6 + 1), f"rule data are {LARGEST} bytes at most"),
        (b"x = " + b"[" * (LARGEST - 10), "this is not TOML"),
        (b"x = " + b"9" * (LARGEST - 10), "this is not TOML"),
        (b"a." * (LARGEST // 2 - 10) + b"a = 1", f"game: expected magimiles|{TOO_DEEP}"),
        (b"a = {" * 1500, "this is not TOML"),
        (b"\0", "this is not TOML"),
        (
            b"game." + b"a." * (LARGEST // 2 - 20) + b"a = 1",
            rf"game: expected magimiles, not \{{'a': |{TOO_DEEP}",
        ),
        (b"name = 0x" + b"f" * (LARGEST - 40) + b'\ngame = "magimiles"', "not a huge number"),
    ],
)
def test_a_hostile_file_is_refused_in_no_time(toml: Path, content: bytes, message: str) -> None:
    toml.write_bytes(content)
    begun = time.process_time()
    with pytest.raises(DataError, match=message):
        use_data(toml)
    assert time.process_time() - begun < 5


def test_what_a_message_quotes_of_a_file_is_short_and_printable(toml: Path) -> None:
    toml.write_text(HEAD + '"\\u001b[31m' + "x" * 5000 + '" = 1', "utf-8")
    with pytest.raises(DataError) as error:
        use_data(toml)
    assert str(error.value).removeprefix(str(toml)).isprintable()
    assert len(str(error.value)) < len(str(toml)) + 200


# Matches


def test_the_tables_of_the_example_are_what_its_file_says() -> None:
    options = use_data(EXAMPLE).options
    data = tables_of(GAME.read_options(options))
    assert len(data.deck) == 36
    assert data.deck.count("r4") == 2
    assert data.deck[-1] == "a17"
    results = {
        "a3>r5": (3, 0), "a3>a5": (1, -3), "r4>a5": (1, 0), "r4>r4": (2, 0), "r4>r5": (1, 4),
        "r7>b5": (1, -7), "r4>b5": (1, 4), "b7>r5": (1, 7),
    }  # fmt: skip
    for cards, effect in results.items():
        support, main = cards.split(">")
        at = PLACES * data.card[support] + data.card[main]
        assert (data.times[at], data.plus[at]) == effect
    assert [data.tokens[1], data.tokens[-1], data.back[data.card["a17"]]] == ["r0", "a17", "b_"]
    assert list(data.weak) == [2, 0, 1]


def test_equal_cards_are_held_and_played_one_by_one() -> None:
    options = use_data(EXAMPLE).options
    deck = " ".join(tables_of(GAME.read_options({"cards": options["cards"]})).deck)
    record = Record(
        game="magimiles", rules=1, options={"cards": options["cards"]}, seats=["A", "B", "C"],
        chance=[("deal/1", deck)], moves="=r4 =g4 =a1 r4 g3", end="*",
    )  # fmt: skip
    match = replay(record)
    assert [finding.code for finding in match.findings] == []
    assert match.state is not None
    assert "r4" not in match.state.legal_moves(1)


def test_of_equal_support_cards_the_one_that_a_viewer_knows_stays_where_it_was_laid() -> None:
    options = GAME.read_options({"cards": use_data(EXAMPLE).options["cards"]})
    deck = "a1 g4 r0 r1 r2 r3 r4 r4 r5 r6 r7  a3 g7 b0 b1 b2 b3 b4 b4 b5 b6 b7"
    deck += " a5 g4 g0 g1 g2 g3 g5 g6 a7 a9 a11  a13 a15 a17"
    state = GAME.start(options, 3, Chance(None, [("deal/1", deck)]))
    onlookers = Onlookers(GAME, state, 3)
    for move in ("=r0", "=b0", "=g0", "a1", "a3", "a5", "g4>2", "g7>2", "g4>2"):
        onlookers.watch(state, move)


def test_a_match_with_data_of_ones_own_is_not_said_to_be_of_house_data() -> None:
    given = use_data(EXAMPLE).options
    assert GAME.words.remark(GAME.read_options(given)) is None
    remark = GAME.words.remark(GAME.read_options({"cards": given["cards"]}))
    assert remark is not None
    assert "support table, weakness cycle" in remark.en
    assert "card list" not in remark.en


def test_a_record_without_its_data_says_what_to_do() -> None:
    record = Record(
        game="magimiles", rules=1, options={"cards": "lost@00000000"}, seats=["A", "B"],
        seed="shake256-1:00112233445566778899aabbccddeeff", moves="p1", end="*",
    )  # fmt: skip
    (finding,) = replay(record).findings
    assert (finding.code, finding.token) == ("KF418", "cards=lost@00000000")
    assert "--data FILE" in finding.message


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_legal_moves_are_in_the_order_of_their_text_and_are_drawn_by_it(seats: int) -> None:
    """Cards of two digits and equal cards: `a13>1` comes before `a1>1`, and `r4` once."""
    chance = Chance(derived_seed(f"order {seats}"))
    state = start(GAME.read_options(use_data(EXAMPLE).options), seats, chance)
    plies = 0
    while not state.is_over:
        for seat in state.to_move():
            moves = state.legal_moves(seat)
            assert moves == sorted(set(moves))
            for passing in (False, True):
                drawn = state.random_code(seat, Lots(f"{plies}"), passing)
                place = Lots(f"{plies}").below(len(moves) + passing)
                assert state.lexicon.token(drawn) == [*moves, ""][place]
        other = state.copy()
        other.play(moves[-1], seat)
        assert state.legal_moves(seat) == moves
        state.play(moves[plies % len(moves)], seat)
        plies += 1
    assert plies > 20
