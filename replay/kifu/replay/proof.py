"""Proof: many matches of a game are played, and the laws that a game keeps are tried at every ply.

`prove` is the way in, and `differences` asks another process. Each law is a function of a match
(see `proved_match`, which also has their list) that yields what it demands.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from itertools import zip_longest
from multiprocessing import get_context

from kifu.replay.analysis.dealing import CannotDeal
from kifu.replay.authoring import digest_of
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.lots import Lots
from kifu.replay.players.asking import next_move
from kifu.replay.proved_match import Demands, Ended, Fault, Proof, ProvedMatch
from kifu.replay.registry import TOKEN
from kifu.replay.registry import game as registered
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

_DIGEST = re.compile(r"[0-9a-f]{16}")
#: The marks of a position, each with a ; after it.
_MARKS = re.compile(r"(?:#([0-9]+);)?(?:([0-9]+)\.;)?")


def prove(game: Game, matches: int = MATCHES) -> Proof:
    """Play many matches of a game, of every rules revision, and check the laws. With each option
    set and number of seats that is tried, there are `matches` matches (from 1), and one more in
    which no outcome of chance is known. The first option set is tried with the smallest, a middle
    and the largest number of seats, each other one with one of these three in turn. The same game
    gives the same faults; nothing is printed or written. If no match ends, and there is no other
    fault, that is a fault of the law "ending".

    What a function of the game raises becomes a fault of the law "words", and ends its match. Only
    where the game is not asked by `ProvedMatch.ask` does it come through: from `seats`,
    `read_options` and `turns.actor`, say. `registry.vet` finds some of these games before.

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
                    _run(ProvedMatch(revision, given, seats, number, proof))
    if not all(proof.backs.values()):
        wrong = "all cards of other seats' hands are seen in every match; put cards that everybody "
        wrong += "may see into a zone of the kind pool or row"
        proof.add(Fault("hiding", "view", wrong, "every match"))
    if not proof.faults and not proof.ended:
        proof.add(Fault("ending", "is_over", "no match ends", "every match"))
    return proof


def _run(match: ProvedMatch) -> None:
    """Play a whole match, up to MOST_PLIES, and check it at each ply. Faults and answers go to its
    `proof`, which also counts the moves, the match if it has any, and whether it has ended. A match
    that can't be tried any further (Ended) stops there; nothing is raised for it.
    """
    with suppress(Ended):
        match.judge(match.begin())
        while match.state.missing is None and not match.state.is_over and match.plies < MOST_PLIES:
            match.judge(_look(match))
            match.judge(_move(match))
        match.judge(_look(match))
        match.proof.ended += match.state.is_over
    match.proof.matches += match.plies > 0
    match.proof.plies += match.plies


# A position.


def _look(match: ProvedMatch) -> Demands:
    """Yield the demands (see `proved_match.Demands`) of the laws of the present position; those
    that take long only at the first plies, at every 13th one, and at the end. From here on faults
    are noted `where` the match now is. Raises Ended if a function of the game fails.
    """
    match.where = f"{match.about}, ply {match.plies}"
    yield from _table(match)
    yield from _digest(match)
    if match.plies <= _EARLY or not match.plies % _EVERY or match.state.is_over:
        for law in (_moves, _result, _redeal):
            yield from law(match)


def _table(match: ProvedMatch) -> Demands:
    """Yield demands (see `proved_match.Demands`): that the table of ALL has every zone and fact of
    the layout, the phase and the seats to move; that each of its zones with cards is one of the
    layout; and that its phase and the cards of all viewers have words or a face. Raises nothing.
    Notes in `proof`, for `prove` to judge, each viewer who sees cards in another seat's hand, and
    whether one of them was a back.
    """
    layout, seen = match.layout, match.tables[ALL]
    zones = {zone.name for zone in layout.zones}
    facts = {f"{name}/{seat}" for name in layout.seat_facts for seat in match.every_seat}
    due = {"phase", "to_move", *layout.table_facts, *facts, *zones}
    lacking = sorted(due - {*seen.facts, *seen.zones})
    yield not lacking, "layout/view", f"the facts or zones {lacking} are missing in view"
    used = {str(seen.facts.get("phase", "")), *filter(seen.zones.get, seen.zones)}
    used = used.union(*(table.cards for table in match.tables.values()))
    nameless = sorted(used - {"", UNKNOWN, *zones, *layout.phases, *layout.faces})
    yield not nameless, "layout/layout", f"the layout has no zone, words or Face for {nameless}"
    backs = match.proof.backs
    for viewer in (PUBLIC, *match.every_seat):
        for zone in layout.zones:
            if zone.kind == "hand" and zone.seat not in (0, viewer):
                for card in match.tables[viewer].zones.get(zone.name, []):
                    backs[viewer] = backs.get(viewer, False) or card[-1:] == UNKNOWN


