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
from collections.abc import Iterator

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.rows import printable
from kifu.notation.words import Language
from kifu.replay.editor.completion import choices
from kifu.replay.editor.formatting import edits
from kifu.replay.editor.hover import Hover, hover
from kifu.replay.editor.pieces import (
    LARGEST_RECORD,
    Mark,
    RecordText,
    examined,
    pieces,
)
from kifu.replay.editor.pieces import piece_at as found_at
from kifu.replay.editor.places import Places, Unit, encodable

#: So long nobody must have typed before findings are looked for, in seconds.
DELAY = 0.2
#: The most bytes of a message; people edit no longer text.
LARGEST_MESSAGE = 1 << 28

_SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}

_UNITS: dict[str, Unit] = {
    types.PositionEncodingKind.Utf8: "utf-8",
    types.PositionEncodingKind.Utf16: "utf-16",
    types.PositionEncodingKind.Utf32: "utf-32",
}


class OpenText:
    """A text that is open in an editor, with its records and what is known of them."""

    def __init__(self, text: str, version: int | None, unit: Unit) -> None:
        self.text = encodable(text)
        self.version = version
        self.places = Places(self.text, unit)
        self.pieces = pieces(self.text)
        #: What was found in each record, by its bytes; or why it could not be checked, which is a
        #: bug in its game or in kifu.
        self.found: dict[bytes, list[Mark] | str] = {}

    def take(self, earlier: OpenText) -> None:
        """Take over the findings of an earlier version of the text, for records that have not
        changed.
        """
        sources = {piece.chunk.source for piece in self.pieces}
        self.found = {source: earlier.found[source] for source in sources & earlier.found.keys()}

    def at(self, position: types.Position) -> int:
        """The index, in the whole text, of the character at an editor's position, or of the nearest
        character if there is none.
        """
        return self.places.at(position.line, position.character)

    def range(self, start: int, end: int) -> types.Range:
        """The range, as an editor names it, of the characters from `start` to `end` of the whole
        text.
        """
        first, last = self.places.position(start), self.places.position(end)
        return types.Range(types.Position(*first), types.Position(*last))


class Server(LanguageServer):
    """kifu's language server. `language` is that of its sentences; None: the editor's."""

    def __init__(self, language: Language | None = None) -> None:
        from kifu.notation import __version__

        super().__init__("kifu", __version__, types.TextDocumentSyncKind.Full)
        self.language: Language = language or "en"
        self.follows_editor = language is None
        self.unit: Unit = "utf-16"
        self.open: dict[str, OpenText] = {}
        self.examining: dict[str, asyncio.Task[None]] = {}


def serve(language: Language | None) -> None:
    """Talk to one editor over stdin and stdout until it says goodbye or goes away. `language` is
    that of the sentences; None: the editor's.
    """
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # Whatever prints must not speak into the protocol.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with contextlib.redirect_stdout(sys.stderr):
        made(language).start_io(_Messages(io.FileIO(sys.stdin.fileno())), out)


class _Messages(io.BufferedReader):
    """The editor's messages, none of them so long that reading it would take all memory."""

    def read(self, size: int | None = -1) -> bytes:
        if size and size > LARGEST_MESSAGE:
            most = f"at most {LARGEST_MESSAGE} are read"
            raise UsageError(f"the editor announces a message of {size} bytes; {most}")
        return super().read(size)


def made(language: Language | None) -> Server:
    """A new server with all its features, not connected to an editor yet."""
    server = Server(language)
    completing = types.CompletionOptions(trigger_characters=["[", '"', " ", ":"])
    for name, answer, options in (
        (types.INITIALIZE, _initialize, None),
        (types.TEXT_DOCUMENT_DID_OPEN, _opened, None),
        (types.TEXT_DOCUMENT_DID_CHANGE, _changed, None),
        (types.TEXT_DOCUMENT_DID_CLOSE, _closed, None),
        (types.TEXT_DOCUMENT_COMPLETION, _complete, completing),
        (types.TEXT_DOCUMENT_HOVER, _hover, None),
        (types.TEXT_DOCUMENT_FORMATTING, _format, None),
    ):
        server.feature(name, options)(answer)
    return server


def _initialize(server: Server, params: types.InitializeParams) -> None:
    if server.follows_editor and (params.locale or "").lower().startswith("ja"):
        server.language = "ja"
    server.unit = _UNITS.get(server.workspace.position_encoding or "", "utf-16")


def _opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    server.open[document.uri] = OpenText(document.text, document.version, server.unit)
    _examine_soon(server, document.uri, 0)


def _changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    uri = params.text_document.uri
    if not params.content_changes:
        return
    text = OpenText(params.content_changes[-1].text, params.text_document.version, server.unit)
    if uri in server.open:
        text.take(server.open[uri])
    server.open[uri] = text
    _examine_soon(server, uri, DELAY)


