"""Verdicts: what a record claims held against what the replay found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kifu.notation.errors import Diagnostic, diagnostic, is_error
from kifu.notation.record import Record, tag
from kifu.replay.chance import COMMIT, Chance, commit_of, has_unknown, seed_digits
from kifu.replay.game import Game, IllegalMove, State, WrongActor

#: If more moves than this are legal, a finding lists none of them: that would be no help.
EXPECTED = 40


def main_errors(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors of the main line and the header among these findings, in their order: all errors
    that are in no variation.
    """
    return [finding for finding in findings if is_error(finding) and not finding.variation]


def is_sound(findings: Iterable[Diagnostic]) -> bool:
    """Whether the main line and the header are free of errors; variations do not count.

    >>> late = diagnostic("KF406", "card 59 is not in the hand", ply=3)
    >>> is_sound([late]), is_sound([diagnostic("KF504", "deal/2 never happens")])
    (False, True)
    """
    return not main_errors(findings)


def of_rules(record: Record, game: Game) -> Diagnostic:
    """The finding that the record's rules revision is missing (KF301) or unknown (KF402); `game` is
    the newest revision.
    """
    if record.rules is None:
        message = f'the rules revision is missing: [Rules "{game.rules}"]'
        return diagnostic("KF301", message, token="Rules", expected=[str(game.rules)])
    known = [*map(str, game.revisions)]
    message = (
        f"{game.name} has no rules revision {record.rules} here, only {' and '.join(known)}; "
        "install a version of kifu, or of the game's package, that has it, or correct the tag"
    )
    return diagnostic("KF402", message, token=str(record.rules), expected=known)


def of_seats(record: Record, game: Game, options: Any) -> Diagnostic:
    """The finding (KF404) that the game, with these options, can't be played with the record's
    number of seats; it lists the numbers that are allowed.
    """
    allowed = game.seats(options)
    message = f"with these options {game.name} is played by {in_words(allowed)} seats, "
    message += f"the record has {len(record.seats)}"
    return diagnostic("KF404", message, expected=[*map(str, allowed)])


def in_words(allowed: range) -> str:
    """The numbers of seats in a range, as text: "2 to 4". The range must not be empty (IndexError).

    >>> in_words(range(2, 5)), in_words(range(2, 3))
    ('2 to 4', '2')
    """
    return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])


def of_refusal(game: Game, state: State, word: str, seat: int, error: IllegalMove) -> Diagnostic:
    """The finding that the game refused `word` of `seat` in `state`, for the reason in `error`. It
    has no ply yet. `word` is without its seat. `seat` is 0 if the word was written without one and
    the game knows no seat for it. `state` is not changed.

    KF409 is for a word after the end of the match, KF405 for one that is no token of the game,
    KF407 for a wrong actor, KF408 for a missing one, KF406 for another illegal move.

    `expected` has the seats to move for KF407, nothing for KF409, for KF408 the word with each seat
    for which it is legal, if there is one; else the legal moves (see `legal_words`). Where `seat`
    may act and chooses cards together, one text says which, instead of the moves.

    Not for a position that waits for a chance event: `of_chance` makes that finding.
    """
    open_seats, code, message = state.to_move(), "KF406", str(error)
    if state.is_over:
        return diagnostic("KF409", f"{word} comes after the end of the game", token=word)
    if not game.token.fullmatch(word):
        code, message = "KF405", f"{word} is not a move of {game.name}"
    elif isinstance(error, WrongActor):
        return diagnostic("KF407", message, token=word, expected=[*map(str, open_seats)])
    elif not seat:
        message = "the actor is missing: SEAT:MOVE"
        legal = [f"{each}:{word}" for each in open_seats if word in state.legal_moves(each)]
        legal = legal or legal_words(game, state)
        return diagnostic("KF408", message, token=word, expected=legal)
    if seat in open_seats and (choice := game.offers.combination(state, seat)) is not None:
        return diagnostic(code, message, token=word, expected=[choice.words().en])
    return diagnostic(code, message, token=word, expected=legal_words(game, state, seat))


def legal_words(game: Game, state: State, seat: int = 0) -> list[str]:
    """The legal moves, as the game form writes them, of `seat` if it may act, otherwise of the seat
    on turn, or of all seats to move if there is none. [] if there are more than EXPECTED.
    """
    open_seats = state.to_move()
    whose = seat if seat in open_seats else state.next_seat
    legal = [
        game.word(state, acting, move)
        for acting in ([whose] if whose else open_seats)
        for move in state.legal_moves(acting)
    ]
    return legal if len(legal) <= EXPECTED else []