def _digest(match: ProvedMatch) -> Demands:
    """Yield demands (see `proved_match.Demands`): that a digest has 16 hex digits, and that in all
    matches with these options and seats no two positions that look different have the same one.
    Digests are kept in `proof` for that. Raises Ended if `digest` fails.
    """
    found = match.ask("digest", match.state.digest)
    is_digest = _DIGEST.fullmatch(str(found))
    yield is_digest, "digest/digest", f"{found!r} is not 16 hex digits"
    looks = digest_of(match.state.view(ALL))
    at = f"{match.game.rules} {match.at_table} {found}"
    is_one = match.proof.digests.setdefault(at, looks) == looks
    yield is_one, "digest/digest", "two positions that look different have the same digest"


def _moves(match: ProvedMatch) -> Demands:
    """Yield demands (see `proved_match.Demands`): that `to_move`, `next_seat` and `legal_moves`
    agree; that nobody may move while an outcome is missing, and somebody before the end otherwise;
    that moves are listed once; and that a combination gives just them. At most _TRIED legal moves
    of each seat are described and played on copies; then illegal ones are tried. The position and
    `where` are afterwards as they were. Raises Ended if a function of the game that is asked (see
    `ProvedMatch.ask`) fails; what others raise comes through.
    """
    state, place = match.state, match.where
    acting = match.ask("to_move", state.to_move)
    legal = {seat: match.ask("legal_moves", state.legal_moves, seat) for seat in match.every_seat}
    able = [seat for seat, moves in legal.items() if moves]
    agree = _ascend(match, acting) and {*able} <= {*acting}
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
        choice = match.ask("combination", match.game.offers.combination, state, seat)
        is_all = choice is None or choice.tokens() == moves
        yield is_all, "legal/combination", f"these are not the legal moves of seat {seat}"
        for move in _some(moves):
            match.where = f"{place}, move {seat}:{move}"
            yield from _legal_move(match, move, seat)
        match.where = place
    yield from _refusals(match, legal)


def _legal_move(match: ProvedMatch, move: str, seat: int) -> Demands:
    """Yield demands (see `proved_match.Demands`): that a legal move matches the token pattern, has
    a class of the game or none, has a sentence, and can be played on a copy, while the position
    itself stays as it is. Raises Ended if a function of the game fails.
    """
    game, state = match.game, match.state
    fits = game.token.fullmatch(move) and TOKEN.fullmatch(move)
    wrong = f"the pattern does not match the move {move}, or the notation can't hold it"
    yield fits, "legal/token", wrong
    kind = match.ask("move_class", game.archive.move_class, state, move, seat)
    named = kind in ("", *game.archive.classes)
    yield named, "layout/move_class", f"{kind!r} is not one of the game's classes"
    for token in filter(None, (move, match.ask("veil", game.words.veil, state, move, seat))):
        words = match.ask("describe", state.describe, token, seat)
        yield from match.words("describe", f"describe of {token}", [words])
    before, copy = _position(state), match.ask("copy", state.copy)
    match.ask("play", copy.play, move, seat)
    is_same = _position(state) == before
    yield is_same, "copy/copy", "the position changes when its copy is played on"


