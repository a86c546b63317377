"""The laws of a position: legal moves, refusals, copies, digests, marks, words, results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from kifu.notation.words import Words
from kifu.replay.game import Game, IllegalMove, State, WrongActor
from kifu.replay.proof.faults import Faults
from kifu.replay.proof.layout import wrong_words
from kifu.replay.states.authoring import digest_of
from kifu.replay.table import ALL

_DIGEST = re.compile(r"[0-9a-f]{16}")
_MARK = re.compile(r"(#?)([0-9]+)(\.?)")
#: The most legal moves of a seat that are described and played on copies at each ply.
TRIED = 8
#: Words that are not moves of any game, and some that may be.
_STRANGE = ("", "é", "zz99", "1", "d", "/", "a1", "-", "=")


def moves_of(faults: Faults, where: str, game: Game, state: State, seats: int) -> None:
    """Check who may move in `state`, and which moves are legal; some of these are described and
    played on a copy. Faults are added to `faults`, with the place `where`.
    """
    acting = faults.call("legal", "to_move", where, state.to_move)
    if list(acting) != sorted(set(acting)) or any(not 1 <= seat <= seats for seat in acting):
        faults.add("legal", "to_move", f"{acting} are not seat numbers in ascending order", where)
    if state.next_seat and state.next_seat not in acting:
        faults.add(
            "legal",
            "next_seat",
            f"seat {state.next_seat} is next, but to_move does not have it",
            where,
        )
    if state.at_once and acting and state.next_seat not in (0, acting[0]):
        wrong = (
            f"seat {state.next_seat} is next, but should be {acting[0]}, the lowest seat that "
            "may act"
        )
        faults.add("legal", "next_seat", wrong, where)
    if not acting and not state.is_over and state.missing is None:
        faults.add("legal", "to_move", "nobody may act, but the game is not over", where)
    for seat in range(1, seats + 1):
        legal = faults.call("legal", "legal_moves", where, partial(state.legal_moves, seat))
        if state.legal_moves(seat) != legal or state.copy().legal_moves(seat) != legal:
            wrong = f"the moves of seat {seat} have another order when they are asked for again"
            faults.add("again", "legal_moves", wrong, where)
        if seat not in acting:
            if legal:
                wrong = f"seat {seat} has legal moves, but to_move does not have it"
                faults.add("legal", "legal_moves", wrong, where)
            continue
        if not legal and state.next_seat == seat:
            faults.add("legal", "legal_moves", f"seat {seat} is next, but has no legal move", where)
        if len(set(legal)) < len(legal):
            faults.add("legal", "legal_moves", f"a move of seat {seat} is listed twice", where)
        choice = faults.call(
            "legal", "combination", where, partial(game.offers.combination, state, seat)
        )
        if choice is not None and choice.tokens() != legal:
            wrong = f"{choice.words().en}: these are not the legal moves of seat {seat}"
            faults.add("legal", "combination", wrong, where)
        for move in _some(legal):
            _try(faults, where, game, state, move, seat, seats)


def no_seats(faults: Faults, where: str, state: State, move: str, seats: int) -> None:
    """Check that the game refuses seats which the match does not have. Faults are added to
    `faults`, with the place `where`. `move` is legal for some seat.
    """
    for seat in (0, -1, seats + 1, True):
        asked: dict[str, Callable[[], object]] = {
            "legal_moves": partial(state.legal_moves, seat),
            "describe": partial(state.describe, move, seat),
            "situation": partial(state.situation, seat),
        }
        if seat:  # 0 is a token without an actor, and a viewer
            asked |= {"play": partial(state.copy().play, move, seat)}
            asked |= {"view": partial(state.view, seat)}
        for function, ask in asked.items():
            try:
                ask()
            except WrongActor:
                continue
            except Exception as error:
                wrong = f"raises {type(error).__name__}"
            else:
                wrong = "answers"
            wrong = f"{function} {wrong} for seat {seat} of {seats}; WrongActor is expected"
            faults.add("seat", function, wrong, where)


def _some(moves: Sequence[str]) -> Sequence[str]:
    step = max(1, len(moves) // TRIED)
    return moves[::step][:TRIED]


def _try(
    faults: Faults, where: str, game: Game, state: State, move: str, seat: int, seats: int
) -> None:
    """Check that `move`, which is legal for `seat`, matches the token pattern, has a sentence, and
    can be played on a copy of `state`. Faults are added to `faults`, with the place `where`.
    """
    at = f"{where}, move {seat}:{move}"
    if not game.token.fullmatch(move):
        faults.add("legal", "token", f"the pattern does not match the move {move}", at)
    words = faults.call("words", "describe", at, lambda: state.describe(move, seat))
    check_words(faults, "describe", f"of {move}", words, at, seats)
    veil = faults.call("words", "veil", at, lambda: game.words.veil(state, move, seat))
    if veil:
        words = faults.call("words", "describe", at, lambda: state.describe(veil, seat))
        check_words(faults, "describe", f"of the veiled {veil}", words, at, seats)
    before = state.digest(), state.view(ALL)
    trial = faults.call("copy", "copy", at, state.copy)
    if (trial.digest(), trial.view(ALL)) != before:
        faults.add("copy", "copy", "the copy is in another position than its original", at)
    try:
        trial.play(move, seat)
    except IllegalMove as error:
        wrong = f"legal_moves has {move} for seat {seat}, but play refuses it: {error}"
        faults.add("legal", "play", wrong, at)
    except Exception as error:
        faults.raised("legal", "play", at, error)
    if (state.digest(), state.view(ALL)) != before:
        faults.add("copy", "copy", "the position changes when its copy is played on", at)


def check_words(
    faults: Faults, function: str, what: str, words: Words, where: str, seats: int
) -> None:
    """Check that `words`, which the game's `function` gave for `what`, have both languages and name
    only seats that exist. Faults are added to `faults`, with the place `where`.
    """
    if not isinstance(words, Words):
        faults.add("words", function, f"{function} {what} is not Words", where)
        return
    for wrong in wrong_words(words, seats):
        faults.add("words", function, f"{function} {what} {wrong}", where)


def refusals(faults: Faults, where: str, game: Game, state: State, seats: int) -> None:
    """Check that illegal moves are refused with a reason and leave the state unchanged. Faults are
    added to `faults`, with the place `where`.
    """
    before = state.digest(), state.view(ALL), state.marks()
    legal = {seat: state.legal_moves(seat) for seat in range(1, seats + 1)}
    for seat in (0, *range(1, seats + 1)):
        for move in (*_STRANGE, *_some(legal[seat % seats + 1])):
            whose = seat or game.seat_of(state, move)
            if move in legal.get(whose, []):
                continue
            at = f"{where}, move {seat}:{move}"
            trial = state.copy()
            try:
                trial.play(move, seat)
            except IllegalMove as error:
                if not error.reason.en.strip() or not error.reason.ja.strip():
                    faults.add("words", "play", f"{move!r} is refused without a reason", at)
                if (trial.digest(), trial.view(ALL), trial.marks()) != before:
                    faults.add("refusal", "play", f"{move!r} is refused, but changes the state", at)
            except Exception as error:
                faults.raised("refusal", "play", at, error)
            else:
                wrong = f"play accepts {move!r} of seat {seat}, which is not legal"
                faults.add("refusal", "play", wrong, at)


class Digests:
    """The tables that have each digest, of all matches with the same options and seats."""

    def __init__(self) -> None:
        self._tables: dict[str, str] = {}

    def see(self, faults: Faults, where: str, state: State) -> None:
        """Check that the state's digest has 16 hex digits, and that no position that looks
        different had the same one. Faults are added to `faults`, with the place `where`.
        """
        digest = faults.call("digest", "digest", where, state.digest)
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            faults.add("digest", "digest", f"{digest!r} is not 16 hex digits", where)
            return
        view = state.view(ALL)
        table = digest_of(sorted(view.zones.items()), sorted(view.facts.items()))
        if self._tables.setdefault(digest, table) != table:
            wrong = "two positions that look different have the same digest"
            faults.add("digest", "digest", wrong, where)


def numbered(marks: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The marks among some words, with their numbers: ("#", 2) for the round mark `#2`, (".", 5)
    for the turn mark `5.`.

    >>> list(numbered(["#2", "5."]))
    [('#', 2), ('.', 5)]
    """
    for mark in marks:
        found = _MARK.fullmatch(mark)
        if found and bool(found[1]) != bool(found[3]):
            yield found[1] or found[3], int(found[2])


