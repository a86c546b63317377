"""Players of one's own: what they are asked, what becomes of their answers, and how they fail."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from kifu.notation import loads
from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay import BadWish, Turn, is_sound, new_match, registry, replay, simulate
from kifu.replay.commands.play import play
from kifu.replay.play.sitting import players_of
from kifu.replay.players.new_match import header_of
from kifu.replay.table import SeenStep, Step, as_seen
from kifu.store.commands.simulate import simulate as command

SHORT = {"rounds": "1"}
NIMMT = registry.game("nimmt")


def by_lot(turn: Turn) -> str:
    """A bot that draws by the seed of its turn."""
    draw = random.Random(turn.seed)
    if turn.choose:
        return draw.choice(turn.choose.tokens()[:50])
    return draw.choice(turn.moves)


def sees_all(turn: Turn) -> str:
    assert turn.state.view(30).zones["hand/1"]
    return str(turn.state.legal_moves(turn.seat)[0])


vars(sees_all)["sees_state"] = True


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_bots_play_every_game_and_the_same_match_again(name: str) -> None:
    game = registry.game(name)
    for options in game.option_sets[:2]:
        one, again = (
            next(simulate(game, 1, seed="bots", options=options, players=[by_lot])) for _ in "12"
        )
        assert one == again and is_sound(replay(one).findings)
        assert ("Bots", f"{__name__}:by_lot") in one.tags


def test_a_bot_is_shown_what_its_seat_sees_and_nothing_else() -> None:
    match = new_match("nimmt", seats=3, seed="seen", options=SHORT)
    position = match.state.copy()
    seen: list[SeenStep] = []
    steps: list[Step] = []

    def watching(turn: Turn) -> str:
        assert (turn.state, turn.view) == (None, match.state.view(turn.seat))
        assert str(match.header.seed) not in turn.seed
        seen.extend(turn.seen if turn.seat == 2 else [])
        return turn.moves[0]

    match.play_out([watching] * 3)
    for seat, move in match.plies:
        position.play(move, seat, steps.append)
    assert len(seen) > 20 and seen == [as_seen(step, 2) for step in steps][: len(seen)]


def raises(turn: Turn) -> str:
    raise UsageError("no idea")


def hangs(turn: Turn) -> str:
    while True:
        try:
            while True:
                pass
        except Exception:
            continue


def leaves(turn: Turn) -> str:
    sys.exit(3)


def says_nothing(turn: Turn) -> Any:
    return None


def cheats(turn: Turn) -> str:
    turn.moves.append("r9")
    return "r9"


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (raises, f"raised UsageError: no idea ({__file__}, line "),
        (hangs, "had no answer after 0.2 s"),
        (leaves, "raised SystemExit: 3"),
        (says_nothing, "answered None, which is no text"),
        (cheats, "wished for 'r9'; the seat may play "),
    ],
)
def test_a_bot_that_fails_is_named_and_what_was_played_is_kept(bot: Any, why: str) -> None:
    def tires(turn: Turn) -> Any:
        return turn.moves[0] if "r1" in turn.moves or len(turn.moves) > 7 else bot(turn)

    found: list[Record] = []
    with pytest.raises(BadWish) as raised:
        for record in simulate(NIMMT, 5, seed="fails", players=[tires, "greedy"], patience=0.2):
            found.append(record)
    assert "tires of seat 1 " + why in str(raised.value)
    (record,) = found
    assert record.end == "*" and len(record.moves.split()) > 5 and is_sound(replay(record).findings)


def script(folder: Path, body: str) -> str:
    """A program of this shell script, as the name of a player."""
    path = folder / "bot"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return f"command:{path}"


#: It takes the first of its moves.
FIRST = """while read -r turn; do
    rest=${turn#*'"moves":["'}
    printf '{"move":"%s"}\\n' "${rest%%'"'*}"
done"""


def test_a_program_plays_by_lines_of_json(tmp_path: Path) -> None:
    (record,) = simulate(NIMMT, 1, seed="sh", options=SHORT, players=[script(tmp_path, FIRST)])
    assert is_sound(replay(record).findings)
    assert record.moves.startswith("#1 1. ") and len(record.moves.split()) > 20


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("read -r turn; echo 59", "answered b'59' in place of"),
        (FIRST.replace('"}', '"}\\n{}'), "answered twice: b'{}"),
        ("read -r turn; exit 7", "has ended with exit code 7"),
        ("exec sleep 60", "had no answer after 0.3 s"),
        (
            "read -r turn; yes | head -c 200000 | tr -d '\\n'; sleep 60",
            "answered b'y",
        ),
    ],
)
def test_a_program_that_fails_is_named(tmp_path: Path, body: str, why: str) -> None:
    players = [script(tmp_path, body), "greedy"]
    with pytest.raises(BadWish, match=rf"player command:.*/bot of seat 1 {why}"):
        list(simulate(NIMMT, 1, seed="sh", players=players, patience=0.3))


def test_the_command_writes_what_was_played_and_says_how_to_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(
        "__version__ = '1.2'\n"
        "def choose(turn):\n"
        "    print('thinking')\n"
        "    return turn.moves[0] if 'r1' in turn.moves or len(turn.moves) > 7 else 'r9'\n"
    )
    monkeypatch.chdir(tmp_path)
    players = ["--player", "mine:choose", "--player", "greedy"]
    asked = ["nimmt", "--games", "3", *players, "-o", "m.kifu"]
    done = CliRunner().invoke(command, asked)
    assert done.exit_code == 1 and "thinking" not in done.stdout
    assert "wished for 'r9'" in str(done.exception)
    assert "kifu show m.kifu --record 1" in str(done.exception)
    record = loads((tmp_path / "m.kifu").read_text())
    assert ("Bots", "mine:choose 1.2") in record.tags and record.end == "*"
    assert len(record.moves.split()) > 6 and is_sound(replay(record).findings)


@pytest.mark.parametrize("name", ["os:nothing", "not_there:choose", "os:sep", "a b:c", "tactics"])
def test_a_name_that_leads_to_no_bot_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=name.partition(":")[0]):
        simulate(NIMMT, 1, seed="x", players=[name, "greedy"])


def test_no_log_decides_which_code_is_run() -> None:
    record = Record(game="nimmt", seats=["a", "b"], tags=[("Players", "person os:getcwd")])
    with pytest.raises(UsageError, match="add --seat @os:getcwd"):
        players_of(record, [])
    assert players_of(record, ["@os:getcwd"]) == ["person", "os:getcwd"]


def test_a_bot_sits_at_the_table_of_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "first.py").write_text("def choose(turn): return turn.moves[0]\n")
    monkeypatch.chdir(tmp_path)
    asked = ["nimmt", "--seat", "Aki", "--seat", "@first:choose", "--seed", "x", "-o", "m.jsonl"]
    done = CliRunner().invoke(play, asked, input=":quit\n")
    assert done.exit_code == 0
    refused = CliRunner().invoke(play, ["--resume", "m.jsonl"], input=":quit\n")
    assert "add --seat @first:choose" in str(refused.exception)
    again = ["--resume", "m.jsonl", "--seat", "@first:choose"]
    assert CliRunner().invoke(play, again, input=":end\n").exit_code == 0


def test_the_record_says_who_sees_all_cards() -> None:
    (record,) = simulate(NIMMT, 1, seed="all", options=SHORT, players=[sees_all, "greedy"])
    assert ("Bots", f"{__name__}:sees_all (sees all cards)") in record.tags


def test_a_seed_is_any_text_and_options_that_can_t_be_together_are_refused() -> None:
    assert new_match("nimmt", seed="\udcff").record() == new_match("nimmt", seed="\udcff").record()

    def settle(_options: Any, seats: int) -> Any:
        raise ValueError(f"{seats} seats need rounds")

    with pytest.raises(UsageError, match="2 seats need rounds"):
        header_of(replace(NIMMT, settle=settle), {}, 2)


@pytest.mark.parametrize("who", ["greedy", "random", "strong:2", by_lot])
def test_a_player_chooses_and_the_match_stays_as_it_is(who: Any) -> None:
    match = new_match("nimmt", seats=3, seed="choose", options=SHORT, names=["Aki"])
    match.play(match.state.legal_moves(1)[-1], 1)
    before, wishes = match.record(), {match.choose(who, 2) for _ in range(2)}
    assert len(wishes) == 1 and wishes <= {*match.state.legal_moves(2)}
    assert match.record() == before and before.seats == ["Aki", "Player 2", "Player 3"]
