"""How a move of 6つ子7組 is refused: with the first rule that it breaks."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import IllegalMove
from kifu.replay.games.mutsugo.cards import CARD, HAND, LARGEST_HAND, NUMBERS, TOKEN, cards_of
from kifu.replay.games.mutsugo.position import CLOSING, START, Position
from kifu.replay.games.mutsugo.tokens import FEWEST_FROM_HAND, SMALLEST

NO_MOVE = Words(
    "{0} is neither a card nor a set nor another move of this game",
    "{0}はカードでもセットでもなく、このゲームの手ではありません",
)

#: What the phases `start` and `closing` say to a move that is not theirs.
DRAW_FIRST = Words(
    "begin with a Start Draw: d, or a free card",
    "まずスタートドロウをします(d、または場のフリーカード)",
)
ONLY_CLOSING = Words(
    "after a discard only ~K and / are possible",
    "捨て札をしたので、あとは ~K と / だけができます",
)

REFILL = Words(
    f"you can only refill a hand of fewer than {HAND} cards",
    f"補充できるのは手札が{HAND}枚より少ないときだけです",
)
TOO_MANY = Words(
    f"with {LARGEST_HAND} cards in hand, discard one or make a set",
    f"手札が{LARGEST_HAND}枚のときは、1枚捨てるかセットを作らなければなりません",
)
NOT_FREE = Words("{0} is not a free card", "{0}はフリーカードではありません")
NOT_HELD = Words("{1} is not in the hand of seat {0}", "席{0}の手札に{1}はありません")
NO_CARD = Words(
    "expected -CARD, but '{0}' is not a card", "-カード と書きます。「{0}」はカードではありません"
)
TOO_FEW = Words(
    f"you can only discard with {LARGEST_HAND} cards in hand; this hand has {{0}}",
    f"捨てるのは手札が{LARGEST_HAND}枚のときだけです。いまは{{0}}枚です",
)

#: Of a set that is to be made.
ONE_FROM_TABLE = Words(
    "a set can have at most one card from the table", "場から使えるカードは1枚までです"
)
SPELLING = Words(
    "write a set as c1+c2+c3 or c1+c2<c3, with cards of this game",
    "セットは c1+c2+c3 や c1+c2<c3 のように、このゲームのカードで書きます",
)
TWO_FROM_HAND = Words(
    "at least two cards of a set must come from the hand", "セットには手札から2枚以上を使います"
)
THREE_CARDS = Words("a set must have at least three cards", "セットは3枚以上です")
IN_ORDER = Words(
    "write each hand card of a set once, in order: {0}",
    "セットの手札は1枚ずつ順に書きます: {0}",
)
ALIKE = Words(
    "all cards of a set must have the same number or the same mark",
    "セットは同じ数字どうしか同じマークどうしで作ります",
)

#: Of a card that a set is to take from the table.
NOT_ON_TABLE = Words(
    "{0} is neither a free card nor in anybody's set",
    "{0}はフリーカードでもだれかのセットのカードでもありません",
)
OWN_SET = Words(
    "{0} is in your own set: dissolve that set first",
    "{0}は自分のセットのカードで、場にはありません。先に解散してください",
)
TOO_SMALL = Words(
    "a set of {0} cards can't rob a set of {1}: it must have more cards",
    "{0}枚のセットで、{1}枚のセットからは奪えません。それより多くの枚数が要ります",
)

#: Of a set that is to be dissolved; what a seat has is `count_of` its sets.
NO_SET = {
    "none": Words(
        "there is no set ~{0}: seat {1} has no sets",
        "~{0}というセットはありません。席{1}にセットはありません",
    ),
    "one": Words(
        "there is no set ~{0}: seat {1} has only set 1",
        "~{0}というセットはありません。席{1}のセットは1だけです",
    ),
    "more": Words(
        "there is no set ~{0}: seat {1} has sets 1 to {2}",
        "~{0}というセットはありません。席{1}のセットは1から{2}までです",
    ),
}
MADE_NOW = Words(
    "set {0} was made this turn, so it can't be dissolved yet",
    "セット{0}はこの手番で作ったので、まだ解散できません",
)


def of_word(state: Position, word: str) -> IllegalMove:
    """The error for a word that is no move of this phase: what the phase allows, or what is wrong
    with the word's spelling.
    """
    if word[:1] == "~":
        return no_set(state, word[1:])
    if "+" not in word and "<" not in word and word[:1] != "-":
        return IllegalMove(NO_MOVE.filled(word))
    if state.stage == START:
        return draw_first()
    if state.stage == CLOSING:
        return only_closing()
    if "+" in word or "<" in word:
        return of_set(state, word)
    return IllegalMove(NO_CARD.filled(word[1:]))


def draw_first() -> IllegalMove:
    return IllegalMove(DRAW_FIRST)


def only_closing() -> IllegalMove:
    return IllegalMove(ONLY_CLOSING)


def no_refill() -> IllegalMove:
    return IllegalMove(REFILL)


def not_free(card: int) -> IllegalMove:
    return IllegalMove(NOT_FREE.filled(TOKEN[card]))


def of_set(state: Position, word: str) -> IllegalMove:
    """The error for a set that the seat on turn can't make: the first rule of spelling that its
    token breaks or, if none, that the hand does not have the cards.
    """
    mine, stroke, table = word.partition("<")
    hand = [CARD.get(card, 0) for card in mine.split("+")]
    cards = [*hand, CARD.get(table, 0)] if stroke else hand
    in_order = sorted(set(hand))
    for kept, rule in (
        ("<" not in table and "+" not in table, ONE_FROM_TABLE),
        (0 not in cards, SPELLING),
        (len(hand) >= FEWEST_FROM_HAND, TWO_FROM_HAND),
        (len(cards) >= SMALLEST, THREE_CARDS),
        (hand == in_order, IN_ORDER),
        (is_alike(cards), ALIKE),
    ):
        if not kept:
            return IllegalMove(rule.filled("+".join([TOKEN[card] for card in in_order])))
    return not_held(state, sum([1 << card for card in hand]) & ~state.hands[state.next_seat])


def is_alike(cards: list[int]) -> bool:
    """Whether all cards have one mark, or all have one number."""
    return (
        len({(card - 1) // NUMBERS for card in cards}) == 1
        or len({(card - 1) % NUMBERS for card in cards}) == 1
    )


def not_held(state: Position, missing: int) -> IllegalMove:
    """The error for the cards in the mask `missing`: they are not known in the hand of the seat on
    turn, and not all of them can be its unknown cards.
    """
    seat = state.next_seat
    elsewhere = cards_of(missing & ~state.nowhere)
    strange = elsewhere or cards_of(missing)[state.unknown[seat] :]
    return IllegalMove(NOT_HELD.filled(seat, " ".join([TOKEN[card] for card in strange])))


def not_to_be_robbed(card: int, owner: int) -> IllegalMove:
    """The error for taking `card` from the table although it is in a set of one's own (`owner`: the
    seat on turn) or not on the table (`owner` 0).
    """
    return own_set(card) if owner else not_on_table(card)


def not_on_table(card: int) -> IllegalMove:
    return IllegalMove(NOT_ON_TABLE.filled(TOKEN[card]))


def own_set(card: int) -> IllegalMove:
    return IllegalMove(OWN_SET.filled(TOKEN[card]))


def too_small(size: int, robbed: int) -> IllegalMove:
    return IllegalMove(TOO_SMALL.filled(size, robbed))


def too_few(state: Position) -> IllegalMove:
    return IllegalMove(TOO_FEW.filled(state.size[state.next_seat]))


def too_many() -> IllegalMove:
    return IllegalMove(TOO_MANY)


def no_set(state: Position, number: str) -> IllegalMove:
    """The error for dissolving set `number`, which the seat on turn does not have."""
    seat = state.next_seat
    melds = state.melds[seat]
    rule = NO_SET["more" if melds > 1 else "one" if melds else "none"]
    return IllegalMove(rule.filled(number, seat, melds))


def made_now(number: int) -> IllegalMove:
    return IllegalMove(MADE_NOW.filled(number))
