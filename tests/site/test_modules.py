"""The script's tables, lines, landmarks and numbers, by themselves under node."""

from __future__ import annotations

import re
from importlib.resources import files

import msgspec
import pytest

from kifu.notation.record import Note, Record
from kifu.replay.match import replay
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.site.content.moments import ToldMoment

from .conftest import packed_data
from .matches import Case, held_at, played, some_games, tables, viewers
from .modules import computed


def data_of(record: Record) -> str:
    """The data of a record's page, as they are in it."""
    return packed_data(render(timeline(replay(record))))


FOLD = """const { main } = lines, found = [];
const cards = ({ zones }) => zones.map((cards) => cards.map(({ token, left }) =>
    [token, left === undefined ? null : left < 0 ? "" : lines.data.zones[left][0]]));
for (const viewer of given) for (let ply = 0; ply <= main.last; ply++)
    found.push([cards(fold.tableAt(main, ply, viewer)), cards(fold.heldAt(main, ply, viewer))]);
return found;"""


@pytest.mark.parametrize("case", some_games("nimmt", "mutsugo"))
def test_steps_are_folded_as_python_folds_them(case: Case) -> None:
    record = played(case, "modules")
    line, expected = timeline(replay(record)), tables(record)
    names = [zone.name for zone in line.layout.zones]
    found = iter(computed(["lines", "fold"], FOLD, viewers(record), data_of(record)))
    for viewer in viewers(record):
        for ply, views in enumerate(expected):
            table, held = next(found)
            whole = views[viewer].zones
            assert table == [[[card, None] for card in whole.get(name, [])] for name in names]
            still = held_at(line, expected, ply, viewer).zones
            assert held == [[[one.card, one.left] for one in still[name]] for name in names]


GIVERS = """const { data, main } = lines;
const givers = (viewer) => main.moments.map((_, ply) => fold.heldAt(main, ply, viewer).zones
    .filter((_, place) => data.zones[place][0].startsWith("support/"))
    .flat().map(({ from }) => from));
return given.map(givers);"""


def test_a_card_that_is_turned_up_has_the_giver_that_it_had() -> None:
    record = played(("magimiles", {}, 4), "givers")
    everyone, *others = computed(["lines", "fold"], GIVERS, viewers(record), data_of(record))
    assert len({seat for given in everyone for seat in given}) > 2
    assert all(each == everyone for each in others)


def test_modules_are_imported_without_a_page() -> None:
    """What folds, and the chart's numbers, that is; `deal` and `search` are in all their tests."""
    body = "return [lines.main.last, fold.owner(-1), scores.chancesOf(lines.main)]"
    assert computed(["lines", "fold", "scores"], body, None) == [0, 0, []]


READ = """const { main, lineAt } = lines;
const kinds = ["turn", "round", "note", "mistake", "turning"];
return {
    lines: given.map((path) => lineAt(path)?.moments.map(({ move }) => move).join(" ") ?? null),
    next: Object.fromEntries(kinds.map((kind) => [kind, [0, 1, 2, main.last].map((ply) =>
        [landmarks.landmark(kind, main, ply, true), landmarks.landmark(kind, main, ply, false)])])),
    scores: scores.scoresOf(main), chances: scores.chancesOf(main),
};"""


def test_lines_landmarks_and_the_numbers_of_the_chart(friendly: Record) -> None:
    record = msgspec.structs.replace(friendly)
    record.notes = [
        Note(at=1, glyph="?!"),
        Note(at=1, line=friendly.notes[4].line),
        Note(at=3, text="[%eval 0.5 0.3 0.2]"),
    ]
    line = timeline(replay(record))
    last = len(line.moments)
    modules = ["lines", "landmarks", "scores"]
    read = computed(modules, READ, ["", "1.1", "1.2", "9", "x"], data_of(record))
    moves = ["", *(moment.move for moment in line.moments)]
    other = line.moments[0].lines[0].moments[0].move
    assert read["lines"] == [" ".join(moves), f" {other}", None, None, None]
    # The first and the last place are always led to; else a place stays where it is.
    assert read["next"]["mistake"] == [[1, 0], [1, 1], [2, 1], [last, 1]]
    assert read["next"]["note"] == read["next"]["mistake"]
    assert [read["next"]["round"][at] for at in (0, 3)] == [[last, 0], [last, 0]]
    assert read["scores"][-1] == list(line.scores)
    assert read["chances"] == [[3, [0.5, 0.3, 0.2]]]


def test_a_moment_has_the_same_fields_in_python_and_in_the_script() -> None:
    types = files("kifu.site").joinpath("static", "types.d.ts").read_text("utf-8")
    found = re.search(r"^interface ToldMoment .*?\n}", types, re.M | re.S)
    assert found is not None
    assert ToldMoment.__struct_fields__ == tuple(re.findall(r"(\w+)\?:", found[0]))
