"""Proof: many matches of a game are played, and the laws that a game keeps are tried at every ply.

`prove` is the way in, a `_ProvedMatch` is one match, and `differences` asks another process.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import zip_longest
from multiprocessing import get_context
from typing import Any, TypeVar

from msgspec import Struct

from kifu.notation.words import Words
from kifu.replay.analysis.dealing import CannotDeal
from kifu.replay.analysis.decisions import first_memories
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.elements.lots import Lots
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.players.asking import next_move
from kifu.replay.players.new_match import random_player
from kifu.replay.registry import TOKEN
from kifu.replay.registry import game as registered
from kifu.replay.states.authoring import digest_of
from kifu.replay.table import (
    ALL,
    EVERY,
    PUBLIC,
    UNKNOWN,
    Fact,
    SeenStep,
    Step,
    Table,
    as_seen,
    fold,
)

#: Every law, and what it says.
LAWS = {
    "start": "a match starts with every set of options, and waits while its deal is unknown",
    "options": "options are read, completed and written back unchanged",
    "legal": "legal moves are tokens of the game, listed once each, and can be played",
    "again": "a game answers alike in every other process",
    "refusal": "an illegal move is refused with a reason and changes nothing",
    "watching": "a match ends in the same position whether it is watched or not",
    "folding": "the steps of a move turn each viewer's table into the next one",
    "hiding": "no table and no step shows a viewer a card that only others may see",
    "copy": "a copy is independent of its original",
    "digest": "a digest is 16 hex digits, and only positions that are equal, points too, share one",
    "situation": "a seat's situation depends only on what the seat may see",
    "marks": "round and turn numbers go up, and none is repeated",
    "layout": "every zone, fact, phase, face, event and highlight in use is declared and named",
    "words": "every text exists in English and in Japanese, and no function raises",
    "result": "scores, winners, counts and the numbers of headlines fit together",
    "player": "greedy chooses legal moves",
    "redeal": "a redeal changes nothing that the seat sees, and the match can go on from it",
    "ending": "matches come to an end",
}

#: Matches with each option set: one at random, one by `greedy`.
MATCHES = 2
#: A match is tried up to this ply. The expensive laws are tried at every ply up to the first
#: number, then at every 13th one.
MOST_PLIES = 600
_EARLY = 6
_EVERY = 13
#: The most legal moves of a seat that are described and played on copies at each ply.
_TRIED = 8
#: Words that are not moves of any game, and some that may be.
_STRANGE = ("", "é", "zz99", "1", "d", "/", "a1", "-", "=")

_SEAT = re.compile(r"\{(\d+)\}")
#: A sentence that is the same in both languages is not translated; one word may be a name.
_SENTENCE = re.compile(r"[A-Za-z]{2,} [A-Za-z]")
_DIGEST = re.compile(r"[0-9a-f]{16}")
#: The marks of a position, each with a ; after it.
_MARKS = re.compile(r"(?:#([0-9]+);)?(?:([0-9]+)\.;)?")
T = TypeVar("T")
#: Demands of a check: whether each holds; if not, LAW/FUNCTION are the law and the function that
#: breaks it, and the text says how.
_Demands = Iterator[tuple[object, str, str]]


class Fault(Struct, frozen=True):
    """A broken law: its name in LAWS, the function of the game that breaks it, how, and in which
    match and at which ply (`where`).
    """

    law: str
    function: str
    what: str
    where: str


class Proof(Struct):
    """What was tried: how many `matches` were played, how many of them have `ended`, and how many
    `plies` there were; the first fault of each law in each function; and all `answers` of the
    game, each as `PLACE<tab>FUNCTION<tab>DIGEST`, to be compared between processes.

    `digests` has what each position looked like: its table's options and digest -> a digest of
    what ALL sees. `backs` says of each viewer who saw cards in another seat's hand whether one of
    them was a back.
    """

    matches: int = 0
    ended: int = 0
    plies: int = 0
    faults: list[Fault] = []
    answers: list[str] = []
    digests: dict[str, str] = {}
    backs: dict[int, bool] = {}

    @property
    def broken(self) -> list[str]:
        """The names of the laws that were broken, in the order of LAWS; [] if all hold."""
        return [law for law in LAWS if any(fault.law == law for fault in self.faults)]

    def add(self, fault: Fault) -> None:
        """Add a fault, unless one of the same law and function is there already."""
        if all((one.law, one.function) != (fault.law, fault.function) for one in self.faults):
            self.faults.append(fault)


def prove(game: Game, matches: int = MATCHES) -> Proof:
    """Play `matches` matches of each option set, of every rules revision, and check the laws. The
    first option set is played with the smallest, a middle and the largest number of seats, each
    other one with one of these three in turn. Never raises for a faulty game. The same game gives
    the same faults.

    >>> from kifu.replay.registry import game
    >>> prove(game("mutsugo"), matches=1).broken
    []
    """
    proof = Proof()
    for revision in (*game.earlier, game):
        for at, given in enumerate(revision.option_sets):
            allowed = revision.seats(revision.read_options(given))
            # The middle one is a third of the way up.
            counts = [allowed[0], allowed[len(allowed) // 3], allowed[-1]]
            for seats in dict.fromkeys(counts if at == 0 else [counts[at % 3]]):
                for number in range(matches + 1):
                    _ProvedMatch(revision, given, seats, number, proof).run()
    if not all(proof.backs.values()):
        wrong = "all cards of other seats' hands are seen in every match; put cards that everybody "
        wrong += "may see into a zone of the kind pool or row"
        proof.add(Fault("hiding", "view", wrong, "every match"))
    if not proof.faults and not proof.ended:
        proof.add(Fault("ending", "is_over", "no match ends", "every match"))
    return proof


class _Ended(Exception):
    """A match can't be tried any further."""


