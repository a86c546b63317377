"""Notes written in the page: downloaded, they read back as exactly those notes and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest
from msgspec import Struct

from kifu.notation import dumps, loads
from kifu.notation.record import Line, Note, Record
from kifu.replay.match import replay
from kifu.replay.timeline import Branch, Timeline, timeline

from .matches import Case, played, some_games

SIGNS = ["!", "?", "!!", "??", "!?", "?!"]
SPACE = " \t\r\n"

#: Each of these breaks a writer that forgets one rule.
NASTY = [
    "}", "\\", "a \\} b", "@ja not Japanese", "@", "a\n[Game \"x\"]\n\nb", "[Seat \"y\"]",
    "a\n=\n", "a\n\n*", "; no\n; rem", "%00000000", "(r1) $6", "[%clk 0:00:41] after",
    "\u202eשלום\u2028", "\U0001f0a1\x01",
]  # fmt: skip


class Edit(Struct):
    """What a reader does in the form of one place: the glyphs ticked, and comments, each with
    prose, language and author.
    """

    place: int
    signs: list[str]
    added: list[tuple[str, str, str]]


class Place(Struct):
    """A place of the page: the line's path in the record, the ply, and a link that leads there."""

    path: str
    ply: int
    link: str


#: Does in the page what edits say, and gives the notation as the page copies it.
WRITE = """async (edits) => {
    const find = (selector) => document.querySelector(selector);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const copied = [];
    const writeText = async (text) => { copied.push(text); };
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    const type = (field, value) => {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const open = ({ link, ply }) => {
        all("#scroll a").find((a) => a.getAttribute("href") === link).click();
        if (!ply && link.includes("line")) find("[data-do=back]").click();
        find("[data-do=annotate]").click();
    };
    const fill = (fields, [prose, language, by]) => {
        type(fields.querySelector("textarea"), prose);
        fields.querySelector("select").value = language;
        type(fields.querySelector("input"), by);
    };
    for (const { place, signs, added } of edits) {
        open(place);
        for (const box of all("#signs input")) box.checked = signs.includes(box.value);
        for (const [number, wording] of added.entries()) {
            if (number) find("[data-do=add_comment]").click();
            fill(all("#comments fieldset").at(-1), wording);
        }
        find("#annotate form button").click();
        if (find("#annotate").open) return ["refused", find("#annotate :invalid").outerHTML];
    }
    find("[data-do=copy_notation]").click();
    await null;
    for (const { place } of edits) {
        open(place);
        const undo = find("[data-do=undo_notes]");
        (undo.hidden ? find("#annotate [data-close]") : undo).click();
    }
    return copied;
}"""


def noted(case: Case) -> Record:
    """The first plies of a match with everything in it that a record can have."""
    record = played(case, "annotate")
    words = record.moves.split()[:22]
    while words[-1][-1] == "." or words[-1][0] == "#":
        words.pop()
    record.moves, record.end, record.result, record.winner = " ".join(words), "*", None, None
    plies = replay(record).plies
    state, (seat, move) = replay(record).position(3), plies[3]
    others = [word for word in state.legal_moves(seat) if word != move] or [move]
    rules = timeline(replay(record)).game
    first, second = (rules.word(state, seat, other) for other in (others[0], others[-1]))
    last = replay(record).position(len(plies))
    further = rules.word(last, last.to_move()[0], last.legal_moves(last.to_move()[0])[0])
    share = " ".join(["0.5"] * len(record.seats))
    inner = Line(moves=second, notes=[Note(at=1, text="Or so."), Note(at=1, rem="so")])
    start = Line(moves=second, on=True)
    outer = Line(
        moves=first,
        notes=[
            Note(at=0, text="What if?"), Note(at=0, line=start), Note(at=1, glyph="!?"),
            Note(at=1, line=inner), Note(at=1, text=f"Even. [%eval {share}]"),
        ],
    )  # fmt: skip
    broken = Line(
        moves="1 zz 5", notes=[Note(at=2, text="Nobody can see this."), Note(at=3, glyph="?")]
    )
    record.tags = [("Event", 'The "old" house'), ("Date", "2026-11-20")]
    record.extra = {"ping": {"notes": []}}
    record.notes = [
        Note(at=0, text="A friendly table."),
        Note(at=0, rem="set up"),
        Note(at=0, text="始め", lang="ja"),
        Note(at=1, glyph="?!"),
        Note(at=1, glyph="$14"),
        Note(at=1, text="Too low. [%clk 0:00:41] [%by Dora]", lang="en"),
        Note(at=1, check=replay(record).position(1).digest()[:8]),
        Note(at=1, text="低すぎる。", lang="ja"),
        Note(at=2, text=f"[%clk 0:01:00] [%eval {share}]"),
        Note(at=2, text="{\\[%x y]", lang="zh-Hant"),
        Note(at=3, glyph="!"),
        Note(at=3, rem="odd } rem"),
        Note(at=3, glyph="$1"),
        Note(at=3, text="[x"),
        Note(at=4, line=outer),
        Note(at=4, text="After the line."),
        Note(at=4, line=broken),
        Note(at=len(plies), line=Line(moves=further, on=True)),
    ]
    return record


