"""Twins: two records that look the same to one seat, and differ in what it can't know.

Tests compare the seat's judgements of both, byte for byte.
"""

from __future__ import annotations

import msgspec

from kifu.notation.record import Record
from kifu.replay import judge, registry
from kifu.replay.analysis.decisions import Follower
from kifu.replay.chance import Chance
from kifu.replay.game import Game, IllegalMove
from kifu.replay.lots import QuickLots
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.table import Step

#: So many exchanges of two cards are tried for one twin.
TRIES = 60


def cut(record: Record, plies: int) -> Record:
    """A new record of the first `plies` plies of a record, with the outcomes of its chance events
    so far written out in place of the seed, and the end open (`*`). Notes and tags are left out.
    The record must have a seed by which it can be replayed so far: outcomes that it has written out
    are not used. With fewer plies it is the whole match.
    """
    match = replay(record)
    game, chance = match.played.game, Chance(record.seed)
    state = game.start(match.options, len(record.seats), chance)
    words = []
    for seat, move in match.plies[:plies]:
        words.append(game.word(state, seat, move))
        state.play(move, seat)
    outcomes = []
    for label, (names, cards) in chance.events.items():
        left = set(range(1, len(names) + 1)) - {*cards} if chance.asked[label][0] else set()
        outcomes.append((label, " ".join(names[card - 1] for card in [*cards, *sorted(left)])))
    return Record(
        game=record.game,
        rules=record.rules,
        options=record.options,
        seats=record.seats,
        chance=outcomes,
        moves=" ".join(words),
        end="*",
    )


def seen(game: Game, record: Record, seat: int) -> str:
    """A digest of all that `seat` has seen of a record: 32 hex digits, the same for two records
    that look the same to it. "" if the record has errors or can't be played. Its outcomes must be
    written out (see `cut`): its seed is not used.
    """
    match = replay(record)
    assert match.options is not None
    if any(finding.severity == "error" for finding in match.findings):
        return ""
    state = game.start(match.options, len(record.seats), Chance(None, record.chance))
    follower = Follower(game, match.options, state, len(record.seats), [seat])
    for actor, move in match.plies:
        follower.expect(state, move, actor)
        steps: list[Step] = []
        try:
            state.play(move, actor, steps.append)
        except IllegalMove:
            return ""
        follower.see(steps)
    return follower.watchers[seat].saw


def twin(record: Record, seat: int, lots: QuickLots) -> Record | None:
    """A new record that looks the same to `seat` but has other cards where it can't see them: up to
    TRIES exchanges of two cards are tried, drawn by `lots`. None if no exchange is hidden from it,
    or the record has no outcomes. `record` must have its outcomes written out (see `cut`), and
    isn't changed. AssertionError if it can't be played.
    """
    if not record.chance:
        return None
    game = registry.game(record.game)
    same = seen(game, record, seat)
    assert same
    other = record
    for _ in range(TRIES):
        label, outcome = other.chance[lots.below(len(other.chance))]
        cards = outcome.split(" ")
        one, two = lots.below(len(cards)), lots.below(len(cards))
        if cards[one] == cards[two]:
            continue
        cards[one], cards[two] = cards[two], cards[one]
        changed = [
            (name, " ".join(cards) if name == label else value) for name, value in other.chance
        ]
        tried = msgspec.structs.replace(other, chance=changed)
        if seen(game, tried, seat) == same:
            other = tried
    return None if other is record else other


def judged(record: Record, seat: int, worlds: int) -> bytes:
    """The analysis of `seat` in this number of `worlds`, with the chances to win as the public sees
    them, as bytes of JSON to be compared. Raises NotJudged if the record can't be analysed.
    """
    analysis = judge(record, budget=worlds, seats=[seat])
    return msgspec.json.encode((analysis.judgements, analysis.chances, analysis.seats))


def pair(name: str, number: int) -> tuple[Record, Record, int] | None:
    """Twin `number` of the game called `name`: the first plies of a simulated match, a record that
    looks the same to a seat, and that seat. None if no twin was found. The same arguments give the
    same twin.
    """
    game = registry.game(name)
    lots = QuickLots(f"twin {name} {number}")
    given = game.option_sets[number % len(game.option_sets)]
    allowed = game.seats(game.read_options(given))
    seats = allowed[lots.below(min(3, len(allowed)))]
    players = ["greedy", "random"][: 1 + number % 2]
    players = [players[seat % len(players)] for seat in range(seats)]
    (record,) = simulate(
        game, 1, seed=f"twins {number}", seats=seats, options=given, players=players
    )
    plies = 2 + lots.below(min(28, len(replay(record).plies) - 2))
    short = cut(record, plies)
    seat = 1 + lots.below(seats)
    found = twin(short, seat, lots)
    return None if found is None else (short, found, seat)
