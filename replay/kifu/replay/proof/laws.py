"""The laws of a game, each tried at one position or on one move of a match.

Every function takes the trial of a match and yields what is wrong as (law, function of the game,
how it breaks the law). Where a function of the game raises, `Trial.ask` ends the match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kifu.notation.words import Words
from kifu.replay.analysis.dealing import CannotDeal
from kifu.replay.chance import Chance
from kifu.replay.elements.lots import Lots
from kifu.replay.game import IllegalMove, State, WrongActor
from kifu.replay.states.authoring import digest_of
from kifu.replay.table import ALL, EVERY, PUBLIC, UNKNOWN, SeenStep, Step, Table, as_seen, fold

if TYPE_CHECKING:
    from kifu.replay.proof.trial import Trial

#: Every law, and what it says.
LAWS = {
    "start": "a match starts with every set of options, and waits while its deal is unknown",
    "options": "options are read, completed and written back unchanged",
    "legal": "legal moves are tokens of the game, listed once each, and can be played",
    "again": "a game answers alike when it is asked again, and in every other process",
    "seat": "every function that takes a seat refuses those that the match does not have",
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
    "result": "scores, winners, places and counts fit together",
    "player": "greedy chooses legal moves",
    "redeal": "a redeal changes nothing that the seat sees, and the match can go on from it",
    "ending": "matches come to an end",
    "speed": "a move takes at most a hundredth of a second",
}

#: The law, the game's function that breaks it, and how.
Wrong = Iterator[tuple[str, str, str]]

_KINDS = ("hand", "row", "pool", "choice", "pile", "melds")
_SEAT = re.compile(r"\{(\d+)\}")
#: A sentence that is the same in both languages is not translated; one word may be a name.
_SENTENCE = re.compile(r"[A-Za-z]{2,} [A-Za-z]")
_DIGEST = re.compile(r"[0-9a-f]{16}")
_MARK = re.compile(r"#([0-9]+)|([0-9]+)\.")
#: The most legal moves of a seat that are described and played on copies at each ply.
_TRIED = 8
#: Words that are not moves of any game, and some that may be.
_STRANGE = ("", "é", "zz99", "1", "d", "/", "a1", "-", "=")


# Once for a table.


def options(trial: Trial) -> Wrong:
    """The options are the same once written and read again."""
    game, seats = trial.game, trial.seats
    written = game.write_options(trial.options, seats)
    other = game.settle(game.read_options(written), seats)
    if other != trial.options:
        wrong = f"{trial.options} are written as {written}, but read back as {other}"
        yield "options", "options", wrong


def unknown_deal(trial: Trial) -> Wrong:
    """A match whose first deal is unknown waits for it, and can be shown."""
    state = trial.start(Chance(None))
    if state.missing is None:
        return
    if state.to_move() or any(state.legal_moves(seat) for seat in trial.every_seat):
        yield "start", "to_move", f"{state.missing} has no outcome yet, but somebody may move"
    for viewer in (PUBLIC, 1, ALL):
        trial.ask("start", "view", state.view, viewer)


def declared(trial: Trial) -> Wrong:
    """What the game and its layout declare is declared once, and has words."""
    archive, layout, seats = trial.game.archive, trial.layout, trial.seats
    for highlight in archive.highlights:
        if highlight not in archive.events:
            wrong = f"highlight {highlight!r} is not an event of the game"
            yield "layout", "highlights", wrong
    names = [zone.name for zone in layout.zones]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "layout", "layout", f"zone {name!r} is declared twice"
    for zone in layout.zones:
        if zone.kind not in _KINDS:
            yield "layout", "layout", f"zone {zone.name!r} has an unknown kind: {zone.kind!r}"
        if not 0 <= zone.seat <= seats:
            wrong = f"zone {zone.name!r} belongs to seat {zone.seat}, but there are {seats} seats"
            yield "layout", "layout", wrong
    named: list[tuple[str, Mapping[str, Words]]] = [
        ("zone ", {zone.name: zone.title for zone in layout.zones}),
        ("seat fact ", layout.seat_facts),
        ("table fact ", layout.table_facts),
        ("phase ", layout.phases),
        ("face ", {token: face.name for token, face in layout.faces.items()}),
        *((f"{fact}=", values) for fact, values in layout.values.items()),
    ]
    yield from wrong_words("title", "the title", [trial.game.title], seats)
    for kind, events in archive.events.items():
        yield from wrong_words("events", f"event {kind!r}", [events], seats)
    for what, words in named:
        for name, said in words.items():
            yield from wrong_words("layout", f"{what}{name!r}", [said], seats)


def wrong_words(function: str, what: str, texts: Iterable[object], seats: int) -> Wrong:
    """What is wrong with texts for players that `function` gave for `what`: a language is missing,
    both are the same sentence, or they name a seat that a match of `seats` seats does not have.

    >>> list(wrong_words("describe", "of 5", [Words("{3} plays 5.", "{3}は5")], seats=2))
    [('words', 'describe', 'of 5 names seat 3, but there are 2 seats')]
    """
    for words in texts:
        if not isinstance(words, Words):
            yield "words", function, f"{what} is not Words"
            continue
        for text, language in ((words.en, "English"), (words.ja, "Japanese")):
            if not text.strip():
                yield "words", function, f"{what} has no {language}"
        if words.en == words.ja and _SENTENCE.search(words.en):
            yield "words", function, f"{what} has the same text in both languages: {words.en!r}"
        for seat in sorted({int(seat) for seat in _SEAT.findall(words.en + words.ja)}):
            if not 1 <= seat <= seats:
                wrong = f"{what} names seat {seat}, but there are {seats} seats"
                yield "words", function, wrong


# A position.


def table(trial: Trial) -> Wrong:
    """Tables have the zones, facts, phases and cards that the layout has."""
    layout, seen = trial.layout, trial.tables[ALL]
    zones = [zone.name for zone in layout.zones]
    for name, cards in seen.zones.items():
        if cards and name not in zones:
            wrong = f"view has the zone {name!r}, which layout does not declare"
            yield "layout", "layout", wrong
    for name in zones:
        if name not in seen.zones:
            yield "layout", "view", f"zone {name!r} is missing in view"
    facts = [f"{name}/{seat}" for name in layout.seat_facts for seat in trial.every_seat]
    for name in ("phase", "to_move", *layout.table_facts, *facts):
        if name not in seen.facts:
            yield "layout", "view", f"fact {name!r} is missing in view"
    phase = str(seen.facts.get("phase", ""))
    if phase and phase not in layout.phases:
        yield "layout", "layout", f"phase {phase!r} has no words"
    for card in sorted({card for cards in seen.zones.values() for card in cards}):
        if card != UNKNOWN and card not in layout.faces:
            yield "layout", "layout", f"card {card!r} has no Face"
    for zone in layout.zones:
        if zone.kind == "melds" and zone.name in seen.zones:
            sizes = str(seen.facts.get(zone.name, "")).split()
            if not all(size.isdigit() for size in sizes):
                wrong = f"fact {zone.name!r} has no sizes of groups: {' '.join(sizes)!r}"
                yield "layout", "view", wrong
            elif sum(map(int, sizes)) != len(seen.zones[zone.name]):
                wrong = f"fact {zone.name!r} and its zone have different numbers of cards"
                yield "layout", "view", wrong


def moves(trial: Trial) -> Wrong:
    """Who may move, and which moves are legal; some of these are described and tried."""
    state, game = trial.state, trial.game
    acting = trial.ask("legal", "to_move", state.to_move)
    if list(acting) != sorted(set(acting)) or not set(acting) <= set(trial.every_seat):
        yield "legal", "to_move", f"{acting} are not seat numbers in ascending order"
    if state.next_seat and state.next_seat not in acting:
        wrong = f"seat {state.next_seat} is next, but to_move does not have it"
        yield "legal", "next_seat", wrong
    if state.at_once and acting and state.next_seat not in (0, acting[0]):
        wrong = f"seat {state.next_seat} is next, but should be {acting[0]}, the lowest seat that "
        yield "legal", "next_seat", wrong + "may act"
    if not acting and not state.is_over and state.missing is None:
        yield "legal", "to_move", "nobody may act, but the game is not over"
    for seat in trial.every_seat:
        legal = trial.ask("legal", "legal_moves", state.legal_moves, seat)
        if state.legal_moves(seat) != legal or state.copy().legal_moves(seat) != legal:
            wrong = f"the moves of seat {seat} have another order when they are asked for again"
            yield "again", "legal_moves", wrong
        if seat not in acting:
            if legal:
                wrong = f"seat {seat} has legal moves, but to_move does not have it"
                yield "legal", "legal_moves", wrong
            continue
        if not legal and state.next_seat == seat:
            yield "legal", "legal_moves", f"seat {seat} is next, but has no legal move"
        if len(set(legal)) < len(legal):
            yield "legal", "legal_moves", f"a move of seat {seat} is listed twice"
        choice = trial.ask("legal", "combination", game.offers.combination, state, seat)
        if choice is not None and choice.tokens() != legal:
            wrong = f"{choice.words().en}: these are not the legal moves of seat {seat}"
            yield "legal", "combination", wrong
        for move in _some(legal):
            with trial.at(f"move {seat}:{move}"):
                yield from _legal_move(trial, move, seat)


def _legal_move(trial: Trial, move: str, seat: int) -> Wrong:
    """A legal move matches the token pattern, has a sentence, and can be played on a copy."""
    game, state = trial.game, trial.state
    if not game.token.fullmatch(move):
        yield "legal", "token", f"the pattern does not match the move {move}"
    veil = trial.ask("words", "veil", game.words.veil, state, move, seat)
    for token, what in ((move, "of"), (veil, "of the veiled")):
        if token:
            words = trial.ask("words", "describe", state.describe, token, seat)
            yield from wrong_words("describe", f"describe {what} {token}", [words], trial.seats)
    before = state.digest(), state.view(ALL)
    copy = trial.ask("copy", "copy", state.copy)
    if (copy.digest(), copy.view(ALL)) != before:
        yield "copy", "copy", "the copy is in another position than its original"
    try:
        trial.ask("legal", "play", copy.play, move, seat, but=IllegalMove)
    except IllegalMove as error:
        wrong = f"legal_moves has {move} for seat {seat}, but play refuses it: {error}"
        yield "legal", "play", wrong
    if (state.digest(), state.view(ALL)) != before:
        yield "copy", "copy", "the position changes when its copy is played on"


def refusals(trial: Trial) -> Wrong:
    """Illegal moves are refused with a reason and leave the state unchanged."""
    state = trial.state
    before = state.digest(), state.view(ALL), state.marks()
    legal = {seat: state.legal_moves(seat) for seat in trial.every_seat}
    for seat in (0, *trial.every_seat):
        for move in (*_STRANGE, *_some(legal[seat % trial.seats + 1])):
            if move in legal.get(seat or trial.game.seat_of(state, move), []):
                continue
            copy = state.copy()
            with trial.at(f"move {seat}:{move}"):
                try:
                    trial.ask("refusal", "play", copy.play, move, seat, but=IllegalMove)
                except IllegalMove as error:
                    if not error.reason.en.strip() or not error.reason.ja.strip():
                        yield "words", "play", f"{move!r} is refused without a reason"
                    if (copy.digest(), copy.view(ALL), copy.marks()) != before:
                        yield "refusal", "play", f"{move!r} is refused, but changes the state"
                else:
                    wrong = f"play accepts {move!r} of seat {seat}, which is not legal"
                    yield "refusal", "play", wrong


def _some(legal: Sequence[str]) -> Sequence[str]:
    return legal[:: max(1, len(legal) // _TRIED)][:_TRIED]


def no_seats(trial: Trial, move: str) -> Wrong:
    """Seats that the match does not have are refused. `move` is legal for some seat."""
    state = trial.state
    for seat in (0, -1, trial.seats + 1, True):
        asked: dict[str, Callable[[], object]] = {
            "legal_moves": partial(state.legal_moves, seat),
            "describe": partial(state.describe, move, seat),
            "situation": partial(state.situation, seat),
        }
        if seat:  # 0 is a token without an actor, and a viewer
            asked["play"] = partial(state.copy().play, move, seat)
            asked["view"] = partial(state.view, seat)
        for function, ask in asked.items():
            try:
                ask()
            except WrongActor:
                continue
            except Exception as error:
                wrong = f"raises {type(error).__name__}"
            else:
                wrong = "answers"
            wrong = f"{function} {wrong} for seat {seat} of {trial.seats}; WrongActor is expected"
            yield "seat", function, wrong


def digest(trial: Trial, state: State) -> Wrong:
    """A digest has 16 hex digits, and no position that looks different had the same one, in all
    matches with these options and seats.
    """
    found = trial.ask("digest", "digest", state.digest)
    if not isinstance(found, str) or not _DIGEST.fullmatch(found):
        yield "digest", "digest", f"{found!r} is not 16 hex digits"
        return
    view = state.view(ALL)
    looks = digest_of(sorted(view.zones.items()), sorted(view.facts.items()))
    if trial.digests.setdefault(found, looks) != looks:
        yield "digest", "digest", "two positions that look different have the same digest"


def result(trial: Trial) -> Wrong:
    """Scores, winners, places and counts of rounds and turns fit together."""
    state, ranking, seats = trial.state, trial.game.ranking, trial.seats
    scores = trial.ask("result", "scores", state.scores)
    winners = trial.ask("result", "winners", state.winners)
    counts = trial.ask("result", "facts", state.facts)
    if len(scores) != seats or not all(isinstance(score, int) for score in scores):
        yield "result", "scores", f"{scores} should be {seats} whole numbers"
    if not {"rounds", "turns"} <= set(counts):
        yield "result", "facts", "facts must count rounds and turns"
    marked = [int(mark[1:]) for mark in state.marks() if mark.startswith("#")]
    over = max(1, trial.round) - 1
    if state.is_over:
        over = max(1, trial.round)
    elif marked:
        over = max(1, marked[0]) - 1
    if counts.get("rounds", over) != over:
        wrong = f"facts counts {counts['rounds']} rounds, but {over} are over by the round marks"
        yield "result", "facts", wrong
    if not state.is_over:
        if winners:
            yield "result", "winners", f"{winners} have won, but the game goes on"
        return
    if not winners or list(winners) != sorted(set(winners)) or winners[-1] > seats:
        wrong = f"{winners} are not seat numbers of winners in ascending order"
        yield "result", "winners", wrong
        return
    places = trial.ask("result", "places", ranking.places, scores, winners)
    first = [seat for seat, place in enumerate(places, 1) if place == 1]
    if len(places) != seats or first != list(winners):
        wrong = f"places {places} do not put the winners {winners} first, or are not {seats} "
        yield "result", "places", wrong + "numbers"
    teams = trial.ask("result", "teams", ranking.teams, trial.options, seats)
    seated = [seat for team in teams for seat in team]
    if len(set(seated)) < len(seated) or not set(seated) <= set(trial.every_seat):
        wrong = f"{teams} are not teams of {seats} seats, each seat in one team at most"
        yield "result", "teams", wrong


def situations(trial: Trial) -> Wrong:
    """The situation of each seat is a text of one line."""
    for seat in trial.every_seat:
        text = trial.ask("situation", "situation", trial.state.situation, seat)
        if not isinstance(text, str) or "\n" in text:
            wrong = f"{text!r} of seat {seat} should be a text of one line"
            yield "situation", "situation", wrong


def redeal(trial: Trial) -> Wrong:
    """A copy dealt again by the game (`Analysing.redeal`) looks the same to one seat, another seat
    at each ply. In games with moves at once, only that dealing works, since it takes back other
    seats' choices.
    """
    again, state = trial.game.analysis.redeal, trial.state
    if again is None or state.is_over:
        return
    seat = 1 + trial.plies % trial.seats
    memory = trial.memories[seat].copy()
    try:
        other = trial.ask(
            "redeal", "redeal", again, state, seat, memory, Lots(trial.where), but=CannotDeal
        )
    except CannotDeal:
        return
    if state.at_once:
        return
    if (other.view(seat), other.legal_moves(seat)) != (state.view(seat), state.legal_moves(seat)):
        yield "redeal", "redeal", f"after a redeal, seat {seat} has another table or other moves"
    if other.situation(seat) != state.situation(seat):
        wrong = f"the situation of seat {seat} depends on cards that it can't see"
        yield "situation", "situation", wrong


# A move.


def marks(trial: Trial, move: str) -> Wrong:
    """Marks are a round mark, a turn mark or both, and their numbers go up."""
    due = trial.ask("marks", "marks", trial.state.marks)
    found = [_MARK.fullmatch(mark) for mark in due]
    rounds = [int(mark[1]) for mark in found if mark and mark[1]]
    turns = [int(mark[2]) for mark in found if mark and mark[2]]
    if list(due) != [*(f"#{n}" for n in rounds[:1]), *(f"{n}." for n in turns[:1])]:
        yield "marks", "marks", f"{list(due)} should be marks: #R, then T."
    if not trial.ask("marks", "late", trial.game.marks, trial.state, move):
        return
    for number in rounds:
        if number <= trial.round:
            yield "marks", "marks", f"round {number} begins again"
        trial.round, trial.turn = number, 0
    for number in turns:
        if number <= trial.turn:
            yield "marks", "marks", f"turn {number} begins again"
        trial.turn = number


def steps(trial: Trial, told: Sequence[Step], before: Mapping[int, set[str]]) -> Wrong:
    """The steps of a move name what the layout has, lead to each viewer's new table, and show no
    hidden card. `before` are the faces that each viewer saw before the move. The tables of the
    trial become the new ones.
    """
    zones = {"", *(zone.name for zone in trial.layout.zones)}
    for step in told:
        for motion in step.motions:
            for name in {motion.src, motion.dst} - zones:
                wrong = f"step {step.kind!r} moves a card to or from the unknown zone {name!r}"
                yield "layout", "play", wrong
            for card in (motion.card, motion.back):
                if card not in (UNKNOWN, EVERY) and card not in trial.layout.faces:
                    wrong = f"step {step.kind!r} moves the card {card!r}, which has no Face"
                    yield "layout", "layout", wrong
        for name in [*step.facts, *(name for _mask, shown in step.private for name in shown)]:
            if name not in trial.tables[ALL].facts:
                wrong = f"step {step.kind!r} sets the fact {name!r}, which no view has"
                yield "layout", "play", wrong
    for viewer, seen in trial.tables.items():
        yield from _folded(trial, told, viewer, seen)
    public = {card for step in told for card in _tokens(as_seen(step, PUBLIC))}
    for viewer, known in before.items():
        if viewer != ALL:
            own = {zone.name for zone in trial.layout.zones if zone.seat and zone.seat == viewer}
            shown = [as_seen(step, viewer) for step in told]
            held = {motion.enters for step in shown for motion in step.motions if motion.dst in own}
            cards = {card for step in shown for card in _tokens(step)}
            for card in sorted(cards - known - faces(trial.tables[viewer]) - public - held):
                wrong = f"a step shows {card} to {_named(viewer)}, whose tables do not have it"
                yield "hiding", "play", wrong


def _folded(trial: Trial, told: Sequence[Step], viewer: int, seen: Table) -> Wrong:
    """The steps turn the table of `viewer` into its view. The table becomes that view."""
    view, wrong = trial.state.view(viewer), ""
    for step in told:
        try:
            fold(seen, as_seen(step, viewer), trial.order)
        except (KeyError, ValueError, IndexError):
            wrong = f"step {step.kind!r} moves a card from a place where {_named(viewer)} does "
            wrong += "not have it"
            break
    if not wrong and seen != view:
        wrong = f"after the steps, the table of {_named(viewer)} has {_difference(seen, view)}"
    if wrong:
        yield "folding", "play", wrong
    seen.zones, seen.facts = view.zones, view.facts


def _difference(seen: Table, view: Table) -> str:
    for name, cards in view.zones.items():
        held = seen.zones.get(name)
        if held is None:
            return f"{name} is missing, but view has {_cards(cards)}"
        if held != cards:
            return f"{name} {_cards(held)}, but view has {_cards(cards)}"
    for name, value in view.facts.items():
        if seen.facts.get(name) != value:
            return f"{name}={seen.facts.get(name)}, but view has {value}"
    return "a zone or a fact that view does not have"


def _cards(cards: list[str]) -> str:
    return f"({' '.join(cards[:20])}{' ...' if len(cards) > 20 else ''})"


def _named(viewer: int) -> str:
    return {PUBLIC: "the public", ALL: "everyone"}.get(viewer, f"seat {viewer}")


def faces(seen: Table) -> set[str]:
    """The tokens of the cards that a table shows face up, without the backs."""
    return {card for cards in seen.zones.values() for card in cards if card[-1:] != UNKNOWN}


def _tokens(step: SeenStep) -> set[str]:
    cards = {card for motion in step.motions for card in (motion.leaves, motion.enters)}
    return {card for card in cards if card[-1:] != UNKNOWN} - {EVERY}
