"""Everything of kifu that reads bytes from strangers, and what each is fed with."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from tests.campaigns.fuzz_inputs import Mutate, changed_json, changed_text, packed
from tests.replay.bga_logs import archive, history, packets_of
from tests.replay.nimmt_logs import match_of
from tests.replay.test_traces import trace_of
from tests.site.matches import CHRONICLE

from kifu.notation.errors import is_error
from kifu.notation.files import loads, read_stream
from kifu.notation.log import encode_json
from kifu.notation.plain_form import write_text
from kifu.notation.record import Record
from kifu.replay.analysis.judge import judge
from kifu.replay.anonymise import Pseudonyms, anonymised
from kifu.replay.editor.answers import choices, examined, hover, piece_at, pieces
from kifu.replay.form import game_form
from kifu.replay.importers import importer
from kifu.replay.judgements import written
from kifu.replay.match import check, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.rule_data import use_content
from kifu.replay.verdict import is_sound
from kifu.store import people

EXAMPLES = Path(__file__).parents[2] / "examples"


class Wrong(Exception):
    """A reader did what it promises not to."""


class Reader(Struct, frozen=True):
    """`read` takes an input and says whether it accepted it; it may raise `KifuError`, nothing
    else. It gets large inputs too, unless these say no more than small ones.
    """

    name: str
    read: Callable[[bytes], bool]
    mutate: Mutate
    seeds: list[bytes]
    is_fed_large: bool = True


def readers(folder: Path) -> list[Reader]:
    """All of them; what they read from files lies in `folder`."""
    texts, logs = _texts(), _logs()
    live, bga, traces = _live(logs), _bga(), _traces()
    text, tree = changed_text, changed_json
    rules = (EXAMPLES / "magimiles-data.toml").read_bytes()
    return [
        Reader("text", lambda data: _check(data, "text"), text, texts),
        Reader("JSON log", lambda data: _check(data, "json"), tree, logs),
        Reader("live log", lambda data: _check(data, "json"), tree, live),
        Reader("compressed text", _check, packed(text), texts, False),
        Reader("compressed log", _check, packed(tree), logs, False),
        Reader("analysis", _analysis, text, [_judged_text()]),
        Reader("editor", _editor, text, texts, False),
        Reader("BGA log", lambda data: _import("bga", data), tree, bga),
        Reader("trace", lambda data: _import("traces", data), tree, traces),
        Reader("rule data", _rule_data, text, [rules]),
        Reader("people file", lambda data: _people(folder, data), tree, [_people_seed()]),
    ]  # fmt: skip


def _check(data: bytes, form: str = "") -> bool:
    """Read, check, and hold what was accepted to it: it is written in every form as something that
    is read back the same and accepted again.
    """
    accepted = True
    for reading in read_stream(BytesIO(data), form):
        match = check(reading)
        if match is None or any(map(is_error, match.findings)):
            accepted = False
            continue
        _written_again(match.record)
        if is_sound(match.findings):
            game_form(match)
    return accepted


def _written_again(record: Record) -> None:
    record = replace(record, live=0)  # a match that was live becomes an ordinary record
    texts = {"text": write_text(record).encode(), "json": encode_json(record)}
    for form, data in texts.items():
        again = list(read_stream(BytesIO(data), form))
        if len(again) != 1 or again[0].record != record:
            raise Wrong(f"an accepted record is read back as another one from {form}")
        match = check(again[0])
        assert match is not None
        if any(map(is_error, match.findings)):
            raise Wrong(f"an accepted record is refused as {form}: {match.findings[0].message}")


def _analysis(data: bytes) -> bool:
    found = []
    for reading in read_stream(BytesIO(data), "text"):
        if reading.record is not None:
            found.append(written.read(reading.record) is not None)
            anonymised(written.clear(reading.record), Pseudonyms())
    return bool(found) and all(found)


def _editor(data: bytes) -> bool:
    """What an editor asks while somebody types, at three places."""
    text = data.decode("utf-8", "replace")
    found = pieces(text)
    for at in (0, len(text) // 2, len(text)):
        piece = piece_at(found, at)
        if piece is not None and not piece.is_large:
            inside = min(max(at - piece.start, 0), len(piece.text))
            choices(piece, inside, "ja")
            hover(piece, inside, "en")
    return not [mark for piece in found for mark in examined(piece.text)]


def _import(source: str, data: bytes) -> bool:
    (imported,) = importer(source)(BytesIO(data), "log.json")
    for record in imported.records:
        again = list(read_stream(BytesIO(write_text(record).encode()), "text"))
        if len(again) != 1 or again[0].record != record:
            raise Wrong("an imported record is read back as another one")
    return not any(map(is_error, imported.findings))


def _rule_data(data: bytes) -> bool:
    return bool(use_content(data).options)


def _people(folder: Path, data: bytes) -> bool:
    path = folder / "a.duckdb.people"
    path.write_bytes(data)
    return people.load(str(path)) is not None


def _texts() -> list[bytes]:
    annotated = [path.read_bytes() for path in sorted(EXAMPLES.glob("*-annotated.kifu"))]
    return [*annotated, CHRONICLE.encode(), *(write_text(record).encode() for record in _records())]


def _records() -> list[Record]:
    options = {"nimmt": {"rounds": "1"}, "magimiles": {"rounds": "1"}}
    return [
        record
        for name in BUILT_IN
        for record in simulate(
            game(name), 2, seats=3, seed="fuzz", options=options.get(name), players=["greedy"]
        )
    ]


def _logs() -> list[bytes]:
    lines = [encode_json(record) for record in _records()]
    for path in sorted(EXAMPLES.glob("*-annotated.kifu")):
        with path.open("rb") as file:
            lines += [
                encode_json(found.record) for found in read_stream(file, "text") if found.record
            ]
    return [b"\n".join([*lines[at : at + 2], b""]) for at in range(0, len(lines), 2)]


def _live(logs: list[bytes]) -> list[bytes]:
    found = []
    for log in logs[:4]:
        head = json.loads(log.split(b"\n")[0])
        plies = replay(loads(log.split(b"\n")[0])).plies
        del head["moves"]
        head.pop("notes", None)
        end = {"result": head.pop("result", None), "end": head.pop("end", "*")}
        events: list[dict[str, object]] = [{**head, "live": 1}]
        for number, (seat, move) in enumerate(plies):
            events.append({"m": move, "seat": seat, "t": 1763625600.25 + number})
        events[3:3] = [{"text": "棋 \\ }", "lang": "ja"}, {"glyph": "!?"}, {"undo": 1}, events[2]]
        events += [{"result": end["result"]}, {"end": end["end"]}]
        found.append(b"".join(msgspec.json.encode(event) + b"\n" for event in events))
    return found


def _bga() -> list[bytes]:
    packets = packets_of(match_of(3, "fuzz", rounds="1"), ["Aki", "Ben", "千恵"])
    other = packets_of(match_of(2, "fuzz", placement="professional", rounds="1"), ["A", "B"])
    for packet in other:
        packet["data"] = [{**event, "type": "x" + event["type"]} for event in packet["data"]]
    names = ["Aki", "Ben", "千恵"]
    return [archive(packets, names), history(packets), history(other)]


def _traces() -> list[bytes]:
    return [json.dumps([trace_of(3, "fuzz", rounds=2)[0]]).encode()]


def _judged_text() -> bytes:
    record = next(iter(simulate(game("nimmt"), 1, seats=2, seed="j", options={"rounds": "1"})))
    return write_text(written.write(replay(record), judge(record, budget=4))).encode()


def _people_seed() -> bytes:
    found = people.People(
        aliases=[("Chie", "千恵"), ("A", "Aki")], erased=[("0a" * 16, "erased-0a0a0a0a")],
        secrets=["1b" * 16],
    )  # fmt: skip
    return msgspec.json.encode(found)
