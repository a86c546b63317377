"""How Atarayo is told: a sentence for a move, and for what followed from it by itself."""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.games.atarayo.calls import number_called, parsed
from kifu.replay.games.atarayo.cards import NUMBERS
from kifu.replay.games.atarayo.display import COLOUR_WORDS, in_order
from kifu.replay.games.atarayo.position import Position
from kifu.replay.games.atarayo.tokens import LEXICON, NAMED, SIZE, cards_of, is_play
from kifu.replay.states.game_words import GAME_ENDS, ROUND_BEGINS
from kifu.replay.table import Step


def describe(state: Position, move: str, seat: int) -> Words:
    """A sentence for `move`, played by `seat` from `state`."""
    who = _hand(state, state.hand)
    if is_play(LEXICON.code(move)):
        return _play(state, move, who)
    if move[0] == "A":
        return _call(state, move)
    if move[0] == "f":
        card = move[1:]
        return Words(
            f"{{{seat}}} makes {card} the field card.", f"{{{seat}}}は{card}を場札にしました。"
        )
    if move == "x":
        return _accept(state, who)
    if move == "d":
        return Words(f"{who.en} draws a card.", f"{who.ja}は1枚引きました。")
    return Words(f"{who.en} passes.", f"{who.ja}はパスしました。")


def consequences(move: str, steps: list[Step]) -> list[Words]:
    """What followed from `move` by itself: the point card, a reshuffle, a burst, the points of
    a round, a new one, the end.
    """
    told = []
    for step in steps:
        if step.kind == "point":
            card = step.motions[0].card
            told.append(Words(f"{card} is the point card.", f"{card}が点札になりました。"))
        elif step.kind == "reshuffle":
            told.append(
                Words(
                    "The discards are shuffled into a new pile.",
                    "捨て札を切り直して山札にしました。",
                )
            )
        elif step.kind == "burst":
            told.append(
                Words(f"{{{step.seat}}} has ten cards: burst!", f"{{{step.seat}}}は10枚でバースト!")
            )
        elif step.kind == "score":
            told.append(_score(step))
        elif step.kind == "deal":
            number = step.facts["round"]
            told.append(ROUND_BEGINS.filled(number))
        elif step.kind == "end":
            told.append(GAME_ENDS)
    return told


def _score(step: Step) -> Words:
    points = [(f"{{{fact.removeprefix('score/')}}}", count) for fact, count in step.facts.items()]
    en = ", ".join([f"{who} {count}" for who, count in points])
    ja = "、".join([f"{who}が{count}" for who, count in points])
    return Words(f"The score: {en}.", f"勝利点は{ja}です。")


def _play(state: Position, move: str, who: Words) -> Words:
    """The sentence of a play, with the colour that it names or its effect; `who` is the subject."""
    stack = move.partition("=")[0]
    effect = _effect(state, move)
    return Words(
        f"{who.en} plays {stack}{effect.en}.", f"{who.ja}は{stack}を出しました。{effect.ja}"
    )


def _effect(state: Position, move: str) -> Words:
    """The last part of a play's sentence: what the play causes."""
    play = LEXICON.code(move)
    count, named = SIZE[play], NAMED[play]
    times, times_ja = ("", "") if count == 1 else (f" {count} times", f"{count}回")
    match NUMBERS[cards_of(play)[0]]:
        case 2:
            return Words(f": skip{times}", f"スキップ{times_ja}。")
        case 5 if state.attack:
            return Words(": the attack goes on to the next", "アタックを次へ受け流します。")
        case 6:
            amount = state.amount + 2 * count
            return Words(f": draw {amount}", f"ドロー{amount}。")
        case 9:
            return Words(f": reverse{times}", f"リバース{times_ja}。")
        case 11:
            colour = COLOUR_WORDS[named]
            return Words(f" and names {colour.en}", f"色は{colour.ja}です。")
        case 13:
            return Words(": the next hand has to open", "次の人は手札を公開します。")
        case _:
            return Words("", "")


def _accept(state: Position, who: Words) -> Words:
    if state.amount:
        return Words(
            f"{who.en} accepts the attack: draw {state.amount}.",
            f"{who.ja}はアタックを受け、{state.amount}枚引きます。",
        )
    return Words(
        f"{who.en} accepts the attack and opens the hand.",
        f"{who.ja}はアタックを受け、手札を公開しました。",
    )


def _call(state: Position, move: str) -> Words:
    """The sentence of a call and its counters, with the hands that it shows to everybody."""
    callers, counters = parsed(state, move)
    calling = [_shown(state, hand) for hand in callers]
    countering = [_shown(state, hand) for hand in counters]
    verb, number = "calls" if len(callers) == 1 else "call", number_called(state)
    en = " and ".join([words.en for words in calling]) + f" {verb} Akimahen on {number}"
    ja = "、".join([words.ja for words in calling]) + f"{number}に『あきまへん』を宣言しました"
    en += "".join([f"; {words.en} calls back" for words in countering])
    ja += "".join([f"。{words.ja}宣言を仕返しました" for words in countering])
    return Words(f"{en}.", f"{ja}。")


def _shown(state: Position, hand: int) -> Words:
    who = _hand(state, hand)
    cards = " ".join(in_order(state.cards_in(hand)))
    return Words(f"{who.en} with {cards}", f"{who.ja}は{cards}で")


def _hand(state: Position, hand: int) -> Words:
    """The words for a hand: its seat, and in the duel which of the two it is."""
    name = state.names[hand]
    who = f"{{{name[:1]}}}"
    return {
        "": Words(who, who),
        "L": Words(f"{who} (left)", f"{who}(左)"),
        "R": Words(f"{who} (right)", f"{who}(右)"),
    }[name[1:]]
