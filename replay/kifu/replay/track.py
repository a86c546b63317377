"""A line of play while it is played: how far it has come, and what was wrong on the way; and how it
is followed with its notes and variations.

The states of kifu's own games play the ordinary words of a line in one go (`coded.play_line`).
Every other word, and every word of a stranger's game, is looked at here.
"""

from __future__ import annotations

import re
import sys
from functools import cached_property

from kifu.notation.errors import Diagnostic, Findings, diagnostic
from kifu.notation.record import Line, Note, by_ply, is_mark, split_actor, with_paths
from kifu.replay import verdict
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import zeros
from kifu.replay.codes.coded import as_coded, play_line
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.table import PUBLIC

Ply = tuple[int, str]


class Track:
    """A line of `moves` that is played on `state` itself, by `advance`. `findings` get what is
    wrong.

    `ply` moves have been played so far. `path` is the line's address in the record: "" for the main
    line, `"4.1"` for the first variation after ply 4.
    """

    ply = 0
    _at = 0
    #: Of seats that act at once, the highest that has acted before a lower one.
    _gap = 0
    #: Whether a wrong mark was found: those that follow it are often wrong in the same way.
    _misnumbered = False

    def __init__(
        self, game: Game, state: State, moves: str, findings: Findings, path: str = ""
    ) -> None:
        """A track that has played nothing yet. `state` is the position before the first of `moves`;
        it is not copied, and `advance` plays on it. `moves` are as the record has them, with marks
        and actors; "" for none. `findings` get what is wrong. `path` is the line's address in the
        record: "" for the main line, `"4.1"` for the first variation after ply 4.
        """
        self.game = game
        self.state = state
        self.moves = moves
        self.findings = findings
        self.path = path
        self._plies: list[Ply] = []
        self._coded = as_coded(state)
        #: The line as codes; for a stranger's game, each is ODD.
        self._numbers = (
            zeros(len(self.words)) if self._coded is None else self._coded.lexicon.read_line(moves)
        )
        self._seats = zeros(len(self._numbers))

    @cached_property
    def words(self) -> list[str]:
        """All words of the line, marks included, played or not. The list is the track's own: don't
        change it.
        """
        return words_of(self.moves)

    @property
    def is_known(self) -> bool:
        """Whether all words were played and surely are the game's, with single spaces between.
        False for an empty line, and for a game of another package, which has no list of its words.
        """
        words = self.moves.count(" ") + 1
        return self._coded is not None and self._at == len(self._seats) == words

    @property
    def plies(self) -> list[Ply]:
        """The seat and the token of each move that was played so far; [] before the first. The list
        is the track's own: don't change it.
        """
        if len(self._plies) < self.ply:
            self._plies = list(zip(self.seats, self._tokens(), strict=False))
        return self._plies

    @property
    def seats(self) -> list[int]:
        """The seat of each move that was played so far, also where none is written, as a new list;
        [] before the first.
        """
        return list(self._seats[: self.ply])

    @property
    def tokens(self) -> str:
        """The tokens of the moves played so far, without actors, with single spaces between; ""
        before the first.
        """
        return " ".join(self._tokens()[: self.ply])

    def _tokens(self) -> list[str]:
        """The tokens of the moves of the line, played or not, without actors; [] if there are none.
        In kifu's own games, words that are no token of the game are left out, so only the tokens of
        moves that were played are sure to be at their ply's place.
        """
        if self._coded is not None:
            return self._coded.lexicon.read_back(self._numbers)
        return [split_actor(word)[1] for word in self.words if not is_mark(word)]

    def advance(self, upto: int = sys.maxsize) -> bool:
        """Play on until `upto` moves of the line are played (counted from its start), or to its
        end; then True, also if so many are played already. Returns False if the next move is
        illegal, with a finding, or if the match waits for a chance event, without one. The position
        and `ply` are then those before that move. Another call tries the move once more, with a
        finding once more, but does not check the marks before it again. Other errors of a game of
        another package are raised.

        Marks are checked with the move after them. A mark where a move is missing is a finding, and
        ends the line as an illegal move does. Another wrong mark is one, too (only the first of the
        line), and so is a move out of the order of seats (often only the first such move of a
        turn); these do not end the line.
        """
        size, upto = len(self._seats), min(upto, sys.maxsize)
        while self.ply < upto and self._at < size:
            if self._coded is not None and not self._gap:
                self._at, self.ply = play_line(
                    self._coded, self._numbers, self._at, self._seats, self.ply, upto
                )
                if self.ply == upto or self._at == size:
                    break
            if not self._play_next():
                return False
        return True

    def find(self, finding: Diagnostic, ply: int) -> None:
        """Set the ply and the variation of a finding about ply `ply` of this line, and add it to
        `findings`.
        """
        finding.ply, finding.variation = ply, self.path
        self.findings.keep(finding)

    def _play_next(self) -> bool:
        """Check the marks that come next, and play the move after them. Returns True if it is
        played, and also if only marks are left; False, with no move played, if it is illegal or
        missing, with a finding, or if the match waits for a chance event. The marks count as read,
        and another call begins at the move, or at the mark before which one is missing.
        """
        words, due, mark = self.words, list[str](), ""
        while self._at < len(words) and is_mark(words[self._at]):
            if not mark:
                due = list(self.state.marks())
            mark = words[self._at]
            if not self._check_mark(mark, due):
                return False
            self._at += 1
        return self._at == len(words) or self._play(words[self._at], mark, self.ply)

    def _play(self, word: str, mark: str, ply: int) -> bool:
        """Play `word`, a move perhaps with its seat, as ply `ply` + 1; `ply` is that of the track.
        Returns True, and counts it as played; or False, with nothing played, if it is illegal, with
        a finding unless the match waits for a chance event.

        There is a finding, too, about a move that should be written before the mark `mark`, the
        last one before it ("": none), or before the move of a higher seat that acts at the same
        time. Such a move is played if it is legal. After a finding about a higher seat, later moves
        of the same turn may get none.
        """
        state, game = self.state, self.game
        actor, word = split_actor(word)
        if state.next_seat < actor and state.at_once:
            self._gap = max(self._gap, actor)
        seat = actor or game.seat_of(state, word)
        if mark and game.turns.late(state, word):
            message = f"the mark {mark} is too early: {word} still belongs to the previous turn"
            self.find(diagnostic("KF410", message, token=mark), ply)
        if self._gap and seat < self._gap:
            message = f"seat {seat} is written after a higher seat of the same turn; kifu fmt "
            message += "sorts them unless a checkpoint or variation is between them"
            self.find(diagnostic("KF416", message, token=word), ply + 1)
            self._gap = 0
        try:
            state.play(word, seat)
        except IllegalMove as error:
            if state.missing is None:
                # Which moves are legal is not asked for a finding that is only counted.
                is_counted = bool(self.path) and self.findings.is_full
                self.find(
                    diagnostic("KF406", str(error), token=word)
                    if is_counted
                    else verdict.of_refusal(game, state, word, seat, error),
                    ply + 1,
                )
            return False
        self._seats[ply] = seat
        self.ply = ply + 1
        self._at += 1
        return True

    def _check_mark(self, word: str, due: list[str]) -> bool:
        """Check the mark `word` against `due`, the marks that may still come before the next move.
        If it is among them, remove it and those before it. Otherwise `due` stays as it is, and the
        first of these cases counts:

        - The match waits for a chance event, or the mark is `0.` before the first turn: no finding.
        - A move is missing before the mark: a finding (KF410) about the last move, also if the line
          has a wrong mark already. The signs of it are that the mark comes right after a move,
          somebody may act, no mark is due, and either the next move can't be played now or seats
          that act at once have not all acted.
        - Anything else: a finding (KF410) about the mark, but only for the first such mark of the
          line.

        Returns False if a move is missing, otherwise True.
        """
        if word in due:
            del due[: due.index(word) + 1]
            return True
        # Without a position, nothing says which marks are due; `0.` may always be left out.
        state = self.state
        if state.missing is not None or (
            word == "0." and state.view(PUBLIC).facts.get("turn") == 0
        ):
            return True
        last, seats = self.words[self._at - 1] if self._at else word, state.to_move()
        if seats and not due and not is_mark(last) and self._is_move_missing(seats):
            message = (
                f"{word} can't follow here: a move of seat {' or '.join(map(str, seats))}, "
                "or one before, is missing"
            )
            # About the move before the mark, because the other is missing there.
            # Which moves are legal is not asked for a finding that is only counted.
            legal = [] if self.findings.is_full else verdict.legal_words(self.game, state)
            self.find(diagnostic("KF410", message, token=last, expected=legal), self.ply)
            return False
        if not self._misnumbered:
            self._misnumbered = True
            message = f"the mark {word} is wrong here, or a comment before it swallows moves"
            self.find(diagnostic("KF410", message, token=word, expected=due.copy()), self.ply)
        return True

    def _is_move_missing(self, acting: list[int]) -> bool:
        """Whether the next move in the line surely is not the next one in the match: it is a token,
        but not legal now; or seats act at once, and it names none of `acting`, who have still to.
        """
        at, words, state = self._at, self.words, self.state
        while at < len(words) and is_mark(words[at]):
            at += 1
        actor, token = split_actor(words[at]) if at < len(words) else (0, "")
        if state.at_once:
            return actor not in acting
        seat = actor or self.game.seat_of(state, token)
        is_legal = seat in acting and token in state.legal_moves(seat)
        return not is_legal and bool(self.game.token.fullmatch(token))


