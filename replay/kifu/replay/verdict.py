"""Verdicts: what a record claims held against what the replay found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kifu.notation.diagnostics import Diagnostic, diagnostic, is_error
from kifu.notation.record import Record, tag
from kifu.replay.chance import COMMIT, SEED, Chance, commit_of
from kifu.replay.game import Game, IllegalMove, State, WrongActor

#: A finding lists no more legal moves than this, and says how many more there are.
EXPECTED = 40
#: So many moves of each seat, where any seat may have been meant.
_FEW = 3


def is_sound(findings: Iterable[Diagnostic]) -> bool:
    """Whether the main line and the header are free of errors; variations do not count."""
    return not any(is_error(finding) and not finding.variation for finding in findings)


def of_rules(record: Record, game: Game) -> Diagnostic:
    """The rules revision is missing, or is not one that this kifu knows."""
    if record.rules is None:
        message = f'the rules revision is missing: [Rules "{game.rules}"]'
        return diagnostic("KF301", message, expected=[str(game.rules)])
    message = f"{game.name} has no rules revision {record.rules} here"
    return diagnostic("KF402", message, token=str(record.rules), expected=[str(game.rules)])


def of_seats(record: Record, game: Game, options: Any) -> Diagnostic:
    """The game can't be played by so many."""
    allowed = game.seats(options)
    message = f"with these options {game.name} is played by {in_words(allowed)} seats, "
    message += f"the record has {len(record.seats)}"
    return diagnostic("KF404", message, expected=[str(n) for n in allowed])


def in_words(allowed: range) -> str:
    """Numbers of seats that are allowed.

    >>> in_words(range(2, 5)), in_words(range(2, 3))
    ('2 to 4', '2')
    """
    return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])


def of_refusal(game: Game, state: State, word: str, seat: int, error: IllegalMove) -> Diagnostic:
    """Why the game refused a token, and what it would have taken instead.

    Not for a position whose chance event has no outcome: `of_chance` speaks of that.
    """
    code = code_of_refusal(game, state, word, seat, error)
    if code == "KF409":
        return diagnostic(code, f"{word} stands behind the end of the game", token=word)
    open_seats = state.to_move()
    if code == "KF407":
        return diagnostic(code, str(error), token=word, expected=_seats(open_seats))
    if code == "KF408":
        message = "the actor is missing: SEAT:MOVE"
        return diagnostic(code, message, token=word, expected=_acted(state, word))
    message = f"{word} is no move of {game.name}" if code == "KF405" else str(error)
    on_turn = [state.next_seat] if state.next_seat in open_seats else open_seats
    legal = [
        game.word(state, acting, move)
        for acting in ([seat] if seat in open_seats else on_turn)
        for move in state.legal_moves(acting)
    ]
    if len(legal) > EXPECTED:
        message += f" (the first {EXPECTED} of {len(legal)} legal moves are listed)"
    return diagnostic(code, message, token=word, expected=legal[:EXPECTED])


def code_of_refusal(game: Game, state: State, word: str, seat: int, error: IllegalMove) -> str:
    """The code of what `of_refusal` says."""
    if state.is_over:
        return "KF409"
    if not game.token.fullmatch(word):
        return "KF405"
    if isinstance(error, WrongActor):
        return "KF407"
    return "KF406" if seat else "KF408"


def _acted(state: State, word: str) -> list[str]:
    """The word with each actor who may play it; where nobody may, the first moves of each seat
    that may act, and `…` where it has more.
    """
    legal = {seat: state.legal_moves(seat) for seat in state.to_move()}
    meant = [f"{seat}:{word}" for seat, moves in legal.items() if word in moves]
    if meant:
        return meant
    shown: list[str] = []
    for seat, moves in legal.items():
        shown += [f"{seat}:{move}" for move in moves[:_FEW]]
        shown += ["…"] if len(moves) > _FEW else []
    return shown


def of_late(mark: str, word: str, ply: int, path: str) -> Diagnostic:
    """A mark of the next turn stands before a move that still belongs to the last one."""
    message = f"the mark {mark} stands before {word}, which still belongs to the turn before"
    return diagnostic("KF410", message, ply=ply, token=mark, variation=path)


