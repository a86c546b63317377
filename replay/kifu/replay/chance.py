"""Chance: where every outcome that nobody chose comes from.

A record gives its outcomes by a seed, written out, or both (docs/notation.md, "Chance").
A game asks for one chance event at a time by its label; no other source of chance exists.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from kifu.notation.errors import Diagnostic, diagnostic
from kifu.notation.native import i64, mypyc_attr, vec
from kifu.replay.codes.arrays import shuffled

COMMIT = re.compile(r"sha256:[0-9a-f]{64}")
_SEED = re.compile(r"shake256-1:([0-9a-f]{32,128})")

UNKNOWN = "_"
#: An unknown card, or a run of so many.
_RUN = re.compile(r"_(?:\*([1-9][0-9]{0,8}))?")
#: Unknown cards with nothing but spaces between.
_RUNS = re.compile(rf"(?<!\S){_RUN.pattern}(?: {_RUN.pattern})*(?!\S)")


#: What a match asked of a chance event: a deck, and how many of its cards it needs at least. With
#: an empty deck, it is a choice of one number from 1 to that one.
OutcomeRequest = tuple[Sequence[str], int]


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The outcomes of one record's chance events.

    `seed` is a whole `Seed` tag, `outcomes` are `(label, outcome)` pairs of `Chance` tags. What is
    wrong with them is collected in `findings`; nothing is raised. By label: `events` has, for each
    event that had an outcome, its deck and its cards as places in the deck from 1 (0: not known; a
    choice is one card of a deck of numbers). `asked` has what the match asked of each event, in the
    order in which it did. `tried` may be set to replace outcomes: label -> all cards (0: unknown).

    >>> chance = Chance("shake256-1:00112233445566778899aabbccddeeff")
    >>> chance.shuffle("deal/1", [str(n) for n in range(1, 105)], need=4)
    [59, 71, 77, 81]
    >>> chance.choice("starter", 4)
    2
    >>> chance.tried = {"deal/1": [59, 0, 77, 81]}
    >>> chance.shuffle("deal/1", [str(n) for n in range(1, 105)], need=4)
    [59, 0, 77, 81]
    """

    def __init__(self, seed: str | None = None, outcomes: Iterable[tuple[str, str]] = ()) -> None:
        self.findings: list[Diagnostic] = []
        self.events: dict[str, tuple[Sequence[str], vec[i64]]] = {}
        #: What the record says of events that no seed decides (see `named`).
        self.decided: dict[str, str] = {}
        #: The events whose cards are not known as far as the match needs them, and the places (from
        #: 0) of the cards that it needs next (see `refuse`).
        self.lacking: dict[str, range] = {}
        self.asked: dict[str, OutcomeRequest] = {}
        self.tried: dict[str, list[int]] = {}
        self._outcomes: dict[str, str] = {}
        #: The hex digits of the seed; None without one, and for a malformed one.
        self._hex: str | None = None
        if seed is not None:
            self._hex = seed_digits(seed)
            if self._hex is None:
                message = "a seed must be shake256-1: and 16 to 64 bytes in lower-case hex"
                self.findings.append(diagnostic("KF507", message, token=seed))
        for label, outcome in outcomes:
            if label in self._outcomes:
                message = f"the outcome of {label} is written twice; the first one counts"
                self.findings.append(diagnostic("KF503", message, token=label))
            else:
                self._outcomes[label] = outcome

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        """The first cards of the deck as chance event `label` has shuffled it, top first, as a new
        list. `names` are the deck's cards in canonical order, at least one; a card is its place in
        `names`, from 1, and 0 is a card that is not known. None if the outcome is not known, or if
        it is written and impossible (then with a finding, KF505, in `findings`).

        A seed gives `need` cards (or the whole deck, if that has fewer). A written outcome gives
        all cards that are written; fewer than `need` are impossible. It counts even if the seed
        gives another one, which is a finding (KF502). If the label is asked for again, findings
        come again.

        The event is noted in the attribute `asked` (as it was asked for first) and, if it has an
        outcome, in `events`. If the attribute `tried` has cards for the label, these are returned
        in place of an outcome; an event without one gives None all the same. O(len(names)).
        """
        cards = self.deal(label, names, need)
        return None if cards is None else list(cards)

    def deal(self, label: str, names: Sequence[str], need: i64) -> vec[i64] | None:
        """The same as `shuffle`, as an array of i64, which compiled rules need: the first cards of
        the deck as event `label` has shuffled it, as places in `names` from 1, 0 for an unknown
        card. None if the outcome is not known or impossible. A written outcome counts, with a
        finding if the seed contradicts it.

        The event is noted in `asked`. If it has an outcome, this is noted in `events`, as it is
        written or drawn. If `tried` has cards for the label, these are returned in place of an
        outcome; an event without one gives None all the same.
        """
        self.asked.setdefault(label, (names, need))
        written = self._outcomes.get(label)
        if written is not None:
            read = self._read_cards(label, written, names, need)
            if read is None:
                return None
            if self._hex is not None:
                self._compare(label, read, names)
            cards = vec[i64](read)
        elif self._hex is not None:
            cards = self._drawn(label, len(names), need)
        else:
            return None
        self.events[label] = names, cards[:]
        return vec[i64](self.tried[label]) if label in self.tried else cards

    def choice(self, label: str, n: int) -> int | None:
        """The outcome of event `label`: a number from 0 to `n` - 1 (in a record, from 1 to `n`).
        None if it is not known (not given, or written as `_`), or if it is written and impossible
        (then with a finding, KF505). A written outcome counts even if the seed gives another one,
        which is a finding (KF502).

        The event is noted in `asked` with an empty deck and `n`. If it has an outcome, `_` too,
        that is noted in `events` as one card of a deck of the numbers from 1 to `n`. If `tried` has
        a list for the label, its first number, from 1 (0: None is returned), counts in place of an
        outcome; an event without one gives None all the same.
        """
        self.asked.setdefault(label, ([], n))
        cards = self.deal(label, _numbers(n), 1)
        if cards is None or not cards[0]:
            return None
        return cards[0] - 1

    def named(self, label: str, n: int) -> int:
        """The outcome that the record writes for event `label`, a number from 1 to `n`. 0 if it
        writes none or `_`, or an impossible one (then with a finding); no seed decides such an
        event, so the rules then take their default. What is written goes to `decided`, also if it
        is impossible; `asked` and `events` don't get it.
        """
        written = self._outcomes.get(label)
        if written is None:
            return 0
        self.decided[label] = written
        cards = self._read_cards(label, written, _numbers(n), 1)
        return cards[0] if cards else 0

    def is_written(self, label: str) -> bool:
        """Whether the record writes an outcome of event `label`, even an impossible one."""
        return label in self._outcomes

    def unused(self) -> list[str]:
        """The labels of the outcomes that the record gives but nobody has asked for so far (with
        `shuffle`, `deal`, `choice` or `named`), in the record's order; [] if each was asked for.
        """
        return [
            label
            for label in self._outcomes
            if label not in self.asked and label not in self.decided
        ]

    def _drawn(self, label: str, n: i64, need: i64) -> vec[i64]:
        """The first `need` cards, as numbers from 1 to n, that the seed gives for event `label`
        (shake256-1: words of 8 bytes); all n if `need` is larger. `n` must be at least 1. There
        must be a seed (else AssertionError).
        """
        assert self._hex is not None
        words = min(need, n - 1)
        text = f"kifu/chance/1:{self._hex}:{label}"
        return shuffled(n, need, hashlib.shake_256(text.encode()).digest(8 * words))

    def _read_cards(
        self, label: str, outcome: str, names: Sequence[str], need: int
    ) -> list[int] | None:
        """The written `outcome` as places in `names` from 1 (0: unknown). None, with a finding, for
        fewer cards than `need`, more than the deck has, or a card that is not in the deck, or is
        written more often than it is there. If `asked` has no deck for this label, the event is a
        choice, and more than one card is too many.
        """
        asked, size = self.asked.get(label), count_cards(outcome)
        most = len(names) if asked and asked[0] else 1
        if not need <= size <= most:
            what = f"{need} cards were" if need == most else f"{need} to {most} cards were"
            if most == 1:
                what = f"one number, 1 to {len(names)}, was"
            self._impossible(label, f"{what} expected, but {size} are written")
            return None
        free: dict[str, list[int]] = {}
        for card in range(len(names), 0, -1):
            free.setdefault(names[card - 1], []).append(card)
        cards = []
        for place, token in enumerate(unrolled(outcome), 1):
            if token == UNKNOWN:
                cards.append(0)
            elif token not in free:
                self._impossible(label, f"card {place}, {token}, is not a card of this deck")
                return None
            elif not free[token]:
                self._impossible(label, f"card {place}, {token}, is written twice")
                return None
            else:
                cards.append(free[token].pop())
        return cards

    def _compare(self, label: str, cards: list[int], names: Sequence[str]) -> None:
        """Add one finding (KF502), about the first of `cards` that is known and not the one that
        the seed gives; none if all agree. Cards are compared by their names, so two cards of the
        same name agree. There must be a seed, and `cards` are places in `names` from 1 (0:
        unknown).
        """
        drawn = self._drawn(label, len(names), len(cards))
        for place, (card, seeded) in enumerate(zip(cards, drawn, strict=True), 1):
            if card and names[card - 1] != names[seeded - 1]:
                said = f"the record says {names[card - 1]} (card {place}), the seed gives "
                message = f"{label}: {said}{names[seeded - 1]}; the record counts"
                expected = [names[seeded - 1]]
                self.findings.append(diagnostic("KF502", message, token=label, expected=expected))
                return

    def refuse(self, label: str, why: str, first: int = 0, end: int = 0) -> None:
        """Add a finding (KF505) that the outcome of event `label` does not let the match go on,
        because of `why`. The cards at the places from `first` (from 0) to before `end` must be
        known; without places, the match needs cards whose places nobody knows. The attribute
        `lacking` gets these places, as a range, for the label.
        """
        self.lacking[label] = range(first, end)
        self._impossible(label, why)

    def _impossible(self, label: str, why: str) -> None:
        """Append a finding (KF505) to `findings`: the written outcome of the event `label` is
        impossible, or does not let the match go on. Its message is `label` and then `why`, in
        English; its token is `label`. Nothing else changes.
        """
        self.findings.append(diagnostic("KF505", f"{label}: {why}", token=label))