def _refusals(match: ProvedMatch, legal: Mapping[int, list[str]]) -> Demands:
    """Yield demands (see `proved_match.Demands`): that illegal moves are refused with a reason in
    both languages and leave the state unchanged. Tried on copies, for each seat and without one:
    odd words, and legal moves of the next seat. `legal` are the legal moves by seat. Raises Ended
    if `play` raises anything but IllegalMove.
    """
    state, place, before = match.state, match.where, _position(match.state)
    for seat in (0, *match.every_seat):
        for move in (*_STRANGE, *_some(legal[seat % match.seats + 1])):
            if move in legal.get(seat or match.game.seat_of(state, move), []):
                continue
            match.where, copy = f"{place}, move {seat}:{move}", state.copy()
            try:
                match.ask("play", copy.play, move, seat, but=IllegalMove)
                yield False, "refusal/play", f"play accepts {move!r}, which is not legal"
            except IllegalMove as error:
                said = error.reason.en.strip() and error.reason.ja.strip()
                yield said, "words/play", f"{move!r} is refused without a reason"
                is_same = _position(copy) == before
                yield is_same, "refusal/play", f"{move!r} is refused, but changes the state"
    match.where = place


def _result(match: ProvedMatch) -> Demands:
    """Yield demands (see `proved_match.Demands`): that there is a score for each seat; that `facts`
    counts turns, and as many rounds as the round marks say are over; and that the winners are seats
    in ascending order: none before the end, at least one after it. Raises Ended if one of the
    game's functions fails.
    """
    state = match.state
    scores = match.ask("scores", state.scores)
    winners = match.ask("winners", state.winners)
    counts = match.ask("facts", state.facts)
    wrong = f"{scores} should be {match.seats} numbers"
    yield len(scores) == match.seats, "result/scores", wrong
    begins = match.round and any(mark.startswith("#") for mark in state.marks())
    over = max(1, match.round) - (not state.is_over and not begins)
    counted = counts.get("rounds") == over and "turns" in counts
    wrong = f"facts counts {counts}; turns are expected, and {over} rounds by the round marks"
    yield counted, "result/facts", wrong
    fits = _ascend(match, winners) and bool(winners) == state.is_over
    wrong = f"{winners} should be seats in ascending order, and nobody before the end"
    yield fits, "result/winners", wrong


def _ascend(match: ProvedMatch, seats: Sequence[int]) -> bool:
    """Whether these are seats of the match in ascending order, each once at most."""
    return sorted({*seats} & {*match.every_seat}) == list(seats)


def _redeal(match: ProvedMatch) -> Demands:
    """Yield demands (see `proved_match.Demands`): that the situation of one seat is one line of
    text, and that a copy dealt again by the game (`Analysing.redeal`) has the same table, moves
    offered and situation for that seat. The seat is another one at each ply. Where moves are made
    at once, it is only tried whether the copy can be dealt: others' choices are taken back, so it
    may look different. Without a redeal, and where nobody may act, only the text is checked. Raises
    Ended if `situation` or the redeal fails; CannotDeal is no fault.
    """
    again, state = match.game.analysis.redeal, match.state
    seat = 1 + match.plies % match.seats
    faced = match.ask("situation", state.situation, seat)
    is_line = isinstance(faced, str) and "\n" not in faced
    yield is_line, "situation/situation", f"{faced!r} should be a text of one line"
    if again is None or not state.to_move():
        return
    given = state, seat, match.memories[seat].copy(), Lots(match.where)
    with suppress(CannotDeal):
        other = match.ask("redeal", again, *given, but=CannotDeal)
        if state.at_once:
            return
        offered = match.game.offers.visible
        views = [(one.view(seat), offered(one, seat)) for one in (state, other)]
        wrong = f"after a redeal, seat {seat} has another table, or is offered other moves"
        yield views[0] == views[1], "redeal/redeal", wrong
        wrong = f"the situation of seat {seat} depends on cards that it can't see"
        yield other.situation(seat) == faced, "situation/situation", wrong


# A move.


