"""The table of one ply as text, for a terminal or a pipe.

A viewer's table holds nothing hidden, so neither does what is drawn from it. Names, comments and
tags are anybody's, so whatever of them is printed passes `printable`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TextIO

import click

from kifu.notation.record import Record, tag
from kifu.notation.rows import printable
from kifu.notation.words import Language, Words
from kifu.replay.about_game import options_in_words
from kifu.replay.game import Game, Layout, State, Zone
from kifu.replay.judgements.notes import authors, is_own
from kifu.replay.judgements.words import judgement_lines
from kifu.replay.judgements.written import visible_notes
from kifu.replay.match import Match, NoPosition
from kifu.replay.sentences import name_of, sentence
from kifu.replay.table import ALL, PUBLIC, UNKNOWN, Step, Table, sees
from kifu.replay.timeline import moments
from kifu.replay.track import Ply

#: A line of the table: what it is called, what lies there, and whether a seat to move has it.
_Line = tuple[str, list[str], bool]


def sheet(match: Match, ply: int | None, viewer: int, language: Language) -> list[str]:
    r"""The lines that show what `viewer` (PUBLIC, a seat of the record, ALL) sees after ply `ply`
    (0: at the start; None: after the last legal move): title, what has happened, the table, what an
    analysis says, comments. They have a terminal's colours (see `write_sheet`). The match is not
    changed. Raises NoPosition for a ply that the record does not have or that can't be replayed,
    NotBegun (which is one) if none can, and WrongActor for a number that is no viewer.

    >>> from kifu.replay import replay
    >>> record = Record(game="nimmt", rules=1, options={"rounds": "1"}, seats=["Aki", "Ben"],
    ...     seed="shake256-1:00112233445566778899aabbccddeeff", moves="59 1", end="*")
    >>> print(*sheet(replay(record), 1, 2, "en")[:3], sep="\n")
    6 nimmt! (nimmt, rules 1), 2 seats, rounds=1
    Ply 1 of 2: Round 1, Turn 1. Cards are being chosen. As Ben sees it.
    Last move: #1 1. Aki has acted, but this viewer can't see how.
    """
    record = match.record
    layout, game = match.layout, match.played.game
    last = match.played.ply
    at = last if ply is None else ply
    if at > last:  # said without the finding, which may name a card
        raise NoPosition(f"there is no ply {at}: the last one that can be replayed is {last}")
    state = match.position(at)
    table = state.view(viewer)
    head = [_title(match, language)]
    if remark := game.words.remark(match.options):
        head.append(remark.text(language))
    head.append(_where(match, table, layout, at, viewer, language))
    if at:
        notes = visible_notes(match, viewer)
        glyphs = [note.glyph for note in notes if note.at == at and note.glyph]
        before, last_ply = match.position(at - 1), match.plies[at - 1]
        said = happened(game, record, before, last_ply, viewer, language, glyphs)
        head.append(_LAST_MOVE.text(language, said))
    if state.is_over:
        winners = ", ".join(name_of(record, seat) for seat in state.winners())
        drawn = game.is_draw(state.winners(), match.options, len(record.seats))
        head.append((_DRAW if drawn else _WINNERS).text(language, winners))
    lines = [*head, *_aligned(list(_groups(record, table, layout, language)))]
    judged = judgement_lines(match, at, viewer, language)
    for more in filter(None, (judged, _comments_at(record, at, viewer, language))):
        lines += ["", *more]
    return lines


def write_sheet(lines: list[str], file: TextIO) -> None:
    """Write the lines of a sheet to `file`, each with a newline (without lines, one empty line). It
    is in colours if `file` is a terminal, NO_COLOR is empty or not set, and TERM is not "dumb";
    otherwise the colours are taken out. The text alone says everything.
    """
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    click.echo("\n".join(lines), file, color=False if is_plain else None)


def _aligned(groups: list[list[_Line]]) -> Iterator[str]:
    """Yield the lines of a table, with an empty line before each group. A line is given by its
    title, the texts of what lies there, and whether it is that of a seat that may act: such a line
    has `>` in front and a bold title. What lies there begins in the same column everywhere. Raises
    ValueError if no group has a line.
    """
    from rich.cells import cell_len

    width = max(cell_len(label) for group in groups for label, _, _ in group)
    for group in groups:
        yield ""
        for label, cells, acts in group:
            title = click.style(label, bold=True) if acts else label
            title += " " * (width - cell_len(label))
            yield f"{'>' if acts else ' '} {title}  {' '.join(cells)}".rstrip()


#: A terminal's colour for each colour class of `Face`.
_COLOURS = (
    None, "cyan", "bright_blue", "yellow", "bright_red", "bright_magenta", "bright_green",
)  # fmt: skip

_GAME = Words("{0} ({1}, rules {2})", "{0}({1}、ルール第{2}版)")
_SEATS = Words("{0} seats", "{0}人")
_WHERE = Words("Ply {0} of {1}: {2}. {3}. {4}.", "{1}手中{0}手目: {2}。{3}。{4}。")
_LAST_MOVE = Words("Last move: {0}", "直前の手: {0}")
_HIDDEN_MOVE = Words("{0} has acted, but this viewer can't see how.", "{0}の手は見えません。")
_WINNERS = Words("Won by {0}", "勝者: {0}")
_DRAW = Words("A draw between {0}", "引き分け: {0}")
_CARD = Words("{0} card", "{0}枚")
_CARDS = Words("{0} cards", "{0}枚")
_SEEN_BY_ALL = Words("All known cards are shown", "わかっているカードをすべて表示")
_SEEN_BY_PUBLIC = Words("As the public sees it", "観戦者の視点")
_SEEN_BY_SEAT = Words("As {0} sees it", "{0}の視点")
_COMMENTS_LEFT_OUT = Words(
    "(Comments here are left out: they may speak of hidden cards.)",
    "(伏せたカードに触れるかもしれないので、ここのコメントは省きました。)",
)


def _title(match: Match, language: Language) -> str:
    """The title line of a sheet: the game with its rules revision, how many seats, the options that
    are not the game's defaults, and the tags Event and Date if the record has them.
    """
    record, game = match.record, match.played.game
    written = game.write_options(match.options, len(record.seats))
    options = [words.text(language) for words in options_in_words(game, written)]
    title = _GAME.text(language, game.title.text(language), game.name, game.rules)
    parts = [title, _SEATS.text(language, len(record.seats)), *options]
    parts += [printable(tag(record, name) or "") for name in ("Event", "Date")]
    return ", ".join(part for part in parts if part)


def _where(
    match: Match, table: Table, layout: Layout, at: int, viewer: int, language: Language
) -> str:
    """The line of a sheet that says what it shows: the ply (`at`) after which the table is, and how
    many plies can be replayed; the facts of the table (round and turn); the phase; and who sees it
    so (`viewer`). A phase that the layout has no words for is left empty. Raises KeyError if the
    table lacks one of the facts in `layout.table_facts`.
    """
    counts = ", ".join(
        f"{words.text(language)} {layout.fact_words(fact, table.facts[fact]).text(language)}"
        for fact, words in layout.table_facts.items()
    )
    phase = layout.phases.get(str(table.facts.get("phase", "")), Words("", ""))
    whose = {ALL: _SEEN_BY_ALL, PUBLIC: _SEEN_BY_PUBLIC}.get(viewer, _SEEN_BY_SEAT)
    who = whose.text(language, name_of(match.record, viewer))
    return _WHERE.text(language, at, len(match.plies), counts, phase.text(language), who)


def happened(
    game: Game,
    record: Record,
    state: State,
    ply: Ply,
    viewer: int,
    language: Language,
    glyphs: Sequence[str] = (),
) -> str:
    """Text about `ply` on one line: marks, move with `glyphs`, the sentence about it, and its
    consequences. If `viewer` may not know the move, in its place what the game shows of it to
    others, or else who made it; `glyphs` are then left out.

    `state` is the position before the ply, and is changed: the ply is played on it. The ply must be
    legal (see `timeline.moments`).
    """
    (moment,) = moments(game, state, [ply], {})
    words = moment.consequences
    if viewer in (ALL, moment.seat) or not _is_hidden(moment.steps, viewer):
        said, words = moment.move + "".join(glyphs), [moment.words, *words]
    elif moment.veil:
        said, words = moment.veil, [moment.veil_words, *words]
    else:
        said = _HIDDEN_MOVE.text(language, name_of(record, moment.seat))
    return " ".join([*moment.marks, said, *(sentence(each, record, language) for each in words)])


def _is_hidden(steps: list[Step], viewer: int) -> bool:
    """Whether the first of `steps`, the move itself, moves a card that `viewer` does not see, and
    the card stays unseen. It counts as seen later if a card leaves the zone that it went to with a
    face that the viewer sees, in this step or a later one. False without steps.
    """
    face_down: set[str] = set()
    for number, step in enumerate(steps):
        for motion in step.motions:
            if sees(motion.seen & motion.to, viewer):
                face_down.discard(motion.src)
            elif number == 0:
                face_down.add(motion.dst)
    return bool(face_down)


def _groups(
    record: Record, table: Table, layout: Layout, language: Language
) -> Iterator[list[_Line]]:
    """Yield groups of lines: the table's own zones, then for each seat its name with counters, and
    its zones. A group comes even if it has no lines. Zones without cards are left out, but for rows
    of the table itself. The seats that may act are marked as far as the viewer can know.
    """
    acting = str(table.facts["to_move"]).split()
    for seat in range(len(record.seats) + 1):
        lines = [
            (
                "  " * bool(seat) + zone.title.text(language),
                _cells(zone, table, layout, language),
                False,
            )
            for zone in layout.zones
            if zone.seat == seat and (table.zones[zone.name] or (zone.kind == "row" and not seat))
        ]
        if seat:
            facts = ", ".join(
                f"{words.text(language)} {table.facts[f'{fact}/{seat}']}"
                for fact, words in layout.seat_facts.items()
            )
            lines.insert(0, (f"{seat} {name_of(record, seat)}", [facts], str(seat) in acting))
        yield lines


def _cells(zone: Zone, table: Table, layout: Layout, language: Language) -> list[str]:
    """What is shown of a zone, as texts. Of a pile: the number of its cards ("0 cards" for an empty
    one) and, if some of them are face down (`_`), those that are not. Of melds: for each meld `1:[`
    with its number, its cards, and `]`. Of other zones: their cards. [] for an empty zone that is
    no pile.
    """
    tokens = table.zones[zone.name]
    cards = [_card(token, layout) for token in tokens]
    if zone.kind == "pile":
        count = (_CARD if len(tokens) == 1 else _CARDS).text(language, len(tokens))
        shown = [card for card in cards if card != UNKNOWN]
        return [count, *shown] if len(shown) < len(cards) else [count]
    if zone.kind == "melds":
        sizes = map(int, str(table.facts[zone.name]).split())
        rest = iter(cards)
        melds = enumerate((list(islice(rest, size)) for size in sizes), 1)
        return [cell for number, meld in melds for cell in (f"{number}:[", *meld, "]")]
    return cards


def _card(token: str, layout: Layout) -> str:
    """A card by its token, with its number of pips if that is above 1, in a terminal's colour:
    `55(7)`. A token that is no face of the game (`_`, for example) stays as it is.
    """
    face = layout.faces.get(token)
    if face is None:
        return token
    text = token + (f"({face.pips})" if face.pips > 1 else "")
    return click.style(text, _COLOURS[face.colour]) if face.colour > 0 else text


def _comments_at(record: Record, at: int, viewer: int, language: Language) -> list[str]:
    """The comments of people at ply `at`, each as one text: `{TEXT}`, or `{LANGUAGE: TEXT}` if it
    names its language. What could steer a terminal is escaped, but line breaks stay. Comments may
    mention any card, so a viewer other than ALL gets one line that says that they are left out. An
    empty list if there are none; comments of engines don't count.
    """
    engines = authors(record)
    here = [
        printable(f"{{{note.lang + ': ' if note.lang else ''}{note.text}}}", keep="\n")
        for note in record.notes
        if note.at == at and note.text is not None and not is_own(note, engines)
    ]
    return here if viewer == ALL or not here else [_COMMENTS_LEFT_OUT.text(language)]
