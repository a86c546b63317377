"""What is said of the moves of Atarayo and of what follows, and what its cards are called."""

from __future__ import annotations

import pytest

from kifu.notation.words import Words
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.rules import Atarayo
from kifu.replay.show.offers import offer
from kifu.replay.table import Step

from .atarayo_positions import called_on, on_table


def position(field: str, *hands: str, mode: str = "table", window: int = 0) -> Atarayo:
    """Hand 1 is to act or, with a window for it, has played `field`, and hand 2 is."""
    set_up = called_on if window else on_table
    return set_up(field, list(hands), {"mode": mode})


@pytest.mark.parametrize(
    ("move", "en", "ja"),
    [
        ("b7", "{1} plays b7.", "{1}はb7を出しました。"),
        (
            "b2+r2",
            "{1} plays b2 with r2 on top and skips the next 2 hands.",
            "{1}はb2の上にr2を重ねて出し、続く2つの手番をスキップしました。",
        ),
        (
            "b6",
            "{1} plays b6 and attacks: the next hand has to draw 2.",
            "{1}はb6を出し、次の手札に2枚引かせるアタックをしました。",
        ),
        ("b9", "{1} plays b9 and reverses the direction.", "{1}はb9を出し、回り順を逆にしました。"),
        (
            "b13",
            "{1} plays b13 and attacks: the next hand has to open.",
            "{1}はb13を出し、次の手札を公開させるアタックをしました。",
        ),
        ("b5", "{1} plays b5.", "{1}はb5を出しました。"),
        ("11=r", "{1} plays 11 and names red.", "{1}は11を出し、赤(梅)を指定しました。"),
        ("d", "{1} draws a card.", "{1}は1枚引きました。"),
    ],
)
def test_a_sentence_for_each_act(move: str, en: str, ja: str) -> None:
    state = position("b4", "b2 r2 b5 b6 b7 b9 b13 11", "", "")
    assert move in state.legal_moves(1)
    words = state.describe(move, 1)
    assert (words.en, words.ja) == (en, ja)


def test_every_attack_is_said_as_what_it_asks_for() -> None:
    layout = GAME.layout(GAME.settle(GAME.read_options({}), 3), 3)
    state = position("b4", "b6 r6 g6", "", "")
    state.play("b6+r6+g6")
    attack = layout.fact_words("attack", state.view(1).facts["attack"])
    assert (attack.en, attack.ja) == ("draw 6 cards", "6枚引く")
    state = position("b4", "b13", "", "")
    state.play("b13")
    assert layout.fact_words("attack", state.view(1).facts["attack"]).en == "open the hand"
    assert layout.fact_words("score", 8).en == "8 (Standby)"


def test_a_play_says_which_card_is_on_top() -> None:
    state = position("b4", "b7 r7 g7 8 8", "", "")
    assert state.describe("b7+r7+g7", 1).en == "{1} plays b7, then r7 with g7 on top."
    assert state.describe("b7+r7+g7", 1).ja == "{1}はb7の上にr7、その上にg7を重ねて出しました。"
    assert (state.describe("8+8", 1).en, state.describe("8+8", 1).ja) == (
        "{1} plays two 8s.",
        "{1}は8を2枚出しました。",
    )
    offers = [offer(GAME, state, move, 1) for move in ("b7+r7", "b7+g7")]
    assert offers == [
        Words("play b7 with r7 on top", "b7の上にr7を重ねて出す"),
        Words("play b7 with g7 on top", "b7の上にg7を重ねて出す"),
    ]


def test_sentences_under_attack() -> None:
    state = position("b4", "b6", "r5 r6", "b1")
    state.play("b6")
    assert state.describe("r6", 2).en == "{2} plays r6 and attacks: the next hand has to draw 4."
    assert state.describe("r5", 2).en == "{2} plays r5 and passes the attack on."
    assert state.describe("r5", 2).ja == "{2}はr5を出し、アタックを次へ受け流しました。"
    assert state.describe("x", 2).en == "{2} accepts the attack, drawing 2 cards."
    assert state.describe("x", 2).ja == "{2}はアタックを受け、2枚引きました。"
    state = position("b4", "b13", "", "")
    state.play("b13")
    assert state.describe("x", 2).en == "{2} accepts the attack, opening the hand."


def test_sentences_of_calls() -> None:
    state = position("b10", "r10", "b7 b3", "b4 b6", window=1)
    words = state.describe("A23C", 2)
    assert words.en == (
        "{2} with b3 b7 and {3} with b4 b6 call Akimahen on 10; {1} with r10 calls back."
    )
    assert words.ja == (
        "{2}はb3 b7で、{3}はb4 b6で10に『あきまへん』を宣言しました。{1}はr10で宣言を仕返しました。"
    )
    duel = position("b12", "r7 g5", "p9 g3", "", "", mode="duel", window=1)
    assert duel.describe("A2RCL", 2).en == (
        "{2} (right) with p9 g3 calls Akimahen on 12; {1} (left) with r7 g5 calls back."
    )


def test_what_followed_is_said() -> None:
    state = position("b4", "g1 g2 g3 g4 g5 g6 g7 g9 g10", "", "")
    steps: list[Step] = []
    state.play("d", 1, steps.append)
    assert [(words.en, words.ja) for words in GAME.words.consequences("d", steps)] == [
        ("{1} has ten cards and bursts.", "{1}は手札が10枚になり、バーストしました。"),
        ("The score is {1} 0, {2} 1 and {3} 1.", "勝利点は{1}が0、{2}が1、{3}が1です。"),
        ("Round 2 begins.", "第2ラウンドの開始です。"),
    ]


def test_what_cards_are_called() -> None:
    faces = GAME.layout(GAME.read_options({}), 3).faces
    assert [(faces[token].name.en, faces[token].name.ja) for token in ("b1", "y6", "8", "11")] == [
        ("blue 1", "青(矢絣)の1"),
        ("yellow 6, draw2", "黄(菱)の6、ドロー2"),
        ("8, wild", "8、ワイルド"),
        ("11, choice", "11、チョイス"),
    ]
    assert len({(face.text, face.pip) for face in faces.values()}) == len(faces) == 57
    assert [(faces[f"{c}1"].pip, faces[f"{c}1"].colour) for c in "bprgy"] == [
        ("arrows", 2), ("mist", 5), ("plum", 4), ("rings", 6), ("diamond", 3),
    ]  # fmt: skip