class _ProvedMatch:
    """Match `number` of a game with these options and seats; `run` plays it. In matches with an odd
    number everybody plays as the game's `greedy` does, otherwise by lot. In match 0 no outcome of
    chance is known, so it waits for its deal, if it has one.

    Each check yields demands. One that does not hold becomes a fault of `proof`; if a function of
    the game raises, that is a fault, too, and the match ends.
    """

    def __init__(
        self, game: Game, given: dict[str, str], seats: int, number: int, proof: Proof
    ) -> None:
        said = " ".join(f"{name}={value}" for name, value in given.items()) or "no options"
        self.game, self.given, self.seats, self.number = game, given, seats, number
        self.proof = proof
        self.at_table = f"{said}, {seats} seats"
        self.where = self.about = f"{self.at_table}, match {number}"
        self.every_seat = range(1, seats + 1)
        self.plies = 0
        #: The last number of a round mark and of a turn mark.
        self.round = self.turn = 0

    def run(self) -> None:
        """Play a whole match, up to MOST_PLIES, and check it at each ply. Faults and answers go to
        `proof`, which also counts the moves and, if there are any, the match.
        """
        with suppress(_Ended):
            self._try(self._begin())
            while self.state.missing is None and not self.state.is_over and self.plies < MOST_PLIES:
                self._try(self._look())
                self._try(self._move())
            self._try(self._look())
            self.proof.ended += self.state.is_over
        self.proof.matches += self.plies > 0
        self.proof.plies += self.plies

    def _try(self, demands: _Demands) -> None:
        """Add a fault at the present place for each demand that does not hold."""
        for holds, broken, what in demands:
            if not holds:
                law, function = broken.split("/")
                self.proof.add(Fault(law, function, what, self.where))

    def _ask(
        self, function: str, do: Callable[..., T], *given: Any,
        but: type[Exception] | tuple[()] = (),
    ) -> T:  # fmt: skip
        """The result of `do(*given)`, a call of the game's function called `function`. Its digest
        is added to the answers, unless it is a position. If the call raises, that is added as a
        fault of the law "words", and _Ended is raised; an error of the type `but` is raised
        unchanged.
        """
        try:
            found = do(*given)
            if not callable(getattr(found, "play", None)):  # a position says nothing by itself
                self.proof.answers.append(f"{self.where}\t{function}\t{digest_of(found)}")
            return found
        except but:
            raise
        except Exception as error:
            at = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{function} raises {type(error).__name__}: {error} "
            what += f"({os.path.basename(at.filename)}:{at.lineno} in {at.name})"
            self.proof.add(Fault("words", function, what, self.where))
            raise _Ended from error

    # Once for a table.

    def _begin(self) -> _Demands:
        """Set up the match: its options, its state, and a table for each viewer. Checks the options
        and, in match 0, what the layout declares.
        """
        game, seats = self.game, self.seats
        seed = derived_seed(f"prove {self.about}") if self.number else None

        def read(given: Mapping[str, str]) -> Any:
            return game.settle(game.read_options(given), seats)

        self.options = self._ask("options", read, self.given)
        written = game.write_options(self.options, seats)
        wrong = f"{self.options} are written as {written}, but read back otherwise"
        yield read(written) == self.options, "options/options", wrong
        self.layout = self._ask("layout", game.layout, self.options, seats)
        if self.number == 0:
            yield from self._declared()
        self.order = {token: place for place, token in enumerate(self.layout.faces)}
        self.state = self._ask("start", game.start, self.options, seats, Chance(seed))
        viewers = [PUBLIC, *self.every_seat, ALL]
        self.tables = {v: self._ask("view", self.state.view, v) for v in viewers}
        self.memories = first_memories(game, self.state, self.options, seats)
        player = game.greedy if self.number % 2 else random_player(game, f"prove {self.about}")
        self.players = [player] * seats

    def _declared(self) -> _Demands:
        """Demand that highlights are events, that colours are known, and that everything that the
        game and its layout declare has words.
        """
        archive, layout = self.game.archive, self.layout
        wrong = f"{archive.highlights} are not all events of the game"
        yield {*archive.highlights} <= {*archive.events}, "layout/highlights", wrong
        odd = [token for token, face in layout.faces.items() if face.colour not in range(7)]
        yield not odd, "layout/layout", f"the colours of {odd} should be numbers from 0 to 6"
        for named in (
            {self.game.name: self.game.title},
            archive.events,
            {zone.name: zone.title for zone in layout.zones},
            layout.seat_facts,
            layout.table_facts,
            layout.phases,
            {token: face.name for token, face in layout.faces.items()},
            *layout.values.values(),
        ):
            for name, said in named.items():
                yield from self._words("layout", f"what {name!r} is called", [said])

    def _words(self, function: str, what: str, texts: Iterable[object]) -> _Demands:
        """Demand of `texts`, which `function` gave for `what`, that each is Words in both languages
        and names only seats of the match.
        """
        for words in texts:
            wrong = ""
            if not isinstance(words, Words):
                wrong = "is not Words"
            elif not (words.en.strip() and words.ja.strip()):
                wrong = "lacks a language"
            elif words.en == words.ja and _SENTENCE.search(words.en):
                wrong = f"has the same text in both languages: {words.en!r}"
            elif {*map(int, _SEAT.findall(words.en + words.ja))} - {*self.every_seat}:
                wrong = f"names a seat that is none of the {self.seats}: {words.en!r}"
            yield not wrong, f"words/{function}", f"{what} {wrong}"

    # A position.

    def _look(self) -> _Demands:
        """The laws of the present position; those that take long only at the first plies, at every
        13th one, and at the end. From here on faults are noted `where` the match now is.
        """
        self.where = f"{self.about}, ply {self.plies}"
        yield from self._table()
        yield from self._digest()
        if self.plies <= _EARLY or not self.plies % _EVERY or self.state.is_over:
            for law in (self._moves, self._result, self._redeal):
                yield from law()

    def _table(self) -> _Demands:
        """Demand that tables and layout have the same zones, that tables have every fact that the
        layout shows, and that every phase and card has words or a face. Notes in `proof` who sees
        cards in other seats' hands, and who sees backs, for `prove` to judge.
        """
        layout, seen = self.layout, self.tables[ALL]
        zones = {zone.name for zone in layout.zones}
        facts = {f"{name}/{seat}" for name in layout.seat_facts for seat in self.every_seat}
        due = {"phase", "to_move", *layout.table_facts, *facts, *zones}
        lacking = sorted(due - {*seen.facts, *seen.zones})
        yield not lacking, "layout/view", f"the facts or zones {lacking} are missing in view"
        used = {str(seen.facts.get("phase", "")), *filter(seen.zones.get, seen.zones)}
        used = used.union(*(table.cards for table in self.tables.values()))
        nameless = sorted(used - {"", UNKNOWN, *zones, *layout.phases, *layout.faces})
        yield not nameless, "layout/layout", f"the layout has no zone, words or Face for {nameless}"
        backs = self.proof.backs
        for viewer in (PUBLIC, *self.every_seat):
            for zone in layout.zones:
                if zone.kind == "hand" and zone.seat not in (0, viewer):
                    for card in self.tables[viewer].zones.get(zone.name, []):
                        backs[viewer] = backs.get(viewer, False) or card[-1:] == UNKNOWN

    def _digest(self) -> _Demands:
        """Demand that a digest has 16 hex digits, and that in all matches with these options and
        seats no two positions that look different have the same one.
        """
        found = self._ask("digest", self.state.digest)
        is_digest = _DIGEST.fullmatch(str(found))
        yield is_digest, "digest/digest", f"{found!r} is not 16 hex digits"
        looks = digest_of(self.state.view(ALL))
        is_one = self.proof.digests.setdefault(f"{self.at_table} {found}", looks) == looks
        yield is_one, "digest/digest", "two positions that look different have the same digest"

    def _moves(self) -> _Demands:
        """Demand that `to_move`, `next_seat` and `legal_moves` agree, that nobody may move while
        an outcome is missing, that moves are listed once, and that a combination gives just them.
        At most _TRIED legal moves of each seat are described and played on copies; then illegal
        ones are tried.
        """
        state, place = self.state, self.where
        acting = self._ask("to_move", state.to_move)
        legal = {
            seat: self._ask("legal_moves", state.legal_moves, seat) for seat in self.every_seat
        }
        able = [seat for seat, moves in legal.items() if moves]
        agree = self._ascend(acting) and {*able} <= {*acting}
        first = able[:1] if state.at_once else able
        wrong = f"to_move has {acting}, next_seat is {state.next_seat}, seats with moves are {able}"
        yield agree and state.next_seat in (0, *first), "legal/legal_moves", wrong
        waits = state.missing is not None
        wrong = f"{state.missing} has no outcome yet, but somebody may move"
        yield not (waits and (acting or able)), "start/to_move", wrong
        goes_on = acting or state.is_over or waits
        yield goes_on, "legal/to_move", "nobody may act, but the game is not over"
        for seat in acting:
            moves = legal[seat]
            wrong = f"a move of seat {seat} is listed twice"
            yield len({*moves}) == len(moves), "legal/legal_moves", wrong
            choice = self._ask("combination", self.game.offers.combination, state, seat)
            is_all = choice is None or choice.tokens() == moves
            yield is_all, "legal/combination", f"these are not the legal moves of seat {seat}"
            for move in _some(moves):
                self.where = f"{place}, move {seat}:{move}"
                yield from self._legal_move(move, seat)
            self.where = place
        yield from self._refusals(legal)

    def _legal_move(self, move: str, seat: int) -> _Demands:
        """Demand that a legal move matches the token pattern, has a class of the game or none, has
        a sentence, and can be played on a copy, while the position itself stays as it is.
        """
        game, state = self.game, self.state
        fits = game.token.fullmatch(move) and TOKEN.fullmatch(move)
        wrong = f"the pattern does not match the move {move}, or the notation can't hold it"
        yield fits, "legal/token", wrong
        kind = self._ask("move_class", game.archive.move_class, state, move, seat)
        named = kind in ("", *game.archive.classes)
        yield named, "layout/move_class", f"{kind!r} is not one of the game's classes"
        for token in filter(None, (move, self._ask("veil", game.words.veil, state, move, seat))):
            words = self._ask("describe", state.describe, token, seat)
            yield from self._words("describe", f"describe of {token}", [words])
        before, copy = _position(state), self._ask("copy", state.copy)
        self._ask("play", copy.play, move, seat)
        is_same = _position(state) == before
        yield is_same, "copy/copy", "the position changes when its copy is played on"

    def _refusals(self, legal: Mapping[int, list[str]]) -> _Demands:
        """Demand that illegal moves are refused with a reason in both languages and leave the state
        unchanged. Tried for each seat, and without one: odd words, and moves of the next seat.
        `legal` are the legal moves by seat.
        """
        state, place, before = self.state, self.where, _position(self.state)
        for seat in (0, *self.every_seat):
            for move in (*_STRANGE, *_some(legal[seat % self.seats + 1])):
                if move in legal.get(seat or self.game.seat_of(state, move), []):
                    continue
                self.where, copy = f"{place}, move {seat}:{move}", state.copy()
                try:
                    self._ask("play", copy.play, move, seat, but=IllegalMove)
                    yield False, "refusal/play", f"play accepts {move!r}, which is not legal"
                except IllegalMove as error:
                    said = error.reason.en.strip() and error.reason.ja.strip()
                    yield said, "words/play", f"{move!r} is refused without a reason"
                    is_same = _position(copy) == before
                    yield is_same, "refusal/play", f"{move!r} is refused, but changes the state"
        self.where = place

    def _result(self) -> _Demands:
        """Demand that scores, winners, and counts of rounds and turns fit together."""
        state = self.state
        scores = self._ask("scores", state.scores)
        winners = self._ask("winners", state.winners)
        counts = self._ask("facts", state.facts)
        wrong = f"{scores} should be {self.seats} numbers"
        yield len(scores) == self.seats, "result/scores", wrong
        begins = self.round and any(mark.startswith("#") for mark in state.marks())
        over = max(1, self.round) - (not state.is_over and not begins)
        counted = counts.get("rounds") == over and "turns" in counts
        wrong = f"facts counts {counts}; turns are expected, and {over} rounds by the round marks"
        yield counted, "result/facts", wrong
        fits = self._ascend(winners) and bool(winners) == state.is_over
        wrong = f"{winners} should be seats in ascending order, and nobody before the end"
        yield fits, "result/winners", wrong

    def _ascend(self, seats: Sequence[int]) -> bool:
        """Whether these are seats of the match in ascending order, each once at most."""
        return sorted({*seats} & {*self.every_seat}) == list(seats)

    def _redeal(self) -> _Demands:
        """Demand that the situation of one seat, another one at each ply, is one line of text, and
        that a copy dealt again by the game (`Analysing.redeal`) looks the same to that seat. Where
        moves are made at once, only that it can be dealt again, since that takes back others'
        choices. Without a redeal, and after the end, only the text is checked.
        """
        again, state = self.game.analysis.redeal, self.state
        seat = 1 + self.plies % self.seats
        faced = self._ask("situation", state.situation, seat)
        is_line = isinstance(faced, str) and "\n" not in faced
        yield is_line, "situation/situation", f"{faced!r} should be a text of one line"
        if again is None or not state.to_move():
            return
        given = state, seat, self.memories[seat].copy(), Lots(self.where)
        with suppress(CannotDeal):
            other = self._ask("redeal", again, *given, but=CannotDeal)
            if state.at_once:
                return
            offered = self.game.offers.visible
            views = [(one.view(seat), offered(one, seat)) for one in (state, other)]
            wrong = f"after a redeal, seat {seat} has another table, or is offered other moves"
            yield views[0] == views[1], "redeal/redeal", wrong
            wrong = f"the situation of seat {seat} depends on cards that it can't see"
            yield other.situation(seat) == faced, "situation/situation", wrong

    # A move.

    def _move(self) -> _Demands:
        """Play one move, and check it, its steps and its words; tables and memories are kept up to
        date. Raises _Ended, with a demand that does not hold, if the player's move is not legal.
        """
        game, state = self.game, self.state
        seat, move = self._ask("greedy", next_move, state, self.players)
        legal = move in state.legal_moves(seat)
        yield legal, "player/greedy", f"chooses {move!r} for seat {seat}, which is not legal"
        if not legal:
            raise _Ended
        yield from self._marks(move)
        barred = [*self._ask("barred", game.analysis.barred, state, move, seat)]
        steps: list[Step] = []
        bare, facts = state.copy(), self._facts()
        self._ask("play", bare.play, move, seat)
        self._ask("play", state.play, move, seat, steps.append)
        self.plies += 1
        self.where = f"{self.about}, ply {self.plies} ({seat}:{move})"
        is_same = state.digest() == bare.digest()
        wrong = "a move that is watched leads to another position than one that is not"
        yield is_same, "watching/play", wrong
        for viewer in self.tables:
            yield from self._seen(steps, viewer)
        for memory in self.memories:
            memory.bar(barred)
            for step in steps:
                memory.see(step)
        said = self._ask("consequences", game.words.consequences, state, move, steps)
        yield from self._words("consequences", f"consequences of {move}", said)
        headline = self._ask("headline", game.words.headline, state, move, steps)
        if headline is not None:
            yield from self._words("headline", f"headline of {move}", [headline])
            yield from self._told(headline.en, facts)

    def _facts(self) -> dict[str, Fact]:
        """All facts of the present position; `/2` is the score of seat 2."""
        scores = {f"/{seat}": score for seat, score in enumerate(self.state.scores(), 1)}
        return self.tables[ALL].facts | scores

    def _told(self, headline: str, before: Mapping[str, Fact]) -> _Demands:
        """If exactly one seat's score changed, and the headline names that seat with a number of a
        seat fact ("12 heads"), demand that the number is the seat's score or fact, or its change.
        `before` are the facts before the move. Otherwise nothing is demanded.
        """
        after, named = self._facts(), self.layout.seat_facts
        units = "|".join(re.escape(words.en.lower().rstrip("s")) for words in named.values())
        found = re.findall(f"([0-9]+) (?:{units})", headline.lower()) if units else []
        changed = [seat for seat in self.every_seat if before[f"/{seat}"] != after[f"/{seat}"]]
        if not found or len(changed) != 1 or f"{{{changed[0]}}}" not in headline:
            return
        right = set[int]()
        for name in ("", *named):
            old, new = (facts[f"{name}/{changed[0]}"] for facts in (before, after))
            if isinstance(old, int) and isinstance(new, int):
                right |= {abs(new), abs(new - old)}
        wrong = f"the score of seat {changed[0]} changed by another number: {headline!r}"
        yield right.intersection(map(int, found)), "result/headline", wrong

    def _marks(self, move: str) -> _Demands:
        """Demand that the marks due are a round mark, a turn mark or both, and that their numbers
        go up. Unless `move` still belongs to the turn before, they count as written: `round` and
        `turn` are then these numbers.
        """
        due = self._ask("marks", self.state.marks)
        found = _MARKS.fullmatch("".join(f"{mark};" for mark in due))
        yield found, "marks/marks", f"{list(due)} should be marks: #R, then T."
        if not found or not due or self._ask("late", self.game.turns.late, self.state, move):
            return
        begun, turn = (int(number or 0) for number in found.groups())
        goes_up = begun > self.round if begun else turn > self.turn
        yield goes_up, "marks/marks", f"{' '.join(due)} comes again"
        self.round, self.turn = begun or self.round, turn

    def _seen(self, steps: Sequence[Step], viewer: int) -> _Demands:
        """Demand that the steps turn the table of `viewer` into its view, and show it no card that
        it could not know: one that is neither on its table before or after them, nor shown to the
        public, nor comes into a zone of its own. Afterwards that table is the view.
        """
        table, view = self.tables[viewer], self.state.view(viewer)
        whose = {PUBLIC: "the public", ALL: "everyone"}.get(viewer, f"seat {viewer}")
        seen = [as_seen(step, viewer) for step in steps]
        own = {zone.name for zone in self.layout.zones if zone.seat == viewer != PUBLIC}
        held = {motion.enters for step in seen for motion in step.motions if motion.dst in own}
        known = held | _faces(table, view, *(as_seen(step, PUBLIC) for step in steps))
        leaked = sorted(_faces(*seen) - known)
        wrong = f"a step shows {leaked} to {whose}, whose tables do not have them"
        yield not leaked or viewer == ALL, "hiding/play", wrong
        for step in seen:
            try:
                fold(table, step, self.order)
            except (KeyError, ValueError, IndexError) as error:
                wrong = f"the table of {whose} has no place or card for {step.kind!r}: {error}"
                yield False, "folding/play", wrong
                break
        has, due = table.zones | table.facts, view.zones | view.facts
        differ = [
            f"{name}={has.get(name)}, but view has {due.get(name)}"
            for name in due | has
            if has.get(name) != due.get(name)
        ]
        wrong = f"after the steps, the table of {whose} has {differ[:1]}"
        yield not differ, "folding/play", wrong
        self.tables[viewer] = view


