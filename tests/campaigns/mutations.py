"""Change sound records in one place each: `python -m tests.campaigns.mutations [CHANGES]`.

For each game so many single changes (10,000 where nothing is said) are made, in classes
(`changes`), and checked. A change is refused, with the code of its first error, or accepted. What
is accepted must be explained (`legal`): it has other words and nothing else, or the record replays
legally again and all its claims agree. Prints a table; 1 where something has no explanation.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO

from msgspec import Struct, field
from msgspec.structs import replace
from tests.campaigns.changes import CHANGES, Sheet
from tests.campaigns.legal import NotLegal, explained
from tests.replay.remembering import Remembering

from kifu.notation.diagnostics import is_error
from kifu.notation.files import read_stream
from kifu.notation.plain_form import write_text
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import commit_of
from kifu.replay.check import check
from kifu.replay.game import Game
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.replayer import replay

#: Matches with more moves are not changed: they would take hours, and show no more.
LONGEST = 400


class Counted(Struct):
    """What became of the changes of a class."""

    refused: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    warned: int = 0
    unexplained: list[str] = field(default_factory=list)


def main(count: int) -> int:
    """Change, check, explain and print."""
    unexplained: list[str] = []
    every = {name: Counted() for name in CHANGES}
    for name in BUILT_IN:
        found = change_game(game(name), count, random.Random(f"mutations {name}"))
        print("\n".join(table(name, found)), flush=True)
        for kind, counted in found.items():
            every[kind].refused += counted.refused
            every[kind].accepted += counted.accepted
            every[kind].warned += counted.warned
            unexplained += [f"{name}, {kind}: {said}" for said in counted.unexplained]
    print("\n".join(table("all five", every)))
    print("\n".join(unexplained[:40]), file=sys.stderr)
    return bool(unexplained)


def change_game(rules: Game, count: int, luck: random.Random) -> dict[str, Counted]:
    """`count` changes of a game's records, the classes in turn."""
    records = list(sound_records(rules, luck))
    tokens = sorted({token for record in records for _, token in replay(record).plies})
    found = {kind: Counted() for kind in CHANGES}
    kinds = list(CHANGES)
    done = tried = 0
    while done < count:
        kind = kinds[tried % len(kinds)]
        tried += 1
        record = luck.choice(records)
        text = write_text(record)
        changed = CHANGES[kind](Sheet(text, rules, tokens, luck))
        if changed is not None and changed != text:
            done += 1
            _judge(record, changed, found[kind])
    return found


def _judge(record: Record, changed: str, counted: Counted) -> None:
    """Check a changed text and put down what came of it."""
    findings, records = [], []
    for reading in read_stream(BytesIO(changed.encode()), "text"):
        match = check(reading)
        findings += reading.diagnostics if match is None else match.findings
        records.append(reading.record)
    errors = [finding.code for finding in findings if is_error(finding)]
    if errors:
        counted.refused[errors[0]] += 1
        return
    counted.warned += bool(findings)
    try:
        if len(records) != 1 or records[0] is None:
            raise NotLegal(f"{len(records)} records")
        warnings = {finding.code for finding in findings}
        counted.accepted[explained(record, records[0], warnings)] += 1
    except NotLegal as error:
        counted.accepted["unexplained"] += 1
        counted.unexplained.append(f"{error}\n{changed}")


def sound_records(rules: Game, luck: random.Random) -> Iterator[Record]:
    """Records of a game with its sets of options: whole ones with a seed, with every outcome
    written out and with both, and beginnings; all with notes and variations.
    """
    for number, options in enumerate(rules.option_sets):
        seats = luck.choice(rules.seats(rules.read_options(options)))
        made = simulate(
            rules, 1, seats=seats, seed=f"sound {number}", options=options, players=["random"]
        )
        whole = replace(next(made), tags=[("Date", "2026-11-20"), ("Event", "Autumn cup 3")])
        plies = len(replay(whole).plies)
        if plies > LONGEST:
            whole = begun(whole, LONGEST)
            plies = LONGEST
        short = begun(whole, luck.randrange(1, plies))
        for record in (whole, short):
            written = replace(record, chance=outcomes(rules, record))
            for one in (record, replace(written, seed=None), written):
                yield noted(rules, one, luck)


def begun(record: Record, plies: int) -> Record:
    """The first plies of a record, which is then not finished."""
    words, count = [], 0
    for word in record.moves.split():
        count += word[-1] != "." and word[0] != "#"
        if count > plies:
            break
        words.append(word)
    while words and (words[-1][-1] == "." or words[-1][0] == "#"):
        words.pop()
    return replace(record, moves=" ".join(words), end="*", result=None, winner=None)


def outcomes(rules: Game, record: Record) -> list[tuple[str, str]]:
    """Every chance outcome of a record with a seed, written out."""
    chance = Remembering(record.seed or "")
    options = rules.settle(rules.read_options(record.options), len(record.seats))
    state = rules.start(options, len(record.seats), chance)
    for seat, token in replay(record).plies:
        state.play(token, seat)
    return [(label, " ".join(cards)) for label, cards in chance.outcomes.items()]


def noted(rules: Game, record: Record, luck: random.Random) -> Record:
    """The record with comments, clocks, glyphs, checkpoints and variations at some of its plies,
    and the seed's commit.
    """
    plies = replay(record).plies
    notes: list[Note] = []
    for at in sorted(luck.sample(range(1, len(plies) + 1), min(4, len(plies)))):
        state, before = replay(record).position(at), replay(record).position(at - 1)
        seat = plies[at - 1][0]
        other = rules.word(before, seat, luck.choice(before.legal_moves(seat)))
        notes += [
            Note(at, glyph=luck.choice(["!", "?!", "$14"])),
            Note(at, text=f"A comment on ply {at}. [%clk 0:0{luck.randint(1, 9)}:41]"),
            Note(at, check=state.digest()[:8]),
            Note(at, line=Line(other, [Note(1, text="instead")])),
        ]
    commit = commit_of(record.seed) if record.seed else None
    return replace(record, notes=notes, commit=commit)


def table(title: str, found: dict[str, Counted]) -> list[str]:
    """A row for each class: how many were refused and with which codes, how many were accepted,
    how many of them with a warning, and why they are legal.
    """
    rows = [
        f"**{title}**",
        "",
        "| change | changes | refused | codes | accepted | with a warning | what was accepted |",
        "|---|--:|--:|---|--:|--:|---|",
    ]
    for kind, counted in found.items():
        refused, accepted = counted.refused.total(), counted.accepted.total()
        codes = ", ".join(f"{code} {count:,}" for code, count in counted.refused.most_common(5))
        why = "; ".join(f"{said} {count:,}" for said, count in counted.accepted.most_common())
        rows.append(
            f"| {kind} | {refused + accepted:,} | {refused:,} | {codes} | {accepted:,} "
            f"| {counted.warned:,} | {why} |"
        )
    total = sum(one.refused.total() + one.accepted.total() for one in found.values())
    refused = sum(one.refused.total() for one in found.values())
    rows.append(f"| together | {total:,} | {refused:,} | | {total - refused:,} | | |")
    return [*rows, ""]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