def rounds(faults: Faults, where: str, state: State, marked: int) -> None:
    """Check how many rounds the state says are over. Faults are added to `faults`, with the place
    `where`. `marked` is the number of the last round mark that was written, 0 for none: a game
    without round marks has one round.
    """
    due = next((number for kind, number in numbered(state.marks()) if kind == "#"), 0)
    over = max(1, marked) if state.is_over else max(1, due or marked) - 1
    counted = state.facts().get("rounds", over)
    if counted != over:
        wrong = f"facts counts {counted} rounds, but {over} are over by the round marks"
        faults.add("result", "facts", wrong, where)


def result(
    faults: Faults, where: str, game: Game, state: State, options: object, seats: int
) -> None:
    """Check that scores, winners, places and counts of rounds and turns fit together and to
    `seats`. Faults are added to `faults`, with the place `where`.
    """
    scores = faults.call("result", "scores", where, state.scores)
    winners = faults.call("result", "winners", where, state.winners)
    counts = faults.call("result", "facts", where, state.facts)
    if len(scores) != seats or not all(isinstance(score, int) for score in scores):
        faults.add("result", "scores", f"{scores} should be {seats} whole numbers", where)
    if not {"rounds", "turns"} <= set(counts):
        faults.add("result", "facts", "facts must count rounds and turns", where)
    if not state.is_over:
        if winners:
            faults.add("result", "winners", f"{winners} have won, but the game goes on", where)
        return
    if not winners or list(winners) != sorted(set(winners)) or winners[-1] > seats:
        faults.add(
            "result",
            "winners",
            f"{winners} are not seat numbers of winners in ascending order",
            where,
        )
        return
    places = faults.call("result", "places", where, lambda: game.ranking.places(scores, winners))
    first = [seat for seat, place in enumerate(places, 1) if place == 1]
    if len(places) != seats or first != list(winners):
        wrong = (
            f"places {places} do not put the winners {winners} first, or are not {seats} numbers"
        )
        faults.add("result", "places", wrong, where)
    teams = faults.call("result", "teams", where, lambda: game.ranking.teams(options, seats))
    seated = [seat for team in teams for seat in team]
    if len(set(seated)) < len(seated) or any(not 1 <= seat <= seats for seat in seated):
        faults.add(
            "result",
            "teams",
            f"{teams} are not teams of {seats} seats, each seat in one team at most",
            where,
        )