def follow(track: Track, notes: list[Note], chance: Chance) -> bool:
    """Play the line of `track`, on which nothing is played yet, to its end, and check the
    checkpoints and variations in `notes`, the notes of that line. `chance` is what the track's
    state asks for outcomes. Findings go to the track; those about outcomes stay in `chance`.

    True if the whole line was played. False if it ends before an illegal move, or one that waits
    for a chance event: the track is left there, and notes after that are not looked at. Notes after
    plies that the line does not have, and variations nested too deep, are ignored (`lint` reports
    them).
    """
    noted = by_ply([n for n in notes if n.at >= 0 and (n.check is not None or n.line is not None)])
    for at in sorted(noted):
        before: State | None = None
        if at > 0 and any(note.line and not note.line.on for note in noted[at]):
            if not track.advance(at - 1):
                return False
            before = track.state.copy()
        if not track.advance(at):
            return False
        if track.ply < at:
            break
        for note, path in with_paths(noted[at], track.path):
            if note.check is not None:
                check, digest = f"%{note.check}", f"%{track.state.digest()[:8]}"
                if check.lower() != digest:
                    message = f"the position after ply {at} is {digest}, not {check}"
                    track.find(diagnostic("KF413", message, token=check, expected=[digest]), at)
            elif note.line is not None:
                _follow_variation(track, note.line, before, path, chance)
    return track.advance()