def _move(match: ProvedMatch) -> Demands:
    """Play one move, and yield demands (see `proved_match.Demands`) about it, its steps and its
    words. Somebody must be able to act: otherwise this may never return. The match's state, tables,
    memories, `plies`, `round`, `turn` and `where` are then those after the move. If the player's
    move is not legal, a demand that does not hold is yielded, and asking for the next one raises
    Ended. Raises Ended, too, if a function of the game that is asked (see `ProvedMatch.ask`) fails;
    what others raise comes through.
    """
    game, state = match.game, match.state
    seat, move = match.ask("greedy", next_move, state, match.players)
    legal = move in state.legal_moves(seat)
    yield legal, "player/greedy", f"chooses {move!r} for seat {seat}, which is not legal"
    if not legal:
        raise Ended
    yield from _marks(match, move)
    barred = [*match.ask("barred", game.analysis.barred, state, move, seat)]
    steps: list[Step] = []
    bare, facts = state.copy(), _facts(match)
    match.ask("play", bare.play, move, seat)
    match.ask("play", state.play, move, seat, steps.append)
    match.plies += 1
    match.where = f"{match.about}, ply {match.plies} ({seat}:{move})"
    is_same = state.digest() == bare.digest()
    wrong = "a move that is watched leads to another position than one that is not"
    yield is_same, "watching/play", wrong
    for viewer in match.tables:
        yield from _seen(match, steps, viewer)
    for memory in match.memories:
        memory.bar(barred)
        for step in steps:
            memory.see(step)
    said = match.ask("consequences", game.words.consequences, state, move, steps)
    yield from match.words("consequences", f"consequences of {move}", said)
    headline = match.ask("headline", game.words.headline, state, move, steps)
    if headline is not None:
        yield from match.words("headline", f"headline of {move}", [headline])
        yield from _told(match, headline.en, facts)


def _facts(match: ProvedMatch) -> dict[str, Fact]:
    """A new dict of all facts of the present position as ALL sees it (those of a seat as
    `NAME/SEAT`), with each seat's score by the name `/SEAT`: `/2` is that of seat 2.
    """
    scores = {f"/{seat}": score for seat, score in enumerate(match.state.scores(), 1)}
    return match.tables[ALL].facts | scores


def _told(match: ProvedMatch, headline: str, before: Mapping[str, Fact]) -> Demands:
    """Yield the demand (see `proved_match.Demands`) that the headline of a move has the right
    number. `headline` is its English text, with seats as `{2}`; `before` are the facts before the
    move (see `_facts`), and the match is at the position after it. Only numbers followed by the
    name of a seat fact count ("12 heads"). One of them must be the score or a fact of the seat that
    scored, or the change of one, all without sign.

    Nothing is demanded if there is no such number, the score of no seat or of several seats
    changed, or the headline does not name the seat that scored.
    """
    after, named = _facts(match), match.layout.seat_facts
    units = "|".join(re.escape(words.en.lower().rstrip("s")) for words in named.values())
    found = re.findall(f"([0-9]+) (?:{units})", headline.lower()) if units else []
    changed = [seat for seat in match.every_seat if before.get(f"/{seat}") != after.get(f"/{seat}")]
    if not found or len(changed) != 1 or f"{{{changed[0]}}}" not in headline:
        return
    right = set[int]()
    for name in ("", *named):
        old, new = (facts.get(f"{name}/{changed[0]}") for facts in (before, after))
        if isinstance(old, int) and isinstance(new, int):
            right |= {abs(new), abs(new - old)}
    wrong = f"the score of seat {changed[0]} changed by another number: {headline!r}"
    yield right.intersection(map(int, found)), "result/headline", wrong


def _marks(match: ProvedMatch, move: str) -> Demands:
    """Yield demands (see `proved_match.Demands`): that the marks due are a round mark, a turn mark
    or both in this order, or none; and that the round number, or without one the turn number, is
    higher than the last one. Call it before `move` is played. Unless `move` still belongs to the
    turn before, the marks count as written: the match's `round` and `turn` become their numbers.
    After a turn mark alone `round` stays, after a round mark alone `turn` is 0. Raises Ended if
    `marks` or `late` fails.
    """
    due = match.ask("marks", match.state.marks)
    found = _MARKS.fullmatch("".join(f"{mark};" for mark in due))
    yield found, "marks/marks", f"{list(due)} should be marks: #R, then T."
    if not found or not due or match.ask("late", match.game.turns.late, match.state, move):
        return
    begun, turn = (int(number or 0) for number in found.groups())
    goes_up = begun > match.round if begun else turn > match.turn
    yield goes_up, "marks/marks", f"{' '.join(due)} comes again"
    match.round, match.turn = begun or match.round, turn