def _some(legal: Sequence[str]) -> Sequence[str]:
    """At most _TRIED of the legal moves, in their order, spread over the list; [] of none."""
    return legal[:: max(1, len(legal) // _TRIED)][:_TRIED]


def _position(state: State) -> object:
    """All that is compared where positions should be the same: the digest, the table as ALL sees
    it, and the marks.
    """
    return state.digest(), state.view(ALL), state.marks()


def _faces(*seen: Table | SeenStep) -> set[str]:
    """The tokens of the cards that tables or steps show face up, without the backs."""
    cards = set[str]().union(*(each.cards for each in seen))
    return {card for card in cards if card[-1:] != UNKNOWN} - {EVERY}


# Another process.


def differences(name: str, answers: list[str]) -> list[Fault]:
    """A list of at most one fault of the law "again": the first of `answers` (see `Proof`), those
    of the game called `name`, that a new process with another hash seed gives differently, or that
    only one of the two gives. [] if all agree. Plays all matches again. That hash seed stays in the
    environment of this process, for processes that it starts later.
    """
    os.environ["PYTHONHASHSEED"] = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        others = pool.submit(_answers, name).result()
    for one, found in zip_longest(answers, others, fillvalue=""):
        if one != found:
            where, function, *_ = (one or found).split("\t")
            what = f"{function} has another answer in another process, as where it comes from a set"
            return [Fault("again", function, what, where)]
    return []


def _answers(name: str) -> list[str]:
    """The answers of the game called `name` (see `Proof`)."""
    return prove(registered(name)).answers
