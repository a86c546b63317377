"""The notation's colours: a lexer for Pygments, which finds it by an entry point."""

from __future__ import annotations

from collections.abc import Callable

from pygments.lexer import RegexLexer, bygroups, include
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from kifu.notation.move_words import ALPHABET, SEPARATORS

#: Nothing that still belongs to a word follows, and a move may be followed by its glyph.
_END = rf"(?![^{SEPARATORS}])"
_END_OF_MOVE = rf"(?![^{SEPARATORS}!?])"

#: A kind for each group; the stubs of Pygments leave its type open.
_each: Callable[..., object] = bygroups


class KifuLexer(RegexLexer):
    """Makes tokens for Pygments of a text of records, whatever the text is. O(size).

    >>> [(str(kind), text) for kind, text in KifuLexer().get_tokens("2:59!") if text.strip()]
    [('Token.Name.Variable', '2:'), ('Token.Name.Function', '59'), ('Token.Operator', '!')]
    """

    name = "Kifu"
    aliases = ["kifu"]  # noqa: RUF012 (Pygments asks for lists)
    filenames = ["*.kifu"]  # noqa: RUF012
    mimetypes = ["text/x-kifu"]  # noqa: RUF012

    tokens = {  # noqa: RUF012
        "root": [
            (
                r"^(\[)([A-Za-z][A-Za-z0-9_]*+)([ \t]++)(\")",
                _each(Punctuation, Name.Tag, Whitespace, String),
                "value",
            ),
            (r"^[ \t]*+[=*][ \t\r]*+$", Keyword),
            include("moves"),
        ],
        "moves": [
            (r"[ \t\r\n]++", Whitespace),
            (r";[^\n]*+", Comment.Single),
            (r"\{", Comment, "comment"),
            (r"\(", Punctuation, "variation"),
            (rf"\.\.\.|(?:[0-9]++\.)(?=[{ALPHABET}#]|{_END})|#[0-9]++{_END}", Number),
            (
                rf"([1-9][0-9]{{0,3}}:)?((?!={_END})[{ALPHABET}]++){_END_OF_MOVE}",
                _each(Name.Variable, Name.Function),
            ),
            (rf"%[0-9A-Fa-f]{{8}}{_END}", Number.Hex),
            (rf"!!|!\?|\?!|\?\?|!|\?|\$[0-9]{{1,3}}{_END}", Operator),
            (rf"[^{SEPARATORS}]++|.", Error),
        ],
        "variation": [
            (r"^(?=\[)", Punctuation, "#pop"),
            (r"\)", Punctuation, "#pop"),
            include("moves"),
        ],
        "comment": [
            (r"^(?=\[)", Comment, "#pop"),
            (r"\}", Comment, "#pop"),
            (r"\\.", String.Escape),
            (r"\[%[^\]\n]*+\]", Keyword.Pseudo),
            (r"[^}\\\[\n]++", Comment),
            (r"[\\\[\n]", Comment),
        ],
        "value": [
            (r"(\")(\])", _each(String, Punctuation), "#pop"),
            (r"\\u\{[0-9A-Fa-f]{1,6}\}|\\.", String.Escape),
            (r"[^\"\\\n]++|[\"\\]", String),
            (r"\n", Whitespace, "#pop"),
        ],
    }
