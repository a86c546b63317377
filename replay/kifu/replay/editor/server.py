"""The language server: an editor's requests, answered from its open texts.

Texts come whole with every change: an editor's idea of lines is not Python's, and a part put in at
a wrong place would make every later answer wrong. What a change costs is bounded all the same:
findings wait until nobody types, only records that changed are examined, and between two records
every other request is served.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import os
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from kifu.notation.errors import UsageError
from kifu.notation.rows import printable
from kifu.notation.words import Language
from kifu.replay.editor.answers import (
    LARGEST_RECORD,
    RecordText,
    choices,
    examined,
    hover,
    piece_at,
    pieces,
)

#: So long nobody must have typed before findings are looked for, in seconds.
DELAY = 0.2
#: The most bytes of a message; people edit no longer text.
LARGEST_MESSAGE = 1 << 28
#: The most bytes of a line of a message's header; a number of so many digits can still be read.
LONGEST_HEADER = 1 << 12

_SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}

#: What ends a line for an editor; for kifu, only LF does.
_LINE_END = re.compile(r"\r\n|\r|\n")
_SURROGATE = re.compile("[\ud800-\udfff]")

#: The editor's units of columns: an encoding, and how many bytes of it are one unit.
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class OpenText:
    """A text that is open in an editor, cut into its records (`pieces`). It translates between the
    editor's places (lines from 0, columns from 0 in units of `unit`, see `_UNITS`) and indices of
    characters. A lone surrogate, which no file can hold, becomes U+FFFD.

    >>> text = OpenText('[Game "g"]\\r\\n{葵 🀄} 10', "utf-16")
    >>> text.at(types.Position(1, 6))[1], text.range(text.pieces[0], 17, 18).start
    (17, 1:6)
    """

    def __init__(self, text: str, unit: str) -> None:
        self.text = _SURROGATE.sub("\ufffd", text)
        self.pieces = pieces(self.text)
        self._encoding, self._size = _UNITS[unit]
        self._lines = _LINE_END.split(self.text)
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def at(self, position: types.Position) -> tuple[RecordText | None, int]:
        """The record at an editor's position, and the index of the character in that record. Where
        one record ends, it is the next one; before the first, the first and 0. A position beyond
        the end of its line or of the text counts as that end, one inside a character as its
        beginning. None and 0 if the text has no records.
        """
        at = len(self.text)
        if position.line < len(self._lines):
            line = self._lines[position.line].encode(self._encoding)
            before = line[: position.character * self._size].decode(self._encoding, "ignore")
            at = self._starts[position.line] + len(before)
        piece = piece_at(self.pieces, at)
        return piece, min(max(at - piece.start, 0), len(piece.text)) if piece else 0

    def range(self, piece: RecordText, start: int, end: int) -> types.Range:
        """The editor's range for the characters of the record `piece` from index `start` to before
        `end`, both counted in that record.
        """
        return types.Range(*(self._position(piece.start + at) for at in (start, end)))

    def _position(self, at: int) -> types.Position:
        """The editor's position of the index `at` of the whole text."""
        line = bisect_right(self._starts, at) - 1
        before = self.text[self._starts[line] : at].encode(self._encoding)
        return types.Position(line, len(before) // self._size)


class Server(LanguageServer):
    """kifu's language server. `language` is that of its sentences; None: the editor's, else
    English. By the name of an open text, `examining` has the task that checks it.
    """

    def __init__(self, language: Language | None = None) -> None:
        from kifu.notation import __version__

        super().__init__("kifu", __version__, types.TextDocumentSyncKind.Full)
        self.language: Language = language or "en"
        self.follows_editor = language is None
        self.examining: dict[str, asyncio.Task[None]] = {}

    def text(self, uri: str) -> OpenText:
        """The open text whose name is `uri` as it is now, cut into its records again at each call;
        an empty one if the editor has not opened it.
        """
        document = self.workspace.text_documents.get(uri)
        unit = self.workspace.position_codec.encoding or "utf-16"
        return OpenText(document.source if document else "", unit)


def serve(language: Language | None) -> None:
    """Talk to one editor over stdin and stdout; returns when it says goodbye or goes away.
    `language` is that of the sentences; None: the editor's. What anything prints meanwhile goes to
    stderr; afterwards `sys.stdout` is as before, stdin must not be used any more, and the log of
    pygls stays silent. Raises UsageError if the editor announces a message of more than
    LARGEST_MESSAGE bytes. After Ctrl-C it returns only when stdin has another line or ends; a
    second Ctrl-C raises KeyboardInterrupt.
    """
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # Whatever prints must not speak into the protocol.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with contextlib.redirect_stdout(sys.stderr):
        made(language).start_io(_Messages(io.FileIO(sys.stdin.fileno())), out)


class _Messages(io.BufferedReader):
    """The editor's messages, none of them so long that reading it would take all memory."""

    def readline(self, size: int | None = -1) -> bytes:
        """Read a line of a header up to and with its end, whatever `size` is; of one longer than
        LONGEST_HEADER bytes, only so many, and the next call goes on from there. b"" at the end.
        """
        return super().readline(LONGEST_HEADER)

    def read(self, size: int | None = -1) -> bytes:
        """Read `size` bytes; None or less than 0: all. Raises UsageError for more than
        LARGEST_MESSAGE, and then has read nothing.
        """
        if size and size > LARGEST_MESSAGE:
            most = f"at most {LARGEST_MESSAGE} are read"
            raise UsageError(f"the editor announces a message of {size} bytes; {most}")
        return super().read(size)


def made(language: Language | None) -> Server:
    """A new server with all its features (findings as texts open and change, completion, hover),
    not connected to an editor yet.
    """
    server = Server(language)
    completing = types.CompletionOptions(trigger_characters=[" ", ":"])
    for name, answer, options in (
        (types.INITIALIZE, _initialize, None),
        (types.TEXT_DOCUMENT_DID_OPEN, _edited, None),
        (types.TEXT_DOCUMENT_DID_CHANGE, _edited, None),
        (types.TEXT_DOCUMENT_DID_CLOSE, _closed, None),
        (types.TEXT_DOCUMENT_COMPLETION, _complete, completing),
        (types.TEXT_DOCUMENT_HOVER, _hover, None),
    ):
        server.feature(name, options)(answer)
    return server


def _initialize(server: Server, params: types.InitializeParams) -> None:
    """Take Japanese if it is the editor's language, unless a language was given when the server was
    made; otherwise it stays as it is.
    """
    if server.follows_editor and (params.locale or "").lower().startswith("ja"):
        server.language = "ja"


def _edited(
    server: Server, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams
) -> None:
    """Begin a task in `server.examining` that examines the text that was opened or changed, once
    nobody has typed for DELAY seconds. The one that is under way for this text is cancelled.
    """
    uri = params.text_document.uri
    if (task := server.examining.get(uri)) is not None:
        task.cancel()
    server.examining[uri] = asyncio.get_running_loop().create_task(_examine(server, uri))


def _closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    """Cancel the examination of a text that was closed, drop its task from `server.examining`, and
    remove the text's findings from the editor.
    """
    uri = params.text_document.uri
    if (task := server.examining.pop(uri, None)) is not None:
        task.cancel()
    _publish(server, uri, [], None)


async def _examine(server: Server, uri: str) -> None:
    """After DELAY seconds, examine the records of the open text `uri`, one after the other, and
    send all findings at once. `_edited` cancels it if the text changes.
    """
    await asyncio.sleep(DELAY)
    text, version = server.text(uri), server.workspace.text_documents[uri].version
    found: list[types.Diagnostic] = []
    for piece in text.pieces:
        found += _diagnostics(text, piece)
        await asyncio.sleep(0)
    _publish(server, uri, found, version)


def _publish(server: Server, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
    """Send the findings of the text `uri` to the editor, which shows them in place of all that were
    sent before. `version` is the text's number in the editor; None: not known.
    """
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri=uri, diagnostics=found, version=version)
    )


