"""Matches of 6 nimmt! played here, logged the way other platforms do."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.chance import derived_seed
from kifu.replay.form import game_form
from kifu.replay.games.nimmt.position import HAND, heads_of
from kifu.replay.match import replay
from kifu.replay.players.new_match import random_player
from kifu.replay.table import Step

from .remembering import Remembering

NIMMT = registry.game("nimmt")


@dataclass
class Put:
    """A card laid: its owner, the row from 1, the heads taken, and the end ("": a new row)."""

    seat: int
    card: int
    row: int
    heads: int
    end: str


@dataclass
class Turn:
    choices: list[int]
    puts: list[Put] = field(default_factory=list)


@dataclass
class Round:
    rows: list[int]
    hands: list[list[int]]
    turns: list[Turn] = field(default_factory=list)
    picks: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Match:
    """A match and the record that an importer must make of its log (without tags)."""

    rounds: list[Round]
    record: Record
    points: list[int]
    winners: list[int]


def match_of(seats: int, seed: str, **options: str) -> Match:
    """A match of random players to its end."""
    chosen = NIMMT.read_options(options)
    chance = Remembering(derived_seed(seed))
    state = NIMMT.start(chosen, seats, chance)
    player = random_player(NIMMT, seed)
    rounds: list[Round] = []
    words: list[str] = []
    begun = 0
    while not state.is_over:
        number = state.facts()["rounds"] + 1
        if number > begun:
            begun = number
            rounds.append(_dealt(chance, number, seats))
        turn = Turn([])
        while not state.is_over and (seat := state.to_move()[0]):
            move = player(state, seat)
            steps: list[Step] = []
            state.play(move, seat, steps.append)
            words.append(move)
            if move[0] == "+":
                rounds[-1].picks.append((seat, int(move[1:])))
            elif move[0] not in "r<>":
                turn.choices.append(int(move))
            turn.puts += _puts(steps)
            if len(turn.puts) == seats or any(step.kind in ("deal", "pick") for step in steps):
                break
        if turn.puts:
            rounds[-1].turns.append(turn)
    outcomes = [(label, " ".join(cards)) for label, cards in chance.outcomes.items()]
    record = Record(
        game="nimmt", rules=1, options=dict(options), seats=[f"Player {k}" for k in range(seats)],
        chance=outcomes, moves=" ".join(words), end="=",
    )  # fmt: skip
    formed = game_form(replay(record))
    return Match(rounds, formed, state.scores(), state.winners())


def known(record: Record) -> Record:
    """`record` with as much of its deals as a log has: hands and rows."""
    cards = 10 * len(record.seats) + 4
    return replace(
        record, chance=[(label, " ".join(deal.split()[:cards])) for label, deal in record.chance]
    )


def _dealt(chance: Remembering, number: int, seats: int) -> Round:
    deck = [int(card) for card in chance.outcomes.get(f"deal/{number}", [])]
    if not deck:
        return Round([], [])
    hands = [deck[HAND * k : HAND * (k + 1)] for k in range(seats)]
    return Round(deck[HAND * seats :][:4], hands)


def _puts(steps: list[Step]) -> list[Put]:
    puts = []
    heads = 0
    for step in steps:
        if step.kind == "take":
            heads = sum(heads_of(int(motion.card)) for motion in step.motions)
        elif step.kind == "place":
            (motion,) = step.motions
            end = "" if heads else "<" if motion.at == 0 else ">"
            puts.append(Put(step.seat, int(motion.card), int(motion.dst[-1]), heads, end))
            heads = 0
    return puts
