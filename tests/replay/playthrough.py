"""Golden playthroughs: whole matches of every game, and all that kifu says of them, as digests.

    playthroughs/NAME.kifu   a match for each set of options and each number of seats, with comments
                             and variations, and some of them as one seat knows them
    playthroughs/NAME.txt    a line for each of these matches: its name, and a digest of each aspect

An aspect is one of `ASPECTS`. Records are never changed or made again; digests change only with a
commit that means to change them and lists the cases.

    python -m tests.replay.playthrough            what differs, and how the first of it reads by the
                                                  commit that last wrote digests, and here
    python -m tests.replay.playthrough --write    write new digests, and print what has changed
    python -m tests.replay.playthrough --show CASE [ASPECT ...]    the lines behind the digests
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawTextHelpFormatter
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from subprocess import PIPE

import msgspec
from msgspec.structs import replace
from tests.campaigns.changes import CHANGES, Sheet
from tests.campaigns.mutations import noted
from tests.replay.cases import Case, every_table

from kifu.notation.files import read, read_stream, writer
from kifu.notation.plain_form import write_text
from kifu.notation.record import Record
from kifu.notation.words import Words
from kifu.replay.decision import decisions
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.match import Match, check, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN
from kifu.replay.sentences import offer
from kifu.replay.table import ALL, PUBLIC, Step, as_seen

FOLDER = Path(__file__).parent / "playthroughs"
ROOT = Path(__file__).parents[2]

#: What a match is digested by: the options, titles and faces of its table; what each viewer's table
#: shows and which steps it sees; the legal moves; what illegal moves are answered; the sentences;
#: marks; scores and ends; digests of positions; situations and classes of moves; what the simple
#: and the reference player choose; findings of spoiled copies, their messages and places.
ASPECTS = (
    "layout", "views", "steps", "legal", "refusals", "sentences", "marks", "scores", "digests",
    "situations", "players", "findings", "messages",
)  # fmt: skip
#: A match -> aspect -> digest.
Digests = dict[str, dict[str, str]]
#: An aspect, and a line of it.
Line = tuple[str, str]

#: At how many legal moves, evenly taken from the list, sentences are looked at, and how many
#: moves are tried that are illegal.
_SOME = 6


def golden(name: str) -> dict[str, Record]:
    """The golden records of a game by their names, which are in their tag `Event`."""
    records = [reading.record for reading in read(FOLDER / f"{name}.kifu")]
    return {dict(record.tags)["Event"]: record for record in records if record is not None}


def frozen(name: str) -> Digests:
    """The digests of a game's golden records, as they were written."""
    found: Digests = {}
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        case, _, said = line.partition(": ")
        found[case] = dict(word.split("=") for word in said.split())
    return found


def digests(case: str, record: Record) -> dict[str, str]:
    """Aspect -> digest of all its lines, 10 hex digits."""
    hashes = {aspect: hashlib.blake2b(digest_size=5) for aspect in ASPECTS}
    for aspect, line in lines(case, record):
        hashes[aspect].update(line.encode() + b"\n")
    return {aspect: made.hexdigest() for aspect, made in hashes.items()}


def lines(case: str, record: Record) -> Iterator[Line]:
    """All that is said of a golden record, each with its aspect."""
    match = replay(record)
    assert not match.findings, match.findings
    yield "layout", _plain(match.options)
    drawn = msgspec.to_builtins(match.layout)
    del drawn["codes"]  # which nothing draws
    yield "layout", msgspec.json.encode(drawn).decode()  # its order is that on the screen
    for ply in range(len(match.plies) + 1):
        if ply:
            seat, move = match.plies[ply - 1]
            for aspect, line in _move(match.played.game, match.position(ply - 1), move, seat):
                yield aspect, f"{ply} {line}"
        for aspect, line in _position(match, ply, Random(f"{case} {ply}")):
            yield aspect, f"{ply} {line}"
    for made in decisions(match):
        yield "situations", f"{made.ply} {made.kind}"
    for kind, spoiled in _spoiled(case, match):
        yield from _findings(kind, spoiled)


