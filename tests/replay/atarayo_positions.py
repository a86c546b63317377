"""Positions of Atarayo set up for tests, and how tests read them."""

from __future__ import annotations

from kifu.notation.native import i64, vec
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import zeros
from kifu.replay.games.atarayo.cards import COPIES, KIND, ONE, TOKENS
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.legal import possible_totals, totals
from kifu.replay.games.atarayo.position import PHASES
from kifu.replay.games.atarayo.rules import Atarayo, start
from kifu.replay.table import Step

SEED = "shake256-1:00112233445566778899aabbccddeeff"


def kinds(tokens: str) -> list[int]:
    """Cards by their tokens; `_` is one that is not known."""
    return [KIND.get(token, 0) for token in tokens.split()]


def names(cards: list[int]) -> str:
    return " ".join(TOKENS[card] for card in cards)


def rest(*used: list[int]) -> list[int]:
    """The cards that are not among those used, in canonical order."""
    left = list(COPIES)
    for cards in used:
        for card in cards:
            left[card] -= card > 0
    assert min(left) >= 0
    return [kind for kind, copies in enumerate(left) for _ in range(copies)]


def on_table(field: str, hands: list[str], options: dict[str, str] | None = None) -> Atarayo:
    """Hand 1 is to act on `field`, and nothing can be called on. The pile is the rest. In the duel
    the hands are 1L, 2R, 2L, 1R.
    """
    given = GAME.read_options(options or {})
    state = start(given, 2 if given.mode == "duel" else len(hands), Chance(SEED))
    set_phase(state, "act")
    state.hand, state.next_seat = 1, 1
    state.up = state.point = state.window = 0
    cards = [kinds(hand) for hand in hands]
    for hand, held in enumerate(cards, 1):
        set_hand(state, hand, held)
    set_heap(state, [], kinds(field.replace("+", " ")))
    set_pile(state, rest(state.field, *cards))
    return state


def called_on(stack: str, hands: list[str], options: dict[str, str] | None = None) -> Atarayo:
    """The same where hand 1 has just played `stack`, and hand 2 is to act."""
    state = on_table(stack, hands, options)
    state.turn, state.window, state.hand = 2, 1, 2
    state.next_seat = state.owners[2]
    return state


def set_phase(state: Atarayo, phase: str) -> None:
    state.stage = PHASES.index(phase)


def set_hand(state: Atarayo, hand: int, cards: list[int], bare: int = 0) -> None:
    """Let these be the cards of a hand, the first `bare` of them open as far as they are known."""
    state.fill(hand, array_of(cards), bare)


def set_heap(state: Atarayo, discards: list[int], field: list[int]) -> None:
    """Let these be the cards played, the latest last, of which `field` are the last play."""
    state.high, state.stack = len(discards) + len(field), len(field)
    state.together = len(field)
    for at, card in enumerate(discards + field):
        state.heap[at] = card


def set_pile(state: Atarayo, cards: list[int]) -> None:
    """Let these be the cards of the pile, top first."""
    state.deck, state.top = array_of(cards), 0


def set_points(state: Atarayo, points: str) -> None:
    state.points = array_of([0, *map(int, points.split())])


def array_of(numbers: list[int]) -> vec[i64]:
    array = zeros(len(numbers))
    for at, number in enumerate(numbers):
        array[at] = number
    return array


def acts(state: Atarayo) -> list[str]:
    """What the hand whose turn it is may do, calls aside."""
    return [state.lexicon.token(code) for code in state.act_codes(state.next_seat)]


def plays(state: Atarayo) -> str:
    """What the hand whose turn it is may play."""
    return " ".join(acts(state)[:-1])


def played(state: Atarayo, moves: str) -> list[Step]:
    steps: list[Step] = []
    for move in moves.split():
        state.play(move, watch=steps.append)
    return steps


def holds(state: Atarayo, play: str) -> bool:
    """Whether the hand whose turn it is may hold the cards of a play."""
    return state.holds(state.lexicon.code(play), state.unplaced())


def totals_of(hand: str) -> list[int]:
    """What a hand may add up to, up to 13."""
    bits = totals(sum(ONE[kind] for kind in kinds(hand)))
    return [total for total in range(1, 14) if bits >> total & 1]


def possible_totals_of(hand: str, same: int, unseen: list[int]) -> list[int]:
    """The same where the unknown cards of the hand may be any of those unseen, and `same` of its
    cards then have the same number."""
    free = [unseen.count(kind) for kind in range(len(TOKENS))]
    bits = possible_totals(sum(ONE[kind] for kind in kinds(hand)), same, array_of(free))
    return [total for total in range(1, 14) if bits >> total & 1]
