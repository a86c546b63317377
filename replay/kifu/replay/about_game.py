"""What a game is and takes, as `kifu games` lists it, in English or Japanese.

The keys of rows are the same in both languages, because programs read them; what people read as a
table has headings and labels in theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kifu.notation.words import Language, Words
from kifu.replay.game import Game
from kifu.replay.options import InJapanese, allowed, japanese, meaning
from kifu.replay.rule_data import names_in_use

#: What each key is called in Japanese.
LABELS = {
    "game": "ゲーム",
    "title": "名前",
    "title_ja": "名前",
    "rules": "ルール",
    "seats": "人数",
    "tokens": "手の書き方",
    "revisions": "ルールの版",
    "remark": "ご注意",
    "events": "できごと",
    "kinds": "手の種類",
    "data": "データ",
    "aid": "早見表",
    "option": "オプション",
    "values": "値",
    "default": "標準",
    "meaning": "意味",
}


_FOR_SEATS = Words("{0} ({1} seats)", "{0}({1}人)")


def label(key: str, language: Language) -> str:
    """The heading for the key of a row (see `about`): in English the key itself, whatever it is.
    Raises KeyError in Japanese for a key that is not in LABELS.

    >>> label("seats", "ja")
    '人数'
    """
    return LABELS[key] if language == "ja" else key


def about(game: Game) -> dict[str, object]:
    """The game as a row: a dict with `game` (its name), `title` (the English one), `title_ja`,
    `rules` (the newest revision) and `seats`: the fewest and the most that any of its option sets
    allows, such as "2-10"; "2-2" for a game of two only.

    >>> from kifu.replay.registry import game
    >>> about(game("nimmt"))["title_ja"], about(game("nimmt"))["seats"]
    ('ニムト', '2-10')
    """
    allowed_seats = {n for given in game.option_sets for n in game.seats(game.read_options(given))}
    return {
        "game": game.name,
        "title": game.title.en,
        "title_ja": game.title.ja,
        "rules": game.rules,
        "seats": f"{min(allowed_seats)}-{max(allowed_seats)}",
    }


def details(game: Game, language: Language) -> dict[str, Any]:
    """All that there is to say of the game, as a dict with texts in `language`: what `about` gives,
    `tokens` (their pattern), `options` (a list, as the function `options` gives it), `revisions`,
    `remark` (about the rule data that is loaded last, or kifu's own), `events` and `kinds` (of
    moves; lists of dicts with `event` or `kind`, and `what`), `data` (rule data in use, a list of
    OPTION=NAME) and `aid` (a list of dicts with `title` and `lines`). There is `revisions` only
    with more than one, `remark` and `aid` only if any.

    >>> from kifu.replay.registry import game
    >>> details(game("nimmt"), "ja")["options"][0]["values"]
    'standard(通常) | tactics(戦術)'
    """
    # Of several data for one part the last is played with.
    played = game.read_options(dict(name.split("=") for name in names_in_use(game.name)))
    remark, aid = game.words.remark(played), game.words.aid(played)
    found: dict[str, Any] = {**about(game), "tokens": game.token.pattern}
    found["options"] = options(game, language)
    if game.earlier:
        found["revisions"] = game.revisions
    if remark:
        found["remark"] = remark.text(language)
    found |= {
        "events": _named(game.archive.events, "event", language),
        "kinds": _named(game.archive.classes, "kind", language),
        "data": names_in_use(game.name),
    }
    if aid:
        found["aid"] = [
            {"title": title.text(language), "lines": [line.text(language) for line in printed]}
            for title, printed in aid
        ]
    return found


def lines(said: Mapping[str, Any], language: Language) -> list[tuple[str, str]]:
    """Pairs of heading and text for people: all that is `said` of a game (see `details`), but for
    its options and, in Japanese, its English title. A list has a pair for each of its items, all
    with the same heading; none if it is empty. The text of an event or a kind is `NAME: WORDS`. An
    item of `aid` has several pairs: one for its title, and one for each of its lines. Raises
    KeyError in Japanese for a key that is not in LABELS.
    """
    found = []
    for key, value in said.items():
        if key == "options" or (key == "title" and language == "ja"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if not isinstance(part, dict):
                texts = [str(part)]
            elif "lines" in part:
                texts = [part["title"], *part["lines"]]
            else:
                texts = [": ".join(part.values())]
            found += [(label(key, language), text) for text in texts]
    return found


def options_in_words(game: Game, given: Mapping[str, str]) -> list[Words]:
    """Each option in `given` (name -> text, as a record gives them) with its value, in words and in
    the same order; [] if there are none. One that is given with its default value is there, too;
    nothing is checked. In English it is `NAME=VALUE`, in Japanese `TITLE: VALUE`. A value without
    Japanese stays as it is, and so does an option that the game does not know.

    >>> from kifu.replay.registry import game
    >>> options_in_words(game("nimmt"), {"deck": "tactics"})
    [Words(en='deck=tactics', ja='カードセット: 戦術')]
    """
    spoken = {field.encode_name: japanese(field) for field in msgspec.structs.fields(game.options)}
    found = []
    for name, value in given.items():
        plain, words = f"{name}={value}", spoken.get(name)
        ja = f"{words.title}: {words.values.get(value, value)}" if words else plain
        found.append(Words(plain, ja))
    return found


def options(game: Game, language: Language) -> list[dict[str, str]]:
    """A dict for each option of the game, with texts for people in `language`: `option` (its name),
    `values` (what `allowed` gives: all values, a range or examples, with " | " between), `default`
    and `meaning`. In Japanese, names and values have their Japanese word after them,
    `deck(カードセット)`; an option without Japanese words is as in English. A default that
    depends on the number of seats is given for each number, as `6 (2 seats), 8 (4 seats)`. [] if
    there are no options.
    """
    found = []
    for field in msgspec.structs.fields(game.options):
        words = japanese(field) if language == "ja" else None
        name = field.encode_name
        found.append(
            {
                "option": f"{name}({words.title})" if words else name,
                "values": " | ".join(_value(words, value) for value in allowed(field)),
                "default": _default(game, field, words, language),
                "meaning": words.meaning if words else meaning(field),
            }
        )
    return found


def _named(named: Mapping[str, Words], key: str, language: Language) -> list[dict[str, str]]:
    """A dict for each item of `named`, in its order: the name itself under `key`, and its words in
    `language` under "what". An empty list if there are none.
    """
    return [{key: name, "what": words.text(language)} for name, words in named.items()]


def _value(words: InJapanese | None, value: str) -> str:
    """The value of an option with what `words` call it, as `VALUE(WORD)`; the value alone if
    `words` is None or has nothing for it.
    """
    word = words.values.get(value, "") if words else ""
    return f"{value}({word})" if word else value


def _default(
    game: Game, field: msgspec.structs.FieldInfo, words: InJapanese | None, language: Language
) -> str:
    """The default of an option as text, each value as `_value` writes it with `words`. If it
    depends on the number of seats, it is given for each number: `6 (2 seats), 6 (3 seats), 8 (4
    seats)`, in Japanese `6(2人), ...`.
    """
    chosen = game.read_options({})
    values = {
        count: _value(words, str(getattr(game.settle(chosen, count), field.name)))
        for count in game.seats(chosen)
    }
    found = [_FOR_SEATS.text(language, value, count) for count, value in values.items()]
    return ", ".join(found) if len({*values.values()}) > 1 else values.popitem()[1]
