"""Filters: what can be asked of the archive's matches, and the SQL conditions it becomes.

Every filter that is given must hold. Those about a seat (player, seat number, score) must hold for
one and the same seat; text, glyph and tag may be in different places of the record. Values reach
DuckDB as parameters only.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Annotated, Any, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import force_setattr

from kifu.notation.comments import days_of
from kifu.notation.errors import UsageError
from kifu.notation.record import plies
from kifu.store.fold import folded
from kifu.store.index.entry import OPENING
from kifu.store.index.remarks import sign
from kifu.store.tables import vet

#: More conditions make DuckDB slow: hundreds take a minute.
MOST_CONDITIONS = 100
#: A condition on a record `r` of variant `v`, and its parameters in order.
Condition = tuple[str, list[Any]]


class Filters(Struct, frozen=True, kw_only=True):
    """The conditions of a search; None, no names and no pairs mean no condition. Raises UsageError
    for values of a wrong type or out of range; a text that can't be a filter, such as one that is
    not a date, raises it only when the filters are used.

    >>> Filters(players=["Aki"], options=[("rounds", "3")]).players
    ('Aki',)

    `players`: any of these names sits at the seat; `seat` is its number, from 1, and `score_min`
    and `score_max` bound its score. `present`: each of these sits at some seat. Names are compared
    folded, and an alias finds its person. `winner` has won, alone or with others. `result`: the
    scores in seat order. `turns_min` and `turns_max` bound the turns played. `date`: as in
    `dates.days_of`; the whole span of the record's date must be within it. `options`: the value in
    force, whether it is written or the default. `tags`: names of tags with a part of their folded
    value, `""` for any. `text` is a part of one folded comment. `termination` is the folded
    Termination tag, or its first words. `glyph` may be a sign or its number (`??` or `$4`). `moves`
    are the first moves, 24 at most, in game form, without marks. `same_deal` is the id of a deal,
    or of a match or record that has it. `happened`: each of these events happens in the match.
    `situation`: a move of the match was made in the situation with this key (16 hex digits, see
    `explore`). `source` is a file or a folder, relative to the working directory, or a pattern with
    `*`, `?` and `[...]`. `loss_min`: by an analysis in any record of the match, a decision of the
    seat lost this much win share or more.
    """

    game: str | None = None
    players: Sequence[str] = ()
    present: Sequence[str] = ()
    seat: Annotated[int, Meta(ge=1)] | None = None
    winner: str | None = None
    result: Sequence[int] | None = None
    score_min: int | None = None
    score_max: int | None = None
    turns_min: int | None = None
    turns_max: int | None = None
    date: str | None = None
    options: Sequence[tuple[str, str]] = ()
    tags: Sequence[tuple[str, str]] = ()
    termination: str | None = None
    text: str | None = None
    glyph: str | None = None
    moves: str | None = None
    same_deal: Any = None  # a UUID or its text
    happened: Sequence[str] = ()
    situation: str | None = None
    source: str | None = None
    loss_min: Annotated[float, Meta(ge=0, le=1)] | None = None

    def __post_init__(self) -> None:
        """Check the type of every field but `same_deal`, that `seat` is at least 1 and `loss_min`
        is from 0 to 1, and turn lists into tuples. Raises UsageError, which names the first wrong
        field.
        """
        for name, kind in _kinds().items():
            try:
                value = convert(getattr(self, name), kind)
                force_setattr(self, name, tuple(value) if isinstance(value, list) else value)
            except ValidationError as error:
                raise UsageError(f"{name}: {error}") from None


@cache
def _kinds() -> dict[str, Any]:
    """The type of each field of `Filters`, by its name: the type itself, not its text, with the
    range of a number where there is one (`Annotated`). Every call returns the same dict, which must
    not be changed.
    """
    return get_type_hints(Filters, include_extras=True)


def conditions(filters: Filters, archive: str) -> list[Condition]:
    """The SQL conditions, each with its parameters, that `filters` become: a row `r` of the table
    `record`, with its row `v` of `variant`, passes the filters if all of them hold; [] if no filter
    is given. The filters about a seat (`players`, `seat`, `score_min`, `score_max`, `loss_min`) are
    one condition together. `archive` is the archive's path; `filters.source` is relative to the
    working directory.

    `same_deal` must be the id of a deal itself: that of a match or record finds nothing here, and
    DuckDB refuses text that is no id (see `search.condition_of`). Raises UsageError for more than
    MOST_CONDITIONS (100), and for a value that nothing can match: a text that is no date or key; no
    moves or too many; an empty result, text or source; text that is not UTF-8; or a number beyond
    2^62. Other values that no record has, such as an unknown game or glyph, are not refused.
    """
    found = _conditions_in(_CONDITIONS, filters)
    if seated := _conditions_in(_OF_A_SEAT, filters):
        condition, parameters = joined(seated)
        found.append((f"r.key IN (SELECT record FROM seat WHERE {condition})", parameters))
    if filters.source is not None:
        condition, parameters = at_source(filters, archive)
        places = "SELECT place.record FROM place JOIN source ON source.id = place.source"
        found.append((f"r.key IN ({places} WHERE {condition})", parameters))
    if len(found) > MOST_CONDITIONS:
        raise UsageError(
            f"{len(found):,} conditions are too many; a question has at most {MOST_CONDITIONS}"
        )
    for _, parameters in found:
        vet(parameters)
    return found


def _conditions_in(known: dict[str, Kind], filters: Filters) -> list[Condition]:
    """The SQL conditions, each with its list of parameters, for those filters that have an entry in
    `known` (by filter name: the SQL, and the function that makes its parameters of a value) and are
    not None, in the order of `known`; [] if there are none. `present`, `options`, `tags` and
    `happened` give one condition for each of their values, any other filter one condition;
    `players` without names gives none.

    Raises UsageError for a value of which that function can't make parameters, such as text that is
    not a date. Text that is not UTF-8 and numbers beyond 2^62 are not refused here: the caller has
    to check the parameters (see `vet`).
    """
    found = []
    for name, (condition, parameters_of) in known.items():
        given = getattr(filters, name)
        for value in given if name in _REPEATED else [given]:
            if value is not None and (value or name != "players"):
                found.append((condition, [*parameters_of(value)]))
    return found


def joined(found: Sequence[Condition]) -> Condition:
    """One condition that is true where all of `found` are, with all their parameters in order;
    ("true", []) if there are none. Conditions are joined by AND as they are: one that has an OR
    must be in parentheses.
    """
    text = " AND ".join([condition for condition, _ in found]) or "true"
    return text, [value for _, values in found for value in values]


def at_source(filters: Filters, archive: str) -> Condition:
    """The SQL condition, with its parameters, that a row of the table `source` (so called in the
    query) is the file `filters.source`, lies in that folder (at any depth) or matches that pattern
    (its `*` stands for `/`, too); it is always true where `filters.source` is None. Absolute paths
    are compared: that path is relative to the working directory, and `archive` is the archive's
    path. Neither need exist, and links are not followed. A pattern's leading folders that are there
    are no pattern, whatever their names. Raises UsageError for a `filters.source`
    of "".
    """
    if filters.source is None:
        return "true", []
    if not filters.source:
        raise UsageError("a source is a file, a folder, or a pattern such as logs/2026-*")
    wanted = os.path.abspath(filters.source)
    # A relative name is of a file in the archive's folder.
    condition = """(
        SELECT path = ? OR starts_with(path, ?) OR path GLOB ? FROM (
            SELECT if(starts_with(source.path, '/'), '', ?) || source.path AS path
        )
    )"""
    folder = f"{os.path.dirname(os.path.abspath(archive)).rstrip('/')}/"
    there = wanted
    while not os.path.exists(there):
        there = os.path.dirname(there)
    pattern = glob.escape(there) + wanted[len(there) :]
    return condition, [wanted, f"{wanted.rstrip('/')}/", pattern, folder]


def _result(scores: Sequence[int]) -> list[Any]:
    """The scores as the one parameter of a condition: [[0, 54, 54]]. Raises UsageError for no
    scores.
    """
    if not scores:
        raise UsageError("a result is the scores in seat order: 0 54 54")
    return [list(scores)]


def _opening(moves: str) -> list[Any]:
    """The first moves of a match as two parameters for SQL: the text that a `record.opening` with
    just these moves is equal to, and the text (with a space at its end) that one with further moves
    begins with. Marks in `moves`, such as `1.`, are dropped. Raises UsageError for no moves, or
    more than `OPENING` (24).
    """
    words = plies(" ".join(moves.split()))
    if not words:
        raise UsageError(f"{moves!r} are not moves; write the first ones in game form: 25 47 11")
    if len(words) > OPENING:
        raise UsageError(
            f"{len(words)} moves are too many: an archive has the first {OPENING} of each match"
        )
    text = " ".join(words)
    return [text, f"{text} "]


#: The given names, folded, and all other names of the same persons.
_PERSON = """
    IN (SELECT id FROM player WHERE person IN (
        SELECT person FROM player WHERE folded IN (SELECT unnest(CAST(? AS VARCHAR[])))))
