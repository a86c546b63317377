"""Tables: what lies on the table after a ply, what is counted there, and who may act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from kifu.notation.words import Words
from kifu.replay.game import Layout
from kifu.replay.show.resting_table import NOTHING, RestingTable, resting_table
from kifu.replay.table import Fact
from kifu.replay.timeline import Timeline
from kifu.site.content.sentences import card_name
from kifu.site.texts import PAGE


def resting_after(timeline: Timeline, ply: int, viewer: int) -> RestingTable:
    """The table after a ply of the main line as `viewer` sees it (ply 0: the start). Cards that
    left in that ply are still shown, and steps that clear the whole table for a new round are left
    out.
    """
    steps = timeline.moments[ply - 1].steps if ply else []
    return resting_table(timeline.table(max(ply - 1, 0), viewer), steps, viewer, timeline.layout)


def facts_in_words(
    layout: Layout, facts: Mapping[str, Fact], seat: int = 0
) -> list[tuple[Words, Words]]:
    """The facts of a seat (0: of the table) in words, as (title, value), in the order of the
    layout; those whose value is missing, empty or a dash are left out.
    """
    titled = layout.seat_facts if seat else layout.table_facts
    known = [
        (title, layout.fact_words(name, facts.get(f"{name}/{seat}" if seat else name, "")))
        for name, title in titled.items()
    ]
    return [(title, value) for title, value in known if value.en not in NOTHING]


def cards_in_words(cards: Sequence[str], layout: Layout, language: str) -> str:
    """The names of cards, by their tokens, as text; a run of equal names is said once, with its
    length.

    >>> cards_in_words(["_", "_"], Layout([], {}, {}, {}, {}), "en")
    'face-down card ×2'
    """
    said = []
    for token, run in groupby(cards):
        face, count = layout.faces.get(token), sum(1 for _ in run)
        name = card_name(face, language) if face else PAGE["face_down"].text(language)
        said.append(f"{name} ×{count}" if count > 1 else name)
    return ("、" if language == "ja" else ", ").join(said)


def seats_to_move(facts: Mapping[str, Fact]) -> list[int]:
    """The seats that may act, from the fact `to_move`.

    >>> seats_to_move({"to_move": "2 3"})
    [2, 3]
    """
    return [int(seat) for seat in str(facts["to_move"]).split()]
