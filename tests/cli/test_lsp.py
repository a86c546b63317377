"""`kifu lsp` in a process of its own, asked by a real client of the protocol."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

URI = "file:///match.kifu"
HEAD = """\
[Game "nimmt"]
[Rules "1"]
[Options "rounds=1"]
[Seat "Mio"]
[Seat "Jun"]
[Seat "葵🀄"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]

"""
MOVES = "#1 1. 71 54 63\n2. 77 1 11 r3 (r1 {One head.} 3. 81)\n"


class Editor:
    """An editor with one open text; `published` holds the findings of each version sent."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.version = 0
        hear = self.client.feature
        hear(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(
            lambda found: self.published.put_nowait(found)
        )

    async def start(self, locale: str, encoding: str) -> types.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "kifu", "lsp")
        general = types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind(encoding)]
        )
        capabilities = types.ClientCapabilities(general=general)
        result = await self.client.initialize_async(
            types.InitializeParams(capabilities, locale=locale)
        )
        self.client.initialized(types.InitializedParams())
        return result

    async def open(self, text: str) -> list[types.Diagnostic]:
        self.version += 1
        item = types.TextDocumentItem(URI, "kifu", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.found()

    def type(self, text: str) -> None:
        """The text after a key was pressed."""
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, URI),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def found(self) -> list[types.Diagnostic]:
        """The findings of the last version."""
        while True:
            published = await asyncio.wait_for(self.published.get(), 60)
            if published.version == self.version:
                return list(published.diagnostics)

    async def complete(self, line: int, character: int) -> list[types.CompletionItem]:
        answer = await self.client.text_document_completion_async(
            types.CompletionParams(self.document, types.Position(line, character))
        )
        assert isinstance(answer, Sequence)
        return list(answer)

    async def hover(self, line: int, character: int) -> types.Hover | None:
        return await self.client.text_document_hover_async(
            types.HoverParams(self.document, types.Position(line, character))
        )

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(URI)

    async def stop(self) -> int | None:
        """Say goodbye; the exit code of the server."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        server = self.client._server
        assert server is not None and server.stdin is not None
        server.stdin.close()
        await asyncio.wait_for(self.client.stop(), 60)  # type: ignore[no-untyped-call] # of pygls
        return server.returncode


Talk = Callable[..., None]


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    """Has `ask` ask a server, which several tests do if they have the same editor; at the end each
    server must end well.
    """
    editors: dict[tuple[str, str], Editor] = {}

    async def begun(locale: str, encoding: str) -> Editor:
        editor = Editor()
        result = await editor.start(locale, encoding)
        assert result.server_info is not None and result.server_info.name == "kifu"
        assert result.capabilities.position_encoding == encoding
        return editor

    with asyncio.Runner() as runner:

        def talk_(
            ask: Callable[[Editor], Coroutine[Any, Any, None]],
            locale: str = "en",
            encoding: str = "utf-16",
        ) -> None:
            key = locale, encoding
            if key not in editors:
                editors[key] = runner.run(begun(locale, encoding))
            runner.run(ask(editors[key]))

        yield talk_
        for editor in editors.values():
            assert runner.run(editor.stop()) == 0


def range_of(line: int, start: int, end: int) -> types.Range:
    return types.Range(types.Position(line, start), types.Position(line, end))


def test_findings_come_as_one_types_and_go_when_it_is_right(talk: Talk) -> None:
    async def ask(editor: Editor) -> None:
        (wrong,) = await editor.open(HEAD + "1. 71 54 64\n*\n")
        assert (wrong.code, wrong.severity) == ("KF406", types.DiagnosticSeverity.Error)
        assert wrong.range == range_of(8, 9, 11)
        assert "card 64 is not in the hand" in wrong.message and "expected: 5 7 11" in wrong.message
        editor.type(HEAD + "1. 71 54 6\n*\n")
        editor.type(HEAD + MOVES + "*\n")
        assert await editor.found() == []
        assert editor.published.empty()  # nothing was sent of the version between

    talk(ask)


def test_columns_are_counted_as_the_editor_does(talk: Talk) -> None:
    async def ask(editor: Editor) -> None:
        wrong = (await editor.open(HEAD + "#1 {葵🀄} 1. zz.z\n*\n"))[0]
        assert (wrong.code, wrong.range) == ("KF108", range_of(8, 16, 20))

    talk(ask, "ja-JP", "utf-8")


def test_the_legal_moves_are_offered_with_what_they_mean(talk: Talk) -> None:
    async def ask(editor: Editor) -> None:
        await editor.open(HEAD + MOVES + "*\n")
        offered = await editor.complete(9, 12)  # behind "2. 77 1 11 r"
        assert [item.label for item in offered] == ["r1", "r2", "r3", "r4"]
        edit = offered[2].text_edit
        assert edit == types.TextEdit(range_of(9, 11, 12), "r3")
        assert offered[2].detail == "take row 3 (3 54: 2 heads); 1 is its new first card"
        inside = await editor.complete(9, 15)  # behind "(": a move instead of r3
        assert inside[0].label == "r1"
        assert not await editor.complete(9, 23)  # in the comment
        after = await editor.complete(10, 0)
        assert after[0].label == "59"

    talk(ask)


def test_hover_says_the_move_and_shows_the_table_in_the_editors_language(talk: Talk) -> None:
    async def ask(editor: Editor) -> None:
        await editor.open(HEAD.replace("Jun", "```") + MOVES + "*\n")
        shown = await editor.hover(9, 11)
        assert shown is not None and isinstance(shown.contents, types.MarkupContent)
        said = shown.contents.value
        assert shown.contents.kind == types.MarkupKind.Markdown
        assert "直前の手: r3 " in said and "1列目" in said
        assert said.startswith("```text\n") and said.count("```") == 2  # the name ends no fence
        assert shown.range == range_of(9, 11, 13)
        assert await editor.hover(9, 0) is None  # a mark

    talk(ask, "ja-JP", "utf-8")


HOSTILE = {
    "variations": HEAD + "(72) " * 12_000,
    "nested": HEAD + "(" * 60_000,
    "many records": (HEAD + "1. zz\n") * 300,
    "one line": '[Game "' + "🀄" * 1_000_000,
    "too long": "x" * (5 << 20),
    "line ends": '[Game "nimmt"]\r\x0b\u2028\x85\r\n\r1. 59\r*\r' * 100,
    "surrogates": '[Game "\udc80\ud83d"]\n\n1. \0 59\n',
    "nothing": "",
}


@pytest.mark.matrix
@pytest.mark.parametrize("name", HOSTILE)
def test_any_text_is_answered_in_bounded_time(talk: Talk, name: str) -> None:
    """Keys are pressed in it, and every question is asked in several places."""
    text = HOSTILE[name]

    async def ask(editor: Editor) -> None:
        await editor.open("")
        started = time.monotonic()
        for end in range(4):
            editor.type(text + "1. 59"[:end])
        lines = text.count("\n")
        for line, character in ((0, 7), (lines, 1_000_000_000), (lines + 9, 0)):
            await editor.complete(line, character)
            await editor.hover(line, character)
        await editor.found()
        assert time.monotonic() - started < 60

    talk(ask)


def test_without_pygls_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pygls'] = None; from kifu.cli import main; main(['lsp'])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    said = (
        "kifu: the language server needs the package pygls: pip install 'kifu[editor]' (in a "
        "clone of kifu: pip install '.[editor]')\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.campaign
def test_what_is_no_message_ends_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kifu", "lsp"], input=b"Content-Length: 3\r\n\r\n{]}\xff",
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_message_that_would_take_all_memory_is_refused() -> None:
    given = b"Content-Length: " + b"9" * 5000 + b"\r\nContent-Length: 99999999999999\r\n\r\n{}"
    done = subprocess.run(
        [sys.executable, "-m", "kifu", "lsp"], input=given,
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"a message of 99999999999999 bytes" in done.stderr