def _diagnostics(text: OpenText, piece: RecordText) -> Iterator[types.Diagnostic]:
    """Yield the findings on `piece`, a record of `text`, in the order of `check`; none if there are
    none. If the record is too large, or a game's code raises, a single diagnostic says so instead,
    at the record's beginning, on no character.
    """
    start = text.range(piece, 0, 0)
    if piece.is_large:
        large = (
            f"the record has more than {LARGEST_RECORD >> 10} KiB and is not checked while "
            "you type; kifu check does it"
        )
        yield _diagnostic(start, large, types.DiagnosticSeverity.Information)
    try:
        for mark in examined(piece.text):
            finding, span = mark.finding, text.range(piece, mark.start, mark.end)
            message = finding.message
            if finding.expected:
                message += f"\nexpected: {' '.join(finding.expected)}"
            yield _diagnostic(span, message, _SEVERITIES[finding.severity], finding.code)
    except Exception as error:
        raised = printable(f"{type(error).__name__}: {error}")[:200]
        message = f"a bug in kifu, not your mistake: this record can't be checked ({raised})"
        yield _diagnostic(start, message, types.DiagnosticSeverity.Warning)


def _diagnostic(
    span: types.Range, message: str, severity: types.DiagnosticSeverity, code: str | None = None
) -> types.Diagnostic:
    """A diagnostic about the characters of `span`, with kifu as its source. Characters of `message`
    that can't be printed are escaped, except the ends of lines. `code` is a finding's; None for
    what is no finding.
    """
    return types.Diagnostic(span, printable(message, keep="\n"), severity, code, source="kifu")


def _complete(server: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    """Answer a request for completions: an item for each choice, in their order, which replaces
    what is typed of it. [] if there are none. What a game's code raises comes through; the editor
    gets an error then, and the server goes on.
    """
    text = server.text(params.text_document.uri)
    piece, at = text.at(params.position)
    if piece is None:
        return []
    return [
        types.CompletionItem(
            label=choice.text,
            detail=choice.says,
            kind=types.CompletionItemKind.Value,
            sort_text=f"{number:04}",
            text_edit=types.TextEdit(text.range(piece, choice.start, at), choice.text),
        )
        for number, choice in enumerate(choices(piece, at, server.language))
    ]


def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Answer a request for a hover: the block of text as Markdown code, and the range of the move.
    None where there is nothing to show. What a game's code raises comes through; the editor gets an
    error then, and the server goes on.
    """
    text = server.text(params.text_document.uri)
    piece, at = text.at(params.position)
    found = hover(piece, at, server.language) if piece else None
    if piece is None or found is None:
        return None
    block = found.block.rstrip().replace("```", "` ` `")  # which would end the code
    content = types.MarkupContent(types.MarkupKind.Markdown, f"```text\n{block}\n```")
    return types.Hover(content, text.range(piece, found.start, found.end))