def _position(match: Match, ply: int, lots: Random) -> Iterator[Line]:
    state, seats = match.position(ply), range(1, len(match.record.seats) + 1)
    for viewer in (PUBLIC, *seats, ALL):
        yield "views", f"{viewer} {_plain(state.view(viewer))}"
    winners = state.winners()
    draw = match.played.game.is_draw(winners, match.options, len(seats))
    yield "scores", f"{state.scores()} {winners} {draw} {state.is_over} {state.facts()}"
    yield "digests", state.digest()
    yield "legal", f"{state.to_move()} {state.next_seat} {state.missing}"
    acting = state.to_move()
    for seat in seats:
        legal = state.legal_moves(seat)
        yield "legal", f"{seat}: {' '.join(legal)}"
        yield "situations", f"{seat}: {state.situation(seat)}"
        if seat in acting:
            yield from _choices(match.played.game, state, seat, legal)
    for seat, tried in _illegal(match, ply, lots):
        try:
            state.copy().play(tried, seat)
        except IllegalMove as error:
            yield "refusals", f"{seat}:{tried} {_said(error.reason)}"


def _choices(rules: Game, state: State, seat: int, legal: list[str]) -> Iterator[Line]:
    """What may be chosen by a seat that may act, in words, and what players choose."""
    visible = rules.offers.visible(state, seat)
    yield "legal", f"{seat} is offered {' '.join(visible)}, {rules.offers.combination(state, seat)}"
    for move in legal[:: len(legal) // _SOME + 1]:
        words = offer(rules, state, move, seat), state.describe(move, seat)
        yield "sentences", f"{seat}:{move} {_said(*words)}"
    if state.missing is None:
        for player in (rules.greedy, rules.analysis.reference or rules.greedy):
            yield "players", f"{seat}: {player(state, seat)}"


def _illegal(match: Match, ply: int, lots: Random) -> Iterator[tuple[int, str]]:
    """Moves of this and other plies, some of them mangled, of this and other seats."""
    for _ in range(_SOME):
        _, move = lots.choice(match.plies[max(0, ply - 20) : ply + 20])
        place = lots.randrange(len(move))
        mangled = move[:place] + lots.choice("0129+-~/<>=^_abcdr") + move[place + 1 :]
        seat = lots.choice([0, 99, *range(1, len(match.record.seats) + 1)])
        yield seat, lots.choice([move, mangled])


def _move(rules: Game, state: State, move: str, seat: int) -> Iterator[Line]:
    """What is said of a move that is played in `state` itself."""
    yield "marks", f"{rules.marks(state, move)} {rules.word(state, seat, move)}"
    yield "sentences", f"{seat}:{move} {_said(state.describe(move, seat))}"
    veil = rules.words.veil(state, move, seat)
    yield "sentences", f"{veil} {_said(state.describe(veil, seat)) if veil else ''}"
    steps: list[Step] = []
    state.play(move, seat, steps.append)
    for viewer in (PUBLIC, *range(1, len(state.scores()) + 1), ALL):
        for step in steps:
            yield "steps", f"{viewer} {_plain(as_seen(step, viewer))}"
    yield "sentences", _said(*rules.words.consequences(state, move, steps))
    headline = rules.words.headline(state, move, steps)
    yield "sentences", _said(headline) if headline else "no headline"


def _spoiled(case: str, match: Match) -> Iterator[tuple[str, str]]:
    """The text of the record, changed in one place in each way that there is."""
    text, tokens = write_text(match.record), sorted({move for _, move in match.plies})
    for kind, change in CHANGES.items():
        spoiled = change(Sheet(text, match.played.game, tokens, Random(f"{case} {kind}")))
        yield kind, text if spoiled is None else spoiled


def _findings(kind: str, text: str) -> Iterator[Line]:
    for reading in read_stream(BytesIO(text.encode()), "text"):
        checked = check(reading)
        for found in reading.diagnostics if checked is None else checked.findings:
            where = f"{kind}: {found.code} ply {found.ply} {found.variation}"
            yield "findings", f"{where} {found.severity} {found.token}"
            yield "messages", f"{where} {found.line}.{found.column} {found.message}"
            yield "messages", f"{where} {found.expected}"
    yield "findings", f"{kind}: no more"


def _plain(told: object) -> str:
    return msgspec.json.encode(told, order="sorted").decode()


def _said(*words: Words) -> str:
    return " / ".join(f"{one.en} / {one.ja}" for one in words)


def make_records(name: str) -> None:
    """Add two records for each table that has none: a whole match, and its first third or two as
    one seat knows them.
    """
    records = golden(name) if (FOLDER / f"{name}.kifu").exists() else {}
    for number, table in enumerate(every_table(name)):
        if title(table) in records:
            continue
        seat = 1 + number % table.seats
        whole = _match(table, number)
        match = replay(whole)
        known = redacted(match, seat, len(match.plies) * (1 + number % 2) // 3)
        assert known is not None
        for text, record in ((title(table), whole), (f"{title(table)}, seat {seat}", known.record)):
            records[text] = replace(record, tags=[("Event", text)])
    with writer(FOLDER / f"{name}.kifu", force=True) as out:
        for record in records.values():
            out.write(record)


def title(table: Case) -> str:
    """What the match of a table is called."""
    options = " ".join(f"{key}={value}" for key, value in table.given.items())
    return f"{table.game.name}, {table.seats} seats, {options or 'no options'}"


def _match(table: Case, number: int) -> Record:
    players = ["random", "greedy"] * table.seats
    (record,) = simulate(
        table.game, 1, seats=table.seats, seed=f"golden {number}", options=table.given,
        players=players[number % 2 :][: table.seats],
    )  # fmt: skip
    return noted(table.game, record, Random(title(table)))


def compare(name: str) -> tuple[Digests, dict[str, list[str]]]:
    """The digests of a game's golden records, and which aspects are not as they were frozen, by
    match; every aspect of a match that is new.
    """
    old = frozen(name) if (FOLDER / f"{name}.txt").exists() else {}
    new, differing = {}, {}
    for case, record in golden(name).items():
        then, new[case] = old.get(case, {}), digests(case, record)
        if found := [aspect for aspect in ASPECTS if new[case][aspect] != then.get(aspect)]:
            differing[case] = found
            print(f"{case}: {' '.join(found) if then else 'new'}", flush=True)
    return new, differing


def freeze(name: str, made: Digests) -> None:
    """Write the digests of a game."""
    text = ""
    for case, said in made.items():
        text += f"{case}: {' '.join(f'{aspect}={digest}' for aspect, digest in said.items())}\n"
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


def shown(case: str, aspects: Sequence[str]) -> list[str]:
    """The lines of a match in these aspects."""
    record = golden(case.partition(",")[0])[case]
    return [f"{aspect} {line}" for aspect, line in lines(case, record) if aspect in aspects]


def last_written(name: str) -> str:
    """The commit that last wrote the digests of a game."""
    words = ["git", "log", "-1", "--format=%h", "--", str(FOLDER / f"{name}.txt")]
    ran = subprocess.run(words, cwd=ROOT, check=True, stdout=PIPE, text=True)
    return ran.stdout.strip()


def shown_at(commit: str, case: str, aspects: Sequence[str]) -> list[str]:
    """The same by the code of a commit, which has to have the record."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=PIPE)
        subprocess.run(["tar", "-x"], cwd=folder, input=packed.stdout, check=True)
        parts = [folder, *(f"{folder}/{part}" for part in ("notation", "replay", "store", "site"))]
        words = [sys.executable, "-m", __spec__.name, "--show", case, *aspects]
        told = {**os.environ, "PYTHONPATH": os.pathsep.join(parts)}
        ran = subprocess.run(words, cwd=folder, env=told, check=True, stdout=PIPE, text=True)
    return ran.stdout.splitlines()


def main() -> int:
    """Do what the module's text says; 1 where something differs."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", default=BUILT_IN, help="all, if none is named")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", nargs="+", metavar=("CASE", "ASPECT"))
    parser.add_argument("--commit", help="another commit to compare with")
    given = parser.parse_args()
    if given.show:
        case, *aspects = given.show
        print(*shown(case, aspects or ASPECTS), sep="\n")
        return 0
    first: tuple[str, list[str]] | None = None
    for name in given.games:
        if given.write:
            make_records(name)
        new, differing = compare(name)
        if given.write:
            freeze(name, new)
        first = first or next(iter(differing.items()), None)
    if first is None or given.write:
        return 0
    commit = given.commit or last_written(first[0].partition(",")[0])
    old, here = shown_at(commit, *first), shown(*first)
    print(*islice(unified_diff(old, here, commit, "here", n=1, lineterm=""), 60), sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
