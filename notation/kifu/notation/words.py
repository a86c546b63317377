"""What people read, in English and in Japanese."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Language = Literal["en", "ja"]

#: The languages, in the order in which a page offers them.
LANGUAGES: Final = ("en", "ja")


class Words(Struct, frozen=True):
    """The same words in English and in Japanese.

    `{0}`, `{1}`, ... and `{name}` are places for values. A sentence about a move has `{1}`,
    `{2}`, ... for the names of seats; whoever shows it puts them in.
    """

    en: str
    ja: str

    def text(self, language: str, *values: object, **named: object) -> str:
        """The words in a language: Japanese for "ja", else English. `values` replace {0}, {1}, ...,
        and `named` replace {name}; those that are Words are put in in the same language. Without
        any of them, the places stay as they are; with some, each place must get one (else
        IndexError or KeyError), and those too many are ignored.

        >>> words = Words("{0} of {of}", "{of}枚のうち{0}枚")
        >>> words.text("ja", 2, of=5), words.text("en")
        ('5枚のうち2枚', '{0} of {of}')
        """
        text = self.ja if language == "ja" else self.en
        if not values and not named:
            return text
        own = {name: _text(value, language) for name, value in named.items()}
        return text.format(*[_text(value, language) for value in values], **own)

    def filled(self, *values: object, **named: object) -> Words:
        """New Words with values put in, in both languages, as `text` puts them in: if any are
        given, each place must get one (else IndexError or KeyError).

        >>> Words("{0} is {how}", "{0}は{how}").filled(5, how=Words("gone", "ありません")).ja
        '5はありません'
        """
        return Words(self.text("en", *values, **named), self.text("ja", *values, **named))


def _text(value: object, language: str) -> object:
    """`value` itself or, if it is Words, its text in a language."""
    return value.text(language) if isinstance(value, Words) else value
