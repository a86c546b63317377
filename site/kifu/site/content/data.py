"""Pages: the plain data of a replay page's script.

Everything about the game is in this data: the script folds its steps and draws its zones without
knowing the rules. docs/inside/page.md has the format. With it is what a reader needs to deal the
cards again and compare: docs/notation.md, "Chance", says how a seed becomes cards and a commitment
a promise.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

from kifu.notation.record import Record, tag
from kifu.notation.words import LANGUAGES, Words
from kifu.replay.about_game import options_in_words
from kifu.replay.chance import COMMIT, UNKNOWN, seed_digits
from kifu.replay.game import Face
from kifu.replay.match import Match
from kifu.replay.ranking import first_of_sides
from kifu.replay.table import PUBLIC, Fact, Table
from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.finale import teams_of
from kifu.site.content.judgements import ShownAnalysis, judged_data
from kifu.site.content.moments import Encoder, UniqueParts
from kifu.site.content.notes import excerpt
from kifu.site.content.phrases import Phrases
from kifu.site.content.slots import digest, slots
from kifu.site.content.what_ifs import WhatIfs, what_if_data
from kifu.site.look.shapes import drawn
from kifu.site.texts import in_both

Data = dict[str, Any]


def page_data(
    timeline: Timeline,
    audience: Audience,
    language: str,
    known: Match | None,
    found: ShownAnalysis | None,
    wanted: WhatIfs,
) -> Data:
    """The data of one page's script, a new dict that msgspec can write as JSON: the page's viewers
    and languages, the game's words, zones and cards, the table at the `start`, all `moments` with
    their notes, the variations at the start (`lines`), the `analysis` and the `notation`, and what
    a reader needs to check the `deal`. docs/inside/page.md says what most keys hold. Ways of cards,
    sentences and looks are written once and then given by their index. The lists `faces`, `looks`
    and `names` are shared by all pages of a game: don't change them.

    `timeline` must be as `visible_timeline` gives it for `audience`: notes and variations are not
    filtered here. `language` is only written into the data. `known` is the match that the page
    offers for download (see `visible_match`). `found` is the analysis that the page shows, and
    `wanted` says for which decisions it has other moves (see `what_if_data`).

    `notation` is [] if `known` is None, and for a record that is too large or that text can't hold
    (see `slots`). `analysis` is {} if `found` is None, and `deal` is {} if nothing can be checked.
    `whatIfs` is always a WhatIfData; its `data` are [] if there are none, so also if `known` is
    None. The key `aid` is missing if the game has no reference card.
    """
    layout, archive = timeline.layout, timeline.game.archive
    encoder = Encoder(timeline, audience)
    cut = slots(timeline, known.record) if known else []
    moments = encoder.moments([], timeline.moments)
    return {
        "kifu": kifu_version(),
        "language": language,
        "languages": LANGUAGES,
        "viewers": audience.viewers,
        "viewer": audience.opens,
        "redacted": audience.redacted,
        "seats": timeline.record.seats,
        "game": timeline.game.name,
        "title": in_both(timeline.game.title),
        "remark": in_both(remark_of(timeline)),
        "options": in_both(options_of(timeline)),
        **_aid(timeline),
        "zones": [[z.name, z.kind, z.seat, in_both(z.title)] for z in layout.zones],
        "facts": {name: in_both(words) for name, words in layout.table_facts.items()},
        "seatFacts": {name: in_both(words) for name, words in layout.seat_facts.items()},
        "values": {
            fact: {value: in_both(words) for value, words in named.items()}
            for fact, named in layout.values.items()
        },
        "phases": {name: in_both(words) for name, words in layout.phases.items()},
        "takes": layout.takes,
        "events": {kind: in_both(archive.events[kind]) for kind in archive.highlights},
        **_cards(tuple(layout.faces.items())),
        "start": _start(timeline, encoder),
        "sides": first_of_sides(len(timeline.record.seats), teams_of(timeline)),
        "winners": [] if timeline.draw else timeline.winners,
        "turn": timeline.table(0, PUBLIC).facts["to_move"],
        "excerpt": excerpt(timeline.record, len(timeline.moments)),
        "notes": encoder.notes(timeline.notes),
        "lines": encoder.lines([], timeline.lines, 0),
        "moments": moments,
        "whatIfs": what_if_data(timeline, known, moments, found, encoder, wanted),
        "analysis": judged_data(timeline, found, encoder.phrases, audience, cut),
        "ways": encoder.ways.parts,
        "phrases": encoder.phrases.patterns,
        "notation": cut,
        "record": digest(cut),
        "deal": deal_data(timeline.match, audience),
    }


@cache
def kifu_version() -> str:
    """The version of this kifu, as text. Raises PackageNotFoundError if kifu is not installed as a
    package.
    """
    return version("kifu")


def heading_of(record: Record) -> list[str]:
    """The values of the tags Event, Round, Table, Site and Date, in this order, as a page shows
    them under its title. Only the first tag of each name counts: if it is empty, the name is left
    out, even if a later one has a value. Names without a tag are left out, too: [] if none is left.
    """
    names = ("Event", "Round", "Table", "Site", "Date")
    return [fact for name in names if (fact := tag(record, name))]


def remark_of(timeline: Timeline) -> Words:
    """The remark that must be shown wherever the match is shown (see `Wording.remark`); empty words
    if there is none.
    """
    return timeline.game.words.remark(timeline.match.options) or Words("", "")


def options_of(timeline: Timeline) -> Words:
    """The options that the record gives, with their values, in the record's order, as one text in
    each language: `deck=tactics` in English, `カードセット: 戦術` in Japanese.
    They are separated by ", " or "、"; empty words if the record gives none. An option that is
    written with its default value is among them.
    """
    options = options_in_words(timeline.game, timeline.record.options)
    return Words(", ".join(one.en for one in options), "、".join(one.ja for one in options))


def deal_data(match: Match, audience: Audience) -> dict[str, Any]:
    """The data with which a page's script can check the deal: `seed`, `commit` (the commitment; the
    key is missing unless the record has a well-formed one), `decks` and `events`. If the record has
    no seed, there is only `commit`. Each deck is one text: the tokens of its cards in canonical
    order, separated by spaces. A deck that several events use is there once.

    `events` has `[label, index in decks, cards]` for each chance event of the main line that had an
    outcome (see `Match.events`); the index counts from 0. `cards` is a text of the tokens that came
    up, separated by spaces, "_" for an unknown one, and "" if none came up. The choice of a number
    is one card of a deck of numbers from 1.

    {} on a redacted page, whose reader must not know the seed; without seed and commitment; for a
    malformed seed, and for a seed without chance events, both even if there is a commitment.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay import replay, timeline
    >>> from kifu.site.content.audience import open_audience
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="", end="*",
    ...     options={"deck": "tactics"}, seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> deal_data(match, open_audience(timeline(match), 0))["events"][0][:2]
    ['deal/1', 0]
    """
    seed, commit = match.record.seed, match.record.commit
    if audience.redacted:
        return {}
    promised = {} if commit is None or not COMMIT.fullmatch(commit) else {"commit": commit}
    if seed is None:
        return promised
    if not seed_digits(seed) or not match.events:
        return {}
    decks = UniqueParts()
    events = [
        [label, decks.place(" ".join(deck)), _written(deck, cards)]
        for label, (deck, cards) in match.events.items()
    ]
    return {"seed": seed, **promised, "decks": decks.parts, "events": events}


def _aid(timeline: Timeline) -> Data:
    """`{"aid": [[title, [line, ...]], ...]}` for the game's reference card (see `Wording.aid`),
    each text as [English, Japanese]; {} if it has none.
    """
    aid = timeline.game.words.aid(timeline.match.options)
    both = [[in_both(title), [in_both(line) for line in lines]] for title, lines in aid]
    return {"aid": both} if both else {}


def _start(timeline: Timeline, encoder: Encoder) -> list[Any]:
    """The table before the first move: `[zones, facts, {viewer: [zones, facts]}]`. First come the
    zones and facts that the public sees, without empty zones. Then, for each of the audience's
    viewers (each a number: ALL, PUBLIC or a seat), only those zones and facts that differ from the
    public's; both dicts of a viewer may be empty. The cards of a zone are one text, separated by
    spaces. `encoder` is not changed.
    """
    zones, facts = _table(timeline.table(0, PUBLIC), encoder)
    own = {
        viewer: _table(timeline.table(0, viewer), encoder) for viewer in encoder.audience.viewers
    }
    apart = {
        viewer: [_other(zones, own_zones), _other(facts, own_facts)]
        for viewer, (own_zones, own_facts) in own.items()
    }
    return [{name: cards for name, cards in zones.items() if cards}, facts, apart]


def _table(table: Table, encoder: Encoder) -> tuple[dict[str, str], dict[str, Fact]]:
    """A table as (zones, facts), two new dicts: the cards of each zone as one text, separated by
    spaces ("" for an empty zone), and only the facts that a page shows (see `Encoder.shown`).
    `encoder` is not changed.
    """
    cards = {name: " ".join(cards) for name, cards in table.zones.items()}
    return cards, encoder.shown(table.facts)


def _other(public: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The items of `own` whose value differs from the one in `public`, which must have all the
    keys.
    """
    return {name: value for name, value in own.items() if public[name] != value}


