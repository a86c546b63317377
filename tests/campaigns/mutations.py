"""Change sound records in one place each: `python -m tests.campaigns.mutations [CHANGES]`.

For each game so many single changes (10,000 where nothing is said) are made, in classes
(`changes`), and checked. A change is refused or accepted. What is accepted must be explained
(`legal`): it has other words and nothing else, or the record replays legally again and all its
claims agree. Prints a line a game; 1 where something has no explanation.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle

from msgspec.structs import replace
from tests.campaigns.changes import CHANGES, Sheet
from tests.campaigns.legal import NotLegal, explained
from tests.replay.remembering import Remembering

from kifu.notation.errors import is_error
from kifu.notation.files import read_stream
from kifu.notation.plain_form import write_text
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import commit_of
from kifu.replay.form import game_form
from kifu.replay.game import Game
from kifu.replay.match import check, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game

#: Matches with more moves are not changed: they would take hours, and show no more.
LONGEST = 400


def main(count: int) -> int:
    """Change, check, explain and print; 1 where something has no explanation."""
    unexplained: list[str] = []
    for name in BUILT_IN:
        became = Counter[str]()
        for kind, record, text in changes(game(name), count, random.Random(f"mutations {name}")):
            try:
                became[became_of(record, text)] += 1
            except NotLegal as error:
                unexplained.append(f"{name}, {kind}: {error}\n{text}")
        print(name, *(f"{said}: {number}" for said, number in became.most_common()), sep="; ")
    print("\n".join(unexplained[:40]), file=sys.stderr)
    return bool(unexplained)


def changes(rules: Game, count: int, luck: random.Random) -> Iterator[tuple[str, Record, str]]:
    """`count` changes of a game's records, the classes in turn: the class, the record, and what its
    text became.
    """
    records = list(sound_records(rules, luck))
    tokens = sorted({token for record in records for _, token in replay(record).plies})
    done = 0
    for kind in cycle(CHANGES):
        record = luck.choice(records)
        text = write_text(record)
        changed = CHANGES[kind](Sheet(text, rules, tokens, luck))
        if changed is not None and changed != text:
            yield kind, record, changed
            done += 1
            if done == count:
                return


def became_of(record: Record, changed: str) -> str:
    """That a changed text is refused, or why it is legal. Raises NotLegal where it is neither."""
    codes, records = set[str](), list[Record | None]()
    for reading in read_stream(BytesIO(changed.encode()), "text"):
        match = check(reading)
        findings = reading.diagnostics if match is None else match.findings
        if any(map(is_error, findings)):
            return "refused"
        codes |= {finding.code for finding in findings}
        records.append(reading.record)
    if len(records) != 1 or records[0] is None:
        raise NotLegal(f"{len(records)} records")
    return explained(record, records[0], codes)


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
    words = (f"{seat}:{token}" for seat, token in replay(record).plies[:plies])
    part = replace(record, moves=" ".join(words), end="*", result=None, winner=None)
    return game_form(replay(part))


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


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
