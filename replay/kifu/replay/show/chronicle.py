"""A chronicle as text: a match without rules has no table, so its lines are shown."""

from __future__ import annotations

from collections.abc import Iterator

from kifu.notation.comments import without_commands
from kifu.notation.errors import KifuError
from kifu.notation.record import Record, first_comments, tag
from kifu.notation.rows import printable
from kifu.notation.words import Language, Words
from kifu.replay.match import Match, NoPosition
from kifu.replay.show.names import name_of
from kifu.replay.show.sheet import WINNERS, Cell, Sheet, TableLine, comments_at
from kifu.replay.table import ALL

#: So many lines are shown, the last of them that of the ply.
WINDOW = 12

#: What a match without rules is called, where a game has its title.
TITLE = Words("A chronicle, without rules", "棋譜(ルールなし)")

_WHERE = Words("Line {0} of {1}.", "{1}行中{0}行目。")


def chronicle_sheet(match: Match, ply: int | None, viewer: int, language: Language) -> Sheet:
    """The lines of a chronicle up to `ply` (None: the last one), its players and their scores.

    Raises KifuError where it is not a sound chronicle, and for any viewer but ALL: what a seat
    could see is not known; NoPosition for a ply after the last one.

    >>> from kifu.replay import replay
    >>> record = Record(game="chronicle", rules=0, seats=["Aki", "Ben"], moves="e 2:e", end="*")
    >>> chronicle_sheet(replay(record), None, ALL, "en").head
    ['A chronicle, without rules', 'Line 2 of 2.']
    """
    demand_everyone(viewer)
    record = match.record
    broken = [finding for finding in match.findings if finding.code in ("KF402", "KF405")]
    if broken:
        raise KifuError(f"the chronicle has no lines to show: {broken[0].message}")
    at = len(match.plies) if ply is None else ply
    if at > len(match.plies):
        raise NoPosition(f"there is no ply {at}: the last one is {len(match.plies)}")
    last = at == len(match.plies)
    about = [printable(tag(record, name) or "") for name in ("Event", "Site", "Date")]
    head = [", ".join([TITLE.text(language), *filter(None, about)])]
    head.append(_WHERE.text(language, at, len(match.plies)))
    if last and record.winner:
        names = ", ".join(name_of(record, seat) for seat in record.winner)
        head.append(WINNERS.text(language, names))
    seats = list(_seats(record, last))
    lines = list(_lines(record, [seat for seat, _token in match.plies], at))
    return Sheet(
        head, [seats, lines] if lines else [seats], list(comments_at(record, at, ALL, language))
    )


def demand_everyone(viewer: int) -> None:
    """Raise KifuError unless `viewer` is ALL: what a seat of a chronicle could see is not known."""
    if viewer != ALL:
        raise KifuError("a chronicle does not say what a seat could see; show it with --as all")


def _seats(record: Record, last: bool) -> Iterator[TableLine]:
    scores = record.result or []
    for seat in range(1, len(record.seats) + 1):
        known = last and len(scores) == len(record.seats)
        cells = [Cell(str(scores[seat - 1]))] if known else []
        yield TableLine(f"{seat} {name_of(record, seat)}", cells)


def _lines(record: Record, seats: list[int], at: int) -> Iterator[TableLine]:
    """The WINDOW lines up to ply `at`, each with its number, the name of the seat that it is about,
    and the first comment on it. `seats` has the seat of each ply, 0 for none.
    """
    texts = first_comments(record.notes)
    for ply in range(max(1, at - WINDOW + 1), at + 1):
        seat = seats[ply - 1]
        text = printable(without_commands(texts.get(ply, "")))
        yield TableLine(f"{ply}. {name_of(record, seat) if seat else '-'}", [Cell(text)], ply == at)
