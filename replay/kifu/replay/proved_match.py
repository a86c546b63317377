"""One match that is proved: what its functions answer, and which laws they break.

`ask` calls a function of the game, `judge` notes which demands of a law do not hold, and a `Proof`
holds what was found in all matches. The laws themselves are in `proof`.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from kifu.notation.words import Words
from kifu.replay.analysis.decisions import first_memories
from kifu.replay.authoring import digest_of
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import Game
from kifu.replay.players.new_match import random_player
from kifu.replay.table import ALL, PUBLIC

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

_SEAT = re.compile(r"\{(\d+)\}")
#: A sentence that is the same in both languages is not translated; one word may be a name.
_SENTENCE = re.compile(r"[A-Za-z]{2,} [A-Za-z]")
T = TypeVar("T")
#: Demands of a check: whether each holds; if not, LAW/FUNCTION are the law and the function that
#: breaks it, and the text says how.
Demands = Iterator[tuple[object, str, str]]


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


class Ended(Exception):
    """A match can't be tried any further."""


class ProvedMatch:
    """Match `number` of a game with these options and seats. In matches with an odd number
    everybody plays as the game's `greedy` does, otherwise by lot. In match 0 no outcome of chance
    is known, so it waits for its deal, if it has one.

    `begin` sets up `options`, `layout`, `order` (token -> its place in canonical order), `state`,
    each viewer's table in `tables` and memory in `memories`, and the `players`.
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

    def judge(self, demands: Demands) -> None:
        """Add a fault at the present place (`where`) for each demand that does not hold. Iterates
        `demands` to the end, so it raises what they raise: Ended if the match can't be tried any
        further. Faults found before that stay.
        """
        for holds, broken, what in demands:
            if not holds:
                law, function = broken.split("/")
                self.proof.add(Fault(law, function, what, self.where))

    def ask(
        self, function: str, do: Callable[..., T], *given: Any,
        but: type[Exception] | tuple[()] = (),
    ) -> T:  # fmt: skip
        """The result of `do(*given)`, a call of the game's function called `function`. Its digest
        is added to the answers, unless it is a position. If the call raises, that is added as a
        fault of the law "words", and Ended is raised; an error of the type `but` is raised
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
            raise Ended from error

    def begin(self) -> Demands:
        """Set up the match (see the class), and yield demands (see `Demands`): that its options are
        read back as they are written and, in match 0, those of `_declared`. Nothing is set up
        before the first demand is asked for, and all only if all demands are. Raises Ended if a
        function of the game that is asked (see `ask`) raises; what others raise comes through.
        """
        game, seats = self.game, self.seats
        seed = derived_seed(f"prove {self.about}") if self.number else None

        def read(given: Mapping[str, str]) -> Any:
            return game.settle(game.read_options(given), seats)

        self.options = self.ask("options", read, self.given)
        written = game.write_options(self.options, seats)
        wrong = f"{self.options} are written as {written}, but read back otherwise"
        yield read(written) == self.options, "options/options", wrong
        self.layout = self.ask("layout", game.layout, self.options, seats)
        if self.number == 0:
            yield from self._declared()
        self.order = {token: place for place, token in enumerate(self.layout.faces)}
        self.state = self.ask("start", game.start, self.options, seats, Chance(seed))
        viewers = [PUBLIC, *self.every_seat, ALL]
        self.tables = {v: self.ask("view", self.state.view, v) for v in viewers}
        self.memories = first_memories(game, self.state, self.options, seats)
        player = game.greedy if self.number % 2 else random_player(game, f"prove {self.about}")
        self.players = [player] * seats

    def _declared(self) -> Demands:
        """Yield demands (see `Demands`): that highlights are events, that colours are known, and
        that everything that the game and its layout declare has words.
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
                yield from self.words("layout", f"what {name!r} is called", [said])

    def words(self, function: str, what: str, texts: Iterable[object]) -> Demands:
        """Yield a demand (see `Demands`) for each of `texts`, which `function` gave for `what`;
        none for no texts. It holds if the text is Words, is not blank in either language, and names
        only seats of the match (as `{2}`). A text of several words must also differ in the two
        languages; a single word may be a name.
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