"""


#: The seats that lost this much by one decision, with every record of the match.
_LOST = """
    SELECT every.key, judgement.seat FROM judgement
    JOIN record AS own ON own.key = judgement.record
    JOIN record AS every ON every.play = own.play
    WHERE judgement.loss >= ?
"""


def number_of_key(key: str) -> str:
    """A key or digest of 16 hex digits (in lower case) as a decimal number without a sign, in text:
    a parameter that SQL can cast to UBIGINT. Raises UsageError for another text.

    >>> number_of_key("00000000000000ff")
    '255'
    """
    if not re.fullmatch("[0-9a-f]{16}", key):
        raise UsageError(f"a key is 16 hex digits, not {key!r}")
    return str(int(key, 16))


def _itself(value: Any) -> list[Any]:
    """The value as the one parameter of a condition: [value]."""
    return [value]


def _part(text: str) -> list[Any]:
    """The text, folded, as the one parameter: [folded]. Raises UsageError if folding leaves no
    character.
    """
    if not folded(text):
        raise UsageError("a comment is found by at least one character")
    return [folded(text)]


def _names(names: Sequence[str]) -> list[Any]:
    """The names, folded, as the one parameter of `_PERSON`: a list in a list."""
    return [[*map(folded, names)]]


def _name(name: str) -> list[Any]:
    """The name, folded, as the one parameter of `_PERSON`: [[folded]]."""
    return _names([name])


def _key(key: str) -> list[Any]:
    """The key of 16 hex digits, in lower case, as the one parameter: [its decimal number in text].
    Raises UsageError for another text.
    """
    return [number_of_key(key)]


def _first_words(text: str) -> list[Any]:
    """Fold `text` and return two parameters: the folded text, which a value may be equal to, and
    the same with a space after it, which a value may begin with. Empty text is not refused: it
    finds empty values.
    """
    return [folded(text), f"{folded(text)} "]


#: The filters with several values.
_REPEATED = {"present", "options", "tags", "happened"}
#: The SQL condition that a value of a filter becomes, and the function that makes the condition's
#: parameters of the value. Several values are a condition each.
Kind = tuple[str, Callable[[Any], Iterable[Any]]]
#: By filter: what one and the same row of the table `seat` has to fulfil.
_OF_A_SEAT: dict[str, Kind] = {
    "players": (f"player {_PERSON}", _names),
    "seat": ("seat = ?", _itself),
    "score_min": ("score >= ?", _itself),
    "score_max": ("score <= ?", _itself),
    "loss_min": (f"(record, seat) IN ({_LOST})", _itself),
}
#: By filter: the others, all but `source`.
_CONDITIONS: dict[str, Kind] = {
    "game": ("v.game = ?", _itself),
    "options": ("v.id IN (SELECT variant FROM setting WHERE name = ? AND value = ?)", list),
    "result": ("r.scores = CAST(? AS BIGINT[])", _result),
    "turns_min": ("r.turns >= ?", _itself),
    "turns_max": ("r.turns <= ?", _itself),
    "date": ("r.date_from >= ? AND r.date_to <= ?", days_of),
    "moves": ("(r.opening = ? OR starts_with(r.opening, ?))", _opening),
    "same_deal": ("r.deal = CAST(? AS UUID)", _itself),
    "present": (f"r.key IN (SELECT record FROM seat WHERE player {_PERSON})", _name),
    "winner": (f"r.key IN (SELECT record FROM seat WHERE won AND player {_PERSON})", _name),
    "termination": (
        "r.key IN (SELECT record FROM tag WHERE name = 'Termination' "
        "AND (folded = ? OR starts_with(folded, ?)))",
        _first_words,
    ),
    "tags": (
        "r.key IN (SELECT record FROM tag WHERE name = ? AND contains(folded, ?))",
        lambda pair: [pair[0], folded(pair[1])],
    ),
    "text": ("r.key IN (SELECT record FROM note WHERE contains(folded, ?))", _part),
    "glyph": (
        "r.key IN (SELECT record FROM note WHERE glyph = ?)",
        lambda glyph: [sign(glyph)],
    ),
    "happened": ("r.key IN (SELECT record FROM event WHERE kind = ?)", _itself),
    "situation": (
        "r.key IN (SELECT record FROM situation WHERE key = CAST(? AS UBIGINT))",
        _key,
    ),
}