def seed_digits(seed: str) -> str | None:
    """The hex digits in the value of a `Seed` tag, which is `shake256-1:` and 16 to 64 bytes in
    lower-case hex. None for any other text.

    >>> seed_digits("shake256-1:00112233445566778899aabbccddeeff")
    '00112233445566778899aabbccddeeff'
    """
    # A group that repeats would take ten times as long.
    found = _SEED.fullmatch(seed)
    return found[1] if found and len(found[1]) % 2 == 0 else None


def _numbers(n: int) -> list[str]:
    """The texts of the numbers from 1 to n."""
    return [str(k) for k in range(1, n + 1)]


def count_cards(outcome: str) -> int:
    """The number of cards in an outcome, 0 if it is empty; a run `_*9` counts as nine. A run has 1
    to 999,999,999 cards, and its number no zero in front; any other word, `_*0` too, counts as one
    card. O(length of the text).

    >>> count_cards("12 _ _*9")
    11
    """
    return sum(map(_length, outcome.split()))


def unrolled(outcome: str) -> list[str]:
    """The cards of an outcome one by one, `_` for each unknown one; [] if it is empty. A run `_*9`
    gives nine; a word that is no run (see `count_cards`), such as `_*0`, stays as it is. A short
    text may mean many cards: for one from outside, ask `count_cards` first.

    >>> unrolled("12 _*3")
    ['12', '_', '_', '_']
    """
    words = outcome.split()
    if "*" not in outcome:
        return words
    cards: list[str] = []
    for word in words:
        cards += [UNKNOWN] * _length(word) if _RUN.fullmatch(word) else [word]
    return cards


