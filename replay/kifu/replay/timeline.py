"""The timeline: a whole record as a viewer shows it, every ply with its steps and notes."""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.record import Note, Record
from kifu.replay.game import Game, Layout, Words
from kifu.replay.table import Step, Table


class Moment(Struct):
    """One ply: who played what, the marks before it, a sentence (`{1}` is seat 1's name), the
    steps that followed, the scores then, the notes behind it (variations apart, in `lines`).
    """

    ply: int
    seat: int
    move: str
    marks: tuple[str, ...]
    words: Words
    steps: list[Step]
    scores: list[int]
    notes: list[Note]
    lines: list[Branch]


class Branch(Struct):
    """A variation: it begins at the ply before its moment or, where `on`, at that ply.

    `notes` stand at its start. `findings` say why it ends where it does, if it is broken.
    """

    on: bool
    notes: list[Note]
    moments: list[Moment]
    findings: list[Diagnostic]


class Timeline(Struct):
    """A record ready to be shown.

    `start` has the table of ply 0 for every viewer (PUBLIC, each seat, ALL), `end` that of the
    last ply. `moments[k - 1]` is ply k. `findings` are those of `check`.
    """

    record: Record
    game: Game
    layout: Layout
    start: dict[int, Table]
    end: dict[int, Table]
    notes: list[Note]
    lines: list[Branch]
    moments: list[Moment]
    scores: list[int]
    winners: list[int]
    over: bool
    findings: list[Diagnostic]