def _follow_variation(
    track: Track, line: Line, before: State | None, path: str, chance: Chance
) -> None:
    """Play a variation of the line `track`, with all that is in it, and add the findings to the
    track. The track is after the ply at which the variation is written, and does not move.
    `path` is the variation's own. `before` is the position before the move that it replaces; None
    if there is no such move, which is a finding unless the variation goes on after the track's last
    move (`line.on`). If one of its moves can't be played because a chance event has no outcome,
    that is a finding, too; if only its last move leads to such an event, it is none.

    What the variation asks of `chance` adds no events and findings there, but the outcomes that it
    asks for count as used (see `Chance.unused`). The findings about them go to the track as well.
    """
    origin = track.state if line.on else before
    if origin is None:
        message = "a variation at the start replaces no move; write (... to go on from here"
        track.findings.keep(diagnostic("KF417", message, ply=0, variation=path))
    else:
        branch = Track(track.game, origin.copy(), line.moves, track.findings, path)
        # Its events are not those of the main line; that outcomes were used, it shares.
        kept = chance.findings, chance.events
        chance.findings, chance.events = [], {}
        whole, found = follow(branch, line.notes, chance), chance.findings
        chance.findings, chance.events = kept
        label = branch.state.missing
        if label and not whole and not found:
            message = f"{label} has no outcome, so the variation ends there"
            found.append(diagnostic("KF501", message, token=label))
        for finding in found:
            finding.variation = path
        track.findings += found


def made_at_once(state: State, plies: list[Ply], done: int) -> int:
    """The number of the last ply that was made at once with ply `done` + 1. It is `done` + 1 if
    that ply is alone, and also if `plies` has no more. `state` is the position after ply `done`,
    and is not changed; `plies[k - 1]` is ply k.

    Consecutive moves are made at once if `state.at_once`, their seats differ, and all of these were
    to move before the first.
    """
    waiting, last = {*state.to_move()} if state.at_once else set[int](), done
    while last < len(plies) and plies[last][0] in waiting:
        waiting.remove(plies[last][0])
        last += 1
    return max(last, done + 1)


def words_of(moves: str) -> list[str]:
    """The words of a line of play, marks included, as a new list; [] for "" and for spaces only.
    Several spaces in succession count as one (`lint` has a finding about them); other white space
    is part of a word. Equal words in the list are the same object: a line may have millions.

    >>> words_of("1. 59  10"), words_of("")
    (['1.', '59', '10'], [])
    """
    same: dict[str, str] = {}
    return [same.setdefault(word[0], word[0]) for word in _WORD.finditer(moves)]


def moves_up_to(moves: str, plies: int) -> str:
    """The words of the line `moves` up to ply `plies`, marks included, with single spaces between;
    marks after that ply are left out. "" for 0 plies or fewer, all words if the line has fewer
    plies. Only spaces separate words (see `words_of`). Whether the words are moves of a game is not
    checked.

    >>> moves_up_to("#1 1. 59 10 2. 66", 2)
    '#1 1. 59 10'
    """
    kept: list[str] = []
    for word in words_of(moves):
        if plies <= 0:
            break
        plies -= not is_mark(word)
        kept.append(word)
    return " ".join(kept)


_WORD = re.compile("[^ ]+")