def _closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    server.open.pop(uri, None)
    if (task := server.examining.pop(uri, None)) is not None:
        task.cancel()
    _publish(server, uri, [], None)


def _examine_soon(server: Server, uri: str, delay: float) -> None:
    if (task := server.examining.get(uri)) is not None:
        task.cancel()
    server.examining[uri] = asyncio.get_running_loop().create_task(_examine(server, uri, delay))


async def _examine(server: Server, uri: str, delay: float) -> None:
    """After `delay` seconds, examine the records of the open text `uri` that have no findings yet,
    one after the other, and send all findings. It stops if the text changes.
    """
    await asyncio.sleep(delay)
    text = server.open[uri]
    for piece in text.pieces:
        if piece.chunk.source not in text.found:
            text.found[piece.chunk.source] = _examined(piece)
        await asyncio.sleep(0)
    _publish(server, uri, list(_diagnostics(text)), text.version)


def _examined(piece: RecordText) -> list[Mark] | str:
    """The findings of one record; if a game's code raises, what it raised."""
    try:
        return examined(piece)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _publish(server: Server, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri=uri, diagnostics=found, version=version)
    )


def _diagnostics(text: OpenText) -> Iterator[types.Diagnostic]:
    for piece in text.pieces:
        if piece.is_large:
            large = f"the record has more than {LARGEST_RECORD >> 10} KiB and is not checked while "
            large += "you type; kifu check does it"
            yield _remark(text, piece.start, large, types.DiagnosticSeverity.Information)
        found = text.found.get(piece.chunk.source, [])
        if isinstance(found, str):
            message = "a bug in kifu, not your mistake: this record can't be checked "
            message += f"({printable(found)[:200]})"
            yield _remark(text, piece.start, message, types.DiagnosticSeverity.Warning)
            continue
        for mark in found:
            yield _diagnostic(text, piece.start, mark)


def _remark(
    text: OpenText, at: int, message: str, severity: types.DiagnosticSeverity
) -> types.Diagnostic:
    return types.Diagnostic(text.range(at, at), message, severity, source="kifu")


def _diagnostic(text: OpenText, start: int, mark: Mark) -> types.Diagnostic:
    finding = mark.finding
    message = finding.message
    if finding.expected:
        message += f"\nexpected: {' '.join(finding.expected)}"
    return types.Diagnostic(
        text.range(start + mark.start, start + mark.end),
        printable(message, keep="\n"),
        _SEVERITIES[finding.severity],
        finding.code,
        source="kifu",
    )


def _piece(
    server: Server, uri: str, position: types.Position
) -> tuple[OpenText, RecordText, int] | None:
    """The open text `uri`, its record at an editor's position, and the index of the character in
    that record; None if no such text is open, or it has no records.
    """
    text = server.open.get(uri)
    if text is None:
        return None
    at = text.at(position)
    piece = found_at(text.pieces, at)
    if piece is None:
        return None
    return text, piece, min(max(at - piece.start, 0), len(piece.text))


def _complete(server: Server, params: types.CompletionParams) -> types.CompletionList:
    here = _piece(server, params.text_document.uri, params.position)
    if here is None:
        return types.CompletionList(is_incomplete=False, items=[])
    text, piece, at = here
    offered = choices(piece, at, server.language)
    span = text.range(piece.start + offered.start, piece.start + at)
    items = [
        types.CompletionItem(
            label=choice.text,
            detail=choice.says,
            kind=types.CompletionItemKind.Value
            if choice.is_move
            else types.CompletionItemKind.Keyword,
            sort_text=f"{number:04}",
            text_edit=types.TextEdit(span, choice.text),
        )
        for number, choice in enumerate(offered.found)
    ]
    return types.CompletionList(is_incomplete=not offered.is_whole, items=items)


def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    here = _piece(server, params.text_document.uri, params.position)
    if here is None:
        return None
    text, piece, at = here
    found = hover(piece, at, server.language)
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, _written(found))
    return types.Hover(content, text.range(piece.start + found.start, piece.start + found.end))


def _written(found: Hover) -> str:
    """A hover in Markdown. Its block is fenced, by more backticks than any run of them in it."""
    if not found.block:
        return found.text
    longest = max(map(len, re.findall("`+", found.block)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{found.text}\n\n{fence}text\n{found.block.rstrip()}\n{fence}".strip()


async def _format(
    server: Server, params: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    text = server.open.get(params.text_document.uri)
    if text is None:
        return None
    changed = []
    try:
        for edit in edits(text.pieces):
            if edit is not None:
                changed.append(types.TextEdit(text.range(edit.start, edit.end), edit.text))
            await asyncio.sleep(0)
    except KifuError as error:
        said = types.ShowMessageParams(types.MessageType.Warning, f"kifu: {printable(str(error))}")
        server.window_show_message(said)
        return None
    # What was typed meanwhile is not lost: an edit of an older text would be put in anywhere.
    return changed if server.open.get(params.text_document.uri) is text else None
