"""The skeleton of a record that somebody writes by hand: tags, unknown cards, how moves look."""

from __future__ import annotations

from msgspec.structs import replace

from kifu.notation.move_words import is_mark
from kifu.notation.record import Note, Record
from kifu.notation.words import Language
from kifu.replay.chance import UNKNOWN, Chance, rolled
from kifu.replay.game import Game
from kifu.replay.hidden_cards.needed import UnfinishedMatch, places_needed, tag_to_write
from kifu.replay.play import wording
from kifu.replay.players.simulate import simulate

#: So many words of a match show how moves are written.
_EXAMPLE = 8


def skeleton(game: Game, record: Record, language: Language) -> Record:
    """`record`, which has no moves, prepared to be completed by hand: a Chance tag of unknown cards
    for the first deal, and line comments that say what to write, there and for choices before it.

    >>> from kifu.replay.registry import game
    >>> begun = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], options={"rounds": "1"})
    >>> made = skeleton(game("nimmt"), begun, "en")
    >>> made.chance, made.end
    ([('deal/1', '_*24')], '*')
    >>> made.notes[0].rem
    'deal/1: Which four cards begin rows 1 to 4?'
    """
    seats = len(record.seats)
    options = game.settle(game.read_options(record.options), seats)
    course = UnfinishedMatch(game, options, seats, [], [])
    chance: list[tuple[str, str]] = []
    lines: list[str] = []
    while (label := course.played(Chance(None, course.outcomes))[0].missing) is not None:
        lines += _what_to_write(course, label, language)
        asked = course.asked(label)
        if not asked.cards:
            course.outcomes.append((label, "1"))
            continue
        chance.append((label, rolled(f"{UNKNOWN} " * asked.need)))
        break
    (example,) = simulate(game, 1, seats=seats, seed="skeleton", options=record.options)
    words = example.moves.split()[:_EXAMPLE]
    while is_mark(words[-1]):
        words.pop()
    lines += [
        wording.MOVES_LOOK.text(language, " ".join(words), game.title.text(language)),
        wording.LAST_LINE.text(language),
    ]
    return replace(record, chance=chance, notes=[Note(at=0, rem=line) for line in lines], end="*")


def _what_to_write(course: UnfinishedMatch, label: str, language: Language) -> list[str]:
    """Lines that say what to write as the outcome of the chance event `label`, and where."""
    asked = course.asked(label)
    unseen = [UNKNOWN] * asked.need
    places = places_needed(course, label, unseen) if asked.cards else []
    question = course.game.words.question(course.options, course.seats, label, places)
    lines = [f"{label}: {question.text(language)}"] if question is not None else []
    if not asked.cards:
        lines.append(wording.WRITE_NUMBER.text(language, tag_to_write(course, label), asked.need))
    elif places:
        lines.append(wording.WRITE_CARDS.text(language, tag_to_write(course, label)))
    return lines