def rolled(outcome: str) -> str:
    """An outcome with single spaces, in which consecutive unknown cards are one run, `_*4` (`_` for
    a single card). Runs stay as they are where one would have more than 999,999,999 cards.

    >>> rolled("12 _  _ _*2 5 _")
    '12 _*4 5 _'
    """
    return _RUNS.sub(_as_run, " ".join(outcome.split()))


def _as_run(found: re.Match[str]) -> str:
    """What _RUNS matched as one run, unless that would have too many cards."""
    count = count_cards(found[0])
    if count >= 10**9:
        return found[0]
    return UNKNOWN if count == 1 else f"{UNKNOWN}*{count}"


def has_unknown(outcome: str) -> bool:
    """Whether an outcome has a card that is not known: `_` or a run `_*9` (see `count_cards`).

    >>> has_unknown("12 _*3"), has_unknown("12 5")
    (True, False)
    """
    return any(map(_RUN.fullmatch, outcome.split()))


def _length(word: str) -> int:
    """How many cards a word of an outcome means: 9 for the run `_*9`, 1 for any other word. A run
    has 1 to 999,999,999 cards, with no zero in front.
    """
    run = _RUN.fullmatch(word) if word.startswith(UNKNOWN) else None
    return int(run[1] or 1) if run else 1


def commit_of(seed: str) -> str:
    """The value of the `Commit` tag that promises this seed: `sha256:` and the SHA-256 digest, in
    hex, of the whole value of the Seed tag. Whether that is a seed is not checked.

    >>> commit_of("shake256-1:00112233445566778899aabbccddeeff")[:23]
    'sha256:6aae006f2d0e7a7a'
    """
    return "sha256:" + hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()


def derived_seed(purpose: str) -> str:
    """The value of a `Seed` tag (`shake256-1:` and 16 bytes in hex), made from a text, which may be
    empty: the same text gives the same seed. For simulated games.
    """
    return "shake256-1:" + hashlib.shake_256(
        f"kifu/seed:{purpose}".encode("utf-8", "surrogatepass")
    ).hexdigest(16)