def of_claims(record: Record, game: Game, state: State) -> list[Diagnostic]:
    """Findings about a result (KF411), winner (KF412) or terminator (KF414, KF415) of the record
    that is not that of `state`, the position after its last move; [] if all fit. What the record
    does not claim is no finding, except a winner that the game needs. While the match waits for a
    chance event, `=` is no finding here (see `of_chance`). A result is none, either, if the record
    ends in `=` too early: it is that of an end which is not written.
    """
    found, is_cut = [], record.end == "=" and not state.is_over
    if record.result not in (None, state.scores()) and not is_cut:
        scores = _listed(state.scores())
        message = f"the result is {scores} at the last ply, not {_listed(record.result)}"
        found.append(diagnostic("KF411", message, token="Result", expected=[scores]))
    found += _winner(record, game, state)
    if is_cut and state.missing is None:
        legal = [*legal_words(game, state), "*"]
        message = (
            f"the game is not over: a move of seat {' or '.join(map(str, state.to_move()))} "
            "is missing, or = should be *"
        )
        found.append(diagnostic("KF414", message, token="=", expected=legal))
    elif record.end == "*" and state.is_over:
        message = "the game is over: * should be ="
        found.append(diagnostic("KF415", message, token="*", expected=["="]))
    return found


def of_chance(
    record: Record, chance: Chance, state: State, whole: bool, to_write: Callable[[], str]
) -> list[Diagnostic]:
    """The findings about seed, commitment and written outcomes, those of `chance` among them, as a
    new list; [] if there are none. The main line was played with `chance` as far as possible, up to
    `state`; `whole` says whether to its end. Outcomes that were never asked for are found (KF504)
    only if it was.

    If the match waits at `state` for an event, this is found about that:

    - nothing for an unfinished record (`*`) without a secret seed whose moves were all played; a
      KF505 for the lack of these cards is then left out, but stays in `chance.findings`;
    - KF509 while the seed is secret (see `is_secret`), beside any KF505;
    - otherwise KF501, unless `chance.findings` has a KF505 about that event.

    The message of KF501 ends in `to_write()`, which says what to write so that the match can go on.
    So does that of a KF505 for cards that are not known, which is changed in `chance.findings`
    itself.
    """
    label, found = state.missing, _commit(record)
    waits = whole and record.end == "*" and not is_secret(record)
    for each in chance.findings:
        if each.code == "KF505" and each.token == label and label in chance.lacking:
            if waits:
                continue
            each.message += f"; write {to_write()}"
        found.append(each)
    if label is None:
        for unused in chance.unused() if whole else ():
            message = f"{unused} has a written outcome but never happens"
            found.append(diagnostic("KF504", message, token=unused))
    elif is_secret(record):
        message = f"the seed is not published yet: {label} and what follows can't be replayed"
        found.append(diagnostic("KF509", message, token=label))
    elif not waits and label not in {each.token for each in found if each.code == "KF505"}:
        message = f"{label} has no outcome: neither a Seed nor a Chance tag gives it"
        if has_unknown(dict(record.chance).get(label, "")):
            message = (
                f"the Chance tag of {label} has cards that are not known (_), "
                f"and {record.game} can't be played on without them"
            )
        message += f"; write {to_write()}"
        found.append(diagnostic("KF501", message, token=label))
    return found


def is_secret(record: Record) -> bool:
    """Whether a record whose end is not `=` has a commitment to a seed, but no seed."""
    return record.commit is not None and record.seed is None and record.end != "="


def _commit(record: Record) -> list[Diagnostic]:
    """A list of at most one finding about the record's commitment: it is malformed (KF508), or not
    that of the seed (KF506). [] if there is no commitment; while the seed is not published or is
    malformed, only the form is checked.
    """
    commit, seed = record.commit, record.seed
    if commit is None:
        return []
    if not COMMIT.fullmatch(commit):
        message = "a commit must be sha256: and 64 lower-case hex digits"
        return [diagnostic("KF508", message, token=commit)]
    if seed is None or not seed_digits(seed) or commit_of(seed) == commit:
        return []
    message = f"the seed's commit is {commit_of(seed)}: this seed is not the one promised"
    return [diagnostic("KF506", message, token=commit, expected=[commit_of(seed)])]


def _winner(record: Record, game: Game, state: State) -> list[Diagnostic]:
    """A list of at most one finding (KF412) about the Winner tag; `state` is the last position.
    With a tag: it does not name the winners of `state`; but this is no finding if the match is not
    over, and a Termination tag other than `normal` says that somebody gave up. Without a tag: the
    match is over, the record does not end in `*`, and its game needs the tag. Otherwise [].
    """
    if record.winner is None:
        # A recorder may have died after the last move, before it wrote how the match ended.
        if not state.is_over or record.end == "*" or not game.ranking.needs_winner(state):
            return []
        message = f"the Winner tag is missing: {game.name} needs it after this ending"
    elif record.winner == state.winners():
        return []
    elif state.is_over:
        message = f"the winner is {_listed(state.winners())}, not {_listed(record.winner)}"
    elif (tag(record, "Termination") or "normal") != "normal":
        return []  # somebody gave up
    else:
        message = "the game is not over, so nobody has won it"
    return [diagnostic("KF412", message, token="Winner", expected=[_listed(state.winners())])]


def _listed(numbers: list[int]) -> str:
    """The numbers (seats or scores) as text, in their order, with spaces between."""
    return " ".join(map(str, numbers))