# All matches of a game have the same cards.
@lru_cache(maxsize=16)
def _cards(faces: tuple[tuple[str, Face], ...]) -> Data:
    """The cards of the game as data: their `faces` (see `_face`), with the `looks` and `names` to
    which these refer. The dict and its lists are shared by all callers: don't change them.
    """
    looks, names = UniqueParts(), Phrases()
    shown = [_face(token, face, looks, names) for token, face in faces]
    return {"faces": shown, "looks": looks.parts, "names": names.patterns}


def _face(token: str, face: Face, looks: UniqueParts, names: Phrases) -> list[Any]:
    """A card's face as `[token, look, name, text]`. The look is an index in `looks`, the name a
    text as from `Phrases.packed`; a new look is added to `looks`, a new pattern to `names`. The
    text is left out if it equals the token.
    """
    look = [face.pips, drawn(face.pip), face.colour, drawn(face.badge), int(face.back)]
    fields: list[Any] = [token, looks.place(look), names.packed(face.name, token, face.text)]
    return fields if face.text == token else [*fields, face.text]


def _written(deck: Any, cards: Any) -> str:
    """The tokens of cards, separated by spaces; "" for none. `deck` has the tokens of all cards
    that are dealt, in canonical order. Each of `cards` is a place in `deck`, counted from 1; 0 is
    an unknown card, "_".
    """
    return " ".join(deck[card - 1] if card else UNKNOWN for card in cards)