def _seen(match: ProvedMatch, steps: Sequence[Step], viewer: int) -> Demands:
    """Yield demands (see `proved_match.Demands`): that the steps turn the table of `viewer` into
    its view, and show it no card that it could not know. It knows a card that is on its table
    before or after the steps, is shown to the public, or comes into a zone of its own; ALL knows
    every card. After the first step that does not fit the table, the rest are not tried. Afterwards
    the match's table of that viewer is the view. What `view` raises comes through.
    """
    table, view = match.tables[viewer], match.state.view(viewer)
    whose = {PUBLIC: "the public", ALL: "everyone"}.get(viewer, f"seat {viewer}")
    seen = [as_seen(step, viewer) for step in steps]
    own = {zone.name for zone in match.layout.zones if zone.seat == viewer != PUBLIC}
    held = {motion.enters for step in seen for motion in step.motions if motion.dst in own}
    known = held | _faces(table, view, *(as_seen(step, PUBLIC) for step in steps))
    leaked = sorted(_faces(*seen) - known)
    wrong = f"a step shows {leaked} to {whose}, whose tables do not have them"
    yield not leaked or viewer == ALL, "hiding/play", wrong
    for step in seen:
        try:
            fold(table, step, match.order)
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
    match.tables[viewer] = view


def _some(legal: Sequence[str]) -> Sequence[str]:
    """At most _TRIED of the legal moves, in their order: the first one and each k-th after it,
    where k is len(legal) // _TRIED, but at least 1. All of them if they are not more than _TRIED,
    and the first _TRIED if they are less than twice as many; [] of none.
    """
    return legal[:: max(1, len(legal) // _TRIED)][:_TRIED]


def _position(state: State) -> object:
    """All that is compared where positions should be the same: the digest, the table as ALL sees
    it, and the marks.
    """
    return state.digest(), state.view(ALL), state.marks()


def _faces(*seen: Table | SeenStep) -> set[str]:
    """A new set of the tokens of the cards that tables or steps show face up, without backs,
    UNKNOWN and EVERY; empty if there are none.
    """
    cards = set[str]().union(*(each.cards for each in seen))
    return {card for card in cards if card[-1:] != UNKNOWN} - {EVERY}


# Another process.


def differences(name: str, answers: list[str]) -> list[Fault]:
    """A list of at most one fault of the law "again": the first of `answers` that a new process
    with another hash seed gives differently, or that only one of the two gives; [] if all agree.
    `answers` are those of the game called `name` (see `Proof`). The new process plays all matches
    again, as `prove(game)` does, so they must come from a `prove` with the default number of
    matches. A process that dies counts as one without answers. It imports the caller's main module:
    a script must call this under `if __name__ == "__main__":`, or the process dies.

    That hash seed stays in the environment of this process (PYTHONHASHSEED), for processes that it
    starts later. Raises UnknownGame if the new process does not find the game; what `prove` raises
    there comes through.
    """
    os.environ["PYTHONHASHSEED"] = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        try:
            others = pool.submit(_answers, name).result()
        except BrokenExecutor:
            others = []  # it ends early
    for one, found in zip_longest(answers, others, fillvalue=""):
        if one != found:
            where, function, *_ = (one or found).split("\t")
            what = f"{function} has another answer in another process, as where it comes from a set"
            return [Fault("again", function, what, where)]
    return []


def _answers(name: str) -> list[str]:
    """The answers of the game called `name` (see `Proof`), from `prove` with the default number of
    matches. Raises UnknownGame; what `prove` raises comes through.
    """
    return prove(registered(name)).answers