def places(match: Timeline) -> list[Place]:
    """Every place of the page where notes can stand."""

    def line(path: str, address: str, plies: int) -> Iterator[Place]:
        within = f"&line={address}" if address else ""
        for ply in range(plies + 1):
            yield Place(path, ply, f"#ply={max(ply, 1) if address else ply}{within}")

    def lines(place: str, branches: list[Branch]) -> Iterator[Place]:
        for number, branch in enumerate(branches, 1):
            address = f"{place}.{number}"
            if branch.moments:
                yield from line(branch.path, address, len(branch.moments))
            for moment in branch.moments:
                yield from lines(f"{address}/{moment.ply}", moment.lines)

    found = list(line("", "", len(match.moments)))
    for moment in match.moments:
        found += lines(str(moment.ply), moment.lines)
    return found


def notes_of(record: Record, path: str) -> list[Note]:
    """The notes of the line at a path."""
    notes = record.notes
    for step in filter(None, path.split("/")):
        ply, number = map(int, step.split("."))
        lines = [note.line for note in notes if note.at == ply and note.line is not None]
        notes = lines[number - 1].notes
    return notes


def typed(text: str) -> str:
    """What a text field makes of a text, without white space at its edges."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip(SPACE)


def apply(record: Record, place: Place, edit: Edit) -> None:
    """Do to `record` what the page should do."""
    notes = notes_of(record, place.path)
    here = [note for note in notes if note.at == place.ply]
    first = list(takewhile(lambda note: note.glyph or note.text is not None, here))
    glyphs = max((at for at, note in enumerate(first, 1) if note.glyph), default=0)
    signs = [Note(at=place.ply, glyph=sign) for sign in SIGNS if sign in edit.signs]
    added = []
    for prose, lang, by in edit.added:
        signed = [f"[%by {by.strip(SPACE)}]"] if by.strip(SPACE) else []
        if typed(prose):
            text = " ".join([typed(prose), *signed])
            added.append(Note(at=place.ply, text=text, lang=lang or None))
    became = [*first[:glyphs], *signs, *first[glyphs:], *added, *here[len(first) :]]
    begin = sum(note.at < place.ply for note in notes)
    notes[begin : begin + len(here)] = became


@pytest.mark.parametrize("case", some_games("yuhodo"))
def test_what_is_written_in_the_page_reads_back_as_exactly_that(case: Case, open_page: Any) -> None:
    record = noted(case)
    assert loads(dumps(record)) == record
    match = timeline(replay(record))
    page = open_page(match)
    there = places(match)
    lines = ["", "4.1", "4.1/0.1", "4.1/1.1"]
    assert set(lines) <= {place.path for place in there}
    assert page.evaluate(WRITE, []) == [dumps(record)]

    def check(chosen: list[Edit]) -> None:
        expected = loads(dumps(record))
        doing, done = [], set()
        for edit in chosen:
            place = there[edit.place % len(there)]
            if place.link in done:
                continue
            done.add(place.link)
            doing.append({
                "place": {"link": place.link, "ply": place.ply},
                "signs": edit.signs, "added": edit.added,
            })  # fmt: skip
            apply(expected, place, edit)
        [text] = page.evaluate(WRITE, doing)
        assert loads(text) == expected

    check([Edit(n, SIGNS[: n % 3], [(text, "", ""), (text, "ja", "} \\ 千恵")])
           for n, text in enumerate(NASTY)])  # fmt: skip
    starts = [at for at, place in enumerate(there) if place.path in lines and not place.ply]
    check([Edit(at, ["!?"], [("so", "", "")]) for at in starts])
    check([Edit(at, ["?!", "!!"], []) for at in starts])
    assert page.evaluate(WRITE, [])[0] == dumps(record), "every change was undone"