def of_order(word: str, seat: int, ply: int, path: str) -> Diagnostic:
    """Seats that act at once do not stand in seat order."""
    message = f"seat {seat} stands behind a higher seat of the same turn; kifu fmt sorts them"
    return diagnostic("KF416", message, ply=ply, token=word, variation=path)


def of_checkpoint(check: str, state: State, ply: int, path: str) -> list[Diagnostic]:
    """A checkpoint shows the first 4 bytes of the position's digest."""
    digest = state.digest()[:8]
    if check.lower() == digest:
        return []
    message = f"the position behind ply {ply} is %{digest}, not %{check}"
    token = f"%{check}"
    return [
        diagnostic("KF413", message, ply=ply, token=token, expected=[f"%{digest}"], variation=path)
    ]


def of_claims(record: Record, game: Game, state: State) -> list[Diagnostic]:
    """Result, winner and terminator against the position behind the last move."""
    found = []
    if record.result is not None and record.result != state.scores():
        scores = _seats(state.scores())
        message = f"the result is {' '.join(scores)} at the last ply, not "
        message += " ".join(_seats(record.result))
        found.append(diagnostic("KF411", message, token="Result", expected=[" ".join(scores)]))
    found += _winner(record, game, state)
    if record.end == "=" and not state.is_over and state.missing is None:
        message = "the game is not over: = should be *, or moves are missing"
        found.append(diagnostic("KF414", message, token="=", expected=["*"]))
    elif record.end == "*" and state.is_over:
        message = "the game is over: * should be ="
        found.append(diagnostic("KF415", message, token="*", expected=["="]))
    return found


def of_chance(record: Record, chance: Chance, state: State, whole: bool) -> list[Diagnostic]:
    """Seed, commit and written outcomes, once the line was played as far as it goes."""
    found = [*_commit(record), *chance.findings]
    if state.missing is None:
        unused = chance.unused() if whole else []
        for label in unused:
            message = f"{label} is written out but never happens"
            found.append(diagnostic("KF504", message, token=label))
    elif is_secret(record):
        message = f"the seed is not out yet: {state.missing} and what follows can't be replayed"
        found.append(diagnostic("KF509", message, token=state.missing))
    elif not any(finding.token == state.missing for finding in chance.findings):
        message = f"{state.missing} has no outcome: neither a Seed nor a Chance tag gives it"
        found.append(diagnostic("KF501", message, token=state.missing))
    return found


def is_secret(record: Record) -> bool:
    """Whether the record is of a match whose seed is promised and not published yet."""
    return record.commit is not None and record.seed is None and record.end != "="


def _commit(record: Record) -> list[Diagnostic]:
    commit, seed = record.commit, record.seed
    if commit is None:
        return []
    if not COMMIT.fullmatch(commit):
        message = "a commit is sha256: and 64 lower-case hex digits"
        return [diagnostic("KF508", message, token=commit)]
    if seed is None or not SEED.fullmatch(seed) or commit_of(seed) == commit:
        return []
    message = f"the seed's commit is {commit_of(seed)}: this seed is not the one promised"
    return [diagnostic("KF506", message, token=commit, expected=[commit_of(seed)])]


def _winner(record: Record, game: Game, state: State) -> list[Diagnostic]:
    # A recorder may have died behind the last move, before it wrote how the match ended.
    ended = state.is_over and record.end != "*"
    if record.winner is None:
        if not (ended and game.needs_winner(state)):
            return []
    elif record.winner == state.winners() or (_given_up(record) and not state.is_over):
        return []
    winners = " ".join(_seats(state.winners()))
    if record.winner is None:
        message = f"a record of {game.name} that ended so has a Winner tag"
    elif state.is_over:
        message = f"the winner is {winners}, not {' '.join(_seats(record.winner))}"
    else:
        message = "the game is not over, so nobody has won it"
    return [diagnostic("KF412", message, token="Winner", expected=[winners])]


def _given_up(record: Record) -> bool:
    return (tag(record, "Termination") or "normal") != "normal"


def _seats(numbers: list[int]) -> list[str]:
    return [str(number) for number in numbers]
